"""A plain opponent for Herfor: no search, only what a stone turns over now and what can be turned back at once.

Of all points it takes the one that leaves it furthest ahead in stones after the worst answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from herrlof.game import Action
from herrlof.games.herfor.actions import BLACK, KOMI, SPEND, TAKE, WHITE
from herrlof.games.herfor.invasion import invasions, turned_by
from herrlof.games.herfor.observation import Observation, stones_of
from herrlof.games.herfor.points import BOARDS, Bitboard, Point, points_in

FAIR_KOMI: Final = 0
"""The komi that it names, and above which it takes White."""


def gain(mine: Bitboard, theirs: Bitboard, board: Bitboard, point: Point) -> int:
    """Return the stones that a stone on `point` turns over, less the most that one answer turns back."""
    turned = turned_by(mine, theirs, point)
    mine |= turned | 1 << point
    theirs ^= turned
    answers = points_in(invasions(theirs, mine, board ^ mine ^ theirs))
    worst = max([turned_by(theirs, mine, answer).bit_count() for answer in answers], default=0)
    return turned.bit_count() - worst


class RulesBot:
    """Follows the advice; of several equally good actions it takes one at random. It never spends komi."""

    def __init__(self, rng: Random) -> None:
        """Break ties by `rng`."""
        self._rng = rng

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        if len(legal) == 1:
            return legal[0]
        if seen.phase == "komi":
            return KOMI + FAIR_KOMI
        if seen.phase == "side":
            return TAKE + (WHITE if seen.komi > FAIR_KOMI else BLACK)
        mine, theirs = stones_of(seen, seen.seat)
        board = BOARDS[seen.size]
        gains = {action: gain(mine, theirs, board, action) for action in legal if action < SPEND}
        most = max(gains.values())
        return self._rng.choice([action for action, worth in gains.items() if worth == most])
