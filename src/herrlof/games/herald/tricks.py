"""Who is ahead in a trick, and why: H5 to H10 as functions of ints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from herrlof.games.herald.cards import (
    COLOUR_OF,
    FIGURE_OF,
    HERALD,
    KINDS,
    KING,
    LAST_MAGE,
    MAGE,
    NO_CARD,
    POINTS_OF,
    QUEEN,
    SHIELD,
    Card,
)

REACH: Final = 3
"""By at most so many points a card may be worth more than the one that it beats (H5)."""
BEATEN_BY: Final = {QUEEN: SHIELD, KING: QUEEN, SHIELD: KING}
"""Which of the three figures beats which (H7)."""

(
    HIGHER,
    BETTER_COLOUR,
    CIRCLE_BEATS,
    HERALD_BEATS,
    MAGE_BEATS_HERALD,
    TOO_HIGH,
    TOO_LOW,
    WORSE_COLOUR,
    SAME_CARD,
    CIRCLE_LOSES,
    HERALD_STAYS,
    MAGE_BEATS_NOTHING,
    MAGE_LED,
) = range(13)
"""Why a card beats the one that is ahead (the first five), or does not."""
REASON_RULES: Final = ("H5", "H6", "H7", "H8", "H9", "H5", "H5", "H6", "H6", "H7", "H8", "H9", "H10")
"""The rule that each reason comes from."""


class Trick(NamedTuple):
    """A finished trick."""

    leader: int
    cards: tuple[Card, ...]
    """In playing order, from the leader to the left."""
    winner: int


class PlayedCard(NamedTuple):
    """What a card of a trick did when it was played."""

    card: Card
    ahead: Card
    """The card that was ahead before; NO_CARD: this one was led."""
    reason: int
    """Why it beat the one ahead, or did not; MAGE_LED for a Mage that was led, and -1 for another card led."""

    @property
    def leads(self) -> bool:
        """Whether this card was ahead when it had been played."""
        return self.ahead == NO_CARD or self.reason <= MAGE_BEATS_HERALD


def why(card: Card, ahead: Card, led: bool) -> int:
    """Return why a card beats the one that is ahead, or why not; `led`: that one began the trick."""
    figure, other = FIGURE_OF[card], FIGURE_OF[ahead]
    if other == MAGE and led:
        return MAGE_LED
    if figure == other:
        if COLOUR_OF[card] == COLOUR_OF[ahead]:
            return SAME_CARD
        return BETTER_COLOUR if COLOUR_OF[card] < COLOUR_OF[ahead] else WORSE_COLOUR
    if figure == HERALD:
        return HERALD_BEATS
    if other == HERALD:
        return MAGE_BEATS_HERALD if figure == MAGE else HERALD_STAYS
    if figure == MAGE:
        return MAGE_BEATS_NOTHING
    if figure in BEATEN_BY and other in BEATEN_BY:
        return CIRCLE_BEATS if BEATEN_BY[other] == figure else CIRCLE_LOSES
    more = POINTS_OF[card] - POINTS_OF[ahead]
    if more > REACH:
        return TOO_HIGH
    return HIGHER if more > 0 else TOO_LOW


BEATS: Final[tuple[tuple[bool, ...], ...]] = tuple(
    tuple(why(card, ahead, led=False) <= MAGE_BEATS_HERALD for card in range(KINDS)) for ahead in range(KINDS)
)
"""`BEATS[ahead][card]`: whether a card beats the one that is ahead, wherever that was played but for a Mage led."""
BEATEN_LED: Final[tuple[tuple[bool, ...], ...]] = tuple(
    tuple(ahead > LAST_MAGE and beaten for beaten in row) for ahead, row in enumerate(BEATS)
)
"""`BEATEN_LED[led][card]`: the same for the card that was led, which nothing beats if it is a Mage (H10)."""


def beaten_by(ahead: Card, led: bool) -> tuple[Card, ...]:
    """Return the cards that beat the one that is ahead, ascending."""
    row = BEATEN_LED[ahead] if led else BEATS[ahead]
    return tuple(card for card, beats in enumerate(row) if beats)


def ahead_in(cards: Sequence[Card]) -> int:
    """Return the place in playing order of the card that is ahead of these; they are at least one."""
    best = 0
    for place in range(1, len(cards)):
        if (BEATS[cards[best]] if best else BEATEN_LED[cards[0]])[cards[place]]:
            best = place
    return best


def story(cards: Sequence[Card]) -> tuple[PlayedCard, ...]:
    """Return what each card of a trick did, in playing order."""
    steps: list[PlayedCard] = []
    best = 0
    for place, card in enumerate(cards):
        if not place:
            steps.append(PlayedCard(card, NO_CARD, MAGE_LED if card <= LAST_MAGE else -1))
            continue
        steps.append(PlayedCard(card, cards[best], why(card, cards[best], led=not best)))
        if steps[-1].leads:
            best = place
    return tuple(steps)


def tricks_of(log: Sequence[Card], seats: int, leader: int) -> Iterator[Trick]:
    """Yield the finished tricks of a game from its cards in playing order and the seat that led first."""
    for start in range(0, len(log) - seats + 1, seats):
        cards = tuple(log[start : start + seats])
        winner = (leader + ahead_in(cards)) % seats
        yield Trick(leader, cards, winner)
        leader = winner
