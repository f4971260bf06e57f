"""The bots that know How-Ruck!: one that follows rules, and two levels that think ahead."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from herrlof.bots.kind import BotKind, search_kind
from herrlof.game import Bot, Game
from herrlof.messages import N_

if TYPE_CHECKING:
    from herrlof.bots.search import Evaluator


def _rules(game: Game, rng: Random) -> Bot:
    from herrlof.bots.how_ruck.rules import RulesBot

    return RulesBot(rng)


def _level(game: Game, rng: Random, times: int = 1, *, iterations: int, temperature: float = 0.0) -> Bot:
    from herrlof.bots.how_ruck.evaluator import HowRuckEvaluator
    from herrlof.bots.search import SearchBot, Strength

    strength = Strength(iterations * times, temperature=temperature, prior_weight=15)
    return SearchBot(HowRuckEvaluator(), strength, rng)


def evaluator() -> Evaluator:
    """Return what a search knows about the game."""
    from herrlof.bots.how_ruck.evaluator import HowRuckEvaluator

    return HowRuckEvaluator()


KINDS: Final = (
    BotKind(
        "rules",
        N_("Keeps strength and texts, plays for the pull, and wins when it can; it sees only what its seat sees."),
        _rules,
        seconds=1.8,
    ),
    search_kind(
        "clansman",
        N_("Looks a few cards ahead, and often takes the second best; it sees only what its seat sees."),
        partial(_level, iterations=120, temperature=0.06),
        1,
        seconds=2.2,
    ),
    search_kind(
        "chieftain",
        N_(
            "Tries each play in many deals that may be, a few cards ahead, and takes the best; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=400),
        2,
        seconds=1.2,
    ),
)
DEFAULT: Final = "clansman"
NAMES: Final = ("Morag", "Angus", "Isla", "Fergus")
