"""A recorded match to walk about in, forwards and backwards."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from herrlof.game import NOBODY, Event, Observation, State
from herrlof.table.match import Match

if TYPE_CHECKING:
    from herrlof.records.models import Record


class Replay:
    """Every position of a record that has been checked.

    A finished match is open to everybody. An unfinished one between people is shown from one seat at a time,
    and one against bots from the person's seat; `public`: one that is open elsewhere shows no seat at all.
    """

    def __init__(self, record: Record, public: bool = False) -> None:
        """Check the record by playing it; RecordError says what is wrong with it."""
        self._positions: list[tuple[State, int]] = []
        self.match = Match.replay(record, visit=lambda state, events: self._positions.append((state, events)))
        self.reveals_all = self.match.over or not self.match.game.hidden
        """Whether all may be seen."""
        people = [number for number, seat in enumerate(self.match.seats) if seat.bot is None]
        self.seats = list(range(len(self.match.seats))) if self.reveals_all else [] if public else people
        """Whose view may be taken."""
        self._events = self.match.news(NOBODY) if not self.reveals_all else self.match.story()

    @property
    def last(self) -> int:
        """The number of the last position; the first is 0, before the first deal."""
        return len(self._positions) - 1

    def observe(self, at: int, seat: int) -> Observation:
        """Return what a seat knew at a position; ValueError where its view may not be taken."""
        if seat not in (NOBODY, *self.seats):
            raise ValueError("this seat's view is not for everybody")
        return self._positions[at][0].observation(seat)

    def mover(self, at: int) -> int:
        """Return who moves at a position."""
        return self._positions[at][0].current_player()

    def news(self, at: int, seat: int) -> list[Event]:
        """Return what had happened until a position, as a seat perceived it; all of it where the match is open."""
        count = self._positions[at][1]
        return self._events[:count] if self.reveals_all else self.match.news(seat)[:count]

    def just_happened(self, at: int) -> list[Event]:
        """Return the public part of what led to a position."""
        before = self._positions[at - 1][1] if at else 0
        return [event.seen_by(NOBODY) for event in self._events[before : self._positions[at][1]]]

    def after(self, kinds: frozenset[str], at: int, back: bool = False) -> int:
        """Return the next position (or the one before) that one of these kinds of event led to; else an end."""
        marks = [place for place in range(len(self._positions)) if self._leads_to(place, kinds)]
        if back:
            place = bisect_left(marks, at) - 1
            return marks[place] if place >= 0 else 0
        place = bisect_right(marks, at)
        return marks[place] if place < len(marks) else self.last

    def _leads_to(self, place: int, kinds: frozenset[str]) -> bool:
        before = self._positions[place - 1][1] if place else 0
        return any(event.kind in kinds for event in self._events[before : self._positions[place][1]])
