"""What a seat that is elsewhere has been told of a match, and what tells it the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from herrlof.game import Event
from herrlof.table.connection import Connection
from herrlof.table.updates import EndWanted, Happened, StoodIn, Update, Watching, WentAway
from herrlof.table.view import View


class Teller:
    """What one seat has been told of a match."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._told: Sequence[Event] = ()

    def news(self, view: View) -> Iterator[Happened]:
        """Yield what happened since the last time; what was undone since is told anew."""
        events, told = view.events, self._told
        start = next(
            (n for n, (now, before) in enumerate(zip(events, told, strict=False)) if now != before),
            min(len(events), len(told)),
        )
        self._told = list(events)
        if start < max(len(events), len(told)):
            yield Happened(start, events[start:])


def company(table: Connection) -> Iterator[Update]:
    """Yield who is away, who plays for them, and who wants an end, for somebody who has only come."""
    away = table.away
    for seat, seconds in away.seconds.items():
        yield WentAway(seat, seconds)
    for seat in sorted({*away.stand_ins, *away.votes}):
        yield StoodIn(seat, away.stand_ins.get(seat), away.votes.get(seat, frozenset()))
    if table.watching:
        yield Watching(table.watching)
    if table.end_wanted:
        yield EndWanted(table.end_wanted)
