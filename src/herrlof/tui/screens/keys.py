"""All keys of a screen, made from the same bindings as its key bar, which has room for some of them."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.screen import Screen

from herrlof.messages import N_, _
from herrlof.tui.screens.notes import NoteScreen
from herrlof.tui.widgets.keybar import FRAMEWORK, description, working

NOTES: Final = (
    N_("Keys that look at something or open a page never hurry anything. Enter, Space and all others end a pause."),
    N_("Enter plays only what was chosen since the question came. A click chooses, a second click plays."),
    N_("Behind the curtain each player has a number: press it after a second without a click and without any key."),
)


class KeysScreen(NoteScreen):
    """The keys of the table."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Read the bindings of a screen and of what is in it."""
        super().__init__(_("Keys"), [[], *[[(_(note), "dim", False)] for note in NOTES]])
        self._keys = _keys_of(screen)

    def _text(self) -> RenderableType:
        """Return the keys in two columns, of which neither flows into the other, and the notes below."""
        look = self.app.look
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for key, what in self._keys:
            named = Text(look.text(key), look.style("accent", "surface", True))
            grid.add_row(named, Text(look.text(what), look.style("text", "surface")))
        return Group(grid, super()._text())


def _keys_of(screen: Screen[Any]) -> list[tuple[str, str]]:
    """Return the key, and what it does, of each binding that works now and has a name."""
    found: dict[str, tuple[str, str]] = {}
    for _key, (node, binding, enabled, _tooltip) in working(screen, every=True):
        describe = getattr(node, "describe", None)
        described = describe(binding.action) if describe else ""
        told = _(binding.tooltip) if binding.tooltip else ""
        what = told or (described if isinstance(described, str) else "") or description(binding)
        if what and enabled and binding.action not in found and binding.action not in FRAMEWORK:
            found[binding.action] = (screen.app.get_key_display(binding), what)
    return list(found.values())
