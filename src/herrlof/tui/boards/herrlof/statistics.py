"""How often each number came true in Herrlof, on the page of statistics."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

from rich.cells import cell_len

from herrlof.coach.statistics import Counted
from herrlof.games.herrlof import words
from herrlof.tui.boards.herrlof import labels
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.pieces import panel

STROKES: Final = 40
"""So many strokes a number may have before each is two rounds."""
ROOMY: Final = 80
"""Columns of a panel that has room for strokes in fives."""


def draw_chart(canvas: Canvas, rect: Rect, counted: Counted) -> None:
    """Draw a stroke a round, by the number said: too few, exactly, too many."""
    label = labels.ChartLabels
    inner = panel(canvas, rect, label.title)
    kinds = ((1, "╎", "dim", label.few), (0, "┃", "good", label.exactly), (-1, "╳", "bad", label.many))
    x = canvas.put(inner.x, inner.y, label.said, "dim", "surface") + 2
    for _kind, sign, ink, text in kinds:
        x = canvas.put(x, inner.y, f"{sign} ", ink, "surface", True)
        x = canvas.put(x, inner.y, cut(text, inner.right - x), "dim", "surface") + 2
    if x + cell_len(label.came_true) <= inner.right:
        canvas.right(inner.right, inner.y, [(label.came_true, "dim", False)], "surface")
    by_number: dict[int, list[int]] = {}
    for said, made in sorted(counted.pairs("said", "made")):
        by_number.setdefault(said, []).append((said > made) - (said < made))
    y, rows = inner.y + 1, max(1, inner.height - 2)
    numbers = [(str(said), found) for said, found in by_number.items()]
    if len(numbers) > rows:  # the highest share the last row
        highest = [kind for found in list(by_number.values())[rows - 1 :] for kind in found]
        numbers[rows - 1 :] = [(labels.and_more(numbers[rows - 1][0]), highest)]
    shares = [words.made_of(found.count(0), len(found)) for _number, found in numbers]
    fives, room = rect.width >= ROOMY, inner.width - 7 - max(map(cell_len, shares), default=0)
    pitch = 2 if fives and 2 * len(numbers) <= rows else 1
    scale = next(scale for scale in count(1) if all(_fits(found, scale, fives, room) for _said, found in numbers))
    for (number, found), share in zip(numbers, shares, strict=True):
        canvas.right(inner.x + 4, y, [(number, "text", True)], "surface")
        x = inner.x + 6
        for kind, sign, ink, _text in kinds:
            if strokes := _strokes(sign, found.count(kind), scale, fives):
                x = canvas.put(x, y, strokes, ink, "surface", True) + 2 * fives
        canvas.right(inner.right, y, [(share, "text", False)], "surface")
        y += pitch
    if y < inner.bottom:
        whole = [kind for found in by_number.values() for kind in found]
        told = labels.came_true_text(whole.count(1), whole.count(0), whole.count(-1), scale)
        exactly = words.made_of(whole.count(0), len(whole))
        if cell_len(told) + cell_len(exactly) + 8 <= inner.width:
            canvas.right(inner.x + 4, y, [(cut(label.all, 4), "text", True)], "surface")
            canvas.put(inner.x + 6, y, told, "dim", "surface")
            canvas.right(inner.right, y, [(exactly, "text", True)], "surface")
        else:  # what a stroke is stands before how many there are of each
            told = labels.stroke_text(scale) if cell_len(told) > inner.width else told
            canvas.put(inner.x, y, cut(told, inner.width), "dim", "surface")
        seats = {len(row) for match, _seats in counted.chosen for row in match.rounds.get("said", ())}
        for place, text in enumerate([labels.usually_true(number) for number in sorted(seats)], y + 1):
            if place < inner.bottom and cell_len(text) <= inner.width:
                canvas.put(inner.x, place, text, "dim", "surface")


def _strokes(sign: str, times: int, scale: int, fives: bool) -> str:
    """Return a stroke for so many times each, at least one; where there is room in fives."""
    strokes = sign * (round(times / scale) or (times > 0))
    return " ".join(strokes[at : at + 5] for at in range(0, len(strokes), 5)) if fives else strokes


def _fits(found: Sequence[int], scale: int, fives: bool, room: int) -> bool:
    """Whether a row has room for its strokes, and not more of them than one can take in."""
    strokes = [_strokes("┃", found.count(kind), scale, fives) for kind in (1, 0, -1)]
    return sum(map(len, strokes)) + 4 * fives <= room and sum(row.count("┃") for row in strokes) <= STROKES
