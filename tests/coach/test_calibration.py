"""The measure of calibration measures what it says, and the corrections that are kept are sane."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

import pytest
from training.calibration import (
    LEVELS,
    Asked,
    Row,
    apart,
    corrected,
    corrections,
    error,
    fitted,
    perfect,
    played,
    report,
    row,
)

from herrlof.bots import evaluator_of
from herrlof.bots.search import Estimate, Logistic
from herrlof.coach.judge import asked
from herrlof.game import CHANCE
from herrlof.games import GAMES
from tests.tiers import tiers


def rows(number: int, truth: Logistic, seed: int = 1) -> list[Row]:
    """Return decisions of which one comes true as often as a correction of what was said has it."""
    rng = Random(seed)
    found = []
    for match in range(number):
        times = rng.randrange(201)
        found.append(Row(match, "play", 5, times, 200, int(rng.random() < truth.of(times / 200))))
    return found


def test_the_error_is_how_far_what_is_said_lies_from_what_comes_true() -> None:
    assert error([0.25] * 4, [0, 0, 0, 1]) == pytest.approx(0)
    assert error([0.25] * 4, [0, 0, 1, 1]) == pytest.approx(25)
    assert error([0.05] * 4 + [0.95] * 4, [1, 0, 0, 0, 1, 1, 1, 1]) == pytest.approx((20 + 5) / 2)


@pytest.mark.second
def test_a_perfect_judge_errs_by_the_luck_of_the_draw_alone() -> None:
    """With n decisions in one class the mean error is about 0.8 standard errors of a share."""
    few, many = perfect([0.5] * 100, Random(1)), perfect([0.5] * 10_000, Random(1))
    assert few == pytest.approx(100 * 0.8 * 0.5 / 10, rel=0.15)
    assert many == pytest.approx(few / 10, rel=0.15)


@pytest.mark.parametrize("truth", [Logistic(0.0, 1.0), Logistic(-0.6, 0.7), Logistic(0.3, 2.0)])
def test_a_correction_is_found_again(truth: Logistic) -> None:
    found = fitted(rows(20_000, truth))
    assert found == pytest.approx(truth, abs=0.1)


@pytest.mark.second
def test_a_corrected_judge_is_as_good_as_a_perfect_one() -> None:
    some = rows(4000, Logistic(-0.8, 0.6))
    before = error([row.share for row in some], [row.true for row in some])
    said, true = corrected(some)
    assert len(said) == len(some)
    assert before > 10
    assert error(said, true) < perfect(said, Random(1)) + 1


def test_the_report_names_every_decision_and_the_errors() -> None:
    some = rows(300, Logistic(0.0, 1.0))
    *table, last = report([row.share for row in some], [row.true for row in some])
    assert sum(int(line.split("|")[2]) for line in table[2:]) == 300
    assert last.startswith("300 decisions: error ")


def test_what_is_told_is_set_beside_what_came_true_of_each_seat() -> None:
    some = [Row(n, "play", 5, 50, 100, float(n % 4 == 0), "built", n % 2, 0.5) for n in range(100)]
    first, second = apart(some)
    assert first.startswith("built seat 0: 50 decisions, said 50.0, came true 50.0, +0.0 give or take 14.")
    assert second == "built seat 1: 50 decisions, said 50.0, came true 0.0, -50.0 give or take 0.0"


def test_each_kind_of_decision_is_corrected_by_its_own() -> None:
    truths = {"sort": Logistic(-1.0, 1.0), "play": Logistic(1.0, 1.0)}
    some = [row._replace(alike=alike) for alike, truth in truths.items() for row in rows(2000, truth)]
    assert {alike: found.shift > 0 for alike, found in corrections(some).items()} == {"sort": False, "play": True}
    assert error(*corrected(some)) < error([row.share for row in some], [row.true for row in some]) / 2


@pytest.mark.parametrize("key", LEVELS)
def test_the_corrections_that_are_kept_keep_the_order(key: str) -> None:
    evaluator = evaluator_of(GAMES[key])
    for seats in GAMES[key].seats:
        state = GAMES[key].new_state(seats)
        seen = state.observation(0)
        told = [evaluator.calibrated(seen, share / 20) for share in range(21)]
        assert told == sorted(told)
        assert (told[0], told[-1]) == (0, 1)


@pytest.mark.parametrize("table", tiers(second=("herald", 3), slow=("how-ruck", 2)), ids=str)
def test_a_match_gives_a_row_for_what_came_of_decisions(table: tuple[str, int]) -> None:
    found = played(*table, 1)
    assert found
    assert all(0 <= row.times <= row.worlds <= 200 and row.match == 1 for row in found)
    assert played(*table, 1) == found


@pytest.mark.second
@pytest.mark.parametrize("key", ["herald", "herfor"])
def test_where_the_end_is_known_nothing_is_said_of_100(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, known = GAMES[key].new_state(2), type(evaluator_of(GAMES[key]))
    while (mover := state.current_player()) == CHANCE or len(state.legal_actions()) < 2:
        state.apply_chance(state.sample_chance(Random(1)))
    decision = Asked(state.observation(mover), state.legal_actions(), state.legal_actions()[0])
    monkeypatch.setattr(known, "solved", lambda *_: None)
    found = row(key, 1, decision, 1.0)
    assert found is not None
    assert found.told == found.share
    monkeypatch.setattr(known, "solved", lambda self, seen, legal: dict.fromkeys(legal, 1.0))
    assert row(key, 1, decision, 1.0) is None


def first_pair(deal: int) -> list[Estimate]:
    """Return what each seat is told that its first pair is worth, before anybody has sorted anything."""
    game, rng = GAMES["how-ruck"], Random(deal)
    state: Any = game.new_state(2, teams="built")
    told: list[Estimate] = []
    while len(told) < 2:
        mover = state.current_player()
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        seen, legal = state.observation(mover), state.legal_actions()
        if mover == len(told):
            value = asked(game, seen, legal).choices[0].value
            assert value is not None
            told.append(value)
        state.apply(rng.choice(legal))
    return told


@pytest.mark.parametrize("deals", tiers(second=8, slow=40))
def test_what_both_seats_are_told_of_their_first_pairs_sums_to_a_hundred(deals: int) -> None:
    """One of the two wins the barrel. (Corrected as if the other had sorted already, the sum came to 83.)"""
    pairs = [first_pair(deal) for deal in range(deals)]
    error = sum(2 * hypot(*(value.error for value in pair)) for pair in pairs) / deals
    assert sum(value.value for pair in pairs for value in pair) / deals == pytest.approx(100, abs=error)
    assert error < 8, "else the test could not tell"
