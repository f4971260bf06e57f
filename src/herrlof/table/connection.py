"""A face's end of a table: declared once, whether the table is in this process or elsewhere.

    place = table.join(seats)          # sit down for these seats; none: look on
    stop = await place.next()          # go on to where the table stops next: to ask, to pause, to measure, at an end
    table.view(seat)                   # what a seat may see and do now; NOBODY: what is public
    table.send(seat, Play(action))     # whatever a seat wants: the commands
    table.turn(seat)                   # MEASURE: how far a seat has come, while others move too
    await table.measure(outcome)       # and what the clock said; or, with players elsewhere,
    await table.measured()             # all clocks have said it
    place.leave()                      # go away; `next` comes back, to the same question
    stop = table.listen(heed)          # be told all else that happens as it comes: the updates

A table in this process is `herrlof.table.table.Table`, one elsewhere `herrlof.seats.remote.RemoteTable`. What both do
in the same way is done once, in `BaseConnection`, over the one fold of updates (`herrlof.table.known`); what only its
owner does is declared in `herrlof.table.own`.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from herrlof.game import Action, Game, IllegalAction, Observation
from herrlof.messages import _
from herrlof.options import Value
from herrlof.running import monotonic
from herrlof.table.away import Away
from herrlof.table.chat import NUDGE_SECONDS, SAY_SECONDS
from herrlof.table.commands import Command
from herrlof.table.known import KnownTable
from herrlof.table.race import ClockLog, Reading, are_ready
from herrlof.table.updates import Nudged, Said, Update
from herrlof.table.view import MomentKind, Proof, Stop, StopReason, Turn, View

if TYPE_CHECKING:
    from herrlof.records.help import Ending, Help
    from herrlof.records.names import Seat

__all__ = ["BaseConnection", "Connection", "MomentKind", "Place", "Proof", "Stop", "StopReason", "Turn", "View"]


class Connection(Protocol):
    """All that a face sees of a table. It holds no match and no state, and knows no widget, no colour and no key."""

    pace: float
    """What stretches or shortens all pauses; 0: there are none."""
    measures_time: bool
    """Whether this face measures. Else seats that could move at the same time are asked one after the other, and what
    their haste would decide is drawn."""

    # What everybody knows

    @property
    def game(self) -> Game:
        """The rules."""

    @property
    def seats(self) -> Sequence[Seat]:
        """Who sits where: names, and the keys of bots."""

    @property
    def people(self) -> list[int]:
        """The seats of people, wherever they sit."""

    @property
    def here(self) -> list[int]:
        """The seats of those who sit at this end."""

    @property
    def alone(self) -> bool:
        """Whether one person plays here, and nobody else but bots and programs."""

    @property
    def elsewhere(self) -> bool:
        """Whether somebody plays at another screen, who may be waited for for long."""

    @property
    def options(self) -> Mapping[str, Value]:
        """What the match is played by."""

    @property
    def commitment(self) -> str | None:
        """What was shown before the first card; None where there is none."""

    @property
    def goes_on(self) -> bool:
        """Whether the match had begun before this end came there."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    @property
    def ending(self) -> Ending | None:
        """How the match ended before its rules ended it; None: it did not."""

    @property
    def scores(self) -> Sequence[float]:
        """What a scoreboard shows now; nothing where the game counts nothing."""

    @property
    def proof(self) -> Proof:
        """What proves the deals, once the match is over; nothing before."""

    @property
    def trouble(self) -> str | None:
        """Why a match is not saved, why bots do not think as they should, or why a line is mended, in a sentence."""

    @property
    def ended(self) -> str:
        """Why there is no way back to a table that is elsewhere, in a sentence."""

    # From stop to stop

    def start(self) -> None:
        """Get ready the bots and the programs that play here, so that the first question need not wait for them."""

    def stop(self) -> None:
        """Stop the bots that play here; the match can go on, and they begin to think anew."""

    def join(self, seats: Collection[int] = ()) -> Place:
        """Sit down for some seats; ValueError where no person of this end sits."""

    @property
    def number(self) -> int:
        """How many stops there have been: another one, and a face that is busy with a stop is out of date."""

    def next_change(self) -> asyncio.Event:
        """Return what is set when the table goes on, somebody comes or goes, a clock says something, a line breaks."""

    def listen(self, on_update: Callable[[Update], object]) -> Callable[[], None]:
        """Tell somebody each update as it comes, until what is returned is called."""

    def view(self, seat: int) -> View:
        """Return what a seat of this end may see now; NOBODY: what is public."""

    def send(self, seat: int, command: Command) -> None:
        """Do at once what a seat of this end wants, if the table is here, or tell who does; IllegalAction says why not.

        A question of which a table elsewhere refuses the answer is asked again.
        """

    # Help

    @property
    def help(self) -> Help:
        """The hints and take-backs so far, of what this match is a branch, and whether all agreed to hints."""

    @property
    def help_refusal(self) -> str:
        """Why this match goes on without hints and take-backs, in a sentence; nothing where it need not."""

    @property
    def hint_refusal(self) -> str:
        """Why nobody gets a hint in this match; nothing where hints may be had."""

    @property
    def practice(self) -> bool:
        """Whether one person plays here against bots, with a record that can tell of help."""

    def last_decision(self, seat: int) -> tuple[Observation, Action] | None:
        """Return what a seat saw before the last move for which it had a choice, and that move; None: it had none."""

    # At a race

    @property
    def apart(self) -> bool:
        """Whether those who move at the same time each have a clock of their own, as some of them are elsewhere."""

    @property
    def readings(self) -> Mapping[int, Reading]:
        """What the clocks of seats say that each have their own."""

    @property
    def all_ready(self) -> bool:
        """Whether all whose clocks are waited for are ready to start."""

    @property
    def noted_clock(self) -> ClockLog | None:
        """What was done to the clock of this race so far, also before the match was left; None: it has not begun."""

    def turn(self, seat: int) -> Turn:
        """Return how far a person's seat has come at a MEASURE; ValueError where it does not move with others."""

    def seconds_for(self, seat: int) -> float:
        """Return how long a bot takes for each move while seats move at the same time; ValueError: it is none here."""

    async def measure(self, outcome: str) -> None:
        """Record what was done at the same time, in the state's order, and what the clock said, as its text code.

        Moves that a seat has not made are made up: what the clock said leaves them out. IllegalAction where no clock
        runs, or not any more.
        """

    async def measured(self) -> None:
        """Wait until all clocks are over, and the race is recorded."""

    # Who is away, and who wants no more

    @property
    def away(self) -> Away:
        """Who is away, and who plays for them."""

    @property
    def stood_in_for(self) -> frozenset[int]:
        """For whom a bot has played since they went away last."""

    @property
    def end_wanted(self) -> frozenset[int]:
        """Who wants to end the match here, with no winner."""

    @property
    def watching(self) -> int:
        """How many onlookers elsewhere watch."""

    @property
    def heard(self) -> Sequence[Said | Nudged]:
        """What players have said to each other, as far as this end has heard it."""

    def may_nudge(self, seat: int) -> bool:
        """Whether a seat of this end may remind somebody else, for whom the table has waited long enough."""

    def close(self) -> None:
        """Go away for good."""


Heard = TypeVar("Heard")


class Listeners(Generic[Heard]):
    """Who is told what happens somewhere, in the order in which they came."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: list[Callable[[Heard], object]] = []

    def add(self, listener: Callable[[Heard], object]) -> Callable[[], None]:
        """Let somebody be told from now on, until what is returned is called."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def tell(self, what: Heard) -> None:
        for listener in [*self._listeners]:
            listener(what)


class BaseConnection(ABC):
    """What both ends do in the same way, over the little in which they differ."""

    pace: float

    def __init__(self, away: Away | None = None) -> None:
        """Stand nowhere yet; these are away already."""
        self.known = KnownTable(away)
        self._listeners = Listeners[Update]()
        self._changed = asyncio.Event()
        """Set, and replaced, when something has happened that a waiting face waits for."""

    @property
    @abstractmethod
    def seats(self) -> Sequence[Seat]:
        """Who sits where."""

    @property
    @abstractmethod
    def here(self) -> list[int]:
        """The seats of those who sit at this end."""

    @property
    @abstractmethod
    def help(self) -> Help:
        """The help that was had, and whether all agreed to it."""

    @property
    @abstractmethod
    def help_refusal(self) -> str:
        """Why this match goes on without help."""

    @property
    def hint_refusal(self) -> str:
        if len(self.people) > 1 and not self.help.agreed:
            return _("between people there are hints only if all agreed at the start")
        return self.help_refusal

    @property
    def practice(self) -> bool:
        return self.alone and not self.help_refusal

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.person]

    @property
    def alone(self) -> bool:
        return len(self.people) == 1 == len(self.here)

    @property
    def elsewhere(self) -> bool:
        return {*self.people} > {*self.here}

    @property
    def number(self) -> int:
        """How many stops there have been."""
        return self.known.number

    @property
    def readings(self) -> Mapping[int, Reading]:
        return self.known.readings

    @property
    def all_ready(self) -> bool:
        return are_ready(self.readings, {*self.people} - {*self.away.stand_ins})

    @property
    def away(self) -> Away:
        return self.known.away

    @property
    def stood_in_for(self) -> frozenset[int]:
        return self.known.stood_in_for

    @property
    def end_wanted(self) -> frozenset[int]:
        return self.known.end_wanted

    @property
    def watching(self) -> int:
        return self.known.watching

    @property
    def heard(self) -> Sequence[Said | Nudged]:
        return self.known.heard

    def may_nudge(self, seat: int) -> bool:
        try:
            self.check_nudge(seat)
        except IllegalAction:
            return False
        return True

    def check_nudge(self, seat: int) -> None:
        """IllegalAction says why nobody is reminded now."""
        if not (self.known.at(MomentKind.ASK) or self.known.at(MomentKind.ROUND_END)) or self.is_asked(seat):
            raise IllegalAction(_("nobody else is waited for"))
        if monotonic() - self.known.waits_since < NUDGE_SECONDS:
            raise IllegalAction(_("half a minute first: everybody may think"))

    def check_said(self, seat: int) -> None:
        """IllegalAction says why a seat says nothing now."""
        if monotonic() - self.known.said_at.get(seat, -SAY_SECONDS) < SAY_SECONDS:
            raise IllegalAction(_("one word at a time"))

    def check_wish(self, seat: int, about: int) -> None:
        """IllegalAction: a seat has wished for an end, or for a bot at a seat, a moment ago; all are told each time."""
        if monotonic() - self.known.wished_at.get((seat, about), -SAY_SECONDS) < SAY_SECONDS:
            raise IllegalAction(_("you have just taken that back: wait a moment"))

    def next_change(self) -> asyncio.Event:
        """Return what is set when anything changes here."""
        return self._changed

    def listen(self, on_update: Callable[[Update], object]) -> Callable[[], None]:
        return self._listeners.add(on_update)

    def _tell(self, *updates: Update) -> None:
        """Take in what has happened, and tell it to all who listen."""
        for update in updates:
            self.known.take(update)
            self._listeners.tell(update)
        self._wake()

    def _wake(self) -> None:
        """Let all who wait look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    @abstractmethod
    async def _next(self, place: Place) -> Stop:
        """Return where the table stands, after the stop that a face has seen."""

    @abstractmethod
    def _gone(self, place: Place) -> None:
        """Wait no more for a face that looks at something else."""

    def send(self, seat: int, command: Command) -> None:
        """Do at once what a seat of this end wants, if the table is here, or tell who does; IllegalAction says why not.

        What a command itself says that it needs is checked here.
        """
        command.check(self, seat)
        self._do(seat, command)

    def is_asked(self, seat: int) -> bool:
        """Whether a seat is asked for a move."""
        return self.known.stop == Stop(MomentKind.ASK, seat)

    @abstractmethod
    def _do(self, seat: int, command: Command) -> None:
        """Do what a seat may want."""

    def last_decision(self, seat: int) -> tuple[Observation, Action] | None:
        """Nothing is known of a move that is not taken back."""
        return None

    async def measure(self, outcome: str) -> None:
        """Only the table itself measures."""
        raise IllegalAction(_("no clock runs now"))


class Place:
    """A face's place at a table."""

    def __init__(self, end: BaseConnection, seats: Collection[int]) -> None:
        """Sit down for these seats, and be present from the first `next` on."""
        self.seats = frozenset(seats)
        self.seen = 0
        """The number of the stop that this face was told of last,"""
        self.last_stop: Stop | None = None
        """and that stop: where several are asked at once each face has its own."""
        self.ready = False
        """Whether this face waits for what comes next."""
        self._end = end

    async def next(self) -> Stop:
        """Be done with the last stop and wait for the next one; a question that is not answered comes again."""
        return await self._end._next(self)

    def leave(self) -> None:
        """Go away: nobody waits for this face until it asks again, and then it is told where the table stands.

        A `next` that still waits is cancelled.
        """
        self.seen, self.last_stop = 0, None
        self._end._gone(self)
