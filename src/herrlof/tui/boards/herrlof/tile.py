"""What stands for Herrlof on the home screen."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import Face, M, S, draw_card, draw_row

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
    size = M if rect.width >= 26 and rect.height > M.height else S
    width = size.width + (size is M)
    x, y = rect.x + (rect.width - 3 * width + 1) // 2, rect.y + max(0, (rect.height - size.height - 1) // 2)
    for number, face in enumerate(faces(CARDS) if size is M else SMALL):
        draw_card(canvas, x + number * width, y + (number % 2 == 0), face, size, ground=ground)


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a card without a power, those that have one, a Valknut and a Hagalaz."""
    draw_row(canvas, rect, faces(PICTURE), ground)


def faces(codes: Sequence[str]) -> list[Face]:
    """Return cards by their text codes, with the words for their powers."""
    from herrlof.games.herrlof.cards import parse_card
    from herrlof.tui.boards.herrlof.faces import face_of

    return [face_of(parse_card(code)) for code in codes]
