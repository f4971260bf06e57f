"""What the statistics of a game are drawn with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from herrlof.messages import _
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.pieces import bar, panel

WIDE: Final = 40
"""Columns of a panel whose rows may stand apart."""


def two_columns(canvas: Canvas, rect: Rect, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Draw a panel of rows: what it is, and at the right edge the number."""
    inner = panel(canvas, rect, title)
    y = inner.y + (inner.height > len(rows) and inner.height > 6)
    pitch = spacing(rect, len(rows))
    for name, value in rows[: inner.bottom - y]:
        canvas.right(inner.right - 1, y, [(value, "text", True)], "surface")
        canvas.put(inner.x + 1, y, cut(name, inner.width - cell_len(value) - 4), "dim", "surface")
        y += pitch


def spacing(rect: Rect, rows: int) -> int:
    """Return how far apart so many rows of a panel stand: with free ones between them in a large window."""
    return 2 if rect.width >= WIDE and 2 * rows < rect.height else 1


DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a braille cell, row by row."""


def line(canvas: Canvas, inner: Rect, values: Sequence[float]) -> None:
    """Draw values over time, from 0 up, each as the mean of it and those around it; the last one is named."""
    smooth = smoothed(values)
    top = max(max(smooth), 0.01)
    left, width = inner.x + 7, inner.width - 7 - 11
    height = max(1, inner.height - 2)
    y = inner.y
    canvas.right(left - 1, y, [(f"{top:.2f}", "dim", False)], "surface")
    canvas.right(left - 1, y + height - 1, [("0", "dim", False)], "surface")
    dots = [[0] * width for _ in range(height)]
    for column in range(2 * width):
        value = smooth[min(len(smooth) - 1, column * len(smooth) // (2 * width))]
        row = round((1 - max(0.0, value) / top) * (4 * height - 1))
        dots[row // 4][column // 2] |= DOTS[row % 4][column % 2]
    for row, cells in enumerate(dots):
        text = "".join(("*" if canvas.look.ascii else chr(0x2800 + cell)) if cell else " " for cell in cells)
        canvas.put(left, y + row, text, "accent", "surface")
    at = round((1 - max(0.0, smooth[-1]) / top) * (height - 1))
    x = canvas.put(left + width + 1, y + at, f"{smooth[-1]:.2f}", "text", "surface", True)
    canvas.put(x + 1, y + at, _("now"), "dim", "surface")
    canvas.put(left, y + height, _("match 1"), "dim", "surface")
    canvas.right(left + width, y + height, [(str(len(values)), "dim", False)], "surface")


def smoothed(values: Sequence[float]) -> list[float]:
    """Return the mean of each value and the ones before it, a fifth of them at most."""
    around = max(1, min(10, len(values) // 5))
    return [sum(values[max(0, n - around + 1) : n + 1]) / (n - max(0, n - around + 1) + 1) for n in range(len(values))]


def histogram(canvas: Canvas, rect: Rect, title: str, values: Sequence[float], step: int) -> None:
    """Draw in a panel how many values lie in each class of so wide a step; classes join where rows are few."""
    inner = panel(canvas, rect, title)
    y, rows = inner.y + (inner.height > 12), inner.height - 1 - (inner.height > 12)
    if not values:
        canvas.put(inner.x + 1, y, _("No match."), "dim", "surface")
        return
    while int(max(values) // step) - int(min(values) // step) >= rows:
        step *= 2
    first, last = int(min(values) // step), int(max(values) // step)
    counts = Counter(int(value // step) for value in values)
    most = max(counts.values())
    left, room = inner.x + 13, inner.width - 13 - 6
    for place in range(first, last + 1):
        begin = place * step
        text = _("{first} to {last}", first=begin, last=begin + step - 1)
        canvas.right(inner.x + 11, y, [(text, "text", False)], "surface")
        bar(canvas, left, y, room, counts[place] / most, "weave")
        canvas.right(inner.right - 1, y, [(str(counts[place]), "text", True)], "surface")
        y += 1
