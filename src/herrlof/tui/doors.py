"""The doors of who has files here: open for players elsewhere, and shut again with a word to the guests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from herrlof.records.storage import Storage

if TYPE_CHECKING:
    from herrlof.seats.host import Door, Host
    from herrlof.table.own import OwnTable


class OpenDoors:
    """The host of this program, as long as its doors are open."""

    def __init__(self, storage: Storage) -> None:
        """None is open."""
        self._storage = storage
        self.host: Host | None = None
        """Whose doors are open; None: all who play are here, or at another's table."""
        self._shut: Host | None = None
        """Whose doors were shut last."""

    def lead_to(self, table: OwnTable) -> bool:
        """Whether they are open for this table, or nobody has to come in there."""
        return not {*table.people} - {*table.here} or table.over or (self.host is not None and self.host.table is table)

    def open(self, table: OwnTable, cuts: bool) -> list[Door]:
        """Return the doors to a table that are to be opened; after a match of the same players they are open already.

        `cuts`: whether its cards are cut. DoorError says why that cannot be.
        """
        from herrlof.seats.doors import doors_of
        from herrlof.seats.host import Host

        if self.host is not None:
            self.host.play_on(table, cuts)
            return []
        host = Host(table, self._storage, cuts)
        doors = doors_of(host, self._storage)
        self.host = host
        return doors

    def shut(self, final: bool = False) -> None:
        """Send the guests away, and keep their seats, unless that is `final`."""
        host, self.host = self.host, None
        if host is not None:
            host.close(final)
            self._shut = host

    async def farewell(self) -> None:
        """Wait until the guests have been told."""
        if self._shut is not None:
            await self._shut.farewell()
