"""In how many ways cards can be laid into slots that bar some colours, and one of them at random."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, islice
from math import comb, factorial, prod
from random import Random
from typing import TypeAlias

from herrlof.games.herrlof.cards import COLOUR_OF, NO_COLOUR, Card

Groups: TypeAlias = tuple[tuple[int, int], ...]
"""(a bit for each barred colour, number of slots), for the slots that bar the same."""

_COLOURS = (0, 1, 2, 3, NO_COLOUR)


def count_ways(groups: Groups, cards: Sequence[Card]) -> int:
    """Return in how many ways these cards can be laid into the slots, all cards and all slots told apart."""
    numbers = _numbers(cards)
    barred, sizes = tuple(bars for bars, _ in groups), tuple(size for _, size in groups)
    return _fillings(0, barred, sizes, numbers) * prod(map(factorial, numbers))


def fill(groups: Groups, cards: Sequence[Card], rng: Random) -> list[list[Card]]:
    """Return the cards for each group, in the order of its slots; every possible way is equally likely."""
    rest = list(cards)
    rng.shuffle(rest)
    if len(groups) < 2:
        return [rest] if groups else []
    numbers = _numbers(cards)
    barred, sizes = tuple(bars for bars, _ in groups), tuple(size for _, size in groups)
    piles: list[list[Card]] = [[] for _ in groups]
    for place, colour in enumerate(_COLOURS):
        splits = _splits(place, barred, sizes, numbers[place])
        odds = list(
            accumulate(
                _choices(sizes, split) * _fillings(place + 1, barred, _less(sizes, split), numbers) for split in splits
            )
        )
        split = splits[bisect_right(odds, rng.randrange(odds[-1]))]
        sizes = _less(sizes, split)
        mine = iter([card for card in rest if COLOUR_OF[card] == colour])
        for pile, share in zip(piles, split, strict=True):
            pile.extend(islice(mine, share))
    for pile in piles:
        rng.shuffle(pile)
    return piles


def _numbers(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return how many of the cards are blue, green, red, yellow, and neither."""
    colours = [COLOUR_OF[card] for card in cards]
    return tuple(map(colours.count, _COLOURS))


def _less(sizes: tuple[int, ...], split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__sub__, sizes, split))


def _choices(sizes: tuple[int, ...], split: tuple[int, ...]) -> int:
    """Return in how many ways places can be chosen in each group."""
    return prod(map(comb, sizes, split))


@lru_cache(maxsize=1 << 15)
def _fillings(place: int, barred: tuple[int, ...], sizes: tuple[int, ...], numbers: tuple[int, ...]) -> int:
    """Return in how many ways places can be chosen for the colours from `place` on."""
    if place == len(_COLOURS):
        return 1
    return sum(
        _choices(sizes, split) * _fillings(place + 1, barred, _less(sizes, split), numbers)
        for split in _splits(place, barred, sizes, numbers[place])
    )


@lru_cache(maxsize=1 << 12)
def _splits(place: int, barred: tuple[int, ...], sizes: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to spread `number` cards of a colour over the groups that may hold it."""
    if not sizes:
        return ((),) if number == 0 else ()
    most = 0 if barred[0] >> place & 1 else min(number, sizes[0])
    return tuple(
        (first, *rest) for first in range(most + 1) for rest in _splits(place, barred[1:], sizes[1:], number - first)
    )
