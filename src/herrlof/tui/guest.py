"""The program of a guest: one seat at somebody else's table, and nothing else of this program or of that machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text

from herrlof.messages import _
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from herrlof.seats.remote import RemoteCoach, RemoteTable
from herrlof.tui.app import HerrlofApp
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.guest import GuestScreen

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from herrlof.coach.worker import Judges
    from herrlof.table.replay import Replay
    from herrlof.table.table import Table


class NoFiles(Storage):
    """Settings that are kept nowhere, and no matches."""

    def __init__(self, settings: Settings) -> None:
        """Begin with these settings."""
        super().__init__(Path("/nonexistent"), Path("/nonexistent"))
        self._settings = settings
        self._reached: dict[str, dict[int, int | None]] = {}

    def load_settings(self) -> tuple[Settings, str | None]:
        """Return what it began with."""
        return self._settings, None

    def save_settings(self, settings: Settings) -> str | None:
        """Keep nothing."""
        return None

    def lessons(self, game: str) -> dict[int, int | None]:
        """Return how far the lessons have come while this program runs."""
        return self._reached.setdefault(game, {})

    def note_lesson(self, game: str, number: int, step: int | None) -> None:
        """Remember that until the program ends."""
        reached = self.lessons(game)
        if reached.get(number, 0) is not None:
            reached[number] = step

    def permission_warning(self) -> str | None:
        """There is nothing that others could write into."""
        return None


class GuestApp(HerrlofApp):
    """One seat."""

    CSS_PATH: ClassVar[Any] = ["app.tcss", "pages.tcss"]
    COMMANDS: ClassVar[set[Any]] = set()
    ENABLE_COMMAND_PALETTE = False
    guest = True

    def __init__(
        self,
        remote: RemoteTable,
        settings: Settings,
        keep_record: Callable[[], Awaitable[str]] | None = None,
        *,
        suspends: bool = True,
        back: str = "",
        **more: Any,
    ) -> None:
        """Sit at a table that was gone to, with settings that are not kept.

        `keep_record` keeps the finished record and says where; None: that cannot be done from here. `suspends`: whether
        there is a shell to go back to. `back`: how one comes back, where that is not by the same command alone.
        """
        super().__init__(storage=NoFiles(settings), **more)
        self.remote = remote
        self.back = back or _("If your line breaks, the same command brings you back to this seat.")
        self._keep_record, self._suspends = keep_record, suspends
        self.quits = False
        """Whether the key that quits was pressed: then there is no way back to where this guest came from."""
        self.can_keep_record = keep_record is not None
        self.left = False
        """Whether this guest has left the table for its own page."""
        remote.changed = lambda: self.call_later(self._heard)  # the line has no screen of its own
        remote.came_back = lambda: self.call_later(self._came_back)
        remote.anew = lambda: self.call_later(self._begin_anew)

    def get_default_screen(self) -> GuestScreen:  # type: ignore[override]
        """Begin at the guest's page."""
        screen = GuestScreen()
        screen._push_result_callback(screen, None)  # one that is switched needs it; the framework forgets the first
        return screen

    @property
    def invited(self) -> bool:  # type: ignore[override]
        """Whether the host plays again."""
        return self.remote.invited

    def _heard(self) -> None:
        """Let the pages show what the line has told."""
        for screen in self.screen_stack:
            if isinstance(screen, (GuestScreen, MatchScreen)):
                screen.heard()

    def _begin_anew(self) -> None:
        """Look at the table of another match."""
        self.left = False
        self._leave_table()
        self.switch_screen(GuestScreen())

    def take_seat(self) -> None:
        """Go to the table, where the match has begun."""
        self.left = False
        if self._table is None:
            self.push_screen(self._table_for(self.remote))  # type: ignore[arg-type]  # it offers a face the same
            self.use_keys()

    def judges(self, table: Table) -> Judges:
        """The host's machine judges: here no process is started."""
        return RemoteCoach(self.remote)

    def _help(self, match: Table | Replay) -> tuple[bool, bool]:
        """Hints as all agreed, and no question before a mistake."""
        return self.remote.help.agreed, False

    def _came_back(self) -> None:
        """Sit down anew where the line was mended: what stood on the screen may be out of date."""
        if self._table is not None:
            self._leave_table()

    def use_look(self, look: str) -> None:
        """Draw in another look, for this time."""
        plain = look == "ascii"
        self._ascii_only = plain
        self.change(self.settings._replace(theme=self.settings.theme if plain else look, ascii=plain))

    def show_lessons(self, game: str = "") -> None:
        """List the lessons of the game that is played here, and of no other."""
        from herrlof.tui.screens.learn import LearnScreen

        self.push_screen(LearnScreen(game, [game]))

    # How to leave

    def go_home(self) -> None:
        """Go back to the guest's page; the seat is kept, and the match waits."""
        self.left = True
        self._leave_table()

    def _leave_table(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._table = None
        self.use_keys()

    def match_over(self, table: Table) -> None:
        """Remember nothing."""

    def after_match(self, table: Table, choice: str) -> None:
        """Keep the record, or go."""
        if choice == "record":
            self.run_worker(self._offer_record(), exit_on_error=True)
        elif choice == "again":
            self.go_home()
            self.remote.come_along()
        else:
            self.leave()

    async def _offer_record(self) -> None:
        assert self._keep_record is not None
        try:
            told = await self._keep_record()
        except (ValueError, OSError, TimeoutError) as error:
            told = str(error) or _("The host's machine does not answer.")
        self.go_home()
        self.say(_("The finished record"), told)

    def action_leave(self) -> None:
        """Quit."""
        self.quits = True
        self.leave()

    def leave(self, why: str = "") -> None:
        """Go away, and say `why` where the screen was; the seat is kept."""
        self.remote.close()
        if self._table is not None and self._table in self.screen_stack:
            self._table.blank()
        self.call_after_refresh(self.exit, message=Text(why) if why else None)

    def action_suspend_process(self) -> None:
        """Go to the background, where there is a shell to go back to."""
        if self._suspends:
            super().action_suspend_process()

    def told_of(self, broken: str) -> str:
        """Return a sentence: what is drawn here is what another machine has sent."""
        return _("The table was left: what its host sent cannot be shown ({what}).", what=broken)

    # What a guest has not

    def action_command_palette(self) -> None:
        """There are no commands."""

    def start(self, new: NewMatch) -> None:
        """A guest begins no match."""

    def new_game(self, game: str) -> None:
        """A guest begins no match."""

    def practise(self, game: str) -> None:
        """A guest begins no match."""

    def resume(self, path: Path) -> None:
        """A guest reads no files."""

    def replay(self, path: Path, at: int | None = None) -> None:
        """A guest reads no files."""

    def review(self, path: Path) -> None:
        """A guest reads no files."""

    def practise_mistakes(self) -> None:
        """A guest reads no files."""

    def show_statistics(self) -> None:
        """A guest reads no files."""

    def show_matches(self) -> None:
        """A guest reads no files."""

    def show_join(self) -> None:
        """A guest has one seat."""

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """A guest opens nothing on the machine where this runs."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """A guest writes no files."""

    def show_settings(self) -> None:
        """A guest writes no settings."""
