"""How the cards of How-Ruck! look."""

from __future__ import annotations

from typing import Final

from herrlof.games.how_ruck import words
from herrlof.games.how_ruck.cards import (
    ADRENALINE,
    CHANGE_SIDES,
    COLOUR_OF,
    DIRTY_TRICK,
    FIRST_ACTION,
    GOOD_BYE,
    HAS_TEXT,
    HOW_RUCK,
    KINDS,
    MONSTROUS,
    MUCHO_MACHO,
    NESSIE,
    NESSIE_VALUE,
    REINFORCEMENTS,
    ROPE_BREAKS,
    VALUE_OF,
    WEAK_WINS,
    Card,
)
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.figures import FONTS

COLOURS: Final = ("red", "blue", "green", "white")
SHAPES: Final = "▲●■◆"
LETTERS: Final = "RBGW"

_DRAWINGS: Final[dict[Card, str]] = {
    ADRENALINE: "bolt",
    DIRTY_TRICK: "hand",
    HOW_RUCK: "call",
    MUCHO_MACHO: "macho",
    WEAK_WINS: "weak",
    ROPE_BREAKS: "broken",
    CHANGE_SIDES: "sides",
    GOOD_BYE: "bye",
    MONSTROUS: "nessie",
    REINFORCEMENTS: "more",
}
"""The drawing of each action."""

FONTS[7] |= {
    "nessie": ".##...... .###..... ..##..... ..##..##. ..##.#### .######## ..#.#..#.",
    "bolt": "....###.. ...###... ..###.... .######.. ...###... ..##..... .#.......",
    "hand": ".#.#.#... .#.#.#.#. .#.#.#.#. .#######. ..######. ..#####.. ...###...",
    "call": "...###... ...###... ...###... ...###... ......... ...###... ...###...",
    "macho": "....##### .......## ......#.# ..###..#. .#...#... .#...#... ..###....",
    "weak": "...###... ...###... ...###... .#######. ..#####.. ...###... ....#....",
    "broken": "......... ##.#..... #.##...## ###.#.### ##...##.# .....#.## .........",
    "sides": ".....#... .....##.. #######.. ......... ..####### ..##..... ...#.....",
    "bye": ".#.....#. ..#...#.. ...#.#... ....#.... ...#.#... ..#...#.. .#.....#.",
    "more": "......... .#...###. .#......# ###..###. .#......# .#...###. .........",
    "!": "## ## ## ## .. ## ##",
    "U": "#...# #...# #...# #...# #...# #...# .###.",
}
FONTS[5] |= {
    "nessie": "##..... .#..##. .#.#### .###### ..#..#.",
    "bolt": "...##.. ..##... .#####. ...##.. ..#....",
    "hand": "#.#.#.. #.#.#.. ######. .#####. ..###..",
    "call": "..###.. ..###.. ..###.. ....... ..###..",
    "macho": "...#### ......# .###.#. #...#.. .###...",
    "weak": "..###.. ..###.. ####### .#####. ...#...",
    "broken": "##.#... #.##..# ###.### #..##.# ...#.##",
    "sides": "....#.. ######. ....... .###### ..#....",
    "bye": "#...#.. .#.#... ..#.... .#.#... #...#..",
    "more": ".#.##.. .#...#. ###.##. .#...#. .#.##..",
    "!": "# # # . #",
    "U": "#.# #.# #.# #.# ###",
    "O": "### #.# #.# #.# ###",
    "W": "#.# #.# ### ### #.#",
    "R": "##. #.# ##. #.# #.#",
}


def _face(card: Card) -> Face:
    if card >= FIRST_ACTION:
        return Face("yellow", "", "", "", "", True, _DRAWINGS[card])
    if card == NESSIE:
        return Face("white", str(NESSIE_VALUE), "~", "N", "", False, "nessie")
    colour, value = COLOUR_OF[card], str(VALUE_OF[card])
    return Face(COLOURS[colour], value, SHAPES[colour], LETTERS[colour], "", HAS_TEXT[card], value)


_FACES: Final = tuple(map(_face, range(KINDS)))


def face_of(card: Card) -> Face:
    """Return how a card looks, with its word, and an action with the letters that fit the smallest card."""
    face = _FACES[card]._replace(word=words.card_word(card))
    return face._replace(rank=words.action_code(card)) if card >= FIRST_ACTION else face


def letter_of(card: Card) -> str:
    """Return the small letter that chooses a card: its colour's, w for Nessie, x for an action."""
    return "x" if card >= FIRST_ACTION else LETTERS[COLOUR_OF[card]].lower()
