"""What the lines of a record come to: one fold for lists, statistics, and all that plays a match again.

It takes a line for what its first bytes say and loads few of them, for lists read thousands of records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from herrlof.records.formats import settled_by
from herrlof.records.help import Ending
from herrlof.records.lines import END, ENDINGS, HINT, NAME, RESUME, SEAT, START, TAKE_BACK, loads, number_of


class Fold:
    """A record, line by line, in whatever format: `add` takes the next one."""

    def __init__(self) -> None:
        self.first: bytes | None = None
        """The first line, as JSON; so are all here."""
        self.start: bytes | None = None
        self.moves: list[Any] = []
        """The moves that stand, without those that were taken back: their JSON, or what they were added as."""
        self.undone = 0
        """How many moves were taken back,"""
        self.take_backs = 0
        """how often,"""
        self.hints = 0
        """and how many hints there were."""
        self.resumes = 0
        """How often the match was taken up again."""
        self.stood_in = False
        """Whether a bot played for somebody for a while."""
        self.names: list[bytes] = []
        """The lines of those who have chosen a name."""
        self.given_up: bytes | None = None
        """The line of a match that ended before its rules ended it."""
        self.end: bytes | None = None

    @classmethod
    def of(cls, bodies: Iterable[bytes]) -> Self:
        """Return what lines come to; ValueError where one is none."""
        found = cls()
        for body in bodies:
            found.add(body)
        return found

    def add(self, body: bytes, move: Any = None) -> None:
        """Take the next line; a move may be kept as something else than its JSON."""
        if self.first is None:
            self.first = body
        elif b',"do":' in body[:32]:
            self.moves.append(body if move is None else move)
        elif HINT in body:
            self.hints += 1
        elif SEAT in body:
            self.stood_in = True
        elif START in body:
            self.start = body
        elif body.startswith(TAKE_BACK):
            n = number_of(body)
            self.take_backs += 1
            self.undone += len(self.moves) - n
            del self.moves[n:]
        elif body.startswith(NAME):
            self.names.append(body)
        elif body.startswith(RESUME):
            self.resumes += 1
        elif body.startswith(ENDINGS):
            self.given_up = body
        elif body.startswith(END):
            self.end = body

    @property
    def header(self) -> dict[str, Any]:
        """What the first line says."""
        return loads(self.first or b"")

    @property
    def options(self) -> dict[str, Any]:
        """The options of the match, also what an old format settled when it started."""
        return settled_by(loads(self.start or b"{}").get, self.header)

    @property
    def ending(self) -> Ending | None:
        """How the match ended before its rules ended it; None: it did not."""
        if self.given_up is None:
            return None
        line = loads(self.given_up)
        return Ending(line["n"], line.get("seat"))

    def played(self) -> Iterator[tuple[int, str]]:
        """Yield who moved, and what, of the moves that stand."""
        for line in map(loads, self.moves):
            yield line["by"], line["do"]

    def last(self) -> Mapping[str, Any]:
        """Return what the last move that stands tells, and of an old format the scores from where they last changed."""
        line = loads(self.moves[-1]) if self.moves else {}
        if "scores" not in line:
            scored = next((body for body in reversed(self.moves) if b'"scores":' in body), None)
            line["scores"] = [] if scored is None else loads(scored)["scores"]
        return line
