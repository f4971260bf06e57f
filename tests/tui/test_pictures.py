"""Pictures of every screen of the four games, to be looked at: in five sizes, dark and light; and in less colours.

`HERRLOF_PICTURES=folder pytest -m slow tests/tui/test_pictures.py` writes `folder/80x24/trick.svg` and so on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from herrlof.bots import opponents
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats import daily
from herrlof.table.match import Match
from tests.coach.test_review import Here, kept_match
from tests.disks import FastDisk
from tests.games.how_ruck.table import at_the_rope
from tests.tui.driving import Sitting, hall
from tests.tui.test_hints import Here as Judge
from tests.tui.test_hints import judged
from tests.tui.test_how_ruck import asked, dealt, pass_time, quick_races, sort, start_race
from tests.tui.test_how_ruck import at_table as at_rope
from tests.tui.test_snapshots import (
    FOUR,
    SCENES,
    SIZES,
    SOLO,
    THREE,
    TWO,
    Scene,
    following,
    last_cards,
    moves,
    page,
    table,
    third_to_play,
)  # fmt: skip
from tests.tui.test_snapshots import at_the_rope as at_a_man
from tests.tui.test_together import guest_at

__all__ = ["quick_races"]

FOLDER = os.environ.get("HERRLOF_PICTURES", "")


def second_round_ends(match: Match) -> bool:
    """Whether the last cards of the second round are about to be played."""
    return last_cards(match) and match.observe(0).round_number == 2


@asynccontextmanager
async def racing(*names: str, **more: Any) -> AsyncIterator[Sitting]:
    """Sort pairs against the clock, which runs, with two of them placed."""
    async with at_rope(dealt(), *names, **more) as sitting:
        await start_race(sitting)
        await sort(sitting, "left", 2)
        await pass_time(sitting, 1)
        yield sitting


@asynccontextmanager
async def shouting(**more: Any) -> AsyncIterator[Sitting]:
    """Call a How-Ruck!, while the barrel moves."""
    rope = {"0 red": "R3", "0 blue": "B3", "0 green": "G3"}
    start = at_the_rope("how-ruck R1 R0 W2", "B2 G1", ["R2", "G3"], rope, 8)
    async with at_rope(start, pace=1, motion=True, **more) as sitting:
        await asked(sitting)
        sitting.later(1)
        await sitting.press("x", "enter")
        yield sitting


@asynccontextmanager
async def won(**more: Any) -> AsyncIterator[Sitting]:
    """Show the end of a round that is not the last one."""
    async with at_rope(at_the_rope("adrenaline R2", "B2 G1", ["R1", "G3"], barrel=3), **more) as sitting:
        await sitting.press("x", "enter")
        await sitting.see("Round 1 is over")
        yield sitting


@asynccontextmanager
async def raced(**more: Any) -> AsyncIterator[Sitting]:
    """Show the times after a race."""
    async with racing("Anna", "bot:rules", **more) as sitting:
        await sort(sitting, "left", 8)
        await sitting.see("You were first.")
        yield sitting


@asynccontextmanager
async def reviewed(*keys: str, **more: Any) -> AsyncIterator[Sitting]:
    """Show what the decisions of a match cost, judged in a few worlds."""
    storage = Storage(disk=FastDisk())
    path = kept_match(storage, "herrlof", goal=20)
    with patch("herrlof.coach.review.Worker", Here), patch("herrlof.coach.better.Worker", Here):
        async with hall(storage=storage, **more) as sitting:
            sitting.app.review(path)
            await sitting.until(lambda: sitting.app.screen.review.done)
            await sitting.press(*keys)
            yield sitting


@asynccontextmanager
async def went(**more: Any) -> AsyncIterator[Sitting]:
    """Show how the round went that has just ended."""
    with patch("herrlof.coach.review.Worker", Here):
        async with SCENES["round"](**more) as sitting:
            await sitting.press("right", "right", "enter")
            await sitting.until(lambda: len(list(filter(str.strip, sitting.lines()))) > 5)
            yield sitting


@asynccontextmanager
async def counted(game: str, **more: Any) -> AsyncIterator[Sitting]:
    """Show the statistics of some matches of a game."""
    storage = Storage(disk=FastDisk())
    options = {"herrlof": {"goal": 20}, "how-ruck": {"goal": 1}, "herfor": {"size": 5}}.get(game, {})
    for seed in range(1, 13):
        kept_match(storage, game, seed=seed, **options)
    async with hall(storage=storage, **more) as sitting:
        await sitting.press("s")
        yield sitting


@asynccontextmanager
async def played_today(**more: Any) -> AsyncIterator[Sitting]:
    """Show the deal of the day, played, beside what each level came to with it."""
    day, levels = date(2026, 11, 28), opponents("herald")
    results = {bot: daily.Result("herald", 1, [bot, "Page"], (90 + 5 * n, 150 - 5 * n), (0.0, 1.0))
               for n, bot in enumerate(levels)}  # fmt: skip
    own = daily.Result("herald", 1, ["Anna", "Page"], (121, 119), (1.0, 0.0))

    async def played(on: date) -> AsyncIterator[tuple[str, daily.Result]]:
        for bot in results:
            yield bot, results[bot]

    with (
        patch.object(daily, "today", lambda: day),
        patch.object(daily, "levels", played),
        patch.object(daily, "recent_days", lambda storage, last: daily.RecentDays({day: own}, None)),
    ):
        async with hall(**more) as sitting:
            await sitting.press("d")
            await sitting.until(lambda: sitting.app.screen.check_action("copy", ()))
            yield sitting


@asynccontextmanager
async def guest(**more: Any) -> AsyncIterator[Sitting]:
    """Show a guest its page."""
    async with guest_at(Storage(disk=FastDisk()), **more) as (sitting, _host):
        yield sitting


@asynccontextmanager
async def coached(
    scene: Scene, *keys: str, awaited: str, thinks: bool = False, says: Any = None, **more: Any
) -> AsyncIterator[Sitting]:
    """Show what the coach says of a question, judged in a few worlds; or in half of them, while it `thinks`."""
    Judge.asked, Judge.says, Judge.waits = [], says, thinks
    with patch("herrlof.coach.seated.Worker", Judge):
        async with scene(**more) as sitting:
            await sitting.press(*keys)
            await sitting.see(awaited)
            yield sitting


def my_turn(match: Match) -> bool:
    """Whether the first seat is asked."""
    return match.mover == 0


def leading(match: Match) -> bool:
    """Whether the first seat leads with many cards, in the second round."""
    seen = match.observe(0)
    return (match.mover, seen.phase, len(seen.trick), seen.round_number) == (0, "play", 0, 2) and len(seen.hand) < 11


def game_ends(match: Match) -> bool:
    """Whether the second game of some is over but for its last card."""
    seen = match.observe(0)
    return seen.game_number == 2 and sum(seen.hand_sizes) == 1


def lesson(game: str, number: int) -> Scene:
    """Return the table of a lesson, at its first step."""
    return partial(hall, straight_to=(game, number))


OTHERS = ("Freya", "Bartholomew-Bonav", "Runa", "Annabella-Rosalie", "Karl")
SIX = ("You", *(f"{name}=bot:random" for name in OTHERS))
MORE: dict[str, Scene] = {
    "hint-number": partial(
        coached, table("herrlof", *SOLO, until=my_turn, first_dealer=1), "tab", "4", awaited="going by what"
    ),
    "hint-lead": partial(coached, table("herrlof", *SOLO, until=leading), "tab", "down", "down", awaited="Tab hide"),
    "hint-thinking": partial(
        coached, table("herrlof", *SOLO, until=following), "r", "tab", thinks=True, awaited="imagining"
    ),
    "sure": partial(
        coached,
        table("herrlof", *SOLO, until=following),
        "r",
        "r",
        "r",
        "enter",
        says=judged(1.0, 3.2, worlds=100),
        settings=Settings(sure=True),
        awaited="Sure?",
    ),
    "taken-back": partial(
        coached, table("herrlof", *SOLO, until=following), "backspace", "backspace", awaited="as it was"
    ),
    "herald-round": table("herald", *SOLO, until=game_ends, games=3),
    "herald-six": table("herald", *SIX, until=lambda match: match.mover == 0 and len(match.observe(0).tricks) > 2),
    "herfor-five": table("herfor", *SOLO, until=lambda match: match.mover == 0 and len(match.moves) > 20, size=5),
    "herfor-risk": table("herfor", *TWO, until=moves(51), keys=["plus"]),
    "herfor-seven": table("herfor", *SOLO, until=lambda match: match.mover == 0 and len(match.moves) > 30, size=7),
    "how-ruck-race-runs": partial(racing, "Anna", "bot:rules"),
    "how-ruck-race-two": partial(racing, "Anna", "Ben"),
    "how-ruck-shout": shouting,
    "herald-curtain": table("herald", *TWO, until=moves(12)),
    "herald-hint": partial(coached, table("herald", *FOUR, until=third_to_play), "tab", "down", awaited="Tab hide"),
    "herfor-komi": table("herfor", *SOLO, until=lambda match: match.mover == 0, keys=["up"]),
    "herfor-keys": table("herfor", *SOLO, until=moves(20), keys=["question_mark", "question_mark"]),
    "how-ruck-curtain": table("how-ruck", *TWO, until=moves(30), race="even"),
    "how-ruck-last": table("how-ruck", *SOLO, until=moves(30), keys=["full_stop"], race="even"),
    "how-ruck-field": table("how-ruck", *SOLO, until=at_a_man, keys=["right", "enter"], race="even"),
    "how-ruck-round": won,
    "how-ruck-raced": raced,
    "how-ruck-race": table("how-ruck", *SOLO, until=moves(2)),
    "round-second": table("herrlof", *SOLO, until=second_round_ends),
    "learn": page("l"),
    "lesson": lesson("herrlof", 1),
    "lesson-number": lesson("herrlof", 4),
    "lesson-trump": lesson("herrlof", 2),
    "review": reviewed,
    "review-second": partial(reviewed, "tab"),
    "find": partial(reviewed, "enter"),
    "found": partial(reviewed, "enter", "tab"),
    "went": went,
    "resign": table("herrlof", *SOLO, until=following, keys=["equals_sign"]),
    "statistics": partial(counted, "herrlof"),
    "statistics-herald": partial(counted, "herald"),
    "statistics-how-ruck": partial(counted, "how-ruck"),
    "statistics-herfor": partial(counted, "herfor"),
    "statistics-empty": page("s", empty=True),
    "guest": guest,
    "today": played_today,
    "new-game-herald": page("2"),
    "new-game-how-ruck": page("3"),
    "new-game-herfor": page("4"),
    "new-game-elsewhere": page("1", "tab", "tab", "tab", "tab", "left"),
    "rules-searched": page("r", "slash", "t", "r", "u", "m", "p"),
    "settings-list": page("o", "enter"),
    "round-three-second": table("herrlof", *THREE, until=second_round_ends),
}
"""Screens that are looked at, and not kept."""
LOOKS: dict[str, dict[str, Any]] = {
    f"{width}x{height}{'' if theme == 'dark' else '-' + theme}": {"size": (width, height), "theme": theme}
    for width, height in sorted([*SIZES, (80, 24)])
    for theme in ("dark", "light")
}
LOOKS["80x24-ascii-no-colour"] = {"ascii_only": True}
LOOKS["80x24-no-colour"] = {}
for place in ("80x24", "120x40"):
    for theme in ("dark", "light"):
        LOOKS[f"{place}-256-{theme}"] = {**LOOKS[place], "theme": theme}
    for palette in ("black", "white", "solarized-dark", "solarized-light"):
        LOOKS[f"{place}-16-{palette}"] = {**LOOKS[place], "theme": "terminal"}
SOLARIZED = dict(zip(
    ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white"),
    ("073642", "dc322f", "859900", "b58900", "268bd2", "d33682", "2aa198", "eee8d5"),
    strict=True,
))  # fmt: skip
NAMED: dict[str, dict[str, str]] = {
    "black": {"ink": "e5e5e5", "ground": "000000"},
    "white": {"ink": "000000", "ground": "ffffff"},
    "solarized-dark": {**SOLARIZED, "ink": "839496", "ground": "002b36"},
    "solarized-light": {**SOLARIZED, "ink": "657b83", "ground": "fdf6e3"},
}
"""Of terminals with sixteen colours what differs from `NAMED` of the pictures."""


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER, reason="HERRLOF_PICTURES names no folder")
@pytest.mark.parametrize("look", LOOKS if FOLDER else [])
@pytest.mark.parametrize("name", [*SCENES, *MORE])
async def test_a_screen_has_its_picture(
    name: str, look: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if name.startswith("toy-"):
        request.getfixturevalue("toys")
    spec = spec_from_file_location("pictures", Path(__file__).parents[2] / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    pictures = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, pictures)
    spec.loader.exec_module(pictures)
    if look.endswith("no-colour"):
        monkeypatch.setenv("NO_COLOR", "1")
    if "-256-" in look:
        monkeypatch.setenv("COLORTERM", "")
    async with {**SCENES, **MORE}[name](**LOOKS[look]) as sitting:
        drawn = pictures.svg(
            pictures.rows_of(sitting.terminal.screen), {**pictures.NAMED, **NAMED.get(look.partition("-16-")[2], {})}
        )
    path = Path(FOLDER, look, f"{name}.svg")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(drawn, "utf-8")
    assert "<text" in drawn
