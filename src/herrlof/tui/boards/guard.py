"""Keys and clicks that come too soon after a question to be meant for it."""

from __future__ import annotations

from time import monotonic
from typing import Final

ENTER_GUARD: Final = 0.35
"""Seconds for which a new question takes no Enter and no click that was meant for what came before."""


class QuestionGuard:
    """How old the question at a board is, and what was pressed before it came."""

    def __init__(self) -> None:
        self._asked_at = 0.0
        self.answered_with = ""
        """The letter that answered a question: held a little longer it must not choose in the next one."""
        self.mouse_down = False
        """Whether the mouse was pressed since the question came: a click that was begun before is not meant for it."""

    @property
    def age(self) -> float:
        """Seconds since the question came."""
        return monotonic() - self._asked_at

    def ask(self) -> None:
        """Take note of a new question."""
        self._asked_at, self.mouse_down = monotonic(), False

    def stops(self, key: str) -> bool:
        """Whether a key comes too soon: Enter, or the letter that answered the question before."""
        return self.age < ENTER_GUARD and key in ("enter", self.answered_with)
