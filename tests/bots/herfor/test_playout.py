"""Playouts side by side: every field follows the rules, whatever lies in the fields beside it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean, pstdev

import pytest

from herrlof.bots.herfor.playout import PlayoutResult, Playouts, between, dangers, turned_side_by_side
from herrlof.game import TERMINAL
from herrlof.games.herfor.invasion import invasions, placements, turned_by
from herrlof.games.herfor.points import BOARDS, POINT_COUNTS, SIZES, Bitboard, points_in
from herrlof.games.herfor.state import HerforState
from tests.games.herfor.board import Board, mask

MATCHES = 24
every_size = pytest.mark.parametrize("size", SIZES)


class Watched(Playouts):
    """Playouts whose choices are checked against the rules for one board."""

    checked = 0

    def watch(self, size: int) -> Watched:
        self.size = size
        return self

    def _preferred(self, own: int, other: int, empty: int, moves: int, invading: int) -> int:
        self.now = own, other, moves
        liked = super()._preferred(own, other, empty, moves, invading)
        for mine, theirs, allowed, kept in zip(*map(self._fields, (own, other, moves, liked)), strict=True):
            assert allowed == placements(mine, theirs, BOARDS[self.size]) or not mine | theirs | allowed
            assert kept & allowed == kept
            assert bool(kept) == bool(allowed)
            invade = invasions(mine, theirs, allowed)
            assert not invade or kept & invade == kept
        return liked

    def _chosen(self, moves: int, bits: Callable[[], int]) -> int:
        stones = super()._chosen(moves, bits)
        own, other, _ = self.now
        turned = turned_side_by_side(own, other, stones, between(own, other))
        fields = map(self._fields, (own, other, moves, stones, turned))
        for mine, theirs, allowed, stone, turns in zip(*fields, strict=True):
            assert stone.bit_count() == bool(allowed)
            assert stone & allowed == stone
            assert turns == (turned_by(mine, theirs, stone.bit_length() - 1) if stone else 0)
            self.checked += 1
        return stones


def positions(size: int, number: int) -> list[HerforState]:
    """Return positions from random matches, each at another moment; the sides to move differ."""
    rng, found = Random(size), []
    for place in range(number):
        state = Board(size).state
        for _ in range(POINT_COUNTS[size] * place // number):
            if state.player != TERMINAL:
                state.apply(rng.choice(state.legal_actions()))
        found.append(state)
    return found


def sides(states: list[HerforState]) -> tuple[list[Bitboard], list[Bitboard]]:
    """Return the stones of the side to move, and those of the other one."""
    turned = [state.player == state.black_seat for state in states]
    return (
        [state.black if black else state.white for state, black in zip(states, turned, strict=True)],
        [state.white if black else state.black for state, black in zip(states, turned, strict=True)],
    )


@pytest.mark.second
@every_size
def test_every_field_follows_the_rules(size: int) -> None:
    playouts = Watched(size, MATCHES, Random(1)).watch(size)
    states = positions(size, MATCHES - 3)  # some fields stay empty
    assert len(playouts.play(*sides(states))) == len(states)
    assert len(playouts.play(*sides(states), [*range(len(states))])) == len(states)
    assert playouts.checked > 40 * MATCHES


@every_size
def test_fields_do_not_touch(size: int) -> None:
    """Full boards beside an empty one stay full, and their stones invade nothing in it."""
    playouts = Playouts(size, 3, Random(1))
    board = BOARDS[size]
    for black, white in ((board, 0), (0, board)):
        first, middle, last = playouts.play([black, 0, black], [white, 0, white])
        ahead = board.bit_count() if black else -board.bit_count()
        assert first == last == PlayoutResult(ahead, None)
        assert middle.last is not None


def test_the_last_stone_is_described() -> None:
    """Only the second side can place on a1: it does so after a pass, and the first one cannot answer."""
    board = BOARDS[5]
    playouts = Playouts(5, 2, Random(1))
    empty = board ^ mask("a1")
    found = playouts.play([empty ^ mask("i9"), mask("i9")], [mask("i9"), empty ^ mask("i9")])
    assert found == [PlayoutResult(59 - 2, False), PlayoutResult(2 - 59, True)]


def naive_dangers(mine: Bitboard, theirs: Bitboard, board: Bitboard) -> tuple[Bitboard, Bitboard]:
    """Return the same as `dangers`, found by trying: stones on lines of their own, so that nothing else interferes."""
    empty = board ^ mine ^ theirs
    answers = invasions(theirs, mine, empty)
    exposed = 0
    for point in points_in(empty):
        stone = 1 << point
        for answer in points_in(invasions(theirs, mine | stone, empty ^ stone)):
            if turned_by(theirs, mine | stone, answer) & stone:
                exposed |= stone
    return answers, exposed


@every_size
def test_dangers_are_where_the_other_side_could_invade(size: int) -> None:
    for state in positions(size, 40):
        (mine,), (theirs,) = sides([state])
        assert dangers(mine, theirs, BOARDS[size] ^ mine ^ theirs)[0] == naive_dangers(mine, theirs, BOARDS[size])[0]


@pytest.mark.parametrize(
    ("own", "other", "exposed"),
    [("c3", "", "c5"), ("c3", "c4", "c6"), ("c3", "c5", "c6"), ("c3", "", "e3"), ("e5", "", "c3"), ("c5", "c3", "c2")],
)
def test_a_stone_is_exposed_where_one_empty_point_divides_it_from_another(own: str, other: str, exposed: str) -> None:
    board, mine, theirs = BOARDS[6], mask(own), mask(other)
    found = dangers(mine, theirs, board ^ mine ^ theirs)[1]
    assert found & mask(exposed)
    assert naive_dangers(mine, theirs, board)[1] & mask(exposed)


def test_playouts_are_as_even_and_as_full_as_random_matches() -> None:
    playouts = Playouts(6, 64, Random(3))
    found = [played for _ in range(8) for played in playouts.play([0] * 64, [0] * 64)]
    assert abs(fmean(played.ahead for played in found)) < 3
    assert 0.4 < fmean(2 * played.ahead + (1 if played.last else -1) > 0 for played in found) < 0.6


def test_with_a_key_of_its_own_a_match_goes_the_same_way_wherever_it_is_played() -> None:
    playouts = Playouts(6, 8, Random(1))
    mine, theirs = sides(positions(6, 8))
    keys = [3, 1, 4, 1, 5, 9, 2, 6]
    found = playouts.play(mine, theirs, keys)
    assert playouts.play(mine[::-1], theirs[::-1], keys[::-1]) == found[::-1]
    assert [Playouts(6, 1, Random(2)).play([own], [other], [key]) for own, other, key in
            zip(mine, theirs, keys, strict=True)] == [[one] for one in found]  # fmt: skip
    ahead = [played.ahead for played in Playouts(6, 256, Random(3)).play([0] * 256, [0] * 256, range(256))]
    assert abs(fmean(ahead)) < 4
    assert pstdev(ahead) > 5


def test_the_same_generator_gives_the_same_playouts() -> None:
    first, second = (Playouts(5, 8, Random(4)).play([0] * 8, [0] * 8) for _ in range(2))
    assert first == second
