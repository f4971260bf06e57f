"""A bot that plays by habit: it sees its choices as people with certain weaknesses do, and takes the best it sees.

What it looks at, forgets or never counts stands with each game (`bots/<key>/habits.py`); here is what all have in
common.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from herrlof.game import Action

Values: TypeAlias = Callable[[Any, Sequence[Action]], Sequence[float]]
"""What each legal action is worth to a seat that has seen this."""


def best_of(legal: Sequence[Action], values: Sequence[float], rng: Random) -> Action:
    """Return the action that is worth most; of several that are level one at random."""
    enough = max(values) - 1e-9
    return rng.choice([action for action, value in zip(legal, values, strict=True) if value >= enough])


class HabitBot:
    """Takes what it values most, of several at random; a share of its choices it makes without a look."""

    def __init__(self, values: Values, rng: Random, heedless: float = 0.0) -> None:
        """Break ties, and be heedless, by `rng`."""
        self._values = values
        self._rng = rng
        self._heedless = heedless

    def choose(self, seen: Any, legal: Sequence[Action]) -> Action:
        if len(legal) == 1:
            return legal[0]
        if self._heedless and self._rng.random() < self._heedless:
            return self._rng.choice(legal)
        return best_of(legal, self._values(seen, legal), self._rng)
