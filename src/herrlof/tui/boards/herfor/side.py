"""What stands beside Herfor's board: the stones and the score of both sides, and the moves."""

from __future__ import annotations

from rich.cells import cell_len

from herrlof.game import NOBODY
from herrlof.games.herfor import reading, words
from herrlof.games.herfor.actions import BLACK, WHITE
from herrlof.games.herfor.observation import Observation, counts_of
from herrlof.tui.boards.board import BoardContext
from herrlof.tui.boards.herfor.hexagon import inks, signs
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.pieces import panel


def order(seen: Observation) -> tuple[int, int]:
    """Return the seats, Black's first once the sides are taken."""
    return (0, 1) if seen.black_seat in (NOBODY, 0) else (1, 0)


def side_sign(canvas: Canvas, seen: Observation, seat: int) -> Part:
    """Return the sign of a seat's side."""
    side = BLACK if seat == seen.black_seat else WHITE
    return signs(canvas.look)[side], inks(canvas.look)[side], True


def draw_stones(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw who has which side, whose turn it is, the stones, and what they come to with the komi."""
    inner = panel(canvas, rect, words.labels().stones)
    y = inner.y + (inner.height > 5)
    for seat in order(seen):
        if seat == seen.mover:
            canvas.put(inner.x, y, "▸", "accent", "surface", True)
        x = inner.x + 2
        if seen.black_seat != NOBODY:
            x = canvas.parts(x, y, [side_sign(canvas, seen, seat)], "surface") + 1
            if inner.width >= 32:
                x = canvas.put(x, y, words.side_name(seat, seen), "text", "surface", True) + 2
        own = seat == seen.seat
        canvas.put(x, y, cut(context.shown(seat, seen), inner.right - 6 - x), "text", "surface", own)
        if seen.black_seat != NOBODY:
            count = counts_of(seen)[seat]
            total = count.halves if seen.phase == "over" else count.halves - count.half
            canvas.right(inner.right - 1, y, [(words.points_text(total), "text", True)], "surface")
        canvas.put(inner.x + 4, y + 1, cut(words.score_line(seat, seen), inner.width - 5), "dim", "surface")
        y += 2
    if seen.named is not None:
        text, short = words.komi_lines(seen, context.names)
        if cell_len(text) > inner.width - 3:
            text = short
        canvas.put(inner.x + 2, y, text, "dim", "surface")


def draw_moves(canvas: Canvas, rect: Rect, seen: Observation) -> None:
    """Draw the last moves in codes, Black's and White's beside each other, the newest last and brightest."""
    if rect.height < 3:
        return
    inner = panel(canvas, rect, words.labels().moves)
    columns = (inner.x + 4, inner.x + 4 + min(12, inner.width - 13))
    names = zip(columns, signs(canvas.look), inks(canvas.look), words.side_names(), strict=True)
    for x, sign, ink, name in names:
        canvas.parts(x, inner.y, [(sign, ink, True), (f" {name}", "dim", False)], "surface")
    moves = reading.last_moves(seen, 2 * (inner.height - 1))
    if not moves:
        canvas.put(inner.x + 4, inner.y + 1, words.labels().none_yet, "dim", "surface")
        return
    first = (moves[-1].number + 1) // 2 - (inner.height - 2)
    first = max(first, (moves[0].number + 1) // 2)
    for move in moves:
        pair = (move.number + 1) // 2
        if pair < first:
            continue
        y, newest = inner.y + 1 + pair - first, move is moves[-1]
        canvas.right(inner.x + 3, y, [(str(pair), "dim", False)], "surface")
        canvas.put(columns[1 - move.number % 2], y, move.code, "text" if newest else "dim", "surface", newest)
