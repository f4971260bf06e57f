"""What gives way where a window has no room for all of it: columns of a list, and paragraphs below each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import le
from typing import Final, NamedTuple, TypeVar

from rich.cells import cell_len

from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut_parts, width_of, wrapped

Form = TypeVar("Form")


def first_that_fits(forms: Sequence[Form], room: int, size: Callable[[Form], int]) -> Form:
    """Return the first of some forms that has room, in the order in which they give way; where none has, the last."""
    return next((form for form in forms if size(form) <= room), forms[-1])


def largest(forms: Sequence[Form], rect: Rect, size: Callable[[Form], tuple[int, int]]) -> Form:
    """Return the first of some drawings whose columns and rows a region has, the largest one first; else the last."""
    return next((form for form in forms if all(map(le, size(form), rect[2:]))), forms[-1])


def longest(forms: Sequence[str], room: int) -> str:
    """Return the first of the forms of a text that has room, the longest one first; where none has, the last."""
    return first_that_fits(forms, room, cell_len)


def gap_for(sizes: Sequence[int], room: int, gaps: Sequence[int]) -> int:
    """Return the first gap with which pieces of these sizes have room beside each other; where none has, the last."""
    return first_that_fits(gaps, room, lambda gap: sum(sizes) + gap * (len(sizes) - 1))


LEAST_TEXT: Final = 31
"""Columns that the text of a panel has before it stands a column further in."""


def text_of(inner: Rect) -> Rect:
    """Return where the text of a panel stands: a column further in, where that leaves it enough."""
    return inner.inset(first_that_fits((1, 0), inner.width, lambda inset: LEAST_TEXT + 2 * inset))


def below_free_row(rect: Rect, rows: int) -> Rect:
    """Return a panel's region below a free row, where so many rows leave one; where they do not, all of it."""
    free = rect.height > rows
    return rect._replace(y=rect.y + free, height=rect.height - free)


def beside(rect: Rect, left: int, least: int, gap: int = 2) -> tuple[Rect, Rect | None]:
    """Return two regions beside each other, the left one so wide; the right one goes where it has not the `least`."""
    right = rect.width - left - gap
    if right < least:
        return rect, None
    return rect._replace(width=left), rect._replace(x=rect.x + left + gap, width=right)


class Column(NamedTuple):
    """A column of a list."""

    least: int
    """Columns of the window without which it is not shown; what does not fit into them ends in `…`."""
    most: int = 0
    """What it is given where there is room; 0: no more than that."""
    drop: int = 0
    """Which is left out first where not all have room: the highest number; 0: never."""
    grows: bool = False
    """Whether it has what all others leave."""


def fitted(columns: Sequence[Column], room: int, gap: int = 2) -> list[int]:
    """Return how wide each column is; 0: it is left out.

    What has to go goes whole, one after the other; what is left of the room is given to the first that wants it, and
    then to what grows.
    """
    shown = set(range(len(columns)))

    def needed() -> int:
        return sum(columns[place].least for place in shown) + gap * (len(shown) - 1)

    for place in sorted(shown, key=lambda place: -columns[place].drop):
        if needed() > room and columns[place].drop:
            shown.discard(place)
    widths = [column.least if place in shown else 0 for place, column in enumerate(columns)]
    spare = room - needed()
    for place in sorted(shown):
        more = max(0, min(spare, columns[place].most - columns[place].least))
        widths[place] += more
        spare -= more
    for place in shown:
        if columns[place].grows and spare > 0:
            widths[place] += spare
            break
    if spare < 0:  # not even those that are never left out have room
        widest = max(shown, key=lambda place: widths[place])
        widths[widest] = max(1, widths[widest] + spare)
    return widths


class Block(NamedTuple):
    """A paragraph among others."""

    parts: Sequence[Part]
    drop: int = 0
    """Which is left out first where rows are short: the highest number; 0: never, but it may end in `…`."""
    joins: bool = False
    """Whether it goes on what stands before it in a line: a space apart."""


def fitted_line(blocks: Sequence[Block], room: int, gaps: Sequence[int] = (3, 2)) -> list[tuple[int, Sequence[Part]]]:
    """Return what of some pieces has room beside each other, each with the column in which it begins.

    They stand closer before one goes, and the last may end in `…`.
    """
    shown = [block for block in blocks if width_of(block.parts)]
    while shown:
        for gap in gaps:
            found, left = list[tuple[int, Sequence[Part]]](), 0
            for block in shown:
                left += (1 if block.joins else gap) if found else 0
                found.append((left, cut_parts(block.parts, max(0, room - left))))
                left += width_of(block.parts)
            if left <= room:
                return found
        goes = max(shown, key=lambda block: block.drop)
        if not goes.drop:
            return [(left, parts) for left, parts in found if left < room]
        shown.remove(goes)
    return []


def fitted_lines(blocks: Sequence[Block], width: int, height: int) -> list[Sequence[Part]]:
    """Return the lines of paragraphs below each other; those that have no room are left out whole."""
    shown = [(block, list(wrapped(block.parts, width))) for block in blocks if block.parts]
    while shown and sum(len(lines) for _block, lines in shown) > height:
        least = max(shown, key=lambda one: one[0].drop)
        if not least[0].drop:
            break
        shown.remove(least)
    left, found = height, list[Sequence[Part]]()
    for number, (block, lines) in enumerate(shown):
        room = max(0, left - (len(shown) - number - 1))  # a row for each that follows
        found += lines if len(lines) <= room else wrapped(block.parts, width, room) if room else []
        left = height - len(found)
    return found


def draw_blocks(canvas: Canvas, rect: Rect, blocks: Sequence[Block], ground: str = "bg") -> int:
    """Draw paragraphs below each other; return the row after them."""
    lines = fitted_lines(blocks, rect.width, rect.height)
    for y, line in enumerate(lines, rect.y):
        canvas.parts(rect.x, y, line, ground)
    return rect.y + len(lines)
