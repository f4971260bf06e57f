"""The program of a guest: one seat at somebody else's table, and nothing else of this program or of that machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text

from herrlof.game import IllegalAction
from herrlof.games.speech import refused
from herrlof.messages import _
from herrlof.records.learnt import UnkeptLessons
from herrlof.records.settings import HelpGiven, Settings
from herrlof.seats.visit import Visit, kept_or_why_not
from herrlof.table.updates import CameAlong, Gone, Invited, Returned, Update
from herrlof.tui.screens.guest import CALLED, GuestMatchScreen, GuestScreen
from herrlof.tui.tables import TablesApp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from herrlof.coach.review import Review
    from herrlof.coach.worker import Judges
    from herrlof.table.connection import Connection
    from herrlof.table.replay import Replay


class GuestApp(TablesApp):
    """One seat."""

    CSS_PATH: ClassVar[Any] = ["app.tcss", "pages.tcss"]
    END = "guest:GuestMatchScreen"

    def __init__(
        self,
        remote: Visit,
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
        super().__init__(settings, UnkeptLessons(), **more)
        self.remote = remote
        self.back = back or (
            _("If your connection breaks, the same command brings you back.")
            if remote.watches
            else _("If your connection breaks, the same command brings you back to this seat.")
        )
        self.calls = "bell" if settings.bell else ""
        """How who sits here is called: `bell`, `notification`, or not at all."""
        self._keep_record, self._suspends = keep_record, suspends
        self._told_back = False
        """Whether who has sat at once was told how one comes back."""
        self.quits = False
        """Whether the key that quits was pressed: then there is no way back to where this guest came from."""
        self.can_keep_record = keep_record is not None and not remote.watches
        self.left = False
        """Whether this guest has left the table for its own page."""
        self.waits = self.asked_again = False
        """Whether it waits for another match after this one, and has asked for it."""
        remote.listen(lambda update: self.call_later(self._heed, update))  # the line has no screen of its own

    def get_default_screen(self) -> GuestScreen:
        """Begin at the guest's page."""
        screen = GuestScreen()
        screen._push_result_callback(screen, None)  # one that is switched needs it; the framework forgets the first
        return screen

    def _heed(self, update: Update) -> None:
        """Go where the line has led to, and let the pages show what it has told."""
        match update:
            case CameAlong():
                self._begin_anew()
            case Returned():
                self._came_back()
            case Gone() if self._table is not None and not self.remote.over:  # one that is over is looked at
                self.go_home()
            case Invited() if self.waits:
                self.match_left("again")
            case Invited() if self._table in self.screen_stack[:-1] and not isinstance(self.screen, GuestMatchScreen):
                asks = _("{name} is playing again and asks you to join in.", name=self.remote.owner)
                self.notify(asks, timeout=CALLED, markup=False)
        for screen in self.screen_stack:
            if isinstance(screen, (GuestScreen, GuestMatchScreen)):
                screen.heard()

    def _begin_anew(self) -> None:
        """Look at the table of another match."""
        self.left = self.waits = self.asked_again = False
        self._leave_table()
        self.switch_screen(GuestScreen())

    def take_seat(self) -> None:
        """Go to the table, where the match has begun."""
        self.left = False
        if self._table is None:
            self.push_screen(self._screen_at(self.remote))
            self.use_keys()
            if self.remote.hello.returns and not self._told_back:  # its own page was not seen
                self._told_back = True
                self.notify(self.back, markup=False)

    def judges(self, table: Connection) -> Judges:
        """The host's machine judges: here no process is started."""
        return self.remote.judges

    def call(self) -> None:
        """Call who sits here, as they like it."""
        if self.calls == "bell":
            self.bell()
        elif self.calls:
            self.call_out()

    def help_at(self, match: Connection | Replay) -> HelpGiven:
        """Hints as all agreed, and no question before a mistake."""
        return HelpGiven(match is self.remote and self.remote.help.agreed, False)

    def _came_back(self) -> None:
        """Sit down anew where the line was mended: what stood on the screen may be out of date."""
        if self._table is not None:
            self._leave_table()

    def use_look(self, look: str) -> None:
        """Draw in another look, for this time."""
        plain = look == "ascii"
        self._ascii_only = plain
        self.change(self.settings._replace(theme=self.settings.theme if plain else look, ascii=plain))

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

    def match_left(self, choice: str) -> None:
        """Keep the record, or go."""
        if choice == "record":
            self.run_worker(self._offer_record(), exit_on_error=True)
        elif choice == "again":
            self.go_home()
            self.remote.come_along()
        else:
            self.leave()

    def review_here(self) -> None:
        """Look at what the decisions of the match cost, as the host's machine judges them."""
        self.run_worker(self._review(), exclusive=True, exit_on_error=True)

    def ask_again(self) -> None:
        """Ask the others for a rematch."""
        try:
            self.remote.ask_again()
        except IllegalAction as error:
            self.notify(refused(error), markup=False)
        else:
            self.asked_again = True

    async def _review(self) -> None:
        from herrlof.seats.reviewed import review_at

        try:
            review = await review_at(self.remote)
        except (ValueError, OSError, TimeoutError) as error:
            self.say(_("This match can't be reviewed"), str(error) or _("The host's machine doesn't answer."))
        else:
            self.show("review:ReviewScreen", review)

    def show_at(self, review: Review, n: int) -> None:
        """Show a match that is reviewed on the table, at a move."""
        from herrlof.table.replay import Replay

        self.show("replay:ReplayScreen", Replay(review.record, here=review.here), n)

    async def _offer_record(self) -> None:
        assert self._keep_record is not None
        told = await kept_or_why_not(self._keep_record)
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

    def leaves_broken(self, sentence: str) -> bool:
        """Go away: there is no home here to go to."""
        self.leave(sentence)
        return True

    def action_suspend_process(self) -> None:
        """Go to the background, where there is a shell to go back to."""
        if self._suspends:
            super().action_suspend_process()

    def told_of(self, broken: str) -> str:
        """Return a sentence: what is drawn here is what another machine has sent."""
        return _("You left the table: what its host sent can't be shown ({what}).", what=broken)

    # What the framework would do by itself

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing on the machine where this runs."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Write no file."""
