"""Small questions: a name, and whether to go on although something would be lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from herrlof.messages import N_, _
from herrlof.records.names import MAX_CELLS, clean_name
from herrlof.tui.screens.base_screen import OnceModal
from herrlof.tui.widgets.fields import Field
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp


class NameScreen(OnceModal[str | None]):
    """Asks once what records call the person at this keyboard; the result is a fit name, or None to go back."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "app.bell", N_("play"), key_display="Enter"),  # the field takes it; this names it
        Binding("escape", "dismiss(None)", N_("back"), key_display="Esc"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(_("Your name").upper(), classes="title")
            yield Static(
                _("At the table you're You; records and lists of matches need a name. You're asked only once."),
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

    app: TablesApp
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
        with Vertical(id="form"):
            yield Static(_("This match can't be saved").upper(), classes="title")
            yield Static(Text(self._trouble))
            yield Static(self._question)
        yield KeyBar(self.app.look)


class LeaveRoundScreen(OnceModal[bool]):
    """Says that a lesson's round is not kept, and asks once."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "dismiss(True)", N_("leave"), key_display="Y"),
        Binding("n,N,escape,enter", "dismiss(False)", N_("play on"), key_display="N"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(_("Leave this round?").upper(), classes="title")
            yield Static(_("A lesson's round isn't kept: another time it begins anew, with the same cards."))
        yield KeyBar(self.app.look)


class KeepScreen(OnceModal[bool]):
    """Asks whether a match that was tried out is kept."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k,K", "dismiss(True)", N_("keep it"), key_display="K"),
        Binding("n,N,escape,enter", "dismiss(False)", N_("don't keep it"), key_display="N"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(_("What if").upper(), classes="title")
            yield Static(_("Keep what you tried as its own match? It never counts in the statistics."))
        yield KeyBar(self.app.look)


class OfferScreen(OnceModal[bool]):
    """Offers a match after the last lesson of a game."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,p,P", "dismiss(True)", N_("play"), key_display="Enter"),
        Binding("escape,n,N", "dismiss(False)", N_("not now"), key_display="Esc"),
    ]

    def __init__(self, done: str, offer: str) -> None:
        """Say what is done, and what is offered."""
        super().__init__()
        self._done, self._offer = done, offer

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(Text(self._done), classes="title")
            yield Static(Text(self._offer))
        yield KeyBar(self.app.look)


class ResignScreen(OnceModal[int | str]):
    """Asks how the match is to end before its end: the result is who resigns, `end` (or no more), or nothing."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r,R", "resign", N_("resign"), key_display="R"),
        *[Binding(str(seat + 1), f"dismiss({seat})", N_("resign")) for seat in range(9)],
        Binding("e,E", "dismiss('end')", N_("end without a winner"), key_display="E"),
        Binding("n,N,escape,enter", "dismiss('')", N_("play on"), key_display="N"),
    ]

    def __init__(self, names: Mapping[int, str], agree: str) -> None:
        """Ask who may resign, by seat, with no name if alone; `agree`: what an agreed end takes, where there is one."""
        super().__init__()
        self._names, self._agree = names, agree

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(_("End the match here?").upper(), classes="title")
            yield Static(Text(self._lost))
            if self._agree:
                yield Static(Text(self._agree))
        yield KeyBar(self.app.look)

    @property
    def _lost(self) -> str:
        """What it means to resign."""
        names = list(self._names.values())
        if len(names) > 1:
            return _("Whoever resigns loses: press the number of whoever it is.")
        return _("Whoever resigns loses: that's {name}.", name=names[0]) if names[0] else _("If you resign, you lose.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is an agreed end only between people; where several may resign each does by a number."""
        several = len(self._names) > 1
        if action == "resign":
            return not several
        if isinstance(seat := next(iter(parameters), None), int):
            return several and seat in self._names
        return bool(self._agree) if parameters == ("end",) else True

    def describe(self, action: str) -> str:
        """Name who resigns by a number."""
        return next(
            (_("{name} resigns", name=name) for n, name in self._names.items() if action == f"dismiss({n})"), ""
        )

    def action_resign(self) -> None:
        """Resign for the only one who may."""
        self.dismiss(*self._names)
