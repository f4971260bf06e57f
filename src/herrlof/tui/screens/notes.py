"""Pages that are read and closed: a few paragraphs, or the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from herrlof.game import Row
from herrlof.messages import N_, _
from herrlof.tui.screens.base_screen import OnceModal
from herrlof.tui.widgets.canvas import Part
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp

OPENING: Final = "full_stop,comma,plus,question_mark,q,l,k,s,t,L,K,S,Q,T"
"""The keys that open such pages close them too."""


class NoteScreen(OnceModal[None]):
    """A few paragraphs to read."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(f"escape,enter,space,{OPENING}", "dismiss", N_("back"), key_display="Esc", id="back"),
        Binding("up", "scroll(-1)", N_("scroll"), key_display="↑ ↓", id="up"),
        Binding("down", "scroll(1)", show=False, id="down"),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
        Binding("home", "scroll(-9999)", show=False),
        Binding("end", "scroll(9999)", show=False),
    ]

    def __init__(self, title: str, paragraphs: Sequence[Sequence[Part]]) -> None:
        """Show pieces of text by their inks; nothing in them is read as markup."""
        super().__init__()
        self._heading = title
        self._paragraphs = paragraphs

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="note"):
            yield Static(Text(self.app.look.text(self._heading.upper())), classes="title")
            yield Static(self._text())
        yield KeyBar(self.app.look)

    def _text(self) -> RenderableType:
        """Return the paragraphs as one text."""
        look = self.app.look
        lines = []
        for parts in self._paragraphs:
            line = Text()
            for text, ink, bold in parts:
                line.append(look.text(text), look.style(ink, "surface", bold))
            lines.append(line)
        return Text("\n").join(lines or [Text(_("Nothing yet."))])

    def action_scroll(self, by: int) -> None:
        self.query_one("#note").scroll_relative(y=by, animate=False)

    def on_click(self) -> None:
        self.dismiss()


class ScoresScreen(NoteScreen):
    """The score sheet of all rounds; columns never touch, and what has no room beside goes below."""

    def __init__(self, title: str, rows: Sequence[Row]) -> None:
        """Show rows, the heads first."""
        super().__init__(_("Scores"), [])
        self._rows = rows

    def _text(self) -> Text:
        rows, look = self._rows, self.app.look
        if not rows:
            return Text(_("No round is over yet."))
        texts = [(row.title, *row.cells) for row in rows]
        widths = [max(cell_len(cell) for cell in column) for column in zip(*texts, strict=True)]
        lines = []
        for number, cells in enumerate(texts):
            head, last = number == 0, number == len(texts) - 1
            line = Text()
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
                pad = " " * (width - cell_len(cell))
                text = cell + pad if not place else f"   {pad}{cell}"
                line.append(look.text(text), look.style("dim" if head or not place else "text", "surface", last))
            lines.append(line)
        return Text("\n").join(lines)
