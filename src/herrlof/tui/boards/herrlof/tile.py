"""What stands for Herrlof on the home screen."""

from __future__ import annotations

from herrlof.games.herrlof.cards import VALKNUT, parse_card
from herrlof.tui.boards.herrlof.faces import FACES
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import S, draw_card, draw_row

PICTURE = ("B8", "G1", "R3", "Y6", "B9", "V", "H")


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw three cards."""
    x, y = rect.x + (rect.width - 12) // 2, rect.y + max(1, (rect.height - 4) // 2)
    for number, card in enumerate((8, VALKNUT, 23)):
        draw_card(canvas, x + number * 4, y + (number % 2 == 0), FACES[card], S, ground=ground)


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a card without a power, those that have one, a Valknut and a Hagalaz."""
    from herrlof.tui.boards.herrlof.faces import face_of

    draw_row(canvas, rect, [face_of(parse_card(code)) for code in PICTURE], ground)
