"""All keys of a screen, made from the same bindings as its key bar, which has room for some of them."""

from __future__ import annotations

from typing import Any, Final

from rich.cells import cell_len
from textual.screen import Screen

from herrlof.messages import N_, _
from herrlof.tui.screens.notes import NoteScreen
from herrlof.tui.widgets.canvas import Part
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
        super().__init__(_("Keys"), [*_lines(screen), [], *[[(_(note), "dim", False)] for note in NOTES]])


def _lines(screen: Screen[Any]) -> list[list[Part]]:
    """Return a line for each binding that works now and has a name."""
    found: dict[str, tuple[str, str]] = {}
    for _key, (node, binding, enabled, _tooltip) in working(screen, every=True):
        describe = getattr(node, "describe", None)
        described = describe(binding.action) if describe else ""
        told = _(binding.tooltip) if binding.tooltip else ""
        what = told or (described if isinstance(described, str) else "") or description(binding)
        if what and enabled and binding.action not in found and binding.action not in FRAMEWORK:
            found[binding.action] = (screen.app.get_key_display(binding), what)
    width = max(cell_len(key) for key, _what in found.values()) + 3
    return [[(f"{key:<{width}}", "accent", True), (what, "text", False)] for key, what in found.values()]
