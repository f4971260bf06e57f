"""The turns that all seats make at the same time at a MEASURE, and their clocks; played once these have decided."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from herrlof.game import IllegalAction, Race, raced
from herrlof.messages import _
from herrlof.table.automatic import AutomaticPlayers
from herrlof.table.commands import Choose
from herrlof.table.match import Match
from herrlof.table.race import Reading, done_to, in_order, is_possible, outcome, paced
from herrlof.table.simultaneous import SimultaneousTurn


class Turns:
    """The turns of all seats; those of people are made by commands. Nothing is recorded before `play`."""

    def __init__(self, match: Match, automatic: AutomaticPlayers) -> None:
        """Be without any, where the seats move one after the other."""
        self._match, self._automatic = match, automatic
        self._turns: dict[int, SimultaneousTurn] = {}
        self._thinking: list[asyncio.Task[None]] = []
        """The bots' part in it."""

    def begin(self) -> None:
        """Let seats move at the same time: the bots begin at once."""
        if self._match.mover >= 0:
            self._turns = {seat: self._match.simultaneous_turn(seat) for seat in range(len(self._match.seats))}
        bots = [turn for seat, turn in self._turns.items() if self._automatic.plays_for(seat)]
        self._thinking = [asyncio.ensure_future(self._automatic.move(turn)) for turn in bots]

    @property
    def people(self) -> list[int]:
        """The seats that people move."""
        return [seat for seat in self._turns if not self._automatic.plays_for(seat)]

    def of(self, seat: int) -> SimultaneousTurn:
        """Return the turn of a person; ValueError where it does not move with others."""
        if seat not in self.people:
            raise ValueError(f"seat {seat} does not move at the same time as others")
        return self._turns[seat]

    def choose(self, seat: int, command: Choose) -> None:
        """Make a person's move, or another one instead; IllegalAction says why that cannot be."""
        if seat not in self.people:
            raise IllegalAction(_("no clock runs now"))
        if command.index is None:
            self._turns[seat].play(command.action)
        else:
            self._turns[seat].change(command.index, command.action)

    @property
    def _race(self) -> Race | None:
        return raced(self._match.game).race({})

    def read_clock(self, seat: int, reading: Reading, before: Mapping[int, Reading]) -> Mapping[int, Reading]:
        """Return what all clocks say, now that a person's says this; IllegalAction where it cannot."""
        if seat not in self.people:
            raise IllegalAction(_("no clock runs now"))
        if before.get(seat, Reading()).over:
            return before
        if self._race is None or not is_possible(self._race, before, seat, reading):
            raise IllegalAction(_("no clock says that"))
        readings = {**before, seat: reading}
        if reading.times or reading.stops:
            self._match.note_clock(*done_to(readings, self._match.clock_log))
        return readings

    def stop(self) -> None:
        """Let no bot think on."""
        for task in self._thinking:
            task.cancel()

    async def bots_done(self) -> None:
        """Wait until the bots have made their moves, or are stopped; they go on where nobody waits any more."""
        if self._thinking:
            await asyncio.wait(self._thinking)
        for task in self._thinking:
            if not task.cancelled():
                task.result()

    def judged(self, readings: Mapping[int, Reading]) -> str:
        """Return what the clocks of all seats amount to, as a text code."""
        race, people = self._race, self.people
        assert race is not None
        said = [readings[seat] if seat in people else None for seat in self._turns]
        times = [
            paced(race, self._automatic.seconds_for(seat)) if of is None else of.times
            for seat, of in zip(self._turns, said, strict=True)
        ]
        return outcome(self._match.game, race, times, [in_order(race) if of is None else of.order for of in said])

    def play(self) -> None:
        """Play what was done, in the state's order; moves that a seat has not made are made up."""
        match, made = self._match, {seat: list(turn.actions) for seat, turn in self._turns.items()}
        while (mover := match.mover) >= 0:
            match.play(mover, made[mover].pop(0) if made[mover] else match.legal()[0])
