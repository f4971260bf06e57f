"""The doors of a table, as they were asked for or were open before."""

from __future__ import annotations

from herrlof.messages import _
from herrlof.records.storage import Storage
from herrlof.seats.host import Door, DoorError, Host
from herrlof.seats.kept import kept
from herrlof.seats.local import LocalDoor


def doors_of(host: Host, storage: Storage) -> list[Door]:
    """Return the doors of a host's table, still shut; DoorError says why one cannot be opened here."""
    asked = kept(storage, host.table.path).doors
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
