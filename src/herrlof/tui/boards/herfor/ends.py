"""What Herfor's table shows at the end of a match."""

from __future__ import annotations

from typing import Final

from herrlof.games.herfor import reading, words
from herrlof.games.herfor.observation import Observation, counts_of
from herrlof.tui.boards.board import BoardContext
from herrlof.tui.boards.herfor.hexagon import Marks, draw_board, fitted, room, scale_for
from herrlof.tui.boards.herfor.side import draw_moves, order, side_sign
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.pieces import panel, paragraph

NARROWEST_COUNT: Final = 25
"""Columns that the count needs beside the board."""

LOWEST_FIGURES: Final = 19
"""Rows from which big figures leave room for the count."""


def draw_match(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw who won and by what, the count with the komi and the half, and the final board."""
    scale = scale_for(seen.size, rect.width - NARROWEST_COUNT - 3, rect.height)
    needed, _ = room(seen.size, scale)
    width = max(needed + 2, min(rect.width * 11 // 20, needed + 12))
    felt = Rect(rect.right - width, rect.y, width, rect.height)
    canvas.fill(felt, "felt")
    marks = Marks(turned=seen.turned, last=reading.last_stone(seen))
    draw_board(canvas, fitted(seen.size, felt), seen.black, seen.white, marks, "felt")
    left = Rect(rect.x, rect.y, rect.width - width - 1, rect.height)
    y = _draw_figures(canvas, left, seen)
    text = Rect(left.x + 2, y, left.width - 3, max(0, left.bottom - y))
    for number, sentence in enumerate(context.game.words.match_end(seen, context.names)):
        y = paragraph(canvas, text, y, [(sentence, ("accent", "text", "dim")[number], not number)])
    count = Rect(left.x, y + 1, left.width, min(6, left.bottom - y - 1))
    _draw_count(canvas, count, seen, context)
    moves = Rect(left.x, count.bottom + 1, left.width, left.bottom - count.bottom - 1)
    if moves.height >= 4:
        draw_moves(canvas, moves, seen)


def _draw_figures(canvas: Canvas, rect: Rect, seen: Observation) -> int:
    """Draw the score in big figures, Black's first, where there is room; return the row after it."""
    found = counts_of(seen)
    texts = [words.points_text(found[seat].halves) for seat in order(seen)]
    y = rect.y + 1
    for height in (7, 5):
        width = sum(figures.big_width(text, height) for text in texts) + 9
        if canvas.look.ascii or rect.width < width or rect.height < LOWEST_FIGURES:
            continue
        x = rect.x + 2
        for number, (seat, text) in enumerate(zip(order(seen), texts, strict=True)):
            if number:
                x = figures.big(canvas, x + 2, y, ":", "dim", "bg", height) + 2
            x = figures.big(canvas, x, y, text, "accent" if seat in seen.winners else "text", "bg", height)
        return y + 5
    return y


def _draw_count(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw a column for each side: stones, what is left of the komi, the half, and the score."""
    if rect.height < 3:
        return
    inner = panel(canvas, rect, words.labels().the_count)
    head, _, *rows = context.game.words.sheet(seen, context.names)
    column = min(16, (inner.width - 9) // 2)
    for number, seat in enumerate(order(seen), 1):
        right = inner.x + 9 + number * column
        name = cut(head.cells[seat], column - 3)
        canvas.right(right, inner.y, [side_sign(canvas, seen, seat), (f" {name}", "text", True)], "surface")
        for y, row in enumerate(rows, inner.y + 1):
            canvas.put(inner.x, y, row.title, "dim", "surface")
            canvas.right(right, y, [(row.cells[seat] or "–", "text", row is rows[-1])], "surface")
