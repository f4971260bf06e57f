"""What stands for the game on the home screen."""

from __future__ import annotations

from herrlof.tui.widgets.canvas import Canvas, Rect

FISH = (r"  ,/..  ", r"<')   `=<", r" ``\```  ")


def draw_tile(canvas: Canvas, region: Rect, ground: str) -> None:
    """Draw a fish in the middle of a region, in a colour of the theme by its name."""
    left, top = region.x + (region.width - 9) // 2, region.y + (region.height - len(FISH)) // 2
    for row, text in enumerate(FISH):
        canvas.put(left, top + row, text, "accent", ground)
