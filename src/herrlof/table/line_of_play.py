"""A line of play: the moves of a match, its positions, and what has happened, as far as anybody may know it.

`Match`, the referee, goes on in it, and goes back where moves are taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, Game, Mover, Observation, State, raced
from herrlof.games import broken
from herrlof.messages import _

if TYPE_CHECKING:
    from herrlof.records.help import Ending


class Move(NamedTuple):
    """One line of a match's record: `by` is a seat or CHANCE, `do` a text code."""

    n: int
    by: Mover
    do: str


class LineOfPlay:
    """What has been played so far. It holds the true state, and gives it to nobody while the match is on."""

    def __init__(self, game: Game, seats: int) -> None:
        """Be without a position: `_lay_out` gives the first one."""
        self.game = game
        self._raced = raced(game)
        self._seats = seats
        self.moves: list[Move] = []
        self.claimed: set[int] = set()
        """The numbers of the moves of chance that were measured at a seat elsewhere, and not at this table."""
        self.ending: Ending | None = None
        """How the match ended before its rules ended it; None: it did not."""
        self._chance_counts = Counter[str]()
        """How often there was each kind of chance."""
        self._events: list[Event] = []
        self._undone: dict[int, tuple[int, list[Event]]] = {}
        """By the number of a measured move, what it hid: the number of the first event, and the events as they were."""

    def _lay_out(self, state: State) -> None:
        """Begin in this position."""
        self._state = state
        self._states, self._event_counts = [state], [0]
        """The state, and the number of events, before each move, and now."""

    @property
    def mover(self) -> Mover:
        """The seat to move, CHANCE or TERMINAL."""
        return self._state.current_player() if self.ending is None else TERMINAL

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.mover == TERMINAL

    def legal(self, n: int | None = None) -> tuple[Action, ...]:
        """Return the mover's legal actions, now or before move n."""
        if n is not None:
            return self._states[n].legal_actions()
        if self.over:
            return ()
        found = self._state.legal_actions()
        if not found and self.mover >= 0:
            raise broken(self.game.key, _("a seat is to move, and has no legal action"))
        return found

    def returns(self) -> tuple[float, ...]:
        """Return each seat's share of the win; all 0 before the end, and where nobody has won."""
        return self._state.returns() if self.ending is None else self.ending.returns(self._seats)

    @property
    def scores(self) -> tuple[float, ...]:
        """What a scoreboard shows now; nothing where the game counts nothing."""
        return self._state.scores

    def observe(self, seat: int, n: int | None = None) -> Observation:
        """Return what a seat knows now, or knew before move n; NOBODY: what is public."""
        return (self._state if n is None else self._states[n]).observation(seat)

    def before_and_after(self, n: int) -> tuple[State, State]:
        """Return the true states around move n of a match that is over."""
        if not self.over:
            raise ValueError("the match is not over")
        return self._states[n], self._states[n + 1]

    @property
    def final_state(self) -> State:
        """The true state in which a match that is over has ended."""
        if not self.over:
            raise ValueError("the match is not over")
        return self._state

    def event_count_before(self, n: int) -> int:
        """Return how many events there had been before move n."""
        return self._event_counts[n]

    def news(self, seat: int, since: int = 0) -> list[Event]:
        """Return what has happened, from the event numbered `since` on, as `seat` perceived it."""
        return [event.seen_by(seat) for event in self._events[since:]]

    def story(self) -> list[Event]:
        """Return all that has happened with nothing hidden, once the match is over; until then the public part."""
        return list(self._events) if self.over else self.news(NOBODY)

    @property
    def event_count(self) -> int:
        """How many events there have been: the number from which `news` goes on."""
        return len(self._events)

    def public_moves(self) -> list[Move]:
        """Return the moves; while the match is not over, only the first word of those that are secret.

        A player's move is secret where its first event is: what it leads to may be, and the move itself not. Chance is
        secret in a game that hides something, but for what the table has measured.
        """
        if self.over:
            return list(self.moves)
        moves: list[Move] = []
        since = 0
        for move, until in zip(self.moves, self._event_counts[1:], strict=True):
            events = self._events[since:until]
            kind = move.do.split(" ")[0]
            if move.by == CHANCE:
                hides = self.game.hidden and kind not in self._raced.measured
            else:
                hides = bool(events) and events[0].visible_to is not None
            moves.append(move._replace(do=kind) if hides else move)
            since = until
        return moves

    @property
    def _races(self) -> int:
        """How many times a clock has decided."""
        return sum(self._chance_counts[kind] for kind in self._raced.measured)

    def _add(self, move: Move, after: State, events: Sequence[Event], claimed: bool) -> None:
        """Take in a move, and what it led to."""
        if claimed:
            self.claimed.add(move.n)
        self.moves.append(move)
        self._events += events
        self._state = after
        self._states.append(after)
        self._event_counts.append(len(self._events))
        if move.by == CHANCE:
            kind = move.do.split(" ")[0]
            self._chance_counts[kind] += 1
            if kind in self._raced.measured:
                self._hide_undone()

    def _hide_undone(self) -> None:
        """Hide what seats were told in secret since the chance before the one just measured: some of it is undone.

        What stands is told by the outcome's own events.
        """
        last = len(self.moves) - 1
        first = next((n + 1 for n in range(last - 1, -1, -1) if self.moves[n].by == CHANCE), 0)
        told = slice(self._event_counts[first], self._event_counts[last])
        self._undone[last] = told.start, self._events[told]
        self._events[told] = [event.seen_by(NOBODY) for event in self._events[told]]

    def go_back(self, n: int) -> None:
        """Stand before move n again, as if what followed had never been."""
        for number in [number for number in self._undone if number >= n]:
            start, events = self._undone.pop(number)
            self._events[start : start + len(events)] = events
        del self.moves[n:]
        del self._states[n + 1 :], self._event_counts[n + 1 :]
        del self._events[self._event_counts[n] :]
        self._state = self._states[n]
        self.claimed = {number for number in self.claimed if number < n}
        self.ending = None
        self._chance_counts = Counter(move.do.split(" ")[0] for move in self.moves if move.by == CHANCE)
