"""A rectangle of styled cells, on which everything that is not a form is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len, chop_cells
from rich.segment import Segment

from herrlof.tui.theme import ASCII, CellStyle, Look

Part: TypeAlias = tuple[str, str, bool]
"""A piece of a line: its text, its ink by name, and whether it is bold."""
BLANK: Final = " ▏"
"""Signs at the left edge of a card that tell nothing: the second one divides it from its neighbour."""


Cells: TypeAlias = tuple[list[str], list[CellStyle]]
"""The letters of a row and their styles; the second cell of a wide letter has no letter."""


class Rect(NamedTuple):
    """A region in cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column beside it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def inset(self, columns: int) -> Rect:
        """Return it with so many columns less at both sides."""
        return self._replace(x=self.x + columns, width=self.width - 2 * columns)

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom


class Canvas:
    """Cells in rows; a wide letter takes two, the second of them empty."""

    def __init__(self, width: int, height: int, look: Look) -> None:
        """Start with an empty ground."""
        self.width = width
        self.height = height
        self.columns, self.rows = range(width), range(height)
        self.look = look
        blank = look.style("text")
        self._letters = [[" "] * width for _ in range(height)]
        self._styles = [[blank] * width for _ in range(height)]

    # Drawing

    def fill(self, rect: Rect, ground: str, ink: str = "text") -> None:
        """Fill a region with spaces."""
        style = self.look.style(ink, ground)
        left, right = max(0, rect.x), min(self.width, rect.right)
        if right <= left:
            return
        for y in range(max(0, rect.y), min(self.height, rect.bottom)):
            self._letters[y][left:right] = [" "] * (right - left)
            self._styles[y][left:right] = [style] * (right - left)

    def put(self, x: int, y: int, text: str, ink: str = "text", ground: str = "bg", bold: bool = False) -> int:
        """Write a text from a cell on, as far as it fits; return the column after it."""
        if y not in self.rows:
            return x + len(text)
        style = self.look.style(ink, ground, bold)
        letters, styles = self._letters[y], self._styles[y]
        if text.isascii() or len(text) == cell_len(text):
            if x < 0:
                text, x = text[-x:], 0
            text = text[: max(0, self.width - x)]
            end = x + len(text)
            letters[x:end] = text
            styles[x:end] = [style] * len(text)
            return end
        for letter in text:
            size = cell_len(letter)
            if size == 0:
                if x > 0 and x - 1 < self.width:
                    letters[x - 1] += letter
                continue
            if x >= 0 and x + size <= self.width:
                letters[x] = letter
                styles[x] = style
                if size == 2:
                    letters[x + 1] = ""
                    styles[x + 1] = style
            x += size
        return x

    def chip(self, x: int, y: int, text: str, colour: str, bold: bool = True) -> int:
        """Write a text that begins with a space on the face of a card; return the column after it."""
        end = self.put(x, y, text, f"{colour}-ink", colour, bold)
        if text:
            self.stripe(x, y, colour)
        return end

    def stripe(self, x: int, y: int, face: str, height: int = 1) -> None:
        """Paint the left edge of a card where the card itself has no colour, but for what is written there."""
        style = self.look.stripe(face)
        if style is None or x not in self.columns:
            return
        for row in range(max(0, y), min(self.height, y + height)):
            if self._letters[row][x] in BLANK:
                self._letters[row][x], self._styles[row][x] = " ", style

    def lay(self, x: int, y: int, cells: Cells) -> None:
        """Put finished cells into a row, as far as they fit."""
        if y not in self.rows:
            return
        letters, styles = cells
        skipped = max(0, -x)
        left, room = max(0, x), min(len(letters) - skipped, self.width - max(0, x))
        if room > 0:
            self._letters[y][left : left + room] = letters[skipped : skipped + room]
            self._styles[y][left : left + room] = styles[skipped : skipped + room]

    def parts(self, x: int, y: int, parts: Iterable[Part], ground: str = "bg") -> int:
        """Write pieces one after the other; return the column after them."""
        for text, ink, bold in parts:
            x = self.put(x, y, text, ink, ground, bold)
        return x

    def right(self, right: int, y: int, parts: Sequence[Part], ground: str = "bg") -> int:
        """Write pieces so that they end before column `right`; return where they begin."""
        x = right - width_of(parts)
        self.parts(x, y, parts, ground)
        return x

    def centre(self, rect: Rect, y: int, text: str, ink: str = "text", ground: str = "bg", bold: bool = False) -> int:
        """Write a text in the middle of a region's columns; return where it begins."""
        x = rect.x + (rect.width - cell_len(text)) // 2
        self.put(x, y, text, ink, ground, bold)
        return x

    def lower(self, first: int, by: int) -> None:
        """Move all from row `first` on down by some rows, which are empty then."""
        for y in range(self.height - 1, first + by - 1, -1) if by else ():
            self.lay(0, y, (self._letters[y - by], self._styles[y - by]))
        self.fill(Rect(0, first, self.width, by), "bg")

    # Reading

    def drawn(self, first: int = 0) -> tuple[int, int]:
        """Return the first row from `first` on with something on it, and the one after the last: where it ends."""
        blank, rows = self.look.style("text").blank, zip(self._letters, self._styles, strict=True)
        used = [
            y
            for y, (letters, styles) in enumerate(rows)
            if y >= first and (any(map(str.strip, letters)) or any(style.blank != blank for style in styles))
        ]
        return (used[0], used[-1] + 1) if used else (first, first)

    def begins(self, rect: Rect) -> tuple[int, int]:
        """Return the cell of the first letter or digit in a region; else of the first sign, else its corner."""
        left = max(0, rect.x)
        rows = [(y, self._letters[y][left : rect.right]) for y in range(rect.y, rect.bottom) if y in self.rows]
        for wanted in (str.isalnum, str.strip):
            for y, letters in rows:
                if (place := next(filter(wanted, letters), None)) is not None:
                    return left + letters.index(place), y
        return rect.x, rect.y

    def copied(self, rect: Rect) -> list[Cells]:
        """Return the rows of a region, to be laid again."""
        left, right = rect.x, rect.right
        return [(self._letters[y][left:right], self._styles[y][left:right]) for y in range(rect.y, rect.bottom)]

    def cells(self, y: int) -> Cells:
        """Return a copy of a row, in the letters that are painted."""
        letters = self._letters[y]
        painted = [letter.translate(ASCII) for letter in letters] if self.look.ascii else letters[:]
        return painted, self._styles[y][:]

    def strip(self, y: int) -> list[Segment]:
        """Return a row as segments of one style each; a space takes any style of its ground, so that they are few."""
        letters, styles = self._letters[y], self._styles[y]
        found: list[tuple[str, CellStyle, bool]] = []
        begin = 0
        for end in [*compress(range(1, self.width), map(is_not, styles[1:], styles)), self.width]:
            style, text = styles[begin], "".join(letters[begin:end])
            begin, blank = end, text.isspace()
            if found and (blank or found[-1][2]) and style.blank == found[-1][1].blank:
                before, other, empty = found.pop()
                text, style, blank = before + text, style if empty else other, blank and empty
            found.append((text, style, blank))
        return [Segment(text.translate(ASCII) if self.look.ascii else text, style) for text, style, _ in found]


def wrapped(parts: Sequence[Part], width: int, lines: int = 99) -> Sequence[Sequence[Part]]:
    """Return pieces broken into lines at spaces; what is left after the last line ends in `…`."""
    return _wrapped(tuple(parts), max(1, width), lines)


@lru_cache(maxsize=256)
def _wrapped(parts: tuple[Part, ...], width: int, lines: int) -> Sequence[Sequence[Part]]:
    """Do it once for a text that is measured and then drawn, or drawn again at the next key."""
    found: list[list[Part]] = [[]]
    used = 0
    for text, ink, bold in parts:
        for number, word in enumerate(text.split(" ")):
            space = number > 0
            size = cell_len(word)
            if used and used + space + size > width and word:
                found.append([])
                used, space = 0, False
            if space and used:
                word, size = f" {word}", size + 1
            elif space and not word:
                continue
            if size > width:  # a word longer than a line
                *lines_of_it, word = chop_cells(word, width)
                for line in lines_of_it:
                    found[-1].append((line, ink, bold))
                    found.append([])
                used, size = 0, cell_len(word)
            if word:
                found[-1].append((word, ink, bold))
                used += size
    if len(found) > lines:
        found = found[:lines]
        last = found[-1]
        room = width - width_of(last)
        if room < 1 and last:
            text, ink, bold = last[-1]
            last[-1] = (text[:-1], ink, bold)
        last.append(("…", "dim", False))
    return found


def width_of(parts: Iterable[Part]) -> int:
    """Return how many columns pieces take."""
    return sum(cell_len(text) for text, _, _ in parts)


def cut_parts(parts: Sequence[Part], width: int) -> Sequence[Part]:
    """Return pieces in at most so many cells, ending in `…` where something is missing."""
    if width_of(parts) <= width:
        return parts
    found: list[Part] = []
    for text, ink, bold in parts:
        if cell_len(text) >= width:
            return [*found, (cut(f"{text}…", width), ink, bold)]
        found.append((text, ink, bold))
        width -= cell_len(text)
    return found


def cut(text: str, width: int) -> str:
    """Return a text in at most so many cells, ending in `…` where something is missing."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return f"{text}{'…'[:width]}"
