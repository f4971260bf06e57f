"""A seat that is another program: the seat protocol on its standard input and output.

What it does wrong costs it the seat, and nobody else anything: an answer that comes too late, three that are none, an
end of its own. The table then lets a bot play on (`PlayerGone`).
"""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

from herrlof.child.process import STARTED, Process, end_marked
from herrlof.game import Action, Game, IllegalAction, InvalidAction, Speaker
from herrlof.games.json import to_json
from herrlof.messages import _
from herrlof.running import timeout
from herrlof.seats import protocol
from herrlof.seats.codec import hello_line, update_lines
from herrlof.seats.protocol import LONGEST, ProtocolError, from_seat, greeted, written
from herrlof.seats.saying import sentence
from herrlof.table.player import Hello, PlayerGone
from herrlof.table.teller import Teller
from herrlof.table.updates import Over, Refused, Stood, Update
from herrlof.table.view import MomentKind, Result, Stop, View

MOVE_SECONDS: Final = 10.0
"""How long a program may take for a move."""
REFUSALS: Final = 3
"""So many answers to one question that are none, and it is asked no more."""
MARK: Final = "program:"
"""What a seat's description begins with where a program plays: `program:./mybot --fast`."""
NOISE: Final = 1000
"""So many lines that answer nothing, and an answer is not waited for any more."""


def parse_command(text: str) -> list[str]:
    """Return the command that stands behind `program:`; ValueError says what is wrong with it."""
    try:
        command = shlex.split(text)
    except ValueError:
        raise ValueError(f"{text!r} is no command: a quotation mark is missing") from None
    if not command:
        raise ValueError("a program needs a command, as in program:./mybot --fast")
    return command


def program_name(command: Sequence[str]) -> str:
    """Return what a program is called at the table, where nobody has named it: `mybot`."""
    scripts = [os.path.basename(word) for word in command if word.endswith((".py", ".pl", ".rb", ".js", ".sh"))]
    return os.path.splitext(scripts[0] if scripts else os.path.basename(command[0]))[0][:20] or "Program"


def _line_end(unread: bytearray) -> int:
    """Return where the first line ends, for `Process.frame`; ProtocolError if it has no end."""
    end = unread.find(b"\n")
    if end < 0 and len(unread) > LONGEST:
        raise ProtocolError(f"a line has at most {LONGEST} bytes")
    return end + 1


class Program:
    """A program in one seat."""

    def __init__(self, command: Sequence[str], name: str, seconds: float = MOVE_SECONDS) -> None:
        """Name the command, what it is called at the table, and how long a move may take."""
        self.command = command
        self.name = name
        self.seconds = seconds
        self.judges = False
        """Whether it said that it answers `judge`."""
        self.refused: list[str] = []
        """Why answers were refused, in sentences."""
        self._hello: Hello | None = None
        self._process: Process | None = None
        self._mark = ""
        """By which is known what it has started."""
        self._teller: Teller | None = None
        self._greeted = False
        self._asked = 0

    def start(self, hello: Hello) -> None:
        """Start the program and tell it about the match; what fails is told when it is asked."""
        if self._process is not None:
            return
        self._hello, self._teller, self._greeted = hello, Teller(), False
        self._mark = token_hex(16)
        with suppress(OSError):
            self._process = Process(self.command, {**os.environ, STARTED: self._mark})

    def close(self) -> None:
        """End the program, and what it has started."""
        process, self._process = self._process, None
        if process is not None:
            process.end()
            end_marked(self._mark)

    async def choose(self, view: View) -> Action:
        """Return what the program does; PlayerGone says in a sentence why it is asked no more."""
        game, process, teller = await self._begin()
        self._asked += 1
        number = self._asked
        try:
            async with timeout(self.seconds):
                asked = Stood(number, Stop(MomentKind.ASK, view.seat, self.seconds), view)
                await process.write(_written(game, *teller.news(view), asked))
                for _try in range(REFUSALS):
                    try:
                        return self._chosen(game, await self._answer(process, protocol.Move, number), view)
                    except (ProtocolError, IllegalAction, InvalidAction) as error:
                        self.refused.append(str(error))
                        rule = self._to(game, view).rule() if isinstance(error, IllegalAction) else ""
                        of = "" if isinstance(error, ProtocolError) else "move"
                        await process.write(_written(game, Refused(number, sentence(error), rule, of)))
        except TimeoutError:
            raise PlayerGone(_("{name} took more than {n:g} seconds", name=self.name, n=self.seconds)) from None
        except OSError:
            raise PlayerGone(_("{name} has ended", name=self.name)) from None
        raise PlayerGone(_("{name} gave three answers that meant nothing", name=self.name))

    async def judge(self, view: View, worlds: int) -> dict[str, tuple[float, float]]:
        """Return what the program thinks each action is worth, and the error of it; PlayerGone, ProtocolError."""
        game, process, teller = await self._begin()
        self._asked += 1
        legal = [game.encode(action) for action in view.legal]
        line = protocol.Judge(id=self._asked, observation=to_json(game, view.observation), legal=legal, worlds=worlds)
        try:
            async with timeout(self.seconds):
                await process.write(_written(game, *teller.news(view)) + written(line))
                found: protocol.Values = await self._answer(process, protocol.Values, self._asked)
        except (TimeoutError, OSError):
            raise PlayerGone(_("{name} didn't judge", name=self.name)) from None
        if set(found.values) != set(legal):
            raise ProtocolError("these are not the values of the legal actions")
        return dict(found.values)

    async def over(self, result: Result) -> None:
        """Tell the program how the match ended; whether it listens is its own affair."""
        if self._process is not None and self._hello is not None:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(1):
                    await self._process.write(_written(self._hello.game, Over(result)))

    async def _begin(self) -> tuple[Game, Process, Teller]:
        """Return the program once it has greeted; PlayerGone if it did not."""
        process, hello, teller = self._process, self._hello, self._teller
        if process is None or hello is None or teller is None:
            raise PlayerGone(_("{name} can't be started", name=self.name))
        if self._greeted:
            return hello.game, process, teller
        try:
            async with timeout(self.seconds):
                await process.write(written(hello_line(hello)))
                greeted(first := await process.frame(_line_end), self.name)
                found = from_seat(first)
                if not isinstance(found, protocol.SeatHello):
                    raise ProtocolError("its first line is no hello")
        except TimeoutError:
            raise PlayerGone(_("{name} didn't say hello", name=self.name)) from None
        except OSError:
            raise PlayerGone(_("{name} has ended", name=self.name)) from None
        except ProtocolError as error:
            with suppress(OSError):
                await process.write(written(protocol.bye(str(error))))
            raise PlayerGone(_("{name} can't play here: {why}", name=self.name, why=error)) from None
        self.judges, self._greeted = found.judge, True
        return hello.game, process, teller

    async def _answer(self, process: Process, kind: type[Any], number: int) -> Any:
        """Return the answer to a question; what else the program says is left out, a line that is none refused."""
        for _line in range(NOISE):
            found = from_seat(await process.frame(_line_end))
            if isinstance(found, protocol.Bye):
                raise ConnectionError("it has gone")
            if isinstance(found, kind) and found.id == number:
                return found
            if isinstance(found, (protocol.Move, protocol.Values)) and found.id > number:
                raise ProtocolError(f"question {found.id} was not asked yet")
        raise ProtocolError("this is too much that answers nothing")

    def _to(self, game: Game, view: View) -> Speaker:
        names = [] if self._hello is None else [seat.name for seat in self._hello.seats]
        return game.words.to(view.observation, names)

    def _chosen(self, game: Game, move: protocol.Move, view: View) -> Action:
        action = game.decode(move.do)
        if action not in view.legal:
            raise IllegalAction(self._to(game, view).refusal(action))
        return action


def _written(game: Game, *told: Update) -> bytes:
    """Return what a program is told, as it is sent."""
    return b"".join(written(line) for update in told for line in update_lines(game, update))
