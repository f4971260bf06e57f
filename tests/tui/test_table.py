"""The table with a person at it: predicting, playing, the powers, the finished trick, the pad, the end."""

from __future__ import annotations

import pytest
from herrlof.tui.boards.herrlof.pad import ScorePad
from textual.widgets import Static

from herrlof.games.herrlof.cards import CARD_CODES
from herrlof.table.match import Seat
from herrlof.tui.boards.herrlof import words
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.table import ENTER_GUARD, TableScreen
from tests.tui.driving import Sitting, at_table, hall, in_play, true_state

SOLO = ["Anna", "bot:random"]


def played(sitting: Sitting) -> list[str]:
    """Return the record of the moves since the position the test began with."""
    return [f"{move.by}: {move.do}" for move in sitting.match.moves]


def prompt(sitting: Sitting) -> str:
    """Return the question and the lines under it."""
    return "\n".join(strip.text.strip() for strip in panel(sitting, "prompt"))


def panel(sitting: Sitting, name: str) -> list:
    """Return the rows of one panel as they are drawn."""
    region = sitting.table.query_one(f"#{name}").region
    return [strip.crop(region.x, region.right) for strip in sitting.frame()[region.y : region.bottom]]


def hand_row(sitting: Sitting) -> int:
    """Return a row of the screen that crosses all cards of the hand."""
    return sitting.table.query_one("#hand").region.y + 2


# Predicting


async def test_digits_and_arrows_choose_a_prediction_and_enter_makes_it() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", dealer=1)
    for keys, number in (
        (["2"], 2),
        (["1", "2"], 2),  # 12 is too many for three cards: the last digit counts
        (["right"], 0),
        (["left"], 3),
        (["3", "left", "left"], 1),
        (["end", "right"], 0),
        (["3", "home"], 0),
    ):
        table.state.phase, table.state.predictions, table.state.player = "predict", [-1, -1], 0
        async with at_table(table, SOLO) as sitting:
            await sitting.press(*keys, settle=False)
            assert f"exactly {number}" in prompt(sitting)
            await sitting.press("enter")
            assert played(sitting)[0] == f"0: predict {number}"


async def test_enter_alone_predicts_nothing() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", dealer=1)
    table.state.phase, table.state.predictions, table.state.player = "predict", [-1, -1], 0
    async with at_table(table, SOLO) as sitting:
        await sitting.press("enter", "space", "x", "enter")
        assert played(sitting) == []


async def test_two_digits_make_a_number_above_nine() -> None:
    async with hall() as sitting:
        await sitting.press("p")
        assert sitting.match.mover == 0
        await sitting.press("1", "3", "enter")
        assert "0: predict 13" in played(sitting)
        assert "predicted 13: 13 more, 15 tricks to play" in sitting.text()


# Playing


async def test_an_unplayable_card_says_which_rule_and_plays_nothing() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", dealer=0, moves=["1: play B8"])
    async with at_table(table, SOLO) as sitting:
        await sitting.press("g", "enter")
        assert prompt(sitting).startswith("You hold blue: follow with blue, a Valknut or a Hagalaz (R7).")
        assert played(sitting) == []
        await sitting.press("right")
        assert "Red 5. Not now: you hold blue (R7)." in prompt(sitting)
        await sitting.press("b", "enter")
        assert played(sitting)[0] == "0: play B7"


async def test_a_card_is_chosen_by_its_letter_and_its_digit() -> None:
    table = in_play("B7 G7 B2 R5 V H", "B8 G2 R8 B1 B4 Y1")
    for keys, card in (
        (["7"], "B7"),
        (["7", "7"], "G7"),
        (["b", "b"], "B2"),
        (["g", "7"], "G7"),
        (["b", "7"], "B7"),
        (["v"], "V"),
        (["v", "2"], "B2"),
        (["left"], "H"),
        (["y"], "B2"),  # none of that colour: the focus stays
    ):
        async with at_table(table, SOLO) as sitting:
            await sitting.press(*keys, settle=False)
            await sitting.press("space")
            assert played(sitting)[0] == f"0: play {card}", keys


async def test_the_focused_card_is_explained() -> None:
    table = in_play("B9 G1 R6 Y3 V H", "B8 G2 R8 B1 B4 Y1", turned="G9")
    async with at_table(table, SOLO) as sitting:
        for key, words in (
            ("b", "If it wins the trick, Random leads the next one (R16)."),
            ("g", "Green 1, a trump. If it wins the trick, you may take an earlier trick from Random (R14)."),
            ("r", "draw a card blind from Random and give one back (R15)"),
            ("y", "draw a card and put one under the deck (R9)"),
            ("v", "destroys the trick"),
            ("h", "Whoever played the last one leads next (R13, R16)."),
        ):
            await sitting.press(key)
            assert words in prompt(sitting).replace("\n", " ")


async def test_the_table_says_what_to_follow() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", dealer=0, moves=["1: play B8"])
    async with at_table(table, SOLO) as sitting:
        assert "follow blue, or Valknut, Hagalaz" in sitting.text()
        assert "Random led" in sitting.text()


async def test_the_last_card_plays_itself() -> None:
    table = in_play("B7 G4", "B8 G2", moves=["0: play B7", "1: play B8"])
    async with at_table(table, SOLO) as sitting:
        assert played(sitting)[:2] == ["1: play G2", "0: play G4"]
        assert sitting.showing(ScorePad)


# The powers


async def test_the_3_asks_shows_the_drawn_card_and_takes_one() -> None:
    table = in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8")
    async with at_table(table, ["Anna", "Ben"]) as sitting:
        await sitting.press("1", "b", "enter")
        assert prompt(sitting).startswith("The 3: draw a card from the deck, and put one of yours under it?")
        await sitting.press("y")
        assert played(sitting) == ["0: play B3", "0: draw"]
        assert "You drew the yellow 9. Put which card under the deck?" in prompt(sitting)
        assert "new" in sitting.text()
        await sitting.press("g", "enter")
        assert played(sitting)[-1] == "0: discard G4"
        assert "Anna put a card under the deck." in sitting.text()
        assert "green 4" not in sitting.text()
        assert "yellow 9" not in sitting.text()
        await sitting.press("2")
        assert "yellow 9" not in sitting.text()
        assert "Anna drew a card from the deck." in sitting.text()


async def test_the_drawn_card_may_go_under_the_deck_but_not_by_enter_alone() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), SOLO) as sitting:
        await sitting.press("b", "enter", "y", "enter")
        assert played(sitting) == ["0: play B3", "0: draw"]
        assert "Choose a card" in prompt(sitting)
        await sitting.press("y", "enter")
        assert played(sitting)[:3] == ["0: play B3", "0: draw", "0: discard Y9"]


@pytest.mark.parametrize("keys", [["n"], ["right", "enter"], ["left", "space"], ["end", "enter"]])
async def test_the_3_can_be_left_unused(keys: list[str]) -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), SOLO) as sitting:
        await sitting.press("b", "enter", *keys)
        assert played(sitting)[:2] == ["0: play B3", "0: pass"]


async def test_the_1_asks_and_takes_a_trick() -> None:
    moves = ["0: play G4", "1: play G8", "1: play H"]
    for keys, move in ((["y"], "0: take-trick 1"), (["enter"], "0: take-trick 1"), (["n"], "0: pass")):
        async with at_table(in_play("B1 G4 R5 R6", "G8 H R2 R4", moves=moves), SOLO) as sitting:
            await sitting.press("b", "enter")
            assert prompt(sitting).startswith("You won with a 1: take a trick won earlier?")
            assert "Yes, from Random, who has 1" in sitting.text()
            assert "Anna wins" in sitting.text()
            await sitting.press(*keys)
            assert played(sitting)[1] == move
            if "take" in move:
                assert "Anna took a trick from Random." in sitting.text()


async def test_the_1_asks_from_whom() -> None:
    table = in_play(
        "B1 G4 Y4 R5", "G8 Y2 H R2", "G2 Y8 H R3",
        moves=["0: play G4", "1: play G8", "2: play G2", "1: play Y2", "2: play Y8", "0: play Y4",
               "2: play H", "0: play B1", "1: play H"],
    )  # fmt: skip
    async with at_table(table) as sitting:
        await sitting.press("1")
        assert "from Ben, who has 1" in sitting.text()
        assert "from Cleo, who has 1" in sitting.text()
        await sitting.press("3")
        assert played(sitting) == [], "a digit only chooses: it also opens a curtain"
        await sitting.press("enter")
        assert played(sitting)[0] == "0: take-trick 2"


async def test_the_6_asks_draws_and_gives_back() -> None:
    table = in_play("B6 G4 R5", "H G8 R8", predict=(0, 0))
    async with at_table(table, ["Anna", "Ben"]) as sitting:
        await sitting.press("1", "b", "enter", "2", "h", "enter", "1")
        assert prompt(sitting).startswith("You won with a 6: draw a card blind, and give one back?")
        await sitting.press("y")
        drawn = CARD_CODES[true_state(sitting.match).fresh]
        name = {"G8": "green 8", "R8": "red 8"}[drawn]
        assert f"You drew the {name}. Give which card back to Ben?" in prompt(sitting)
        assert f"It was the {name}." in sitting.text()
        await sitting.press("g", "enter")
        back = played(sitting)[-1]
        assert back.startswith("0: return G")
        assert name not in sitting.text(), "the curtain is down"
        await sitting.press("2")
        assert f"It was the {name}." in sitting.text(), "both of them know it"


async def test_the_6_can_be_left_unused() -> None:
    async with at_table(in_play("B6 G4 R5", "H G8 R8", moves=["0: play B6", "1: play H"]), SOLO) as sitting:
        await sitting.press("n")
        assert played(sitting)[0] == "0: pass"


# The finished trick


async def test_a_finished_trick_stays_until_a_key_is_pressed() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", dealer=0, moves=["1: play B8"])
    async with at_table(table, SOLO, pace=1) as sitting:
        await sitting.press("b", settle=False)
        await sitting.press("enter", settle=False)
        assert played(sitting) == ["0: play B7"]
        assert "Random wins" in sitting.text()
        assert "any key go on" in sitting.text()
        await sitting.pilot.pause(0.3)
        assert "Random wins" in sitting.text()
        await sitting.press("x", settle=False)
        assert "Random wins" not in sitting.text()
        assert "Random is thinking." in sitting.text()
        assert played(sitting) == ["0: play B7"]
        await sitting.press("x", settle=False)
        assert len(played(sitting)) == 2


async def test_the_key_that_hurries_does_not_answer_the_next_question() -> None:
    table = in_play("B8 G4 R5", "B7 G2 R8", dealer=0, moves=["1: play B7"])
    async with at_table(table, SOLO, pace=1) as sitting:
        await sitting.press("enter", settle=False)
        assert "Anna wins" in sitting.text()
        await sitting.burst("enter", "enter", "enter")
        assert prompt(sitting).startswith("Anna, lead any card.")
        assert played(sitting) == ["0: play B8"]
        await sitting.pilot.pause(0.3)
        await sitting.press("enter", settle=False)
        assert len(played(sitting)) == 2


async def test_a_finished_trick_goes_by_itself_in_the_end() -> None:
    table = in_play("B8 G4 R5", "B7 G2 R8", dealer=0, moves=["1: play B7"])
    async with at_table(table, SOLO, pace=0.05) as sitting:
        await sitting.press("enter", settle=False)
        await sitting.pilot.pause(0.3)
        assert prompt(sitting).startswith("Anna, lead any card.")


# The pad and the end


async def test_the_pad_reveals_all_predictions_at_once_and_explains_its_lines() -> None:
    table = in_play("B7 G4", "B8 G2", predict=(0, 2))
    async with at_table(table, ["Anna", "Ben"]) as sitting:
        await sitting.press("1", "b", "enter")
        assert "predicted 2" not in sitting.text()
        await sitting.press("2", "b", "enter")
        assert sitting.showing(ScorePad)
        text = sitting.text()
        row = next(line for line in text.splitlines() if " predicted " in line)
        assert row.split("predicted")[1].split()[:2] == ["0", "2"]
        seen = sitting.match.observe(-1)
        lines = words.pad_rows(seen.rounds[-1], seen)
        assert len(lines) == 7
        await sitting.press("up", "home", settle=False)
        for _, _, meaning in lines:
            assert meaning in " ".join(sitting.text().replace("│", " ").split())
            await sitting.press("down", settle=False)
        await sitting.press("enter", "enter")
        assert sitting.match.observe(-1).round_number == 2
        assert "how many tricks" not in sitting.text(), "the curtain hides who predicts first"


async def test_the_arrows_go_round_the_pad() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1)), ["Anna", "Ben"]) as sitting:
        pad = sitting.app.screen
        first, leave = pad.query("Button")
        rows = pad.query_one("#rows")
        for keys, where in (
            (["up"], rows),
            (["down"] * 9, first),
            (["right"], leave),
            (["up", "left"], first),
            (["up", "up"], rows),
        ):
            await sitting.press(*keys)
            assert sitting.app.focused is where


@pytest.mark.parametrize("over", [False, True])
async def test_all_choices_of_the_pad_are_seen_in_a_small_window(over: bool) -> None:
    table = in_play("B7", "B8", predict=(0, 1), goal=1 if over else 50)
    async with at_table(table, ["Anna", "bot:random"], size=(60, 20)) as sitting:
        buttons = list(sitting.app.screen.query("Button"))
        assert len(buttons) == (5 if over else 2)
        assert all(str(button.label) in sitting.text() for button in buttons)
        assert all(button.region.right < 59 for button in buttons)


async def test_the_last_trick_of_a_round_belongs_to_that_round() -> None:
    table = in_play("B7", "B8", predict=(0, 1), dealer=1, moves=["0: play B7"])
    async with at_table(table, ["Anna", "bot:random"], pace=30) as sitting:
        await sitting.press("x", settle=False)
        header, text = sitting.lines()[0], sitting.text()
        assert true_state(sitting.match).rounds
        assert "Round 1" in header
        assert "Trick 1 of 1" in header
        assert "predicted 0: made" in text
        assert "tricks 1 " in text
        assert " 11 " not in text
        await sitting.press("x", settle=False)
        assert sitting.showing(ScorePad)
        assert "+10" in sitting.text()


async def test_the_table_can_be_left_from_the_pad() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1)), SOLO) as sitting:
        await sitting.press("right", "enter")
        assert sitting.showing(HomeScreen)


async def test_the_match_ends_with_the_winner_and_starts_again_with_the_same_seats() -> None:
    table = in_play("B7", "B8", predict=(0, 1), goal=5)
    async with at_table(table, ["Anna", "Ben"]) as sitting:
        text = sitting.text()
        assert "Ben wins: Ben 11, Anna 10." in text
        assert "The highest score wins (R20)." in text
        before = sitting.match
        await sitting.press("enter")
        assert sitting.showing(TableScreen)
        assert sitting.match is not before
        assert sitting.match.seats == (Seat("Anna"), Seat("Ben"))
        assert sitting.match.observe(-1).scores == (0, 0)
        assert len(sitting.app.screen_stack) == len({*sitting.app.screen_stack}) == 3


async def test_the_match_can_end_at_home() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1), goal=5), ["Anna", "Ben"]) as sitting:
        await sitting.press("left", "enter")
        assert sitting.showing(HomeScreen)


# The mouse


async def test_a_click_chooses_a_card_and_a_second_click_plays_it() -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), SOLO) as sitting:
        await sitting.click(7, hand_row(sitting))
        await sitting.settle()
        assert "Green 4." in prompt(sitting)
        assert played(sitting) == []
        await sitting.click(7, hand_row(sitting))
        await sitting.settle()
        assert played(sitting)[0] == "0: play G4"


async def test_a_click_beside_the_cards_does_nothing() -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), SOLO) as sitting:
        await sitting.click(40, hand_row(sitting))
        await sitting.pilot.click("#header")
        await sitting.settle()
        assert played(sitting) == []


async def test_a_click_answers_a_question() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), SOLO) as sitting:
        await sitting.press("b", "enter")
        await sitting.click_text("N No")
        await sitting.settle()
        assert played(sitting)[:2] == ["0: play B3", "0: pass"]


async def test_a_number_is_marked_by_a_click_and_predicted_by_a_second_one() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", dealer=1)
    table.state.phase, table.state.predictions, table.state.player = "predict", [-1, -1], 0
    async with at_table(table, SOLO) as sitting:
        region = sitting.table.query_one("#prompt").region
        await sitting.click(region.x + 1 + 4 * 2 + 1, region.y + 1)
        await sitting.settle()
        assert "[2]" in sitting.text()
        assert played(sitting) == []
        await sitting.click_text("[2]", 1)
        await sitting.settle()
        assert played(sitting)[0] == "0: predict 2"


async def test_the_keys_in_the_bar_can_be_clicked() -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), SOLO) as sitting:
        await sitting.click_text("← → choose")
        assert "Green 4." in prompt(sitting)
        await sitting.click_text("Enter play")
        await sitting.settle()
        assert played(sitting)[0] == "0: play G4"
        await sitting.click_text("K keys")
        assert "Keys at the table" in sitting.text()


@pytest.mark.parametrize("where", ["hand", "table", "prompt", "bar"])
async def test_a_click_that_clears_a_trick_plays_no_card(where: str) -> None:
    table = in_play("B8 G4 R5", "B7 G2 R8", dealer=0, moves=["1: play B7"])
    async with at_table(table, SOLO, pace=1) as sitting:
        await sitting.press("enter", settle=False)
        assert "Anna wins" in sitting.text()
        places = {"hand": (1, hand_row(sitting)), "table": (10, 5), "prompt": (3, 16), "bar": (3, 23)}
        await sitting.click(*places[where])
        assert prompt(sitting).startswith("Anna, lead any card.")
        assert played(sitting) == ["0: play B8"]


@pytest.mark.parametrize("waits", [False, True])
async def test_a_click_too_soon_after_a_question_is_no_answer(waits: bool) -> None:
    """The first click of a pair clears the trick, the second one meant no card."""
    table = in_play("B8 G4 R5", "B7 G2 R8", dealer=0, moves=["1: play B7"])
    async with at_table(table, SOLO, pace=1) as sitting:
        await sitting.press("enter", settle=False)
        await sitting.click(1, hand_row(sitting))
        assert prompt(sitting).startswith("Anna, lead any card.")
        if waits:
            await sitting.pilot.pause(ENTER_GUARD + 0.05)
        await sitting.click(1, hand_row(sitting))
        assert played(sitting) == (["0: play B8", "0: play G4"] if waits else ["0: play B8"])


async def test_a_second_click_on_an_answer_that_is_gone_does_nothing() -> None:
    moves = ["0: play G4", "1: play G8", "1: play H"]
    async with at_table(in_play("B1 G4", "G8 H", moves=moves, predict=(2, 2)), SOLO, pace=1) as sitting:
        await sitting.press("x", settle=False)  # the last card plays itself
        assert "Y Yes, from Random" in sitting.text()
        prompt_widget = sitting.table.query_one("#prompt", Static)
        await sitting.pilot.pause(ENTER_GUARD + 0.05)
        prompt_widget.action_pick(0)
        prompt_widget.action_pick(0)
        await sitting.pilot.pause(0.05)
        assert played(sitting)[:2] == ["0: play B1", "0: take-trick 1"]


async def test_a_window_that_changed_under_the_scores_shows_the_hand_again() -> None:
    """Whatever the window went through while a page lay over the table, the question stands where it was."""
    async with at_table(in_play("B6 G3 R5 Y4 B1", "H R8 Y8 V V"), SOLO) as sitting:
        before = sitting.text()
        await sitting.press("s")
        await sitting.resize(30, 10)
        await sitting.resize(80, 24)
        await sitting.press("escape")
        assert sitting.text() == before
        await sitting.press("s")
        await sitting.resize(30, 10)
        await sitting.press("escape")
        assert "needs" in sitting.text()
        await sitting.resize(80, 24)
        assert sitting.text() == before
