"""The host's process that judges for its guests, of whom several may want a hint at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from herrlof.coach.worker import Worker
from herrlof.game import Action, Observation

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement


class GuestCoach:
    """The coach as one guest has it: others' questions are answered before, and nobody cancels another's."""

    thinks_on = False

    def __init__(self, worker: Worker, lock: asyncio.Lock) -> None:
        """Share a process; who has the `lock` is being answered."""
        self._worker, self._lock = worker, lock
        self._answered = False
        """Whether this guest's question is being answered."""

    @property
    def trouble(self) -> str | None:
        """Why nothing can be judged, in a sentence."""
        return self._worker.trouble

    def start(self) -> None:
        """Get the process ready."""
        self._worker.start()

    async def judge(
        self,
        seen: Observation,
        legal: Sequence[Action],
        grown: Callable[[Judgement], object] = lambda _: None,
        *,
        keep: Action | None = None,
        more: int = 0,
    ) -> Judgement | None:
        """Judge a question when it is its turn; as `Worker.judge`."""
        async with self._lock:
            self._answered = True
            try:
                return await self._worker.judge(seen, legal, grown, keep=keep, more=more)
            finally:
                self._answered = False

    def cancel(self) -> None:
        """Stop what is being judged for this guest."""
        if self._answered:
            self._worker.cancel()

    def close(self) -> None:
        """Judge nothing any more for this guest; the process is the host's."""
        self.cancel()
