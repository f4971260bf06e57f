"""The app of who has matches here: home and its pages. What home does not show is imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from herrlof.messages import N_, _, paragraph
from herrlof.records.errors import RecordError
from herrlof.records.listing import RecordSummary, read_summary
from herrlof.records.settings import THEMES, HelpGiven, Settings
from herrlof.records.storage import Storage
from herrlof.seats.doors import OpenDoors
from herrlof.tui.screens import screen_named
from herrlof.tui.tables import TablesApp

if TYPE_CHECKING:
    from textual.screen import Screen

    from herrlof.coach.review import Review
    from herrlof.seats.begin import NewMatch
    from herrlof.seats.host import Host
    from herrlof.table.connection import Connection
    from herrlof.table.own import OwnTable
    from herrlof.table.replay import Replay
    from herrlof.tui.boards.scene import BoardContext
    from herrlof.tui.commands import AppCommands
    from herrlof.tui.screens.table import TableScreen


def commands() -> type[AppCommands]:
    """Return what the command palette offers everywhere."""
    from herrlof.tui.commands import AppCommands

    return AppCommands


HOME, WAIT = "home:HomeScreen", "waiting:WaitScreen"


class HerrlofApp(TablesApp):
    """The program of who has a hall of their own: home, matches, files, guests."""

    COMMANDS: ClassVar[set[Any]] = {commands}
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "command_palette", show=False, priority=True, tooltip=N_("all commands, by name")),
    ]
    END = "ends:OwnMatchScreen"

    def __init__(
        self,
        straight_to: NewMatch | Path | tuple[str, int | None] | None = None,
        *,
        storage: Storage | None = None,
        trouble: str = "",
        **more: Any,
    ) -> None:
        """Open at home, at the table with a new match, at the replay of a record, or at a game's lessons.

        `trouble` is told at first: why there was no way to another table. `more`: how it looks, for this time.
        """
        self.storage = storage or Storage()
        settings, self._settings_note = self.storage.settings.load()
        super().__init__(settings, self.storage, **more)
        self._straight_to, self._trouble = straight_to, trouble
        self._wanted: dict[Path, tuple[bool | None, bool | None]] = {}
        """By the file of a practice that began here, what was chosen: hints, questions before a mistake."""
        self._doors = OpenDoors(self.storage)
        self._own: OwnTable | None = None
        """The table that was sat down at last, where it is here."""
        self._begins: OwnTable | None = None
        """The table of the newest match: there its commitment is told."""
        self._cuts: Mapping[int, str] | None = None
        """What was cut here, where others cut elsewhere."""
        self.left_unfinished = False
        """Whether a table has just been left whose match goes on; the home screen says so."""
        self._tried: tuple[OwnTable, Path, int, Callable[[], object] | None] | None = None
        """The table at which something is tried out, the record that it branches off, before which move, and what goes
        to where that was reviewed: the end of its match, the list of all, or nowhere."""
        self._asked_to_quit = False
        self.joins: Path | None = None
        self.watches = False
        """The socket of a table elsewhere that is gone to now: what runs this program goes there, and comes back."""

    @property
    def owner(self) -> HerrlofApp:
        """Whoever runs this has files here."""
        return self

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen to begin with, so that no other is drawn before it."""
        new = self._straight_to
        if new is None or isinstance(new, (Path, tuple)) or new.asks_for_cuts(self.settings) or new.waits:
            home: Screen[Any] = screen_named(HOME)()
            return home
        self.remember(new)
        return self.begin_at(self.new_table(new))

    def begin_at(self, table: OwnTable) -> TableScreen:
        """Return the first screen, which is a table."""
        screen = self._table_for(table)
        screen._push_result_callback(screen, None)  # one that is switched needs it; the framework forgets the first
        return screen

    def begin(self) -> None:
        """Open the replay, the lessons or the match that was asked for, and say what went wrong meanwhile."""
        if isinstance(self._straight_to, Path):
            self.replay(self._straight_to)
        elif isinstance(self._straight_to, tuple):
            game, number = self._straight_to
            self.open_page("lessons", game)
            if number is not None:
                self.begin_lesson(game, number)
        elif self._straight_to is not None and (
            self._straight_to.asks_for_cuts(self.settings) or self._straight_to.waits
        ):
            self.start(self._straight_to)
        if self._settings_note:
            self.say(_("Settings"), self._settings_note)
        if self._trouble:
            self.say(_("Join"), self._trouble)

    # Settings

    def change(self, settings: Settings) -> None:
        """Take over settings, with effect at once, and keep them."""
        super().change(settings)
        if (trouble := self.storage.settings.save(settings)) is not None:
            self.say(_("Settings"), trouble)

    def next_theme(self) -> None:
        """Change between dark, light and the terminal's own colours."""
        shown, self._theme = self._theme or self.settings.theme, None
        self.change(self.settings._replace(theme=THEMES[(THEMES.index(shown) + 1) % len(THEMES)]))

    # Matches

    @property
    def host(self) -> Host | None:
        """Whose doors are open here; None: all who play are here, or at another's table."""
        return self._doors.host

    @property
    def table(self) -> OwnTable | None:
        """The table of this program that is played at, or waits because it could not be saved."""
        return None if self._table is None else self._own

    def opponent(self, game: str, look: bool = True) -> str:
        """Return the key of the bot that a game is practised against; without `look` no record is read for it."""
        from herrlof.seats.begin import opponent

        return opponent(game, self.settings, self.storage, look)

    def practise(self, game: str) -> None:
        """Play at once, against the opponent that is due, with the last options; first a name is asked for."""
        from herrlof.seats.begin import NewMatch

        self._once_named(lambda: self.start(NewMatch.quick(game, self.settings, self.storage)))

    def offer_game(self, game: str) -> None:
        """Offer a match against the level that is due, after the last lesson of a game."""
        from herrlof.coach.ladder import offer_text

        def decided(plays: bool | None) -> None:
            if plays:
                self.practise(game)

        self.show("asks:OfferScreen", *offer_text(game, self.opponent(game)), then=decided)

    def play_today(self) -> None:
        """Play the match of the day; first a name is asked for."""
        from herrlof.seats import daily

        self._once_named(lambda: self.start(daily.match_of(daily.today(), self.settings.name)))

    def _once_named(self, begin: Callable[[], None]) -> None:
        def named(name: str | None) -> None:
            if name is not None:
                self.change(self.settings._replace(name=name))
                self.call_later(begin)

        if self.settings.name:
            begin()
        else:
            self.show("asks:NameScreen", then=named)

    def start(self, new: NewMatch) -> None:
        """Sit down to a new match."""
        try:
            table = self.new_table(new)
        except ValueError as error:
            self.say(_("The table can't be opened"), str(error))
            return
        if new.asks_for_cuts(self.settings):
            self._ask_for_cuts(new, table)
            return
        self.remember(new)
        self.sit_down(table)

    def _ask_for_cuts(self, new: NewMatch, table: OwnTable) -> None:
        """Show the commitment, and take cuts; a match whose page is left is not kept."""

        def decided(cuts: list[str]) -> None:
            self.remember(new)
            self._cuts = new.cut(table, cuts)
            self.sit_down(table)

        self.show("cuts:CutScreen", table, decided)

    def discard(self, table: OwnTable) -> None:
        """Keep no record of a match that was never dealt, or played; its commitment was shown, and leaves a trace."""
        self._doors.shut()
        table.close()
        try:
            self.storage.drop(table.path)
        except RecordError as error:
            self.say(_("This match can't be deleted"), str(error))

    def remember(self, new: NewMatch) -> None:
        """Offer these choices the next time."""
        self._keep(self.settings.remembering(new.game, new.seats, new.options))

    def begin_lesson(self, game: str, number: int, step: int | None = None) -> None:
        """Begin a lesson; home stands at its game then."""
        self._keep(self.settings._replace(last=game))
        super().begin_lesson(game, number, step)

    def _keep(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            self.storage.settings.save(settings)

    def new_table(self, new: NewMatch) -> OwnTable:
        table = new.table(self.storage)
        self._begins = table
        self._wanted[table.path] = new.hints, new.sure
        return table

    def board_context(self, match: Connection | Replay) -> BoardContext:
        """Return what a board knows of a match that is played here, or was."""
        from herrlof.table.replay import Replay

        return replace(
            super().board_context(match),
            commitment=(match is self._begins and match.commitment) or "",
            novice=match is self._own and not self.storage.has_won(match.game.key),
            what_if=not isinstance(match, Replay) and match.help.branch is not None,
        )

    def help_at(self, match: Connection | Replay) -> HelpGiven:
        """Return whether a match has hints, and whether it asks before a mistake; between people as all agreed."""
        from herrlof.coach.seated import help_given
        from herrlof.table.replay import Replay

        if isinstance(match, Replay):
            return HelpGiven(False, False)
        own = self._own
        return help_given(match, self.settings, *(self._wanted.get(own.path, ()) if own is match else ()))

    def sit_down(self, table: OwnTable) -> None:
        """Go to a table; ask first where another one waits that could not be saved."""
        waiting = self.table
        if waiting is not None and waiting is not table:
            if not waiting.save():
                question = _(
                    "What has been played since then will be lost if you play another match now. Go on anyway?"
                )
                self._ask_before_loss(waiting, question, lambda: self._take_table(table), table.close)
                return
            self._let_go(waiting)
        self._take_table(table)

    def _ask_before_loss(
        self, unsaved: OwnTable, question: str, go_on: Callable[[], object], stay: Callable[[], object]
    ) -> None:
        """Ask what is about to be lost with an unsaved match, and do what the answer says."""

        def decided(sure: bool | None) -> None:
            if sure:
                unsaved.close()
            self.call_later(go_on if sure else stay)

        self.show("asks:LossScreen", str(unsaved.trouble), question, then=decided)

    def _take_table(self, table: OwnTable) -> None:
        self._close_pages()
        if not self._doors.lead_to(table):
            self._open_doors(table)
            return
        self.push_screen(self._table_for(table))
        self.use_keys()

    def _open_doors(self, table: OwnTable) -> None:
        """Wait for the players who are elsewhere."""
        from herrlof.seats.host import DoorError

        cuts, self._cuts = self._cuts, None
        table.pace = self.pace
        try:
            host, doors = self._doors.open(table, cuts is not None)
        except DoorError as error:
            table.close()
            self.say(_("The table can't be opened"), str(error))
            return
        self.show(WAIT, host, doors, cuts or {})

    def take_hosted(self, host: Host) -> None:
        """Go to a table whose players have come."""
        self._take_table(host.table)
        host.begin()  # the table knows now what its face measures

    def stop_waiting(self, host: Host) -> None:
        """Shut the doors; a match that was never dealt is not kept."""
        keeps = host.table.goes_on
        self._doors.shut(final=not keeps)
        self._close_pages()
        if keeps:
            host.table.close()
        else:
            self.discard(host.table)

    def _table_for(self, table: OwnTable) -> TableScreen:
        self._own = table
        return self._screen_at(table)

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
            self.say(_("This match can't be opened"), str(error))
        except ValueError as error:
            self.say(_("This match can't be played"), str(error))

    def match_over(self) -> None:
        """Remember that somebody here has won a match."""
        from herrlof.table.own import note_won

        if self.table is not None:
            note_won(self.table, self.storage)

    def match_left(self, choice: str) -> None:
        """Do what the players chose at the end of the match on the screen."""
        if self.table is not None:
            self.after_match(self.table, choice)

    def after_match(self, table: OwnTable, choice: str) -> None:
        """Do what the players chose at the end of a match."""
        from herrlof.seats.after import AGAIN, PLAYED_ON, ROTATED
        from herrlof.seats.begin import NewMatch, same_deals

        if choice in PLAYED_ON:
            self._leave_table()  # and no door is shut: the guests may come along
        else:
            self.go_home()
        if choice == AGAIN:
            self.start(NewMatch.again(self.storage, table))
        elif choice in ROTATED:
            self.sit_down(same_deals(self.storage, table, ROTATED[choice]))

    def replay(self, path: Path, at: int | None = None) -> None:
        """Show a record move by move, from move `at` on."""
        from herrlof.table.replay import replay_of

        try:
            self.show("replay:ReplayScreen", replay_of(path), at, path)
        except RecordError as error:
            self.say(_("This match can't be shown"), str(error))

    # The coach

    def review(self, path: Path, n: int | None = None) -> None:
        """Judge the decisions of a match, and show them, move `n` in focus."""
        from herrlof.coach.review import ReviewRefused, review_of

        try:
            self.show("review:ReviewScreen", review_of(path, self.storage), n)
        except (RecordError, ReviewRefused) as error:
            self.say(_("This match can't be reviewed"), str(error))

    def went(self, path: Path) -> None:
        """Judge what was decided in the last round of a match that goes on."""
        from herrlof.coach.review import ReviewRefused, review_of

        try:
            self.show("round_review:RoundReviewScreen", review_of(path, self.storage))
        except (RecordError, ReviewRefused) as error:
            self.say(_("This match can't be reviewed"), str(error))

    def show_at(self, review: Review, n: int) -> None:
        """Show a match that is reviewed on the table, at a move."""
        assert review.path is not None
        self.replay(review.path, n)

    def find_better(self, questions: list[tuple[Review, int]]) -> None:
        """Ask for something better than what was played, one decision after the other."""
        self.show("find:FindScreen", questions)

    def practise_mistakes(self) -> None:
        """Ask about the clear mistakes of all matches that were reviewed, shuffled."""
        self.show("find:MistakesScreen")

    def branch(self, review: Review, n: int, bots: bool = False) -> None:
        """Play on from before a move of a finished match, in a match of its own, or let `bots` play on."""
        from herrlof.seats.begin import branched

        assert review.path is not None
        try:
            table = branched(self.storage, review.path, n, bots)
        except (RecordError, ValueError) as error:
            self.say(_("This match can't go on"), str(error))
            return
        own = self.table
        back: Callable[[], object] | None = None
        if own is not None and own.path == review.path:
            back = partial(self._take_table, own)
        elif any(isinstance(screen, screen_named("matches:MatchesScreen")) for screen in self.screen_stack):
            back = partial(self.open_page, "matches")
        self._tried = table, review.path, n, back
        self.sit_down(table)

    def _back_to_review(self, tried: OwnTable, path: Path, n: int, back: Callable[[], object] | None) -> None:
        """Go back to the review from which something was tried out, and to what lay below; where moves were made, ask
        whether it is kept."""
        self.left_unfinished = False
        if back is not None:
            back()
        self.review(path, n)
        found = read_summary(tried.path)

        def decided(keep: bool | None) -> None:
            if not keep:
                self.discard(tried)

        if found is not None and found.moves > n:
            self.show("asks:KeepScreen", then=decided)
        else:
            self.discard(tried)

    def join(self, path: Path, watches: bool = False) -> None:
        """Go to a table elsewhere, be it only to watch; ask first where something would be lost here."""
        self.joins, self.watches = path, watches
        self.leave()

    # How to leave

    def go_home(self) -> None:
        """Leave the table, for the review where something was tried out.

        The match is in its file; one that could not be saved waits here.
        """
        own, tried = self.table, self._tried
        self._tried = None
        self._doors.shut()
        self._leave_table()
        if tried is not None and tried[0] is own and self.table is None:
            self._back_to_review(*tried)

    def leaves_broken(self, sentence: str) -> bool:
        """Leave a table whose game broke; where there is none, nothing."""
        if self.at_table is None:
            return False

        def leave() -> None:
            self.go_home()
            kept = self.left_unfinished and self.table is None
            self.say(_("This match can't go on"), paragraph(sentence, _("The match is kept.") if kept else ""))

        self.call_later(leave)
        return True

    def _leave_table(self) -> None:
        self._close_pages()
        self.use_keys()
        self._asked_to_quit = False
        table = self.table
        self.left_unfinished = table is not None and not table.over
        if table is not None and table.save():
            self._table = None
            if told := self._let_go(table):
                self.left_unfinished = False
                self.notify(told, markup=False)

    def _let_go(self, table: OwnTable) -> str:
        """Close a table that is left, and return what is said where its match is dropped, as nobody has moved."""
        from herrlof.table.own import is_unplayed, told_unplayed

        if not is_unplayed(table):
            table.close()
            return ""
        self.discard(table)
        return told_unplayed()

    def _close_pages(self) -> None:
        """Close every screen above the home screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        home = screen_named(HOME)
        if not isinstance(self.screen, home):
            self.workers.cancel_node(self.screen)
            self.switch_screen(home())

    def action_command_palette(self) -> None:
        """Open the command palette, in signs that this terminal has."""
        from herrlof.tui.commands import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(placeholder=self.look.text(_("search the commands…")), id="--command-palette"))

    def leave(self) -> None:
        """Quit with no card left on the screen; ask once where something would be lost."""
        self.quitting = False
        hosts = self._doors.host is not None
        self._doors.shut()
        told = ""
        if self._table is not None and (table := self.table) is not None:
            if not table.save() and not self._asked_to_quit:
                self._asked_to_quit = True
                question = _("What has been played since then will be lost if you quit now. Quit anyway?")
                self._ask_before_loss(table, question, self.leave, self._stay)
                return
            if hosts and not table.over:
                told = _("The match is kept, with the seats of all: go on with it at home, and the doors open again.")
            told = self._let_go(table) or told
            if self._table in self.screen_stack:
                self._table.blank()
        self.call_after_refresh(self._go_away, told)

    async def run_async(self, *args: Any, **more: Any) -> Any:
        """Run; however that ends, by a key, a signal or an error, guests are told while there is a line to them."""
        try:
            return await super().run_async(*args, **more)
        finally:
            self._doors.shut()
            await self._doors.farewell()

    async def _go_away(self, told: str) -> None:
        """Quit, once the guests have been told; say where the screen was what is kept for them."""
        await self._doors.farewell()
        self.exit(message=Text(told) if told else None)

    def _stay(self) -> None:
        """Ask again the next time."""
        self._asked_to_quit, self.joins = False, None
