"""A canvas that takes note of what happens to the texts on it: written over, cut off, spilled beside their panel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from rich.cells import cell_len

from herrlof.tui.widgets import canvas_widget
from herrlof.tui.widgets.canvas import Canvas, Cells, Rect

OWN_GROUNDS = ("surface",)
"""Grounds of panels and bars: who writes on one has filled it before."""
LATTICE = "╱╲/\\"
"""What the backs of cards and curtains are drawn with: it covers what lies there."""


class RecordingCanvas(Canvas):
    """Knows by which text each cell was written, and on which ground."""

    def __init__(self, width: int, height: int, look: object) -> None:
        super().__init__(width, height, look)  # type: ignore[arg-type]
        self.faults: list[str] = []
        self.written: list[str] = []
        """Every text, in its order."""
        self._texts: dict[tuple[int, int], tuple[int, str, str]] = {}
        """By column and row: the number of the text, the text, and its sign in that cell."""
        self._grounds: dict[tuple[int, int], str] = {}
        self._number = 0

    def fill(self, rect: Rect, ground: str, ink: str = "text") -> None:
        super().fill(rect, ground, ink)
        for cell in self._inside(rect):
            self._texts.pop(cell, None)
            self._grounds[cell] = ground

    def lay(self, x: int, y: int, cells: Cells) -> None:
        super().lay(x, y, cells)
        for cell in self._inside(Rect(x, y, len(cells[0]), 1)):
            self._texts.pop(cell, None)

    def put(self, x: int, y: int, text: str, ink: str = "text", ground: str = "bg", bold: bool = False) -> int:
        end = super().put(x, y, text, ink, ground, bold)
        self._number += 1
        self.written.append(text)
        at = x
        for sign in text:
            cell, size = (at, y), cell_len(sign)
            at += size
            if not size:
                continue
            if not (cell[0] >= 0 and cell[0] + size <= self.width and 0 <= y < self.height):
                if sign.isalnum():
                    self.faults.append(f"{text!r} is cut off at column {x}, row {y}")
                    break
                continue
            before = self._texts.pop(cell, None)
            if sign in LATTICE:
                continue
            if before is not None and before[0] != self._number and before[2].isalnum() and before[2] != sign:
                self.faults.append(f"{text!r} is written over {before[1]!r} at column {cell[0]}, row {y}")
                break
            if ground in OWN_GROUNDS and sign != " " and self._grounds.get(cell) != ground:
                self.faults.append(f"{text!r} is spilled beside its panel at column {cell[0]}, row {y}")
                break
            self._texts[cell] = (self._number, text, sign)
        return end

    def _inside(self, rect: Rect) -> Iterator[tuple[int, int]]:
        for y in range(max(0, rect.y), min(self.height, rect.bottom)):
            for x in range(max(0, rect.x), min(self.width, rect.right)):
                yield x, y


@contextmanager
def recording() -> Iterator[None]:
    """Let all that is drawn meanwhile be noted."""
    with patch.object(canvas_widget, "Canvas", RecordingCanvas):
        yield
