"""One set of keys for all games: what the last row, the page of keys, the palette and the README say of it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from herrlof.games import GAMES
from herrlof.records.settings import Settings
from herrlof.table.match import Match
from herrlof.tui.boards import BOARDS
from herrlof.tui.commands import TableCommands
from herrlof.tui.screens.table import LETTERS
from tests.tiers import later
from tests.tui.driving import Sitting
from tests.tui.test_snapshots import SOLO, TWO, table

OPTIONS: dict[str, dict[str, Any]] = {"how-ruck": {"race": "even"}}
SIGNS = {"l": "full_stop", "s": "comma", "c": "minus", "t": "plus", "q": "escape"}
"""The keys of every game, by the letters that once did the same."""


@asynccontextmanager
async def in_the_middle(game: str, *names: str, **more: Any) -> AsyncIterator[Sitting]:
    """Sit at a table where something has happened, and a seat of here is asked."""

    def asked(match: Match) -> bool:
        return match.mover == 0 and len(match.moves) > 24 and match.observe(0).phase == "play"

    async with table(game, *names, until=asked, **OPTIONS.get(game, {}))(**more) as sitting:
        if sitting.board.scene.curtain is not None:
            await sitting.press("1")
        yield sitting


def named(game: str) -> set[str]:
    """Return the small letters that name something in a game."""
    return {key for key in BOARDS[game]._merged_bindings.key_to_bindings if re.fullmatch("[a-z]", key)}


@pytest.mark.second
@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (120, 40)], now=[(60, 20)]), ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("keys", later(["", "vi"], now=["vi"]))
@pytest.mark.parametrize("game", BOARDS)
async def test_the_last_row_always_shows_leave_rules_and_cover(game: str, keys: str, size: tuple[int, int]) -> None:
    settings = Settings(keys=keys) if keys else Settings()
    async with in_the_middle(game, *TWO, size=size, settings=settings) as sitting:
        for _moment in range(3):
            shown = sitting.lines()[-1]
            assert re.search(r" \? rules +Esc leave ", shown)
            assert sitting.board.scene.curtain is not None or not GAMES[game].hidden or "- cover" in shown
            await sitting.press("right", "enter")


@pytest.mark.second
@pytest.mark.parametrize("game", later(BOARDS, now=["herald", "herfor"]))
async def test_capitals_choose_as_small_letters_do(game: str) -> None:
    async with in_the_middle(game, *SOLO) as sitting:
        board, found = sitting.board, dict[str, list[object]]()
        for letter in sorted(named(game)):
            for key in (letter, letter.upper()):
                board.begin_question()
                await sitting.press(key)
                chosen = board.selection
                found.setdefault(letter, []).append((chosen.area, chosen.at(chosen.area), chosen.chosen, chosen.typed))
        assert all(small == large for small, large in found.values())
        assert len({str(one) for one, _other in found.values()}) > 2


@pytest.mark.second
@pytest.mark.parametrize("key", later(["enter", "space"], now=["enter"]))
@pytest.mark.parametrize("game", BOARDS)
async def test_enter_alone_plays_nothing_and_the_question_stays(game: str, key: str) -> None:
    async with in_the_middle(game, *SOLO) as sitting:
        before, asked = sitting.played(), GAMES[game].words.to(sitting.board.seen, ("You", "Freya")).question().ask
        for _ in range(3):
            await sitting.burst(*[key] * 9)
        assert sitting.played() == before
        assert re.search(r"! Choose a (card|point) first", sitting.text())
        assert asked in sitting.words()
        await sitting.press("right")
        assert "! Choose" not in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize("game", BOARDS)
async def test_a_click_chooses_and_a_second_one_plays(game: str) -> None:
    async with in_the_middle(game, *SOLO) as sitting:
        before, board = sitting.played(), sitting.board
        for name in ("hand", "field") if game == "how-ruck" else board.asks()[:1]:
            area, may = board.selection.named(name), (None, *board.view.legal)
            items = [item.thing if name == "field" else at for at, item in enumerate(area.items) if item.action in may]
            rect = next(rect for rect, what in board.places if what[0] == name and what[1] in items)
            for _click in range(2):
                assert sitting.played() == before
                await sitting.click(rect.x + rect.width // 2, rect.y + rect.height // 2)
        assert len(sitting.played()) > len(before)


@pytest.mark.second
@pytest.mark.parametrize("game", [game for game in BOARDS if game != "herfor"])
async def test_h_and_l_of_the_vi_set_move_and_what_they_named_has_other_letters(game: str) -> None:
    async with in_the_middle(game, *SOLO, settings=Settings(keys="vi")) as sitting:
        at = []
        for key in ("l", "l", "h", "right"):
            await sitting.press(key)
            at.append(sitting.board.selection.at("hand"))
        assert at == [0, 1, 0, 1]
        shown = {key for key in sitting.app.screen.active_bindings if re.fullmatch("[a-z]", key)}
        assert len(named(game) - {"h", "l", "j", "k"}) <= len(shown)


FREE = [f"{game} {letter}" for game in BOARDS for letter in SIGNS if letter not in named(game)]


@pytest.mark.second
@pytest.mark.parametrize("free", later(FREE, now=["how-ruck c"]))
async def test_a_letter_that_names_nothing_does_what_it_once_did_unshown(free: str) -> None:
    game, letter = free.split()
    assert set(LETTERS) == {*SIGNS, "k"}
    told = set()
    for key in (letter, letter.upper(), SIGNS[letter]):
        async with in_the_middle(game, *TWO, size=(120, 40)) as sitting:
            assert not re.search(rf"\b{letter.upper()} ", sitting.lines()[-1])
            await sitting.press(key)
            await sitting.calm()
            told.add(re.sub(r"\d+ match(es)? kept *", "", sitting.text()))
    assert len(told) == 1


@pytest.mark.second
@pytest.mark.parametrize("game", later(BOARDS, now=["how-ruck"]))
async def test_the_palette_has_what_the_table_can_do(game: str) -> None:
    async with in_the_middle(game, *TWO) as sitting:
        offered = {name for name, _do in TableCommands(sitting.app.screen)._commands()}
        assert {"Look back", "The rule of this moment", "All keys", "Leave the table"} <= offered
        assert ("Cover the hand" in offered) == GAMES[game].hidden
        await sitting.press("ctrl+p")
        await sitting.see("Look back")
        assert "New game" not in "".join(sitting.lines()[:6]), "what the table can do comes first"
        await sitting.press(*"rule of this", "enter")
        await sitting.until(lambda: "RULES" in sitting.text().upper().split("\n")[0])


@pytest.mark.second
async def test_what_a_key_does_goes_on_in_its_own_column_of_the_page_of_all_keys() -> None:
    async with in_the_middle("herrlof", *SOLO, size=(60, 20)) as sitting:
        await sitting.press("question_mark", "question_mark")
        await sitting.see("choose by rank")
        lines = sitting.lines()
        at = next(number for number, line in enumerate(lines) if "choose by rank" in line)
        column = lines[at].index("choose by rank")
        assert lines[at + 1][:column].strip() == ""
        assert lines[at + 1][column:].startswith("card or trick")


def keys_of(page: str) -> set[str]:
    """Return the keys that stand in the table of a page."""
    text = Path(__file__).parents[2].joinpath(page).read_text("utf-8").split("## Keys")[1].split("##")[0]
    return {key for row in re.findall(r"^\| (.+?) \| ", text, re.M)[1:] for key in row.split(", ")} - {"---"}


def test_the_readme_has_ten_rows_of_keys_and_no_others() -> None:
    assert keys_of("README.md") < keys_of("docs/commands.md")
    assert len(keys_of("README.md") - {"Ctrl+Q"}) == 10


@pytest.mark.second
async def test_the_page_of_keys_has_the_keys_of_the_table_s_own() -> None:
    told = keys_of("docs/commands.md")
    listed: set[str] = set()
    for names in (SOLO, TWO):
        async with in_the_middle("herald", *names, size=(120, 60)) as sitting:
            await sitting.press("question_mark", "question_mark")
            listed |= {line.strip(" │").split("   ")[0] for line in sitting.lines()}
    signs = {"?", ".", ",", "-", "+", "=", "*", "Tab", "Backspace", "Esc", "Enter"}
    assert signs <= told
    assert signs <= listed | {"*"}, "which is there while a hint is shown"
    assert {"← → ↑ ↓", "letters and digits", "1 to 6", "Ctrl+P", "Ctrl+Q", *signs} == told
