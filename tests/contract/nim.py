"""A toy: take one to three stones; who takes the last one wins. No cards, no chance, no secrets, no points."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from herrlof.game import TERMINAL, YES_NO, Event, Game, InvalidAction, Option, Row, Sentence, Words, complete_options
from herrlof.games.fields import Fields
from herrlof.games.speech import name_of, plural, sentence_about

CODES = ("take 1", "take 2", "take 3")


class Seen(NamedTuple):
    seat: int
    seats: int
    stones: int
    misere: bool
    mover: int
    winners: tuple[int, ...]


class NimState(Fields):
    seats: int
    stones: int
    misere: bool
    mover: int
    winners: tuple[int, ...]
    __slots__ = tuple(__annotations__)
    scores = ()
    sample_chance = chance_kind = apply_chance = None  # there is no chance

    def __init__(self, seats: int, stones: int, misere: bool) -> None:
        self.seats, self.stones, self.misere, self.mover, self.winners = seats, stones, misere, 0, ()

    def current_player(self) -> int:
        return self.mover

    def legal_actions(self) -> tuple[int, ...]:
        return tuple(range(min(3, self.stones)))

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        news = [] if events is None else events
        seat, self.stones = self.mover, self.stones - action - 1
        self.mover = (seat + 1) % self.seats
        news.append(Event("took", seat, (action + 1,)))
        if not self.stones:
            self.winners, self.mover = (self.mover if self.misere else seat,), TERMINAL
            news.append(Event("won", self.winners[0]))

    def returns(self) -> tuple[float, ...]:
        return tuple(float(seat in self.winners) for seat in range(self.seats))

    def observation(self, seat: int) -> Seen:
        return Seen(seat, self.seats, self.stones, self.misere, self.mover, self.winners)

    def summary(self) -> str:
        return str(self.observation(-1))


class NimWords(Words):
    prefix = "N"

    def question(self, seen: Seen, names: Sequence[str]) -> Sentence:
        return Sentence("Take how many?", plural(seen.stones, "1 stone lies there.", "{} stones lie there."))

    def label(self, action: int, seen: Seen, names: Sequence[str]) -> str:
        return f"Take {action + 1}"

    def refusal(self, action: int, seen: Seen) -> str:
        return "there are not so many stones (N1)"

    def event(self, event: Event, seen: Seen, names: Sequence[str]) -> str:
        if event.kind == "won":
            return sentence_about(event.seat, seen, names, "You win.", "{name} wins.")
        return sentence_about(event.seat, seen, names, "You took {n}.", "{name} took {n}.", n=event.values[0])

    def standing(self, seen: Seen, names: Sequence[str]) -> list[Row]:
        return [Row("Stones", (str(seen.stones),))]

    def match_end(self, seen: Seen, names: Sequence[str]) -> list[str]:
        return [f"{name_of(seat, seen, names)} had the last word." for seat in seen.winners]


class Nim(Game):
    key, title, tagline = "nim", "Nim", "Take the last stone."
    version, seats = 1, range(2, 5)
    options = (
        Option("stones", lambda seats: range(5, 31), lambda seats: 5 * seats),
        Option("misere", lambda seats: YES_NO, lambda seats: False),
    )
    hidden = chance = False
    words = NimWords()

    def new_state(self, seats: int, **options: Any) -> NimState:  # type: ignore[override]
        return NimState(seats, **complete_options(self, seats, options))

    def determinize(self, seen: Seen, rng: Random) -> NimState:  # type: ignore[override]
        state = NimState(seen.seats, seen.stones, seen.misere)
        state.mover, state.winners = seen.mover, seen.winners
        return state

    def encode(self, action: int) -> str:
        return CODES[action]

    def decode(self, text: str) -> int:
        if text not in CODES:
            raise InvalidAction(f"{text!r} is not a move of Nim")
        return CODES.index(text)
