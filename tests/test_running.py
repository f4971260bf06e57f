"""Time that passes only while the program runs."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import pytest

from herrlof import running


@pytest.fixture
def easily_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of a second in which nothing moves is a stop."""
    monkeypatch.setattr(running, "BEAT", 0.02)
    monkeypatch.setattr(running, "BUSY", 0.1)


def stop(seconds: float) -> None:
    """Stand still, with the whole loop."""
    time.sleep(seconds)


async def test_a_stop_is_no_time() -> None:
    now = 100.0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(running, "time", SimpleNamespace(monotonic=lambda: now))
        begun, before = running.monotonic(), running.lost()
        now += 2.5
        assert running.monotonic() == begun + 2.5
        now += 20
        assert running.monotonic() == begun + 2.5
        assert running.lost() == before + 20


@pytest.mark.usefixtures("easily_stopped")
async def test_an_idle_program_is_not_a_stopped_one() -> None:
    begun, before = running.monotonic(), running.lost()
    await asyncio.sleep(0.4)
    assert running.lost() == before
    assert running.monotonic() - begun > 0.35


def test_without_a_loop_nobody_knows_of_stops() -> None:
    now = 100.0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(running, "time", SimpleNamespace(monotonic=lambda: now))
        begun = running.monotonic()
        now += 20
        assert running.monotonic() == begun + 20


@pytest.mark.usefixtures("easily_stopped")
async def test_patience_ends_by_the_time_of_the_program() -> None:
    with pytest.raises(TimeoutError):
        async with running.timeout(0.05):
            await asyncio.sleep(10)
    answered = asyncio.Event()
    async with running.timeout(0.2):
        await asyncio.sleep(0)
        stop(0.5)
        asyncio.get_running_loop().call_later(0.05, answered.set)
        await answered.wait()
    async with running.timeout(None):
        await asyncio.sleep(0)
    with pytest.raises(TimeoutError):
        async with running.timeout(0):
            await asyncio.sleep(10)
