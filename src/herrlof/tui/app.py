"""The application: screens, theme, and the way between them. What home does not show is imported when it is needed."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.events import AppBlur

from herrlof.game import complete_preferences
from herrlof.games import GAMES, missing
from herrlof.messages import N_, _
from herrlof.records.errors import RecordError
from herrlof.records.listing import OPEN, RecordSummary, read_summary
from herrlof.records.names import Seat, called
from herrlof.records.settings import THEMES, Settings
from herrlof.records.storage import Storage, read_record
from herrlof.tui.terminal import SafeTerminal
from herrlof.tui.theme import NONE, PALETTES, Look, textual_theme
from herrlof.tui.widgets.canvas_widget import CanvasWidget

if TYPE_CHECKING:
    from herrlof.coach.review import Review
    from herrlof.coach.worker import Judges
    from herrlof.seats.begin import NewMatch
    from herrlof.seats.host import Host
    from herrlof.table.replay import Replay
    from herrlof.table.table import Table
    from herrlof.tui.boards.board import BoardContext
    from herrlof.tui.commands import AppCommands
    from herrlof.tui.screens.home import HomeScreen
    from herrlof.tui.screens.table import TableScreen


def commands() -> type[AppCommands]:
    """Return what the command palette offers everywhere."""
    from herrlof.tui.commands import AppCommands

    return AppCommands


VI_KEYS = {
    "left": "h,left", "right": "l,right", "up": "k,up", "down": "j,down", "pick_h": "x,X", "pick_k": "z,Z",
}  # fmt: skip
"""The keys of the vi set, by the id of what they do: h, j, k and l move, so others name their cards."""


KEY_NAMES = frozenset({
    N_("Enter"), N_("Esc"), N_("Tab"), N_("Space"), N_("Backspace"), N_("Home"), N_("End"), N_("PgUp"), N_("PgDn"),
})  # fmt: skip
"""The keys whose names are words."""


class HerrlofApp(SafeTerminal, App[None]):
    """The program on a terminal."""

    CSS_PATH = "app.tcss"
    guest = False
    """Whether this is the program of a guest at another's table."""
    can_keep_record = False
    """Whether a guest can keep the finished record here."""
    invited = False
    """Whether a guest is asked to play again."""
    COMMANDS: ClassVar[set[Any]] = {commands}  # not the framework's own: its screenshot would write a hand to a file
    TITLE = "herrlof"
    HORIZONTAL_BREAKPOINTS = [(0, "-sliver"), (20, "-narrow"), (80, "-normal")]  # noqa: RUF012 - as declared in App
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall"), (30, "-roomy")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+p", "command_palette", show=False, priority=True, tooltip=N_("all commands, by name")),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("ctrl+l", "repaint", show=False, priority=True),
    ]

    def __init__(
        self,
        straight_to: NewMatch | Path | tuple[str, int | None] | None = None,
        *,
        pace: float | None = None,
        theme: str | None = None,
        motion: bool | None = None,
        ascii_only: bool = False,
        storage: Storage | None = None,
        trouble: str = "",
    ) -> None:
        """Open at home, at the table with a new match, at the replay of a record, or at a game's lessons.

        Pace, theme, motion and ASCII are for this time; what is not given is as the settings have it. `trouble` is told
        at first: why there was no way to another table.
        """
        self.storage = storage or Storage()
        self.settings, self._settings_note = self.storage.load_settings()
        no_colour = bool(os.environ.get("NO_COLOR"))
        super().__init__(ansi_color=True if no_colour else None)
        self._straight_to, self._trouble = straight_to, trouble
        self._no_colour = no_colour
        self._ascii_only, self._theme, self._motion = ascii_only, theme, motion
        self.pace = self.settings.pace if pace is None else pace
        self.look = self._look()
        self._table: TableScreen | None = None
        self._wanted: dict[Path, tuple[bool | None, bool | None]] = {}
        """By the file of a practice that began here, what was chosen: hints, questions before a mistake."""
        self._host: Host | None = None
        """Whose doors are open, where players are elsewhere."""
        self._shut: Host | None = None
        """Whose doors were shut last."""
        self._begins: Table | None = None
        """The table of the newest match: there its commitment is told."""
        self._cuts: dict[int, str] | None = None
        """What was cut here, where others cut elsewhere."""
        self.left_unfinished = False
        """Whether a table has just been left whose match goes on; the home screen says so."""
        self._asked_to_quit = False
        self.joins: Path | None = None
        """The socket of a table elsewhere that is gone to now: what runs this program goes there, and comes back."""
        for name in (*PALETTES, NONE):
            self.register_theme(textual_theme(name))
        self.set_reactive(App.theme, f"herrlof-{self.look.theme}")  # one that is changed styles everything anew
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

    def get_css_variables(self) -> dict[str, str]:
        """Return the colours for style sheets; none before it is known how everything looks, which costs a start."""
        return super().get_css_variables() if "look" in vars(self) else {}

    def _look(self) -> Look:
        """Return how everything is to look in this terminal."""
        theme = self._theme or self.settings.theme
        if self._no_colour:
            theme = NONE
        elif self.console.color_system == "standard":
            theme = "terminal"
        motion = self.settings.motion if self._motion is None else self._motion
        return Look(theme, self._ascii_only or self.settings.ascii, motion)

    def get_default_screen(self) -> HomeScreen | TableScreen:
        """Return the screen to begin with, so that no other is drawn before it."""
        new = self._straight_to
        if new is None or isinstance(new, (Path, tuple)) or self._asks_for_cuts(new) or new.waits:
            from herrlof.tui.screens.home import HomeScreen

            return HomeScreen()
        self.remember(new)
        return self.begin_at(self.new_table(new))

    def begin_at(self, table: Table) -> TableScreen:
        """Return the first screen, which is a table."""
        screen = self._table_for(table)
        screen._push_result_callback(screen, None)  # one that is switched needs it; the framework forgets the first
        return screen

    def _set_classes(self) -> None:
        """Tell the style sheets what the terminal cannot show."""
        self.set_class(self.look.ascii, "-ascii")
        self.set_class(self.look.theme == NONE, "-no-colour")

    def on_mount(self) -> None:
        """Settle in; open the replay if that was asked for."""
        self.guard()
        self._set_classes()
        self.use_keys()
        if isinstance(self._straight_to, Path):
            self.replay(self._straight_to)
        elif isinstance(self._straight_to, tuple):
            game, number = self._straight_to
            self.show_lessons(game)
            if number is not None:
                self.begin_lesson(game, number)
        elif self._straight_to is not None and (self._asks_for_cuts(self._straight_to) or self._straight_to.waits):
            self.start(self._straight_to)
        if self._settings_note:
            self.say(_("Settings"), self._settings_note)
        if self._trouble:
            self.say(_("Join"), self._trouble)

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
        return self.look.key(" ".join(_(key) if key in KEY_NAMES else key for key in name.split(" ")))

    def say(self, title: str, text: str) -> None:
        """Show a few words until a key is pressed."""
        from herrlof.tui.screens.notes import NoteScreen

        self.push_screen(NoteScreen(title, [[(text, "text", False)]]))

    # Settings

    def change(self, settings: Settings) -> None:
        """Take over settings, with effect at once, and keep them."""
        before, self.settings = self.settings, settings
        if settings.theme != before.theme:
            self._theme = None
        if settings.motion != before.motion:
            self._motion = None
        if settings.pace != before.pace:
            self.pace = settings.pace
        look = self._look()
        if look != self.look:
            self.look = look
            self.theme = f"herrlof-{look.theme}"
            self._set_classes()
            for screen in self.screen_stack:
                for widget in screen.query(CanvasWidget):
                    widget.look = look
                    widget.redraw()
        self.use_keys()
        if self._table is not None:
            self._table.use(self.board_context(self._table.table))
        if (trouble := self.storage.save_settings(settings)) is not None:
            self.say(_("Settings"), trouble)

    def use_keys(self) -> None:
        """Use the keys of the settings; in a game where h, j, k and l all name something none of them moves."""
        table = self.at_table
        named = table is not None and set("hjkl") <= table.board._bindings.key_to_bindings.keys()
        moving = VI_KEYS if self.settings.keys == "vi" and not named else {}
        self.set_keymap({**moving, **self.settings.bindings})

    def next_theme(self) -> None:
        """Change between dark, light and the terminal's own colours."""
        shown, self._theme = self._theme or self.settings.theme, None
        self.change(self.settings._replace(theme=THEMES[(THEMES.index(shown) + 1) % len(THEMES)]))

    # Matches

    @property
    def host(self) -> Host | None:
        """Whose doors are open here; None: all who play are here, or at another's table."""
        return self._host

    @property
    def table(self) -> Table | None:
        """The table that is played at, or waits because it could not be saved."""
        return None if self._table is None else self._table.table

    @property
    def at_table(self) -> TableScreen | None:
        """The table on the screen, be it below a page."""
        return self._table if self._table in self.screen_stack else None

    def opponent(self, game: str) -> str:
        """Return the key of the bot that a game is practised against."""
        from herrlof.bots import opponent

        return opponent(game, self.settings.of(game).bot)

    def _can_play(self, game: str) -> bool:
        """Whether there is such a game; says what is wrong with another's that cannot be loaded."""
        if game not in GAMES:
            self.say(_("This game cannot be played"), missing(game))
        return game in GAMES

    def new_game(self, game: str) -> None:
        """Ask who plays."""
        if not self._can_play(game):
            return
        from herrlof.tui.screens.new_game import NewGameScreen

        self.push_screen(NewGameScreen(GAMES[game]))

    def practise(self, game: str) -> None:
        """Play at once, against the last bot, with the last options; a person without a name is asked for one."""
        if not self._can_play(game):
            return
        if not self.settings.name:
            from herrlof.tui.screens.asks import NameScreen

            self.push_screen(NameScreen(), lambda found: self._practise_as(game, found))
            return
        from herrlof.seats.begin import NewMatch

        self.start(NewMatch.quick(game, self.settings))

    def _practise_as(self, game: str, name: str | None) -> None:
        if name is not None:
            self.change(self.settings._replace(name=name))
            self.call_later(self.practise, game)

    def start(self, new: NewMatch) -> None:
        """Sit down to a new match."""
        table = self.new_table(new)
        if self._asks_for_cuts(new):
            self._ask_for_cuts(new, table)
            return
        self.remember(new)
        self.sit_down(table)

    def _asks_for_cuts(self, new: NewMatch) -> bool:
        """Whether people want to cut the cards of a match, by the settings: two of them, and a commitment to cut to."""
        return self.settings.cuts and new.can_be_cut

    def _ask_for_cuts(self, new: NewMatch, table: Table) -> None:
        """Show the commitment, and take cuts; a match whose page is left is not kept."""
        from herrlof.tui.screens.cuts import CutScreen

        def decided(cuts: list[str]) -> None:
            self.remember(new)
            if new.waits:
                self._cuts = dict(enumerate(cuts))
            elif any(cuts):
                table.cut(cuts)
            self.sit_down(table)

        self.push_screen(CutScreen(table, decided))

    def discard(self, table: Table) -> None:
        """Keep no record of a match that was never dealt; its commitment has been shown, and leaves a trace."""
        self._shut_doors()
        table.close()
        try:
            self.storage.delete(table.path)
        except RecordError as error:
            self.say(_("This match cannot be deleted"), str(error))

    def remember(self, new: NewMatch) -> None:
        """Offer these choices the next time."""
        settings = self.settings.remembering(new.game, new.seats, new.options)
        if settings != self.settings:
            self.settings = settings
            self.storage.save_settings(settings)

    def new_table(self, new: NewMatch) -> Table:
        """Return the table of a new match."""
        table = new.table(self.storage)
        self._begins = table
        self._wanted[table.path] = new.hints, new.sure
        return table

    def board_context(self, match: Table | Replay) -> BoardContext:
        """Return what a board knows of a match that is played, or was."""
        from herrlof.table.table import Table
        from herrlof.tui.boards.board import BoardContext

        chosen = self.settings.of(match.game.key).preferences
        return BoardContext(
            match.game,
            called(match.seats, match.here),
            match.options,
            match.here,
            complete_preferences(match.game, chosen),
            (match is self._begins and match.commitment) or "",
            self.settings.twice,
            self.pace,
            *self._help(match),
            novice=isinstance(match, Table) and not self.storage.has_won(match.game.key),
        )

    def judges(self, table: Table) -> Judges | None:
        """Return who judges for this screen at a table; None: a process of its own."""
        return None

    def _help(self, match: Table | Replay) -> tuple[bool, bool]:
        """Return whether a match has hints, and whether it asks before a mistake; between people as all agreed."""
        from herrlof.table.table import Table

        if not isinstance(match, Table):
            return False, False
        if len(match.people) != 1:
            return match.help.agreed, False
        hints, sure = self._wanted.get(match.path, (None, None))
        return self.settings.hints if hints is None else hints, self.settings.sure if sure is None else sure

    def sit_down(self, table: Table) -> None:
        """Go to a table; ask first where another one waits that could not be saved."""
        waiting = self.table
        if waiting is not None and waiting is not table:
            if not waiting.save():
                question = _("What was played since then is lost if you play another match now. Do it all the same?")
                self._ask_before_loss(waiting, question, lambda: self._take_table(table), table.close)
                return
            waiting.close()
        self._take_table(table)

    def _ask_before_loss(
        self, unsaved: Table, question: str, go_on: Callable[[], object], stay: Callable[[], object]
    ) -> None:
        """Ask what is about to be lost with an unsaved match, and do what the answer says."""
        from herrlof.tui.screens.asks import LossScreen

        def decided(sure: bool | None) -> None:
            if sure:
                unsaved.close()
            self.call_later(go_on if sure else stay)

        self.push_screen(LossScreen(str(unsaved.trouble), question), decided)

    def _take_table(self, table: Table) -> None:
        self._close_pages()
        if (
            set(table.people) - set(table.here)
            and not table.over
            and (self._host is None or self._host.table is not table)
        ):
            self._open_doors(table)
            return
        self.push_screen(self._table_for(table))
        self.use_keys()

    def _open_doors(self, table: Table) -> None:
        """Wait for the players who are elsewhere."""
        from herrlof.seats.doors import doors_of
        from herrlof.seats.host import DoorError, Host
        from herrlof.tui.screens.waiting import WaitScreen

        cuts, self._cuts = self._cuts, None
        table.pace = self.pace
        if self._host is not None:
            self._host.play_on(table, cuts is not None)
            self.push_screen(WaitScreen(self._host, [], cuts or {}))
            return
        self._host = Host(table, self.storage, cuts is not None)
        try:
            doors = doors_of(self._host, self.storage)
        except DoorError as error:
            self._host = None
            table.close()
            self.say(_("The table cannot be opened"), str(error))
            return
        self.push_screen(WaitScreen(self._host, doors, cuts or {}))

    def take_hosted(self, host: Host) -> None:
        """Go to a table whose players have come."""
        self._take_table(host.table)
        host.begin()  # the table knows now what its face measures

    def stop_waiting(self, host: Host, keep: bool) -> None:
        """Shut the doors; a match that was never dealt is not kept."""
        self._shut_doors(final=not keep)
        self._close_pages()
        if keep:
            host.table.close()
        else:
            self.discard(host.table)

    def _shut_doors(self, final: bool = False) -> None:
        """Send the guests away, and keep their seats, unless that is `final`."""
        host, self._host = self._host, None
        if host is not None:
            host.close(final)
            self._shut = host

    def _table_for(self, table: Table) -> TableScreen:
        from herrlof.tui.screens.table import TableScreen

        self._table = TableScreen(table, self.board_context(table))
        return self._table

    def go_on(self, waiting: RecordSummary | None) -> None:
        """Go back to the match that waits: the one just left, or one in its file."""
        if self.table is not None and not self.table.over:
            self.sit_down(self.table)
        elif waiting is not None:
            self.resume(waiting.path)

    def resume(self, path: Path) -> None:
        """Go on with a record, at the move where it stands."""
        from herrlof.seats.begin import resumed

        try:
            self.sit_down(resumed(self.storage, path))
        except RecordError as error:
            self.say(_("This match cannot be opened"), str(error))
        except ValueError as error:
            self.say(_("This match cannot be played"), str(error))

    def match_over(self, table: Table) -> None:
        """Remember that somebody here has won a match."""
        if any(table.result.returns[seat] for seat in table.here):
            self.storage.note_won(table.game.key)

    def after_match(self, table: Table, choice: str) -> None:
        """Do what the players chose at the end of a match."""
        from herrlof.seats.begin import NewMatch, same_deals

        if choice in ("again", "same", "swapped"):
            self._leave_table()  # and no door is shut: the guests may come along
        else:
            self.go_home()
        if choice == "again":
            self.start(NewMatch.again(self.storage, table))
        elif choice in ("same", "swapped"):
            self.sit_down(same_deals(self.storage, table, turn=1 if choice == "swapped" else 0))

    def replay(self, path: Path, at: int | None = None) -> None:
        """Show a record move by move, from move `at` on.

        One that is open elsewhere, perhaps since a moment ago, shows what is public.
        """
        from herrlof.table.replay import Replay
        from herrlof.tui.screens.replay import ReplayScreen

        try:
            found = read_summary(path)
            public = found is not None and found.state == OPEN
            self.push_screen(ReplayScreen(Replay(read_record(path), public), at, path))
        except RecordError as error:
            self.say(_("This match cannot be shown"), str(error))

    # The coach

    def coach_context(self, review: Review) -> BoardContext:
        """Return what a board knows of a match that is reviewed."""
        from herrlof.tui.boards.board import BoardContext

        chosen = self.settings.of(review.game.key).preferences
        preferences = complete_preferences(review.game, chosen)
        return BoardContext(review.game, review.names, review.options, review.here, preferences, pace=self.pace)

    def review(self, path: Path) -> None:
        """Judge the decisions of a match, and show them."""
        from herrlof.coach.review import ReviewRefused, review_of
        from herrlof.tui.screens.review import ReviewScreen

        try:
            self.push_screen(ReviewScreen(review_of(path, self.storage)))
        except (RecordError, ReviewRefused) as error:
            self.say(_("This match is not reviewed"), str(error))

    def find_better(self, questions: list[tuple[Review, int]]) -> None:
        """Ask for something better than what was played, one decision after the other."""
        from herrlof.tui.screens.find import FindScreen

        self.push_screen(FindScreen(questions))

    def practise_mistakes(self) -> None:
        """Ask about the clear mistakes of all matches that were reviewed, shuffled."""
        from herrlof.tui.screens.find import MistakesScreen

        self.push_screen(MistakesScreen())

    def branch(self, review: Review, n: int, bots: bool = False) -> None:
        """Play on from before a move of a finished match, in a match of its own, or let `bots` play on."""
        from herrlof.bots import default_bot
        from herrlof.table.table import Table

        assert review.path is not None
        seats = None
        if bots:
            bot = default_bot(review.game.key)
            seats = [Seat(seat.name, seat.bot or bot) for seat in review.seats]
        try:
            self.sit_down(Table.branch(self.storage, review.path, n, seats))
        except (RecordError, ValueError) as error:
            self.say(_("This match cannot be played on"), str(error))

    def show_statistics(self) -> None:
        """Show what the matches that are kept amount to."""
        from herrlof.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen())

    # Pages

    def show_matches(self) -> None:
        """List the matches that are kept."""
        from herrlof.tui.screens.matches import MatchesScreen

        self.push_screen(MatchesScreen())

    def show_rules(self, game: str, rule: str = "") -> None:
        """Open the rules page of a game at a rule."""
        if not self._can_play(game):
            return
        from herrlof.tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(game, rule))

    def show_lessons(self, game: str = "") -> None:
        """List the lessons, with the next one of a game in focus."""
        from herrlof.tui.screens.learn import LearnScreen

        self.push_screen(LearnScreen(game))

    def begin_lesson(self, game: str, number: int, step: int | None = None) -> None:
        """Begin a lesson where it was left, or at a step; say what is wrong with one that cannot be played."""
        from herrlof.coach.lessons import LessonError
        from herrlof.tui.screens.lesson import LessonScreen

        try:
            self.push_screen(LessonScreen(game, number, step))
        except LessonError as error:
            self.say(_("This lesson cannot be played"), str(error))

    def show_fairness(self) -> None:
        """Open the page on fair play."""
        from herrlof.tui.screens.rules import FairnessScreen

        self.push_screen(FairnessScreen())

    def show_join(self) -> None:
        """List the tables on this machine that wait for somebody."""
        from herrlof.tui.screens.join import JoinScreen

        self.push_screen(JoinScreen())

    def join(self, path: Path) -> None:
        """Go to a table elsewhere; ask first where something would be lost here."""
        self.joins = path
        self.leave()

    def show_settings(self) -> None:
        """Open the settings."""
        from herrlof.tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    # How to leave

    def go_home(self) -> None:
        """Leave the table. The match is in its file; one that could not be saved waits here."""
        self._shut_doors()
        self._leave_table()

    def _leave_table(self) -> None:
        self._close_pages()
        self.use_keys()
        self._asked_to_quit = False
        self.left_unfinished = self.table is not None and not self.table.over
        if self.table is not None and self.table.save():
            self.table.close()
            self._table = None

    def _close_pages(self) -> None:
        """Close every screen above the home screen."""
        from herrlof.tui.screens.home import HomeScreen

        while len(self.screen_stack) > 1:
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            self.workers.cancel_node(self.screen)
            self.switch_screen(HomeScreen())

    def pop_screen(self) -> AwaitComplete:
        """Close the screen in front and end what it still does: its workers would outlive its widgets."""
        self.workers.cancel_node(self.screen)
        return super().pop_screen()

    def on_app_blur(self, _: AppBlur) -> None:
        """Cover the hand when the window is left."""
        self._cover()

    def _cover(self) -> None:
        """Cover the hand, and close notes that tell of it."""
        covers: list[Any] = [screen for screen in self.screen_stack if hasattr(screen, "cover")]
        if True in [screen.cover() for screen in covers]:
            from herrlof.tui.screens.notes import NoteScreen

            while any(isinstance(screen, NoteScreen) for screen in self.screen_stack):
                self.pop_screen()

    def action_command_palette(self) -> None:
        """Open the command palette, in signs that this terminal has."""
        from herrlof.tui.commands import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(placeholder=self.look.text(_("search the commands…")), id="--command-palette"))

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

    def leave(self) -> None:
        """Quit with no card left on the screen; ask once where something would be lost."""
        self.quitting = False
        self._shut_doors()
        if self._table is not None:
            table = self._table.table
            if not table.save() and not self._asked_to_quit:
                self._asked_to_quit = True
                question = _("What was played since then is lost if you quit now. Do it all the same?")
                self._ask_before_loss(table, question, self.leave, self._stay)
                return
            table.close()
            if self._table in self.screen_stack:
                self._table.blank()
        self.call_after_refresh(self._go_away)

    async def _go_away(self) -> None:
        """Quit, once the guests have been told."""
        if self._shut is not None:
            await self._shut.farewell()
        self.exit()

    def _stay(self) -> None:
        """Ask again the next time."""
        self._asked_to_quit, self.joins = False, None
