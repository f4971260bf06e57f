"""The measurements measure what they say, for any game."""

from __future__ import annotations

import pytest

from herrlof.arena.bench import decision_times, judgement_times, random_match, rates, report
from herrlof.bots.quick import QuickRandom
from herrlof.games import GAMES

pytestmark = pytest.mark.usefixtures("toys")
HERRLOF = GAMES["herrlof"]


def test_rates_count_games_and_moves() -> None:
    games, moves, all_moves = rates(lambda: (1, 30, 2), 0.01)
    assert moves == pytest.approx(30 * games)
    assert all_moves == pytest.approx(32 * games)


def test_a_random_match_has_its_moves() -> None:
    matches, moves, chances = random_match(HERRLOF, 2, QuickRandom(2))
    assert matches == 1
    assert moves > 32 * 3
    assert 4 <= chances < moves / 10
    assert random_match(GAMES["nim"], 4, QuickRandom(2))[::2] == (1, 0)


def test_only_choices_of_the_bot_that_is_measured_are_timed() -> None:
    """A round has a prediction and at most 15 cards, of which the last is none to choose."""
    times = decision_times(HERRLOF, "rules", 2, QuickRandom(4), 0.0)
    assert 1 <= times.counts.total() < 40


@pytest.mark.second
def test_the_first_numbers_of_a_judgement_come_before_the_last() -> None:
    first, last, loop = judgement_times(HERRLOF, 2, QuickRandom(4), 0.0)
    assert first.counts.total() == last.counts.total() == 1
    assert first.quantile(1) < last.quantile(1)  # type: ignore[operator]
    assert loop > 0


@pytest.mark.second
def test_the_report_has_a_line_for_each_figure_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.arena.bench.TURNS", 1)
    lines = list(report(0.01, [GAMES["nim"], GAMES["kuhn"]]))
    for start in (
        "Nim, 2 seats: random matches",
        "Nim, 4 seats: random matches",
        "Kuhn poker, 2 seats: random matches",
    ):
        assert sum(line.startswith(start) for line in lines) == 1
    assert sum(line.startswith("  search a move") for line in lines) == 3
    assert sum(line.startswith("  a judgement: first numbers") for line in lines) == 3
    assert sum(line.startswith("  a judgement: last") for line in lines) == 3
    assert sum("judgement" in line and line.endswith(" CL") for line in lines) == 6
    assert sum(line.startswith("CL ") for line in lines) == 1
    assert sum(line.startswith("durable move") for line in lines) == 1
    assert any(line.startswith("resume, ") for line in lines)
