"""What one end knows of a table, folded from what it was told and from what it asked for itself: the one fold.

A table in this process tells itself here what it tells everybody; what a seat sees, it looks up at its match. A seat
elsewhere knows no more than this.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from herrlof.game import NOBODY, Event
from herrlof.games.speech import refused
from herrlof.running import monotonic
from herrlof.table.away import NO_VOTES, Away
from herrlof.table.commands import (
    Choose,
    Command,
    FarCommand,
    Nudge,
    Play,
    ReadClock,
    Resign,
    Say,
    Sit,
    WantEnd,
    WantHint,
    WantStandIn,
)
from herrlof.table.race import ClockLog, Reading
from herrlof.table.updates import (
    CameAlong,
    CameBack,
    Choosing,
    Clocks,
    EndWanted,
    Gone,
    Happened,
    Invited,
    Judged,
    Mended,
    Nudged,
    Over,
    Present,
    Refused,
    Said,
    Stood,
    StoodIn,
    Troubled,
    Update,
    Watching,
    WentAway,
)
from herrlof.table.view import MomentKind, Result, Stop, StopKind, Turn, View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement


class KnownTable:
    """What is known at one end of a table."""

    def __init__(self, away: Away | None = None) -> None:
        """Know nothing yet but who is away."""
        self._forget()
        if away is not None:
            self.away = away

    def _forget(self) -> None:
        self.events: list[Event] = []
        """What has happened, as this seat perceived it."""
        self.scores: Sequence[float] = ()
        self.present: Sequence[int] = ()
        """Who is at the table already, before the match begins."""
        self.sits = False
        """Whether this end has sat down,"""
        self.unseated = ""
        """and why it has not, as it wanted to, in a sentence."""
        self.invited = False
        """Whether the host plays again, and this end may come along."""
        self.result: Result | None = None
        """How the match ended,"""
        self.record_hash: str | None = None
        """and the SHA-256 of its record."""
        self.heard: list[Said | Nudged] = []
        """What players have said to each other,"""
        self.said_at: dict[int, float] = {}
        """and when each said the last of it."""
        self.wished_at: dict[tuple[int, int], float] = {}
        """When each last began to wish for an end (NOBODY), or for a bot at a seat."""
        self.clock_log: ClockLog | None = None
        """What was done to this end's own clock."""
        self._hear_anew()

    def _hear_anew(self) -> None:
        """Forget what is told again when a line is mended."""
        self.stop: Stop | None = None
        """Where the table stands; None: that is not known."""
        self.number = 0
        """How many stops there had been at the table then: so all call the question. 0: that is not known."""
        self.view: View | None = None
        self.turn: Turn | None = None
        """How far this seat has come at a MEASURE."""
        self.readings: dict[int, Reading] = {}
        """What the clocks of seats say that each have their own."""
        self.judged: Judgement | str | None = None
        """What is known of the question by a hint, or why there is none."""
        self.away = Away()
        self.stood_in_for = frozenset[int]()
        """For whom a bot has played since they went away last."""
        self.waits_since = monotonic()
        """Since when the table stands there, or somebody was nudged."""
        self.end_wanted = frozenset[int]()
        """Who wants to end the match here."""
        self.watching = 0
        """How many onlookers watch."""
        self.trouble: str | None = None
        """Why nothing goes on,"""
        self.refusal = ""
        """and why a wish of this seat is not done, until the table goes on."""
        self._answered: Stop | None = None
        """The question that was answered last."""
        self._sent = 0
        """How many moves of the turn were sent."""

    def at(self, kind: StopKind) -> bool:
        """Whether the table stands at a stop of this kind."""
        return self.stop is not None and self.stop.kind is kind

    def whole(self, view: View) -> View:
        """Return what was told of a view, with what happened before."""
        return view._replace(events=tuple(self.events))

    def choosing(self) -> Turn | None:
        """Return how far this seat has come while others move too; nothing can be chosen while a move is on its way."""
        turn = self.turn
        if turn is None or self._sent <= turn.made:
            return turn
        return turn._replace(view=turn.view._replace(legal=()), waits=True)

    # What this end does

    def ask(self, seat: int, command: Command | FarCommand) -> None:
        """Take note of what a seat of this end has asked for, which is answered later."""
        match command:
            case Play():
                self._answered, self.stop = self.stop, None
            case Choose(index=None):
                self._sent += 1
            case ReadClock(reading):
                self.readings[seat] = reading
                self.clock_log = ClockLog(reading.stops, reading.restarts)
            case Resign() | WantEnd() | WantStandIn() | Say() | Nudge():
                self.refusal = ""
            case Sit():
                self.sits, self.unseated = True, ""
            case WantHint():
                self.judged = None

    # What it is told

    def take(self, update: Update) -> None:
        """Take in what this end is told; ValueError where that fits nothing that it was told before."""
        match update:
            case Happened(start, events):
                if start > len(self.events):
                    raise ValueError("events are missing before these")
                self.events[start:] = events
            case Stood():
                self._stand(update)
            case Choosing(turn):
                if not self.at(MomentKind.MEASURE) or self.view is None:
                    raise ValueError("no clock runs now")
                view = self.whole(turn.view)._replace(mover=self.view.mover)
                self.turn, self._sent = turn._replace(view=view), max(self._sent, turn.made)
            case Clocks(readings):
                self.readings = {seat: said for seat, said in enumerate(readings) if said is not None}
            case Refused():
                self._refuse(update)
            case Judged(number, found):
                self._judge(number, found)
            case WentAway(seat, seconds):
                self.away = self.away.gone(seat, seconds)
                self.stood_in_for -= {seat}
            case CameBack(seat):
                self.away = self.away.back(seat)
            case StoodIn(seat, bot, wanted_by):
                self._note_wishes(wanted_by - self.away.votes.get(seat, NO_VOTES), seat)
                self.away = self.away.stood_in(seat, bot, wanted_by)
                self.stood_in_for |= {seat} if bot is not None else set()
            case EndWanted(wanted_by):
                self._note_wishes(wanted_by - self.end_wanted, NOBODY)
                self.end_wanted = wanted_by
            case Said(seat):
                self.heard.append(update)
                self.said_at[seat] = monotonic()
            case Nudged():
                self.heard.append(update)
                self.waits_since = monotonic()
            case Over(result, record_hash):
                self.result, self.record_hash = result, record_hash
            case Present(seats):
                self.present = seats
            case Watching(count):
                self.watching = count
            case Invited():
                self.invited = True
            case Troubled(why) | Gone(why):
                self.trouble = why
            case Mended():
                self.unseated = ""
                self._hear_anew()
            case CameAlong():
                self._forget()

    def _note_wishes(self, by: Collection[int], about: int) -> None:
        self.wished_at |= dict.fromkeys([(seat, about) for seat in by], monotonic())

    def _stand(self, stood: Stood) -> None:
        self.number, self.stop = stood.number, stood.stop
        self.waits_since = monotonic()
        self.view = None if stood.view is None else self.whole(stood.view)
        if stood.scores is not None:
            self.scores = stood.scores
        self.turn, self._sent, self.readings, self.refusal = None, 0, {}, ""
        if stood.stop.kind is not MomentKind.MEASURE:
            self.clock_log = None

    def _refuse(self, told: Refused) -> None:
        of = told.of or ("" if told.number else "sit")  # an older host says no `of`, and no question is number 0
        if of in ("", "hint"):
            self.judged = told.text
        if of in ("", "move") and told.number == self.number and self._answered is not None and self.stop is None:
            self.stop = self._answered
        match of:
            case "sit":
                self.sits, self.unseated = False, told.text
            case "choose" if self.turn is not None:
                self._sent = self.turn.made
            case "resign" | "end" | "wants" | "say" | "nudge":
                self.refusal = refused(told.text)

    def _judge(self, number: int, found: Judgement) -> None:
        if number != self.number or self.view is None:
            return
        if not {choice.action for choice in found.choices} <= {*self.view.legal}:
            raise ValueError("this is judged of another question")
        self.judged = found
