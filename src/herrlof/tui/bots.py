"""The bots as people choose them: in which order, and how strong each is."""

from __future__ import annotations

from typing import Final

from herrlof.bots import BOTS, LEVELS, kind_of

CHOICES: Final = (*LEVELS, *(key for key in BOTS if key not in LEVELS))
"""The levels from plain to strongest, then the others."""


def label(key: str) -> str:
    """Return a bot's title, and for a level how strong it is: `Karl, level 2 of 5`."""
    title = kind_of(key).title
    return f"{title}, level {LEVELS.index(key) + 1} of {len(LEVELS)}" if key in LEVELS else f"{title}, a bot"
