"""Widgets that are drawn on a canvas: what did not change is not painted again, and nothing is laid out anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect, alike

CLOSE = 3
"""Cells between two changed parts of a row that cost less to write again than to skip."""


class CanvasWidget(Widget):
    """A widget whose lines are drawn on a canvas; `draw` draws all of it, `repaint` only some rows."""

    class Pressed(Message):
        """A place that can be clicked was clicked."""

        def __init__(self, target: Any) -> None:
            super().__init__()
            self.target = target

    def __init__(self, look: Look, **more: Any) -> None:
        """Draw in this look."""
        super().__init__(**more)
        self.look = look
        self.canvas = Canvas(0, 0, look)
        self.places: list[tuple[Rect, Any]] = []
        """What can be clicked, the topmost last."""
        self._rows: list[list[Segment]] = []

    def draw(self, canvas: Canvas) -> None:
        """Draw everything; the canvas is empty."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw everything anew; only what differs is painted."""
        if not self.size.width or not self.is_mounted:
            return
        canvas = Canvas(self.size.width, self.size.height, self.look)
        self.places = []
        self.draw(canvas)
        self.canvas = canvas
        self.repaint(range(canvas.height))

    def repaint(self, rows: Iterable[int]) -> None:
        """Paint those of some rows that are no longer as they were painted last."""
        canvas = self.canvas
        if len(self._rows) != canvas.height:
            self._rows = [[] for _ in range(canvas.height)]
            for y in range(canvas.height):
                self._rows[y] = canvas.strip(y)
            self.refresh()
            return
        dirty: list[Region] = []
        for y in rows:
            if not 0 <= y < canvas.height:
                continue
            row = canvas.strip(y)
            if row != self._rows[y]:
                dirty += _changed(self._rows[y], row, y)
                self._rows[y] = row
        if dirty:
            self.refresh(*dirty)

    def render_line(self, y: int) -> Strip:
        """Return a line as it was drawn."""
        if y < len(self._rows):
            return Strip(self._rows[y], self.canvas.width)
        return Strip.blank(self.size.width, self.rich_style)

    def on_resize(self, _: Resize) -> None:
        """Draw for the new room."""
        self.redraw()

    def at(self, x: int, y: int) -> Any:
        """Return what can be clicked at a cell, or None."""
        return next((target for rect, target in reversed(self.places) if rect.contains(x, y)), None)

    def on_click(self, event: Click) -> None:
        """Post what was clicked."""
        target = self.at(event.x, event.y)
        if target is not None:
            event.stop()
            self.post_message(self.Pressed(target))


def _changed(old: Sequence[Segment], new: Sequence[Segment], y: int) -> list[Region]:
    """Return the parts of a row that differ; what lies close together is one part, and its ends do differ."""
    before = set(zip(_starts(old), old, strict=True))
    parts: list[Region] = []
    for x, segment in zip(_starts(new), new, strict=True):
        if (x, segment) not in before:
            part = Region(x, y, segment.cell_length, 1)
            if parts and x - parts[-1].right < CLOSE:
                part = parts.pop().union(part)
            parts.append(part)
    was, will = _cells(old), _cells(new)
    if len(was) != len(will):  # another size of window
        return parts
    return [trimmed for part in parts if (trimmed := _trimmed(part, was, will))]


def _trimmed(part: Region, was: Sequence[tuple[str, Style]], will: Sequence[tuple[str, Style]]) -> Region | None:
    """Return a part of a row without the cells at its ends that stay as they are; None: all of them do."""
    left, right = part.x, part.right
    while left < right and _same(was[left], will[left]):
        left += 1
    while right > left and _same(was[right - 1], will[right - 1]):
        right -= 1
    if left == right:
        return None
    if not (was[left][0] and will[left][0]):  # the second half of a wide letter
        left -= 1
    if right < part.right and not (was[right][0] and will[right][0]):
        right += 1
    return Region(left, part.y, right - left, 1)


def _same(one: tuple[str, Style], other: tuple[str, Style]) -> bool:
    """Whether two cells look the same."""
    return one == other or (one[0] == other[0] == " " and alike(one[1], other[1]))


def _cells(row: Sequence[Segment]) -> list[tuple[str, Style]]:
    """Return the letter and style of each cell; the second cell of a wide letter has no letter."""
    found: list[tuple[str, Style]] = []
    for text, style, _ in row:
        style = style or Style()
        for letter in text:
            size = cell_len(letter)
            if size:
                found += [(letter, style), ("", style)][:size]
            elif found:  # a mark belongs to the letter before it
                place = -1 if found[-1][0] else -2
                found[place] = (found[place][0] + letter, style)
    return found


def _starts(row: Sequence[Segment]) -> list[int]:
    """Return the column at which each segment begins."""
    return [0, *accumulate(segment.cell_length for segment in row)][: len(row)]


class DrawnWidget(CanvasWidget):
    """A widget that is drawn by a function."""

    def __init__(self, look: Look, drawing: Callable[[DrawnWidget, Canvas], None], **more: Any) -> None:
        """Let `drawing` fill the canvas, and `places` with what can be clicked."""
        super().__init__(look, **more)
        self._drawing = drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        self._drawing(self, canvas)
