"""Who watches a table: all are told the same, what is public, each line of it is written once, and nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from herrlof.game import NOBODY
from herrlof.messages import _
from herrlof.running import monotonic
from herrlof.seats.codec import update_lines
from herrlof.seats.guest import GuestLine
from herrlof.seats.protocol import ProtocolError, written
from herrlof.table.own import OwnTable
from herrlof.table.teller import Teller, company
from herrlof.table.updates import Stood, Update
from herrlof.table.view import Stop

ONLOOKERS: Final = 16
"""So many may watch."""
COMING: Final = 2
"""So many of them may be on their way at once: each brings a program with it, which this machine starts."""
COUNTED_SECONDS: Final = 1.0
"""How often everybody is told how many watch, at most."""


class Gallery:
    """Who watches at a table, match after match."""

    def __init__(self, table: OwnTable, record_hash: Callable[[], str | None], changed: Callable[[], object]) -> None:
        """Begin empty. `record_hash`: that of the finished record; `changed`: so many watch now."""
        self.here: set[GuestLine] = set()
        self.coming = 0
        """How many are on their way with a program of their own."""
        self._table, self._record_hash, self._changed = table, record_hash, changed
        self._teller = Teller()
        """What all who are here have been told."""
        self._counting: asyncio.TimerHandle | None = None
        self._counted = 0.0
        self._closed = False

    def check_room(self) -> None:
        """ProtocolError: nobody else may come now."""
        if len(self.here) + self.coming >= ONLOOKERS:
            raise ProtocolError(_("There's no room for another onlooker."))

    def check_coming(self) -> None:
        """ProtocolError: nobody else may come now who brings a program with it."""
        self.check_room()
        if self.coming >= COMING:
            raise ProtocolError(_("Others are coming to watch: try again in a moment."))

    def come(self, onlooker: GuestLine, began: bool) -> None:
        """Let somebody in; one who comes late is told what all others have been told."""
        self.here.add(onlooker)
        if began and (stop := self._table.standing) is not None:
            self._teller = Teller()
            onlooker.write(self._written(*company(self._table), *self._stand(stop)))
        self._count()

    def go(self, onlooker: GuestLine) -> None:
        """Take note that somebody has gone."""
        if onlooker in self.here:
            self.here.remove(onlooker)
            self._count()

    def begin(self) -> None:
        """Tell where the table stands, to which all have come."""
        for onlooker in [*self.here]:
            self.come(onlooker, began=True)

    def end(self, table: OwnTable) -> list[GuestLine]:
        """Go on at the table of another match, to which nobody has come yet; return who watched the one before."""
        those = [*self.here]
        self.here.clear()
        self._table, self._teller = table, Teller()
        return those

    def heed(self, update: Update) -> None:
        """Tell on what the table tells."""
        if self.here:
            self.tell(*(self._stand(update.stop) if isinstance(update, Stood) else [update]))

    def _stand(self, stop: Stop) -> Iterator[Update]:
        return self._teller.stand(self._table, NOBODY, stop, self._record_hash)

    def tell(self, *told: Update) -> None:
        """Tell all of them; who reads too little is sent away."""
        data = self._written(*told)
        for onlooker in [*self.here]:
            onlooker.write(data)

    def _written(self, *told: Update) -> bytes:
        return b"".join(self._lines(told))

    def _lines(self, told: Iterable[Update]) -> Iterator[bytes]:
        for update in told:
            yield from map(written, update_lines(self._table.game, update))

    def _count(self) -> None:
        """Tell the table how many watch, but not too often: they may come and go without end."""
        if self._counting is None and not self._closed:
            wait = max(0.0, self._counted + COUNTED_SECONDS - monotonic())
            self._counting = asyncio.get_running_loop().call_later(wait, self._tell_count)

    def _tell_count(self) -> None:
        self._counting, self._counted = None, monotonic()
        if self._table.watching != len(self.here):
            self._table.note_watching(len(self.here))
        self._changed()

    def close(self) -> None:
        """Count nobody any more."""
        self._closed = True
        if self._counting is not None:
            self._counting.cancel()
