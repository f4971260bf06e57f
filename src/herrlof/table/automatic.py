"""Who plays the seats of which no face is asked: bots, programs, and the bots that stand in for somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from herrlof.bots import bot_kind
from herrlof.bots.kind import BotKind
from herrlof.bots.worker import Worker
from herrlof.game import Action, Observation
from herrlof.messages import _
from herrlof.records.names import PROGRAM
from herrlof.table.match import Match
from herrlof.table.player import Hello, Player, PlayerGone
from herrlof.table.simultaneous import SimultaneousTurn
from herrlof.table.view import Result, View


class AutomaticPlayers:
    """The bots and programs of a match."""

    def __init__(self, match: Match, players: Mapping[int, Player] | None, race_seconds: float | None) -> None:
        """Take the bots that play now; ValueError where one is not known here.

        `players` play the seats of programs; where one is missing a bot stands in from its first move on.
        `race_seconds`: how long every bot takes for a move against a clock; None: as long as it usually does.
        """
        self._match = match
        self.kinds = {number: bot_kind(match.game.key, bot) for number, bot in enumerate(match.bots) if bot is not None}
        """The bots that play now, stand-ins among them."""
        self.players = dict(players or {})
        """Who plays the seats of programs, as it was at the beginning."""
        self._playing = {
            number: self.players.get(number)
            for number, seat in enumerate(match.seats)
            if seat.how == PROGRAM and number not in self.kinds
        }
        self._failures: list[str] = []
        """Why programs play no more."""
        self._race_seconds = race_seconds
        self._farewells: list[asyncio.Task[None]] = []
        """What programs are told when the match is over."""
        self.worker = self._new_worker()

    def _new_worker(self) -> Worker:
        return Worker(self._match.game, {seat: kind for seat, kind in self.kinds.items() if kind.thinks_apart})

    @property
    def stand_ins(self) -> dict[int, str]:
        """The keys of the bots that play for people."""
        return {seat: kind.key for seat, kind in self.kinds.items() if self._match.seats[seat].person}

    @property
    def trouble(self) -> str | None:
        """Why they do not play as they should, in a sentence."""
        return self._failures[-1] if self._failures else self.worker.trouble

    @property
    def programs(self) -> list[Player]:
        """The programs that still play."""
        return [player for player in self._playing.values() if player is not None]

    def plays_for(self, seat: int) -> bool:
        """Whether one of them answers for a seat, and no face."""
        return seat in self.kinds or seat in self._playing

    def takes_time(self, seat: int) -> bool:
        """Whether who plays a seat takes a time that would tell what it holds."""
        return seat in self._playing or self.kinds[seat].thinks_apart

    def seconds_for(self, seat: int) -> float:
        """Return how long a bot takes for each move while seats move at the same time."""
        return self.kinds[seat].seconds if self._race_seconds is None else self._race_seconds

    def start(self, hello: Callable[[int], Hello]) -> None:
        """Start the process of the bots and the programs; `hello` is what a seat is told first."""
        self.worker.start()
        for seat, player in self._playing.items():
            if player is not None:
                player.start(hello(seat))

    def tell_over(self, result: Result) -> None:
        """Tell the programs, once, that the match is over."""
        if not self._farewells:
            self._farewells = [asyncio.ensure_future(player.over(result)) for player in self.programs]

    def stop(self) -> None:
        """Stop them; they begin to think anew when they are asked."""
        self.worker.close()
        self.worker = self._new_worker()
        for player in self.programs:
            player.close()

    def seat_bot(self, seat: int, kind: BotKind | None) -> None:
        """Record that a bot plays for a seat from now on; None: who sits there plays again."""
        self._match.seat_bot(seat, None if kind is None else kind.key)
        if kind is None:
            del self.kinds[seat]
        else:
            self.kinds[seat] = kind

    async def choose(self, seat: int, seen: Observation, legal: Sequence[Action], n: int) -> Action:
        """Return the move n of a bot, or a program, as soon as it has one."""
        if seat in self._playing:
            try:
                if (player := self._playing[seat]) is None:
                    raise PlayerGone(_("{name} isn't started here", name=self._match.seats[seat].name))
                return await player.choose(View(seat, seen, legal, self._match.news(seat), self._match.mover))
            except PlayerGone as error:
                self._replace(seat, error)
        kind, rng = self.kinds[seat], self._match.bot_rng(seat, n)
        if kind.thinks_apart:
            action = await self.worker.choose(seat, seen, legal, rng)
            if action is not None:
                return action
            kind = self.fallback
        return kind.make(self._match.game, rng).choose(seen, legal)

    async def move(self, turn: SimultaneousTurn) -> None:
        """Make all moves of a turn that is made while others make theirs."""
        while not turn.done:
            turn.play(await self.choose(turn.seat, turn.observe(), turn.legal(), turn.n))

    def _replace(self, seat: int, why: PlayerGone) -> None:
        """Let a bot play on for a program, and say so."""
        player, kind = self._playing.pop(seat), self.fallback
        if player is not None:
            player.close()
        self._failures.append(_("{why}: the bot {bot} plays on", why=why, bot=kind.title))
        self.seat_bot(seat, kind)

    @property
    def fallback(self) -> BotKind:
        """Who plays without thinking ahead, where no process can be had: the rules bot, if the game has one here."""
        try:
            kind = bot_kind(self._match.game.key, "rules")
        except ValueError:
            return bot_kind(self._match.game.key, "random")
        return bot_kind(self._match.game.key, "random") if kind.source else kind
