"""A toy with seats that are out: Nim in which who takes the last stone sits out, until one is left."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from herrlof.game import TERMINAL, Action, Event, Mover
from herrlof.options import complete_options
from tests.contract.nim import Nim, NimSpeaker, NimState, NimWords

STONES = 4
"""How many lie there each time."""


class Seen(NamedTuple):
    seat: int
    seats: int
    stones: int
    mover: Mover
    winners: tuple[int, ...]
    out: tuple[int, ...]


class LastingState(NimState):
    out: tuple[int, ...]

    __slots__ = ("out",)

    def __init__(self, seats: int) -> None:
        super().__init__(seats, STONES, misere=True)
        self.out = ()

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        news = [] if events is None else events
        seat = self.mover
        self.stones -= action + 1
        news.append(Event("took", seat, (action + 1,)))
        if not self.stones:
            self.stones = STONES
            self.out = tuple(sorted((*self.out, seat)))
            news.append(Event("out", seat))
        left = [(seat + turn) % self.seats for turn in range(1, self.seats + 1)]
        left = [other for other in left if other not in self.out]
        self.mover = Mover(left[0])
        if len(left) == 1:
            self.winners, self.stones, self.mover = (left[0],), 0, TERMINAL
            news.append(Event("won", left[0]))

    def observation(self, seat: int) -> Seen:  # type: ignore[override]
        return Seen(seat, self.seats, self.stones, self.mover, self.winners, self.out)


class LastingSpeaker(NimSpeaker):
    def event(self, event: Event) -> str:
        if event.kind == "out":
            return self.tells(event.seat, "You are out.", "{name} is out.")
        return super().event(event)


class LastingWords(NimWords):
    def to(self, seen: Any, names: Sequence[str]) -> LastingSpeaker:
        return LastingSpeaker(seen, names)


class Lasting(Nim):
    key, title = "lasting", "Last at the stones"
    options = ()
    longest = 4 * STONES
    words = LastingWords()
    observation_type = Seen  # type: ignore[assignment]

    def new_state(self, seats: int, **options: Any) -> LastingState:
        complete_options(self, seats, options)  # there are none; it refuses what is no number of seats
        return LastingState(seats)

    def determinize(self, seen: Seen, rng: Random) -> LastingState:  # type: ignore[override]
        state = LastingState(seen.seats)
        state.stones, state.mover, state.winners, state.out = seen.stones, seen.mover, seen.winners, seen.out
        return state

    def seats_out(self, seen: Seen) -> tuple[int, ...]:  # type: ignore[override]
        return seen.out
