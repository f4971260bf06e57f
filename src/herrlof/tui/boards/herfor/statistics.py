"""Herfor's statistics: the komi that was named, the side that was played, and by how much matches were decided."""

from __future__ import annotations

from herrlof.coach.statistics import Counted
from herrlof.messages import _
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.charts import histogram, mean


def points(counted: Counted) -> list[tuple[str, str]]:
    """Return the points at the end, one's own and the other's."""
    return [
        (_("points"), mean(counted.values("points"))),
        (_("against you"), mean(counted.others("points"))),
    ]


def moves(counted: Counted) -> tuple[str, list[tuple[str, str]]]:
    """Return what was done in a match."""
    uses, rounds = counted.uses(), max(1, counted.rounds)
    return _("In a match"), [
        (_("komi named"), str(uses["komi"])),
        (_("took black"), str(uses["black"])),
        (_("took white"), str(uses["white"])),
        (_("stones placed"), f"{uses['place'] / rounds:.1f}"),
        (_("passes"), f"{uses['pass'] / rounds:.1f}"),
    ]


def draw_chart(canvas: Canvas, rect: Rect, counted: Counted) -> None:
    """Draw in how many matches one was how many points ahead."""
    mine, others = counted.values("points"), counted.others("points")
    ahead = [one - other for one, other in zip(mine, others, strict=False)]
    histogram(canvas, rect, _("Ahead at the end"), ahead, 10)
