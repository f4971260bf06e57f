"""What Herfor's table shows at the end of a match: the full board, the count, who led."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.games.herfor import reading
from herrlof.games.herfor.observation import Observation
from herrlof.tui.boards.ends import Ends
from herrlof.tui.boards.herfor import labels
from herrlof.tui.boards.herfor.hexagon import Marks, draw_board, fitted
from herrlof.tui.boards.herfor.labels import BoardSpeaker
from herrlof.tui.boards.herfor.side import WIDE, draw_bar, draw_curve, draw_who_led, order, regions, split, stone
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.fitting import first_that_fits
from herrlof.tui.widgets.pieces import emphasised, panel, paragraph

UNDER_COUNT = 6
"""Rows below the count, before rows of it stand apart."""
COUNT, ROW_NAME = 6, 10
"""Columns of a number in the count and of what it counts, at least."""


class HerforEnds(Ends[Observation]):
    """The pages at the end of a match."""

    speaker: BoardSpeaker

    FILLS = True

    def right(self) -> list[Part]:
        """Return how long the match was, and on which board."""
        return [(self.speaker.moves_text(), "dim", False)]

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw the board as it stands, and beside it the count; below it who won and by what."""
        seen, context = self.seen, self.context
        felt, side, _ = regions(seen.size, canvas.width, canvas.height, canvas.look)
        canvas.fill(felt, "felt")
        marks = Marks(turned=seen.turned, last=reading.last_stone(seen))
        draw_board(canvas, fitted(seen.size, felt, canvas.look), seen.black, seen.white, marks)
        won, by, passed = self.speaker.match_end()
        most = f" {self.speaker.most_turned()}"
        parts: list[Part] = [(won, "text", True), (f" {by}", "text", False), (most, "dim", False)]
        below = Rect(2, felt.bottom, canvas.width - 3, canvas.height - 1 - felt.bottom)
        if below.height:
            y = below.bottom - min(2, below.height) + (below.height > 1 and canvas.height >= 23)
            canvas.put(0, y, "▸", "accent", "bg", True)
            if len(wrapped(parts, below.width)) > below.bottom - y:
                del parts[-1]
            paragraph(canvas, below, y, parts)
        if side.width >= WIDE:
            count, curve = split(side, side.height * 3 // 5, 0)
            draw_who_led(canvas, curve, seen)
        else:
            count = side
        y = _draw_count(canvas, count, self.speaker, context)
        inner = Rect(count.x + 2, y + 1, count.width - 4, count.bottom - y - 1)
        half: list[Part] = [(text, ink, False) for text, ink, _bold in emphasised(passed)]
        y = paragraph(canvas, inner, inner.y, half if below.height else parts[:2], "surface") + 1
        if side.width < WIDE and count.bottom - y >= 4:
            canvas.put(inner.x, y, cut(labels.Labels.who_led_inside, inner.width), "dim", "surface")
            draw_curve(canvas, Rect(inner.x, y + 1, inner.width, min(4, count.bottom - y - 2)), seen, marks=False)


def _behind_point(cell: str) -> int:
    """Return how many columns a number takes from its point on."""
    return len(cell.lstrip("-−0123456789"))


def _draw_count(canvas: Canvas, rect: Rect, speaker: BoardSpeaker, context: BoardContext) -> int:
    """Draw a column for each side: stones, what is left of the komi, the half, the score; and a bar of the stones.

    Return the row after it.
    """
    seen = speaker.seen
    inner = panel(canvas, rect, labels.Labels.the_count)
    head, _, *rows = speaker.sheet()
    needed = 5 + len(rows) + 2 + UNDER_COUNT
    airy, wide = first_that_fits((True, False), rect.height, lambda airy: needed * airy), rect.width >= WIDE
    named = first_that_fits((True, False), inner.width, lambda named: 2 * COUNT + ROW_NAME * named)
    column = (inner.width - ROW_NAME - 2) // 2 if named else COUNT
    rights = [rect.right - 2 - column, rect.right - 2]
    y = inner.y + (wide and airy)
    for right, seat, side in zip(rights, order(seen), (0, 1), strict=True):
        stone(canvas, right - 3, y, side)
        name = cut(head.cells[seat], column - 1)
        canvas.right(right, y + 1, [(name, "text", seat in seen.winners)], "surface")
    y += 2 + (wide and airy)
    for row in rows:
        last = row is rows[-1]
        if last and airy:
            canvas.put(rect.x + 2, y, "─" * (rect.width - 4), "line", "surface")
            y += 1
        if named:
            canvas.put(rect.x + 2, y, cut(row.title, inner.width - 2 * column), "text" if last else "dim", "surface",
                       last)  # fmt: skip
        for right, seat in zip(rights, order(seen), strict=True):
            behind = max(_behind_point(one.cells[seat]) for one in rows) - _behind_point(row.cells[seat])
            canvas.right(right - behind, y, [(row.cells[seat], "text", last)], "surface")
        y += 1
    y += airy
    if rect.bottom - y >= 2:
        draw_bar(canvas, Rect(rect.x + 2, y, rect.width - 4, 2), seen)
        y += 2
    return y
