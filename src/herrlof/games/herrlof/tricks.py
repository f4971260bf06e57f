"""What may be played, who wins a trick and who leads the next: R6 to R16 as functions of ints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from herrlof.games.herrlof.cards import (
    COLOUR_BITS,
    COLOUR_CARDS,
    COLOUR_OF,
    HAGALAZ,
    KINDS,
    NO_COLOUR,
    RANK_OF,
    RANKS,
    SPECIAL_CARDS,
    VALKNUT,
    Card,
    Colour,
    Hand,
    kinds_in,
)


class Trick(NamedTuple):
    """A finished trick, as everybody may look at it until the next one is finished (R17)."""

    leader: int
    cards: tuple[Card, ...]
    """In playing order, from the leader to the left."""
    winner: int
    """The seat that won it; NOBODY (-1): destroyed by a Valknut (R11)."""
    robbed: int
    """The seat from which the winner's 1 took a trick or its 6 a card; -1: none."""
    next_leader: int


def _strengths(trump: Colour, follow: Colour) -> tuple[int, ...]:
    strength = [0] * KINDS
    strength[HAGALAZ] = 1
    for card in range(VALKNUT):
        if COLOUR_OF[card] == trump:
            strength[card] = 20 + RANK_OF[card]
        elif COLOUR_OF[card] == follow:
            strength[card] = 10 + RANK_OF[card]
    return tuple(strength)


STRENGTH: Final = tuple(tuple(_strengths(trump, follow) for follow in (0, 1, 2, 3, -1)) for trump in (0, 1, 2, 3, -1))
"""`STRENGTH[trump][follow][card]`; the first of the strongest cards wins (R13). NO_COLOUR is the last row."""

LEAD_WINNER, LEAD_DESTROYED, LEAD_HAGALAZ, LEAD_NINE = range(4)
"""Why a seat leads next (R16)."""


def legal_cards(hand: Hand, follow: Colour) -> tuple[Card, ...]:
    """Return the cards that may be played to a trick with this colour to follow, ascending (R7)."""
    if follow >= 0:
        own = COLOUR_CARDS[follow][hand >> RANKS * follow & COLOUR_BITS]
        if own:
            return own + SPECIAL_CARDS[hand >> VALKNUT]
    return kinds_in(hand)


def colour_to_follow(cards: Sequence[Card]) -> Colour:
    """Return the colour of the first coloured card of a trick (R7)."""
    for card in cards:
        if card < VALKNUT:
            return COLOUR_OF[card]
    return NO_COLOUR


def winning_position(cards: Sequence[Card], trump: Colour, follow: Colour) -> int:
    """Return the place in playing order of the card that wins a trick without a Valknut (R13)."""
    strength = STRENGTH[trump][follow]
    most = strongest = -1
    for card in cards:
        if strength[card] > most:
            most, strongest = strength[card], card
    return cards.index(strongest)


def next_lead(cards: Sequence[Card], winning: int) -> tuple[int, int]:
    """Return who leads next, counted to the left from this trick's leader, and why (R16).

    `winning` is the place of the winning card; it is not looked at in a destroyed trick.
    """
    if VALKNUT in cards:
        return 0, LEAD_DESTROYED
    if HAGALAZ in cards:
        return len(cards) - 1 - cards[::-1].index(HAGALAZ), LEAD_HAGALAZ
    if RANK_OF[cards[winning]] == 9:
        return (winning + 1) % len(cards), LEAD_NINE
    return winning, LEAD_WINNER
