"""A keyboard: the people who share one screen, be it one of them or several. Who looks, and when the curtain falls.

It knows no widget, no colour and no key. A face goes from moment to moment:

    keyboard = Keyboard(table, seats)
    moment = await keyboard.next()
    show(moment.view)
    # ASK: keyboard.play(action). HAND_OVER: keyboard.open(seat). MEASURE: table.turn(seat), then table.measure(…).
    # PAUSE, ROUND_END: go on when the time has come, or when the players are ready. WAIT: go on at once, it takes as
    # long as it takes. MATCH_END: there is no next one.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from herrlof.game import NOBODY, Action
from herrlof.table.table import MomentKind, Stop, Table, View


class Moment(NamedTuple):
    """A point of a match at which the face has to show or to do something."""

    kind: MomentKind
    view: View
    seconds: float = 0.0
    """How long a PAUSE takes; any player may end it earlier."""
    reason: str = ""
    """What a PAUSE is for: hold, thinking, forced; a HAND_OVER may have something to hold too. What a MEASURE is about:
    the kind of chance."""
    seat: int = NOBODY
    """Who takes the keyboard at a HAND_OVER."""
    new_events: int = 0
    """How many of the view's last events no earlier moment has shown."""


class Keyboard:
    """The people at one screen, moment by moment."""

    def __init__(self, table: Table, seats: Collection[int] | None = None) -> None:
        """Sit down at a table for some seats, or for all people; nobody at all looks on."""
        self.table = table
        self.people = sorted(table.people if seats is None else seats)
        """The seats of those who share this keyboard."""
        self.needs_curtain = table.game.hidden and len(self.people) > 1
        """Whether hands must be kept from somebody at this keyboard."""
        self.viewer = self.people[0] if len(self.people) == 1 else NOBODY
        """Whose view is shown."""
        self._place = table.join(self.people)
        self._stop: Stop | None = None
        """Where the table stands, as far as this keyboard was told."""
        self._shown = len(table.view(NOBODY).events)
        """How many events moments have shown."""

    def view(self) -> View:
        """Return what the seat at the keyboard may see now."""
        return self.table.view(self.viewer)

    async def next(self) -> Moment:
        """Go on to the next moment; it may have to wait for others, or for a bot."""
        if self._stop is None or not self._hands_over(self._stop):
            self._stop = await self._place.next()
        stop = self._stop
        if self._hands_over(stop):
            self.viewer = NOBODY
            return self._moment(MomentKind.HAND_OVER, reason=stop.reason, seat=stop.seat)
        if stop.kind is MomentKind.ASK and stop.seat not in self.people:
            return self._moment(MomentKind.WAIT)
        if stop.kind is MomentKind.ASK:
            self.viewer = stop.seat
        elif stop.kind in (MomentKind.ROUND_END, MomentKind.MATCH_END) and len(self.people) > 1:
            self.viewer = NOBODY  # everybody looks, and nobody is spoken to
        return self._moment(stop.kind, stop.seconds, stop.reason)

    def leave(self) -> None:
        """Go away from the table; `next` comes back, to the same question."""
        self._stop = None
        self._place.leave()

    # What a face answers

    def play(self, action: Action) -> None:
        """Play the move of the seat that was asked; IllegalAction says which rule forbids it."""
        self.table.play(self.viewer, action)
        self._stop = None

    def open(self, seat: int) -> None:
        """Show the hand of the seat to which the keyboard was handed; ValueError where it is nobody's here."""
        if seat not in self.people:
            raise ValueError(f"nobody at this keyboard sits in seat {seat}")
        self.viewer = seat

    def cover(self) -> Moment | None:
        """Take the hand off the screen, if it must be kept from somebody; return the moment that covers it."""
        if not self.needs_curtain or self.viewer == NOBODY:
            return None
        seat, self.viewer = self.viewer, NOBODY
        return self._moment(MomentKind.HAND_OVER, seat=seat)

    # Moments

    def _hands_over(self, stop: Stop) -> bool:
        """Whether the keyboard must be handed over before the seat that is asked can move."""
        return self.needs_curtain and stop.seat in self.people and stop.seat != self.viewer

    def _moment(self, kind: MomentKind, seconds: float = 0.0, reason: str = "", seat: int = NOBODY) -> Moment:
        view = self.view()
        new_events, self._shown = len(view.events) - self._shown, len(view.events)
        return Moment(kind, view, seconds, reason, seat, new_events)
