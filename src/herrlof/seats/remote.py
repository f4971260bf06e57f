"""A table that is elsewhere: the other connection that a face in this process may have.

What a face sees of it is declared in `herrlof.table.connection`, and what only a guest does in `herrlof.seats.visit`.
It holds what one seat was told, and nothing else. Where its line breaks it comes back by itself, with its token.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from socket import socket
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from herrlof import __version__
from herrlof.game import NOBODY, Action, Game, IllegalAction, Observation
from herrlof.games import GAMES, missing
from herrlof.messages import _, all_of, listed
from herrlof.options import Value, complete_options
from herrlof.records.help import Ending, Help
from herrlof.records.names import HERE, Seat, clean_seats, printable
from herrlof.running import lost, timeout
from herrlof.seats import protocol
from herrlof.seats.codec import command_line, update_of
from herrlof.seats.protocol import LONGEST, ProtocolError, from_table, greeted, heard, written
from herrlof.seats.visit import JoinError
from herrlof.table import updates
from herrlof.table.commands import (
    Choose,
    ComeAlong,
    Command,
    FarCommand,
    GiveCut,
    Leave,
    Play,
    Ready,
    Say,
    Sit,
    TakeBack,
    WantHint,
    WantRecord,
    WantReview,
)
from herrlof.table.connection import BaseConnection, Place
from herrlof.table.dealing import commitment, cut_hash
from herrlof.table.race import ClockLog
from herrlof.table.updates import Update
from herrlof.table.view import MomentKind, Proof, Stop, Turn, View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect: TypeAlias = Callable[[], Awaitable[Streams]]
"""Goes to the host's door; OSError: nobody answers."""

ANSWER_SECONDS: Final = 10.0
SILENCE_SECONDS: Final = 20.0
"""A host that has said nothing for so long does not answer."""
UNREAD: Final = 1 << 20
"""Bytes that a host may leave unread before its line is ended."""
PROOF_SECONDS: Final = 2.0
"""How long the end of a match waits for what proves its deals."""
RETRY_SECONDS: Final = 1.0
MOST_PARTS: Final = 1 << 10
"""Parts of a finished record at most."""


class Reader(asyncio.StreamReader):
    """A stream that takes a reset connection for end of file: lines that are in its buffer are still read.

    A host that goes while something is on its way to it resets the line; its farewell came before.
    """

    def set_exception(self, exc: Exception) -> None:
        """Take an error for the end."""
        self.feed_eof()


async def connected(path: str | None = None, sock: socket | None = None) -> Streams:
    """Return the line to a table, by the path of its socket, or over a line that is open; OSError: nobody answers."""
    loop = asyncio.get_running_loop()
    reader = Reader(LONGEST, loop)
    kind = asyncio.StreamReaderProtocol(reader, loop=loop)
    transport, _kind = await loop.create_unix_connection(lambda: kind, path, sock=sock)
    return reader, asyncio.StreamWriter(transport, kind, reader, loop)


class RemoteTable(BaseConnection):
    """One seat's end of a table elsewhere."""

    seats: Sequence[Seat] = ()
    """Who sits where, as far as this end was told."""

    def __init__(
        self,
        connect: Connect,
        token: str | None = None,
        comes_back: bool = True,
        watches: bool = False,
    ) -> None:
        """Name the way there, and the token of a seat that was had before.

        `comes_back`: whether the way can be gone again, where the line breaks. `watches`: an onlooker takes no seat.
        """
        super().__init__()
        self._connect = connect
        self._comes_back = comes_back
        self.watches = watches
        self.token = token
        self.pace = 1.0
        self.measures_time = True
        self.ended = ""
        """Why there is no way back, in a sentence."""
        self.hello: protocol.Hello
        self.game: Game
        self.seat: int = NOBODY
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._stood_still = False
        """Whether this program was stopped itself: the host may have taken its seat for one of somebody away."""
        self._forget()

    def _forget(self) -> None:
        """Begin at a table of which nothing is known yet."""
        self._worded = 0
        """How many events have been put in words."""
        self.cut = self._name = ""
        """What was typed to cut, and how the player wants to be called."""
        self._cut_given: str | None = None
        self.told_cut = ""
        """What was cut here, once the table has been told."""
        self._record: list[str] = []
        """The parts of the finished record that have come,"""
        self._record_parts = 0
        """and how many there are."""

    # How one comes there

    async def open(self) -> None:
        """Go to the table and hear what it is about; who has sat there before sits. JoinError: there is no seat."""
        reader = await self._greet()
        if self.hello.returns:
            self.sit()
        self._task = asyncio.ensure_future(self._listen(reader))

    async def look(self) -> None:
        await self._greet(looks=True)
        self._close_line()

    async def _greet(self, looks: bool = False) -> asyncio.StreamReader:
        try:
            async with timeout(ANSWER_SECONDS):
                reader, writer = await self._connect()
                rules = {key: GAMES[key].version for key in GAMES}
                hello = protocol.SeatHello(
                    protocol=protocol.PROTOCOL,
                    program=f"herrlof-{__version__}",
                    token=self.token,
                    rules=rules,
                    face=True,
                    looks=looks,
                    watches=self.watches,
                )
                writer.write(written(hello))
                first = await reader.readuntil(b"\n")
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise JoinError(_("The host's machine doesn't answer.")) from None
        try:
            greeted(first, _("The host's program"))
            said = from_table(first)
        except ProtocolError as error:
            writer.close()
            raise JoinError(str(error)) from None
        if isinstance(said, protocol.Bye):
            writer.close()
            why = heard(said)
            self.ended = why if said.final else ""
            raise JoinError(why or _("There's no seat."))
        if not isinstance(said, protocol.Hello):
            writer.close()
            raise JoinError(_("That isn't a table."))
        try:
            self._enter(said)
        except JoinError:
            writer.close()
            raise
        self._writer = writer
        return reader

    def _enter(self, hello: protocol.Hello) -> None:
        """Take in what the table is about."""
        if hello.game not in GAMES:
            raise JoinError(missing(hello.game))
        game = GAMES[hello.game]
        if hello.version != game.version:
            raise JoinError(_("The rules differ: the host's program has another version of {game}.", game=game.title))
        if not len(hello.names) == len(hello.seats) > hello.seat or self.watches != (hello.seat == NOBODY):
            raise JoinError(_("That isn't a table."))
        self.hello, self.game, self.seat, self.token = hello, game, hello.seat, hello.token
        self._call(hello.names)
        try:
            complete_options(game, len(self.seats), hello.options)
        except ValueError:
            raise JoinError(_("That isn't a table.")) from None
        self.pace = hello.pace
        self._worded = 0

    def _call(self, names: Sequence[str]) -> None:
        """Take note of how everybody is called."""
        if len(names) != len(self.hello.seats):
            raise ProtocolError("there are not as many players")
        self.seats = [
            Seat(printable(name, 40), seat.bot, HERE if number == self.seat else seat.how)
            for number, (name, seat) in enumerate(zip(names, self.hello.seats, strict=True))
        ]

    def fit_name(self, text: str) -> str:
        seats = list(self.seats)
        seats[self.seat] = replace(seats[self.seat], name=text)
        return clean_seats(seats)[self.seat].name

    def sit(self, cut: str = "", name: str = "") -> None:
        self.cut, self._name = cut, name
        if self._cut_given is None and self.hello.cuts and cut:
            self._cut_given = cut_hash(self.hello.game_id, self.seat, cut)
        self.ask(Sit(self._cut_given if self.hello.cuts else None, self._name))

    def ask_again(self) -> None:
        self.send(self.seat, Say("again?"))

    def come_along(self) -> None:
        self.ask(ComeAlong())

    def want_review(self, wanted: bool) -> None:
        self.ask(WantReview(wanted))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Hear what the table says, and go there again where the line breaks, until there is no way back."""
        while True:
            try:
                while True:
                    self._hear(from_table(await self._line(reader)))
                    await asyncio.sleep(0)  # whatever the host says, the face goes on
            except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                pass
            except Exception:
                self.ended = _("What the host's program says doesn't fit {game}.", game=self.game.title)
            self._close_line()
            trouble = self.known.trouble or self._unanswered
            if not self._comes_back:
                self.ended = self.ended or trouble
            before = self.hello.game_id
            while not self.ended:
                self._tell(updates.Troubled(trouble))
                await asyncio.sleep(RETRY_SECONDS)
                with suppress(JoinError):
                    reader = await self._greet()
                    break
            if self.ended:
                self._tell(updates.Gone(self.ended))
                return
            if self.hello.game_id != before:  # it was killed while it played again
                self._come_to_another()
            self._tell(updates.Mended())
            if self.sits:
                self.sit(self.cut, "" if self.hello.began else self._name)
                self._tell(updates.Returned())

    async def _line(self, reader: asyncio.StreamReader) -> bytes:
        """Return the next line; a host that is silent does not answer now, and may again: its line has not ended."""
        silent, stopped = False, lost()
        while True:
            try:
                async with timeout(SILENCE_SECONDS):
                    line = await reader.readuntil(b"\n")
            except TimeoutError:
                silent = True
                self._tell(updates.Troubled(self.known.trouble or self._unanswered))
            else:
                break
        if silent and self.known.trouble == self._unanswered:
            self._tell(updates.Troubled(None))
        self._stood_still = self._stood_still or lost() > stopped
        return line

    @property
    def _unanswered(self) -> str:
        if self.watches:
            return _("{name}'s machine doesn't answer.", name=self.owner)
        return _("{name}'s machine doesn't answer. Your seat is kept.", name=self.owner)

    def _close_line(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()

    def ask(self, command: Command | FarCommand) -> None:
        """Ask that of the table, if a line says it: else the host does it by itself. What becomes of it is told."""
        if self.watches and isinstance(command, Ready):
            return  # nobody waits for an onlooker
        self.known.ask(self.seat, command)
        if (line := command_line(self.game, command)) is not None:
            self._send(line)

    def _send(self, line: protocol.Line) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(written(line))
            if self._writer.transport.get_write_buffer_size() > UNREAD:
                self._writer.transport.abort()

    # What the table says

    def _hear(self, said: Any) -> None:
        match said:
            case protocol.Ping():
                self._send(protocol.Pong())
            case protocol.Bye():
                why = heard(said)
                self._tell(updates.Troubled(why))
                if said.final:
                    self.ended = why or _("There's no seat.")
                raise ConnectionError
            case protocol.Hello():
                if not self.invited:
                    raise ProtocolError("no other match was asked for")
                self._enter(said)
                self._come_to_another()
            case _:
                update = update_of(self.game, self.seat, len(self.seats), said)
                if update is not None:
                    self._heed(update)

    def _come_to_another(self) -> None:
        """Look at the table of another match, which has said hello."""
        self._forget()
        self._tell(updates.CameAlong())

    def _heed(self, update: Update) -> None:
        """Take in what the table tells, and answer what it asks of this end's program."""
        match update:
            case updates.Happened(start):
                self._worded = min(self._worded, start)
            case updates.Stood(view=View() as view):
                self._put_in_words(self.known.whole(view))
            case updates.Present(names=names) if names:
                self._call(names)
            case updates.RecordPart():
                self._keep_part(update)
            case updates.Over(result=result) if not self._proves(result.proof):
                self._tell(updates.Troubled(_("The seed doesn't fit the commitment: these deals aren't proved.")))
                update = replace(update, result=result._replace(proof=result.proof._replace(seed=None)))
        self._tell(update)
        match update:
            case updates.CameBack(seat) if seat == self.seat and self._stood_still:
                self._stood_still = False
                self._tell(updates.Returned())
            case updates.CutAsked(hashes):
                if self._cut_given is None or hashes[self.seat : self.seat + 1] != [self._cut_given]:
                    raise ProtocolError("this is not the hash that was given")
                self.told_cut = self.cut
                self.ask(GiveCut(self.cut))
            case updates.Over() if not (self.watches or self._has_record):
                self._record, self._record_parts = [], 0  # it is asked for at once, as the host may leave
                self.ask(WantRecord())

    def _proves(self, proof: Proof) -> bool:
        """Whether a seed, where one is told, fits the commitment that was shown before the first card."""
        return proof.seed is None or commitment(proof.seed, self.hello.game_id) == self.commitment

    def _put_in_words(self, view: View) -> None:
        """Say all that is to be said of a view before a face does: what is no match cannot be told."""
        said = self.game.words.to(view.observation, [seat.name for seat in self.seats])
        for event in view.events[self._worded :]:
            said.event(event)
        self._worded = len(view.events)
        for action in view.legal:
            said.label(action)
            said.name(action)
            said.explain(action)
        for tell in (said.question, said.standing, said.hand, said.aim):
            tell()

    # What everybody knows

    @property
    def trouble(self) -> str | None:
        """Why nothing goes on, or why the match may not be ended, in a sentence."""
        return self.known.trouble or self.known.refusal or None

    @property
    def sits(self) -> bool:
        return self.known.sits

    @property
    def refused(self) -> str:
        return self.known.unseated

    @property
    def present(self) -> Sequence[int]:
        return self.known.present

    @property
    def invited(self) -> bool:
        return self.known.invited

    @property
    def options(self) -> Mapping[str, Value]:
        return self.hello.options

    @property
    def commitment(self) -> str | None:
        return self.hello.commitment

    @property
    def owner(self) -> str:
        there = zip(self.seats, self.hello.seats, strict=True)
        return all_of(seat.name for seat, at_host in there if at_host.how == HERE)

    @property
    def played(self) -> str:
        words, chosen = self.game.words, list(self.options.items())[:2]
        options = listed(
            _("{option} {value}", option=words.option(name), value=words.choice(name, value)) for name, value in chosen
        )
        return _("{name}: {sentence}", name=self.game.title, sentence=options) if options else self.game.title

    @property
    def here(self) -> list[int]:
        """The seat of who sits at this end; nobody does who watches."""
        return [] if self.watches else [self.seat]

    @property
    def over(self) -> bool:
        return self.known.result is not None

    @property
    def help(self) -> Help:
        """Whether all agreed to hints; how many there were only the host's record tells."""
        return Help(agreed=self.hello.hints)

    @property
    def hints_told(self) -> str:
        if not self.hello.hints:
            return ""
        return _(
            "There are hints at this table: the coach shows what each choice brings, and the record notes it. "
            "Whoever sits down agrees."
        )

    @property
    def help_refusal(self) -> str:
        """No record is too old to tell of hints that is played here."""
        return ""

    @property
    def goes_on(self) -> bool:
        return self.hello.began

    @property
    def judges(self) -> RemoteCoach:
        """The host's machine judges."""
        return RemoteCoach(self)

    @property
    def begun(self) -> bool:
        return self.known.stop is not None

    @property
    def scores(self) -> Sequence[float]:
        known = self.known
        return known.scores if known.result is None else known.result.scores

    @property
    def apart(self) -> bool:
        """Whether those who move at the same time each have a clock of their own: here always."""
        return True

    @property
    def proof(self) -> Proof:
        """What proves the deals, once the match is over."""
        return Proof(None, None) if self.known.result is None else self.known.result.proof

    def seconds_for(self, seat: int) -> float:
        """Only the host's table knows how long a bot takes."""
        raise ValueError(f"seat {seat} is another one's")

    # What a face does

    def join(self, seats: Collection[int] = ()) -> Place:
        """Sit down at the screen; ValueError for a seat that is another one's."""
        if set(seats) - {*self.here}:
            raise ValueError(f"no other seat than {self.seat} is played here")
        return Place(self, self.here)

    async def _next(self, place: Place) -> Stop:
        known = self.known
        if known.stop is not None and place.last_stop is known.stop and not self.is_asked(self.seat):
            self.ask(Ready(known.number))
        while (
            (stop := known.stop) is None
            or self._told_half
            or (place.last_stop is stop and not self.is_asked(self.seat))
        ):
            if stop is not None and stop.kind is MomentKind.MATCH_END:
                break
            await self._changed.wait()
        if stop.kind is MomentKind.MATCH_END:  # what proves the deals is told after the last event
            with suppress(TimeoutError):
                async with timeout(PROOF_SECONDS):
                    while not self.over:
                        await self._changed.wait()
        place.seen, place.last_stop = self.number, stop
        return stop

    @property
    def _told_half(self) -> bool:
        """Whether a clock is to run, and what can be chosen first is still on its way."""
        return self.known.at(MomentKind.MEASURE) and self.known.turn is None and not self.watches

    def _gone(self, place: Place) -> None:
        """The table waits for nobody who has not said that it is ready."""

    def view(self, seat: int) -> View:
        """Return what this seat may see; to one that has only come in, nothing has happened yet."""
        if seat not in (self.seat, NOBODY):
            raise ValueError("this is another one's seat")
        if self.known.view is None:
            state = self.game.new_state(len(self.seats), **self.options)
            return View(self.seat, state.observation(self.seat), (), (), state.current_player())
        return self.known.view

    def _do(self, seat: int, command: Command) -> None:
        match command:
            case Play(action):
                self._check_legal(action, self.view(seat))
                if self._writer is None:
                    raise IllegalAction((self.trouble or self._unanswered).removesuffix("."))  # a clause
                command = Play(action, self.number)
            case Choose(action, None):
                self._check_legal(action, self.turn(seat).view)
            case TakeBack():
                raise IllegalAction(_("only one person against bots may take moves back"))
        self.ask(command)

    def _check_legal(self, action: Action, view: View) -> None:
        if action not in view.legal:
            names = [seat.name for seat in self.seats]
            raise IllegalAction(self.game.words.to(view.observation, names).refusal(action))

    @property
    def ending(self) -> Ending | None:
        return None if self.known.result is None else self.known.result.ending

    # At a race

    def turn(self, seat: int) -> Turn:
        """Return how far this seat has come at a MEASURE; ValueError where it does not move with others."""
        if seat != self.seat or (turn := self.known.choosing()) is None:
            raise ValueError(f"seat {seat} does not move at the same time as others")
        return turn

    @property
    def noted_clock(self) -> ClockLog | None:
        """What was done to this end's clock."""
        return self.known.clock_log

    async def measured(self) -> None:
        number = self.number
        self.ask(Ready(number))
        while number == self.number:
            await self._changed.wait()

    # The finished record

    @property
    def _has_record(self) -> bool:
        return 0 < self._record_parts == len(self._record)

    async def record(self) -> bytes:
        if not self.over:
            raise ValueError(_("The match isn't over."))
        async with timeout(ANSWER_SECONDS if self._writer is not None else 0):
            while not self._has_record:
                await self._changed.wait()
        data = "".join(self._record).encode()
        if hashlib.sha256(data).hexdigest() != self.known.record_hash:
            raise ValueError(_("This isn't the record whose hash the table gave."))
        return data

    def _keep_part(self, said: updates.RecordPart) -> None:
        """Take the next part; ProtocolError where it is none."""
        if self.watches or not self.over or said.n != len(self._record) or not said.text:
            raise ProtocolError("this is no part of a record")
        if not said.n < said.of <= MOST_PARTS or said.of != (self._record_parts or said.of):
            raise ProtocolError("this is no part of a record")
        self._record_parts = said.of
        self._record.append(said.text)

    # What its owner does

    def start(self) -> None:
        """The bots are the host's."""

    def stop(self) -> None:
        """The bots are the host's."""

    def close(self) -> None:
        """Go away for good; the seat is kept."""
        if self._writer is not None:
            self.ask(Leave())
        if self._task is not None:
            self._task.cancel()
        self._close_line()

    async def end(self) -> None:
        self.close()
        if self._task is not None:
            await asyncio.wait([self._task])


class RemoteCoach:
    """The host's machine judges, from what this seat sees; here nothing thinks."""

    thinks_on = False

    def __init__(self, table: RemoteTable) -> None:
        self.trouble: str | None = None
        self._table = table

    def start(self) -> None:
        """The host's process is the host's."""

    async def judge(
        self,
        seen: Observation,
        legal: Sequence[Action],
        grown: Callable[[Judgement], object] = lambda _: None,
        *,
        keep: Action | None = None,
        more: int = 0,
    ) -> Judgement | None:
        """Ask for a hint for the question that stands, and return it when it is whole; `grown` is told of its parts.

        None also where the line breaks: it is asked anew then.
        """
        table, self.trouble = self._table, None
        number, most = table.number, 0
        known = table.known
        table.ask(WantHint(number, more))
        while number == table.number and known.trouble is None:
            change, found = table.next_change(), known.judged
            if isinstance(found, str):
                self.trouble = found
                return None
            if found is not None and found.whole:
                return found
            if found is not None and found.worlds > most:
                most = found.worlds
                grown(found)
            await change.wait()
        return None

    def cancel(self) -> None:
        """The host ends it with the question."""

    def close(self) -> None:
        """The host ends it with the question."""
