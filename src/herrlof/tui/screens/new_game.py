"""Who plays, and by which options; then whether anybody cuts the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.message import Message
from textual.widgets import Button, Input, OptionList, Select, Static

from herrlof.bots import bot_label, bots_of, free_name
from herrlof.game import Game, Option, complete_options
from herrlof.messages import N_, _
from herrlof.records.names import MAX_CELLS, Seat, clean_seats
from herrlof.tui.screens.once import OnceModal
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.table.table import Table
    from herrlof.tui.app import HerrlofApp

PERSON, EMPTY = "person", "nobody"
NAMES = ("Anna", "Ben", "Cleo", "Dag", "Eir", "Finn")
"""Whose seats they are before anybody has typed a name."""


class Choice(Select[str]):
    """A list that unfolds on Enter; left and right change the choice without it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", N_("change"), key_display="← →"),
        Binding("right", "step(1)", show=False),
        Binding("enter,space", "show_overlay", N_("list"), key_display="Enter"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    class Looked(Message):
        """An entry is in focus in the list; it need not be taken."""

        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    def __init__(self, entries: Sequence[tuple[str, str]], value: str, name: str) -> None:
        """Offer entries (what is shown, value); `name` is the widget's id."""
        super().__init__(
            [(Content(shown), key) for shown, key in entries], value=value, allow_blank=False, id=name, compact=True
        )
        self._values = [key for _, key in entries]

    def on_mount(self) -> None:
        """Watch the list."""
        self.watch(self.query_one(OptionList), "highlighted", self._look, init=False)

    def _look(self, place: int | None) -> None:
        if self.expanded and place is not None:
            self.post_message(self.Looked(self._values[place]))

    def action_step(self, by: int) -> None:
        """Take the entry before or after this one; the first and the last are neighbours."""
        self.value = self._values[(self._values.index(str(self.value)) + by) % len(self._values)]


class NewGameScreen(OnceModal[None]):
    """The form of a game, made from its options."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "start", N_("start"), key_display="F2", id="start"),
        Binding("tab", "app.focus_next", N_("next"), key_display="Tab"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("f1", "rules", N_("rules"), key_display="F1"),
        Binding("escape", "cancel", N_("home"), key_display="Esc"),
    ]

    def __init__(self, game: Game) -> None:
        """Open with the last choices."""
        super().__init__()
        self.game = game
        self._remembered = self.app.settings.of(game.key)
        bots = bots_of(game.key)
        taken = [Seat(seat.name, seat.bot if seat.bot in bots else None) for seat in self._remembered.seats]
        if not taken:
            bot = self.app.opponent(game.key)
            taken = [Seat(self.app.settings.name or NAMES[0]), Seat(bots[bot].title, bot)]
        self._seats = taken[: game.seats[-1]]
        self._who = [seat.bot or PERSON for seat in self._seats]
        least = game.seats[0]
        while len(self._seats) < game.seats[-1]:
            number = len(self._seats)
            self._seats.append(Seat(NAMES[number]))
            self._who.append(PERSON if number < least else EMPTY)
        self._form = [option for option in game.options if option.on_form]
        self._undealt: Table | None = None
        """The table of the match whose cut page lies above."""

    @property
    def _count(self) -> int:
        """How many seats are taken now."""
        return max(self.game.seats[0], len([who for who in self._who if who != EMPTY]))

    def compose(self) -> ComposeResult:
        """Lay the form out."""
        lines = len(self._seats) + len(self._form)
        with VerticalScroll(id="form", classes="-few" if lines < 6 else "-many", can_focus=False):
            yield Static(Text(_("New game of {game}", game=self.game.title).upper()), classes="title")
            for number, seat in enumerate(self._seats, 1):
                with Horizontal(classes="row"):
                    yield Static(_("Seat {n}", n=number), classes="label")
                    yield Input(seat.name, id=f"name{number}", max_length=2 * MAX_CELLS, compact=True)
                    yield Choice(self._sitters(number), self._who[number - 1], f"who{number}")
            for option in self._form:
                with Horizontal(classes="row first" if option is self._form[0] else "row"):
                    label = Static(self.game.words.option(option.name), classes="label")
                    label.styles.min_width = self._label_width
                    yield label
                    yield self._field(option)
            yield Static(id="help")
            yield Static(id="error")
            with Horizontal(classes="row"):
                yield Button(_("Start"), id="start", compact=True)
        yield KeyBar(self.app.look)

    @property
    def _label_width(self) -> int:
        """Columns that the longest label of an option needs, with a gap."""
        return max(cell_len(self.game.words.option(option.name)) for option in self._form) + 2

    def _sitters(self, number: int) -> list[tuple[str, str]]:
        """Return who may take a seat: what is shown, and its value."""
        found = [(_("person"), PERSON), *((bot_label(self.game.key, key), key) for key in bots_of(self.game.key))]
        return [(_("nobody"), EMPTY), *found] if number > self.game.seats[0] else found

    def _field(self, option: Option) -> Input | Choice:
        """Return the field of an option: a list, or an input where there are many choices."""
        seats = self._count
        choices = option.choices(seats)
        chosen = self._remembered.options.get(option.name)
        default = option.default(seats)
        if len(choices) > 12:
            return Input(
                "" if chosen is None else str(chosen), placeholder=str(default), id=f"option-{option.name}",
                max_length=6, compact=True, classes="number",
            )  # fmt: skip
        entries = [(self.game.words.choice(option.name, value), str(value)) for value in choices]
        if default is None:
            entries.insert(0, (self.game.words.choice(option.name, None), ""))
        value = chosen if chosen in choices else default
        return Choice(entries, "" if value is None else str(value), f"option-{option.name}")

    def on_mount(self) -> None:
        """Explain what stands there."""
        self._explain()
        self.query_one("#name1").focus()

    # What is told

    def on_select_changed(self) -> None:
        """Explain the choices that stand; a name that nobody typed follows who sits there."""
        for place, before in enumerate(self._who):
            who = self._who[place] = str(self.query_one(f"#who{place + 1}", Select).value)
            if who != before:
                self._rename(place, who)
        self._explain()

    def on_choice_looked(self, message: Choice.Looked) -> None:
        """Tell of the bot in focus in a list."""
        self._tell(self._about(message.value))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Tell of what is in focus."""
        self._explain()

    def _explain(self) -> None:
        """Say what the field in focus is about."""
        for number in range(1, len(self._seats) + 1):
            self.query_one(f"#name{number}", Input).disabled = self._who[number - 1] == EMPTY
        for option in self._form:
            field = self.query_one(f"#option-{option.name}")
            if isinstance(field, Input):
                field.placeholder = str(option.default(self._count))
        name = (self.focused.id or "") if self.focused is not None else ""
        if name.startswith(("who", "name")):
            self._tell(self._about(self._who[int(name.removeprefix("who").removeprefix("name")) - 1]))
        elif name.startswith("option-"):
            option = next(option for option in self._form if option.name == name.removeprefix("option-"))
            value = self._value(option)
            chosen = value if value in option.choices(self._count) else None
            self._tell(self.game.words.option_help(option.name, self._count, chosen))

    def _about(self, who: str) -> str:
        bots = bots_of(self.game.key)
        if who in bots:
            label = bot_label(self.game.key, who)
            return _("{bot}. {description}", bot=label, description=_(bots[who].description))
        return "" if who == EMPTY else _("Somebody at this keyboard.")

    def _tell(self, text: str) -> None:
        self.query_one("#help", Static).update(Text(self.app.look.text(text)))

    def _rename(self, place: int, who: str) -> None:
        """Give a seat the name that goes with its sitter, where the name in it was given so before."""
        bots = bots_of(self.game.key)
        fields = [self.query_one(f"#name{number}", Input) for number in range(1, len(self._seats) + 1)]
        field = fields.pop(place)
        given = {*NAMES, self.app.settings.name, *(kind.title for kind in bots.values())}
        if field.value.rstrip(" 0123456789") in given:
            others = [other.value for other in fields if not other.disabled]
            own = (place == 0 and self.app.settings.name) or NAMES[place]
            field.value = free_name(bots[who].title, others) if who in bots else own

    # What is done

    def _value(self, option: Option) -> Any:
        """Return what stands in a field, in the type of the option's choices; None where nothing does."""
        field = self.query_one(f"#option-{option.name}")
        text = str(field.value).strip() if isinstance(field, Input | Choice) else ""
        if not text:
            return None
        choices = option.choices(self._count)
        found = [value for value in choices if str(value) == text] if len(choices) <= 12 else []
        if found:
            return found[0]
        number = text.removeprefix("-")
        return int(text) if number.isascii() and number.isdigit() and len(number) < 10 else text

    def on_input_submitted(self) -> None:
        """Enter starts the game."""
        self.action_start()

    def on_button_pressed(self) -> None:
        """Start."""
        self.action_start()

    def action_start(self) -> None:
        """Start if the form can be played; else say what is wrong."""
        from herrlof.tui.app import NewMatch

        seats = []
        for number, who in enumerate(self._who, 1):
            if who != EMPTY:
                name = self.query_one(f"#name{number}", Input).value
                seats.append(Seat(name, None if who == PERSON else who))
        options = {option.name: value for option in self._form if (value := self._value(option)) is not None}
        try:
            complete_options(self.game, len(seats), options)
            new = NewMatch(self.game.key, clean_seats(seats), options)
        except ValueError as error:
            self.query_one("#error", Static).update(Text(str(error)))
            return
        self.app.start(new)

    def action_rules(self) -> None:
        """Open the rules."""
        self.app.show_rules(self.game.key)

    def action_cancel(self) -> None:
        """Go back home."""
        self.dismiss()
