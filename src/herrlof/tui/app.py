"""The application: screens, theme, and the way between them."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import AppBlur

from herrlof.bots import BOTS, DEFAULT_BOT
from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.match import Match, Seat
from herrlof.tui.cards import PLAIN_COLOURS, Look
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.new_game import NewGameScreen, Setup
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.terminal import SafeTerminal, tolerate_bytes


class HerrlofApp(SafeTerminal, App[None]):
    """The hall."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False  # its screenshot would write a hand to a file
    TITLE = "herrlof"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (120, "-wide")]  # noqa: RUF012 - as declared in App
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-middling"), (38, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("ctrl+l", "repaint", show=False, priority=True),
    ]

    def __init__(self, setup: Setup | None = None, *, pace: float = 1.0, ascii_only: bool = False) -> None:
        """With a setup, go straight to the table."""
        super().__init__()
        self._straight = setup is not None
        self.setup = setup or Setup()
        self.pace = pace
        self.look = Look(ascii=ascii_only)
        self._table: TableScreen | None = None

    @property
    def opponent(self) -> str:
        """The bot that Practise is played against."""
        return BOTS[DEFAULT_BOT].title

    @property
    def unfinished(self) -> str:
        """The match that waits on the table, in a few words; nothing if there is none."""
        if self._table is None or self._table.match.over:
            return ""
        match = self._table.match
        seen = match.observe(NOBODY)
        names = " v ".join(seat.name for seat in match.seats)
        return f"{names}, round {seen.round_number}, {' : '.join(map(str, seen.scores))}"

    def on_mount(self) -> None:
        """Settle in, then show the first screen."""
        tolerate_bytes()
        self.guard()
        if self.console.color_system == "standard":
            self.theme = "ansi-dark"
            self.look = Look(self.look.ascii, PLAIN_COLOURS, "default")
        if self.look.ascii:
            self.add_class("-ascii")
        self.push_screen(HomeScreen())
        if self._straight:
            self.start(self.setup)

    # Where to go

    def new_game(self) -> None:
        """Ask who plays."""

        def begin(setup: Setup | None) -> None:
            if setup is not None:
                self.start(setup)

        self.push_screen(NewGameScreen(self.setup), begin)

    def practise(self) -> None:
        """Play against the default bot at once, with the last edition and goal."""
        name = next((seat.name for seat in self.setup.seats if seat.bot is None), "Anna")
        self.start(Setup([Seat(name), Seat(self.opponent, DEFAULT_BOT)], self.setup.edition, None))

    def start(self, setup: Setup) -> None:
        """Sit down to a new match."""
        self.setup = setup
        options: dict[str, Any] = {"edition": setup.edition, "goal": setup.goal}
        match = Match(GAMES["herrlof"], setup.seats, **options)
        self._table = TableScreen(match, self.pace)
        self.push_screen(self._table)

    def play_again(self) -> None:
        """Play another match with the same seats."""
        self.go_home()
        self.start(self.setup)

    def go_on(self) -> None:
        """Go back to the match that waits."""
        if self._table is not None:
            self._table = TableScreen(self._table.match, self.pace)
            self.push_screen(self._table)

    def go_home(self) -> None:
        """Leave the table; the match waits there."""
        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()

    def show_rules(self, rule: str = "") -> None:
        """Open the rules page at a rule."""
        from herrlof.tui.screens.rules import RulesScreen  # Markdown is not needed for the first frame

        self.push_screen(RulesScreen(rule))

    # How to leave

    def on_app_blur(self, _: AppBlur) -> None:
        """Cover the hand when the window is left."""
        self._cover()

    def _cover(self) -> None:
        if self._table is not None and self._table.is_current:
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
        """Quit with no card left on the screen."""
        if self._table is not None and self._table in self.screen_stack:
            self._table.blank()
        self.call_after_refresh(self.exit)
