"""The second door: codes and keys that let in, and nothing of ssh but a seat on a terminal, or in lines without one."""

from __future__ import annotations

import asyncio
import os
import re
import stat
import subprocess
import sys
import tracemalloc
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from herrlof import languages
from herrlof.game import NOBODY
from herrlof.records.storage import Storage
from herrlof.seats import protocol
from herrlof.seats.codes import WORDS, Codes, Way, new_code
from herrlof.seats.crowd import Crowd
from herrlof.seats.doors import doors_of
from herrlof.seats.host import DoorError, Host
from herrlof.seats.local import LocalDoor
from herrlof.seats.remote import RemoteTable
from herrlof.seats.seat_store import Doors, Ssh, StoredSeats, save_seats, ssh_door
from herrlof.seats.ssh import STRANGERS, SshDoor, Visitor, host_key
from tests.seats.rooms import seated, self_timed, together, until

SEAT = """
import json, os, socket, sys, threading
line = socket.socket(fileno=int(sys.argv[-1])).makefile("rwb")
told = json.loads(line.readline())
hello = {"type": "hello", "protocol": 2, "face": True, "rules": {"herald": 1}, "token": told["token"]}
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
    monkeypatch.setattr("herrlof.seats.ssh.SPEAKING_SECONDS", 0.5)
    monkeypatch.setattr("herrlof.seats.ssh.WRONG_SECONDS", 0)
    monkeypatch.setattr("herrlof.seats.guest_process.command_of", lambda module: [sys.executable, "-S", "-c", SEAT])


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


@asynccontextmanager
async def seated_here(host: Host) -> AsyncIterator[RemoteTable]:
    """Let somebody sit down who comes by the door of this machine."""
    local = LocalDoor(host)
    await local.open()
    guest = await seated(local)
    try:
        yield guest
    finally:
        guest.close()
        local.close()


def knock(
    door: SshDoor, code: str | None = None, key: asyncssh.SSHKey | None = None, username: str = "seat", **more: Any
) -> Any:
    """Come to a door with a code, a key, or both."""
    port = int(door.command.split()[2])
    keys = None if key is None else [key]
    return asyncssh.connect(
        "127.0.0.1", port, username=username, password=code, client_keys=keys, known_hosts=None, agent_path=None, **more
    )


async def sit(line: asyncssh.SSHClientConnection, **more: Any) -> tuple[asyncssh.SSHClientProcess[str], str]:
    """Ask for a terminal, and return it with the line that the seat's program says first."""
    process = await line.create_process(term_type="xterm-256color", term_size=(100, 30), **more)
    return process, (await process.stdout.readline()).strip()


async def test_a_code_lets_in_once_however_it_is_typed(storage: Storage) -> None:
    async with opened(storage) as (host, door):
        first = door.code(1)
        async with knock(door, first.replace("-", " ").upper()) as line:
            _process, said = await sit(line)
            assert said.startswith("seat 1 To come back: the same command, with the code ")
            assert host.guests[1].who == "joined over ssh, from 127.0.0.1"
            assert door.code(1) == "", "every seat is taken"
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, first)


async def test_a_code_is_good_until_it_has_led_to_a_seat_and_the_last_who_gives_it_has_it(storage: Storage) -> None:
    async with opened(storage) as (host, door):
        first = door.code(1)
        async with knock(door, first) as line:
            with pytest.raises(asyncssh.ChannelOpenError):
                await line.run("true", check=True)
        await until(lambda: not door._newcomers)
        async with knock(door, first) as stale, knock(door, first) as line:
            with suppress(asyncssh.Error, OSError):
                await stale.wait_closed()
            assert door.code(1) == first
            await sit(line)
            assert set(host.guests) == {1}
            await until(lambda: not door._newcomers)
            assert door.codes.find(first) is None


async def test_of_several_who_give_one_code_at_once_the_last_gets_in(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = f"import time\ntime.sleep(1)\n{SEAT}"
    monkeypatch.setattr("herrlof.seats.guest_process.command_of", lambda module: [sys.executable, "-S", "-c", late])
    async with opened(storage) as (host, door):
        code, come = door.code(1), list[asyncssh.SSHClientProcess[str]]()
        for _number in range(3):
            come.append(await (await knock(door, code)).create_process(term_type="xterm"))
        said = [await one.stdout.readline() for one in come]
        assert said[:2] == ["", ""]
        assert said[2].startswith("seat 1 ")
        assert set(host.guests) == {1}
        assert host.note == ""
        come[2].close()


async def test_a_code_is_good_until_its_guest_has_been_shown_its_own(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that ends before, or does not answer, leaves it good; then the host is told of another one."""
    async with opened(storage) as (host, door):
        code = door.code(1)
        with monkeypatch.context() as patched:
            mute = SEAT.replace('print("seat"', '("seat"').replace(', told["back"], flush=True)', ")")
            patched.setattr("herrlof.seats.guest_process.command_of", lambda module: [sys.executable, "-S", "-c", mute])
            for _time in range(2):
                line = await knock(door, code)
                await line.create_process(term_type="xterm")
                line.abort()
                await until(lambda: not (door._lines or host.guests))
                assert door.code(1) == code
            deaf = await knock(door, code)
            await deaf.create_process(term_type="xterm")
            await until(lambda: host.guests)
            assert door.code(1) == ""
        async with knock(door, code) as line:
            await sit(line)
            await until(lambda: host.guests and not door._newcomers)
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, code)
        deaf.abort()
        await until(lambda: not (door._lines or host.guests))
        assert host.note.endswith("Ben's code was used, and nobody sat down: there is another one now.")
        assert door.code(1) not in ("", code)


async def test_who_was_cut_off_before_its_program_came_takes_no_seat_of_who_came_after(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(storage) as (host, door):
        async with knock(door, door.code(1)) as line:
            back = (await sit(line))[1].split()[-1].rstrip(".")
        await until(lambda: not host.guests)
        late = f"import time\ntime.sleep(1)\n{SEAT}"
        with monkeypatch.context() as patched:
            patched.setattr("herrlof.seats.guest_process.command_of", lambda module: [sys.executable, "-S", "-c", late])
            first = await knock(door, back)
            await first.create_process(term_type="xterm")
        first.abort()
        async with knock(door, back) as line:
            process, said = await sit(line)
            assert said.startswith("seat 1 ")
            await until(lambda: len(door._lines) == 1)
            assert process.exit_status is None
            assert set(host.guests) == {1}


async def test_a_seat_that_was_taken_meanwhile_is_not_had_by_its_code(storage: Storage) -> None:
    async with opened(storage) as (host, door):
        code = door.code(1)
        async with knock(door, code) as line, seated_here(host) as local:
            _process, said = await sit(line)
            assert said.startswith("seat None "), "its program was told of no seat"
            assert host.note == "This code has been used: ask for another."
            assert local.seat == 1
            assert not local.ended


async def test_three_wrong_codes_end_the_line_and_the_code_stands(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.crowd.APART", 0.01)
    async with opened(storage) as (host, door):
        first, wrong = door.code(1), iter(["wrong-wrong-wrong", "", "no", "more"])

        class Guessing(asyncssh.SSHClient):
            def password_auth_requested(self) -> str | None:
                return next(wrong)

        port = int(door.command.split()[2])
        with pytest.raises(asyncssh.Error):
            await asyncssh.connect(
                "127.0.0.1", port, client_factory=Guessing, known_hosts=None, client_keys=None, agent_path=None
            )
        assert next(wrong) == "more"
        assert host.note == "3 wrong codes from 127.0.0.1."
        assert door.code(1) == first
        async with knock(door, first) as line:
            assert (await sit(line))[1].startswith("seat 1 ")


def test_codes_are_three_words_of_many() -> None:
    assert len(WORDS) == len(set(WORDS)) > 500
    assert all(word.isascii() and word.isalpha() and 3 <= len(word) <= 9 for word in WORDS)
    assert len({new_code() for _ in range(100)}) == 100
    assert set(new_code().split("-")) <= set(WORDS)


@pytest.mark.second
async def test_the_code_or_the_key_of_a_guest_brings_it_back(storage: Storage) -> None:
    """And only there; a host's program that was started again knows them too."""
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with opened(storage, 2) as (host, door):
        async with knock(door, door.code(1), key) as line:
            process, said = await sit(line)
            assert said.startswith("seat 1 To come back: the same command, with your key or the code ")
            back = said.split()[-1].rstrip(".")
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, key=other)
            async with knock(door, door.code(2), key) as second:  # a key of two guests, the first of whom is there
                assert (await sit(second))[1].startswith("seat 2 ")
                async with knock(door, back) as again:
                    assert (await sit(again))[1] == f"seat 1 To come back: the same command, with the code {back}."
                    await process.wait()
                    assert process.exit_status == 0, "there is one terminal a seat"
        await until(lambda: not host.guests)
        again = Codes(Host(host.table, storage))
        assert again.find(back) == Way(1)
        assert again.seat_by_key(key.get_fingerprint()) is None, "whose key is it?"
    async with opened(storage) as (host, door):
        async with knock(door, door.code(1), key) as line:
            await sit(line)
        await until(lambda: not host.guests)
        async with knock(door, key=key) as line:
            assert (await sit(line))[1].startswith("seat 1 ")


@pytest.mark.second
async def test_a_new_code_is_for_who_has_lost_its_own_and_what_was_lost_counts_no_more(storage: Storage) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with opened(storage, 2) as (host, door):
        lost = list[str]()
        for seat in (1, 2):
            async with knock(door, door.code(seat), key if seat == 1 else None) as line:
                lost.append((await sit(line))[1].split()[-1].rstrip("."))
                host.sat(host.guests[seat], protocol.Sit())
        await until(lambda: not host.guests)
        assert (host.away, door.code(1), door.code(2)) == ([1, 2], "", "")
        codes, tokens = list[str](), [host.reservations.token(1), host.reservations.token(2)]
        for _time in range(2):
            host.renew(1)
            codes.append(door.code(1))
        assert [host.reservations.seat_of(token) for token in tokens] == [None, 2]
        for known in ({"code": codes[0]}, {"code": lost[0]}, {"code": "", "key": key}):
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, **known)
        async with knock(door, door.code(1)) as line:
            assert (await sit(line))[1].startswith("seat 1 ")
            assert door.code(1) == "", "who is here needs none"
            assert host.renewable == [2], "nor is anything of it called back"
            await until(lambda: not door._newcomers)
        await until(lambda: not host.guests)
        with pytest.raises(asyncssh.PermissionDenied):
            await knock(door, codes[1])
        async with knock(door, lost[1]) as line:
            assert (await sit(line))[1].startswith("seat 2 "), "the other has not lost its own"
            assert door.code(2) == "", "who is here needs none"


REFUSED: dict[str, Callable[[asyncssh.SSHClientConnection], Awaitable[Any]]] = {
    "exec": lambda line: line.run("id", check=True),
    "exec on a terminal": lambda line: line.run("id", term_type="xterm", check=True),
    "subsystem": lambda line: line.create_process(subsystem="netconf"),
    "sftp": lambda line: line.start_sftp_client(),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_there_are_no_commands(what: str, storage: Storage) -> None:
    async with opened(storage) as (host, door), knock(door, door.code(1)) as line:
        with pytest.raises(asyncssh.ChannelOpenError):
            await REFUSED[what](line)
        assert not host.guests


async def test_there_is_one_terminal_a_line(storage: Storage) -> None:
    async with opened(storage) as (host, door), knock(door, door.code(1)) as line:
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
    async with opened(storage) as (host, door), knock(door, door.code(1)) as line:
        process, _said = await sit(line)
        host.close()
        await host.farewell()
        assert not door._lines
        await process.wait()
        assert process.exit_status == 0, "its program ended by itself"


async def test_nothing_is_forwarded(storage: Storage) -> None:
    async with opened(storage) as (_host, door), knock(door, door.code(1)) as line:
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


@pytest.mark.second
@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        *(("COLORTERM", value, value == "truecolor") for value in ("truecolor", "", "x" * 99, "a\n=b")),
        *(("ESCDELAY", value, value == "1500") for value in ("1500", "", "-1", "1e9", "999999")),
    ],
)
async def test_what_a_terminal_says_of_itself_is_told(name: str, value: str, told: bool, storage: Storage) -> None:
    async with opened(storage) as (_host, door), knock(door, door.code(1), env={name: value}) as line:
        process, _said = await sit(line)
        assert (f"'{name}'" in await process.stdout.readline()) is told


async def test_a_terminal_is_its_kind_its_size_and_its_colours_and_no_variable_more(storage: Storage) -> None:
    async with (
        opened(storage) as (_host, door),
        knock(door, door.code(1), env={"SECRET": "1", "HERRLOF_DATA_DIR": "/"}) as line,
    ):
        process, _said = await sit(line)
        assert await process.stdout.readline() == "['HERRLOF_LANGUAGE', 'LANG', 'PATH', 'TERM'] xterm-256color\r\n"
        process.stdin.write("one\n")
        assert (await process.stdout.readline()).strip() == "one"  # a terminal's own echo
        assert await process.stdout.readline() == "heard one 100 30\r\n"
        process.change_terminal_size(5000, 7)
        process.stdin.write("two\n")
        await process.stdout.readline()
        assert await process.stdout.readline() == "heard two 1000 7\r\n"


@pytest.mark.parametrize(
    ("told", "spoken"),
    [("nl_NL.UTF-8", "nl"), ("en_GB.UTF-8", "en"), ("de_DE.UTF-8", None), ("C.UTF-8", None), ("../nl", None)],
)
async def test_a_guest_is_spoken_to_in_its_own_language_where_it_is_one_of_ours(
    told: str, spoken: str | None, storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / languages.COMPLETE).touch()
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    async with opened(storage) as (_host, door), knock(door, door.code(1), env={"LANG": told}) as line:
        found, begin = list[Mapping[str, str]](), door.start_seat

        async def seen(visitor: Visitor, environment: Mapping[str, str], *more: Any) -> Process:
            found.append(environment)
            return await begin(visitor, environment, *more)

        monkeypatch.setattr(door, "start_seat", seen)
        process, _said = await sit(line)
        await process.stdout.readline()
        assert [environment.get(languages.ASKED) for environment in found] == [spoken]
        assert "LANG" not in found[0], "a guest's locale is no more than its language"


async def test_a_kind_of_terminal_is_a_name(storage: Storage) -> None:
    async with opened(storage) as (_host, door), knock(door, door.code(1)) as line:
        process = await line.create_process(term_type="../../etc/x\n")
        await process.stdout.readline()
        assert (await process.stdout.readline()).split()[-1] == "xterm"


@pytest.mark.second
@pytest.mark.parametrize("how", ["typing", "deaf", "variables"])
async def test_a_guest_that_floods_or_reads_nothing_slows_nobody_and_holds_little(how: str, storage: Storage) -> None:
    async with opened(storage) as (host, door):
        async with knock(door, door.code(1)) as line:
            await sit(line)  # what is imported then is no guest's
        await until(lambda: not host.guests)
        port = door.command.split()[2]
        tracemalloc.start()
        client = await asyncio.create_subprocess_exec(
            sys.executable, "-c", FLOOD, port, door.code(1), how, stdout=subprocess.PIPE
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
        assert host.note.startswith("Somebody sent too much by ssh, and was cut off.") == (how != "deaf")


async def test_strangers_who_say_nothing_are_few(storage: Storage) -> None:
    async with opened(storage) as (_host, door):
        port = int(door.command.split()[2])
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(150)]
        await until(lambda: len(door.strangers.here) == STRANGERS // 2)
        async with knock(door, door.code(1)) as line:
            assert (await sit(line))[1].startswith("seat 1 ")
        for _reader, writer in silent:
            writer.transport.abort()
        await until(lambda: not door.strangers.here)


async def test_who_comes_as_watch_gives_one_code_for_all_and_has_no_seat(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.onlookers.COMING", 1)
    async with opened(storage) as (host, door):
        code = door.code(NOBODY)
        with pytest.raises(asyncssh.PermissionDenied):
            await knock(door, code, username="watch")
        host.let_watch(True)
        assert host.ways_to_watch == [f"To watch: {door.way(NOBODY)}, code {code}"]
        assert door.way(NOBODY) == door.command.replace("seat@", "watch@")
        async with knock(door, door.code(1), asyncssh.generate_private_key("ssh-ed25519")) as line:
            await sit(line)
        for wrong in ({"code": door.codes.code_back(Way(1))}, {"code": code[:-1]}):
            with pytest.raises(asyncssh.PermissionDenied):
                await knock(door, wrong["code"], username="watch")
        with pytest.raises(asyncssh.PermissionDenied):
            await knock(door, code)
        async with knock(door, code, username="watch") as one, knock(door, code, username="watch") as two:
            assert (await sit(one))[1] == "seat -1 The same command and code bring you back."
            assert (await sit(two))[1] == "seat -1 The same command and code bring you back."
            await until(lambda: len(host.gallery.here) == 2 and not host.gallery.coming)
            monkeypatch.setattr("herrlof.seats.onlookers.COMING", 0)
            async with knock(door, code, username="watch") as three:
                assert (await sit(three))[1] == "Others are coming to watch: try again in a moment."
            host.let_watch(False)
            await until(lambda: not host.gallery.here)
        assert door.code(NOBODY) != code


async def test_who_has_spoken_keeps_its_place_until_it_is_its_turn(storage: Storage) -> None:
    """However many come meanwhile from the same address and say nothing."""
    async with opened(storage) as (_host, door):
        door.strangers = Crowd(4, 4)
        port, silent = int(door.command.split()[2]), []
        async with door._gate:
            coming = asyncio.ensure_future(
                asyncssh.connect(
                    "127.0.0.1", port, password=door.code(1), client_keys=None, known_hosts=None, agent_path=None
                )
            )
            await until(lambda: any(one.due > one.since for one in door.strangers.here))
            for _ in range(9):
                silent.append(await asyncio.open_connection("127.0.0.1", port))
                await until(lambda: len(door.strangers.here) == min(4, len(silent) + 1))
        async with await coming:
            pass
        for _reader, writer in silent:
            writer.close()


async def test_who_has_offered_many_keys_is_asked_for_the_code(storage: Storage) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(40)]
    async with opened(storage) as (_host, door):
        port = int(door.command.split()[2])
        async with asyncssh.connect(
            "127.0.0.1", port, password=door.code(1), client_keys=keys, known_hosts=None, agent_path=None
        ) as line:
            assert (await sit(line))[1].startswith("seat 1 ")


async def test_the_key_is_kept_for_its_owner_alone(storage: Storage) -> None:
    key = host_key(storage)
    path = storage.data / "ssh_host_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert host_key(storage).get_fingerprint() == key.get_fingerprint()
    async with opened(storage) as (_host, door), knock(door, door.code(1)) as line:
        assert line.get_server_host_key().get_fingerprint() == door.key == key.get_fingerprint()
    path.chmod(0o644)
    with pytest.raises(DoorError, match="Others can read the key"):
        host_key(storage)
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(DoorError, match="can't be used"):
        host_key(storage)


@pytest.mark.parametrize("before", [False, True])
async def test_a_disk_that_shows_all_to_everybody_keeps_no_key(
    before: bool, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As vfat and some network folders do: no advice about modes helps there, and play goes on."""
    old = host_key(storage) if before else None
    path, real = storage.data / "ssh_host_key", Path.stat

    def stat_of(self: Path, **more: Any) -> os.stat_result:
        found = list(real(self, **more))
        return os.stat_result([found[0] | 0o777, *found[1:]])

    monkeypatch.setattr(Path, "stat", stat_of)
    keys = [host_key(storage).get_fingerprint() for _table in range(2)]
    assert len({*keys, old and old.get_fingerprint()}) == 3
    assert not path.exists()
    door = SshDoor(Host(together(storage, "herald"), storage), storage, Ssh(port=0))
    assert door.warns == "This disk hides nothing from others: each table has a new key, and ssh asks about it."
    assert door.opens.endswith(door.warns)
    assert list(storage.data.glob(".*")) == []


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
    with pytest.raises(DoorError, match=r"ssh can't wait at 192\.0\.2\.1, port 8022"):
        await SshDoor(host, storage, Ssh(address="192.0.2.1")).open()
    table.close()


def test_an_address_and_a_port_are_checked() -> None:
    assert ssh_door("", None) == Ssh(address="127.0.0.1", port=8022)
    assert ssh_door("::1", 1) == Ssh(address="::1", port=1)
    for address, port in (("home", None), ("", 0), ("", 65536)):
        with pytest.raises(ValueError, match=r"An address is numbers|A port goes"):
            ssh_door(address, port)


async def test_without_the_extra_one_sentence_says_what_to_install(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = together(storage, "herald")
    save_seats(storage, table.path, StoredSeats(doors=Doors(ssh=Ssh())))
    monkeypatch.setitem(sys.modules, "herrlof.seats.ssh", None)
    with pytest.raises(DoorError, match=r"pip install 'herrlof\[ssh\]'"):
        doors_of(Host(table, storage), storage)
    table.close()
