"""What forms consist of: lines with a label, lists that unfold, and what is wrong with a field below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Select, Static

from herrlof.messages import N_
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.canvas_widget import CanvasWidget
from herrlof.tui.widgets.pieces import panel


class Choice(Select[str]):
    """A list that unfolds on Enter, between the lines; left and right change the choice without it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", N_("change"), key_display="← →"),
        Binding("right", "step(1)", show=False),
        Binding("enter,space", "show_overlay", N_("list"), key_display="Enter"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    class Looked(Message):
        """An entry is in focus in the list; it need not be taken."""

        def __init__(self, field: str, value: str) -> None:
            super().__init__()
            self.field, self.value = field, value

    def __init__(self, entries: Sequence[tuple[str, str]], value: str, name: str) -> None:
        """Offer entries (what is shown, value); `name` is the widget's id."""
        super().__init__(
            [(Content(shown), key) for shown, key in entries], value=value, allow_blank=False, id=name, compact=True
        )
        self._values = [key for _shown, key in entries]

    def on_mount(self) -> None:
        """Watch the list."""
        entries = self.query_one(OptionList)
        self.watch(entries, "highlighted", self._look, init=False)
        self.watch(self, "expanded", self._show_all, init=False)
        close = Binding("escape", "dismiss", N_("close"), key_display="Esc")
        entries._bindings.key_to_bindings["escape"] = [close]  # the framework's has a name of its own for it

    def _show_all(self, unfolded: bool) -> None:
        """Scroll a list that unfolds into sight."""
        if unfolded:
            self.call_after_refresh(self.query_one(OptionList).scroll_visible, animate=False)

    def _look(self, place: int | None) -> None:
        if self.expanded and place is not None:
            self.post_message(self.Looked(self.id or "", self._values[place]))

    def action_step(self, by: int) -> None:
        """Take the entry before or after this one; the first and the last are neighbours."""
        self.value = self._values[(self._values.index(str(self.value)) + by) % len(self._values)]


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
        """Take what stands in the line; `width` columns for the label, `name` says what it is about."""
        super().__init__(classes="line")
        self.field = name
        """What it is about: the id of its first field."""
        self._label, self._width, self._fields = label, width, fields
        self._wrong = Static(classes="wrong")

    def compose(self) -> ComposeResult:
        """Lay the line out."""
        label = Static(Text(self._label), classes="label")
        label.styles.width = self._width
        yield Horizontal(label, *self._fields, classes="row")
        self._wrong.styles.margin = (0, 0, 0, self._width + 1)  # where what is typed begins
        yield self._wrong

    def say(self, wrong: str) -> None:
        """Say below the fields what is wrong with them; nothing where all is well."""
        self._wrong.update(Text(wrong))
        self._wrong.display = bool(wrong)
