"""What somebody at a seat does beside playing, once over what carries a seat: memory, a socket, a program's pipes.

What a program cannot say the others do, and it is told what comes of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.coach.judge import Judgement, judge
from herrlof.coach.seated import Coach
from herrlof.coach.worker import Worker
from herrlof.game import NOBODY, IllegalAction
from herrlof.games import GAMES
from herrlof.records.help import Ending
from herrlof.records.listing import read_summary
from herrlof.records.names import ELSEWHERE, PROGRAM, Seat
from herrlof.records.storage import Storage, read_record
from herrlof.seats.host import Host
from herrlof.seats.local import LocalDoor
from herrlof.seats.remote import RemoteTable
from herrlof.table.chat import NUDGE_SECONDS, READY_WORDS, SAY_SECONDS
from herrlof.table.commands import Command, Nudge, Play, Resign, Say, TakeBack, WantEnd, WantStandIn
from herrlof.table.connection import Connection, MomentKind
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment
from herrlof.table.resume import replayed
from herrlof.table.table import Table
from herrlof.table.updates import CameAlong, Nudged, Said, Stood, Update
from herrlof.table.verify import proofs
from herrlof.table.view import View
from tests.seats.rooms import NAMES, SHORT, at, hosted, logged, play, told, until

MEMORY, SOCKET, PIPES = "memory", "socket", "program"
PEOPLE = pytest.mark.parametrize("how", [MEMORY, SOCKET])
ALL = pytest.mark.parametrize("how", [MEMORY, SOCKET, PIPES])


@pytest.fixture(autouse=True)
def soon_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go back to a broken line at once."""
    monkeypatch.setattr("herrlof.seats.remote.RETRY_SECONDS", 0.02)


@dataclass
class Meeting:
    """Anna at her table, and others whose seats are all carried in one way."""

    how: str
    table: Table
    others: dict[int, Connection]
    """The ends of those who are people."""
    logs: dict[int, Path]
    """What programs were told."""
    host: Host | None = None
    door: LocalDoor | None = None
    playing: set[asyncio.Future[Any]] = field(default_factory=set)

    @property
    def ends(self) -> dict[int, Connection]:
        return {0: self.table, **self.others}

    def send(self, seat: int, command: Command) -> None:
        self.ends[seat].send(seat, command)

    async def begin(self) -> None:
        """Sit down, and begin."""
        for end in self.others.values():
            if isinstance(end, RemoteTable) and not end.sits:
                end.sit()
        if self.host is not None:
            await until(lambda: self.host is None or not self.host.awaited)
            self.host.begin()

    async def play(self, *seats: int) -> None:
        """Play these seats, or those of all people, by chance to the end."""
        async with asyncio.timeout(30):
            await asyncio.gather(*(play(self.ends[seat], [seat], Random(seat)) for seat in seats or self.ends))

    def let_play(self, *seats: int) -> None:
        """Let seats play meanwhile, until the meeting is over."""
        self.playing.add(asyncio.ensure_future(self.play(*seats)))

    async def asked(self, seat: int) -> View:
        """Return what a seat sees that is asked; others play meanwhile as they were let."""
        return (await play(self.ends[seat], [seat], Random(seat), most=0))[-1].view

    async def all_tell(self, what: Callable[[Connection], Any], found: Any) -> None:
        """Wait until all ends say this of something."""
        await until(lambda: all(what(end) == found for end in self.ends.values()))

    async def lines(self, seat: int, kind: str) -> list[dict[str, Any]]:
        """Return the lines of a kind that a program was told, once there is one."""
        log = self.logs[seat]
        await until(lambda: log.exists() and f'"type":"{kind}"' in log.read_text())
        return [said for line in log.read_text().splitlines() if (said := json.loads(line))["type"] == kind]


@asynccontextmanager
async def meeting(
    how: str, storage: Storage, key: str = "herald", others: int = 1, cuts: bool = False, **more: Any
) -> AsyncIterator[Meeting]:
    """Let others come to Anna's table; they have not sat down yet where that is for them to say."""
    seat_how = PROGRAM if how == PIPES else ELSEWHERE
    seats = [Seat("Anna"), *(Seat(NAMES[n], None, seat_how) for n in range(1, others + 1))]
    logs = {seat: storage.data / f"{seat}.log" for seat in range(1, others + 1)} if how == PIPES else {}
    players = {seat: logged(log) for seat, log in logs.items()}
    table = Table.new(storage, GAMES[key], seats, players=players, **{**SHORT.get(key, {}), **more})
    table.pace = 0
    if how == SOCKET:
        async with hosted(table, storage, cuts) as (host, door):
            ends = [at(door) for _ in range(others)]
            for end in ends:
                await end.open()
            met = Meeting(how, table, {end.seat: end for end in ends}, logs, host, door)
            yield met
            for one in met.playing:
                one.cancel()
            for end in ends:
                await end.end()
        return
    table.start()
    met = Meeting(how, table, {} if how == PIPES else dict.fromkeys(range(1, others + 1), table), logs)
    yield met
    for one in met.playing:
        one.cancel()
    table.close()


# Who comes


@ALL
async def test_who_comes_is_told_what_is_played_and_by_whom(how: str, storage: Storage) -> None:
    async with meeting(how, storage, "herrlof", 2) as met:
        await met.begin()
        await met.play()
        names = ["Anna", "Ben", "Cleo"]
        for seat in (1, 2):
            if how == PIPES:
                (hello,) = await met.lines(seat, "hello")
                assert (hello["seat"], hello["names"], hello["game"]) == (seat, names, "herrlof")
                assert (hello["options"], hello["commitment"]) == (dict(met.table.options), met.table.commitment)
            else:
                end = met.others[seat]
                assert ([one.name for one in end.seats], end.game.key) == (names, "herrlof")
                assert (dict(end.options), end.commitment) == (dict(met.table.options), met.table.commitment)
                assert seat in end.people


async def called(met: Meeting, name: str) -> str:
    """Let the player of seat 1 be called so; return why that cannot be."""
    end = met.others.get(1)
    if not isinstance(end, RemoteTable):
        try:
            met.table.name_seat(1, name)
        except ValueError as error:
            return str(error)
        return ""
    end.sit(name=name)
    await until(lambda: end.refused or met.host is None or 1 not in met.host.awaited)
    return end.refused


@PEOPLE
async def test_a_player_is_called_as_it_wants_if_nobody_else_is_and_the_record_says_so(
    how: str, storage: Storage
) -> None:
    async with meeting(how, storage, others=2) as met:
        assert await called(met, "anna") == "Two players are called 'anna': names have to differ."
        assert await called(met, "  Benja\u202emin ") == ""
        await met.begin()
        await met.all_tell(lambda end: [one.name for one in end.seats], ["Anna", "Benjamin", "Cleo"])
        await met.play()
        for seats in (met.table.seats, read_summary(met.table.path).seats):
            assert [seat.name for seat in seats] == ["Anna", "Benjamin", "Cleo"]
        match = replayed(read_record(met.table.path))
        assert match.again().seats == match.seats


@PEOPLE
async def test_each_cuts_the_cards_and_the_record_has_all_cuts(how: str, storage: Storage) -> None:
    async with meeting(how, storage, others=2, cuts=True) as met:
        for seat, cut in ((1, "seven"), (2, "")):
            if isinstance(end := met.others[seat], RemoteTable):
                end.sit(cut)
        if met.host is None:
            met.table.cut(["oak", "seven", ""])
        else:
            await until(lambda: met.host is None or not met.host.awaited)
            assert await met.host.cut({0: "oak"})
        await met.begin()
        await met.play()
        record = read_record(met.table.path)
        match = replayed(record)
        assert match.cuts == ("oak", "seven", "")
        if how == SOCKET:
            assert [end.told_cut for end in met.others.values() if isinstance(end, RemoteTable)] == ["seven", ""]
            assert any("each cut is the one whose hash" in line for line in proofs(record, match))


# Help


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Judge here, in a few worlds, whoever asks; return the questions."""
    asked = list[Any]()

    async def found(worker: Worker, seen: Any, legal: Sequence[int], grown: Any, **_: Any) -> Judgement:
        asked.append(seen)
        return judge(worker.game, seen, legal, Random(1), 12)

    monkeypatch.setattr("herrlof.coach.worker.Worker.judge", found)
    return asked


def coach_at(end: Connection) -> Coach:
    return Coach(end, end.judges if isinstance(end, RemoteTable) else None)


@PEOPLE
async def test_a_hint_is_what_the_coach_makes_of_what_the_seat_sees_and_stands_in_the_record(
    how: str, storage: Storage, judged: list[Any]
) -> None:
    async with meeting(how, storage, hints_agreed=True) as met:
        await met.begin()
        met.let_play(0)
        view = await met.asked(1)
        coach = coach_at(met.others[1])
        coach.give(view)
        await coach.settled()
        assert judged == [view.observation]
        assert coach.found is not None
        truth = judge(met.table.game, view.observation, view.legal, Random(1), 12)
        assert [*coach.found.choices] == [*truth.choices]
        coach.show()
        met.send(1, Play(truth.choices[0].action))
        await until(lambda: met.table.help.hints)
        await until(lambda: any(shown.by == 1 for shown in met.table._match.hints.values()))
        (shown,) = met.table._match.hints.values()
        assert [one.action for one in shown.choices] == [met.table.game.encode(one.action) for one in truth.choices][:6]


@PEOPLE
async def test_between_people_who_did_not_agree_nobody_gets_a_hint(
    how: str, storage: Storage, judged: list[Any]
) -> None:
    async with meeting(how, storage) as met:
        await met.begin()
        met.let_play(0)
        view = await met.asked(1)
        with pytest.raises(IllegalAction, match=r"^between people there are hints only if all agreed at the start$"):
            coach_at(met.others[1]).give(view)
        assert (judged, met.table.help.hints) == ([], 0)


@ALL
async def test_a_move_is_taken_back_by_one_person_alone_and_a_program_is_told_anew(how: str, storage: Storage) -> None:
    async with meeting(how, storage) as met:
        await met.begin()
        if how != PIPES:
            met.let_play(0)
            await met.asked(1)
            for seat in (0, 1):
                with pytest.raises(IllegalAction, match="only one person against bots may take moves back"):
                    met.send(seat, TakeBack())
            return
        for _ in range(2):
            view = await met.asked(0)
            met.send(0, Play(view.legal[0]))
        await met.asked(0)
        met.send(0, TakeBack())
        assert len((await met.asked(0)).legal) == len(view.legal)
        await met.play()
        await met.lines(1, "over")
        events = list[Any]()
        for said in await met.lines(1, "events"):
            events[said["start"] :] = said["events"]
        known = met.table.view(1).events[: len(events)]
        assert [(said["kind"], said["seat"], tuple(said["values"])) for said in events] == [
            (event.kind, event.seat, event.values) for event in known
        ]


# Who is away


async def lose(met: Meeting, seat: int) -> None:
    """Let who sits there be away."""
    if isinstance(end := met.others.get(seat), RemoteTable):
        end.close()
    else:
        met.table.note_away(seat)
    del met.others[seat]
    await until(lambda: all(seat in end.away.since for end in met.ends.values()))


@PEOPLE
async def test_a_bot_stands_in_once_all_who_are_present_want_it_until_who_was_away_is_back(
    how: str, storage: Storage
) -> None:
    async with meeting(how, storage, others=2) as met:
        await met.begin()
        ben = met.others[1]
        await lose(met, 1)
        met.send(0, WantStandIn(1))
        await until(lambda: met.others[2].away.votes.get(1) == {0})
        assert not met.table.away.stand_ins, "Cleo has not been asked"
        met.send(2, WantStandIn(1, wanted=False))
        assert not met.table.away.stand_ins
        met.send(2, WantStandIn(1))
        await met.all_tell(lambda end: end.away.stand_ins, {1: "rules"})
        if isinstance(ben, RemoteTable):
            assert met.door is not None
            again = at(met.door, ben.token)
            await again.open()
            met.others[1] = again
        else:
            met.table.note_back(1)
            met.others[1] = ben
        await until(lambda: not met.table.away.since)
        await met.play()
        match = replayed(read_record(met.table.path))
        assert [change[1:] for change in match.seat_changes] == [(1, "rules"), (1, None)]
        if isinstance(end := met.others[1], RemoteTable):
            await end.end()


@PEOPLE
async def test_a_wish_for_a_bot_that_was_taken_back_waits_a_moment_as_all_are_told(
    how: str, storage: Storage, table_clock: list[float]
) -> None:
    async with meeting(how, storage, others=3) as met:
        await met.begin()
        await lose(met, 1)
        met.send(0, WantStandIn(1))
        for wanted in (True, False):
            met.send(2, WantStandIn(1, wanted))
            await met.all_tell(lambda end, wanted=wanted: end.away.votes[1], {0, 2} if wanted else {0})
        with pytest.raises(IllegalAction, match="you have just taken that back"):
            met.send(2, WantStandIn(1))
        table_clock[0] += SAY_SECONDS
        told = list[Update]()
        met.table.listen(told.append)
        met.send(0, WantStandIn(1))
        met.send(2, WantStandIn(1))
        await met.all_tell(lambda end: end.away.votes[1], {0, 2})
        assert len(told) == 1, "what all know is not told again"


async def test_a_bot_stands_in_at_once_for_a_program_that_has_gone(storage: Storage) -> None:
    async with meeting(PIPES, storage) as met:
        met.let_play(0)
        await met.lines(1, "ask")
        os.kill(met.table.players[1]._process.pid, signal.SIGKILL)  # type: ignore[attr-defined]
        await asyncio.gather(*met.playing)
        assert met.table.trouble is not None
        assert "P has ended" in met.table.trouble
        assert [change[1:] for change in replayed(read_record(met.table.path)).seat_changes] == [(1, "rules")]


@PEOPLE
async def test_who_was_held_up_comes_back_to_the_same_question(how: str, storage: Storage) -> None:
    async with meeting(how, storage) as met:
        await met.begin()
        met.let_play(0)
        asked, number = await met.asked(1), met.table.number
        if met.host is not None:
            met.host.guests[1]._writer.transport.abort()
        assert await met.asked(1) == asked
        await until(lambda: met.others[1].number == number)
        met.let_play(1)
        await until(lambda: met.table.over)


@PEOPLE
async def test_who_was_held_up_after_a_round_has_seen_it_goes_on_with_the_others(how: str, storage: Storage) -> None:
    async with meeting(how, storage, "herrlof", goal=100) as met:
        await met.begin()
        keyboards = {seat: Keyboard(end, [seat]) for seat, end in met.ends.items()}

        async def passes(seat: int, before: MomentKind) -> MomentKind:
            """Play until something else comes than what was before."""
            while (moment := await keyboards[seat].next()).kind in (before, MomentKind.PAUSE, MomentKind.WAIT):
                if moment.kind is MomentKind.ASK:
                    keyboards[seat].play(moment.view.legal[0])
            return moment.kind

        async with asyncio.timeout(20):
            found = await asyncio.gather(*(passes(seat, MomentKind.ASK) for seat in keyboards))
            assert found == [MomentKind.ROUND_END] * 2
            waits = asyncio.ensure_future(passes(1, MomentKind.ROUND_END))
            await asyncio.sleep(0)
            if isinstance(ben := met.others[1], RemoteTable) and met.host is not None:
                again = told(ben, Stood)
                met.host.guests[1]._writer.transport.abort()
                await again.wait()
            assert [await passes(0, MomentKind.ROUND_END), await waits] == [MomentKind.ASK] * 2


# An end before the end


@ALL
@pytest.mark.parametrize("key", list(GAMES))
@pytest.mark.parametrize("who", [0, 1])
async def test_who_resigns_has_lost_at_once_and_all_are_told(how: str, key: str, who: int, storage: Storage) -> None:
    async with meeting(how, storage, key) as met:
        await met.begin()
        if how == PIPES:
            met.let_play(0)
            await met.lines(1, "ask")
            who = 0  # a program has no word for it
        met.send(who, Resign())
        await until(lambda: met.table.over)
        ending = met.table.ending
        assert ending == Ending(len(met.table._match.moves), who)
        assert met.table.result.returns == (float(who == 1), float(who == 0))
        await met.all_tell(lambda end: (end.ending, end.proof), (ending, met.table.proof))
        if how == PIPES:
            await asyncio.wait([*met.playing], timeout=20)
            (over,) = await met.lines(1, "over")
            assert over["ending"] == {"n": ending.n, "seat": 0}
        if how == MEMORY:
            for command in (Resign(), WantEnd()):
                with pytest.raises(IllegalAction, match="the match is over"):
                    met.send(1 - who, command)
        if isinstance(end := met.others.get(1), RemoteTable):
            assert (await end.record()) == met.table.path.read_bytes()
    assert replayed(read_record(met.table.path)).ending == ending


@PEOPLE
async def test_a_match_ends_without_a_winner_once_all_people_want_it_and_a_wish_is_taken_back(
    how: str, storage: Storage, table_clock: list[float]
) -> None:
    async with meeting(how, storage, "herrlof", others=2, goal=20) as met:
        await met.begin()
        met.send(1, WantEnd())
        await met.all_tell(lambda end: (end.end_wanted, end.over), ({1}, False))
        met.send(1, WantEnd(False))
        for seat in (0, 2):
            met.send(seat, WantEnd())
            await until(lambda seat=seat: seat in met.table.end_wanted)
        await met.all_tell(
            lambda end: (end.end_wanted, end.over), ({0, 2}, False)
        )  # nobody is held to what it took back
        told = list[Update]()
        met.table.listen(told.append)
        with pytest.raises(IllegalAction, match="you have just taken that back"):
            met.send(1, WantEnd())
        table_clock[0] += SAY_SECONDS
        met.send(0, WantEnd())
        assert told == [], "all knew that"
        met.send(1, WantEnd())
        await met.all_tell(lambda end: end.ending, Ending(len(met.table._match.moves), None))
        assert met.table.result.returns == (0.0, 0.0, 0.0)


async def test_one_person_agrees_with_no_program_on_an_end_and_says_nothing_to_it(storage: Storage) -> None:
    async with meeting(PIPES, storage) as met:
        with pytest.raises(IllegalAction, match="it takes two to agree on an end"):
            met.send(0, WantEnd())
        for command in (Say("sorry"), Nudge()):
            with pytest.raises(IllegalAction, match="there's nobody else to hear it"):
                met.send(0, command)


# What is said


@PEOPLE
async def test_ready_words_are_heard_by_all_one_at_a_time(how: str, storage: Storage, table_clock: list[float]) -> None:
    async with meeting(how, storage) as met:
        await met.begin()
        for number, word in enumerate(READY_WORDS, 1):
            met.send(1, Say(word))
            await until(lambda number=number: all(len(end.heard) == number for end in met.ends.values()))
            with pytest.raises(IllegalAction, match="one word at a time"):
                met.send(1, Say(word))
            table_clock[0] += SAY_SECONDS
        with pytest.raises(IllegalAction, match="there's no such word"):
            met.send(1, Say("you cheat"))
        for end in met.ends.values():
            assert list(end.heard) == [Said(1, word) for word in READY_WORDS]


@PEOPLE
async def test_who_is_waited_for_is_nudged_after_half_a_minute_and_not_more_often(
    how: str, storage: Storage, table_clock: list[float]
) -> None:
    async with meeting(how, storage) as met:
        await met.begin()
        keyboards = {seat: Keyboard(end, [seat]) for seat, end in met.ends.items()}

        async def stands(seat: int) -> Moment:
            while (moment := await keyboards[seat].next()).kind not in (MomentKind.ASK, MomentKind.WAIT):
                pass
            return moment

        moments = dict(zip(keyboards, await asyncio.gather(*map(stands, keyboards)), strict=True))
        (first,) = [seat for seat, moment in moments.items() if moment.kind is MomentKind.ASK]
        waits = 1 - first
        with pytest.raises(IllegalAction, match="half a minute first"):
            keyboards[waits].nudge()
        table_clock[0] += NUDGE_SECONDS
        with pytest.raises(IllegalAction, match="nobody else is waited for"):
            keyboards[first].nudge()
        assert met.ends[waits].may_nudge(waits)
        keyboards[waits].nudge()
        await until(lambda: all(end.heard for end in met.ends.values()))
        for seat, end in met.ends.items():
            assert list(end.heard) == [Nudged(waits, frozenset({first}))]
            assert keyboards[seat].is_nudged(end.heard[0]) == (seat == first)
            assert not end.may_nudge(waits), "half a minute begins anew"
        table_clock[0] += NUDGE_SECONDS
        keyboards[first].play(moments[first].view.legal[0])
        await stands(waits)
        assert not met.ends[first].may_nudge(first), "the table stands elsewhere"


# When it is over


@ALL
async def test_who_plays_again_finds_all_at_their_seats(how: str, storage: Storage) -> None:
    async with meeting(how, storage) as met:
        await met.begin()
        if how == PIPES:
            met.let_play(0)
            await met.lines(1, "ask")
        met.send(0, Resign())
        await met.all_tell(lambda end: end.over, True)
        if how == PIPES:
            await met.lines(1, "over")
        second = met.table.again(storage, rotate_by=0)
        second.pace = 0
        if isinstance(end := met.others.get(1), RemoteTable):
            assert met.host is not None
            token, anew = end.token, told(end, CameAlong)
            met.host.play_on(second)
            await until(lambda: end.invited)
            end.come_along()
            async with asyncio.timeout(20):
                await anew.wait()
            assert (end.seat, end.token, end.over, end.sits) == (1, token, False, False)
        first, met.table = met.table, second
        first.close()
        if how == MEMORY:
            met.others = {1: second}
        met.playing.clear()
        second.start()
        await met.begin()
        await met.play()
        assert [one.name for one in second.seats] == [one.name for one in first.seats]
        assert (first.over, second.over, second.ending) == (True, True, None)
        if how == PIPES:
            await met.lines(1, "over")
            hello = (await met.lines(1, "hello"))[-1]
            assert (hello["game_id"], hello["seat"]) == (second.path.stem, 1)
        second.close()


@ALL
async def test_who_is_left_behind_is_told_that_the_table_is_closed(how: str, storage: Storage) -> None:
    async with meeting(how, storage) as met:
        await met.begin()
        if how == MEMORY:
            place = met.table.join([1])
            await place.next()
            waits = asyncio.ensure_future(place.next())
            await asyncio.sleep(0)
            place.leave()
            await asyncio.wait([waits], timeout=20)
            assert waits.cancelled() or waits.done()
        elif how == SOCKET:
            assert met.host is not None
            end = met.others[1]
            met.host.close()
            await until(lambda: end.ended if met.table.over else end.trouble)
            assert end.trouble == "The host has left the table. Your seat is kept."
        else:
            met.let_play(0)
            await met.lines(1, "ask")
            process = met.table.players[1]._process._process  # type: ignore[attr-defined]
            met.table.close()
            assert process.returncode is not None, "it has ended"


@PEOPLE
async def test_an_onlooker_sees_what_is_public_and_is_waited_for_by_nobody(how: str, storage: Storage) -> None:
    async with meeting(how, storage) as met:
        looks: Connection = met.table
        if met.host is not None:
            met.host.let_watch(True)
            looks = RemoteTable(at(met.door)._connect, watches=True)  # type: ignore[arg-type]
            await looks.open()
        await met.begin()
        keyboard = Keyboard(looks, ())
        seen = list[Moment]()

        async def follows() -> None:
            while (moment := await keyboard.next()).kind is not MomentKind.MATCH_END:
                seen.append(moment)

        watching = asyncio.ensure_future(follows())
        await met.play()
        async with asyncio.timeout(20):
            await watching
        assert seen
        assert all(moment.kind is not MomentKind.ASK and moment.view.seat == NOBODY for moment in seen)
        assert all(event.visible_to is None or not event.values for event in seen[-1].view.events)
        if isinstance(looks, RemoteTable):
            await until(lambda: met.others[1].watching == 1)
            await looks.end()
            await until(lambda: met.others[1].watching == 0)
