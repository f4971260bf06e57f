"""What a seat is told of a match is the same, byte for byte, in this process, over a socket, and at a program's pipes.

All seats of a match are of one kind. Each answers by a digest of all that it was told so far, so whatever is told
otherwise makes another match of it.
"""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from herrlof.game import Event
from herrlof.games import GAMES
from herrlof.games.json import to_json
from herrlof.records.names import ELSEWHERE, HERE, PROGRAM, Seat
from herrlof.records.storage import Storage
from herrlof.seats.program import Program
from herrlof.seats.remote import RemoteTable
from herrlof.table.connection import MomentKind
from herrlof.table.keyboard import Keyboard
from herrlof.table.match import Match
from herrlof.table.table import Table
from herrlof.table.view import View
from tests.seats.rooms import NAMES, SHORT, TALK, hosted, logged, until
from tests.tiers import later

TALKED: dict[str, Any] = {}
exec(TALK, TALKED)


class Heard:
    """What a seat was told: each question in bytes, and the end."""

    def __init__(self) -> None:
        self.questions: list[bytes] = []
        self.end: dict[str, Any] = {}


def of_lines(lines: list[bytes]) -> Heard:
    """Return what lines of the protocol have told, read as docs/seats.md has it."""
    heard, events = Heard(), list[Any]()
    for line in lines:
        said = json.loads(line)
        if said["type"] == "events":
            events[said["start"] :] = said["events"]
        elif said["type"] == "ask":
            heard.questions.append(TALKED["told"](events, said))
        elif said["type"] == "over":
            heard.end = {key: said[key] for key in ("returns", "scores", "deals", "ending")}
    return heard


def event_of(event: Event) -> dict[str, Any]:
    visible = None if event.visible_to is None else list(event.visible_to)
    return {"kind": event.kind, "seat": event.seat, "values": list(event.values), "visible_to": visible}


def question(key: str, view: View) -> bytes:
    """Return a question that a face sees, in bytes."""
    game = GAMES[key]
    said = {"observation": to_json(game, view.observation), "legal": [game.encode(one) for one in view.legal]}
    return bytes(TALKED["told"]([event_of(event) for event in view.events], said))


class Dealt(NamedTuple):
    """A match to be played: the game, how many play it, and the code of its deals where it has any."""

    key: str
    seats: int
    deals: str | None


def dealt(key: str, seats: int) -> Dealt:
    match = Match(GAMES[key], [Seat(name) for name in NAMES[:seats]], **SHORT.get(key, {}))
    match.end(0)
    return Dealt(key, seats, match.deal_code)


def table_of(storage: Storage, match: Dealt, how: str, players: dict[int, Program] | None = None) -> Table:
    """Return a table all of whose seats are of a kind."""
    game, sat = GAMES[match.key], [Seat(name, None, how) for name in NAMES[: match.seats]]
    table = Table.new(storage, game, sat, deals=match.deals, players=players, **SHORT.get(match.key, {}))
    table.pace = 0
    return table


async def answer(end: Any, key: str, seat: int) -> Heard:
    """Play a seat at a connection to the end, and return what it has seen there."""
    keyboard, heard = Keyboard(end, [seat]), Heard()
    while (moment := await keyboard.next()).kind is not MomentKind.MATCH_END:
        if moment.kind is MomentKind.ASK:
            asked = question(key, moment.view)
            heard.questions.append(asked)
            keyboard.play(TALKED["chosen"](asked, moment.view.legal))
    heard.end = {"scores": list(end.scores), "deals": end.proof.deals, "ending": end.ending}
    return heard


async def in_memory(storage: Storage, match: Dealt) -> list[Heard]:
    """Play at one table of this process, a connection for each seat."""
    table = table_of(storage, match, HERE)
    found = await asyncio.gather(*(answer(table, match.key, seat) for seat in range(match.seats)))
    for heard in found:
        heard.end["returns"] = list(table.result.returns)
    table.close()
    return found


async def over_a_socket(storage: Storage, match: Dealt) -> list[tuple[Heard, Heard]]:
    """Play with all seats elsewhere; return of each what its lines told, and what a face at its end has seen."""
    table = table_of(storage, match, ELSEWHERE)
    lines = [list[bytes]() for _ in range(match.seats)]
    async with hosted(table, storage) as (host, door):
        ends = []
        for log in lines:

            async def connect(log: list[bytes] = log) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
                reader, writer = await asyncio.open_unix_connection(str(door.path), limit=1 << 16)
                read = reader.readuntil

                async def readuntil(separator: bytes = b"\n") -> bytes:
                    log.append(await read(separator))
                    return log[-1]

                reader.readuntil = readuntil  # type: ignore[assignment]
                return reader, writer

            end = RemoteTable(connect)
            await end.open()
            end.sit()
            ends.append(end)
        await until(lambda: not host.awaited)
        host.begin()
        async with asyncio.timeout(60):  # who is told what fits nothing hangs up
            seen = await asyncio.gather(*(answer(end, match.key, end.seat) for end in ends))
        for end in ends:
            await end.end()
    told = [of_lines(log) for log in lines]
    order = sorted(range(match.seats), key=lambda n: ends[n].seat)
    return [(told[n], seen[n]) for n in order]


async def at_programs(storage: Storage, match: Dealt, folder: Path) -> list[Heard]:
    """Play with a program at each seat, where nobody but an onlooker is at the table."""
    logs = [folder / f"{seat}.log" for seat in range(match.seats)]
    players = {seat: logged(log) for seat, log in enumerate(logs)}
    table = table_of(storage, match, PROGRAM, players)
    table.start()
    keyboard = Keyboard(table, ())
    while (await keyboard.next()).kind is not MomentKind.MATCH_END:
        pass
    await until(lambda: all(b'"over"' in log.read_bytes() for log in logs))
    table.close()
    assert table.trouble is None
    return [of_lines(log.read_bytes().splitlines()) for log in logs]


@pytest.mark.parametrize(
    "match",
    later(
        [(key, seats) for key, game in GAMES.items() for seats in sorted({min(game.seats), max(game.seats)})],
        now=[("herrlof", 2)],
    ),
    ids=lambda match: f"{match[0]}-{match[1]}",
)
async def test_a_seat_is_told_the_same_whatever_carries_it(
    match: tuple[str, int], storage: Storage, tmp_path: Path
) -> None:
    one = dealt(*match)
    here = await in_memory(storage, one)
    far = await over_a_socket(storage, one)
    programs = await at_programs(storage, one, tmp_path)
    for seat in range(one.seats):
        told, seen = far[seat]
        assert here[seat].questions, "it is asked something"
        assert told.questions == here[seat].questions
        assert seen.questions == here[seat].questions
        chosen = set(here[seat].questions)
        assert [one for one in programs[seat].questions if one in chosen] == here[seat].questions
        forced = [json.loads(one)[2] for one in programs[seat].questions if one not in chosen]
        assert all(len(legal) == 1 for legal in forced), "of people nobody asks for what all see is the only move"
        assert told.end == here[seat].end == programs[seat].end
        assert seen.end == {key: value for key, value in told.end.items() if key != "returns"}
    assert len({sha256(b"".join(heard.questions)).digest() for heard in here}) == one.seats, "each seat is told its own"
