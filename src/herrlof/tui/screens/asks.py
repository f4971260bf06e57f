"""Small questions: a name, and whether to go on although something would be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from herrlof.messages import N_, _
from herrlof.records.names import MAX_CELLS, clean_name
from herrlof.tui.screens.once import OnceModal
from herrlof.tui.widgets.fields import Field
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


class NameScreen(OnceModal[str | None]):
    """Asks once what records call the person at this keyboard; the result is a fit name, or None to go back."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "app.bell", N_("play"), key_display="Enter"),  # the field takes it; this names it
        Binding("escape", "dismiss(None)", N_("back"), key_display="Esc"),
    ]

    def compose(self) -> ComposeResult:
        """Lay the question out."""
        with Vertical(id="form"):
            yield Static(_("Your name").upper(), classes="title")
            yield Static(
                _("At the table you are You; records and lists of matches want a name. It is asked only once."),
                id="ask",
            )
            yield Field(placeholder=_("You"), id="name", max_length=2 * MAX_CELLS, compact=True)
            yield Static(id="error")
        yield KeyBar(self.app.look)

    def on_input_changed(self) -> None:
        """What was wrong may be right now."""
        self.query_one("#error", Static).update("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the name, if it is fit."""
        try:
            self.dismiss(clean_name(event.value) if event.value.strip() else _("You"))
        except ValueError as error:
            self.query_one("#error", Static).update(Text(str(error)))


class LossScreen(OnceModal[bool]):
    """Says what is lost with leaving a match that cannot be saved, and asks once."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "dismiss(True)", N_("go on, and lose it"), key_display="Y"),
        Binding("n,N,escape,enter", "dismiss(False)", N_("stay"), key_display="N"),
    ]

    def __init__(self, trouble: str, question: str) -> None:
        """Say what cannot be saved, and ask."""
        super().__init__()
        self._trouble, self._question = trouble, question

    def compose(self) -> ComposeResult:
        """Lay the question out."""
        with Vertical(id="form"):
            yield Static(_("This match cannot be saved").upper(), classes="title")
            yield Static(Text(self._trouble))
            yield Static(self._question)
        yield KeyBar(self.app.look)
