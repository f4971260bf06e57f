"""What sets a match apart from one that was simply played: hints, take-backs, and where it branched off."""

from __future__ import annotations

from typing import Final, NamedTuple

SINCE: Final = 3
"""The first format whose records can tell of help."""


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

    @property
    def any(self) -> bool:
        """Whether there was any."""
        return self != NO_HELP

    def __str__(self) -> str:
        """Return what there was, in a few words."""
        found = []
        if self.hints:
            found.append("1 hint" if self.hints == 1 else f"{self.hints} hints")
        if self.take_backs:
            found.append("1 take-back" if self.take_backs == 1 else f"{self.take_backs} take-backs")
        if self.branch is not None:
            found.append("a branch")
        return ", ".join(found)


NO_HELP: Final = Help()


def refusal(form: int) -> str:
    """Return why a match of this format goes on without hints and take-backs; nothing where it need not."""
    return "" if form >= SINCE else f"this match began in format {form}: it goes on without hints and take-backs"
