"""Bots that think in a process of their own: their answers, their death, and the table that goes on meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from herrlof.bots import BOTS, new_bot
from herrlof.bots.worker import ATTEMPTS, Thinkers
from herrlof.game import Action, Observation
from herrlof.games import GAMES
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.screens.rules import RulesScreen
from herrlof.tui.screens.table import ENTER_GUARD, THINK_TIME, TableScreen
from tests.tui.driving import Sitting, at_table, fresh_match, in_play
from tests.tui.test_whole_matches import answer, replayed

pytestmark = [
    pytest.mark.filterwarnings("error::ResourceWarning"),
    pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning"),
]

AT_ONCE = 0.3
"""Seconds in which a process is gone that was ended."""


# The process by itself


def question(seat: int = 0, seed: int = 1) -> tuple[int, Observation, list[Action]]:
    """Return what a bot is asked that leads with a full hand."""
    rng = Random(seed)
    state = GAMES["herrlof"].new_state(2)
    state.apply_chance(state.sample_chance(rng))
    while state.current_player() != seat or state.observation(seat).phase != "play":
        state.apply(rng.choice(state.legal_actions()))
    return seat, state.observation(seat), list(state.legal_actions())


@contextmanager
def thinkers(seats: dict[int, str] | None = None) -> Iterator[Thinkers]:
    """Seat bots, and end them with the test."""
    found = Thinkers(seats or {0: "rules"}, Random)
    found.start()
    try:
        yield found
    finally:
        found.close()


def pid_of(found: Thinkers) -> int:
    """Return the id of the process."""
    assert found._process is not None
    return found._process.pid


def exists(pid: int) -> bool:
    """Whether there is such a process, be it only its remains."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def other_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put a program of the test's at the other end of the pipes."""

    def put(code: str) -> None:
        script = tmp_path / "other_end"
        script.write_text(f"#!{python}\nimport struct, sys, time\n{code}\n")
        script.chmod(0o700)
        monkeypatch.setattr(sys, "executable", str(script))

    python = sys.executable
    return put


async def test_bots_in_the_process_choose_what_they_choose_in_this_one() -> None:
    here = {seat: new_bot("random", Random(seat)) for seat in (0, 1)}
    with thinkers({0: "random", 1: "random"}) as found:
        for seat in (0, 1, 1, 0, 1):
            asked = question(seat, 10 + seat)
            assert await found.choose(*asked) == here[seat].choose(*asked[1:])
        assert found.trouble is None


async def test_another_process_answers_when_one_dies_while_thinking() -> None:
    with thinkers() as found:
        pid = pid_of(found)
        os.kill(pid, signal.SIGSTOP)
        asked = question()
        thought = asyncio.create_task(found.choose(*asked))
        await asyncio.sleep(0.05)
        assert not thought.done()
        os.kill(pid, signal.SIGKILL)
        assert await thought in asked[2]
        assert not exists(pid)
        assert pid_of(found) != pid
        assert found.trouble is None


async def test_another_process_answers_when_one_has_died_before() -> None:
    with thinkers() as found:
        asked = question()
        assert await found.choose(*asked) in asked[2]
        pid = pid_of(found)
        os.kill(pid, signal.SIGKILL)
        assert await found.choose(*asked) in asked[2]
        assert not exists(pid)


async def test_a_bot_that_fails_again_and_again_is_given_up() -> None:
    pids = []
    with thinkers() as found:
        found._rng_for = lambda seat: pids.append(seat) or Random(seat)
        assert await found.choose(0, "no observation", [1, 2]) is None
        assert len(pids) == ATTEMPTS - 1, "each one that takes over gets a new generator"
        assert found.trouble is not None
        assert found._process is None
        assert await found.choose(*question()) is None, "it is not tried again"


@pytest.mark.parametrize(
    "nonsense",
    [
        "sys.stdout.write('a bot that prints its thoughts')",
        "sys.stdout.buffer.write(struct.pack('!QQ', 1, 255))",
        "sys.stdout.buffer.write(struct.pack('!QQ', 7, 1))",
        "sys.stdout.write('short')",
    ],
    ids=["words", "an illegal action", "another question", "too little"],
)
async def test_an_answer_that_is_none_is_not_taken(other_end: Callable[[str], None], nonsense: str) -> None:
    other_end(f"{nonsense}; sys.stdout.flush(); sys.stdin.read()")
    with thinkers() as found:
        assert await found.choose(0, None, [1, 2]) is None


async def test_a_process_that_cannot_be_started_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/there is no such program")
    with thinkers() as found:
        assert await found.choose(*question()) is None
        assert found.trouble is not None


async def test_closing_ends_a_process_that_thinks() -> None:
    with thinkers() as found:
        await found.choose(*question())
        pid = pid_of(found)
        os.kill(pid, signal.SIGSTOP)
        thought = asyncio.create_task(found.choose(*question()))
        await asyncio.sleep(0.05)
        start = time.monotonic()
        thought.cancel()
        found.close()
        assert not exists(pid)
        assert time.monotonic() - start < AT_ONCE
        with pytest.raises(asyncio.CancelledError):
            await thought
        assert found._process is None


async def test_a_question_nobody_waits_for_any_more_ends_the_process() -> None:
    with thinkers() as found:
        pid = pid_of(found)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await found.choose(*question())
        assert not exists(pid)
        assert await found.choose(*question()) in question()[2]


async def test_the_process_ends_when_nothing_more_can_come_and_not_by_a_ctrl_c() -> None:
    with thinkers() as found:
        asked = question()
        assert await found.choose(*asked) in asked[2]
        process = found._process
        assert process is not None
        assert process.stdin is not None
        os.kill(process.pid, signal.SIGINT)
        assert await found.choose(*asked) in asked[2]
        process.stdin.close()
        assert process.wait(5) == 0


def test_a_search_ends_first_when_nothing_more_can_come(other_end: Callable[[str], None]) -> None:
    code = """
from herrlof import bots, thinking
class Slow:
    def choose(self, seen, legal):
        time.sleep(0.5)
        return legal[0]
thinking.new_bot = lambda key, rng: Slow()
thinking.main()
"""
    other_end(code)
    with thinkers() as found:
        process = found._process
        assert process is not None
        found._tell(process, (1, *question()))
        time.sleep(0.1)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.stdout.close()
        process.wait(5)


# At the table


@pytest.fixture
def _thoughtful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot that needs no time think nevertheless."""
    monkeypatch.setitem(BOTS, "rules", replace(BOTS["rules"], thinks=True))


thoughtful = pytest.mark.usefixtures("_thoughtful")


@asynccontextmanager
async def lead(pace: float = 0, *others: str) -> AsyncIterator[Sitting]:
    """Sit down where a bot is to answer Anna's card."""
    names = ["Anna", *others, "Karl=bot:rules"]
    hands = ["B7 G4 R5", "B8 G2 R8", "B9 G1 R9"][: len(names)]
    async with at_table(in_play(*hands), names, pace=pace) as sitting:
        yield sitting


def pid_at(sitting: Sitting) -> int:
    """Return the id of the process of the table's bots."""
    return pid_of(sitting.table._thinkers)


async def until(condition: Callable[[], object], seconds: float = 5) -> None:
    """Wait for something that comes soon."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


@thoughtful
async def test_a_match_with_two_bots_that_think_is_played_and_one_death_mended() -> None:
    rng = Random(3)
    killed = 0
    async with fresh_match(["Anna", "bot:rules", "Freya=bot:rules"], goal=1) as sitting:
        table = sitting.table
        for _ in range(400):
            if sitting.match.over:
                break
            if len(sitting.match.moves) > 20 and not killed:
                killed = pid_at(sitting)
                os.kill(killed, signal.SIGKILL)
            await answer(sitting, rng)
        assert sitting.match.over
        assert replayed(sitting.match).observe(-1) == sitting.match.observe(-1)
        assert killed
        assert pid_at(sitting) != killed
        assert not table._bots, "nobody thinks here"
        assert sitting.table is table
        assert not table.has_class("-trouble")
        last = pid_at(sitting)
    assert not exists(killed)
    assert not exists(last)


@thoughtful
async def test_the_table_lives_while_a_bot_thinks_and_can_be_left() -> None:
    async with lead() as sitting:
        table, pid = sitting.table, pid_at(sitting)
        os.kill(pid, signal.SIGSTOP)
        await sitting.press("enter", settle=False)
        assert sitting.match.mover == 1
        for key, page in (("question_mark", RulesScreen), ("k", KeysScreen)):
            await sitting.press(key, settle=False)
            assert sitting.showing(page)
            await sitting.press("escape", settle=False)
            assert sitting.showing(TableScreen)
        await sitting.burst(*"xxx")
        await asyncio.sleep(0.1)
        assert len(sitting.match.moves) == 1
        assert "any key go on" in sitting.text()
        start = time.monotonic()
        await sitting.press("q", settle=False)
        assert sitting.showing(HomeScreen)
        await until(lambda: not exists(pid))
        assert time.monotonic() - start < 1
        await until(lambda: table._thought is None or table._thought.cancelled())
        assert len(table.match.moves) == 1


@thoughtful
async def test_a_frozen_bot_does_not_keep_the_program() -> None:
    async with lead() as sitting:
        pid = pid_at(sitting)
        os.kill(pid, signal.SIGSTOP)
        await sitting.press("enter", settle=False)
        start = time.monotonic()
        await sitting.press("ctrl+q", settle=False)
    assert not exists(pid)
    assert time.monotonic() - start < 2


@thoughtful
async def test_a_match_left_while_a_bot_thinks_goes_on_later() -> None:
    async with fresh_match(["Anna", "bot:rules"]) as sitting:
        rng = Random(5)
        while sitting.match.mover != 0 or sitting.match.observe(0).phase != "play":
            await answer(sitting, rng)
        pid = pid_at(sitting)
        os.kill(pid, signal.SIGSTOP)
        moves = len(sitting.match.moves)
        await sitting.press("home", "enter", settle=False)
        assert len(sitting.match.moves) == moves + 1
        await sitting.press("q", settle=False)
        assert sitting.showing(HomeScreen)
        await sitting.press("c")
        assert sitting.showing(TableScreen)
        assert pid_at(sitting) != pid
        assert len(sitting.match.moves) > moves + 1
        assert replayed(sitting.match).observe(-1) == sitting.match.observe(-1)


@thoughtful
async def test_a_thought_outlasts_a_curtain() -> None:
    async with lead(0, "Ben") as sitting:
        await sitting.press("1")
        pid = pid_at(sitting)
        await sitting.press("enter")
        await sitting.press("2")
        assert sitting.match.mover == 1
        os.kill(pid, signal.SIGSTOP)
        await sitting.press("enter", settle=False)
        assert sitting.match.mover == 2
        await sitting.press("c", "2", "c", settle=False)
        thought = sitting.table._thought
        os.kill(pid, signal.SIGCONT)
        assert thought is not None
        await until(thought.done)
        await asyncio.sleep(0.05)
        assert len(sitting.match.moves) == 2, "nothing is played behind a curtain"
        await sitting.press("2")
        assert len(sitting.match.moves) >= 3
        assert pid_at(sitting) == pid


@thoughtful
@pytest.mark.parametrize("hurry", [False, True])
async def test_no_bot_moves_before_it_might_have_thought(monkeypatch: pytest.MonkeyPatch, hurry: bool) -> None:
    """A key makes it no quicker than that, nor does a quick pace."""
    if hurry:
        monkeypatch.setattr("herrlof.tui.screens.table.BOT_PAUSE", 1000)
    async with lead(0.1) as sitting:
        await asyncio.sleep(ENTER_GUARD)
        start = time.monotonic()
        await sitting.burst("enter")
        assert len(sitting.match.moves) == 1
        while len(sitting.match.moves) == 1:
            if hurry:
                await sitting.burst("x")
            await asyncio.sleep(0.01)
            assert time.monotonic() - start < 10 * THINK_TIME
        assert time.monotonic() - start > THINK_TIME


@thoughtful
async def test_bots_think_at_the_table_where_there_is_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/there is no such program")
    async with lead() as sitting:
        assert not sitting.table.has_class("-trouble")
        await sitting.press("enter")
        assert len(sitting.match.moves) > 1
        assert "The bots' process fails: keys wait while a bot thinks" in sitting.text()
        moves = len(sitting.match.moves)
        await sitting.press("enter")
        assert len(sitting.match.moves) > moves


class Faulty:
    """Fails whatever it is asked."""

    def choose(self, seen: Observation, legal: object) -> Action:
        raise ZeroDivisionError


@thoughtful
async def test_a_bots_own_fault_is_the_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/there is no such program")

    async def play() -> None:
        async with lead() as sitting:
            sitting.table._bots[1] = Faulty()
            await sitting.press("enter")

    with pytest.raises(ZeroDivisionError):
        await play()


@thoughtful
async def test_a_fault_of_the_table_ends_the_process_too() -> None:
    pids = []

    async def play() -> None:
        async with lead() as sitting:
            pids.append(pid_at(sitting))
            sitting.table.call_later(lambda: 1 // 0)
            await sitting.calm()

    with pytest.raises(ZeroDivisionError):
        await play()
    assert not exists(*pids)


async def test_quick_bots_get_no_process() -> None:
    async with lead() as sitting:
        await sitting.press("enter")
        assert len(sitting.match.moves) > 1
        assert sitting.table._thinkers._process is None
