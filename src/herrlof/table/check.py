"""Whether a record is as a match wrote it: `Match.replay` plays it again, and every line is compared here.

`herrlof.table.verify` says in sentences what that proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from herrlof.game import CHANCE, IllegalAction, InvalidAction
from herrlof.games import GAMES
from herrlof.records import format1
from herrlof.records.errors import Damaged, RecordError

if TYPE_CHECKING:
    from herrlof.records.models import MoveLine, MoveLine1, Record


class RecordChecker:
    """The sink of a replay: compares the lines that it would write with those that were written."""

    def __init__(self, record: Record) -> None:
        """Begin with the lines after the header; RecordError where this program cannot play the record's game."""
        header = record.header
        game = GAMES.get(header.game)
        if game is None:
            raise RecordError(f"{record.source}: this program has no game {header.game!r}")
        if game.version != header.rules:
            raise RecordError(
                f"{record.source}: this match has version {header.rules} of the rules of {game.title}, "
                f"this program version {game.version}"
            )
        self.game = game
        self.game_id = header.id
        self.missing: list[Mapping[str, Any]] = []
        """The lines that follow from the record's last move but are not in it."""
        self._record = record
        self._expected = record.replay_lines()

    def append(self, line: Mapping[str, Any]) -> None:
        """Find the line in the record; Damaged if it says something else."""
        number, found = next(self._expected, (0, None))
        if found is None:
            self.missing.append(line)
            return
        for name in (*_REASONS, *line):
            if line.get(name) != found.get(name):
                reason = _REASONS.get(name, "this does not follow from the lines before")
                if name == "do" and line["by"] == CHANCE:
                    reason = "this deal or draw does not follow from the seed and the cuts"
                raise Damaged(self._record.source, number, reason)

    def check_commitment(self, commitment: str | None) -> None:
        """Compare what the seed commits to with what was shown; Damaged if it is something else."""
        if commitment != self._record.header.commitment:
            raise Damaged(self._record.source, 1, "the seed does not fit the commitment")

    def check_end(self, over: bool) -> None:
        """Damaged if the record ends a match that is not over."""
        if self._record.end is not None and not over:
            raise Damaged(self._record.source, self._record.line_number("end"), "the match is not over here")

    @contextmanager
    def line(self, number: int) -> Iterator[None]:
        """Say of a value that cannot be used that this line is damaged."""
        try:
            yield
        except RecordError:
            raise
        except (ValueError, TypeError) as error:
            raise Damaged(self._record.source, number, str(error)) from None

    @contextmanager
    def move(self, line: MoveLine | MoveLine1) -> Iterator[None]:
        """Say of a move that the referee refuses that its line is damaged."""
        try:
            yield
        except (IllegalAction, InvalidAction):
            number = self._record.move_line_number(line.n)
            raise Damaged(self._record.source, number, "this move is not allowed here") from None


_REASONS: Final = {
    "event": "another line belongs here",
    "cuts": "the cuts are not as they were mixed in",
    format1.FIELD: "this does not follow from the seed and the cuts",
    "by": "it is not this seat's turn",
    "do": "this move is not allowed here",
    "n": "a move is missing before this one",
    "state": "the position after this move is not the one that was recorded",
    "scores": "the score does not follow from the moves",
    "progress": "where in the match this is does not follow from the moves",
    "next": "another seat moves next",
    "returns": "the result does not follow from the moves",
    "seed": "this is not the seed of the match",
}
"""What is wrong where a part of a line differs, in the order in which parts are compared."""
