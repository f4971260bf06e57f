"""Lessons, reviews and statistics in lines."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from herrlof.coach.lessons import Course, lessons_of
from herrlof.coach.review import Review, review_of
from herrlof.games import GAMES
from herrlof.plain.hall import Hall
from herrlof.plain.home import visit
from herrlof.records.storage import Storage
from tests.coach.test_lessons import play_round
from tests.coach.test_review import Here
from tests.plain.test_elsewhere import Talk
from tests.plain.typing import match_of, typed
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
    assert "Here play the red 8. Type red 8." in told
    assert "Not yet." in told
    assert "You led the red 8." in spoken.lines
    assert "You played the red 5." not in spoken.lines
    assert storage.lessons("herrlof") == {1: 2}
    again = await typed(storage, f"learn\nherrlof\n1\n{LEAVE}{LEAVE}")
    assert any("Green is led." in line for line in again.lines)


async def test_statistics_count_what_was_played_to_its_end(storage: Storage) -> None:
    empty = await typed(storage, f"statistics\n{LEAVE}")
    assert "No finished match is counted here." in empty.lines
    kept(storage, "herald", "Anna", "Freya=bot:random")
    spoken = await typed(storage, f"statistics\nherald\ndeals of the day\n\n{LEAVE}")
    assert any(line.startswith("Herald, Random: ") and line.endswith(" of 1 won.") for line in spoken.lines)
    told = spoken.after("More of which game?")
    assert "No level beaten without help yet. Next: Page, level 1 of 5." in told
    for counted in (r"points a game: [\d.]+\.", r"won the Herald: [01] of 1\.", r"Won in a row: now \d, at most \d\."):
        assert any(re.fullmatch(counted, line) for line in told), (counted, told)
    assert "The last seven days:" in told


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


@pytest.mark.parametrize(("answer", "well"), [(0, True), (1, False)])
async def test_a_round_at_the_end_of_a_lesson_is_played_and_comes_again_where_it_failed(
    answer: int, well: bool, storage: Storage
) -> None:
    course = Course(GAMES["herrlof"], lessons_of("herrlof")[8], "You")
    number = list(course.lesson.steps[0].right)[answer]
    moves = "\n".join(await play_round(course, answer))
    spoken = await typed(storage, f"{number}\n\n\n{moves}\n{'' if well else '1'}\n{LEAVE}{LEAVE}", ("herrlof", 9))
    assert any(" ".join(course.told_of_round) == line for line in spoken.lines), spoken.lines[-20:]
    assert ("This lesson is done." in spoken.lines) == well
    assert storage.lessons("herrlof") == {9: None if well else 1}
    asked = [line for line in spoken.lines if "How many tricks will you win?" in line]
    assert len(asked) > 1 or well, "the same cards, and another number"


async def test_a_review_names_the_move_that_a_replay_goes_to(storage: Storage, toys: None) -> None:
    path = kept(storage, "nim", "Anna", "Freya=bot:random")
    spoken = await typed(storage, f"matches\n1\nreview\n{LEAVE}")
    found = [
        re.match(
            r"Move (\d+), .*: (Take \d) was chosen. Better: Take \d. It cost [\d.]+ in 100\.",
            line,
        )
        for line in spoken.lines
    ]
    assert not any(line.startswith("Move") and "" in line and ": Freya chose" in line for line in spoken.lines), (
        "a bot learns nothing"
    )
    assert any(re.fullmatch(r"Anna: −?[\d.]+ wins in 100 a decision\.", line) for line in spoken.lines)
    assert any(
        re.fullmatch(r"Anna (won|lost), 50 wins in 100 (more|less) than an even chance\. Of that, .*\.", line)
        for line in spoken.lines
    )
    dearest = [match for match in found if match is not None]
    assert dearest, spoken.lines
    n = int(dearest[0][1])
    replayed = await typed(storage, f"{n}\n{LEAVE}", path)
    assert dearest[0][2].removeprefix("Take ") in replayed.after(f"Move {n}.")[0]


async def test_a_person_stops_a_review_that_takes_long_and_what_was_found_is_kept(
    storage: Storage, toys: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(found: Review, told: Any = None, alone: int | None = None) -> bool:
        await asyncio.Event().wait()
        return True

    kept(storage, "nim", "Anna", "Freya=bot:random")
    monkeypatch.setattr(Review, "run", run)
    anna = Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), None))
    anna.type("matches", "1", "review")
    await anna.heard("The coach is judging; that takes a while. Enter stops it.")
    anna.type("")
    await anna.heard("Stopped; what was found is kept.")
    await anna.heard("Which match?", 2)
    anna.type("leave", "leave", "leave")
    await here
    anna.close()


@pytest.mark.second
@pytest.mark.parametrize("answer", ["", "keep it\n"])
async def test_from_a_decision_it_is_played_on_and_the_try_is_kept_if_that_is_wanted(
    answer: str, storage: Storage, toys: None
) -> None:
    path = kept(storage, "nim", "Anna", "Freya=bot:random", options={"stones": 21})
    await typed(storage, f"matches\n1\nreview\n{LEAVE}")
    first = min(one.n for one in review_of(path, storage).costly([0]))
    tried = f"what if\nmove {first + 1}\n1\nleave\n{answer or chr(10)}"
    spoken = await typed(storage, f"matches\n1\nreview\n{tried}{LEAVE}{LEAVE}")
    told = spoken.after("From which move?")
    assert any(line.startswith("You took 1") for line in told), told
    assert any(line.startswith("Keep what you tried") for line in told), told
    assert "The match is kept for another time." not in told
    assert [line for line in told if "What now?" in line], "it comes back to the review"
    branches = [found.help.branch for found in storage.matches() if found.path != path]
    assert [branch.id for branch in branches if branch is not None] == [path.stem] * bool(answer)


@pytest.mark.second
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
    assert any(re.fullmatch(r"Take \d brings \d+ fewer wins?\.", line) for line in told), told
    assert "Try again, or best tells the best." in told
    assert "Found." in told
    assert any(line.startswith("Best: Take ") for line in told)
    assert (
        f"In {clear[0].of_100} of 100 games played on from there the best did better, "
        "in the others as well or worse; what counts is the average." in told
    )
    assert told.count("Found.") == 1, "what was told was not found"
    assert "That was the last one." in told


@pytest.mark.second
async def test_the_mistakes_of_all_matches_are_asked_again_and_bots_play_on(storage: Storage, toys: None) -> None:
    path = kept(storage, "nim", "Anna", "Freya=bot:random", options={"stones": 21})
    await typed(storage, f"matches\n1\nreview\n{LEAVE}")
    asked = sum(one.clear for one in review_of(path, storage).dearest([0]))
    spoken = await typed(storage, f"matches\n1\nreview\nall my\nbest\n{LEAVE}{LEAVE}")
    assert any(line.startswith(f"Find better, 1 of {asked}: move ") for line in spoken.lines)
    bots = kept(storage, "nim", "Odin=bot:random", "Freya=bot:random")
    row = next(row for row, found in enumerate(storage.matches(), 1) if found.path == bots)
    spoken = await typed(storage, f"matches\n{row}\nreview\nall my\nbest\n{LEAVE}{LEAVE}")
    assert any(line.startswith(f"Find better, 1 of {asked}: move ") for line in spoken.lines), "from any match"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    spoken = await typed(storage, f"matches\n{row}\nreview\nall my\n{LEAVE}{LEAVE}")
    assert "No clear mistakes yet: review a match first." in spoken.lines, "its record is damaged"
    path.write_bytes(whole)
    storage.delete(bots)
    first = min(one.n for one in review_of(path, storage).costly([0]))
    watched = await typed(storage, f"matches\n1\nreview\nbots play\nmove {first + 1}\n\n{LEAVE}{LEAVE}")
    told = watched.after("From which move?")
    assert any(line.startswith("Anna took ") for line in told), "nobody is spoken to"
    assert any(line.startswith("Keep what you tried") for line in told)


async def test_in_a_lesson_the_task_is_asked_again_and_no_word_speaks_of_matches(storage: Storage) -> None:
    spoken = await typed(storage, "turn\nhelp\nresign\nleave\n", ("herald", 1))
    task = next(line for line in spoken.lines if "Play the Tower" in line)
    assert spoken.lines.count(task) == 2
    told = "\n".join(spoken.lines)
    assert "leave: the lesson goes on here another time." in told
    assert not re.search(r"^(hint|back|resign|scores):", told, re.MULTILINE)
    assert "resign? I don't know that. Type help." in told


async def test_a_lesson_that_begins_in_the_middle_says_so(storage: Storage) -> None:
    begun = await typed(storage, LEAVE, ("herrlof", 1))
    assert begun.lines[2] == "It begins in the middle of a match: round 1, trick 8."
    fresh = await typed(storage, LEAVE, ("herald", 1))
    assert not any("in the middle" in line for line in fresh.lines)


async def test_while_pairs_are_sorted_the_hand_is_what_was_kept(storage: Storage) -> None:
    spoken = await typed(storage, "1\n1\nhand\n", match_of("how-ruck", "Anna", "Freya=bot:random"))
    pair = next(place for place, line in enumerate(spoken.lines) if line.startswith("Pair: "))
    kept = [line for line in spoken.lines if line.startswith("You chose ")]
    assert len(kept) == 2
    assert sum(line.count(",") + 1 for line in spoken.lines[pair + 1 :]) == 2, "and it is told by colour"


async def test_in_lines_it_is_asked_how_the_last_round_went(
    storage: Storage, toys: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.coach.review.Worker", Here)
    begin = match_of("kuhn", "Anna", "Freya=bot:random", rounds=9)
    spoken = await typed(storage, "went\n" + "1\n" * 6 + f"went\n{LEAVE}", begin)
    assert spoken.lines.count("No round is over yet.") == 1
    told = spoken.after("The coach is judging; that takes a while.")
    assert any("in this round." in line or line.startswith("Move ") for line in told[:2]), told
