"""How a hand feels: looking is free, nothing is played by hurrying, and every question stays readable."""

from __future__ import annotations

import pytest

from herrlof.records.settings import GameSettings, Settings
from herrlof.table.connection import MomentKind, View
from herrlof.table.moments import Moment
from herrlof.tui.boards import board_for
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.boards.herrlof.side import draw_scores
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.screens.rules import RulesScreen
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from tests.games.herrlof.table import GAME, Table
from tests.tiers import first, later
from tests.tui.driving import ROBBED, SLOWLY, WINNING, Sitting, at_table, hall, in_play, new_match, scripted

SOLO = ("Anna", "bot:random")
PLAIN = ("B7 G4 R5", "B8 G2 R8")
"""Two hands without a power; seat 0 leads."""
FOLLOWING = {"moves": ["1: play B8"], "dealer": 0}
"""The other seat has led blue."""


def number_row(sitting: Sitting) -> str:
    """Return the number that is marked among those that can be said; nothing if none is."""
    _, y = sitting.find("You say")
    return "".join(cell.letter for cell in sitting.cells()[y] if cell.ground == "accent").strip()


def raised(sitting: Sitting) -> str:
    """Return the card of the hand in focus by the bar it stands on, as `G4`; nothing if there is none."""
    rows = sitting.cells()
    for y in range(16, 20):
        bar = [
            x for x, cell in enumerate(rows[y]) if cell.ground == "accent" or (cell.letter, cell.ink) == ("▀", "accent")
        ]
        if bar:
            rank, letter = rows[y - 3][bar[0] + 1].letter, rows[y - 2][bar[0] + 1].letter
            return letter if letter in "VH" else letter + rank
    return ""


# Looking


def test_a_name_with_a_comma_is_never_taken_apart() -> None:
    names = ("Ann, the Bold", "Ben")
    table = Table()
    table.deal(("B7", "B8"), "H")
    table.predict(1, 1)
    table.do("1: play B8", "0: play B7")
    board = board_for(BoardContext(GAME, names, {}, (1,)), Look())
    board.show(board.scene.at(Moment(MomentKind.PAUSE, View(1, table.seen(1), (), (), table.mover()))))
    assert "Ann, the Bold " in [text for paragraph in board.last() for text, _, _ in paragraph]


async def test_the_hand_can_be_looked_through_before_a_number_is_said() -> None:
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO) as sitting:
        assert "How many of the 3 tricks will you win?" in sitting.text()
        await sitting.press("right")
        assert raised(sitting) == "B7"
        assert "Blue 7, no power." in sitting.text()
        await sitting.press("left")
        assert raised(sitting) == "R5"
        assert number_row(sitting) == "", "looking sets no number"
        await sitting.press("enter")
        assert sitting.played() == []


async def test_up_down_and_digits_set_the_number_and_enter_says_it() -> None:
    for keys, number in (
        (["1", "2"], 2),  # 12 is too many for three cards: the last digit counts
        (["2", "up", "right", "left"], 3),
    ):
        async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO) as sitting:
            await sitting.press(*keys)
            assert number_row(sitting) == str(number), keys
            await sitting.press("enter")
            assert sitting.played()[0] == f"0: predict {number}"


@pytest.mark.parametrize(
    ("size", "keys"),
    [
        ((60, 20), " ↑ ↓ number Enter say it Tab hint ? rules Esc leave"),
        ((80, 24), " ← → look  ↑ ↓ number  Enter say it  Tab hint  . last trick  ? rules  Esc leave"),
    ],
)
async def test_the_last_row_tells_how_a_number_is_said_and_always_where_the_rules_are(
    size: tuple[int, int], keys: str
) -> None:
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO, size=size) as sitting:
        assert sitting.lines()[-1].rstrip(" »").lstrip() == keys.lstrip()


async def test_the_same_number_as_the_player_before_is_marked_too() -> None:
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), "Anna", "Ben") as sitting:
        await sitting.press("1", "2", "enter", "2", "2")
        marked = [
            cell.letter for row in sitting.cells() for cell in row if (cell.letter, cell.ground) == ("2", "accent")
        ]
        assert marked == ["2"]


async def test_a_chosen_answer_stays_marked_while_a_card_is_looked_at() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), *SOLO) as sitting:
        await sitting.press("b", "enter", "right", "g")
        assert "▸ Y" in sitting.text()
        assert "Green 4" in sitting.text()


async def test_two_digits_make_a_number_above_nine() -> None:
    async with new_match("herrlof", "Anna", "bot:random", moves=1, options={"first_dealer": 1}) as sitting:
        await sitting.press("1", "3")
        assert number_row(sitting) == "13"
        await sitting.press("enter")
        assert "0: predict 13" in sitting.played()
        assert "said 13 · needs 13 more · 15 tricks left" in sitting.text()


async def test_cards_on_the_table_can_be_looked_at_and_say_why_they_matter() -> None:
    table = in_play("B7 B4 R5", "B9 G2 R8", dealer=0, moves=["1: play B9"])
    async with at_table(table, *SOLO) as sitting:
        await sitting.press("up")
        assert "Blue 9, yield." in sitting.text()
        assert "Random" in sitting.row_of("Blue 9, yield."), "who played it"
        await sitting.press("enter")
        assert sitting.played() == []
        await sitting.press("b", "up", "enter")
        assert "That card is on the table: go down to your hand." in sitting.text()
        await sitting.press("down", "enter")
        assert sitting.played()[0] == "0: play B4"


async def test_cards_can_be_looked_at_while_somebody_else_thinks() -> None:
    async with at_table(in_play(*PLAIN, **FOLLOWING), *SOLO, pace=SLOWLY) as sitting:
        await sitting.press("b")
        sitting.later(1)
        await sitting.press("enter")
        assert sitting.played()[0] == "0: play B7"
        await sitting.press("left")
        assert "Red 5" in sitting.text()
        assert "▸ Your card" not in sitting.text(), "nothing was hurried"


async def test_an_unplayable_card_is_explained_with_the_reason() -> None:
    async with at_table(in_play(*PLAIN, **FOLLOWING), *SOLO) as sitting:
        await sitting.press("g")
        assert "Not now: you hold blue. R7" in sitting.words()


async def test_a_card_is_chosen_by_its_letter_and_its_rank() -> None:
    table = in_play("B7 G7 B2 R5 V H", "B8 G2 R8 B1 B4 Y1")
    for keys, card in (
        (["7", "7"], "G7"),
        (["G", "7"], "G7"),
        (["v", "2"], "B2"),
        (["end"], "H"),
    ):
        async with at_table(table, *SOLO) as sitting:
            await sitting.press(*keys)
            assert raised(sitting) == card, keys
            await sitting.press("space")
            assert sitting.played()[0] == f"0: play {card}"


async def test_a_letter_of_no_card_moves_nothing() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("g", "y", "9")
        assert raised(sitting) == "G4"


@pytest.mark.second
async def test_rules_open_at_the_card_that_is_looked_at() -> None:
    async with at_table(in_play("B7 V H G3", "B8 G2 R8 R9"), *SOLO) as sitting:
        for key, rule in (("v", "R11"), ("h", "R13"), ("g", "R9")):
            await sitting.press(key, "question_mark")
            assert sitting.showing(RulesScreen)
            focused = ["".join(cell.letter for cell in row if cell.ground == "accent") for row in sitting.cells()]
            assert "".join(focused).split()[0] == rule
            await sitting.press("escape")


@pytest.mark.parametrize(
    ("keys", "card"), first([([], "Y9"), (["end"], "Y9"), (["home"], "R8"), (["left"], "Y1"), (["right"], "R8")])
)
async def test_the_gap_of_a_card_that_was_taken_is_no_card(keys: list[str], card: str) -> None:
    async with at_table(ROBBED, *SOLO, pace=SLOWLY) as sitting:
        sitting.later(ENTER_GUARD)
        assert "gone" in sitting.text()
        await sitting.press(*keys)
        assert "gone" in sitting.text()
        assert raised(sitting) == card


async def test_the_card_beside_a_gap_is_the_one_that_is_played() -> None:
    for keys in (["end", "enter"], ["y", "y", "enter"], ["left", "right", "enter"]):
        async with at_table(ROBBED, *SOLO, pace=SLOWLY) as sitting:
            sitting.later(ENTER_GUARD)
            await sitting.press(*keys)
            assert sitting.played()[0] == "0: play Y9", keys


async def test_a_click_on_the_gap_chooses_nothing_and_one_beside_it_its_card() -> None:
    async with at_table(ROBBED, *SOLO, pace=SLOWLY) as sitting:
        sitting.later(ENTER_GUARD)
        await sitting.click_text("gone")
        assert raised(sitting) == "Y9", "the card that was given"
        await sitting.click_text("1◆")
        assert raised(sitting) == "Y1"


# Nothing is played by hurrying


async def test_enter_alone_says_no_number() -> None:
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO) as sitting:
        await sitting.burst(*["enter", "space", "x"] * 20)
        assert sitting.played() == []
        assert "Choose a number first: type it, or use ↑ and ↓." in sitting.text()


async def test_enter_alone_answers_no_power() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), *SOLO) as sitting:
        await sitting.press("b", "enter")
        assert "The 3. Draw a card from the deck" in sitting.text()
        assert not [cell for cell in sitting.cells()[20] if cell.ground == "accent"], "no answer is chosen"
        await sitting.burst(*["enter"] * 20)
        assert sitting.played() == ["0: play B3"]
        assert "Choose an answer with the arrows, or press its letter." in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize(
    ("size", "hands"),
    [((80, 24), ("B6 G4", "B2 G9")), ((60, 20), ("B6 G4", "B2 G9")), ((60, 20), ("B3 G4", "B8 G2", "B7 R2"))],
)
async def test_a_refusal_leaves_the_answers_on_the_screen(size: tuple[int, int], hands: tuple[str, ...]) -> None:
    names = ("Anna", "bot:random", "Cleo=bot:random")[: len(hands)]
    async with at_table(in_play(*hands, deck="Y9 Y8"), *names, size=size) as sitting:
        await sitting.press("b", "enter")
        place = sitting.find("N  no")
        before = len(sitting.played())
        await sitting.press("enter")
        assert "Choose an answer with the arrows, or press its letter." in sitting.words()
        assert sitting.find("N  no") == place
        await sitting.clicks(place, place)
        assert sitting.played()[before] == "0: pass"


@pytest.mark.second
async def test_a_question_and_its_answers_are_readable_in_the_smallest_window() -> None:
    async with at_table(in_play("B6 G4 R8", "B2 G9 Y2"), *SOLO, size=(60, 20)) as sitting:
        await sitting.press("b", "enter")
        assert "The 6. Draw a card unseen from a hand, and give one back?" in sitting.words()
        before = sitting.find("N  no")
        await sitting.press("g")
        assert "Green 4" in sitting.text()
        assert sitting.find("N  no") == before, "a second click finds the answer where it was"


async def test_the_choice_for_one_question_is_none_for_the_next() -> None:
    async with at_table(in_play("B7 G4 R5 Y1", "B2 G2 R8 Y2", dealer=1), *SOLO) as sitting:
        await sitting.press("b", "enter")
        while sitting.match.mover != 0 or sitting.match.over:
            await sitting.settle()
        moves = sitting.played()
        await sitting.burst(*["enter"] * 10)
        assert sitting.played() == moves


async def test_the_only_legal_card_counts_as_chosen_after_the_guard() -> None:
    async with at_table(in_play(*PLAIN, **FOLLOWING), *SOLO, pace=SLOWLY) as sitting:
        assert raised(sitting) == "B7"
        await sitting.burst("enter", "enter", "enter")
        assert sitting.played() == [], "an Enter that comes with the question was meant for what came before"
        sitting.later(ENTER_GUARD)
        await sitting.press("enter")
        assert sitting.played() == ["0: play B7"]


async def test_a_seat_that_says_its_number_later_has_none_yet() -> None:
    async with at_table(in_play(*PLAIN, predict=None, dealer=0), *SOLO, pace=SLOWLY) as sitting:
        assert "Random is thinking." in sitting.text()
        assert "no number yet" in sitting.text()


async def test_the_player_is_you_where_the_last_card_plays_itself() -> None:
    table = in_play("B7 G4", "B8 G2", moves=["0: play B7", "1: play B8", "1: play G2"])
    async with at_table(table, *SOLO, pace=SLOWLY) as sitting:
        assert "You play the only move." in sitting.text()


async def test_yes_and_no_to_a_3_are_explained_each() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), *SOLO) as sitting:
        await sitting.press("b", "enter", "left")
        assert "Your hand and the deck stay as they are. R9" in sitting.words()
        await sitting.press("right")
        assert "You see the top card of the deck, and may put that very card back. R9" in sitting.words()


async def test_the_last_card_of_all_plays_itself() -> None:
    table = in_play("B7 G4", "B8 G2", moves=["0: play B7", "1: play B8"])
    async with at_table(table, *SOLO) as sitting:
        assert sitting.played()[:2] == ["1: play G2", "0: play G4"]


async def held(sitting: Sitting) -> None:
    """Win the trick, so that the table stands still."""
    sitting.later(1)
    await sitting.press("b", "enter")
    assert "You won: highest blue. Enter goes on." in sitting.text()


async def test_what_looks_never_hurries() -> None:
    async with at_table(WINNING, *SOLO, pace=SLOWLY) as sitting:
        await held(sitting)
        for key in ("left", "right", "up", "down", *"bgrn70"):
            await sitting.burst(*[key] * 10)
            assert "won" in sitting.text()
            assert "Your card." not in sitting.text()
            assert sitting.played() == ["0: play B8"]


@pytest.mark.second
@pytest.mark.parametrize("key", ["enter", "space", "tab", "backspace", "f5", "plus"])
async def test_every_other_key_hurries_and_does_nothing_else(key: str) -> None:
    async with at_table(WINNING, *SOLO, pace=SLOWLY) as sitting:
        await held(sitting)
        await sitting.press(key)
        assert "Enter goes on." not in sitting.text()
        assert sitting.played() == ["0: play B8"]
        assert raised(sitting) == "", "the key has chosen no card"


@pytest.mark.second
@pytest.mark.parametrize(
    ("key", "page"),
    [("full_stop", "LAST TRICK"), ("l", "LAST TRICK"), ("comma", "SCORES"), ("question_mark", "R1"), ("K", "KEYS")],
)
async def test_pages_open_in_a_pause_and_time_stands_still_meanwhile(key: str, page: str) -> None:
    async with at_table(WINNING, *SOLO, pace=SLOWLY) as sitting:
        await held(sitting)
        await sitting.press(key)
        assert page in sitting.text()
        await sitting.press("escape")
        assert "Enter goes on." in sitting.text()


async def test_a_key_too_soon_after_an_answer_is_no_card() -> None:
    """`y` answers a question; held a little longer it must not look at a yellow card."""
    table = in_play("B3 Y4 R5", "B8 G2 R8", deck="G9 G8")
    async with at_table(table, *SOLO, pace=SLOWLY) as sitting:
        sitting.later(1)
        await sitting.press("b", "enter", "y")
        assert sitting.played() == ["0: play B3"], "a letter that came with the question only looked at a card"
        sitting.later(ENTER_GUARD)
        await sitting.press("y")
        assert sitting.played() == ["0: play B3", "0: draw"]
        assert "Put which card under the deck?" in sitting.text()
        assert raised(sitting) == "G9", "the drawn card is looked at"
        await sitting.burst("y", "y", "enter")
        assert raised(sitting) == "G9"
        assert sitting.played() == ["0: play B3", "0: draw"]
        sitting.later(ENTER_GUARD)
        await sitting.press("y")
        assert raised(sitting) == "Y4"


async def test_another_letter_is_taken_at_once_after_an_answer() -> None:
    table = in_play("B3 Y4 R5", "B8 G2 R8", deck="G9 G8")
    async with at_table(table, *SOLO, pace=SLOWLY) as sitting:
        sitting.later(1)
        await sitting.press("b", "enter")
        sitting.later(ENTER_GUARD)
        await sitting.press("y", "r")
        assert raised(sitting) == "R5"


# Refusals


async def test_a_refusal_never_replaces_the_question() -> None:
    async with at_table(in_play(*PLAIN, **FOLLOWING), *SOLO) as sitting:
        question = "Your card. Blue is led and you hold blue."
        assert question in sitting.text()
        await sitting.press("g", "enter")
        refusal = "! No: you hold blue; follow with blue, a Valknut or a Hagalaz (R7)."
        assert refusal in sitting.text()
        assert question in sitting.text()
        assert sitting.style_of("! No: you hold") == "bad/bg!"
        assert sitting.played() == []
        await sitting.press("right")
        assert refusal not in sitting.text()
        assert question in sitting.text()


# Powers


async def test_the_3_shows_the_drawn_card_and_takes_one() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), *SOLO) as sitting:
        await sitting.press("b", "enter", "y")
        assert "The 3. You drew the yellow 9. Put which card under the deck?" in sitting.text()
        assert raised(sitting) == "Y9"
        assert sitting.style_of("new") == "on/accent!"
        await sitting.press("enter")
        assert sitting.played() == ["0: play B3", "0: draw"], "the drawn card is looked at, not chosen"
        await sitting.press("g", "enter")
        assert sitting.played()[2] == "0: discard G4"
        news = [sitting.board.context.game.words.to(sitting.match.observe(0), ("Anna", "Random")).event(event)
                for event in sitting.match.news(0)]  # fmt: skip
        assert "You put the green 4 under the deck." in news


@pytest.mark.parametrize("keys", later([["n"], ["left", "enter"], ["right", "right", "enter"]], now=[["n"]]))
async def test_a_power_can_be_left_unused(keys: list[str]) -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), *SOLO) as sitting:
        await sitting.press("b", "enter", *keys)
        assert sitting.played()[:2] == ["0: play B3", "0: pass"]


@pytest.mark.second
@pytest.mark.parametrize(
    ("keys", "move"),
    [(["y"], "take-trick 1"), (["right", "enter"], "take-trick 1"), (["n"], "pass"), (["left", "enter"], "pass")],
)
async def test_the_1_asks_and_takes_a_trick(keys: list[str], move: str) -> None:
    table = in_play("B1 G4 R5 R6", "G8 H R2 R4", moves=["0: play G4", "1: play G8", "1: play H"])
    async with at_table(table, *SOLO) as sitting:
        await sitting.press("b", "enter")
        assert "The 1. Take a trick that was won earlier?" in sitting.text()
        assert "Random, who has 1" in sitting.text()
        await sitting.press(*keys)
        assert sitting.played()[1] == f"0: {move}"


async def test_the_1_asks_from_whom_and_a_number_only_chooses() -> None:
    table = in_play(
        "B1 G4 Y4 R5", "G8 Y2 H R2", "G2 Y8 H R3",
        moves=["0: play G4", "1: play G8", "2: play G2", "1: play Y2", "2: play Y8", "0: play Y4",
               "2: play H", "0: play B1", "1: play H"],
    )  # fmt: skip
    async with at_table(table, "Anna", "Ben", "Cleo") as sitting:
        await sitting.press("1")
        assert "2  take one from Ben, who has 1" in sitting.text()
        assert "3  take one from Cleo, who has 1" in sitting.text()
        await sitting.press("1", "9")
        assert "accent" not in {cell.ground for cell in sitting.cells()[20]}, "nobody else has that number"
        await sitting.press("3")
        assert sitting.played() == [], "a digit only chooses: it also opens a curtain"
        assert "Yes. You would hold 2 tricks, Cleo 0." in sitting.words()
        await sitting.press("enter")
        assert sitting.played()[0] == "0: take-trick 2"


async def test_the_6_asks_draws_and_gives_back() -> None:
    table = in_play("B6 G4 R5", "H G8 R8", moves=["0: play B6", "1: play H"])
    async with at_table(scripted(table, "R8"), *SOLO) as sitting:
        assert "The 6. Draw a card unseen from a hand, and give one back?" in sitting.text()
        await sitting.press("y")
        assert "The 6. You drew the red 8. Give Random which card back?" in sitting.text()
        await sitting.press("g", "enter")
        assert sitting.played()[:3] == ["0: steal 1", "-1: blind R8", "0: return G4"]


async def test_what_a_6_took_from_you_cannot_pass_unseen() -> None:
    table = in_play("B6 G4 R5", "H G8 R8", moves=["0: play B6", "1: play H"])
    async with at_table(scripted(table, "R8"), "Anna", "Ben") as sitting:
        await sitting.press("1", "y")
        await sitting.press("g", "enter")
        assert "! Anna took" not in sitting.text(), "the strip waits for its owner"
        await sitting.press("space", "2")
        strip = sitting.row_of("! Anna took your")
        assert "8▲R" in strip
        assert "4■G" in strip
        assert sitting.style_of("! Anna took") == "on/bad!"
        assert sitting.text().count("new") == 1
        await sitting.press("g", "enter")
        assert "! Anna took" not in sitting.text()


# A convenience


async def test_the_second_press_of_a_rank_plays_where_the_settings_say_so() -> None:
    for twice in (False, True):
        async with at_table(in_play(*PLAIN), *SOLO, settings=Settings(twice=twice)) as sitting:
            await sitting.press("7")
            assert sitting.played() == []
            await sitting.press("7")
            assert sitting.played()[:1] == (["0: play B7"] if twice else [])


async def test_a_rank_after_a_letter_is_pressed_for_the_first_time() -> None:
    async with at_table(in_play("B7 G7 R5", "B8 G2 R8"), *SOLO, settings=Settings(twice=True)) as sitting:
        await sitting.press("g", "7")
        assert sitting.played() == []


async def test_a_second_press_that_comes_to_another_card_plays_nothing() -> None:
    async with at_table(in_play("B7 G7 R5", "B8 G2 R8"), *SOLO, settings=Settings(twice=True)) as sitting:
        await sitting.press("7", "7", "7")
        assert sitting.played() == []


# The mouse


async def test_a_click_beside_the_cards_does_nothing() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        before = sitting.text()
        for place in ((2, 15), (60, 16), (30, 0), (78, 17)):
            await sitting.click(*place)
        assert sitting.text() == before


async def test_clicks_answer_a_question_and_say_a_number_at_the_second_one() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), *SOLO) as sitting:
        await sitting.press("b", "enter")
        await sitting.click_text("N  no")
        assert sitting.played() == ["0: play B3"]
        await sitting.click_text("N  no")
        assert sitting.played()[:2] == ["0: play B3", "0: pass"]
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO) as sitting:
        _, y = sitting.find("You say")
        place = sitting.lines()[y].index("2")
        await sitting.click(place, y)
        assert number_row(sitting) == "2"
        assert sitting.played() == []
        await sitting.click(place, y)
        assert sitting.played()[0] == "0: predict 2"


@pytest.mark.second
async def test_the_keys_in_the_bar_can_be_clicked() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.click_text("← → choose")
        await sitting.click_text("Enter play")
        assert len(sitting.played()) > 0
        await sitting.click_text("? rules")
        assert sitting.showing(RulesScreen)


async def test_a_click_in_a_pause_hurries_and_plays_nothing() -> None:
    async with at_table(WINNING, *SOLO, pace=SLOWLY) as sitting:
        await held(sitting)
        await sitting.click(10, 5)
        assert "Enter goes on." not in sitting.text()
        assert sitting.played() == ["0: play B8"]


# Keys of one's own


async def test_the_vi_set_moves_with_h_and_l_and_arrows_go_on_moving() -> None:
    async with at_table(in_play("B7 G4 H", "B8 G2 R8"), *SOLO, settings=Settings(keys="vi")) as sitting:
        await sitting.press("l", "l")
        assert raised(sitting) == "G4"
        await sitting.press("h")
        assert raised(sitting) == "B7"
        await sitting.press("right")
        assert raised(sitting) == "G4"
        await sitting.press("x")
        assert raised(sitting) == "H", "what h did is done by x"
        await sitting.press("L")
        assert "LAST TRICK" in sitting.text()


async def test_keys_can_be_changed_in_the_file() -> None:
    settings = Settings(bindings={"play": "p,enter", "pick_g": "z"})
    async with at_table(in_play(*PLAIN), *SOLO, settings=settings) as sitting:
        await sitting.press("g")
        assert raised(sitting) == ""
        await sitting.press("z", "space")
        assert raised(sitting) == "G4"
        assert sitting.played() == []
        await sitting.press("p")
        assert sitting.played()[0] == "0: play G4"


# Aids, names, bell


@pytest.mark.second
async def test_thinking_aids_can_be_switched_off() -> None:
    for on in (True, False):
        settings = Settings(games={"herrlof": GameSettings(preferences={"highest": on, "brings": on})})
        async with at_table(in_play(*PLAIN, **FOLLOWING), *SOLO, settings=settings) as sitting:
            assert ("highest so far" in sitting.text()) == on
        table = in_play(*PLAIN, predict=None, dealer=1)
        async with at_table(table, *SOLO, settings=settings, size=(120, 40)) as sitting:
            await sitting.press("2")
            assert ("WHAT 2 BRINGS" in sitting.text()) == on


@pytest.mark.second
async def test_cards_seen_are_told_unless_the_players_wish_to_remember_them() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", deck="B9 Y1", predict=(1, 1))
    for on in (True, False):
        settings = Settings(games={"herrlof": GameSettings(preferences={"seen": on})})
        async with at_table(table, *SOLO, settings=settings, size=(120, 40)) as sitting:
            await sitting.press("b")
            assert ("2 of 5 unseen cards beat it." in sitting.text()) == on
            assert ("CARDS GONE BY IN THIS ROUND" in sitting.text()) == on
            assert ("SINCE THEN" in sitting.text()) != on
            await sitting.press("enter")
            if on:
                assert "●B  · · · · · · 7" in sitting.text()
                assert "✕H 1 of 3" in sitting.text()


async def test_between_people_the_scores_do_not_turn_with_who_looks() -> None:
    async with at_table(in_play(*PLAIN), "Anna", "Ben") as sitting:
        for seat, rows in ((0, ["You", "Ben"]), (1, ["Anna", "You"])):
            canvas = Canvas(40, 5, Look("dark"))
            draw_scores(canvas, Rect(0, 0, 40, 5), sitting.match.observe(seat), sitting.board.context)
            shown = ["".join(canvas.cells(y)[0][:12]).strip() for y in (2, 3)]
            assert shown == rows


@pytest.mark.second
async def test_in_the_largest_window_what_happened_has_its_panel_beside_the_cards_seen() -> None:
    async with at_table(in_play(*PLAIN), *SOLO, size=(160, 50)) as sitting:
        await sitting.press("b", "enter")
        await sitting.until(lambda: sitting.board.asked)
        panels = ("LAST TRICK", "SCORES", "SINCE THEN", "CARDS GONE BY IN THIS ROUND", "WHAT A CARD CAN DO")
        rows = [sitting.find(title)[1] for title in panels]
        assert rows == sorted(rows)
        told = " ".join(" ".join(line[110:] for line in sitting.lines()[rows[2] : rows[3]]).split())
        assert "Random led the" in told


async def test_two_at_one_keyboard_are_told_all_keys_that_they_need_in_the_smallest_window() -> None:
    table = in_play(*PLAIN, predict=None, dealer=1)
    async with at_table(table, "Anna", "Ben", size=(60, 20)) as sitting:
        await sitting.press("1")
        assert sitting.lines()[-1].strip(" »") == "← → look ↑ ↓ number Enter say it - cover ? rules Esc leave"


async def test_one_person_is_you_and_several_have_their_names_too() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        assert sitting.row_of("said 1").startswith("▸ You ")
        assert "Anna" not in sitting.text()
    async with at_table(in_play(*PLAIN), "Anna", "Ben") as sitting:
        await sitting.press("1")
        assert sitting.row_of("said 1").startswith("▸ You, Anna ")


async def test_a_number_is_called_made_by_nobody_while_tricks_are_left() -> None:
    table = in_play("B7 G4 R5", "B2 G2 R8", dealer=1, moves=["0: play B7", "1: play B2"])
    async with at_table(table, *SOLO) as sitting:
        assert "said 1 · has 1: take no more · 2 tricks left" in sitting.text()
        assert "made" not in sitting.text()


async def test_the_bell_rings_when_it_is_your_turn_and_only_if_asked_for() -> None:
    for bell in (False, True):
        async with at_table(in_play(*PLAIN), *SOLO, settings=Settings(bell=bell)) as sitting:
            assert sitting.terminal.bells == bell
            await sitting.press("b", "enter")
            assert sitting.terminal.bells == 2 * bell


async def test_a_name_with_markup_is_only_a_name() -> None:
    async with at_table(in_play(*PLAIN), "[/]", "[@click=app.quit]x") as sitting:
        await sitting.press("1")
        assert "[@click=app.qui…" in sitting.text()
        await sitting.press("s", "escape", "l", "escape", "k", "escape")
        assert "You, [/]" in sitting.text()


async def test_leaving_waits_at_home_and_comes_back_to_the_same_question() -> None:
    async with new_match("herrlof", "Anna", "bot:random", moves=1, options={"first_dealer": 1}) as sitting:
        await sitting.press("4", "enter")
        moves, before = sitting.played(), sitting.text()
        await sitting.press("q")
        assert "Continue" in sitting.text()
        await sitting.press("enter")
        assert sitting.played() == moves
        assert sitting.text().splitlines()[:14] == before.splitlines()[:14]


async def test_home_is_where_the_program_starts() -> None:
    async with hall() as sitting:
        assert "← → ↑ ↓ choose" in sitting.text()
