"""The program that is only a seat: what it is given of the host's machine, what it refuses, how it comes and goes."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from herrlof.records.storage import Storage
from herrlof.seats.guest_process import GuestStart, start
from herrlof.seats.host import Host
from herrlof.table.commands import Resign
from tests.disks import FastDisk
from tests.seats.rooms import begun, together, until

PROBE = """
import json, os, sys
files = [number for number in range(3, 1000) if os.path.exists(f"/dev/fd/{number}")]
print(json.dumps([dict(os.environ), os.getcwd(), files, int(sys.argv[-1])]))
"""
TRIED = """
import os, socket, subprocess, sys
from herrlof.coach.lessons import Course, lessons_of
from herrlof.seats.guest_process import lock
lessons_of("herald")
lock()
from herrlof.games import GAMES
Course.tried(GAMES["herald"], lessons_of("herald")[0], "", 0)
from herrlof.doc_pages import rules_text; rules_text("herald")
def tried(do):
    try:
        do()
    except PermissionError:
        return "refused"
    return "done"
record, folder = sys.argv[1:]
for do in (
    lambda: open(record), lambda: open("/etc/passwd"), lambda: os.open(record, os.O_RDONLY),
    lambda: open(folder + "/new.py", "w"), lambda: os.mkdir(folder + "/new"), lambda: os.remove(record),
    lambda: os.rename(record, record + "x"), lambda: subprocess.run(["true"]), lambda: os.system("true"),
    lambda: os.execv("/bin/sh", ["sh"]), lambda: os.posix_spawn("/bin/sh", ["sh"], {}), lambda: os.fork(),
    lambda: socket.create_connection(("127.0.0.1", 1)), lambda: socket.socket().bind(("127.0.0.1", 0)),
    lambda: open(os.__file__, "a"),
):
    print(tried(do))
print(tried(lambda: open(os.__file__)))
"""


@pytest.fixture
def files() -> Storage:
    return Storage(disk=FastDisk())


@asynccontextmanager
async def seat(
    files: Storage, told: GuestStart | None = None, **streams: Any
) -> AsyncIterator[tuple[Host, Process, list[int]]]:
    """Open a table and start a guest's program there; ends both."""
    table = together(files, "herald")
    host, seats = Host(table, files), list[int]()
    process = await start(
        host, "herrlof.tui.seat", told or GuestStart(), "ben", seats.append, {"TERM": "xterm-256color"}, **streams
    )
    try:
        yield host, process, seats
    finally:
        host.close()
        table.close()
        async with asyncio.timeout(20):
            await process.wait()


async def test_it_is_told_nothing_of_the_host(files: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the host's, no folder, and no file that is open there but its line."""
    monkeypatch.setenv("SECRET", "of the host")
    monkeypatch.setattr("herrlof.seats.guest_process.command_of", lambda module: [sys.executable, "-P", "-c", PROBE])
    async with seat(files, stdout=PIPE) as (_host, process, _seats):
        assert process.stdout is not None
        environment, folder, numbers, line = json.loads(await process.stdout.read())
        known = {"LANG", "PATH", "PYTHONPATH", "TERM", "LC_CTYPE", "HERRLOF_LANGUAGE", "PYTHONHOME", "PYTHONUTF8"}
        assert set(environment) <= known
        assert environment["TERM"] == "xterm-256color"
        assert folder == "/"
        assert numbers == [line]


@pytest.mark.second
def test_it_reads_its_own_code_alone_and_neither_writes_nor_starts_anything(tmp_path: Path) -> None:
    record = tmp_path / "match.herrlof"
    record.write_text("the cards")
    (tmp_path / "new").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", TRIED, str(record), str(tmp_path / "new")],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.split() == ["refused"] * 15 + ["done"]
    assert record.read_text() == "the cards"


@pytest.mark.second
async def test_who_looks_at_the_end_of_a_match_reads_that_the_host_has_left(files: Storage) -> None:
    """Its program is ended by the door then, as it may look for as long as it likes."""
    master, terminal = pty.openpty()
    drawn = bytearray()

    def read() -> None:
        try:
            drawn.extend(os.read(master, 1 << 16))
        except OSError:
            asyncio.get_running_loop().remove_reader(master)

    async with seat(files, GuestStart(), stdin=terminal, stdout=terminal, stderr=terminal) as (host, process, _seats):
        os.close(terminal)
        asyncio.get_running_loop().add_reader(master, read)
        await until(lambda: b"Sit down" in drawn)
        os.write(master, b"\r")
        await begun(host)
        host.table.send(0, Resign())
        await until(lambda: b"Review" in drawn)
        host.close()
        await until(lambda: not host.guests)
        process.terminate()
        await process.wait()
        await until(lambda: drawn.rstrip().endswith(b"The match is over. The host has left the table."))
    os.close(master)


@pytest.mark.second
async def test_it_shows_a_guests_page_and_ends_with_a_sentence(files: Storage, tmp_path: Path) -> None:
    """On a terminal of its own; no key leads to a palette, a shell or a file."""
    master, terminal = pty.openpty()
    drawn = bytearray()

    def read() -> None:
        try:
            drawn.extend(os.read(master, 1 << 16))
        except OSError:
            asyncio.get_running_loop().remove_reader(master)

    told = GuestStart(back="The code brings you back.")
    async with seat(files, told, stdin=terminal, stdout=terminal, stderr=terminal) as (host, process, seats):
        os.close(terminal)
        asyncio.get_running_loop().add_reader(master, read)
        await until(lambda: b"Sit down" in drawn)
        assert b"The code brings you back." in drawn
        assert seats == [1]
        assert host.guests[1].who == "ben"
        before = sorted(tmp_path.rglob("*"))
        os.write(master, b"\x10\x1a\x1c\x14\x1bOQ")  # a palette, a shell, a quit, another; then F2
        await until(lambda: not host.awaited)
        assert process.returncode is None
        assert sorted(tmp_path.rglob("*")) == before
        host.close()
        async with asyncio.timeout(20):
            assert await process.wait() == 0
        await until(lambda: b"The host has left the table. Your seat is kept.\r\n" in drawn)
        assert b"search the commands" not in drawn
    os.close(master)


@pytest.mark.second
async def test_it_draws_for_a_browser_through_pipes(files: Storage) -> None:
    async with seat(files, GuestStart(browser=True), stdin=PIPE, stdout=PIPE) as (host, process, _seats):
        assert process.stdout is not None
        async with asyncio.timeout(20):
            assert await process.stdout.readline() == b"__GANGLION__\n"
            assert await process.stdout.readuntil(b"Sit down")
        assert host.guests[1].who == "ben"
