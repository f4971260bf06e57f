"""The application: screens, theme, and the way between them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import AppBlur

from herrlof.bots import BOTS, DEFAULT_BOT, name_for
from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.journal import Journal
from herrlof.match import Match, RecordError, Seat
from herrlof.settings import Settings
from herrlof.storage import Listed, Storage, read_record
from herrlof.tui.bots import label
from herrlof.tui.cards import PLAIN_COLOURS, Look
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.terminal import SafeTerminal
from herrlof.tui.widgets import Note


class HerrlofApp(SafeTerminal, App[None]):
    """The hall."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False  # its screenshot would write a hand to a file
    TITLE = "herrlof"
    HORIZONTAL_BREAKPOINTS = [(0, "-sliver"), (20, "-narrow"), (80, "-normal"), (120, "-wide")]  # noqa: RUF012 - as declared in App
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-middling"), (38, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("ctrl+l", "repaint", show=False, priority=True),
    ]

    def __init__(
        self,
        straight_to: Settings | Path | None = None,
        *,
        deals: str | None = None,
        pace: float | None = None,
        ascii_only: bool = False,
        storage: Storage | None = None,
    ) -> None:
        """Open at home, or at the table with a new match (`deals`: its deal code), or at the replay of a record."""
        super().__init__()
        self.storage = storage or Storage()
        self.settings, self._said_once = self.storage.load_settings()
        self._straight_to = straight_to
        self._deals = deals
        self.pace = self.settings.pace if pace is None else pace
        self.look = Look(ascii=ascii_only or self.settings.ascii)
        self._table: TableScreen | None = None
        self._waiting: Listed | None = None
        """The match that Home offers to continue."""

    def on_mount(self) -> None:
        """Settle in, then show the first screen."""
        self.guard()
        if self.console.color_system == "standard":
            self.theme = "ansi-dark"
            self.look = Look(self.look.ascii, PLAIN_COLOURS, "dim")
        if self.look.ascii:
            self.add_class("-ascii")
        self.push_screen(HomeScreen())
        if isinstance(self._straight_to, Settings):
            self.start(self._straight_to, deals=self._deals)
        elif self._straight_to is not None:
            self.replay(self._straight_to)
        if self._said_once:
            self.say("Settings", self._said_once)

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is shown in a footer."""
        return self.look.key(super().get_key_display(binding))

    def say(self, title: str, text: str) -> None:
        """Show a few words until a key is pressed."""
        self.push_screen(Note(title, text))

    # Matches

    @property
    def opponent(self) -> str:
        """The bot that Practise is played against, and how strong it is."""
        return label(self._opponent)

    @property
    def _opponent(self) -> str:
        return self.settings.bot if self.settings.bot in BOTS else DEFAULT_BOT

    @property
    def unfinished(self) -> str:
        """The match to continue, in a few words; nothing if there is none."""
        if self._table is not None and not self._table.match.over:
            seats, scores = self._table.match.seats, self._table.match.observe(NOBODY).scores
            when = ""
        else:
            found = self._waiting = self.storage.newest_unfinished()
            if found is None:
                return ""
            seats, scores = found.seats, found.scores or (0,) * len(found.seats)
            when = f", {_moment(found.touched)}"
        return f"{' v '.join(seat.name for seat in seats)}, {' : '.join(map(str, scores))}{when}"

    def new_game(self) -> None:
        """Ask who plays, then whether anybody cuts the cards."""
        from herrlof.tui.screens.new_game import CutScreen, NewGameScreen  # not needed for the first frame

        def begin(chosen: Settings | None) -> None:
            if chosen is None:
                return
            match, journal = self._new_match(chosen, None)

            def cut(cuts: list[str] | None) -> None:
                if cuts is None:
                    journal.close()
                    self.storage.delete(journal.path)
                    return
                if any(cuts):
                    match.cut(cuts)
                self._remember(chosen)
                self._sit_down(match, journal)

            self.push_screen(CutScreen(match), cut)

        self.push_screen(NewGameScreen(self.settings), begin)

    def practise(self) -> None:
        """Play at once, against the last bot, with the last edition and goal."""
        name = next((seat.name for seat in self.settings.seats if seat.bot is None), "Anna")
        bot = self._opponent
        self.start(replace(self.settings, seats=(Seat(name), Seat(name_for(bot, [name]), bot))))

    def start(self, chosen: Settings, deals: str | None = None) -> None:
        """Sit down to a new match."""
        self._remember(chosen)
        self._sit_down(*self._new_match(chosen, deals))

    def _remember(self, chosen: Settings) -> None:
        """Offer these choices the next time."""
        bot = next((seat.bot for seat in chosen.seats if seat.bot is not None), self.settings.bot)
        self.settings = replace(self.settings, seats=chosen.seats, edition=chosen.edition, goal=chosen.goal, bot=bot)
        self.storage.save_settings(self.settings)

    def _new_match(self, chosen: Settings, deals: str | None) -> tuple[Match, Journal]:
        journal = self.storage.new_journal()
        options: dict[str, Any] = {"edition": chosen.edition, "goal": chosen.goal}
        return Match(GAMES["herrlof"], chosen.seats, deals=deals, journal=journal, **options), journal

    def _sit_down(self, match: Match, journal: Journal) -> None:
        self._table = TableScreen(match, journal, self.pace)
        self.push_screen(self._table)

    def go_on(self) -> None:
        """Go back to the match that waits."""
        if self._table is not None and not self._table.match.over:
            self._sit_down(self._table.match, self._table.journal)
        elif self._waiting is not None:
            self.resume(self._waiting.path)

    def resume(self, path: Path) -> None:
        """Go on with a record, at the card where it stands."""
        try:
            self._sit_down(*self.storage.resume(path))
        except RecordError as fault:
            self.say("This match cannot be opened", f"{fault}.")

    def play_again(self) -> None:
        """Play another match with the same seats."""
        if self._table is not None:
            match = self._table.match
            self.go_home()
            edition, goal = match.options["edition"], match.options.get("goal")
            self.start(replace(self.settings, seats=match.seats, edition=edition, goal=goal))

    def same_deals(self, match: Match, turn: int) -> None:
        """Play the deals of a finished match again; with a `turn` of 1 everybody gets another hand."""
        self.go_home()
        journal = self.storage.new_journal()
        self._sit_down(match.again(turn=turn, journal=journal), journal)

    def replay(self, path: Path) -> None:
        """Show a record move by move."""
        from herrlof.replay import Replay
        from herrlof.tui.screens.replay import ReplayScreen

        try:
            self.push_screen(ReplayScreen(Replay(read_record(path))))
        except RecordError as fault:
            self.say("This match cannot be shown", f"{fault}.")

    def show_games(self) -> None:
        """List the matches that are kept."""
        from herrlof.tui.screens.games import GamesScreen

        self.push_screen(GamesScreen())

    def show_rules(self, rule: str = "") -> None:
        """Open the rules page at a rule."""
        from herrlof.tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(rule))

    def show_fairness(self) -> None:
        """Open the page on fair play."""
        from herrlof.tui.screens.rules import FairnessScreen

        self.push_screen(FairnessScreen())

    # How to leave

    def go_home(self) -> None:
        """Leave the table. The match is in its file; one that could not be saved waits here."""
        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if self._table is not None:
            journal = self._table.journal
            if journal.save():
                journal.close()
                self._table = None

    def on_app_blur(self, _: AppBlur) -> None:
        """Cover the hand when the window is left."""
        self._cover()

    def _cover(self) -> None:
        if self._table is not None and self._table in self.screen_stack:
            self._table.cover()

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
        """Quit with no card left on the screen. Nothing is asked: all is in the file already."""
        if self._table is not None:
            self._table.journal.close()
            if self._table in self.screen_stack:
                self._table.blank()
        self.call_after_refresh(self.exit)


def _moment(seconds: float) -> str:
    """Return a time of the past as people here say it: `today 18:30`, or the date."""
    then = datetime.fromtimestamp(seconds)
    return f"{then:today %H:%M}" if then.date() == datetime.now().date() else f"{then:%Y-%m-%d %H:%M}"
