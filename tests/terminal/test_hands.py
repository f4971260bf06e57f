"""Whole sittings with the keys of every keyboard, without Ctrl and function keys; and with the mouse alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.records.settings import GameSettings, Settings
from herrlof.records.storage import Storage, read_record
from herrlof.table.resume import replayed
from tests.terminal.terminal import Terminal
from tests.terminal.test_together import KEYS

pytestmark = pytest.mark.slow
LONG = 900.0
"""Seconds for a match played by chance."""
BESIDE = 66
"""The column from which on hardly anything is played, only told."""
SHORT = {"herrlof": {"goal": 20}, "herald": {}, "how-ruck": {"goal": 1}, "herfor": {"size": 5}}


def furnished(home: Path, key: str) -> tuple[Storage, dict[str, str]]:
    """Return the files of somebody who has played, and where they are."""
    storage = Storage(home / "data", home / "config")
    storage.note_won(key)
    own = GameSettings((Seat("Anna"), Seat("Freya", "random")), SHORT[key], bot="random")
    storage.settings.save(Settings(name="Anna", pace=0.0, motion=False, games={key: own}))
    return storage, {"HERRLOF_DATA_DIR": str(home / "data"), "HERRLOF_CONFIG_DIR": str(home / "config")}


def place(rows: Sequence[str], what: str) -> tuple[int, int]:
    """Return where a text stands, the last one."""
    y = max(y for y, row in enumerate(rows) if what in row)
    return rows[y].index(what), y


def press_on(terminal: Terminal, what: str) -> None:
    """Click on a text."""
    x, y = place(terminal.rows, what)
    terminal.click(x + 1, y)
    terminal.settle(0.1)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_a_sitting(way: str, key: str, terminal: Terminal, tmp_path: Path) -> None:
    """From home through the form to the end of a match, and out of the program."""
    storage, places = furnished(tmp_path, key)
    rng, mouse = Random(1), way == "mouse"
    terminal.start(environment=places, columns=100, rows=30)
    terminal.wait_for("Quick game")
    title = GAMES[key].title
    if mouse:
        number = list(GAMES).index(key) + 1
        tile = re.search(rf"{re.escape(title)} +{number} ", "\n".join(terminal.rows))
        assert tile is not None
        for _ in range(2):  # one chooses, the next opens
            press_on(terminal, tile[0])
        terminal.wait_for("Start")
        press_on(terminal, "Start")
    else:
        terminal.press(str(list(GAMES).index(key) + 1))
        terminal.wait_for("Start")
        terminal.press("enter")
        terminal.settle(0.3)
    until = monotonic() + LONG
    while "Play again" not in terminal.text:
        assert monotonic() < until, terminal.text
        if not mouse:
            terminal.press(*rng.choice(KEYS[key]).split())
            terminal.read(0.02)
            continue
        rows = terminal.rows
        for way in (r"Esc (?!leave|stop)\w+", r"Space (start|go on)", r"Enter name it"):
            if (named := re.search(way, rows[-1])) is not None:
                terminal.click(named.start(), len(rows) - 1)
        top = rng.choice((0, len(rows) // 2))  # what is held lies below
        width = rng.choice((BESIDE, None))
        played = [(y, rows[y][:width]) for y in range(top, len(rows) - 1)]
        cells = [(x, y) for y, row in played for x, letter in enumerate(row) if letter not in " │"]
        x, y = rng.choice(cells or [(1, 1)])
        for _ in range(2):
            terminal.click(x, y)
            terminal.read(0.1)
    terminal.settle(1.2)
    (record,) = storage.games.glob("*.herrlof")
    assert replayed(read_record(record)).over
    if mouse:
        press_on(terminal, "Esc")
        terminal.wait_for("Quick game")
        press_on(terminal, "quit")
    else:
        terminal.press("escape")
        terminal.wait_for("Quick game")
        terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()
