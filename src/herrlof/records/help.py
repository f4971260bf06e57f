"""What sets a match apart from one that was simply played: hints, take-backs, and where it branched off."""

from __future__ import annotations

from typing import Final, NamedTuple

from herrlof.messages import _, listed, ngettext

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
    agreed: bool = False
    """Whether several people agreed to hints when the match began; that alone is no help."""

    @property
    def any(self) -> bool:
        """Whether there was any."""
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


def refusal(form: int) -> str:
    """Return why a match of this format goes on without hints and take-backs; nothing where it need not."""
    if form >= SINCE:
        return ""
    return _("This match began in format {form}: it goes on without hints and take-backs.", form=form)
