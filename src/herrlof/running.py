"""Time as this program lives it: none passes while it is stopped, as by SIGSTOP, with a container, or with a machine.

All patience with others and all that a clock measures goes by it: what passed meanwhile was nobody's thinking and
nobody's silence. Where an event loop runs it beats in it; of a beat that fails for long the time does not count.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

BEAT: Final = 1.0
"""Seconds from one look at the clock to the next."""
BUSY: Final = 2.0
"""Seconds more that a busy machine may take for it: a stop is longer."""


class _Pulse:
    """The last beat, and the time that was lost before it."""

    def __init__(self) -> None:
        self.seen = 0.0
        self.lost = 0.0
        self._loop: AbstractEventLoop | None = None

    def look(self) -> float:
        """Return the time that counts."""
        self._keep_beating()
        now = time.monotonic()
        if now - self.seen > BEAT + BUSY:
            self.lost += now - self.seen
        self.seen = now
        return now - self.lost

    def _keep_beating(self) -> None:
        import asyncio  # slow to load, and of no use where nobody waits for anybody

        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.seen, self._loop = time.monotonic(), None  # nothing beats: nothing is known
            return
        if loop is not self._loop:
            self.seen, self._loop = time.monotonic(), loop
            loop.call_later(BEAT, self._beat, loop)

    def _beat(self, loop: AbstractEventLoop) -> None:
        if loop is self._loop:
            self.look()
            loop.call_later(BEAT, self._beat, loop)


_PULSE: Final = _Pulse()


def monotonic() -> float:
    """Return seconds that only go forward, and only while this program runs."""
    return _PULSE.look()


def lost() -> float:
    """Return the seconds for which this program has been stopped, as far as it has noticed."""
    _PULSE.look()
    return _PULSE.lost


@asynccontextmanager
async def timeout(seconds: float | None) -> AsyncIterator[None]:
    """End what is done here by TimeoutError after so many seconds of this program; None: never."""
    import asyncio

    async with asyncio.timeout(None) as limit:
        if seconds is None:
            yield
            return
        loop, until = asyncio.get_running_loop(), monotonic() + seconds
        waits: list[asyncio.TimerHandle] = []

        def look() -> None:
            left = until - monotonic()
            if left > 0:
                waits[:] = [loop.call_later(max(left, 0.01), look)]
            else:
                limit.reschedule(loop.time())

        look()
        try:
            yield
        finally:
            for later in waits:
                later.cancel()
