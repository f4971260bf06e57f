"""The host's end: guests at the doors of a table, each told what its seat may know and no more.

A guest is never waited for where it need not be: it is sent one stop and says when it is ready, so what it has not read
is a few lines; one that reads nothing, says too much or nothing at all is sent away and its seat kept for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from herrlof.coach.worker import Worker
from herrlof.game import NOBODY, IllegalAction, InvalidAction
from herrlof.games.json import to_json
from herrlof.messages import _
from herrlof.records.errors import RecordError
from herrlof.records.names import ELSEWHERE
from herrlof.records.storage import Storage, read_file
from herrlof.seats import protocol
from herrlof.seats.kept import Back, keep, kept
from herrlof.seats.program import hello_line, over_line
from herrlof.seats.protocol import ProtocolError, Teller, from_seat, greeted, legal_codes, written
from herrlof.table.dealing import cut_hash
from herrlof.table.table import MomentKind, Place, Reading, Stop, Table

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement

HELLO_SECONDS: Final = 10.0
"""How long a stranger at the door may take to say who it is."""
PING_SECONDS: Final = 5.0
SILENCE_SECONDS: Final = 15.0
"""Who has said nothing for so long is away: at least every third ping is answered."""
FAREWELL_SECONDS: Final = 10.0
STRANGERS: Final = 8
"""So many who have not said who they are; more are sent away."""
LINES_A_SECOND: Final = 40
BURST: Final = 200
"""So many lines come in at once, and then so many a second; what is more waits at the guest's end."""
UNREAD: Final = 1 << 20
"""Bytes that a guest may leave unread before it is sent away."""
WRONG: Final = 20
"""So many lines that are none, or not to be said now, and a guest is sent away."""
NAMES: Final = 10
"""So often the player of a seat chooses a name."""
RECORDS: Final = 3
"""So often a guest is sent the finished record."""
HINT_SECONDS: Final = 0.2
"""How long a hint stays as it is while more is found."""
PART: Final = 1 << 14
"""Characters of a record in a line."""


class Door(Protocol):
    """A way in. What it lets through are pairs of streams that speak the seat protocol."""

    @property
    def place(self) -> str:
        """From where one comes in by it: this machine, any computer, a browser."""

    @property
    def command(self) -> str:
        """What a guest types there; where each seat has its own way in, a line for each."""

    @property
    def opens(self) -> str:
        """What is open with this door, in a sentence."""

    @property
    def warns(self) -> str:
        """What of that is told however little room there is; nothing where that may be left out."""

    async def open(self) -> None:
        """Let guests in; DoorError says why that cannot be."""

    def close(self) -> None:
        """Shut it."""

    async def farewell(self) -> None:
        """Wait until all who came in by it have been told that it is shut, for a moment at most."""


@runtime_checkable
class CodedDoor(Door, Protocol):
    """A door that anybody can knock at."""

    @property
    def code(self) -> str:
        """What lets somebody in, once; nothing where every seat is taken, or its player has a code to come back."""

    @property
    def code_for(self) -> int:
        """The seat that the code leads to, whose player has lost its own; NOBODY: it is for somebody new."""

    @property
    def key(self) -> str:
        """By what a guest knows this machine."""

    def renew(self) -> None:
        """Make another code, for the next one who may need one."""


class DoorError(Exception):
    """A door that cannot be opened, or is none; the message is a sentence."""


class Guest:
    """Somebody at the other end of a line: a stranger until it has said hello, then a seat's player."""

    def __init__(
        self,
        host: Host,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        who: str,
        seated: Callable[[int], object],
    ) -> None:
        """Take the streams, whom the door takes it for, and whom to tell which seat it has."""
        self.who, self.seated = who, seated
        self.seat: int = NOBODY
        self.sits = False
        """Whether it has looked at the table and sat down."""
        self.record: bytes | None = None
        """The finished record of the match that it was at, where its host plays again and it has not come along yet."""
        self.cut_hash: str | None = None
        self.cut: asyncio.Future[str] | None = None
        self._host, self._reader, self._writer = host, reader, writer
        self._teller = Teller(host.table.game)
        self._place: Place | None = None
        self._number = 0
        """The number of the stop or the question that it was told of last."""
        self._asked = self._ended = False
        """Whether it is asked, and whether it was told that the match is over."""
        self._answered = asyncio.Event()
        self._heard = monotonic()
        self._wrong = self._records = 0
        self._tokens = float(BURST)
        self._tasks: list[asyncio.Task[None]] = []
        self._serving: asyncio.Task[None] | None = None
        self._judging: asyncio.Task[None] | None = None
        """What finds out about the question it is asked, once it has wanted a hint,"""
        self._judged = b""
        """and what it was told of that."""

    def send(self, *lines: protocol.Line) -> None:
        """Tell it something at once; who leaves too much unread is sent away."""
        self.write(*map(written, lines))

    def write(self, *lines: bytes) -> None:
        """Write lines."""
        if self._writer.is_closing():
            return
        self._writer.write(b"".join(lines))
        if self._writer.transport.get_write_buffer_size() > UNREAD:
            self.drop()

    def drop(self, text: str = "", final: bool = False) -> None:
        """Send it away, with a sentence if there is one."""
        if text and not self._writer.is_closing():
            with suppress(OSError):
                self._writer.write(written(protocol.Bye(text=text, final=final)))
        self._writer.close()
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._forget_hint()
        self._host.left(self)

    async def talk(self) -> None:
        """Listen to it from its hello to the end of the line."""
        looks = False
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await self._line()
            greeted(first, _("The guest's program"))
            said = from_seat(first)
            if not isinstance(said, protocol.SeatHello):
                raise ProtocolError("the first line says hello")
            looks = said.looks
            self._host.seat(self, said)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            self.drop()
            return
        except ProtocolError as error:
            if not looks:
                self._host.refused(str(error))
            self.drop(str(error), final=True)
            return
        watch = asyncio.ensure_future(self._watch())
        self._tasks += [watch]
        try:
            while not self._writer.is_closing():
                await self._listen()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self.drop()

    async def _line(self) -> bytes:
        line = await self._reader.readuntil(b"\n")
        self._heard = monotonic()
        return line

    async def _listen(self) -> None:
        """Hear one line, as fast as lines may come."""
        line = await self._line()
        self._tokens -= 1
        if self._tokens < 0:
            await asyncio.sleep(1 / LINES_A_SECOND)
            self._tokens += 1
        try:
            self._hear(from_seat(line))
        except (ProtocolError, IllegalAction, InvalidAction) as error:
            self._wrong += 1
            if self._wrong > WRONG:
                self.drop(_("Too much of what this seat says cannot be understood."))
            else:
                rule = self._host.rule(self.seat) if isinstance(error, IllegalAction) else ""
                self.send(protocol.Refused(id=self._number, rule=rule, text=str(error)[:4000]))

    async def _watch(self) -> None:
        """Ask whether it is still there."""
        while True:
            await asyncio.sleep(PING_SECONDS)
            self._tokens = min(BURST, self._tokens + PING_SECONDS * LINES_A_SECOND)
            if monotonic() - self._heard > SILENCE_SECONDS:
                self.drop()
                return
            self.send(protocol.Ping())

    # What it says

    def _hear(self, said: protocol.Line) -> None:
        table, seat = self._host.table, self.seat
        match said:
            case protocol.Ping():
                self.send(protocol.Pong())
            case protocol.Pong():
                pass
            case protocol.Bye():
                self.drop()
            case protocol.RecordWanted():
                record = self._host.record() if table.over else self.record
                if record is None or self._records == RECORDS:
                    raise ProtocolError("there is no record to be had now")
                self._records += 1
                self._tasks.append(asyncio.ensure_future(self._send_record(record)))
            case protocol.Again():
                self._host.come_along(self)
            case _ if seat == NOBODY:
                raise ProtocolError("the match is over")
            case protocol.Sit():
                self._host.sat(self, said)
            case protocol.Cut():
                if self.cut is None or self.cut.done():
                    raise ProtocolError("no cut is asked for")
                self.cut.set_result(said.cut)
            case protocol.Move():
                if said.id != self._number or not self._asked:
                    raise IllegalAction("this question is not asked any more")
                table.play(seat, table.game.decode(said.do))
                self._asked = False
                self._answered.set()
            case protocol.HintWanted():
                self._hint(said)
            case protocol.Ready():
                if said.n == self._number:
                    self._answered.set()
            case protocol.Choose():
                self._choose(said)
            case protocol.Clock():
                done = said.stops, said.restarts
                table.read_clock(seat, Reading(tuple(said.times), tuple(said.order), said.ready, said.over, *done))
            case protocol.Wants():
                table.want_stand_in([seat], said.seat, said.bot)
            case _:
                raise ProtocolError("this is not to be said now")

    def _hint(self, said: protocol.HintWanted) -> None:
        """Write down that it gets a hint, and judge its question, once."""
        if said.id != self._number or not self._asked:
            raise IllegalAction("this question is not asked any more")
        self._host.table.note_hint(self.seat)
        if self._judging is None:
            self._judging = asyncio.ensure_future(self._judge(said.id, said.worlds))
        elif self._judged:
            self.write(self._judged)

    async def _judge(self, number: int, worlds: int) -> None:
        """Tell what each choice is worth, from what this seat sees alone, while more is found."""
        host, shown = self._host, 0.0
        view = host.table.view(self.seat)

        def grown(found: Judgement) -> None:
            nonlocal shown
            if found.worlds >= worlds or monotonic() - shown >= HINT_SECONDS:
                shown = monotonic()
                self._judged = protocol.judged(host.table.game, number, found)
                self.write(self._judged)

        try:
            found = await host.coach.judge(view.observation, view.legal, Random(repr(view.observation)), worlds, grown)
            if found is not None:
                grown(found)
        except ValueError:  # more than a line holds
            found = None
        if found is None:
            self._judging = None  # it may be asked again
            self.send(protocol.Refused(id=number, rule="", text=host.coach.trouble or _("Nothing was judged.")))

    def _forget_hint(self) -> None:
        """Judge no more: the question is answered, or nobody is there to be told."""
        judging, self._judging, self._judged = self._judging, None, b""
        if judging is not None and not judging.done():
            judging.cancel()
            self._host.coach.cancel()

    def _choose(self, said: protocol.Choose) -> None:
        table = self._host.table
        try:
            turn = table.turn(self.seat)
        except ValueError:
            raise IllegalAction("no clock runs now") from None
        action = table.game.decode(said.do)
        if said.index is None:
            turn.play(action)
        else:
            turn.change(said.index, action)
        self._send_turn()

    def _send_turn(self) -> None:
        turn = self._host.table.turn(self.seat)
        view = turn.view()
        game = self._host.table.game
        self.send(
            protocol.TurnLine(
                made=turn.made,
                observation=to_json(game, view.observation),
                legal=legal_codes(game, view.legal),
            )
        )

    # What it is told

    def begin(self) -> None:
        """Take it to the table."""
        self._serving = asyncio.ensure_future(self._serve())
        self._tasks.append(self._serving)

    def end(self, record: bytes) -> None:
        """Leave it at the end of its match, whose record it may still want; its host plays again."""
        if self._serving is not None:
            self._serving.cancel()
        self._forget_hint()
        if not self._ended and self._host.table.over:  # it was still at something before
            self._number += 1
            self._tell(Stop(MomentKind.MATCH_END))
        self.send(protocol.Again())
        self._ended = False
        self._teller, self._number, self._records, self._asked = Teller(self._host.table.game), 0, 0, False
        self.seat, self.sits, self.record = NOBODY, False, record
        self.cut_hash = self.cut = None

    async def _serve(self) -> None:
        """Tell it stop by stop where the table stands."""
        table = self._host.table
        place = self._place = table.join([self.seat])
        try:
            while True:
                stop = await place.next()
                self._number += 1
                self._answered.clear()
                self._tell(stop)
                await self._answered.wait()
                self._forget_hint()
        finally:
            place.leave()

    def _tell(self, stop: Stop) -> None:
        table = self._host.table
        view = table.view(self.seat)
        self.write(*self._teller.news(view))
        self._ended = stop.kind is MomentKind.MATCH_END
        self._asked = stop.kind is MomentKind.ASK and stop.seat == self.seat
        if self._asked:
            self.write(self._teller.ask(self._number, view))
            return
        self.send(
            protocol.StopLine(
                n=self._number,
                kind=stop.kind.value,  # type: ignore[arg-type]  # a table stops for no other reasons
                seat=stop.seat,
                seconds=stop.seconds,
                reason=stop.reason,
                mover=view.mover,
                observation=to_json(table.game, view.observation),
                scores=list(table.scores),
            )
        )
        if stop.kind is MomentKind.MEASURE:
            self._send_turn()
            self.send(self._host.clocks())
        if self._ended:
            self.send(over_line(table.result, self._host.record_hash()))

    async def _send_record(self, record: bytes) -> None:
        """Send the finished record, part by part, as fast as it is read."""
        text = record.decode()
        parts = [text[start : start + PART] for start in range(0, len(text), PART)]
        for number, part in enumerate(parts):
            self.send(protocol.RecordPart(n=number, of=len(parts), text=part))
            await self._writer.drain()


class Host:
    """A table whose doors are open."""

    def __init__(self, table: Table, storage: Storage, cuts: bool = False) -> None:
        """Open nothing yet; each seat elsewhere gets a token, the one it had before where the match goes on.

        `cuts`: whether the players may cut the cards before the match begins.
        """
        self.table = table
        self.seats = [number for number, seat in enumerate(table.seats) if seat.how == ELSEWHERE]
        self.cuts = cuts and table.can_cut
        self.began = False
        self.changed: Callable[[], object] = lambda: None
        """Called when somebody comes, goes or is refused."""
        self.note = ""
        """Why somebody was refused last."""
        self.guests: dict[int, Guest] = {}
        """Who is here, by seat."""
        self.doors: list[Door] = []
        self._shut: list[Door] = []
        """Those that were open until it was closed."""
        self._strangers: set[Guest] = set()
        self._talks: set[asyncio.Task[None]] = set()
        self.lingers: dict[Guest, int] = {}
        """Who is still at the end of the match before this one, and the seat that is kept for it."""
        self._storage = storage
        found = kept(storage, table.path)
        self._tokens = {seat: found.tokens.get(seat) or secrets.token_hex(16) for seat in self.seats}
        self._back = dict(found.back)
        if self._tokens != found.tokens:
            self._keep()
        self._claimed = set(found.tokens) if table.goes_on else set[int]()
        """The seats that somebody has sat in before: they are for who has their token."""
        self._named: Counter[int] = Counter()
        """How often the player of each seat has chosen a name."""
        self._relay: asyncio.Task[None] | None = None
        self.coach = Worker(table.game)
        """Who judges for guests: one question at a time, as one seat is asked at a time."""

    # Who comes and goes

    async def open(self, doors: Sequence[Door]) -> list[str]:
        """Open doors, and return why some cannot be opened, in sentences."""
        wrong = []
        for door in doors:
            try:
                await door.open()
            except DoorError as error:
                wrong.append(str(error))
            else:
                self.doors.append(door)
        return wrong

    def welcome(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        who: str,
        seated: Callable[[int], object] = lambda seat: None,
    ) -> None:
        """Let somebody in whom a door has let through; `seated` is told its seat, before it hears of it itself."""
        guest = Guest(self, reader, writer, who, seated)
        if len(self._strangers) >= STRANGERS:
            guest.drop(_("Too many are at the door."))
            return
        self._strangers.add(guest)
        task = asyncio.ensure_future(guest.talk())
        self._talks.add(task)
        task.add_done_callback(self._talks.discard)

    def seat(self, guest: Guest, said: protocol.SeatHello) -> None:
        """Give somebody who has said hello a seat; ProtocolError says why there is none."""
        game = self.table.game
        known = said.rules.get(game.key)
        if known != game.version:
            there = _("none") if known is None else str(known)
            raise ProtocolError(
                _(
                    "The rules differ: this table plays version {here} of {game}, the guest's program knows {there}.",
                    here=game.version,
                    game=game.title,
                    there=there,
                )
            )
        if not said.face:
            raise ProtocolError(_("This door is for people; a program takes a seat by --seat program:COMMAND."))
        seat = self._seat_for(said.token)
        if said.looks:
            guest.send(self._hello(seat, None))
            guest.drop()
            return
        self._strangers.discard(guest)
        self._show(guest, seat)

    def _show(self, guest: Guest, seat: int) -> None:
        """Let a guest look at the table from a seat; who was there before is sent away."""
        if (before := self.guests.pop(seat, None)) is not None:
            before.drop(_("This seat has been taken at another terminal."), final=True)
        guest.seat = seat
        self.guests[seat] = guest
        guest.seated(seat)
        began = self.began or self.table.goes_on
        guest.send(self._hello(seat, self._tokens[seat], began))
        self._tell_present()
        self.changed()

    def _hello(self, seat: int, token: str | None, began: bool = False) -> protocol.Hello:
        cuts, hints = self.cuts and not self.began, self.table.help.agreed
        return hello_line(self.table.hello(seat), token, cuts, self.table.pace, began, hints)

    @property
    def hints_told(self) -> str:
        """What is told of hints while guests are waited for; nothing where there are none."""
        return _("There are hints: who joins is told so, and agrees by sitting down.") if self.table.help.agreed else ""

    def token(self, seat: int) -> str:
        """Return what brings a guest to a seat elsewhere."""
        return self._tokens[seat]

    def seat_of(self, token: str) -> int | None:
        """Return the seat that a token brings to; None: it is of no seat at this table."""
        return next((seat for seat, own in self._tokens.items() if hmac.compare_digest(own, token)), None)

    def _seat_for(self, token: str | None) -> int:
        if token is not None and (known := self.seat_of(token)) is not None:
            return known
        if not (free := self.free):
            raise ProtocolError(
                _("Every seat at this table is taken, or kept for its player, who comes back as before.")
            )
        return free[0]

    @property
    def free(self) -> list[int]:
        """The seats that anybody may have: nobody is there, nor has sat there before."""
        return [seat for seat in self.seats if seat not in self._claimed and seat not in self.guests]

    def refused(self, why: str) -> None:
        """Take note of why somebody was not let in."""
        self.note = why
        self.changed()

    @property
    def away(self) -> list[int]:
        """The seats that somebody has sat in before who is not here."""
        return [seat for seat in self.seats if seat in self._claimed and seat not in self.guests]

    def sat(self, guest: Guest, said: protocol.Sit) -> None:
        """Let a guest who has looked at the table sit down; ProtocolError says why it cannot be called as it wants."""
        if guest.sits:
            return
        if said.name and said.name != self.table.seats[guest.seat].name:
            self._name(guest.seat, said.name)
        guest.cut_hash = said.cut_hash
        guest.sits = True
        self._claimed.add(guest.seat)
        if self.began:
            self._come_back(guest)
        self._tell_present()
        self.changed()

    def _name(self, seat: int, name: str) -> None:
        self._named[seat] += 1
        if self.began or self._named[seat] > NAMES:
            raise ProtocolError(_("Names are not changed any more."))
        try:
            self.table.name_seat(seat, name)
        except ValueError as error:
            raise ProtocolError(str(error)) from None

    def left(self, guest: Guest) -> None:
        """Take note that somebody's line has ended."""
        self._strangers.discard(guest)
        if (seat := self.lingers.pop(guest, None)) is not None:  # it has not come along: the seat is anybody's
            self._claimed.discard(seat)
            self._tokens[seat] = secrets.token_hex(16)
            self._back.pop(seat, None)
            self._keep()
            self.changed()
        if self.guests.get(guest.seat) is guest:
            del self.guests[guest.seat]
            if self.began:
                self.table.note_away(guest.seat)
            self._tell_present()
            self.changed()

    @property
    def awaited(self) -> list[int]:
        """The seats whose players have not sat down yet."""
        return [seat for seat in self.seats if seat not in self.guests or not self.guests[seat].sits]

    def _tell_present(self) -> None:
        here = [*self.table.here, *(seat for seat, guest in self.guests.items() if guest.sits)]
        for guest in list(self.guests.values()):
            guest.send(protocol.Present(seats=sorted(here), names=[seat.name for seat in self.table.seats]))

    def _come_back(self, guest: Guest) -> None:
        self.table.note_back(guest.seat)
        guest.begin()
        for seat, seconds in self.table.away.items():
            guest.send(protocol.Away(seat=seat, seconds=seconds))

    # What brings guests back

    @property
    def back(self) -> Mapping[int, Back]:
        """What brings guests back who came by ssh, by seat."""
        return self._back

    def bring_back(self, seat: int, back: Back | None) -> None:
        """Let this bring back to a seat from now on; None: nothing but its token."""
        self._back.pop(seat, None)
        if back is not None:
            self._back[seat] = back
        self._keep()

    def _keep(self) -> None:
        path = self.table.path
        found = kept(self._storage, path)
        keep(self._storage, path, found.model_copy(update={"tokens": self._tokens, "back": self._back}))

    # How the match begins and goes on

    def play_on(self, table: Table, cuts: bool = False) -> None:
        """Go on with another match of the same players behind the same doors, once the one before is over.

        Who is still here keeps its seat, and what brings it back; it comes along when it likes. Who has gone comes in
        anew.
        """
        if self._relay is not None:
            self._relay.cancel()
        self._forget_before()
        record, doors = self.record(), kept(self._storage, self.table.path).doors
        doors = doors.model_copy(update={"name": doors.name or self.table.path.stem})
        places = {seat.name: number for number, seat in enumerate(table.seats)}
        moved = {seat: places[before.name] for seat, before in enumerate(self.table.seats)}
        for guest in list(self.guests.values()):
            guest.end(record)
        guests, self.guests = self.guests, {}
        self.table, self.cuts, self.began = table, cuts and table.can_cut, False
        self.lingers = {guest: moved[seat] for seat, guest in guests.items()}
        tokens, backs = self._tokens, self._back
        self.seats = [number for number, seat in enumerate(table.seats) if seat.how == ELSEWHERE]
        self._tokens = {moved[seat]: tokens[seat] for seat in guests}
        self._tokens |= {seat: secrets.token_hex(16) for seat in self.seats if seat not in self._tokens}
        self._back = {moved[seat]: backs[seat] for seat in guests if seat in backs}
        self._claimed = set(self.lingers.values())
        self._named.clear()
        found = kept(self._storage, table.path)
        keep(self._storage, table.path, found.model_copy(update={"doors": doors}))
        self._keep()

    def _forget_before(self) -> None:
        """Send away who has not come along to the match that is over now."""
        for guest in list(self.lingers):
            guest.drop(_("The host has begun another match."), final=True)

    def come_along(self, guest: Guest) -> None:
        """Let a guest of the match before this one look at the table; ProtocolError where there is none."""
        if guest not in self.lingers:
            raise ProtocolError("no other match is open")
        guest.record = None
        self._show(guest, self.lingers.pop(guest))

    async def cut(self, own: Mapping[int, str]) -> bool:
        """Let everybody cut, each by its hash first; return whether the cards are cut. `own`: the cuts made here.

        Who gives another cut than the one whose hash it gave is sent away, and all may cut again.
        """
        if not self.cuts:
            return True
        game_id = self.table.hello(self.seats[0]).game_id
        guests = dict(self.guests)
        hashes = []
        for place in range(len(self.table.seats)):
            given = guests[place].cut_hash if place in guests else cut_hash(game_id, place, own.get(place, ""))
            hashes.append(given or cut_hash(game_id, place, ""))
        cuts = [own.get(place, "") for place in range(len(hashes))]
        asked = [place for place, guest in guests.items() if guest.cut_hash is not None]
        for place in asked:
            guests[place].cut = asyncio.get_running_loop().create_future()
            guests[place].send(protocol.CutAsked(hashes=hashes))
        for place in asked:
            guest = guests[place]
            assert guest.cut is not None
            try:
                async with asyncio.timeout(HELLO_SECONDS):
                    cuts[place] = await guest.cut
                if cut_hash(game_id, place, cuts[place]) != hashes[place]:
                    raise ValueError
            except (TimeoutError, ValueError):
                guest.drop(_("This is not the cut whose hash was given."), final=True)
                return False
        if any(cuts):
            self.table.cut(cuts, hashes)
        return True

    def let_bots_play(self) -> None:
        """Let bots play for all who have not come, until they come."""
        for seat in self.awaited:
            self.table.note_away(seat)
            self.table.stand_in(seat)

    def begin(self) -> None:
        """Begin, or go on: all who sit are taken to the table, and who does not sit is away."""
        self.began = True
        for seat in self.seats:
            if seat not in self.awaited:
                self._claimed.add(seat)
                self._come_back(self.guests[seat])
            else:
                self.table.note_away(seat)
        self._relay = asyncio.ensure_future(self._tell_changes())

    async def _tell_changes(self) -> None:
        """Tell everybody who goes and comes, for whom a bot plays, and what the clocks say."""
        away: set[int] = set()
        stand_ins: dict[int, str] = {}
        wanted: dict[int, list[int]] = {}
        clocks = self.clocks()
        while True:
            change = self.table.next_change()
            now, plays = self.table.away, dict(self.table.stand_ins)
            votes = {seat: sorted(by) for seat, by in self.table.wanted.items()}
            news: list[protocol.Line] = [protocol.Away(seat=seat) for seat in set(now) - away]
            news += [protocol.Back(seat=seat) for seat in away - set(now)]
            news += [
                protocol.StandIn(seat=seat, bot=plays.get(seat), wanted_by=votes.get(seat, []))
                for seat in {*plays, *stand_ins, *votes, *wanted}
                if plays.get(seat) != stand_ins.get(seat) or votes.get(seat) != wanted.get(seat)
            ]
            if (said := self.clocks()) != clocks and self.table.readings:
                news.append(said)
            clocks = said
            away, stand_ins, wanted = set(now), plays, votes
            for guest in list(self.guests.values()):
                if news and guest.sits:
                    guest.send(*news)
            self.changed()
            await change.wait()

    def clocks(self) -> protocol.Clocks:
        """Return what the clocks at all seats say."""
        found = [self.table.readings.get(seat) for seat in range(len(self.table.seats))]
        return protocol.Clocks(
            clocks=[
                None
                if reading is None
                else protocol.ClockModel(
                    times=list(reading.times), order=list(reading.order), ready=reading.ready, over=reading.over
                )
                for reading in found
            ]
        )

    def rule(self, seat: int) -> str:
        """Return the number of the rule that matters to a seat now."""
        return self.table.game.words.rule(self.table.view(seat).observation)

    def record(self) -> bytes:
        """Return the file of the match; nothing where it cannot be read."""
        try:
            return read_file(self.table.path)
        except RecordError:
            return b""

    def record_hash(self) -> str | None:
        """Return the SHA-256 of the finished record's file."""
        data = self.record()
        return hashlib.sha256(data).hexdigest() if data else None

    async def all_gone(self) -> None:
        """Wait until the guests have gone, who may want the finished record: for `FAREWELL_SECONDS` at most."""
        gone = asyncio.Event()
        self.changed = lambda: None if self.guests else gone.set()
        self.changed()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await gone.wait()

    def close(self, final: bool = False) -> None:
        """Shut all doors, and tell the guests that the match waits, unless it is over or is not kept (`final`)."""
        if self._relay is not None:
            self._relay.cancel()
        over = self.table.over or final
        text = _("The host has left the table.") if over else _("The host has left the table. Your seat is kept.")
        for guest in [*self.guests.values(), *self.lingers, *self._strangers]:
            guest.drop(text, final=over)
        for door in self.doors:
            door.close()
        self._shut, self.doors = self.doors, []
        self.coach.close()

    async def farewell(self) -> None:
        """Wait until the guests have been told that the doors are shut: the program that ends then takes them along."""
        for door in self._shut:
            await door.farewell()
