"""Moments: what a face shows and does, one after the other, wherever they come from.

People at a table have theirs from a `Keyboard`; a lesson, a replay and *find better* are other sources. One loop drives
the screen in all of them (`herrlof.tui.screens.moments`), and one the lines (`herrlof.plain.moments`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from herrlof.game import NOBODY, Event
from herrlof.table.view import MomentKind, StopReason, View


class Moment(NamedTuple):
    """A point of a match at which the face has to show or to do something."""

    kind: MomentKind
    view: View
    seconds: float = 0.0
    """How long a PAUSE takes; any player may end it earlier."""
    reason: StopReason = StopReason.NONE
    """Why the table stands still; a SHOW, a HAND_OVER and a WAIT have that of their stop."""
    seat: int = NOBODY
    """Who takes the keyboard at a HAND_OVER."""
    new_events: int = 0
    """How many of the view's last events no earlier moment has shown."""
    told: Sequence[Event] = ()
    """What a SHOW is about: the events that told this seat alone, and the one that led to them."""
    measured_kind: str = ""
    """The kind of chance that is measured at a MEASURE."""


class Moments(Protocol):
    """Where moments come from."""

    async def next(self) -> Moment | None:
        """Be done with the last moment, and go on to the next one; None: there is none any more."""
