"""Whether a record is as a match wrote it: `resume.replayed` plays it again, and every line is compared here.

`herrlof.table.verify` says in sentences what that proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from herrlof.game import CHANCE
from herrlof.games import GAMES, problem
from herrlof.messages import N_, _
from herrlof.records.errors import Damaged, RecordError
from herrlof.records.format1 import SETTLED

if TYPE_CHECKING:
    from herrlof.records.models import Record


class RecordChecker:
    """The sink of a replay: compares the lines that it would write with those that were written."""

    def __init__(self, record: Record) -> None:
        """Begin with the lines after the header; RecordError where this program cannot play the record's game."""
        header = record.header
        game = GAMES.get(header.game)
        if game is None:
            reason = problem(header.game) or _("This program has no game '{key}'.", key=header.game)
            raise RecordError(_("{name}: {sentence}", name=record.source, sentence=reason))
        if game.version != header.rules:
            raise RecordError(
                _(
                    "{file}: This match has version {found} of the rules of {game}, this program version {own}.",
                    file=record.source,
                    found=header.rules,
                    game=game.title,
                    own=game.version,
                )
            )
        self.game = game
        self.game_id = header.id
        self.missing: list[Mapping[str, Any]] = []
        """The lines that follow from the record's last move but are not in it."""
        self._record = record
        lines = enumerate(record.lines, 1)
        self._expected = [(at, line) for at, line in lines if line.get("event") not in ("match", "resume")]
        """The lines that a replay writes again, each with its number."""
        self._at = 0

    def append(self, *lines: Mapping[str, Any]) -> None:
        """Find lines in the record, after its first one; Damaged if it says something else."""
        for line in lines:
            if line.get("event") != "match":
                self._compare(line)

    def _compare(self, line: Mapping[str, Any]) -> None:
        if self._at == len(self._expected):
            self.missing.append(line)
            return
        number, found = self._expected[self._at]
        self._at += 1
        for name in (*_REASONS, *line):
            if line.get(name) != found.get(name):
                reason = _(_REASONS.get(name, N_("This does not follow from the lines before.")))
                if name == "do" and line["by"] == CHANCE:
                    reason = _("This deal or draw doesn't follow from the seed and the cuts.")
                raise Damaged(self._record.source, number, reason)

    def check_commitment(self, commitment: str | None) -> None:
        """Compare what the seed commits to with what was shown; Damaged if it is something else."""
        if commitment != self._record.header.commitment:
            raise Damaged(self._record.source, 1, _("The seed doesn't fit the commitment."))

    def check_end(self, over: bool) -> None:
        """Damaged if the record ends a match that is not over."""
        if self._record.end is not None and not over:
            raise Damaged(self._record.source, self._record.line_number("end"), _("The match isn't over here."))

    @contextmanager
    def line(self, number: int) -> Iterator[None]:
        """Say that this line is damaged, where what it says cannot be done or is not written again."""
        try:
            yield
        except RecordError:
            raise
        except (ValueError, TypeError) as error:
            move = "do" in self._record.lines[number - 1]  # whose code may be a card, which nobody is told here
            raise Damaged(self._record.source, number, _(_REASONS["do"]) if move else str(error)) from None
        if self._at < len(self._expected):
            waiting, found = self._expected[self._at]
            if waiting <= number and found.get("event") != "end":
                raise Damaged(self._record.source, number, _(_REASONS["event"]))


_REASONS: Final = {
    "event": N_("Another line belongs here."),
    "cut_hashes": N_("The hashes of the cuts aren't as they were given."),
    "cuts": N_("The cuts aren't as they were mixed in."),
    **dict.fromkeys(SETTLED, N_("This doesn't follow from the seed and the cuts.")),
    "by": N_("It isn't this seat's turn."),
    "do": N_("This move isn't allowed here."),
    "claimed": N_("Nothing is measured here."),
    "n": N_("A move is missing before this one."),
    "state": N_("The position after this move isn't the one that was recorded."),
    "scores": N_("The score doesn't follow from the moves."),
    "progress": N_("Where in the match this is doesn't follow from the moves."),
    "next": N_("Another seat moves next."),
    "returns": N_("The result doesn't follow from the moves."),
    "seed": N_("This isn't the seed of the match."),
}
"""What is wrong where a part of a line differs, in the order in which parts are compared."""
