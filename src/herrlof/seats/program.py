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
from typing import Any, Final

from herrlof import __version__
from herrlof.bots.child import Process
from herrlof.game import Action, Game, IllegalAction, InvalidAction
from herrlof.messages import _
from herrlof.seats import protocol
from herrlof.seats.protocol import LONGEST, ProtocolError, Teller, from_seat, greeted, written
from herrlof.table.table import Hello, PlayerGone, Result, View

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


class Lines:
    """A program, asked line by line."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it; OSError: it cannot be."""
        self._process = Process(command)
        self._unread = bytearray()

    async def send(self, *lines: bytes) -> None:
        """Write lines, as fast as the program reads them; OSError if it has ended."""
        await self._process.write(b"".join(lines))

    async def read(self) -> bytes:
        """Return the next line; ConnectionError if the program has ended, ProtocolError if a line has no end."""
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) > LONGEST:
                raise ProtocolError(f"a line has at most {LONGEST} bytes")
            self._unread += await self._process.read()
        line = bytes(self._unread[: end + 1])
        del self._unread[: end + 1]
        return line

    def end(self) -> None:
        """End it, and all that it has started."""
        self._process.end()


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
        self._lines: Lines | None = None
        self._teller: Teller | None = None
        self._greeted = False
        self._asked = 0

    def start(self, hello: Hello) -> None:
        """Start the program and tell it about the match; what fails is told when it is asked."""
        if self._lines is not None:
            return
        self._hello, self._teller, self._greeted = hello, Teller(hello.game), False
        with suppress(OSError):
            self._lines = Lines(self.command)

    def close(self) -> None:
        """End the program."""
        lines, self._lines = self._lines, None
        if lines is not None:
            lines.end()

    async def choose(self, view: View) -> Action:
        """Return what the program does; PlayerGone says in a sentence why it is asked no more."""
        game, lines, teller = await self._begin()
        self._asked += 1
        number = self._asked
        try:
            async with asyncio.timeout(self.seconds):
                await lines.send(*teller.news(view), teller.ask(number, view, self.seconds))
                for _try in range(REFUSALS):
                    try:
                        return self._chosen(game, await self._answer(lines, protocol.Move, number), view)
                    except (ProtocolError, IllegalAction, InvalidAction) as error:
                        self.refused.append(str(error))
                        rule = game.words.rule(view.observation) if isinstance(error, IllegalAction) else ""
                        await lines.send(written(protocol.Refused(id=number, rule=rule, text=str(error)[:4000])))
        except TimeoutError:
            raise PlayerGone(_("{name} took more than {n:g} seconds", name=self.name, n=self.seconds)) from None
        except OSError:
            raise PlayerGone(_("{name} has ended", name=self.name)) from None
        raise PlayerGone(_("{name} gave three answers that were none", name=self.name))

    async def judge(self, view: View, worlds: int) -> dict[str, tuple[float, float]]:
        """Return what the program thinks each action is worth, and the error of it; PlayerGone, ProtocolError."""
        _game, lines, teller = await self._begin()
        self._asked += 1
        asked = protocol.from_table(teller.ask(self._asked, view))
        line = protocol.Judge(id=self._asked, observation=asked.observation, legal=asked.legal, worlds=worlds)
        try:
            async with asyncio.timeout(self.seconds):
                await lines.send(*teller.news(view), written(line))
                found: protocol.Values = await self._answer(lines, protocol.Values, self._asked)
        except (TimeoutError, OSError):
            raise PlayerGone(_("{name} did not judge", name=self.name)) from None
        if set(found.values) != set(asked.legal):
            raise ProtocolError("these are not the values of the legal actions")
        return dict(found.values)

    async def over(self, result: Result) -> None:
        """Tell the program how the match ended; whether it listens is its own affair."""
        line = over_line(result)
        if self._lines is not None:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(1):
                    await self._lines.send(written(line))

    async def _begin(self) -> tuple[Game, Lines, Teller]:
        """Return the program once it has greeted; PlayerGone if it did not."""
        lines, hello, teller = self._lines, self._hello, self._teller
        if lines is None or hello is None or teller is None:
            raise PlayerGone(_("{name} cannot be started", name=self.name))
        if self._greeted:
            return hello.game, lines, teller
        try:
            async with asyncio.timeout(self.seconds):
                await lines.send(written(hello_line(hello)))
                greeted(first := await lines.read(), self.name)
                found = from_seat(first)
                if not isinstance(found, protocol.SeatHello):
                    raise ProtocolError("its first line is no hello")
        except TimeoutError:
            raise PlayerGone(_("{name} said no hello", name=self.name)) from None
        except OSError:
            raise PlayerGone(_("{name} has ended", name=self.name)) from None
        except ProtocolError as error:
            with suppress(OSError):
                await lines.send(written(protocol.Bye(text=str(error))))
            raise PlayerGone(_("{name} cannot play here: {why}", name=self.name, why=error)) from None
        self.judges, self._greeted = found.judge, True
        return hello.game, lines, teller

    async def _answer(self, lines: Lines, kind: type[Any], number: int) -> Any:
        """Return the answer to a question; what else the program says is left out, a line that is none refused."""
        for _line in range(NOISE):
            found = from_seat(await lines.read())
            if isinstance(found, protocol.Bye):
                raise ConnectionError("it has gone")
            if isinstance(found, kind) and found.id == number:
                return found
            if isinstance(found, (protocol.Move, protocol.Values)) and found.id > number:
                raise ProtocolError(f"question {found.id} was not asked yet")
        raise ProtocolError("this is too much that answers nothing")

    def _chosen(self, game: Game, move: protocol.Move, view: View) -> Action:
        action = game.decode(move.do)
        if action not in view.legal:
            raise IllegalAction(game.words.refusal(action, view.observation))
        return action


def over_line(result: Result, record_hash: str | None = None) -> protocol.Over:
    """Return the line that tells a seat how the match ended."""
    seed, deals = result.proof.seed, result.proof.deals
    return protocol.Over(
        returns=list(result.returns),
        scores=list(result.scores),
        seed=None if seed is None else seed.hex(),
        deals=deals,
        record_hash=record_hash,
    )


def hello_line(
    hello: Hello,
    token: str | None = None,
    cuts: bool = False,
    pace: float = 1.0,
    began: bool = False,
    hints: bool = False,
) -> protocol.Hello:
    """Return the line that tells a seat what the match is."""
    return protocol.Hello(
        protocol=protocol.PROTOCOL,
        program=f"herrlof-{__version__}",
        game=hello.game.key,
        version=hello.game.version,
        seat=hello.seat,
        options=dict(hello.options),
        names=[seat.name for seat in hello.seats],
        seats=[protocol.SeatModel(how=seat.how, bot=seat.bot) for seat in hello.seats],  # type: ignore[arg-type]
        seed=hello.seed,
        commitment=hello.commitment,
        token=token,
        game_id=hello.game_id,
        cuts=cuts,
        pace=pace,
        began=began,
        hints=hints,
    )
