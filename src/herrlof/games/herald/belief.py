"""Worlds that agree with all that one seat knows.

Nothing but the own hand and the cards played is known, so the cards that are left lie anywhere with equal odds. What
the others' choices may tell about their hands is not asked here.
"""

from __future__ import annotations

from random import Random

from herrlof.games.herald.cards import NO_CARD
from herrlof.games.herald.observation import Observation, unseen
from herrlof.games.herald.scoring import points_in
from herrlof.games.herald.state import HeraldState


class Belief:
    """What can still be true for the observer; `sample` it as often as needed."""

    def __init__(self, seen: Observation) -> None:
        """Lay down what is known."""
        self._seen = seen
        self._unseen = unseen(seen) if seen.phase == "play" else []
        self._template = _template(seen)

    def sample(self, rng: Random) -> HeraldState:
        world, seen = self._template.clone(), self._seen
        cards = self._unseen[:]
        rng.shuffle(cards)
        for seat, size in enumerate(seen.hand_sizes):
            if seat != seen.seat:
                world.hands[seat] = cards[:size]
                del cards[:size]
        world.stock = cards
        return world


def _template(seen: Observation) -> HeraldState:
    """Return a state with all that every world has in common."""
    world = HeraldState(seen.seats)
    world.take_shared(seen)
    world.ahead = max(seen.ahead, 0)
    for trick in seen.tricks:
        world.log += trick.cards
        world.points[trick.winner] += points_in(trick.cards)
    world.log += seen.trick
    world.tricks_won = list(seen.tricks_won)
    if seen.hand:
        hand = list(seen.hand)
        if seen.drawn != NO_CARD:
            hand.remove(seen.drawn)
            hand.append(seen.drawn)
        world.hands[seen.seat] = hand
    return world
