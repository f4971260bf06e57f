"""The bot that plays anything, and the least that any other bot must beat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from herrlof.game import Action, Observation


class RandomBot:
    """Chooses among the legal actions, each as likely as the others."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        return self._rng.choice(legal)
