"""The bots that know Herrlof: one that follows rules, three levels of habit, and five that think ahead."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from herrlof.bots.habits import HabitBot
from herrlof.bots.kind import BotKind, ruled, search_kind, searching
from herrlof.game import Bot, Game
from herrlof.messages import N_
from herrlof.registry import call_named


def _habit(game: Game, rng: Random, *, advised: bool, heedless: float = 0.0) -> Bot:
    from herrlof.bots.herrlof.habits import forgetful, high_or_low

    return HabitBot(forgetful if advised else high_or_low, rng, heedless)


EVALUATOR: Final = "herrlof.bots.herrlof.evaluator:HerrlofEvaluator"
_level: Final = partial(searching, EVALUATOR, prior_weight=40)
KINDS: Final = (
    BotKind(
        "rules",
        N_("Counts what its hand is worth, remembers the cards gone by, and plays for its number."),
        partial(ruled, "herrlof.bots.herrlof.rules:RulesBot"),
        measure=True,
    ),
    BotKind(
        "kolbit",
        N_(
            "Predicts a trick for each high card, which is too few with two players; plays its highest card until "
            "it has them and then its lowest, without looking at the trick."
        ),
        partial(_habit, advised=False),
        level=1,
    ),
    BotKind(
        "stafkarl",
        N_(
            "Predicts a trick for each high card, forgets each trick at once, and plays two cards in five without "
            "looking; otherwise it plays sensibly."
        ),
        partial(_habit, advised=True, heedless=0.4),
        level=2,
    ),
    BotKind(
        "smali",
        N_("Predicts a trick for each high card, and forgets each trick at once; otherwise it plays sensibly."),
        partial(_habit, advised=True),
        level=3,
    ),
    search_kind(
        "thrall",
        N_("Thinks for a moment only, forgets all but the last few tricks, and often takes the second best."),
        partial(_level, iterations=130, temperature=0.62, memory=12),
        4,
    ),
    search_kind(
        "karl",
        N_("Thinks a little longer, remembers most of what was played, and isn't always careful."),
        partial(_level, iterations=230, temperature=0.42, memory=20),
        5,
    ),
    search_kind(
        "huskarl",
        N_("Remembers every card, works out what the others hold, and settles for a good move."),
        partial(_level, iterations=325, temperature=0.345),
        6,
    ),
    search_kind(
        "jarl",
        N_("Plays the rest of the round through a thousand times before each card, and seldom misses the best."),
        partial(_level, iterations=1100, temperature=0.185),
        7,
    ),
    search_kind(
        "konung",
        N_("Plays the rest of the round through thousands of times before each card, and takes the best."),
        partial(_level, iterations=4000),
        8,
    ),
)
evaluator: Final = partial(call_named, EVALUATOR)
motives: Final = partial(call_named, "herrlof.bots.herrlof.motives:motives")
DEFAULT: Final = "kolbit"
SCALE: Final = {"random": 0.88, "thrall": 0.50, "konung": 0.10}
"""Of `python training/review.py --same`, as docs/coach.md has it."""
NAMES: Final = ("Egil", "Gudrun", "Ivar", "Signy")
