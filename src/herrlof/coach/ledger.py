"""The luck ledger: the result of each seat taken apart into what chance did, what it did, and what others did.

It is AIVAT's idea (Burch, Schmid, Moravčík, Morrill and Bowling 2018): how much a move of chance changes the mean
value of what follows is luck, and nobody's doing. That value is what the bots' policy brings from the open position.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from herrlof.bots import evaluator_of
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import without_gc
from herrlof.game import Game, State

WORLDS: Final = 400
"""So often it is played on before a move of chance, and as often after it."""
GRID: Final = 2.0**-40
"""All parts are multiples of this, so that sums of them are exact."""
DEAL, DRAWS, DECISIONS, OTHERS, UNKNOWN = PARTS = ("deal", "draws", "decisions", "others", "unknown")
"""The deal; draws and blind cards; what a seat's decisions cost it; those of the others; and what nobody could know."""


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


def accounts(
    results: Sequence[float], lucks: Sequence[tuple[str, Sequence[float]]], costs: Sequence[float]
) -> list[Account]:
    """Return the account of each seat, by what came of the match for each.

    Each of `lucks` is DEAL or DRAWS, and by seat what it changed; `costs` are what the decisions of each seat lost.
    """
    seats = len(results)
    found = []
    for seat, result in enumerate(results):
        parts = {name: _fixed(sum([change[seat] for part, change in lucks if part == name])) for name in (DEAL, DRAWS)}
        parts[DECISIONS] = -_fixed(costs[seat])
        parts[OTHERS] = _fixed((sum(costs) - costs[seat]) / (seats - 1))
        whole = _fixed(result)
        parts[UNKNOWN] = whole - sum(parts.values())
        found.append(Account(seat, whole, parts))
    return found


def against_others(values: Sequence[float]) -> list[float]:
    """Return the value of each seat less the mean of the others'; they sum to 0."""
    return [value - (sum(values) - value) / (len(values) - 1) for value in values]


def _fixed(value: float) -> float:
    return round(value / GRID) * GRID


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]
