"""The review of a match that was played at another's table, at the end of who was a guest there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from herrlof.coach.review import Review
from herrlof.seats.finished import finished_record
from herrlof.seats.visit import Visit
from herrlof.table.updates import Gone, Mended, Reviewed, Update

if TYPE_CHECKING:
    from herrlof.records.models import Record


class GuestReview(Review):
    """The review of a match at another's table, whose machine judges it."""

    def __init__(self, record: Record, table: Visit) -> None:
        """Begin with the finished record of a table."""
        super().__init__(record)
        self._table, self._seat = table, table.seat

    @property
    def reader(self) -> int:
        """This end's seat."""
        return self._seat

    @property
    def here(self) -> Sequence[int]:
        """This end's seat: what the record calls here is the host's keyboard."""
        return [self._seat]

    async def run(
        self, on_update: Callable[[], object] = lambda: None, alone: int | None = None, processes: int = 0
    ) -> bool:
        """Have it judged; tell each time that something is. False: see `trouble`."""
        table, change = self._table, asyncio.Event()
        self.trouble = table.ended or None

        def heed(update: Update) -> None:
            match update:
                case Reviewed(decisions, luck, trouble):
                    self.take(decisions, luck)
                    self.trouble = trouble or None
                case Gone(why):
                    self.trouble = why
                case Mended():
                    table.want_review(True)
                case _:
                    return
            on_update()
            change.set()

        deaf = table.listen(heed)
        try:
            if not (self.done or self.trouble):
                table.want_review(True)
            while not (self.done or self.trouble):
                change.clear()
                await change.wait()
        finally:
            deaf()
            if not (self.done or table.ended):
                table.want_review(False)
        return self.trouble is None


async def review_at(table: Visit) -> GuestReview:
    """Return the review of the match that is over at a table; ValueError says why there is none."""
    return GuestReview(await finished_record(table), table)
