"""Somebody who types lines and reads lines, and nothing else: a pipe at the one end, a text at the other."""

from __future__ import annotations

import os
from io import StringIO
from typing import Any, NamedTuple

from herrlof.plain.hall import Hall
from herrlof.plain.home import Begin, visit
from herrlof.plain.lines import Lines
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from tests.tui.driving import seats_of

SHORT: dict[str, dict[str, Any]] = {
    "herrlof": {"goal": 1, "first_dealer": 1},
    "herald": {"first_dealer": 1},
    "how-ruck": {"goal": 1},
    "herfor": {"size": 5},
}
"""Options for a match that is soon over, and in which the person moves first."""
FIRST = "1\n" * 400
"""Always the first choice: the number 1 where a number is asked for."""
CLEARED = "(cleared)"
"""Stands where the screen was cleared."""


class Spoken(NamedTuple):
    """What came of it."""

    lines: list[str]
    status: int

    def after(self, text: str) -> list[str]:
        """Return the lines after the first one with a text."""
        place = next(number for number, line in enumerate(self.lines) if text in line)
        return self.lines[place + 1 :]


class Typed(Lines):
    """Lines that were all typed ahead; `hides`: as if at a terminal whose screen can be cleared."""

    def __init__(self, typed: str, hides: bool = False) -> None:
        """Type all of it, and go away."""
        source, end = os.pipe()
        os.set_blocking(end, True)
        os.write(end, typed.encode())
        os.close(end)
        self.text = StringIO()
        super().__init__(source, self.text)
        self.hides = hides

    def clear(self) -> None:
        """Note that the screen was cleared, and forget nothing that was typed."""
        self.flush()
        self.before, self._said = (), []
        self.text.write(f"{CLEARED}\n")

    def close(self) -> list[str]:
        """Return what was said."""
        os.close(self._source)
        self.flush()
        return self.text.getvalue().splitlines()


async def typed(storage: Storage, text: str, begin: Begin = None, hides: bool = False) -> Spoken:
    """Type lines to the program, from home on or straight into a match, and return what it said."""
    lines = Typed(text, hides)
    status = await visit(Hall(lines, storage), begin)
    return Spoken(lines.close(), status)


def match_of(game: str, *names: str, deals: str | None = None, **options: object) -> NewMatch:
    """Return a match to be begun: a name is a person, `bot:rules` a bot."""
    return NewMatch(game, tuple(seats_of(names)), dict(options), deals)
