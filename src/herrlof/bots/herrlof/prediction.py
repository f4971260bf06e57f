"""What each prediction is worth with a hand: a small linear model, and the others' likely predictions.

The weights lie in `prediction.json`, a row for each prediction and a column for each feature, for each
edition and number of seats. `training/prediction.py` makes them from imagined rounds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final

import numpy as np

from herrlof.bots.herrlof.policy import FEW, FEW_KINDS, POPCOUNT, STAGES, Policy, chances
from herrlof.bots.herrlof.rules import appeal, odds
from herrlof.game import NOBODY
from herrlof.games.herrlof.cards import (
    BLUE,
    COLOUR_BITS,
    COLOUR_CARDS,
    NO_COLOUR,
    ONE,
    RANKS,
    VALKNUT,
    Card,
    Colour,
    Hand,
)
from herrlof.games.herrlof.log import entries
from herrlof.games.herrlof.scoring import HAND_SIZES
from herrlof.games.herrlof.state import HerrlofState

FEATURES: Final = (
    "always", "tricks", "tricks squared", "leads", "no trump", "Valknut", "Hagalaz", "trumps", "trumps squared",
    "trump 9", "trump 8", "trump 7", "trump 6", "trumps 1-5", "9s", "8s", "7s", "6s", "1s", "3s", "void colours",
    "single cards", "longest plain colour",
)  # fmt: skip
PREDICTION_TEMPERATURE: Final = 0.35
"""Who thinks ahead makes a prediction that is this many points worse e times less often."""
BOLDNESS: Final = 0.15
"""Of two that are worth the same, it makes one that is a trick higher exp(`BOLDNESS`) times more often."""
COUNTING_EXPONENT: Final = 12
"""Who counts makes a prediction with half the appeal of the best 2 ** `COUNTING_EXPONENT` times more seldom."""
FLOOR: Final = 1e-6
"""How seldom a prediction is made that nothing speaks for."""


def features(policy: Policy, hand: Hand, trump: Colour, leads: bool) -> list[float]:
    """Return what the model looks at, in the order of `FEATURES`; "tricks" is what the cards are good for."""
    tricks = sum(card_chances(policy, hand, trump))
    trumps = [0] * RANKS
    plain = [0] * RANKS
    voids = single = longest = 0
    for colour in range(4):
        bits = hand >> colour * RANKS & COLOUR_BITS
        length = POPCOUNT[bits]
        ranks = trumps if colour == trump else plain
        for bit in COLOUR_CARDS[BLUE][bits]:
            ranks[bit] += 1
        if colour != trump:
            voids += not length
            single += length == 1
            longest = max(longest, length)
    held = sum(trumps)
    return [
        1.0, tricks, tricks * tricks / 10, float(leads), float(trump == NO_COLOUR),
        float(hand >> VALKNUT & 3), float(hand >> VALKNUT + 2), float(held), held * held / 10,
        float(trumps[8]), float(trumps[7]), float(trumps[6]), float(trumps[5]), float(sum(trumps[:5])),
        float(plain[8]), float(plain[7]), float(plain[6]), float(plain[5]), float(plain[0] + trumps[0]),
        float(plain[2] + trumps[2]), float(voids), float(single), float(longest),
    ]  # fmt: skip


def card_chances(policy: Policy, hand: Hand, trump: Colour) -> list[float]:
    """Return the chance of each coloured card of a dealt hand to win a trick."""
    few = 0 if trump == NO_COLOUR else FEW[~hand >> trump * RANKS & COLOUR_BITS]
    return chances(policy, hand, (STAGES - 1) * FEW_KINDS + few, trump, ~hand)


class Predictions:
    """The model for one edition and number of seats."""

    def __init__(self, policy: Policy, rows: Sequence[Sequence[float]]) -> None:
        """Take a row of weights for each prediction from 0 on."""
        self._policy = policy
        self._rows = np.array(rows)

    def worth(self, hand: Hand, trump: Colour, leads: bool) -> list[float]:
        """Return the points against the best other to expect from each prediction."""
        worth: list[float] = (self._rows @ features(self._policy, hand, trump, leads)).tolist()
        return worth

    def odds(self, hand: Hand, trump: Colour, leads: bool) -> list[float]:
        """Return how likely a player of this hand is to make each prediction."""
        worth = self.worth(hand, trump, leads)
        most = max(worth)
        return _shares(
            [exp((value - most) / PREDICTION_TEMPERATURE + BOLDNESS * made) for made, value in enumerate(worth)]
        )


class CountedPredictions:
    """The predictions of players who count what their cards are good for (`rules.py`)."""

    def __init__(self, policy: Policy, edition: str) -> None:
        """Take from the policy what a card is good for."""
        self._policy = policy
        self._edition = edition

    def odds(self, hand: Hand, trump: Colour, leads: bool) -> list[float]:
        row = odds(card_chances(self._policy, hand, trump))
        row += [0.0] * (HAND_SIZES[self._policy.seats] + 1 - len(row))
        found = appeal(row, self._policy.seats, self._edition)
        most = max(found)
        return _shares([(value / most) ** COUNTING_EXPONENT + FLOOR for value in found])


def _shares(odds: list[float]) -> list[float]:
    whole = sum(odds)
    return [chance / whole for chance in odds]


def drawn(odds: Sequence[float], random: Callable[[], float]) -> int:
    """Return a place in a row of odds, in any unit."""
    point = random() * sum(odds)
    for place, chance in enumerate(odds):
        point -= chance
        if point < 0:
            return place
    return odds.index(max(odds))


@cache
def weights(name: str) -> dict[str, Any]:
    """Return the learned numbers in a file beside this module."""
    loaded: dict[str, Any] = json.loads((files(__package__) / name).read_text("utf-8"))
    return loaded


def first_trump(world: HerrlofState) -> Colour:
    """Return the trump at the time of the predictions."""
    card: Card = world.turned[0]
    return NO_COLOUR if card >= VALKNUT else card // RANKS


def dealt_hands(world: HerrlofState) -> list[Hand]:
    """Return the hands as they were dealt, by taking back what the log of a world says."""
    hands = world.hands[:]
    for who, what, card, giver, taker in entries(world.log):
        if what in ("play", "discard"):
            hands[who] += ONE[card]
        elif what == "draw":
            hands[who] -= ONE[card]
        elif giver != NOBODY:
            hands[taker] -= ONE[card]
            hands[giver] += ONE[card]
    return hands
