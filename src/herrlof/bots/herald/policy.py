"""What a card is good for at a glance: the points at stake, the odds to keep them, and what it would be worth later.

`appeals` is all there is of it, for the bot that follows rules and for the players that a search imagines. Two sets of
numbers are made for it: PLAIN, which anybody could have who has read the rules, and those of `fitted`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import comb
from typing import Final, NamedTuple

from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import (
    ARCHER,
    CHEST,
    DECK,
    FIGURE_OF,
    HERALD,
    KINDS,
    KING,
    LAST_MAGE,
    MAGE,
    POINTS_OF,
    QUEEN,
    SHIELD,
    Card,
)
from herrlof.games.herald.tricks import BEATEN_LED, BEATS

BITS: Final = 6
"""Bits of a number in a row of numbers, one for each card, that are packed into an int."""
MASK: Final = (1 << BITS) - 1
TAKES: Final = tuple(sum(1 << BITS * ahead for ahead in range(KINDS) if BEATS[ahead][card]) for card in range(KINDS))
"""For each card, packed: 1 for every card that it beats."""
WHOLE: Final = sum(TAKES[card] for card in DECK)
"""Packed: how many cards of the deck beat each card."""


class Policy(NamedTuple):
    """What the parts of a choice are worth, in points."""

    worth: tuple[float, ...]
    """Each card while it is in hand, to be played later."""
    last_worth: tuple[float, ...]
    """The same when the stock is gone."""
    lead: float
    """To lead the next trick."""
    junk: float
    """What each player still to come may be expected to add to a trick."""


def packed(cards: Iterable[Card]) -> int:
    """Return, packed, how many of these cards beat each card."""
    return sum([TAKES[card] for card in cards])


@cache
def unbeaten(hidden: int, unseen: int) -> tuple[float, ...]:
    """Return the chance that no beating card lies among `hidden` of `unseen` ones, by how many of them beat."""
    return tuple(comb(unseen - able, hidden) / comb(unseen, hidden) for able in range(min(unseen, MASK) + 1))


def appeals(
    policy: Policy, seats: int, hand: Sequence[Card], trick: Sequence[Card], ahead: int, alive: int, unseen: int
) -> list[tuple[float, Card]]:
    """Return what is in favour of each card of a hand, and the card.

    `alive` is, packed, how many of the cards that have not been played beat each card; `unseen` is how many cards are
    neither played nor in this hand. Points that another seat gets count as loss as far as they hurt one of many.
    """
    to_come = seats - 1 - len(trick)
    size = len(hand)
    worth = policy.worth if unseen > (seats - 1) * HAND_SIZE else policy.last_worth
    stake = policy.junk * to_come
    row = None
    if trick:
        for card in trick:
            stake += POINTS_OF[card]
        row = BEATS[trick[ahead]] if ahead else BEATEN_LED[trick[0]]
    others = alive
    for card in hand:
        others -= TAKES[card]
    odds = unbeaten(to_come * size, unseen) if to_come else None
    lead, hurt = policy.lead, 1 / (seats - 1)
    found = []
    for card in sorted(set(hand)):
        points = stake + POINTS_OF[card]
        if row is not None and not row[card]:
            found.append((-hurt * points - worth[card], card))
        elif odds is None or (row is None and card <= LAST_MAGE):
            found.append((points + lead - worth[card], card))
        else:
            chance = odds[others >> BITS * card & MASK]
            found.append((chance * (points + lead) - (1 - chance) * hurt * points - worth[card], card))
    return found


_SAVED: Final = {MAGE: 8.0, ARCHER: 2.0, QUEEN: 4.0, KING: 4.0, SHIELD: 4.0, CHEST: 9.0, HERALD: 28.0}
PLAIN: Final = Policy(tuple(_SAVED.get(figure, 0.0) for figure in FIGURE_OF), (0.0,) * KINDS, 0.0, 1.0)
"""Points count, and high cards, Mage and Herald are saved for something better while there is a stock."""


@cache
def fitted(seats: int) -> Policy:
    """Return the policy for a number of seats, as `training/herald.py fit` wrote it: one for two, one for more."""
    text = files("herrlof.bots.herald").joinpath("policy.json").read_text("utf-8")
    found = json.loads(text)["2" if seats == 2 else "more"]
    return Policy(tuple(found["worth"]), tuple(found["last_worth"]), found["lead"], found["junk"])
