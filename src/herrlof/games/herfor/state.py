"""A match of Herfor from the komi to the count; `apply` is the one way in which it changes."""

from __future__ import annotations

from typing import Final

from herrlof.game import NOBODY, TERMINAL, Action, Event, Mover, NoChance
from herrlof.games.fields import PhasedState, dotted, observer
from herrlof.games.herfor.actions import BLACK, KOMI, PASS, SPEND, TAKE, WHITE
from herrlof.games.herfor.invasion import placements, turned_by
from herrlof.games.herfor.observation import Observation
from herrlof.games.herfor.points import BOARDS, POINT_COUNTS, Bitboard, points_in
from herrlof.games.herfor.scoring import Count, counts

SEATS: Final = 2


class HerforState(NoChance, PhasedState):
    """The whole of one point of a match.

    Attributes that people and tests read: `scores`, `winners`, `black` and `white` (bit boards), `komi`, `black_seat`,
    `phase`, which is one of komi, side, play, over.
    """

    seats = SEATS
    size: int
    negative: bool
    namer: int
    named: int | None
    komi: int
    black_seat: int
    black: Bitboard
    white: Bitboard
    turned: Bitboard
    passed_first: int
    moves: list[Action]

    __slots__ = tuple(__annotations__)

    def __init__(self, size: int = 6, negative: bool = True, namer: int = 0) -> None:
        """Start with an empty board; options are not checked here."""
        self.size = size
        self.negative = negative
        self.namer = namer
        self.phase = "komi"
        self.player = Mover(namer)
        self.named = None
        self.komi = 0
        self.black_seat = NOBODY
        self.black = self.white = self.turned = 0
        self.passed_first = NOBODY
        self.winners = ()
        self.moves = []

    def __repr__(self) -> str:
        return f"<Herfor {self.size} a side, {self.phase}, move {len(self.moves)}>"

    # What may happen now

    @property
    def scores(self) -> tuple[float, ...]:
        """The stones by seat; at the end the final scores (F8)."""
        if self.black_seat == NOBODY:
            return (0.0, 0.0)
        found = self.counts()
        if self.phase == "over":
            return tuple([count.halves / 2 for count in found])
        return tuple([float(count.stones) for count in found])

    def counts(self) -> tuple[Count, Count]:
        """Return by seat what the match would end with if the passes so far were the final ones (F8)."""
        return counts(self.black, self.white, self.komi, self.black_seat, self.passed_first)

    def legal_actions(self) -> tuple[Action, ...]:
        phase = self.phase
        if phase == "play":
            if self.player == self.black_seat:
                open_points = placements(self.black, self.white, BOARDS[self.size])
                return (*points_in(open_points),) if open_points else (PASS,)
            open_points = placements(self.white, self.black, BOARDS[self.size])
            if not open_points:
                return (PASS,)
            return (*points_in(open_points), SPEND) if self.komi > 0 else (*points_in(open_points),)
        if phase == "komi":
            most = POINT_COUNTS[self.size]
            return tuple(range(KOMI - most if self.negative else KOMI, KOMI + most + 1))
        return (TAKE + BLACK, TAKE + WHITE) if phase == "side" else ()

    # What happens

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        player = self.player
        self.moves.append(action)
        self.turned = 0
        if action < SPEND:
            stone = 1 << action
            if player == self.black_seat:
                self.turned = turned = turned_by(self.black, self.white, action)
                self.black |= stone | turned
                self.white ^= turned
            else:
                self.turned = turned = turned_by(self.white, self.black, action)
                self.white |= stone | turned
                self.black ^= turned
            self.passed_first = NOBODY
            self.player = 1 - player
            if events is not None:
                events.append(Event("placed", player, (action,)))
                if turned:
                    events.append(Event("turned", player, (*points_in(turned),)))
        elif action == PASS:
            if events is not None:
                events.append(Event("passed", player))
            if self.passed_first == NOBODY:
                self.passed_first = player
                self.player = 1 - player
            else:
                self._finish(events)
        elif action == SPEND:
            self.komi -= 1
            self.passed_first = NOBODY
            self.player = 1 - player
            if events is not None:
                events.append(Event("spent", player, (self.komi,)))
        elif self.phase == "komi":
            self.named = self.komi = action - KOMI
            self.phase = "side"
            self.player = 1 - player
            if events is not None:
                events.append(Event("named", player, (self.komi,)))
        else:
            self.black_seat = self.player = player if action == TAKE + BLACK else 1 - player
            self.phase = "play"
            if events is not None:
                events.append(Event("took", player, (action - TAKE,)))

    def _finish(self, events: list[Event] | None) -> None:
        """Count the board after the second pass in a row (F6, F8)."""
        self.phase = "over"
        self.player = TERMINAL
        first, second = [count.halves for count in self.counts()]
        self.winners = (int(second > first),)
        if events is not None:
            events.append(Event("won", self.winners[0], (first, second)))

    # What is known

    def observation(self, seat: int) -> Observation:
        """Return what `seat` knows: everything."""
        return _observation(self, seat, self.player, tuple(self.moves))

    def summary(self) -> str:
        """Return all slots, `name=value` with spaces between; bit boards in hexadecimal digits, moves with dots."""
        return (
            f"size={self.size} negative={self.negative} namer={self.namer} phase={self.phase} player={self.player} "
            f"named={self.named} komi={self.komi} black-seat={self.black_seat} black={self.black:x} "
            f"white={self.white:x} turned={self.turned:x} passed-first={self.passed_first} "
            f"winners={dotted(self.winners)} moves={dotted(self.moves)}"
        )

    @classmethod
    def of(cls, seen: Observation) -> HerforState:
        """Return the one state in which this is seen."""
        state = cls()
        state.take_shared(seen)
        state.moves = list(seen.moves)
        return state


_observation = observer(Observation)
