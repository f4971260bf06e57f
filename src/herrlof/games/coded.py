"""Games whose text codes stand in a module of their own: a table of actions, and what reads and writes chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from herrlof.game import Action, Game, InvalidAction, O_contra, Outcome, S_co

if TYPE_CHECKING:

    class CodesModule(Protocol):
        """What such a module has; the last two in a game with chance."""

        CODES: Codes

        def encode_chance(self, outcome: Outcome) -> str: ...

        def decode_chance(self, text: str) -> Outcome: ...


class Codes:
    """The text codes of a game's actions, both ways."""

    def __init__(self, title: str, codes: Iterable[str] | Mapping[Action, str]) -> None:
        """Number the codes from 0, or take their numbers; `title` is the game's, for who types what is none."""
        self._title = title
        self.of: Mapping[Action, str] = codes if isinstance(codes, Mapping) else dict(enumerate(codes))
        """By action."""
        self._actions = {code: action for action, code in self.of.items()}
        self.count = max(self.of) + 1
        """Above all actions."""

    def encode(self, action: Action) -> str:
        """Return the text code of an action."""
        return self.of[action]

    def decode(self, text: str) -> Action:
        """Return the action with this text code; InvalidAction if there is none."""
        try:
            return self._actions[text]
        except KeyError:
            raise InvalidAction(f"{text!r} isn't a move of {self._title}") from None


class CodedGame(Game[S_co, O_contra]):
    """A base for games: imports the module of their text codes when a match begins."""

    codes: str
    """The name of the module."""

    @property
    def _codes(self) -> CodesModule:
        return cast("CodesModule", import_module(self.codes))

    @property
    def actions(self) -> int:
        return self._codes.CODES.count

    def encode(self, action: Action) -> str:
        return self._codes.CODES.encode(action)

    def decode(self, text: str) -> Action:
        return self._codes.CODES.decode(text)

    def encode_chance(self, outcome: Outcome) -> str:
        return self._codes.encode_chance(outcome) if self.chance else super().encode_chance(outcome)

    def decode_chance(self, text: str) -> Outcome:
        """Return the outcome with this text code; InvalidAction if there is none."""
        return self._codes.decode_chance(text) if self.chance else super().decode_chance(text)
