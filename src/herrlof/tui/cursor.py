"""Where the terminal's cursor stands: at the beginning of what the keys act on.

It is hidden, and yet what a braille line, a magnifier and a screen reader follow.
"""

from __future__ import annotations

from typing import Any

from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input, OptionList

from herrlof.tui.widgets.canvas_widget import CanvasWidget


def cursor_of(screen: Screen[Any]) -> Offset | None:
    """Return where the focus of a screen is; None: nowhere, and the cursor stays."""
    focused = screen.focused
    if isinstance(focused, Input):
        return focused.cursor_screen_offset
    if isinstance(focused, OptionList):
        line = focused._index_to_line.get(focused.highlighted or 0, 0)
        return focused.content_region.offset + Offset(0, line - focused.scroll_offset.y)
    if focused is not None and not isinstance(focused, CanvasWidget):
        return focused.content_region.offset
    drawn = screen.query(CanvasWidget) if focused is None else [focused]
    return next((place for widget in drawn if (place := widget.focus_begins()) is not None), None)
