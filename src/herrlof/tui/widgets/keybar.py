"""The last row of a screen: the keys that work now, made from the bindings of the screen and of what is in focus."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from rich.cells import cell_len
from textual.actions import parse
from textual.binding import ActiveBinding, Binding
from textual.events import Mount, MouseDown, Resize
from textual.screen import Screen

from herrlof.messages import _
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.canvas_widget import CanvasWidget

GAPS: Final = 3, 2, 1
"""Cells between two keys; where the row is too short for all of them; where it is for what has to be there."""
KEPT: Final = frozenset({"commit", "start", "sit", "cover", "hint", "think_on", "rules", "leave"})
"""What has room before all else, in the order of the row; so has whatever who has the focus names in `kept_keys`."""
FIRST: Final = (frozenset({"escape"}), frozenset({"start", "sit"})), (frozenset({"enter"}), frozenset({"rules"}))
"""What has room before what is kept, the first pair before the second: each has keys, and actions on any key."""
NOTHING: Final = "-"
"""What `describe_briefly` says of a key that another one names too, so that it goes; nothing: it is said as always."""
SIGNS: Final = {
    "←": "left", "→": "right", "↑": "up", "↓": "down", "Esc": "escape",
    "?": "question_mark", ".": "full_stop", ",": "comma", "+": "plus", "-": "minus", "*": "asterisk",
    "PgUp": "pageup", "PgDn": "pagedown",
}  # fmt: skip
"""The keys that have another name here than in the framework."""
MORE: Final = "»"
"""What leads to the keys for which there was no room."""
FRAMEWORK: Final = frozenset(binding.action for binding in Screen.BINDINGS if isinstance(binding, Binding))
"""What every screen of the framework can do; it means nothing at a table."""


class KeyBar(CanvasWidget):
    """As many keys as fit, most wanted first; each can be clicked."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; }"

    def __init__(self, look: Look, **more: Any) -> None:
        """Show nothing before the first bindings are known."""
        super().__init__(look, **more)
        self._keys: list[tuple[str, str, str, bool]] = []
        """The key to press, its name, what it does, and whether it always has room."""
        self._past: set[str] = set()
        """The keys that were shown before these, where not all have room at once,"""
        self._next: set[str] = set()
        """and those that will have been once more are wanted."""
        self._owners: list[tuple[object, Binding]] = []
        """Who says what each of them does."""
        self._working: Collection[str] = ()
        """All keys that do something now."""
        self._brief = set[str]()
        """The actions that are said briefly, since the row is too short for all that always has room."""

    def on_mount(self, _: Mount) -> None:
        """Follow the bindings of the screen, which change with what is in focus."""
        self.screen.bindings_updated_signal.subscribe(self, lambda screen: self.update_keys())
        self.update_keys()

    def on_resize(self, event: Resize) -> None:
        """Ask anew: some keys are told of where there is room."""
        self.update_keys()
        super().on_resize(event)

    def update_keys(self) -> None:
        """Show the keys that work now."""
        if self.is_mounted and self.app.is_running:
            self._show(self._found())

    def _found(self) -> list[tuple[str, str, str, bool]]:
        shown: dict[str, tuple[str, str, str, bool]] = {}
        owners: list[tuple[object, Binding]] = []
        found = working(self.screen)
        self._working = actions = {key: one.binding.action for key, one in found}
        for key, (node, binding, enabled, _tooltip) in found:
            if not enabled:
                continue
            what = self._described(node, binding)
            if not what and (named := self._named_by_screen(key)) is not None:
                binding = named  # a field or a list has the key, and the screen says what it does there
                _namespace, action, parameters = parse(binding.action)
                enabled = self.screen.check_action(action, parameters) is not False
                node, what = self.screen, self._described(self.screen, binding)
            if not enabled or binding.action in shown:
                continue
            if what:
                owners.append((node, binding))
            if isinstance(what, tuple):
                shown[binding.action] = (what[0], self.look.key(what[0]), what[1], binding.action in kept_by(node))
            elif what:
                name = self.app.get_key_display(binding)
                if actions.get(SIGNS.get(name, ""), binding.action) != binding.action:
                    name = key.upper()  # on this screen its sign does something else
                kept = binding.action in KEPT.union(kept_by(node)) or _rank(key, binding.action) < len(FIRST)
                shown[binding.action] = (binding.key, name, what, kept)
        self._owners, keys, self._brief = owners, list(shown.values()), set()
        for _node, binding in owners:
            if _fits([_width(name, what) for _key, name, what, kept in keys if kept], GAPS[1], self.size.width - 1):
                break
            self._brief.add(binding.action)
            keys = self._briefly(keys)
        return keys

    def _briefly(self, keys: list[tuple[str, str, str, bool]]) -> list[tuple[str, str, str, bool]]:
        """Return keys, some with what they do said as briefly as it can be; what another key names too goes."""
        found, owners = [], []
        for (key, name, what, kept), owner in zip(keys, self._owners, strict=True):
            told = self._ask("describe_briefly", *owner) if owner[1].action in self._brief else ""
            if told != NOTHING:
                sign, what = (name, told or what) if isinstance(told, str) else (self.look.key(told[0]), told[1])
                found.append((key, sign, what, kept))
                owners.append(owner)
        self._owners = owners
        return found

    def reword(self) -> None:
        """Say anew what the keys do; which of them work is as it was."""
        told = [self._described(node, binding) for node, binding in self._owners]
        pairs = zip(self._keys, told, strict=True)
        keys = [(key, name, what if isinstance(what, str) else what[1], kept)
                for (key, name, _before, kept), what in pairs]  # fmt: skip
        self._show(self._briefly(keys))

    def _show(self, keys: list[tuple[str, str, str, bool]]) -> None:
        """Draw these keys, if they are others than before."""
        if keys != self._keys:
            self._keys, self._past = keys, set()
            self.redraw()

    def _described(self, node: object, binding: Binding) -> str | tuple[str, str]:
        """Return what a key does now, and instead of its name another one; nothing for a key that is not to be shown.

        The screen has the first word on what is no key of the whole program: it may do something else with it.
        """
        return self._ask("describe", node, binding) or (binding.show and description(binding)) or ""

    def _ask(self, method: str, node: object, binding: Binding) -> str | tuple[str, str]:
        for one in (node,) if node is self.app else (self.screen, node):
            describe: Callable[[str], str | tuple[str, str]] | None = getattr(one, method, None)
            if describe is not None and (told := describe(binding.action)):
                return told
        return ""

    def _named_by_screen(self, key: str) -> Binding | None:
        """Return the screen's own binding of a key, where it has one to be shown."""
        found = self.screen._bindings.key_to_bindings.get(key, [])
        keymap = self.app._keymap
        still = [binding for binding in found if key in keymap.get(binding.id or "", key).split(",")]
        return next((binding for binding in still if binding.show), None)

    def draw(self, canvas: Canvas) -> None:
        """Draw the row; in a first frame too, when nobody has said yet what works."""
        if not self._keys and self.is_attached:
            self._keys = self._found()
        canvas.fill(Rect(0, 0, canvas.width, 1), "surface")
        here = [(entry, owner) for entry, owner in zip(self._keys, self._owners, strict=True)
                if entry[0] not in self._past]  # fmt: skip
        x = 1
        sizes = [_width(name, what) for (_key, name, what, _kept), _owner in here]
        plays = next((at for at, (_entry, (_node, binding)) in enumerate(here) if binding.action == "commit"), -1)
        first = [size for at, (size, (key, _)) in enumerate(zip(sizes, here, strict=True)) if at <= plays or key[-1]]
        fits = (gap for gap, some in zip(GAPS, (sizes, first), strict=False) if _fits(some, gap, canvas.width - x))
        gap = next(fits, GAPS[-1])
        whole = not self._past and _fits(sizes, gap, canvas.width - x)
        kept = [at for at, (key, _owner) in enumerate(here) if key[-1]]
        keeps = list[int]()
        ranks = [_rank(key.split(",")[0], one.action) for (key, *_), (_node, one) in here]
        for at in sorted(kept, key=lambda at: ranks[at]):
            if _fits([sizes[one] for one in (*keeps, at)], gap, canvas.width - x):
                keeps.append(at)
        kept_free = sum(sizes[at] + gap for at in keeps)
        row, end = [], x
        waiting = () if whole or self._past else getattr(self.screen, "waiting_keys", ())
        for at, (size, one) in enumerate(zip(sizes, here, strict=True)):
            if at in keeps:
                kept_free -= size + gap
            if end + size + kept_free < canvas.width and one[1][1].action not in waiting:
                row.append((size, one))
                end += size + gap
        if not whole:
            x -= end - gap > canvas.width - 2  # what leads to more stands apart
            shown = {key for _size, ((key, *_), _owner) in row}
            self._next = self._past | shown if len(row) < len(here) else set()
            self.places.append((Rect(canvas.width - 1, 0, 1, 1), MORE))
            canvas.put(canvas.width - 1, 0, self.look.text(MORE), "accent", "surface", True)
        for size, ((key, name, what, _kept), (_node, binding)) in row:
            self.places.append((Rect(x, 0, size, 1), key))
            self._place_signs(x, name, binding)
            x = canvas.put(x, 0, name, "accent", "surface", True)
            x = canvas.put(x, 0, f" {what}", "dim", "surface") + gap

    def _place_signs(self, x: int, name: str, binding: Binding) -> None:
        """Let each of the signs of a key that has several be clicked for itself."""
        signs, parts = (binding.key_display or "").split(), name.split(" ")
        if len(signs) != len(parts) or len(signs) < 2:
            return
        for sign, part in zip(signs, parts, strict=True):
            key = SIGNS.get(sign, sign.lower())
            if key in self._working:
                self.places.append((Rect(x, 0, cell_len(part), 1), key))
            x += cell_len(part) + 1

    def on_mouse_down(self, event: MouseDown) -> None:
        """Keep a click to itself: it counts as the key that it presses."""
        event.stop()

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        message.stop()
        if message.target == MORE:
            self._past = self._next
            self.redraw()
        elif self.screen is self.app.screen:
            self.app.simulate_key(message.target)


def kept_by(node: object) -> Collection[str]:
    """Return the actions whose keys have room before others, by who has them."""
    found: Collection[str] = getattr(node, "kept_keys", ())
    return found


def working(screen: Screen[Any], every: bool = False) -> list[tuple[str, ActiveBinding]]:
    """Return the bindings that work now, each with its key; `every`: named with the keys that a set of keys adds.

    The framework puts what has other keys last, and without names. Here it keeps its place and the names that hold.
    """
    app, active = screen.app, screen.active_bindings
    keymap = app._keymap
    if not keymap:
        return list(active.items())
    app._keymap = {}
    try:
        plain = screen.active_bindings
    finally:
        app._keymap = keymap
    places: dict[tuple[object, ...], tuple[int, Binding]] = {}
    for place, (key, (node, binding, *_rest)) in enumerate(plain.items()):
        places[node, binding.action, key] = place, binding
        places.setdefault((node, binding.action), (place, binding))
    found = []
    for key, one in active.items():
        same = one.node, one.binding.action
        place, before = places.get((*same, key)) or places.get(same) or (len(plain), one.binding)
        name = _name(screen, before, plain, every)
        found.append((place, key, one._replace(binding=replace(one.binding, key_display=name)) if name else one))
    return [(key, one) for _, key, one in sorted(found, key=lambda entry: entry[0])]


def _name(screen: Screen[Any], binding: Binding, plain: dict[str, ActiveBinding], every: bool) -> str:
    """Return the names of a binding's keys as the keymap has them; nothing if the names tell of other keys."""
    app = screen.app
    names, added, holds = [], [], binding.id not in app._keymap
    for name in (binding.key_display or "").split():
        key = SIGNS.get(name, name.lower())
        identity = plain[key].binding.id if key in plain else None
        identity = "yes" if binding.id == "no" and key == "y" else identity  # which may name a card, too
        keys = app._keymap.get(identity or "", key).split(",")
        small = [other for other in keys if other == other.lower() or other.lower() not in keys]
        others = [app.get_key_display(Binding(other, "")) for other in small if other != key]
        names.append(name if keys[0] == key else others.pop(0))
        added += others if keys[0] == key or key not in keys else [*others, name]
        holds = holds or identity == binding.id
    return " ".join([*names, *(added if every else [])]) if holds else ""


def description(binding: Binding) -> str:
    """Return what a binding says of itself, in the language that is spoken now."""
    return _(binding.description) if binding.description else ""


def _rank(key: str, action: str) -> int:
    """Return which of the pairs of what comes first has this, or how many pairs there are."""
    return next((at for at, (keys, actions) in enumerate(FIRST) if key in keys or action in actions), len(FIRST))


def _fits(sizes: Sequence[int], gap: int, width: int) -> bool:
    """Whether pieces of these sizes have room beside each other, with a cell left."""
    return sum(sizes) + gap * (len(sizes) - 1) < width


def _width(name: str, what: str) -> int:
    """Return how many cells a key and what it does take."""
    return cell_len(name) + 1 + cell_len(what)
