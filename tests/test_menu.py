"""The pages of the program: each can be opened in every face, by what its row says and nothing else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from inspect import iscoroutinefunction, signature
from pathlib import Path

import pytest
from textual.screen import Screen

from herrlof.menu import PAGES, Page
from herrlof.records.storage import Storage
from herrlof.registry import imported
from herrlof.seats.daily import code_of
from herrlof.tui.app import HerrlofApp
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.keys import KeysScreen
from tests.plain.typing import typed
from tests.tiers import later
from tests.tui.driving import Sitting, hall

SOURCE = Path(__file__).parents[1] / "src" / "herrlof"
NAMED = re.compile(r"\w+:\w+Screen")
"""The name of a screen: its module and its class."""
OPENED = {
    "L": ("LearnScreen", "Enter begins. Any order will do; this one builds up."),
    "N": ("NewGameScreen", "A new match of Herrlof"),
    "P": ("NameScreen", "YOUR NAME"),
    "D": ("TodayScreen", "Enter plays it."),
    "G": ("MatchesScreen", "No match has been played yet."),
    "S": ("StatisticsScreen", "Finish a match, and it's counted here."),
    "J": ("JoinScreen", "No table is open on this machine."),
    "R": ("RulesScreen", "The game in ten lines"),
    "O": ("SettingsScreen", "Plain ASCII"),
    "F": ("FairnessScreen", "What bots can see"),
}
"""By the letter at home: the screen, and what is seen on it where nothing has been played."""
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.key)


def named_screens() -> Iterator[str]:
    """Yield the name of every screen that the code shows."""
    for path in (SOURCE / "tui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value):
                yield node.value


@pytest.mark.second
def test_every_screen_that_is_named_is_there() -> None:
    names = {*named_screens(), *(page.screen for page in PAGES if ":" in page.screen)}
    assert len(names) > 20
    for name in names:
        assert issubclass(imported(f"herrlof.tui.screens.{name}"), Screen), name


@every_page
def test_what_opens_a_page_is_there(page: Page) -> None:
    opens = imported(f"herrlof.plain.{page.lines}")
    assert iscoroutinefunction(opens)
    signature(opens).bind("hall")
    assert page.waiting or ":" in page.screen or callable(getattr(HerrlofApp, page.screen))


def test_no_two_pages_have_a_letter_a_word_or_a_key_of_the_settings_in_common() -> None:
    for named in ("key", "letter", "title", "word"):
        assert len({getattr(page, named) for page in PAGES}) == len(PAGES), named
    assert len({page.binding or page.key for page in PAGES}) == len(PAGES)
    assert not {page.letter for page in PAGES} & {"T", "Q"}, "dark or light, and quit"


def test_the_app_imports_no_screen() -> None:
    """A screen is loaded when it is shown, and none needs the app while it is loaded."""
    tree = ast.parse((SOURCE / "tui" / "app.py").read_text("utf-8"))
    unread = {
        node
        for found in ast.walk(tree)
        if isinstance(found, ast.If) and ast.unparse(found.test) == "TYPE_CHECKING"
        for node in ast.walk(found)
    }
    read = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node not in unread]
    assert read
    assert not [node.module for node in read if (node.module or "").startswith("herrlof.tui.screens.")]


@pytest.mark.second
@pytest.mark.parametrize("letter", later(OPENED, now="LGO"))
async def test_a_letter_opens_its_page_at_home(letter: str) -> None:
    screen, seen = OPENED[letter]
    async with hall() as sitting:
        await sitting.press(letter.lower())
        await sitting.see(seen)
        assert type(sitting.app.screen).__name__ == screen


def row_of(sitting: Sitting, key: str) -> str:
    """Return what the keys page says of a key."""
    found = [line.split(maxsplit=1)[1] for line in sitting.lines() if line.split()[:1] == [key]]
    return found[0].strip() if found else ""


@pytest.mark.second
async def test_the_keys_page_of_home_names_every_page() -> None:
    async with hall(size=(80, 40)) as sitting:
        await sitting.press("question_mark", "question_mark")
        assert sitting.showing(KeysScreen)
        titles = {letter: row_of(sitting, letter) for letter in "LNPDGSJOF"}
        assert titles == {
            "L": "Learn", "N": "New game", "P": "Quick game", "D": "Deal of the day", "G": "Matches",
            "S": "Statistics", "J": "Join",
            "O": "Settings", "F": "Fair play",
        }  # fmt: skip
        assert "curtain" not in sitting.text(), "nobody sits here"
        await sitting.press("escape", "escape")
        assert sitting.showing(HomeScreen)


async def test_home_in_lines_tells_the_same_pages(storage: Storage) -> None:
    spoken = await typed(storage, "help\nleave\n")
    told = [line.lstrip("0123456789 ") for line in spoken.lines]
    words = [
        "learn",
        "new game",
        "quick game",
        "today",
        "matches",
        "statistics",
        "join",
        "rules",
        "settings",
        "fair play",
    ]
    assert [word for word in words if any(line.startswith(word) for line in told)] == words
    assert not any(line.startswith("continue") for line in told), "no match waits"


async def test_one_page_and_one_word_play_the_deal_of_the_day(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.daily.today", lambda: date(2026, 11, 28))
    async with hall() as sitting:
        await sitting.press("d")
        await sitting.see("Enter plays it.")
        await sitting.press("enter")
        await sitting.see("YOUR NAME")
        await sitting.press("escape")
        await sitting.see("Enter plays it.")
        assert sitting.app.table is None, "and without a name nothing is begun"
        await sitting.press("enter", *"Ann", "enter")
        await sitting.until(lambda: sitting.app.table is not None)
        shown = sitting.app.table
        assert shown is not None
        assert [shown.game.key, shown.seats[0].name] == ["herald", "Ann"]
    await typed(storage, "today\nBen\nleave\nleave\n")
    kept = list(storage.games.glob("*"))
    deals = [re.findall(r'"deals": ?"([^"]+)"', path.read_text("utf-8")) for path in kept]
    assert deals == [[code_of(date(2026, 11, 28))]] * 2, "the same cards, in two faces"
