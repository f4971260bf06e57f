"""What is offered when a match is over, once for every face, which has its own words for it."""

from __future__ import annotations

from typing import Final

from herrlof.seats.daily import is_of_today
from herrlof.seats.visit import Visit

AGAIN, SAME, SWAPPED, TODAY = "again", "same", "swapped", "today"
REVIEW, REPLAY, HOME = "review", "replay", "home"
WAIT, REMATCH, RECORD, LEAVE = "wait", "rematch", "record", "leave"

OWN: Final = (AGAIN, SAME, SWAPPED, TODAY, REVIEW, REPLAY, HOME)
"""At a table of one's own, in this order;"""
GUESTS: Final = (AGAIN, WAIT, REMATCH, RECORD, REVIEW, LEAVE)
"""and at another one's."""


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
