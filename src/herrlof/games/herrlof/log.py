"""The log of a round: a number for each thing that happened, and the one way to read it.

A number is `who << 8 | what`; `what` is an action, or one of the codes that `actions` lists after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from herrlof.game import CHANCE, NOBODY
from herrlof.games.herrlof.actions import (
    BLIND,
    DISCARD,
    DREW,
    PASS,
    PLAY,
    PREDICT,
    RETURN,
    STEAL,
    TAKE_TRICK,
    TURNED,
)
from herrlof.games.herrlof.cards import KINDS

FIRST: Final = {
    "play": PLAY, "predict": PREDICT, "pass": PASS, "discard": DISCARD, "take-trick": TAKE_TRICK, "steal": STEAL,
    "return": RETURN, "blind": BLIND, "draw": DREW, "turn": TURNED,
}  # fmt: skip
"""The first code of each kind of entry."""

_CHANCE: Final = 3
"""Stands for chance in a number."""


class LogEntry(NamedTuple):
    """Something that happened."""

    who: int
    """A seat, or CHANCE."""
    what: str
    which: int
    """A card, a number or a seat; 0 for pass."""
    giver: int = NOBODY
    """Where a card went from one hand to another (blind, return): whose it was."""
    taker: int = NOBODY


def _kinds() -> Iterator[tuple[str, int]]:
    ends = [*list(FIRST.values())[1:], TURNED + KINDS]
    for (what, first), end in zip(FIRST.items(), ends, strict=True):
        for code in range(first, end):
            yield what, code - first


_ENTRIES: Final = tuple(_kinds())
"""What each code stands for."""


def entry(who: int, what: str, which: int) -> int:
    return (_CHANCE if who == CHANCE else who) << 8 | FIRST[what] + which


def entries(log: Iterable[int]) -> Iterator[LogEntry]:
    """Yield what a log tells, in order."""
    thief: int = NOBODY
    victim: int = NOBODY
    for number in log:
        who, (what, which) = number >> 8, _ENTRIES[number & 255]
        if what == "steal":
            thief, victim = who, which
        if what == "blind":
            yield LogEntry(CHANCE, what, which, victim, thief)
        elif what == "return":
            yield LogEntry(who, what, which, thief, victim)
        else:
            yield LogEntry(CHANCE if who == _CHANCE else who, what, which)
