"""What is kept beside a record, so that a match with seats elsewhere goes on where it stood: commands and tokens."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from herrlof.records.errors import RecordError
from herrlof.records.names import PROGRAM, Seat
from herrlof.records.storage import Storage, read_file, read_record
from herrlof.seats.program import Program, parse_command
from herrlof.seats.protocol import Token
from herrlof.table.table import Player, Table


class Web(BaseModel):
    """The door for browsers."""

    model_config = ConfigDict(frozen=True)

    address: str = "127.0.0.1"
    """Where it listens: this machine alone, unless another address was given."""
    port: int = 0
    """0: any that is free, and the same one afterwards."""
    url: str = ""
    """The address of a proxy that leads here, where there is one."""


class Doors(BaseModel):
    """The doors of a table: the one of this machine is always among them."""

    model_config = ConfigDict(frozen=True)

    group: str | None = None
    """The system's group that may come in at this machine; None: its owner alone."""
    web: Web | None = None
    """None: browsers do not come in."""


class Kept(BaseModel):
    """How the seats of a match come back to it."""

    model_config = ConfigDict(frozen=True)

    programs: dict[int, str] = {}
    """The commands of programs, by seat."""
    tokens: dict[int, Token] = {}
    """What a guest shows to get a seat again."""
    doors: Doors = Doors()
    """Which doors were open."""


def keep(storage: Storage, record: Path, what: Kept) -> None:
    """Keep it for this match, as far as the disk lets us."""
    with suppress(OSError):
        storage.replace(storage.beside(record), what.model_dump_json().encode())


def kept(storage: Storage, record: Path) -> Kept:
    """Return what is kept for a match; nothing where that cannot be read."""
    try:
        return Kept.model_validate_json(read_file(storage.beside(record)))
    except (RecordError, ValidationError):
        return Kept()


def keep_programs(storage: Storage, table: Table) -> None:
    """Keep the commands of the programs at a table, if there are any."""
    programs = {seat: shlex.join(player.command) for seat, player in table.players.items()}
    if programs:
        keep(storage, table.path, kept(storage, table.path).model_copy(update={"programs": programs}))


def kept_players(storage: Storage, record: Path) -> dict[int, Player]:
    """Return the programs of a match that is taken up again; RecordError where its record cannot be read."""
    programs = kept(storage, record).programs
    seats = read_record(record).header.seats if programs else []
    return players_of([Seat(seat.name, seat.bot, getattr(seat, "how", "")) for seat in seats], programs)


def players_of(seats: Sequence[Seat], programs: Mapping[int, str]) -> dict[int, Player]:
    """Return the programs by their seats; ValueError on a command that is none."""
    return {
        number: Program(parse_command(programs[number]), seat.name)
        for number, seat in enumerate(seats)
        if seat.how == PROGRAM and number in programs
    }
