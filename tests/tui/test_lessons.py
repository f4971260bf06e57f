"""Lessons at the table: what they ask, answer and remember, and that every sentence has room."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from herrlof.bots import new_bot
from herrlof.coach.lessons import lessons_of
from herrlof.games import GAMES
from herrlof.messages import emphasis
from herrlof.table.connection import MomentKind
from herrlof.tui.boards.how_ruck.race import RaceScreen
from herrlof.tui.screens.learn import LearnScreen
from herrlof.tui.screens.lesson import LessonScreen
from herrlof.tui.screens.notes import NoteScreen
from tests.tiers import first, last, later
from tests.tui.driving import Sitting, hall
from tests.tui.test_how_ruck import pass_time

LESSONS = [(key, number) for key in GAMES for number in range(1, len(lessons_of(key)) + 1)]

FRAMES = 500
"""How often a second a race looks at its clock here."""


@asynccontextmanager
async def learning(game: str = "", number: int | None = None, **more: object) -> AsyncIterator[Sitting]:
    """Open the list of lessons, or one of them."""
    async with hall(straight_to=(game, number), **more) as sitting:  # type: ignore[arg-type]
        yield sitting


def taught(sitting: Sitting) -> LessonScreen:
    screen = sitting.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


async def give(sitting: Sitting, code: str) -> None:
    """Give an answer as a click or Enter would, whatever keys lead to it."""
    board = sitting.board
    board.selection.choose(board.context.game.decode(code))
    sitting.later(1)
    await sitting.press("enter")


async def test_a_wrong_try_is_answered_and_not_played() -> None:
    async with learning("herrlof", 1) as sitting:
        assert "Learn Herrlof · 1 Following suit" in sitting.words()
        hand = sitting.row_of("8▲")
        await sitting.press("b", "enter")
        assert "Here play the red 8" in sitting.words()
        assert "step 1 of 7" in sitting.words()
        assert re.search(r"Following suit +1 of 7", sitting.text()), "beside its strokes too"
        assert "8▲" in hand
        await sitting.press("r", "8", "enter")
        assert "You win the trick." in sitting.words()
        sitting.later(1)
        await sitting.press("space")
        assert "step 2 of 7" in sitting.words()


async def test_that_a_key_opens_the_rule_is_said_until_a_first_step_was_learned() -> None:
    async with learning("herrlof", 1) as sitting:
        await sitting.press("b", "enter")
        assert "press ? to read it" in sitting.words()
        await sitting.press("r", "8", "enter")
        assert "press ? to read it" in sitting.words()
        sitting.later(1)
        await sitting.press("space", "b", "enter")
        assert "R13" in sitting.words()
        assert "opens it" not in sitting.words()
        sitting.app.begin_lesson("herfor", 1)
        await sitting.calm()
        await give(sitting, "place c3")
        assert "F1" in sitting.words()
        assert "opens it" not in sitting.words()


@pytest.mark.second
async def test_a_key_that_does_nothing_leaves_what_a_lesson_asks_for() -> None:
    async with learning("herrlof", 2, size=(60, 20)) as sitting:
        assert "follow ▲ RED" in sitting.words()
        assert "✕H" not in sitting.words()  # a Hagalaz is taught in the third lesson
        await sitting.press("enter")
        assert "Choose a card first" in sitting.words()
        assert "Play the blue 2:" in sitting.words()


async def test_an_answer_to_a_try_takes_the_place_of_why_a_key_did_nothing() -> None:
    async with learning("how-ruck", 2) as sitting:
        await sitting.press("enter")
        assert "Choose a card first" in sitting.words()
        await sitting.press("d")
        assert "Keep the 3." in sitting.words()
        assert "Choose a card first" not in sitting.words()


async def test_a_lesson_shows_neither_points_nor_the_deck_before_they_are_taught() -> None:
    async with learning("herrlof", 1, size=(60, 20)) as sitting:
        assert "Freya ┃┃┃ 3 tricks" in sitting.words()
    async with learning("herrlof", 2, size=(60, 20)) as sitting:
        assert "TRUMP" in sitting.text()
        assert "deck" not in sitting.text()
    async with learning("herrlof", 4, size=(60, 20)) as sitting:
        assert "Freya 0 " in sitting.words()


@pytest.mark.second
async def test_a_lesson_has_a_stroke_for_each_of_its_steps_and_a_way_back_in_the_smallest_window_too() -> None:
    async with learning("herrlof", 1) as sitting:
        strokes = sitting.lines()[sitting.find("Following suit")[1] + 4]
        assert len(re.findall("▄+|▁+", strokes)) == len(lessons_of("herrlof")[0].steps)
        await sitting.resize(60, 20)
        sitting.app.begin_lesson("herrlof", 1, 1)
        await sitting.calm()
        assert "Backspace back" in sitting.text()


async def test_what_a_lesson_says_leaves_who_leads_on_the_screen() -> None:
    async with learning("herfor", 3) as sitting:
        _x, y = sitting.find("Level")
        assert "Choose with the arrows" in sitting.lines()[y + 3]


async def test_what_is_typed_after_a_wrong_try_is_another_answer() -> None:
    async with learning("herrlof", 4) as sitting:
        await sitting.press("1", "enter")
        assert "Say 8." in sitting.words()
        await sitting.press("8", "enter")
        assert "8 it is." in sitting.words()


@pytest.mark.second
async def test_where_one_game_is_shown_the_others_have_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    async with learning("herrlof", size=(60, 20)) as sitting:
        names = sitting.lines()[1]
        assert names.split() == [game.title for game in GAMES.values()]
        await sitting.click(*sitting.find("Herfor"))
        assert "One line, two ends" in sitting.text()
        assert "Following suit" not in sitting.text()
    monkeypatch.setattr("herrlof.tui.screens.learn.title_of", lambda key: f"{GAMES[key].title} of the north")
    async with learning("how-ruck", size=(60, 20)) as sitting:
        names = sitting.lines()[1]
        assert "How-Ruck! of the north" in names
        assert names.rstrip().endswith("…")


@pytest.mark.parametrize("size", later([(60, 20), (80, 24)], now=[(60, 20)]), ids=str)
async def test_the_sign_of_a_trump_is_explained_in_the_lesson_that_teaches_trump(size: tuple[int, int]) -> None:
    for number in (1, 2, 3):
        async with learning("herrlof", number, size=size) as sitting:
            assert ("Trumps have a double line." in sitting.words()) == (number == 2)
            assert "then Enter." in sitting.words()
            sitting.app.begin_lesson("herrlof", number, 1)
            await sitting.calm()
            assert "Trumps have a double line." not in sitting.words(), "it is said once"


@pytest.mark.parametrize(("key", "number", "step"), first([("herrlof", 4, 0), ("how-ruck", 4, 2), ("herfor", 5, 0)]))
async def test_a_lesson_that_asks_for_a_number_says_how_one_is_chosen(key: str, number: int, step: int) -> None:
    async with learning(key) as sitting:
        sitting.app.begin_lesson(key, number, step)
        await sitting.calm()
        assert "Choose a number with the arrows, or type it; then Enter." in sitting.words()


async def test_a_lesson_says_where_a_letter_answers_at_once() -> None:
    async with learning("how-ruck", 2, size=(60, 20)) as sitting:
        assert "A or D keeps a card at once" in sitting.words()
        await sitting.press("enter")  # nothing is chosen
        assert "keep one at once with A or D." in " ".join(sitting.words().replace("▌", " ").split())
    async with learning("how-ruck", 1, size=(60, 20)) as sitting:
        assert "Choose a card, then Enter; and its field, if any." in sitting.words()


async def test_a_lesson_says_how_an_action_is_played_and_thrown_away() -> None:
    async with learning("how-ruck", 4, size=(60, 20)) as sitting:
        await sitting.press(*["right"] * 4)
        assert "Enter plays it; ↓ and Enter without effect." in sitting.words()
        await sitting.press("down")
        assert "Enter plays it without effect; ↑ goes back." in sitting.words()
        assert sitting.board.selection.action == sitting.board.context.game.decode("discard adrenaline")


async def test_arrows_go_down_a_column_of_games_and_across_to_the_one_beside() -> None:
    async with learning("herrlof") as sitting:
        screen = sitting.app.screen
        assert isinstance(screen, LearnScreen)
        for key, focus in (
            ("up", ("how-ruck", 6)),
            ("right", ("herfor", 6)),
            ("right", ("how-ruck", 6)),
            ("down", ("herrlof", 1)),
            ("left", ("herald", 1)),
            ("up", ("herfor", 7)),
        ):
            await sitting.press(key)
            assert screen._focus == focus
        await sitting.resize(60, 20)  # one game at a time: the next one is beside and below
        for key, focus in (("down", ("herrlof", 1)), ("left", ("herfor", 1)), ("up", ("how-ruck", 6))):
            await sitting.press(key)
            assert screen._focus == focus


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 50)])
async def test_what_beats_a_card_is_not_told_before_it_is_taught(size: tuple[int, int]) -> None:
    for number in (1, 2):
        async with learning("herald", number, size=size) as sitting:
            assert "Beaten by" not in sitting.words()
            assert "Herald," not in sitting.words()
    async with learning("herald", 3, size=size) as sitting:
        assert "Beaten by" in sitting.words()


async def test_a_lesson_shows_the_answers_that_it_asks_for() -> None:
    async with learning("herrlof", 6, size=(60, 20)) as sitting:
        await give(sitting, "play R3")
        sitting.later(1)
        await sitting.press("space")
        assert "Y or N answers at once, or the arrows and Enter." in sitting.words()
        assert "Y draw N no" in sitting.words()
        await sitting.press("enter")
        assert "Choose an answer" in sitting.words()
        assert sitting.words().count("You may draw") == 0  # nothing of the longer text is left
        await sitting.press("right", "right", "enter")
        assert "You may leave it." in sitting.words()
        assert "▸ N no" in sitting.words()
        await sitting.press("left", "enter")
        assert "A Valknut." in sitting.words()


@pytest.mark.second
async def test_a_lesson_shows_the_komi_in_focus_and_names_the_key_that_spends() -> None:
    async with learning("herfor", 5) as sitting:
        await sitting.press("3")
        assert "Komi 3: White counts 3 more" in sitting.words()
        assert "Coach," not in sitting.words()  # nobody has a side yet
        await sitting.press("enter")
        sitting.later(1)
        await sitting.press("space")
        assert "Type S, then Enter." in sitting.words()
        await sitting.press("s", "enter")
        assert "Your komi fell by one" in sitting.words()


async def test_a_lesson_is_gone_on_with_where_it_was_left() -> None:
    async with learning("herfor", 1) as sitting:
        await give(sitting, "place c3")
        sitting.later(1)
        await sitting.press("space", "escape")
        assert sitting.showing(LearnScreen)
        assert "Enter goes on at step 2" in sitting.words()
        assert "Enter go on" in sitting.lines()[-1]
        await sitting.press("enter")
        assert "step 2 of 4" in sitting.words()
        await sitting.press("backspace")
        assert "step 1 of 4" in sitting.words()


@pytest.mark.second
async def test_a_lesson_whose_name_leaves_no_room_beside_it_is_counted_in_the_header_alone() -> None:
    async with learning("herald", 1) as sitting:
        side = next(line for line in sitting.lines()[1:] if "At most three points" in line)
        assert "1 of 4" in sitting.lines()[0]
        assert "of 4" not in side


async def test_a_lesson_that_was_left_stays_in_focus_where_another_would_come_next() -> None:
    async with hall() as sitting:
        await sitting.press("l", "down", "down", "enter")
        assert "3 Valknut and Hagalaz" in sitting.words()
        await sitting.press("escape")
        assert "▸ 3 Valknut and Hagalaz" in sitting.words()


async def test_what_is_pressed_twice_in_a_lesson_is_done_once() -> None:
    async with learning("herfor") as sitting:
        sitting.app.begin_lesson("herfor", 1, 2)
        await sitting.calm()
        assert "step 3 of 4" in sitting.words()
        await sitting.burst("backspace", "backspace")
        assert "step 2 of 4" in sitting.words()
        sitting.later(1)
        await sitting.press("backspace")
        sitting.board.selection.choose(sitting.board.context.game.decode("place c3"))
        sitting.later(1)
        await sitting.burst("enter", "enter")
        assert "step 1 of 4" in sitting.words()
        assert taught(sitting)._course.explains
        sitting.later(1)
        await sitting.burst("enter", "enter")
        assert "step 2 of 4" in sitting.words()
        await sitting.burst("escape", "escape")
        assert sitting.showing(LearnScreen)
        await sitting.burst("enter", "enter")
        assert "step 2 of 4" in sitting.words()
        assert [type(screen) for screen in sitting.app.screen_stack[-2:]] == [LearnScreen, LessonScreen]


async def test_a_lesson_with_a_move_that_cannot_be_made_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lessons_of("herfor")[0]
    steps = [lesson.steps[0].model_copy(update={"after": ["place c3"]}), *lesson.steps[1:]]
    wrong = (lesson.model_copy(update={"steps": steps}),)
    monkeypatch.setattr("herrlof.tui.screens.lesson.lessons_of", lambda key: wrong)
    async with learning("herfor") as sitting:
        await sitting.press("enter")
        assert sitting.showing(NoteScreen)
        assert f"Lesson '{lesson.title}', place c3: " in sitting.words()


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
async def test_a_lesson_that_is_done_has_a_tick_and_the_next_is_offered(size: tuple[int, int]) -> None:
    lesson = lessons_of("herald")[0]
    async with learning("herald", size=size) as sitting:
        await sitting.press("enter")
        for step in lesson.steps:
            if step.right:
                await give(sitting, next(iter(step.right)))
            sitting.later(1)
            await sitting.press("space")
        assert sitting.showing(LearnScreen)
        assert "1 of " in sitting.words()
        assert "✓" in sitting.row_of(lesson.title)
        assert sitting.app.storage.lessons("herald") == {1: None}
        assert lessons_of("herald")[1].teaches.split()[-1] in sitting.words()


async def test_the_next_pair_of_a_lesson_is_seen_after_what_is_said_of_the_last_one() -> None:
    async with learning("how-ruck", 2) as sitting:
        await give(sitting, "keep 1")
        assert "The 3 is in your team." in sitting.words()
        assert "4◆" not in sitting.text()
        sitting.later(1)
        await sitting.press("space")
        assert "4◆" in sitting.text()


async def test_a_lesson_ends_against_the_clock_where_a_wrong_try_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.tui.boards.how_ruck.race.FRAMES", FRAMES)
    steps = lessons_of("how-ruck")[1].steps
    assert steps[-1].race is not None
    async with learning("how-ruck", 2, size=(60, 20)) as sitting:
        for step in steps[:-1]:
            await give(sitting, next(iter(step.right)))
            sitting.later(1)
            await sitting.press("space")
        assert "step 6 of 6" in sitting.words()
        sitting.later(1)
        await sitting.press("space")
        await sitting.until(lambda: sitting.showing(RaceScreen))
        assert "How-Ruck! · 2 Sorting the teams" in sitting.words()
        await sitting.press("space")
        await pass_time(sitting, 1)
        for left, question in zip(range(10, 0, -1), steps[-1].race.questions, strict=True):
            right, wrong = ("left", "right") if question.right[0] == "keep 1" else ("right", "left")
            await pass_time(sitting, 1)
            if left > 8:
                await sitting.press(wrong)
                assert " ".join(" ".join(emphasis(question.wrong)).split()) in sitting.words()
                assert f"{left} pairs left" in sitting.words()
            await sitting.press(right)
        await sitting.until(lambda: "You were first" in sitting.words())
        assert "This lesson is done." in sitting.words()
        sitting.later(1)
        await sitting.press("space")
        await sitting.until(lambda: sitting.showing(LearnScreen))
        assert sitting.app.storage.lessons("how-ruck") == {2: None}


@pytest.mark.parametrize("size", last([(60, 20), (80, 24), (120, 40)], second=[(60, 20)]), ids=str)
@pytest.mark.parametrize(("key", "number"), LESSONS)
async def test_every_sentence_of_a_lesson_stands_whole_on_the_screen(
    key: str, number: int, size: tuple[int, int]
) -> None:
    lesson = lessons_of(key)[number - 1]

    def shown(text: str) -> bool:
        """Whether a text stands there, around what the screen says of its keys.

        A line's first sign may come between two words.
        """
        there = " ".join(sitting.words().replace("▌", " ").split())
        return all(" ".join(part.split()) in there for part in text.replace("|", " ").split("{how}"))

    def others(screen: LessonScreen) -> dict[bool, str]:
        """Return a move that a step does not name and may be made, and one that may not, where they can be chosen."""
        asked, board = screen._course.asked, screen.board
        assert asked is not None
        items = [item for area in board.selection.areas if area.name in board.selection.asks for item in area.items]
        legal = screen._course.match.legal()
        codes = {item.action: board.context.game.encode(item.action) for item in items if item.action is not None}
        named = {*asked.right, *asked.wrong}
        return {action in legal: code for action, code in codes.items() if code not in named} if asked.right else {}

    async with learning(key, number, size=size) as sitting:
        for step in lesson.steps:
            assert shown(step.so), step.so
            if step.race is not None:
                return  # another test goes on from here
            assert shown(step.todo), step.todo
            for code, text in step.wrong.items():
                await give(sitting, code)
                if taught(sitting).board.selection.chosen:  # some of them cannot even be chosen there
                    assert shown(text), text
            assert step.illegal is None or False in others(taught(sitting)), "it can never be said"
            for code in others(taught(sitting)).values():
                await give(sitting, code)
                answer = taught(sitting)._answer
                assert answer is not None
                assert shown(" ".join(answer.text)), answer.text
            if step.right:
                code, why = next(iter(step.right.items()))
                await give(sitting, code)
                assert shown(why), why
            sitting.later(1)
            await sitting.press("space")
            if step.round is not None:
                return  # another test plays it
        if number == len(lessons_of(key)):
            await sitting.press("escape")  # a match is offered
        assert sitting.showing(LearnScreen)


@pytest.mark.second
async def test_that_the_other_was_first_is_said_after_a_wrong_try_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.tui.boards.how_ruck.race.FRAMES", FRAMES)
    async with learning("how-ruck", 2) as sitting:
        for step in lessons_of("how-ruck")[1].steps[:-1]:
            await give(sitting, next(iter(step.right)))
            sitting.later(1)
            await sitting.press("space")
        sitting.later(1)
        await sitting.press("space")
        await sitting.until(lambda: sitting.showing(RaceScreen))
        await sitting.press("space")
        await pass_time(sitting, 2)
        await sitting.see("Red 3: on red.")  # the clock runs from when it was looked at
        await pass_time(sitting, 1)
        await sitting.press("right")
        assert "Keep the red 3." in sitting.words()
        for _second in range(75):
            await pass_time(sitting, 1)
        assert "Bruce was first!" in sitting.words()
        assert "Keep the red 3." in sitting.words()
        await sitting.press("left")
        await sitting.until(lambda: "Bruce was first." in sitting.words())
        assert "This lesson is done." not in sitting.words()
        assert "the same ten pairs once more" in sitting.words()
        sitting.later(1)
        await sitting.press("space")
        await sitting.until(lambda: sitting.showing(LessonScreen))
        await sitting.until(lambda: "step 6 of 6" in sitting.words())
        assert sitting.app.storage.lessons("how-ruck") == {2: 5}, "who was not first has not done it"


@pytest.mark.parametrize(
    ("answer", "well", "key"),
    first([("predict 8", True, "enter"), ("predict 7", False, "enter"), ("predict 8", True, "escape")]),
)  # fmt: skip
async def test_a_lesson_ends_with_a_round_that_is_played_as_at_any_table(answer: str, well: bool, key: str) -> None:
    me = new_bot(GAMES["herrlof"], "smali", Random(1))
    async with learning("herrlof", 9, size=(60, 20)) as sitting:
        await give(sitting, answer)
        for _reads in range(2):
            sitting.later(1)
            await sitting.press("space")
        screen = taught(sitting)
        assert screen._course.playing
        assert "Your card. You lead: any card." in sitting.words()
        for leaves in ("escape", "backspace"):
            await sitting.press(leaves)
            assert "LEAVE THIS ROUND?" in sitting.words()
            await sitting.press("escape")
            assert taught(sitting) is screen, "asked once before all tricks are lost"
        while screen._course.off is None:
            view = screen.table.view(0)
            if screen.moment is not None and screen.moment.kind is MomentKind.ASK and view.mover == 0:
                screen.board.selection.choose(me.choose(view.observation, view.legal))
            sitting.later(1)
            await sitting.press("enter")
        said = lessons_of("herrlof")[8].steps[1].round
        assert said is not None
        told = said.passes[0] if well else said.fails
        await sitting.until(lambda: " ".join(emphasis(told)) in " ".join(sitting.words().replace("▌", " ").split()))
        assert ("Enter deals the same cards again" in sitting.words()) != well
        sitting.later(1)
        await sitting.press(key)
        if well:
            assert sitting.app.storage.lessons("herrlof") == {9: None}
            assert ("Play a match against" in sitting.words()) == (key == "enter")
        else:
            assert sitting.app.storage.lessons("herrlof") == {9: 1}
            assert "step 1 of 2" in sitting.words()
