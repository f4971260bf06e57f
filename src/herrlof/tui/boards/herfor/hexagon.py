"""The hexagon in cells: where its points lie in every size, and how they and the stones are drawn."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from herrlof.games.herfor.actions import BLACK, WHITE
from herrlof.games.herfor.points import BOARDS, ROW_LETTERS, Bitboard, Point, number_of, points_in, row_of, rows
from herrlof.tui.theme import NONE, Look
from herrlof.tui.widgets.canvas import Canvas, Rect


class Scale(NamedTuple):
    """How large a board is drawn."""

    across: int
    """Half the columns from a point to the next one of its row."""
    down: int
    """The rows from a row of points to the next."""

    @property
    def reach(self) -> int:
        """How many columns a stone takes on each side of its middle."""
        return min(self.across, 3) - 1

    @property
    def rise(self) -> int:
        """How many rows a stone takes above and below its middle."""
        return int(self.down > 2)

    @property
    def edge(self) -> int:
        """How many columns beside the outer points their letters and numbers stand."""
        return max(3, self.reach + 2)


SCALES: Final = (Scale(1, 1), Scale(2, 1), Scale(2, 2), Scale(3, 3), Scale(4, 4))
"""Smallest first. The second is broader than it should be, for stones that fill three cells in a low window."""
STONES: Final = "●○"
TURNED: Final = "◉◎"
"""Stones that the last move turned over, or that a stone on the point in focus would."""
ASCII_STONES: Final = "XO"
ASCII_TURNED: Final = "xo"


class Marks(NamedTuple):
    """What is to be seen on a board beside its stones."""

    open: Bitboard = 0
    """Empty points on which the mover may place a stone."""
    turned: Bitboard = 0
    """Stones that the last move turned over."""
    would_turn: Bitboard = 0
    """Stones that a stone on the point in focus would turn over."""
    last: Point | None = None
    """Where the last stone was placed."""
    focus: Point | None = None
    chosen: bool = False
    """Whether the point in focus is chosen, and not only where the focus was left."""


class Hexagon(NamedTuple):
    """A board at a place on a canvas."""

    size: int
    scale: Scale
    x: int
    """The column of its leftmost point."""
    y: int
    """The row of its uppermost points."""

    def at(self, point: Point) -> tuple[int, int]:
        """Return the column and the row of a point."""
        row = row_of(point)
        halves = 2 * (number_of(point) - 1) - row + self.size - 1
        return self.x + self.scale.across * halves, self.y + self.scale.down * (2 * self.size - 2 - row)

    def place(self, point: Point) -> Rect:
        """Return the cells that belong to a point, for a click."""
        x, y = self.at(point)
        reach, rise = self.scale.reach, self.scale.rise
        return Rect(x - reach, y - rise, 2 * reach + 1, 2 * rise + 1)


def room(size: int, scale: Scale) -> tuple[int, int]:
    """Return the columns and rows that a board takes with its coordinates."""
    right = max(scale.reach + 1, scale.edge - scale.across + 1)
    width = scale.edge + 4 * scale.across * (size - 1) + 1 + right
    return width, 2 * (scale.down * (size - 1) + 1 + scale.rise)


def scale_for(size: int, width: int, height: int) -> Scale:
    """Return the largest scale at which a board fits; the smallest where none does."""
    needed = {scale: room(size, scale) for scale in SCALES}
    fitting = [scale for scale in SCALES if needed[scale][0] <= width and needed[scale][1] <= height]
    return fitting[-1] if fitting else SCALES[0]


def fitted(size: int, rect: Rect) -> Hexagon:
    """Return the largest board that fits a region, in its middle."""
    scale = scale_for(size, rect.width, rect.height)
    width, height = room(size, scale)
    x, y = rect.x + (rect.width - width) // 2, rect.y + (rect.height - height) // 2
    return Hexagon(size, scale, x + scale.edge, y + scale.rise)


def face(look: Look, side: int) -> tuple[str, str]:
    """Return the ground of a side's stones and the ink of the sign on them: Black's are the darker ones everywhere."""
    if look.theme == "light":
        return (("white", "white-ink"), ("bg", "text"))[side]
    return (("brown", "brown-ink"), ("white", "white-ink"))[side]


def inks(look: Look) -> tuple[str, str]:
    """Return the inks of Black's and White's signs on a ground of no stone."""
    return {"dark": "weave", "terminal": "brown-tint"}.get(look.theme, "text"), "text"


def signs(look: Look, turned: bool = False) -> str:
    """Return Black's and White's sign."""
    if look.ascii:
        return ASCII_TURNED if turned else ASCII_STONES
    return TURNED if turned else STONES


def draw_board(canvas: Canvas, board: Hexagon, black: Bitboard, white: Bitboard, marks: Marks, ground: str) -> None:
    """Draw lines, points, stones and coordinates on a ground that is already there."""
    if board.scale.down > 1:
        _draw_lines(canvas, board, ground)
    _draw_coordinates(canvas, board, marks.focus if marks.chosen else None, ground)
    for point in points_in(BOARDS[board.size]):
        stone = 1 << point
        if (black | white) & stone:
            _draw_stone(canvas, board, point, BLACK if black & stone else WHITE, marks, ground)
        else:
            _draw_empty(canvas, board, point, marks, ground)
    off = board.scale.reach + 1
    if marks.last is not None:
        x, y = board.at(marks.last)
        canvas.put(x - off, y, "(", "text", ground, True)
        canvas.put(x + off, y, ")", "text", ground, True)
    if marks.focus is not None and (marks.chosen or marks.focus != marks.last):
        x, y = board.at(marks.focus)
        ink = "accent" if marks.chosen else "dim"
        canvas.put(x - off, y, "[", ink, ground, marks.chosen)
        canvas.put(x + off, y, "]", ink, ground, marks.chosen)


def _draw_lines(canvas: Canvas, board: Hexagon, ground: str) -> None:
    """Draw the lines of all three directions."""
    scale, whole = board.scale.across, rows(board.size)
    for row in whole:
        x, y = board.at(row[0])
        canvas.put(x, y, "─" * (2 * scale * (len(row) - 1) + 1), "line", ground)
    for lower, upper in pairwise(whole):
        ends = {board.at(point)[0] for point in upper}
        for point in lower:
            x, y = board.at(point)
            for step in range(1, scale):
                if x - scale in ends:
                    canvas.put(x - step, y - step, "╲", "line", ground)
                if x + scale in ends:
                    canvas.put(x + step, y - step, "╱", "line", ground)


def _draw_coordinates(canvas: Canvas, board: Hexagon, focus: Point | None, ground: str) -> None:
    """Write the letters of the rows at their left ends, and the numbers where their lines end below."""
    edge, below = board.scale.edge, 1 + board.scale.rise

    def put(x: int, y: int, text: str, lit: bool) -> None:
        canvas.put(x, y, text, "accent" if lit else "dim", ground, lit)

    for number, row in enumerate(rows(board.size)):
        x, y = board.at(row[0])
        put(x - edge, y, ROW_LETTERS[number], focus is not None and row_of(focus) == number)
        if number < board.size - 1:
            x, y = board.at(row[-1])
            after = number_of(row[-1]) + 1
            put(x + edge, y, str(after), focus is not None and number_of(focus) == after)
    for point in rows(board.size)[0]:
        x, y = board.at(point)
        text = str(number_of(point))
        put(x + below, y + below, text, focus is not None and number_of(focus) == number_of(point))


def _draw_empty(canvas: Canvas, board: Hexagon, point: Point, marks: Marks, ground: str) -> None:
    """Draw a point: lit where the mover may place a stone."""
    x, y = board.at(point)
    lit = bool(marks.open >> point & 1)
    lined = board.scale.down > 1
    sign = ("+" if lit else ".") if canvas.look.ascii else "•" if lit else "·"
    if lit and point == marks.focus and marks.chosen:
        canvas.put(x, y, sign, "on", "accent", True)
    else:
        canvas.put(x, y, sign, "text" if lit else "line" if lined else "dim", ground)


def _draw_stone(canvas: Canvas, board: Hexagon, point: Point, side: int, marks: Marks, ground: str) -> None:
    """Draw a stone in as many cells as the scale has for it."""
    look, reach, rise = canvas.look, board.scale.reach, board.scale.rise
    x, y = board.at(point)
    would = bool(marks.would_turn >> point & 1)
    sign = signs(look, would or bool(marks.turned >> point & 1))[side]
    filled, ink = ("accent", "on") if would else face(look, side)
    if not reach or (look.theme == NONE and not would):
        canvas.fill(Rect(x - reach, y, 2 * reach + 1, 1), ground)
        canvas.put(x, y, sign, *((ink, filled) if would else (inks(look)[side], ground)), True)
        return
    canvas.fill(Rect(x - reach, y, 2 * reach + 1, 1), filled)
    if not look.ascii and look.theme != NONE:
        canvas.put(x - reach, y, "▐", filled, ground)
        canvas.put(x + reach, y, "▌", filled, ground)
        if rise:
            canvas.put(x - 1, y - 1, "▄▄▄", filled, ground)
            canvas.put(x - 1, y + 1, "▀▀▀", filled, ground)
    canvas.put(x, y, sign, ink, filled, True)
