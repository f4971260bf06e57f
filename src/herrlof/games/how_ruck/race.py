"""Who has won the race of the sorting: clock times into an outcome of chance (K5, K6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from herrlof.game import Outcome
from herrlof.games.how_ruck.actions import PAIRS, RACE_EVEN

PAIR_SECONDS: Final = 0.8
"""How long a pair takes no key; no bot is faster (K6)."""
CLOCKS: Final = {"normal": 1.0, "gentle": 0.75, "slow": 0.5}
"""What part of a person's time counts, by the choices of the preference `clock`."""
IN_ORDER: Final = range(1, PAIRS + 1)
"""The numbers of the pairs from the top of a pile."""


def judge(times: Sequence[Sequence[float]], orders: Sequence[Sequence[int]] = (IN_ORDER, IN_ORDER)) -> Outcome:
    """Return the outcome of a race from the seconds at which each seat placed its pairs, counted from the start.

    `orders` are the numbers of the pairs in the order in which each seat placed them (K19). Whoever was stopped has
    placed fewer than ten. Times that are equal to a tenth of a second make the race even.
    """
    ends = [round(placed[PAIRS - 1], 1) if len(placed) >= PAIRS else None for placed in times]
    first, second = ends
    if first is None and second is None:
        raise ValueError("nobody has sorted ten pairs")
    if first == second:
        return RACE_EVEN
    faster = 0 if second is None or (first is not None and first < second) else 1
    end = times[faster][PAIRS - 1]
    slower = 1 - faster
    in_time = sum(time <= end for time in times[slower])
    placed = min(PAIRS, in_time + 1)  # the pair in hand counts
    numbers = orders[slower][:placed]
    later = [number for number in range(1, max(numbers)) if number not in numbers]
    return Outcome("race", (faster, placed, *later))
