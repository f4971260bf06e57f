"""The bots that know Herfor: one that looks one answer ahead, and five levels that play matches out."""

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
    from herrlof.bots.herfor.rules import RulesBot

    return RulesBot(rng)


def _level(game: Game, rng: Random, times: int = 1, *, iterations: int, tree: bool = True) -> Bot:
    from herrlof.bots.herfor.evaluator import HerforEvaluator
    from herrlof.bots.search import SearchBot, Strength

    return SearchBot(HerforEvaluator(), Strength(iterations * times, tree=tree), rng)


def evaluator() -> Evaluator:
    """Return what a search knows about the game."""
    from herrlof.bots.herfor.evaluator import HerforEvaluator

    return HerforEvaluator()


KINDS: Final = (
    BotKind(
        "rules",
        N_("Turns over as much as it can and looks at what the best answer would turn back; it never spends komi."),
        _rules,
    ),
    search_kind(
        "svein",
        N_("Plays the match out once or twice after each of its moves, and seldom thinks of the answers."),
        partial(_level, iterations=64, tree=False),
        1,
    ),
    search_kind(
        "dreng",
        N_("Plays the match out a hundred and sixty times before a move, and sees the plainest answers."),
        partial(_level, iterations=160),
        2,
    ),
    search_kind(
        "hersir",
        N_("Plays the match out four hundred times before a move, and looks at an answer to most of its moves."),
        partial(_level, iterations=400),
        3,
    ),
    search_kind(
        "stallar",
        N_("Plays the match out a thousand times before a move, and looks two or three moves ahead."),
        partial(_level, iterations=1000),
        4,
    ),
    search_kind(
        "hertog",
        N_("Plays the match out thousands of times before a move, and looks several moves ahead where it matters."),
        partial(_level, iterations=2500),
        5,
    ),
)
DEFAULT: Final = "svein"
NAMES: Final = ("Thora", "Sigurd", "Ragnhild", "Ulf")
