"""Herald's statistics: points and tricks of a game, and how the points are spread."""

from __future__ import annotations

from herrlof.coach.statistics import Counted
from herrlof.messages import _
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.charts import histogram, mean

STEP = 20
"""Points of a row of the chart."""


def points(counted: Counted) -> list[tuple[str, str]]:
    """Return the points of a game, one's own and the others'."""
    return [
        (_("points a game"), mean(counted.values("points"))),
        (_("against you"), mean(counted.others("points"))),
    ]


def moves(counted: Counted) -> tuple[str, list[tuple[str, str]]]:
    """Return how many tricks were won, and how often the Herald was."""
    herald = counted.values("herald")
    return _("Tricks"), [
        (_("tricks a game"), mean(counted.values("tricks"))),
        (_("against you"), mean(counted.others("tricks"))),
        (_("won the Herald"), _("{n} of {whole}", n=round(sum(herald)), whole=len(herald))),
    ]


def draw_chart(canvas: Canvas, rect: Rect, counted: Counted) -> None:
    """Draw in how many games how many points were won."""
    histogram(canvas, rect, _("Points of a game"), counted.values("points"), STEP)
