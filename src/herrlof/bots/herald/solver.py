"""The last five tricks of two seats, counted out: the stock is gone, so each knows the other's hand (H4, H14).

Gains are counted in quarters of a point, and the Herald is worth one quarter more than its points: with two seats it
alone decides between level ones, since somebody has won it (H12). So more points come first, and the Herald after them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from herrlof.games.herald.cards import POINTS_OF, THE_HERALD, Card
from herrlof.games.herald.observation import Observation, unseen
from herrlof.games.herald.tricks import ahead_in

Hand: TypeAlias = tuple[Card, ...]
"""Ascending."""

SEATS: Final = 2
QUARTERS: Final = 4
WORTH: Final = tuple(QUARTERS * points + (card == THE_HERALD) for card, points in enumerate(POINTS_OF))
HALF: Final = 0.5
"""What a match is won or lost by where the points are level."""


def gains(seen: Observation) -> dict[Card, int] | None:
    """Return for each card of the mover's hand how far ahead it is in the tricks to come, in quarters of a point.

    None where it does not know the other hand. Both play their best: minimax. A position between two tricks is both
    hands and the leader; its value is how far the leader will be ahead.
    """
    if seen.phase != "play" or seen.seats != SEATS or seen.seat != seen.mover or seen.stock_size:
        return None
    mine, theirs = seen.hand, tuple(unseen(seen))
    if len(theirs) != seen.hand_sizes[1 - seen.seat]:
        return None
    known: dict[tuple[Hand, Hand], int] = {}

    def taken(mine: Hand, theirs: Hand, card: Card, answer: Card) -> int:
        """Return what a trick and the rest bring the leader."""
        worth = WORTH[card] + WORTH[answer]
        mine, theirs = without(mine, card), without(theirs, answer)
        return -worth - ahead(theirs, mine) if ahead_in((card, answer)) else worth + ahead(mine, theirs)

    def ahead(mine: Hand, theirs: Hand) -> int:
        """Return how far the leader of a trick will be ahead."""
        if not mine:
            return 0
        if (mine, theirs) not in known:
            known[mine, theirs] = max(min(taken(mine, theirs, card, answer) for answer in theirs) for card in mine)
        return known[mine, theirs]

    if seen.trick:
        (led,) = seen.trick
        return {card: -taken((*theirs, led), mine, led, card) for card in mine}
    return {card: min(taken(mine, theirs, card, answer) for answer in theirs) for card in mine}


def best(seen: Observation) -> Card | None:
    """Return the card that brings most points, of several the lowest one; None where the other hand is not known."""
    found = gains(seen)
    return None if found is None else max(found, key=lambda card: round(found[card] / QUARTERS))


def margins(seen: Observation) -> Mapping[Card, float] | None:
    """Return for each card by how many points the match is won, or lost, with best play by both.

    With level points it is half a point, by who has won the Herald. None where the match does not end with this game,
    or the other hand is not known.
    """
    found = gains(seen) if seen.game_number == seen.games else None
    if found is None:
        return None
    seat = seen.seat
    so_far = QUARTERS * (seen.scores[seat] - seen.scores[1 - seat])
    for trick in seen.tricks:
        worth = sum([WORTH[card] for card in trick.cards])
        so_far += worth if trick.winner == seat else -worth
    return {card: margin_of(so_far + gain) for card, gain in found.items()}


def margin_of(quarters: int) -> float:
    """Return a margin in points from one in quarters, in which the Herald is counted."""
    points = round(quarters / QUARTERS)
    return float(points) if points else HALF if quarters > 0 else -HALF


def without(cards: Hand, card: Card) -> Hand:
    """Return cards without one of them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
