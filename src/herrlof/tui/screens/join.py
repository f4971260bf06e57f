"""The tables on this machine that wait for somebody, and the way to one of them."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from herrlof.messages import N_, _, versus
from herrlof.seats.host import DoorError
from herrlof.seats.join import Joined, table_at
from herrlof.seats.local import table_named, tables_here
from herrlof.seats.visit import JoinError, Visit
from herrlof.tui.screens.base_screen import OnceModal
from herrlof.tui.widgets.fields import Field, Heading, Line
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.titlebar import TitleBar

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp

AGAIN_SECONDS: Final = 2.0
"""How long after one look around the next one follows."""


class JoinScreen(OnceModal[None]):
    """A line a table; below it the path of another one."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "app.bell", N_("join"), key_display="Enter"),  # list and field take it; this names it
        Binding("w,W", "watch", N_("watch"), key_display="W", id="watch"),
        Binding("tab", "app.focus_next", N_("next field"), key_display="Tab"),
        Binding("escape", "dismiss", N_("home"), key_display="Esc"),
    ]

    def __init__(self) -> None:
        """Look around when shown."""
        super().__init__()
        self._joined = Joined(self.app.storage)
        self._tables: dict[Path, Visit | str] = {}
        """What waits at each socket: a table, or why there is no seat."""

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        label = _("Another table")
        path = Field(id="path", placeholder=_("the path on its host's page"), compact=True)
        yield TitleBar(self.app.look, _("Join"))
        with Vertical(id="join", classes="page"):
            yield Heading(self.app.look, _("Tables on this machine"))
            yield OptionList(id="list")
            yield Static(id="about")
            yield Line("path", label, cell_len(label) + 2, path)
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Look around as long as the page is open."""
        self.query_one("#list", OptionList).display = False
        self.query_one("#path").focus()
        self.run_worker(self._look_around(), exit_on_error=True)

    async def _look_around(self) -> None:
        while True:
            found = tables_here()
            self._tables = {path: table for path, table in self._tables.items() if path in found}
            await asyncio.gather(*map(self._look_at, found))
            self._show()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _look_at(self, path: Path) -> None:
        try:
            self._tables[path] = await self._table(str(path))
        except (DoorError, JoinError) as error:
            self._tables[path] = str(error)
        self._show()

    async def _table(self, named: str, watches: bool = False) -> Visit:
        """Return the table at a socket, and the seat that there is, or what an onlooker has.

        DoorError and JoinError say why there is none.
        """
        path = table_named(named)
        table = table_at(path, self._joined.token(path), watches)
        await table.look()
        return table

    def _show(self) -> None:
        """Show what was found; who looked at the first table meanwhile stays there."""
        listing = self.query_one("#list", OptionList)
        lines = [self._line(path) for path in sorted(self._tables)]
        if lines == [option.prompt for option in listing.options]:
            self._tell()
            return
        place, empty = listing.highlighted or 0, not listing.options
        listing.clear_options()
        listing.add_options([Option(line) for line in lines])
        listing.display = bool(lines)
        if lines:
            listing.highlighted = min(place, len(lines) - 1)
            if empty and not self.query_one("#path", Input).value:
                listing.focus()
        self._tell()

    def _line(self, path: Path) -> Content:
        table = self._tables[path]
        if isinstance(table, str):
            return Content(path.stem)
        names = versus(seat.name for seat in table.seats)
        return Content(_("{game}, {players}", game=table.game.title, players=names))

    @property
    def _chosen(self) -> Path | None:
        place = self.query_one("#list", OptionList).highlighted
        return None if place is None else sorted(self._tables)[place]

    def _tell(self) -> None:
        """Tell of the table in focus."""
        path = self._chosen
        table = None if path is None else self._tables[path]
        if table is None:
            text = _("No table is open on this machine. To open one, begin a match with a seat elsewhere.")
        elif isinstance(table, str):
            text = table
        else:
            name = table.seats[table.seat].name
            text = _("{name}'s seat is yours. Enter goes there for a look before you sit down.", name=name)
        self.query_one("#about", Static).update(Text(self.app.look.text(text)))

    def on_option_list_option_highlighted(self) -> None:
        """Tell of the table in focus."""
        self._tell()

    def on_option_list_option_selected(self) -> None:
        """Go to the table in focus."""
        if (path := self._chosen) is not None and not isinstance(self._tables[path], str):
            self.app.join(path)

    def on_input_changed(self) -> None:
        """What was wrong may be right now."""
        self.query_one(Line).say("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the table that was typed."""
        if event.value.strip():
            self.call_later(
                self.run_worker, partial(self._go, event.value.strip()), group="go", exclusive=True, exit_on_error=True
            )

    def action_watch(self) -> None:
        """Watch at the table in focus."""
        if (path := self._chosen) is not None:
            self.run_worker(self._go(str(path), watches=True), group="go", exclusive=True, exit_on_error=True)

    async def _go(self, named: str, watches: bool = False) -> None:
        try:
            await self._table(named, watches)
        except (DoorError, JoinError) as error:
            self.query_one(Line).say(str(error))
        else:
            self.app.join(Path(named).absolute(), watches)
