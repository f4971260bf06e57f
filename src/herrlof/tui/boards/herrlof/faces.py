"""How Herrlof's cards look."""

from __future__ import annotations

from typing import Final

from herrlof.games.herrlof.cards import COLOUR_OF, NO_COLOUR, POWER_OF, RANK_OF, VALKNUT, Card, Colour
from herrlof.messages import cached_by_language
from herrlof.tui.boards.herrlof.letters import LETTERS
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.figures import FONTS

COLOURS: Final = ("blue", "green", "red", "yellow")
SHAPES: Final = "●■▲◆▼✕"
"""By these a card is chosen, whatever letters a language has for them."""

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
        return Face(("white", "grey")[sign - 4], "", SHAPES[sign], LETTERS.letters[sign], "", False, name)
    colour, rank = COLOUR_OF[card], str(RANK_OF[card])
    return Face(COLOURS[colour], rank, SHAPES[colour], LETTERS.letters[colour], "", POWER_OF[card] is not None, rank)


FACES: Final = tuple(_face(card) for card in range(VALKNUT + 2))


@cached_by_language
def face_of(card: Card) -> Face:
    """Return how a card looks, with the word for its power."""
    from herrlof.games.herrlof.words import power_word  # the home screen shows cards without words

    return FACES[card]._replace(word=power_word(card), letter=LETTERS.own(FACES[card].letter))


def letter_of(card: Card) -> str:
    """Return the small letter that chooses a card."""
    return FACES[card].letter.lower()


def trump_name(trump: Colour, letter: bool = True) -> str:
    """Return the name of trump in capitals, with its shape and letter."""
    from herrlof.games.herrlof import words
    from herrlof.tui.boards.herrlof import labels

    if trump == NO_COLOUR:
        return labels.Labels.no_trump.upper()
    name = f"{SHAPES[trump]} {words.colour_name(trump).upper()}"
    return f"{name} {LETTERS.said()[trump]}" if letter else name
