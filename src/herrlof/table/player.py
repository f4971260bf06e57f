"""Who plays a seat from outside, and is no person: another program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from herrlof.game import Action, Game
from herrlof.options import Value
from herrlof.records.names import Seat
from herrlof.table.view import Result, View


class Hello(NamedTuple):
    """What a player from outside is told of the match first."""

    game: Game
    seat: int
    """NOBODY: an onlooker."""
    seats: Sequence[Seat]
    options: Mapping[str, Value]
    commitment: str | None
    game_id: str
    seed: int | None
    """For a generator of its own; nothing about the cards follows from it. A person is told none."""


class PlayerGone(Exception):
    """Who plays a seat from outside is not to be played with any more; the message is a sentence."""


class Player(Protocol):
    """Who plays a seat from outside, and is no person: another program (`herrlof.seats.program`)."""

    command: Sequence[str]
    """What it was started with."""

    def start(self, hello: Hello) -> None:
        """Get ready, so that the first question need not wait for it; whatever fails is told at that question."""

    async def choose(self, view: View) -> Action:
        """Return one of the legal actions; PlayerGone says why there will be none any more."""

    async def over(self, result: Result) -> None:
        """Tell it how the match ended; what fails is of no account."""

    def close(self) -> None:
        """Ask it no more."""
