"""The arithmetic of the arena: intervals, a sequential test, ratings, and times in a bounded memory.

Everything takes its data one piece after the other and keeps sums alone, so a million matches need no
more room than ten. The piece is a *group*: the same deals played with the seats rotated. Matches within
a group hang together, groups do not, so every spread is measured between groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, log10, sqrt
from random import Random
from typing import Final, NamedTuple, TypeAlias

Z: Final = 1.959964
"""95 % of a normal distribution lie between -Z and Z."""


class Interval(NamedTuple):
    """A figure and where its true value lies with 95 % confidence; without limits as long as these are unknown."""

    value: float
    low: float | None
    high: float | None


def student_t(freedom: int) -> float:
    """Return how many standard errors 95 % need (Abramowitz and Stegun 26.7.5; within 1 % from 5 on)."""
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


@dataclass(slots=True)
class Ratio:
    """A sum of values for a sum of counts: points for rounds, wins for matches. Each `add` is one group."""

    groups: int = 0
    value: float = 0.0
    count: float = 0.0
    _squares: float = 0.0
    _products: float = 0.0
    _counts: float = 0.0

    def add(self, value: float, count: float) -> None:
        self.groups += 1
        self.value += value
        self.count += count
        self._squares += value * value
        self._products += value * count
        self._counts += count * count

    @property
    def ratio(self) -> float:
        return self.value / self.count

    def variance(self) -> float | None:
        """Return the variance of the ratio, linearised; None for a single group."""
        if self.groups < 2:
            return None
        ratio = self.ratio
        spread = max(0.0, self._squares - 2 * ratio * self._products + ratio * ratio * self._counts)
        return spread * self.groups / (self.groups - 1) / self.count**2

    def mean(self) -> Interval | None:
        """Return the ratio with Student's interval; None without data."""
        if not self.count:
            return None
        variance = self.variance()
        if variance is None:
            return Interval(self.ratio, None, None)
        reach = student_t(self.groups - 1) * sqrt(variance)
        return Interval(self.ratio, self.ratio - reach, self.ratio + reach)

    def share(self) -> Interval | None:
        """Return the ratio, between 0 and 1, with Wilson's interval; None without data.

        It counts as many trials as independent ones would need for the spread between the groups, though
        not more than there were. Where all went one way there is no spread, and each group counts once.
        """
        if not self.count:
            return None
        share = min(1.0, max(0.0, self.ratio))
        trials: float = self.groups
        variance = self.variance()
        if variance is not None and 0 < share < 1:
            trials = min(self.count, share * (1 - share) / variance) if variance else self.count
        weight = Z * Z / trials
        middle = (share + weight / 2) / (1 + weight)
        reach = Z / (1 + weight) * sqrt(share * (1 - share) / trials + weight / (4 * trials))
        return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


# A test that stops by itself

RISK: Final = 0.05
"""How often the test may accept what is not so, and how often reject what is."""
BOUND: Final = log((1 - RISK) / RISK)
"""The log-likelihood ratio that decides: 2.94."""
MIN_GROUPS: Final = 20
"""Before that many the spread is not known well enough to decide."""


@dataclass(slots=True)
class Sprt:
    """Gaussian SPRT: is the mean of the groups' values `high` rather than `low`? (Wald; the spread is estimated.)"""

    low: float
    high: float
    groups: int = 0
    _mean: float = 0.0
    _spread: float = 0.0

    def add(self, value: float) -> None:
        """Take in a group's value (Welford's update); nothing changes once it is decided."""
        if self.verdict != "undecided":
            return
        self.groups += 1
        step = value - self._mean
        self._mean += step / self.groups
        self._spread += step * (value - self._mean)

    @property
    def llr(self) -> float:
        """The logarithm of how much likelier the data are with `high` than with `low`."""
        if self.groups < 2:
            return 0.0
        variance = max(self._spread / (self.groups - 1), 1e-9)
        return (self.high - self.low) * self.groups * (self._mean - (self.low + self.high) / 2) / variance

    @property
    def verdict(self) -> str:
        """accepted (it is `high` or more), rejected (`low` or less) or undecided."""
        if self.groups < MIN_GROUPS or abs(self.llr) < BOUND:
            return "undecided"
        return "accepted" if self.llr > 0 else "rejected"


# Ratings

Table: TypeAlias = tuple[int, ...]
"""Who meets at one table, by number: a pair of players, or a triple."""
ELO: Final = 400.0
"""A player that far above another wins ten times as often."""
REPLICATES: Final = 200


def strengths(wins: Mapping[Table, Sequence[float]], players: int) -> list[float]:
    """Return each player's rating on the Elo scale, 0 for their mean, from the wins at each table.

    Bradley and Terry's model, and for three seats its extension by Luce and Plackett: a player's chance to
    win is its share of the strengths at the table. Maximum likelihood by Hunter's MM iteration. One more
    match at each table, shared by all, keeps the rating of who never loses finite.
    """
    won = [0.0] * players
    played = []
    for table, shares in wins.items():
        for player, share in zip(table, shares, strict=True):
            won[player] += share + 1 / len(table)
        played.append((table, sum(shares) + 1))
    strength = [1.0] * players
    for _ in range(10_000):
        weights = [0.0] * players
        for table, matches in played:
            weight = matches / sum([strength[player] for player in table])
            for player in table:
                weights[player] += weight
        after = [mine / weight if weight else 1.0 for mine, weight in zip(won, weights, strict=True)]
        scale = exp(sum(map(log, after)) / players)
        after = [mine / scale for mine in after]
        change = max(abs(new / old - 1) for new, old in zip(after, strength, strict=True))
        strength = after
        if change < 1e-7:
            break
    return [ELO * log10(mine) for mine in strength]


class Ratings:
    """Ratings with bootstrap intervals, made while the results come in.

    Instead of drawing groups again from a list, each replicate counts a group as often as Poisson's law
    says, drawn by the group's number. So the same deals weigh the same at every table.
    """

    def __init__(self, tables: Sequence[Table], players: int, seed: int) -> None:
        """Start without any match."""
        self.players = players
        self._seed = seed
        self._wins = {table: [0.0] * len(table) for table in tables}
        self._replicates = [{table: [0.0] * len(table) for table in tables} for _ in range(REPLICATES)]
        self._drawn: tuple[int, list[int]] = (-1, [])

    def add(self, number: int, table: Table, shares: Sequence[float]) -> None:
        """Take in what each player at a table won in the group of that number."""
        if self._drawn[0] != number:
            rng = Random(f"bootstrap/{self._seed}/{number}")
            self._drawn = number, [_poisson(rng) for _ in range(REPLICATES)]
        for place, share in enumerate(shares):
            self._wins[table][place] += share
        for weight, replicate in zip(self._drawn[1], self._replicates, strict=True):
            if weight:
                row = replicate[table]
                for place, share in enumerate(shares):
                    row[place] += weight * share

    def intervals(self) -> list[Interval]:
        """Return each player's rating."""
        ratings = strengths(self._wins, self.players)
        again = [strengths(wins, self.players) for wins in self._replicates]
        found = []
        for player, rating in enumerate(ratings):
            values = sorted(row[player] for row in again)
            tail = round(REPLICATES * 0.025)
            found.append(Interval(rating, values[tail], values[-1 - tail]))
        return found


def _poisson(rng: Random) -> int:
    """Return a number by Poisson's law with mean 1 (Knuth)."""
    number = 0
    product = rng.random()
    while product > 0.36787944117144233:  # 1/e
        number += 1
        product *= rng.random()
    return number


# Times

STEP: Final = log(1.02)
"""Times are kept to 1 %: in classes each 2 % above the one before."""


class Times:
    """How long moves took, in a bounded memory: a count for each class of durations."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        self.counts[int(log(max(seconds, 1e-9) * 1e9) / STEP)] += 1

    def merge(self, counts: Mapping[int, int]) -> None:
        self.counts.update(counts)

    def quantile(self, part: float) -> float | None:
        """Return the milliseconds that a `part` of the moves did not exceed; None without any."""
        wanted = part * self.counts.total()
        passed = 0
        for step, count in sorted(self.counts.items()):
            passed += count
            if passed >= wanted:
                return exp((step + 0.5) * STEP) / 1e6
        return None
