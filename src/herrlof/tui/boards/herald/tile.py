"""What stands for Herald on the home screen."""

from __future__ import annotations

from herrlof.games.herald.cards import COLOUR_OF, FIGURE_LETTERS, FIGURE_OF, POINTS_OF, parse_card
from herrlof.tui.boards.herald.faces import COLOURS
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import Face, S, draw_card

CARDS = ("GK", "SQ", "BA")


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a King, a Queen and an Archer."""
    x, y = rect.x + (rect.width - 12) // 2, rect.y + max(1, (rect.height - 4) // 2)
    for number, card in enumerate(map(parse_card, CARDS)):
        face = Face(COLOURS[COLOUR_OF[card]], FIGURE_LETTERS[FIGURE_OF[card]], "", str(POINTS_OF[card]))
        draw_card(canvas, x + number * 4, y + (number % 2 == 0), face, S, ground=ground)
