"""Luck that follows from numbers: what else is tried beside a playout, in which order and how many at a time, changes
none of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from herrlof.bots.quick import QuickRandom
from herrlof.game import Action

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
FACTORS: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
"""The numbers of splitmix64 (Steele, Lea and Flood 2014)."""


def mixed(*numbers: int) -> int:
    """Return 64 bits that follow from some numbers; each of these changes all of them."""
    found = 0
    for number in numbers:
        found = found + number + GOLDEN & MASK
        found = (found ^ found >> 30) * FACTORS[0] & MASK
        found = (found ^ found >> 27) * FACTORS[1] & MASK
        found ^= found >> 31
    return found


class Streams:
    """The luck of playouts side by side: those of the first action in some worlds, then those of the next one."""

    def __init__(self, seed: int, worlds: Sequence[int], actions: Sequence[Action], few: bool) -> None:
        """Take the numbers of worlds, and what is tried in each of them."""
        self.seed = seed
        self.worlds = [*worlds] * len(actions)
        """For each playout the number of its world."""
        some = [mixed(seed, world) for world in worlds]
        self.shared = some * len(actions)
        """For each playout a key that all actions have in common in its world."""
        self.own = [mixed(key, action) for action in actions for key in some]
        """For each playout a key of its own."""
        self.few = few
        """Whether no more actions are in question than are tried in all worlds."""
        self._random = QuickRandom(0)

    def random(self, place: int) -> Random:
        """Return the luck of one playout, until the next one's is asked for."""
        return self._seeded(self.own[place])

    def shared_random(self, place: int) -> Random:
        """Return the luck that all actions have in common in a playout's world, until the next one's is asked for."""
        return self._seeded(self.shared[place])

    def _seeded(self, key: int) -> Random:
        self._random.seed(key)
        return self._random
