"""What forms consist of: lines with a label, lists that unfold, and what is wrong with a field below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from herrlof.messages import N_
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.canvas_widget import CanvasWidget
from herrlof.tui.widgets.pieces import panel


class Field(Input):
    """A field for text that takes its keys in the order in which they were typed.

    The framework asks everything around the field what Backspace means before the field deletes: of keys that come in
    one read, letters would be there before it.
    """

    def on_blur(self) -> None:
        """Show a text again from its beginning, which the cursor may have pushed out of sight."""
        self.scroll_to(0, 0, animate=False, force=True, immediate=True)

    async def _on_key(self, event: Key) -> None:
        """Do at once what a key of the field does; letters are the framework's, but for what is joined of several."""
        for binding in self._bindings.key_to_bindings.get(event.key, [])[:1]:
            event.stop()
            event.prevent_default()
            await self.run_action(binding.action)
            return
        text = event.character or ""
        if len(text) > 1 and not event.is_printable:
            event.stop()
            event.prevent_default()
            self.replace(text, *self.selection)


class Entries(OptionList):
    """A list that was unfolded, whose keys are named."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", N_("choose"), key_display="↑ ↓"),
        Binding("down", "cursor_down", show=False),
        Binding("enter", "select", N_("take it"), key_display="Enter"),
    ]


class Dropdown(Vertical, can_focus=True):
    """A list that unfolds on Enter, between the lines; left and right change the choice without it.

    The framework's has its list, and the parts of its row, on the screen before anybody asks for them: a page of them
    would take half a second.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", N_("change"), key_display="← →"),
        Binding("right", "step(1)", show=False),
        Binding("enter,space", "unfold", N_("list"), key_display="Enter"),
        Binding("escape", "fold", N_("shut"), key_display="Esc"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    value: var[str] = var("", init=False)

    class Changed(Message):
        """Another entry was taken."""

        def __init__(self, field: str, value: str) -> None:
            super().__init__()
            self.field, self.value = field, value

    class Looked(Changed):
        """An entry is in focus in the list; it need not be taken."""

    def __init__(self, entries: Sequence[tuple[str, str]], value: str, name: str) -> None:
        """Offer entries (what is shown, value); `name` is the widget's id."""
        super().__init__(id=name)
        self._shown = [Content(shown) for shown, _key in entries]
        self._values = [key for _shown, key in entries]
        self._taken, self._arrow = Static(classes="taken"), Static("▼", classes="arrow")
        self._list: OptionList | None = None
        self.set_reactive(Dropdown.value, value)

    def compose(self) -> ComposeResult:
        self._show()
        yield self._taken
        yield self._arrow

    @property
    def _place(self) -> int:
        return self._values.index(self.value)

    def _show(self) -> None:
        self._taken.update(self._shown[self._place])

    @property
    def _unfolded(self) -> bool:
        return self._list is not None and self._list.display

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Step and unfold while the list is folded; unfolded it has the keys, till it is closed."""
        return self._unfolded == (action == "fold") or action not in ("step", "unfold", "fold")

    def allow_focus(self) -> bool:
        """Leave the focus to the list that is unfolded, wherever on the row one clicks."""
        return not self._unfolded

    def watch_value(self, value: str) -> None:
        """Show what was taken, and tell."""
        self._show()
        self.post_message(self.Changed(self.id or "", value))

    def action_step(self, by: int) -> None:
        """Take the entry before or after this one; the first and the last are neighbours."""
        self.value = self._values[(self._place + by) % len(self._values)]

    def action_unfold(self) -> None:
        """Unfold the list, in sight."""
        if self._list is None:
            self._list = Entries(*self._shown)
            self.mount(self._list)
        self._list.display = True
        self._arrow.update("▲")
        self._list.highlighted = self._place
        self._list.focus(scroll_visible=False)
        self.call_after_refresh(self._list.scroll_visible, animate=False)

    def action_fold(self) -> None:
        """Close the list."""
        self.on_descendant_blur()
        self.focus()

    def on_click(self) -> None:
        """Unfold the list, or close it; an entry that was clicked is taken next."""
        if self._unfolded:
            self.action_fold()
        else:
            self.action_unfold()

    def on_descendant_blur(self) -> None:
        """Fold the list that is left."""
        if self._list is not None:
            self._list.display = False
            self._arrow.update("▼")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell of the entry in focus."""
        event.stop()
        self.post_message(self.Looked(self.id or "", self._values[event.option_index]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.value = self._values[event.option_index]
        self.action_fold()


class Heading(CanvasWidget):
    """The title of a group of fields, on a thin rule."""

    DEFAULT_CSS = "Heading { height: 1; }"

    def __init__(self, look: Look, title: str) -> None:
        """Name the group."""
        super().__init__(look)
        self._title = title

    def draw(self, canvas: Canvas) -> None:
        """Draw it as the title of a panel."""
        panel(canvas, Rect(0, 0, canvas.width, 1), self._title)


class Line(Vertical):
    """A label with its fields beside it."""

    def __init__(self, name: str, label: str, width: int, *fields: Widget) -> None:
        """Take what stands in the line; `width` columns for the label at least, `name` says what it is about."""
        super().__init__(classes="line")
        self.field = name
        """What it is about: the id of its first field."""
        self._label, self._fields = Static(Text(label), classes="label"), fields
        self._label.styles.min_width = width
        self._wrong = Static(classes="wrong")
        """Comes when something is."""

    def compose(self) -> ComposeResult:
        yield Horizontal(self._label, *self._fields, classes="row")

    def say(self, wrong: str) -> None:
        """Say below the fields what is wrong with them; nothing where all is well."""
        if wrong and not self._wrong.is_attached:
            self.mount(self._wrong)
        self._wrong.styles.margin = (0, 0, 0, self._label.size.width + 1)  # where what is typed begins
        self._wrong.update(Text(wrong))
        self._wrong.display = bool(wrong)
