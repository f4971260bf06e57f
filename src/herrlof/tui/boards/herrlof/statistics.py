"""How often each number came true in Herrlof, on the page of statistics."""

from __future__ import annotations

from rich.cells import cell_len

from herrlof.coach.statistics import Counted
from herrlof.games.herrlof import words
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.pieces import panel

STROKES = 40
"""So many rounds a number may have before a stroke is two of them."""


def draw_chart(canvas: Canvas, rect: Rect, counted: Counted) -> None:
    """Draw a stroke a round, by the number said: too few, exactly, too many."""
    label = words.ChartLabels
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
    most = max(map(len, by_number.values()), default=0)
    room = inner.width - 6 - 9
    scale = 1.0 if most <= min(STROKES, room) else most / room if most > 2 * room else 2.0
    y = inner.y + 1
    for said, found in list(by_number.items())[: max(0, inner.bottom - y - 1)]:
        canvas.right(inner.x + 4, y, [(str(said), "text", True)], "surface")
        x = inner.x + 6
        for kind, sign, ink, _text in kinds:
            count = found.count(kind)
            strokes = sign * (round(count / scale) or (count > 0))
            x = canvas.put(x, y, strokes[: inner.x + 6 + room - x], ink, "surface", True)
        canvas.right(inner.right, y, [(words.made_of(found.count(0), len(found)), "text", False)], "surface")
        y += 1
    if y < inner.bottom:
        whole = [kind for found in by_number.values() for kind in found]
        told = words.came_true_text(whole.count(1), whole.count(0), whole.count(-1), scale)
        exactly = words.made_of(whole.count(0), len(whole))
        if cell_len(told) + cell_len(exactly) + 8 <= inner.width:
            canvas.right(inner.x + 4, y, [(cut(label.all, 4), "text", True)], "surface")
            canvas.put(inner.x + 6, y, told, "dim", "surface")
            canvas.right(inner.right, y, [(exactly, "text", True)], "surface")
        else:
            canvas.put(inner.x, y, cut(told, inner.width), "dim", "surface")
