"""What stands for Herald on the home screen."""

from __future__ import annotations

from herrlof.games.herald.cards import FIGURE_LETTERS, FIGURE_OF, parse_card
from herrlof.tui.boards.herald.faces import FACES, face_of
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import Face, M, S, draw_card, draw_row

CARDS = ("GK", "SQ", "BA")
PICTURE = ("GP", "SH", "BQ", "GK", "SS", "HERALD", "BM")


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a King, a Queen and an Archer; where the cards are small, with a letter and what they are worth."""
    size = M if rect.width >= 26 and rect.height > M.height else S
    width = size.width + (size is M)
    x, y = rect.x + (rect.width - 3 * width + 1) // 2, rect.y + max(1, (rect.height - size.height - 1) // 2)
    for number, card in enumerate(map(parse_card, CARDS)):
        face, letter = FACES[card], FIGURE_LETTERS[FIGURE_OF[card]]
        face = face_of(card) if size is M else Face(face.colour, letter, "", face.rank)
        draw_card(canvas, x + number * width, y + (number % 2 == 0), face, size, ground=ground)


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw cards of few points and of many, the Herald and a Mage."""
    draw_row(canvas, rect, [face_of(parse_card(code)) for code in PICTURE], ground)
