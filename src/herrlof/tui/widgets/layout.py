"""Where the regions of a card table lie, in every size of window: the same regions in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from herrlof.tui.widgets.canvas import Rect
from herrlof.tui.widgets.cards import XL, L, M, S, Size

SMALLEST: Final = (60, 20)
"""Columns and rows below which no card is shown; one row of them is the key bar's."""
WIDEST_SIDE: Final = 60


class Window(NamedTuple):
    """A row of the table of windows. Rows count from 0."""

    columns: int
    rows: int
    hand: Size
    table: Size
    pillar: Size
    others: int
    felt_x: int
    felt_width: int
    side_width: int
    """0: what stands there has a page of its own."""
    rule: int
    you: int
    """Where one other player is shown; in the narrowest window it moves down with the others."""
    hand_y: int
    hand_rows: int
    question: int
    news: int
    """0: in the side, or nowhere."""


WINDOWS: Final = (
    Window(60, 20, S, M, S, 1, 0, 60, 0, 0, 9, 10, 4, 15, 0),
    Window(80, 24, S, M, M, 1, 0, 51, 28, 16, 12, 14, 4, 19, 22),
    Window(100, 30, S, L, L, 2, 1, 64, 33, 22, 17, 19, 4, 24, 28),
    Window(120, 40, M, XL, XL, 2, 1, 78, 39, 19, 25, 27, 6, 34, 0),
    Window(160, 50, L, XL, XL, 2, 1, 107, 50, 22, 35, 37, 8, 46, 0),
    Window(200, 60, XL, XL, XL, 2, 1, 137, 60, 22, 43, 45, 10, 56, 0),
)


class Layout(NamedTuple):
    """The regions of a table; the key bar is below."""

    window: int
    """0 to 5: which row of the table of windows."""
    hand_size: Size
    table_size: Size
    pillar_size: Size
    others: int
    """The first row of the other players."""
    felt: Rect
    rule: int
    """The column of the felt's thin rule, counted in the felt; 0: none."""
    side: Rect | None
    you: int
    hand: Rect
    """Its first row is for what is raised."""
    question: Rect
    news: int | None
    """The row for what happened last."""


def layout(
    width: int, height: int, others: int, windows: Sequence[Window] = WINDOWS, side_down: bool = False
) -> Layout:
    """Return the regions in a window of this size; `others`: rows of other players.

    With the `side_down` more players take their rows from the felt alone, and from 120 columns on the side reaches
    down to the keys, and the player's row, hand and question end where it begins.
    """
    number = max(n for n, row in enumerate(windows) if not n or (row.columns <= width and row.rows <= height))
    row = windows[number]
    wide, tall = max(0, width - row.columns), max(0, height - row.rows)
    moved = tall + (others - 1 if number == 0 and not side_down else 0)
    you = row.you + moved
    side_more = min(wide // 2, WIDEST_SIDE - row.side_width) if row.side_width else 0
    top = row.others + others + (0 if number < 2 else 1)
    bottom = you if number == 0 else min(10 + others + tall, you) if number == 1 else you - 1
    felt = Rect(row.felt_x, top, row.felt_width + wide - side_more, bottom - top)
    side = Rect(felt.right + 1, top, row.side_width + side_more, felt.height) if row.side_width else None
    if side is not None and side_down and number > 2:
        side, width = side._replace(height=height - 2 - top), side.x - 1
    hand = Rect(0, row.hand_y + moved, width, row.hand_rows)
    asked = Rect(0, row.question + moved, width, min(3 + (number == 0), height - 1 - row.question - moved))
    news = row.news + moved if row.news else None
    return Layout(
        number, row.hand, row.table, row.pillar, row.others, felt, row.rule, side, you, hand, asked, news
    )  # fmt: skip
