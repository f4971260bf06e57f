"""A table whose doors strangers can reach: what floods cost an honest guest, and who is let in meanwhile.

    python benchmarks/doors.py --seconds 20        # a round of each attack; an hour: --seconds 450

The host, the attackers and the honest ones are processes of their own on one machine, and all come from 127.0.0.1: that
is the worst place to be honest at, as half of each door's places are for other addresses. Needs the extras ssh and web.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import aiohttp
import asyncssh

from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.records.storage import Storage
from herrlof.seats import protocol
from herrlof.seats.host import Host
from herrlof.seats.local import LocalDoor
from herrlof.seats.seat_store import Ssh, Web
from herrlof.seats.ssh import SshDoor
from herrlof.seats.web import WebDoor
from herrlof.table.table import Table

PING_SECONDS = 0.05
"""Between two questions of the honest guest; a seat may say 40 lines a second."""
KNOCK_SECONDS = 2.0
"""Between two honest newcomers at each door."""
QUIET: dict[str, Any] = {"known_hosts": None, "client_keys": None, "agent_path": None}


async def host() -> None:
    """Open a table with all doors, and say where they are."""
    storage = Storage()
    seats = [Seat("Anna"), *(Seat(name, None, ELSEWHERE) for name in ("Ben", "Cleo"))]
    table = Table.new(storage, GAMES["herald"], seats)
    found = Host(table, storage)
    ssh, web, local = SshDoor(found, storage, Ssh(port=0)), WebDoor(found, storage, Web()), LocalDoor(found)
    wrong = await found.open([local, ssh, web])
    if wrong:
        raise SystemExit("\n".join(wrong))
    port = int(ssh.command.split()[2])
    where = {
        "local": str(local.path),
        "ssh": port,
        "link": web.way(1),
        "token": found.reservations.token(1),
        "code": ssh.code(2),
    }
    print(json.dumps(where), flush=True)
    await asyncio.Event().wait()


# Attackers


async def stays(port: int, said: bytes) -> None:
    """Come, say little, and stay until sent away."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    with suppress(OSError):
        while await reader.read(1 << 12):
            pass
    writer.transport.abort()
    await asyncio.sleep(0.1)


async def churns(port: int, said: bytes) -> None:
    """Come, say something, and go."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    await reader.read(1)
    writer.transport.abort()


async def guesses(port: int, _said: bytes) -> None:
    """Try codes, as fast as they are answered."""
    async with asyncssh.connect("127.0.0.1", port, password="no-such-code", **QUIET):  # noqa: S106 - a wrong one
        pass


ATTACKS: dict[str, tuple[str, int, Callable[[int, bytes], Awaitable[None]], bytes]] = {
    "none": ("ssh", 0, stays, b""),
    "200 silent by ssh": ("ssh", 200, stays, b""),
    "garbage by ssh": ("ssh", 20, stays, os.urandom(1 << 16)),
    "8 guess codes": ("ssh", 8, guesses, b""),
    "churn by ssh": ("ssh", 8, churns, b"SSH-2.0-none\r\n"),
    "200 silent browsers": ("web", 200, stays, b""),
    "200 ask for nothing": ("web", 200, stays, b"GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "churn of browsers": ("web", 8, churns, b"GET /static/page.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
}


async def attack(name: str, ports: dict[str, int]) -> None:
    """Attack until killed."""
    door, many, way, said = ATTACKS[name]

    async def again() -> None:
        while True:
            with suppress(OSError, asyncssh.Error, asyncio.IncompleteReadError):
                await way(ports[door], said)
            await asyncio.sleep(0.002)

    await asyncio.gather(*(again() for _ in range(many)), asyncio.Event().wait())


# The honest ones


async def pings(path: str, token: str, seconds: float) -> list[float]:
    """Sit at the table as a guest for so long, and return how long each answer took."""
    until = monotonic() + seconds
    reader, writer = await asyncio.open_unix_connection(path)
    said = protocol.SeatHello(
        protocol=protocol.PROTOCOL, rules={"herald": GAMES["herald"].version}, face=True, token=token
    )
    writer.write(protocol.written(said))
    waits = []
    while monotonic() < until:
        begun = monotonic()
        writer.write(protocol.written(protocol.Ping()))
        while json.loads(await reader.readline())["type"] != "pong":
            pass
        waits.append(monotonic() - begun)
        await asyncio.sleep(PING_SECONDS)
    writer.close()
    return waits


async def knocks(come: Callable[[], Awaitable[None]], until: float) -> tuple[list[float], int]:
    """Come again and again; return how long it took to be let in, and how often one was not."""
    waits, shut = list[float](), 0
    while monotonic() < until:
        begun = monotonic()
        try:
            async with asyncio.timeout(30):
                await come()
            waits.append(monotonic() - begun)
        except (OSError, TimeoutError, asyncssh.Error, aiohttp.ClientError):
            shut += 1
        await asyncio.sleep(KNOCK_SECONDS)
    return waits, shut


def told(waits: list[float], scale: float) -> str:
    """Return the median, the 99th of a hundred, and the longest."""
    ordered = sorted(waits) or [float("nan")]
    return " ".join(
        f"{ordered[min(len(ordered) - 1, int(len(ordered) * part))] * scale:7.2f}" for part in (0.5, 0.99, 1)
    )


async def measure(where: dict[str, Any], seconds: float) -> str:
    """Be honest for so long, and tell how that went."""
    until = monotonic() + seconds

    async def by_code() -> None:
        async with asyncssh.connect("127.0.0.1", where["ssh"], password=where["code"], **QUIET):
            pass

    async def by_link() -> None:
        async with aiohttp.ClientSession() as session, session.get(where["link"]) as page:
            page.raise_for_status()

    guest = await asyncio.create_subprocess_exec(  # of its own: who comes by ssh has much to reckon
        sys.executable, __file__, "--be", json.dumps(["guest", where["local"], where["token"], seconds]), stdout=PIPE
    )
    (codes, no_codes), (links, no_links) = await asyncio.gather(knocks(by_code, until), knocks(by_link, until))
    waits = json.loads((await guest.communicate())[0])
    let_in = f"{told(codes, 1)}  {no_codes:4d}  {told(links, 1)}  {no_links:4d}"
    return f"{told(waits, 1000)}  {let_in}"


def memory(process: int) -> int:
    """Return how much a process holds, in MiB."""
    return int(subprocess.check_output(["/bin/ps", "-o", "rss=", "-p", str(process)])) >> 10


def main() -> None:
    """Run a round of each attack, and print what it cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each attack")
    parser.add_argument("--attack", choices=list(ATTACKS), action="append", help="this one alone; may be repeated")
    parser.add_argument("--be", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.be == "host":
        asyncio.run(host())
    elif options.be:
        who, *about = json.loads(options.be)
        if who == "guest":
            print(json.dumps(asyncio.run(pings(*about))))
            return
        asyncio.run(attack(who, *about))
    with tempfile.TemporaryDirectory(prefix="h", dir="/tmp") as folder:
        places = {f"HERRLOF_{name}_DIR": f"{folder}/{name}" for name in ("DATA", "CONFIG", "RUNTIME")}
        own, surroundings = [sys.executable, __file__, "--be"], {**os.environ, **places}
        table = subprocess.Popen([*own, "host"], env=surroundings, stdout=subprocess.PIPE)
        try:
            assert table.stdout is not None
            where = json.loads(table.stdout.readline())
            ports = {"ssh": where["ssh"], "web": int(where["link"].split(":")[2].split("/")[0])}
            print("each: median, 99 of 100, longest; then how often somebody was not let in")
            print(f"{'':22}{'a guest waits, ms':>25}  {'by its code, s':>29}  {'by its link, s':>29}   MiB")
            for name in options.attack or ATTACKS:
                attackers = subprocess.Popen([*own, json.dumps([name, ports])], stderr=subprocess.DEVNULL)
                try:
                    text = asyncio.run(measure(where, options.seconds))
                finally:
                    attackers.kill()
                    attackers.wait()
                print(f"{name:22}{text}  {memory(table.pid):4d}", flush=True)
        finally:
            table.kill()
            table.wait()


if __name__ == "__main__":
    main()
