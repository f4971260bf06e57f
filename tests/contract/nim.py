"""A toy to copy: Nim. Take one to three stones; who takes the last one wins. No chance, no secrets, no points.

A game is four classes: what a seat sees, the state, the words, and the game itself, which is what goes into GAMES.
`kuhn.py` is the same for a game with secrets, chance and rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from herrlof.game import NOBODY, TERMINAL, Action, Event, Game, InvalidAction, Mover, NoChance, Row, Sentence, Words
from herrlof.games.fields import Fields
from herrlof.games.speech import Voice
from herrlof.messages import ngettext
from herrlof.options import YES_NO, Option, complete_options

CODES = ("take 1", "take 2", "take 3")
"""The text codes of the actions: action 0 takes one stone."""


class Seen(NamedTuple):
    """What a seat knows, here everything. Plain values only, the seat among them."""

    seat: int
    seats: int
    stones: int
    misere: bool
    mover: Mover
    winners: tuple[int, ...]


class NimState(Fields, NoChance):
    """A point of a match. `Fields` writes `clone` from these annotations; `NoChance` has what is never asked for."""

    seats: int
    stones: int
    misere: bool
    mover: Mover
    winners: tuple[int, ...]

    __slots__ = tuple(__annotations__)

    def __init__(self, seats: int, stones: int, misere: bool) -> None:
        self.seats = seats
        self.stones = stones
        self.misere = misere
        self.mover = Mover(0)
        self.winners = ()

    @property
    def scores(self) -> tuple[float, ...]:
        return ()  # nothing is counted

    def current_player(self) -> Mover:
        return self.mover

    def legal_actions(self) -> tuple[Action, ...]:
        return tuple(range(min(3, self.stones)))

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        seat, taken = self.mover, action + 1
        self.stones -= taken
        self.mover = (seat + 1) % self.seats
        if events is not None:
            events.append(Event("took", seat, (taken,)))
        if self.stones:
            return
        winner = self.mover if self.misere else seat
        self.winners = (winner,)
        self.mover = TERMINAL
        if events is not None:
            events.append(Event("won", winner))

    def returns(self) -> tuple[float, ...]:
        return tuple(float(seat in self.winners) for seat in range(self.seats))

    def observation(self, seat: int) -> Seen:
        return Seen(seat, self.seats, self.stones, self.misere, self.mover, self.winners)

    def summary(self) -> str:
        return str(self.observation(NOBODY))


class NimSpeaker(Voice[Seen]):
    """What one reader is told."""

    def question(self) -> Sentence:
        return Sentence("Take how many?", ngettext("{n} stone lies there.", "{n} stones lie there.", self.seen.stones))

    def label(self, action: Action) -> str:
        return f"Take {action + 1}"

    def refusal(self, action: Action) -> str:
        return "there are not so many stones (N1)"

    def event(self, event: Event) -> str:
        if event.kind == "won":
            return self.tells(event.seat, "You win.", "{name} wins.")
        return self.tells(event.seat, "You took {n}.", "{name} took {n}.", n=event.values[0])

    def standing(self) -> list[Row]:
        return [Row("Stones", (str(self.seen.stones),))]

    def match_end(self) -> list[str]:
        return [f"{self.name_of(seat)} had the last word." for seat in self.seen.winners]

    def rule(self) -> str:
        return "N1"


class NimWords(Words[Seen]):
    """What is read of the game, and who speaks of a match to one reader."""

    prefix = "N"

    def to(self, seen: Seen, names: Sequence[str]) -> NimSpeaker:
        return NimSpeaker(seen, names)


class Nim(Game[NimState, Seen]):
    """The rules."""

    key = "nim"
    title = "Nim"
    tagline = "Take the last stone."
    version = 1
    seats = range(2, 5)
    longest = 30
    """A move takes a stone at least."""
    options = (
        Option("stones", lambda seats: range(5, 31), lambda seats: 5 * seats),
        Option("misere", lambda seats: YES_NO, lambda seats: False),
    )
    hidden = False
    chance = False
    words = NimWords()
    actions = len(CODES)
    observation_type = Seen

    def new_state(self, seats: int, **options: Any) -> NimState:
        return NimState(seats, **complete_options(self, seats, options))

    def determinize(self, seen: Seen, rng: Random) -> NimState:
        state = NimState(seen.seats, seen.stones, seen.misere)
        state.mover = seen.mover
        state.winners = seen.winners
        return state

    def encode(self, action: Action) -> str:
        return CODES[action]

    def decode(self, text: str) -> Action:
        if text not in CODES:
            raise InvalidAction(f"{text!r} is not a move of Nim")
        return CODES.index(text)

    def number(self, action: Action) -> int:
        return action + 1

    def decision_kind(self, seen: Seen) -> str:
        return "take"
