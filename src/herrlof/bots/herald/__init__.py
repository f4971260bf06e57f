"""The bots that know Herald: one that follows rules, and three levels that think ahead."""

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
    from herrlof.bots.herald.rules import RulesBot

    return RulesBot(rng)


def _level(
    game: Game, rng: Random, times: int = 1, *, iterations: int, temperature: float = 0.0, memory: int | None = None
) -> Bot:
    from herrlof.bots.herald.evaluator import HeraldEvaluator
    from herrlof.bots.search import SearchBot, Strength

    strength = Strength(iterations * times, temperature=temperature, prior_weight=15)
    return SearchBot(HeraldEvaluator(memory), strength, rng)


def evaluator() -> Evaluator:
    """Return what a search knows about the game."""
    from herrlof.bots.herald.evaluator import HeraldEvaluator

    return HeraldEvaluator()


KINDS: Final = (
    BotKind(
        "rules",
        N_(
            "Keeps high cards for when they are safe, ducks with Pawns, and saves Mage and Herald; "
            "it sees only what its seat sees."
        ),
        _rules,
    ),
    search_kind(
        "squire",
        N_(
            "Thinks for a moment only, remembers about half of what was played, and often takes the second best; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=60, temperature=0.008, memory=30),
        1,
    ),
    search_kind(
        "knight",
        N_(
            "Imagines some hundred deals before each card, and forgets only what was played long ago; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=300, temperature=0.003, memory=45),
        2,
    ),
    search_kind(
        "marshal",
        N_(
            "Remembers every card, imagines thousands of deals before each of its own, and takes the best; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=2000),
        3,
    ),
)
DEFAULT: Final = "squire"
NAMES: Final = ("Rosamund", "Godfrey", "Isolde", "Piers", "Blanche", "Aldous")
