"""How far lessons have come, wherever that is kept."""

from __future__ import annotations

from typing import Protocol


class Learnt(Protocol):
    """How far lessons have come (`herrlof.records.storage.Storage`)."""

    def lessons(self, game: str) -> dict[int, int | None]:
        """Return by number at which step the lessons of a game go on; None: one is done."""

    def note_lesson(self, game: str, number: int, step: int | None) -> None:
        """Remember the step at which a lesson goes on, or that it is done (None), which it then remains."""


class UnkeptLessons:
    """How far they have come while this program runs, which a guest's does on another's machine."""

    def __init__(self) -> None:
        self._reached: dict[str, dict[int, int | None]] = {}

    def lessons(self, game: str) -> dict[int, int | None]:
        return self._reached.setdefault(game, {})

    def note_lesson(self, game: str, number: int, step: int | None) -> None:
        reached = self.lessons(game)
        if reached.get(number, 0) is not None:
            reached[number] = step
