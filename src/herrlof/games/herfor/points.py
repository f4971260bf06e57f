"""The points of the board: ints inside, names at the edge (F1).

A point is its place in a rhombus 13 wide, which holds the boards of all sizes: row a is 0 to 12, row b 13 to 25. So a
step along a line is the same shift everywhere, and 13 rows of 13 have room enough that no step off the board
lands on a point. A set of points is a bit board: bit `point` of an int.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Final, TypeAlias

from herrlof.games.json import Code

Point: TypeAlias = int
Bitboard: TypeAlias = Annotated[
    int,
    Code(
        lambda bitboard: [POINT_NAMES[point] for point in points_in(bitboard)],
        lambda names: parse_points(names),
        '{"type": "array", "items": {"type": "string"}}',
    ),
]

SIZES: Final = (5, 6, 7)
"""Points a side."""
WIDTH: Final = 2 * max(SIZES) - 1
CELLS: Final = WIDTH * WIDTH
STEPS: Final = (1, WIDTH, WIDTH + 1)
"""What a step adds along each of the three directions of lines: to the next number, row, and both at once."""
ROW_LETTERS: Final = "abcdefghijklm"


def row_of(point: Point) -> int:
    """Return the row of a point, from 0 on White's side."""
    return point // WIDTH


def number_of(point: Point) -> int:
    """Return the number of a point in its row, as people say it."""
    return point % WIDTH + 1


@cache
def rows(size: int) -> tuple[tuple[Point, ...], ...]:
    """Return the points of a board row by row, from White's side."""
    return tuple(
        tuple(range(WIDTH * row + max(1, row - size + 2) - 1, WIDTH * row + min(size + row, 2 * size - 1)))
        for row in range(2 * size - 1)
    )


POINT_NAMES: Final = tuple(f"{letter}{number}" for letter in ROW_LETTERS for number in range(1, WIDTH + 1))
"""The name of each place in the rhombus; 42 of them are points of no board."""
BOARDS: Final = {size: sum((1 << len(row)) - 1 << row[0] for row in rows(size)) for size in SIZES}
"""All points of a board, by size."""
POINT_COUNTS: Final = {size: board.bit_count() for size, board in BOARDS.items()}


def _bits_of_bytes() -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = [()]
    for bit in range(8):
        found += [(*bits, bit) for bits in found]
    return tuple(found)


_BITS: Final = _bits_of_bytes()
"""`_BITS[byte]`: which bits are set."""
_POINTS: Final = {name: point for point, name in enumerate(POINT_NAMES) if BOARDS[max(SIZES)] >> point & 1}


def parse_points(names: Sequence[str]) -> Bitboard:
    return sum(1 << point for point in {_POINTS[name] for name in names})


def points_in(board: Bitboard) -> list[Point]:
    """Return the points of a bit board, ascending."""
    return [
        8 * place + bit for place, byte in enumerate(board.to_bytes(CELLS // 8 + 1, "little")) for bit in _BITS[byte]
    ]


def parse_point(text: str, size: int) -> Point:
    """Return the point with this name; ValueError says in a sentence what the board has instead."""
    point = _POINTS.get(text)
    if point is not None and BOARDS[size] >> point & 1:
        return point
    last = ROW_LETTERS[2 * size - 2]
    there = [name[1:] for name, point in _POINTS.items() if BOARDS[size] >> point & 1 and name[0] == text[:1]]
    row = f"row {text[0]} runs from {there[0]} to {there[-1]}" if there else f"rows are a to {last}"
    raise ValueError(f"there's no point {text!r} on a board with {size} a side: {row}")


def neighbours(point: Point, size: int) -> list[Point]:
    """Return the points next to one, ascending."""
    return points_in(around(1 << point) & BOARDS[size])


def around(board: Bitboard) -> Bitboard:
    """Return the places next to any point of a bit board; some may lie off the board."""
    return board << 1 | board >> 1 | board << WIDTH | board >> WIDTH | board << WIDTH + 1 | board >> WIDTH + 1
