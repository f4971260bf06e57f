"""How Herald's cards look: the picture is the figure, and points come first."""

from __future__ import annotations

from typing import Final

from herrlof.games.herald.cards import (
    ARCHER,
    ARMOURED_PAWN,
    CATAPULT,
    CHEST,
    COLOUR_LETTERS,
    COLOUR_OF,
    COLOURLESS,
    FIGURE_LETTERS,
    FIGURE_OF,
    HERALD,
    HORSE,
    KINDS,
    KING,
    MAGE,
    NO_COLOUR,
    PAWN,
    POINTS_OF,
    QUEEN,
    SHIELD,
    TOWER,
    Card,
)
from herrlof.messages import cached_by_language
from herrlof.tui.boards.herald.letters import LETTERS
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.figures import FONTS

COLOURS: Final = ("yellow", "grey", "brown", "white")
"""Gold, silver, bronze, and the cards without a colour."""
SHAPES: Final = "◆■▲●"

EMBLEMS: Final = {
    MAGE: "mage", PAWN: "pawn", TOWER: "tower", CATAPULT: "catapult", HORSE: "horse", ARMOURED_PAWN: "helmet",
    ARCHER: "archer", QUEEN: "queen", KING: "king", SHIELD: "shield", CHEST: "chest", HERALD: "herald",
}  # fmt: skip
FONTS[6] |= {
    "pawn": "...#... ..###.. ..###.. ...#... ..###.. .#####.",
    "tower": ".#.#.#. .#####. ..###.. ..###.. ..#.#.. .##.##.",
    "catapult": ".....## .....## ....#.. ...#... ####### .##.##.",
    "horse": "...#.#. ..####. .##.### ####### ##..### ...####",
    "helmet": "..###.. .#####. .#...#. .##.##. .##.##. ..#.#..",
    "archer": ".###..# ....##. ...#.#. ..#..#. .#...#. #....#.",
    "queen": "#..#..# #.###.# .#####. ..###.. ..###.. .#####.",
    "king": "...#... ..###.. ...#... ####### .#####. .#####.",
    "shield": "####### ###.### #.....# ###.### .##.##. ...#...",
    "chest": ".#####. ####### ....... ###.### ###.### #######",
    "herald": "......# ####### .###..# .###... .###... .#.#...",
    "mage": "...#... ...##.. ..#.#.. ..####. .#####. #######",
}
FONTS[10] |= {
    "pawn": "...###... ..#####.. ..#####.. ...###... ..#####.. ...###... ...###... ..#####.. .#######. .#######.",
    "tower": ".#.###.#. .#.###.#. .#######. ..#####.. ..#####.. ..##.##.. ..##.##.. ..#####.. .#######. .#######.",
    "catapult": ".##...... ####..... .##.#.... .....#... ......#.. ########. ..#...##. .#.....#. .##...##. .##...##.",
    "horse": "...#.#... ..#####.. .##.####. ######### ####.#### .#..####. ...#####. ..######. .#######. .#######.",
    "helmet": "...###... ..#####.. .#######. .###.###. .#.....#. .###.###. .###.###. .###.###. ..##.##.. ...#.#...",
    "archer": ".####.... ....##..# ......##. .....###. ....#..#. ...#...#. ..#....#. .#.....#. #......#. .......#.",
    "queen": "#...#...# ##.###.## #.#####.# ..#####.. ..#####.. ...###... ...###... ..#####.. .#######. .#######.",
    "king": "....#.... ...###... ....#.... .##.#.##. ######### #.#####.# ..#####.. ...###... ..#####.. .#######.",
    "shield": "######### ####.#### ####.#### #.......# ####.#### ####.#### .###.###. .###.###. ..##.##.. ....#....",
    "chest": ".#######. ######### ######### ......... ####.#### ###...### ####.#### ######### ######### .........",
    "herald": ".......#. .......## ######### .......## .#####.#. .#####... .#####... .#####... .#...#... .........",
    "mage": "....#.... ....##... ...###... ...#.#... ..#####.. ..##.##.. ..#####.. .#######. ......... #########",
}


def _face(card: Card) -> Face:
    colour = COLOUR_OF[card]
    letter = "" if colour == NO_COLOUR else COLOUR_LETTERS[colour]
    art = EMBLEMS[FIGURE_OF[card]]
    return Face(COLOURS[colour], str(POINTS_OF[card]), SHAPES[colour], letter, art=art, footed=True)


FACES: Final = tuple(map(_face, range(KINDS)))


@cached_by_language
def face_of(card: Card) -> Face:
    """Return how a card looks, with the name of its figure."""
    from herrlof.games.herald import words  # the home screen shows cards without words
    from herrlof.tui.boards.herald import labels

    figure = FIGURE_OF[card]
    own = LETTERS.own(FACES[card].letter)
    return FACES[card]._replace(name=words.figure_name(figure), short=labels.short_name(figure), letter=own)


def letters_of(card: Card) -> str:
    """Return the small letters that choose a card: those of its colour and of its figure."""
    letter = "" if COLOUR_OF[card] == NO_COLOUR else COLOUR_LETTERS[COLOUR_OF[card]]
    return (letter + (FIGURE_LETTERS[FIGURE_OF[card]] or COLOURLESS[FIGURE_OF[card]][:1])).lower()
