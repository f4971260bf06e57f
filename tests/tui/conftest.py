"""Nothing at the table is left to chance or to the clock, and no file is written outside a test's own folder."""

from __future__ import annotations

from itertools import count
from time import tzset
from types import SimpleNamespace

import pytest

from herrlof.records.storage import Storage
from tests.disks import FastDisk
from tests.tui.driving import CLOCK


@pytest.fixture
def files() -> Storage:
    return Storage(disk=FastDisk())


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a terminal with all colours, whatever the one is like in which the tests run."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TZ", "UTC")
    tzset()
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def fixed_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every new match deals the same cards, and its commitment is the same."""
    numbers = count(1)
    monkeypatch.setattr("herrlof.table.match.new_seed", lambda: bytes(range(32)))
    monkeypatch.setattr("herrlof.records.storage.new_game_id", lambda: f"20261121T183000Z-{next(numbers):08x}")


@pytest.fixture(autouse=True)
def own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards against keys that come too soon, races, and messages look at a clock that the tests put forward."""
    CLOCK.time = 1000.0
    monkeypatch.setattr("textual.message._time", SimpleNamespace(get_time=CLOCK.now))
    how_ruck = ("boards.how_ruck.board", "boards.how_ruck.race")
    for module in ("boards.guard", "widgets.effects", *how_ruck, "screens.table", "screens.ends"):
        monkeypatch.setattr(f"herrlof.tui.{module}.monotonic", CLOCK.now)
    monkeypatch.setattr("herrlof.table.racing.monotonic", CLOCK.now)
    monkeypatch.setattr("herrlof.table.race.monotonic", CLOCK.now)


@pytest.fixture(autouse=True)
def still_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cursor of a field does not blink: on a busy machine it would be gone in some pictures."""
    monkeypatch.setattr("textual.widgets.Input._toggle_cursor", lambda field: None)
