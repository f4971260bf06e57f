"""The last row of a screen: the keys that work now, made from the bindings of the screen and of what is in focus."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual.binding import Binding
from textual.events import Mount

from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.canvas_widget import CanvasWidget

GAP = 3
"""Cells between two keys."""
HELP = "question_mark"
"""The key that leads to the rules wherever it is shown: it always has room."""


class KeyBar(CanvasWidget):
    """As many keys as fit, most wanted first; each can be clicked."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; }"

    def __init__(self, look: Look, **more: Any) -> None:
        """Show nothing before the first bindings are known."""
        super().__init__(look, **more)
        self._keys: list[tuple[str, str, str]] = []

    def on_mount(self, _: Mount) -> None:
        """Follow the bindings of the screen, which change with what is in focus."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.update_keys())
        self.update_keys()

    def update_keys(self) -> None:
        """Show the keys that work now."""
        if not self.is_mounted or not self.app.is_running:
            return
        shown: dict[str, tuple[str, str, str]] = {}
        for key, (node, binding, enabled, _) in self.screen.active_bindings.items():
            what = _described(node, binding)
            named = self._named_by_screen(key)
            if not what and named is not None:  # a field or a list has the key, and the screen says what it does there
                binding = named
                enabled = enabled and self.screen.check_action(binding.action, ()) is not False
                what = _described(self.screen, binding)
            if not enabled or binding.action in shown:
                continue
            if isinstance(what, tuple):
                shown[binding.action] = (what[0], self.look.key(what[0]), what[1])
            elif what:
                shown[binding.action] = (binding.key, self.app.get_key_display(binding), what)
        found = list(shown.values())
        if found != self._keys:
            self._keys = found
            self.redraw()

    def _named_by_screen(self, key: str) -> Binding | None:
        """Return the screen's own binding of a key, where it has one to be shown."""
        found = self.screen._bindings.key_to_bindings.get(key, [])
        return next((binding for binding in found if binding.show), None)

    def draw(self, canvas: Canvas) -> None:
        """Draw the row."""
        canvas.fill(Rect(0, 0, canvas.width, 1), "surface")
        x = 1
        kept_free = sum(_width(name, what) + GAP for key, name, what in self._keys if key == HELP)
        for key, name, what in self._keys:
            size = _width(name, what)
            if key == HELP:
                kept_free = 0
            if x + size + kept_free >= canvas.width:
                continue
            self.places.append((Rect(x, 0, size, 1), key))
            x = canvas.put(x, 0, name, "accent", "surface", True)
            x = canvas.put(x, 0, f" {what}", "dim", "surface") + GAP

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Press the key that was clicked."""
        message.stop()
        self.app.simulate_key(message.target)


def _described(node: object, binding: Binding) -> str | tuple[str, str]:
    """Return what a key does now, and instead of its name another one; nothing for a key that is not to be shown."""
    describe = getattr(node, "describe", None)
    return (describe and describe(binding.action)) or (binding.description if binding.show else "")


def _width(name: str, what: str) -> int:
    """Return how many cells a key and what it does take."""
    return cell_len(name) + 1 + cell_len(what)
