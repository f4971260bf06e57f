"""What stands for How-Ruck! on the home screen."""

from __future__ import annotations

from herrlof.games.how_ruck.cards import parse_card
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import draw_row

PICTURE = ("R3", "B0!", "G2", "W4", "N", "adrenaline")


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw two men at a rope."""
    x, y = rect.x + (rect.width - 12) // 2, rect.y + max(0, (rect.height - 3) // 2)
    for left, colour in ((x, "blue"), (x + 9, "red")):
        canvas.put(left, y, " ● ", f"{colour}-tint", ground, True)
        canvas.put(left, y + 1, "▐█▌", f"{colour}-tint", ground, True)
        canvas.put(left, y + 2, "▀ ▀", f"{colour}-tint", ground, True)
    canvas.put(x + 3, y + 1, "═" * 6 if canvas.look.ascii else "━" * 6, "accent", ground, True)
    canvas.put(x + 6, y + 1, "┃", "text", ground, True)


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a strong man, a weak one who calls, a lady, Nessie and an action."""
    from herrlof.tui.boards.how_ruck.faces import face_of

    draw_row(canvas, rect, [face_of(parse_card(code)) for code in PICTURE], ground)
