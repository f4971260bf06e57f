"""Games whose parts stand in modules of their own, which are imported when a match begins: the home screen shows all.

`actions` has the text codes: a table of actions, and what reads and writes chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, cast

from herrlof.game import Action, Game, InvalidAction, O_contra, Outcome, S_co, Words
from herrlof.options import complete_options
from herrlof.registry import call_named, imported

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
        return self.of[action]

    def decode(self, text: str) -> Action:
        """Return the action with this text code; InvalidAction if there is none."""
        try:
            return self._actions[text]
        except KeyError:
            raise InvalidAction(f"{text!r} isn't a move of {self._title}") from None


def dealt(codes: Sequence[str], numbered: str, outcome: Outcome) -> str:
    """Return the text code of cards that chance dealt, by these codes of theirs; of a `numbered` kind, by numbers."""
    kind, values = outcome
    return " ".join((kind, *(map(str, values) if kind == numbered else (codes[card] for card in values))))


class CodedGame(Game[S_co, O_contra]):
    """A base for games: finds what plays one in its modules `actions`, `observation`, `state`, `belief` and `words`."""

    room: str
    """The package of these modules."""
    state_class: str
    """The class in `state`,"""
    words_class: str
    """and that in `words`."""

    @cached_property
    def words(self) -> Words[O_contra]:
        return cast("Words[O_contra]", call_named(f"{self.room}.words:{self.words_class}"))

    @property
    def observation_type(self) -> type[Any]:
        return cast("type[Any]", imported(f"{self.room}.observation:Observation"))

    def new_state(self, seats: int = 2, **options: Any) -> S_co:
        state = imported(f"{self.room}.state:{self.state_class}")
        chosen = complete_options(self, seats, options)
        return cast("S_co", state(**chosen) if len(self.seats) == 1 else state(seats, **chosen))

    def determinize(self, seen: O_contra, rng: Random) -> S_co:
        return cast("S_co", call_named(f"{self.room}.belief:Belief", seen).sample(rng))

    @property
    def _codes(self) -> CodesModule:
        return cast("CodesModule", imported(f"{self.room}.actions"))

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
        return self._codes.decode_chance(text) if self.chance else super().decode_chance(text)


class PlayedOutGame(CodedGame[S_co, O_contra]):
    """A base for games in which hands are played out, a card at a time."""

    def forced(self, seen: Any) -> bool:
        """The last card of a hand plays itself."""
        return bool(seen.phase == "play" and seen.mover >= 0 and seen.hand_sizes[seen.mover] == 1)
