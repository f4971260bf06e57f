"""The same input twice, with no pause between: what was asked for once is done once."""

from __future__ import annotations

import asyncio

import pytest
from textual.command import CommandPalette
from textual.events import MouseDown, MouseUp

from herrlof.records.names import Seat
from herrlof.records.settings import GameSettings, Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.screens.asks import NameScreen
from herrlof.tui.screens.cuts import CutScreen
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.matches import MatchesScreen
from herrlof.tui.screens.new_game import NewGameScreen
from herrlof.tui.screens.notes import NoteScreen
from herrlof.tui.screens.rules import RulesScreen
from herrlof.tui.screens.seated import CURTAIN_GUARD
from herrlof.tui.screens.settings import SettingsScreen
from herrlof.tui.screens.table import TableScreen
from tests.disks import FastDisk
from tests.tiers import later
from tests.tui.driving import SLOWLY, Sitting, at_table, hall, in_play, kept, new_match


def records(sitting: Sitting) -> int:
    return sitting.app.storage.count()


# Pages are left once


async def test_two_enters_on_the_page_for_cuts_deal_once() -> None:
    async with hall(settings=Settings(cuts=True)) as sitting:
        sitting.app.start(NewMatch("herrlof", (Seat("Anna"), Seat("Ben"))))
        await sitting.calm()
        assert sitting.showing(CutScreen)
        await sitting.press("enter")
        await sitting.burst("enter", "enter")
        await sitting.settle()
        assert sitting.showing(TableScreen)
        assert records(sitting) == 1


async def test_two_enters_on_a_name_begin_one_match() -> None:
    async with hall() as sitting:
        await sitting.press("p")
        assert sitting.showing(NameScreen)
        await sitting.burst("enter", "enter")
        await sitting.settle()
        assert sitting.showing(TableScreen)
        assert records(sitting) == 1


@pytest.mark.second
async def test_two_enters_in_the_palette_do_one_command() -> None:
    async with hall() as sitting:
        await sitting.press("ctrl+p")
        await sitting.type("rules: herald")
        await sitting.see("Rules: Herald")
        await sitting.burst("enter", "enter")
        await sitting.until(lambda: sitting.showing(RulesScreen))
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)


@pytest.mark.second
async def test_two_starts_of_a_form_begin_one_match() -> None:
    async with hall() as sitting:
        await sitting.press("4")
        assert sitting.showing(NewGameScreen)
        await sitting.burst("f2", "f2", "f2")
        await sitting.settle()
        assert sitting.showing(TableScreen)
        assert records(sitting) == 1


async def test_a_match_that_is_opened_twice_is_opened_once() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herald", "Anna", "Ben", moves=5)
    async with hall(storage=storage) as sitting:
        for way in ((), ("g",)):
            await sitting.press(*way)
            await sitting.burst("enter", "enter")
            await sitting.settle()
            assert sitting.showing(TableScreen)
            await sitting.press("escape")
            assert sitting.showing(HomeScreen)


@pytest.mark.parametrize(
    ("opened", "closed", "page"),
    [
        pytest.param("question_mark", "escape", RulesScreen, marks=pytest.mark.second),
        ("o", "escape", SettingsScreen),
        ("g", "escape", MatchesScreen),
        pytest.param("2", "escape", NewGameScreen, marks=pytest.mark.second),
        pytest.param("ctrl+p", "escape", CommandPalette, marks=pytest.mark.second),
    ],
)
async def test_a_page_that_is_closed_twice_leaves_the_one_below(opened: str, closed: str, page: type) -> None:
    async with hall() as sitting:
        await sitting.press(opened)
        await sitting.until(lambda: sitting.showing(page))
        await sitting.burst(closed, closed, closed)
        await sitting.until(lambda: sitting.showing(HomeScreen))
        assert len(sitting.app.screen_stack) == 1


async def test_a_note_that_is_closed_twice_leaves_the_table() -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), "Anna", "bot:random") as sitting:
        for opened, closed in (("l", "q"), ("k", "escape"), ("s", "enter")):
            await sitting.press(opened)
            assert sitting.showing(NoteScreen)
            await sitting.burst(closed, closed)
            assert sitting.showing(TableScreen)
        assert sitting.played() == []


async def test_two_clicks_on_practise_begin_one_match() -> None:
    settings = Settings(name="Anna", games={"herald": GameSettings(seats=(Seat("Anna"), Seat("Rules", "rules")))})
    async with hall(settings=settings) as sitting:
        x, y = sitting.find("Quick game")
        await sitting.clicks((x, y), (x, y))
        await sitting.settle()
        assert sitting.showing(TableScreen)
        assert records(sitting) == 1


# Workers end with their screens


@pytest.mark.second
@pytest.mark.parametrize("every", [15, pytest.param(3, marks=pytest.mark.second)])
async def test_the_list_of_matches_is_left_while_it_fills(every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.tui.screens.matches.AT_ONCE", 1)
    storage = Storage(disk=FastDisk())
    for _ in range(60):
        kept(storage, "herald", "Anna", "Ben", moves=2)
    async with hall(storage=storage) as sitting:
        for steps in range(0, 60, every):
            sitting.app.open_page("matches")
            await sitting.until(lambda: sitting.showing(MatchesScreen))
            for _ in range(steps):
                await asyncio.sleep(0)
            await sitting.burst("escape")
            assert sitting.showing(HomeScreen)


# Clicks at the table


def card(sitting: Sitting) -> tuple[int, int]:
    """Return a cell of the first card of the hand."""
    rect = next(rect for rect, target in sitting.board.places if target == ("hand", 0))
    return rect.x + 1, rect.y + 2


@pytest.mark.second
@pytest.mark.parametrize("gap", later([0, 0.05, 0.1, 0.2, 0.3], now=[0, 0.2]))
async def test_clicks_in_a_row_play_one_card_and_open_nothing(gap: float) -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), "Anna", "Ben", pace=SLOWLY) as sitting:
        sitting.later(2)
        await sitting.press("1")
        sitting.later(2)
        cell = card(sitting)
        for _ in range(20):
            await sitting.clicks(cell)
            sitting.later(gap)
        assert len(sitting.played()) == 1
        assert sitting.curtain == "BEN"
        assert "Wait a second, then click once." in sitting.text()
        sitting.later(1)
        await sitting.clicks(cell)
        assert sitting.curtain == ""
        await sitting.clicks(cell, cell)
        assert len(sitting.played()) == 1, "nothing of the new hand has been looked at yet"
        sitting.later(ENTER_GUARD)
        await sitting.clicks(cell, cell)
        assert len(sitting.played()) == 2


async def test_clicks_in_a_row_at_heralds_table_open_nothing() -> None:
    async with new_match("herald", "Anna", "Ben", pace=SLOWLY) as sitting:
        sitting.later(2)
        first = sitting.match.mover
        await sitting.press(str(first + 1))
        sitting.later(2)
        cell = card(sitting)
        for _ in range(20):
            await sitting.clicks(cell)
            sitting.later(0.1)
        assert [move.by for move in sitting.match.moves if move.by >= 0] == [first]
        assert sitting.board.scene.covered_for == 1 - first


async def test_keys_and_clicks_guard_the_curtain_from_each_other() -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), "Anna", "Ben", pace=SLOWLY) as sitting:
        sitting.later(2)
        await sitting.clicks((40, 16))
        assert "Are you Anna? Then click once more." in sitting.text()
        for disturb in (sitting.press("x"), sitting.clicks((12, 5))):
            sitting.later(2)
            await disturb
            sitting.later(CURTAIN_GUARD / 2)
            await sitting.clicks((40, 16))
            assert sitting.curtain == "ANNA"
            sitting.later(CURTAIN_GUARD / 2)
            await sitting.press("1")
            assert sitting.curtain == "ANNA"
        sitting.later(CURTAIN_GUARD)
        await sitting.click_text("1 I am Anna")
        assert sitting.curtain == ""


async def test_a_click_begun_before_a_question_is_not_meant_for_it() -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), "Anna", "Ben", pace=SLOWLY) as sitting:
        sitting.later(2)
        await sitting.press("1")
        sitting.later(2)
        await sitting.press("b")
        await sitting.mouse(MouseDown, 40, 16)
        await sitting.press("enter")
        assert sitting.curtain == "BEN"
        sitting.later(2)
        await sitting.mouse(MouseUp, 40, 16)
        assert "Are you Ben?" not in sitting.text()


# Pages that come up


async def test_a_late_space_chooses_nothing_on_an_end_page() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1), goal=10), "Anna", "Ben", pace=0.01) as sitting:
        await sitting.until(lambda: sitting.showing(MatchScreen))
        for _ in range(4):
            await sitting.press("space", "enter")
            await sitting.clicks(sitting.find("Play again"))
            sitting.later(0.2)
        assert sitting.showing(MatchScreen)
        sitting.later(0.2)
        await sitting.press("space")
        assert sitting.showing(TableScreen)


@pytest.mark.second
async def test_what_is_pressed_again_stays_on_the_page_where_it_began() -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), "Anna", "Ben", pace=SLOWLY) as sitting:
        for _ in range(10):
            await sitting.press("q")
            sitting.later(0.03)
        assert sitting.showing(HomeScreen), "a Q that is held does not quit"
        sitting.later(1)
        for key, page in (("2", NewGameScreen), ("escape", HomeScreen), ("enter", TableScreen)):
            sitting.later(0.1)
            await sitting.press(key)
            sitting.later(0.05)
            await sitting.press(key)
            assert sitting.showing(page)


@pytest.mark.second
async def test_a_second_click_is_not_taken_for_the_page_that_the_first_one_brought() -> None:
    async with hall(pace=SLOWLY) as sitting:
        for gap in (0, 0.05, 0.2):
            sitting.later(1)
            x, y = sitting.find("Settings")
            await sitting.clicks((x, y))
            sitting.later(gap)
            before = sitting.app.settings
            await sitting.clicks((x, y))
            assert sitting.showing(SettingsScreen)
            assert sitting.app.settings == before
            await sitting.press("escape")


@pytest.mark.second
async def test_home_says_that_a_match_is_kept() -> None:
    for size in ((60, 20), (80, 24), (120, 40)):
        async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), "Anna", "bot:random", size=size) as sitting:
            await sitting.press("7", "enter")
            await sitting.press("escape")
            assert sitting.row_of("The match is kept. C or Enter continues it.")
            await sitting.press("down")
            assert "The match is kept" not in sitting.text()
