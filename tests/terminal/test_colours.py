"""What is written to terminals of each kind: the colours of the look and no others, in every game and on every page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from herrlof.games import GAMES
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from tests.looks import SLOTS, contrast
from tests.terminal.terminal import Terminal
from tests.tiers import last, later
from tests.tui.driving import kept

PIECE = re.compile(
    r"\x1b\[([\d;]*)m|(?:\x1b[\]P_^X].*?(?:\x07|\x1b\\)|\x1b\[[0-?]*[ -/]*[@-~]|\x1b.|[\x00-\x1f])|([^\x1b\x00-\x1f]+)",
    re.DOTALL,
)
"""Colours and marks; any other sequence; a text."""


class Written(NamedTuple):
    """A text as it was written."""

    text: str
    ink: int | None
    ground: int | None
    """A colour of 256; of sixteen: 0 to 15; None: the terminal's own."""
    reverse: bool
    faint: bool


def written(raw: bytes) -> Iterator[Written]:
    """Yield every text that was written, in the style it had; a colour of another kind is an error."""
    ink = ground = None
    reverse = faint = False
    for codes, text in PIECE.findall(raw.decode()):
        if text:
            yield Written(text, ink, ground, reverse, faint)
            continue
        numbers = [int(number or 0) for number in codes.split(";")] if codes or text else []
        while numbers:
            match numbers:
                case [38, 5, slot, *numbers]:
                    ink = slot
                case [48, 5, slot, *numbers]:
                    ground = slot
                case [0, *numbers]:
                    ink, ground, reverse, faint = None, None, False, False
                case [(1 | 3 | 4 | 9 | 22 | 23 | 24 | 29), *numbers]:
                    pass
                case [(7 | 27) as code, *numbers]:
                    reverse = code == 7
                case [2, *numbers]:
                    faint = True
                case [code, *numbers] if 30 <= code < 38:
                    ink = code - 30
                case [code, *numbers] if 40 <= code < 48:
                    ground = code - 40
                case _:
                    raise AssertionError(f"what does {codes!r} say?")


def in_256(theme: str) -> Callable[[Written], bool]:
    """Return whether something that was written is of the look: in its slots, and can be read."""
    slots = set(SLOTS[theme].values())

    def fits(one: Written) -> bool:
        if one.faint or {one.ink, one.ground} - {None} - slots:
            return False
        if not any(letter.isalnum() for letter in one.text):
            return True
        return one.ink is not None and one.ground is not None and contrast(one.ink, one.ground) >= 4.5

    return fits


def in_16(one: Written) -> bool:
    """Whether it has the terminal's own ink, and a colour behind it only where nothing is written."""
    blank = one.ground in range(1, 7) and not one.text.strip() and not one.reverse
    return not one.faint and one.ink is None and (one.ground is None or blank)


def in_none(one: Written) -> bool:
    """Whether it has no colour."""
    return not one.faint and one.ink is None and one.ground is None


KINDS: dict[str, tuple[dict[str, str], str, Callable[[Written], bool]]] = {
    "256 dark": ({"COLORTERM": ""}, "dark", in_256("dark")),
    "256 light": ({"COLORTERM": "", "NO_COLOR": ""}, "light", in_256("light")),
    "16": ({"COLORTERM": "", "TERM": "xterm"}, "light", in_16),
    "none": ({"NO_COLOR": "1"}, "dark", in_none),
}
OPTIONS = {"herrlof": {"goal": 20}, "how-ruck": {"race": "even", "teams": "dealt"}, "herfor": {"size": 5}}
PAGES: dict[str, tuple[Sequence[str], str]] = {
    "learn": (["l"], "lessons done"),
    "a lesson": (["l", "enter"], "LESSON"),
    "statistics": (["s"], "COST OF A DECISION"),
    "matches": (["g"], "HERRLOF   Matches"),
    "rules": (["r"], "search"),
    "rules, searched": (["r", "/", "card"], "card"),
    "settings": (["o"], "HERRLOF   Settings"),
    "settings, a list": (["o", "enter", "down"], "▲"),
    "settings, the name": (["o", "up", "Anna"], "Anna"),
    "join": (["j"], "TABLES ON THIS MACHINE"),
    "fair play": (["f"], "Fair"),
    "palette": (["\x10", "r", "u", "down"], "Rules"),
    **{
        f"new {key}": ([str(number)], "Start")
        for number, key in enumerate(("herrlof", "herald", "how-ruck", "herfor"), 1)
    },
}
"""Pages that open at home: keys, and what is seen there."""


def furnish(home: Path, theme: str, games: Sequence[str], moves: int = 30) -> dict[str, str]:
    """Keep a match of each game that goes on, and one that is over; return where they are."""
    storage = Storage(home / "data", home / "config")
    for key in GAMES:
        storage.note_won(key)
    storage.settings.save(Settings(name="Anna", theme=theme, pace=0.0, motion=False))
    kept(storage, "herrlof", "Anna", "Freya=bot:random", options=OPTIONS["herrlof"])
    for key in games:
        kept(storage, key, "Anna", "Freya=bot:random", moves=moves, options=OPTIONS.get(key))
    return {"HERRLOF_DATA_DIR": str(home / "data"), "HERRLOF_CONFIG_DIR": str(home / "config")}


def press(terminal: Terminal, key: str) -> None:
    """Press a key, and wait for what it changes; some move colours alone."""
    before = terminal.text
    terminal.press(key)
    with suppress(AssertionError):
        terminal.wait_for(lambda rows: "\n".join(rows) != before, 1.0)
    terminal.settle(0.05)


def show(terminal: Terminal, keys: Sequence[str], awaited: str) -> None:
    """Press keys one after the other, and see something."""
    for key in keys:
        press(terminal, key)
    terminal.wait_for(awaited)
    terminal.settle(0.1)


def leave(terminal: Terminal, to: str) -> None:
    """Go back until something is seen again."""
    for _ in range(4):
        press(terminal, "escape")
        terminal.settle(0.1)
        if to in terminal.text:
            return
    terminal.wait_for(to)


def check(terminal: Terminal, fits: Callable[[Written], bool], where: str) -> None:
    """Read what was written since the last time."""
    found = list(written(terminal.raw))
    terminal.raw = b""
    assert found, where
    assert [one for one in found if not fits(one)] == [], where


@pytest.mark.second
@pytest.mark.parametrize("kind", later(KINDS, now=["256 dark"]))
def test_home_and_a_table_have_the_colours_of_the_look(terminal: Terminal, kind: str, tmp_path: Path) -> None:
    environment, theme, fits = KINDS[kind]
    places = furnish(tmp_path, theme, ["herrlof"])
    terminal.start(environment={**places, **environment})
    terminal.wait_for("Continue")
    show(terminal, ["enter", "right"], "leave")
    check(terminal, fits, kind)


ASKED_FOR_A_COLOUR, ASKED_FOR_A_PLACE = b"\x1bP$qm\x1b\\", b"\x1b[6n"


@pytest.mark.second
@pytest.mark.parametrize("term", ["xterm", "xterm-256color"])
def test_a_terminal_that_answers_that_it_keeps_every_colour_is_given_them(
    terminal: Terminal, term: str, tmp_path: Path
) -> None:
    places = furnish(tmp_path, "dark", ["herrlof"])
    terminal.answers = {
        **terminal.answers,
        ASKED_FOR_A_COLOUR: b"\x1bP1$r48:2::1:2:3m\x1b\\",
        ASKED_FOR_A_PLACE: b"\x1b[2;2R",
    }
    terminal.start(environment={**places, "COLORTERM": "", "TERM": term})
    terminal.wait_for(lambda rows: b"48;2;17;22;26" in terminal.raw and "Continue" in "\n".join(rows))
    assert terminal.raw.count(ASKED_FOR_A_COLOUR) == terminal.raw.count(ASKED_FOR_A_PLACE) == 1
    assert "█" in terminal.still(), "no answer was taken for a key, and signs are as they were"


@pytest.mark.second
def test_a_terminal_that_draws_signs_in_two_cells_gets_plain_ones(terminal: Terminal, tmp_path: Path) -> None:
    """Names lose what would shift the row: an é has two cells there, too."""
    places = furnish(tmp_path, "dark", [])
    storage = Storage(tmp_path / "data", tmp_path / "config")
    kept(storage, "herald", "Renée", "Freya=bot:random", moves=10)
    terminal.answers = {**terminal.answers, ASKED_FOR_A_PLACE: b"\x1b[2;3R"}
    terminal.start(environment=places)
    terminal.wait_for(lambda rows: "> Continue" in "\n".join(rows))
    for keys, awaited in (([], "Quick game"), (["o"], "HERRLOF   Settings"), (["r"], "search"), (["g"], "Renee")):
        show(terminal, keys, awaited)
        assert terminal.still().isascii(), terminal.text
        if keys:
            leave(terminal, "Continue")


@pytest.mark.second
def test_nothing_waits_for_an_answer(terminal: Terminal, tmp_path: Path) -> None:
    places = furnish(tmp_path, "dark", [])
    terminal.answers = {}
    terminal.start(environment={**places, "COLORTERM": ""})
    terminal.wait_for("Quick game")
    terminal.press("o")
    terminal.wait_for("HERRLOF   Settings")


@pytest.mark.parametrize("kind", last(KINDS, second=["256 dark"]))
def test_every_page_has_the_colours_of_the_look(terminal: Terminal, kind: str, tmp_path: Path) -> None:
    environment, theme, fits = KINDS[kind]
    places = furnish(tmp_path, theme, ["herrlof"])
    terminal.start(environment={**places, **environment})
    terminal.wait_for("Continue")
    for where, (keys, awaited) in PAGES.items():
        show(terminal, keys, awaited)
        check(terminal, fits, where)
        if where == "palette":  # home is seen beside it
            terminal.press("escape")
            terminal.settle(0.3)
        leave(terminal, "Continue")
    show(terminal, ["g", "down", "v"], "clear")
    check(terminal, fits, "review")
    leave(terminal, "Continue")
    terminal.child.send("\x1b[<35;20;12M")  # type: ignore[union-attr]  # the mouse lies there
    show(terminal, ["o"], "HERRLOF   Settings")
    for y in range(4, 20):
        terminal.child.send(f"\x1b[<35;30;{y}M")  # type: ignore[union-attr]
        terminal.settle(0.02)
    check(terminal, fits, "what lies under the mouse")


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        pytest.param(
            key,
            kind,
            marks=pytest.mark.second if kind == "256 dark" or (key, kind) == ("herrlof", "16") else pytest.mark.slow,
        )
        for key in GAMES
        for kind in KINDS
    ],
)
def test_every_table_has_the_colours_of_the_look(terminal: Terminal, key: str, kind: str, tmp_path: Path) -> None:
    environment, theme, fits = KINDS[kind]
    places = furnish(tmp_path, theme, [key], moves=27)  # then a hint has choices to tell of
    terminal.start(environment={**places, **environment}, columns=120, rows=40)
    terminal.wait_for("Continue")
    show(terminal, ["enter"], "leave")
    check(terminal, fits, "table")
    show(terminal, ["right", "right", "up", "down"], "leave")
    check(terminal, fits, "looked about")
    show(terminal, ["tab"], "hide hint")
    terminal.settle(2.0)
    check(terminal, fits, "hint")
    for keys in (("tab", "."), ("?", "?")):  # without the hint: what was last; the rules, and all keys
        for pressed in keys:
            before = terminal.text
            terminal.press(pressed)
            terminal.wait_for(lambda rows, before=before: "\n".join(rows) != before)
            terminal.settle(0.2)
            check(terminal, fits, f"{key}: {pressed}")
        leave(terminal, "leave")
