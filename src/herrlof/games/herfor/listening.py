"""The board for who hears it: what lies beside a point, and along a line, in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from herrlof.games.herfor.observation import Observation
from herrlof.games.herfor.points import (
    BOARDS,
    POINT_NAMES,
    ROW_LETTERS,
    STEPS,
    Point,
    neighbours,
    number_of,
    parse_point,
    points_in,
    row_of,
    rows,
)
from herrlof.messages import N_, NP_, _, all_of, listed, ngettext, said

EMPTY, BLACK_STONE, WHITE_STONE = range(3)
ONE: Final = (NP_("a point", "{point} empty"), N_("{point} Black"), N_("{point} White"))
SEVERAL: Final = (N_("{first} to {last} empty"), N_("{first} to {last} Black"), N_("{first} to {last} White"))
LONGEST: Final = 20
"""Letters of what isn't on the board that are said again."""
BESIDE: Final = (N_("Empty: {points}."), N_("Black: {points}."), N_("White: {points}."))


def on(point: Point, seen: Observation) -> int:
    return BLACK_STONE if seen.black >> point & 1 else WHITE_STONE if seen.white >> point & 1 else EMPTY


def beside(text: str, seen: Observation) -> list[str]:
    """Return what lies on a point and on those beside it."""
    try:
        point = parse_point(text.casefold(), seen.size)
    except ValueError:
        told = _("Type look and a point, as in look {point}.", point=_middle(seen))
        return [_nowhere(text) or told, shape(seen.size)]
    around = neighbours(point, seen.size)
    found = [
        said(BESIDE[what], points=all_of(POINT_NAMES[one] for one in around if on(one, seen) == what))
        for what in (BLACK_STONE, WHITE_STONE, EMPTY)
        if any(on(one, seen) == what for one in around)
    ]
    n = len(around)
    here = said(ONE[on(point, seen)], point=POINT_NAMES[point])
    return [ngettext("{here}, with {n} point beside it.", "{here}, with {n} points beside it.", n, here=here), *found]


def along(text: str, seen: Observation) -> list[str]:
    """Return what lies along a row by its letter, along a line by its number, or along the three through a point."""
    board = points_in(BOARDS[seen.size])
    asked = text.casefold()
    row = [point for point in board if ROW_LETTERS[row_of(point)] == asked]
    line = [point for point in board if str(number_of(point)) == asked]
    if row or line:
        return [_line_text(row or line, seen)]
    try:
        point = parse_point(asked, seen.size)
    except ValueError:
        told = _("Type line and a row, a number or a point, as in line {letter}, line 3 or line {point}.",
                 letter=ROW_LETTERS[seen.size - 1], point=_middle(seen))  # fmt: skip
        return [_nowhere(text) or told, shape(seen.size)]
    return [_line_text(_through(point, step, seen.size), seen) for step in STEPS]


def _nowhere(text: str) -> str:
    """Return that what was asked for isn't there; nothing where nothing was asked for."""
    return _("{point} isn't on the board.", point=text[:LONGEST]) if text else ""


def shape(size: int) -> str:
    """Return how the board is shaped, in a few sentences."""
    found, middle = rows(size), size - 1
    return _(
        "The board is a hexagon of {n} rows. Row {first} has {few} points, {low} to {high}; row {middle} in the middle "
        "has {many}. A point has two neighbours in its own row, and two in each row beside it: towards {last} the "
        "same number and one higher, towards {first} the same number and one lower.",
        n=len(found), first=ROW_LETTERS[0], last=ROW_LETTERS[len(found) - 1], few=size, low=POINT_NAMES[found[0][0]],
        high=POINT_NAMES[found[0][-1]], middle=ROW_LETTERS[middle], many=len(found[middle]),
    )  # fmt: skip


def _middle(seen: Observation) -> str:
    """Return the name of the point in the middle of the board."""
    return f"{ROW_LETTERS[seen.size - 1]}{seen.size}"


def _through(point: Point, step: int, size: int) -> list[Point]:
    """Return the points of the line through a point in one direction, ascending."""
    first = point
    while BOARDS[size] >> first - step & 1 if first >= step else False:
        first -= step
    found = [first]
    while BOARDS[size] >> found[-1] + step & 1:
        found.append(found[-1] + step)
    return found


def _line_text(points: Sequence[Point], seen: Observation) -> str:
    """Return what lies along a line, stretch by stretch."""
    parts = []
    for what, group in groupby(points, lambda point: on(point, seen)):
        first, *rest = [POINT_NAMES[point] for point in group]
        parts.append(said(SEVERAL[what], first=first, last=rest[-1]) if rest else said(ONE[what], point=first))
    first, last = POINT_NAMES[points[0]], POINT_NAMES[points[-1]]
    return _("From {first} to {last}: {parts}.", first=first, last=last, parts=listed(parts))
