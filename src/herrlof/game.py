"""The contract between a game, its table, its bots and its records.

A game is a `Game` that makes `State`s. A state knows the whole truth, so only the referee
(`herrlof.match.Match`) and searches over sampled worlds hold one; everybody else gets an
observation: plain, frozen values that one seat could know with perfect memory.
Shared code relies on this module alone, never on a particular game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

CHANCE = -1
"""`State.current_player` where chance moves (a deal, a blind draw)."""
TERMINAL = -4
"""`State.current_player` when the match is over."""
NOBODY = -1
"""The seat of an onlooker: `State.observation(NOBODY)` holds public facts only."""

Action: TypeAlias = int
"""A player's move. Dense, and its meaning is fixed for one version of one game."""
Outcome: TypeAlias = tuple[int, ...]
"""What chance did: card numbers, in the order in which they came."""
Observation: TypeAlias = Any
"""What one seat knows. Each game has its own frozen class, made of plain values."""


class IllegalAction(ValueError):
    """A move that the rules forbid now; the message names the rule to a player."""


class Event(NamedTuple):
    """Something that happened at the table, told as it happens."""

    kind: str
    seat: int
    values: tuple[int, ...] = ()
    only: tuple[int, ...] | None = None
    """The seats that may see `values`; None: everybody."""

    def seen_by(self, seat: int) -> Event:
        """Return the event as `seat` perceives it: without the values where they are secret."""
        if self.only is None or seat in self.only:
            return self
        return Event(self.kind, self.seat, (), ())


class RoundFacts(NamedTuple):
    """What a finished round brought each seat, for statistics."""

    points: tuple[float, ...]
    """Empty where the game counts no points."""
    exact: tuple[bool, ...]
    """Whose prediction came true; empty where nothing is predicted."""


class State(Protocol):
    """One point in a match, over all its rounds. Mutable, and trusting: callers check."""

    def current_player(self) -> int:
        """Return the seat to move, CHANCE or TERMINAL."""

    def legal_actions(self) -> Sequence[Action]:
        """Return the mover's actions, ascending; identical cards once; none for chance."""

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        """Play a legal action, in place and unchecked; tell `events` what happened."""

    def sample_chance(self, rng: Random) -> Outcome:
        """Return one of the things chance may do now, all equally likely."""

    def chance_kind(self) -> str:
        """Return what chance does now, in the word that begins its text code: deal, blind."""

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        """Let chance do `outcome`, in place and unchecked."""

    def returns(self) -> tuple[float, ...]:
        """Return each seat's share of the win: they sum to 1, and are 0 before the end."""

    def observation(self, seat: int) -> Observation:
        """Return all that `seat` could know; NOBODY knows what is public."""

    def summary(self) -> str:
        """Return everything in this state as one line of ASCII, the same in every program with these rules.

        Records hold a hash of it for every move; it names all secrets, so nobody gets to see it.
        """

    def clone(self) -> Self:
        """Return an independent copy."""


class Game(Protocol):
    """The rules of one game, without any match in it."""

    key: str
    title: str
    version: int
    seats: range

    def new_state(self, seats: int, **options: Any) -> State:
        """Start a match; raise ValueError with a readable sentence on a bad option."""

    def determinize(self, seen: Observation, rng: Random) -> State:
        """Return a random world in which the observer knows exactly `seen`."""

    def encode(self, action: Action) -> str:
        """Return the text code of an action, the same in every language and file."""

    def decode(self, text: str) -> Action:
        """Return the action with this text code; raise IllegalAction if there is none."""

    def encode_chance(self, outcome: Outcome) -> str:
        """Return the text code of what chance did."""

    def decode_chance(self, text: str) -> Outcome:
        """Return the outcome with this text code; raise IllegalAction if there is none."""

    def refusal(self, seen: Observation, action: Action) -> str:
        """Return the sentence that tells the mover why `action` is not allowed now."""

    def sheet(self, names: Sequence[str], seen: Observation, events: Sequence[Event]) -> Iterator[str]:
        """Yield the score sheet and the story of a match, a line each, from no more than what is given.

        `seen` is an onlooker's observation; `events` are all that happened, as somebody perceived them.
        """

    def round_facts(self, seen: Observation) -> Sequence[RoundFacts]:
        """Return what each finished round of a match brought; `seen` is an onlooker's observation."""


class Bot(Protocol):
    """A player. It gets what its seat has seen and never a state; its generator is its own."""

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        """Return one of the legal actions."""
