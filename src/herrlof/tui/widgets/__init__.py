"""Small widgets that every screen may use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class KeyBar(Static):
    """The keys that work now, as many as fit; each can be clicked."""

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Show (key, shown name, what it does), most wanted first."""
        line = Text(" ", no_wrap=True)
        for key, name, what in keys:
            if line.cell_len + len(name) + len(what) + 1 > self.app.size.width:
                break
            meta = {"@click": f"press('{key}')"}
            line.append(name, Style(bold=True, meta=meta))
            line.append(f" {what}", Style(meta=meta))
            line.append("  ")
        self.update(line)

    def action_press(self, key: str) -> None:
        """Press the key that was clicked."""
        self.app.simulate_key(key)


class Note(ModalScreen[None]):
    """A few lines to read; any key closes them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q,l,k", "app.pop_screen", show=False)]

    def __init__(self, title: str, text: str) -> None:
        """Show plain text: nothing in it is read as markup."""
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """Lay the note out."""
        with VerticalScroll(id="note"):
            yield Static(Text(self._title, style="bold"))
            yield Static(Text(self._text))
            yield Static(Text("Enter goes back", style="dim"))

    def on_click(self) -> None:
        """Close the note."""
        self.app.pop_screen()
