"""The bots that know How-Ruck!: one that follows rules, ten levels of habit, and two that think ahead."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from herrlof.bots.habits import HabitBot
from herrlof.bots.kind import BotKind, ruled, search_kind, searching
from herrlof.game import Bot, Game
from herrlof.messages import N_
from herrlof.registry import call_named


def _habit(game: Game, rng: Random, *, plays: str, sorts: str = "strength", heedless: float = 0.0) -> Bot:
    from herrlof.bots.how_ruck.habits import POLICIES, choices

    return HabitBot(partial(choices, POLICIES[sorts], POLICIES[plays]), rng, heedless)


EVALUATOR: Final = "herrlof.bots.how_ruck.evaluator:HowRuckEvaluator"
_level: Final = partial(searching, EVALUATOR, prior_weight=15)
KINDS: Final = (
    BotKind(
        "rules",
        N_("Keeps strength and texts, plays for the pull, and wins when it can."),
        partial(ruled, "herrlof.bots.how_ruck.rules:RulesBot"),
        measure=True,
        seconds=1.8,
    ),
    BotKind(
        "bairn",
        N_(
            "Wants a strong side and nothing else, keeps the stronger card of each pair, and plays one card in "
            "three without looking."
        ),
        partial(_habit, plays="own side", heedless=0.33),
        level=1,
        seconds=4.0,
    ),
    BotKind(
        "herd",
        N_(
            "Wants a strong side and nothing else, keeps the stronger card of each pair, and plays one card in "
            "five without looking."
        ),
        partial(_habit, plays="own side", heedless=0.2),
        level=2,
        seconds=3.6,
    ),
    BotKind(
        "cottar",
        N_("Wants a strong side and nothing else, keeps the stronger card of each pair, and is seldom careless."),
        partial(_habit, plays="own side", heedless=0.07),
        level=3,
        seconds=3.2,
    ),
    BotKind(
        "crofter",
        N_(
            "Minds its own side and the barrel but not the other side, keeps the stronger card of each pair, and "
            "is often careless."
        ),
        partial(_habit, plays="own pull", heedless=0.18),
        level=4,
        seconds=3.0,
    ),
    BotKind(
        "fisher",
        N_(
            "Minds its own side and the barrel but not the other side, keeps the stronger card of each pair, and "
            "is careless now and then."
        ),
        partial(_habit, plays="own pull", heedless=0.11),
        level=5,
        seconds=2.9,
    ),
    BotKind(
        "ghillie",
        N_("Minds its own side and the barrel but not the other side, and keeps the stronger card of each pair."),
        partial(_habit, plays="own pull"),
        level=6,
        seconds=2.8,
    ),
    BotKind(
        "tinker",
        N_(
            "Minds both sides and the barrel, keeps the stronger card of each pair, whatever its text, and is "
            "often careless."
        ),
        partial(_habit, plays="all", heedless=0.13),
        level=7,
        seconds=2.7,
    ),
    BotKind(
        "drover",
        N_(
            "Minds both sides and the barrel, keeps the stronger card of each pair, whatever its text, and is "
            "seldom careless."
        ),
        partial(_habit, plays="all", heedless=0.05),
        level=8,
        seconds=2.6,
    ),
    BotKind(
        "smith",
        N_("Minds both sides and the barrel, and keeps the stronger card of each pair, whatever its text."),
        partial(_habit, plays="all"),
        level=9,
        seconds=2.5,
    ),
    BotKind(
        "piper",
        N_(
            "Keeps strength and texts and plays for the pull, looks no further than its own card, and is careless "
            "now and then."
        ),
        partial(_habit, plays="all", sorts="all", heedless=0.03),
        level=10,
        seconds=2.4,
    ),
    search_kind(
        "clansman",
        N_("Looks a few cards ahead, and often takes the second best."),
        partial(_level, iterations=120, temperature=0.06),
        11,
        seconds=2.2,
    ),
    search_kind(
        "chieftain",
        N_("Tries each play a few cards ahead in many possible deals, and takes the best."),
        partial(_level, iterations=400),
        12,
        seconds=1.2,
    ),
)
evaluator: Final = partial(call_named, EVALUATOR)
motives: Final = partial(call_named, "herrlof.bots.how_ruck.motives:motives")
DEFAULT: Final = "bairn"
SCALE: Final = {"random": 8.66, "clansman": 1.59, "chieftain": 0.35}
"""Of `python training/review.py --same`, as docs/coach.md has it."""
NAMES: Final = ("Morag", "Angus", "Isla", "Fergus")
