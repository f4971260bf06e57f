"""QR codes: two modules a cell, or one in two cells where a terminal knows ASCII alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect

Modules: TypeAlias = Sequence[Sequence[int]]
RIM: Final = 4
"""So many light modules around it are asked for by its standard;"""
NARROW: Final = 2
"""and so many are enough for the cameras of phones."""
LIGHT: Final = "ivory"
"""Its ground, which is reversed where there are no colours: most of such terminals are dark."""


def qr_size(look: Look, modules: Modules, room: Rect) -> Rect | None:
    """Return where a QR code stands in a region, with as much of a rim as there is room for; None: it has none."""
    for rim in range(RIM, NARROW - 1, -1):
        size = len(modules) + 2 * rim
        width, height = (2 * size, size) if look.ascii else (size, (size + 1) // 2)
        if width <= room.width and height <= room.height:
            return Rect(room.x + (room.width - width) // 2, room.y + (room.height - height) // 2, width, height)
    return None


def draw_qr_code(canvas: Canvas, rect: Rect, modules: Modules) -> None:
    """Draw one as `qr_size` has found room for it."""
    wide = canvas.look.ascii
    rim = (rect.width // (1 + wide) - len(modules)) // 2

    def dark(x: int, y: int) -> bool:
        x, y = x - rim, y - rim
        return 0 <= x < len(modules) and 0 <= y < len(modules) and bool(modules[y][x])

    canvas.fill(rect, LIGHT, ink="black")
    for row in range(rect.height):
        for column in range(rect.width):
            x, y = rect.x + column, rect.y + row
            if wide:
                if dark(column // 2, row):
                    canvas.fill(Rect(x, y, 1, 1), "black")
            elif pair := "▀" * dark(column, 2 * row) + "▄" * dark(column, 2 * row + 1):
                canvas.put(x, y, pair if len(pair) == 1 else "█", "black", LIGHT)
