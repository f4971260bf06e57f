"""The way up: who was beaten without help and who is next, what the same deals are for, and what follows lessons."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.coach.ladder import ladder
from herrlof.coach.lessons import lessons_of
from herrlof.games import GAMES
from herrlof.plain.hall import Hall
from herrlof.plain.matches import after_match
from herrlof.records.journal import Journal
from herrlof.records.storage import Storage
from herrlof.table.resume import resumed
from herrlof.table.table import Table
from herrlof.table.telling import duel_text, same_deals_text
from herrlof.tui.screens.asks import OfferScreen
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.learn import LearnScreen
from herrlof.tui.screens.table import TableScreen
from tests.disks import FastDisk, step
from tests.plain.typing import Typed, typed
from tests.tiers import later
from tests.tui.driving import at_table, hall, in_play, kept
from tests.tui.test_lessons import give, learning

LEAVE = "leave\n"


def test_a_ladder_names_who_was_beaten_and_who_is_next() -> None:
    none, some = ladder("herald", ()), ladder("herald", ("page", "varlet", "rules"))
    assert none.told == "No level beaten without help yet. Next: Page, level 1 of 5."
    assert none.forms == ["next: Page, level 1 of 5"]
    assert some.told == "Beaten without help: Page and Varlet. Next: Squire, level 3 of 5."
    assert some.forms == ["beaten: Page and Varlet · next: Squire, level 3 of 5", "next: Squire, level 3 of 5"]
    assert (some.beaten, some.due) == ((True, True, False, False, False), "Squire")
    assert ladder("herald", ("squire",)).due == "Page", "who was passed over is still to be beaten"
    every = ladder("herald", ("page", "varlet", "squire", "knight", "marshal"))
    assert (every.told, every.forms[-1], every.due) == ("Every level beaten without help.", "every level beaten", "")


def test_a_game_without_levels_has_no_ladder(toys: None) -> None:
    assert (ladder("nim", ()).told, ladder("nim", ()).forms) == ("", [])


@pytest.mark.parametrize("names", [("Anna", "Ben"), ("Anna", "Ben", "Dag")])
def test_a_duel_is_over_when_each_has_had_each_hand(names: tuple[str, ...]) -> None:
    storage = Storage(disk=FastDisk())
    table = Table.finished(kept(storage, "herald", *names))
    scores = [dict(zip(names, table.scores, strict=True))]
    for _ in names:
        said = duel_text(table, [seat.name for seat in table.seats])
        assert bool(said) == (len(scores) == len(names))
        table = table.again(storage, 1)
        assert duel_text(table, names) == "", "this one is not over"
        while not table.over:
            step(table._match, Random(len(scores)))
        order = [seat.name for seat in table.seats]
        scores.append(dict(zip(order, table.scores, strict=True)))
        table.close()
        if len(scores) == len(names):
            sums = [f"{name} {sum(row[name] for row in scores):g}" for name in order]
            assert duel_text(table, order) == f"Everybody has had every hand now. In all: {', '.join(sums)}."


def test_what_the_same_deals_are_for_is_said() -> None:
    told = [same_deals_text(2, 0), same_deals_text(2, 1), same_deals_text(4, 1)]
    assert len({*told}) == 3
    assert all(len(text) < 77 for text in told), "it has a row of the smaller windows"


async def test_the_end_of_a_match_names_who_is_next_and_says_what_hands_swapped_are(storage: Storage) -> None:
    one_trick = in_play("B7", "B8", predict=(0, 1), goal=10)
    async with at_table(one_trick, "Anna", "bot:thrall", storage=storage, size=(100, 30)) as sitting:
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert "The match is over · " in sitting.lines()[0]
        assert "next: " in sitting.lines()[0]
        assert same_deals_text(2, 1) not in sitting.words()
        sitting.later(1)
        await sitting.press("right")
        assert same_deals_text(2, 0) in sitting.words()
        await sitting.press("right")
        assert same_deals_text(2, 1) in sitting.words()
        first = sitting.app.screen
        await sitting.press("enter")
        await sitting.until(lambda: sitting.showing(MatchScreen) and sitting.app.screen is not first)
        assert "Everybody has had every hand now. In all: " in sitting.words()


APART = "Won with help: it counts separately, not for the levels."


@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (200, 60)], now=[(60, 20)]), ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("helped", [True, False])
async def test_after_a_win_with_help_it_is_said_why_the_ladder_stands_still(
    helped: bool, size: tuple[int, int], storage: Storage
) -> None:
    two_tricks = in_play("B7 B9", "B8 B6", predict=(2, 0), goal=10)
    async with at_table(two_tricks, "Anna", "bot:thrall", storage=storage, size=size) as sitting:
        if helped:
            await sitting.press("tab", "tab")
        await sitting.press("9", "enter")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert (APART.removesuffix(" levels.") in sitting.words()) == helped  # a panel may break the line there


@pytest.mark.parametrize("helped", [True, False])
async def test_in_lines_too_it_is_said_why_the_ladder_stands_still(helped: bool, storage: Storage) -> None:
    journal = Journal.open(kept(storage, "herfor", "Anna", "bot:random", moves=30))
    match = resumed(journal)
    if helped:
        match.note_hint(0)
    match.end(1)
    journal.close()
    lines = Typed("home\n")
    hall = Hall(lines, storage)
    hall.finished = Table.finished(journal.path)
    await after_match(hall)
    said = lines.close()
    assert (APART in " ".join(said)) == helped
    assert any("No level beaten without help yet" in line for line in said)


async def test_between_people_no_ladder_is_shown(storage: Storage) -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1), goal=10), "Anna", "Ben", storage=storage) as sitting:
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert "next: " not in sitting.lines()[0]


@pytest.mark.second
async def test_home_and_statistics_show_the_ladder(storage: Storage) -> None:
    kept(storage, "herald", "Anna", "Page=bot:page")
    storage.note_won("herald", ["page"])
    async with hall((160, 50), storage=storage) as sitting:
        await sitting.until(lambda: "▄▁▁▁▁ Varlet" in sitting.text())
        await sitting.press("s")
        await sitting.until(lambda: "beaten: Page · next: Varlet, level 2 of 5" in sitting.lines()[0])


@pytest.mark.second
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (100, 30)])
async def test_home_shows_the_ladder_in_small_windows_too(storage: Storage, size: tuple[int, int]) -> None:
    kept(storage, "herald", "Anna", "Page=bot:page")
    storage.note_won("herald", ["page"])
    async with hall(size, storage=storage) as sitting:
        await sitting.until(lambda: "▄▁▁▁▁ Varlet" in sitting.text())
        assert "▁▁▁▁▁▁▁▁ Kolbit" in sitting.text(), "in a list only of what is in focus or where somebody was beaten"
        assert ("▁▁▁▁▁▁▁▁▁▁ Barn" in sitting.text()) == (size[0] > 60)
        assert ("0 of 12 B" in sitting.text()) == (size[0] == 80), "where twelve strokes and a name have no room"


@pytest.mark.parametrize("plays", later([True, False], now=[True]))
async def test_after_the_last_lesson_of_a_game_its_first_level_is_offered(plays: bool) -> None:
    steps = lessons_of("herfor")[-1].steps
    async with learning("herfor", len(lessons_of("herfor"))) as sitting:
        sitting.app.change(sitting.app.settings._replace(name="Anna"))
        for step in steps:
            if step.right:
                await give(sitting, next(iter(step.right)))
            sitting.later(1)
            await sitting.press("space")
        await sitting.until(lambda: sitting.showing(OfferScreen))
        assert "That was the last lesson of Herfor. Play a match against Barn, level 1 of" in sitting.words()
        assert sitting.row_of("Play a match against").rstrip().endswith("?"), "the question stands in one row"
        await sitting.press("enter" if plays else "escape")
        await sitting.until(lambda: sitting.showing(TableScreen if plays else LearnScreen))


@pytest.mark.parametrize("answer", ["", "not now\n"])
async def test_in_lines_too_a_game_is_offered_after_its_last_lesson(answer: str, storage: Storage) -> None:
    lesson = lessons_of("herfor")[-1]
    answers = "".join(f"{next(iter(step.right))}\n\n" if step.right else "\n" for step in lesson.steps)
    number = len(lessons_of("herfor"))
    play = answer or "\nAnna\nresign\nresign\n"
    spoken = await typed(storage, f"learn\nherfor\n{number}\n{answers}{play}{LEAVE}{LEAVE}")
    told = "\n".join(spoken.lines)
    assert "That was the last lesson of Herfor. Play a match against Barn, level 1 of" in told, told
    assert [found.game for found in storage.matches()] == ([] if answer else ["herfor"])
    assert GAMES["herfor"].title in told


async def test_in_lines_the_end_and_the_statistics_say_who_is_next(storage: Storage) -> None:
    kept(storage, "herald", "Anna", "Page=bot:page")
    storage.note_won("herald", ["page"])
    spoken = await typed(storage, f"statistics\nherald\nhome\n{LEAVE}")
    assert any("Beaten without help: Page. Next: Varlet" in line for line in spoken.lines)
