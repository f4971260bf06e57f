"""A plain opponent for Herald: no search, one card after the other by what it is worth at a glance.

It keeps high cards for when nobody can beat them, ducks with Pawns, and saves Mage, Herald and Chest.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from herrlof.bots.habits import best_of
from herrlof.bots.herald.policy import PLAIN, WHOLE, Policy, appeals, packed
from herrlof.game import Action
from herrlof.games.herald.observation import Observation, unseen


def values_of(policy: Policy, seen: Observation) -> dict[Action, float]:
    """Return what each card of the hand is worth to a policy, from what the seat has seen."""
    played = [*seen.trick, *(card for trick in seen.tricks for card in trick.cards)]
    left = WHOLE - packed(played)
    found = appeals(policy, seen.seats, seen.hand, seen.trick, max(seen.ahead, 0), left, len(unseen(seen)))
    return {card: value for value, card in found}


class RulesBot:
    """Takes what is worth most; of several cards that are level it takes one at random."""

    def __init__(self, rng: Random, policy: Policy = PLAIN) -> None:
        """Break ties by `rng`."""
        self._rng = rng
        self._policy = policy

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        values = values_of(self._policy, seen)
        return best_of(legal, [values[action] for action in legal], self._rng)
