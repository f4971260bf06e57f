"""What a guest does at its own machine: the way to a table, the tokens of its seats, a record that it is given."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from herrlof.messages import _
from herrlof.records.errors import RecordError
from herrlof.records.storage import SUFFIX, Storage, read_file
from herrlof.seats.finished import finished_record
from herrlof.seats.remote import RemoteTable, Streams, connected
from herrlof.seats.visit import Visit

MOST: Final = 50
"""Tokens that are kept; older ones are forgotten."""


def table_over(streams: Streams, token: str | None, watches: bool = False) -> Visit:
    """Return the end of a table behind a line that is open already, and cannot be had again."""

    async def connect() -> Streams:
        return streams

    return RemoteTable(connect, token, comes_back=False, watches=watches)


def table_at(path: Path, token: str | None = None, watches: bool = False) -> Visit:
    """Return the end of a table behind a socket of this machine; nobody has gone there yet."""

    async def connect() -> Streams:
        return await connected(str(path))

    return RemoteTable(connect, None if watches else token, watches=watches)


class Joined:
    """The tokens of the seats that were taken from here, by the paths of their tables."""

    def __init__(self, storage: Storage) -> None:
        """Use this user's folder."""
        self._storage = storage
        self._path = storage.data / "joined.json"

    def _read(self) -> dict[str, str]:
        with suppress(RecordError, ValueError, RecursionError):
            found = json.loads(read_file(self._path))
            if isinstance(found, dict) and all(isinstance(token, str) for token in found.values()):
                return found
        return {}

    def token(self, path: Path) -> str | None:
        """Return the token of the seat at a table; None where there was none."""
        return self._read().get(str(path))

    def keep(self, path: Path, token: str | None) -> None:
        """Keep the token of a seat, as far as the disk lets us."""
        if token is None:
            return
        found = {**self._read(), str(path): token}
        with suppress(OSError):
            self._storage.replace(self._path, json.dumps(dict(list(found.items())[-MOST:])).encode())


async def keep_record(storage: Storage, table: Visit) -> str:
    """Check the finished record of a table, keep it among the own matches, and say where.

    ValueError says what is wrong with it: that it is none, or of another match than this end was told of.
    """
    name = (await finished_record(table)).header.id
    path = storage.games / f"{name}{SUFFIX}"
    if path.name != Path(path.name).name or name.startswith("."):
        raise ValueError(_("The record isn't whole."))
    if path.exists():
        return _("Checked, and among your matches already: {name}.", name=name)
    storage.replace(path, await table.record())
    return _("Checked, and among your matches now: {name}.", name=name)
