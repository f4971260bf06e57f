"""The bots that know Herald: one that follows rules, two levels of habit, and three that think ahead."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from herrlof.bots.habits import HabitBot
from herrlof.bots.kind import BotKind, ruled, search_kind, searching
from herrlof.game import Bot, Game
from herrlof.messages import N_
from herrlof.registry import call_named


def _habit(game: Game, rng: Random, *, saves: str, heedless: float) -> Bot:
    from herrlof.bots.herald.habits import SAVES, forgetful

    return HabitBot(partial(forgetful, SAVES[saves]), rng, heedless)


EVALUATOR: Final = "herrlof.bots.herald.evaluator:HeraldEvaluator"
_level: Final = partial(searching, EVALUATOR, prior_weight=15)
KINDS: Final = (
    BotKind(
        "rules",
        N_("Keeps high cards for when they're safe, ducks with Pawns, and saves Mage and Herald."),
        partial(ruled, "herrlof.bots.herald.rules:RulesBot"),
        measure=True,
    ),
    BotKind(
        "page",
        N_(
            "Grabs the points on the table and saves nothing for later, forgets each trick at once, and plays one "
            "card in three without looking."
        ),
        partial(_habit, saves="nothing", heedless=0.33),
        level=1,
    ),
    BotKind(
        "varlet",
        N_(
            "Never gives a card for less than it's worth, forgets each trick at once, and plays one card in five "
            "without looking."
        ),
        partial(_habit, saves="points", heedless=0.2),
        level=2,
    ),
    search_kind(
        "squire",
        N_("Thinks for a moment only, remembers about half of what was played, and often takes the second best."),
        partial(_level, iterations=60, temperature=0.008, memory=30),
        3,
    ),
    search_kind(
        "knight",
        N_("Imagines some hundred deals before each card, and forgets only what was played long ago."),
        partial(_level, iterations=300, temperature=0.003, memory=45),
        4,
    ),
    search_kind(
        "marshal",
        N_("Remembers every card, imagines thousands of deals before each of its own, and takes the best."),
        partial(_level, iterations=2000),
        5,
    ),
)
evaluator: Final = partial(call_named, EVALUATOR)
motives: Final = partial(call_named, "herrlof.bots.herald.motives:motives")
DEFAULT: Final = "page"
SCALE: Final = {"random": 4.03, "squire": 0.79, "marshal": 0.10}
"""Of `python training/review.py --same`, as docs/coach.md has it."""
NAMES: Final = ("Rosamund", "Godfrey", "Isolde", "Piers", "Blanche", "Aldous")
