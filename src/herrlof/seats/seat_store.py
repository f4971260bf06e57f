"""What is kept beside a record, so that a match with seats elsewhere goes on where it stood: commands and tokens."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from socket import AF_INET, AF_INET6, SOCK_DGRAM, gethostname, socket
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from herrlof.messages import _
from herrlof.records.errors import RecordError
from herrlof.records.names import PROGRAM, Seat
from herrlof.records.storage import Storage, read_file, read_record
from herrlof.seats.program import Program, parse_command
from herrlof.seats.protocol import Token
from herrlof.table.own import OwnTable
from herrlof.table.player import Player

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - only who asks for it listens there
"""The addresses that stand for all of this machine."""


class Ssh(BaseModel):
    """The door for ssh: where it waits."""

    model_config = ConfigDict(frozen=True)

    address: str = "127.0.0.1"
    port: int = 8022


class Back(BaseModel):
    """What brings a guest back who came by ssh."""

    model_config = ConfigDict(frozen=True)

    code: str
    keys: list[str] = []
    """The fingerprints of its public keys."""


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

    name: str = ""
    """What the one of this machine is called, the same for all matches of a sitting; nothing: as the record."""
    group: str | None = None
    """The system's group that may come in at this machine; None: its owner alone."""
    ssh: Ssh | None = None
    """The door for ssh; None: it is shut."""
    web: Web | None = None
    """None: browsers do not come in."""
    watch: bool = False
    """Whether onlookers may come in, who take no seat."""


class StoredSeats(BaseModel):
    """How the seats of a match come back to it."""

    model_config = ConfigDict(frozen=True)

    programs: dict[int, str] = {}
    """The commands of programs, by seat."""
    tokens: dict[int, Token] = {}
    """What a guest shows to get a seat again."""
    back: dict[int, Back] = {}
    """What brings guests back by ssh, by seat."""
    doors: Doors = Doors()
    """Which doors were open."""
    watch_token: Token | None = None
    """What lets onlookers in."""


def clean_address(text: str) -> str:
    """Return the address that somebody named for a door, this machine alone where none was; ValueError: it is none."""
    found = text.strip() or "127.0.0.1"
    try:
        ip_address(found)
    except ValueError:
        raise ValueError(_("An address is numbers, as in 192.168.1.7, not {found!r}.", found=found)) from None
    return found


def reachable(address: str) -> str:
    """Return by what others reach a door at an address; at all of them by that of the way out, or this machine's name.

    Nothing is sent for that.
    """
    if address not in EVERYWHERE:
        return address
    family, other = (AF_INET6, "2001:db8::1") if ":" in address else (AF_INET, "192.0.2.1")
    with suppress(OSError), socket(family, SOCK_DGRAM) as way:
        way.connect((other, 9))
        return str(way.getsockname()[0])
    return gethostname()


def ssh_door(address: str, port: int | None = None) -> Ssh:
    """Return the door that an address and a port name, as far as they do; ValueError: they name none."""
    where = Ssh(address=clean_address(address), port=Ssh().port if port is None else port)
    if not 1 <= where.port < 1 << 16:
        raise ValueError(_("A port goes from 1 to 65535, not {n}.", n=where.port))
    return where


def save_seats(storage: Storage, record: Path, what: StoredSeats) -> None:
    """Keep it for this match, as far as the disk lets us."""
    with suppress(OSError):
        storage.replace(storage.beside(record), what.model_dump_json().encode())


def load_seats(storage: Storage, record: Path) -> StoredSeats:
    """Return what is kept for a match; nothing where that cannot be read."""
    try:
        return StoredSeats.model_validate_json(read_file(storage.beside(record)))
    except (RecordError, ValidationError):
        return StoredSeats()


def keep_programs(storage: Storage, table: OwnTable) -> None:
    """Keep the commands of the programs at a table, if there are any."""
    programs = {seat: shlex.join(player.command) for seat, player in table.players.items()}
    if programs:
        save_seats(storage, table.path, load_seats(storage, table.path).model_copy(update={"programs": programs}))


def kept_players(storage: Storage, record: Path) -> dict[int, Player]:
    """Return the programs of a match that is taken up again; RecordError where its record cannot be read."""
    programs = load_seats(storage, record).programs
    seats = read_record(record).header.seats if programs else []
    return players_of([Seat(seat.name, seat.bot, getattr(seat, "how", "")) for seat in seats], programs)


def players_of(seats: Sequence[Seat], programs: Mapping[int, str]) -> dict[int, Player]:
    """Return the programs by their seats; ValueError on a command that is none."""
    return {
        number: Program(parse_command(programs[number]), seat.name)
        for number, seat in enumerate(seats)
        if seat.how == PROGRAM and number in programs
    }
