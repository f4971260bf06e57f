"""Every key and click twice, in one write and 50 ms apart: on every page, and at the table of every game.

The program lives; a match is begun once; nothing is played that was not chosen and confirmed; and a curtain that nobody
has opened, with their own number after a second of silence, stays down. What is too much is too much however late it
comes, so nothing here depends on how fast the machine is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from herrlof.game import CHANCE
from herrlof.games import GAMES
from herrlof.records.storage import Storage, read_record
from tests.terminal.table import CURTAIN
from tests.terminal.terminal import KEYS, Terminal
from tests.tui.driving import kept

GAPS = (0.0, 0.05)
SECOND, SLOW = pytest.mark.second, pytest.mark.slow
TITLES = {game.title.upper() for game in GAMES.values()}
CURTAIN_GUARD = 1.0
"""Seconds without any key or click after which a number may open the curtain."""

MORE_KEYS = {**KEYS, "ctrl+p": "\x10", "f1": "\x1bOP", "f2": "\x1bOQ", "pagedown": "\x1b[6~", "pageup": "\x1b[5~"}

PAGES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "home": ((), ("enter", "1", "2", "3", "4", "c", "p", "n", "r", "g", "f", "o", "t", "left", "down", "ctrl+p")),
    "the form of Herrlof": (("1",), ("enter", "f2", "f1", "tab", "down", "left", "escape", "a")),
    "the form of Herald": (("2",), ("enter", "f2", "f1", "down", "escape")),
    "the form of How-Ruck!": (("3",), ("enter", "f2", "escape")),
    "the form of Herfor": (("4",), ("enter", "f2", "escape")),
    "a name": (("p",), ("enter", "a", "escape")),
    "rules": (("r",), ("down", "pagedown", "/", "enter", "escape")),
    "fair play": (("f",), ("up", "/", "escape")),
    "matches": (("g",), ("enter", "r", "a", "w", "d", "down", "escape", "q")),
    "a replay": (("g", "down", "r"), ("right", "down", "space", "tab", "+", "s", "?", "end", "q", "escape")),
    "settings": (("o",), ("right", "enter", "down", "tab", "escape", "space")),
    "the palette": (("ctrl+p",), ("enter", "down", "h", "escape")),
}
"""How to come from home to a page, and the keys that do something there; Q at home quits, and is meant to."""

OFTEN = ("home", "a name", "matches")
"""The pages of the second tier."""


class Doubler:
    """Somebody with a nervous finger, who keeps count."""

    def __init__(self, terminal: Terminal, gap: float) -> None:
        """Wait `gap` seconds between one input and the same again; 0: both come in one write."""
        self.terminal, self.gap = terminal, gap
        self.may_open = False
        self._covered = False
        self.frames = 0
        terminal.checks.append(self._look)

    def _look(self, rows: list[str]) -> None:
        """A curtain goes up for its own number alone; a page that lies over it keeps it down."""
        self.frames += 1
        text = "\n".join(rows)
        if CURTAIN.search(text):
            self._covered = True
        elif self._covered and at_a_table(rows):
            assert self.may_open, f"the curtain went up by itself\n{text}"
            self._covered = self.may_open = False

    def send(self, data: str) -> None:
        """Send the same twice, and wait until the program has drawn what came of it."""
        child = self.terminal.child
        if self.gap:
            child.send(data)
            self.terminal.look_on(self.gap)
            child.send(data)
        else:
            child.send(data + data)
        self.drawn(data)

    def press(self, key: str) -> None:
        """Press a key twice."""
        self.send(MORE_KEYS.get(key, key))

    def click(self, x: int, y: int) -> None:
        """Click a cell twice."""
        self.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def once(self, key: str) -> None:
        """Press a key as one should, after a moment in which nothing was pressed."""
        self.terminal.look_on(0.4)
        data = MORE_KEYS.get(key, key)
        self.terminal.child.send(data)
        self.drawn(data)

    def drawn(self, data: str = "") -> None:
        """Let the program draw everything again: then it has read what came before."""
        if data.endswith("\x1b"):  # with what follows at once it would be another key
            self.terminal.look_on(0.3)
        before = len(self.terminal.raw)
        self.terminal.press("ctrl+l")
        self.terminal.wait_for(lambda _: len(self.terminal.raw) > before)
        self.terminal.settle(0.05)
        assert self.terminal.child.isalive()
        assert "herrlof stopped" not in self.terminal.text

    def go_home(self) -> None:
        """Close pages until home is there."""
        for _ in range(12):
            if at_home(self.terminal.rows):
                return
            self.once("escape")
        raise AssertionError(f"no way home\n{self.terminal.text}")


def at_home(rows: Sequence[str]) -> bool:
    """Whether the home screen is in front."""
    text = "\n".join(rows)
    return "Fair play" in text and "Quick game" in text and "Enter" in rows[-1] and "search the" not in text


def at_a_table(rows: Sequence[str]) -> bool:
    """Whether a table is in front, or a race."""
    title = rows[0].split("  ")[0].strip()
    return (
        title in TITLES
        and "is over" not in rows[0]
        and "? rules" in rows[-1]
        and " back" not in rows[-1].replace("look back", "")
    )


def labels(rows: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the labels of the last row begin."""
    return [(found.start(), len(rows) - 1) for found in re.finditer(r"(?<!\S)\S+(?: \S+)*", rows[-1])]


def home_of(tmp_path: Path) -> Storage:
    """Return where the program keeps its files for a person with this home."""
    return Storage(tmp_path / ".local" / "share" / "herrlof", tmp_path / ".config" / "herrlof")


@pytest.mark.parametrize(
    ("page", "gap"),
    [pytest.param(page, gap, marks=SECOND if page in OFTEN and not gap else SLOW) for page in PAGES for gap in GAPS],
)
def test_pages(
    terminal: Terminal, tmp_path: Path, page: str, gap: float, record_property: Callable[[str, object], None]
) -> None:
    """On every page the program lives, and no input begins two matches."""
    storage = home_of(tmp_path)
    kept(storage, "herald", "Anna", "bot:rules")
    kept(storage, "herfor", "Anna", "bot:rules", moves=4)
    way, keys = PAGES[page]
    terminal.start()
    terminal.wait_for(at_home)
    doubler = Doubler(terminal, gap)
    sent = Counter[str]()

    def come() -> None:
        doubler.go_home()
        for key in way:
            doubler.once(key)

    for key in keys:
        come()
        before = storage.count()
        doubler.press(key)
        sent["keys"] += 1
        assert storage.count() - before <= 1, f"{key} twice began more than one match"
    come()
    for number in range(len(labels(terminal.rows))):
        places = labels(terminal.rows)
        if number < len(places) and not terminal.rows[-1][places[number][0] :].startswith("Q "):
            before = storage.count()
            doubler.click(*places[number])
            sent["clicks"] += 1
            assert storage.count() - before <= 1
            come()
    record_property("counted", f"{sent['keys']} keys, {sent['clicks']} clicks, {doubler.frames} frames")


CHOOSES = {
    "herrlof": "bgryvh", "herald": "gsbhwptqkmrn", "how-ruck": "rbgwx", "herfor": "",
}  # fmt: skip
"""Letters that choose a card: they play nothing. Of the others some answer or sort at once."""


@pytest.mark.parametrize(
    ("game", "gap"),
    [
        pytest.param(game, gap, marks=SECOND if game in ("herrlof", "how-ruck") and not gap else SLOW)
        for game in GAMES
        for gap in GAPS
    ],
)
def test_tables(
    terminal: Terminal, tmp_path: Path, game: str, gap: float, record_property: Callable[[str, object], None]
) -> None:
    """At every table nothing is played but what was chosen, once; and nobody sees the hand of the other."""
    rng = Random(7)
    options = ["--race", "even"] if game == "how-ruck" else []
    terminal.start(["play", game, "--seat", "Anna", "--seat", "Ben", "--pace", "0.3", *options], columns=120, rows=30)
    terminal.wait_for(at_a_table)
    doubler = Doubler(terminal, gap)
    sent = Counter[str]()
    (path,) = (tmp_path / ".local" / "share" / "herrlof" / "games").glob("*.herrlof")

    def played() -> int:
        return sum(move.by != CHANCE for move in read_record(path).moves)

    might = 0
    """How many moves the inputs so far may have made."""
    for _ in range(60):
        found = CURTAIN.search(terminal.text)
        if found is not None:
            for what in ("enter", "click", str(3 - int(found[1]))):
                doubler.click(40, 16) if what == "click" else doubler.press(what)
                sent["at the curtain"] += 1
            terminal.look_on(1.1 * CURTAIN_GUARD)
            doubler.may_open = True
            doubler.press(found[1])
            terminal.look_on(0.4)
        elif not at_a_table(terminal.rows):  # a note, a page, or the end of a round
            doubler.once("enter" if "is over" in terminal.rows[0] else "escape")
        elif (kind := rng.randrange(4)) == 0:
            doubler.press(rng.choice(["left", "right", "up", "down", "tab", *"lsk?0123456", *CHOOSES[game]]))
            sent["keys that choose or look"] += 1
        elif kind == 1:
            might += 1
            doubler.press(rng.choice(["y", "n", "a", "d", "space"]))
            sent["keys that may play"] += 1
        elif kind == 2:
            might += 1
            doubler.click(rng.randrange(2, 60), rng.randrange(4, 22))
            sent["clicks"] += 1
        else:
            might += 1
            doubler.press(rng.choice(["right", "up", "3"]))
            doubler.press("enter")
            sent["keys that may play"] += 1
        assert played() <= might, terminal.text
    doubler.drawn()
    assert played() <= might
    assert played() > 1, f"hardly anything was played\n{terminal.text}"
    record_property("counted", ", ".join(f"{n} {what}" for what, n in sent.items()) + f", {played()} moves")
