"""A recorded match to walk about in, forwards and backwards."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from herrlof.game import NOBODY, Event, Game
from herrlof.options import Value
from herrlof.records.names import HERE, Seat
from herrlof.table.connection import View
from herrlof.table.resume import replayed

if TYPE_CHECKING:
    from herrlof.records.models import Record


class Replay:
    """Every position of a record that has been checked.

    A finished match is open to everybody. An unfinished one between people is shown from one seat at a time,
    and one against bots from the person's seat; `public`: one that is open elsewhere shows no seat at all.
    """

    def __init__(self, record: Record, public: bool = False) -> None:
        """Check the record by playing it; RecordError says what is wrong with it."""
        match = replayed(record)
        self._match = match
        self.game: Game = match.game
        self.seats: Sequence[Seat] = match.seats
        """Who sat where."""
        self.options: Mapping[str, Value] = match.options
        self.commitment = match.commitment
        self.ending = match.ending
        """How it ended before its rules ended it."""
        self.here = [number for number, seat in enumerate(match.seats) if seat.how == HERE]
        """The seats of those who sat at the table's own keyboard."""
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
        return View(seat, match.observe(seat, at), (), events[: match.told_before(at)], mover)

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
        before = self._match.told_before(at - 1) if at else 0
        return self._events[before : self._match.told_before(at)]
