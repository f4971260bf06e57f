"""What stands for Herfor on the home screen."""

from __future__ import annotations

from herrlof.tui.boards.herfor.faces import ink, sign
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.fitting import largest

PATTERNS = ("010", "1001", "01101", "1010", "010"), ("010", "1001", "010")
"""The stones of a small hexagon, row by row, and of the part that low regions show."""


def draw_tile(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a small hexagon full of stones, on a piece of board."""
    pattern = largest(PATTERNS, rect, lambda rows: (2 * len(rows) + 1, len(rows)))
    y = rect.y + max(0, (rect.height - len(pattern)) // 2)
    for number, row in enumerate(pattern[: rect.height]):
        x = rect.x + (rect.width - 2 * len(row) + 1) // 2
        canvas.fill(Rect(x - 1, y + number, 2 * len(row) + 1, 1), "board")
        for place, side in enumerate(map(int, row)):
            bold = not (canvas.look.plain and side)
            canvas.put(x + 2 * place, y + number, sign(canvas.look, side), ink(side), "board", bold)


def draw_picture(canvas: Canvas, rect: Rect, ground: str) -> None:
    """Draw a line before and after a black stone was placed between two white ones."""
    for x, line in ((rect.x + 1, "1.1"), (rect.x + 13, "000")):
        canvas.fill(Rect(x, rect.y, 7, 3), "board")
        for place, side in enumerate(line):
            if side == ".":
                canvas.put(x + 1 + 2 * place, rect.y + 1, "·", "dim", "board")
            else:
                bold = not (canvas.look.plain and int(side))
                canvas.put(x + 1 + 2 * place, rect.y + 1, sign(canvas.look, int(side)), ink(int(side)), "board", bold)
    canvas.put(rect.x + 9, rect.y + 1, "→", "dim", ground)
