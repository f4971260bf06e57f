"""The engine against a second, naive implementation written from the rulings alone."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.games.herfor.points import BOARDS, SIZES, neighbours, parse_point
from herrlof.games.herfor.state import HerforState
from tests.games.differential import play_alike
from tests.games.herfor.board import GAME, names_in
from tests.games.herfor.naive import NaiveMatch, around
from tests.tiers import last, later


def agree(state: HerforState, naive: NaiveMatch) -> None:
    """Assert that both implementations are at the same point."""
    assert state.current_player() == naive.mover()
    assert set(map(GAME.encode, state.legal_actions())) == naive.legal()
    assert state.phase == naive.phase
    assert names_in(state.black) == {point for point, colour in naive.stones.items() if colour == "black"}
    assert names_in(state.white) == {point for point, colour in naive.stones.items() if colour == "white"}
    assert list(state.scores) == naive.scores()
    assert list(state.winners) == naive.winners()
    if naive.komi is not None:
        assert state.komi == naive.komi


def play_both(seed: int) -> None:
    """Play one random match in both and compare after every move.

    Half of the matches have a small komi, so that spending it does not put off the end in all of them.
    """
    rng = Random(seed)
    start = rng.choice(SIZES), rng.random() < 0.5, rng.randrange(2)
    komi = GAME.decode(f"komi {rng.randrange(4)}") if seed % 2 else None
    play_alike(GAME, HerforState(*start), NaiveMatch(*start), agree, rng, first=komi)


@pytest.mark.parametrize("batch", later(range(5), now=[0, 1]))
def test_50_random_matches_agree_move_by_move(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        play_both(seed)


@pytest.mark.parametrize("batch", last(range(20), second=range(2)))
def test_2000_random_matches_agree_move_by_move(batch: int) -> None:
    for seed in range(1000 + batch * 100, 1100 + batch * 100):
        play_both(seed)


@pytest.mark.parametrize("size", SIZES)
def test_both_have_the_same_points_and_neighbours(size: int) -> None:
    naive = NaiveMatch(size)
    assert names_in(BOARDS[size]) == set(naive.points)
    for name in naive.points:
        found = neighbours(parse_point(name, size), size)
        assert names_in(sum(1 << point for point in found)) == set(around(name)) & set(naive.points)
