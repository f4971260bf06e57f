"""How-Ruck!'s statistics: barrels, who led, and how far the barrel was pulled."""

from __future__ import annotations

from herrlof.coach.statistics import Counted
from herrlof.messages import _
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.charts import histogram, mean


def points(counted: Counted) -> list[tuple[str, str]]:
    """Return the barrels that were won, and how often after sorting faster."""
    barrels, led = counted.values("barrels"), counted.values("led")
    won_leading = sum(won for won, first in zip(barrels, led, strict=True) if first)
    return [
        (_("barrels won"), _("{n} of {whole}", n=round(sum(barrels)), whole=len(barrels))),
        (_("sorted faster"), _("{n} of {whole}", n=round(sum(led)), whole=len(led))),
        (_("of these, won"), str(round(won_leading))),
    ]


def moves(counted: Counted) -> tuple[str, list[tuple[str, str]]]:
    """Return what was done in a round."""
    uses, rounds = counted.uses(), max(1, counted.rounds)
    return _("In a round"), [
        (_("cards played"), f"{uses['play'] / rounds:.1f}"),
        (_("sorted after the race"), f"{uses['split'] / rounds:.1f}"),
        (_("actions thrown away"), f"{uses['discard'] / rounds:.1f}"),
        (_("fields won"), mean(counted.values("fields"))),
    ]


def draw_chart(canvas: Canvas, rect: Rect, counted: Counted) -> None:
    """Draw in how many rounds how many fields were won."""
    histogram(canvas, rect, _("Fields won in a round"), counted.values("fields"), 2)
