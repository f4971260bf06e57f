"""What stands for Herrlof on the home screen."""

from __future__ import annotations

from herrlof.games.herrlof.cards import VALKNUT
from herrlof.tui.boards.herrlof.faces import FACES
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import S, draw_card


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw three cards."""
    x, y = rect.x + (rect.width - 12) // 2, rect.y + max(1, (rect.height - 4) // 2)
    for number, card in enumerate((8, VALKNUT, 23)):
        draw_card(canvas, x + number * 4, y + (number % 2 == 0), FACES[card], S, ground=ground)
