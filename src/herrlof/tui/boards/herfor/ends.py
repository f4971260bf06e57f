"""What Herfor's table shows at the end of a match."""

from __future__ import annotations

from herrlof.game import Observation
from herrlof.games.herfor import words
from herrlof.games.herfor.observation import counts_of
from herrlof.tui.boards.board import Setting
from herrlof.tui.boards.herfor.hexagon import Marks, draw_board, fitted, room, scale_for
from herrlof.tui.boards.herfor.side import order, side_parts
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.pieces import panel, paragraph

NARROWEST_COUNT = 25
"""Columns that the count needs beside the board."""


def draw_match(canvas: Canvas, rect: Rect, seen: Observation, setting: Setting) -> None:
    """Draw who won and by what, the count with the komi and the half, and the final board."""
    scale = scale_for(seen.size, rect.width - NARROWEST_COUNT - 2, rect.height)
    needed, _ = room(seen.size, scale)
    width = max(needed, min(rect.width * 11 // 20, needed + 12))
    felt = Rect(rect.right - width, rect.y, width, rect.height)
    canvas.fill(felt, "felt")
    marks = Marks(turned=seen.turned, last=words.last_stone(seen))
    draw_board(canvas, fitted(seen.size, felt), seen.black, seen.white, marks, "felt")
    left = Rect(rect.x, rect.y, rect.width - width - 1, rect.height)
    y = _draw_figures(canvas, left, seen)
    text = Rect(left.x + 2, y, left.width - 3, max(0, left.bottom - y))
    for number, sentence in enumerate(setting.game.words.match_end(seen, setting.names)):
        y = paragraph(canvas, text, y, [(sentence, ("accent", "text", "dim")[number], not number)])
    _draw_count(canvas, Rect(left.x, y + 1, left.width, min(7, left.bottom - y - 1)), seen, setting)


def _draw_figures(canvas: Canvas, rect: Rect, seen: Observation) -> int:
    """Draw the score in big figures, Black's first, where there is room; return the row after it."""
    found = counts_of(seen)
    texts = [_figure(found[seat].halves) for seat in order(seen)]
    width = 2 + sum(map(figures.big_width, texts)) + 5
    if canvas.look.ascii or rect.width < width or rect.height < 19:
        return rect.y + 1
    x, y = rect.x + 2, rect.y + 1
    for number, (seat, text) in enumerate(zip(order(seen), texts, strict=True)):
        if number:
            x = figures.big(canvas, x + 2, y, ":", "dim") + 2
        x = figures.big(canvas, x, y, text, "accent" if seat in seen.winners else "text")
    return y + 5


def _figure(halves: int) -> str:
    """Return a score as the big figures have it: 46½."""
    sign = "-" if halves < 0 else ""
    return f"{sign}{abs(halves) // 2}{'½' * (halves % 2)}"


def _draw_count(canvas: Canvas, rect: Rect, seen: Observation, setting: Setting) -> None:
    """Draw a column for each side: stones, what is left of the komi, the half, and the score."""
    if rect.height < 3:
        return
    inner = panel(canvas, rect, "The count")
    head, _, *rows = setting.game.words.sheet(seen, setting.names)
    column = min(16, (inner.width - 9) // 2)
    for number, seat in enumerate(order(seen), 1):
        right = inner.x + 9 + number * column
        name = cut(head.cells[seat], column - 3)
        canvas.right(right, inner.y, [*side_parts(canvas, seen, seat)[:1], (f" {name}", "text", True)], "surface")
        for y, row in enumerate(rows, inner.y + 1):
            canvas.put(inner.x, y, row.title, "dim", "surface")
            canvas.right(right, y, [(row.cells[seat] or "–", "text", row is rows[-1])], "surface")
