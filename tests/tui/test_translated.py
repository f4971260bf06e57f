"""Every screen in a language whose words are longer: what is in English is not translated, what loses a mark is cut."""

from __future__ import annotations

import re

import pytest

from herrlof.bots import bots_of
from herrlof.games import GAMES
from herrlof.records.storage import Storage
from herrlof.tui.screens.ends import EndScreen
from tests.disks import FastDisk
from tests.pseudo import END, START, Pseudo, strangers
from tests.tiers import later
from tests.tui.driving import Sitting, hall, kept
from tests.tui.test_snapshots import SCENES, SOLO, moves, page, table

PAGES = ("new-game", "cut", "name", "settings", "palette", "scores")
"""What cuts nothing and scrolls nothing."""
NESTED = (
    *("home-empty", "home", "games", "games-empty", "last", "hint", "predict", "herald-trick"),
    *("waiting", "join", "race", "lesson"),
)
"""What cuts texts within texts, and names: an ellipsis may stand for several."""
MORE = {
    "race": table("how-ruck", *SOLO, until=moves(2)),
    "statistics": page("s"),
    "learn": page("l"),
    "lesson": page("l", "enter", "enter"),
    "review": page("g", "down", "enter"),
}
TITLES = " ".join(game.title for game in GAMES.values())
NAMES = {"You", "Anna", "Ben", "Cleo", "Freya", "Karl", "Kolbit", "Runa", "Random", *re.findall(r"\w+", TITLES)}
NAMES |= {kind.title for game in GAMES for kind in bots_of(game).values()}
"""What is the same in every language."""
NAMES |= {name.upper() for name in NAMES}
ENGLISH = ("rules", "fairness", "replay", "toy-nim", "toy-kuhn")
SCROLLED = ("keys",)
"""What goes on below the last row."""
FIRST = (
    *PAGES,
    *SCROLLED,
    "home",
    "predict",
    "hint",
    "race",
    "round-three",
    "herald-match",
    "how-ruck-table",
    "herfor-count",
)
"""What the default tier looks at."""
WINDOWS = pytest.mark.parametrize("size", later([(60, 20), (80, 24)], now=[(60, 20)]), ids="{0[0]}x{0[1]}".format)


def cut_in_silence(sitting: Sitting) -> int:
    """Return how many texts have lost their end where no ellipsis says so; one may stand for several in each other."""
    told = 0
    for row in sitting.lines():
        begun = 0
        for sign in row:
            begun = max(0, begun + (sign == START) - (sign == END))
            if sign == "…":
                told, begun = told + max(1, begun), 0
    text = sitting.text()
    return max(0, text.count(START) - text.count(END) - told)


@pytest.mark.second
@WINDOWS
@pytest.mark.parametrize("name", later([*(name for name in SCENES if name not in ENGLISH), *MORE], now=FIRST))
async def test_a_screen_is_drawn_in_another_language(name: str, size: tuple[int, int], pseudo: Pseudo) -> None:
    async with {**SCENES, **MORE}[name](size=size) as sitting:
        text = sitting.text()
        assert name == "waiting" or not strangers(text, NAMES), text  # it shows commands
        assert name not in PAGES or text.count(START) == text.count(END), text
        assert name in NESTED or name in SCROLLED or not cut_in_silence(sitting), text
        screen = sitting.app.screen
        for _key, label in screen.choices if isinstance(screen, EndScreen) else ():
            assert f"▸ {label}" in sitting.text(), "every choice is reached"
            await sitting.press("right")


@WINDOWS
@pytest.mark.parametrize("game", later(GAMES, now=["how-ruck"]))
async def test_a_replay_is_drawn_in_another_language(game: str, size: tuple[int, int], pseudo: Pseudo) -> None:
    storage = Storage(disk=FastDisk())
    options = {"herrlof": {"goal": 1}, "herfor": {"size": 5}, "how-ruck": {"race": "even", "goal": 1}}.get(game, {})
    path = kept(storage, game, "Anna", "bot:random", options=options)
    async with hall(size=size, storage=storage) as sitting:
        sitting.app.replay(path)
        await sitting.calm()
        for key in ("pagedown", "right", "right", "down", "end", "left"):
            await sitting.press(key)
            assert not strangers(sitting.text(), NAMES), sitting.text()
            assert not cut_in_silence(sitting), sitting.text()


@pytest.mark.second
@pytest.mark.parametrize("name", ["predict", "trick", "herald-trick", "how-ruck-table", "herfor-board", "race"])
async def test_large_windows_have_panels_in_another_language(name: str, pseudo: Pseudo) -> None:
    async with {**SCENES, **MORE}[name](size=(120, 40)) as sitting:
        assert not strangers(sitting.text(), NAMES), sitting.text()
