"""Seats that choose in secret and in any order, asked at the same time: what each has chosen, until all have.

Nothing is recorded before that, so nobody learns who was first. A seat sees what it would see if those before it had
chosen, which tells it nothing; then all choices are played in the order of the game, as they would be asked for there.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from herrlof.game import CHANCE, NOBODY, Action, IllegalAction, Mover
from herrlof.messages import _
from herrlof.table.view import View

if TYPE_CHECKING:
    from herrlof.table.commands import ShowHint
    from herrlof.table.match import Match
    from herrlof.table.simultaneous import SimultaneousTurn

AT_ONCE: Final = "at once"
"""The reason of an ASK at which several are asked, for who has chosen, and for who looks on."""


class SecretChoices:
    """The choices of the seats that are asked at once."""

    def __init__(self, match: Match, seats: Collection[int]) -> None:
        self._match = match
        self.turns: dict[int, SimultaneousTurn] = {seat: match.simultaneous_turn(seat) for seat in seats}
        """How far each has come."""
        self._hints: dict[int, ShowHint | None] = {}
        """Who was given a hint, and what that shows now."""

    @property
    def done(self) -> bool:
        """Whether all have chosen."""
        return all(turn.done for turn in self.turns.values())

    def next_of(self, seats: Collection[int]) -> int:
        """Return which of some seats chooses next, in the order of the game; NOBODY: all of them have chosen."""
        first, count = self._match.mover, len(self._match.seats)
        waited = [seat for seat in seats if seat in self.turns and not self.turns[seat].done]
        return min(waited, key=lambda seat: (seat - first) % count, default=NOBODY)

    def view(self, seat: int) -> View:
        """Return what a seat sees that is asked, or has chosen."""
        turn, legal = self.turns[seat], self.turns[seat].legal()
        mover = Mover(seat) if legal else CHANCE  # who has not chosen yet is nobody's to know
        return View(seat, turn.observe(), legal, [*self._match.news(seat), *turn.news()], mover)

    def play(self, seat: int, action: Action) -> None:
        """Take a choice; IllegalAction says why it cannot be."""
        turn = self.turns[seat]
        if action not in turn.legal():
            names = [one.name for one in self._match.seats]
            raise IllegalAction(self._match.game.words.to(turn.observe(), names).refusal(action))
        turn.play(action)

    def note_hint(self, seat: int) -> None:
        """Take note that a seat is shown a hint: it is recorded with its choice. IllegalAction: it gets none."""
        if seat not in self.turns or self.turns[seat].done:
            raise IllegalAction(_("it isn't your turn"))
        if self._match.help_refusal:
            raise IllegalAction(self._match.help_refusal)
        self._hints.setdefault(seat, None)

    def show_hint(self, seat: int, shown: ShowHint) -> None:
        """Take note of what a hint shows."""
        if seat in self._hints and not self.turns[seat].done:
            self._hints[seat] = shown

    def forget(self, seat: int) -> None:
        """Ask anew: somebody else plays for a seat from now on."""
        self.turns[seat] = self._match.simultaneous_turn(seat)
        self._hints.pop(seat, None)

    def record(self) -> None:
        """Play what was chosen, in the order of the game."""
        match = self._match
        made = {seat: list(turn.actions) for seat, turn in self.turns.items()}
        while made.get(match.mover):
            mover = match.mover
            if mover in self._hints:
                match.note_hint(mover)
                if (shown := self._hints.pop(mover)) is not None:
                    match.show_hint(mover, shown.judged, shown.complete)
            match.play(mover, made[mover].pop(0))
