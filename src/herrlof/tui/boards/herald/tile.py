"""What stands for Herald on the home screen."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.tui.boards.herald.letters import LETTERS
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import Face, draw_raised, draw_row

CARDS = ("GK", "SQ", "BA")
SMALL = Face("yellow", "K", "", "10"), Face("grey", "Q", "", "10"), Face("brown", "A", "", "7")
"""The same where they are small, each by a letter and what it is worth: home waits for no table of cards."""
PICTURE = ("GP", "SH", "BQ", "GK", "SS", "HERALD", "BM")


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a King, a Queen and an Archer."""
    draw_raised(
        canvas, rect, lambda: faces(CARDS), [face._replace(rank=LETTERS.own(face.rank)) for face in SMALL], ground
    )


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw cards of few points and of many, the Herald and a Mage."""
    draw_row(canvas, rect, faces(PICTURE), ground)


def faces(codes: Sequence[str]) -> list[Face]:
    """Return cards by their text codes, with the names of their figures."""
    from herrlof.games.herald.cards import parse_card
    from herrlof.tui.boards.herald.faces import face_of

    return [face_of(parse_card(code)) for code in codes]
