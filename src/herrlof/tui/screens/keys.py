"""All keys of a screen, made from the same bindings as its key bar, which has room for some of them."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.events import Click
from textual.screen import Screen

from herrlof.messages import N_, _
from herrlof.tui.screens.notes import NoteScreen
from herrlof.tui.screens.seated import SeatedScreen
from herrlof.tui.widgets.keybar import FRAMEWORK, description, working

NOTES: Final = (
    N_("Keys that only look never hurry anything. Enter, Space and all others end a pause."),
    N_("Enter plays only what you chose since you were asked. A click chooses, a second click plays."),
    N_("Behind the curtain each player has a number: wait a second, touch nothing, then press it."),
)


class KeysScreen(NoteScreen):
    """The keys of a table, of home, of a page."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Read the bindings of a screen and of what is in it."""
        notes = NOTES if isinstance(screen, SeatedScreen) else ()
        super().__init__(_("Keys"), [[], *[[(_(note), "dim", False)] for note in notes]])
        self._of, self._keys = screen, _keys_of(screen)

    def _text(self) -> RenderableType:
        """Return the keys in two columns, of which neither flows into the other, and the notes below."""
        look = self.app.look
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for pressed, key, what in self._keys:
            click = Style.from_meta({"press": pressed})
            named = Text(look.text(key), look.style("accent", "surface", True) + click)
            grid.add_row(named, Text(look.text(what), look.style("text", "surface") + click))
        return Group(grid, super()._text())

    def on_click(self, event: Click | None = None) -> None:
        """Press the key that was clicked, where this page and the one below it are left."""
        pressed = event.style.meta.get("press") if event is not None else None
        if pressed is None or event is None:
            return  # it is closed as every note is
        event.prevent_default()
        while self.app.screen is not self._of and len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        self.app.call_after_refresh(self.app.simulate_key, pressed)


def _keys_of(screen: Screen[Any]) -> list[tuple[str, str, str]]:
    """Return the key to press, its name, and what it does, of each binding that works now and has a name."""
    found: dict[str, tuple[str, str, str]] = {}
    for key, (node, binding, enabled, _tooltip) in working(screen, every=True):
        describe = getattr(node, "describe", None)
        described = describe(binding.action) if describe else ""
        told = _(binding.tooltip) if binding.tooltip else ""
        what = told or (described if isinstance(described, str) else "") or description(binding)
        if what and enabled and binding.action not in found and binding.action not in FRAMEWORK:
            found[binding.action] = (key, screen.app.get_key_display(binding), what)
    return list(found.values())
