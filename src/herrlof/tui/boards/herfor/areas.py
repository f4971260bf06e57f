"""Herfor's ways: over the points, in rows, straight up and down and along the diagonals; and through the komi."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from herrlof.games.herfor.actions import KOMI, PLACE
from herrlof.games.herfor.points import BOARDS, POINT_COUNTS, POINT_NAMES, Point, number_of, points_in, row_of
from herrlof.tui.widgets.selection import Area, Item


@cache
def point_items(size: int) -> Sequence[Item]:
    """Return all points of a board; each is typed by its name."""
    return [Item(point, PLACE + point, code=POINT_NAMES[point]) for point in points_in(BOARDS[size])]


@cache
def komi_items(size: int, negative: bool) -> Sequence[Item]:
    """Return every komi that can be named, the least first."""
    most = POINT_COUNTS[size]
    return [Item(komi, KOMI + komi, code=str(komi)) for komi in range(-most if negative else 0, most + 1)]


def _halves(point: Point) -> int:
    """Return the column of a point, in halves of the way to the next one of its row."""
    return 2 * number_of(point) - row_of(point)


@dataclass(frozen=True, slots=True)
class Points(Area):
    """The points of a board."""

    climbed: dict[int, int] = field(default_factory=dict)
    """The place to which ↑ or ↓ led last, and the column in which that walk began: it stays as straight as it goes."""

    def beside(self, at: int | None, by: int) -> int | None:
        """Return the place of the next point of the row; at its end that one."""
        return self.start if at is None else self.diagonal(at, 0, by)

    def above(self, at: int | None, by: int) -> int | None:
        """Return the place of the nearest point to the column in the next row up or down."""
        if at is None:
            return self.start
        here = self.items[at].thing
        column = self.climbed.get(at, _halves(here))
        row = [place for place, item in enumerate(self.items) if row_of(item.thing) == row_of(here) + by]

        def away(place: int) -> tuple[int, int]:
            halves = _halves(self.items[place].thing)
            return abs(halves - column), halves

        found = min(row, key=away, default=at)
        self.climbed.clear()
        self.climbed[found] = column
        return found

    def diagonal(self, at: int | None, up: int, right: int) -> int:
        """Return the place of the neighbour that lies up or down, and to the right or left; at the edge the same."""
        if at is None:
            return self.start
        here = self.items[at].thing
        row, halves = row_of(here) + up, _halves(here) + (right if up else 2 * right)
        there = (
            place
            for place, item in enumerate(self.items)
            if row_of(item.thing) == row and _halves(item.thing) == halves
        )
        return next(there, at)
