"""A guest's end of a table: what it does before it sits down there, and when the match is over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from herrlof.messages import _
from herrlof.table.connection import Connection

if TYPE_CHECKING:
    from herrlof.coach.worker import Judges
    from herrlof.seats.protocol import Hello


class JoinError(Exception):
    """There is no seat to be had; the message is a sentence."""


class Visit(Connection, Protocol):
    """One seat at a table elsewhere."""

    seat: int
    """NOBODY: of an onlooker."""
    watches: bool
    """Whether there is but an onlooker at this end, who takes no seat."""
    token: str | None
    """What brings back to this seat."""
    hello: Hello
    """What the table was said to be about."""
    cut: str
    """What was typed to cut,"""
    told_cut: str
    """and that again, once the table has been told."""

    @property
    def present(self) -> Sequence[int]:
        """Who is at the table already, before the match begins."""

    @property
    def sits(self) -> bool:
        """Whether this end has sat down."""

    @property
    def refused(self) -> str:
        """Why this end has not sat down as it wanted, in a sentence."""

    @property
    def invited(self) -> bool:
        """Whether the host plays again, and this end may come along."""

    @property
    def owner(self) -> str:
        """The names of those who sit at the host's keyboard."""

    @property
    def played(self) -> str:
        """What is played, by what was chosen first."""

    @property
    def hints_told(self) -> str:
        """What is told of hints before one sits down; nothing where there are none."""

    @property
    def begun(self) -> bool:
        """Whether the table has told where it stands."""

    @property
    def judges(self) -> Judges:
        """The host's machine, which judges from what this seat sees; here nothing thinks."""

    async def open(self) -> None:
        """Go to the table and hear what it is about; JoinError says why there is no seat."""

    async def look(self) -> None:
        """Hear what the table is about, and take no seat; JoinError says why there is none."""

    def fit_name(self, text: str) -> str:
        """Return how this seat's player is called who types this; ValueError: nobody here can be called so."""

    def sit(self, cut: str = "", name: str = "") -> None:
        """Sit down, with a `cut` if the cards may be cut, and by another `name` if one is wanted."""

    def ask_again(self) -> None:
        """Ask the others for a rematch; IllegalAction where something else has just been said."""

    def come_along(self) -> None:
        """Go to the table of the match that the host plays next."""

    def want_review(self, wanted: bool) -> None:
        """Have the host's machine judge the match that is over, or no more of it."""

    async def record(self) -> bytes:
        """Return the finished record as it stood on the host's disk; ValueError where it is not whole."""

    async def end(self) -> None:
        """Go away for good, and leave nothing unfinished behind."""


def told_of_deals(visit: Visit) -> tuple[str, str]:
    """Return who knows the cards and what is to be noted, before one sits down; nothing where there is none of it."""
    knows = _("The host's machine deals and knows the cards.") if visit.game.chance else ""
    if visit.commitment is None:
        return knows, ""
    return knows, _("Note how the commitment begins: {digits}.", digits=visit.commitment[:8])


async def kept_or_why_not(keep: Callable[[], Awaitable[str]]) -> str:
    """Keep a finished record, and return where, or why that cannot be, in a sentence."""
    try:
        return await keep()
    except (ValueError, OSError, TimeoutError) as error:
        return str(error) or _("The host's machine doesn't answer.")
