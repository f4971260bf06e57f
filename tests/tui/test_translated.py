"""Every page in a language whose words are longer: what shows no marks is not translated, what loses one is cut."""

from __future__ import annotations

import re

import pytest

from herrlof.games import GAMES
from tests.pseudo import END, START, Pseudo, outside
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


@pytest.mark.parametrize(
    "size", [(60, 20), pytest.param((80, 24), marks=pytest.mark.second)], ids="{0[0]}x{0[1]}".format
)
@pytest.mark.parametrize("name", PAGES)
async def test_a_page_is_drawn_in_another_language(name: str, size: tuple[int, int], pseudo: Pseudo) -> None:
    """What a tile says, and who played, may end in an ellipsis; nothing else is cut."""
    async with SCENES[name](size=size) as sitting:
        text = sitting.text()
        lost = text.count(START) - text.count(END)
        assert not lost or ("…" in text and name.startswith(("home", "games"))), text
        words = re.findall(r"[^\W\d_]{3,}", outside(text + lost * END))
        assert not [word for word in words if word not in NAMES and not re.fullmatch("[0-9a-f]+", word)], text
