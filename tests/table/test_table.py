"""A table with several faces: three of one seat each, with pauses, pace, one that goes away and one that comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from herrlof.bots import BOTS
from herrlof.game import NOBODY, Action, IllegalAction, Observation
from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.records.storage import Storage, read_record
from herrlof.table.commands import Play
from herrlof.table.connection import MomentKind, Stop, StopReason
from herrlof.table.keyboard import Keyboard
from herrlof.table.match import Match
from herrlof.table.moments import Moment
from herrlof.table.resume import replayed
from herrlof.table.stops import BOT_PAUSE
from herrlof.table.table import Table
from tests.tiers import later

pytestmark = pytest.mark.usefixtures("toys")


def table_of(key: str, *names: str, pace: float = 0, journal: Any = None, **options: Any) -> Table:
    """Return a table with a new match; `bot:random` seats a bot."""
    seats = [Seat(name.removeprefix("bot:").title(), name[4:] if name[:4] == "bot:" else None) for name in names]
    seed: dict[str, Any] = {"seed": bytes(32)} if GAMES[key].chance else {}
    return Table(Match(GAMES[key], seats, journal=journal, **seed, **options), pace)


# Three faces of one seat each


class Face:
    """A person at a screen of their own, somewhere: remembers each moment, and after how many moves it came."""

    def __init__(self, table: Table, seat: int, patient: bool = False, restless: bool = False) -> None:
        """Sit down; who is patient looks at each pause, who is restless goes away now and then."""
        self.table, self.seat, self.patient, self.restless = table, seat, patient, restless
        self.keyboard = Keyboard(table, [seat])
        self.moments: list[tuple[int, Moment]] = []
        self.away = 0
        self._rng = Random(seat)

    async def play(self) -> None:
        """Play to the end of the match."""
        while True:
            moment = await self.keyboard.next()
            self.moments.append((len(self.table._match.moves), moment))
            if moment.kind is MomentKind.MATCH_END:
                return
            if self.restless and self._rng.random() < 0.4:
                await self._go_away(moment)
            elif moment.kind is MomentKind.ASK:
                self.keyboard.play(self._rng.choice(moment.view.legal))
            elif moment.kind is MomentKind.PAUSE and self.patient:
                await asyncio.sleep(moment.seconds)

    async def _go_away(self, before: Moment) -> None:
        """Leave for as long as others take for a few things, or for ever so long; a question waits."""
        self.away += 1
        self.keyboard.leave()
        moves = len(self.table._match.moves)
        for _ in range(self._rng.randrange(40)):
            await asyncio.sleep(0)
        if before.kind is MomentKind.ASK:
            assert len(self.table._match.moves) == moves, "the match waits for who is asked"
            again = await self.keyboard.next()
            assert again._replace(new_events=0) == before._replace(new_events=0), "it's the same question"
            self.keyboard.play(self._rng.choice(again.view.legal))


@pytest.mark.second
@pytest.mark.parametrize("pace", later([0, 0.003], now=[0]))
@pytest.mark.parametrize(("key", "options"), [("herrlof", {"goal": 1}), ("herald", {}), ("nim", {"stones": 30})])
async def test_a_match_through_three_faces_of_one_seat_each(
    key: str, options: dict[str, Any], pace: float, storage: Storage
) -> None:
    journal = storage.new_journal()
    table = table_of(key, "Anna", "Ben", "Cleo", pace=pace, journal=journal, **options)
    faces = [Face(table, 0), Face(table, 1, patient=True), Face(table, 2, restless=True)]
    await asyncio.gather(*[face.play() for face in faces])
    journal.close()
    assert table.over
    record = read_record(journal.path)
    there: dict[int, Match] = {}
    for face in faces:
        for moves, (kind, view, *_, told) in face.moments:
            if moves not in there:
                there[moves] = replayed(record, moves)
            match = there[moves]
            assert view.seat == face.seat
            assert view.observation == match.observe(face.seat)
            assert list(view.events) == match.news(face.seat)
            secret = [event for event in view.events if event.visible_to is not None and event.values]
            assert all(face.seat in (event.visible_to or ()) for event in secret)
            assert view.mover == match.mover
            assert bool(view.legal) == (kind is MomentKind.ASK)
            assert kind not in (MomentKind.HAND_OVER, MomentKind.SHOW), "nobody shares a screen"
            assert not told
        asked = [moves for moves, moment in face.moments if moment.kind is MomentKind.ASK]
        assert {there[moves].mover for moves in asked} == {face.seat}
        assert sum(moment.new_events for _, moment in face.moments) == len(table.view(NOBODY).events)
    assert faces[2].away


# Who is waited for


async def soon(task: asyncio.Task[Any]) -> bool:
    """Whether a task is done when all that can happen at once has happened."""
    for _ in range(20):
        await asyncio.sleep(0)
    return task.done()


async def thinking(pace: float) -> tuple[Table, list[Any]]:
    """Return a table where a bot is about to move, and two faces that have been told so."""
    table = table_of("nim", "bot:random", "Anna", "Ben", pace=pace)
    places = [table.join([1]), table.join([2])]
    for place in places:
        assert await place.next() == Stop(MomentKind.PAUSE, seconds=BOT_PAUSE * pace, reason=StopReason.THINKING)
    return table, places


async def test_a_table_goes_on_when_all_that_are_present_are_ready() -> None:
    table, (anna, ben) = await thinking(pace=1000)
    hasty = asyncio.ensure_future(anna.next())
    assert not await soon(hasty)
    assert not table._match.moves
    slow = asyncio.ensure_future(ben.next())
    assert await hasty == await slow == Stop(MomentKind.ASK, 1)
    assert len(table._match.moves) == 1


async def test_a_table_goes_on_when_the_pause_is_over() -> None:
    table, (anna, ben) = await thinking(pace=0.05)
    loop = asyncio.get_running_loop()
    start = loop.time()
    assert await anna.next() == Stop(MomentKind.ASK, 1), "nobody waits for who reads the rules"
    assert loop.time() - start >= 0.9 * BOT_PAUSE * 0.05
    assert await ben.next() == Stop(MomentKind.ASK, 1)
    assert len(table._match.moves) == 1


async def test_who_is_away_is_not_waited_for_and_who_comes_back_is() -> None:
    table, (anna, ben) = await thinking(pace=1000)
    hasty = asyncio.ensure_future(anna.next())
    assert not await soon(hasty)
    ben.leave()
    assert await hasty == Stop(MomentKind.ASK, 1)
    table.send(1, Play(0))
    assert await anna.next() == Stop(MomentKind.ASK, 2), "the question waits for who is away"
    waiting = asyncio.ensure_future(anna.next())
    assert not await soon(waiting)
    assert await ben.next() == Stop(MomentKind.ASK, 2)
    assert await ben.next() == Stop(MomentKind.ASK, 2), "a question that is not answered comes again"
    table.send(2, Play(0))
    pause = await waiting
    assert pause.reason is StopReason.THINKING
    again = asyncio.ensure_future(anna.next())
    assert not await soon(again), "Ben is here, and has yet to look at this"
    assert await ben.next() == pause
    assert await ben.next() == await again == Stop(MomentKind.ASK, 1)


async def test_a_face_that_stops_waiting_is_not_ready() -> None:
    table, (anna, ben) = await thinking(pace=1000)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await anna.next()
    slow = asyncio.ensure_future(ben.next())
    assert not await soon(slow)
    assert await anna.next() == await slow == Stop(MomentKind.ASK, 1)
    assert len(table._match.moves) == 1, "one of them has let the bot move, once"


async def test_the_end_of_a_round_waits_for_everybody_however_long() -> None:
    table = table_of("kuhn", "Anna", "Ben", pace=0.0001)
    places = [table.join([0]), table.join([1])]
    stops = await asyncio.gather(*[place.next() for place in places])
    while stops[0].kind is not MomentKind.ROUND_END:
        if stops[0].kind is MomentKind.ASK:
            table.send(stops[0].seat, Play(table.view(stops[0].seat).legal[0]))
        stops = await asyncio.gather(*[place.next() for place in places])
    hasty = asyncio.ensure_future(places[0].next())
    await asyncio.sleep(0.01)
    assert not hasty.done()
    assert await places[1].next() == await hasty
    assert (await hasty).kind is MomentKind.ASK


async def test_an_error_in_a_bot_reaches_every_face(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
            raise ZeroDivisionError("a bot's own error")

    monkeypatch.setitem(BOTS, ("nim", "random"), replace(BOTS["nim", "random"], make=lambda game, rng: Broken()))
    _, places = await thinking(pace=0)
    for found in await asyncio.gather(*[place.next() for place in places], return_exceptions=True):
        assert isinstance(found, ZeroDivisionError)


async def test_who_is_done_at_a_measure_waits_until_all_is_measured() -> None:
    table = table_of("kuhn", "Anna", "Ben", coin="clock")
    table.measures_time = True
    anna, ben = table.join([0]), table.join([1])
    assert {(await place.next()).kind for place in (anna, ben)} == {MomentKind.MEASURE}
    waiting = asyncio.ensure_future(ben.next())
    assert not await soon(waiting)
    await table.measure("coin 1")
    assert await anna.next() == await waiting == Stop(MomentKind.ASK, 0)


async def test_a_seat_plays_when_it_is_asked_and_at_no_other_time() -> None:
    table, (anna, ben) = await thinking(pace=0)
    for seat in (0, 1, 2, NOBODY):
        assert table.view(seat).legal == ()
        with pytest.raises(IllegalAction, match="it isn't your turn"):
            table.send(seat, Play(0))
    await asyncio.gather(anna.next(), ben.next())
    assert table.view(1).legal
    assert table.view(0).legal == table.view(2).legal == table.view(NOBODY).legal == ()
    with pytest.raises(IllegalAction, match="it isn't your turn"):
        table.send(2, Play(0))
    with pytest.raises(IllegalAction, match=r"there's no such move|\(N1\)"):
        table.send(1, Play(99))
    table.send(1, Play(0))
    assert [move.by for move in table._match.moves] == [0, 1]


def test_a_match_with_a_bot_that_nobody_knows_leaves_no_file(storage: Storage) -> None:
    with pytest.raises(ValueError, match="There's no bot 'nobody' for Nim"):
        Table.new(storage, GAMES["nim"], [Seat("Anna"), Seat("Nobody", "nobody")])
    assert storage.count() == 0


async def test_one_sits_down_where_a_person_sits_or_looks_on() -> None:
    table = table_of("kuhn", "bot:random", "Anna")
    for stranger in (0, 2, NOBODY):
        with pytest.raises(ValueError, match="no person sits in seat"):
            table.join([stranger])
    onlooker, anna = Keyboard(table, []), Keyboard(table, [1])
    while True:
        seen, own = await asyncio.gather(onlooker.next(), anna.next())
        assert (seen.view.seat, own.view.seat) == (NOBODY, 1)
        assert seen.view.observation.card is None
        assert seen.kind is (MomentKind.WAIT if own.kind is MomentKind.ASK else own.kind)
        if own.kind is MomentKind.MATCH_END:
            break
        if own.kind is MomentKind.ASK:
            anna.play(own.view.legal[0])


async def test_two_keyboards_of_two_people_each_keep_their_own_curtain() -> None:
    table = table_of("herrlof", "Anna", "Ben", "Cleo", goal=40)
    shared, alone = Keyboard(table, [0, 2]), Keyboard(table, [1])
    rng, kinds = Random(4), set()

    async def play(keyboard: Keyboard) -> None:
        while (moment := await keyboard.next()).kind is not MomentKind.MATCH_END:
            assert moment.view.seat in (NOBODY, *keyboard.people)
            if keyboard is shared:
                kinds.add(moment.kind)
            if moment.kind is MomentKind.ASK:
                keyboard.play(rng.choice(moment.view.legal))
            elif moment.kind is MomentKind.HAND_OVER:
                assert moment.seat in keyboard.people
                keyboard.open(moment.seat)

    await asyncio.gather(play(shared), play(alone))
    assert kinds >= {MomentKind.HAND_OVER, MomentKind.WAIT, MomentKind.ASK, MomentKind.SHOW}
    with pytest.raises(ValueError, match="nobody at this keyboard sits in seat 1"):
        shared.open(1)


async def test_bots_that_were_stopped_begin_anew_and_nothing_is_lost() -> None:
    table, (anna, ben) = await thinking(pace=1000)
    waiting = asyncio.ensure_future(anna.next())
    assert not await soon(waiting)
    anna.leave()
    table.stop()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not table._match.moves
    table.start()
    stops = await asyncio.gather(anna.next(), ben.next())
    assert {stop.reason for stop in stops} == {StopReason.THINKING}
    assert set(await asyncio.gather(anna.next(), ben.next())) == {Stop(MomentKind.ASK, 1)}
    assert len(table._match.moves) == 1
