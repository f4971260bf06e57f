"""How the cards of How-Ruck! look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from herrlof.game import Action
from herrlof.games.how_ruck import reading, words
from herrlof.games.how_ruck.actions import CARD_PLAYED, DISCARD, FIELD_PLAYED, PLAY, PLAY_ACTION
from herrlof.games.how_ruck.cards import (
    COLOUR_OF,
    FIRST_ACTION,
    FIRST_WHITE,
    HAS_TEXT,
    MONSTROUS,
    NESSIE,
    NO_CARD,
    VALUE_OF,
    Card,
    action_row,
)
from herrlof.games.how_ruck.observation import Observation
from herrlof.messages import cached_by_language, said
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.widgets.cards import Face, chip
from herrlof.tui.widgets.figures import FONTS, pixels
from herrlof.tui.widgets.hint import Mark

COLOURS: Final = ("red", "blue", "green", "ivory")
SHAPES: Final = "▲●■◆"
LETTERS: Final = "RBGW"
"""By these a card is chosen, whatever letters a language has for them."""

FONTS[7] |= {
    "nessie": ".##...... .###..... ..##..... ..##..##. ..##.#### .######## ..#.#..#.",
    "!": "## ## ## ## .. ## ##",
    "U": "#...# #...# #...# #...# #...# #...# .###.",
}
FONTS[5] |= {
    "nessie": "##..... .#..##. .#.#### .###### ..#..#.",
    "!": "# # # . #",
    "U": "#.# #.# #.# #.# ###",
    "O": "### #.# #.# #.# ###",
    "W": "#.# #.# ### ### #.#",
    "R": "##. #.# ##. #.# #.#",
}
FONTS[7]["HOW-RUCK!"] = " ".join(pixels("H0W-RUCK!", 7))  # the O of the hall's own name is pointed


@cached_by_language
def face_of(card: Card) -> Face:
    """Return how a card looks: a man or a lady by a big number, an action by its name and what it does."""
    word = labels.card_word(card)
    if card >= FIRST_ACTION:
        row = action_row(card)
        title = said(row.first), said(row.second)
        return Face("yellow", said(row.letters), "", "", word, title=title, footed=True)
    colour, value = COLOUR_OF[card], str(VALUE_OF[card])
    art = "nessie" if card == NESSIE else value
    letter = labels.LETTERS.own(LETTERS[colour])
    return Face(COLOURS[colour], value, SHAPES[colour], letter, word, HAS_TEXT[card], art, footed=True, mark="!")


@cached_by_language
def chip_face(card: Card, short: bool = False) -> Face:
    """Return a card as it stands in a line of text: by its name, or `short` by what stands at its foot."""
    face = face_of(card)
    if card >= FIRST_ACTION:
        by_word = short and card != MONSTROUS  # whose word is another card's name
        return face._replace(rank=face.word if by_word else words.card_name(card), marked=False)
    if card == NESSIE:
        return face._replace(letter=face.letter if short else f" {face.word}", shape="", marked=False)
    if short:
        return face._replace(shape="")
    return face._replace(letter=face.letter + f" {face.word}" * face.marked, marked=False)


def letter_of(card: Card) -> str:
    """Return the small letter that chooses a card: its colour's, w for Nessie too, x for an action."""
    return "x" if card >= FIRST_ACTION else LETTERS[COLOUR_OF[card]].lower()


def marks_of(action: Action, seen: Observation, ascii_only: bool) -> Sequence[Mark]:
    """Return the card that an action keeps or plays as a chip, and in short where it goes; nothing: it has no card."""
    card = CARD_PLAYED.get(action, reading.kept(action, seen))
    if card == NO_CARD:
        return ()
    face = face_of(card)._replace(marked=False) if action >= DISCARD else chip_face(card, short=True)
    marks = [Mark(chip(face, ascii_only), f"{face.colour}-ink", face.colour)]
    if action >= DISCARD:
        marks += [Mark(" "), Mark(labels.Labels.idle, "dim")]
    elif PLAY <= action < PLAY_ACTION:
        marks += [Mark(" "), Mark(labels.side_in_short(FIELD_PLAYED[action], card >= FIRST_WHITE))]
    return marks
