"""Judgements in a process of their own, so that a hint delays neither a key nor a bot: `Worker` at the end of the pipes
that asks, `main` at the other."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from herrlof.bots.child import ATTEMPTS, PATIENCE, Child, answer, questions
from herrlof.game import Action, Game, Observation, State
from herrlof.messages import _

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement

_HEAD: Final = struct.Struct("!QQ")
"""The number of the question, and of how many bytes the answer is that follows."""
LONGEST: Final = 1 << 20
"""No answer has so many bytes."""


class Judges(Protocol):
    """Who judges decisions, in a process of its own or at another machine."""

    trouble: str | None

    def start(self) -> None:
        """Get ready, so that the first question need not wait for it."""

    async def judge(
        self,
        seen: Observation,
        legal: Sequence[Action],
        rng: Random,
        worlds: int,
        grown: Callable[[Judgement], object],
    ) -> Judgement | None:
        """Return a judgement of so many worlds, and tell `grown` of those before it; None: see `trouble`."""

    def cancel(self) -> None:
        """Stop what is being judged."""

    def close(self) -> None:
        """Judge nothing any more."""


class Worker:
    """Who judges decisions for a face. The process ends with `close`, or by itself when the face's has ended."""

    def __init__(self, game: Game) -> None:
        """Judge this game's decisions."""
        self.trouble: str | None = None
        """A sentence for the player, where a question got no answer."""
        self.game = game
        """Whose decisions are judged."""
        self._child: Child | None = None
        self._asked = 0
        self._busy = False
        self._closed = False

    def start(self) -> None:
        """Start the process now, so that the first question need not wait for it; else that question starts it."""
        if self._child is None and not self._closed:
            with suppress(OSError):
                self._start_child()

    async def judge(
        self,
        seen: Observation,
        legal: Sequence[Action],
        rng: Random,
        worlds: int,
        grown: Callable[[Judgement], object],
        *,
        batch: int = 10,
        kept: Collection[Action] = (),
    ) -> Judgement | None:
        """Return what `herrlof.coach.judge.judging` says in the end, and tell `grown` each time that it says more.

        None: it was cancelled, something else was asked meanwhile, or see `trouble`. Where the process dies, another
        one begins anew, and says the same.
        """
        most = 0

        def tell(found: Judgement) -> None:
            nonlocal most
            if found.worlds > most:
                most = found.worlds
                grown(found)

        question = ("judge", (seen, legal, rng, worlds, batch, kept))
        found: Judgement | None = await self._answer(question, tell)
        return found

    async def luck(self, before: State, after: State, rng: Random) -> list[float] | None:
        """Return what `herrlof.coach.ledger.luck` says of a match that is over; None as for `judge`."""
        found: list[float] | None = await self._answer(("luck", (before, after, rng)), lambda _: None)
        return found

    async def _answer(self, question: tuple[str, Any], tell: Callable[[Any], object]) -> Any:
        """Return the last word of a process about a question, of another one where it dies; None: there is none."""
        self.cancel()
        number = self._asked
        for _attempt in range(ATTEMPTS):
            with suppress(OSError):
                found = await self._ask(number, question, tell)
                self.trouble = None
                return found
            if number != self._asked:
                return None
        self.trouble = _("The coach's process failed: nothing can be judged now.")
        return None

    def cancel(self) -> None:
        """Stop what is being judged, at once. The process is killed for that, and its successor started."""
        self._asked += 1
        if self._busy:
            self._end()
            self.start()

    def close(self) -> None:
        """End the process at once, whatever it is doing; nothing is judged any more."""
        self._closed = True
        self._asked += 1
        self._end()

    def _end(self) -> None:
        self._busy = False
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _start_child(self) -> Child:
        """Start the process and tell it what is to be judged there."""
        child = self._child = Child(__name__, self.game)
        return child

    async def _ask(self, number: int, question: tuple[str, Any], tell: Callable[[Any], object]) -> Any:
        """Return the process's last word; OSError if there is no process, or it dies, is stuck, or says nonsense."""
        import asyncio  # slow to load, and of no use at the other end

        if self._closed:
            raise ConnectionError("nothing is judged any more")
        child, unread = self._child, b""
        try:
            child = child or self._start_child()
            self._busy = True
            child.send((number, *question))
            while True:
                async with asyncio.timeout(PATIENCE):
                    unread += await child.read()
                while (size := _size(unread, number)) is not None:
                    last, found = _unpacked(unread[_HEAD.size : size])
                    unread = unread[size:]
                    if last:
                        self._busy = False
                        return found
                    tell(found)
        except BaseException:  # also where nobody waits any more: what it says must not be taken for something else
            if self._child is child:
                self._end()
            raise


def _size(data: bytes, number: int) -> int | None:
    """Return how many bytes an answer has with its head, if all of it is there; ConnectionError if it is none."""
    if len(data) < _HEAD.size:
        return None
    answers, size = _HEAD.unpack_from(data)
    if answers != number or size > LONGEST:
        raise ConnectionError("this is no answer")
    return _HEAD.size + size if len(data) >= _HEAD.size + size else None


def _unpacked(data: bytes) -> tuple[bool, Any]:
    """Return an answer, and whether it is the last one; ConnectionError if it is none."""
    try:
        last, found = pickle.loads(data)  # noqa: S301
    except Exception as error:  # the program may have been renewed meanwhile: its new processes say other things
        raise ConnectionError("this is no answer") from error
    return last, found


def main() -> None:
    """Judge what is asked, until nobody can ask any more."""
    from herrlof.bots import evaluator_of
    from herrlof.coach.judge import judging
    from herrlof.coach.ledger import luck

    asked = questions()
    for game in asked:  # the first tells what is judged here, all the others ask
        evaluator_of(game)  # what it loads is there when the first question comes
        for number, what, question in asked:
            if what == "luck":
                _send(number, True, luck(game, *question))
                continue
            _, _, _, worlds, *_ = question
            for judgement in judging(game, *question):
                _send(number, judgement.worlds >= worlds, judgement)


def _send(number: int, last: bool, found: object) -> None:
    data = pickle.dumps((last, found))
    answer(_HEAD.pack(number, len(data)) + data)


if __name__ == "__main__":
    main()
