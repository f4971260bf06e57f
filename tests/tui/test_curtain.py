"""Several people at one keyboard: whose hand is on the screen, and when."""

from __future__ import annotations

import pytest

from herrlof.games.herrlof.cards import CARD_CODES
from herrlof.tui.boards.herrlof.faces import SHAPES
from herrlof.tui.boards.herrlof.letters import LETTERS
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.seated import CURTAIN_GUARD
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.theme import FACES
from tests.tiers import later
from tests.tui.driving import ROBBED, SLOWLY, WINNING, Sitting, at_table, in_play, new_match, scripted

PLAIN = ("B7 G4 R5", "B8 G2 R8")
TWO = ("Anna", "Ben")
OPEN = "press  1  when only you can see"


def hand_on_screen(sitting: Sitting) -> list[str]:
    """Return the cards below the row of the player, at 80x24, by their faces."""
    rows = sitting.cells()
    found = []
    for y in range(13, len(rows) - 2):
        for x in range(1, len(rows[y]) - 2):
            sign, below = rows[y][x + 1].letter, rows[y + 1][x].letter
            if sign in SHAPES[:4] and below in LETTERS.letters and rows[y][x].letter.isdigit():
                found.append(f"{below}{rows[y][x].letter}")
    return sorted(found)


def hand_of(sitting: Sitting, seat: int) -> list[str]:
    return sorted(CARD_CODES[card] for card in sitting.match.observe(seat).hand)


async def test_the_curtain_falls_before_the_seat_changes_and_opens_for_its_owner_alone() -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        assert sitting.curtain == "ANNA"
        assert hand_on_screen(sitting) == []
        await sitting.press("3", "enter", "space", "a", "x", "right", "0", "4", "tab", "b", "home", "up")
        assert sitting.curtain == "ANNA"
        assert sitting.played() == []
        await sitting.press("1")
        assert sitting.curtain == ""
        assert hand_on_screen(sitting) == hand_of(sitting, 0)
        await sitting.press("b", "enter")
        assert sitting.curtain == "BEN"
        assert hand_on_screen(sitting) == []
        await sitting.press("1", "enter")
        assert sitting.curtain == "BEN"
        await sitting.press("2")
        assert hand_on_screen(sitting) == hand_of(sitting, 1)


async def test_a_wrong_number_says_whose_turn_it_is() -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.press("2")
        assert "Anna is next: type 1." in sitting.text()
        assert sitting.style_of("Anna is next") == "accent/bg!"
        await sitting.press("1")
        assert sitting.curtain == ""


async def test_the_curtain_opens_after_a_second_without_any_key() -> None:
    async with at_table(in_play(*PLAIN), *TWO, pace=SLOWLY) as sitting:
        sitting.later(CURTAIN_GUARD)
        for key in ("x", "1", "1"):
            await sitting.press(key)
        assert sitting.curtain == "ANNA"
        assert "Wait a second, then press it once." in sitting.text()
        sitting.later(CURTAIN_GUARD)
        await sitting.press("1")
        assert sitting.curtain == ""


@pytest.mark.second
async def test_a_key_that_is_held_opens_nothing_however_long() -> None:
    async with at_table(in_play(*PLAIN), *TWO, pace=SLOWLY) as sitting:
        for _ in range(100):
            sitting.later(0.03)
            await sitting.burst("1")
        assert "Wait a second, then press it once." in sitting.text(), "it was held when the table came up"


@pytest.mark.second
async def test_a_key_held_on_the_page_before_opens_nothing() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1)), *TWO, pace=0.01) as sitting:
        await sitting.until(lambda: "Round 1 is over" in sitting.text())
        sitting.later(1)
        await sitting.press("enter", "enter")
        assert sitting.curtain != ""
        number = str(sitting.match.mover + 1)
        await sitting.press(number)
        assert "Wait a second, then press it once." in sitting.text()
        sitting.later(CURTAIN_GUARD)
        await sitting.press(number)
        assert sitting.curtain == ""


async def test_keys_pressed_before_the_curtain_fell_are_dropped() -> None:
    async with at_table(in_play(*PLAIN), *TWO, pace=SLOWLY) as sitting:
        sitting.later(2)
        await sitting.press("1")
        sitting.later(1)
        await sitting.burst("b", "enter", "2", "enter", "2", "2", "enter")
        assert sitting.curtain == "BEN"
        assert len(sitting.played()) == 1


async def test_a_click_on_the_curtain_asks_and_a_second_one_opens_it() -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.click(12, 5)
        assert "Are you Anna?" not in sitting.text(), "the felt is no curtain"
        await sitting.click(40, 16)
        assert sitting.curtain == "" or "Are you Anna? Then click once more." in sitting.text()
        assert hand_on_screen(sitting) == []
        await sitting.click(40, 16)
        assert hand_on_screen(sitting) == hand_of(sitting, 0)


async def test_the_key_bar_names_the_number_and_takes_a_click() -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.click_text("1 I am Anna")
        assert sitting.curtain == ""


@pytest.mark.second
@pytest.mark.parametrize(
    ("names", "width"),
    [(TWO, 60), (("W" * 20, "Ben"), 120), (("W" * 20, "Ben"), 60), (("龍" * 10, "Ben"), 80)],
    ids=["short-60", "long-120", "long-60", "wide-80"],
)
async def test_the_next_name_stands_alone_between_the_lattice(names: tuple[str, str], width: int) -> None:
    async with at_table(in_play(*PLAIN), *names, size=(width, 24)) as sitting:
        _, y = sitting.find("it's your turn")
        name = sitting.lines()[y - 1].strip("╱╲ ")
        assert name.replace(" ", "").rstrip("…") in names[0].upper()
        assert OPEN in sitting.text()
        for row in sitting.lines()[y - 2 : -1]:
            assert row.startswith(("╱╲", "╲╱"))
            assert names[1] not in row


@pytest.mark.second
async def test_under_the_curtain_what_is_public_stays_readable() -> None:
    table = in_play(*PLAIN, moves=["0: play B7", "1: play B8"])
    async with at_table(table, *TWO) as sitting:
        assert sitting.curtain == "BEN"
        for text in ("Ben won: highest blue.", "Round 1 · Trick 2 of 3", "1 trick · number hidden"):
            assert text in sitting.text()
        assert [row.split()[0].strip("▸") or row.split()[1] for row in sitting.lines()[1:3]] == ["Anna", "Ben"]
        for page in ("l", "question_mark", "k", "s"):
            await sitting.press(page)
            assert not sitting.showing(TableScreen)
            await sitting.press("escape")
            assert sitting.curtain == "BEN"


async def test_a_number_said_is_never_on_the_screen_for_another() -> None:
    hands = ("B7 G4 R5", "B8 G2 R8", "B9 G9 R9")
    async with at_table(in_play(*hands, predict=None, dealer=2), "Anna", "Ben", "Cleo") as sitting:
        await sitting.press("1", "3", "enter")
        assert sitting.curtain == "BEN"
        for key in ("2", "x"):
            assert "has chosen a number" in sitting.row_of("Anna")
            assert not set(sitting.row_of("Anna").replace("3 cards", "")) & set("3╎┃")
            await sitting.press(key)
        assert "accent" not in {cell.ground for cell in sitting.cells()[sitting.find("say")[1]]}, "no number is marked"


async def test_the_same_person_goes_on_without_a_hand_over() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9"), *TWO) as sitting:
        await sitting.press("1", "b", "enter")
        assert sitting.curtain == ""
        await sitting.press("y", "g", "enter", "space")
        assert sitting.curtain == "BEN"
        await sitting.press("2", "b", "enter")
        assert sitting.curtain == "", "Ben won the trick and leads"


DRAWN = (
    "You led the blue 3. You drew the yellow 9 from the deck. "
    "You put the green 4 under the deck. Space hides your hand."
)


async def test_what_a_3_drew_is_shown_until_a_key_and_only_then_the_curtain_falls() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9"), *TWO) as sitting:
        await sitting.press("1", "b", "enter", "y", "g", "enter")
        for key in ("", "left", "y", "b", "up"):
            await sitting.press(*filter(None, [key]))
            assert sitting.curtain == ""
            assert DRAWN in sitting.words()
            assert hand_on_screen(sitting) == hand_of(sitting, 0) == ["R5", "Y9"]
            assert "new" in sitting.text()
        await sitting.press("space")
        assert sitting.curtain == "BEN"
        assert hand_on_screen(sitting) == []
        assert "yellow 9" not in sitting.words()
        assert len(sitting.played()) == 3


async def test_nothing_is_shown_where_nothing_was_told() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9"), *TWO) as sitting:
        await sitting.press("1", "b", "enter", "n")
        assert sitting.curtain == "BEN"


@pytest.mark.second
async def test_a_key_that_is_held_hides_nothing() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9"), *TWO, pace=SLOWLY) as sitting:
        for key in ("1", "b", "enter", "y", "g"):
            sitting.later(CURTAIN_GUARD)
            await sitting.press(key)
        sitting.later(1)
        for _ in range(40):
            await sitting.burst("enter")
            sitting.later(0.03)
        assert DRAWN in sitting.words()
        sitting.later(1)
        await sitting.click(40, 8)
        await sitting.until(lambda: sitting.curtain == "BEN")


@pytest.mark.second
async def test_what_is_shown_is_covered_as_a_hand_is_and_comes_back() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9"), *TWO) as sitting:
        await sitting.press("1", "b", "enter", "y", "g", "enter")
        await sitting.look_away()
        assert sitting.curtain == "ANNA"
        assert "yellow 9" not in sitting.words()
        await sitting.press("1")
        assert DRAWN in sitting.words()
        await sitting.press("enter")
        assert sitting.curtain == "BEN"


async def test_what_a_6_took_is_shown_where_the_other_leads() -> None:
    table = in_play("B6 G4 R5", "H G8 R8", moves=["0: play B6", "1: play H"])
    async with at_table(scripted(table, "R8"), *TWO) as sitting:
        await sitting.press("1", "y", "g", "enter")
        assert sitting.curtain == ""
        shown = "You drew the red 8 from Ben's hand. You gave the green 4 back. Space hides your hand."
        assert shown in sitting.words()
        assert hand_on_screen(sitting) == ["R5", "R8"]
        await sitting.press("space")
        assert sitting.curtain == "BEN"
        assert "red 8" not in sitting.words()


async def test_a_bot_between_two_people_needs_no_curtain_of_its_own() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", "B9 G9 R9")
    async with at_table(table, "Anna", "bot:random", "Cleo") as sitting:
        await sitting.press("1", "b", "enter")
        assert sitting.curtain == "CLEO"
        assert len(sitting.played()) == 2


async def test_what_ends_a_trick_is_looked_at_under_the_curtain() -> None:
    table = in_play("B8 G4 R5", "B7 G2 R8", moves=["0: play B8"])
    async with at_table(table, *TWO, pace=SLOWLY) as sitting:
        sitting.later(CURTAIN_GUARD)
        await sitting.press("2")
        sitting.later(1)
        await sitting.press("b", "enter")
        assert sitting.curtain == "ANNA"
        assert sitting.style_of("▄▄▄▄▄▄▄") == "accent/felt"
        assert "Anna won: highest blue." in sitting.text()


async def test_c_covers_the_hand_and_its_owner_goes_on_where_it_was() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9"), *TWO) as sitting:
        await sitting.press("1", "b", "enter", "y")
        assert "yellow 9" in sitting.text()
        await sitting.press("c")
        assert sitting.curtain == "ANNA"
        assert "yellow 9" not in sitting.text()
        assert hand_on_screen(sitting) == []
        await sitting.press("2", "enter")
        assert sitting.curtain == "" or sitting.curtain == "ANNA"
        assert hand_on_screen(sitting) == []
        await sitting.press("1")
        assert "You drew the yellow 9. Put which card under the deck?" in sitting.text()


async def test_leaving_the_window_covers_the_hand() -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.press("1")
        await sitting.look_away()
        assert sitting.curtain == "ANNA"
        assert hand_on_screen(sitting) == []


@pytest.mark.second
@pytest.mark.parametrize("page", later(["l", "k", "s", "question_mark", "ctrl+p"], now=["k", "question_mark"]))
async def test_leaving_the_window_covers_the_hand_under_a_page_too(page: str) -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.press("1", page)
        assert not sitting.showing(TableScreen)
        await sitting.look_away()
        if page in ("question_mark", "ctrl+p"):  # notes are closed: they may tell of the hand
            await sitting.press("escape")
        assert sitting.curtain == "ANNA"
        assert hand_on_screen(sitting) == []


async def test_leaving_the_window_closes_a_note_that_tells_of_the_hand() -> None:
    async with at_table(ROBBED, *TWO) as sitting:
        await sitting.press("1", "l")
        assert "gave you the yellow 9" in sitting.words()
        await sitting.look_away()
        assert "yellow 9" not in sitting.words()
        assert sitting.curtain == "ANNA"


async def test_a_hand_covered_in_a_pause_comes_back_with_its_number() -> None:
    """The pause goes on with the hand in it: the number does not seem to do nothing."""
    async with at_table(WINNING, *TWO, pace=SLOWLY) as sitting:
        sitting.later(CURTAIN_GUARD)
        await sitting.press("1")
        sitting.later(1)
        await sitting.press("b", "enter")
        assert "Enter goes on." in sitting.text()
        await sitting.press("c")
        assert sitting.curtain == "ANNA"
        sitting.later(CURTAIN_GUARD)
        await sitting.press("1")
        assert sitting.curtain == ""
        assert "Enter goes on." in sitting.text()
        await sitting.press("space")
        assert "Your card." in sitting.text()


@pytest.mark.second
async def test_no_page_lets_the_hand_show_through() -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.press("1")
        for page in ("l", "k", "s", "question_mark", "ctrl+p"):
            await sitting.press(page)
            assert hand_on_screen(sitting) == []
            assert not {cell.ground for row in sitting.cells()[12:] for cell in row} & set(FACES)
            await sitting.press("escape")


@pytest.mark.second
@pytest.mark.parametrize("size", later([(59, 24), (80, 19), (20, 5), (200, 10)], now=[(59, 24), (80, 19)]))
@pytest.mark.parametrize("page", ["", "k"])
async def test_a_window_too_small_shows_no_card_and_comes_back_behind_the_curtain(
    size: tuple[int, int], page: str
) -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.press("1", *page)
        await sitting.resize(*size)
        if page:
            await sitting.press("escape")
        assert not any(shape in sitting.text() for shape in SHAPES)
        assert f"this window has {size[0]} x {size[1]}." in sitting.words()
        await sitting.press("enter", "2", "b")
        await sitting.resize(80, 24)
        assert sitting.curtain == "ANNA"
        assert hand_on_screen(sitting) == []
        assert sitting.played() == []
        await sitting.press("1")
        assert hand_on_screen(sitting) == hand_of(sitting, 0)
        await sitting.press("right", "enter")
        assert sitting.played() == ["0: play B7"], "the keys are the board's again"


async def test_a_small_window_still_lets_one_leave() -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.resize(40, 10)
        await sitting.press("q")
        assert sitting.showing(HomeScreen)


async def test_one_person_has_no_curtain() -> None:
    async with at_table(in_play(*PLAIN), "Anna", "bot:random") as sitting:
        assert sitting.curtain == ""
        assert hand_on_screen(sitting) == hand_of(sitting, 0)
        assert "cover" not in sitting.text()
        await sitting.press("c")
        await sitting.look_away()
        assert hand_on_screen(sitting) == hand_of(sitting, 0)
        await sitting.resize(50, 10)
        await sitting.resize(80, 24)
        assert hand_on_screen(sitting) == hand_of(sitting, 0)


async def test_a_game_without_secrets_has_no_curtain(toys: None) -> None:
    async with new_match("nim", *TWO, options={"stones": 9}) as sitting:
        assert sitting.curtain == ""
        assert "Take how many?" in sitting.text()
        await sitting.look_away()
        assert "Take how many?" in sitting.text()


async def test_quitting_leaves_no_card_behind() -> None:
    async with at_table(in_play(*PLAIN), *TWO) as sitting:
        await sitting.press("1")
        sitting.table.blank()
        await sitting.calm()
        assert hand_on_screen(sitting) == []


async def test_every_hand_is_covered_at_the_end_of_a_round() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1)), *TWO) as sitting:
        assert "Round 1 is over" in sitting.text()
        assert "You" not in sitting.text()
        await sitting.press("enter")
        assert sitting.curtain != ""
