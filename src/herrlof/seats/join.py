"""What a guest does at its own machine: the way to a table, the tokens of its seats, a record that it is given."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from herrlof.messages import _
from herrlof.records.errors import RecordError
from herrlof.records.lines import scan
from herrlof.records.models import parse
from herrlof.records.storage import SUFFIX, Storage, read_file
from herrlof.seats.remote import RemoteTable, Streams, connected
from herrlof.seats.visit import Visit
from herrlof.table.resume import replayed

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

    return RemoteTable(connect, None if watches else token, keeps_record=True, watches=watches)


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
    data = await table.record()
    found = scan(data)
    if found.damage is not None:
        raise ValueError(_("The record isn't whole."))
    try:
        record = parse(found.bodies, _("The host's record"))
        match = replayed(record)
    except RecordError as error:
        raise ValueError(str(error)) from None
    named = match.game_id, match.commitment
    if table.told_cut and match.cuts[table.seat : table.seat + 1] != (table.told_cut,):
        raise ValueError(_("The record holds a cut that isn't yours."))
    if named != (table.hello.game_id, table.commitment) or match.news(table.seat) != list(
        table.view(table.seat).events
    ):
        raise ValueError(_("The record is of a different match."))
    path = storage.games / f"{match.game_id}{SUFFIX}"
    if path.name != Path(path.name).name or match.game_id.startswith("."):
        raise ValueError(_("The record isn't whole."))
    if path.exists():
        return _("Checked, and among your matches already: {name}.", name=match.game_id)
    storage.replace(path, data)
    return _("Checked, and among your matches now: {name}.", name=match.game_id)
