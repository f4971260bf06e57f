"""A keyboard and its table without any screen: every kind of moment, who looks, bots that fail, what is measured."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.bots import BOTS, new_bot, registry_entries
from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, IllegalAction, Observation
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import parse_card
from herrlof.records.help import Help
from herrlof.records.names import Seat
from herrlof.records.storage import Storage, read_record
from herrlof.table import keyboard as keyboard_module
from herrlof.table import stops as stops_module
from herrlof.table import table as table_module
from herrlof.table.commands import Choose, Play, TakeBack
from herrlof.table.connection import MomentKind, StopReason, View
from herrlof.table.keyboard import Keyboard
from herrlof.table.match import Match
from herrlof.table.moments import Moment
from herrlof.table.resume import replayed
from herrlof.table.stops import BOT_PAUSE, HOLD_PAUSE
from herrlof.table.table import Table
from tests.disks import Memory, resumed
from tests.table.race import EACH, Race
from tests.tui.driving import in_play, prepared, scripted, seats_of

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture(autouse=True)
def race(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the toy that is measured into the registries."""
    game = Race()
    monkeypatch.setitem(GAMES, game.key, game)
    for entry, kind in registry_entries(game):
        monkeypatch.setitem(BOTS, entry, kind)


def match_of(key: str, *names: str, journal: Any = None, **options: Any) -> Match:
    """Return a new match; `bot:random` seats a bot."""
    seats = []
    for number, name in enumerate(names):
        person, _, bot = name.partition("bot:")
        seats.append(Seat(person or f"{bot} {number}", bot or None))
    seed: dict[str, Any] = {"seed": bytes(32)} if GAMES[key].chance else {}
    return Match(GAMES[key], seats, journal=journal, **seed, **options)


class Watched(Keyboard):
    """A keyboard whose match the test knows, to compare with."""

    def __init__(self, match: Match, pace: float = 0, measures_time: bool = False) -> None:
        super().__init__(Table(match, pace, measures_time))
        self.match = match


@asynccontextmanager
async def sitting(
    key: str, *names: str, pace: float = 0, measures_time: bool = False, **options: Any
) -> AsyncIterator[Watched]:
    """Sit down at a table of all people, and close it with the test."""
    keyboard = Watched(match_of(key, *names, **options), pace, measures_time)
    try:
        yield keyboard
    finally:
        keyboard.table.close()


def answer(keyboard: Keyboard, moment: Moment, rng: Random) -> None:
    """Do at a moment what a face does; pauses are passed over."""
    if moment.kind == MomentKind.ASK:
        keyboard.play(rng.choice(moment.view.legal))
    elif moment.kind == MomentKind.HAND_OVER:
        keyboard.open(moment.seat)


async def moments(keyboard: Keyboard, rng: Random | None = None, most: int = 9999) -> list[Moment]:
    """Play a match to its end, or for so many moments; return them."""
    rng = rng or Random(1)
    found = []
    for _ in range(most):
        moment = await keyboard.next()
        found.append(moment)
        if moment.kind == MomentKind.MATCH_END:
            break
        answer(keyboard, moment, rng)
    return found


def check(keyboard: Watched, moment: Moment) -> None:
    """Check what holds at each moment of each keyboard."""
    match, view = keyboard.match, moment.view
    assert view.seat in (NOBODY, *keyboard.people)
    assert view.observation == match.observe(view.seat)
    assert list(view.events) == match.news(view.seat)
    assert view.mover == match.mover
    assert bool(view.legal) == (moment.kind == MomentKind.ASK)
    if moment.kind == MomentKind.ASK:
        assert view.seat == match.mover
        assert view.legal == match.legal()
    if moment.kind in (MomentKind.HAND_OVER, MomentKind.ROUND_END, MomentKind.MATCH_END) and keyboard.needs_curtain:
        assert view.seat == NOBODY
    if moment.kind == MomentKind.PAUSE:
        assert moment.reason in {StopReason.HOLD, StopReason.THINKING, StopReason.FORCED}
    assert bool(moment.told) == (moment.kind == MomentKind.SHOW)
    if moment.kind == MomentKind.SHOW:
        assert keyboard.needs_curtain
        assert any(event.visible_to and view.seat in event.visible_to and event.values for event in moment.told)


GAMES_AND_SEATS = [
    ("herrlof", ("Anna", "Ben"), {"goal": 1}),
    ("herrlof", ("Anna", "bot:rules", "bot:random"), {"goal": 1}),
    ("herrlof", ("bot:rules", "bot:rules"), {"goal": 1}),
    ("herrlof", ("bot:random", "Anna", "Ben"), {"goal": 1}),
    ("nim", ("Anna", "Ben", "bot:random"), {}),
    ("nim", ("Anna", "bot:search"), {}),
    ("kuhn", ("Anna", "Ben"), {"coin": "clock"}),
    ("kuhn", ("Anna", "bot:search"), {}),
    ("race", ("Anna", "Ben", "bot:random"), {}),
    ("herald", ("Anna", "bot:random", "Ben"), {}),
    ("how-ruck", ("Anna", "Ben"), {"goal": 1}),
]


@pytest.mark.parametrize(("key", "names", "options"), GAMES_AND_SEATS, ids=str)
async def test_every_match_comes_to_its_end_moment_by_moment(
    key: str, names: tuple[str, ...], options: dict[str, Any]
) -> None:
    async with sitting(key, *names, **options) as keyboard:
        fresh, rng = 0, Random(2)
        while True:
            moment = await keyboard.next()
            check(keyboard, moment)
            fresh += moment.new_events
            assert 0 <= moment.new_events <= len(moment.view.events)
            if moment.kind == MomentKind.MATCH_END:
                break
            answer(keyboard, moment, rng)
        assert keyboard.match.over
        assert moment.view.mover == TERMINAL
        assert fresh == keyboard.match.event_count, "every event was shown once"
        assert await keyboard.next() is None, "and there it ends"
        keyboard.leave()
        assert (await keyboard.next()).kind == MomentKind.MATCH_END, "also for who comes back"


@pytest.mark.parametrize(("key", "names", "options"), GAMES_AND_SEATS, ids=str)
async def test_what_a_table_records_can_be_replayed(
    key: str, names: tuple[str, ...], options: dict[str, Any], storage: Storage
) -> None:
    journal = storage.new_journal()
    async with sitting(key, *names, journal=journal, **options) as keyboard:
        await moments(keyboard)
    journal.close()
    assert replayed(read_record(journal.path)).moves == keyboard.match.moves


# Who looks, and when the keyboard is handed over


async def test_between_two_people_a_curtain_falls_before_the_seat_changes() -> None:
    async with sitting("herrlof", "Anna", "Ben", goal=1) as keyboard:
        viewers = []
        found = await moments(keyboard, Random(3))
        for moment in found:
            viewers.append(moment.view.seat)
            if moment.kind == MomentKind.HAND_OVER:
                assert moment.view.seat == NOBODY
                assert moment.seat == moment.view.mover
        for before, after in pairwise(viewers):
            assert before == after or NOBODY in (before, after), "no hand follows another one"
        kinds = [moment.kind for moment in found]
        assert {after for before, after in pairwise(kinds) if before == MomentKind.SHOW} == {MomentKind.HAND_OVER}
        assert {0, 1} <= set(viewers)


async def test_a_hand_is_asked_for_only_by_whose_turn_it_is() -> None:
    async with sitting("kuhn", "Anna", "Ben") as keyboard:
        moment = await keyboard.next()
        assert (moment.kind, moment.seat, moment.view.seat) == (MomentKind.HAND_OVER, 0, NOBODY)
        assert moment.view.observation.card is None
        assert (await keyboard.next()).kind == MomentKind.HAND_OVER, "nobody has opened it yet"
        for stranger in (NOBODY, 2, 7):
            with pytest.raises(ValueError, match="nobody at this keyboard sits in seat"):
                keyboard.open(stranger)
        keyboard.open(0)
        moment = await keyboard.next()
        assert (moment.kind, moment.view.seat) == (MomentKind.ASK, 0)
        assert moment.view.observation.card is not None
        keyboard.play(1)
        moment = await keyboard.next()
        assert (moment.kind, moment.seat) == (MomentKind.HAND_OVER, 1)


async def test_one_person_among_bots_keeps_the_keyboard() -> None:
    async with sitting("herrlof", "bot:random", "Anna", "bot:random", goal=1) as keyboard:
        assert not keyboard.needs_curtain
        found = await moments(keyboard)
        assert {moment.view.seat for moment in found} == {1}
        assert MomentKind.HAND_OVER not in {moment.kind for moment in found}
        assert keyboard.cover() is None


async def test_nobody_at_all_looks_on() -> None:
    async with sitting("kuhn", "bot:random", "bot:random") as keyboard:
        found = await moments(keyboard)
        assert {moment.view.seat for moment in found} == {NOBODY}
        assert {moment.kind for moment in found} == {MomentKind.PAUSE, MomentKind.ROUND_END, MomentKind.MATCH_END}
        assert all(moment.view.observation.card is None for moment in found)


async def test_where_nothing_is_hidden_nothing_is_handed_over() -> None:
    async with sitting("nim", "Anna", "Ben", "Cleo") as keyboard:
        assert not keyboard.needs_curtain
        found = await moments(keyboard)
        asked = [moment.view.seat for moment in found if moment.kind == MomentKind.ASK]
        assert asked == [turn % 3 for turn in range(len(asked))]
        assert {moment.kind for moment in found} == {MomentKind.ASK, MomentKind.MATCH_END}
        assert keyboard.cover() is None


async def test_with_several_people_the_end_speaks_to_nobody() -> None:
    for game in ("nim", "kuhn"):
        async with sitting(game, "Anna", "Ben") as keyboard:
            assert (await moments(keyboard))[-1].view.seat == NOBODY
    async with sitting("nim", "Anna", "bot:random") as keyboard:
        assert (await moments(keyboard))[-1].view.seat == 0


async def test_a_hand_can_be_covered_at_any_time_and_is_opened_again_by_its_player() -> None:
    async with sitting("kuhn", "Anna", "Ben") as keyboard:
        assert keyboard.cover() is None, "nothing is shown yet"
        await keyboard.next()
        keyboard.open(0)
        await keyboard.next()
        moment = keyboard.cover()
        assert moment is not None
        assert (moment.kind, moment.seat, moment.view.seat, moment.view.legal) == (MomentKind.HAND_OVER, 0, NOBODY, ())
        assert keyboard.cover() is None
        again = await keyboard.next()
        assert (again.kind, again.seat) == (MomentKind.HAND_OVER, 0)
        keyboard.open(0)
        assert (await keyboard.next()).kind == MomentKind.ASK


async def test_a_hand_that_is_covered_while_a_bot_thinks_stays_covered() -> None:
    async with sitting("herrlof", "Anna", "bot:rules", "Ben", goal=1) as keyboard:
        rng = Random(1)
        while True:
            moment = await keyboard.next()
            if moment.kind == MomentKind.PAUSE and moment.reason is StopReason.THINKING and moment.view.seat != NOBODY:
                break
            answer(keyboard, moment, rng)
        covered = keyboard.cover()
        assert covered is not None
        assert covered.seat == moment.view.seat
        assert keyboard.match.mover == 1
        after = await keyboard.next()
        assert after.view.seat == NOBODY
        assert keyboard.match.moves[-1].by != 0


# What a seat alone is told in its turn


def at_position(table: Any, *names: str) -> Keyboard:
    """Return the keyboard of all people at a match that begins at a prepared position."""
    match = Match(prepared(GAMES["herrlof"], table), seats_of(names), seed=bytes(32), goal=50)
    return Watched(match)


async def until(keyboard: Keyboard, *codes: str) -> Moment:
    """Play these moves, each when its seat is asked; return the moment after them."""
    moves = list(codes)
    while True:
        moment = await keyboard.next()
        if moment.kind == MomentKind.HAND_OVER and moves:
            keyboard.open(moment.seat)
        elif moment.kind == MomentKind.ASK and moves:
            keyboard.play(keyboard.table.game.decode(moves.pop(0)))
        elif moment.kind != MomentKind.PAUSE:
            return moment


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


async def test_what_a_3_drew_is_shown_before_the_keyboard_is_handed_over() -> None:
    start = in_play("B3 G4 R5", "B8 G2 R8", deck="Y9").state
    keyboard = at_position(start, "Anna", "Ben")
    shown = await until(keyboard, "play B3", "draw", "discard G4")
    assert (shown.kind, shown.view.seat, shown.view.legal, shown.seat) == (MomentKind.SHOW, 0, (), NOBODY)
    assert kinds(shown.told) == ["played", "drew", "discarded"]
    assert shown.told[1].values == (parse_card("Y9"),)
    assert parse_card("Y9") in shown.view.observation.hand
    after = await keyboard.next()
    assert (after.kind, after.seat, after.view.seat, after.new_events) == (MomentKind.HAND_OVER, 1, NOBODY, 0)


@pytest.mark.parametrize("moves", [("play B3", "pass"), ("play B3", "draw"), ("play G4",)])
async def test_nothing_is_shown_where_nothing_was_told_or_the_question_tells_it(moves: tuple[str, ...]) -> None:
    keyboard = at_position(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9").state, "Anna", "Ben")
    after = await until(keyboard, *moves)
    assert after.kind == (MomentKind.ASK if moves[-1] == "draw" else MomentKind.HAND_OVER)


async def test_a_number_that_is_said_tells_its_player_nothing_new() -> None:
    keyboard = at_position(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9", predict=None).state, "Anna", "Ben")
    assert (await until(keyboard, "predict 2")).kind == MomentKind.HAND_OVER


async def test_what_a_6_took_is_shown_where_another_leads() -> None:
    start = in_play("B6 G4 R5", "H G8 R8", moves=["0: play B6", "1: play H"])
    keyboard = at_position(scripted(start, "R8"), "Anna", "Ben")
    shown = await until(keyboard, "steal 1", "return G4")
    assert (shown.kind, shown.view.seat) == (MomentKind.SHOW, 0)
    assert kinds(shown.told) == ["stole", "drew-blind", "returned"]
    after = await until(keyboard)
    assert (after.kind, after.seat) == (MomentKind.HAND_OVER, 1)
    keyboard.open(1)
    asked = await keyboard.next()
    assert (asked.kind, asked.view.seat) == (MomentKind.ASK, 1)
    told = [event for event in asked.view.events if event.kind in ("drew-blind", "returned")]
    assert [event.values[-1] for event in told] == [parse_card("R8"), parse_card("G4")], (
        "the robbed one is told with it"
    )


async def test_who_keeps_the_keyboard_is_asked_at_once() -> None:
    start = in_play("B6 G4 R5", "B2 G8 R8", moves=["0: play B6", "1: play B2"])
    keyboard = at_position(scripted(start, "R8"), "Anna", "Ben")
    assert (await until(keyboard, "steal 1", "return G4")).kind == MomentKind.ASK


class Thief:
    """A bot that takes a card from the first seat and gives its last one back, and else does the first thing it may."""

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        codes = {GAMES["herrlof"].encode(action): action for action in legal}
        return codes.get("steal 0", legal[-1] if "return" in "".join(codes) else legal[0])


@pytest.mark.parametrize("looks", ["Anna", "Ben"])
async def test_what_a_bot_steals_is_told_to_the_one_it_robs_and_to_nobody_else(
    looks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who still looks when it happens is shown it before the hand-over; who does not, with the next question."""
    monkeypatch.setitem(BOTS, ("herrlof", "rules"), replace(BOTS["herrlof", "rules"], make=lambda game, rng: Thief()))
    hands = ("B2 G4 R5", "H G8 R8", "B6 Y1 Y2") if looks == "Anna" else ("B2 G4 R5", "B3 G8 R8", "B6 Y1 Y2")
    start = in_play(*hands, dealer=0 if looks == "Anna" else 2, deck="Y9")
    keyboard = at_position(scripted(start, "G4"), "Anna", "Ben", "bot:rules")
    if looks == "Anna":  # she is the last one in the trick, and Ben leads the next
        shown = await until(keyboard, "play H", "play B2")
        assert (shown.kind, shown.view.seat) == (MomentKind.SHOW, 0)
        assert kinds(shown.told) == ["stole", "drew-blind", "returned"]
        assert [event.values[-1] for event in shown.told[1:]] == [parse_card("G4"), parse_card("Y2")]
        after = await until(keyboard)
        assert (after.kind, after.seat) == (MomentKind.HAND_OVER, 1)
        return
    moment = await until(keyboard, "play B2", "play B3", "pass")
    assert (moment.kind, moment.seat) == (MomentKind.HAND_OVER, 0), "the bot has led, and Anna is next"
    assert all(not event.values for event in moment.view.events if event.kind in ("drew-blind", "returned"))
    keyboard.open(0)
    asked = await keyboard.next()
    told = [event.values[-1] for event in asked.view.events if event.kind in ("drew-blind", "returned")]
    assert told == [parse_card("G4"), parse_card("Y2")]


async def test_with_one_person_nothing_is_shown_apart() -> None:
    keyboard = at_position(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9").state, "Anna", "bot:random")
    assert (await until(keyboard, "play B3", "draw", "discard G4")).kind == MomentKind.ASK


async def test_a_hand_that_is_covered_while_it_is_shown_is_handed_over_next() -> None:
    keyboard = at_position(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9").state, "Anna", "Ben")
    shown = await until(keyboard, "play B3", "draw", "discard G4")
    covered = keyboard.cover()
    assert covered is not None
    assert (covered.seat, covered.view.seat, covered.told) == (0, NOBODY, ())
    keyboard.open(0)
    assert keyboard.view() == shown.view
    assert (await keyboard.next()).seat == 1


async def test_a_move_that_is_not_allowed_is_refused_and_asked_for_again() -> None:
    async with sitting("nim", "Anna", "Ben", stones=5) as keyboard:
        await keyboard.next()
        for wrong in (3, -1, 99):
            with pytest.raises(IllegalAction, match=r"there are not so many stones \(N1\)"):
                keyboard.play(wrong)
        moment = await keyboard.next()
        assert (moment.kind, moment.view.seat) == (MomentKind.ASK, 0)
        keyboard.play(2)
        assert keyboard.match.mover == 1


# What there is to look at


async def test_what_a_game_holds_is_looked_at_and_the_round_ends_without_a_hand() -> None:
    async with sitting("herrlof", "Anna", "Ben", pace=1, goal=999) as keyboard:
        rng = Random(3)
        found: list[Moment] = []
        while not keyboard.match.observe(NOBODY).rounds or found[-1].kind != MomentKind.ROUND_END:
            found.append(await keyboard.next())
            answer(keyboard, found[-1], rng)
        held = [moment for moment in found if moment.reason is StopReason.HOLD and moment.kind != MomentKind.SHOW]
        tricks = sum(event.kind == "trick" for event in keyboard.match.news(NOBODY))
        assert len(held) == tricks >= 15
        assert {moment.kind for moment in held} <= {MomentKind.PAUSE, MomentKind.HAND_OVER}
        assert {moment.seconds for moment in held if moment.kind == MomentKind.PAUSE} == {HOLD_PAUSE}
        assert [moment.kind for moment in found[:-1]].count(MomentKind.ROUND_END) == 0
        assert found[-1].view.seat == NOBODY


async def test_pauses_follow_the_pace_and_0_is_none() -> None:
    for pace in (0, 0.5, 2):
        async with sitting("kuhn", "Anna", "bot:random", pace=pace) as keyboard:
            found = await moments(keyboard)
            assert {moment.seconds for moment in found if moment.reason is StopReason.THINKING} == {BOT_PAUSE * pace}
            assert {moment.seconds for moment in found if moment.reason is StopReason.HOLD} == {HOLD_PAUSE * pace}
            assert {moment.seconds for moment in found if moment.kind != MomentKind.PAUSE} == {0}


async def test_the_only_card_of_a_hand_plays_itself_after_a_pause() -> None:
    async with sitting("herrlof", "Anna", "Ben", pace=1, goal=1) as keyboard:
        found = await moments(keyboard)
        forced = [moment for moment in found if moment.reason is StopReason.FORCED]
        assert forced
        assert {(moment.kind, moment.seconds) for moment in forced} == {(MomentKind.PAUSE, BOT_PAUSE)}
        for moment in forced:
            assert moment.view.legal == ()
        asked = [moment for moment in found if moment.kind == MomentKind.ASK]
        assert not any(
            moment.view.observation.phase == "play" and len(moment.view.observation.hand) == 1 for moment in asked
        )


# Bots


def thoughtful(monkeypatch: pytest.MonkeyPatch, key: str, bot: str = "random") -> None:
    """Let a bot that needs no time think nevertheless."""
    monkeypatch.setitem(BOTS, (key, bot), replace(BOTS[key, bot], uses_worker=True))


def process_of(keyboard: Keyboard) -> int:
    """Return the id of the bots' process."""
    child = keyboard.table._automatic.worker.asked.child
    assert child is not None
    return child.pid


async def test_a_bot_that_thinks_plays_from_its_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughtful(monkeypatch, "nim")
    async with sitting("nim", "bot:random", "bot:random", stones=30) as keyboard:
        keyboard.table.start()
        pid = process_of(keyboard)
        await moments(keyboard)
        assert keyboard.match.over
        assert process_of(keyboard) == pid
        assert keyboard.table.trouble is None


@pytest.mark.parametrize("bot", ["random", "rules"])
@pytest.mark.parametrize("thinks", [False, True])
async def test_moves_are_taken_back_to_the_last_decision_again_and_again(
    bot: str, thinks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes then is what would have come without: the same question, and the same answer from the bot."""
    if thinks:
        thoughtful(monkeypatch, "herrlof", bot)
    rng = Random(4)
    async with sitting("herrlof", "Anna", f"bot:{bot}", goal=20) as keyboard:
        match = keyboard.match
        asked: list[tuple[int, View]] = []
        backs = 0
        while (moment := await keyboard.next()).kind != MomentKind.MATCH_END:
            if backs < 12 and asked and rng.random() < 0.1:
                wanted = next(view for n, view in reversed(asked) if n < len(match.moves) and len(view.legal) > 1)
                keyboard.take_back()
                asked = [(n, view) for n, view in asked if n < len(match.moves)]
                backs += 1
                moment = await keyboard.next()
                assert (moment.kind, moment.view) == (MomentKind.ASK, wanted)
                assert moment.new_events == 0
            if moment.kind == MomentKind.ASK:
                asked.append((len(match.moves), moment.view))
            answer(keyboard, moment, rng)
        assert backs == 12
        assert keyboard.table.help == Help(0, 12)
        again = match_of("herrlof", "Anna", f"bot:{bot}", goal=20)
        for n, by, do in match.moves:
            if by == 1:
                chosen = new_bot(again.game, bot, again.bot_rng(by, n)).choose(again.observe(by), again.legal())
                assert again.game.encode(chosen) == do
            again.advance() if by == CHANCE else again.play(by, do)
        assert again.moves == match.moves


async def test_a_move_is_taken_back_while_a_bot_thinks_and_a_face_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughtful(monkeypatch, "nim")
    async with sitting("nim", "Anna", "bot:random", stones=30) as keyboard:
        first = await keyboard.next()
        keyboard.play(1)
        assert (await keyboard.next()).reason is StopReason.THINKING
        waits = asyncio.ensure_future(keyboard.next())
        await asyncio.sleep(0)
        keyboard.take_back()
        again = await waits
        assert (again.kind, again.view) == (MomentKind.ASK, first.view)
        await moments(keyboard)
        assert keyboard.match.over


async def test_moves_that_cannot_be_taken_back_are_said_in_a_sentence() -> None:
    for names, moves, reason in (
        (("Anna", "Ben"), 3, "only one person against bots may take moves back"),
        (("Anna", "bot:random"), 0, "there's no decision to take back"),
        (("Anna", "bot:random"), 99, "the match is over"),
    ):
        async with sitting("nim", *names) as keyboard:
            await moments(keyboard, most=moves)
            with pytest.raises(IllegalAction, match=reason):
                keyboard.table.send(0, TakeBack())
    async with sitting("race", "Anna", "bot:random", "bot:random", measures_time=True) as keyboard:
        assert (await keyboard.next()).kind == MomentKind.MEASURE
        with pytest.raises(IllegalAction, match="nothing is taken back while a clock runs"):
            keyboard.take_back()


async def test_a_thought_outlasts_a_face_that_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A face that stops waiting, to show a curtain, finds the move when it comes back."""
    thoughtful(monkeypatch, "nim")
    async with sitting("nim", "bot:random", "Anna") as keyboard:
        moment = await keyboard.next()
        assert moment.reason is StopReason.THINKING
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await keyboard.next()
        assert not keyboard.match.moves
        moment = await keyboard.next()
        assert moment.kind == MomentKind.ASK
        assert len(keyboard.match.moves) == 1


async def test_a_process_that_dies_is_replaced_and_the_match_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughtful(monkeypatch, "nim")
    async with sitting("nim", "bot:random", "bot:random", stones=30) as keyboard:
        keyboard.table.start()
        dead = []
        for _ in range(4):
            await keyboard.next()
            dead.append(process_of(keyboard))
            os.kill(dead[-1], signal.SIGKILL)
        await moments(keyboard)
        assert keyboard.match.over
        assert len(set(dead)) == 4
        assert keyboard.table.trouble is None


async def test_a_process_that_is_stopped_is_told_of_and_the_match_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughtful(monkeypatch, "nim")
    monkeypatch.setattr("herrlof.child.asking.PATIENCE", 0.05)
    async with sitting("nim", "bot:random", "Anna") as keyboard:
        keyboard.table.start()
        os.kill(process_of(keyboard), signal.SIGSTOP)
        # and no other one starts in so short a time, so the table's own simple answer it is
        assert (await keyboard.next()).reason is StopReason.THINKING
        moment = await keyboard.next()
        assert moment.kind == MomentKind.ASK
        assert len(keyboard.match.moves) == 1


@pytest.mark.second
@pytest.mark.parametrize("nonsense", ["", "sys.stdout.write('thoughts')", "sys.stdout.buffer.write(bytes(16))"])
async def test_a_process_that_talks_nonsense_is_done_without(
    nonsense: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughtful(monkeypatch, "nim")
    script = tmp_path / "other_end"
    script.write_text(f"#!{sys.executable}\nimport sys\n{nonsense}\nsys.stdout.flush()\n")
    script.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(script))
    async with sitting("nim", "bot:random", "bot:random") as keyboard:
        await moments(keyboard)
        assert keyboard.match.over
        assert keyboard.table.trouble == "The bots' process failed: bots play without thinking ahead."


async def test_where_no_process_can_be_had_the_bot_that_follows_rules_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/there's no such program")
    cases: list[tuple[str, str, str, dict[str, Any]]] = [
        ("herrlof", "konung", "rules", {"goal": 1}), ("nim", "search", "random", {}),
    ]  # fmt: skip
    for key, strongest, simple, options in cases:
        async with sitting(key, f"bot:{strongest}", f"bot:{strongest}", **options) as keyboard:
            await moments(keyboard)
            assert keyboard.match.over
        again = match_of(key, "Anna", "Ben", **options)
        for n, by, do in keyboard.match.moves:
            if by == CHANCE:
                again.advance()
                continue
            bot = new_bot(again.game, simple, keyboard.match.bot_rng(by, n))
            assert again.game.encode(bot.choose(again.observe(by), again.legal())) == do
            again.play(by, do)


@pytest.mark.second
async def test_how_long_a_bot_thinks_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks has not moved before THINK_TIME, unless there are no pauses at all."""
    thoughtful(monkeypatch, "nim")
    monkeypatch.setattr(stops_module, "THINK_TIME", 0.3)
    for pace, least in ((1, 0.3), (0.1, 0.3), (0, 0.0)):
        async with sitting("nim", "bot:random", "Anna", pace=pace) as keyboard:
            keyboard.table.start()
            await keyboard.table._automatic.choose(0, keyboard.match.observe(0), keyboard.match.legal(), 0)
            loop = asyncio.get_running_loop()
            start = loop.time()
            await keyboard.next()
            await keyboard.next()
            assert loop.time() - start >= least


async def test_an_error_in_a_bot_reaches_whoever_waits_for_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
            raise ZeroDivisionError("a bot's own error")

    monkeypatch.setitem(BOTS, ("nim", "random"), replace(BOTS["nim", "random"], make=lambda game, rng: Broken()))
    async with sitting("nim", "bot:random", "Anna") as keyboard:
        await keyboard.next()
        with pytest.raises(ZeroDivisionError, match="a bot's own error"):
            await keyboard.next()
    async with sitting("nim", "bot:random", "Anna") as keyboard:
        await keyboard.next()  # and whoever has left the table is not bothered with it


async def test_closing_ends_a_thought_and_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughtful(monkeypatch, "nim")
    keyboard = Watched(match_of("nim", "bot:random", "Anna"), 1)
    keyboard.table.start()
    pid = process_of(keyboard)
    os.kill(pid, signal.SIGSTOP)
    await keyboard.next()
    waiting = asyncio.create_task(keyboard.next())
    await asyncio.sleep(0)
    keyboard.table.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not keyboard.match.moves


@pytest.mark.second
async def test_bots_play_on_alike_wherever_a_match_was_left(storage: Storage) -> None:
    async with sitting("kuhn", "bot:random", "bot:search", rounds=9) as keyboard:
        await moments(keyboard)
    journal = storage.new_journal()
    path = journal.path
    match = match_of("kuhn", "bot:random", "bot:search", journal=journal, rounds=9)
    while not match.over:
        part = Watched(match)
        await moments(part, most=5)
        part.table.stop()
        journal.close()
        match, journal = resumed(storage, path)
    journal.close()
    assert match.moves == keyboard.match.moves


async def test_a_match_that_is_taken_up_shows_no_event_twice(storage: Storage) -> None:
    journal = storage.new_journal()
    async with sitting("kuhn", "Anna", "bot:random", journal=journal) as keyboard:
        await moments(keyboard, most=7)
        told = keyboard.match.event_count
    journal.close()
    match, journal = resumed(storage, journal.path)
    keyboard = Watched(match)
    moment = await keyboard.next()
    assert moment.reason is not StopReason.HOLD, "what was held before is not held again"
    assert moment.new_events == keyboard.match.event_count - told
    keyboard.table.close()
    journal.close()


# What is measured


async def test_without_a_clock_the_seats_are_asked_in_turn_and_the_haste_is_drawn() -> None:
    async with sitting("race", "Anna", "Ben", rounds=3) as keyboard:
        found = await moments(keyboard)
        assert MomentKind.MEASURE not in {moment.kind for moment in found}
        by = [move.by for move in keyboard.match.moves]
        assert by == ([0] * EACH + [1] * EACH + [CHANCE]) * 3
    again = match_of("race", "Anna", "Ben", rounds=3)
    for move in keyboard.match.moves:
        again.advance(move.do) if move.by < 0 else again.play(move.by, move.do)
    assert again.moves == keyboard.match.moves


async def test_with_a_clock_the_face_is_asked_to_measure() -> None:
    async with sitting("race", "Anna", "Ben", "bot:random", measures_time=True, rounds=2) as keyboard:
        while (moment := await keyboard.next()).kind != MomentKind.MATCH_END:
            if moment.kind != MomentKind.MEASURE:
                assert (moment.kind, moment.reason) in {
                    (MomentKind.PAUSE, StopReason.HOLD),
                    (MomentKind.ROUND_END, StopReason.NONE),
                }
                continue
            assert moment.measured_kind == "race"
            match = keyboard.match
            before = match.moves[:]
            for seat in (1, 0):  # in whatever order they move
                made: tuple[Action, ...] = ()
                while not (turn := keyboard.table.turn(seat)).done:
                    assert (turn.view.seat, turn.view.observation.seat) == (seat, seat)
                    assert turn.view.observation.mine == made
                    with pytest.raises(IllegalAction, match="that can't be done now"):
                        keyboard.table.send(seat, Choose(7))
                    assert seat in turn.view.legal
                    keyboard.table.send(seat, Choose(seat))
                    made += (seat,)
                assert turn.view.legal == ()
            for stranger in (2, 3, NOBODY):
                with pytest.raises(ValueError, match="does not move at the same time"):
                    keyboard.table.turn(stranger)
            with pytest.raises(IllegalAction, match="it isn't your turn"):
                keyboard.table.send(match.mover, Play(0))
            assert match.moves == before, "a turn records nothing"
            assert keyboard.table.seconds_for(2) == 1.5
            await keyboard.table.measure("race 1")
            assert [move.do for move in match.moves[len(before) :]][: 2 * EACH] == ["hide 0"] * EACH + ["hide 1"] * EACH
        races = [move.do for move in keyboard.match.moves if move.by < 0]
        assert races == ["race 1", "race 1"]
        assert keyboard.match.scores == (0, 2 * EACH, 0)


async def test_bots_that_think_choose_ahead_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughtful(monkeypatch, "race")
    async with sitting("race", "bot:random", "bot:random", "bot:random", measures_time=True) as keyboard:
        assert (await keyboard.next()).kind == MomentKind.MEASURE
        await keyboard.table.measure("race 1")
        assert [move.by for move in keyboard.match.moves] == [0] * EACH + [1] * EACH + [2] * EACH + [CHANCE]
        assert keyboard.table.trouble is None


async def test_a_face_that_leaves_while_bots_choose_ahead_stops_them_for_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thoughtful(monkeypatch, "race")
    async with sitting("race", "bot:random", "bot:random", measures_time=True) as keyboard:
        assert (await keyboard.next()).kind == MomentKind.MEASURE
        leaving = asyncio.ensure_future(keyboard.table.measure("race 1"))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait([leaving])
        await keyboard.table.measure("race 0")
        assert [move.do for move in keyboard.match.moves if move.by == CHANCE] == ["race 0"]


async def test_what_two_faces_measure_is_recorded_once() -> None:
    async with sitting("race", "Anna", "bot:random", measures_time=True) as keyboard:
        table = keyboard.table
        with pytest.raises(IllegalAction, match="no clock runs now"):
            await table.measure("race 1")
        assert (await keyboard.next()).kind == MomentKind.MEASURE
        both = await asyncio.gather(table.measure("race 1"), table.measure("race 0"), return_exceptions=True)
        assert [str(found) for found in both] == ["None", "no clock runs now"]
        assert [move.do for move in table._match.moves if move.by == CHANCE] == ["race 1"]


async def test_nothing_is_taken_back_from_under_a_clock() -> None:
    match = match_of("race", "Anna", "bot:random")
    while match.mover != CHANCE:
        match.play(match.mover, match.legal()[0])
    table = Table(match, 0, measures_time=True)  # taken up after the seats have moved, and before the clock has decided
    keyboard = Keyboard(table)
    assert (await keyboard.next()).kind == MomentKind.MEASURE
    with pytest.raises(IllegalAction, match="nothing is taken back while a clock runs"):
        keyboard.take_back()
    await table.measure("race 1")
    assert match.moves[-1].do == "race 1"


def test_a_replay_up_to_a_race_tells_each_seat_what_it_had_been_told_then() -> None:
    memory = Memory()
    match = match_of("race", "Anna", "Ben", journal=memory)
    while match.mover != CHANCE:
        match.play(match.mover, match.legal()[-1])
    told = [match.news(seat) for seat in (NOBODY, 0, 1)]
    match.advance("race 1")
    before = replayed(memory.record(), 2 * EACH)
    assert [before.news(seat) for seat in (NOBODY, 0, 1)] == told
    assert told[0] != told[1] != told[2]


async def test_what_nobody_chose_before_the_clock_stopped_is_made_up() -> None:
    async with sitting("race", "Anna", "Ben", measures_time=True) as keyboard:
        await keyboard.next()
        keyboard.table.send(1, Choose(2))
        await keyboard.table.measure("race 1")
        assert [move.do for move in keyboard.match.moves] == ["hide 0", "hide 0", "hide 2", "hide 0", "race 1"]


async def test_what_one_seat_rehearses_no_other_sees() -> None:
    match = match_of("race", "Anna", "Ben")
    seen: list[list[Observation]] = []
    for mine in (0, 2):
        first, second = match.simultaneous_turn(0), match.simultaneous_turn(1)
        for _ in range(EACH):
            first.play(mine)
        found = [second.observe()]
        while not second.done:
            second.play(1)
            found.append(second.observe())
        seen.append(found)
    assert seen[0] == seen[1]


async def test_a_move_made_at_the_same_time_can_be_changed() -> None:
    match = match_of("race", "Anna", "Ben")
    turn, same = match.simultaneous_turn(0), match.simultaneous_turn(0)
    with pytest.raises(IllegalAction):
        turn.change(0, 1)
    for action in (0, 2):
        turn.play(action)
    assert turn.done
    turn.change(0, 1)
    for action in (1, 2):
        same.play(action)
    assert turn.actions == same.actions == [1, 2]
    assert (turn.observe(), turn.n) == (same.observe(), same.n)
    for index, action in ((0, 99), (-1, 1), (2, 1)):
        with pytest.raises(IllegalAction):
            turn.change(index, action)
    assert turn.actions == [1, 2]
    assert turn.observe() == same.observe()


async def test_a_coin_is_measured_with_a_clock_and_drawn_without(storage: Storage) -> None:
    for clock in (True, False):
        journal = storage.new_journal()
        async with sitting("kuhn", "Anna", "Ben", measures_time=clock, coin="clock", journal=journal) as keyboard:
            moment = await keyboard.next()
            if clock:
                assert (moment.kind, moment.measured_kind, moment.view.seat) == (MomentKind.MEASURE, "coin", NOBODY)
                await keyboard.table.measure("coin 1")
                moment = await keyboard.next()
            assert moment.kind == MomentKind.HAND_OVER
            assert keyboard.match.moves[0].do in (["coin 1"] if clock else ["coin 0", "coin 1"])
            await moments(keyboard)
        journal.close()
        assert replayed(read_record(journal.path)).over


def test_neither_knows_a_screen() -> None:
    for module in (table_module, keyboard_module):
        source = Path(module.__file__).read_text("utf-8")
        assert "textual" not in source.lower()
        assert "rich" not in source
