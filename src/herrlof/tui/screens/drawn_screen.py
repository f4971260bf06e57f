"""A page that is drawn as a whole, above its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult

from herrlof.tui.screens.base_screen import OnceScreen, Result
from herrlof.tui.widgets.canvas import Canvas
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp


class DrawnScreen(OnceScreen[Result]):
    """A page that draws itself."""

    app: TablesApp

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._canvas_widget = DrawnWidget(self.app.look, self._draw)

    def compose(self) -> ComposeResult:
        yield self._canvas_widget
        yield KeyBar(self.app.look)

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        """Fill the canvas, and the places of the widget with what can be clicked."""
        raise NotImplementedError
