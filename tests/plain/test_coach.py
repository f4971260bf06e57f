"""Lessons, reviews and statistics in lines."""

from __future__ import annotations

import re

import pytest

from herrlof.coach.lessons import lessons_of
from herrlof.coach.review import review_of
from herrlof.games import GAMES
from herrlof.records.storage import Storage
from tests.plain.typing import typed
from tests.tui.driving import kept

LEAVE = "leave\n"


@pytest.mark.parametrize("key", [key for key in GAMES if lessons_of(key)])
async def test_a_lesson_is_gone_through_by_the_answers_that_are_right(key: str, storage: Storage) -> None:
    lesson = lessons_of(key)[0]
    answers = "".join(f"{next(iter(step.right))}\n\n" if step.right else "\n" for step in lesson.steps)
    spoken = await typed(storage, f"learn\n{GAMES[key].title}\n1\n{answers}{LEAVE}")
    assert "This lesson is done." in spoken.lines, spoken.lines
    assert spoken.status == 0
    assert storage.lessons(key) == {1: None}
    assert {lesson.title, lesson.teaches} <= {*spoken.lines}, "a title is a line of its own"
    assert "You hold nothing." not in spoken.lines


async def test_a_wrong_try_is_answered_and_plays_nothing_and_a_lesson_goes_on_where_it_was(storage: Storage) -> None:
    spoken = await typed(storage, f"learn\nherrlof\n1\nplay Y4\nplay R8\n\nplay Y4\n\nplay R5\n{LEAVE}{LEAVE}")
    told = "\n".join(spoken.lines)
    assert "Play the red 8. Type red 8." in told
    assert "Freya led the blue 5." not in spoken.lines, "what came before the lesson is not told"
    assert "In this lesson it is the red 8. Type red 8." in told
    assert "Not that card, not yet." in told
    assert "You led the red 8." in spoken.lines
    assert "You played the red 5." not in spoken.lines
    assert storage.lessons("herrlof") == {1: 2}
    again = await typed(storage, f"learn\nherrlof\n1\n{LEAVE}{LEAVE}")
    assert any("Green is led." in line for line in again.lines)


async def test_statistics_count_what_was_played_to_its_end(storage: Storage) -> None:
    empty = await typed(storage, f"statistics\n{LEAVE}")
    assert "No finished match is counted here." in empty.lines
    kept(storage, "herald", "Anna", "Freya=bot:random")
    spoken = await typed(storage, f"statistics\n{LEAVE}")
    assert any(line.startswith("Herald, Random: ") and line.endswith(" of 1 won.") for line in spoken.lines)
    means = [line for line in spoken.lines if line.endswith("on average.")]
    assert [line.split(": ")[0] for line in means] == [
        "Herald, points a game",
        "Herald, tricks a game",
        "Herald, Herald %",
    ]
    assert means[2] in ("Herald, Herald %: 100 on average.", "Herald, Herald %: 0 on average."), "a share of 100"


async def test_a_match_without_decisions_is_reviewed_at_once(storage: Storage) -> None:
    kept(storage, "herald", "Anna", "Freya=bot:random", moves=2)
    spoken = await typed(storage, f"matches\n1\nreview\n{LEAVE}")
    assert "0 decisions were judged." in spoken.lines, spoken.lines


async def test_a_lesson_is_begun_by_its_number(storage: Storage) -> None:
    spoken = await typed(storage, LEAVE, ("herrlof", 1))
    assert spoken.status == 0
    assert any("In a trick everybody plays one card." in line for line in spoken.lines)


async def test_a_race_at_the_end_of_a_lesson_goes_as_a_race_does_and_a_wrong_try_is_answered(storage: Storage) -> None:
    steps = lessons_of("how-ruck")[1].steps
    assert steps[-1].race is not None
    before = "".join(f"{next(iter(step.right))}\n\n" for step in steps[:-1])
    race = "".join(f"{question.right[0]}\n" for question in steps[-1].race.questions)
    spoken = await typed(storage, f"{before}\nkeep 2\n{race}{LEAVE}", ("how-ruck", 2))
    told = spoken.after("Whoever is first stops the other.")
    assert "A 0 has its uses, but a 3 is worth more. Keep the red 3." in told, told
    assert "This lesson is done." in told, told
    assert storage.lessons("how-ruck") == {2: None}


async def test_a_review_names_the_move_that_a_replay_goes_to(storage: Storage, toys: None) -> None:
    path = kept(storage, "nim", "Anna", "Freya=bot:random")
    spoken = await typed(storage, f"matches\n1\nreview\n{LEAVE}")
    found = [
        re.match(r"Move (\d+), Anna: (Take \d) cost [\d.]+ of 100, (clear|close); ", line) for line in spoken.lines
    ]
    assert not any(line.startswith("Move") and ", Freya: " in line for line in spoken.lines), "a bot learns nothing"
    assert any(re.fullmatch(r"Anna: [\d.]+ wins of 100 a decision\.", line) for line in spoken.lines)
    assert any(re.fullmatch(r"Luck of Anna, in wins of 100: .*, result [+-]50\.0\.", line) for line in spoken.lines)
    dearest = [match for match in found if match is not None]
    assert dearest, spoken.lines
    n = int(dearest[0][1])
    replayed = await typed(storage, f"{n}\n{LEAVE}", path)
    assert dearest[0][2].removeprefix("Take ") in replayed.after(f"Move {n}.")[0]


async def test_a_clear_mistake_is_asked_again_until_it_is_found_or_told(storage: Storage, toys: None) -> None:
    path = kept(storage, "nim", "Anna", "Freya=bot:random")
    await typed(storage, f"matches\n1\nreview\n{LEAVE}")
    clear = [one for one in review_of(path, storage).dearest([0]) if one.clear]
    assert clear
    encode = GAMES["nim"].encode
    answers = f"help\n{encode(clear[0].played)}\n{encode(clear[0].best)}\n" + "best\n" * (len(clear) - 1)
    spoken = await typed(storage, f"matches\n1\nreview\nfind better\n{answers}{LEAVE}")
    told = spoken.after(f"Find better, 1 of {len(clear)}: move {clear[0].n + 1}.")
    assert "best: what would have been the best." in told
    assert any(re.fullmatch(r"\d+ wins? fewer of 100: Take \d\.", line) for line in told), told
    assert "Once more, or best tells the best." in told
    assert "Found." in told
    assert any(line.startswith("Best: Take ") for line in told)
    assert f"In {clear[0].of_100} of 100 games played on from there the best did better than what was played." in told
    assert told.count("Found.") == 1, "what was told was not found"
    assert "That was the last one." in told
