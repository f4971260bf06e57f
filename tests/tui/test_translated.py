"""Every page in a language whose words are longer: what shows no marks is not translated, what loses one is cut."""

from __future__ import annotations

import re

import pytest

from herrlof.games import GAMES
from herrlof.records.storage import Storage
from herrlof.tui.screens.ends import EndScreen
from tests.disks import FastDisk
from tests.pseudo import END, START, Pseudo, outside
from tests.tiers import later
from tests.tui.driving import Sitting, hall, kept
from tests.tui.test_snapshots import SCENES

PAGES = (
    "home-empty",
    "home",
    "new-game",
    "cut",
    "name",
    "games",
    "games-empty",
    "settings",
    "palette",
    "scores",
    "keys",
)
TITLES = " ".join(game.title for game in GAMES.values())
NAMES = {"Anna", "Ben", "Cleo", "Freya", "Karl", *re.findall(r"\w+", f"{TITLES} {TITLES.upper()}")}
"""What is the same in every language."""
WINDOWS = pytest.mark.parametrize("size", later([(60, 20), (80, 24)], now=[(60, 20)]), ids="{0[0]}x{0[1]}".format)


@WINDOWS
@pytest.mark.parametrize("name", PAGES)
async def test_a_page_is_drawn_in_another_language(name: str, size: tuple[int, int], pseudo: Pseudo) -> None:
    """What a tile says, and who played, may end in an ellipsis; nothing else is cut."""
    async with SCENES[name](size=size) as sitting:
        text = sitting.text()
        lost = text.count(START) - text.count(END)
        assert not lost or ("…" in text and name.startswith(("home", "games"))), text
        words = re.findall(r"[^\W\d_]{3,}", outside(text + lost * END))
        assert not [word for word in words if word not in NAMES and not re.fullmatch("[0-9a-f]+", word)], text


ENDS = ("round", "round-three", "match", "herald-match", "herfor-count", "how-ruck-match")


def cut_in_silence(sitting: Sitting) -> int:
    """Return how many texts have lost their end where no ellipsis says so."""
    text = sitting.text()
    return max(0, text.count(START) - text.count(END) - text.count("…"))


@WINDOWS
@pytest.mark.parametrize("name", later(ENDS, now=["round-three", "herald-match", "herfor-count"]))
async def test_an_end_page_tells_what_it_cuts_and_every_choice_is_reached(
    name: str, size: tuple[int, int], pseudo: Pseudo
) -> None:
    async with SCENES[name](size=size) as sitting:
        screen = sitting.app.screen
        assert isinstance(screen, EndScreen)
        assert not cut_in_silence(sitting), sitting.text()
        for number in range(len(screen.choices)):
            assert f"▸ {screen.choices[number][1]}" in sitting.text()
            await sitting.press("right")


@WINDOWS
@pytest.mark.parametrize("game", later(GAMES, now=["how-ruck"]))
async def test_a_replay_tells_what_it_cuts(game: str, size: tuple[int, int], pseudo: Pseudo) -> None:
    storage = Storage(disk=FastDisk())
    options = {"herrlof": {"goal": 1}, "herfor": {"size": 5}, "how-ruck": {"race": "even", "goal": 1}}.get(game, {})
    path = kept(storage, game, "Anna", "bot:random", options=options)
    async with hall(size=size, storage=storage) as sitting:
        sitting.app.replay(path)
        await sitting.calm()
        for key in ("pagedown", "right", "right", "down", "end", "left"):
            await sitting.press(key)
            assert not cut_in_silence(sitting), sitting.text()
