"""What stands for Herald on the home screen."""

from __future__ import annotations

from herrlof.games.herald.cards import parse_card
from herrlof.tui.boards.herald.faces import FACES
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import S, draw_card

CARDS = ("GK", "SQ", "BA")


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a King, a Queen and an Archer."""
    x, y = rect.x + (rect.width - 12) // 2, rect.y + max(1, (rect.height - 4) // 2)
    for number, code in enumerate(CARDS):
        draw_card(canvas, x + number * 4, y + (number % 2 == 0), FACES[parse_card(code)], S, ground=ground)
