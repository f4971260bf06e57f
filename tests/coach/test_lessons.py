"""Every lesson is played to its end by each accepted way, and every wrong try is answered. No face is needed."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import pytest

from herrlof.bots import new_bot
from herrlof.coach.lessons import Course, Lesson, LessonError, lessons_of
from herrlof.game import CHANCE, Action, Game, raced
from herrlof.games import GAMES
from herrlof.games.herfor.points import POINT_COUNTS
from herrlof.games.herrlof.cards import RANK_OF
from herrlof.table.commands import Choose, Play
from herrlof.table.connection import MomentKind, Place
from tests.games.herald import naive as herald
from tests.games.herfor import naive as herfor

LESSONS = [(key, number) for key in GAMES for number in range(1, len(lessons_of(key)) + 1)]


def lesson_at(key: str, number: int) -> Lesson:
    return lessons_of(key)[number - 1]


def ways(lesson: Lesson) -> Iterator[tuple[str, ...]]:
    """Return the accepted ways through a lesson: each right answer of a step with each of the others."""
    return product(*(step.right or [""] for step in lesson.steps))


async def go_on(place: Place, others: asyncio.Task[None]) -> MomentKind:
    """Go to the next stop, or raise what is wrong with the moves of the others."""
    coming = asyncio.ensure_future(place.next())
    await asyncio.wait([coming, others], return_when=asyncio.FIRST_COMPLETED)
    if not coming.done():
        coming.cancel()
        others.result()
    return (await coming).kind


async def walk(course: Course, way: Sequence[str]) -> None:
    """Go through a lesson, giving these answers."""
    game, seat = course.game, course.lesson.seat
    table = course.table(pace=0)
    others, place = asyncio.create_task(course.play_others(table, 0)), table.join([seat])
    for code in way:
        while course.asked is None:
            await go_on(place, others)
        if code:
            while await go_on(place, others) is not MomentKind.ASK or table.view(seat).mover != seat:
                assert not table.over
            assert course.answer(game.decode(code)).right
            table.send(seat, Play(game.decode(code)))
            course.played()
            while not course.explains:
                await go_on(place, others)
        course.go_on()
        if course.anew:
            break
    others.cancel()
    table.close()


async def race(course: Course, clock: Sequence[float]) -> None:
    """Go through the race of a lesson's end, by every answer that it takes and after every one that it does not.

    `clock` tells when each pair was placed.
    """
    assert course.asked is not None
    assert course.race is not None
    game, seat, questions = course.game, course.lesson.seat, course.race.questions
    table = course.table(pace=0)
    table.measures_time = True
    assert (await table.join([seat]).next()).kind is MomentKind.MEASURE
    for question in questions:
        turn = table.turn(seat)
        codes = set(map(game.encode, turn.view.legal))
        assert set(question.right) <= codes
        for code in codes:
            answer = course.answer_in_race(game.decode(code), turn.made)
            assert answer.right == (code in question.right)
            assert answer.text[0]
        table.send(seat, Choose(game.decode(question.right[0])))
    assert table.turn(seat).done
    rules = raced(game).race({})
    assert rules is not None
    bot = [table.seconds_for(1 - seat) * n for n in range(1, rules.moves + 1)]
    times = [bot, clock] if seat else [clock, bot]
    await table.measure(game.encode_chance(rules.judge(times)))
    course.go_on()
    table.close()


@pytest.mark.parametrize(("key", "number"), LESSONS)
async def test_a_lesson_comes_to_its_end_by_every_accepted_way(key: str, number: int) -> None:
    for way in ways(lesson_at(key, number)):
        course = Course(GAMES[key], lesson_at(key, number), "Anna")
        await walk(course, way)
        assert course.done or course.anew


ROUNDS = [(key, number) for key, number in LESSONS if lesson_at(key, number).steps[-1].round is not None]


async def play_round(course: Course, answer: int) -> list[str]:
    """Give an answer to the first step of a lesson, let a bot play the round that follows, and return its moves."""
    game, lesson, codes = course.game, course.lesson, list[str]()
    table, me = course.table(pace=0), new_bot(game, "smali", Random(1))
    others, place = asyncio.create_task(course.play_others(table, 0)), table.join([lesson.seat])
    await go_on(place, others)
    table.send(lesson.seat, Play(game.decode(list(lesson.steps[0].right)[answer])))
    course.played()
    while not course.explains:
        await go_on(place, others)
    course.go_on()
    assert course.asked is lesson.steps[1]
    course.begin_round()
    while (kind := await go_on(place, others)) is not MomentKind.ROUND_END:
        view = table.view(lesson.seat)
        if kind is MomentKind.ASK and view.mover == lesson.seat:
            action = me.choose(view.observation, view.legal)
            codes.append(game.encode(action))
            table.send(lesson.seat, Play(action))
    others.cancel()
    table.close()
    return codes


@pytest.mark.parametrize(("answer", "passed"), [(0, True), (1, False)])
async def test_a_lesson_that_ends_in_a_round_is_done_where_it_went_well(answer: int, passed: bool) -> None:
    assert ROUNDS == [("herrlof", 9)]
    course = Course(GAMES["herrlof"], lesson_at("herrlof", 9), "Anna")
    await play_round(course, answer)
    assert course.off is not None
    assert course.passed == passed == (course.off in (0, 1))
    assert course.told_of_round[0].startswith("Exactly" if passed else "Two or more")


RACES = [(key, number) for key, number in LESSONS if lesson_at(key, number).steps[-1].race is not None]


@pytest.mark.parametrize("seconds", [2.0, 20.0], ids=["first", "stopped"])
@pytest.mark.parametrize(("key", "number"), RACES)
async def test_a_lesson_that_ends_in_a_race_ends_whoever_is_first(key: str, number: int, seconds: float) -> None:
    lesson = lesson_at(key, number)
    course = Course(GAMES[key], lesson, "Anna", len(lesson.steps) - 1)
    moves = len(lesson.steps[-1].race.questions)  # type: ignore[union-attr]
    await race(course, [seconds * n for n in range(1, moves + 1)])
    assert course.done
    assert course.passed == (seconds < 7)
    (outcome,) = [move.do for move in course.match.moves if move.do.startswith("race")]
    assert outcome.startswith(f"race {lesson.seat if seconds < 7 else 1 - lesson.seat} ")


def test_how_rucks_second_lesson_ends_in_a_race() -> None:
    assert ("how-ruck", 2) in RACES


def every_action(game: Game) -> Iterator[Action]:
    """Yield every action of a game, allowed or not; some have more numbers than actions."""
    for action in range(game.actions):
        with suppress(LookupError):
            game.encode(action)
            yield action


@pytest.mark.second
@pytest.mark.parametrize(("key", "number"), LESSONS)
def test_every_wrong_try_is_answered_and_changes_nothing(key: str, number: int) -> None:
    game, lesson = GAMES[key], lesson_at(key, number)
    for step in range(len(lesson.steps)):
        course = Course(game, lesson, "Anna", step)
        for code in lesson.steps[step].before:
            course.match.play(course.match.mover, code)
            while course.match.mover == CHANCE:
                course.match.advance()
        asked = course.asked
        assert asked is not None
        if not asked.right:
            continue
        assert course.match.mover == lesson.seat
        before = list(course.match.moves)
        legal = course.match.legal()
        tried = set(every_action(game))
        assert tried >= {*legal, *map(game.decode, asked.wrong)}
        for action in tried - set(map(game.decode, asked.right)):
            answer = course.answer(action)
            assert not answer.right
            assert answer.text[0]
        assert {game.decode(code) for code in asked.right} <= set(legal)
        others = {game.encode(action) for action in legal} - {*asked.right, *asked.wrong}
        assert bool(others) == (asked.otherwise is not None), f"step {step + 1}: {others}"
        assert course.match.moves == before
        assert course.asked is asked


@pytest.mark.parametrize("key", list(GAMES))
def test_a_lesson_can_be_gone_on_with_at_every_step(key: str) -> None:
    for lesson in lessons_of(key):
        for step in range(len(lesson.steps)):
            assert Course(GAMES[key], lesson, "Anna", step).step == step


def test_a_move_that_cannot_be_made_is_named() -> None:
    lesson = lesson_at("herfor", 1).model_copy(update={"position": ["komi 0", "black", "place z9"]})
    with pytest.raises(LessonError, match="place z9"):
        Course(GAMES["herfor"], lesson, "Anna")


@pytest.mark.parametrize(
    ("step", "changes", "sentence"),
    [
        (1, {"before": ["place z9"]}, "Lesson '{title}', place z9: "),
        (1, {"before": ["place a1", "place a2"]}, "Lesson '{title}', place a1: somebody else is to move."),
        (0, {"after": ["place c3"]}, "Lesson '{title}', place c3: "),
    ],
)
def test_every_move_of_a_lesson_is_tried_before_it_begins(
    step: int, changes: dict[str, list[str]], sentence: str
) -> None:
    """Wherever it is gone on with, and whatever is answered."""
    lesson = lesson_at("herfor", 1)
    steps = list(lesson.steps)
    steps[step] = steps[step].model_copy(update=changes)
    wrong = lesson.model_copy(update={"steps": steps})
    for begin in range(len(steps)):
        with pytest.raises(LessonError, match=f"^{sentence.format(title=lesson.title)}") as refused:
            Course.tried(GAMES["herfor"], wrong, "Anna", begin)
        assert str(refused.value).endswith(".")
    assert Course.tried(GAMES["herfor"], lesson, "Anna", 0).asked is not None


def test_what_a_lesson_does_not_speak_of_is_answered_too() -> None:
    lesson = lesson_at("herfor", 1)
    silent = lesson.model_copy(update={"steps": [lesson.steps[0].model_copy(update={"otherwise": None, "wrong": {}})]})
    course = Course(GAMES["herfor"], silent, "Anna")
    others = [action for action in course.match.legal() if GAMES["herfor"].encode(action) not in lesson.steps[0].right]
    answer = course.answer(others[0])
    assert (answer.right, answer.text[0]) == (False, "The lesson asks for something else here.")
    assert answer.text[1] == " ".join(course.todo)


def test_what_the_rules_forbid_and_a_lesson_does_not_speak_of_is_answered_in_a_sentence() -> None:
    course = Course(GAMES["herfor"], lesson_at("herfor", 1), "Anna", 1)
    answer = course.answer(GAMES["herfor"].decode("place d4"))
    assert (answer.right, answer.text[0]) == (
        False,
        "No: d4 is beside your c3, and invades nothing (F4).",
    )
    assert answer.text[1] == " ".join(course.todo)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_no_card_with_a_power_is_seen_in_herrlof_before_powers_are_taught(number: int) -> None:
    lesson = lesson_at("herrlof", number)
    for step, one in enumerate(lesson.steps):
        course = Course(GAMES["herrlof"], lesson, "Anna", step)
        for code in (*one.before, *list(one.right)[:1], *one.after):
            seen = course.match.observe(lesson.seat)
            assert not {1, 3, 6, 9} & {RANK_OF[card] for card in (*seen.hand, *seen.trick, *seen.turned)}
            course._play([code])


@pytest.mark.parametrize("key", GAMES)
def test_no_lesson_names_a_key_of_a_face(key: str) -> None:
    """What is typed is said by each face: `{how}` stands for it."""

    def texts(data: object) -> Iterator[str]:
        if isinstance(data, str):
            yield data
        elif isinstance(data, Mapping):
            yield from (text for value in data.values() for text in texts(value))
        elif isinstance(data, Sequence):
            yield from (text for value in data for text in texts(value))

    for lesson in lessons_of(key):
        for text in texts(lesson.model_dump(exclude={"hides", "chance", "position"})):
            assert not re.search(r"\b(Enter|Esc|Tab|arrows?|press|typed?|click|keys?|screen|marks|lit)\b|[←→↑↓]", text)


def test_a_forbidden_card_is_refused_in_words_that_were_taught() -> None:
    """The first lesson knows no Valknut yet, of which the table's own refusal speaks."""
    course = Course(GAMES["herrlof"], lesson_at("herrlof", 1), "Anna", 2)
    course.match.play(course.match.mover, "play G7")
    for code in ("play B2", "play R5"):
        answer = course.answer(GAMES["herrlof"].decode(code))
        assert not answer.right
        assert " ".join(answer.text).startswith("Not yet. Green is led")
        assert answer.rule == "R7"


@pytest.mark.parametrize(("key", "number"), LESSONS)
def test_the_rule_of_a_refusal_is_that_of_the_refusal_at_a_table(key: str, number: int) -> None:
    for step, one in enumerate(lesson_at(key, number).steps):
        if one.illegal is None:
            continue
        course, rules = before(key, number, step), set[str]()
        seen = course.match.observe(course.lesson.seat)
        said = course.game.words.to(seen, [who.name for who in course.match.seats])
        for action in set(every_action(course.game)) - set(course.match.legal()):
            found = re.search(r"\((\w+)\)$", said.refusal(action))
            rules |= {found[1]} if found is not None else set()
        assert rules == {one.forbids or one.rule}, f"step {step + 1}"


def before(key: str, number: int, step: int) -> Course:
    """Return a lesson where a step is asked, with the moves that come before it."""
    course = Course(GAMES[key], lesson_at(key, number), "Anna", step)
    course._play(course.lesson.steps[step].before)
    return course


def ways_in(course: Course, code: str) -> dict[str, set[str]]:
    """Return where White could invade after a stone of Black's, and what that would turn, by the naive engine."""
    match = herfor.NaiveMatch(5)
    for move in [move.do for move in course.match.moves] + [code]:
        match.do(move)
    found = {point: match.invaded(point, "white") for point in match.placeable("white")}
    return {point: {stone for line in lines for stone in line} for point, lines in found.items() if lines}


@pytest.mark.parametrize("step", [0, 1, 2])
def test_where_white_steps_in_is_true(step: int) -> None:
    course = before("herfor", 7, step)
    asked = course.asked
    assert asked is not None
    assert not any(ways_in(course, code) for code in asked.right)
    for code, text in asked.wrong.items():
        found = re.match(r"Then White steps in on (\w+) and turns (both|\w+ and \w+)\.", text)
        assert found is not None
        [turned] = [turned for point, turned in ways_in(course, code).items() if point == found[1]]
        assert turned == (set(found[2].split(" and ")) if found[2] != "both" else {"c3", code.split()[1]})
    others = set(map(course.game.encode, course.match.legal())) - {*asked.right, *asked.wrong}
    if step == 0:
        assert not any(ways_in(course, code) for code in others), "White can't step in there either."
    if step == 1:
        assert all(ways_in(course, code)["c5"] == {"c3", "c6"} for code in others)


def test_how_many_cards_beat_the_gold_shield_is_true() -> None:
    course = before("herald", 6, 2)
    seen: Any = course.match.observe(0)
    gone = [move.do.split()[1] for move in course.match.moves if move.by != CHANCE]
    hand = [course.game.encode(action).split()[1] for action in course.match.legal()]
    left = Counter(herald.all_cards()) - Counter([*gone, *hand])
    beat = [card for card in left.elements() if herald.wins(card, "GS", False)]
    assert sorted(beat) == ["BK", "CHEST", "GK", "HERALD", "SK"]
    assert len(seen.trick) == 2


@pytest.mark.parametrize(("number", "step", "point", "turned"), [(3, 1, "b5", 3), (6, 0, "g8", 5)])
def test_what_white_would_have_done_is_true(number: int, step: int, point: str, turned: int) -> None:
    course = before("herfor", number, step)
    asked = course.asked
    assert asked is not None
    for code in asked.wrong:
        assert len(ways_in(course, code)[point]) == turned
    (right,) = asked.right
    assert point not in ways_in(course, right)


def test_no_two_wrong_cards_of_a_first_lead_get_the_same_answer() -> None:
    """Where every other card is wrong for a reason of its own, that is what is said."""
    course = Course(GAMES["herrlof"], lesson_at("herrlof", 8), "Anna", 0)
    assert course.asked is not None
    wrong = [action for action in course.match.legal() if course.game.encode(action) not in course.asked.right]
    assert len({course.answer(action).text for action in wrong}) == len(wrong) == 4


@pytest.mark.parametrize("number", [4, 6])
def test_so_many_points_are_empty_as_a_lesson_of_herfor_says(number: int) -> None:
    course = before("herfor", number, 0)
    words = {"Four": 4, "Five": 5, "Six": 6}
    seen: Any = course.match.observe(1)
    empty = POINT_COUNTS[seen.size] - (seen.black | seen.white).bit_count()
    lesson = lesson_at("herfor", number)
    said = re.findall(r"(\w+) points are (?:open|empty)", f"{lesson.teaches} {lesson.steps[0].so}")
    assert {words[word] for word in said} == {empty}
