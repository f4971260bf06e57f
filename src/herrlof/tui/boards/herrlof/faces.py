"""How Herrlof's cards look."""

from __future__ import annotations

from typing import Final

from herrlof.games.herrlof.cards import COLOUR_OF, NO_COLOUR, RANK_OF, VALKNUT, Card, Colour
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.figures import FONTS

COLOURS: Final = ("blue", "green", "red", "yellow")
RANKS_WITH_POWER: Final = (1, 3, 6, 9)
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
    if card >= VALKNUT:
        name, sign = ("valknut", 4) if card == VALKNUT else ("hagalaz", 5)
        return Face(("white", "grey")[sign - 4], "", SHAPES[sign], LETTERS[sign], "", False, name)
    colour, rank = COLOUR_OF[card], str(RANK_OF[card])
    return Face(COLOURS[colour], rank, SHAPES[colour], LETTERS[colour], "", RANK_OF[card] in RANKS_WITH_POWER, rank)


FACES: Final = tuple(_face(card) for card in range(VALKNUT + 2))


def face_of(card: Card) -> Face:
    """Return how a card looks, with the word for its power."""
    from herrlof.games.herrlof.words import power_word  # the home screen shows cards without words

    return FACES[card]._replace(word=power_word(card))


def letter_of(card: Card) -> str:
    """Return the small letter that chooses a card."""
    return FACES[card].letter.lower()


def trump_name(trump: Colour, letter: bool = True) -> str:
    """Return the name of trump in capitals, with its shape and letter."""
    from herrlof.games.herrlof import words

    if trump == NO_COLOUR:
        return words.Labels.no_trump.upper()
    name = f"{SHAPES[trump]} {words.colour_name(trump).upper()}"
    return f"{name} {LETTERS[trump]}" if letter else name
