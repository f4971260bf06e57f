"""The last points of Herfor: exact values against a minimax in the naive engine, and where it is given up."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from herrlof.bots.herfor.evaluator import HerforEvaluator
from herrlof.bots.herfor.solver import MOST_EMPTY, solve
from herrlof.game import NOBODY, TERMINAL
from herrlof.games.herfor.points import POINT_COUNTS, SIZES
from herrlof.games.herfor.state import HerforState
from tests.games.herfor.board import GAME, Board
from tests.games.herfor.minimax import values
from tests.games.herfor.naive import NaiveMatch
from tests.tiers import last, later

EVALUATOR = HerforEvaluator()


def solved(state: HerforState) -> dict[str, float] | None:
    """Return what the solver says to the seat that is to move, in notation."""
    found = EVALUATOR.solved(state.observation(state.player), state.legal_actions())
    return None if found is None else {GAME.encode(action): value for action, value in found.items()}


def empty_points(state: HerforState) -> int:
    return POINT_COUNTS[state.size] - (state.black | state.white).bit_count()


def endings(seed: int, empty: range) -> Iterator[tuple[HerforState, NaiveMatch]]:
    """Yield the decisions of a random match with so many empty points, in both engines; seat 0 or 1 is Black.

    Half of the matches have komi left then: White is kept from spending it before.
    """
    rng = Random(seed)
    size, side = rng.choice(SIZES), rng.choice(["black", "white"])
    state, naive = HerforState(size), NaiveMatch(size)
    for move in (f"komi {rng.randrange(-2, 3)}", side):
        state.apply(GAME.decode(move))
        naive.do(move)
    while state.player != TERMINAL:
        if empty_points(state) in empty:
            yield state, naive
        legal = [move for move in map(GAME.encode, state.legal_actions()) if move != "spend" or rng.random() < 0.1]
        move = rng.choice(legal or ["spend"])
        state.apply(GAME.decode(move))
        naive.do(move)


# Against minimax in the naive engine


def check(seed: int, empty: range) -> int:
    """Compare the endings of a match; return how many decisions that were."""
    number = 0
    for state, naive in endings(seed, empty):
        assert solved(state) == values(naive), state.summary()
        number += 1
    return number


@pytest.mark.second
@pytest.mark.parametrize("batch", range(4))
def test_endings_are_worth_what_a_naive_minimax_says(batch: int) -> None:
    assert sum(check(seed, range(5)) for seed in range(10 * batch, 10 * batch + 10)) > 30


@pytest.mark.parametrize("batch", last(range(6), second=[0]))
def test_longer_endings_are_worth_what_a_naive_minimax_says(batch: int) -> None:
    assert sum(check(seed, range(5, 8)) for seed in range(1000 + 10 * batch, 1010 + 10 * batch)) > 20


@pytest.mark.second
@pytest.mark.parametrize("komi", later([1, 2, 3, 8], now=[2, 8]))
def test_more_komi_than_black_has_answers_is_worth_no_more_moves(komi: int) -> None:
    """F9: each point that White spends to some purpose makes Black place a stone."""
    spending = 0
    for seed in range(20):
        for state, naive in endings(seed, range(2, 4)):
            state.komi = naive.komi = komi
            found = solved(state)
            assert found == values(naive), state.summary()
            spending += "spend" in found
    assert spending > 10


@pytest.mark.second
def test_endings_with_every_kind_of_move_come_up() -> None:
    kinds, better = set(), 0
    for seed in range(40):
        for state, _ in endings(seed, range(2, 7)):
            found = solved(state) or {}
            kinds |= {move.split()[0] for move in found}
            better += "spend" in found and found["spend"] == max(found.values())
    assert kinds == {"place", "spend", "pass"}
    assert better


@pytest.mark.parametrize(("to_move", "margin"), [(0, -0.5), (1, -0.5)])
def test_who_passes_first_pays_for_it(to_move: int, margin: float) -> None:
    """F8: 46 black stones, 45 white ones and a komi of 1: who passes first loses by the half."""
    board = full_board(to_move)
    assert solved(board.state) == {"pass": margin}
    board.do("pass")
    assert solved(board.state) == {"pass": -margin}


def full_board(to_move: int) -> Board:
    """Return a full board, 46 to 45, with a komi of 1."""
    names = [f"{row}{number}" for row in "abcdefghijk" for number in range(1, 12)]
    points = [name for name in names if name in NaiveMatch(6).points]
    return Board(6, " ".join(points[:46]), " ".join(points[46:]), to_move, komi=1)


# A position in which a judgement by playouts called a losing move the best

LOST = """
i9 i10 c1 h11 h6 j9 a5 h4 f3 g7 b2 e1 i11 i7 k7 b4 g10 f4 f7 b6 e5 e9 e10 k11 a3 a1 h7 f8 k10 d2 c4 j6 h3 g6
d8 f6 e4 k8 d4 g5 c3 f10 d6 j7 i6 b1 g11 e6 j5 g3 f2 f1 f9 d5 j8 b3 i8 e8 j11 h10 d7 c7 c8 g4 c6 f5 h5 i4 e3
e7 a2 g9 g8 c5 h9
"""


@pytest.mark.second
def test_a_winning_move_is_first() -> None:
    board = Board(6, komi=-1)
    board.do(*(f"place {point}" for point in LOST.split()))
    assert board.state.player != board.state.black_seat
    found = solved(board.state)
    assert found is not None
    assert set(found) == board.legal()
    assert {move for move, value in found.items() if value > 0} == {"place d3", "place h8", "place i5"}
    assert max(found, key=lambda move: found[move]) in {"place d3", "place h8", "place i5"}
    assert found["place c2"] < 0


# What it takes


def test_it_is_given_up_after_so_many_nodes() -> None:
    tried = 0
    for state, _ in endings(1, range(MOST_EMPTY - 6, MOST_EMPTY + 2)):
        seen, legal = state.observation(state.player), state.legal_actions()
        if empty_points(state) > MOST_EMPTY:
            assert solve(seen, legal) == (None, 0)
        elif (few := solve(seen, legal, nodes=20)).nodes > 20:
            assert few == (None, 21)
            tried += 1
    assert tried


def test_only_who_is_to_move_is_told() -> None:
    for state, _ in endings(2, range(6)):
        for seat in (NOBODY, 0, 1):
            found = EVALUATOR.solved(state.observation(seat), state.legal_actions())
            assert (found is None) == (seat != state.player)
    before = GAME.new_state(2)
    assert EVALUATOR.solved(before.observation(0), before.legal_actions()) is None


def test_what_was_played_before_changes_nothing() -> None:
    """The same stones, however they came there: the observation tells more than the solver may ask."""
    for state, _ in endings(3, range(8)):
        world = GAME.determinize(state.observation(state.player), Random(1))
        assert isinstance(world, HerforState)
        world.moves, world.turned = [], 0
        assert solved(world) == solved(state)
