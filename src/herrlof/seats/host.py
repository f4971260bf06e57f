"""The lobby: who comes in by the doors of a table, which seat each has, and how the match begins and goes on."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol, runtime_checkable

from herrlof.coach.worker import Worker
from herrlof.game import NOBODY
from herrlof.messages import _, all_of
from herrlof.records.errors import RecordError
from herrlof.records.names import clean_name
from herrlof.records.storage import Storage, read_file
from herrlof.seats import protocol
from herrlof.seats.alike import check_chosen
from herrlof.seats.codec import hello_line
from herrlof.seats.crowd import Crowd
from herrlof.seats.finished import Finished
from herrlof.seats.guest import FAREWELL_SECONDS, HELLO_SECONDS, GuestLine
from herrlof.seats.judging import GuestCoach
from herrlof.seats.onlookers import Gallery
from herrlof.seats.protocol import ProtocolError
from herrlof.seats.reservations import Reservations
from herrlof.seats.saying import sentence
from herrlof.table.commands import Sit
from herrlof.table.connection import Listeners
from herrlof.table.dealing import cut_hash
from herrlof.table.own import OwnTable
from herrlof.table.teller import company
from herrlof.table.updates import CutAsked, Invited, Present, Stood, StoodIn, ToAll, Update

STRANGERS: Final = 64
"""So many who have not said who they are, half of them of one user; a newcomer takes the place of the oldest."""
NAMES: Final = 10
"""So often the player of a seat is called by another name, each of which stands in the record."""


class Door(Protocol):
    """A way in. What it lets through are pairs of streams that speak the seat protocol."""

    @property
    def place(self) -> str:
        """From where one comes in by it: this machine, any computer, a browser."""

    @property
    def command(self) -> str:
        """What a guest types there; where each seat has its own way in, a line for each."""

    def way(self, seat: int) -> str:
        """What the player of a seat types or opens there; nothing in it leads to another seat. NOBODY: an onlooker."""

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
    def key(self) -> str:
        """By what a guest knows this machine."""

    @property
    def helps(self) -> Sequence[str]:
        """What a guest does whose program does not want to come in, in sentences."""

    def code(self, seat: int) -> str:
        """What lets the player of a seat in, once; nothing where it has a code of its own to come back, or is here.

        NOBODY: what lets all onlookers in.
        """

    def renew(self, seat: int) -> None:
        """Make another code for a seat: what it had counts no more (`Host.renew`)."""


@runtime_checkable
class LinkedDoor(Door, Protocol):
    """A door with a link for each seat."""

    @property
    def distant(self) -> bool:
        """Whether other machines can come in by it."""

    def qr_code(self, seat: int) -> Sequence[Sequence[int]]:
        """Return the link of a seat as a QR code: rows of modules, 1 where one is dark, without the rim around it."""


class DoorError(Exception):
    """A door that cannot be opened, or is none; the message is a sentence."""


class Host:
    """A table whose doors are open; what guests ask of it is declared in `herrlof.seats.guest.Lobby`."""

    def __init__(self, table: OwnTable, storage: Storage, cuts: bool = False) -> None:
        """Open nothing yet.

        `cuts`: whether the players may cut the cards before the match begins.
        """
        self.table = table
        self.reservations = Reservations(table, storage)
        self.cuts = cuts and table.can_cut
        self.began = False
        self._listeners = Listeners[Host]()
        self.note = ""
        """Why somebody was refused last."""
        self.said = ""
        """What guests were told when it was closed."""
        self.guests: dict[int, GuestLine] = {}
        """Who is here, by seat."""
        self.silent: dict[int, GuestLine] = {}
        """Who has said nothing for so long that it counts as away, by seat; the line has not ended."""
        self.doors: list[Door] = []
        self._shut: list[Door] = []
        """Those that were open until it was closed."""
        self._crowd = Crowd(STRANGERS)
        self._strangers: set[GuestLine] = set()
        self._talks: set[asyncio.Task[None]] = set()
        self.lingers: dict[GuestLine, int] = {}
        """Who is still at the end of the match before this one, and the seat that is kept for it."""
        self._storage = storage
        self.gallery = Gallery(table, self.record_hash, self.changed)
        """Who watches."""
        self._named: Counter[int] = Counter()
        """How often the player of each seat has chosen a name."""
        self._stop_relay: Callable[[], None] = lambda: None
        self.coach = Worker(table.game)
        """Who judges for guests: one question at a time."""
        self._finished: Finished | None = None
        self._coach_lock = asyncio.Lock()

    # Who comes and goes

    def listen(self, on_change: Callable[[Host], object]) -> Callable[[], None]:
        """Tell somebody when anybody comes, goes or is refused, until what is returned is called."""
        return self._listeners.add(on_change)

    def changed(self) -> None:
        """Tell who listens that there is something new."""
        self._listeners.tell(self)

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
        stranger: str = "",
        watches: bool = False,
    ) -> None:
        """Let somebody in whom a door has let through, be it only to watch.

        `seated` is told its seat, before it hears of it itself; ProtocolError says why it is not to have it.
        `stranger`: whose it is, where the door has asked for nothing that only a guest has; of those there are few.
        """
        guest = GuestLine(self, reader, writer, who, seated, watches)
        if stranger:
            guest.stranger = self._crowd.come(stranger, lambda: guest.drop(_("Too many are at the door.")))
            if guest.stranger is None:
                guest.drop(_("Too many are at the door."))
                return
        self._strangers.add(guest)
        task = asyncio.ensure_future(guest.talk())
        self._talks.add(task)
        task.add_done_callback(self._talks.discard)

    def seat(self, guest: GuestLine, said: protocol.SeatHello) -> None:
        game = self.table.game
        known = said.rules.get(game.key)
        if known not in (None, game.version):  # a game of a package is named by nobody before it is asked for
            raise ProtocolError(
                _(
                    "The rules differ: this table plays version {here} of {game}, the guest's program knows {there}.",
                    here=game.version,
                    game=game.title,
                    there=known,
                )
            )
        if not said.face:
            raise ProtocolError(_("This door is for people; a program is seated by --seat program:COMMAND."))
        if said.watches or guest.watches:
            self._let_watch(guest, said.looks)
            return
        seat = self.reservations.seat_for(said.token, self.free)
        if said.looks:
            guest.send(self._hello(seat, None))
            guest.drop()
            return
        guest.seated(seat)
        self._forget_stranger(guest)
        self._show(guest, seat)

    def _let_watch(self, guest: GuestLine, looks: bool = False) -> None:
        """Let an onlooker in; ProtocolError says why it may not watch."""
        self._forget_stranger(guest)
        self.reservations.check_watched()
        self.gallery.check_room()
        guest.send(self._hello(NOBODY, None, self.began or self.table.goes_on))
        if looks:
            guest.drop()
            return
        guest.watches = True
        guest.seated(NOBODY)
        guest.tell(self._present)
        self.gallery.come(guest, self.began)

    def let_watch(self, allowed: bool) -> None:
        """Let onlookers in from now on, or send all away: what let them in counts no more then."""
        self.reservations.let_watch(allowed)
        if not allowed:
            for guest in self._onlookers:
                guest.drop(_("Nobody may watch here any more."), final=True)
        self.changed()

    @property
    def _onlookers(self) -> list[GuestLine]:
        """Who watches, is on the way to it, or is still at the end of the match before."""
        return [guest for guest in (*self.gallery.here, *self._strangers, *self.lingers) if guest.watches]

    @property
    def ways_to_watch(self) -> list[str]:
        """How one comes in to watch, by each door; nothing where nobody may."""
        return [self.way_to_watch(door) for door in self.doors] if self.reservations.may_watch else []

    def way_to_watch(self, door: Door) -> str:
        """Return how one comes in by a door to watch."""
        way = door.way(NOBODY)
        if isinstance(door, CodedDoor):
            return _("To watch: {way}, code {code}", way=way, code=door.code(NOBODY))
        return _("To watch: {way}", way=way)

    def _show(self, guest: GuestLine, seat: int) -> None:
        """Let a guest look at the table from a seat; who was there before is sent away."""
        others = [other for other, own in self.lingers.items() if own == seat]
        for other in others:
            del self.lingers[other]
        others += filter(None, (self.guests.pop(seat, None), self.silent.pop(seat, None)))
        for other in others:
            other.drop(_("This seat has been taken at another terminal."), final=True)
        self.reservations.come(seat)
        guest.seat = seat
        self.guests[seat] = guest
        began = self.began or self.table.goes_on
        returns = began and self.reservations.is_claimed(seat)
        guest.send(self._hello(seat, self.reservations.token(seat), began, returns))
        self._tell_present()

    def _hello(self, seat: int, token: str | None, began: bool = False, returns: bool = False) -> protocol.Hello:
        cuts, hints = self.cuts and not self.began, self.table.help.agreed
        return hello_line(self.table.hello(seat), token, cuts, self.table.pace, began, hints, returns)

    @property
    def hints_told(self) -> str:
        """What is told of hints while guests are waited for; nothing where there are none."""
        return (
            _("There are hints: whoever joins is told so, and agrees by sitting down.")
            if self.table.help.agreed
            else ""
        )

    @property
    def free(self) -> list[int]:
        """The seats that anybody may have now."""
        return self.reservations.free({*self.guests, *self.lingers.values()}, self.began)

    def refused(self, why: str) -> None:
        self.note = why
        self.changed()

    @property
    def away(self) -> list[int]:
        """The seats that somebody has sat in before who is not here."""
        claimed = filter(self.reservations.is_claimed, self.reservations.seats)
        return [seat for seat in claimed if seat not in self.guests]

    def sat(self, guest: GuestLine, said: Sit) -> None:
        """Let a guest who has looked at the table sit down; ProtocolError says why it cannot be called as it wants."""
        if guest.sits:
            return
        if said.name and not self.began and said.name != self.table.seats[guest.seat].name:
            self._name(guest.seat, said.name)  # once it has begun all are called as they are, also who looked meanwhile
        guest.cut_hash = said.cut_hash
        guest.sits = True
        self.reservations.claim(guest.seat)
        if self.began:
            self._come_back(guest)
        self._tell_present()

    def _name(self, seat: int, name: str) -> None:
        own = self.table.seats[seat].name
        if self._named[seat] == NAMES:
            raise ProtocolError(_("Your name has changed often enough: sit down as {name}.", name=own))
        try:
            self._check_chosen(seat, name)
            self.table.name_seat(seat, name)
        except ValueError as error:
            raise ProtocolError(sentence(error)) from None
        self._named[seat] += 1

    def _check_chosen(self, seat: int, name: str) -> None:
        """ValueError says why the player of a seat cannot be called so."""
        others = [one.name for number, one in enumerate(self.table.seats) if number != seat]
        clean = clean_name(name)
        if clean.casefold() not in map(str.casefold, others):  # the table says why not
            check_chosen(clean, others)

    def left(self, guest: GuestLine) -> None:
        self._forget_stranger(guest)
        self.gallery.go(guest)
        if self.lingers.pop(guest, None) is not None:  # a line that is lost is no word: its seat is kept
            self.changed()
        if self.silent.get(guest.seat) is guest:
            del self.silent[guest.seat]
        if self.guests.get(guest.seat) is guest:
            del self.guests[guest.seat]
            if self.began:
                self.table.note_away(guest.seat)
            self._tell_present()

    def fell_silent(self, guest: GuestLine) -> None:
        """Take somebody for away who says nothing; it is back as soon as it speaks."""
        del self.guests[guest.seat]
        self.silent[guest.seat] = guest
        guest.rest()
        if self.began:
            self.table.note_away(guest.seat)
        self._tell_present()

    def speaks_again(self, guest: GuestLine) -> None:
        """Let somebody back who was only silent: its program was stopped, and goes on."""
        del self.silent[guest.seat]
        self.guests[guest.seat] = guest
        if self.began and guest.sits:
            self._come_back(guest)
        self._tell_present()

    def leaves(self, guest: GuestLine) -> None:
        """Take note that somebody says that it goes: once its match is over it has no seat in the next one."""
        if (seat := self.lingers.pop(guest, None)) is not None:
            if not guest.watches:
                self.reservations.release(seat)
            self.changed()
        elif self.table.over and self.guests.get(guest.seat) is guest:
            self.reservations.leave(guest.seat)

    def _forget_stranger(self, guest: GuestLine) -> None:
        self._strangers.discard(guest)
        self.gallery.coming -= guest.coming
        guest.coming = False
        if guest.stranger is not None:
            guest.stranger.go()

    @property
    def awaited(self) -> list[int]:
        """The seats whose players have not sat down yet."""
        return [seat for seat in self.reservations.seats if seat not in self.guests or not self.guests[seat].sits]

    @property
    def _present(self) -> Present:
        here = [*self.table.here, *(seat for seat, guest in self.guests.items() if guest.sits)]
        return Present(sorted(here), [seat.name for seat in self.table.seats])

    def _tell_present(self) -> None:
        """Tell all who are here who is, and who listens."""
        for guest in list(self.guests.values()):
            guest.tell(self._present)
        self.gallery.tell(self._present)
        self.changed()

    def _come_back(self, guest: GuestLine) -> None:
        seat, bot = guest.seat, self.table.away.stand_ins.get(guest.seat)
        self.table.note_back(seat)
        guest.begin()
        guest.tell(*([StoodIn(seat, bot), StoodIn(seat, None)] if bot else []), *company(self.table))

    def invitation(self, seat: int) -> str:
        """Return what the player of a seat is sent: how it comes in by each door, and nothing that is another one's."""
        names = [one.name for one in self.table.seats]
        lines = [_("{game} with {names}: a seat for {name}.", game=self.table.game.title, name=names[seat],
                   names=all_of([name for number, name in enumerate(names) if number != seat]))]  # fmt: skip
        for door in self.doors:
            lines.append(door.way(seat))
            if isinstance(door, CodedDoor):
                if code := door.code(seat):
                    lines.append(_("The password, good once: {code}", code=code))
                lines.append(_("The key that ssh shows first: {key}", key=door.key))
        return "\n".join(lines)

    @property
    def renewable(self) -> list[int]:
        """The seats for which something was given out that can be called back: their players are not here."""
        if not any(isinstance(door, (CodedDoor, LinkedDoor)) for door in self.doors):
            return []
        return sorted({*self.free, *self.away})

    def renew(self, seat: int) -> None:
        """Let nothing count any more that was given out for a seat, be it lost or in wrong hands, but what is new."""
        if (silent := self.silent.get(seat)) is not None:
            silent.drop(_("The host has made a new way in for this seat: ask for it."), final=True)
        self.reservations.renew(seat)
        for door in self.doors:
            if isinstance(door, CodedDoor):
                door.renew(seat)
        self.changed()

    # How the match begins and goes on

    def play_on(self, table: OwnTable, cuts: bool = False) -> None:
        """Go on with another match of the same players behind the same doors, once the one before is over.

        All keep their seats, and what brings them back, but who has said that it goes; who is here comes along when it
        likes, and who is not comes back.
        """
        self._stop_relay()
        self._forget_before()
        finished = self.finished
        places = {seat.name: number for number, seat in enumerate(table.seats)}
        moved = {seat: places[before.name] for seat, before in enumerate(self.table.seats)}
        for guest in list(self.guests.values()):
            guest.end(finished)
        guests, self.guests = self.guests, {}
        self.gallery.tell(Invited())
        watchers = self.gallery.end(table)
        self.table, self.cuts, self.began, self._finished = table, cuts and table.can_cut, False, None
        self.lingers = {guest: moved[seat] for seat, guest in guests.items()} | dict.fromkeys(watchers, NOBODY)
        self.reservations.move_on(table, moved, guests)
        self._named.clear()

    def _forget_before(self) -> None:
        """Send away who has not come along to the match that is over now; who was only silent may come back."""
        text = _("The host has begun another match.")
        for guest in list(self.lingers):
            guest.drop(text, final=True)
        for guest in list(self.silent.values()):
            guest.drop(text)

    def come_along(self, guest: GuestLine) -> None:
        if guest not in self.lingers:
            raise ProtocolError("no other match is open")
        guest.come_along()
        seat = self.lingers.pop(guest)
        if guest.watches:
            self._let_watch(guest)
            return
        guest.seated(seat)
        self._show(guest, seat)

    async def cut(self, own: Mapping[int, str]) -> bool:
        """Let everybody cut, each by its hash first; return whether the cards are cut. `own`: the cuts made here.

        Who gives another cut than the one whose hash it gave is sent away, and all may cut again.
        """
        if not self.cuts:
            return True
        game_id = self.table.hello(self.reservations.seats[0]).game_id
        guests = dict(self.guests)
        hashes = []
        for place in range(len(self.table.seats)):
            given = guests[place].cut_hash if place in guests else cut_hash(game_id, place, own.get(place, ""))
            hashes.append(given or cut_hash(game_id, place, ""))
        cuts = [own.get(place, "") for place in range(len(hashes))]
        asked = [place for place, guest in guests.items() if guest.cut_hash is not None]
        for place in asked:
            guests[place].cut = asyncio.get_running_loop().create_future()
            guests[place].tell(CutAsked(hashes))
        for place in asked:
            guest = guests[place]
            assert guest.cut is not None
            try:
                async with asyncio.timeout(HELLO_SECONDS):
                    cuts[place] = await guest.cut
                if cut_hash(game_id, place, cuts[place]) != hashes[place]:
                    raise ValueError
            except (TimeoutError, ValueError):
                guest.drop(_("This isn't the cut whose hash was given."), final=True)
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
        awaited = self.awaited
        for seat in awaited:
            self.table.note_away(seat)
        for seat in self.reservations.seats:
            if seat not in awaited:
                self.reservations.claim(seat)
                self._come_back(self.guests[seat])
        self.gallery.begin()
        self._stop_relay = self.table.listen(self._relay)

    def _relay(self, update: Update) -> None:
        """Tell all guests what is for all; where the table stands each is told when it has seen the stop before."""
        for guest in [*self.guests.values(), *self.silent.values()]:
            if guest.sits and isinstance(update, ToAll):
                guest.tell(update)
            guest.look_again()
        if isinstance(update, (Stood, ToAll)):
            self.gallery.heed(update)
        self.changed()

    def coach_for_guest(self) -> GuestCoach:
        """Return who judges for a guest: several may be asked at once."""
        return GuestCoach(self.coach, self._coach_lock)

    @property
    def finished(self) -> Finished | None:
        """The match, once it is over; None also where its record cannot be read."""
        if self.table.over:
            with suppress(RecordError):
                record = read_file(self.table.path)
                if record and (self._finished is None or self._finished.record != record):
                    self._finished = Finished(self._storage, self.table.path, record)
        return self._finished

    def finished_record(self, seat: int) -> bytes:
        """Return the record of the match that is over for a seat elsewhere, be it the one before; nothing: none is."""
        before = [guest.finished for guest, own in self.lingers.items() if own == seat]
        found = None if seat == NOBODY else next(filter(None, before), self.finished)
        return b"" if found is None else found.record

    def record_hash(self) -> str | None:
        """Return the SHA-256 of the finished record's file."""
        return None if self.finished is None else hashlib.sha256(self.finished.record).hexdigest()

    async def all_gone(self) -> None:
        """Wait until the guests have gone, who may want the finished record: for `FAREWELL_SECONDS` at most."""
        gone = asyncio.Event()
        stop = self.listen(lambda host: None if host.guests else gone.set())
        self.changed()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await gone.wait()
        stop()

    def close(self, final: bool = False) -> None:
        """Shut all doors, and tell the guests that the match waits, unless it is over or is not kept (`final`)."""
        self._stop_relay()
        self.gallery.close()
        over = self.table.over or final
        self.said = _("The host has left the table.") if over else _("The host has left the table. Your seat is kept.")
        here = [*self.guests.values(), *self.silent.values(), *self.lingers, *self._strangers, *self._onlookers]
        for guest in here:
            guest.drop(self.said_to(guest.watches), final=over)
        for door in self.doors:
            door.close()
        self._shut += self.doors
        self.doors = []
        self.coach.close()

    def said_to(self, watches: bool) -> str:
        """Return what guests are told when this ends: no seat is kept for who only `watches`."""
        return _("The host has left the table.") if watches and self.said else self.said

    async def farewell(self) -> None:
        """Wait until the guests have been told that the doors are shut: the program that ends then takes them along."""
        for door in self._shut:
            await door.farewell()
