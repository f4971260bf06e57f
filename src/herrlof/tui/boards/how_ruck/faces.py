"""How the cards of How-Ruck! look."""

from __future__ import annotations

from typing import Final

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

_ACTIONS: Final[dict[Card, tuple[str, str, str]]] = {
    ADRENALINE: ("Adr", "pull 2", "bolt"),
    DIRTY_TRICK: ("Dir", "steal", "hand"),
    HOW_RUCK: ("How", "pull", "call"),
    MUCHO_MACHO: ("Mac", "ladies", "macho"),
    WEAK_WINS: ("Wea", "weak", "weak"),
    ROPE_BREAKS: ("Rop", "start", "broken"),
    CHANGE_SIDES: ("Cha", "switch", "sides"),
    GOOD_BYE: ("Bye", "value", "bye"),
    MONSTROUS: ("Mon", "hunt", "nessie"),
    REINFORCEMENTS: ("Rei", "draw 3", "more"),
}
"""Of each action the three letters that fit the smallest card, a word of what it does, and its drawing."""

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
        code, word, art = _ACTIONS[card]
        return Face("yellow", code, "", "", word, True, art)
    if card == NESSIE:
        return Face("white", str(NESSIE_VALUE), "~", "N", "Nessie", False, "nessie")
    colour, value = COLOUR_OF[card], str(VALUE_OF[card])
    text = HAS_TEXT[card]
    return Face(COLOURS[colour], value, SHAPES[colour], LETTERS[colour], "Ruck!" if text else "", text, value)


FACES: Final = tuple(map(_face, range(KINDS)))


def letter_of(card: Card) -> str:
    """Return the small letter that chooses a card: its colour's, w for Nessie, x for an action."""
    return "x" if card >= FIRST_ACTION else LETTERS[COLOUR_OF[card]].lower()
