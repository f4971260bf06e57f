"""What stands for How-Ruck! on the home screen."""

from __future__ import annotations

from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import draw_row
from herrlof.tui.widgets.fitting import largest

PICTURE = ("R3", "B0!", "G2", "W4", "N", "adrenaline")


SMALL, LARGE = (" ● ", "▐█▌", "▀ ▀"), ("  ██  ", "▄▄██▄▄", "██████", "▀ ██ ▀", " █▀▀█ ", "▄█  █▄")
"""A man, in rows; the rope is at half of his height."""


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw two men at a rope."""
    man = largest((LARGE, SMALL), rect, lambda man: (4 * len(man[0]) + 2, len(man) + 1))
    wide, rope = len(man[0]), 2 * len(man[0])
    x, y = rect.x + (rect.width - 2 * wide - rope) // 2, rect.y + max(0, (rect.height - len(man)) // 2)
    for left, colour in ((x, "blue"), (x + wide + rope, "red")):
        for number, row in enumerate(man):
            canvas.put(left, y + number, row, f"{colour}-tint", ground, True)
    middle = y + (len(man) - 1) // 2
    canvas.put(x + wide, middle, ("═" if canvas.look.ascii else "━") * rope, "accent", ground, True)
    canvas.put(x + wide + rope // 2, middle, "┃", "text", ground, True)


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a strong man, a weak one who calls, a lady, Nessie and an action."""
    from herrlof.games.how_ruck.cards import parse_card
    from herrlof.tui.boards.how_ruck.faces import face_of

    draw_row(canvas, rect, [face_of(parse_card(code)) for code in PICTURE], ground)
