"""Seats that choose in secret and in any order, asked at the same time: what each has chosen, until all have.

Nothing is recorded before that, so nobody learns who was first. A seat sees what it would see if those before it had
chosen, which tells it nothing; then all choices are played in the order of the game, as they would be asked for there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from herrlof.game import CHANCE, NOBODY, Action, IllegalAction, Mover
from herrlof.messages import _
from herrlof.running import monotonic
from herrlof.table.shown import Showing
from herrlof.table.view import View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement
    from herrlof.table.automatic import AutomaticPlayers
    from herrlof.table.match import Match
    from herrlof.table.simultaneous import SimultaneousTurn


class SecretChoices:
    """The choices of the seats that are asked at once; bots begin to think at once."""

    def __init__(
        self,
        match: Match,
        automatic: AutomaticPlayers,
        seats: Collection[int],
        think_time: float,
        chosen: Callable[[], object],
    ) -> None:
        """Ask these seats. No bot has chosen before `think_time` is over; `chosen` is told of each, and of an error."""
        self._match, self._automatic = match, automatic
        self._think_time, self._chosen = think_time, chosen
        self.turns: dict[int, SimultaneousTurn] = {}
        """How far each has come."""
        self._hints: dict[int, Showing | None] = {}
        """Who was given a hint, and what that shows now."""
        self._thinking: dict[int, asyncio.Task[None]] = {}
        """The bots' part in it."""
        for seat in seats:
            self.ask(seat)

    def ask(self, seat: int) -> None:
        """Ask whoever plays for a seat now, whatever was chosen there."""
        if (task := self._thinking.pop(seat, None)) is not None:
            task.cancel()
        self._hints.pop(seat, None)
        turn = self.turns[seat] = self._match.simultaneous_turn(seat)
        if self._automatic.plays_for(seat):
            self._thinking[seat] = asyncio.ensure_future(self._choose(turn))

    async def _choose(self, turn: SimultaneousTurn) -> None:
        until = monotonic() + self._think_time
        try:
            await self._automatic.move(turn)
            await asyncio.sleep(until - monotonic())
        except Exception:
            self._chosen()
            raise
        self._chosen()

    def check_bots(self) -> None:
        """Raise the error of a bot that has failed."""
        for task in self._thinking.values():
            if task.done():
                task.result()

    def stop(self) -> None:
        """Let no bot think on."""
        for task in self._thinking.values():
            task.cancel()

    @property
    def people(self) -> list[int]:
        """The seats that people answer for."""
        return [seat for seat in self.turns if not self._automatic.plays_for(seat)]

    @property
    def done(self) -> bool:
        """Whether all have chosen."""
        return all(turn.done for turn in self.turns.values())

    def next_of(self, seats: Collection[int]) -> int:
        """Return which person of some seats chooses next, in the order of the game; NOBODY: all of them have chosen."""
        first, count = self._match.mover, len(self._match.seats)
        waited = [seat for seat in self.people if seat in seats and not self.turns[seat].done]
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

    def show_hint(self, seat: int, judged: Judgement, complete: bool) -> None:
        """Take note of what a hint shows."""
        if seat in self._hints and not self.turns[seat].done:
            self._hints[seat] = Showing(judged, complete)

    def record(self) -> None:
        """Play what was chosen, in the order of the game."""
        match = self._match
        made = {seat: list(turn.actions) for seat, turn in self.turns.items()}
        while made.get(match.mover):
            mover = match.mover
            if mover in self._hints:
                match.note_hint(mover)
                if (shown := self._hints.pop(mover)) is not None:
                    match.show_hint(mover, *shown)
            match.play(mover, made[mover].pop(0))
