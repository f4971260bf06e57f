"""What the statistics of a game are drawn with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len

from herrlof.messages import _, numeral
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.fitting import Column, below_free_row, first_that_fits, fitted
from herrlof.tui.widgets.pieces import bar, below, panel


def two_columns(canvas: Canvas, rect: Rect, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Draw a panel of rows: what it is, and at the right edge the number; and how many have no room."""
    pitch = spacing(rect, len(rows))
    inner = below_free_row(panel(canvas, rect, title, below(len(rows) - rect.height + 1)), pitch * len(rows))
    y = inner.y
    for name, value in rows[: inner.height]:
        canvas.right(inner.right - 1, y, [(value, "text", True)], "surface")
        canvas.put(inner.x + 1, y, cut(name, inner.width - cell_len(value) - 4), "dim", "surface")
        y += pitch


def spacing(rect: Rect, rows: int) -> int:
    """Return how far apart so many rows of a panel stand: with free ones between them where there is room."""
    return first_that_fits((2, 1), rect.height - 1, lambda step: step * rows)


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


def score_lines(
    canvas: Canvas, inner: Rect, series: Sequence[Sequence[float]], names: Sequence[str], goal: float | None = None
) -> None:
    """Draw scores over the rounds, the last series on top and in bronze, and the goal dashed; in ASCII as numbers."""
    if canvas.look.ascii:
        for y, (name, values) in enumerate(zip(names, series, strict=True), inner.y):
            text = " ".join(map(numeral, values))
            canvas.put(inner.x, y, cut(f"{name}: {text}", inner.width), "text", "surface")
        return
    ends = [numeral(values[-1]) for values in series]
    side = max(cell_len(name) + 1 + cell_len(end) for name, end in zip(names, ends, strict=True))
    side = min(side, inner.width // 2)
    chart = Rect(inner.x + 4, inner.y, inner.width - 5 - side, inner.height - 1)
    inks = [*(("dim", "text")[place % 2] for place in range(len(series) - 2, -1, -1)), "accent"]
    figures.lines(canvas, chart, series, inks, "surface", goal)
    values = [value for row in series for value in row]
    low, most = min(0.0, *values), max(1.0, *values, goal or 0.0)
    told = most if goal is None else goal
    y = chart.bottom - 1 - round((told - low) / (most - low) * (chart.height * 2 - 1)) // 2
    canvas.right(chart.x - 1, y, [(numeral(told), "dim", False)], "surface")
    canvas.right(chart.x - 1, chart.bottom - 1, [(numeral(low), "dim", False)], "surface")
    steps = max(map(len, series)) - 1
    apart = next((apart for apart in (1, 2, 5, 10, 20, 50, 100) if steps * 3 <= apart * chart.width), steps + 1)
    for number in range(apart, steps + 1, apart):
        x = chart.x + round(number / max(1, steps) * (chart.width - 1))
        canvas.put(x, chart.bottom, str(number), "dim", "surface")
    ranked = sorted(zip(series, names, ends, inks, strict=True), key=lambda row: -row[0][-1])
    for y, (_values, name, end, ink) in enumerate(ranked[: inner.height], chart.y):
        name = cut(name, max(1, side - 1 - cell_len(end)))
        canvas.parts(chart.right + 1, y, [(name, ink, True), (f" {end}", "text", True)], "surface")


def smoothed(values: Sequence[float]) -> list[float]:
    """Return the mean of each value and the ones before it, a fifth of them at most."""
    around = max(1, min(10, len(values) // 5))
    return [sum(values[max(0, n - around + 1) : n + 1]) / (n - max(0, n - around + 1) + 1) for n in range(len(values))]


def histogram(canvas: Canvas, rect: Rect, title: str, values: Sequence[float], step: int) -> None:
    """Draw in a panel how many values lie in each class of so wide a step; classes join where rows are few."""
    inner = panel(canvas, rect, title)
    if not values:
        canvas.put(inner.x + 1, inner.y, _("No match."), "dim", "surface")
        return
    while int(max(values) // step) - int(min(values) // step) >= inner.height - 1:
        step *= 2
    first, last = int(min(values) // step), int(max(values) // step)
    y = below_free_row(inner, last - first + 2).y
    counts = Counter(int(value // step) for value in values)
    most = max(counts.values())
    begins = {place: place * step for place in range(first, last + 1)}
    texts = {at: _("{first} to {last}", first=begin, last=begin + step - 1) for at, begin in begins.items()}
    column, room = fitted([Column(10, max(map(cell_len, texts.values()))), Column(4, grows=True)], inner.width - 7)
    for place, text in texts.items():
        text = cut(text, column)
        canvas.right(inner.x + 1 + column, y, [(text, "text", False)], "surface")
        bar(canvas, inner.x + column + 3, y, room, counts[place] / most, "weave")
        canvas.right(inner.right - 1, y, [(str(counts[place]), "text", True)], "surface")
        y += 1
