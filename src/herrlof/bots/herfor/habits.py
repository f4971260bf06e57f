"""How weak players of Herfor look at the board: at what turns over now, or at a few of its points."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from herrlof.bots.herfor.evaluator import HerforEvaluator
from herrlof.bots.herfor.rules import FAIR_KOMI, gain
from herrlof.game import Action
from herrlof.games.herfor.actions import BLACK, KOMI, SPEND, TAKE, WHITE
from herrlof.games.herfor.invasion import turned_by
from herrlof.games.herfor.observation import Observation, stones_of
from herrlof.games.herfor.points import BOARDS

FEWEST: Final = 2
"""So many points are seen at least."""
NEVER: Final = -1000.0
"""Less than any stone can bring: who plays by habit never spends komi."""


def before_the_first_stone(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Name no komi, and take White where there is one."""
    wanted = KOMI + FAIR_KOMI if seen.phase == "komi" else TAKE + (WHITE if seen.komi > FAIR_KOMI else BLACK)
    return [float(action == wanted) for action in legal]


def greedy(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Return how many stones turn over now; what comes of it is not looked at."""
    if seen.phase != "play":
        return before_the_first_stone(seen, legal)
    mine, theirs = stones_of(seen, seen.seat)
    return [turned_by(mine, theirs, action).bit_count() if action < SPEND else NEVER for action in legal]


def one_answer_ahead(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Return how many stones turn over, less what the best answer turns back."""
    if seen.phase != "play":
        return before_the_first_stone(seen, legal)
    mine, theirs = stones_of(seen, seen.seat)
    board = BOARDS[seen.size]
    return [gain(mine, theirs, board, action) if action < SPEND else NEVER for action in legal]


class Overlooking(HerforEvaluator):
    """The knowledge of a player who looks at a share of the points before each move, and overlooks the others."""

    def __init__(self, share: float, rng: Random) -> None:
        """Look at this share of the points, by lot."""
        super().__init__()
        self._share = share
        self._rng = rng

    def candidates(self, seen: Observation, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the actions that are seen; before the first stone all of them."""
        found = super().candidates(seen, legal)
        if seen.phase != "play":
            return found
        most = max(FEWEST, round(len(found) * self._share))
        return found if most >= len(found) else sorted(self._rng.sample(list(found), most))
