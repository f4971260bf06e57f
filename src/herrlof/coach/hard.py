"""How hard a decision was: which of the levels that do not think ahead find something as good as the best."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from herrlof.bots import bots_of, new_bot
from herrlof.game import Action, Game, Observation

TRIES: Final = 8
"""So often each level is asked, each time with other luck."""
FINDS: Final = 5
"""Who is right so often finds it."""


def quick_levels(game: str) -> list[str]:
    """Return the keys of the levels that answer at once, from the weakest on."""
    return [key for key, kind in bots_of(game).items() if kind.level and not kind.thinks_apart]


def found_by(game: Game, seen: Observation, legal: Sequence[Action], good: Collection[Action]) -> dict[str, int]:
    """Return in how many tries each of these levels chose one of the actions that are as good as the best."""
    return {
        key: sum(new_bot(game, key, Random(f"{key} {n}")).choose(seen, legal) in good for n in range(TRIES))
        for key in quick_levels(game.key)
    }
