"""What a seat that is elsewhere has been told of a match, and what tells it the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from herrlof.game import NOBODY, Event
from herrlof.table.connection import Connection
from herrlof.table.own import OwnTable
from herrlof.table.updates import (
    Choosing,
    Clocks,
    EndWanted,
    Happened,
    Over,
    Stood,
    StoodIn,
    Update,
    Watching,
    WentAway,
)
from herrlof.table.view import MomentKind, Stop, View


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

    def stand(self, table: OwnTable, seat: int, stop: Stop, record_hash: Callable[[], str | None]) -> Iterator[Update]:
        """Yield what a seat is told where the table stands: what has happened since, and what it may do."""
        view = table.view(seat)
        yield from self.news(view)
        yield Stood(table.number, stop, view, table.scores)
        if stop.kind is MomentKind.MEASURE:
            if seat != NOBODY:
                yield Choosing(table.turn(seat))
            yield Clocks([table.readings.get(number) for number in range(len(table.seats))])
        if stop.kind is MomentKind.MATCH_END:
            yield Over(table.result, record_hash())


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
