"""Bots that think in a process of their own: their answers, their death, and what comes instead."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from herrlof.bots import bot_kind, new_bot
from herrlof.bots.kind import BotKind
from herrlof.bots.random import RandomBot
from herrlof.bots.worker import Worker
from herrlof.game import CHANCE, Action, Bot, Game, Observation
from herrlof.games import GAMES

pytestmark = [
    pytest.mark.usefixtures("toys"),
    pytest.mark.filterwarnings("error::ResourceWarning"),
    pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning"),
]

AT_ONCE = 0.5
"""Seconds in which a process is gone that was ended."""


ILLEGAL = pickle.dumps((True, 255))
"""What a process says that has found a move which is none of those it was asked about."""


class Slow:
    """Thinks for a while."""

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        time.sleep(0.5)
        return legal[0]


def slow(game: Game, rng: Random) -> Bot:
    return Slow()


def question(key: str = "herrlof", seat: int = 0, seed: int = 1) -> tuple[int, Observation, Sequence[Action], Random]:
    """Return what a seat is asked in the first of its decisions that is one, and a generator for it."""
    rng = Random(seed)
    state = GAMES[key].new_state(2)
    while state.current_player() != seat:
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(rng.choice(state.legal_actions()))
    return seat, state.observation(seat), state.legal_actions(), Random(seed)


@contextmanager
def worker(seats: dict[int, str] | None = None, key: str = "herrlof") -> Iterator[Worker]:
    """Seat bots, and end them with the test."""
    kinds = {seat: bot_kind(key, bot) for seat, bot in (seats or {0: "rules"}).items()}
    found = Worker(GAMES[key], kinds)
    found.start()
    try:
        yield found
    finally:
        found.close()


async def test_a_program_in_one_file_starts_itself_to_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "herrlof"
    lines = ("import sys", "from herrlof.cli.main import main", "sys.frozen = True", "raise SystemExit(main())")
    program.write_text("\n".join((f"#!{sys.executable}", *lines)))
    program.chmod(0o700)
    with worker() as bots:
        expected = await bots.choose(*question())
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    with worker() as bots:
        assert await bots.choose(*question()) == expected
        assert bots.trouble is None


def pid_of(found: Worker) -> int:
    """Return the id of the process."""
    assert found.asked.child is not None
    return found.asked.child.pid


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


@pytest.mark.second
@pytest.mark.parametrize("key", ["herrlof", "nim", "kuhn"])
@pytest.mark.parametrize("bot", ["random", "search"])
async def test_bots_in_the_process_choose_what_they_choose_in_this_one(key: str, bot: str) -> None:
    """A toy too: the process finds a game by where it is imported from. What was asked before changes nothing."""
    with worker({0: bot, 1: bot}, key) as found:
        for seat, seed in ((0, 10), (1, 11), (1, 12), (0, 10), (1, 11)):
            asked = question(key, seat, seed)
            here = new_bot(GAMES[key], bot, Random(seed))
            assert await found.choose(*asked) == here.choose(*asked[1:3])
        assert found.trouble is None


async def test_questions_at_the_same_time_are_answered_one_after_the_other() -> None:
    """Seats that move at the same time ask at the same time; each gets the answer to its own question."""
    asked = [question("kuhn", seat, 20 + turn) for turn in range(10) for seat in (0, 1)]
    with worker({0: "random", 1: "random"}, "kuhn") as found:
        pid = pid_of(found)
        answers = await asyncio.gather(*(found.choose(*one) for one in asked))
        assert answers == [RandomBot(rng).choose(seen, legal) for _, seen, legal, rng in asked]
        assert pid_of(found) == pid
        assert found.trouble is None


async def test_another_process_answers_when_one_dies_while_thinking() -> None:
    with worker() as found:
        pid = pid_of(found)
        os.kill(pid, signal.SIGSTOP)
        asked = question()
        thought = asyncio.create_task(found.choose(*asked))
        while found.asked.number == 0:
            await asyncio.sleep(0)
        assert not thought.done()
        os.kill(pid, signal.SIGKILL)
        assert await thought in asked[2]
        assert not exists(pid)
        assert pid_of(found) != pid
        assert found.trouble is None


async def test_another_process_answers_when_one_has_died_before() -> None:
    with worker() as found:
        asked = question()
        assert await found.choose(*asked) in asked[2]
        pid = pid_of(found)
        os.kill(pid, signal.SIGKILL)
        assert await found.choose(*asked) in asked[2]
        assert not exists(pid)


async def test_a_process_that_was_stopped_is_told_of_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str | None] = []
    with worker() as found:
        start = found.asked._start_child

        def another() -> object:
            told.append(found.trouble)
            monkeypatch.setattr("herrlof.child.asking.PATIENCE", 30.0)  # this one may take its time to start
            return start()

        monkeypatch.setattr(found.asked, "_start_child", another)
        monkeypatch.setattr("herrlof.child.asking.PATIENCE", 0.1)
        pid = pid_of(found)
        os.kill(pid, signal.SIGSTOP)
        asked = question()
        assert await found.choose(*asked) in asked[2]
        assert told == ["The bots' process doesn't answer: a new one is started."]
        assert found.trouble is None
        assert not exists(pid)


@pytest.mark.second
async def test_a_process_that_takes_long_is_told_of_until_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.bots.worker.SLOW", 0.1)
    found = Worker(GAMES["nim"], {0: BotKind("slow", "Slow.", slow, uses_worker=True)})
    try:
        asked = question("nim")
        answer = asyncio.ensure_future(found.choose(*asked))
        await asyncio.sleep(0.3)
        assert found.trouble == "The bots are taking a long time to answer."
        assert await answer in asked[2]
        assert found.trouble is None
    finally:
        found.close()


async def test_what_nobody_waits_for_any_more_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.bots.worker.SLOW", 0.0)
    with worker() as found:
        os.kill(pid_of(found), signal.SIGSTOP)
        thought = asyncio.ensure_future(found.choose(*question()))
        while found.trouble is None:
            await asyncio.sleep(0)
        thought.cancel()
        await asyncio.wait([thought])
        assert found.trouble is None


async def test_a_bot_that_cannot_be_sent_to_a_process_plays_without_thinking() -> None:
    bots = Worker(GAMES["nim"], {0: BotKind("local", "Local.", lambda game, rng: slow(game, rng), uses_worker=True)})
    bots.start()
    assert bots.asked.child is None
    assert await bots.choose(*question("nim")) is None
    assert bots.trouble == "The bots' process failed: bots play without thinking ahead."
    assert bots.asked.child is None


async def test_a_process_is_started_once_and_not_after_closing() -> None:
    with worker() as found:
        pid = pid_of(found)
        found.start()
        assert pid_of(found) == pid
    found.start()
    assert found.asked.child is None


@pytest.mark.second
async def test_a_bot_that_was_told_to_think_longer_gets_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.child.asking.PATIENCE", 0.15)
    kind = BotKind("slow", "Slow.", slow, uses_worker=True)
    for times, answers in ((1, False), (60, True)):
        found = Worker(GAMES["nim"], {0: replace(kind, times=times)})
        try:
            answer = await found.choose(*question("nim"))
            assert (answer is not None) == answers
        finally:
            found.close()
    assert bot_kind("nim", "search*4").times == 4


async def test_a_bot_that_fails_is_asked_once_and_its_process_stays() -> None:
    with worker() as found:
        pid = pid_of(found)
        assert await found.choose(0, "no observation", [1, 2], Random(1)) is None
        assert pid_of(found) == pid
        assert found.trouble == "The bots' process failed: bots play without thinking ahead."
        asked = question()
        assert await found.choose(*asked) in asked[2], "the next question is another one"
        assert found.trouble is None


@pytest.mark.parametrize(
    "nonsense",
    [
        "sys.stdout.write('a bot that prints its thoughts')",
        f"sys.stdout.buffer.write(struct.pack('!QQ', 1, {len(ILLEGAL)}) + {ILLEGAL!r})",
        "sys.stdout.buffer.write(struct.pack('!QQ', 7, 1) + b'.')",
        "sys.stdout.buffer.write(struct.pack('!QQ', 1, 1 << 40))",
        "sys.stdout.buffer.write(struct.pack('!QQ', 1, 9) + b'something')",
        "sys.stdout.write('short')",
        "sys.exit(0)",
    ],
    ids=["words", "an illegal action", "another question", "too much", "no pickle", "too little", "nothing"],
)
async def test_an_answer_that_is_none_is_not_taken(other_end: Callable[[str], None], nonsense: str) -> None:
    other_end(f"{nonsense}; sys.stdout.close()")
    with worker() as found:
        assert await found.choose(0, None, [1, 2], Random(1)) is None


async def test_a_process_that_cannot_be_started_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/there's no such program")
    with worker() as found:
        assert await found.choose(*question()) is None
        assert found.trouble is not None


async def test_closing_ends_a_process_that_thinks() -> None:
    with worker() as found:
        await found.choose(*question())
        pid = pid_of(found)
        os.kill(pid, signal.SIGSTOP)
        thought = asyncio.create_task(found.choose(*question()))
        while found.asked.number < 2:
            await asyncio.sleep(0)
        start = time.monotonic()
        thought.cancel()
        found.close()
        assert not exists(pid)
        assert time.monotonic() - start < AT_ONCE
        with pytest.raises(asyncio.CancelledError):
            await thought
        assert found.asked.child is None


async def test_nobody_sits_down_again_after_closing() -> None:
    """Not even for somebody who still waits for an answer."""
    with worker() as found:
        await found.choose(*question())
        os.kill(pid_of(found), signal.SIGSTOP)
        thought = asyncio.create_task(found.choose(*question()))
        while found.asked.number < 2:
            await asyncio.sleep(0)
        found.close()
        assert await thought is None
        assert found.asked.child is None
        assert await found.choose(*question()) is None
        assert found.asked.child is None


async def test_a_question_nobody_waits_for_any_more_ends_the_process() -> None:
    with worker() as found:
        pid = pid_of(found)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await found.choose(*question())
        asked = question()
        assert await found.choose(*asked) in asked[2]
        assert not exists(pid) or pid_of(found) == pid


async def test_the_process_ends_when_nothing_more_can_come_and_not_by_a_ctrl_c() -> None:
    with worker() as found:
        asked = question()
        assert await found.choose(*asked) in asked[2]
        assert found.asked.child is not None
        process = found.asked.child._process
        assert process.stdin is not None
        os.kill(process.pid, signal.SIGINT)
        assert await found.choose(*asked) in asked[2]
        process.stdin.close()
        assert process.wait(5) == 0


@pytest.mark.second
def test_a_search_ends_first_when_nothing_more_can_come() -> None:
    found = Worker(GAMES["nim"], {0: BotKind("slow", "Slow.", slow, uses_worker=True)})
    found.start()
    try:
        assert found.asked.child is not None
        process = found.asked.child._process
        assert process.stdin is not None
        assert process.stdout is not None
        found.asked.child.send((1, *question("nim")))
        process.stdin.close()
        process.stdout.close()
        process.wait(10)
    finally:
        found.close()
