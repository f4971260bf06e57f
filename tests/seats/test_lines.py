"""A guest who listens: lines by ssh, whether its terminal cannot draw, there is none, or its name asks for them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import asyncssh
import pytest

from herrlof.game import CHANCE, Game
from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.records.storage import Storage
from herrlof.seats.certify import Scenario, StagedMatch, other_world
from herrlof.seats.host import Host
from herrlof.seats.seat_store import Ssh
from herrlof.seats.ssh import SshDoor
from herrlof.table.table import Table
from tests.plain.test_table import QUESTIONS
from tests.seats.rooms import begun, play, together, until
from tests.seats.test_host import world_of

DUMB = {"term_type": "dumb"}
WAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "a dumb terminal": ("seat", DUMB),
    "no kind of terminal": ("seat", {"term_type": "", "request_pty": "force"}),
    "no terminal": ("seat", {}),
    "the name": ("lines", {"term_type": "xterm-256color"}),
}
"""How one comes: by which name, and what is asked for then."""
SIGNS = re.compile(r"[^\x20-\x7e\r\n]")
"""What is never written to who listens: here all names are English."""
TITLE = re.compile(r"\x1b\[2[23];2t|\x1b\]2;[^\x07]*\x07")
"""What is but the title of a window."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait at the door."""
    monkeypatch.setattr("herrlof.seats.ssh.APART", 0)


@asynccontextmanager
async def opened(table: Table, storage: Storage) -> AsyncIterator[tuple[Host, SshDoor]]:
    """Open a table's door at a port that is free, and shut it with the test."""
    host = Host(table, storage)
    door = SshDoor(host, storage, Ssh(port=0))
    await door.open()
    host.doors.append(door)
    try:
        yield host, door
    finally:
        host.close()
        table.close()
        async with asyncio.timeout(20):
            await door.farewell()
        await until(lambda: not door._lines)


class Listener:
    """Somebody at the other end of ssh who hears lines and types lines."""

    def __init__(self, process: asyncssh.SSHClientProcess[str]) -> None:
        """Hear all that is said from now on."""
        self.process = process
        self.text = ""
        self._hearing = asyncio.ensure_future(self._hear())

    async def _hear(self) -> None:
        while data := await self.process.stdout.read(1 << 12):
            self.text += data

    def type(self, *lines: str) -> None:
        """Type lines."""
        self.process.stdin.write("".join(f"{line}\n" for line in lines))

    async def heard(self, text: str, times: int = 1) -> None:
        """Wait until something was said."""
        try:
            await until(lambda: self.text.count(text) >= times or self._hearing.done())
        except TimeoutError:
            raise AssertionError(self.text) from None
        assert self.text.count(text) >= times, self.text

    async def left(self) -> int | None:
        """Wait for the end of the line, and return with which status."""
        try:
            async with asyncio.timeout(20):
                await self._hearing
                await self.process.wait()
        except TimeoutError:
            raise AssertionError(self.text) from None
        return self.process.exit_status


@asynccontextmanager
async def come(door: SshDoor, how: str, seat: int = 1) -> AsyncIterator[Listener]:
    """Come to a seat by ssh."""
    name, asked = WAYS[how]
    port = int(door.command.split()[2])
    async with asyncssh.connect(
        "127.0.0.1", port, username=name, password=door.code(seat), client_keys=None, known_hosts=None, agent_path=None
    ) as line:
        yield Listener(await line.create_process(**asked))


@pytest.mark.second
@pytest.mark.parametrize("how", WAYS)
async def test_a_guest_by_ssh_is_spoken_to_in_lines_to_the_end_of_the_match(how: str, storage: Storage) -> None:
    table = together(storage, "herfor")
    async with opened(table, storage) as (host, door), come(door, how) as ben:
        await ben.heard("Enter sits down as Ben; or type another name.")
        back = re.search(r"To come back: the same command, with the code [a-z-]+\.", ben.text)
        assert back is not None, ben.text
        ben.type("rules", "leave", "Bo")
        await ben.heard("You're seated.")
        assert "There's no rule" not in ben.text
        await until(lambda: not host.awaited)
        assert host.table.seats[1].name == "Bo"
        host.begin()
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        answered = 0
        while not table.over:
            asked = len(re.findall(r"^1 .*\.\r?$|^\d+ choices\.|^Type a number from", ben.text, re.MULTILINE))
            if asked > answered:
                answered = asked
                ben.type("0" if "Type a number from" in ben.text.rstrip().splitlines()[-1] else "1")
            await asyncio.sleep(0.002)
        await anna
        await ben.heard("What now?")
        assert "keep the record" not in ben.text, "here is no place to keep it"
        ben.type("review")
        await ben.heard("The coach is judging")
        ben.type("")
        await ben.heard("What now?", 2)
        ben.type("go away")
        assert await ben.left() == 0
        assert re.search(r"^(You win|Anna wins)\.\r?$", ben.text, re.MULTILINE)
        titles, rest = re.findall(TITLE, ben.text), re.sub(TITLE, "", ben.text)
        assert not SIGNS.search(rest), "nothing is drawn, coloured or rung"
        if how != "the name":
            assert not titles, "a terminal that cannot draw, or none, has no title"
        else:
            assert titles[0] == "\x1b[22;2t"
            assert titles[-1] == "\x1b[23;2t"
            assert set(titles[1:-1]) == {"\x1b]2;● Your turn – Herrlof\x07", "\x1b]2;Herrlof\x07"}


@pytest.mark.second
async def test_what_came_through_a_pipe_is_answered_before_its_end_is_heard(storage: Storage) -> None:
    """At a terminal the end of the input hangs up at once, as for any guest."""
    table = together(storage, "herald", 2)
    async with opened(table, storage) as (host, door):
        async with come(door, "the name", 2) as cleo:
            cleo.process.stdin.write_eof()
            await cleo.left()
            assert "You're seated." not in cleo.text
        await until(lambda: not host.guests)
        async with come(door, "no terminal") as ben:
            ben.type("")
            await until(lambda: host.awaited == [2])
            host.let_bots_play()
            host.begin()
            await ben.heard("The deals are settled")
            ben.type("help")
            ben.process.stdin.write_eof()
            assert await ben.left() == 3, "the match is not over"
            assert "hand: what you hold, colour by colour." in ben.text
        await until(lambda: not host.guests)


@pytest.mark.second
@pytest.mark.parametrize("when", ["at the question", "in a lesson", "at the table"])
async def test_who_listens_is_told_that_the_host_has_gone_whatever_it_does(when: str, storage: Storage) -> None:
    table = together(storage, "herfor")
    async with opened(table, storage) as (host, door), come(door, "a dumb terminal") as ben:
        await ben.heard("Enter sits down as Ben")
        if when == "in a lesson":
            ben.type("learn", "1")
            await ben.heard("Place a stone.")
        elif when == "at the table":
            ben.type("")
            await begun(host)
            await ben.heard("Anna is to move.")
        host.close()
        assert await ben.left() == 0
        why = r"(The host has left the table|Anna's machine doesn't answer)\. Your seat is kept\.\r\n$"
        assert re.search(why, ben.text), "the second where the line broke before the farewell was read"
        assert "Traceback" not in ben.text


async def test_who_listens_leaves_with_a_word_and_is_told_the_way_back(storage: Storage) -> None:
    table = together(storage, "herfor")
    async with opened(table, storage) as (host, door), come(door, "no terminal") as ben:
        ben.type("", "leave")
        assert await ben.left() == 0
        assert re.search(r"Your seat is kept\. To come back: the same command, with the code [a-z-]+\.\n$", ben.text)
        assert host.away == [1]


@pytest.mark.second
async def test_ctrl_c_leaves_as_the_word_does(storage: Storage) -> None:
    async with opened(together(storage, "herfor"), storage) as (host, door), come(door, "the name") as ben:
        ben.type("")
        await ben.heard("You're seated.")
        ben.process.stdin.write("\x03")
        assert await ben.left() == 130
        assert re.search(r"\n\x03Your seat is kept\. .*\.\r\n$", ben.text)
        assert host.away == [1]


async def test_the_banner_tells_of_lines_who_did_not_ask_for_them(storage: Storage) -> None:
    async with opened(together(storage, "herfor"), storage) as (_host, door):
        told = "To listen, in lines, come as lines@.\r\n"
        assert door.banner() == f"Anna's table. The password is the code of three words.\r\n{told}"
        assert told not in door.banner(in_lines=True)


# Secrecy


def gone_on(game: Game, world: Scenario, storage: Storage) -> Table:
    """Return the table of a match that was played so far, to which Ben comes from elsewhere."""
    journal = storage.new_journal()
    match = StagedMatch(world.chance, game, [Seat("Anna"), Seat("Ben", None, ELSEWHERE)], journal=journal)
    for step in world.steps:
        if step.by == CHANCE:
            match.advance(step.do if match.measured_kind else None)
        else:
            match.play(step.by, game.decode(step.do))
    return Table(match, journal=journal)


async def told_of(game: Game, world: Scenario, storage: Storage) -> str:
    """Return what Ben is told by ssh, who asks all there is."""
    table = gone_on(game, world, storage)
    async with opened(table, storage) as (host, door), come(door, "the name") as ben:
        ben.type("")
        await begun(host)
        await ben.heard("The match goes on")
        typed = [*QUESTIONS, "explain 1", "leave"]
        ben.type(*typed)
        await ben.left()
    told = re.sub(r"the code [a-z-]+|ommitment begins: [0-9a-f]+", "", ben.text)
    return "".join(line for line in told.splitlines(keepends=True) if line.strip() not in typed)  # what was echoed


@pytest.mark.second
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.hidden])
async def test_two_worlds_that_look_alike_are_told_in_the_same_lines_by_ssh(key: str, storage: Storage) -> None:
    game, rng, compared = GAMES[key], Random(key), False
    while not compared:
        world = world_of(game, rng)
        other, exchanged = other_world(game, 2, 1, world, rng)
        if exchanged:
            one, two = [await told_of(game, found, storage) for found in (world, other)]
            assert one == two
            assert one.count("\n") > 20
            compared = True
