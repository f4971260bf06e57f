"""What has happened, as each who looks was told it: nothing is told twice, and all of it can be gone through again."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.game import Event
from herrlof.table.connection import View


class History:
    """By seat what was told there; an onlooker is NOBODY."""

    def __init__(self) -> None:
        """Nobody has been told anything."""
        self.heard: dict[int, int] = {}
        """How many events each has been told."""
        self._lines: dict[int, list[str]] = {}
        """And in which lines."""
        self._place = 0
        """Where in its lines who looks has gone back to."""

    def new(self, view: View) -> Sequence[Event]:
        """Return what has happened that who looks has not been told; now it is."""
        heard = min(self.heard.get(view.seat, 0), len(view.events))
        self.heard[view.seat] = len(view.events)
        return view.events[heard:]

    def note(self, seat: int, lines: Sequence[str]) -> None:
        """Keep what a seat was told."""
        self._lines.setdefault(seat, []).extend(lines)
        self._place = len(self._lines[seat])

    def last(self, seat: int, count: int) -> Sequence[str]:
        """Return the last lines that a seat was told, so many at most."""
        return self._lines.get(seat, [])[-count:]

    def go(self, seat: int, by: int) -> str:
        """Go to an earlier or later line of a seat, and return it; nothing where there is none."""
        lines = self._lines.get(seat, [])
        if not 0 <= self._place + by < len(lines):
            return ""
        self._place += by
        return lines[self._place]
