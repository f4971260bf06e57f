"""Points, piles and who has won: H11 to H13 as functions of finished tricks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from herrlof.games.herald.cards import BRONZE, GOLD, POINTS_OF, SILVER, SYMBOL_OF, THE_HERALD, Card
from herrlof.games.herald.tricks import Trick

TIE_BREAKS: Final = ("points", "herald", "gold", "silver", "bronze")
"""What decides a match, one after the other (H12)."""


class Round(NamedTuple):
    """A finished game of a match."""

    dealer: int
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    """How many tricks each seat has won."""
    herald: int
    """The seat that has won the Herald."""


class Win(NamedTuple):
    """Who has won a match, and what decided it."""

    winners: tuple[int, ...]
    level: tuple[int, ...]
    """The seats that have most points."""
    decided: str
    """One of TIE_BREAKS; nothing: the win is shared."""


def points_in(cards: Iterable[Card]) -> int:
    """Return what cards are worth (H1)."""
    return sum([POINTS_OF[card] for card in cards])


def piles_of(tricks: Iterable[Trick], seats: int) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that each seat has won, ascending."""
    piles: list[list[Card]] = [[] for _ in range(seats)]
    for trick in tricks:
        piles[trick.winner] += trick.cards
    return tuple(tuple(sorted(pile)) for pile in piles)


def colours_in(pile: Sequence[Card]) -> tuple[int, int, int]:
    """Return how many gold, silver and bronze cards there are, as H12 counts them."""
    symbols = [SYMBOL_OF[card] for card in pile]
    return symbols.count(GOLD), symbols.count(SILVER), symbols.count(BRONZE)


def judge(scores: Sequence[int], piles: Sequence[Sequence[Card]]) -> Win:
    """Return who wins with these points, where the piles of the last game decide between level ones (H11 to H13)."""
    most = max(scores)
    level = tuple(seat for seat, score in enumerate(scores) if score == most)
    left = level
    marks = {seat: (0, int(THE_HERALD in piles[seat]), *colours_in(piles[seat])) for seat in level}
    for place, decided in enumerate(TIE_BREAKS):
        best = max(marks[seat][place] for seat in left)
        left = tuple(seat for seat in left if marks[seat][place] == best)
        if len(left) == 1:
            return Win(left, level, decided)
    return Win(left, level, "")
