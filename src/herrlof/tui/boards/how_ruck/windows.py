"""Where the regions of the table lie."""

from __future__ import annotations

from typing import Final

from herrlof.tui.widgets.cards import XL, L, M, S
from herrlof.tui.widgets.layout import Layout, Window, layout

WINDOWS: Final = (
    Window(60, 20, M, M, S, 1, 0, 60, 0, 0, 11, 11, 6, 17, 0),
    Window(80, 24, M, M, S, 1, 0, 51, 28, 0, 11, 12, 6, 19, 22),
    Window(100, 30, M, M, S, 2, 1, 64, 33, 0, 17, 18, 6, 25, 28),
    Window(120, 40, L, XL, S, 2, 1, 78, 39, 0, 25, 26, 8, 35, 0),
    Window(160, 50, XL, XL, S, 2, 1, 107, 50, 0, 33, 34, 10, 45, 0),
)
"""The regions of the table; the smallest window has no row for the own seat."""


def regions(width: int, height: int, rows: int, sorts: bool = False, coached: bool = False) -> Layout:
    """Return the regions in a window of this size, with so many rows of other players.

    While a pair is sorted there is no hand: the felt has its room, and in the smallest window the question. There the
    coach needs the rows of the hand's drawings.
    """
    found = layout(width, height, rows, WINDOWS, side_down=True)
    if not sorts and coached and not found.side:
        hand, asked = found.hand._replace(height=S.height + 1), found.question
        more = asked.y - hand.bottom
        return found._replace(
            hand=hand, hand_size=S, question=asked._replace(y=hand.bottom, height=asked.height + more)
        )
    if not sorts:
        return found
    more = 0 if found.side else 3 if coached else 2
    none, asked = found.hand._replace(y=found.hand.bottom - more, height=0), found.question
    felt = found.felt._replace(height=none.y - found.felt.y - 1)
    asked = asked._replace(y=asked.y - more, height=asked.height + more)
    side = found.side and found.side._replace(height=max(felt.height, found.side.height))
    return found._replace(felt=felt, side=side, you=none.y, hand=none, question=asked)
