"""Bots that think, in a process of their own, so that no key has to wait for them.

A thread would not do: it shares the interpreter with the table, and a key would wait several times as long.
This module is both ends of the pipes: `Worker` at the table's, `main` at the other.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import TYPE_CHECKING, Final

from herrlof.bots.kind import BotKind
from herrlof.game import Action, Game, Observation

if TYPE_CHECKING:
    import asyncio

ATTEMPTS: Final = 3
"""Processes that are asked the same question, one after the other, before bots play without thinking ahead."""
PATIENCE: Final = 10.0
"""Seconds after which a process that has not answered is taken for stuck; no level thinks nearly as long. A bot with
more playouts gets as many times more."""
SLOW: Final = 4.0
"""Seconds after which the players are told that they are waiting for a process."""
EXIT_TIMEOUT: Final = 0.5
"""Seconds for which the end of a killed process is waited for; it takes one or two thousandths."""
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
        self._process: Popen[bytes] | None = None
        self._asked = 0
        self._closed = False
        self._answered: asyncio.Event | None = None
        """Wakes whoever waits for an answer."""
        self._turn: asyncio.Lock | None = None
        """Questions come one after the other, also where several bots are asked at the same time."""

    def start(self) -> None:
        """Start the process now, so that the first question need not wait for it; else that question starts it."""
        if self.seats:
            with suppress(OSError):
                self._start_process()

    async def choose(self, seat: int, seen: Observation, legal: Sequence[Action], rng: Random) -> Action | None:
        """Return one of the legal actions, or None: see `trouble`. The same generator gives the same one."""
        import asyncio  # slow to load, and of no use at the other end

        self._turn = self._turn or asyncio.Lock()
        async with self._turn:
            for attempt in range(ATTEMPTS):
                if self._closed:
                    return None
                with suppress(OSError):
                    action = await self._ask((seat, seen, legal, rng))
                    self.trouble = None
                    return action
                if attempt + 1 < ATTEMPTS:
                    self.trouble = "The bots' process does not answer: another one is started"
            self.trouble = "The bots' process failed: bots play without thinking ahead"
            return None

    def close(self) -> None:
        """End the process at once, whatever it is doing; nobody is asked any more."""
        self._closed = True
        if self._answered is not None:
            self._answered.set()
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what it was to read has nowhere to go
                pipe.close()
        with suppress(TimeoutExpired):
            process.wait(EXIT_TIMEOUT)

    def _start_process(self) -> Popen[bytes]:
        """Start the process and tell it who is to think there."""
        # In a session of its own: the terminal's signals are for the table alone. With -P, as a folder that
        # somebody happens to stand in is no place for modules; it finds them where this process does.
        path = os.pathsep.join(place for place in sys.path if place)
        process = self._process = Popen(
            [sys.executable, "-P", "-m", "herrlof.bots.worker"],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._send(process, (self._game, self.seats))
        return process

    def _is_slow(self) -> None:
        self.trouble = self.trouble or "The bots' process takes long to answer"

    def _send(self, process: Popen[bytes], what: object) -> None:
        """Write to the process: a few kilobytes, which fit into the pipe even while nobody reads them."""
        assert process.stdin is not None
        process.stdin.write(pickle.dumps(what))
        process.stdin.flush()

    async def _ask(self, question: tuple[int, Observation, Sequence[Action], Random]) -> Action:
        """Return the process's answer; OSError if there is no process, or it dies, is stuck, or its answer is none."""
        import asyncio

        seat, _, legal, _ = question
        loop = asyncio.get_running_loop()
        answered = self._answered = asyncio.Event()
        try:
            process = self._process or self._start_process()
            assert process.stdout is not None
            pipe = process.stdout.fileno()
            self._asked += 1
            self._send(process, (self._asked, *question))
            loop.add_reader(pipe, answered.set)
            slow = loop.call_later(SLOW * self.seats[seat].times, self._is_slow)
            try:
                async with asyncio.timeout(PATIENCE * self.seats[seat].times):
                    await answered.wait()
            finally:
                slow.cancel()
                loop.remove_reader(pipe)
            if self._closed:
                raise ConnectionError("the table was left")
            answer = os.read(pipe, _ANSWER.size)  # so few bytes come at once, or none: it has ended
            if len(answer) == _ANSWER.size:
                number, action = _ANSWER.unpack(answer)
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    table, answers = sys.stdin.buffer, sys.stdout.buffer
    with suppress(EOFError):
        # The other end of these pipes is the process that started this one: nobody else's bytes come through.
        game, seats = pickle.load(table)  # noqa: S301
        while True:
            number, seat, seen, legal, rng = pickle.load(table)  # noqa: S301
            answers.write(_ANSWER.pack(number, seats[seat].make(game, rng).choose(seen, legal)))
            answers.flush()


if __name__ == "__main__":
    main()
