"""What is special to choosing: keys that sort in haste, a pair, the ways to play a card, a card with its field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from herrlof.game import Action
from herrlof.games.how_ruck.race import PAIR_SECONDS
from herrlof.tui.boards.card_board import ANSWERS
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.widgets.selection import Area, Selection

FIELD: Final = "field"
SILENCE: Final = ENTER_GUARD
"""Seconds for which a key was silent that is pressed anew; a terminal repeats one that is held much faster."""


class Pair(Area):
    """A left and a right card."""

    def beside(self, at: int | None, by: int) -> int | None:
        """Return the one on that side."""
        return int(by > 0)


class Ways(Area):
    """With its effect above, without it below."""

    def above(self, at: int | None, by: int) -> int | None:
        """Return the one above or below."""
        return int(by < 0)


class OnTheRope(Selection):
    """A card of the hand and a field or a way of playing it are one choice."""

    def __init__(self, bring: Callable[[Action], None]) -> None:
        """Know what brings the card of an action into focus."""
        super().__init__()
        self._bring = bring

    @property
    def action(self) -> Action | None:
        """What Enter plays now: the card in focus, on its field or in its way."""
        item = self.item(ANSWERS) or (self.item(FIELD) if self.area == FIELD else None)
        return item.action if item is not None and self.chosen else None

    def choose(self, action: Action) -> None:
        """Bring the card of an action into focus, and its field or way."""
        self._bring(action)
        super().choose(action)


class Presses:
    """The keys that sort, and when each was heard last: one may still be held from the pair before."""

    def __init__(self) -> None:
        self._heard: dict[object, float] = {}

    def refusal(self, key: object, now: float, open_for: float) -> str:
        """Take note of a key; return why it does not count for a pair that has been open for so long, or nothing."""
        silence = now - self._heard.get(key, -SILENCE)
        self._heard[key] = now
        if open_for < PAIR_SECONDS:
            return labels.too_soon_text()
        return labels.held_text() if silence < SILENCE else ""
