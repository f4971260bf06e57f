"""A table that is elsewhere: it offers a face in this process what `herrlof.table.table.Table` offers there.

It holds what one seat was told, and nothing else. Where its line breaks it comes back by itself, with its token.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from herrlof import __version__
from herrlof.game import NOBODY, Action, Game, IllegalAction, Observation, Value, complete_options
from herrlof.games import GAMES, missing
from herrlof.messages import _, all_of, listed
from herrlof.records.help import Help
from herrlof.records.names import HERE, Seat, clean_seats, printable
from herrlof.seats import protocol
from herrlof.seats.protocol import Listener, ProtocolError, from_table, greeted, judgement_of, written
from herrlof.table.dealing import commitment, cut_hash
from herrlof.table.match import Clock
from herrlof.table.table import MomentKind, Player, Proof, Reading, Stop, View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect: TypeAlias = Callable[[], Awaitable[Streams]]
"""Goes to the host's door; OSError: nobody answers."""

ANSWER_SECONDS: Final = 10.0
SILENCE_SECONDS: Final = 20.0
"""A host that has said nothing for so long does not answer any more."""
UNREAD: Final = 1 << 20
"""Bytes that a host may leave unread before its line is ended."""
PROOF_SECONDS: Final = 2.0
"""How long the end of a match waits for what proves its deals."""
RETRY_SECONDS: Final = 1.0
MOST_PARTS: Final = 1 << 10
"""Parts of a finished record at most."""


class JoinError(Exception):
    """There is no seat to be had; the message is a sentence."""


class RemoteTable:
    """One seat's end of a table elsewhere."""

    def __init__(
        self, connect: Connect, token: str | None = None, comes_back: bool = True, keeps_record: bool = False
    ) -> None:
        """Name the way there, and the token of a seat that was had before.

        `comes_back`: whether the way can be gone again, where the line breaks. `keeps_record`: whether the finished
        record can be kept at this end; it is asked for as soon as there is one, as the host may leave then.
        """
        self._connect = connect
        self._comes_back, self._keeps_record = comes_back, keeps_record
        self.token = token
        self.pace = 1.0
        self.clock = True
        self.ended = ""
        """Why there is no way back, in a sentence."""
        self.changed: Callable[[], object] = lambda: None
        """Called when something is told beside the stops."""
        self.came_back: Callable[[], object] = lambda: None
        """Called when the line is mended: what the face had been shown before counts no more."""
        self.gone: Callable[[], object] = lambda: None
        """Called when there is no way back."""
        self.anew: Callable[[], object] = lambda: None
        """Called when this end has come along to another match, and looks at its table."""
        self.players: Mapping[int, Player] = {}
        self.hello: protocol.Hello
        self.game: Game
        self.seat: int = NOBODY
        self.seats: Sequence[Seat] = ()
        self._listener: Listener
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._number = 0
        """How many stops were told, over all lines."""
        self._changed = asyncio.Event()
        self._forget()

    def _forget(self) -> None:
        """Begin at a table of which nothing is known yet."""
        self.trouble: str | None = None
        """Why nothing goes on, in a sentence."""
        self.refused = ""
        """Why this end has not sat down as it wanted, in a sentence."""
        self.present: Sequence[int] = ()
        """Who is at the table already, before the match begins."""
        self.sits = False
        self.invited = False
        """Whether the host plays again, and this end may come along."""
        self._view: View | None = None
        self._stop: Stop | None = None
        self._answered: Stop | None = None
        """The question that was answered last."""
        self._id = 0
        """What the host calls the last one."""
        self._worded = 0
        """How many events have been put in words."""
        self.cut = self._name = ""
        """What was typed to cut, and how the player wants to be called."""
        self._cut_given: str | None = None
        self.told_cut = ""
        """What was cut here, once the table has been told."""
        self._away: dict[int, float] = {}
        self.stand_ins: dict[int, str] = {}
        """The bots that play for players who are away."""
        self.wanted: dict[int, Sequence[int]] = {}
        """For each seat that is away, who wants a bot to play for it."""
        self.readings: dict[int, Reading] = {}
        """What the clocks of seats say that each have their own."""
        self._turn: RemoteTurn | None = None
        self._clock: Clock | None = None
        self._scores: Sequence[float] = ()
        self.judged: Judgement | str | None = None
        """What is known of the question by a hint, or why there is none."""
        self._over: protocol.Over | None = None
        self._record: list[str] = []
        """The parts of the finished record that have come,"""
        self._record_parts = 0
        """and how many there are."""

    # How one comes there

    async def open(self) -> None:
        """Go to the table and hear what it is about; JoinError says why there is no seat."""
        reader = await self._greet()
        self._task = asyncio.ensure_future(self._listen(reader))

    async def look(self) -> None:
        """Hear what the table is about, and take no seat; JoinError says why there is none."""
        await self._greet(looks=True)
        self._close_line()

    async def _greet(self, looks: bool = False) -> asyncio.StreamReader:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await self._connect()
                rules = {key: GAMES[key].version for key in GAMES}
                hello = protocol.SeatHello(
                    protocol=protocol.PROTOCOL,
                    program=f"herrlof-{__version__}",
                    token=self.token,
                    rules=rules,
                    face=True,
                    looks=looks,
                )
                writer.write(written(hello))
                first = await reader.readuntil(b"\n")
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise JoinError(_("The host's machine does not answer.")) from None
        try:
            greeted(first, _("The host's program"))
            said = from_table(first)
        except ProtocolError as error:
            writer.close()
            raise JoinError(str(error)) from None
        if isinstance(said, protocol.Bye):
            writer.close()
            self.ended = printable(said.text, 500) if said.final else ""
            raise JoinError(printable(said.text, 500) or _("There is no seat."))
        if not isinstance(said, protocol.Hello):
            writer.close()
            raise JoinError(_("What answers there is no table."))
        self._enter(said)
        self._writer = writer
        return reader

    def _enter(self, hello: protocol.Hello) -> None:
        """Take in what the table is about."""
        if hello.game not in GAMES:
            raise JoinError(missing(hello.game))
        game = GAMES[hello.game]
        if hello.version != game.version:
            raise JoinError(_("The rules differ: the host's program has another version of {game}.", game=game.title))
        if not len(hello.names) == len(hello.seats) > hello.seat:
            raise JoinError(_("What answers there is no table."))
        self.hello, self.game, self.seat, self.token = hello, game, hello.seat, hello.token
        self._call(hello.names)
        try:
            complete_options(game, len(self.seats), hello.options)
        except ValueError:
            raise JoinError(_("What answers there is no table.")) from None
        self.pace = hello.pace
        self._listener, self._worded = Listener(game), 0

    def _call(self, names: Sequence[str]) -> None:
        """Take note of how everybody is called."""
        if len(names) != len(self.hello.seats):
            raise ProtocolError("there are not as many players")
        self.seats = [
            Seat(printable(name, 40), seat.bot, HERE if number == self.seat else seat.how)
            for number, (name, seat) in enumerate(zip(names, self.hello.seats, strict=True))
        ]

    def fit_name(self, text: str) -> str:
        """Return how this seat's player is called who types this; ValueError: nobody here can be called so."""
        seats = list(self.seats)
        seats[self.seat] = replace(seats[self.seat], name=text)
        return clean_seats(seats)[self.seat].name

    def sit(self, cut: str = "", name: str = "") -> None:
        """Sit down, with a `cut` if the cards may be cut, and by another `name` if one is wanted."""
        self.sits, self.refused = True, ""
        self.cut, self._name = cut, name
        if self._cut_given is None and self.hello.cuts and cut:
            self._cut_given = cut_hash(self.hello.game_id, self.seat, cut)
        self._send(protocol.Sit(cut_hash=self._cut_given if self.hello.cuts else None, name=self._name))

    def come_along(self) -> None:
        """Go to the table of the match that the host plays next."""
        self._send(protocol.Again())

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Hear what the table says, and go there again where the line breaks, until there is no way back."""
        while True:
            try:
                while True:
                    async with asyncio.timeout(SILENCE_SECONDS):
                        line = await reader.readuntil(b"\n")
                    self._hear(from_table(line))
                    await asyncio.sleep(0)  # whatever the host says, the face goes on
            except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                pass
            except Exception:
                self.ended = _("What the host's program says fits no match of {game}.", game=self.game.title)
            self._close_line()
            self.trouble = self.trouble or _(
                "The machine of {name} does not answer. Your seat is kept.", name=self.owner
            )
            if not self._comes_back:
                self.ended = self.ended or self.trouble
            before = self.hello.game_id
            while not self.ended:
                self._wake()
                await asyncio.sleep(RETRY_SECONDS)
                with suppress(JoinError):
                    reader = await self._greet()
                    break
            if self.ended:
                self.trouble = self.ended
                self._wake()
                self.gone()
                return
            if self.hello.game_id != before:  # it was killed while it played again
                self._forget()
                self.anew()
            self.trouble, self.refused = None, ""
            self._stop, self._view, self._turn, self.readings = None, None, None, {}
            self._away, self.stand_ins, self.wanted = {}, {}, {}
            if self.sits:
                self.sit(self.cut, "" if self.hello.began else self._name)
                self.came_back()
            self._wake()

    def _close_line(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()

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
                self.trouble = printable(said.text, 500)
                if said.final:
                    self.ended = self.trouble or _("There is no seat.")
                raise ConnectionError
            case protocol.Events():
                self._listener.hear(said)
                self._worded = min(self._worded, said.start)
            case protocol.Ask():
                view = self._listener.view(self.seat, said.observation, said.legal, self.seat)  # type: ignore[arg-type]
                self._stand(said.id, Stop(MomentKind.ASK, self.seat), view)
            case protocol.StopLine():
                self._check_seats(said.seat, said.mover)
                view = self._listener.view(self.seat, said.observation, (), said.mover)  # type: ignore[arg-type]
                self._scores = said.scores
                self._stand(said.n, Stop(MomentKind(said.kind), said.seat, said.seconds, said.reason[:40]), view)
            case protocol.TurnLine():
                self._hear_turn(said)
            case protocol.Clocks():
                self._check_seats(len(said.clocks) - 1)
                self.readings = {
                    seat: Reading(tuple(clock.times), tuple(clock.order), clock.ready, clock.over)
                    for seat, clock in enumerate(said.clocks)
                    if clock is not None
                }
            case protocol.Refused(id=0):  # no question has that number
                self.sits, self.refused = False, printable(said.text, 500)
            case protocol.Refused():
                self.judged = printable(said.text, 500)
                if said.id == self._id and self._answered is not None and self._stop is None:
                    self._stop = self._answered
                    self._number += 1  # the same question again
            case protocol.Judged():
                if said.id == self._id and self._view is not None:
                    self.judged = judgement_of(self.game, said, self._view.legal)
            case protocol.Present():
                self._check_seats(*said.seats)
                self.present = said.seats
                if said.names:
                    self._call(said.names)
            case protocol.Again():
                self.invited = True
            case protocol.Hello():
                if not self.invited:
                    raise ProtocolError("no other match was asked for")
                self._forget()
                self._enter(said)
                self.anew()
            case protocol.Away():
                self._check_seats(said.seat)
                self._away[said.seat] = monotonic() - said.seconds
            case protocol.Back():
                self._away.pop(said.seat, None)
                self.stand_ins.pop(said.seat, None)
            case protocol.StandIn():
                self._check_seats(said.seat, *said.wanted_by)
                self.stand_ins.pop(said.seat, None)
                if said.bot is not None:
                    self.stand_ins[said.seat] = said.bot
                self.wanted[said.seat] = said.wanted_by
            case protocol.CutAsked():
                if self._cut_given is None or said.hashes[self.seat : self.seat + 1] != [self._cut_given]:
                    raise ProtocolError("this is not the hash that was given")
                self.told_cut = self.cut
                self._send(protocol.Cut(cut=self.cut))
            case protocol.Over():
                self._over = said
                if self._keeps_record and not self._has_record:
                    self._record, self._record_parts = [], 0
                    self._send(protocol.RecordWanted())
            case protocol.RecordPart():
                self._keep_part(said)
        self._wake()

    def _check_seats(self, *seats: int) -> None:
        """ProtocolError where one of them is none of this table."""
        if max(seats, default=0) >= len(self.seats):
            raise ProtocolError("there is no such seat")

    def _put_in_words(self, view: View) -> None:
        """Say all that is to be said of a view before a face does: what is no match cannot be told."""
        words, names = self.game.words, [seat.name for seat in self.seats]
        for event in view.events[self._worded :]:
            words.event(event, view.observation, names)
        self._worded = len(view.events)
        for action in view.legal:
            words.label(action, view.observation, names)
            words.name(action, view.observation, names)
            words.explain(action, view.observation, names)
        for tell in (words.question, words.standing, words.hand, words.aim):
            tell(view.observation, names)

    def _stand(self, number: int, stop: Stop, view: View) -> None:
        self._put_in_words(view)
        self._id, self._stop, self._view = number, stop, view
        self._number += 1
        self._turn, self.readings = None, {}
        if stop.kind is not MomentKind.MEASURE:
            self._clock = None

    def _hear_turn(self, said: protocol.TurnLine) -> None:
        if self._stop is None or self._stop.kind is not MomentKind.MEASURE or self._view is None:
            raise ProtocolError("no clock runs now")
        view = self._listener.view(self.seat, said.observation, said.legal, self._view.mover)
        if self._turn is None:
            self._turn = RemoteTurn(self, view)
        self._turn.heard(said.made, view)

    @property
    def _told_half(self) -> bool:
        """Whether a clock is to run, and what can be chosen first is still on its way."""
        return self._stop is not None and self._stop.kind is MomentKind.MEASURE and self._turn is None

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
        self.changed()

    def next_change(self) -> asyncio.Event:
        """Return what is set when something is told, or the line breaks."""
        return self._changed

    # What everybody knows

    @property
    def options(self) -> Mapping[str, Value]:
        """What the match is played by."""
        return self.hello.options

    @property
    def commitment(self) -> str | None:
        """What was shown before the first card; None where there is none."""
        return self.hello.commitment

    @property
    def people(self) -> list[int]:
        """The seats of people, wherever they sit."""
        return [number for number, seat in enumerate(self.seats) if seat.person]

    @property
    def owner(self) -> str:
        """The names of those who sit at the host's keyboard."""
        there = zip(self.seats, self.hello.seats, strict=True)
        return all_of(seat.name for seat, at_host in there if at_host.how == HERE)

    @property
    def played(self) -> str:
        """What is played, by what was chosen first."""
        words, chosen = self.game.words, list(self.options.items())[:2]
        options = listed(
            _("{option} {value}", option=words.option(name), value=words.choice(name, value)) for name, value in chosen
        )
        return _("{name}: {sentence}", name=self.game.title, sentence=options) if options else self.game.title

    @property
    def here(self) -> list[int]:
        """The seat of who sits at this end."""
        return [self.seat]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._over is not None

    @property
    def help(self) -> Help:
        """Whether all agreed to hints; how many there were only the host's record tells."""
        return Help(agreed=self.hello.hints)

    @property
    def hints_told(self) -> str:
        """What is told of hints before one sits down; nothing where there are none."""
        if not self.hello.hints:
            return ""
        return _(
            "There are hints at this table: the coach shows what each choice brings, and the record notes each hint. "
            "Who sits down agrees."
        )

    @property
    def help_refusal(self) -> str:
        """No record is too old to tell of hints that is played here."""
        return ""

    @property
    def goes_on(self) -> bool:
        """Whether the match had begun before this end came there."""
        return self.hello.began

    @property
    def begun(self) -> bool:
        """Whether the table has told where it stands."""
        return self._stop is not None

    @property
    def scores(self) -> Sequence[float]:
        """What a scoreboard shows now; nothing where the game counts nothing."""
        return self._scores if self._over is None else self._over.scores

    @property
    def away(self) -> Mapping[int, float]:
        """Since how many seconds players are away."""
        return {seat: monotonic() - since for seat, since in self._away.items()}

    @property
    def number(self) -> int:
        """How many stops there have been."""
        return self._number

    @property
    def apart(self) -> bool:
        """Whether those who move at the same time each have a clock of their own: here always."""
        return True

    @property
    def proof(self) -> Proof:
        """What proves the deals, once the match is over: a seed that does not fit its commitment proves nothing."""
        if self._over is None:
            return Proof(None, None)
        seed = None if self._over.seed is None else bytes.fromhex(self._over.seed)
        if seed is not None and (len(seed) != 32 or commitment(seed, self.hello.game_id) != self.commitment):
            self.trouble, seed = _("The seed does not fit the commitment: these deals are not proved."), None
        return Proof(self._over.deals, seed)

    def seconds_for(self, seat: int) -> float:
        """Only the host's table knows how long a bot takes."""
        raise ValueError(f"seat {seat} is another one's")

    # What a face does

    def join(self, seats: Collection[int] = ()) -> RemotePlace:
        """Sit down at the screen; ValueError for a seat that is another one's."""
        if set(seats) - {self.seat}:
            raise ValueError(f"no other seat than {self.seat} is played here")
        return RemotePlace(self)

    def view(self, seat: int) -> View:
        """Return what this seat may see; to one that has only come in, nothing has happened yet."""
        if seat not in (self.seat, NOBODY):
            raise ValueError("this is another one's seat")
        if self._view is None:
            state = self.game.new_state(len(self.seats), **self.options)
            return View(self.seat, state.observation(self.seat), (), (), state.current_player())
        return self._view

    def play(self, seat: int, action: Action) -> None:
        """Answer the question; IllegalAction says which rule forbids it."""
        if self._stop != Stop(MomentKind.ASK, seat) or self._view is None:
            raise IllegalAction("it is not your turn")
        if action not in self._view.legal:
            raise IllegalAction(self.game.words.refusal(action, self._view.observation))
        if self._writer is None:
            raise IllegalAction(self.trouble or "the host's machine does not answer")
        self._send(protocol.Move(id=self._id, do=self.game.encode(action)))
        self._answered, self._stop = self._stop, None

    def take_back(self, seat: int) -> Action:
        """Nothing is taken back between two people."""
        raise IllegalAction("moves are taken back only by one person against bots")

    def note_hint(self, seat: int) -> None:
        """IllegalAction says why there are no hints; the host notes each one where it judges."""
        if not self.hello.hints:
            raise IllegalAction(_("between people there are hints only if all agreed when the match began"))

    def want_stand_in(self, by: Collection[int], seat: int, wanted: bool = True) -> None:
        """Say whether a bot is to play for who is away."""
        self._send(protocol.Wants(seat=seat, bot=wanted))

    # At a race

    def turn(self, seat: int) -> RemoteTurn:
        """Return the moves of this seat at a MEASURE; ValueError where there are none."""
        if seat != self.seat or self._turn is None:
            raise ValueError(f"seat {seat} does not move at the same time as others")
        return self._turn

    @property
    def noted_clock(self) -> Clock | None:
        """What was done to this end's clock."""
        return self._clock

    def read_clock(self, seat: int, reading: Reading) -> None:
        """Tell the table what this end's clock says."""
        self.readings[seat] = reading
        self._clock = Clock(reading.stops, reading.restarts)
        self._send(
            protocol.Clock(
                times=list(reading.times), order=list(reading.order), ready=reading.ready, over=reading.over,
                stops=reading.stops, restarts=reading.restarts,
            )
        )  # fmt: skip

    async def measured(self) -> None:
        """Wait until all clocks are over, and the race is recorded."""
        number = self._number
        self._send(protocol.Ready(n=self._id))
        while number == self._number:
            await self._changed.wait()

    async def measure(self, outcome: str) -> None:
        """Nothing is measured here for others."""
        raise IllegalAction("no clock runs now")

    # The finished record

    @property
    def _has_record(self) -> bool:
        return 0 < self._record_parts == len(self._record)

    async def record(self) -> bytes:
        """Return the finished record as it stood on the host's disk; ValueError where it is not whole."""
        if self._over is None:
            raise ValueError(_("The match is not over."))
        async with asyncio.timeout(ANSWER_SECONDS if self._writer is not None else 0):
            while not self._has_record:
                await self._changed.wait()
        data = "".join(self._record).encode()
        if hashlib.sha256(data).hexdigest() != self._over.record_hash:
            raise ValueError(_("This is not the record whose hash the table told."))
        return data

    def _keep_part(self, said: protocol.RecordPart) -> None:
        """Take the next part; ProtocolError where it is none."""
        if not self._keeps_record or self._over is None or said.n != len(self._record) or not said.text:
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

    def save(self) -> bool:
        """Everything is safe at the host's."""
        return True

    def close(self) -> None:
        """Go away for good; the seat is kept."""
        self._send(protocol.Bye())
        if self._task is not None:
            self._task.cancel()
        self._close_line()


class RemoteCoach:
    """The host's machine judges, from what this seat sees; here nothing thinks."""

    def __init__(self, table: RemoteTable) -> None:
        """Ask the host of a table."""
        self.trouble: str | None = None
        self._table = table

    def start(self) -> None:
        """The host's process is the host's."""

    async def judge(
        self,
        seen: Observation,
        legal: Sequence[Action],
        rng: Random,
        worlds: int,
        grown: Callable[[Judgement], object],
    ) -> Judgement | None:
        """Ask for a hint for the question that stands, and return it when it is whole; `grown` is told of its parts.

        None also where the line breaks: it is asked anew then.
        """
        table, self.trouble = self._table, None
        number, most = table.number, 0
        table.judged = None
        table._send(protocol.HintWanted(id=table._id, worlds=worlds))
        while number == table.number and table.trouble is None:
            change, found = table.next_change(), table.judged
            if isinstance(found, str):
                self.trouble = found
                return None
            if found is not None and found.worlds >= worlds:
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


class RemotePlace:
    """A face's place at a table elsewhere."""

    def __init__(self, table: RemoteTable) -> None:
        """Sit down, and be present from the first `next` on."""
        self.seats = frozenset([table.seat])
        self.seen = 0
        self._table = table

    async def next(self) -> Stop:
        """Be done with the last stop and wait for the next one; a question that is not answered comes again."""
        table = self._table
        stop = table._stop
        if stop is not None and self.seen == table._number and stop != Stop(MomentKind.ASK, table.seat):
            table._send(protocol.Ready(n=table._id))
        while (stop := table._stop) is None or self.seen == table._number or table._told_half:
            if stop is not None and stop.kind is MomentKind.MATCH_END:
                break
            await table._changed.wait()
        if stop.kind is MomentKind.MATCH_END:  # what proves the deals is told after the last event
            with suppress(TimeoutError):
                async with asyncio.timeout(PROOF_SECONDS):
                    while not table.over:
                        await table._changed.wait()
        self.seen = table._number
        return stop

    def leave(self) -> None:
        """Look at another page: the table waits for nobody who has not said that it is ready."""
        self.seen = 0


class RemoteTurn:
    """A seat's own moves while others move too; each is answered by what can be chosen next."""

    def __init__(self, table: RemoteTable, view: View) -> None:
        """Begin with what can be chosen first."""
        self._table = table
        self.seat = table.seat
        self.made = 0
        """How many moves the host has taken."""
        self._view = view
        self._sent = 0

    def heard(self, made: int, view: View) -> None:
        """Take in what can be chosen next."""
        self.made, self._view = made, view
        self._sent = max(self._sent, made)

    @property
    def waits(self) -> bool:
        """Whether a move is on its way."""
        return self._sent > self.made

    @property
    def done(self) -> bool:
        """Whether the seat has made all its moves."""
        return not self.waits and not self._view.legal

    def view(self) -> View:
        """Return what the seat knows and may do now; nothing to do while a move is on its way."""
        return self._view._replace(legal=()) if self.waits else self._view

    def play(self, action: Action) -> None:
        """Make a move; IllegalAction if it is none."""
        if action not in self.view().legal:
            raise IllegalAction("this cannot be done now")
        self._sent += 1
        self._table._send(protocol.Choose(do=self._table.game.encode(action)))

    def change(self, index: int, action: Action) -> None:
        """Make another move of this turn instead, the first being 0."""
        self._table._send(protocol.Choose(do=self._table.game.encode(action), index=index))
