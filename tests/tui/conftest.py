"""Nothing at the table is left to chance, and no file is written outside a test's own folder."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from herrlof.bots import new_bot
from herrlof.game import Bot


@pytest.fixture(autouse=True)
def _quiet_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _seeded_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot at a table draws from the same seed."""

    def seeded(key: str, _: Random) -> Bot:
        return new_bot(key, Random(7))

    monkeypatch.setattr("herrlof.tui.screens.table.new_bot", seeded)


@pytest.fixture(autouse=True)
def _fixed_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every new match deals the same cards."""
    monkeypatch.setattr("herrlof.table.match.new_seed", lambda: bytes(range(32)))


@pytest.fixture(autouse=True)
def _impatient_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pilot looks ten times as often as usual whether the program has come to rest."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.002)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.0005)
