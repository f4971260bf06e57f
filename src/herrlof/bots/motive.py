"""Why one choice is better than another: a fact that tells the two apart, from what a seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from herrlof.game import NOBODY
from herrlof.messages import Message


class Motive(NamedTuple):
    """A fact that is true of the better choice and not of the other one."""

    name: str
    text: Message
    """A sentence in which the better choice is `it`, and the other one {other}."""
    numbers: Mapping[str, int] = {}
    """What was counted, by its name in the text."""
    seat: int = NOBODY
    """Another seat that it is about, whose {name} stands in the text."""
    words: Mapping[str, Message] = {}
    """What else the text names."""
    risk: bool = False
    """Whether it counts what may beat the choice: it tells nothing where who holds that is as good as known."""


class Came(NamedTuple):
    """What came of a choice in imagined deals."""

    often: int
    """In how many of 100 what its player is after."""
    points: float
    """The player's own points on average."""


def motive(name: str, text: Message, /, seat: int = NOBODY, risk: bool = False, **numbers: int) -> Motive:
    return Motive(name, text, numbers, seat, risk=risk)
