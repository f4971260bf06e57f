"""How weak players of Herald look at their cards: what they save, and what they forget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from herrlof.bots.herald.policy import Policy
from herrlof.bots.herald.rules import values_of
from herrlof.game import Action
from herrlof.games.herald.cards import KINDS, POINTS_OF
from herrlof.games.herald.observation import Observation

_NOTHING: Final = (0.0,) * KINDS
GREEDY: Final = Policy(_NOTHING, _NOTHING, 0.0, 0.0)
"""The points on the table are all that counts: nothing is saved for later."""
MISERLY: Final = Policy(tuple(map(float, POINTS_OF)), _NOTHING, 0.0, 0.0)
"""A card is worth its points, so none is given for less."""
SAVES: Final = {"nothing": GREEDY, "points": MISERLY}
"""By what is saved for later."""


def forgetful(policy: Policy, seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Return what each card is worth to who knows the trick on the table alone."""
    values = values_of(policy, replace(seen, tricks=()))
    return [values[action] for action in legal]
