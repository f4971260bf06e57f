"""A match of Herfor driven in notation, for tests that read like the rules page."""

from __future__ import annotations

from typing import Final

from herrlof.games import GAMES
from herrlof.games.herfor.points import POINT_NAMES, ROW_LETTERS, points_in
from tests.games.driven import Driven

GAME: Final = GAMES["herfor"]
BLACK, WHITE = 0, 1
"""The seats of the two sides, wherever a test does not say otherwise."""
DIRECTIONS: Final = ("row", "number", "diagonal")


def line_of(direction: str, size: int) -> list[str]:
    """Return the points of the longest line in a direction."""
    letters = ROW_LETTERS[: 2 * size - 1]
    return {
        "row": [f"{letters[size - 1]}{number}" for number in range(1, 2 * size)],
        "number": [f"{letter}{size}" for letter in letters],
        "diagonal": [f"{letter}{number}" for number, letter in enumerate(letters, 1)],
    }[direction]


def names_in(board: int) -> set[str]:
    """Return the points of a bit board by name."""
    return {POINT_NAMES[point] for point in points_in(board)}


def mask(points: str) -> int:
    """Return the bit board of points by name."""
    return sum(1 << POINT_NAMES.index(point) for point in points.split())


class Board(Driven):
    """A match whose komi is named and whose sides are taken, with stones set up by hand."""

    game = GAME

    def __init__(self, size: int = 6, black: str = "", white: str = "", to_move: int = BLACK, komi: int = 0) -> None:
        super().__init__(state := GAME.new_state(2, size=size, namer=WHITE))
        self.do(f"komi {komi}", "black")
        state.black, state.white = mask(black), mask(white)
        state.player = to_move

    @classmethod
    def line(cls, stones: str, line: list[str], size: int = 6, to_move: int = BLACK) -> Board:
        """Return a board with stones from the beginning of a line on, as in `W B _ W`."""
        at = dict(zip(line, stones.split(), strict=False))
        held = {letter: " ".join(point for point, stone in at.items() if stone == letter) for letter in "BW"}
        return cls(size, held["B"], held["W"], to_move)

    def may_place(self, point: str) -> bool:
        return f"place {point}" in self.legal()

    def open_points(self) -> set[str]:
        """Return where the mover may place a stone."""
        return {move.removeprefix("place ") for move in self.legal() if move.startswith("place ")}

    def place(self, point: str) -> set[str]:
        """Place a stone; return what turned over."""
        black, white = self.black, self.white
        self.do(f"place {point}")
        return black & self.white | white & self.black

    @property
    def black(self) -> set[str]:
        return names_in(self.state.black)

    @property
    def white(self) -> set[str]:
        return names_in(self.state.white)
