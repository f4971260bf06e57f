"""Onlookers: they take no seat, are told what is public, and nobody waits for them."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from herrlof.contract.exchange import Sample, TracedMatch, twins
from herrlof.contract.variants import Variant
from herrlof.game import NOBODY, Outcome
from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.records.storage import Storage
from herrlof.seats import guest as guest_module
from herrlof.seats import onlookers
from herrlof.seats.certify import StagedMatch
from herrlof.seats.host import Host
from herrlof.seats.local import LocalDoor
from herrlof.seats.protocol import PROTOCOL
from herrlof.seats.remote import RemoteTable
from herrlof.seats.seat_store import Doors, StoredSeats, load_seats, save_seats
from herrlof.seats.visit import JoinError
from herrlof.table.commands import Play, Resign
from herrlof.table.connection import MomentKind
from herrlof.table.keyboard import Keyboard
from herrlof.table.table import Table
from tests.seats.rooms import NAMES, begun, hosted, play, pour, seated, self_timed, together, until

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture(autouse=True)
def counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "COUNTED_SECONDS", 0.0)


@asynccontextmanager
async def watchable(storage: Storage, key: str = "herald", **options: Any) -> AsyncIterator[tuple[Host, LocalDoor]]:
    """Open a table for Anna and a guest at which others may watch."""
    table = together(storage, key, **options)
    save_seats(storage, table.path, StoredSeats(doors=Doors(watch=True)))
    async with hosted(table, storage) as (host, door):
        yield host, door


def onlooker(door: LocalDoor) -> RemoteTable:
    """Return an onlooker's end, that has not gone there yet."""

    async def connect() -> Streams:
        return await asyncio.open_unix_connection(str(door.path), limit=1 << 16)

    return RemoteTable(connect, watches=True)


async def watching(door: LocalDoor) -> RemoteTable:
    end = onlooker(door)
    await end.open()
    return end


async def raw(door: LocalDoor, **said: Any) -> Streams:
    """Return a line over which an onlooker has said hello that is no program of this house."""
    reader, writer = await asyncio.open_unix_connection(str(door.path), limit=1 << 16)
    hello = {"type": "hello", "protocol": PROTOCOL, "face": True, "watches": True, **said}
    writer.write(json.dumps(hello).encode() + b"\n")
    return reader, writer


async def lines_until(reader: asyncio.StreamReader, kind: str, n: int | None = None) -> list[dict[str, Any]]:
    """Return the lines up to one of a kind, or of that kind and number."""
    lines = list[dict[str, Any]]()
    while not lines or lines[-1]["type"] != kind or n not in (None, lines[-1].get("n")):
        lines.append(json.loads(await reader.readline()))
    return lines


async def follow(end: RemoteTable) -> None:
    """Look on until the match is over."""
    keyboard = Keyboard(end)
    while (moment := await keyboard.next()).kind is not MomentKind.MATCH_END:
        assert moment.kind is not MomentKind.ASK, "nobody here is asked"


@pytest.mark.parametrize("key", [*GAMES])
async def test_an_onlooker_is_told_what_is_public_and_that_alone(key: str, storage: Storage) -> None:
    async with watchable(storage, key) as (host, door):
        ben, eve = await seated(door), await watching(door)
        reader, _writer = await raw(door)
        await until(lambda: not host.awaited and host.table.watching == 2)
        assert (eve.seat, eve.here, eve.token, eve.sits) == (NOBODY, [], None, False)
        looks = asyncio.ensure_future(follow(eve))
        host.begin()
        await asyncio.gather(play(host.table, [0], Random(1)), play(ben, [1], Random(2)))
        await looks
        public = host.table.view(NOBODY)
        assert eve.view(NOBODY) == public._replace(events=tuple(public.events))
        assert (list(eve.scores), eve.ending, eve.over) == (list(host.table.scores), None, True)
        lines = await lines_until(reader, "over")
        assert {line["type"] for line in lines} <= {
            "hello", "present", "watching", "events", "stop", "clocks", "over", "away", "back", "stand-in",
        }  # fmt: skip
        assert {line["observation"]["seat"] for line in lines if line["type"] == "stop"} == {-1}
        told = [event for line in lines if line["type"] == "events" for event in line["events"]]
        assert [tuple(event["values"]) for event in told] == [event.values for event in public.events]
        hidden = [event for event in told if event["visible_to"] is not None]
        assert all(not event["values"] for event in hidden)
        assert bool(hidden) == GAMES[key].hidden
        eve.close()
        ben.close()


# By a witness that knows no view: what two matches told by events that all may see


async def lines_of(world: TracedMatch, storage: Storage) -> list[bytes]:
    """Return what an onlooker's line brings of a match that goes as that one did, after its hello."""
    game, done = world.variant.game, world.done
    steps = [game.encode_chance(what) if isinstance(what, Outcome) else "" for _by, what in done]
    seats, journal = [Seat(name) for name in NAMES[: world.variant.seats]], storage.new_journal()
    match = StagedMatch(tuple(filter(None, steps)), game, seats, journal=journal)
    table = Table(match, 0, journal=journal)
    match.sample_measured = lambda rng: steps[len(match.moves)]  # type: ignore[method-assign]
    save_seats(storage, table.path, StoredSeats(doors=Doors(watch=True)))
    actions = [what for by, what in done if by >= 0]
    async with hosted(table, storage) as (host, door):
        reader, _writer = await raw(door)
        await until(lambda: host.gallery.here)
        host.begin()
        place = table.join(range(world.variant.seats))
        for action in actions:
            while (stop := await place.next()).kind is not MomentKind.ASK:
                pass
            table.send(stop.seat, Play(action))
        await place.next()
        lines = await lines_until(reader, "stop", table.number)
        place.leave()
    return [json.dumps(line).encode() for line in lines if line["type"] in ("events", "stop", "clocks")]


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.hidden])
async def test_an_onlookers_line_tells_no_secret_that_was_exchanged(key: str, storage: Storage) -> None:
    """Two matches that tell everybody the same differ in nothing that an onlooker is sent, byte for byte."""
    sample = Sample(exchanges=6, every=100, mixes=0, glimpses=3, longest=20)
    pairs = list[Sequence[TracedMatch]]()
    for pair in twins(Variant(GAMES[key], 2, {}), 3, sample):
        asks = all(world.state.current_player() >= 0 for world in pair.worlds)
        if asks and pair.alike(NOBODY) and pair.one.moves() != pair.other.moves():
            pairs.append([world.clone() for world in pair.worlds])
    assert len(pairs) >= 3
    for number, (one, other) in enumerate(pairs[:4]):
        assert await lines_of(one, storage) == await lines_of(other, storage), f"pair {number}: {one.moves()}"


# Who may watch, and what it costs


async def test_nobody_watches_where_the_host_has_not_allowed_it(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        with pytest.raises(JoinError, match="Nobody may watch here"):
            await onlooker(door).open()
        assert "doesn't allow it" in host.note
        assert host.ways_to_watch == []
        host.let_watch(True)
        assert host.ways_to_watch == ["To watch: herrlof join --watch"]
        eve, before = await watching(door), host.reservations.token(NOBODY)
        assert load_seats(storage, table.path).doors.watch
        host.let_watch(False)
        await until(lambda: eve.ended)
        assert eve.ended == "Nobody may watch here any more."
        assert not host.gallery.here
        assert host.reservations.seat_of(before) is None
        assert host.reservations.token(NOBODY) != before
        assert not load_seats(storage, table.path).doors.watch


async def test_seats_are_told_how_many_watch_and_nobody_waits_for_them(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onlookers, "ONLOOKERS", 2)
    async with watchable(storage) as (host, door):
        ben = await seated(door)
        await begun(host)
        keyboard = Keyboard(host.table, [0])
        assert host.table.watching == 0, "who sits at the keyboard is no onlooker, whatever it shows"
        eve = await watching(door)
        await until(lambda: ben.watching == 1)
        assert eve.goes_on
        await eve.look()
        await until(lambda: len(host.gallery.here) == 1)
        reader, writer = await raw(door)
        await until(lambda: ben.watching == 2)
        with pytest.raises(JoinError, match="no room for another onlooker"):
            await onlooker(door).open()
        keyboard.leave()
        for line in ({"type": "resign"}, {"type": "record"}, {"type": "ready", "n": 1}, {"type": "sit"}):
            writer.write(json.dumps(line).encode() + b"\n")
        refused = 0
        while refused < 4:
            said = json.loads(await reader.readline())
            refused += said["type"] == "refused" and said["text"] == "who watches only watches"
        # Neither says that it has seen a stop, and nobody waits.
        await asyncio.gather(play(host.table, [0], Random(1)), play(ben, [1], Random(2)))
        await until(lambda: eve.over)
        eve.close()
        await until(lambda: ben.watching == 1)
        writer.write(b'{"type":"bye"}\n')
        await until(lambda: ben.watching == 0)
        ben.close()


async def test_onlookers_who_read_nothing_or_say_too_much_are_sent_away_and_the_match_goes_on(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_module, "UNREAD", 1 << 12)
    async with watchable(storage, "herrlof") as (host, door):
        ben = await seated(door)
        await until(lambda: not host.awaited)
        (deaf, _), (_reader, floods) = await raw(door), await raw(door)
        await until(lambda: len(host.gallery.here) == 2)
        deaf._transport.pause_reading()  # type: ignore[attr-defined]
        for guest in host.gallery.here:
            guest._writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 12)
        data = json.dumps({"type": "move", "id": 1, "do": "x" * 500}).encode() + b"\n"
        pouring = asyncio.ensure_future(pour(floods, data * 1000))
        host.begin()
        plays = asyncio.gather(play(host.table, [0], Random(1)), play(ben, [1], Random(2)))
        assert await self_timed(50) < 0.2
        await plays
        await until(lambda: not host.gallery.here and ben.watching == 0)
        pouring.cancel()
        ben.close()


async def test_onlookers_who_come_and_go_without_end_are_counted_now_and_then(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onlookers, "COUNTED_SECONDS", 30.0)
    async with watchable(storage) as (host, door):
        counts = list[int]()
        host.table.listen(lambda update: counts.append(update.count) if hasattr(update, "count") else None)
        for _ in range(20):
            _reader, writer = await raw(door)
            await until(lambda: host.gallery.here)
            writer.close()
            await until(lambda: not host.gallery.here)
        assert len(counts) <= 1


async def test_an_onlooker_comes_back_when_its_line_breaks_and_along_when_the_host_plays_again(
    storage: Storage,
) -> None:
    async with watchable(storage) as (host, door):
        ben, eve, uwe = await seated(door), await watching(door), await watching(door)
        await begun(host)
        await until(lambda: eve.begun and uwe.begun)
        for guest in [*host.gallery.here]:
            guest.drop()
        await until(lambda: eve.trouble)
        await until(lambda: eve.trouble is None and host.table.watching == 2 and eve.begun)
        before = host.table
        host.table.send(0, Resign())
        await until(lambda: eve.over and uwe.over)
        assert eve.ending == before.ending
        second = together(storage, "herald")
        host.play_on(second)
        await until(lambda: eve.invited and uwe.invited)
        assert not host.gallery.here
        eve.come_along()
        await until(lambda: host.gallery.here and eve.hello.game_id != uwe.hello.game_id)
        assert load_seats(storage, second.path).doors.watch
        ben.come_along()
        await until(lambda: ben.hello.game_id == eve.hello.game_id)
        ben.sit()
        await begun(host)
        await until(lambda: eve.begun)
        assert eve.seat == NOBODY
        uwe.close()
        await until(lambda: not host.lingers)
        third = together(storage, "herald")
        second.send(0, Resign())
        host.play_on(third)
        await until(lambda: eve.invited)
        host.play_on(together(storage, "herald"))
        await until(lambda: eve.ended)
        assert eve.ended == "The host has begun another match."
        assert isinstance(before, Table)
        for table in (before, second, third):
            table.close()
        ben.close()
