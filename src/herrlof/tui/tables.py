"""An app of tables: how everything looks, keys, pages about games, and a table on the screen.

Whoever has a match of their own on this machine has an owner's pages besides (`herrlof.tui.app`); a guest has none
(`herrlof.tui.guest`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.events import AppBlur

from herrlof import languages
from herrlof.games import GAMES, missing
from herrlof.menu import BY_KEY
from herrlof.messages import N_, NP_, Message, _, said
from herrlof.options import complete_preferences
from herrlof.records.learnt import Learnt
from herrlof.records.names import called
from herrlof.records.settings import HelpGiven, Settings
from herrlof.tui.mends import unmended
from herrlof.tui.screens import screen_named
from herrlof.tui.terminal import SafeTerminal
from herrlof.tui.theme import Look, textual_theme, theme_for
from herrlof.tui.widgets.canvas_widget import CanvasWidget

if TYPE_CHECKING:
    from herrlof.coach.review import Review
    from herrlof.coach.worker import Judges
    from herrlof.table.connection import Connection
    from herrlof.table.replay import Replay
    from herrlof.tui.app import HerrlofApp
    from herrlof.tui.boards.board import Board
    from herrlof.tui.boards.scene import BoardContext
    from herrlof.tui.screens.table import TableScreen

VI_KEYS = {"left": "h,left", "right": "l,right", "up": "k,up", "down": "j,down"}
"""The keys of the vi set, by the id of what they do:"""
USUAL = {"yes": "y", "no": "n"}
"""The letters in English of what is not named by its id."""
VI_OTHERS = {"h": "x", "k": "z", "j": "u", "l": "o"}
"""h, j, k and l move, so others name cards."""


KEY_NAMES: Final[Mapping[str, Message]] = {
    "Enter": N_("Enter"), "Esc": N_("Esc"), "Tab": N_("Tab"), "Space": N_("Space"), "Backspace": N_("Backspace"),
    "Home": NP_("key", "Home"), "End": NP_("key", "End"), "PgUp": N_("PgUp"), "PgDn": N_("PgDn"),
}  # fmt: skip
"""The keys whose names are words."""


NOTE = "notes:NoteScreen"


class TablesApp(SafeTerminal, App[None]):
    """The program on a terminal, whoever sits there."""

    CSS_PATH: ClassVar[Any] = "app.tcss"
    ALLOW_SELECT = False  # the terminal selects; the framework stumbles over a click on what has just gone
    COMMANDS: ClassVar[set[Any]] = set()  # not the framework's own: its screenshot would write a hand to a file
    ENABLE_COMMAND_PALETTE = False
    TITLE = "herrlof"
    HORIZONTAL_BREAKPOINTS = [(0, "-sliver"), (20, "-narrow"), (80, "-normal"), (100, "-broad"), (120, "-wide")]  # noqa: RUF012 - as declared in App
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall"), (30, "-roomy")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("ctrl+l", "repaint", show=False, priority=True),
    ]
    END: ClassVar[str]
    """The screen at the end of a match."""

    def __init__(
        self,
        settings: Settings,
        learnt: Learnt,
        *,
        pace: float | None = None,
        theme: str | None = None,
        motion: bool | None = None,
        ascii_only: bool = False,
    ) -> None:
        """Begin with these settings; pace, theme, motion and ASCII are for this time alone."""
        self.settings, self.learnt = settings, learnt
        self.find_colours()
        super().__init__()
        self._ascii_only, self._theme, self._motion = ascii_only, theme, motion
        self.pace = settings.pace if pace is None else pace
        self.look = self._look()
        self._table: TableScreen | None = None
        self.set_reactive(App.theme, self._own_theme())  # one that is changed styles everything anew
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

        self.muted = False
        """Whether nothing is shown of what others say, and nobody here is nudged."""

    def call(self) -> None:
        """Call who sits here: it is their turn."""
        if self.settings.bell:
            self.bell()

    @property
    def owner(self) -> HerrlofApp | None:
        """What only who has files here may do; None: a guest at another's table has none."""
        return None

    def on_mount(self) -> None:
        """Settle in."""
        self.guard()
        self._set_classes()
        self.use_keys()
        self.begin()
        if (sentence := unmended()) is not None:
            self.say("Textual", sentence)

    def begin(self) -> None:
        """Show what was asked for, once all is settled."""

    # What a table asks of whoever runs it

    def go_home(self) -> None:
        """Leave the table."""
        raise NotImplementedError

    def leave(self) -> None:
        """Quit with no card left on the screen."""
        raise NotImplementedError

    def match_over(self) -> None:
        """Take note that the match on the screen is over."""

    def match_left(self, choice: str) -> None:
        """Do what was chosen at the end of the match on the screen."""
        raise NotImplementedError

    def help_at(self, match: Connection | Replay) -> HelpGiven:
        """Return whether a match has hints, and whether it asks before a mistake."""
        raise NotImplementedError

    def board_context(self, match: Connection | Replay) -> BoardContext:
        """Return what a board knows of a match that is played, or was."""
        from herrlof.tui.boards.scene import BoardContext

        chosen, help_given = self.settings.of(match.game.key).preferences, self.help_at(match)
        return BoardContext(
            match.game,
            called(match.seats, match.here),
            match.options,
            match.here,
            complete_preferences(match.game, chosen),
            "",
            self.settings.twice,
            self.pace,
            hints=help_given.hints,
            sure=help_given.sure,
        )

    def coach_context(self, review: Review) -> BoardContext:
        """Return what a board knows of a match that is reviewed."""
        from herrlof.tui.boards.scene import BoardContext

        chosen = self.settings.of(review.game.key).preferences
        preferences = complete_preferences(review.game, chosen)
        return BoardContext(review.game, review.names, review.options, review.here, preferences, pace=self.pace)

    def show_at(self, review: Review, n: int) -> None:
        """Show a match that is reviewed on the table, at a move."""
        raise NotImplementedError

    def judges(self, table: Connection) -> Judges | None:
        """Return who judges for this screen at a table; None: a process of its own."""
        return None

    def _screen_at(self, table: Connection) -> TableScreen:
        table_screen: TableScreen = screen_named("table:TableScreen")(table, self.board_context(table))
        self._table = table_screen
        return table_screen

    @property
    def at_table(self) -> TableScreen | None:
        """The table on the screen, be it below a page."""
        return self._table if self._table in self.screen_stack else None

    # Screens

    def say(self, title: str, text: str) -> None:
        """Show a few words until a key is pressed."""
        self.show(NOTE, title, [[(text, "text", False)]])

    def show(self, name: str, *about: Any, then: Callable[[Any], None] | None = None) -> None:
        """Show a screen by its name, as in `notes:NoteScreen`, and what it is about; `then` takes its result."""
        self.push_screen(screen_named(name)(*about), then)

    def open_page(self, key: str, game: str = "", *about: Any) -> None:
        """Open a page, of a game where it is about one; a guest has not all of them."""
        page = BY_KEY[key]
        if (self.owner is None and not page.guests) or (page.each and not self._can_play(game)):
            return
        wanted = [game, *about] if page.of_game else about
        if ":" in page.screen:
            self.show(page.screen, *wanted)
        else:
            getattr(self, page.screen)(*wanted)

    def begin_lesson(self, game: str, number: int, step: int | None = None) -> None:
        """Begin a lesson where it was left, or at a step; say what is wrong with one that cannot be played."""
        from herrlof.coach.lessons import LessonError

        try:
            self.show("lesson:LessonScreen", game, number, step)
        except LessonError as error:
            self.say(_("This lesson can't be played"), str(error))

    def _can_play(self, game: str) -> bool:
        """Whether there is such a game; says what is wrong with another's that cannot be loaded."""
        if game not in GAMES:
            self.say(_("This game can't be played"), missing(game))
        return game in GAMES

    def pop_screen(self) -> AwaitComplete:
        """Close the screen in front and end what it still does: its workers would outlive its widgets."""
        self.workers.cancel_node(self.screen)
        return super().pop_screen()

    def on_ready(self) -> None:
        """Collect garbage from the first frame on, without what the program consists of."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is shown; a capital letter is one whose plain letter does something else here."""
        if len(binding.key) == 1 and binding.key.isupper():
            return _("Shift+{key}", key=binding.key)
        name = binding.key_display or super().get_key_display(binding)
        if name.startswith("^"):
            return _("Ctrl+{key}", key=name[1:].upper())
        return self.look.key(" ".join(said(KEY_NAMES[key]) if key in KEY_NAMES else key for key in name.split(" ")))

    # How it looks, and which keys there are

    def get_css_variables(self) -> dict[str, str]:
        """Return the colours for style sheets; none before it is known how everything looks, which costs a start."""
        return super().get_css_variables() if "look" in vars(self) else {}

    def _look(self) -> Look:
        """Return how everything is to look in this terminal."""
        theme = theme_for(self._theme or self.settings.theme, self.colours)
        motion = self.settings.motion if self._motion is None else self._motion
        return Look(theme, self._ascii_only or self.settings.ascii or self.wide, motion)

    def _own_theme(self) -> str:
        """Return the framework's name of the theme of this look, which it knows from then on."""
        theme = textual_theme(self.look.theme)
        if theme.name not in self._registered_themes:
            self.register_theme(theme)
        return theme.name

    def _set_classes(self) -> None:
        """Tell the style sheets what the terminal cannot show."""
        self.set_class(self.look.ascii, "-ascii")

    def change(self, settings: Settings) -> None:
        """Take over settings, with effect at once."""
        before, self.settings = self.settings, settings
        if settings.theme != before.theme:
            self._theme = None
        if settings.motion != before.motion:
            self._motion = None
        if settings.pace != before.pace:
            self.pace = settings.pace
        self.apply_look()
        self.use_keys()
        if self._table is not None:
            self._table.use(self.board_context(self._table.table))
        if settings.language != before.language:
            self.reword()

    def reword(self) -> None:
        """Speak the language of the settings, on every screen at once."""
        languages.choose(self.settings.language)
        self.use_keys()
        for screen in self.screen_stack:
            if (reword := getattr(screen, "reword", None)) is not None:
                reword()

    def apply_look(self) -> None:
        """Draw everything as it is to look now, if that is another way."""
        look = self._look()
        if look == self.look:
            return
        self.look = look
        self.theme = self._own_theme()
        self._set_classes()
        for screen in self.screen_stack:
            for widget in screen.query(CanvasWidget):
                widget.look = look
                widget.redraw()

    def use_keys(self) -> None:
        """Use the keys of the settings; in a game where h, j, k and l all name something none of them moves."""
        vi = self.settings.keys == "vi" and not (self._board is not None and self._board.letters >= set("hjkl"))
        letters = {key: VI_OTHERS.get(letter, letter) if vi else letter for key, letter in self._letters.items()}
        named = {
            key: f"{letter},{letter.upper()}" for key, letter in letters.items() if letter != USUAL.get(key, key[-1])
        }
        self.set_keymap({**named, **(VI_KEYS if vi else {}), **self.settings.bindings})

    @property
    def _board(self) -> Board[Any] | None:
        """The board on the screen, be it below a page."""
        boards = (getattr(screen, "board", None) for screen in reversed(self.screen_stack))
        return next((board for board in boards if board is not None), None)

    @property
    def _letters(self) -> Mapping[str, str]:
        """The letters that name something on the board in this language, by the ids of their keys."""
        return {} if self._board is None else self._board.own_letters()

    # How to leave

    def on_app_blur(self, _: AppBlur) -> None:
        """Cover the hand when the window is left."""
        self._cover()

    def _cover(self) -> None:
        """Cover the hand, and close notes that tell of it."""
        covers: list[Any] = [screen for screen in self.screen_stack if hasattr(screen, "cover")]
        if True in [screen.cover() for screen in covers]:
            note = screen_named(NOTE)
            while any(isinstance(screen, note) for screen in self.screen_stack):
                self.pop_screen()

    def action_repaint(self) -> None:
        """Draw everything again, over whatever another program wrote."""
        self.refresh(repaint=True, layout=True)
        self.screen.refresh(repaint=True, layout=True)

    def action_suspend_process(self) -> None:
        """Go to the background, behind the curtain."""
        self._cover()
        self.call_after_refresh(super().action_suspend_process)

    def action_leave(self) -> None:
        """Quit."""
        self.leave()
