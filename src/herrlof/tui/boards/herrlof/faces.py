"""How Herrlof's cards look."""

from __future__ import annotations

from typing import Final

from herrlof.games.herrlof.cards import COLOUR_OF, RANK_OF, VALKNUT, Card, power_word
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.figures import FONTS

COLOURS: Final = ("blue", "green", "red", "yellow")
SHAPES: Final = "●■▲◆▼✕"
LETTERS: Final = "BGRYVH"

FONTS[7] |= {
    "valknut": "....#.... ...#.#... ..#####.. .#.#.#.#. ######### ......... .........",
    "hagalaz": "#...# ##..# #.#.# #.#.# #..## #...# #...#",
}
FONTS[5] |= {
    "valknut": "...#... ..###.. .#...#. ###.### .......",
    "hagalaz": "#..# ##.# #.## #..# #..#",
}


def _face(card: Card) -> Face:
    word = power_word(card)
    if card >= VALKNUT:
        name, sign = ("valknut", 4) if card == VALKNUT else ("hagalaz", 5)
        return Face(("white", "grey")[sign - 4], "", SHAPES[sign], LETTERS[sign], word, False, name)
    colour, rank = COLOUR_OF[card], str(RANK_OF[card])
    return Face(COLOURS[colour], rank, SHAPES[colour], LETTERS[colour], word, bool(word), rank)


FACES: Final = tuple(_face(card) for card in range(VALKNUT + 2))


def letter_of(card: Card) -> str:
    """Return the small letter that chooses a card."""
    return FACES[card].letter.lower()
