"""What the sentences of Herrlof say where a number is one, or a name is needed."""

from __future__ import annotations

import pytest

from herrlof.games.herrlof import words
from tests.games.herrlof.table import GAME, Table

NAMES = ("Anna", "Freya", "Karl")


@pytest.mark.parametrize(("goal", "said"), [(1, "1 point wins the match."), (50, "50 points win the match.")])
def test_one_point_that_wins_the_match_is_no_points(goal: int, said: str) -> None:
    table = Table(goal=goal)
    table.deal(())
    assert said in GAME.words.goal(table.seen(0), NAMES)
    table.predict(3, 4)
    assert said in GAME.words.goal(table.seen(0), NAMES)


@pytest.mark.parametrize(
    ("often", "said"),
    [
        ({4: 90}, "You end with 4 tricks in 90 of 100 deals."),
        ({0: 60, 1: 40}, "You end with 0 or 1 trick in 60, 40 of 100 deals."),
        ({2: 20, 3: 60, 4: 20}, "You end with 2, 3 or 4 tricks in 20, 60, 20 of 100 deals."),
        ({0: 75, 1: 8, 2: 7, 3: 5, 4: 5}, "You end with no trick in 75 of 100 deals."),
        ({1: 5, 2: 40, 3: 35, 4: 10, 5: 10}, "You end with 2 to 3 tricks in 75 of 100 deals."),
    ],
)
def test_with_how_many_tricks_one_ends_is_a_number_or_a_span(often: dict[int, int], said: str) -> None:
    assert words.ends_with(often) == said


@pytest.mark.parametrize(
    ("seats", "lead", "whom"),
    [
        (2, 3.1, "3.1 ahead of Freya."), (2, -3.1, "3.1 behind Freya."),
        (3, 3.1, "3.1 ahead of the best of the others."), (3, -3.1, "3.1 behind the best of the others."),
    ],
)  # fmt: skip
def test_a_lead_is_one_over_the_other_or_the_best_of_the_others(seats: int, lead: float, whom: str) -> None:
    table = Table(seats)
    table.deal(())
    assert words.on_average(12.5, lead, False, table.seen(0), NAMES[:seats]) == f"12.5 points on average, {whom}"
