"""The first row of a page that is made of widgets: the same as a drawn one has."""

from __future__ import annotations

from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas
from herrlof.tui.widgets.canvas_widget import CanvasWidget
from herrlof.tui.widgets.pieces import header


class TitleBar(CanvasWidget):
    """The program, the page, and what is told at the right edge."""

    DEFAULT_CSS = "TitleBar { dock: top; height: 1; }"

    def __init__(self, look: Look, title: str, told: str = "") -> None:
        """Name the page."""
        super().__init__(look)
        self._title, self._told = title, told

    def tell(self, told: str) -> None:
        """Tell something else at the right edge."""
        self._told = told
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        header(canvas, "Herrlof", self._title, [(self._told, "dim", False)])
