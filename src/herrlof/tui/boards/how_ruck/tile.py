"""What stands for How-Ruck! on the home screen."""

from __future__ import annotations

from herrlof.tui.widgets.canvas import Canvas, Rect


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw two men at a rope."""
    x, y = rect.x + (rect.width - 12) // 2, rect.y + max(0, (rect.height - 3) // 2)
    for left, colour in ((x, "blue"), (x + 9, "red")):
        canvas.put(left, y, " ● ", f"{colour}-tint", ground, True)
        canvas.put(left, y + 1, "▐█▌", f"{colour}-tint", ground, True)
        canvas.put(left, y + 2, "▀ ▀", f"{colour}-tint", ground, True)
    canvas.put(x + 3, y + 1, "═" * 6 if canvas.look.ascii else "━" * 6, "accent", ground, True)
    canvas.put(x + 6, y + 1, "┃", "text", ground, True)
