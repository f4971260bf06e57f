"""How Herald's cards look."""

from __future__ import annotations

from typing import Final

from herrlof.games.herald.cards import (
    ARMOURED_PAWN,
    CHEST,
    COLOUR_LETTERS,
    COLOUR_OF,
    FIGURE_LETTERS,
    FIGURE_OF,
    HERALD,
    KINDS,
    NO_COLOUR,
    POINTS_OF,
    Card,
)
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.figures import FONTS

COLOURS: Final = ("yellow", "grey", "brown", "white")
"""Gold, silver, bronze, and the cards without a colour."""
SHAPES: Final = "◆■▲●"
MARKS: Final = tuple(
    letter or {HERALD: "He", CHEST: "Ch", ARMOURED_PAWN: "AP"}[figure] for figure, letter in enumerate(FIGURE_LETTERS)
)
"""What stands for each figure on a card, and at the head of a column."""
DRAWINGS: Final = {HERALD: "herald", CHEST: "chest", ARMOURED_PAWN: "armoured-pawn"}

FONTS[7] |= {
    "herald": "......... .......## .....#### ######### .....#### .#####.## .###.....",
    "chest": ".#######. #.......# ######### #...#...# #...#...# #.......# #########",
    "armoured-pawn": "...###... ..#...#.. ..#####.. ...###... .#######. #..###..# .#######.",
}
FONTS[5] |= {
    "herald": ".....## ...#### ####### .###.## .##....",
    "chest": ".#####. ####### #..#..# #.....# #######",
    "armoured-pawn": "..###.. ..#.#.. ..###.. .#####. #.###.#",
}


def _face(card: Card) -> Face:
    figure, colour = FIGURE_OF[card], COLOUR_OF[card]
    mark = MARKS[figure]
    letter = "" if colour == NO_COLOUR else COLOUR_LETTERS[colour]
    return Face(COLOURS[colour], mark, SHAPES[colour], letter, str(POINTS_OF[card]), art=DRAWINGS.get(figure, mark))


FACES: Final = tuple(map(_face, range(KINDS)))


def letters_of(card: Card) -> str:
    """Return the small letters that choose a card: those of its colour and of its figure."""
    return (FACES[card].letter + FACES[card].rank[:1]).lower()
