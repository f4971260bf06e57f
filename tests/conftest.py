"""What every test starts from: folders of its own, and toys for who asks for them."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from herrlof import messages
from herrlof.bots import BOTS, registry_entries
from herrlof.games import GAMES
from herrlof.records.storage import Storage
from herrlof.table.dealing import SEED_SIZE
from tests.contract.kuhn import Kuhn
from tests.contract.nim import Nim
from tests.disks import FastDisk
from tests.pseudo import Pseudo

TOYS = (Nim(), Kuhn())

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each program that a test starts compiles itself anew
sys.dont_write_bytecode = False
os.environ.pop("PYTHONUNBUFFERED", None)  # with it, what cannot be written is noticed sooner than users see it
settings.register_profile("the same each time", derandomize=True, deadline=None)  # a busy machine is no fault
settings.load_profile("the same each time")  # --hypothesis-profile=default looks for what was not tried yet
gc.disable()  # what is imported and collected is no garbage, and is not looked through again for each test


def pytest_collection_finish() -> None:
    """Collect garbage from the first test on, and less often: screens leave much of it."""
    gc.freeze()
    gc.set_threshold(200_000)
    gc.enable()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Start no workers where single tests are asked for by their names, else more than cores: they also wait."""
    if config.args and all("::" in asked for asked in config.args):
        return 0
    return (os.cpu_count() or 1) + (2 if config.option.markexpr == "second" else 1)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave to the long run what it has of a test whose other variations, by another parameter, are in another tier."""
    if item.get_closest_marker("slow"):
        item.own_markers = [mark for mark in item.own_markers if mark.name != "second"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what long tests have counted: they note it with `record_property("counted", ...)`."""
    passed = terminalreporter.stats.get("passed", [])
    found = [(report.nodeid, text) for report in passed for name, text in report.user_properties if name == "counted"]
    if found:
        terminalreporter.section("counted")
        for test, text in found:
            terminalreporter.write_line(f"{test}: {text}")


@pytest.fixture(scope="session")
def fresh_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder for each test, which is not there yet: most tests write no file."""
    return (tmp_path_factory.getbasetemp() / str(number) for number in count(1))


@pytest.fixture
def own_folder(fresh_folders: Iterator[Path]) -> Path:
    return next(fresh_folders)


@pytest.fixture(scope="session")
def short_folder() -> Iterator[Path]:
    """Yield a folder whose path is short enough for sockets."""
    with TemporaryDirectory(prefix="h", dir="/tmp") as found:
        yield Path(found)


@pytest.fixture
def run_folder(short_folder: Path, own_folder: Path) -> Path:
    """Return where the tables of a test are open, which is made with the first of them."""
    return short_folder / own_folder.name


@pytest.fixture
def tmp_path(own_folder: Path) -> Path:
    own_folder.mkdir()
    return own_folder


@pytest.fixture(autouse=True)
def own_folders(own_folder: Path, run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep records, settings and open tables away from the person who runs the tests."""
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(own_folder / "data"))
    monkeypatch.setenv("HERRLOF_CONFIG_DIR", str(own_folder / "config"))
    monkeypatch.setenv("HERRLOF_RUNTIME_DIR", str(run_folder))


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same in each run of a test to whoever asks for no deal; not in the programs that it starts."""
    rng = Random(0)
    monkeypatch.setattr("herrlof.table.match.new_seed", lambda: rng.randbytes(SEED_SIZE))


@pytest.fixture
def storage(own_folder: Path) -> Storage:
    """Return files that are written without waiting for the disk."""
    return Storage(own_folder / "data", own_folder / "config", FastDisk())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not try a locked file again for long."""
    monkeypatch.setattr("herrlof.records.disk.LOCK_TIMEOUT", 0.02)


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the toys into the registries."""
    for toy in TOYS:
        monkeypatch.setitem(GAMES, toy.key, toy)
        for entry, kind in registry_entries(toy):
            monkeypatch.setitem(BOTS, entry, kind)


@pytest.fixture
def pseudo() -> Iterator[Pseudo]:
    """Return the pseudo-locale, which says everything in this test."""
    found = Pseudo()
    messages.use_catalogue(found)
    yield found
    messages.use_catalogue(None)


@pytest.fixture
def table_clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time of tables, which goes on when the test says so."""
    now = [1000.0]
    for module in ("connection", "known", "table"):
        monkeypatch.setattr(f"herrlof.table.{module}.monotonic", lambda: now[0])
    return now
