"""What is offered when a match is over, once for every face, which has its own words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from herrlof.seats.daily import is_of_today
from herrlof.seats.visit import Visit

if TYPE_CHECKING:
    from herrlof.coach.ladder import Ladder
    from herrlof.records.storage import Storage
    from herrlof.table.own import OwnTable

AGAIN, SAME, SWAPPED, TODAY = "again", "same", "swapped", "today"
REVIEW, REPLAY, HOME = "review", "replay", "home"
WAIT, REMATCH, RECORD, LEAVE = "wait", "rematch", "record", "leave"

OWN: Final = (AGAIN, SAME, SWAPPED, TODAY, REVIEW, REPLAY, HOME)
"""At a table of one's own, in this order;"""
GUESTS: Final = (AGAIN, WAIT, REMATCH, RECORD, REVIEW, LEAVE)
"""and at another one's."""
ROTATED: Final = {SAME: 0, SWAPPED: 1}
"""What deals the same again, and how many seats on everybody sits then."""
PLAYED_ON: Final = {AGAIN, *ROTATED}
"""What is followed by another match, to which guests come along: before all else they are sent away."""


class Told(NamedTuple):
    """What is told of a match of one's own that is over."""

    ladder: Ladder | None = None
    """The levels that were beaten; None where not one person played alone."""
    apart: str = ""
    """Why they stand still, in a sentence,"""
    duel: str = ""
    """and the score of a duel that is over now; nothing where there is none."""


def told_after(storage: Storage, table: OwnTable) -> Told:
    from herrlof.coach.ladder import apart_text, ladder
    from herrlof.table.telling import duel_text

    climbed = ladder(table.game.key, storage.beaten(table.game.key)) if table.alone else None
    return Told(climbed, apart_text(table), duel_text(table, [seat.name for seat in table.seats]))


def offered(deals: str | None) -> list[str]:
    """Return what is offered at one's own table; its deals can be played again where there are any."""
    lacks = set() if deals is not None else {SAME, SWAPPED}
    if not is_of_today(deals):
        lacks.add(TODAY)
    return [one for one in OWN if one not in lacks]


def offered_to(visit: Visit, keeps: bool, waits: bool = False, asked: bool = False) -> list[str]:
    """Return what is offered to a guest, who `waits` already for another match there, or has `asked` for one.

    `keeps`: whether the finished record can still be kept. An onlooker has played nothing.
    """
    has = {
        AGAIN: visit.invited,
        WAIT: not (visit.invited or visit.ended or waits),
        REMATCH: not (visit.invited or visit.ended or visit.watches or asked),
        RECORD: keeps and not visit.watches,
        REVIEW: not visit.watches,
    }
    return [one for one in GUESTS if has.get(one, True)]
