"""Small questions: a name, and whether to go on although something would be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from herrlof.games.speech import capitalized
from herrlof.records.names import MAX_CELLS, clean_name
from herrlof.tui.screens.once import OnceModal
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


class NameScreen(OnceModal[str | None]):
    """Asks once what records call the person at this keyboard; the result is a fit name, or None to go back."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "app.bell", "play", key_display="Enter"),  # the field takes it; this names it
        Binding("escape", "dismiss(None)", "back", key_display="Esc"),
    ]

    def compose(self) -> ComposeResult:
        """Lay the question out."""
        with Vertical(id="form"):
            yield Static("YOUR NAME", classes="title")
            yield Static("At the table you are You; records and lists of matches want a name. It is asked only once.")
            yield Input(placeholder="You", id="name", max_length=2 * MAX_CELLS, compact=True)
            yield Static(id="error")
        yield KeyBar(self.app.look)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the name, if it is fit."""
        try:
            self.dismiss(clean_name(event.value) if event.value.strip() else "You")
        except ValueError as error:
            self.query_one("#error", Static).update(Text(f"{capitalized(str(error))}."))


class LossScreen(OnceModal[bool]):
    """Says what is lost with leaving a match that cannot be saved, and asks once."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "dismiss(True)", "go on, and lose it", key_display="Y"),
        Binding("n,N,escape,enter", "dismiss(False)", "stay", key_display="N"),
    ]

    def __init__(self, trouble: str, what: str) -> None:
        """Name what cannot be saved, and what the player is about to do, as in "if you quit now"."""
        super().__init__()
        self._trouble, self._what = trouble, what

    def compose(self) -> ComposeResult:
        """Lay the question out."""
        with Vertical(id="form"):
            yield Static("THIS MATCH CANNOT BE SAVED", classes="title")
            yield Static(Text(f"{self._trouble}."))
            yield Static(f"What was played since then is lost if you {self._what} now. Do it all the same?")
        yield KeyBar(self.app.look)
