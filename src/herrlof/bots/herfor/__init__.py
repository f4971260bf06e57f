"""The bots that know Herfor: one that looks one answer ahead, five levels of habit, and five that play matches out."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from herrlof.bots.habits import HabitBot
from herrlof.bots.kind import BotKind, ruled, search_kind, searching
from herrlof.bots.quick import QuickRandom
from herrlof.game import Bot, Game
from herrlof.messages import N_
from herrlof.registry import call_named


def _habit(game: Game, rng: Random, *, ahead: bool) -> Bot:
    from herrlof.bots.herfor.habits import greedy, one_answer_ahead

    return HabitBot(one_answer_ahead if ahead else greedy, rng)


def _overlooking(game: Game, rng: Random, *, share: float) -> Bot:
    from herrlof.bots.herfor.habits import Overlooking
    from herrlof.bots.search import SearchBot, Strength

    return SearchBot(Overlooking(share, QuickRandom(rng.getrandbits(64))), Strength(ITERATIONS), rng)


EVALUATOR: Final = "herrlof.bots.herfor.evaluator:HerforEvaluator"
_level: Final = partial(searching, EVALUATOR, tree=True)
ITERATIONS: Final = 32
"""Playouts of those who overlook most points; each that is seen is played out once or twice."""
KINDS: Final = (
    BotKind(
        "rules",
        N_("Turns over as much as it can and looks at what the best answer would turn back; it never spends komi."),
        partial(ruled, "herrlof.bots.herfor.rules:RulesBot"),
        measure=True,
    ),
    BotKind(
        "barn",
        N_("Turns over as many stones as it can, and never looks at what can be turned back; it never spends komi."),
        partial(_habit, ahead=False),
        level=1,
    ),
    BotKind(
        "skosvein",
        N_(
            "Turns over as many stones as it can, less what the best answer turns back, and sees no further; it "
            "never spends komi."
        ),
        partial(_habit, ahead=True),
        level=2,
    ),
    BotKind(
        "matsvein",
        N_("Looks at few points of the board, one in seven; it plays the match out once or twice from each of them."),
        partial(_overlooking, share=0.15),
        level=3,
    ),
    BotKind(
        "hestasvein",
        N_("Looks at three points in ten; it plays the match out once or twice from each of them."),
        partial(_overlooking, share=0.3),
        level=4,
    ),
    BotKind(
        "kertisvein",
        N_("Looks at about half of the points; it plays the match out once or twice from each of them."),
        partial(_overlooking, share=0.55),
        level=5,
    ),
    search_kind(
        "svein",
        N_("Plays the match out once or twice after each of its moves, and seldom thinks of the answers."),
        partial(_level, iterations=64, tree=False),
        6,
    ),
    search_kind(
        "dreng",
        N_("Plays the match out a hundred and sixty times before a move, and sees the plainest answers."),
        partial(_level, iterations=160),
        7,
    ),
    search_kind(
        "hersir",
        N_("Plays the match out four hundred times before a move, and looks at an answer to most of its moves."),
        partial(_level, iterations=400),
        8,
    ),
    search_kind(
        "stallar",
        N_("Plays the match out a thousand times before a move, and looks two or three moves ahead."),
        partial(_level, iterations=1000),
        9,
    ),
    search_kind(
        "hertog",
        N_("Plays the match out thousands of times before a move, and looks several moves ahead where it matters."),
        partial(_level, iterations=2500),
        10,
    ),
)
evaluator: Final = partial(call_named, EVALUATOR)
motives: Final = partial(call_named, "herrlof.bots.herfor.motives:motives")
DEFAULT: Final = "barn"
SCALE: Final = {"random": 7.33, "svein": 2.69, "hertog": 0.75}
"""Of `python training/review.py --same`, as docs/coach.md has it."""
NAMES: Final = ("Thora", "Sigurd", "Ragnhild", "Ulf")
