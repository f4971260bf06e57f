"""A race without any screen: its clock, who makes which move, what a stop puts off, and who was first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from herrlof.bots import BOTS, registry_entries
from herrlof.game import Outcome
from herrlof.game import Race as Measured
from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.table.connection import View
from herrlof.table.keyboard import Keyboard
from herrlof.table.match import Match
from herrlof.table.race import stood_still
from herrlof.table.racing import MovesLeft, Racing, Stage
from herrlof.table.table import Table
from tests.table.race import EACH, Race


class Clock:
    """Time that passes when a test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the time by which races go."""
    time = Clock()
    monkeypatch.setattr("herrlof.table.racing.monotonic", time)
    monkeypatch.setattr("herrlof.table.race.monotonic", time)
    return time


def judge(times: Sequence[Sequence[float]], orders: Sequence[Sequence[int]] = ()) -> Outcome:
    """Return who has made all moves first."""
    return Outcome("race", (min((made[-1], seat) for seat, made in enumerate(times) if len(made) == EACH)[1],))


def all_left(view: View, seat: int) -> int:
    """Return how many moves a seat has to make."""
    return EACH


async def race_of(
    *people: str,
    bot: float | None = None,
    one_by_one: bool = False,
    rate: float = 1.0,
    countdown: float = 0,
    left: MovesLeft = all_left,
) -> Racing:
    """Return a race at the table of the toy, about to begin; `bot`: the seconds of one that sits there too."""
    seats = [*map(Seat, people), *([] if bot is None else [Seat("Cleo", "random")])]
    table = Table(Match(Race(), seats, seed=bytes(32)), 0, measures_time=True, race_seconds=bot)
    keyboard = Keyboard(table)
    await keyboard.next()
    return Racing(keyboard, Measured(EACH, 0.5, rate, judge), left, True, one_by_one, countdown)


async def test_the_clock_runs_after_the_countdown_and_counts_a_part_of_the_seconds(clock: Clock) -> None:
    race = await race_of("Anna", "Ben", rate=0.5, countdown=3)
    race.go()
    clock.now += 2.9
    race.tick()
    assert (race.stage, race.clock.time) == (Stage.COUNT, 0)
    clock.now += 0.1
    race.tick()
    clock.now += 4
    assert (race.stage, race.clock.passed, race.clock.time) == (Stage.RUN, 4, 2)


async def test_a_move_takes_keys_when_it_has_been_open_for_long_enough(clock: Clock) -> None:
    race = await race_of("Anna", "Ben")
    race.go()
    race.tick()
    anna, ben = race.runners
    clock.now += 0.5
    race.make(anna, 2)
    assert (race.takes_keys(anna), race.takes_keys(ben)) == (False, True)
    clock.now += 0.5
    assert race.takes_keys(anna)


async def test_who_is_first_lets_the_other_make_the_move_in_hand_and_wins(clock: Clock) -> None:
    race = await race_of("Anna", "Ben")
    race.go()
    race.tick()
    anna, ben = race.runners
    for _move in range(EACH):
        clock.now += 1
        race.make(ben, 2)
    assert (race.stage, race.first) == (Stage.LAST, 1)
    assert (race.may_move(anna), race.may_move(ben)) == (True, False)
    race.make(anna, 1)
    assert race.stage is Stage.OVER
    await race.hand_in()
    match = race._keyboard.table._match
    assert [move.do for move in match.moves[: 2 * EACH + 1]] == ["hide 1", "hide 0", "hide 2", "hide 2", "race 1"]


async def test_a_stop_puts_the_moves_in_hand_off_and_they_come_last(clock: Clock) -> None:
    race = await race_of("Anna", "Ben")
    assert not race.halt(), "no clock runs yet"
    race.go()
    race.tick()
    clock.now += 1
    assert race.halt()
    assert (race.stage, race.stops) == (Stage.STOPPED, 1)
    clock.now += 60
    race.go()
    race.tick()
    anna, _ben = race.runners
    assert (race.clock.time, anna.put_off_count, anna.left) == (1, 1, EACH)
    race.make(anna, 1)
    assert anna.put_off_count == 1
    race.make(anna, 2)
    assert (anna.put_off_count, anna.order) == (0, [2, 1])


async def test_people_who_race_one_after_the_other_have_a_clock_each(clock: Clock) -> None:
    race = await race_of("Anna", "Ben", one_by_one=True)
    for seat in range(2):
        assert (race.stage, race.runner_now, race.clock.time) == (Stage.CURTAIN, seat, 0)
        race.stage = Stage.READY
        race.go()
        race.tick()
        for _move in range(EACH):
            clock.now += 1 + seat
            race.make(race.active[0], 0)
    assert race.stage is Stage.OVER
    assert [runner.times for runner in race.runners] == [[1, 2], [2, 4]], "nobody stops the other"


async def test_each_who_races_one_after_the_other_is_stopped_by_a_bot_that_is_done(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = Race()
    monkeypatch.setitem(GAMES, toy.key, toy)
    for entry, kind in registry_entries(toy):
        monkeypatch.setitem(BOTS, entry, kind)
    race = await race_of("Anna", "Ben", bot=1.5, one_by_one=True)
    for seat, seconds in enumerate((1, 4)):
        assert (race.stage, race.runner_now) == (Stage.CURTAIN, seat)
        race.stage = Stage.READY
        race.go()
        race.tick()
        runner = race.people[0]
        while race.may_move(runner):
            clock.now += seconds
            race.follow()
            race.make(runner, 0)
    assert race.stage is Stage.OVER
    assert [runner.times for runner in race.runners] == [[1, 2], [4], [1.5, 3]]


async def test_moves_that_have_no_time_leave_nobody_first(clock: Clock) -> None:
    race = await race_of("Anna", "Ben", left=lambda view, seat: EACH * seat)
    race.go()
    race.tick()
    for _move in range(EACH):
        clock.now += 1
        race.make(race.runners[1], 0)
    assert race.first == 1
    assert race._judged() == "race 0", "all have taken the same time"


async def test_where_all_moves_were_made_before_the_race_is_over_and_all_took_the_same_time(clock: Clock) -> None:
    ready = await race_of("Anna", "Ben")
    heard: list[Sequence[Sequence[float]]] = []

    def listen(times: Sequence[Sequence[float]], orders: Sequence[Sequence[int]] = ()) -> Outcome:
        heard.append(times)
        return Outcome("race", (0,))

    race = Racing(ready._keyboard, Measured(EACH, 0.5, 1.0, listen), None, False, False, 0)
    assert race.stage is Stage.OVER
    await race.hand_in()
    assert heard == [[[1.0, 1.0], [1.0, 1.0]]]


async def test_a_stop_of_the_program_is_told_and_does_not_count(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = 0.0
    monkeypatch.setattr("herrlof.table.racing.lost", lambda: stopped)
    race = await race_of("Anna", "Ben")
    race.go()
    race.tick()
    clock.now += 2
    stopped = 15.0
    race.follow()
    assert (race.stage, race.clock.time, race.stops, race.stood_still) == (Stage.STOPPED, 2, 1, 15)
    assert not race.may_move(race.runners[0])
    assert stood_still(race.stood_still) == "This program stood still for 15 seconds, which don't count."
    race.go()
    race.tick()
    assert (race.stage, race.stood_still) == (Stage.RUN, 0)
    race.halt()
    stopped = 30.0
    race.tick()
    assert (race.stops, race.stood_still) == (2, 0), "no clock ran"
