"""A toy that is measured: everybody hides a number, unseen by the others, and then the fastest has it."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from herrlof.game import CHANCE, TERMINAL, Event, Game, InvalidAction, Outcome, Raced, Sentence, Words
from herrlof.games.fields import Fields
from herrlof.games.speech import Voice
from herrlof.options import Option, complete_options

EACH = 2
"""Numbers that a seat hides in a round."""


class Seen(NamedTuple):
    seat: int
    seats: int
    rounds: int
    mover: int
    mine: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class RaceState(Fields):
    seats: int
    rounds: int
    mover: int
    hidden: list[int]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    __slots__ = tuple(__annotations__)

    def __init__(self, seats: int, rounds: int) -> None:
        self.seats, self.rounds, self.mover, self.hidden = seats, rounds, 0, []
        self.scores, self.winners = (0,) * seats, ()

    def current_player(self) -> int:
        return self.mover

    def legal_actions(self) -> tuple[int, ...]:
        return (0, 1, 2) if self.mover >= 0 else ()

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if events is not None:
            events.append(Event("hid", self.mover, (action,), (self.mover,)))
        self.hidden.append(action)
        done = len(self.hidden) == EACH * self.seats
        self.mover = CHANCE if done else len(self.hidden) // EACH

    def chance_kind(self) -> str:
        return "race"

    def sample_chance(self, rng: Random) -> Outcome:
        return Outcome("race", (rng.randrange(self.seats),))

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        (first,) = outcome.values
        won = sum(self.hidden[EACH * first : EACH * (first + 1)])
        self.scores = tuple(score + won * (seat == first) for seat, score in enumerate(self.scores))
        if events is not None:
            events.append(Event("raced", first, (won,)))
        self.hidden, self.mover, self.rounds = [], 0, self.rounds - 1
        if not self.rounds:
            self.mover = TERMINAL
            self.winners = tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))

    def returns(self) -> tuple[float, ...]:
        return tuple((seat in self.winners) / (len(self.winners) or 1) for seat in range(self.seats))

    def observation(self, seat: int) -> Seen:
        mine = tuple(self.hidden[EACH * seat : EACH * (seat + 1)]) if seat >= 0 else ()
        return Seen(seat, self.seats, self.rounds, self.mover, mine, self.scores, self.winners)

    def summary(self) -> str:
        return f"{self.observation(-1)} {self.hidden}"


class RaceSpeaker(Voice):
    def question(self):
        return Sentence("Which number?")

    def label(self, action):
        return str(action)

    def refusal(self, action):
        return "there is no such number (B1)"

    def match_end(self):
        return [f"{self.names[seat]} won." for seat in self.seen.winners]

    def event(self, event):
        return f"{self.names[event.seat]} {event.kind}."

    def rule(self):
        return "B1"


class RaceWords(Words):
    prefix, to = "B", RaceSpeaker


class Race(Game, Raced):
    key, title, tagline = "race", "Race", "Hide a number and run."
    version, seats, words = 1, range(2, 4), RaceWords()
    actions, observation_type = 3, Seen
    options = (Option("rounds", lambda seats: range(1, 10), lambda seats: 2),)
    measured, pause_events, round_end_event = frozenset({"race"}), frozenset({"raced"}), "raced"

    def new_state(self, seats: int, **options: Any) -> RaceState:
        return RaceState(seats, **complete_options(self, seats, options))

    def determinize(self, seen: Seen, rng: Random) -> RaceState:
        state = RaceState(seen.seats, seen.rounds)
        state.scores, state.winners = seen.scores, seen.winners
        before = EACH * seen.seats if seen.mover == CHANCE else EACH * seen.mover
        state.hidden = [rng.randrange(3) for _ in range(before)]
        if seen.seat >= 0 and seen.mine:
            state.hidden[EACH * seen.seat : EACH * (seen.seat + 1)] = seen.mine
        state.mover = seen.mover
        return state

    encode, encode_chance = staticmethod("hide {}".format), staticmethod(lambda outcome: f"race {outcome.values[0]}")

    def decode(self, text: str) -> int:
        if text not in ("hide 0", "hide 1", "hide 2"):
            raise InvalidAction(f"{text!r} is not a move of Race")
        return int(text[-1])

    def decode_chance(self, text: str) -> Outcome:
        if text not in ("race 0", "race 1", "race 2"):
            return super().decode_chance(text)
        return Outcome("race", (int(text[-1]),))

    def decision_kind(self, seen: Seen) -> str:
        return "number"

    def simultaneous(self, seen: Seen) -> tuple[int, ...]:
        return tuple(range(max(seen.mover, 0), seen.seats)) if seen.mover >= 0 else ()

    def next_measured_kind(self, seen: Seen) -> str:
        return "race" if seen.rounds else ""
