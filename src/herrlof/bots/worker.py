"""Bots that think, in a process of their own: `Worker` at the table's end of the pipes, `main` at the other."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final

from herrlof.bots.child import ATTEMPTS, PATIENCE, Child, answer, questions
from herrlof.bots.kind import BotKind
from herrlof.game import Action, Game, Observation
from herrlof.messages import _

if TYPE_CHECKING:
    import asyncio

SLOW: Final = 4.0
"""Seconds after which the players are told that they are waiting for a process; a bot with more playouts gets as many
times more, as it does of `PATIENCE`."""
_ANSWER: Final = struct.Struct("!QQ")
"""The number of the question, and the action."""


class Worker:
    """The bots of one table that think. Their process ends with `close`, or by itself when the table's has ended."""

    def __init__(self, game: Game, seats: Mapping[int, BotKind]) -> None:
        """Take the kind of bot in each seat."""
        self.seats = seats
        self.trouble: str | None = None
        """A sentence for the players, while a bot is slow or once bots cannot think here any more."""
        self._game = game
        self._child: Child | None = None
        self._asked = 0
        self._closed = False
        self._turn: asyncio.Lock | None = None
        """Questions come one after the other, also where several bots are asked at the same time."""

    def start(self) -> None:
        """Start the process now, so that the first question need not wait for it; else that question starts it."""
        if self.seats and self._child is None and not self._closed:
            with suppress(OSError):
                self._start_child()

    async def choose(self, seat: int, seen: Observation, legal: Sequence[Action], rng: Random) -> Action | None:
        """Return one of the legal actions, or None: see `trouble`. The same generator gives the same one."""
        import asyncio  # slow to load, and of no use at the other end

        self._turn = self._turn or asyncio.Lock()
        async with self._turn:
            for attempt in range(ATTEMPTS):
                if self._closed:
                    return None
                try:
                    action = await self._ask((seat, seen, legal, rng))
                except OSError:
                    pass
                except asyncio.CancelledError:
                    self.trouble = None  # nobody waits any more
                    raise
                else:
                    self.trouble = None
                    return action
                if attempt + 1 < ATTEMPTS:
                    self.trouble = _("The bots' process does not answer: another one is started.")
            self.trouble = _("The bots' process failed: bots play without thinking ahead.")
            return None

    def close(self) -> None:
        """End the process at once, whatever it is doing; nobody is asked any more."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _start_child(self) -> Child:
        """Start the process and tell it who is to think there."""
        child = self._child = Child(__name__, (self._game, self.seats))
        return child

    def _is_slow(self) -> None:
        self.trouble = self.trouble or _("The bots' process takes long to answer.")

    async def _ask(self, question: tuple[int, Observation, Sequence[Action], Random]) -> Action:
        """Return the process's answer; OSError if there is no process, or it dies, is stuck, or its answer is none."""
        import asyncio

        seat, _, legal, _ = question
        times = self.seats[seat].times
        try:
            child = self._child or self._start_child()
            self._asked += 1
            child.send((self._asked, *question))
            slow = asyncio.get_running_loop().call_later(SLOW * times, self._is_slow)
            try:
                async with asyncio.timeout(PATIENCE * times):
                    found = await child.read()  # so few bytes come at once
            finally:
                slow.cancel()
            if len(found) == _ANSWER.size:
                number, action = _ANSWER.unpack(found)
                if number == self._asked and action in legal:
                    return int(action)
            raise ConnectionError("this is no answer")
        except BaseException:  # also where nobody waits any more: its answer must not be taken for the next one
            self._end()
            raise


def main() -> None:
    """Answer questions about the bots' moves, until the table is gone.

    A bot is made anew for each, so that nothing but the question decides its move: it is the same after a move was
    taken back, and in a match that was taken up again.
    """
    asked = questions()
    for game, seats in asked:  # the first tells who thinks here, all the others ask
        for number, seat, seen, legal, rng in asked:
            answer(_ANSWER.pack(number, seats[seat].make(game, rng).choose(seen, legal)))


if __name__ == "__main__":
    main()
