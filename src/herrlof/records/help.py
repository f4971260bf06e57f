"""What a record tells beside the moves: hints, take-backs, where a match branched off, and how it was given up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from herrlof.game import NOBODY
from herrlof.messages import _, all_of, listed, ngettext

Verdict: TypeAlias = Literal["best", "as good", "can't tell", "worse"]
"""How a choice stands to the best one."""
MOST_SHOWN: Final = 6
"""So many choices of a hint are kept, the best first, and the one that was played."""


class Branch(NamedTuple):
    """Where a match begins that plays on from a position of another one."""

    id: str
    """The game id of that match."""
    n: int
    """The number of the first move that is not that match's."""


class Help(NamedTuple):
    """The help that a match was played with. One with any is never counted with those that have none."""

    hints: int = 0
    take_backs: int = 0
    branch: Branch | None = None
    agreed: bool = False
    """Whether several people agreed to hints when the match began; that alone is no help."""

    @property
    def any(self) -> bool:
        return bool(self.hints or self.take_backs or self.branch)

    def __str__(self) -> str:
        """Return what there was, in a few words."""
        found = []
        if self.agreed:
            found.append(_("hints agreed on"))
        if self.hints:
            found.append(ngettext("{n} hint", "{n} hints", self.hints))
        if self.take_backs:
            found.append(ngettext("{n} take-back", "{n} take-backs", self.take_backs))
        if self.branch is not None:
            found.append(_("a branch"))
        return listed(found)


NO_HELP: Final = Help()


class ShownChoice(NamedTuple):
    """A choice as a hint showed it."""

    action: str
    """Its text code."""
    value: float | None
    """In points or wins of 100, or the margin of an exact one; None: no number was shown."""
    error: float | None
    """One standard error; None: there is none."""
    verdict: Verdict


class ShownHint(NamedTuple):
    """What a hint showed when the move was made that it was for."""

    by: int
    """The seat that was shown it."""
    worlds: int
    complete: bool
    """Whether it was whole; else the move was made while more was being found."""
    choices: tuple[ShownChoice, ...]
    """The best first: the first `MOST_SHOWN`, and what was played."""
    exact: bool = False
    """Whether it was solved, and nothing imagined."""


class Ending(NamedTuple):
    """How a match ended before its rules ended it."""

    n: int
    """The number that the next move would have had."""
    seat: int | None
    """Who resigned; None: all agreed to end it."""

    def returns(self, seats: int) -> tuple[float, ...]:
        """Return each seat's share of the win: who resigns has lost, and the others share it; else nobody has won."""
        if self.seat is None:
            return (0.0,) * seats
        return tuple(0.0 if seat == self.seat else 1 / (seats - 1) for seat in range(seats))

    def told(self, names: Sequence[str], reader: int = NOBODY) -> str:
        """Return how it ended, and who won, in a sentence; the seat that reads it is you."""
        if self.seat is None:
            return _("All agreed to end the match here: nobody has won.")
        name, others = names[self.seat], [other for seat, other in enumerate(names) if seat not in (self.seat, reader)]
        if reader == self.seat and len(others) == 1:
            return _("You resigned: {winner} wins.", winner=others[0])
        if reader == self.seat:
            return _("You resigned: {winners} share the win.", winners=all_of(others))
        if reader != NOBODY and not others:
            return _("{name} resigned: you win.", name=name)
        if reader != NOBODY:
            return _("{name} resigned: you share the win with {winners}.", name=name, winners=all_of(others))
        if len(others) == 1:
            return _("{name} resigned: {winner} wins.", name=name, winner=others[0])
        return _("{name} resigned: {winners} share the win.", name=name, winners=all_of(others))

    def brief(self, names: Sequence[str]) -> str:
        """Return the same in a list, in few words."""
        if self.seat is None:
            return _("ended by agreement")
        return _("{name} resigned", name=names[self.seat])
