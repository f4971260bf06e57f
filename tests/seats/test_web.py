"""The door for browsers: what it lets through, and what it refuses."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import socket
import sys
import tracemalloc
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import aiohttp
import pytest
from yarl import URL

from herrlof import languages
from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.messages import _
from herrlof.records.storage import Storage, read_record
from herrlof.seats.doors import doors_of
from herrlof.seats.host import DoorError, Host
from herrlof.seats.seat_store import Doors, Web, load_seats, save_seats
from herrlof.seats.web import CONNECTIONS, KNOWN, WebDoor, link_of, token_of
from herrlof.table.commands import Resign
from herrlof.table.resume import replayed
from herrlof.table.table import Table
from tests.disks import FastDisk
from tests.seats.chromium import PROGRAM, Chromium
from tests.seats.rooms import begun, play, pour, seated, self_timed, together, until
from tests.seats.visitor import Visitor, served

SECOND = pytest.mark.second
"""A guest's program takes a second or two to begin."""


@pytest.fixture
def files() -> Storage:
    return Storage(disk=FastDisk())


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for a visitor who is gone."""
    monkeypatch.setattr("herrlof.seats.web.RELOAD_SECONDS", 0.05)


def port_of(door: WebDoor) -> int:
    """Return where a door listens."""
    return int(door.command.rpartition("/")[0].rpartition(":")[2])


# Links


def test_a_link_ends_in_the_token_of_a_seat_and_in_nothing_else() -> None:
    token = "00" * 15 + "ff"
    assert token_of(link_of(token)) == token
    assert len(link_of(token)) == 22
    for link in ("", "AAA", "A" * 22 + "=", "A" * 21 + "B", "%%" * 11, "é" * 22, link_of(token) + "AA"):
        assert token_of(link) != token


async def test_who_had_a_seat_is_given_the_finished_record(files: Storage) -> None:
    """Nobody before the end, and no onlooker; who looks at the end of the match before this one that of its own."""
    table = together(files, "herald")
    save_seats(files, table.path, load_seats(files, table.path).model_copy(update={"doors": Doors(watch=True)}))
    async with served(table, files) as (host, door), aiohttp.ClientSession() as browser:

        async def record(link: str) -> tuple[int, bytes, str]:
            async with browser.get(f"{link}/record") as answer:
                return answer.status, await answer.read(), answer.headers.get("Content-Disposition", "")

        guest = await seated(host.doors[0])
        await begun(host)
        status, told, _named = await record(door.way(1))
        assert (status, told) == (409, b"There is no finished record for this seat.")
        await until(lambda: guest.begun)
        table.send(0, Resign())
        finished, name = table.path.read_bytes(), table.path.name
        assert await record(door.way(1)) == (200, finished, f'attachment; filename="{name}"')
        assert (await record(door.way(NOBODY)))[0] == 409
        assert (await record(f"{door.way(1)}A"))[0] == 403
        await until(lambda: host.guests[1]._ended)
        host.play_on(table.again(files, 0))
        assert await record(door.way(1)) == (200, finished, f'attachment; filename="{name}"')
        guest.close()
        host.table.close()


async def test_each_seat_has_a_link_and_keeps_it(files: Storage) -> None:
    table = together(files, "herald", guests=2)
    async with served(table, files) as (_host, door):
        links, port = door.command.splitlines(), port_of(door)
        assert [line.split(": ")[0] for line in links] == ["Ben", "Cleo"]
        assert load_seats(files, table.path).doors.web == Web(port=port)
    again = WebDoor(Host(table, files), files, Web(port=port))
    assert again.command.splitlines() == links


async def test_an_address_of_others_is_told_with_what_it_opens(files: Storage) -> None:
    table = together(files, "herald")
    host = Host(table, files)
    assert "on this machine alone" in WebDoor(host, files, Web()).opens
    shown = WebDoor(host, files, Web(address="192.168.1.7", port=8000))
    assert "Nothing is encrypted without a proxy" in shown.opens
    assert shown.command.startswith("http://192.168.1.7:8000/")
    proxied = WebDoor(host, files, Web(url="https://play.example.org/"))
    assert "The proxy at this address encrypts" in proxied.opens
    assert proxied.command.startswith("https://play.example.org/")
    table.close()


async def test_a_link_at_every_address_names_one_by_which_this_machine_is_reached(files: Storage) -> None:
    async with served(together(files, "herald"), files, address="0.0.0.0") as (_host, door):
        assert "0.0.0.0" not in door.command
        async with aiohttp.ClientSession() as session, session.get(door.command) as page:
            assert page.status == 200


async def test_a_port_that_is_taken_is_told(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (host, door):
        with pytest.raises(DoorError, match="in use"):
            await WebDoor(host, files, Web(port=port_of(door))).open()


def test_without_the_extra_it_is_said_what_to_install(files: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    table = together(files, "herald")
    save_seats(files, table.path, load_seats(files, table.path).model_copy(update={"doors": Doors(web=Web())}))
    monkeypatch.setitem(sys.modules, "herrlof.seats.web", None)
    with pytest.raises(DoorError, match=r"pip install 'herrlof\[web\]'"):
        doors_of(Host(table, files), files)
    table.close()


# What is refused


async def test_who_has_no_link_is_told_so_and_no_file_is_served(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (host, door), aiohttp.ClientSession() as session:
        link, base = door.command, door.command.rpartition("/")[0]

        async def status(url: str, method: str = "GET", **headers: str) -> tuple[int, str]:
            async with session.request(method, URL(url, encoded=True), headers=headers) as answer:
                return answer.status, await answer.text(errors="replace")

        code, page = await status(link)
        assert code == 200
        assert f"{link}/socket".replace("http", "ws") in page
        assert "http" not in page.replace("http-equiv", ""), "the page asks nobody else for anything"
        for name in ("js/textual.js", "css/xterm.css", "fonts/RobotoMono-VariableFont_wght.ttf", "page.js", "page.css"):
            assert (await status(f"{base}/static/{name}"))[0] == 200
        none = "This isn't one of this table's links: ask for your seat's."
        assert await status(f"{base}/AAAAAAAAAAAAAAAAAAAAAA") == (403, none)
        assert await status(f"{base}/AAAAAAAAAAAAAAAAAAAAAA/socket", Origin=base) == (403, none)
        for path in ("/", "/download/x", "/static/", "/static/images/background.png", "/static/%2e%2e/server.py",
                     f"/static/{'%2e%2e/' * 12}etc/passwd", "/static//etc/passwd"):  # fmt: skip
            assert await status(base + path) == (404, "There's nothing here: ask for your seat's link."), path
        assert await status(link, "POST") == (405, "This page accepts nothing.")
        foreign = (403, "This isn't the address of this table.")
        assert await status(link, Host="evil.example") == foreign
        assert await status(f"{link}/socket", Host="evil.example", Origin="http://evil.example") == foreign
        for origin in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": base + ".evil.example"}):
            assert await status(f"{link}/socket", **origin) == (403, "Only its own page opens this table.")
        assert host.guests == {}
        assert not door._visits


async def test_a_browser_is_answered_in_its_own_language(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (_host, door), aiohttp.ClientSession() as session:
        for told, spoken in (("nl-NL,nl;q=0.9", "nl"), ("en", "en"), ("tlh", "en"), ("../nl", "en")):
            async with session.get(door.command + "?lines", headers={"Accept-Language": told}) as answer:
                page = await answer.text()
            assert f'<html lang="{spoken}">' in page
            with languages.speaking(spoken):
                assert _("Choices") in page


async def test_who_asks_nothing_is_not_waited_for(files: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.seats.web.HELLO_SECONDS", 0.05)
    monkeypatch.setattr("herrlof.seats.web.CONNECTIONS", 2)
    async with served(together(files, "herald"), files) as (_host, door):
        lines = [await asyncio.open_connection("127.0.0.1", port_of(door)) for _ in range(3)]
        for reader, writer in lines:
            with suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), 10) == b""
            writer.close()
        await until(lambda: not door.lines)
        assert not door.strangers.here


async def test_strangers_hold_no_door_shut(files: Storage) -> None:
    """Lines that say nothing, that ask for what is not there, or for a file again and again: a link is heard."""
    async with served(together(files, "herald"), files) as (host, door):
        port, link = port_of(door), door.way(1)
        own = f"Host: 127.0.0.1:{port}\r\n\r\n"
        for asked in ("", f"GET /x HTTP/1.1\r\n{own}", f"GET /static/page.js HTTP/1.1\r\n{own}"):
            lines = []
            for _ in range(200):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(asked.encode())
                lines.append((reader, writer))
            await until(lambda: len(door.strangers.here) <= CONNECTIONS // 2)
            if "/x" in asked:
                for reader, _writer in lines[-20:]:
                    answer = await asyncio.wait_for(reader.read(), 10)
                    assert b"403" in answer.splitlines()[0]
                    assert b"aiohttp" not in answer
                await until(lambda: not door.strangers.here)
            async with aiohttp.ClientSession() as session, session.get(link) as page:
                assert page.status == 200
                assert (len(door.known.here), page.headers["Server"]) == (1, "herrlof")
            for _reader, writer in lines:
                writer.transport.abort()
        await until(lambda: not door.lines)
        assert not door.known.here
        assert not host.note


async def test_a_link_has_so_many_connections_and_the_idle_ones_make_room(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (_host, door):
        base, link = door.way(1).rpartition("/")[0], door.way(1)
        lines = []
        for _ in range(40):
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(door))
            writer.write(f"GET /{link.rpartition('/')[2]} HTTP/1.1\r\nHost: {base[7:]}\r\n\r\n".encode())
            assert b"200" in await asyncio.wait_for(reader.readline(), 10)
            lines.append(writer)
        await until(lambda: len(door.known.here) == KNOWN)
        for writer in lines:
            writer.transport.abort()


# Who is let through


@SECOND
async def test_a_link_has_one_visitor_who_comes_back_to_the_same_question(files: Storage) -> None:
    table = together(files, "herald")
    async with served(table, files) as (host, door):
        async with Visitor(door.command) as ben:
            await ben.see("Sit down")
            assert "this page brings you back" in ben.text
            await ben.press("enter")
            await begun(host)
            anna = asyncio.ensure_future(play(table, [0], Random(0)))
            await ben.see("Your card.")
            asked = table.view(1)
            async with Visitor(door.command) as second:
                await until(lambda: second.line.closed)
                assert second.reason.startswith("Somebody is here by this link.")
        await until(lambda: 1 in table.away.since)
        async with Visitor(door.command) as ben:
            await ben.see("Your card.")
            await until(lambda: not table.away.since)
            assert table.view(1) == asked
        anna.cancel()


@pytest.mark.parametrize("sat", [False, True])
async def test_a_link_that_was_called_back_leads_to_no_seat_and_a_new_one_does(sat: bool, files: Storage) -> None:
    async with served(together(files, "herald", 2), files) as (host, door):
        links, tokens = [door.way(1), door.way(2)], [host.reservations.token(1), host.reservations.token(2)]
        if sat:
            host.reservations._claimed |= {1, 2}
        host.renew(1)
        async with aiohttp.ClientSession() as session:
            found = list[int]()
            for link in (*links, door.way(1)):
                async with session.get(link) as answer:
                    found.append(answer.status)
        assert found == [403, 200, 200]
        assert [host.reservations.seat_of(token) for token in tokens] == [None, 2]
        assert [Host(host.table, files).reservations.token(seat) for seat in (1, 2)] == [
            host.reservations.token(1),
            tokens[1],
        ], "it is kept"


@SECOND
async def test_one_link_is_for_all_onlookers_and_leads_to_no_seat(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(together(files, "herald"), files) as (host, door):
        link = door.way(NOBODY)
        async with aiohttp.ClientSession() as session, session.get(link) as shut:
            assert shut.status == 403
        host.let_watch(True)
        async with Visitor(link) as eve, Visitor(link) as uwe:
            for one in (eve, uwe):
                await one.see("You watch")
            await until(lambda: len(host.gallery.here) == 2)
            assert not host.guests
            monkeypatch.setattr("herrlof.seats.onlookers.ONLOOKERS", 2)
            async with Visitor(link) as third:
                await until(lambda: third.line.closed)
                assert third.reason == "There's no room for another onlooker."
            host.let_watch(False)
            for one in (eve, uwe):
                await until(lambda: one.line.closed)  # noqa: B023


@SECOND
async def test_who_looks_at_the_end_of_a_match_is_told_that_the_host_leaves(files: Storage) -> None:
    """Whoever had a seat, and an onlooker; their programs show the end for as long as one likes."""
    table = together(files, "herald")
    async with served(table, files) as (host, door):
        host.let_watch(True)
        async with Visitor(door.way(1)) as ben, Visitor(door.way(NOBODY)) as eve:
            await ben.see("Sit down")
            await ben.press("enter")
            await eve.see("You watch")
            await begun(host)
            await until(lambda: table.standing is not None)
            table.send(0, Resign())
            for one in (ben, eve):
                await one.see("is over")
            host.close()
            for one in (ben, eve):
                await until(lambda: one.line.closed)  # noqa: B023
                assert one.reason == "The host has left the table."
    for link, keeps in ((1, True), (NOBODY, False)):
        async with served(together(files, "herald"), files) as (host, door), aiohttp.ClientSession() as session:
            host.let_watch(True)
            async with session.get(door.way(link)) as page:
                assert ("Your seat is kept" in await page.text()) is keeps


@SECOND
async def test_a_match_in_a_browser(files: Storage) -> None:
    """A whole one with keys alone; what was recorded is a match."""
    table = together(files, "herald")
    async with served(table, files) as (host, door), Visitor(door.command) as ben:
        await ben.see("this seat is for you")
        await ben.press("enter")
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        rng = Random(1)
        async with asyncio.timeout(240):
            while not table.over:
                await ben.press(rng.choice(["left", "right", "enter", "enter"]))
                await asyncio.sleep(0.01)
        await anna
        match = replayed(read_record(table.path))
        assert match.over
        assert {move.by for move in match.moves if move.by >= 0} == {0, 1}


@SECOND
async def test_who_says_too_much_or_what_is_nothing_is_sent_away(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (host, door):
        for flood in (["x" * 60_000] * 3, ["x"] * 3000):
            async with Visitor(door.command) as ben:
                await ben.see("Sit down")
                for text in flood:
                    with suppress(ConnectionResetError):
                        await ben.say("stdin", text)
                await until(lambda ben=ben: ben.line.closed)
                assert ben.reason == "This browser sent too much, or something that can't be understood."
            assert host.note == "A browser sent too much, and was cut off."
            host.note = ""
        for nonsense in ("[", '["stdin", 1]', '["resize", {"width": "a"}]', '["deliver_file_start", "x"]', "[" * 9000):
            async with Visitor(door.command) as ben:
                await ben.line.send_str(nonsense)
                await until(lambda ben=ben: ben.line.closed)
        await until(lambda: not door._visits and not host.guests)


def frame(text: str) -> bytes:
    """Return a masked frame of text, as a browser sends it."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode()


def upgrade(link: str) -> bytes:
    """Return what a browser asks to have the socket of a link."""
    base, _, path = link.rpartition("/")
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /{path}/socket HTTP/1.1\r\nHost: {base[7:]}\r\nOrigin: {base}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    ).encode()


@SECOND
@pytest.mark.parametrize("kind", [0x8A, 0x89, 0x00], ids=["pong", "ping", "fragment"])
async def test_frames_in_which_nothing_is_said_slow_nobody(
    kind: int, files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library answers or leaves them out by itself, and would do nothing else."""
    idle = [sys.executable, "-S", "-c", "print('__GANGLION__', flush=True); input()"]
    monkeypatch.setattr("herrlof.seats.guest_process.command_of", lambda module: idle)
    async with served(together(files, "herald"), files) as (host, door):
        reader, writer = await asyncio.open_connection("127.0.0.1", port_of(door))
        writer.write(upgrade(door.command))
        await reader.readuntil(b"\r\n\r\n")
        await until(lambda: door._visits)
        writer.write(bytes([0x01, 0x81, *bytes(4)]) + b"[")
        pouring = asyncio.ensure_future(pour(writer, bytes([kind, 0x80, *bytes(4)]) * 1_000_000))
        try:
            assert await self_timed(100) < 0.2
            await until(lambda: not door._visits)
            assert host.note == "A browser sent too much, and was cut off."
        finally:
            pouring.cancel()
            writer.transport.abort()
            with suppress(asyncio.CancelledError, ConnectionError):
                await pouring


@SECOND
async def test_who_reads_nothing_holds_little_and_is_sent_away(files: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.seats.web.UNSENT_SECONDS", 3.0)
    async with served(together(files, "herald"), files) as (host, door):
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.setblocking(False)
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", port_of(door)))
        _reader, writer = await asyncio.open_connection(sock=made, limit=1)
        writer.write(upgrade(door.command))
        await until(lambda: host.guests)
        tracemalloc.start()
        number = 0
        try:
            async with asyncio.timeout(60):
                while door._visits:
                    number += 1
                    size = f'["resize", {{"width": {100 + number % 2 * 800}, "height": {400 + number % 2}}}]'
                    with suppress(ConnectionResetError):
                        writer.write(frame(size))
                        await writer.drain()
                    await asyncio.sleep(0.01)
            assert tracemalloc.get_traced_memory()[1] < 2 << 20
        finally:
            tracemalloc.stop()
            writer.close()
        await until(lambda: not host.guests)


async def press_something(page: Chromium, table: Table, seat: int, rng: Random) -> None:
    """Press keys by chance that play, or end a pause; wait until something comes of them, but not for long."""
    legal = table.view(seat).legal
    keys = [*["right"] * rng.randrange(4), rng.choice(["enter", "enter", "up", "down", "a", "d", "1", "3"]), "enter"]
    point = table.game.encode(rng.choice(legal)).split()[-1] if legal else ""
    before = table.number
    await page.press(*([*point, "enter"] if re.fullmatch(r"[a-z]\d+", point) else keys if legal else ["enter"]))
    with suppress(TimeoutError):
        async with asyncio.timeout(0.5 if legal else 0.05):
            while table.number == before:
                await asyncio.sleep(0.01)


@pytest.mark.slow
@pytest.mark.skipif(PROGRAM is None, reason="there's no Chromium on this machine: apt install chromium")
@pytest.mark.parametrize(("key", "guests"), [*((key, 1) for key in GAMES), ("herrlof", 2), ("herald", 2)])
async def test_a_match_in_chromium(
    key: str, guests: int, files: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole one, with pages that are loaded again in the middle."""
    monkeypatch.setattr("herrlof.seats.web.RELOAD_SECONDS", 10.0)
    table = together(files, key, guests)
    async with AsyncExitStack() as stack:
        host, door = await stack.enter_async_context(served(table, files))
        links = [line.split()[-1] for line in door.command.splitlines()]
        pages = [await stack.enter_async_context(Chromium(tmp_path / str(number))) for number in range(guests)]
        rng, anna = Random(1), None
        for last in (False, True):
            for page, link in zip(pages, links, strict=True):
                await page.open(link)
                if not last:  # who comes back sits at once
                    await page.see("Sit down")
                    await page.press("enter")
            await until(lambda: not host.awaited)
            if anna is None:
                host.begin()
                anna = asyncio.ensure_future(play(table, [0], Random(0)))
            for page in pages:
                await page.see("? rules")
            async with asyncio.timeout(240 * guests):
                while not table.over and (last or len(table.view(0).events) < 30):
                    for seat, page in enumerate(pages, 1):
                        await press_something(page, table, seat, rng)
        assert anna is not None
        await anna
        match = replayed(read_record(table.path))
        assert match.over
        assert {move.by for move in match.moves if move.by >= 0} == {*range(guests + 1)}


# On a phone

CHROMIUM = pytest.mark.skipif(PROGRAM is None, reason="there's no Chromium on this machine: apt install chromium")
PHONES = [(390, 844), (844, 390)]


@SECOND
@CHROMIUM
async def test_a_phone_shows_a_whole_table_and_opens_no_keyboard(files: Storage, tmp_path: Path) -> None:
    """Upright and turned on its way; nothing goes wrong in the page."""
    async with served(together(files, "herald"), files) as (_host, door), Chromium(tmp_path) as page:
        for width, height in PHONES:
            await page.be_phone(width, height)
            await page.open(door.command)
            await page.see("Sit down")
            for turned in (False, True, False):
                await page.be_phone(*((height, width) if turned else (width, height)))
                upright = (height > width) is not turned
                await until(lambda upright=upright: (page.size[0] < page.size[1] * 2) is upright)
                columns, rows = page.size
                assert columns >= 60
                assert rows >= 20
                assert await page.ask(
                    "document.querySelector('.xterm-screen').getBoundingClientRect().width <= innerWidth"
                )
                asked = "getComputedStyle(document.querySelector('.turn')).display != 'none'"
                assert await page.ask(asked) is upright, "it says that a phone may be turned"
            await page.tap(columns // 2, rows // 2)
            assert await page.ask("document.querySelector('textarea').inputMode") == "none"
            await page.ask("document.querySelector('.bar button').click()")
            assert await page.ask("document.querySelector('textarea').inputMode") == "text"
        assert not page.errors


@SECOND
@CHROMIUM
async def test_a_narrow_window_has_letters_that_fit(files: Storage, tmp_path: Path) -> None:
    """Its field has the focus, and no error comes of that."""
    async with served(together(files, "herald"), files) as (_host, door), Chromium(tmp_path) as page:
        await page.open("about:blank")
        for width, height in [(390, 844), (600, 300), (1000, 640)]:
            await page.resize(width, height)
            await page.open(door.command)
            await page.see("Sit down")
            assert page.size >= (60, 20)
            assert page.size[1] >= 20
            assert await page.ask("document.activeElement.tagName") == "TEXTAREA"
            asked = "getComputedStyle(document.querySelector('.bar')).display"
            assert await page.ask(asked) == "none"
        assert await page.ask("document.querySelector('.textual-terminal').dataset.fontSize") == "16"
        assert not page.errors


async def tap_something(page: Chromium, table: Table, rng: Random) -> None:
    """Touch a cell where something stands, twice, as who chooses and plays; a page that came of it is left."""
    before, rows = table.number, page.text.split("\n")[: page.size[1]]
    back = re.search(r"Esc (?!leave)\w+", rows[-1])
    if back is not None:
        await page.tap(back.start(), len(rows) - 1)
    cells = [(x, y) for y, row in enumerate(rows[:-1]) for x, letter in enumerate(row) if letter not in " ─│"]
    cell = rng.choice(cells or [(1, 1)])
    for _click in range(2):
        await page.tap(*cell)
        with suppress(TimeoutError):
            async with asyncio.timeout(0.15):
                while table.number == before:
                    await asyncio.sleep(0.01)


@pytest.mark.slow
@CHROMIUM
@pytest.mark.parametrize("phone", PHONES, ids=str)
@pytest.mark.parametrize("key", GAMES)
async def test_a_round_by_taps(key: str, phone: tuple[int, int], files: Storage, tmp_path: Path) -> None:
    table = together(files, key)
    async with served(table, files) as (host, door), Chromium(tmp_path) as page:
        await page.be_phone(*phone)
        await page.open(door.command)
        await page.see("Sit down")
        row, column = next(
            (y, row.index("Sit down")) for y, row in enumerate(page.text.split("\n")) if "Sit down" in row
        )
        await page.tap(column + 2, row)
        await begun(host)
        anna, rng = asyncio.ensure_future(play(table, [0], Random(0))), Random(1)
        async with asyncio.timeout(480):
            while not table.over:
                await tap_something(page, table, rng)
        await anna
        if folder := os.environ.get("HERRLOF_PICTURES"):
            await page.picture(Path(folder, f"phone-{key}-{phone[0]}.png"))
        match = replayed(read_record(table.path))
        assert {move.by for move in match.moves if move.by >= 0} == {0, 1}
        assert not page.errors
