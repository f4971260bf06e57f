"""Herrlof's statistics: how often each number came true, and the powers that were used."""

from __future__ import annotations

from herrlof.coach.statistics import Counted
from herrlof.messages import _
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.charts import mean, strokes
from herrlof.tui.widgets.pieces import panel

STROKES = 40
"""So many rounds a number may have before a stroke is two of them."""


def points(counted: Counted) -> list[tuple[str, str]]:
    """Return the points of a round, and the longest run of numbers that came true."""
    exact = most = 0
    for said, made in counted.pairs("said", "made"):
        exact = exact + 1 if said == made else 0
        most = max(most, exact)
    return [
        (_("points a round"), mean(counted.values("points"))),
        (_("against you"), mean(counted.others("points"))),
        (_("exactly in a row"), str(most)),
    ]


def moves(counted: Counted) -> tuple[str, list[tuple[str, str]]]:
    """Return how often a power was used, of the times it could have been."""
    return _("Powers used"), [
        (_("1 took a trick"), counted.used("take-trick")),
        (_("3 changed a card"), counted.used("draw")),
        (_("6 swapped a card"), counted.used("steal")),
    ]


def draw_chart(canvas: Canvas, rect: Rect, counted: Counted) -> None:
    """Draw a stroke a round, by the number said: too few, exactly, too many."""
    inner = panel(canvas, rect, _("How often a number came true"))
    pairs = counted.pairs("said", "made")
    few, exactly, many = (
        sum(said > made for said, made in pairs),
        sum(said == made for said, made in pairs),
        sum(said < made for said, made in pairs),
    )
    x = canvas.put(inner.x, inner.y, _("said"), "dim", "surface") + 2
    ascii_only = canvas.look.ascii
    for sign, letter, ink, text in (
        ("╎", ":", "dim", _("too few")),
        ("┃", "|", "good", _("exactly")),
        ("╳", "x", "bad", _("too many")),
    ):
        x = canvas.put(x, inner.y, f"{letter if ascii_only else sign} ", ink, "surface", True)
        x = canvas.put(x, inner.y, text, "dim", "surface") + 2
    numbers = sorted({said for said, _made in pairs})
    counts = {n: [(said > made) - (said < made) for said, made in pairs if said == n] for n in numbers}
    most = max((len(found) for found in counts.values()), default=0)
    room = inner.width - 6 - 9
    scale = 1.0 if most <= min(STROKES, room) else most / room if most > 2 * room else 2.0
    y = inner.y + 1
    for number in numbers[: max(0, inner.bottom - y - 1)]:
        found = counts[number]
        canvas.right(inner.x + 4, y, [(str(number), "text", True)], "surface")
        rows = [(found.count(1), "╎", "dim"), (found.count(0), "┃", "good"), (found.count(-1), "╳", "bad")]
        strokes(canvas, inner.x + 6, y, room, rows, scale)
        told = _("{n} of {whole}", n=found.count(0), whole=len(found))
        canvas.right(inner.right, y, [(told, "text", False)], "surface")
        y += 1
    if y < inner.bottom:
        told = _("{few} too few, {exactly} exactly, {many} too many", few=few, exactly=exactly, many=many)
        if scale > 1:
            told = _("a stroke is {n:.0f} rounds; {told}", n=scale, told=told)
        canvas.put(inner.x, y, told[: inner.width], "dim", "surface")
