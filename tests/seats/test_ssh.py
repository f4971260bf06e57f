"""The second door: codes and keys that let in, and nothing of ssh but a terminal with a seat on it."""

from __future__ import annotations

import asyncio
import re
import stat
import subprocess
import sys
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncssh
import pytest

from herrlof.records.storage import Storage
from herrlof.seats import protocol
from herrlof.seats.codes import WORDS, Codes, new_code
from herrlof.seats.doors import doors_of
from herrlof.seats.host import DoorError, Host
from herrlof.seats.kept import Doors, Kept, Ssh, keep, ssh_door
from herrlof.seats.ssh import SshDoor, host_key
from tests.seats.rooms import self_timed, together, until

SEAT = """
import json, os, socket, sys, threading
line = socket.socket(fileno=int(sys.argv[-1])).makefile("rwb")
told = json.loads(line.readline())
hello = {"type": "hello", "protocol": 1, "face": True, "rules": {"herald": 1}, "token": told["token"]}
line.write(json.dumps(hello).encode() + b"\\n")
line.flush()
print("seat", json.loads(line.readline()).get("seat"), told["back"], flush=True)
print(sorted(name for name in os.environ if name not in ("PYTHONPATH", "LC_CTYPE")), os.environ["TERM"], flush=True)
threading.Thread(target=lambda: (line.read(), os._exit(0)), daemon=True).start()
for typed in sys.stdin:
    if typed == "pour\\n":
        while True:
            os.write(1, b"x" * 4096)
    print("heard", typed.strip(), *os.get_terminal_size(), flush=True)
"""
"""A seat's program without a screen: it says which seat it has, what it was told, and how large its terminal is."""
FLOOD = """
import asyncio, sys, time, asyncssh
async def main(port, code, how):
    async with asyncssh.connect("127.0.0.1", int(port), password=code, known_hosts=None, client_keys=None) as line:
        process = await line.create_process(term_type="xterm", encoding=None)
        await process.stdout.readuntil(b"xterm")
        if how == "deaf":
            process.stdin.write(b"pour\\n")
            await process.stdout.readuntil(b"xx")
            print("begun", flush=True)
            time.sleep(60)
        print("begun", flush=True)
        while True:
            if how == "typing":
                process.stdin.write(b"y" * 4096)
                await process.stdin.drain()
            else:
                name, value = (asyncssh.packet.String(data) for data in (b"%d" % time.monotonic_ns(), b"z" * 4096))
                process.channel._send_request(b"env", name, value)
                await asyncio.sleep(0)
asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait, and start a program without a screen."""
    monkeypatch.setattr("herrlof.seats.ssh.APART", 0)
    monkeypatch.setattr("herrlof.seats.ssh.WRONG_SECONDS", 0)
    monkeypatch.setattr("herrlof.seats.seat.command_of", lambda module: [sys.executable, "-S", "-c", SEAT])


@asynccontextmanager
async def opened(storage: Storage, guests: int = 1) -> AsyncIterator[tuple[Host, SshDoor]]:
    """Open a table's door at a port that is free, and shut it with the test."""
    table = together(storage, "herald", guests)
    host = Host(table, storage)
    door = SshDoor(host, storage, Ssh(port=0))
    await door.open()
    host.doors.append(door)
    try:
        yield host, door
    finally:
        host.close()
        table.close()
        await until(lambda: not door._lines)


def knock(door: SshDoor, code: str | None = None, key: asyncssh.SSHKey | None = None, **more: Any) -> Any:
    """Come to a door with a code, a key, or both."""
    port = int(door.command.split()[2])
    keys = None if key is None else [key]
    return asyncssh.connect(
        "127.0.0.1", port, username="seat", password=code, client_keys=keys, known_hosts=None, agent_path=None, **more
    )


async def sit(line: asyncssh.SSHClientConnection, **more: Any) -> tuple[asyncssh.SSHClientProcess[str], str]:
    """Ask for a terminal, and return it with the line that the seat's program says first."""
    process = await line.create_process(term_type="xterm-256color", term_size=(100, 30), **more)
    return process, (await process.stdout.readline()).strip()


async def test_a_code_lets_in_once_however_it_is_typed(storage: Storage) -> None:
    async with opened(storage) as (host, door):
        first = door.code
        async with knock(door, first.replace("-", " ").upper()) as line:
            assert door.code != first
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, first)
            _process, said = await sit(line)
            assert said.startswith("seat 1 Your way back is the same command, with the code ")
            assert host.guests[1].who == "joined over ssh, from 127.0.0.1"
            assert door.code == "", "every seat is taken"
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, door.codes.code)


async def test_three_wrong_codes_end_the_line_and_make_a_new_one(storage: Storage) -> None:
    async with opened(storage) as (_host, door):
        first, wrong = door.code, iter(["wrong-wrong-wrong", "", "no", "more"])

        class Guessing(asyncssh.SSHClient):
            def password_auth_requested(self) -> str | None:
                return next(wrong)

        port = int(door.command.split()[2])
        with pytest.raises(asyncssh.Error):
            await asyncssh.connect(
                "127.0.0.1", port, client_factory=Guessing, known_hosts=None, client_keys=None, agent_path=None
            )
        assert next(wrong) == "more"
        assert door.code != first
        with pytest.raises(asyncssh.PermissionDenied):
            await knock(door, first)
        async with knock(door, door.code):
            pass


def test_codes_are_three_words_of_many() -> None:
    assert len(WORDS) == len(set(WORDS)) > 500
    assert all(word.isascii() and word.isalpha() and 3 <= len(word) <= 9 for word in WORDS)
    assert len({new_code() for _ in range(100)}) == 100
    assert set(new_code().split("-")) <= set(WORDS)


async def test_the_code_or_the_key_of_a_guest_brings_it_back(storage: Storage) -> None:
    """And only there; a host's program that was started again knows them too."""
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with opened(storage, 2) as (host, door):
        async with knock(door, door.code, key) as line:
            process, said = await sit(line)
            assert said.startswith("seat 1 Your way back is the same command, with your key or the code ")
            back = said.split()[-1].rstrip(".")
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, key=other)
            async with knock(door, door.code, key) as second:  # a key of two guests, the first of whom is there
                assert (await sit(second))[1].startswith("seat 2 ")
                async with knock(door, back) as again:
                    assert (await sit(again))[1] == f"seat 1 Your way back is the same command, with the code {back}."
                    await process.wait()
                    assert process.exit_status == 0, "there is one terminal a seat"
        await until(lambda: not host.guests)
        again = Codes(Host(host.table, storage))
        assert again.seat_by_code(back) == 1
        assert again.seat_by_key(key.get_fingerprint()) is None, "whose key is it?"
    async with opened(storage) as (host, door):
        async with knock(door, door.code, key) as line:
            await sit(line)
        await until(lambda: not host.guests)
        async with knock(door, key=key) as line:
            assert (await sit(line))[1].startswith("seat 1 ")


async def test_a_new_code_is_for_who_has_lost_its_own_and_what_was_lost_counts_no_more(storage: Storage) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with opened(storage, 2) as (host, door):
        lost = list[str]()
        for seat in (1, 2):
            async with knock(door, door.code, key if seat == 1 else None) as line:
                lost.append((await sit(line))[1].split()[-1].rstrip("."))
                host.sat(host.guests[seat], protocol.Sit())
        await until(lambda: not host.guests)
        assert (host.away, door.code) == ([1, 2], "")
        codes = list[str]()
        for seat in (1, 2, 1):
            door.renew()
            assert door.code_for == seat
            codes.append(door.code)
        with pytest.raises(asyncssh.PermissionDenied):
            await knock(door, codes[0])
        async with knock(door, door.code) as line:
            assert (await sit(line))[1].startswith("seat 1 ")
            assert door.code == "", "it is good once"
        await until(lambda: not host.guests)
        for known in ({"code": lost[0]}, {"code": "", "key": key}):
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, **known)
        async with knock(door, lost[1]) as line:
            assert (await sit(line))[1].startswith("seat 2 "), "the other has not lost its own"
            door.renew()
            assert door.code_for == 1, "who is here needs none"


REFUSED: dict[str, Callable[[asyncssh.SSHClientConnection], Awaitable[Any]]] = {
    "exec": lambda line: line.run("id", check=True),
    "exec on a terminal": lambda line: line.run("id", term_type="xterm", check=True),
    "subsystem": lambda line: line.create_process(subsystem="netconf"),
    "sftp": lambda line: line.start_sftp_client(),
    "no terminal": lambda line: line.create_process(),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_there_are_no_commands(what: str, storage: Storage) -> None:
    async with opened(storage) as (host, door), knock(door, door.code) as line:
        with pytest.raises(asyncssh.ChannelOpenError):
            await REFUSED[what](line)
        assert not host.guests


async def test_there_is_one_terminal_a_line(storage: Storage) -> None:
    async with opened(storage) as (host, door), knock(door, door.code) as line:
        process, _said = await sit(line)
        with pytest.raises(asyncssh.ChannelOpenError):
            await sit(line)
        ask, text = process.channel._make_request, asyncssh.packet.String
        screen = asyncssh.packet.Boolean(False), text("MIT-MAGIC-COOKIE-1"), text("00" * 16), asyncssh.packet.UInt32(0)
        assert not await ask(b"x11-req", *screen)
        assert not await ask(b"auth-agent-req@openssh.com")
        assert not await ask(b"env", text("SECRET"), text("1"))
        assert set(host.guests) == {1}


async def test_who_is_there_when_the_host_goes_is_told_before_the_line_ends(storage: Storage) -> None:
    async with opened(storage) as (host, door), knock(door, door.code) as line:
        process, _said = await sit(line)
        host.close()
        await host.farewell()
        assert not door._lines
        await process.wait()
        assert process.exit_status == 0, "its program ended by itself"


async def test_nothing_is_forwarded(storage: Storage) -> None:
    async with opened(storage) as (_host, door), knock(door, door.code) as line:
        port = int(door.command.split()[2])
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.open_connection("127.0.0.1", port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.open_unix_connection("/tmp/herrlof.sock")
        with pytest.raises(asyncssh.ChannelListenError):
            await line.forward_remote_port("127.0.0.1", 0, "127.0.0.1", port)
        with pytest.raises(asyncssh.ChannelListenError):
            await line.forward_remote_path("/tmp/herrlof-there", "/tmp/herrlof-here")
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.open_tun()


async def test_a_terminal_is_its_kind_and_its_size_and_no_variable_more(storage: Storage) -> None:
    async with (
        opened(storage) as (_host, door),
        knock(door, door.code, env={"SECRET": "1", "HERRLOF_DATA_DIR": "/"}) as line,
    ):
        process, _said = await sit(line)
        assert await process.stdout.readline() == "['LANG', 'PATH', 'TERM'] xterm-256color\r\n"
        process.stdin.write("one\n")
        assert (await process.stdout.readline()).strip() == "one"  # a terminal's own echo
        assert await process.stdout.readline() == "heard one 100 30\r\n"
        process.change_terminal_size(5000, 7)
        process.stdin.write("two\n")
        await process.stdout.readline()
        assert await process.stdout.readline() == "heard two 1000 7\r\n"


async def test_a_kind_of_terminal_is_a_name(storage: Storage) -> None:
    async with opened(storage) as (_host, door), knock(door, door.code) as line:
        process = await line.create_process(term_type="../../etc/x\n")
        await process.stdout.readline()
        assert (await process.stdout.readline()).split()[-1] == "xterm"


@pytest.mark.parametrize("how", ["typing", "deaf", "variables"])
async def test_a_guest_that_floods_or_reads_nothing_slows_nobody_and_holds_little(how: str, storage: Storage) -> None:
    async with opened(storage) as (host, door):
        async with knock(door, door.code) as line:
            await sit(line)  # what is imported then is no guest's
        await until(lambda: not host.guests)
        port = door.command.split()[2]
        tracemalloc.start()
        client = await asyncio.create_subprocess_exec(
            sys.executable, "-c", FLOOD, port, door.code, how, stdout=subprocess.PIPE
        )
        try:
            assert client.stdout is not None
            async with asyncio.timeout(20):
                assert await client.stdout.readline() == b"begun\n"
            assert await self_timed(100) < 0.2
            assert tracemalloc.get_traced_memory()[1] < 2 << 20
        finally:
            tracemalloc.stop()
            with suppress(ProcessLookupError):
                client.kill()
            await client.wait()
        await until(lambda: not host.guests)
        assert (host.note == "Somebody said too much by ssh, and the line was ended.") == (how != "deaf")


async def test_strangers_who_say_nothing_are_few(storage: Storage) -> None:
    async with opened(storage) as (_host, door):
        port = int(door.command.split()[2])
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(8)]
        await until(lambda: door._strangers == 8)
        reader, _writer = await asyncio.open_connection("127.0.0.1", port)
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await reader.readexactly(1)
        for _reader, writer in silent:
            writer.transport.abort()
        await until(lambda: not door._strangers)
        async with knock(door, door.code):
            pass


async def test_the_key_is_kept_for_its_owner_alone(storage: Storage) -> None:
    key = host_key(storage)
    path = storage.data / "ssh_host_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert host_key(storage).get_fingerprint() == key.get_fingerprint()
    async with opened(storage) as (_host, door), knock(door, door.code) as line:
        assert line.get_server_host_key().get_fingerprint() == door.key == key.get_fingerprint()
    path.chmod(0o644)
    with pytest.raises(DoorError, match="Others can read the key"):
        host_key(storage)
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(DoorError, match="cannot be used"):
        host_key(storage)


async def test_what_it_opens_is_told(storage: Storage) -> None:
    table = together(storage, "herald")
    host = Host(table, storage)
    here, there, all_ = (SshDoor(host, storage, Ssh(address=a)) for a in ("127.0.0.1", "192.168.1.7", "0.0.0.0"))
    assert here.command == "ssh -p 8022 seat@127.0.0.1"
    assert "on this machine alone" in here.opens
    assert there.command == "ssh -p 8022 seat@192.168.1.7"
    assert "all who can reach it" in there.opens
    assert "every address of this machine" in all_.opens
    door = SshDoor(host, storage, Ssh(address="0.0.0.0", port=0))
    await door.open()
    where = re.fullmatch(r"ssh -p (\d+) seat@(\S+)", door.command)
    assert where is not None
    assert where[2] != "0.0.0.0"
    reader, writer = await asyncio.open_connection(where[2], int(where[1]))
    assert (await reader.readline()).startswith(b"SSH-2.0-")
    writer.close()
    door.close()
    await until(lambda: not door._lines)
    with pytest.raises(DoorError, match=r"ssh cannot wait at 192\.0\.2\.1, port 8022"):
        await SshDoor(host, storage, Ssh(address="192.0.2.1")).open()
    table.close()


def test_an_address_and_a_port_are_checked() -> None:
    assert ssh_door("", None) == Ssh(address="127.0.0.1", port=8022)
    assert ssh_door("::1", 1) == Ssh(address="::1", port=1)
    for address, port in (("home", None), ("", 0), ("", 65536)):
        with pytest.raises(ValueError, match=r"An address is written|A port goes"):
            ssh_door(address, port)


async def test_without_the_extra_one_sentence_says_what_to_install(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = together(storage, "herald")
    keep(storage, table.path, Kept(doors=Doors(ssh=Ssh())))
    monkeypatch.setitem(sys.modules, "herrlof.seats.ssh", None)
    with pytest.raises(DoorError, match=r"pip install 'herrlof\[ssh\]'"):
        doors_of(Host(table, storage), storage)
    table.close()
