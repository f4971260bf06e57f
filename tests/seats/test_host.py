"""A table and its guests: whole matches, lines that break, guests that do wrong."""

from __future__ import annotations

import asyncio
import gc
import grp
import hashlib
import json
import os
import socket
import stat
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.coach.judge import Judgement, asked
from herrlof.coach.saying import reason_text, rival_of
from herrlof.game import CHANCE, NOBODY, Game, IllegalAction, Race
from herrlof.games import GAMES
from herrlof.games.how_ruck.race import judge
from herrlof.records.names import ELSEWHERE, HERE, Seat
from herrlof.records.storage import Storage, read_file, read_record
from herrlof.seats import guest as guest_module
from herrlof.seats import host as host_module
from herrlof.seats import protocol
from herrlof.seats.certify import Scenario, StagedMatch, Step, other_world
from herrlof.seats.codec import update_of
from herrlof.seats.guest import WRONG, GuestLine
from herrlof.seats.host import DoorError, Host
from herrlof.seats.judging import GuestCoach
from herrlof.seats.local import LocalDoor, check_owner, tables_here
from herrlof.seats.protocol import PROTOCOL, from_table
from herrlof.seats.remote import JoinError, RemoteCoach, RemoteTable, connected
from herrlof.seats.seat_store import Back, load_seats
from herrlof.table.commands import Choose, NoteHint, Play, ReadClock, Resign, Say, WantEnd
from herrlof.table.connection import MomentKind, Proof, Stop, View
from herrlof.table.keyboard import Keyboard
from herrlof.table.match import Match
from herrlof.table.race import Reading
from herrlof.table.racing import Racing, Stage
from herrlof.table.resume import replayed
from herrlof.table.table import Table
from herrlof.table.updates import CameAlong, Choosing, Happened, Judged, Reason, Returned
from herrlof.table.verify import proofs
from tests.seats.rooms import at, begun, hosted, play, pour, seated, self_timed, together, told, until
from tests.seats.test_protocol import good_lines, spoiled

SLOW = pytest.mark.slow


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go back to a broken line at once."""
    monkeypatch.setattr("herrlof.seats.remote.RETRY_SECONDS", 0.02)


async def test_seats_are_kept_beside_the_record_in_which_the_match_goes_on(storage: Storage) -> None:
    """Another program has changed the one that it began in."""
    seats = [Seat("Anna", None, HERE), Seat("Ben", None, ELSEWHERE)]
    table = Table.new(storage, GAMES["herfor"], seats)
    host = Host(table, storage)
    token, first = host.reservations.token(1), table.path
    with first.open("ab") as file:
        file.write(b"x\n")
    place = table.join([0, 1])
    seat = (await place.next()).seat
    table.send(seat, Play(table.view(seat).legal[0]))
    assert table.save()
    assert table.path != first
    host.let_watch(True)
    assert load_seats(storage, table.path).tokens == {1: token}
    table.close()


@pytest.mark.parametrize(
    ("key", "guests"), [("herrlof", 1), ("herrlof", 2), ("herald", 2), ("how-ruck", 1), ("herfor", 1)]
)
async def test_a_whole_match_with_guests(key: str, guests: int, storage: Storage) -> None:
    """Every moment of a guest shows what the match, replayed, shows that seat; the record is the host's as always."""
    table = together(storage, key, guests)
    async with hosted(table, storage) as (host, door):
        ends = [await seated(door) for _ in range(guests)]
        await begun(host)
        found = await asyncio.gather(
            play(table, [0], Random(0)), *[play(end, [end.seat], Random(end.seat)) for end in ends]
        )
        assert [end.seat for end in ends] == list(range(1, guests + 1))
        record = read_record(table.path)
        match = replayed(record)
        assert match.over
        for end, moments in zip(ends, found[1:], strict=True):
            last = moments[-1].view
            assert last.observation == match.observe(end.seat)
            assert list(last.events) == match.news(end.seat)
            for moment in moments:
                view = moment.view
                now = [n for n in range(len(match.moves) + 1) if match.event_count_before(n) == len(view.events)]
                assert view.seat == end.seat
                assert view.observation in [match.observe(end.seat, n) for n in now]
            assert end.proof == table.proof
            assert list(end.scores) == list(match.scores)
            data = await end.record()
            assert data == table.path.read_bytes()
        assert [seat.how for seat in match.seats] == ["here", *[ELSEWHERE] * guests]
        for end in ends:
            end.close()


async def test_the_end_is_told_with_its_proof_however_late_that_comes(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[Callable[[], None]] = []
    send = GuestLine.send

    def hold(to: GuestLine, *lines: protocol.Line) -> None:
        if isinstance(lines[0], protocol.Over):
            held.append(partial(send, to, *lines))
        else:
            send(to, *lines)

    monkeypatch.setattr(GuestLine, "send", hold)
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)

        async def proof_at_the_end() -> Proof:
            await play(guest, [1], Random(1))
            return guest.proof

        ending = asyncio.ensure_future(proof_at_the_end())
        await play(table, [0], Random(0))
        await until(lambda: guest.known.stop == Stop(MomentKind.MATCH_END))
        for tell in held:
            tell()
        assert await ending == table.proof
        guest.close()


async def test_a_finished_record_that_a_guest_was_given_is_checked(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.host.read_file", lambda path: read_file(path).replace(b'"Anna"', b'"Bnna"'))
    monkeypatch.setattr(Host, "record_hash", lambda host: hashlib.sha256(read_file(host.table.path)).hexdigest())
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)
        await asyncio.gather(play(table, [0], Random(0)), play(guest, [1], Random(1)))
        with pytest.raises(ValueError, match="isn't the record whose hash"):
            await guest.record()
        guest.close()


# Cuts


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("\u0410nna", "looks like Anna's name"), ("C\u217ceo", "looks like Cleo's name"),
        ("CIeo", "looks like Cleo's name"),
        ("\u0391\uff2e\u039d\u0410", "looks like Anna's name"), ("yOU", "Everybody is called You"),
        ("Y\u043eu", "Everybody is called You"), ("\u03a5OU", "Everybody is called You"),
        ("Jij", "Everybody is called You"), ("J\u0456j", "Everybody is called You"), ("Young", ""),
        ("B\u0338\u0322\u0321o", "more room than its letters"), ("\ufdfa" * 10, "more room than its letters"),
        ("Bo\u0323\u0302", ""), ("Hanna", ""), ("\u0410\u043d\u044f", ""), ("Ana", ""),
    ],
)  # fmt: skip
async def test_no_guest_takes_a_name_that_looks_like_another_ones(name: str, said: str, storage: Storage) -> None:
    table = together(storage, "herald", 2)
    async with hosted(table, storage) as (host, door):
        ben = at(door)
        await ben.open()
        ben.sit(name=name)
        await until(lambda: ben.refused or host.guests[1].sits)
        assert (said in ben.refused) if said else host.guests[1].sits
        ben.close()


async def test_names_stand_once_the_match_has_begun_and_are_chosen_a_few_times(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_module, "NAMES", 2)
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        token = None
        for name in ("B1", "B2", "B3"):
            ben = at(door, token)
            await ben.open()
            ben.sit(name="You")  # which is no choice yet
            await until(lambda ben=ben: ben.refused)
            ben.sit(name=name)
            await until(lambda ben=ben: ben.refused or not host.awaited)
            token = ben.token
            if name != "B3":
                ben.close()
                await until(lambda: host.awaited)
        assert ben.refused == "Your name has changed often enough: sit down as B2."
        ben.sit()
        await begun(host)
        again = at(door, token)
        await again.open()
        await until(lambda: again.begun)
        again.sit(name="Bo")
        again.send(1, WantEnd())
        await until(lambda: table.end_wanted)
        assert [seat.name for seat in table.seats] == ["Anna", "B2"]
        again.close()
    with pytest.raises(ValueError, match="too late to change names"):
        table.name_seat(0, "Eve")


async def test_who_looks_while_the_match_begins_sits_down_by_the_name_that_stands(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        ben = at(door)
        await ben.open()
        host.let_bots_play()
        host.begin()
        ben.sit(name="Bo")
        await until(lambda: ben.refused or host.guests[1].sits)
        assert (ben.refused, table.seats[1].name) == ("", "Ben")
        ben.close()


async def test_who_plays_on_keeps_its_guests_their_seats_and_what_brings_them_back(storage: Storage) -> None:
    """Also where everybody moves on by a seat; who has gone comes in anew."""
    table = together(storage, "herrlof", 2)
    async with hosted(table, storage) as (host, door):
        ends = [await seated(door) for _ in range(2)]
        await begun(host)
        await asyncio.gather(*(play(end, [seat], Random(seat)) for seat, end in enumerate((table, *ends))))
        ben, cleo = ends
        record, before = await ben.record(), ben.token
        cleo.close()
        await until(lambda: 2 not in host.guests)
        second = table.again(storage, rotate_by=1)
        second.pace = 0
        host.play_on(second)
        assert (host.free, host.away) == ([1], [0])
        await until(lambda: ben.invited)
        assert await ben.record() == record, "it is still to be had"
        assert not host.guests
        anew = told(ben, CameAlong)
        ben.come_along()
        async with asyncio.timeout(20):
            await anew.wait()
        assert (ben.seat, ben.token, ben.hello.game_id) == (0, before, second.path.stem)
        assert (ben.sits, ben.over) == (False, False)
        ben.sit()
        dag = await seated(door)
        await until(lambda: not host.awaited)
        assert (dag.seat, [seat.name for seat in second.seats]) == (1, ["Ben", "Cleo", "Anna"])
        host.begin()
        asking = asyncio.ensure_future(play(second, [2], Random(0)))
        ben._writer.transport.abort()
        others = [asyncio.ensure_future(play(end, [end.seat], Random(0))) for end in (ben, dag)]
        await asyncio.gather(asking, *others)
        assert second.over
        await ben.record()
        assert door.path.stem == table.path.stem
        named = load_seats(storage, second.path)
        assert (named.doors.name, named.tokens[0]) == (table.path.stem, before), "the same way leads there from now on"
        ben.close()
        dag.close()
        second.close()


def lose(guest: RemoteTable) -> None:
    """Let a guest's line break, and its program end with it."""
    assert guest._task is not None
    guest._task.cancel()
    guest._close_line()


@pytest.mark.second
async def test_between_two_matches_a_lost_line_is_no_word_and_a_leave_is_one(storage: Storage) -> None:
    """Token, code and seat stand until the host begins, or somebody says that it goes."""
    table = together(storage, "herald", 4)
    async with hosted(table, storage) as (host, door):
        guests = [await seated(door) for _ in range(4)]
        await begun(host)
        await asyncio.gather(*(play(end, [seat], Random(seat)) for seat, end in enumerate((table, *guests))))
        ben, cleo, dag, eir = guests
        for guest in guests:
            await guest.record()
            host.reservations.bring_back(guest.seat, Back(code=f"code-{guest.seat}"))
        tokens = [guest.token for guest in guests]
        lose(ben)  # before the host plays again
        eir.close()  # it says that it goes
        await until(lambda: set(host.guests) == {2, 3})
        second = table.again(storage, rotate_by=0)
        second.pace = 0
        host.play_on(second)
        assert set(host.lingers.values()) == {2, 3}
        lose(cleo)  # while it is asked whether it comes along
        await until(lambda: set(host.lingers.values()) == {3})
        assert host.free == [4]
        assert [host.reservations.seat_of(token or "") for token in tokens] == [1, 2, 3, None]
        assert {seat: back.code for seat, back in host.reservations.back.items()} == {
            1: "code-1",
            2: "code-2",
            3: "code-3",
        }
        assert load_seats(storage, second.path).tokens[1] == tokens[0], "also for a host that is killed now"
        fifth = await seated(door)
        assert fifth.seat == 4, "the one of who said that it goes"
        with pytest.raises(JoinError, match="Every seat is taken, or kept for its player"):
            await seated(door)
        back = [await seated(door, token=token) for token in tokens[:3]]  # the third before its old line has ended
        assert [guest.seat for guest in back] == [1, 2, 3]
        assert not host.lingers
        await until(lambda: dag.ended)
        assert dag.ended == "This seat has been taken at another terminal."
        await until(lambda: not host.awaited)
        for guest in [*back, fifth, dag]:
            guest.close()
        second.close()


async def test_who_came_back_to_the_end_of_a_match_is_asked_to_come_along(storage: Storage) -> None:
    """It has loaded its page again, and has not sat down since."""
    table = together(storage, "herald", 1)
    async with hosted(table, storage) as (host, door):
        ben = await seated(door)
        await begun(host)
        await asyncio.gather(*(play(end, [seat], Random(seat)) for seat, end in enumerate((table, ben))))
        lose(ben)
        await until(lambda: not host.guests)
        again = at(door, ben.token)
        await again.open()
        await until(lambda: host.guests)
        second = together(storage, "herald", 1)
        host.play_on(second)
        await until(lambda: again.invited)
        assert again.over
        anew = told(again, CameAlong)
        again.come_along()
        async with asyncio.timeout(20):
            await anew.wait()
        again.sit()
        await until(lambda: not host.awaited)
        assert again.token == ben.token
        again.close()
        second.close()


async def test_who_has_not_come_when_the_next_match_begins_keeps_its_seat_until_somebody_takes_it(
    storage: Storage,
) -> None:
    table = together(storage, "herald", 1)
    async with hosted(table, storage) as (host, door):
        ben = await seated(door)
        await begun(host)
        await asyncio.gather(*(play(end, [seat], Random(seat)) for seat, end in enumerate((table, ben))))
        lose(ben)
        await until(lambda: not host.guests)
        second = together(storage, "herald", 1)
        host.play_on(second)
        with pytest.raises(JoinError):
            await seated(door)
        host.let_bots_play()
        host.begin()
        late = await seated(door, token=ben.token)
        await until(lambda: set(host.guests) == {1})
        assert late.token == ben.token
        late.close()
        await until(lambda: not host.guests)
        with pytest.raises(JoinError):
            await seated(door)
        second.close()
        third = together(storage, "herald", 1)
        host.play_on(third)
        host.let_bots_play()
        host.begin()
        cleo = await seated(door)
        assert cleo.token != ben.token
        assert host.reservations.seat_of(ben.token or "") is None
        cleo.close()
        third.close()


async def test_a_guest_that_does_not_come_along_keeps_no_seat(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        reader, writer = await raw(door)
        writer.write(line(type="sit") + line(type="again"))
        await until(lambda: not host.awaited)
        assert "no other match" in (await heard(reader, "refused"))["text"]
        host.begin()
        playing = asyncio.ensure_future(play(table, [0], Random(0)))
        rng = Random(0)
        while (said := json.loads(await reader.readline()))["type"] != "over":
            if said["type"] == "stop":
                writer.write(line(type="ready", n=said["n"]))
            elif said["type"] == "ask":
                writer.write(line(type="move", id=said["id"], do=rng.choice(said["legal"])))
        await playing
        for _ in range(2):
            second = together(storage, "herald")
            host.play_on(second)
            table.close()
            table = second
            if host.lingers:
                await heard(reader, "again")
                for wrong in ("ready", "sit", "move", "wants"):
                    writer.write(line(type=wrong, n=1, id=1, do="x", seat=1, bot=True))
                    assert (await heard(reader, "refused"))["text"] == "the match is over"
                assert host.awaited == [1]
        assert (await heard(reader, "bye"))["text"] == "The host has begun another match."
        await until(lambda: host.free == [1])
        writer.close()
        table.close()


async def test_who_was_still_before_the_end_is_told_it_when_the_host_plays_again(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        ben = await seated(door)
        await begun(host)
        await asyncio.gather(play(table, [0], Random(0)), play(ben, [1], Random(1)))
        await until(lambda: ben.over)
        ben._over, host.guests[1]._ended = None, False  # as if it had not come so far
        second = together(storage, "herald")
        host.play_on(second)
        await until(lambda: ben.invited)
        assert ben.over
        ben.close()
        second.close()


async def test_who_changes_a_cut_after_its_hash_is_sent_away(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage, cuts=True) as (host, door):
        guest = await seated(door, cut="seven")
        await until(lambda: not host.awaited)
        assert guest.told_cut == ""
        guest.cut = "eight"
        assert not await host.cut({0: "oak"})
        assert table.can_cut
        await until(lambda: guest.ended)
        assert "isn't the cut whose hash" in guest.ended
        assert host.awaited == [1]


# Hints


@asynccontextmanager
async def asking(table: Table, storage: Storage) -> AsyncIterator[tuple[Host, RemoteTable, View]]:
    """Begin a match of Anna and a guest, and stop at the guest's first question."""
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        yield host, guest, (await play(guest, [1], Random(1), most=0))[-1].view
        anna.cancel()
        guest.close()


async def test_guests_who_ask_at_once_are_judged_one_after_the_other_and_none_cancels_anothers() -> None:
    answers, cancelled = [asyncio.Event() for _ in range(3)], list[int]()
    asked = list[int]()

    class Slow:
        trouble = None

        async def judge(self, seen: int, *_more: Any, keep: int | None, more: int) -> int:
            asked.append(seen)
            await answers[seen].wait()
            return seen

        def cancel(self) -> None:
            cancelled.append(asked[-1])

    worker: Any = Slow()
    lock = asyncio.Lock()
    coaches = [GuestCoach(worker, lock) for _ in range(3)]
    tasks: list[Any] = [asyncio.ensure_future(coach.judge(n, ())) for n, coach in enumerate(coaches)]  # type: ignore[arg-type]
    await until(lambda: asked)
    coaches[1].cancel()
    tasks[1].cancel()
    assert (asked, cancelled) == ([0], [])
    answers[0].set()
    await until(lambda: len(asked) == 2)
    coaches[2].cancel()
    assert (asked, cancelled) == ([0, 2], [2])
    answers[2].set()
    assert [await tasks[0], await tasks[2]] == [0, 2]


@pytest.mark.second
async def test_a_hint_is_judged_at_the_hosts_machine_from_what_the_guest_sees_and_noted(storage: Storage) -> None:
    table = together(storage, "herald", hints_agreed=True)
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        assert "Whoever sits down agrees." in guest.hints_told
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        seen = (await play(guest, [1], Random(1), most=2))[-1].view
        grown, reasons = list[Judgement](), list[Reason | None]()
        guest.listen(lambda update: reasons.append(update.reason) if isinstance(update, Judged) else None)
        for _again in range(2):
            guest.send(1, NoteHint())
            found = await RemoteCoach(guest).judge(seen.observation, seen.legal, grown.append)
            truth = asked(guest.game, seen.observation, seen.legal)
            assert found is not None
            assert (found.worlds, found.unit) == (truth.worlds, truth.unit)
            assert [*found.choices] == [*truth.choices]
            other = rival_of(truth)
            said = guest.game.words.to(seen.observation, ["Anna", "Ben"])
            why = reason_text(guest.game, seen.observation, truth.choices, other, said)
            assert reasons[-1] is not None, "of this question something is to be told"
            assert (reasons[-1].other, reasons[-1].text) == (other, why)
        assert not any(part.whole for part in grown)
        await play(guest, [1], Random(1), most=1)
        lines = [line for line in table.path.read_text().splitlines() if '"hint"' in line]
        notes = [json.loads(line[line.index("{") :]) for line in lines]
        assert [(note["by"], note["n"]) for note in notes] == [(1, notes[0]["n"])], "once for each move, by its seat"
        assert table.help.hints == 1
        (shown,) = [json.loads(line[40:]) for line in table.path.read_text().splitlines() if '"judged"' in line]
        told = [[guest.game.encode(one.action), *one.value, one.verdict] for one in found.choices]
        assert (shown["n"], shown["by"], shown["worlds"], shown["complete"]) == (notes[0]["n"], 1, found.worlds, True)
        assert shown["choices"][:6] == told[:6], "what it was told is what the record keeps"
        anna.cancel()
        guest.close()


async def test_a_hint_ends_with_its_question(storage: Storage) -> None:
    """What is judged for a question that is answered would take the time of those who think afterwards."""
    async with asking(together(storage, "herald", hints_agreed=True), storage) as (host, guest, seen):
        hint = asyncio.ensure_future(RemoteCoach(guest).judge(seen.observation, seen.legal, more=10_000))
        await until(lambda: guest.known.judged is not None)
        await play(guest, [1], Random(1), most=1)
        await until(lambda: not host.coach.asked.busy)
        assert await hint is None
        (shown,) = [json.loads(line[40:]) for line in host.table.path.read_text().splitlines() if '"judged"' in line]
        assert (shown["complete"], shown["worlds"] < 1000) == (False, True), "it had grown so far"


async def test_a_hint_that_failed_can_be_wanted_again_and_a_lost_line_ends_one(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a face waits for it as long as the question stands, and in lines nothing can be typed meanwhile."""
    async with asking(together(storage, "herald", hints_agreed=True), storage) as (host, guest, seen):
        coach = RemoteCoach(guest)

        def hint(more: int) -> asyncio.Future[Judgement | None]:
            return asyncio.ensure_future(coach.judge(seen.observation, seen.legal, more=more))

        with monkeypatch.context() as patch:
            patch.setattr("herrlof.child.asking.ATTEMPTS", 0)
            assert await hint(0) is None
            assert "The coach's process failed" in (coach.trouble or "")
        again = hint(10_000)
        await until(lambda: host.coach.asked.busy)
        host.guests[1].drop("Away with you.", final=True)
        await until(again.done)
        assert again.result() is None


async def test_a_word_that_is_refused_meanwhile_is_no_reason_for_no_hint(storage: Storage) -> None:
    async with asking(together(storage, "herald", hints_agreed=True), storage) as (host, guest, seen):
        coach = RemoteCoach(guest)
        hint = asyncio.ensure_future(coach.judge(seen.observation, seen.legal, more=10_000))
        await until(lambda: guest.known.judged is not None)
        for _word in range(2):
            guest.known.said_at.clear()  # its own clock is another one
            guest.send(1, Say("sorry"))
        await until(lambda: guest.trouble)
        assert guest.trouble == "No: one word at a time."
        grown = guest.known.judged
        await until(lambda: guest.known.judged is not grown)
        assert (hint.done(), coach.trouble) == (False, None)
        host.guests[1].drop("Away with you.", final=True)
        await until(hint.done)


async def test_where_not_all_agreed_a_guest_gets_no_hint_whatever_it_says(storage: Storage) -> None:
    table = together(storage, "herald")
    async with asking(table, storage) as (host, guest, seen):
        assert guest.hints_told == ""
        with pytest.raises(IllegalAction, match="only if all agreed"):
            guest.send(1, NoteHint())
        coach = RemoteCoach(guest)
        assert await coach.judge(seen.observation, seen.legal) is None
        assert "only if all agreed at the start" in (coach.trouble or "")
        assert table.help.hints == 0
        assert not host.coach.asked.busy


# Secrets


def world_of(game: Game, rng: Random) -> Scenario:
    """Return a beginning of a match of two, played by chance, up to where somebody is to move."""
    match = Match(game, [Seat("Anna"), Seat("Ben")], seed=rng.randbytes(32))
    steps, chance, most = list[Step](), list[str](), rng.randrange(12, 40)
    while len(steps) < most or match.mover == CHANCE or game.simultaneous(match.observe(NOBODY)):
        mover = match.mover
        if mover == CHANCE:
            match.advance(match.sample_measured(rng) if match.measured_kind else None)
            chance.append(match.moves[-1].do)
        elif mover >= 0:
            match.play(mover, rng.choice(match.legal()))
        else:
            break
        steps.append(Step(mover, match.moves[-1].do))
    return Scenario(tuple(chance), tuple(steps))


async def all_told(game: Game, world: Scenario, storage: Storage, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return all lines that Ben's end is told in a world from the moment when he sits, but what names the match."""
    journal = storage.new_journal()
    match = StagedMatch(world.chance, game, [Seat("Anna"), Seat("Ben", None, ELSEWHERE)], journal=journal)
    table, told = Table(match, journal=journal), list[Any]()
    table.pace = 10  # no pause is over before both have seen it
    monkeypatch.setattr(match, "sample_measured", lambda rng: world.steps[len(match.moves)].do)

    def step_of(seat: int) -> str:
        return next(step.do for step in world.steps[len(match.moves) :] if step.by == seat)

    async with hosted(table, storage) as (host, door):
        reader, writer = await raw(door)
        writer.write(line(type="sit"))
        await begun(host)

        async def anna() -> None:
            place = table.join([0])
            while len(match.moves) < len(world.steps):
                if await place.next() == Stop(MomentKind.ASK, 0) and len(match.moves) < len(world.steps):
                    table.send(0, Play(game.decode(step_of(0))))

        async def ben() -> None:
            while True:
                said = json.loads(await reader.readline())
                told.append(said)
                if said["type"] == "ask" and len(match.moves) < len(world.steps):
                    writer.write(line(type="move", id=said["id"], do=step_of(1)))
                elif said["type"] == "stop":
                    writer.write(line(type="ready", n=said["n"]))

        both = [asyncio.ensure_future(anna()), asyncio.ensure_future(ben())]
        await until(lambda: len(match.moves) >= len(world.steps))
        guest = host.guests[1]
        await until(lambda: guest._place is not None and guest._place.seen == table.number)
        writer.write(line(type="ping"))
        await until(lambda: told[-1] == {"type": "pong"})
        for one in both:
            one.cancel()
        writer.close()
    return [said for said in told if said["type"] != "ping"]


@pytest.mark.second
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.hidden])
async def test_all_lines_of_a_match_tell_a_seat_what_its_events_told_it(
    key: str, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stops, scores, turns and refusals too: a host tells the same in worlds that a seat cannot tell apart."""
    game, rng, pairs = GAMES[key], Random(key), 0
    while pairs < 4:
        world = world_of(game, rng)
        other, exchanged = other_world(game, 2, 1, world, rng)
        if exchanged:
            told = await all_told(game, world, storage, monkeypatch)
            assert told == await all_told(game, other, storage, monkeypatch)
            assert {said["type"] for said in told} >= {"events", "stop", "ask"}
            pairs += 1
    monkeypatch.setattr(Table, "scores", property(lambda table: [len(repr(table._match.observe(0))), 0]))
    assert told != await all_told(game, other, storage, monkeypatch), "what leaks is noticed"


# Lines break


async def test_a_guest_whose_line_breaks_comes_back_to_the_same_question(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        asked = (await play(guest, [1], Random(1), most=3))[-1].view
        moves = len(table._match.moves)
        guest.close()
        await until(lambda: 1 in table.away.since)
        again = await seated(door, token=guest.token)
        found = (await play(again, [1], Random(1), most=0))[-1].view
        assert found == asked
        assert len(table._match.moves) == moves
        assert not table.away.since
        await asyncio.gather(anna, play(again, [1], Random(1)))
        again.close()


async def test_a_broken_line_is_mended_without_anybody_doing_anything(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        came_back = told(guest, Returned)
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        await play(guest, [1], Random(1), most=2)
        host.guests[1]._writer.transport.abort()
        await asyncio.wait_for(came_back.wait(), 10)
        await asyncio.gather(anna, play(guest, [1], Random(1)))
        guest.close()


async def test_a_farewell_is_heard_though_the_host_had_not_heard_all() -> None:
    """A line that is closed with something unread in it is reset: what was said before that is heard all the same."""
    here, there = socket.socketpair()
    here.send(b"unread")
    there.send(b"news\nfarewell\n")
    there.close()
    reader, writer = await connected(sock=here)
    await until(writer.transport.is_closing)
    assert [await reader.readuntil(b"\n") for _ in range(2)] == [b"news\n", b"farewell\n"]
    with pytest.raises(asyncio.IncompleteReadError):
        await reader.readuntil(b"\n")
    writer.close()


async def test_two_copies_with_one_token_have_one_seat(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        first = await seated(door)
        await until(lambda: not host.awaited)
        second = await seated(door, token=first.token)
        await until(lambda: first.ended)
        assert "taken at another terminal" in first.ended
        await until(lambda: not host.awaited)
        assert list(host.guests) == [1]
        with pytest.raises(JoinError, match="Every seat is taken"):
            await at(door).open()
        with pytest.raises(JoinError, match="Every seat is taken"):
            await at(door, "0" * 32).open()
        second.close()


async def test_a_move_on_a_lost_line_is_refused_in_a_clause(storage: Storage) -> None:
    async with hosted(together(storage, "herrlof"), storage) as (host, door):
        ben = await seated(door)
        await begun(host)
        await until(lambda: ben.begun and ben.view(1).legal)
        host.guests[1].drop("Away.", final=True)
        await until(lambda: ben.ended)
        with pytest.raises(IllegalAction, match=r"^Away$"):
            ben.send(1, Play(ben.view(1).legal[0]))


async def test_a_host_that_was_killed_opens_the_same_match_to_the_same_tokens(storage: Storage) -> None:
    table = together(storage, "herald")
    host = Host(table, storage)
    door = LocalDoor(host)
    await door.open()
    guest = await seated(door)
    came_back = told(guest, Returned)
    await begun(host)
    anna = asyncio.ensure_future(play(table, [0], Random(0), most=4))
    ben = asyncio.ensure_future(play(guest, [1], Random(1)))
    await anna
    assert door._server is not None
    door._server.close()  # as it is left by a kill: the socket's file stays
    host.guests[1]._writer.transport.abort()
    table.close()
    moves = read_record(table.path).moves
    ben.cancel()
    gone_on = Table.resume(storage, table.path)
    gone_on.pace = 0
    async with hosted(gone_on, storage) as (again, _door):
        again.begin()
        await asyncio.wait_for(came_back.wait(), 10)
        await asyncio.gather(play(gone_on, [0], Random(2)), play(guest, [1], Random(3)))
        assert read_record(table.path).moves[: len(moves)] == moves
        guest.close()


async def test_a_silent_guest_is_away(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_module, "PING_SECONDS", 0.02)
    monkeypatch.setattr(guest_module, "SILENCE_SECONDS", 0.1)
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        _reader, writer = await raw(door)
        writer.write(line(type="sit"))
        await begun(host)
        await until(lambda: 1 in table.away.since)
        assert 1 in host.silent
        writer.write(line(type="pong"))  # it was only stopped
        await until(lambda: 1 not in table.away.since)
        assert (list(host.guests), host.silent, host.awaited) == ([1], {}, [])
        await until(lambda: 1 in table.away.since)
        _again, other = await raw(door, token=host.reservations.token(1))
        other.write(line(type="sit"))
        await until(lambda: 1 not in table.away.since)
        assert host.silent == {}, "who comes anew sits there now"
        assert (await _reader.read())[-200:].count(b'"bye"') == 1
        writer.close()
        other.close()


# Guests that do wrong


def line(**parts: Any) -> bytes:
    """Return a line."""
    return json.dumps(parts).encode() + b"\n"


HELLO: dict[str, Any] = {
    "type": "hello", "protocol": PROTOCOL, "face": True, "rules": {key: game.version for key, game in GAMES.items()},
}  # fmt: skip


async def heard(reader: asyncio.StreamReader, kind: str) -> Any:
    """Return the next line of a kind."""
    while (said := json.loads(await reader.readline()))["type"] != kind:
        pass
    return said


async def raw(door: LocalDoor, **more: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return the streams of a guest that has said hello."""
    reader, writer = await asyncio.open_unix_connection(str(door.path))
    writer.write(line(**HELLO, **more))
    await reader.readline()
    return reader, writer


async def said(door: LocalDoor, first: bytes) -> str:
    """Return what a stranger is told who begins with this line."""
    reader, writer = await asyncio.open_unix_connection(str(door.path))
    writer.write(first)
    answer = await asyncio.wait_for(reader.readline(), 5)
    writer.close()
    return str(json.loads(answer)["text"]) if answer else ""


async def test_strangers_are_told_in_a_sentence_why_they_cannot_come_in(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        assert "speaks version 9 of the seat protocol" in await said(door, line(**{**HELLO, "protocol": 9}))
        assert "version 9 of the seat protocol" in host.note, "on both sides"
        assert "The rules differ" in await said(door, line(**{**HELLO, "rules": {"herald": 99}}))
        assert "a program is seated by" in await said(door, line(**{**HELLO, "face": False}))
        assert "no line of JSON" in await said(door, b"GET / HTTP/1.1\r\n\r\n")
        assert "the first line says hello" in await said(door, line(type="move", id=1, do="x"))
        assert await said(door, b"x" * 200_000 + b"\n") == ""
        assert host.awaited == [1]


async def test_a_guest_of_a_host_of_another_version_is_told_so(run_folder: Path) -> None:
    run_folder.mkdir(mode=0o700)
    path = run_folder / "other.seat"

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(line(type="hello", protocol=protocol.PROTOCOL + 1))

    async with await asyncio.start_unix_server(other, path):
        guest = RemoteTable(lambda: asyncio.open_unix_connection(str(path)))
        with pytest.raises(JoinError, match="The host's program speaks version 3 of the seat protocol"):
            await guest.open()


@pytest.mark.second
@pytest.mark.parametrize("deaf", [False, True])
async def test_a_host_that_floods_slows_no_face_and_makes_it_hold_little(
    deaf: bool, run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.remote.UNREAD", 1 << 14)
    run_folder.mkdir(mode=0o700)
    path = run_folder / "bad.seat"
    game = GAMES["herald"]
    hello = line(
        type="hello", protocol=PROTOCOL, game=game.key, version=game.version, seat=1, options={}, names=["Anna", "Ben"],
        seats=[{"how": how, "bot": None} for how in ("here", ELSEWHERE)], seed=None, commitment=None,
    )  # fmt: skip

    async def bad(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(hello)
        with suppress(ConnectionError):
            await asyncio.gather(pour(writer, line(type="ping") * 1_000_000), reader.read(-1 if not deaf else 1))

    async with await asyncio.start_unix_server(bad, path):
        guest = RemoteTable(lambda: asyncio.open_unix_connection(str(path)))
        await guest.open()
        assert await self_timed(60) < 0.2
        if deaf:
            await until(lambda: guest.trouble)
        guest.close()


@pytest.mark.second
@pytest.mark.parametrize("kind", ["lying", "flooding", "deaf"])
async def test_a_guest_that_does_wrong_slows_nobody_and_holds_little(kind: str, storage: Storage) -> None:
    """While Ben lies, floods, or reads nothing, the others' table is as quick as ever."""
    table = together(storage, "herald", 2)
    async with hosted(table, storage) as (host, door):
        reader, writer = await raw(door)
        cleo = await seated(door)
        writer.write(line(type="sit"))
        await begun(host)
        bad = {
            "lying": [line(type="move", id=n, do="play GK") + b"}{\n" for n in range(200)],
            "flooding": [line(type="ready", n=n % 7) for n in range(20_000)],
            "deaf": [line(type="ping")] * 20_000,
        }[kind]
        pouring = asyncio.ensure_future(pour(writer, b"".join(bad)))
        table.game.words.to(table.view(1).observation, ("", "")).refusal(0)  # what it imports is no guest's
        tracemalloc.start()
        try:
            slowest = await self_timed(60)
            assert tracemalloc.get_traced_memory()[1] < 2 << 20
        finally:
            tracemalloc.stop()
            pouring.cancel()
        assert slowest < 0.2
        if kind == "lying":
            await until(lambda: 1 in table.away.since)
            async with asyncio.timeout(10):
                assert "can't be understood" in json.loads((await reader.read()).splitlines()[-1])["text"]
        writer.transport.abort()
        cleo.close()


async def test_what_is_understood_and_refused_sends_nobody_away_and_a_line_that_is_too_long_is_told(
    storage: Storage,
) -> None:
    async with hosted(together(storage, "herald"), storage) as (host, door):
        reader, writer = await raw(door)
        writer.write(line(type="sit"))
        await begun(host)
        writer.write(3 * WRONG * line(type="say", word="sorry") + 3 * WRONG * line(type="move", id=999, do="play GK"))
        refused = 0
        while refused < 6 * WRONG - 1 and (heard := await reader.readline()):
            refused += b'"refused"' in heard
        assert set(host.guests) == {1}
        writer.write(b"x" * 70_000)
        said = [json.loads(one) async for one in reader]
        assert (said[-1]["type"], said[-1]["text"]) == ("bye", "A line has at most 65536 bytes.")
        writer.close()


async def test_a_refusal_says_what_it_refuses_and_only_a_move_is_against_a_rule(storage: Storage) -> None:
    async with hosted(together(storage, "herald"), storage) as (host, door):
        reader, writer = await raw(door)
        writer.write(line(type="sit"))
        await begun(host)
        wrong = [line(type="nudge"), line(type="move", id=999, do="play GK"), line(type="cut", cut="x"), b"{}\n"]
        writer.write(b"".join(wrong))
        refused = [await heard(reader, "refused") for _line in wrong]
        assert [said["of"] for said in refused] == ["nudge", "move", "cut", ""]
        assert [bool(said["rule"]) for said in refused] == [False, True, False, False]
        assert refused[1]["message"]["key"] == refused[1]["text"], "a guest hears it in its own language"
        writer.close()


async def test_who_wants_the_record_again_and_again_is_sent_away(storage: Storage) -> None:
    """Else each time something was kept for it, without end."""
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        _reader, writer = await raw(door)
        writer.write(line(type="sit"))
        await begun(host)
        guest = host.guests[1]
        writer.write(line(type="record") * 30)
        await until(lambda: 1 in table.away.since)
        assert len(guest._tasks) == 2
        writer.close()


async def test_a_move_is_made_once_however_often_it_is_sent_and_for_its_question_alone(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        reader, writer = await raw(door)
        writer.write(line(type="sit"))
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        made, refused = list[str](), 0
        while len(made) < 4 or refused < 16:
            said = json.loads(await reader.readline())
            if said["type"] == "stop":
                writer.write(line(type="ready", n=said["n"]))
            elif said["type"] == "ask" and len(made) < 4:
                made.append(said["legal"][0])
                for number in (-1, 1, 0, 0, 0):
                    do = said["legal"][-1] if number else made[-1]
                    writer.write(line(type="move", id=said["id"] + number, do=do))
            refused += said["type"] == "refused"
        anna.cancel()
        assert [move.do for move in read_record(table.path).moves if move.by == 1] == made
        writer.close()


class Hostile:
    """A guest that says whatever comes to its mind, and comes back with its token whenever it is sent away."""

    def __init__(self, door: LocalDoor, rng: Random) -> None:
        """Know the door."""
        self._door, self._rng = door, rng
        self._lines = [line for line in good_lines() if b"resign" not in line]  # that would be no harm, and the end
        self._token: str | None = None
        self._legal, self._id = ["x"], 0
        self.said = 0
        self.told: list[Any] = []

    async def talk(self, lines: int) -> None:
        """Say so many lines."""
        while self.said < lines:
            reader, writer = await asyncio.open_unix_connection(str(self._door.path), limit=1 << 20)
            token = {} if self._token is None else {"token": self._token}
            writer.write(line(**HELLO, **token) + line(type="sit"))
            listening = asyncio.ensure_future(self._listen(reader))
            with suppress(ConnectionError):
                for _ in range(self._rng.randrange(60)):
                    writer.write(self._line())
                    await writer.drain()
                    self.said += 1
                    await asyncio.sleep(self._rng.choice([0, 0, 0.002]))
            writer.write_eof()
            with suppress(ConnectionError):
                await listening
            writer.close()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while heard := await reader.readline():
            said = json.loads(heard)
            self.told.append(said)
            match said["type"]:
                case "hello":
                    self._token = said["token"]
                case "ask":
                    self._id, self._legal = said["id"], said["legal"]
                case "stop":
                    self._id = said["n"]
                case "turn":
                    self._legal = said["legal"] or self._legal

    def _line(self) -> bytes:
        rng, count = self._rng, self._rng.randrange(12)
        number = rng.choice([self._id, self._id, self._id - 1, self._id + 1, 0, 1_000_000])
        do = rng.choice([*self._legal, "x", "\x00", "keep -1", "predict " + "9" * 400, "play \u202e"])
        order = rng.choice([[*range(1, count + 1)], [1_000_000] * count, [*range(count, 0, -1)]])
        times = sorted(rng.choice([0.0, 1.5, 1e6]) for _ in range(count))
        return rng.choice([
            *[line(type="move", id=max(number, 0), do=do)] * 3, line(type="ready", n=max(number, 0)),
            line(type="choose", do=do, index=rng.choice([None, 0, 9, 1_000_000])), line(type="record"),
            line(type="clock", times=times, order=order, ready=True, over=rng.random() < 0.3, stops=rng.randrange(3)),
            line(type="wants", seat=rng.choice([0, 1, 2, 99]), bot=rng.random() < 0.5), line(type="cut", cut="\u202e"),
            line(type="hint", id=max(number, 0)), spoiled(rng.choice(self._lines), rng) + b"\n",
        ])  # fmt: skip


@pytest.mark.parametrize("lines", [pytest.param(500, marks=pytest.mark.second), pytest.param(10_000, marks=SLOW)])
@pytest.mark.parametrize("key", [*GAMES])
async def test_hostile_lines_at_a_table_do_nothing_and_are_told_nothing(
    key: str, lines: int, storage: Storage, record_property: pytest.RecordProperty
) -> None:
    """Nothing crashes, the record is whole, and all that the guest is told is what its seat was told by the match."""
    errors, rng = list[Any](), Random(key)
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context))
    said = refused = 0
    while said < lines:
        table = together(storage, key, **({"race": "clock"} if key == "how-ruck" else {}))
        table.measures_time = rng.random() < 0.5
        async with hosted(table, storage) as (host, door):
            hostile = Hostile(door, rng)
            talking = asyncio.ensure_future(hostile.talk(min(1000, lines - said)))
            await begun(host)
            anna = asyncio.ensure_future(play(table, [0], Random(0)))
            await talking
            anna.cancel()
        news = replayed(read_record(table.path)).news(1)
        for heard in hostile.told:
            assert heard.get("observation", {"seat": 1})["seat"] == 1
            if heard["type"] == "events":
                said_of = update_of(table.game, 1, 2, from_table(json.dumps(heard).encode()))
                assert isinstance(said_of, Happened)
                for event, now in zip(said_of.events, news[said_of.start :][: len(said_of.events)], strict=True):
                    undone = event.visible_to == (1,) and now == event.seen_by(NOBODY)  # its own, before a race
                    assert event == now or undone
            refused += heard["type"] == "refused"
        said += hostile.said
    gc.collect()
    assert not errors
    record_property("counted", f"{key}: {said} lines, {refused} refused in a sentence, 0 errors, 0 leaks")


# The door


async def test_the_door_is_its_owners_alone(storage: Storage, run_folder: Path) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (_host, door):
        assert stat.S_IMODE(door.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(run_folder.stat().st_mode) == 0o700
        check_owner(door.path)
        assert tables_here() == [door.path]
        second = LocalDoor(Host(table, storage))
        with pytest.raises(DoorError, match="open in another terminal already"):
            await second.open()
    assert tables_here() == []
    assert not door.path.exists()


async def test_a_stranger_of_the_system_is_not_let_in(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.seats.local.peer", lambda connection: 4242)
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        with pytest.raises(JoinError, match="doesn't answer"):
            await at(door).open()
        assert host.note == "4242 isn't let in here."


async def test_a_group_has_a_folder_of_its_own(
    storage: Storage, run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(run_folder))
    table = together(storage, "herald")
    host = Host(table, storage)
    door = LocalDoor(host, grp.getgrgid(os.getgid()).gr_name)
    await door.open()
    assert stat.S_IMODE(door.path.parent.stat().st_mode) == 0o750
    assert stat.S_IMODE(door.path.stat().st_mode) == 0o660
    check_owner(door.path)
    door.close()
    assert not door.path.parent.exists()
    with pytest.raises(DoorError, match="no group nobody-has-this"):
        LocalDoor(host, "nobody-has-this")
    (run_folder / "elsewhere").mkdir()
    door.path.parent.symlink_to(run_folder / "elsewhere")
    with pytest.raises(DoorError, match="somebody else's"):
        await LocalDoor(host, grp.getgrgid(os.getgid()).gr_name).open()
    table.close()


def test_what_others_could_have_put_there_is_not_used(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    (tmp_path / "a.seat").touch()
    with pytest.raises(DoorError, match="Others could have replaced"):
        check_owner(tmp_path / "a.seat")
    tmp_path.chmod(0o700)
    check_owner(tmp_path / "a.seat")
    with pytest.raises(DoorError, match="There's no table"):
        check_owner(tmp_path / "b.seat")


async def test_tables_in_a_folder_of_somebody_else_are_none(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosted(together(storage, "herald"), storage) as (_host, door):
        assert tables_here() == [door.path]
        monkeypatch.setattr("os.getuid", lambda: door.path.parent.stat().st_uid + 1)
        assert tables_here() == []


# The race


async def sorted_by_clock(table: Any, seat: int, times: list[float]) -> None:
    """Sort by chance, up to as many pairs as there are times, and say what the clock said."""
    place = table.join([seat])
    while (await place.next()).kind is not MomentKind.MEASURE:
        pass
    done = list[float]()
    for time in times:
        await until(lambda: table.turn(seat).view.legal)
        turn = table.turn(seat)
        table.send(seat, Choose(turn.view.legal[0]))
        await until(lambda made=turn.made: table.turn(seat).made > made)
        done.append(time)
        table.send(seat, ReadClock(Reading(tuple(done), tuple(range(1, len(done) + 1)), True)))
    await until(lambda: any(len(other.times) == 10 for other in table.readings.values()))
    table.send(seat, ReadClock(Reading(tuple(done), tuple(range(1, len(done) + 1)), True, True, stops=seat)))
    await table.measured()


async def test_a_race_is_measured_at_each_seat_and_recorded_as_claimed(storage: Storage) -> None:
    table = together(storage, "how-ruck", race="clock")
    table.measures_time = True
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)
        times = [[n + 1.0 for n in range(10)], [1.5 * n + 1.5 for n in range(7)]]
        async with asyncio.timeout(20):
            await asyncio.gather(sorted_by_clock(table, 0, times[0]), sorted_by_clock(guest, 1, times[1]))
        record = read_record(table.path)
        match = replayed(record)
        race = next(move for move in match.moves if move.do.startswith("race"))
        assert race.do == "race 0 7", "seat 0 was first, and seat 1 had placed seven, the pair in hand among them"
        assert match.claimed == {race.n}
        assert match.clocks[0].stops == 1
        assert any("what the clock of a seat elsewhere said" in line for line in proofs(record, match))
        guest.close()


async def test_a_race_is_broken_off_once_when_a_line_breaks_and_begins_anew_when_its_player_is_back(
    storage: Storage,
) -> None:
    """No clock runs while somebody is away whose clock is lost; one that has said the last of it is not waited for."""
    table = together(storage, "how-ruck", race="clock")
    table.measures_time = True
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)
        place = table.join([0])
        while (await place.next()).kind is not MomentKind.MEASURE:
            pass
        await until(lambda: guest.known.at(MomentKind.MEASURE))
        table.send(0, ReadClock(Reading(times=(1.0,), order=(1,), ready=True)))
        number = table.number
        guest.close()
        await until(lambda: 1 in table.away.since)
        assert (table.number, table.readings) == (number + 1, {})
        assert (await place.next()).kind is MomentKind.MEASURE
        table.send(0, ReadClock(Reading(ready=True)))
        again = await seated(door, token=guest.token)
        await until(lambda: not table.away.since)
        assert (table.number, {*table.readings}) == (number + 1, {0}), "who is ready stays ready"
        await until(lambda: again.known.at(MomentKind.MEASURE))
        times = tuple(n + 1.0 for n in range(10))
        again.send(1, ReadClock(Reading(times, tuple(range(1, 11)), ready=True, over=True)))
        await until(lambda: table.readings.get(1, Reading()).over)
        again.close()
        await until(lambda: 1 in table.away.since)
        assert table.number == number + 1
        table.send(0, ReadClock(Reading((1.5,), (1,), ready=True, over=True)))
        await until(lambda: table.number > number + 1)
        assert [move.do for move in replayed(read_record(table.path)).moves if move.do.startswith("race")] == [
            "race 1 2"
        ]


@pytest.mark.parametrize("bot", [False, True])
async def test_a_race_that_is_broken_off_while_it_is_handed_in_brings_nothing(
    bot: bool, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was first waits for the other's pair in hand, or for a bot that still thinks, and the race is gone."""
    monkeypatch.setattr("herrlof.table.automatic.AutomaticPlayers.move", lambda automatic, turn: asyncio.Event().wait())
    table = together(storage, "how-ruck", race="clock")
    table.measures_time = True
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)
        if bot:
            table.note_away(1)
            table.stand_in(1)
        keyboard = Keyboard(table, [0])
        while (moment := await keyboard.next()) is not None and moment.kind is not MomentKind.MEASURE:
            pass
        measured = Race(10, 0.0, 1.0, judge)
        racing = Racing(keyboard, measured, lambda view, seat: 10, timed=True, one_by_one=False, countdown=0)
        racing.go()
        if not bot:
            await until(lambda: guest.known.at(MomentKind.MEASURE))
            guest.send(1, ReadClock(Reading(ready=True)))
            await until(lambda: table.all_ready)
        racing.tick()
        for _pair in range(10):
            racing.make(racing.runners[0], 0)
        assert racing.stage is Stage.OVER
        handed_in = asyncio.ensure_future(racing.hand_in())
        await asyncio.sleep(0)
        if bot:
            table.note_back(1)
        else:
            guest.close()
        assert not await handed_in
        assert racing.outdated
        assert not [move for move in replayed(read_record(table.path)).moves if move.do.startswith("race")]
        keyboard.leave()
        guest.close()


async def test_what_is_claimed_of_a_clock_spoils_no_record_and_is_written_a_hundred_times_at_most(
    storage: Storage,
) -> None:
    """A number that no record holds would cost everybody the match, and each line is synced to the disk."""
    table = together(storage, "how-ruck", race="clock")
    table.measures_time = True
    async with hosted(table, storage) as (host, door):
        _reader, writer = await raw(door)
        writer.write(line(type="sit"))
        await begun(host)
        place = table.join([0])
        while (await place.next()).kind is not MomentKind.MEASURE:
            pass
        table.send(0, ReadClock(Reading(stops=1)))
        for count in [*range(0, 1_000_000, 5_000), 1_000_000]:
            writer.write(line(type="clock", times=[], order=[], stops=count, restarts=count))
        await until(lambda: table.readings.get(1, Reading()).stops == 1_000_000)
        record = read_record(table.path)
        assert replayed(record).clocks[0] == (99, 99)
        assert len(record.lines) < 110
        writer.close()


async def test_a_guest_stands_at_a_race_once_it_knows_what_to_choose(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What can be chosen comes in a line of its own, which may come later than the stop."""
    held, tell = list[Any](), GuestLine.tell

    def tell_the_rest(guest: Any, *told: Any) -> None:
        held.extend(guest for update in told if isinstance(update, Choosing))
        tell(guest, *(update for update in told if not isinstance(update, Choosing)))

    monkeypatch.setattr(GuestLine, "tell", tell_the_rest)
    table = together(storage, "how-ruck", race="clock")
    table.measures_time = True
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)
        place = guest.join([1])
        stop = asyncio.ensure_future(place.next())

        def measured() -> bool:
            return bool(held) and guest.known.at(MomentKind.MEASURE)

        while not measured():
            await until(lambda stop=stop: stop.done() or measured())
            if stop.done():
                assert stop.result().kind is not MomentKind.MEASURE
                stop = asyncio.ensure_future(place.next())
        assert not stop.done()
        monkeypatch.undo()
        held[0]._send_turn()
        assert (await stop).kind is MomentKind.MEASURE
        assert guest.turn(1).view.legal
        guest.close()


async def test_what_no_clock_can_say_is_refused(storage: Storage) -> None:
    table = together(storage, "how-ruck", race="clock")
    table.measures_time = True
    async with hosted(table, storage) as (host, door):
        guest = await seated(door)
        await begun(host)
        place = guest.join([1])
        while (await place.next()).kind is not MomentKind.MEASURE:
            pass
        ten = tuple(range(1, 11))
        for lie in (
            Reading((), (), True, True), Reading((1.0,), (1,), True, True), Reading((2.0, 1.0), (1, 2)),
            Reading((1.0,), (11,)), Reading((1.0, 2.0), (1, 1)), Reading((1.0,) * 11, (*ten, 1)),
        ):  # fmt: skip
            with pytest.raises(IllegalAction, match="no clock says that"):
                table.send(1, ReadClock(lie))
        assert not table.readings
        guest.close()


# An end before the end


async def to_the_end(table: Table | RemoteTable, seat: int) -> None:
    """Go to the end of a match that nobody plays on."""
    place = table.join([seat])
    async with asyncio.timeout(20):
        while (await place.next()).kind is not MomentKind.MATCH_END:
            await asyncio.sleep(0)  # an unanswered question comes again at once


async def test_a_seed_that_does_not_fit_its_commitment_proves_nothing(
    monkeypatch: pytest.MonkeyPatch, storage: Storage
) -> None:
    monkeypatch.setattr("herrlof.seats.remote.commitment", lambda seed, game: "0" * 64)
    table = together(storage, "herrlof", 1)
    async with hosted(table, storage) as (host, door):
        ben = await seated(door)
        await begun(host)
        ben.send(1, Resign())
        await asyncio.gather(to_the_end(table, 0), to_the_end(ben, 1))
        assert ben.proof == table.proof._replace(seed=None)
        assert ben.trouble == "The seed doesn't fit the commitment: these deals aren't proved."
        ben.close()


async def test_who_has_not_sat_down_or_whose_match_has_not_begun_ends_none(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        ben = at(door)
        await ben.open()
        for sits in (False, True):
            if sits:
                ben.sit()
                await until(lambda: not host.awaited)
            ben.send(1, Resign())
            assert ben.trouble is None
            await until(lambda: ben.trouble)
            assert ben.trouble == "No: this is not to be said now."
        assert not table.over
        ben.close()
