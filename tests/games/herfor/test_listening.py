"""The board as it is heard: what lies beside a point, and along its lines."""

from __future__ import annotations

import pytest

from herrlof.games.herfor import listening
from tests.games.herfor.board import Board
from tests.games.herfor.naive import all_points, around


def test_a_point_is_told_with_all_that_lies_beside_it() -> None:
    seen = Board(5, "e5 d4", "f6 e4").seen(0)
    assert listening.beside("E5", seen) == [
        "e5 Black, with 6 points beside it.", "Black: d4.", "White: e4 and f6.", "Empty: d5, e6 and f5.",
    ]  # fmt: skip
    assert listening.beside("a1", seen) == ["a1 empty, with 3 points beside it.", "Empty: a2, b1 and b2."]
    assert listening.beside("", seen)[0] == "Type look and a point, as in look e5."
    for wrong in ("e", "z9", "a9"):
        assert listening.beside(wrong, seen) == [f"{wrong} isn't on the board.", listening.shape(5)]


def test_lines_are_told_in_order_with_their_gaps() -> None:
    seen = Board(5, "e1 e2 a5", "e4 g3").seen(0)
    assert listening.along("e", seen) == ["From e1 to e9: e1 to e2 Black, e3 empty, e4 White, e5 to e9 empty."]
    assert listening.along("3", seen) == ["From a3 to g3: a3 to f3 empty, g3 White."]
    assert listening.along("a5", seen) == [
        "From a1 to a5: a1 to a4 empty, a5 Black.",
        "From a5 to i5: a5 Black, b5 to i5 empty.",
        "From a5 to e9: a5 Black, b6 to e9 empty.",
    ]
    assert listening.along("", seen)[0].startswith("Type line and a row, a number or a point")
    for wrong in ("k", "10", "0", "a9"):
        assert listening.along(wrong, seen) == [f"{wrong} isn't on the board.", listening.shape(5)]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_each_point_lies_on_three_lines_and_beside_its_neighbours(size: int) -> None:
    seen, board = Board(size).seen(0), set(all_points(size))
    for point in board:
        first, empty = listening.beside(point, seen)
        beside = sorted(board & set(around(point)))
        assert first == f"{point} empty, with {len(beside)} points beside it."
        assert sorted(empty.removeprefix("Empty: ").removesuffix(".").replace(" and ", ", ").split(", ")) == beside
        assert len(listening.along(point, seen)) == 3
    assert f"hexagon of {2 * size - 1} rows" in listening.shape(size)
