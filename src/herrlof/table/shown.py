"""What a hint showed, as a record keeps it: whoever shows one says so to the table, and it is written with the move."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from herrlof.records.help import MOST_SHOWN, ShownChoice, ShownHint

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction, Judgement
    from herrlof.game import Action, Game


class Showing(NamedTuple):
    """What a hint shows while its move is waited for."""

    judged: Judgement
    complete: bool

    def at(self, game: Game, seat: int, played: Action) -> ShownHint:
        """Return what it showed when a move was made: the best choices, and that one."""
        choices = self.judged.choices
        kept = [*choices[:MOST_SHOWN], *(one for one in choices[MOST_SHOWN:] if one.action == played)]
        shown = tuple(_shown(game, choice) for choice in kept)
        return ShownHint(seat, self.judged.worlds, self.complete, shown, self.judged.exact)


class GivenHints:
    """The hints of a match: who was shown one for the next move, and what they showed when moves were made."""

    def __init__(self) -> None:
        self.count = 0
        """How many there were, also for moves that were taken back."""
        self.seats: set[int] = set()
        """The seats that were shown one for the next move,"""
        self._showing: dict[int, Showing] = {}
        """and what that shows now."""
        self.kept: dict[int, ShownHint] = {}
        """What they showed when the moves that stand were made, by the number of the move."""

    def give(self, seat: int) -> None:
        """Give a seat one for the next move."""
        self.seats.add(seat)
        self.count += 1

    def show(self, seat: int, showing: Showing) -> None:
        """Take note of what a seat that was given one is shown now."""
        if seat in self.seats:
            self._showing[seat] = showing

    def hide(self, seat: int) -> None:
        """Forget what a seat is shown: who saw that does not make the move."""
        self._showing.pop(seat, None)

    def at(self, seat: int, game: Game, code: str) -> ShownHint | None:
        """Return what a seat is shown as it makes the move with this text code; None: nothing."""
        showing = self._showing.get(seat)
        return None if showing is None else showing.at(game, seat, game.decode(code))

    def go_on(self) -> None:
        """Go on to the next move, for which nobody has been shown one."""
        self.seats.clear()
        self._showing.clear()

    def go_back(self, n: int) -> None:
        """Forget what was shown from move n on."""
        self.kept = {number: shown for number, shown in self.kept.items() if number < n}
        self.go_on()


def _shown(game: Game, choice: JudgedAction) -> ShownChoice:
    value = choice.value
    number, error = (None, None) if value is None else (_finite(value.value), _finite(value.error))
    return ShownChoice(game.encode(choice.action), number, None if number is None else error, choice.verdict)


def _finite(number: float) -> float | None:
    return float(number) if isfinite(number) else None


def judged_line(n: int, hint: ShownHint) -> dict[str, Any]:
    """Return the line of a record about what a hint showed for move n."""
    line = {
        "by": hint.by,
        "choices": [list(choice) for choice in hint.choices],
        "complete": hint.complete,
        "event": "judged",
        "n": n,
        "worlds": hint.worlds,
    }
    return {**line, "exact": True} if hint.exact else line
