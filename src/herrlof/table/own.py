"""A table of this process, as whoever opened it holds it: what a guest's end does not have."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from herrlof.messages import _
from herrlof.records.storage import Storage
from herrlof.table.connection import Connection
from herrlof.table.player import Hello, Player
from herrlof.table.view import Result, Stop


class OwnTable(Connection, Protocol):
    """The match that is played here. Whoever made it starts the bots, stops them, and closes it in the end."""

    @property
    def path(self) -> Path:
        """The file of the match."""

    def save(self) -> bool:
        """Try to write what could not be written; return whether all is safe."""

    @property
    def result(self) -> Result:
        """How the match ended."""

    @property
    def duel(self) -> tuple[Sequence[float], ...]:
        """What each seat had in the matches before, where these deals go from seat to seat."""

    def again(self, storage: Storage, rotate_by: int) -> OwnTable:
        """Begin a match with the same deals, once this one is over, everybody `rotate_by` seats on."""

    @property
    def standing(self) -> Stop | None:
        """Where the table stands; None: it has not been started."""

    # Before the first card

    @property
    def players(self) -> Mapping[int, Player]:
        """Who plays the seats of programs, as it was at the beginning."""

    @property
    def can_cut(self) -> bool:
        """Whether cuts can still be mixed in."""

    def cut(self, cuts: Sequence[str], hashes: Sequence[str] = ()) -> None:
        """Mix in what each person typed after the commitment, in seat order; empty for who does not cut.

        ValueError where one is not the cut whose hash was given before.
        """

    def name_seat(self, seat: int, name: str) -> None:
        """Call the person elsewhere who has taken a seat by this name from now on; ValueError says why not."""

    # Who plays elsewhere

    def hello(self, seat: int) -> Hello:
        """Return what a seat elsewhere is told of the match first."""

    def note_away(self, seat: int) -> None:
        """Take note that the line of a player broke; the match waits for it."""

    def note_back(self, seat: int) -> None:
        """Take note that a player is back; a bot that stood in plays no more."""

    def note_watching(self, count: int) -> None:
        """Take note of how many onlookers watch, of whom nobody waits."""

    def stand_in(self, seat: int) -> None:
        """Let a bot play at once for who is away; IllegalAction where nobody has to."""


def note_won(table: OwnTable, storage: Storage) -> None:
    """Remember that somebody here has won a match of its game, if so."""
    if any(table.result.returns[seat] for seat in table.here):
        storage.note_won(table.game.key)


def is_unplayed(table: OwnTable) -> bool:
    """Whether a new match is to be dropped that is left: none of its people, who all sit here, has made a move.

    Where bots alone play, none of them has. A hint keeps no match: who has never won is told of a number unasked. One
    whose game fails is kept.
    """
    if table.over or table.goes_on or table.help.take_backs or table.help.branch or table.elsewhere:
        return False
    seats = table.here or range(len(table.seats))
    with contextlib.suppress(Exception):
        return not any(table.last_decision(seat) or _has_made(table, seat) for seat in seats)
    return False


def _has_made(table: OwnTable, seat: int) -> bool:
    """Whether a seat has made moves while others move too."""
    try:
        return table.turn(seat).made > 0
    except ValueError:
        return False


def told_unplayed() -> str:
    """Return what is said where a match was dropped."""
    return _("Nobody here had moved, so this match isn't kept.")
