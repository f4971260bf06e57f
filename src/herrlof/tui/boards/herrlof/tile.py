"""What stands for Herrlof on the home screen."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.tui.boards.herrlof.letters import LETTERS
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import Face, draw_raised, draw_row

CARDS = ("B9", "V", "R6")
SMALL = (
    Face("blue", "9", "●", "B", marked=True),
    Face("white", "", "▼", "V"),
    Face("red", "6", "▲", "R", marked=True),
)
"""The same where they are small: home waits for no table of cards."""
PICTURE = ("B8", "G1", "R3", "Y6", "B9", "V", "H")


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw three cards."""
    draw_raised(
        canvas, rect, lambda: faces(CARDS), [face._replace(letter=LETTERS.own(face.letter)) for face in SMALL], ground
    )


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a card without a power, those that have one, a Valknut and a Hagalaz."""
    draw_row(canvas, rect, faces(PICTURE), ground)


def faces(codes: Sequence[str]) -> list[Face]:
    """Return cards by their text codes, with the words for their powers."""
    from herrlof.games.herrlof.cards import parse_card
    from herrlof.tui.boards.herrlof.faces import face_of

    return [face_of(parse_card(code)) for code in codes]
