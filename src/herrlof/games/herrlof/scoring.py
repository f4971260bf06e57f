"""Points of a round and the end of a match: R18 to R20 as functions of ints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

HAND_SIZES: Final = {2: 15, 3: 11}
LAST_ROUND: Final = 10

PREDICTION_BONUS: Final = 10
TRICKS_BONUS: Final = 5
BONUS_TRICKS: Final = {"english": (3, 4, 5), "dutch": (3, 4)}
"""How many tricks earn the extra 5 points with two seats (R18)."""


class Round(NamedTuple):
    """A scored round: a line of the score pad for every seat."""

    game: int
    """1, or more where ties led to extra games (R20)."""
    number: int
    predictions: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    destroyed: int


def bonus_tricks(seats: int, edition: str) -> tuple[int, ...]:
    """Return the numbers of tricks that earn the extra 5 points (R18)."""
    return BONUS_TRICKS[edition] if seats == 2 else ()


def points(prediction: int, tricks: int, seats: int, edition: str) -> int:
    """Return a seat's points for a round (R18)."""
    right = PREDICTION_BONUS if tricks == prediction else 0
    return tricks + right + (TRICKS_BONUS if tricks in bonus_tricks(seats, edition) else 0)


def leaders(scores: Sequence[int], correct: Sequence[int], tricks: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that come first after the tie-breaks; several are still tied (R20)."""
    standing = list(zip(scores, correct, tricks, strict=True))
    best = max(standing)
    return tuple(seat for seat, mine in enumerate(standing) if mine == best)
