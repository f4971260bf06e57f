"""How a review is said, on the screen and on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from herrlof.coach import ledger
from herrlof.coach.judge import WINS
from herrlof.messages import _, all_of

if TYPE_CHECKING:
    from herrlof.coach.review import Decision, Review
    from herrlof.game import Game


def cost_text(one: Decision) -> str:
    """Return what a decision cost, with its unit where that is not points."""
    return _("{cost:.1f} of 100", cost=one.cost.value) if one.unit == WINS else f"{one.cost.value:.1f}"


def what_it_cost(one: Decision) -> str:
    """Return in a sentence what a decision cost, and whether that is sure."""
    cost = max(0.0, one.cost.value)
    if one.unit == WINS:
        return (
            _("It cost {cost:.1f} wins of 100, clearly.", cost=cost)
            if one.clear
            else _("It cost {cost:.1f} wins of 100, or nothing: it is close.", cost=cost)
        )
    return (
        _("It cost {cost:.1f} points, clearly.", cost=cost)
        if one.clear
        else _("It cost {cost:.1f} points, or nothing: it is close.", cost=cost)
    )


def better_head(game: Game) -> str:
    """Return what stands above in how many of 100 deals, or games where nothing is hidden, the best was better."""
    return _("knowable in") if game.hidden else _("better in")


def better_in(review: Review, one: Decision) -> str:
    """Return in how many of 100 the best was better than what was played."""
    if review.game.hidden:
        return _("In {n} of 100 imagined deals the best was better than what was played.", n=one.of_100)
    return _("In {n} of 100 games played on from there the best did better than what was played.", n=one.of_100)


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
