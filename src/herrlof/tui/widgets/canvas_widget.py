"""Widgets that are drawn on a canvas: what did not change is not painted again, and nothing is laid out anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual.events import Click, Resize
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Cells, Rect

CLOSE = 3
"""Cells between two changed parts of a row that cost less to write again than to skip."""


class Demand(Message):
    """With which a widget asks for something: only a page in front takes it."""


class CanvasWidget(Widget):
    """A widget whose lines are drawn on a canvas; `draw` draws all of it, `repaint` only some rows."""

    class Pressed(Demand):
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
        self._cells: list[Cells] = []
        """The rows as they were painted last,"""
        self._rows: list[Strip] = []
        """and what paints them."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything; the canvas is empty."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw everything anew; only what differs is painted."""
        if self.size.width and self.is_mounted:
            self._draw_all()
            self.repaint(range(self.canvas.height))

    def reword(self) -> None:
        """Say everything anew, in another language."""
        self.redraw()

    def _draw_all(self) -> None:
        canvas = Canvas(self.size.width, self.size.height, self.look)
        self.places = []
        self.draw(canvas)
        self.canvas = canvas

    def repaint(self, rows: Iterable[int]) -> None:
        """Paint those of some rows that are no longer as they were painted last."""
        canvas = self.canvas
        if len(self._rows) != canvas.height:
            self._paint_all()
            self.refresh()
            return
        dirty: list[Region] = []
        for y in rows:
            if y not in canvas.rows:
                continue
            cells = canvas.cells(y)
            if cells != self._cells[y]:
                dirty += _changed(self._cells[y], cells, y)
                self._cells[y], self._rows[y] = cells, Strip(canvas.strip(y), canvas.width)
        if dirty:
            self.refresh(*dirty)

    def _paint_all(self) -> None:
        canvas = self.canvas
        self._cells = [canvas.cells(y) for y in range(canvas.height)]
        self._rows = [Strip(canvas.strip(y), canvas.width) for y in range(canvas.height)]

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return parts of lines as they were drawn; no style sheet adds to them. A first frame is not drawn twice."""
        if not self._rows and self.is_mounted:
            self._draw_all()
            self._paint_all()
        width, rows = self.size.width, self._rows[crop.y : crop.bottom]
        rows += [Strip([])] * (crop.height - len(rows))
        whole = (row if row.cell_length == width else row.adjust_cell_length(width, self.rich_style) for row in rows)
        return [row.crop(crop.x, crop.right) for row in whole]

    def on_resize(self, _: Resize) -> None:
        """Draw for the new room."""
        self.redraw()

    def at(self, x: int, y: int) -> Any:
        """Return what can be clicked at a cell, or None."""
        return next((target for rect, target in reversed(self.places) if rect.contains(x, y)), None)

    def target(self) -> Any:
        """Return which of the places the keys act on; None: none."""
        return None

    def focus_begins(self) -> Offset | None:
        """Return where the text begins of what is in focus, on the screen; None: it cannot be seen, or nothing is."""
        wanted = self.target()
        rect = next((rect for rect, target in self.places if target == wanted), None) if wanted is not None else None
        if rect is None:
            return None
        return self.region.offset + self.canvas.begins(rect)

    def cover_places(self, rect: Rect) -> None:
        """Let nothing be clicked that begins in a region."""
        self.places = [place for place in self.places if not rect.contains(place[0].x, place[0].y)]

    def on_click(self, event: Click) -> None:
        """Post what was clicked."""
        target = self.at(event.x, event.y)
        if target is not None:
            event.stop()
            self.post_message(self.Pressed(target))


def _changed(old: Cells, new: Cells, y: int) -> list[Region]:
    """Return the parts of a row that differ; what lies close together is one part, and wide letters are whole."""
    (was, was_styled), (will, styled) = old, new
    if len(was) != len(will):  # another size of window
        return [Region(0, y, len(will), 1)]
    parts: list[list[int]] = []
    for x, before, after, one, other in zip(range(len(was)), was, will, was_styled, styled, strict=True):
        if before == after and (one is other or (before == " " and one.blank == other.blank)):
            continue
        if parts and x - parts[-1][1] < CLOSE:
            parts[-1][1] = x + 1
        else:
            parts.append([x, x + 1])
    for part in parts:
        left, right = part
        if not (was[left] and will[left]):  # the second half of a wide letter
            part[0] = left - 1
        if right < len(will) and not (was[right] and will[right]):
            part[1] = right + 1
    return [Region(left, y, right - left, 1) for left, right in parts]


class DrawnWidget(CanvasWidget):
    """A widget that is drawn by a function."""

    def __init__(self, look: Look, drawing: Callable[[DrawnWidget, Canvas], None], **more: Any) -> None:
        """Let `drawing` fill the canvas, and `places` with what can be clicked."""
        super().__init__(look, **more)
        self._drawing = drawing
        self.in_focus: Any = None
        """Which of the places the keys act on, as `drawing` says."""

    def draw(self, canvas: Canvas) -> None:
        self._drawing(self, canvas)

    def target(self) -> Any:
        return self.in_focus
