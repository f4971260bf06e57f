"""A match that is over, at both ends of a line: its record, and how the host's machine judges it for its guests.

It does so in one process and once for all who look at the same time; each is told what is found as it is found.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from herrlof.messages import _
from herrlof.packages import blamed
from herrlof.records.errors import RecordError
from herrlof.records.lines import scan
from herrlof.records.models import parse
from herrlof.records.storage import Storage
from herrlof.seats.visit import Visit
from herrlof.table.resume import replayed
from herrlof.table.updates import Reviewed

if TYPE_CHECKING:
    from herrlof.coach.review import Review
    from herrlof.records.models import Record


class Finished:
    """A match that is over, as its host has it for guests."""

    def __init__(self, storage: Storage, path: Path, record: bytes) -> None:
        """Take the record of a file."""
        self.record = record
        self._storage, self._path = storage, path
        self._made: asyncio.Task[Review] | None = None
        self._wanted = 0
        """How many want it judged."""
        self._judging: asyncio.Task[bool] | None = None
        self._change = asyncio.Event()

    async def judged(self) -> AsyncGenerator[Reviewed]:
        """Yield what is found, from the beginning, until all is; it is judged for as long as somebody wants that.

        RecordError and ReviewRefused say why there is no review.
        """
        if self._made is None:  # aside: a match that is played again move by move holds others up
            self._made = asyncio.ensure_future(asyncio.to_thread(self._make))
        review, decisions, luck, tried = await asyncio.shield(self._made), 0, 0, False
        self._wanted += 1
        try:
            while True:
                change = self._change
                judged, changes = review.found(decisions, luck)
                for one in judged:
                    yield Reviewed([one])
                if changes:
                    yield Reviewed(luck=changes)
                decisions, luck = decisions + len(judged), luck + len(changes)
                if judged or changes:
                    continue
                if self._judging is None:
                    if review.done:
                        return
                    if tried and review.trouble is not None:
                        yield Reviewed(trouble=review.trouble)
                        return
                    self._judging = asyncio.ensure_future(review.run(self._tell, processes=1))
                    self._judging.add_done_callback(partial(self._ended, review))
                tried = True
                await change.wait()
        finally:
            self._wanted -= 1
            if not self._wanted and self._judging is not None:
                self._judging.cancel()

    def _make(self) -> Review:
        from herrlof.coach.review import Review

        return Review(_parsed(self.record), self._storage, self._path)

    def _tell(self) -> None:
        change, self._change = self._change, asyncio.Event()
        change.set()

    def _ended(self, review: Review, judging: asyncio.Task[bool]) -> None:
        self._judging = None
        if not judging.cancelled() and (error := judging.exception()) is not None:
            review.trouble = (isinstance(error, Exception) and blamed(error)) or _("Nothing was judged.")
        self._tell()


def _parsed(data: bytes) -> Record:
    """Return the record of a file; RecordError where it is none, ValueError where it is not whole."""
    found = scan(data)
    if found.damage is not None:
        raise ValueError(_("The record isn't whole."))
    return parse(found.bodies, _("The host's record"))


async def finished_record(table: Visit) -> Record:
    """Return the finished record of a table, checked.

    ValueError says what is wrong with it: that it is none, or of another match than this end was told of.
    """
    try:
        record = _parsed(await table.record())
        match = replayed(record)
    except RecordError as error:
        raise ValueError(str(error)) from None
    if table.told_cut and match.cuts[table.seat : table.seat + 1] != (table.told_cut,):
        raise ValueError(_("The record holds a cut that isn't yours."))
    told = [*table.view(table.seat).events]
    if (match.game_id, match.commitment) != (table.hello.game_id, table.commitment) or match.news(table.seat) != told:
        raise ValueError(_("The record is of a different match."))
    return record
