"""A session: one match at one keyboard, for whoever shows it.

It advances chance, lets bots think, keeps the pace and says when the keyboard must be handed over. It knows no
widget, no colour and no key. A face goes from moment to moment:

    moment = await session.next()
    show(moment.view)
    # ASK: session.play(action). HAND_OVER: session.open(seat). MEASURE: session.measure(…).
    # PAUSE, ROUND_END: go on when the time has come, or when the players are ready. MATCH_END: there is no next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from time import monotonic
from typing import Final, NamedTuple

from herrlof.bots import bot_kind
from herrlof.bots.kind import BotKind
from herrlof.bots.worker import Worker
from herrlof.game import CHANCE, NOBODY, Action, Event, Observation
from herrlof.table.match import Match, SimultaneousTurn

BOT_PAUSE: Final = 0.8
"""Seconds a bot takes for a move, however easy or forced it is."""
THINK_TIME: Final = 0.5
"""Seconds before which no bot that thinks has moved, however it is hurried; the same at every pace but 0."""
HOLD_PAUSE: Final = 1.2
"""Seconds for which the table stands still after one of a game's `pause_events`."""


class MomentKind(Enum):
    """What a face does at a moment: the session's kinds of moment."""

    ASK = "ask"
    """The seat that looks is asked for a move."""
    PAUSE = "pause"
    """There is something to look at for a while."""
    HAND_OVER = "hand over"
    """The next seat's hand is covered until its player asks for it."""
    MEASURE = "measure"
    """The seats move at the same time, and the face measures what decides."""
    ROUND_END = "round end"
    MATCH_END = "match end"


class View(NamedTuple):
    """What to show: all that one seat knows, what it may do, and what has happened as it perceived it."""

    seat: int
    """Who looks: a seat, or NOBODY."""
    observation: Observation
    legal: Sequence[Action]
    """What this seat is asked for; nothing where it is not asked now."""
    events: Sequence[Event]
    mover: int
    """Whose turn it is: a seat, CHANCE or TERMINAL."""


class Moment(NamedTuple):
    """A point of a session at which the face has to show or to do something."""

    kind: MomentKind
    view: View
    seconds: float = 0.0
    """How long a PAUSE takes; any player may end it earlier."""
    reason: str = ""
    """What a PAUSE is for: hold, thinking, forced; a HAND_OVER may have something to hold too. What a MEASURE is about:
    the kind of chance."""
    seat: int = NOBODY
    """Who takes the keyboard at a HAND_OVER."""
    new_events: int = 0
    """How many of the view's last events no earlier moment has shown."""


class Session:
    """One match, moment by moment. `close` ends the bots' process."""

    def __init__(self, match: Match, pace: float = 1.0, clock: bool = False) -> None:
        """Play `match`; `pace` stretches or shortens all pauses, 0 for none.

        Without a `clock` nothing is measured: seats that could move at the same time are asked one after the other,
        and what their haste would decide is drawn.
        """
        self.match = match
        self.pace = pace
        self._clock = clock
        self.people = [number for number, seat in enumerate(match.seats) if seat.bot is None]
        self.needs_curtain = match.game.hidden and len(self.people) > 1
        """Whether hands must be kept from somebody at this keyboard."""
        self.viewer = self.people[0] if len(self.people) == 1 else NOBODY
        """Whose view is shown."""
        self._kinds = {
            number: bot_kind(match.game.key, seat.bot)
            for number, seat in enumerate(match.seats)
            if seat.bot is not None
        }
        thinking = {number: kind for number, kind in self._kinds.items() if kind.uses_worker}
        self._worker = Worker(match.game, thinking)
        self._bot_move: asyncio.Task[Action] | None = None
        """What the mover will do; it outlasts a curtain, and ends with the move or the session."""
        self._deferred: Callable[[], object] | None = None
        """What `next` does first, because a moment announced it."""
        self._shown = match.told
        """How many events moments have shown."""
        self._held = match.told
        """How many events have been held to be looked at."""
        self._round_over = False

    @property
    def trouble(self) -> str | None:
        """Why the bots do not think as they should, in a sentence."""
        return self._worker.trouble

    def start(self) -> None:
        """Start the process of the bots, so that the first question need not wait for it."""
        self._worker.start()

    def close(self) -> None:
        """Stop the bots."""
        if self._bot_move is not None:
            self._bot_move.cancel()
        self._worker.close()

    def view(self, ask: bool = False) -> View:
        """Return what the seat at the keyboard may see now."""
        match, seat = self.match, self.viewer
        legal = match.legal() if ask and match.mover == seat != NOBODY else ()
        return View(seat, match.observe(seat), legal, match.news(seat), match.mover)

    async def next(self) -> Moment:
        """Go on to the next moment; it may have to wait for a bot."""
        deferred, self._deferred = self._deferred, None
        if self._bot_move is not None:
            action = await asyncio.shield(self._bot_move)
            self._bot_move = None
            self.match.play(self.match.mover, action)
        elif deferred is not None:
            deferred()
        while True:
            held = self._needs_pause()
            if held and not self._needs_hand_over():
                return self._moment(MomentKind.PAUSE, seconds=HOLD_PAUSE * self.pace, reason="hold")
            if self._round_over and not self.match.over:
                self._round_over = False
                return self._public_moment(MomentKind.ROUND_END)
            if self.match.over:
                return self._public_moment(MomentKind.MATCH_END)
            public = self.match.observe(NOBODY)
            mover = self.match.mover
            if self._clock and (kind := self.match.measured_kind or self.match.game.next_measured_kind(public)):
                return self._moment(MomentKind.MEASURE, reason=kind)
            if mover == CHANCE:
                self.match.advance(self._drawn() if self.match.measured_kind else None)
            elif mover not in self.people:
                return self._think(mover)
            elif self.match.game.forced(public):
                self._deferred = self._play_forced
                return self._moment(MomentKind.PAUSE, seconds=BOT_PAUSE * self.pace, reason="forced")
            elif self._needs_hand_over():
                self.viewer = NOBODY
                return self._moment(MomentKind.HAND_OVER, reason="hold" if held else "", seat=mover)
            else:
                self.viewer = mover
                return self._moment(MomentKind.ASK, ask=True)

    # What a face answers

    def play(self, action: Action) -> None:
        """Play the move of the seat that was asked; IllegalAction says which rule forbids it."""
        self.match.play(self.viewer, action)

    def open(self, seat: int) -> None:
        """Show the hand of the seat to which the keyboard was handed; ValueError where no person sits."""
        if seat not in self.people:
            raise ValueError(f"nobody at this keyboard sits in seat {seat}")
        self.viewer = seat

    def cover(self) -> Moment | None:
        """Take the hand off the screen, if it must be kept from somebody; return the moment that covers it."""
        if not self.needs_curtain or self.viewer == NOBODY:
            return None
        seat, self.viewer = self.viewer, NOBODY
        return self._moment(MomentKind.HAND_OVER, seat=seat)

    def simultaneous_turn(self, seat: int) -> SimultaneousTurn:
        """Return the turn of a seat at a MEASURE, beside those of the others."""
        return self.match.simultaneous_turn(seat)

    def measure(self, moves: Iterable[tuple[int, Action]], outcome: str) -> None:
        """Record the moves that were made at the same time, in the state's order, and what the clock said."""
        for seat, action in moves:
            self.match.play(seat, action)
        self.match.advance(outcome)

    # Bots

    def _think(self, mover: int) -> Moment:
        """Let a bot begin to think, and the players look on."""
        self._bot_move = asyncio.ensure_future(self._decide(mover))
        self._bot_move.add_done_callback(_retrieve_error)
        return self._moment(MomentKind.PAUSE, seconds=BOT_PAUSE * self.pace, reason="thinking")

    async def _decide(self, mover: int) -> Action:
        """Return a bot's move, after THINK_TIME at the earliest: how long a bot thinks tells what it holds.

        With no pauses at all the players do without that.
        """
        seen, legal = self.match.observe(mover), self.match.legal()
        until = monotonic() + (THINK_TIME if self.pace else 0)
        action = await self.choose(mover, seen, legal, len(self.match.moves))
        if self._kinds[mover].uses_worker:
            await asyncio.sleep(until - monotonic())
        return action

    async def choose(self, seat: int, seen: Observation, legal: Sequence[Action], n: int) -> Action:
        """Return a bot's move n as soon as it has one; a face asks for it where seats move at the same time."""
        kind, rng = self._kinds[seat], self.match.bot_rng(seat, n)
        if kind.uses_worker:
            action = await self._worker.choose(seat, seen, legal, rng)
            if action is not None:
                return action
            kind = self._fallback
        return kind.make(self.match.game, rng).choose(seen, legal)

    def seconds_for(self, seat: int) -> float:
        """Return how long a bot takes for each move while seats move at the same time."""
        return self._kinds[seat].seconds

    @property
    def _fallback(self) -> BotKind:
        """Who plays without thinking ahead, where no process can be had: the rules bot, if the game has one."""
        try:
            return bot_kind(self.match.game.key, "rules")
        except ValueError:
            return bot_kind(self.match.game.key, "random")

    def _play_forced(self) -> None:
        (action,) = self.match.legal()
        self.match.play(self.match.mover, action)

    # Moments

    def _needs_pause(self) -> bool:
        """Whether something has happened since the last look that the players want to look at."""
        since, self._held = self._held, self.match.told
        kinds = {event.kind for event in self.match.news(NOBODY, since)}
        game = self.match.game
        self._round_over = self._round_over or (game.round_end_event in kinds if game.round_end_event else False)
        return bool(kinds & game.pause_events)

    def _needs_hand_over(self) -> bool:
        """Whether the keyboard must be handed over before the mover can move."""
        mover = self.match.mover
        if not self.needs_curtain or mover not in self.people or mover == self.viewer or self._round_over:
            return False
        return not self.match.game.forced(self.match.observe(NOBODY))

    def _drawn(self) -> str:
        return self.match.sample_measured(self.match.bot_rng(0))

    def _public_moment(self, kind: MomentKind) -> Moment:
        """Return a moment at which everybody looks: with several people nobody of them is spoken to."""
        if len(self.people) > 1:
            self.viewer = NOBODY
        return self._moment(kind)

    def _moment(
        self, kind: MomentKind, *, ask: bool = False, seconds: float = 0.0, reason: str = "", seat: int = NOBODY
    ) -> Moment:
        new_events, self._shown = self.match.told - self._shown, self.match.told
        return Moment(kind, self.view(ask), seconds, reason, seat, new_events)


def _retrieve_error(move: asyncio.Task[Action]) -> None:
    """Look at an error in a bot's move: it is raised where the move is made, or nowhere if the table is left."""
    if not move.cancelled():
        move.exception()
