"""The hexagon in cells: where its points lie in every size, and how ground, stones and marks are drawn.

It is painted in quarters of cells, so that stones are round and rows may be one and a half cells apart. Where a cell
would need three colours, the stone above keeps its corner.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from herrlof.games.herfor.actions import BLACK, WHITE
from herrlof.games.herfor.points import BOARDS, ROW_LETTERS, Bitboard, Point, number_of, points_in, row_of, rows
from herrlof.tui.boards.herfor.faces import ink, sign
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Cells, Rect
from herrlof.tui.widgets.pieces import paragraph


class Scale(NamedTuple):
    """How large a board is drawn."""

    across: int
    """Half the columns from a point to the next one of its row."""
    halves: int
    """The half rows from a row of points to the next."""
    margin: int
    """Columns of ground beside the columns of the outer points."""
    gap: int
    """Columns between the ground and the coordinates."""
    shape: tuple[tuple[int, int], ...]
    """From where to where a stone reaches in each of its half rows, in half columns."""

    @property
    def bricks(self) -> bool:
        """Whether a stone is two cells beside each other, and nothing lies between stones."""
        return self.across == 1

    @property
    def even(self) -> bool:
        """Whether rows of points lie in rows of cells."""
        return self.halves % 2 == 0

    @property
    def rise(self) -> int:
        """Half rows of ground above the half row of the uppermost points."""
        return 0 if self.bricks else max(2, len(self.shape) - 2)

    @property
    def above(self) -> int:
        """Half rows of a stone above that of its point."""
        return (len(self.shape) - 1) // 2


S: Final = Scale(1, 2, 0, 2, ((0, 4), (0, 4)))
M: Final = Scale(2, 3, 2, 1, ((-1, 3), (-2, 4), (-1, 3)))
L: Final = Scale(2, 4, 3, 2, ((-1, 3), (-2, 4), (-2, 4), (-1, 3)))
XL: Final = Scale(3, 6, 5, 2, ((-2, 4), (-3, 5), (-3, 5), (-2, 4)))
XXL: Final = Scale(4, 8, 6, 2, ((-2, 4), (-4, 6), (-5, 7), (-5, 7), (-4, 6), (-2, 4)))
XXXL: Final = Scale(
    5, 10, 7, 2, ((-3, 5), (-5, 7), (-6, 8), (-7, 9), (-7, 9), (-6, 8), (-5, 7), (-3, 5))
)  # fmt: skip
SCALES: Final = (S, M, L, XL, XXL, XXXL)

COLOURS: Final = ("felt", "board", "black", "stone", "legal", "cursor", "bg", "accent",
                  "mark-on-black", "mark-on-white", "risk-on-black", "risk-on-white")  # fmt: skip
"""What a quarter of a cell can be."""
_FELT, _BOARD, _BLACK, _WHITE, _LEGAL, _CURSOR, _BG, _FILLED = range(8)
_STONES: Final = (_BLACK, _WHITE)
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


class Marks(NamedTuple):
    """What is to be seen on a board beside its stones."""

    open: Bitboard = 0
    """Empty points on which a stone may be placed."""
    turned: Bitboard = 0
    """Stones that the last move turned over."""
    would_turn: Bitboard = 0
    """Stones that a stone on the point in focus would turn over."""
    at_risk: Bitboard = 0
    """Stones that the other side could turn over with its next stone."""
    last: Point | None = None
    """Where the last stone was placed."""
    focus: Point | None = None
    chosen: bool = False
    """Whether the point in focus is chosen, and not only where the focus was left."""
    side: int | None = None
    """Whose stone would lie on the point in focus, where one may be placed."""
    letters: Mapping[Point, str] = {}
    """Points that are named on the board by a letter."""


class Hexagon(NamedTuple):
    """A board at a place on a canvas."""

    size: int
    scale: Scale
    x: int
    """The column of its leftmost point."""
    y: int
    """The half row of its uppermost points."""

    def at(self, point: Point) -> tuple[int, int]:
        """Return the column and the half row of a point."""
        row = row_of(point)
        halves = 2 * (number_of(point) - 1) - row + self.size - 1
        return self.x + self.scale.across * halves, self.y + self.scale.halves * (2 * self.size - 2 - row)

    def cell(self, point: Point) -> tuple[int, int]:
        """Return the column and the row of the cell in which a point lies, and what is written there."""
        x, half = self.at(point)
        return x, half // 2

    def places(self, point: Point) -> list[Rect]:
        """Return the cells that belong to a point, for a click."""
        x, half = self.at(point)
        if self.scale.bricks:
            return [Rect(x, half // 2, 2, 1)]
        reach = self.scale.across - 1
        rise = (self.scale.halves - 2) // 4
        found = [Rect(x - reach, half // 2 - rise, 2 * reach + 1, 2 * rise + 1)]
        return found if self.scale.even else [*found, Rect(x, (half - 1) // 2, 1, 2)]

    @property
    def bottom(self) -> int:
        """The last half row of its ground."""
        return self.y + self.scale.halves * (2 * self.size - 2) + self.scale.rise + self.scale.even

    def ends(self, half: int) -> tuple[int, int]:
        """Return the first column of the ground in a half row, and the one after its last."""
        scale = self.scale
        if scale.even:
            away = abs(half // 2 - self.y // 2 - scale.halves // 2 * (self.size - 1))
            shift = away * scale.across * 2 // scale.halves
        else:
            row = min(max(0, (half - self.y + 1) // scale.halves), 2 * self.size - 2)
            shift = abs(row - self.size + 1) * scale.across
        last = self.x + 4 * scale.across * (self.size - 1) + scale.margin + scale.bricks
        return self.x - scale.margin + shift, last + 1 - shift


@lru_cache(maxsize=4)
def clickable(board: Hexagon) -> list[tuple[Rect, int]]:
    """Return the cells that belong to each point, by its place among all of them."""
    return [(rect, at) for at, point in enumerate(points_in(BOARDS[board.size])) for rect in board.places(point)]


def room(size: int, scale: Scale) -> tuple[int, int]:
    """Return the columns and rows that a board takes with its coordinates."""
    width = 4 * scale.across * (size - 1) + 1 + scale.bricks + 2 * (scale.margin + scale.gap + 1)
    return width, (Hexagon(size, scale, 0, scale.rise).bottom + 2) // 2 + 2


def scale_for(size: int, width: int, height: int, look: Look) -> Scale:
    """Return the largest scale at which a board fits; the smallest where none does."""
    fitting = [S]
    for scale in SCALES:
        columns, lines = room(size, scale)
        if columns <= width and lines <= height and (scale.even or not look.plain):
            fitting.append(scale)
    return fitting[-1]


def fitted(size: int, rect: Rect, look: Look) -> Hexagon:
    """Return the largest board that fits a region, in its middle."""
    scale = scale_for(size, rect.width, rect.height, look)
    width, height = room(size, scale)
    x, y = rect.x + max(0, rect.width - width) // 2, rect.y + max(0, rect.height - height) // 2
    return Hexagon(size, scale, x + scale.gap + 1 + scale.margin, 2 * (y + 1) + scale.rise)


def on(kind: str, side: int) -> str:
    """Return the ink of a mark on a stone: `mark` or `risk`."""
    return f"{kind}-on-{('black', 'white')[side]}"


# Drawing


Signs: TypeAlias = dict[int, tuple[str, str, bool]]
"""What is written in cells of a row: by column the sign, its ink, and whether it is bold."""


class _Ground(NamedTuple):
    """What every drawing of a board begins with."""

    left: int
    """The first column that is painted."""
    quarters: Mapping[int, bytes]
    """By half row the colours of the quarters of its cells."""
    lines: Mapping[int, Signs]
    """By row the lines of all three directions."""


@lru_cache(maxsize=4)
def _ground(board: Hexagon) -> _Ground:
    """Return the hexagon without anything on it."""
    whole, across = rows(board.size), board.scale.across
    begin, end = board.ends(board.at(whole[board.size - 1][0])[1])
    left, width = begin - 1, 2 * (end - begin + 2)
    quarters, lines = {}, defaultdict[int, Signs](dict)
    for half in range(board.y - board.scale.rise, board.bottom + 1):
        first, last = (2 * (x - left) for x in board.ends(half))
        quarters[half] = bytes(first) + bytes([_BOARD]) * (last - first) + bytes(width - last)
    for row, above in zip(whole, (*whole[1:], ()), strict=True) if board.scale.halves > 3 else ():
        there = {board.cell(point)[0] for point in above}
        for point in row:
            x, y = board.cell(point)
            for column in range(x - across * (point != row[0]), x + across * (point != row[-1]) + 1):
                lines[y][column] = "─", "grid", False
            for step in range(1, across):
                if x - across in there:
                    lines[y - step][x - step] = "╲", "grid", False
                if x + across in there:
                    lines[y - step][x + step] = "╱", "grid", False
    return _Ground(left, quarters, lines)


class _Painting:
    """A board while it is drawn: the colour of every quarter of its cells, and the signs in them."""

    def __init__(self, board: Hexagon, look: Look) -> None:
        self.board, self.scale, self.plain = board, board.scale, look.plain
        self.look = look
        ground = _ground(board)
        self.left = ground.left
        self.quarters = {half: bytearray(row) for half, row in ground.quarters.items()}
        self.signs = defaultdict[int, Signs](dict)
        self.dots = defaultdict[int, Signs](dict)
        """Open points, which are seen only where no stone lies."""

    def paint(self, half: int, begin: int, end: int, colour: int) -> None:
        """Paint a part of a half row, in half columns."""
        row = self.quarters[half]
        row[begin - 2 * self.left : end - 2 * self.left] = bytes([colour]) * (end - begin)

    def write(self, point: Point, text: str, colour: str, off: int = 0, bold: bool = True) -> None:
        """Write a sign at a point, or beside it."""
        x, y = self.board.cell(point)
        self.signs[y][x + off + (self.scale.bricks and not self.plain)] = text, colour, bold

    def square(self, point: Point, colour: int) -> None:
        """Paint half a cell in the middle of a point."""
        x, half = self.board.at(point)
        self.paint(half, 2 * x, 2 * x + 2, colour)

    def fill(self, point: Point, colour: int) -> None:
        """Paint the cells of a point in its row, as many as a stone takes there."""
        x, y = self.board.cell(point)
        begin, end = (0, 2) if self.plain else (0, 4) if self.scale.bricks else (-2, 4)
        for half in (2 * y, 2 * y + 1):
            self.paint(half, 2 * x + begin, 2 * x + end, colour)

    def open(self, point: Point) -> None:
        """Draw a point on which a stone may be placed."""
        x, y = self.board.cell(point)
        if self.plain or self.scale.bricks:
            self.dots[y][x + (not self.plain)] = "·", "legal", False
        elif self.scale.even:
            self.dots[y][x] = "•", "legal", False
        else:
            self.square(point, _LEGAL)

    def stone(self, point: Point, side: int, square: bool = False) -> None:
        """Draw a stone, without a mark."""
        if self.plain:
            self.write(point, sign(self.look, side), ink(side), bold=side == BLACK)
            return
        x, half = self.board.at(point)
        first = half - self.scale.above
        for number, (begin, end) in enumerate(self.scale.shape):
            if square:
                begin, end = self.scale.shape[1]
            self.paint(first + number, 2 * x + begin, 2 * x + end, _STONES[side])
        if self.scale.bricks:
            self.signs[half // 2][x] = "▏", "board", False

    def mark(self, point: Point, colour: str, text: str) -> None:
        """Mark a stone by a sign, or where it lies between rows of cells by half a cell."""
        if self.plain or self.scale.even:
            self.write(point, text, colour)
        else:
            self.square(point, COLOURS.index(colour))

    def marked(self, point: Point, side: int, marks: Marks) -> None:
        """Draw what is new about a stone: could be turned next, would turn, placed last, just turned."""
        stone = 1 << point
        if point != marks.last and not (marks.at_risk | marks.would_turn | marks.turned) & stone:
            return
        other, (dot, box) = ink(1 - side), "·●" if self.scale.bricks else "●■"
        for kind, those, shown in (("risk", marks.at_risk, "▼"), ("mark", marks.would_turn, "◆")):
            if those & stone:
                self.mark(point, "accent" if self.plain else on(kind, side), "!" if self.plain else shown)
                return
        if point == marks.last and self.plain:
            self.fill(point, _FILLED)
            self.write(point, sign(self.look, side), "on")
        elif point == marks.last:
            self.mark(point, other, box)
        elif marks.turned & stone and self.plain:
            self.write(point, sign(self.look, side, True), ink(side), bold=side == BLACK)
        elif marks.turned & stone:
            self.mark(point, other, dot)

    def cursor(self, point: Point, chosen: bool, stone: bool) -> None:
        """Draw the brackets or the corners of the cursor."""
        colour = "cursor" if chosen else "legal"
        x, half = self.board.at(point)
        if not self.scale.even:
            for row, column in product((half - 1, half + 1), (2 * x - 2, 2 * x + 2)):
                self.paint(row, column, column + 2, COLOURS.index(colour))
        elif self.scale.bricks and not self.plain:
            if chosen and not stone:
                self.fill(point, _CURSOR)
                colour = "on"
            for off, text in ((-1, "["), (0, "]")):
                self.write(point, text, colour, off)
        else:
            off = 1 if self.plain else self.scale.across
            self.write(point, "[", colour, -off, chosen)
            self.write(point, "]", colour, off, chosen)

    def draw(self, canvas: Canvas) -> None:
        empty = bytes(len(self.quarters[self.board.y]))
        for y in range((self.board.y - self.scale.rise) // 2, self.board.bottom // 2 + 1):
            above, below = self.quarters.get(2 * y, empty), self.quarters.get(2 * y + 1, empty)
            signs, dots = (*self.signs[y].items(),), (*self.dots[y].items(),)
            canvas.lay(self.left, y, _row(self.board, self.look, y, bytes(above), bytes(below), signs, dots))


Written: TypeAlias = tuple[tuple[int, tuple[str, str, bool]], ...]


@lru_cache(maxsize=256)
def _row(board: Hexagon, look: Look, y: int, above: bytes, below: bytes, signs: Written, dots: Written) -> Cells:
    """Return a row of cells: a step of the cursor changes few rows."""
    left, _, lines = _ground(board)
    written, under = dict(signs), {**lines.get(y, {}), **dict(dots)}
    letters, styles = [], []
    for x, quarters in enumerate(zip(above[::2], above[1::2], below[::2], below[1::2], strict=True), left):
        letter, colour, ground = _cell(quarters)
        bold = False
        if letter == " " and x in written:
            letter, colour, bold = written[x]
        elif letter == " " and ground == "board" and x in under:
            letter, colour, bold = under[x]
        letters.append(letter)
        styles.append(look.style(colour, ground, bold))
    return letters, styles


@cache
def _cell(quarters: tuple[int, int, int, int]) -> tuple[str, str, str]:
    """Return the sign, the ink and the ground of a cell with quarters of these colours."""
    if len(set(quarters)) > 2 and _FELT in quarters:
        quarters = tuple(colour or _BOARD for colour in quarters)  # type: ignore[assignment]  # there are still four
    counted = Counter(quarters)
    if len(counted) == 1:
        return " ", "text", COLOURS[quarters[0]]
    (ground, _), (kept, _) = counted.most_common(2)
    if _CURSOR in counted and _BOARD in counted:
        kept, ground = _CURSOR, _BOARD
    elif kept in (_FELT, _BOARD) and ground != _FELT:  # the felt is no ink where a terminal has its own
        kept, ground = ground, kept
    places = sum(1 << place for place, colour in enumerate(quarters) if colour == kept)
    return _QUARTERS[places], COLOURS[kept], COLOURS[ground]


def draw_board(canvas: Canvas, board: Hexagon, black: Bitboard, white: Bitboard, marks: Marks) -> None:
    """Draw ground, lines, points, stones, marks and coordinates on the felt, which is already there."""
    painting = _Painting(board, canvas.look)
    for point in points_in(BOARDS[board.size] & ~(black | white)):
        if marks.open >> point & 1:
            painting.open(point)
    for stones, side in ((black, BLACK), (white, WHITE)):
        for point in points_in(stones):
            painting.stone(point, side, not board.scale.even and point == marks.last)
            painting.marked(point, side, marks)
    for point, letter in marks.letters.items():
        painting.fill(point, _FILLED if painting.plain else _BG)
        painting.write(point, letter, "on" if painting.plain else "accent")
    if (focus := marks.focus) is not None:
        if marks.side is not None and not (painting.plain and focus in marks.letters):
            painting.stone(focus, marks.side)
            if focus in marks.letters:
                painting.write(focus, marks.letters[focus], on("mark", marks.side))
        painting.cursor(focus, marks.chosen, bool((black | white) >> focus & 1))
    painting.draw(canvas)
    _draw_coordinates(canvas, board, marks.focus if marks.chosen else None)


def draw_legend(canvas: Canvas, felt: Rect, board: Hexagon) -> None:
    """Write above a board of signs what those mean that nothing else tells, where there is room."""
    from herrlof.tui.boards.herfor import labels

    turned = " ".join(sign(canvas.look, side, True) for side in (BLACK, WHITE))
    if canvas.look.plain and (board.y - board.scale.rise) // 2 - felt.y > 2:
        texts = zip(("·", "!", turned), labels.legend(), strict=True)
        parts = [part for mark, text in texts for part in ((mark, "text", True), (f" {text}   ", "dim", False))]
        paragraph(canvas, Rect(felt.x + 2, felt.y + 1, felt.width - 3, 2), felt.y + 1, parts, "felt")


def _draw_coordinates(canvas: Canvas, board: Hexagon, focus: Point | None) -> None:
    """Write the letters of the rows and the numbers of the lines at both of their ends."""
    scale, whole = board.scale, rows(board.size)
    above, below = (board.y - scale.rise) // 2 - 1, board.bottom // 2 + 1

    def put(x: int, y: int, text: str, lit: bool) -> None:
        canvas.put(x, y, text, "accent" if lit else "dim", "felt", lit)

    for number, row in enumerate(whole):
        _, half = board.at(row[0])
        begin, end = board.ends(half)
        lit = focus is not None and row_of(focus) == number
        put(begin - scale.gap - 1, half // 2, ROW_LETTERS[number], lit)
        after = number_of(row[-1]) + 1
        if number >= board.size - 1:
            put(end + scale.gap, half // 2, ROW_LETTERS[number], lit)
        else:
            put(end + scale.gap, half // 2, str(after), focus is not None and number_of(focus) == after)
    for y, row, off in ((above, whole[-1], -scale.across), (below, whole[0], scale.across)):
        numbers = [number_of(point) for point in row]
        here = None if focus is None else number_of(focus)
        first = here if here in numbers else numbers[-1]
        for point, number in zip(row, numbers, strict=True):
            text = str(number)
            if not crowded(board, row) or (number - first) % 2 == 0:
                put(board.cell(point)[0] + off - (len(text) - 1), y, text, number == here)


def crowded(board: Hexagon, row: Sequence[Point]) -> bool:
    """Return whether the numbers of a row would run into each other, so that every other one is written."""
    return 2 * board.scale.across <= len(str(number_of(row[-1])))
