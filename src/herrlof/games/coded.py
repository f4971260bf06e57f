"""Games whose text codes stand in a module of their own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from herrlof.game import Action, Game, O_contra, Outcome, S_co

if TYPE_CHECKING:

    class Codes(Protocol):
        """What such a module has; the last two in a game with chance."""

        ACTIONS: int

        def encode(self, action: Action) -> str: ...

        def decode(self, text: str) -> Action: ...

        def encode_chance(self, outcome: Outcome) -> str: ...

        def decode_chance(self, text: str) -> Outcome: ...


class CodedGame(Game[S_co, O_contra]):
    """A base for games: imports the module of their text codes when a match begins."""

    codes: str
    """The name of the module."""

    @property
    def _codes(self) -> Codes:
        return cast("Codes", import_module(self.codes))

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self._codes.ACTIONS

    def encode(self, action: Action) -> str:
        """Return the text code of an action."""
        return self._codes.encode(action)

    def decode(self, text: str) -> Action:
        """Return the action with this text code; InvalidAction if there is none."""
        return self._codes.decode(text)

    def encode_chance(self, outcome: Outcome) -> str:
        """Return the text code of what chance did."""
        return self._codes.encode_chance(outcome) if self.chance else super().encode_chance(outcome)

    def decode_chance(self, text: str) -> Outcome:
        """Return the outcome with this text code; InvalidAction if there is none."""
        return self._codes.decode_chance(text) if self.chance else super().decode_chance(text)
