"""Several people at one keyboard: whose hand is on the screen, and when."""

from __future__ import annotations

from itertools import pairwise

import pytest
from herrlof.tui.boards.herrlof.pad import ScorePad
from herrlof.tui.boards.herrlof.words import card_name
from herrlof.tui.cards import LETTERS, SHAPES
from textual.events import AppBlur

from herrlof.games.herrlof.cards import cards_in
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.table import TableScreen
from tests.tui.driving import Sitting, at_table, in_play, true_state

PLAIN = ("B7 G4 R5", "B8 G2 R8")


def curtain(sitting: Sitting) -> str:
    """Return the name on the curtain; nothing if it is up."""
    for line in sitting.lines():
        if "Hand the keyboard to " in line:
            return line.split("Hand the keyboard to ")[1].split(".")[0]
    return ""


def hand_on_screen(sitting: Sitting) -> list[str]:
    """Return the cards in the hand's place, as in `7G`."""
    region = sitting.table.query_one("#hand").region
    rows = sitting.lines()[region.y : region.bottom]
    return sorted(
        f"{upper[x + 1]}{lower[x + 2]}".strip()
        for upper, lower in pairwise(rows)
        for x in range(len(upper) - 4)
        if upper[x] == "│" and upper[x + 2] in SHAPES and lower[x + 2] in LETTERS
    )


def hand_of(sitting: Sitting, seat: int) -> list[str]:
    """Return a seat's true hand in the same words."""
    names = [card_name(card) for card in cards_in(true_state(sitting.match).hands[seat])]
    codes = {"Valknut": "V", "Hagalaz": "H"}
    return sorted(codes.get(name) or name.split()[1] + name[0].upper() for name in names)


async def test_the_curtain_falls_before_the_seat_changes_and_opens_for_its_owner_alone() -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        assert curtain(sitting) == "Anna"
        assert hand_on_screen(sitting) == []
        await sitting.press("2", "3", "enter", "space", "a", "x", "right", "0", "4")
        assert curtain(sitting) == "Anna"
        assert sitting.match.moves == []
        await sitting.press("1")
        assert curtain(sitting) == ""
        assert hand_on_screen(sitting) == hand_of(sitting, 0)
        await sitting.press("b", "enter")
        assert curtain(sitting) == "Ben"
        assert hand_on_screen(sitting) == []
        await sitting.press("1", "enter")
        assert curtain(sitting) == "Ben"
        await sitting.press("2")
        assert hand_on_screen(sitting) == hand_of(sitting, 1)


async def test_a_click_does_not_open_the_curtain() -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        for row in range(23):
            await sitting.click(12, row)
        assert curtain(sitting) == "Anna"
        await sitting.click_text("1 I am Anna")
        assert curtain(sitting) == ""


async def test_keys_pressed_before_the_curtain_fell_are_dropped() -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        await sitting.press("1")
        await sitting.burst("b", "enter", "2", "enter", "2", "2", "enter")
        assert curtain(sitting) == "Ben"
        assert len(sitting.match.moves) == 1


async def test_a_held_key_does_not_open_the_curtain() -> None:
    async with at_table(in_play(*PLAIN), pace=1) as sitting:
        await sitting.press("1", settle=False)
        assert curtain(sitting) == "Anna", "the curtain has only just fallen"
        await sitting.pilot.pause(0.45)
        await sitting.press("1", settle=False)
        assert curtain(sitting) == ""
        await sitting.pilot.pause(0.45)
        await sitting.press("b", "enter", "2", settle=False)
        assert curtain(sitting) == "Ben"


async def test_a_prediction_is_never_on_the_screen_for_another() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", "B9 G9 R9", dealer=2)
    table.state.phase, table.state.predictions, table.state.player = "predict", [-1] * 3, 0
    async with at_table(table) as sitting:
        await sitting.press("1", "3")
        assert "exactly 3" in sitting.text()
        await sitting.press("enter")
        assert curtain(sitting) == "Ben"
        texts = [sitting.text()]
        await sitting.press("2")
        texts.append(sitting.text())
        for text in texts:
            anna = next(line for line in text.splitlines() if "Anna " in line and "tricks" in line)
            assert "predicted" in anna
            assert "3 more" not in text
            assert "[3]" not in text
            assert "exactly 3" not in text
        assert sitting.match.observe(1).predicted == (True, False, False)
        await sitting.press("s")
        assert sitting.showing(ScorePad)
        assert "No round is over yet." in sitting.text()


async def test_the_last_card_needs_no_hand_over() -> None:
    table = in_play("B7 G4", "B8 G2", moves=["0: play B7", "1: play B8"])
    async with at_table(table) as sitting:
        assert sitting.showing(ScorePad)
        assert [move.do for move in sitting.match.moves] == ["play G2", "play G4"]


async def test_no_hand_over_where_the_same_person_goes_on() -> None:
    table = in_play("B3 G4 R5", "B8 G2 R8", deck="Y9")
    async with at_table(table) as sitting:
        await sitting.press("1", "b", "enter")
        assert curtain(sitting) == ""
        await sitting.press("y")
        assert curtain(sitting) == ""
        await sitting.press("y", "enter")
        assert curtain(sitting) == "Ben"
        await sitting.press("2", "b", "enter")
        assert curtain(sitting) == "", "Ben won the trick and leads"


async def test_a_bot_between_two_people_needs_no_curtain_of_its_own() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", "B9 G9 R9")
    async with at_table(table, ["Anna", "bot:random", "Cleo"]) as sitting:
        await sitting.press("1", "b", "enter")
        assert curtain(sitting) == "Cleo"
        assert len(sitting.match.moves) == 2


async def test_c_covers_the_hand_and_its_owner_goes_on_where_it_was() -> None:
    table = in_play("B3 G4 R5", "B8 G2 R8", deck="Y9")
    async with at_table(table) as sitting:
        await sitting.press("1", "b", "enter", "y")
        assert "yellow 9" in sitting.text()
        await sitting.press("c")
        assert curtain(sitting) == "Anna"
        assert "yellow 9" not in sitting.text()
        assert hand_on_screen(sitting) == []
        await sitting.press("2", "enter")
        assert curtain(sitting) == "Anna"
        await sitting.press("1")
        assert "You drew the yellow 9. Put which card under the deck?" in sitting.text()


async def test_leaving_the_window_covers_the_hand() -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        await sitting.press("1")
        sitting.app.post_message(AppBlur())
        await sitting.calm()
        assert curtain(sitting) == "Anna"


@pytest.mark.parametrize("over", ["l", "k", "s", "question_mark"])
async def test_leaving_the_window_covers_the_hand_under_a_page_too(over: str) -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        await sitting.press("1", over)
        assert not sitting.showing(TableScreen)
        sitting.app.post_message(AppBlur())
        await sitting.calm()
        await sitting.press("escape")
        assert sitting.showing(TableScreen)
        assert curtain(sitting) == "Anna"
        assert hand_on_screen(sitting) == []


async def test_no_page_lets_the_hand_show_through() -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        await sitting.press("1")
        for key in ("l", "k", "s", "question_mark"):
            await sitting.press(key)
            region = sitting.table.query_one("#hand").region
            assert not any(
                sign in line[:2] + line[-2:] for line in sitting.lines()[region.y : region.bottom] for sign in "┌└"
            )
            await sitting.press("escape")


@pytest.mark.parametrize("size", [(59, 24), (80, 19), (20, 5), (200, 10)])
@pytest.mark.parametrize("page", ["", "k"])
async def test_a_window_too_small_shows_no_card_and_comes_back_behind_the_curtain(
    size: tuple[int, int], page: str
) -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        await sitting.press("1", *page)
        await sitting.resize(*size)
        assert not any(shape in sitting.text() for shape in SHAPES)
        if page:
            await sitting.press("escape")
        text = sitting.text()
        assert not any(shape in text for shape in SHAPES)
        assert f"this window has {size[0]} x {size[1]}." in " ".join(text.split())
        await sitting.press("enter", "2", "b")
        await sitting.resize(80, 24)
        assert curtain(sitting) == "Anna"
        assert hand_on_screen(sitting) == []
        assert sitting.match.moves == []
        await sitting.press("1")
        assert hand_on_screen(sitting) == hand_of(sitting, 0)


async def test_the_smallest_window_breaks_nothing() -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        await sitting.press("1")
        for width in range(8, 0, -1):
            await sitting.resize(width, 1)
            assert sitting.app._exception is None
        await sitting.resize(80, 24)
        assert curtain(sitting) == "Anna"


async def test_a_small_window_still_lets_one_leave() -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        await sitting.resize(40, 10)
        await sitting.press("q")
        assert sitting.showing(HomeScreen)


async def test_one_person_has_no_curtain() -> None:
    async with at_table(in_play(*PLAIN), ["Anna", "bot:random"]) as sitting:
        assert curtain(sitting) == ""
        assert hand_on_screen(sitting) == hand_of(sitting, 0)
        assert "cover" not in sitting.text()
        await sitting.press("c")
        sitting.app.post_message(AppBlur())
        await sitting.calm()
        assert hand_on_screen(sitting) == hand_of(sitting, 0)
        await sitting.resize(50, 10)
        await sitting.resize(80, 24)
        assert hand_on_screen(sitting) == hand_of(sitting, 0)
        await sitting.press("b", "enter")
        assert curtain(sitting) == ""


async def test_quitting_leaves_no_card_behind() -> None:
    async with at_table(in_play(*PLAIN)) as sitting:
        await sitting.press("1")
        sitting.table.blank()
        await sitting.calm()
        assert hand_on_screen(sitting) == []
        assert not any(shape in "".join(sitting.lines()[10:]) for shape in SHAPES)


async def test_under_the_curtain_what_is_public_stays_readable() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", moves=["0: play B7", "1: play B8"])
    async with at_table(table) as sitting:
        text = sitting.text()
        assert curtain(sitting) == "Ben"
        assert "Ben won it: highest blue." in text
        assert "Round 1" in text
        await sitting.press("l")
        assert "Ben won it: highest blue." in sitting.text()
        await sitting.press("escape", "question_mark", "escape", "k", "escape", "s", "escape")
        assert curtain(sitting) == "Ben"


@pytest.mark.parametrize(
    ("names", "width"),
    [
        (("Anna", "Ben"), 60),
        (("W" * 20, "Ben"), 130),
        (("W" * 20, "Ben"), 60),
        (("龍" * 10, "Ben"), 80),
    ],
    ids=["short-60", "long-130", "long-60", "wide-80"],
)
async def test_the_curtain_says_who_comes_and_which_key_opens_it(names: tuple[str, str], width: int) -> None:
    async with at_table(in_play(*PLAIN), names, (width, 24)) as sitting:
        region = sitting.table.query_one("#hand").region
        rows = sitting.lines()[region.y : region.bottom]
        assert f"Hand the keyboard to {names[0]}." in "".join(rows)
        assert f"{names[0]}: press 1" in "".join(rows)
        assert all(row.strip("░ ") == "" for row in rows[:2] + rows[4:])
        assert all(row.startswith("░") and row.endswith("░") for row in rows)
