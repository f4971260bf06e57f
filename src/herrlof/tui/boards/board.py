"""What the table screen needs of a game's board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen

from herrlof.game import Action, Event, Observation
from herrlof.tui.cards import Look


class Board(Vertical):
    """Draws one seat's observation and asks for its moves. It never holds a state."""

    class Chosen(Message):
        """The player at the keyboard has decided."""

        def __init__(self, action: Action, clicked: bool = False) -> None:
            super().__init__()
            self.action = action
            self.clicked = clicked

    MIN_SIZE: ClassVar[tuple[int, int]] = (60, 20)
    """Columns and rows below which no card is shown; one row of them is the key bar's."""

    PAUSES: ClassVar[frozenset[str]]
    """The kinds of event after which the players want to look at the table."""
    ROUND_BEGINS: ClassVar[str]
    ROUND_ENDS: ClassVar[str]
    """The kinds of event that begin a round, and after which the score pad comes out."""

    def __init__(self, names: Sequence[str], look: Look, seal: str = "") -> None:
        """Seat the names; the `seal` is the commitment to the deals, shown before the first card is played."""
        super().__init__(id="board")
        self.names = tuple(names)
        self.look = look
        self.seal = seal

    def show(
        self,
        seen: Observation,
        news: Sequence[Event],
        legal: Sequence[Action] = (),
        *,
        hold: bool = False,
        curtain: str = "",
        others: Sequence[Observation] = (),
        note: str = "",
    ) -> None:
        """Draw what a seat sees.

        With legal actions, ask for one. `hold` keeps what just happened on the table to be looked at;
        a `curtain` covers the hand with its words. In a replay with all hands open, `others` are the
        observations of every seat, and the `note` says where in the match this is.
        """
        raise NotImplementedError

    def press(self, key: str) -> bool:
        """Take a key while a move is asked for; False: it means nothing here."""
        raise NotImplementedError

    def refuse(self, sentence: str) -> None:
        """Say why a move is not allowed, until the next key."""
        raise NotImplementedError

    def keys(self) -> list[tuple[str, str, str]]:
        """Return (key, shown name, what it does) for the keys that work now."""
        raise NotImplementedError

    def rule(self) -> str:
        """Return the rule for the current situation, as in `R7`."""
        raise NotImplementedError

    def last_trick(self) -> str:
        """Return the last trick in words, for a screen too small to show it all the time."""
        raise NotImplementedError

    @staticmethod
    def lingers(seen: Observation) -> bool:
        """Whether what just happened stays on the table by itself, since the mover is asked about it."""
        raise NotImplementedError

    @staticmethod
    def forced(seen: Observation) -> bool:
        """Whether everybody knows that the mover has only one move."""
        raise NotImplementedError

    @staticmethod
    def pad(seen: Observation, names: Sequence[str], look: Look, **choices: Any) -> ModalScreen[str]:
        """Return the score pad: its result says how the players want to go on."""
        raise NotImplementedError
