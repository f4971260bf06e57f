"""The luck ledger: the result of each seat taken apart into what chance did, what it did, and what others did.

It is AIVAT's idea (Burch, Schmid, Moravčík, Morrill and Bowling 2018): how much a move of chance changes the mean
value of what follows is luck, and nobody's doing. That value is what the bots' policy brings from the open position.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Final, NamedTuple

from herrlof.bots import evaluator_of
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import without_gc
from herrlof.game import NOBODY, Game, State

WORLDS: Final = 400
"""So often it is played on before a move of chance, and as often after it."""
GRID: Final = 2.0**-40
"""All parts are multiples of this, so that sums of them are exact."""
DEAL, DRAWS, DECISIONS, OTHERS, UNKNOWN = PARTS = ("deal", "draws", "decisions", "others", "unknown")
"""The deal; draws and blind cards; what a seat's clear mistakes cost it; those of the others; and what nobody could
know."""


class Change(NamedTuple):
    """What one move changed: for each seat how much better it may expect to end."""

    part: str
    """DEAL or DRAWS, or DECISIONS for a mistake."""
    by: Sequence[float]
    seat: int = NOBODY
    """Whose mistake it was."""


class Account(NamedTuple):
    """One seat's result, and the parts of which it is the sum."""

    seat: int
    result: float
    """Its points less the mean of the others', or its share of the win less an equal one."""
    parts: dict[str, float]
    """By `PARTS`; they add up to the result exactly."""


def parts_of(game: Game) -> Sequence[str]:
    """Return the parts that are told: where nothing is left to chance there is no deal and no draw."""
    return PARTS if game.chance else (DECISIONS, OTHERS, UNKNOWN)


def luck(game: Game, before: State, after: State, rng: Random, worlds: int = WORLDS) -> list[float]:
    """Return how much better each seat may expect to end after a move of chance than it could before it."""
    evaluator, random = evaluator_of(game), QuickRandom(rng.getrandbits(64))
    with without_gc():
        clones = [before.clone() for _ in range(worlds)]
        for clone in clones:
            clone.apply_chance(clone.sample_chance(random))
        expected = _means(evaluator.results(clones, random))
        found = _means(evaluator.results([after.clone() for _ in range(worlds)], random))
    changes = [new - old for new, old in zip(found, expected, strict=True)]
    return against_others(changes) if evaluator.counts_points else changes


def result_of(game: Game, final: State) -> list[float]:
    """Return the result of each seat of a match that is over; they sum to 0."""
    evaluator = evaluator_of(game)
    values = evaluator.final(final)
    return against_others(values) if evaluator.counts_points else [share - 1 / len(values) for share in values]


def mistake(seat: int, seats: int, cost: float) -> Change:
    """Return what a mistake changed: what it cost its seat, the others share equally."""
    return Change(DECISIONS, [-cost if other == seat else cost / (seats - 1) for other in range(seats)], seat)


def accounts(results: Sequence[float], changes: Sequence[Change], points: bool = True) -> list[Account]:
    """Return the account of each seat, by what came of the match for each, and what changed in it, in its order.

    Without `points` results are shares of the win: nobody's share leaves 0 to 1, and no seat gives away more than one
    whole match. Of a change that comes to more as much counts as there is room for.
    """
    seats = len(results)
    found = [dict.fromkeys(PARTS, 0.0) for _ in results]
    shares, left = [1 / seats] * seats, [inf if points else 1.0] * seats
    for part, by, whose in changes:
        rooms = [] if points else [1 - share if change > 0 else share for share, change in zip(shares, by, strict=True)]
        counts = min([1.0, *map(_fits, by, rooms)])
        if part == DECISIONS:
            counts = min(counts, _fits(by[whose], left[whose]))
        for seat, change in enumerate(by):
            found[seat][OTHERS if part == DECISIONS and seat != whose else part] += counts * change
            shares[seat] += counts * change
        if part == DECISIONS:
            left[whose] += counts * by[whose]
    told = []
    for seat, result in enumerate(results):
        parts = {name: _fixed(value) for name, value in found[seat].items()}
        whole = _fixed(result)
        parts[UNKNOWN] = whole - sum(parts.values())
        told.append(Account(seat, whole, parts))
    return told


def _fits(change: float, room: float) -> float:
    """Return how much of a change there is room for, as a part of it."""
    return 1.0 if abs(change) <= max(0.0, room) else max(0.0, room) / abs(change)


def against_others(values: Sequence[float]) -> list[float]:
    """Return the value of each seat less the mean of the others'; they sum to 0."""
    return [value - (sum(values) - value) / (len(values) - 1) for value in values]


def _fixed(value: float) -> float:
    return round(value / GRID) * GRID


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]
