"""A toy that forgets: Kuhn poker in which a seat no longer knows its card once somebody has bet or passed.

Twins that are made from an observation never show it: whatever card they give the seat, the observation is the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.contract.kuhn import Kuhn, KuhnState, Seen


class ForgettingState(KuhnState):
    __slots__ = ()

    def observation(self, seat: int) -> Seen:
        seen = super().observation(seat)
        return seen._replace(card=None) if seen.bets else seen


class Forgetting(Kuhn):
    key, title = "forgetting", "Forgetting poker"

    def new_state(self, seats: int, **options: Any) -> ForgettingState:
        start = super().new_state(seats, **options)
        return ForgettingState(start.rounds, start.phase)

    def determinize(self, seen: Seen, rng: Random) -> ForgettingState:
        twin = super().determinize(seen, rng)
        return ForgettingState.of(seen, twin.cards)
