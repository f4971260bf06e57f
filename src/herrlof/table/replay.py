"""A recorded match to walk about in, forwards and backwards."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from herrlof.game import NOBODY, Event, Game
from herrlof.options import Value
from herrlof.records.listing import OPEN, read_summary
from herrlof.records.names import HERE, Seat
from herrlof.records.storage import read_record
from herrlof.table.moments import Moment, Moments
from herrlof.table.resume import replayed
from herrlof.table.view import MomentKind, StopReason, View

if TYPE_CHECKING:
    from herrlof.records.models import Record


def replay_of(path: Path) -> Replay:
    """Return a record to walk about in; RecordError says what is wrong with it.

    One that is open elsewhere, perhaps since a moment ago, shows what is public.
    """
    found = read_summary(path)
    return Replay(read_record(path), found is not None and found.state == OPEN)


class Replay:
    """Every position of a record that has been checked.

    A finished match is open to everybody. An unfinished one between people is shown from one seat at a time,
    and one against bots from the person's seat; `public`: one that is open elsewhere shows no seat at all.
    """

    def __init__(self, record: Record, public: bool = False, here: Sequence[int] | None = None) -> None:
        """Check the record by playing it; RecordError says what is wrong with it.

        `here`: the seats of who looks at it, where those are not the ones at the table's own keyboard.
        """
        match = replayed(record)
        self._match = match
        self.game: Game = match.game
        self.seats: Sequence[Seat] = match.seats
        """Who sat where."""
        self.options: Mapping[str, Value] = match.options
        self.commitment = match.commitment
        self.ending = match.ending
        """How it ended before its rules ended it."""
        self.here = [number for number, seat in enumerate(match.seats) if seat.how == HERE] if here is None else here
        """The seats of those who look at it."""
        self.reveals_all = match.over or not match.game.hidden
        """Whether all may be seen."""
        self.viewers = list(range(len(match.seats))) if self.reveals_all else [] if public else self.here
        """Whose view may be taken."""
        self._events = match.news(NOBODY) if not self.reveals_all else match.story()

    @property
    def last(self) -> int:
        """The number of the last position; the first is 0, before the first deal."""
        return len(self._match.moves)

    def view(self, at: int, seat: int) -> View:
        """Return what a seat knew at a position, and what had happened: all of it where the match is open.

        NOBODY: what was public. ValueError where a seat's view may not be taken.
        """
        if seat not in (NOBODY, *self.viewers):
            raise ValueError("this seat's view is not for everybody")
        match = self._match
        events = self._events if self.reveals_all else match.news(seat)
        mover = match.moves[at].by if at < self.last else match.mover
        return View(seat, match.observe(seat, at), (), events[: match.event_count_before(at)], mover)

    def just_happened(self, at: int) -> list[Event]:
        """Return the public part of what led to a position."""
        return [event.seen_by(NOBODY) for event in self._led_to(at)]

    def after(self, kinds: frozenset[str], at: int, back: bool = False) -> int:
        """Return the next position (or the one before) that one of these kinds of event led to; else an end."""
        marks = [place for place in range(self.last + 1) if self._leads_to(place, kinds)]
        if back:
            place = bisect_left(marks, at) - 1
            return marks[place] if place >= 0 else 0
        place = bisect_right(marks, at)
        return marks[place] if place < len(marks) else self.last

    def _leads_to(self, place: int, kinds: frozenset[str]) -> bool:
        return any(event.kind in kinds for event in self._led_to(place))

    def _led_to(self, at: int) -> list[Event]:
        before = self._match.event_count_before(at - 1) if at else 0
        return self._events[before : self._match.event_count_before(at)]


class Playback(Moments):
    """Somebody's way through a replay: where they are, and from which seat they look."""

    def __init__(self, replay: Replay, at: int, viewer: int) -> None:
        """Begin at a position, or at the last one."""
        self.replay = replay
        self.at = min(at, replay.last)
        self.viewer = viewer
        self.seconds: float | None = None
        """How long a position stays where the match plays by itself; None: it does not."""
        self._gone = True
        """Whether what is to be shown has not been yet."""

    async def next(self) -> Moment:
        """Return where one has gone; where the match plays by itself, that is the next position."""
        if not self._gone and self.seconds is not None:
            self.go(self.at + 1)
        self._gone = False
        return self.moment()

    def moment(self) -> Moment:
        """Return what is seen here; what the table held is held again, but for who sees no hand."""
        replay = self.replay
        held = any(event.kind in replay.game.pause_events for event in replay.just_happened(self.at))
        view, seconds = replay.view(self.at, self.viewer), inf if self.seconds is None else self.seconds
        return Moment(
            MomentKind.PAUSE, view, seconds, StopReason.HOLD if held and not self.covered else StopReason.NONE
        )

    @property
    def covered(self) -> bool:
        """Whether several have hands here that are nobody else's, and none of them has said to look."""
        return self.viewer == NOBODY and len(self.replay.viewers) > 1 and not self.replay.reveals_all

    def go(self, at: int) -> None:
        """Go to a position; at the last one nothing plays on."""
        self.at, self._gone = max(0, min(self.replay.last, at)), True
        if self.at == self.replay.last:
            self.seconds = None

    def go_to_event(self, kinds: Collection[str], back: bool = False) -> None:
        """Go to the next position that one of these kinds of event led to, or the one before."""
        self.go(self.replay.after(frozenset(kinds), self.at, back))

    def play(self, seconds: float | None) -> None:
        """Play by itself from here on, each position for so long; None: stop."""
        self.seconds, self._gone = seconds, True

    def look_from(self, seat: int) -> None:
        """Look from another seat, or with no hand."""
        self.viewer, self._gone = seat, True
