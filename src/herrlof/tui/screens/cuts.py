"""The page on which people cut the cards, if they want to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Static

from herrlof.messages import N_, _
from herrlof.records.names import HERE, MAX_LETTERS, clean_cut
from herrlof.tui.screens.base_screen import OnceModal
from herrlof.tui.widgets.fields import Field, Line
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.table.own import OwnTable
    from herrlof.tui.app import HerrlofApp


CUT: Final = "cut"
"""What the id of a field begins with; the number of its seat follows."""


class CutScreen(OnceModal[None]):
    """The commitment to the deals, and each person's cut."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "deal", N_("deal"), key_display="Enter"),
        Binding("tab", "app.focus_next", N_("next field"), key_display="Tab"),
        Binding("escape", "cancel", N_("back"), key_display="Esc"),
    ]

    def __init__(self, table: OwnTable, deal: Callable[[list[str]], object]) -> None:
        """Ask before the first deal at this table; `deal` takes the cuts in seat order."""
        super().__init__()
        self._table: OwnTable | None = table
        self._deal = deal
        self._commitment, self._seats = str(table.commitment), table.seats

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="form", can_focus=False):
            yield Static(_("The deals are settled").upper(), classes="title")
            yield Static(
                _(
                    "All deals follow from a secret number; this is its fingerprint, the commitment. Note how it "
                    "begins: the number is shown at the end, and the fingerprint proves it's the same."
                )
            )
            yield Static(Text(self._commitment, style="bold"), id="commitment")
            yield Static(
                _(
                    "Each player may cut: type anything. It's mixed into the secret number, so nobody can have "
                    "chosen the deals. Or just press Enter."
                ),
                id="ask",
            )
            width = max(cell_len(seat.name) for seat in self._seats) + 2
            for seat, sitter in enumerate(self._seats):
                if sitter.how == HERE:
                    cut = Field(id=f"{CUT}{seat}", max_length=MAX_LETTERS, placeholder=_("no cut"), compact=True)
                    yield Line(f"{CUT}{seat}", sitter.name, width, cut)
            with Horizontal(classes="row"):
                yield Button(_("Deal"), id="deal", compact=True)
        yield KeyBar(self.app.look)

    def on_input_submitted(self) -> None:
        """Enter goes on to the next person, and then deals."""
        if self.focused is self.query(Input).last():
            self.action_deal()
        else:
            self.focus_next(Input)

    def on_input_changed(self) -> None:
        """What was wrong may be right now."""
        for line in self.query(Line):
            line.say("")

    def on_button_pressed(self) -> None:
        """Deal."""
        self.action_deal()

    def action_deal(self) -> None:
        """Take the cuts, if they can be taken."""
        cuts = [""] * len(self._seats)
        wrong = False
        for line in self.query(Line):
            field = self.query_one(f"#{line.field}", Input)
            try:
                cuts[int(line.field[len(CUT) :])] = clean_cut(field.value)
            except ValueError as error:
                line.say(str(error))
                field.focus()
                wrong = True
        if wrong:
            return
        self._table = None
        self._deal(cuts)

    def on_unmount(self) -> None:
        """Keep no record of a match whose page was left, be it by its own key or to go home."""
        if self._table is not None:
            self.app.discard(self._table)

    def action_cancel(self) -> None:
        """Go back."""
        self.dismiss()
