"""A toy that leaks: Kuhn poker in which each seat's observation holds the other's card, which no event tells it.

Its `determinize` honours the leak, so twins that are made from an observation never show it.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from tests.contract.kuhn import Kuhn, KuhnState, Seen


class Open(NamedTuple):
    rounds: int
    phase: str
    mover: int
    bets: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    seat: int
    card: int | None
    other: int | None
    """The leak."""


class LeakingState(KuhnState):
    __slots__ = ()

    def observation(self, seat: int) -> Open:  # type: ignore[override]
        seen = super().observation(seat)
        return Open(*seen, other=None if seen.card is None else self.cards[1 - seat])


class Leaking(Kuhn):
    key, title = "leaking", "Leaking poker"
    observation_type = Open  # type: ignore[assignment]

    def new_state(self, seats: int, **options: Any) -> LeakingState:
        start = super().new_state(seats, **options)
        return LeakingState(start.rounds, start.phase)

    def determinize(self, seen: Open, rng: Random) -> LeakingState:  # type: ignore[override]
        known = Seen(*seen[:-1])
        cards = super().determinize(known, rng).cards
        if seen.card is not None and seen.other is not None:
            cards = (seen.card, seen.other) if seen.seat == 0 else (seen.other, seen.card)
        return LeakingState.of(known, cards)
