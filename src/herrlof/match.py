"""The referee: the only holder of a match's true state."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from rich.cells import cell_len

from herrlof.game import CHANCE, TERMINAL, Action, Event, Game, IllegalAction, Observation

MAX_NAME = 20
"""Terminal cells in a player's name."""


class Move(NamedTuple):
    """One line of a match's record: `by` is a seat or CHANCE, `do` a text code."""

    n: int
    by: int
    do: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where: a person, or a bot by its key in BOTS."""

    name: str
    bot: str | None = None


def clean_name(text: str) -> str:
    """Return a name fit for the table: composed, trimmed, no control or direction marks; ValueError if none is left."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(letter for letter in text if unicodedata.category(letter)[0] != "C" or letter == "\t")
    text = " ".join(text.split())
    if not text:
        raise ValueError("a name needs at least one visible character")
    if cell_len(text) > MAX_NAME:
        raise ValueError(f"the name {text[:MAX_NAME]!r}… is longer than {MAX_NAME} cells")
    return text


def clean_seats(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with clean names; ValueError where two are alike."""
    cleaned = tuple(Seat(clean_name(seat.name), seat.bot) for seat in seats)
    names = [seat.name.casefold() for seat in cleaned]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ValueError(f"two players are called {cleaned[number].name!r}: give each a name of their own")
    return cleaned


class Match:
    """One match from the first deal to the end: checks moves, keeps their record, tells each seat its part.

    Chance is not played by itself: where `mover` is CHANCE, call `advance` when the table is ready.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], rng: Random, **options: Any) -> None:
        """Seat the players; `rng` deals, and draws the first dealer unless the options name one (R2)."""
        self.game = game
        self.seats = clean_seats(seats)
        self.options = {"first_dealer": rng.randrange(len(self.seats)), **options}
        self.moves: list[Move] = []
        self._rng = rng
        self._state = game.new_state(len(self.seats), **self.options)
        self._news: list[Event] = []

    @property
    def mover(self) -> int:
        """The seat to move, CHANCE or TERMINAL."""
        return self._state.current_player()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.mover == TERMINAL

    def legal(self) -> Sequence[Action]:
        """Return the mover's legal actions."""
        return self._state.legal_actions()

    def observe(self, seat: int) -> Observation:
        """Return what a seat knows; NOBODY: what is public."""
        return self._state.observation(seat)

    def news(self, seat: int, since: int = 0) -> list[Event]:
        """Return what has happened, from the event numbered `since` on, as `seat` perceived it."""
        return [event.seen_by(seat) for event in self._news[since:]]

    @property
    def told(self) -> int:
        """How many events there have been."""
        return len(self._news)

    def play(self, seat: int, action: Action | str) -> None:
        """Play a seat's move, given as an action or in its text code; IllegalAction says why it is not allowed."""
        if isinstance(action, str):
            action = self.game.decode(action)
        if self.over:
            raise IllegalAction("the match is over")
        if seat != self.mover:
            raise IllegalAction("it is not your turn")
        if action not in self.legal():
            raise IllegalAction(self.game.refusal(self.observe(seat), action))
        self.moves.append(Move(len(self.moves), seat, self.game.encode(action)))
        self._state.apply(action, self._news)

    def advance(self) -> None:
        """Let chance move: deal a round, or draw a card."""
        if self.mover != CHANCE:
            raise IllegalAction("there is nothing to deal now")
        outcome = self._state.sample_chance(self._rng)
        self.moves.append(Move(len(self.moves), CHANCE, self.game.encode_chance(outcome)))
        self._state.apply_chance(outcome, self._news)
