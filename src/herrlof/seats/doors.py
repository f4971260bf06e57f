"""The doors of who has files here: open for players elsewhere, and shut again with a word to the guests.

A face imports this as it starts: what opens doors is imported when one is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from herrlof.messages import _
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
        self._shut: list[Host] = []
        """Those whose doors were shut, and whose guests are still to be told."""

    def lead_to(self, table: OwnTable) -> bool:
        """Whether they are open for this table, or nobody has to come in there."""
        return not table.elsewhere or table.over or (self.host is not None and self.host.table is table)

    def open(self, table: OwnTable, cuts: bool) -> tuple[Host, list[Door]]:
        """Return who hosts a table, and its doors that are to be opened.

        After a match of the same players they are open already. `cuts`: whether its cards are cut. DoorError says why
        that cannot be.
        """
        from herrlof.seats.host import Host

        if self.host is not None:
            self.host.play_on(table, cuts)
            return self.host, []
        host = Host(table, self._storage, cuts)
        doors = doors_of(host, self._storage)
        self.host = host
        return host, doors

    def shut(self, final: bool = False) -> None:
        """Send the guests away, and keep their seats, unless that is `final`."""
        host, self.host = self.host, None
        if host is not None:
            host.close(final)
            self._shut.append(host)

    async def farewell(self) -> None:
        """Wait until the guests have been told, also those who are being told just now."""
        for host in [*self._shut]:
            await host.farewell()
        self._shut.clear()


def doors_of(host: Host, storage: Storage) -> list[Door]:
    """Return the doors of a host's table, as they were asked for or were open before, still shut.

    DoorError says why one cannot be opened here.
    """
    from herrlof.seats.host import DoorError
    from herrlof.seats.local import LocalDoor
    from herrlof.seats.seat_store import load_seats

    asked = load_seats(storage, host.table.path).doors
    doors: list[Door] = [LocalDoor(host, asked.group, asked.name)]
    if asked.ssh is not None:
        try:
            from herrlof.seats.ssh import SshDoor
        except ImportError:
            raise DoorError(_("ssh needs another package here: pip install 'herrlof[ssh]'.")) from None
        doors.append(SshDoor(host, storage, asked.ssh))
    if asked.web is not None:
        try:
            from herrlof.seats.web import WebDoor
        except ImportError:
            raise DoorError(_("Browsers need another package here: pip install 'herrlof[web]'.")) from None
        doors.append(WebDoor(host, storage, asked.web))
    return doors
