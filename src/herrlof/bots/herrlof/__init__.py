"""The bots that know Herrlof: one that follows rules, and five levels that think ahead."""

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
    from herrlof.bots.herrlof.rules import RulesBot

    return RulesBot(rng)


def _level(
    game: Game, rng: Random, times: int = 1, *, iterations: int, temperature: float = 0.0, memory: int | None = None
) -> Bot:
    from herrlof.bots.herrlof.evaluator import HerrlofEvaluator
    from herrlof.bots.search import SearchBot, Strength

    strength = Strength(iterations * times, temperature=temperature, prior_weight=40)
    return SearchBot(HerrlofEvaluator(memory), strength, rng)


def evaluator() -> Evaluator:
    """Return what a search knows about the game."""
    from herrlof.bots.herrlof.evaluator import HerrlofEvaluator

    return HerrlofEvaluator()


KINDS: Final = (
    BotKind(
        "rules",
        N_(
            "Counts what its hand is worth, remembers the cards that are gone and plays for its prediction; "
            "it sees only what its seat sees."
        ),
        _rules,
    ),
    search_kind(
        "thrall",
        N_(
            "Thinks for a moment only, forgets all but the last few tricks, and often takes the second best; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=130, temperature=0.62, memory=12),
        1,
    ),
    search_kind(
        "karl",
        N_(
            "Thinks a little longer, remembers most of what was played, and is not always careful; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=230, temperature=0.42, memory=20),
        2,
    ),
    search_kind(
        "huskarl",
        N_(
            "Remembers every card, gathers from the play what the others hold, and is content with a good move; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=325, temperature=0.345),
        3,
    ),
    search_kind(
        "jarl",
        N_(
            "Plays the rest of the round through a thousand times before each card, and seldom misses the best; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=1100, temperature=0.185),
        4,
    ),
    search_kind(
        "konung",
        N_(
            "Plays the rest of the round through thousands of times before each card and takes the best; "
            "it sees only what its seat sees."
        ),
        partial(_level, iterations=4000),
        5,
    ),
)
DEFAULT: Final = "karl"
NAMES: Final = ("Egil", "Gudrun", "Ivar", "Signy")
