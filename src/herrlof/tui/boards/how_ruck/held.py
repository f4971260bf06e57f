"""Whether a key that sorts was pressed for the pair that is open, or is still held from the one before."""

from __future__ import annotations

from typing import Final

from herrlof.games.how_ruck import words
from herrlof.games.how_ruck.race import PAIR_SECONDS
from herrlof.tui.boards.board import ENTER_GUARD

SILENCE: Final = ENTER_GUARD
"""Seconds for which a key was silent that is pressed anew; a terminal repeats one that is held much faster."""


class Presses:
    """The keys that sort, and when each was heard last."""

    def __init__(self) -> None:
        """Have heard none."""
        self._heard: dict[object, float] = {}

    def refusal(self, key: object, now: float, open_for: float) -> str:
        """Take note of a key; return why it does not count for a pair that has been open for so long, or nothing."""
        silence = now - self._heard.get(key, -SILENCE)
        self._heard[key] = now
        if open_for < PAIR_SECONDS:
            return words.too_soon_text()
        return words.held_text() if silence < SILENCE else ""
