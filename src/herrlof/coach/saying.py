"""How a review is said, on the screen and on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from herrlof.coach import ledger
from herrlof.coach.judge import WINS
from herrlof.messages import _, all_of

if TYPE_CHECKING:
    from herrlof.coach.review import Decision, Review


def cost_text(one: Decision) -> str:
    """Return what a decision cost, with its unit where that is not points."""
    return _("{cost:.1f} of 100", cost=one.cost.value) if one.unit == WINS else f"{one.cost.value:.1f}"


def unit_text(review: Review) -> str:
    """Return in what the mean cost of a review counts."""
    return _("wins of 100") if review.unit == WINS else _("points")


def part_name(part: str) -> str:
    """Return what a part of the luck ledger is called, or its result."""
    return {
        ledger.DEAL: _("the deal"),
        ledger.DRAWS: _("draws and blind cards"),
        ledger.DECISIONS: _("your own decisions"),
        ledger.OTHERS: _("what the others did"),
        ledger.UNKNOWN: _("what nobody could know"),
    }.get(part, _("result"))


def means_note() -> str:
    """Return why no mean of so few decisions says how well somebody plays."""
    return _("Fewer than 30 decisions say nothing yet about how well somebody plays.")


def bots_text(game: str, bots: str | None) -> str:
    """Return against whom a match was, as statistics count it."""
    from herrlof.bots import bots_of

    if bots is None:
        return _("people")
    kinds = bots_of(game)
    return all_of(kinds[key].title if key in kinds else key for key in bots.split("+"))
