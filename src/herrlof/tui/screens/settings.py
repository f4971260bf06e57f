"""Settings: how the program looks and feels, with effect at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.widgets import Input, Static

from herrlof import languages
from herrlof.game import Game
from herrlof.games import GAMES
from herrlof.games.speech import rule_in_brackets
from herrlof.messages import N_, _
from herrlof.options import Option, complete_preferences
from herrlof.records.names import MAX_CELLS, clean_name
from herrlof.records.settings import Settings
from herrlof.tui.screens.base_screen import OnceModal
from herrlof.tui.terminal_colours import Colours
from herrlof.tui.widgets.fields import Dropdown, Field, Heading, Line
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.titlebar import TitleBar

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp

PACES = (
    (N_("none"), "0.0"), (N_("short"), "0.5"), (N_("normal"), "1.0"), (N_("long"), "2.0"), (N_("very long"), "4.0"),
)  # fmt: skip
NAME: Final = "name"
"""The id of the field of the name."""
LANGUAGE: Final = "language"
"""And of that of the language, where there is more than one."""
OF_GAME: Final = "--"
"""Stands between the key of a game and one of its preferences, in the id of a field."""
YES_NO = ((N_("no"), "no"), (N_("yes"), "yes"))
FIELDS: Final[dict[str, tuple[str, Sequence[tuple[str, str]], str]]] = {
    "theme": (
        N_("Theme"),
        ((N_("dark"), "dark"), (N_("light"), "light"), (N_("terminal"), "terminal")),
        N_("Dark, light, or the sixteen colours of your terminal."),
    ),
    "pace": (N_("Pauses"), PACES, N_("How long the table pauses, and how long bots take.")),
    "motion": (N_("Motion"), YES_NO, N_("Cards and stones that move and turn.")),
    "ascii": (N_("Plain ASCII"), YES_NO, N_("Only letters and plain signs.")),
    "bell": (N_("Bell"), YES_NO, N_("Ring the terminal's bell when it's your turn.")),
    "twice": (N_("Second press plays"), YES_NO, N_("Press a card's rank twice to play it.")),
    "hints": (N_("Hints"), YES_NO, N_("When you alone play bots, Tab shows what each choice brings.")),
    "sure": (
        N_("Ask before a mistake"),
        YES_NO,
        N_("When you alone play bots, the table asks once before a clear mistake, without saying what's better."),
    ),
    "cuts": (
        N_("Cut the cards"),
        YES_NO,
        N_("When people play each other, each may cut before the deal."),
    ),
    "plain": (
        N_("Lines instead of a screen"),
        YES_NO,
        N_("From the next start on: lines to listen to, answers typed."),
    ),
    "keys": (
        N_("Keys"),
        ((N_("arrows"), "arrows"), (N_("vi"), "vi")),
        N_("Arrows always work; vi adds h, j, k and l where no letters are typed."),
    ),
}
"""For each setting its label, its choices (what is shown, value) and what it does."""

SIXTEEN: Final = N_(
    "This terminal shows your own sixteen colours, and everything is drawn in them: dark or light makes no difference."
)
"""What the theme does where there is nothing to choose."""

TITLE_ROWS, OTHER_ROWS = 3, 8
"""Rows of the title of a game's settings, with those around it, and of what stands above and below all lines."""


class SettingsScreen(OnceModal[None]):
    """A line for each setting; left and right change it."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,tab", "app.focus_next", N_("choose"), key_display="↑ ↓"),
        Binding("up,shift+tab", "app.focus_previous", show=False),
        Binding("escape", "back", N_("back"), key_display="Esc"),
    ]

    def __init__(self) -> None:
        """Open with no name typed."""
        super().__init__()
        self._typed: str | None = None
        """A name that is still to be taken over."""

    def compose(self) -> ComposeResult:
        settings = self.app.settings
        yield TitleBar(self.app.look, _("Settings"))
        with Vertical(id="settings", classes="page"):
            with VerticalScroll(id="lines", can_focus=False):
                width = self._label_width
                name = Field(
                    settings.name, placeholder=_("You"), id=NAME, max_length=2 * MAX_CELLS, compact=True, classes="name"
                )
                yield Line(NAME, _("Your name"), width, name)
                if len(known := languages.offered()) > 1:
                    names = [(_("the system's"), ""), *((languages.own_name(key), key) for key in known)]
                    entered = Dropdown(_with(names, settings.language), settings.language, LANGUAGE)
                    yield Line(LANGUAGE, _("Language"), width, entered)
                for field, (label, entries, _help) in FIELDS.items():
                    if field == "theme" and self.app.colours is Colours.NONE:
                        continue  # there are no colours to choose from
                    value = _text(getattr(settings, field))
                    shown = _with([(_(text), key) for text, key in entries], value)
                    yield Line(field, _(label), width, Dropdown(shown, value, field))
                for game in GAMES.values():
                    preferences = [option for option in game.preferences if option.people < 2]
                    if preferences:
                        yield Heading(self.app.look, game.title)
                    for option in preferences:
                        yield self._preference(game, option, width)
            yield Static(id="help")
        yield KeyBar(self.app.look)

    def reword(self) -> None:
        """Lay the page out anew, at the language that was just chosen."""
        self.run_worker(self._lay_out_anew(), exclusive=True, exit_on_error=True)

    async def _lay_out_anew(self) -> None:
        async with self.batch():
            await self.recompose()
            self.on_resize()
            self.query_one(f"Dropdown#{LANGUAGE}").focus()

    @property
    def _label_width(self) -> int:
        """Columns that the longest label needs, with a gap."""
        options = [game.words.option(option.name) for game in GAMES.values() for option in game.preferences]
        return (
            max(map(cell_len, [*options, _("Language"), *(_(label) for label, _entries, _help in FIELDS.values())])) + 2
        )

    def _preference(self, game: Game, option: Option, width: int) -> Line:
        """Return the line of something that one game's table can do."""
        value = complete_preferences(game, self.app.settings.of(game.key).preferences)[option.name]
        entries = [(game.words.choice(option.name, choice), _text(choice)) for choice in option.choices(game.seats[0])]
        name = f"{game.key}{OF_GAME}{option.name}"
        return Line(name, game.words.option(option.name), width, Dropdown(entries, _text(value), name))

    def on_resize(self) -> None:
        """Leave a row between the lines where all of them are in sight then too."""
        rows = 2 * len(self.query(Line)) + TITLE_ROWS * len(self.query(Heading))
        self.set_class(rows > self.app.size.height - OTHER_ROWS, "-tight")

    def on_mount(self) -> None:
        """Start at the first choice."""
        self.query(Dropdown).first().focus()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        name = next((node.id for node in event.widget.ancestors_with_self if node.id), "")  # a list has its field's
        if name == LANGUAGE:
            text = _("The language of every page.")
        elif name in FIELDS:
            text = _(FIELDS[name][2] if name != "theme" or self.app.has_themes else SIXTEEN)
        elif OF_GAME in name:
            key, option = name.split(OF_GAME)
            text = rule_in_brackets(GAMES[key].words.option_help(option, GAMES[key].seats[0]))
        else:
            text = _("Your name in records, when you play alone.")
        self.query_one("#help", Static).update(Text(self.app.look.text(text)))

    def on_dropdown_changed(self, event: Dropdown.Changed) -> None:
        name, text = event.field, event.value
        settings = self.app.settings
        if name == LANGUAGE:
            if settings.language != text:
                self.app.change(settings._replace(language=text))
        elif name in FIELDS:
            if _text(getattr(settings, name)) != text:
                self.app.change(settings._replace(**{name: _value(text)}))
        elif OF_GAME in name:
            key, option = name.split(OF_GAME)
            self._prefer(settings, key, option, text)

    def _prefer(self, settings: Settings, key: str, option: str, text: str) -> None:
        chosen = settings.of(key).preferences
        value = _value(text)
        if complete_preferences(GAMES[key], chosen)[option] != value:
            self.app.change(settings.with_game(key, preferences={**chosen, option: value}))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Note a name, if it is fit."""
        error = ""
        try:
            self._typed = clean_name(event.value) if event.value.strip() else ""
        except ValueError as problem:
            error = str(problem)
        self.query(Line).first().say(error)

    def on_input_submitted(self) -> None:
        self._keep_name()

    def on_input_blurred(self) -> None:
        self._keep_name()

    def on_screen_suspend(self) -> None:
        """Take the name over, however the page is left."""
        self._keep_name()

    def _keep_name(self) -> None:
        name, self._typed = self._typed, None
        if name is not None and name != self.app.settings.name:
            self.app.change(self.app.settings._replace(name=name))

    def action_back(self) -> None:
        self.dismiss()


def _text(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _value(text: str) -> Any:
    if text in ("yes", "no"):
        return text == "yes"
    try:
        return float(text)
    except ValueError:
        return text


def _with(entries: Sequence[tuple[str, str]], value: str) -> list[tuple[str, str]]:
    """Return the entries, and one for a value of a person's own that is not among them."""
    return [*entries, *([(value, value)] if value not in [key for _text, key in entries] else [])]
