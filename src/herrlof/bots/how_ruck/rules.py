"""A plain opponent for How-Ruck!: no search, one choice after the other by what it is worth at a glance.

Of each pair it keeps a card with a text before an action, and else the stronger one; it wins a round when it can, and
else plays what does most for the barrel and its side, and holds a How-Ruck! back until it pulls enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from herrlof.bots.habits import best_of
from herrlof.bots.how_ruck.policy import PLAIN, Policy
from herrlof.game import Action
from herrlof.games.how_ruck.actions import KEEP, PLAY
from herrlof.games.how_ruck.observation import Observation


def values_of(policy: Policy, seen: Observation, legal: Sequence[Action]) -> list[float]:
    if legal[0] < PLAY:
        return [policy.worth[seen.pair[(action - KEEP) % 2]] for action in legal]
    other_hand = seen.hand_sizes[1 - seen.seat]
    return [policy.appeal(seen.rope, seen.barrel, seen.seat, action, other_hand) for action in legal]


class RulesBot:
    """Takes what is worth most; of several choices that are level it takes one at random."""

    def __init__(self, rng: Random, policy: Policy = PLAIN) -> None:
        """Break ties by `rng`."""
        self._rng = rng
        self._policy = policy

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        return best_of(legal, values_of(self._policy, seen, legal), self._rng)
