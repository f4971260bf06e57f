"""Every way in which a visit may end, at every door: what it held is free, and its player is let in again at once."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import asyncssh
import pytest
from aiohttp import web

from herrlof.game import IllegalAction
from herrlof.records.storage import Storage
from herrlof.seats import protocol
from herrlof.seats.codes import Codes
from herrlof.seats.guest import GuestLine
from herrlof.seats.guest_process import Allowance
from herrlof.seats.host import Host
from herrlof.seats.seat_store import Ssh
from herrlof.seats.ssh import Session, SshDoor
from herrlof.seats.web import WebDoor, _Visit
from herrlof.table.table import Table
from tests.disks import FastDisk
from tests.seats.rooms import at, hosted, together, until
from tests.seats.visitor import Visitor, served
from tests.tiers import later

SEAT = """
import json, os, socket, sys, threading, time
line = socket.socket(fileno=int(sys.argv[-1])).makefile("rwb")
told = json.loads(line.readline())
hello = {"type": "hello", "protocol": 2, "face": True, "rules": {"herald": 1}, "token": told["token"]}
line.write(json.dumps(hello).encode() + b"\\n")
line.flush()
line.readline()
if told["browser"]:
    print("__GANGLION__", flush=True)
else:
    print("seated", told["back"], flush=True)
threading.Thread(target=lambda: (line.read(), os._exit(0)), daemon=True).start()
frame = b"x" * 4096
if told["browser"]:
    frame = b"D" + len(frame).to_bytes(4, "big") + frame
while word := os.read(0, 4096):
    if b"end" in word:
        os._exit(0)
    if b"broken" in word:
        os._exit(3)
    while b"pour" in word:
        os.write(1, frame)
    if b"draw" in word:
        os.write(1, frame)
"""
"""A guest's program without a screen: it takes its seat, and does what it is told."""


@pytest.fixture
def files() -> Storage:
    return Storage(disk=FastDisk())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait at a gate, and start a program without a screen."""
    monkeypatch.setattr("herrlof.seats.ssh.APART", 0)
    monkeypatch.setattr("herrlof.seats.ssh.WRONG_SECONDS", 0)
    monkeypatch.setattr("herrlof.seats.guest_process.command_of", lambda module: [sys.executable, "-S", "-c", SEAT])


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The programs of guests that were started."""
    import herrlof.seats.guest_process as seat

    found: list[Process] = []
    start = seat.start

    async def noted(*words: Any, **more: Any) -> Process:
        found.append(await start(*words, **more))
        return found[-1]

    for door in ("web", "ssh"):
        monkeypatch.setattr(f"herrlof.seats.{door}.start", noted)
    return found


async def soon(true: Callable[[], object]) -> None:
    """Wait until something is so: a second, or a little more where a machine has much to do."""
    async with asyncio.timeout(4):
        while not true():
            await asyncio.sleep(0.005)


# By a link


async def cut(ben: Visitor) -> None:
    """Lose the line, without a word."""
    response = ben.line._response
    assert response.connection is not None
    transport = response.connection.transport
    assert transport is not None
    transport.abort()


WEB_ENDS: dict[str, Callable[[Visitor, WebDoor, Process], Awaitable[object]]] = {
    "the page is closed": lambda ben, door, program: ben.line.close(),
    "the line is lost": lambda ben, door, program: cut(ben),
    "the program is killed": lambda ben, door, program: _async(program.kill),
    "the program ends": lambda ben, door, program: ben.say("stdin", "end"),
    "the program breaks": lambda ben, door, program: ben.say("stdin", "broken"),
    "nonsense": lambda ben, door, program: ben.say("what"),
    "too much": lambda ben, door, program: _many(ben),
    "another place": lambda ben, door, program: _async(lambda: door._host.guests[1].drop("Taken.", final=True)),
}


async def _async(do: Callable[[], object]) -> None:
    do()


async def _many(ben: Visitor) -> None:
    with suppress(ConnectionError):
        for _ in range(3):
            await ben.say("stdin", "x" * 60_000)


async def is_let_in(host: Host, door: WebDoor, link: str) -> None:
    """Come by a link again, and have its seat within a second."""
    before = host.guests.get(1)
    async with Visitor(link):
        await soon(lambda: host.guests.get(1) not in (None, before))
    await soon(lambda: not door._visits and not host.guests)
    await soon(lambda: not door.lines and not door.strangers.here and not door.known.here)


@pytest.mark.parametrize("how", later(WEB_ENDS, now=["the line is lost", "the program is killed", "too much"]))
async def test_however_a_visit_ends_its_link_lets_in_again(how: str, files: Storage, programs: list[Process]) -> None:
    async with served(together(files, "herald"), files) as (host, door):
        async with Visitor(door.way(1)) as ben:
            await soon(lambda: host.guests)
            await WEB_ENDS[how](ben, door, programs[0])
            await soon(lambda: not door._visits)
            await soon(lambda: programs[0].returncode is not None)
        await is_let_in(host, door, door.way(1))


ERRORS = (
    ConnectionError("Connection lost"), ConnectionResetError(), BrokenPipeError(), ConnectionAbortedError(),
    aiohttp.ClientConnectionResetError("Cannot write to closing transport"), TimeoutError(), OSError(113, "No route"),
    RuntimeError("closed"), ValueError("none of those"), asyncio.CancelledError(),
)  # fmt: skip


@pytest.mark.parametrize("error", later(ERRORS, now=[ERRORS[0], ERRORS[-2]]), ids=repr)
@pytest.mark.parametrize("where", later(["send_bytes", "pong", "ping"], now=["send_bytes"]))
async def test_whatever_error_ends_a_visit_its_link_lets_in_again(
    error: BaseException, where: str, files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.web.RELOAD_SECONDS", 0.2)
    async with served(together(files, "herald"), files) as (host, door):
        async with Visitor(door.way(1)) as ben:
            await soon(lambda: host.guests)
            with monkeypatch.context() as patched:

                async def fails(*words: Any, **more: Any) -> None:
                    raise error

                patched.setattr(web.WebSocketResponse, where, fails)
                await ben.say("stdin", "draw")
                await ben.line.ping()
                if where == "ping":
                    await door._make_room(door._host.reservations.token(1))
                    await ben.line.close()
                await soon(lambda: not door._visits)
        await is_let_in(host, door, door.way(1))


@pytest.mark.parametrize("error", [RuntimeError("stop"), ConnectionError("Connection lost"), asyncio.CancelledError()])
async def test_a_stop_that_fails_keeps_no_link(
    error: BaseException, files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = _Visit.stop

    async def fails(visit: _Visit) -> None:
        await stop(visit)
        raise error

    async with served(together(files, "herald"), files) as (host, door):
        with monkeypatch.context() as patched:
            patched.setattr(_Visit, "stop", fails)
            async with Visitor(door.way(1)):
                await soon(lambda: host.guests)
            await soon(lambda: not door._visits)
        await is_let_in(host, door, door.way(1))


async def test_a_stop_that_never_ends_keeps_no_link(files: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def waits(*words: Any) -> None:
        await asyncio.Event().wait()

    async with served(together(files, "herald"), files) as (host, door):
        with monkeypatch.context() as patched:
            patched.setattr(_Visit, "_process_ended", waits)
            async with Visitor(door.way(1)):
                await soon(lambda: host.guests)
            await soon(lambda: not door._visits)
        await is_let_in(host, door, door.way(1))


@asynccontextmanager
async def deaf(door: WebDoor) -> AsyncIterator[asyncio.StreamWriter]:
    """Come by a link, let the program pour, and read nothing of it."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.setblocking(False)
    link = door.way(1)
    base, _, path = link.rpartition("/")
    await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", int(base.rpartition(":")[2])))
    _reader, writer = await asyncio.open_connection(sock=made, limit=1)
    writer.write(
        f"GET /{path}/socket HTTP/1.1\r\nHost: {base[7:]}\r\nOrigin: {base}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    await soon(lambda: door._host.guests)
    text = b'["stdin", "pour"]'
    writer.write(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
    (visit,) = door._visits.values()
    assert visit._request.protocol is not None
    await soon(lambda: visit._request.protocol._paused)
    try:
        yield writer
    finally:
        writer.transport.abort()


async def test_a_line_that_is_lost_while_a_drain_waits_keeps_no_link(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (host, door):
        async with deaf(door) as writer:
            writer.transport.abort()
            await soon(lambda: not door._visits)
        await is_let_in(host, door, door.way(1))


async def test_a_line_that_does_not_answer_makes_room_for_who_comes_by_its_link(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone that has changed its network: nobody has ended the old line."""
    monkeypatch.setattr("herrlof.seats.web.RELOAD_SECONDS", 0.2)
    async with served(together(files, "herald"), files) as (host, door):
        async with deaf(door):
            before = host.guests[1]
            async with Visitor(door.way(1)):
                await soon(lambda: host.guests.get(1) not in (None, before))
        await soon(lambda: not door._visits)


async def test_a_page_that_is_loaded_again_and_again_is_let_in(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (host, door):
        for _ in range(5):
            async with Visitor(door.way(1)) as ben:
                await ben.say("resize", {"width": 100, "height": 30})
                if _ % 2:
                    await cut(ben)
        await is_let_in(host, door, door.way(1))


# By ssh


@asynccontextmanager
async def ssh_door(storage: Storage) -> AsyncIterator[tuple[Host, SshDoor, Table]]:
    """Open a door for ssh at a port that is free."""
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, _local):
        door = SshDoor(host, storage, Ssh(port=0))
        await door.open()
        host.doors.append(door)
        try:
            yield host, door, table
        finally:
            door.close()
            for guest in [*host.guests.values()]:
                guest.drop()
            await until(lambda: not door._lines)


async def knock(door: SshDoor, code: str | None, key: asyncssh.SSHKey | None = None) -> asyncssh.SSHClientConnection:
    """Come with a code or a key."""
    return await asyncssh.connect(
        "127.0.0.1", int(door.command.split()[2]), password=code, client_keys=None if key is None else [key],
        known_hosts=None, agent_path=None,
    )  # fmt: skip


def is_free(door: SshDoor) -> bool:
    """Whether the door holds nothing of any visitor."""
    return not (door._lines or door.strangers.here or door.sessions or door._newcomers)


async def pour_and_lose(line: asyncssh.SSHClientConnection, process: Any) -> None:
    """Lose a line whose program draws what nobody reads."""
    process.stdin.write("pour\n")
    await process.stdout.readuntil("xx")
    line.abort()


SSH_ENDS: dict[str, Callable[[asyncssh.SSHClientConnection, Any, Process], Awaitable[object]]] = {
    "the terminal is closed": lambda line, process, program: _async(process.close),
    "the line is lost": lambda line, process, program: _async(line.abort),
    "the line is ended": lambda line, process, program: _async(line.close),
    "the program is killed": lambda line, process, program: _async(lambda: os.kill(program.pid, signal.SIGKILL)),
    "the program ends": lambda line, process, program: _async(lambda: process.stdin.write("end\n")),
    "the program breaks": lambda line, process, program: _async(lambda: process.stdin.write("broken\n")),
    "nothing more is typed": lambda line, process, program: _async(process.stdin.write_eof),
    "it's lost in the middle": lambda line, process, program: pour_and_lose(line, process),
}


@pytest.mark.parametrize("how", later(SSH_ENDS, now=["the line is lost", "the program is killed"]))
async def test_however_a_line_by_ssh_ends_code_and_key_let_in_again(
    how: str, files: Storage, programs: list[Process]
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with ssh_door(files) as (host, door, _table):
        line = await knock(door, door.code(1), key)
        process = await line.create_process(term_type="xterm")
        back = (await process.stdout.readuntil(".\r\n")).split()[-1].rstrip(".")
        await SSH_ENDS[how](line, process, programs[0])
        await soon(lambda: programs[0].returncode is not None)
        line.abort()
        await soon(lambda: is_free(door) and not host.guests)
        for code, own in ((back, None), ("", key)):
            line = await knock(door, code, own)
            await line.create_process(term_type="xterm")
            await soon(lambda: host.guests)
            line.abort()
            await soon(lambda: is_free(door) and not host.guests)


@pytest.mark.second
@pytest.mark.parametrize(
    ("what", "error"),
    [
        ("start_seat", OSError(24, "Too many open files")), ("start_seat", ValueError("none of those")),
        ("end", RuntimeError("end")), ("bind", RuntimeError("bind")), ("covers", ValueError("line")),
    ],
)  # fmt: skip
async def test_whatever_error_ends_a_line_by_ssh_its_code_lets_in_again(
    what: str, error: Exception, files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it has led to a seat it is not spent."""
    owner = {"start_seat": SshDoor, "end": Session, "bind": Codes, "covers": Allowance}[what]

    def fails(*words: Any, **more: Any) -> Any:
        raise error

    async def fails_later(*words: Any) -> None:
        raise error

    end = Session.end

    async def ends_and_fails(session: Session) -> None:
        await end(session)
        raise error

    async with ssh_door(files) as (host, door, _table):
        code = door.code(1)
        with monkeypatch.context() as patched:
            patched.setattr(owner, what, fails_later if what in ("start_seat", "end") else fails)
            if what == "end":
                patched.setattr(owner, what, ends_and_fails)
            with suppress(asyncssh.Error, OSError):
                async with asyncio.timeout(1), await knock(door, code) as line:
                    process = await line.create_process(term_type="xterm")
                    await process.stdout.read()
            await soon(lambda: is_free(door) and not host.guests)
        if what != "end":
            assert door.code(1) == code
        line = await knock(door, door.code(1) or next(iter(host.reservations.back.values())).code)
        await line.create_process(term_type="xterm")
        await soon(lambda: host.guests)
        line.abort()
        await soon(lambda: is_free(door) and not host.guests)


# By the door of this machine

HEARD: dict[str, Callable[[asyncio.StreamWriter, GuestLine], object]] = {
    "it's lost": lambda writer, guest: writer.transport.abort(),
    "it ends": lambda writer, guest: writer.close(),
    "it says so": lambda writer, guest: writer.write(protocol.written(protocol.Bye())),
    "what is no line": lambda writer, guest: writer.write(b"\n" * 50),
    "a line without end": lambda writer, guest: writer.write(b"x" * (1 << 18)),
    "it is sent away": lambda writer, guest: guest.drop("Away."),
}


async def hello(path: Path, token: str | None = None) -> asyncio.StreamWriter:
    """Come as a guest's program does."""
    reader, writer = await asyncio.open_unix_connection(str(path))
    said = protocol.SeatHello(protocol=2, rules={"herald": 1}, face=True, token=token)
    writer.write(protocol.written(said))
    await reader.readline()
    return writer


@pytest.mark.parametrize("how", HEARD)
async def test_however_a_guest_of_this_machine_goes_its_token_lets_in_again(how: str, files: Storage) -> None:
    async with hosted(together(files, "herald"), files) as (host, door):
        writer = await hello(door.path)
        await soon(lambda: host.guests)
        HEARD[how](writer, host.guests[1])
        await soon(lambda: not host.guests and not host._talks)
        assert not host._strangers
        assert not host._crowd.here
        again = at(door, host.reservations.token(1))
        await again.open()
        assert again.seat == 1
        again.close()
        writer.close()


@pytest.mark.parametrize(
    "error", [*ERRORS[:-1], KeyError("none of those"), RecursionError(), IllegalAction("no")], ids=repr
)
@pytest.mark.parametrize("where", later(["seat", "sat"], now=["seat"]))
async def test_whatever_error_ends_a_guests_line_its_token_lets_in_again(
    error: Exception, where: str, files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosted(together(files, "herald"), files) as (host, door):

        def fails(*words: Any) -> None:
            raise error

        with monkeypatch.context() as patched:
            patched.setattr(host, where, fails)
            guest = at(door)
            with suppress(Exception):
                await guest.open()
                guest.sit()
            if not isinstance(error, IllegalAction) or where == "seat":
                await soon(lambda: not host._talks)
            guest.close()
            await soon(lambda: not host._talks and not host.guests)
        assert not host._strangers
        assert not host._crowd.here
        again = at(door, host.reservations.token(1))
        await again.open()
        again.close()
