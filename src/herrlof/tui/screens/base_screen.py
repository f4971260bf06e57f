"""What all screens have in common: each is left once, whatever else was pressed before it was seen to be gone."""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.events import InputEvent, ScreenResume
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen, Screen

from herrlof.messages import N_
from herrlof.tui.widgets.canvas_widget import CanvasWidget, Demand
from herrlof.tui.widgets.fitting import first_that_fits

Result = TypeVar("Result")

WIDEST_PAGE: Final = 132
"""Columns of a page at most; it stands in the middle."""
TALLEST_PAGE: Final = 49
"""Rows of a page that is drawn at most, without those of its keys; in a taller window it stands in the middle."""

MARGINS: Final = ((120, 12), (100, 4), (0, 2))
"""Columns from which on so many are free beside a page, in the order in which they give way."""


def page_width(columns: int) -> int:
    """Return how wide a page is in a window; `.page` in pages.tcss has the same margins."""
    return min(columns - first_that_fits(MARGINS, columns, lambda row: row[0])[1], WIDEST_PAGE)


def rows_above(rows: int, used: int, meant: int = TALLEST_PAGE) -> int:
    """Return how many rows stay free above a page that uses some; none on a canvas as tall as it is meant for."""
    return max(0, min((rows - used) // 2, 2 * (rows - meant)))


DEMANDS: Final = frozenset({"Submitted", "Pressed", "OptionSelected"})
"""The framework's messages that are a `Demand`, by name: what defines them is imported where it is used."""


def arrows(across: str, along: str) -> list[Binding]:
    """Return the keys that go through what lies in rows and columns, by two actions that take a step of 1 or -1."""
    return [
        Binding("left", f"{across}(-1)", N_("choose"), key_display="← → ↑ ↓", id="left"),
        Binding("right", f"{across}(1)", show=False, id="right"),
        Binding("up", f"{along}(-1)", show=False, id="up"),
        Binding("down", f"{along}(1)", show=False, id="down"),
    ]


class OnceScreen(Screen[Result]):
    """A screen that does what is asked on it while it is in front, and can be left once.

    Two keys that come in one read are both on their way before the first has been answered; the framework would
    answer the second one for a page that is gone, and close the page below it.
    """

    ESCAPE_LEAVES: ClassVar[bool] = False
    """Whether Esc leaves a table here: it has to be sure then that it is one."""

    stale = False
    """Whether it was made in another language."""

    def reword(self) -> None:
        """Say everything anew, in another language: a page that consists of fields is left when it is come back to."""
        for widget in self.query(CanvasWidget):
            widget.reword()
        self.refresh_bindings()
        self.stale = not all(isinstance(widget, CanvasWidget) for widget in self.displayed_children)

    @property
    def in_front(self) -> bool:
        """Whether no page lies above, and this one has not been left."""
        return self.app.screen_stack[-1:] == [self]

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close this page with a result, if it is in front."""
        return super().dismiss(result) if self.in_front else AwaitComplete()

    async def _compose(self) -> None:
        """Fill the screen for the window as it is, so that no style is looked up twice."""
        app = self.app
        for length, steps in zip(app.size, (app.HORIZONTAL_BREAKPOINTS, app.VERTICAL_BREAKPOINTS), strict=True):
            self.add_class(*self._get_breakpoint_classes(length, steps or []))
        await super()._compose()

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Leave the styles of a new screen as they have just been found."""
        event.refresh_styles = event.refresh_styles and self.stack_updates > 0
        if self.stale and (back := getattr(self, "action_back", None)) is not None:
            self.call_later(back)

    def _screen_resized(self, size: Size) -> None:
        """Be laid out for another size; a layout tells the screen its size too, for which it has just been made."""
        if size != self._size:
            super()._screen_resized(size)

    async def _on_message(self, message: Message) -> None:
        """Take a message, but nothing more that is asked where this is not in front."""
        asks = isinstance(message, (InputEvent, Demand)) or type(message).__name__ in DEMANDS
        if self.in_front or not asks:
            await super()._on_message(message)


class OnceModal(ModalScreen[Result], OnceScreen[Result]):
    """The same above another screen."""
