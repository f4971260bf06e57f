"""What the clocks of a race amount to, from the times that they say."""

from __future__ import annotations

import pytest

from herrlof.game import NOBODY, Outcome, Race, raced
from herrlof.games import GAMES
from herrlof.table.race import (
    MOST_STOPS,
    ClockLog,
    Reading,
    are_over,
    are_ready,
    begun_anew,
    done_to,
    even,
    first,
    in_order,
    is_possible,
    outcome,
    paced,
)  # fmt: skip
from tests.table.race import Race as Toy

RACE = Race(3, 0.5, 1.0, lambda times, orders: Outcome("race", (first(RACE, dict(enumerate(times))),)))


@pytest.mark.parametrize(
    ("times", "who"),
    [
        ({}, NOBODY),
        ({0: [1.0, 2.0], 1: [1.0]}, NOBODY),
        ({0: [1.0, 2.0], 1: [1.0, 2.0, 9.0]}, 1),
        ({0: [1.0, 2.0, 3.0], 1: [0.1, 0.2, 3.1]}, 0),
        ({2: [1.0, 2.0, 3.0], 1: [1.0, 2.0, 2.9]}, 1),
    ],
)
def test_first_is_who_made_the_last_move_before_all_others(times: dict[int, list[float]], who: int) -> None:
    assert first(RACE, times) == who


@pytest.mark.parametrize(
    ("said", "possible"),
    [
        (Reading(), True),
        (Reading(ready=True), True),
        (Reading((1.0, 2.0), (1, 2)), True),
        (Reading((1.0, 2.0), (3, 1)), True),
        (Reading((2.0, 1.0), (1, 2)), False),
        (Reading((1.0, 2.0), (1, 1)), False),
        (Reading((1.0, 2.0), (1, 4)), False),
        (Reading((1.0, 2.0), (1,)), False),
        (Reading((1.0, 2.0), (1, 2), over=True), False),
        (Reading((1.0, 2.0, 3.0), (1, 2, 3), over=True), True),
    ],
)
def test_no_clock_is_over_before_anybody_is_done_and_none_runs_backwards(said: Reading, possible: bool) -> None:
    assert is_possible(RACE, {1: Reading((0.5,), (1,))}, 0, said) == possible
    done = {0: said, 1: Reading((0.5, 1.0, 1.5), (1, 2, 3))}
    assert is_possible(RACE, done, 0, Reading((1.0,), (1,), over=True)), "the other one was first"
    assert not is_possible(RACE, done, 0, Reading((), (), over=True)), "the move in hand counts"


def test_a_race_begins_when_all_are_ready_and_ends_when_all_are_over() -> None:
    said = {0: Reading(ready=True), 2: Reading(ready=True, over=True)}
    assert are_ready(said, [0, 2])
    assert not are_ready(said, [0, 1, 2])
    assert are_over(said, [2])
    assert not are_over(said, [0, 2])


def test_stops_of_all_clocks_are_counted_and_what_was_noted_stands() -> None:
    said = {0: Reading(stops=2, restarts=1), 1: Reading(stops=3)}
    assert done_to(said, None) == ClockLog(5, 1)
    assert done_to(said, ClockLog(7, 0)) == ClockLog(7, 1)
    assert done_to({0: Reading(stops=10**6, restarts=10**6)}, None) == ClockLog(MOST_STOPS, MOST_STOPS)


def test_a_race_that_was_left_begins_anew() -> None:
    assert begun_anew(None) == ClockLog(0, 0)
    assert begun_anew(ClockLog(2, 0)) == ClockLog(2, 1)


def test_a_bot_takes_as_long_for_each_move_and_no_less_than_a_key() -> None:
    assert paced(RACE, 2.0) == [2.0, 4.0, 6.0]
    assert paced(RACE, 0.1) == [0.5, 1.0, 1.5]


def test_without_haste_nobody_is_first() -> None:
    game = GAMES["how-ruck"]
    race = raced(game).race({})
    assert race is not None
    assert outcome(game, race, even(race, 2)) == "race even"
    slow, fast = paced(race, 3.0), paced(race, 2.0)
    assert outcome(game, race, [slow, fast]) == outcome(game, race, [slow, fast], [in_order(race)] * 2) == "race 1 7"


def test_a_game_says_itself_whether_anything_is_measured() -> None:
    toy = Toy()
    assert raced(toy) is toy
    herald = GAMES["herald"]
    silent, seen = raced(herald), herald.new_state(3).observation(NOBODY)
    assert (silent.measured, silent.next_measured_kind(seen), silent.race({})) == (frozenset(), "", None)
    assert silent.undone(Outcome("deal")) == {}
