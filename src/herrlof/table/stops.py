"""Where a match stops, and what plays by itself in between: chance, bots, moves of which nobody has a choice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from herrlof.game import CHANCE, NOBODY, Action, raced
from herrlof.records.names import HERE
from herrlof.running import monotonic
from herrlof.table.automatic import AutomaticPlayers
from herrlof.table.match import Match
from herrlof.table.secret import SecretChoices
from herrlof.table.turns import Turns
from herrlof.table.view import MomentKind, Stop, StopReason

BOT_PAUSE: Final = 0.8
"""Seconds a bot takes for a move, however easy or forced it is."""
THINK_TIME: Final = 0.5
"""Seconds before which no bot that thinks has moved: the time it takes tells what it holds. The same at every pace but
0, where the players do without."""
HOLD_PAUSE: Final = 1.2
"""Seconds for which the table stands still after one of a game's `pause_events`."""


class Stops:
    """The stops of one match, one after the other, and what is being thought at the one where it stands."""

    def __init__(self, match: Match, automatic: AutomaticPlayers, chosen: Callable[[], object]) -> None:
        """Be at none yet; `chosen` is told when a bot has chosen in secret."""
        self._match, self._automatic, self._chosen = match, automatic, chosen
        self._raced = raced(match.game)
        self._held = match.event_count
        """How many events have been held to be looked at."""
        self._round_over = False
        self.turns = Turns(match, automatic)
        """At a MEASURE, what the seats do at the same time."""
        self.choices: SecretChoices | None = None
        """What seats choose in secret that are asked at once."""
        self._bot_move: asyncio.Task[Action] | None = None
        """What the mover will do; it outlasts a face, and ends with the move or the table."""

    def next(self, pace: float, measures_time: bool) -> Stop:
        """Let chance move, and return where the match stops next, with pauses at this pace."""
        match, automatic = self._match, self._automatic
        self._cancel()
        self.turns, self.choices, self._bot_move = Turns(match, automatic), None, None
        think_time = THINK_TIME if pace else 0.0
        while True:
            if self._needs_pause():
                return Stop(MomentKind.PAUSE, self._asked_next(measures_time), HOLD_PAUSE * pace, StopReason.HOLD)
            if match.over:
                return Stop(MomentKind.MATCH_END)
            if self._round_over:
                self._round_over = False
                return Stop(MomentKind.ROUND_END)
            mover = match.mover
            if measures_time and (kind := self._measured_kind()):
                self.turns.begin()
                return Stop(MomentKind.MEASURE, measured_kind=kind)
            if mover == CHANCE:
                match.advance(match.sample_measured(match.bot_rng(0)) if match.measured_kind else None)
            elif at_once := self._choosing_together():
                self.choices = SecretChoices(match, automatic, at_once, think_time, self._chosen)
                return Stop(MomentKind.ASK, reason=StopReason.AT_ONCE)
            elif automatic.plays_for(mover):
                self._bot_move = asyncio.ensure_future(self._decide(mover, think_time))
                self._bot_move.add_done_callback(_retrieve_error)
                return Stop(MomentKind.PAUSE, seconds=BOT_PAUSE * pace, reason=StopReason.THINKING)
            elif match.game.forced(match.observe(NOBODY)):
                return Stop(MomentKind.PAUSE, seconds=BOT_PAUSE * pace, reason=StopReason.FORCED)
            else:
                return Stop(MomentKind.ASK, mover)

    def _needs_pause(self) -> bool:
        """Whether something has happened since the last look that the players want to look at."""
        since, self._held = self._held, self._match.event_count
        kinds = {event.kind for event in self._match.news(NOBODY, since)}
        game = self._match.game
        self._round_over = self._round_over or (game.round_end_event in kinds if game.round_end_event else False)
        return bool(kinds & game.pause_events)

    def _asked_next(self, measures_time: bool) -> int:
        """Return the seat of a person that is to move next and has a choice; NOBODY where something comes before."""
        mover = self._match.mover
        if mover < 0 or self._automatic.plays_for(mover) or self._round_over:
            return NOBODY
        if (measures_time and self._measured_kind()) or self._match.game.forced(self._match.observe(NOBODY)):
            return NOBODY
        return mover

    def _measured_kind(self) -> str:
        """Return the kind of chance that is to be measured now, and nothing where there is none."""
        return self._match.measured_kind or self._raced.next_measured_kind(self._match.observe(NOBODY))

    def _choosing_together(self) -> Sequence[int]:
        """Return who chooses in secret and in any order, where they do not all share a keyboard; () where they do."""
        seats = self._match.game.simultaneous(self._match.observe(NOBODY))
        people = [seat for seat in seats if not self._automatic.plays_for(seat)]
        apart = any(self._match.seats[seat].how != HERE for seat in people)
        return seats if len(people) > 1 and apart else ()

    async def _decide(self, mover: int, think_time: float) -> Action:
        seen, legal = self._match.observe(mover), self._match.legal()
        until = monotonic() + think_time
        action = await self._automatic.choose(mover, seen, legal, len(self._match.moves))
        if self._automatic.takes_time(mover):
            await asyncio.sleep(until - monotonic())
        return action

    async def bot_decided(self) -> None:
        """Wait until the bot that is to move has decided, or is stopped; it goes on where nobody waits any more."""
        if self._bot_move is not None:
            await asyncio.wait([self._bot_move])

    def play(self, stop: Stop) -> None:
        """Play the move that this stop announced, if it did: a bot's, or one of which nobody has a choice."""
        if self._bot_move is not None:
            action, self._bot_move = self._bot_move.result(), None
            self._match.play(self._match.mover, action)
        elif stop.reason is StopReason.FORCED:
            (action,) = self._match.legal()
            self._match.play(self._match.mover, action)

    def take_back(self, n: int) -> None:
        """Go back to before move n, with nothing left to be looked at; IllegalAction says why that cannot be."""
        self._match.take_back(n)
        self._held, self._round_over = self._match.event_count, False

    def stop(self) -> None:
        """Let no bot think on, and ask nobody for a secret choice."""
        self.turns.stop()
        self._cancel()
        self.choices = None

    def _cancel(self) -> None:
        if self.choices is not None:
            self.choices.stop()
        if self._bot_move is not None:
            self._bot_move.cancel()


def _retrieve_error(move: asyncio.Task[Action]) -> None:
    """Look at an error in a bot's move: it is raised where the move is made, or nowhere if the table is left."""
    if not move.cancelled():
        move.exception()
