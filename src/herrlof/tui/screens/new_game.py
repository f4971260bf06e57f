"""Who plays, and by which options; then whether anybody cuts the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from herrlof.bots import bot_label, bot_name, bot_names, opponents
from herrlof.games import GAMES
from herrlof.games.speech import rule_in_brackets
from herrlof.messages import N_, _
from herrlof.options import Option, complete_preferences, join_values
from herrlof.records.names import BOT, ELSEWHERE, HERE, MAX_CELLS, Seat, clean_seats
from herrlof.seats.begin import usual_seats
from herrlof.tui.screens.base_screen import OnceModal
from herrlof.tui.widgets.canvas import Canvas, Rect, wrapped
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.fields import Dropdown, Field, Heading, Line
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import strip
from herrlof.tui.widgets.titlebar import TitleBar

if TYPE_CHECKING:
    from herrlof.seats.seat_store import Doors
    from herrlof.tui.app import HerrlofApp

PERSON, EMPTY = "person", "nobody"
NAME, WHERE, WHO, OPTION = "name", "where", "who", "option-"
"""What the ids of fields begin with; the number of the seat or the name of the option follows."""
NAMES = ("Anna", "Ben", "Cleo", "Dag", "Eir", "Finn")
"""Whose seats they are before anybody has typed a name."""


SEAT_LABEL: Final = 7
"""Columns of "Seat 1" with a gap."""
LEAST_HELP: Final = 2
"""Rows of what is said of a field, so that little moves."""
DOOR, ADDRESS = "door", "address"
DOORS: Final = {
    "here": (N_("this machine"), N_("Elsewhere is another terminal on this machine: after Start you see how to join.")),
    "ssh": (
        N_("ssh too"),
        N_("Elsewhere is any terminal with ssh: after Start you see the command and a code of three words."),
    ),
    "web": (
        N_("a browser too"),
        N_("Elsewhere is any browser: after Start you see a link for each seat."),
    ),
    "ssh web": (
        N_("ssh and a browser too"),
        N_("Elsewhere is any terminal with ssh, or any browser: after Start you see how to join."),
    ),
}
"""By which doors one comes in from elsewhere: what that is called, and what it means."""
COACH: Final = "coach"
HELP: Final = {
    "none": (N_("none"), N_("There are no hints in this match.")),
    "hints": (
        N_("hints"), N_("Tab shows what each choice brings. With several people, only if you all agree."),
    ),
    "sure": (
        N_("hints, asks before a mistake"),
        N_("Hints; and when you alone play bots, the table asks once before a clear mistake."),
    ),
}  # fmt: skip
"""What the coach does in a match: what it is called, and what that means."""
HELP_ELSEWHERE: Final = N_(
    "Tab shows what each choice brings, at every screen. Whoever joins is told so, and agrees by sitting down."
)


class NewGameScreen(OnceModal[None]):
    """The form of a game, made from its options."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "start", N_("start"), key_display="F2", id="start"),
        Binding("tab", "app.focus_next", N_("next"), key_display="Tab"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("f1,question_mark", "rules", N_("rules"), key_display="F1"),
        Binding("escape", "cancel", N_("home"), key_display="Esc"),
    ]

    def __init__(self, key: str) -> None:
        """Open with the last choices for this game."""
        super().__init__()
        self.game = game = GAMES[key]
        self._remembered = self.app.settings.of(game.key)
        bots = opponents(game.key)
        self._due = self.app.opponent(game.key)
        """The bot that a seat has before another is chosen."""
        taken = usual_seats(game.key, self.app.settings, self.app.storage)
        if not taken:
            bot = self._due
            taken = [Seat(NAMES[0]), Seat(bots[bot].title, bot)]
        known = self.app.settings.name
        if known and taken[0].bot is None and taken[0].name in NAMES and known not in [seat.name for seat in taken]:
            taken[0] = Seat(known)
        self._seats = taken[: game.seats[-1]]
        self._who = [seat.bot or PERSON for seat in self._seats]
        least = game.seats[0]
        while len(self._seats) < game.seats[-1]:
            number = len(self._seats)
            self._seats.append(Seat(NAMES[number]))
            self._who.append(PERSON if number < least else EMPTY)
        self._form = [option for option in game.options if option.on_form]
        self._preferences = [option for option in game.preferences if option.people]
        """What matters where several people look; the settings keep it."""
        self._told = ""
        """What is said of the field in focus."""
        self._tried = False
        """Whether somebody wanted to start: from then on it is said what is wrong."""

    @property
    def _count(self) -> int:
        """How many seats are taken now."""
        return max(self.game.seats[0], len([who for who in self._who if who != EMPTY]))

    def compose(self) -> ComposeResult:
        words, width = self.game.words, self._label_width
        yield TitleBar(self.app.look, _("A new match of {game}", game=self.game.title))
        few = "-few" if len(self._seats) < 4 else ""
        with VerticalScroll(id="form", classes=f"page new {few}", can_focus=False):
            with Vertical(classes="group"):
                yield Heading(self.app.look, _("Seats"))
                yield Horizontal(*self._heads(), classes="row heads")
                for number in range(1, len(self._seats) + 1):
                    line = Line(f"{NAME}{number}", _("Seat {n}", n=number), SEAT_LABEL, *self._seat_fields(number))
                    yield line.add_class("seat")
            with Vertical(classes="group"):
                yield Heading(self.app.look, _("Match"))
                for option in (*self._form, *self._preferences):
                    yield Line(OPTION + option.name, words.option(option.name), width, self._field(option))
                doors = [(_(name), key) for key, (name, _about) in DOORS.items()]
                yield Line(DOOR, _("Door"), width, Dropdown(doors, "here", DOOR))
                address = Field(placeholder="127.0.0.1", id=ADDRESS, max_length=45, compact=True)
                yield Line(ADDRESS, _("Address"), width, address)
                entries = [(_(name), key) for key, (name, _about) in HELP.items()]
                yield Line(COACH, _("Coach"), width, Dropdown(entries, self._usual_help, COACH))
            yield DrawnWidget(self.app.look, self._draw_help, id="help")
            with Horizontal(classes="row"):
                yield Button(_("Start"), id="start", compact=True)
                yield Button(_("Home"), id="home", compact=True)
        yield KeyBar(self.app.look)

    def _heads(self) -> list[Static]:
        """Return what stands above the columns of the seats."""
        heads = (("", "seat-label"), (_("name"), NAME), (_("where"), WHERE), (_("who"), WHO))
        return [Static(Text(text), classes=kind) for text, kind in heads]

    def _seat_fields(self, number: int) -> list[Widget]:
        """Return the fields of a seat: a name, where its player is, and which bot it is or what that means."""
        who = self._who[number - 1]
        bots = opponents(self.game.key)
        places = [(_("here"), PERSON), (_("elsewhere"), ELSEWHERE), (_("bot"), BOT)]
        if number > self.game.seats[0]:
            places.append((_("nobody"), EMPTY))
        labels = [(bot_label(self.game.key, key), key) for key in bots]
        return [
            Field(self._seats[number - 1].name, id=f"{NAME}{number}", max_length=2 * MAX_CELLS, compact=True),
            Dropdown(places, BOT if who in bots else who, f"{WHERE}{number}").add_class(WHERE),
            Dropdown(labels, who if who in bots else self._due, f"{WHO}{number}").add_class(WHO),
            Static(classes=f"{WHO} about", id=f"about{number}"),
        ]

    def _draw_help(self, widget: DrawnWidget, canvas: Canvas) -> None:
        strip(canvas, Rect(0, 0, canvas.width, canvas.height), [[(self._told, "text", False)]])

    @property
    def _label_width(self) -> int:
        """Columns that the longest label needs, with a gap."""
        options = [self.game.words.option(option.name) for option in (*self._form, *self._preferences)]
        return max(map(cell_len, [_("Coach"), _("Door"), _("Address"), *options])) + 2

    @property
    def _usual_help(self) -> str:
        """The key of what the coach does in a practice as the settings have it; between people nothing."""
        settings = self.app.settings
        if self._who.count(PERSON) + self._who.count(ELSEWHERE) != 1 or not settings.hints:
            return "none"
        return "sure" if settings.sure else "hints"

    def _sitter(self, number: int) -> str:
        """Return who sits in a seat: a person, here or elsewhere, the key of a bot, or nobody."""
        where = self.query_one(f"#{WHERE}{number}", Dropdown).value
        return self.query_one(f"#{WHO}{number}", Dropdown).value if where == BOT else where

    def _field(self, option: Option) -> Input | Dropdown:
        """Return the field of an option: a list, or an input where there are many choices."""
        seats = self._count
        choices = option.choices(seats)
        remembered = self._remembered.preferences if option.people else self._remembered.options
        chosen = remembered.get(option.name)
        default = option.default(seats)
        if len(choices) > 12:
            return Field(
                "" if chosen is None else str(chosen), placeholder=str(default), id=OPTION + option.name,
                max_length=6, compact=True, classes="number",
            )  # fmt: skip
        entries = [(self.game.words.choice(option.name, value), str(value)) for value in choices]
        if default is None:
            entries.insert(0, (self.game.words.choice(option.name, None), ""))
        value = chosen if chosen in choices else option.before_choice(seats)
        return Dropdown(entries, "" if value is None else str(value), OPTION + option.name)

    def on_mount(self) -> None:
        """Explain what stands there."""
        self._explain()
        self.query_one("#name1").focus()

    # What is told

    def on_dropdown_changed(self) -> None:
        """Explain the choices that stand; a name that nobody typed and the usual help follow who sits there."""
        coach, usual = self.query_one(f"#{COACH}", Dropdown), self._usual_help
        for place, before in enumerate(self._who):
            who = self._who[place] = self._sitter(place + 1)
            if who != before:
                self._rename(place, who)
        if coach.value == usual != self._usual_help:
            coach.value = self._usual_help
        if self._tried:
            self._show_what_is_wrong()
        self._explain()

    def on_dropdown_looked(self, message: Dropdown.Looked) -> None:
        """Tell of the entry in focus in a list."""
        self._tell_of(message.field, message.value)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self._explain()

    def _explain(self) -> None:
        """Say what the field in focus is about."""
        for number, who in enumerate(self._who, 1):
            self.query_one(f"#{NAME}{number}", Input).disabled = who == EMPTY
            about = {PERSON: _("at this keyboard"), ELSEWHERE: _("at another screen")}.get(who, "")
            self.query_one(f"#about{number}", Static).update(Text(about))
            self.query_one(f"#about{number}").display = who in (PERSON, ELSEWHERE, EMPTY)
            self.query_one(f"#{WHO}{number}").display = who not in (PERSON, ELSEWHERE, EMPTY)
        for option in self._form:
            field = self.query_one(f"#{OPTION}{option.name}")
            if isinstance(field, Input):
                field.placeholder = str(option.default(self._count))
        least = {OPTION + option.name: option.people for option in self._preferences}
        for line in self.query(Line):
            line.display = self._who.count(PERSON) >= least.get(line.field, 0)
            if line.field in (DOOR, ADDRESS):
                line.display = ELSEWHERE in self._who and (line.field == DOOR or self._door != "here")
        self._tell_of((self.focused.id or "") if self.focused is not None else "")

    def _tell_of(self, name: str, looked: str | None = None) -> None:
        """Tell of what stands in a field, or of an entry of its list that is looked at."""
        if name == DOOR:
            self._tell(_(DOORS[looked or self._door][1]))
        if name == ADDRESS:
            self._tell(
                _(
                    "The address at which others reach this machine. While it's empty, nobody else can. Without a "
                    "proxy nothing that goes to a browser is encrypted."
                )
                if "web" in self._door
                else _("The address at which others reach this machine. While it's empty, nobody else can.")
            )
        if name == COACH:
            helps = looked or self.query_one(f"#{COACH}", Dropdown).value
            self._tell(_(HELP_ELSEWHERE if helps != "none" and ELSEWHERE in self._who else HELP[helps][1]))
        for number, who in enumerate(self._who, 1):
            if name in (f"{WHERE}{number}", f"{WHO}{number}", f"{NAME}{number}"):
                bot = self.query_one(f"#{WHO}{number}", Dropdown).value
                self._tell(self._about(bot if looked == BOT else looked or who))
        for option in (*self._form, *self._preferences):
            if name != OPTION + option.name:
                continue
            value = self._value(option, looked)
            chosen = value if value in option.choices(self._count) else None
            self._tell(rule_in_brackets(self.game.words.option_help(option.name, self._count, chosen)))

    def _about(self, who: str) -> str:
        bots = opponents(self.game.key)
        if who in bots:
            label = bot_label(self.game.key, who)
            return _("{bot}. {description}", bot=label, description=_(bots[who].description))
        if who == ELSEWHERE:
            return _("Another screen: after Start you see how to join.")
        return "" if who == EMPTY else _("Someone at this keyboard.")

    def _tell(self, text: str) -> None:
        self._told = text
        shown = self.query_one("#help", DrawnWidget)
        shown.styles.height = max(LEAST_HELP, len(wrapped([(text, "text", False)], max(1, shown.size.width - 3))))
        shown.redraw()

    def _rename(self, place: int, who: str) -> None:
        """Give a seat the name that goes with its sitter, where the name in it was given so before."""
        bots = opponents(self.game.key)
        fields = [self.query_one(f"#{NAME}{number}", Input) for number in range(1, len(self._seats) + 1)]
        field = fields.pop(place)
        given = {*NAMES, self.app.settings.name, *(kind.title for kind in bots.values()), *bot_names(self.game.key)}
        if field.value.rstrip(" 0123456789") in given:
            others = [other.value for other in fields if not other.disabled]
            own = (place == 0 and self.app.settings.name) or NAMES[place]
            field.value = bot_name(self.game.key, who, others) if who in bots else own

    # What is done

    def _value(self, option: Option, looked: str | None = None) -> Any:
        """Return what stands in a field or is looked at, in the type of the option's choices; None for nothing."""
        field = self.query_one(f"#{OPTION}{option.name}")
        text = looked or (str(field.value).strip() if isinstance(field, Input | Dropdown) else "")
        if not text:
            return None
        choices = option.choices(self._count)
        found = [value for value in choices if str(value) == text] if len(choices) <= 12 else []
        if found:
            return found[0]
        return int(text) if re.fullmatch("-?[0-9]{1,9}", text) else text

    def on_input_changed(self) -> None:
        """What was wrong may be right now."""
        if self._tried:
            self._show_what_is_wrong()

    def on_input_submitted(self) -> None:
        """Enter goes to the next field, and from the last one to what starts the game."""
        self.focus_next()

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """Start, or go back home."""
        {"start": self.action_start, "home": self.action_cancel}[str(message.button.id)]()

    def action_start(self) -> None:
        """Start if the form can be played; else say what is wrong."""
        from herrlof.seats.begin import NewMatch

        self._tried = True
        if wrong := self._show_what_is_wrong():
            self.query_one(f"#{next(iter(wrong))}").focus()
        else:
            chosen = {option.name: self._value(option) for option in self._preferences}
            kept = self.app.settings.of(self.game.key).preferences
            if {**complete_preferences(self.game, kept), **chosen} != complete_preferences(self.game, kept):
                self.app.change(self.app.settings.with_game(self.game.key, preferences={**kept, **chosen}))
            seats = clean_seats([seat for _name, seat in self._taken])
            coach = self.query_one(f"#{COACH}", Dropdown).value
            doors = self._doors if ELSEWHERE in self._who else None
            hints, sure = coach != "none", coach == "sure"
            self.app.start(NewMatch(self.game.key, seats, self._options, hints=hints, sure=sure, doors=doors))

    @property
    def _door(self) -> str:
        """The key of the doors that are to be open."""
        return self.query_one(f"#{DOOR}", Dropdown).value

    @property
    def _doors(self) -> Doors:
        """Return the doors that are asked for; ValueError: the address is none."""
        from herrlof.seats.seat_store import Doors, Web, clean_address, ssh_door

        address = clean_address(self.query_one(f"#{ADDRESS}", Input).value if self._door != "here" else "")
        return Doors(
            ssh=ssh_door(address) if "ssh" in self._door else None,
            web=Web(address=address) if "web" in self._door else None,
        )

    @property
    def _taken(self) -> list[tuple[str, Seat]]:
        """Who sits somewhere, each with the id of the field of the name."""
        found = []
        for number, who in enumerate(self._who, 1):
            if who != EMPTY:
                name = self.query_one(f"#{NAME}{number}", Input).value
                bot = None if who in (PERSON, ELSEWHERE) else who
                found.append((f"{NAME}{number}", Seat(name, bot, ELSEWHERE if who == ELSEWHERE else "")))
        return found

    @property
    def _options(self) -> dict[str, Any]:
        return {option.name: value for option in self._form if (value := self._value(option)) is not None}

    def _show_what_is_wrong(self) -> dict[str, str]:
        """Say at each field what is wrong with it; return that, by the ids of fields."""
        wrong: dict[str, str] = {}
        taken = self._taken
        for number, (name, _seat) in enumerate(taken, 1):
            with _noted(wrong, name):
                clean_seats([seat for _name, seat in taken[:number]])
            if wrong:
                break  # a name that clashes with this one does so in all longer lists
        hows = [seat.how for _name, seat in taken]
        if ELSEWHERE in hows and HERE not in hows:
            wrong.setdefault(taken[0][0], _("Somebody has to sit at this keyboard."))
        if ELSEWHERE in hows:
            with _noted(wrong, ADDRESS):
                assert self._doors
        for option in self._form:
            choices = option.choices(self._count)
            if self._options.get(option.name, choices[0]) not in choices:
                label = self.game.words.option(option.name)
                wrong[OPTION + option.name] = _("{label} can be {choices}.", label=label, choices=join_values(choices))
        for line in self.query(Line):
            line.say(wrong.get(line.field, ""))
        return wrong

    def action_rules(self) -> None:
        self.app.open_page("rules", self.game.key)

    def action_cancel(self) -> None:
        """Go back home."""
        self.dismiss()


@contextmanager
def _noted(wrong: dict[str, str], name: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        wrong[name] = str(error)
