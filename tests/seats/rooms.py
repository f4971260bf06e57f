"""A host's table and guests at its door, in one process."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.records.storage import Storage
from herrlof.seats.host import Host
from herrlof.seats.local import LocalDoor
from herrlof.seats.program import Program
from herrlof.seats.remote import RemoteTable
from herrlof.table.connection import MomentKind
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment
from herrlof.table.table import Table

NAMES = ("Anna", "Ben", "Cleo", "Dag", "Eir", "Finn")
SHORT: dict[str, dict[str, Any]] = {"herrlof": {"goal": 1}, "how-ruck": {"goal": 1}, "herfor": {"size": 5}}
"""Options of short matches."""

TALK = """
import hashlib, json, sys

def told(events, said):
    return json.dumps([events, said["observation"], said["legal"]], sort_keys=True).encode()

def chosen(question, legal):
    return legal[int(hashlib.sha256(question).hexdigest(), 16) % len(legal)]
"""
"""How a question is put in bytes, and answered: by Python's own library alone, in this process and in the program."""
SEAT = (
    TALK
    + """
hello = sys.stdin.readline()
print(json.dumps({"type": "hello", "protocol": json.loads(hello)["protocol"]}), flush=True)
events = []
with open(sys.argv[1], "wb") as log:
    log.write(hello.encode())
    for line in sys.stdin:
        log.write(line.encode())
        log.flush()
        said = json.loads(line)
        if said["type"] == "events":
            events[said["start"]:] = said["events"]
        elif said["type"] == "ask":
            do = chosen(told(events, said), said["legal"])
            print(json.dumps({"type": "move", "id": said["id"], "do": do}), flush=True)
"""
)


def logged(log: Path) -> Program:
    """Return a program that plays, and keeps each line that it is told."""
    script = log.with_suffix(".py")
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(SEAT)
    return Program([sys.executable, "-S", str(script), str(log)], "P", 60)


def together(storage: Storage, key: str, guests: int = 1, bots: int = 0, **options: Any) -> Table:
    """Return a table for Anna, guests elsewhere and bots."""
    seats = [Seat("Anna"), *[Seat(NAMES[n + 1], None, ELSEWHERE) for n in range(guests)]]
    seats += [Seat(f"Bot {n}", "random") for n in range(bots)]
    table = Table.new(storage, GAMES[key], seats, **{**SHORT.get(key, {}), **options})
    table.pace = 0
    return table


@asynccontextmanager
async def hosted(table: Table, storage: Storage, cuts: bool = False) -> AsyncIterator[tuple[Host, LocalDoor]]:
    """Open the door of this machine, and shut it with the test."""
    host = Host(table, storage, cuts)
    door = LocalDoor(host)
    await door.open()
    host.doors.append(door)
    try:
        yield host, door
    finally:
        host.close()
        table.close()


def at(door: LocalDoor, token: str | None = None) -> RemoteTable:
    """Return a guest's end of a table, that has not gone there yet."""

    async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_unix_connection(str(door.path), limit=1 << 16)

    return RemoteTable(connect, token)


async def seated(door: LocalDoor, *, token: str | None = None, cut: str = "") -> RemoteTable:
    """Return a guest who has sat down."""
    guest = at(door, token)
    await guest.open()
    guest.sit(cut)
    return guest


def told(end: RemoteTable, kind: type[Any]) -> asyncio.Event:
    """Return what is set when a guest's end is told an update of a kind."""
    heard = asyncio.Event()
    end.listen(lambda update: heard.set() if isinstance(update, kind) else None)
    return heard


async def until(true: Any) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.002)


async def begun(host: Host) -> None:
    """Begin the match as soon as everybody has sat down."""
    await until(lambda: not host.awaited)
    host.begin()


async def play(table: Any, seats: Sequence[int], rng: Random, most: int = 10_000) -> list[Moment]:
    """Play seats of a table by chance, here or elsewhere, to the end or for so many questions."""
    keyboard, moments = Keyboard(table, seats), list[Moment]()
    while True:
        moment = await keyboard.next()
        moments.append(moment)
        if moment.kind is MomentKind.MATCH_END:
            return moments
        if moment.kind is MomentKind.ASK:
            if not most:
                return moments
            most -= 1
            keyboard.play(rng.choice(moment.view.legal))


async def self_timed(times: int) -> float:
    """Return the longest but two that others on this loop worked at a stretch, in seconds of the processor.

    Two may have been the machine's own; what somebody sends without an end is in more of them.
    """
    stretches = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(times):
            start = time.thread_time()
            await asyncio.sleep(0.002)
            stretches.append(time.thread_time() - start)
    finally:
        gc.enable()
    return sorted(stretches)[-3]


async def pour(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Send as much as the other end takes, piece by piece."""
    for start in range(0, len(data), 1 << 15):
        writer.write(data[start : start + (1 << 15)])
        await writer.drain()
