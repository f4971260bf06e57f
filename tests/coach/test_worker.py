"""Judgements in a process of their own: progress, an end at once, and what happens when the process dies."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

import pytest

from herrlof.bots import RANDOM, new_bot
from herrlof.bots.worker import Worker as BotWorker
from herrlof.coach.judge import Judgement, asking
from herrlof.coach.worker import Worker
from tests.bots.honesty import TABLES, twins
from tests.bots.test_worker import exists, pid_of
from tests.coach.test_judge import Position, positions
from tests.contract.variants import ALL

pytestmark = [
    pytest.mark.usefixtures("toys"),
    pytest.mark.filterwarnings("error::ResourceWarning"),
    pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning"),
]

AT_ONCE = 0.5
"""Seconds in which a process is gone that was ended."""
LONG = 1_000_000
"""Worlds that are never reached."""


@contextmanager
def judge_of(key: str = "nim") -> Iterator[Worker]:
    found = Worker(ALL[key])
    found.start()
    try:
        yield found
    finally:
        found.close()


def position(key: str = "nim") -> Position:
    return positions(key, 1)[0]


async def begun(found: Worker) -> asyncio.Task[Judgement | None]:
    """Return a judgement that has begun to grow."""
    grows = asyncio.Event()
    task = asyncio.create_task(found.judge(*position(), lambda _: grows.set(), more=LONG))
    await grows.wait()
    return task


@pytest.mark.second
@pytest.mark.parametrize("key", ["herrlof", "nim", "kuhn"])
async def test_the_process_judges_as_this_one_does_and_tells_how_it_grows(key: str) -> None:
    here = list(asking(ALL[key], *position(key)))
    told: list[Judgement] = []
    with judge_of(key) as found:
        for _ in range(2):
            told.clear()
            assert await found.judge(*position(key), told.append) == here[-1]
            assert told == here[:-1]
        assert found.trouble is None


async def test_twins_are_judged_alike() -> None:
    table = next(table for table in TABLES if table.game == "herald")
    with judge_of("herald") as found:
        for pair in twins(table, 4):
            here, there = [
                await found.judge(world.observation(pair.seat), world.legal_actions())
                for world in (pair.true, pair.twin)
            ]
            assert here is not None
            assert here == there


async def test_cancelling_kills_the_process_and_another_one_is_ready() -> None:
    with judge_of() as found:
        task = await begun(found)
        pid = pid_of(found)
        start = time.monotonic()
        found.cancel()
        assert not exists(pid)
        assert time.monotonic() - start < AT_ONCE
        assert await task is None
        assert found.trouble is None
        successor = pid_of(found)
        assert await found.judge(*position()) is not None
        assert pid_of(found) == successor


async def test_another_question_cancels_the_one_before() -> None:
    with judge_of() as found:
        task = await begun(found)
        pid = pid_of(found)
        judged = await found.judge(*position())
        assert judged is not None
        assert judged.whole
        assert not exists(pid)
        assert await task is None


async def test_a_process_that_has_judged_is_asked_again() -> None:
    with judge_of() as found:
        pid = pid_of(found)
        for _ in range(3):
            assert await found.judge(*position()) is not None
            found.cancel()
        assert pid_of(found) == pid


async def test_who_waits_no_more_ends_the_process() -> None:
    with judge_of() as found:
        task = await begun(found)
        pid = pid_of(found)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert not exists(pid)
        assert await found.judge(*position()) is not None


async def test_a_process_that_dies_is_replaced_and_nothing_is_told_twice() -> None:
    told: list[int] = []
    with judge_of() as found:

        def grown(judgement: Judgement) -> None:
            told.append(judgement.worlds)
            if len(told) == 2:
                os.kill(pid_of(found), signal.SIGKILL)

        here = list(asking(ALL["nim"], *position()))
        assert await found.judge(*position(), grown) == here[-1]
        assert told == [judgement.worlds for judgement in here[:-1]]
        assert len(told) > 2
        assert found.trouble is None


async def test_what_cannot_be_judged_is_told_of() -> None:
    with judge_of() as found:
        assert await found.judge("no observation", [1, 2]) is None
        assert found.trouble == "The coach's process failed: it can't judge anything now."
        assert await found.judge(*position()) is not None
        assert found.trouble is None


async def test_a_process_that_is_stuck_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.child.asking.PATIENCE", 0.05)
    monkeypatch.setattr("herrlof.child.asking.ATTEMPTS", 1)
    with judge_of() as found:
        os.kill(pid_of(found), signal.SIGSTOP)
        assert await found.judge(*position()) is None
        assert found.trouble is not None


async def test_closing_ends_a_process_that_judges_for_good() -> None:
    with judge_of() as found:
        task = await begun(found)
        pid = pid_of(found)
        found.close()
        assert not exists(pid)
        assert await task is None
        assert await found.judge(*position()) is None
        found.start()
        assert found.asked.child is None


async def test_a_hint_does_not_delay_a_bot() -> None:
    """They think in two processes: a bot answers while a judgement has no end."""
    seen, legal = position()
    bots = BotWorker(ALL["nim"], {0: RANDOM})
    try:
        with judge_of() as found:
            task = await begun(found)
            assert await bots.choose(0, seen, legal, Random(1)) == new_bot(ALL["nim"], "random", Random(1)).choose(
                seen, legal
            )
            assert not task.done()
    finally:
        bots.close()
