"""What stands for Herrlof on the home screen."""

from __future__ import annotations

from herrlof.games.herrlof.cards import VALKNUT, parse_card
from herrlof.tui.boards.herrlof.faces import FACES, face_of
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import M, S, draw_card, draw_row

PICTURE = ("B8", "G1", "R3", "Y6", "B9", "V", "H")


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw three cards."""
    size = M if rect.width >= 26 and rect.height > M.height else S
    width = size.width + (size is M)
    x, y = rect.x + (rect.width - 3 * width + 1) // 2, rect.y + max(1, (rect.height - size.height - 1) // 2)
    for number, card in enumerate((8, VALKNUT, 23)):
        face = face_of(card) if size is M else FACES[card]
        draw_card(canvas, x + number * width, y + (number % 2 == 0), face, size, ground=ground)


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a card without a power, those that have one, a Valknut and a Hagalaz."""
    draw_row(canvas, rect, [face_of(parse_card(code)) for code in PICTURE], ground)
