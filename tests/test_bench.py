"""The measurements measure what they say."""

from __future__ import annotations

import pytest

from herrlof.bench import decisions, first_card, random_match, rates, thinking
from herrlof.bots.quick import QuickRandom


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_card_is_the_leaders(seats: int) -> None:
    state, seen = first_card(seats, QuickRandom(1))
    assert (seen.phase, seen.seat, seen.seat) == ("play", state.leader, state.player)
    assert not [what for _, what, _ in seen.history if what == "play"]


def test_rates_count_games_and_moves() -> None:
    games, moves, all_moves = rates(lambda: (1, 30, 2), 0.01)
    assert moves == pytest.approx(30 * games)
    assert all_moves == pytest.approx(32 * games)


def test_a_random_match_has_its_rounds() -> None:
    rounds, moves, chances = random_match(2, QuickRandom(2))
    assert 3 <= rounds <= 10
    assert moves > 32 * rounds
    assert chances >= rounds


def test_worlds_and_playouts_are_counted() -> None:
    assert min(thinking(2, 0.02, QuickRandom(3))) > 10


def test_only_choices_are_timed() -> None:
    """A round has a prediction and at most 15 cards, of which the last is none to choose."""
    times = decisions("rules", 2, QuickRandom(4))
    assert 10 < times.counts.total() < 40
