"""How weak players of Herrlof look at their cards: a number that is too low, and no memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from herrlof.bots.herrlof.rules import ADVICE
from herrlof.game import Action
from herrlof.games.herrlof.actions import DISCARD, PASS, PLAY, PREDICT, RETURN
from herrlof.games.herrlof.cards import COLOUR_OF, RANK_OF, VALKNUT, Card
from herrlof.games.herrlof.observation import Observation

HIGH: Final = 8
"""The lowest rank that a beginner counts as a trick,"""
HIGH_TRUMP: Final = 5
"""and the lowest of a trump."""
TRUMPED: Final = 10
"""More than ranks can differ."""


def counted(seen: Observation) -> int:
    """Return how many high cards a hand has: between two, who share so many tricks, that is too few."""
    ranks = [(RANK_OF[card], HIGH_TRUMP if COLOUR_OF[card] == seen.trump else HIGH) for card in seen.hand]
    return sum(rank >= least for rank, least in ranks)


def number(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Say the number of high cards."""
    high = counted(seen)
    return [-abs(action - PREDICT - high) for action in legal]


def height(seen: Observation, card: Card) -> int:
    """Return how high a card is, whatever else is played."""
    return -1 if card >= VALKNUT else RANK_OF[card] + TRUMPED * (COLOUR_OF[card] == seen.trump)


def high_or_low(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Play the highest card while tricks are wanted, and then the lowest, without a look at the trick.

    What a power offers is taken; a trick only where one is wanted still.
    """
    if seen.phase == "predict":
        return number(seen, legal)
    assert seen.prediction is not None
    wanting = seen.prediction > seen.tricks_won[seen.seat]
    if seen.phase in ("draw", "steal"):
        return [float(action != PASS) for action in legal]
    if seen.phase == "take-trick":
        return [float((action != PASS) == wanting) for action in legal]
    first = {"play": PLAY, "discard": DISCARD, "return": RETURN}[seen.phase]
    played_high = wanting == (seen.phase == "play")
    heights = [height(seen, action - first) for action in legal]
    return [float(found if played_high else -found) for found in heights]


def forgetful(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Follow the advice for a number of high cards, and know nothing of what was played before this trick."""
    if seen.phase == "predict":
        return number(seen, legal)
    lying = len(seen.trick)
    plays = [place for place, (_, what, _) in enumerate(seen.history) if what == "play"]
    history = seen.history[plays[-lying] :] if lying else ()
    return ADVICE[seen.phase](replace(seen, history=history), legal)
