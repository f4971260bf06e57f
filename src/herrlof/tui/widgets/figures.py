"""Big figures and letters in half blocks, and charts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest
from typing import Final

from herrlof.tui.widgets.canvas import Canvas, Rect

_FIVE: Final = {
    "0": ".###. #...# #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": "####. ....# ....# .###. #.... #.... #####",
    "3": "####. ....# ....# .###. ....# ....# ####.",
    "4": "#...# #...# #...# ##### ....# ....# ....#",
    "5": "##### #.... #.... ####. ....# ....# ####.",
    "6": ".###. #.... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ....# .###.",
    "+": "..... ..#.. ..#.. ##### ..#.. ..#.. .....",
    "-": "..... ..... ..... ##### ..... ..... .....",
    ":": ". . # . # . .",
    ".": ". . . . . . #",
    "½": "#...# #..#. ...#. ..#.. .#.## #...# #..##",
    "A": ".###. #...# #...# ##### #...# #...# #...#",
    "C": ".#### #.... #.... #.... #.... #.... .####",
    "E": "##### #.... #.... ####. #.... #.... #####",
    "F": "##### #.... #.... ####. #.... #.... #....",
    "H": "#...# #...# #...# ##### #...# #...# #...#",
    "K": "#...# #..#. #.#.. ##... #.#.. #..#. #...#",
    "L": "#.... #.... #.... #.... #.... #.... #####",
    "M": "#...# ##.## #.#.# #...# #...# #...# #...#",
    "N": "#...# ##..# #.#.# #..## #...# #...# #...#",
    "O": "..#.. .#.#. #...# #...# #...# .#.#. ..#..",
    "P": "####. #...# #...# ####. #.... #.... #....",
    "Q": ".###. #...# #...# #...# #.#.# #..#. .##.#",
    "R": "####. #...# #...# ####. #.#.. #..#. #...#",
    "S": ".#### #.... #.... .###. ....# ....# ####.",
    "T": "##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#..",
    "W": "#...# #...# #...# #...# #.#.# ##.## #...#",
}
"""Seven rows of pixels each, top first."""
_THREE: Final = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "##. ..# .#. #.. ###",
    "3": "##. ..# .#. ..# ##.",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ##. ..# ##.",
    "6": ".## #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ##.",
    "A": ".#. #.# ### #.# #.#",
    "C": ".## #.. #.. #.. .##",
    "H": "#.# #.# ### #.# #.#",
    "K": "#.# #.# ##. #.# #.#",
    "M": "#.# ### ### #.# #.#",
    "P": "##. #.# ##. #.. #..",
    "Q": ".#. #.# #.# ### .##",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "N": "#.# ### ### ### #.#",
    "+": "... .#. ### .#. ...",
    "-": "... ... ### ... ...",
    ":": ". # . # .",
    ".": ". . . . #",
}
"""Five rows of pixels each."""
FONTS: Final[dict[int, dict[str, str]]] = {10: {}, 7: _FIVE, 6: {}, 5: _THREE}
"""By height. A board adds what its own cards show."""
_HALVES: Final = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


@cache
def pixels(text: str, height: int, doubled: bool = False) -> tuple[str, ...]:
    """Return the rows of pixels of a text in figures 7 or 5 pixels high; a name of a drawing stands for that."""
    if doubled:
        return tuple(["".join(2 * pixel for pixel in row) for row in pixels(text, height) for _half in range(2)])
    font = FONTS[height]
    names = [text] if text in font else list(text)
    drawn = [font[name].split(" ") for name in names]
    gap = "." if font is _THREE else ".."
    return tuple([gap.join(rows) for rows in zip(*drawn, strict=True)])


def paint(canvas: Canvas, x: int, y: int, rows: Sequence[str], ink: str, ground: str) -> None:
    """Draw rows of pixels in half blocks, two rows in each line; what is empty stays as it was."""
    for column, line, blocks in _blocks(tuple(rows)):
        canvas.put(x + column, y + line, blocks, ink, ground)


@cache
def _blocks(rows: tuple[str, ...]) -> Sequence[tuple[int, int, str]]:
    """Return the runs of half blocks that show rows of pixels, each with the column and the line where it begins."""
    found = []
    for line, pair in enumerate(zip_longest(rows[::2], rows[1::2], fillvalue="." * len(rows[0]))):
        blocks = "".join(_HALVES[both] for both in zip(*pair, strict=True))
        found += [(run.start(), line, run[0]) for run in re.finditer(r"\S+", blocks)]
    return found


def big(canvas: Canvas, x: int, y: int, text: str, ink: str, ground: str = "bg", height: int = 7) -> int:
    """Draw a number or word in half blocks; in ASCII the plain text in bold. Return the column after it."""
    if canvas.look.ascii or not all(letter in FONTS[height] for letter in text):
        return canvas.put(x, y + (height // 4), text, ink, ground, True)
    drawn = pixels(text, height)
    paint(canvas, x, y, drawn, ink, ground)
    return x + len(drawn[0])


SAID: Final = 18
"""Columns beside big figures of a score, that what is said of it has at least."""


def scores(canvas: Canvas, rect: Rect, points: Sequence[int], wins: Sequence[bool], least: int = 0) -> tuple[int, int]:
    """Write a score, big where there is room beside it for what is said of it; return where that begins.

    `least`: the column of the region before which it does not begin beside big figures.
    """
    x, y = rect.x + 3, rect.y
    wide = sum(big_width(str(count)) for count in points) + (2 + big_width(":") + 2) * (len(points) - 1) + 4
    if canvas.look.ascii or wide + 3 + SAID > rect.width:
        canvas.put(x - 1, y, " : ".join(map(str, points)), "text", "bg", True)
        return x - 1, y + 1
    for number, (count, won) in enumerate(zip(points, wins, strict=True)):
        if number:
            x = big(canvas, x + 2, y, ":", "dim") + 2
        x = big(canvas, x, y, str(count), "accent" if won else "text")
    return max(x + 4, rect.x + least), y


def big_width(text: str, height: int = 7) -> int:
    """Return how many columns a big figure takes."""
    return len(pixels(text, height)[0]) if all(letter in FONTS[height] for letter in text) else len(text)


def big_centre(canvas: Canvas, rect: Rect, y: int, text: str, ink: str, ground: str, height: int = 7) -> None:
    """Draw a number or word in half blocks in the middle of a region's columns; in ASCII the plain text."""
    width = len(text) if canvas.look.ascii else big_width(text, height)
    big(canvas, rect.x + (rect.width - width) // 2, y, text, ink, ground, height)


def bar(canvas: Canvas, x: int, y: int, width: int, parts: Sequence[tuple[float, str, str]], ground: str) -> None:
    """Draw a bar: each part is its share of the whole, its ink, and its sign where there is no colour."""
    at = 0.0
    for share, ink, sign in parts:
        begin, at = at, at + share
        left, right = round(begin * width), round(min(1.0, at) * width)
        canvas.put(x + left, y, (sign if canvas.look.plain else "█") * (right - left), ink, ground)


def columns(
    canvas: Canvas, rect: Rect, values: Sequence[float], marked: int, ground: str, pitch: int, width: int
) -> None:
    """Draw a chart of columns that stand on the bottom of a region, one of them marked."""
    most = max(*values, 1)
    for number, value in enumerate(values):
        eighths = round(value / most * rect.height * 2)
        x = rect.x + number * pitch
        ink = "accent" if number == marked else "weave"
        for row in range(rect.height):
            rest = eighths - row * 2
            sign = "█" if rest >= 2 else "▄" if rest == 1 else ""
            if sign:
                canvas.put(x, rect.bottom - 1 - row, sign * width, ink, ground)


def lines(
    canvas: Canvas, rect: Rect, series: Sequence[Sequence[float]], inks: Sequence[str], ground: str, goal: float | None
) -> None:
    """Draw values over time as lines of half blocks, the last series on top; the goal is a dashed line."""
    values = [value for row in series for value in row] + ([goal] if goal is not None else [])
    low, high = min(0.0, *values), max(1.0, *values)
    steps = max(1, max(map(len, series)) - 1)

    def level(value: float) -> int:
        return round((value - low) / (high - low) * (rect.height * 2 - 1))

    if goal is not None:
        canvas.put(rect.x, rect.bottom - 1 - level(goal) // 2, "╌" * rect.width, "line", ground)
    for place, (row, ink) in enumerate(zip(series, inks, strict=True)):
        last = None
        for column in range(rect.width):
            at = column / max(1, rect.width - 1) * steps
            index = min(int(at), len(row) - 1)
            after = min(index + 1, len(row) - 1)
            value = row[index] + (row[after] - row[index]) * (at - int(at))
            now = level(value)
            before = now if last is None else last
            steps_here = range(min(now, before + 1), max(now, before - 1) + 1)
            for step in steps_here:
                y = rect.bottom - 1 - step // 2
                sign = "█" if step ^ 1 in steps_here else "▀" if step % 2 else "▄"
                if canvas.look.plain:
                    sign = "█" if place == len(series) - 1 else "░"
                canvas.put(rect.x + column, y, sign, ink, ground)
            last = now
