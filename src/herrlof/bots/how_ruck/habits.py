"""How weak players of How-Ruck! look at a tug of war: at strength, at their own side, and not at the barrel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from herrlof.bots.how_ruck.policy import PLAIN, Policy
from herrlof.bots.how_ruck.rules import values_of
from herrlof.game import Action
from herrlof.games.how_ruck.actions import PLAY
from herrlof.games.how_ruck.cards import FIRST_ACTION, KINDS, VALUE_OF
from herrlof.games.how_ruck.observation import Observation

_NOTHING: Final = (0.0,) * KINDS
_NO_TOPS: Final = (0.0,) * len(PLAIN.other_tops)
STRENGTH: Final = tuple(VALUE_OF[card] if card < FIRST_ACTION else 2.5 for card in range(KINDS))
"""What is kept of a pair by who looks at the strength alone: an action is better than a 2, a text is worth nothing."""
OWN_SIDE: Final = Policy(0.0, PLAIN.own_tops, _NO_TOPS, _NOTHING)
"""The own side is to be strong: neither the other one counts, nor how the barrel moves."""
OWN_PULL: Final = Policy(PLAIN.barrel, PLAIN.own_tops, _NO_TOPS, _NOTHING)
"""The own side is to be strong, and the barrel to come nearer; nothing is held back."""
POLICIES: Final = {
    "strength": replace(PLAIN, worth=STRENGTH),
    "own side": OWN_SIDE,
    "own pull": OWN_PULL,
    "all": PLAIN,
}
"""By what somebody minds."""


def choices(sorts: Policy, plays: Policy, seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Return what each choice is worth to who sorts by one policy and plays by another."""
    return values_of(sorts if legal[0] < PLAY else plays, seen, legal)
