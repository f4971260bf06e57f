"""The table on the screen: shows a keyboard's moments, and hands it what the players decide."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Resize
from textual.widgets import Static

from herrlof.game import NOBODY, IllegalAction
from herrlof.games.speech import refused, uncounted
from herrlof.messages import N_, _
from herrlof.table.connection import Connection, MomentKind
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment, Moments
from herrlof.tui.boards import board_for
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.boards.scene import BoardContext, Curtain, Scene
from herrlof.tui.commands import TableCommands
from herrlof.tui.screens import screen_named
from herrlof.tui.screens.coached import START, CoachedScreen
from herrlof.tui.screens.company import OTHERS, Company
from herrlof.tui.screens.seated import SMALL
from herrlof.tui.widgets.canvas import Part
from herrlof.tui.widgets.keybar import FRAMEWORK, KeyBar
from herrlof.tui.widgets.pieces import minutes

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp

LETTERS: Final = {"l": "last", "s": "scores", "c": "cover", "t": "own_page", "k": "keys", "q": "leave"}
"""Letters that do what a key of every game does, where they name nothing in the game."""


class TableScreen(CoachedScreen):
    """One match at one keyboard."""

    app: TablesApp
    COMMANDS: ClassVar[set[Any]] = {TableCommands}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1,2,3,4,5,6,7,8,9", "own_number", "open", id="own_number"),
        *OTHERS,
        Binding("plus", "own_page", show=False, key_display="+", id="own_page"),
        Binding("full_stop", "last", N_("look back"), key_display=".", id="last"),
        Binding("comma", "scores", N_("scores"), key_display=",", id="scores"),
        Binding("comma", "no_scores", show=False, key_display=",", id="scores"),
        Binding("minus", "cover", N_("cover"), key_display="-", id="cover"),
        Binding(
            "question_mark", "rules", N_("rules"), key_display="?", id="rules", tooltip=N_("rules; again: all keys")
        ),
        Binding("f,F", "commitment", show=False, key_display="F", tooltip=N_("commitment to the deals"), id="deals"),
        Binding("escape", "leave", N_("leave"), key_display="Esc", id="leave"),
        *[Binding(f"{letter},{letter.upper()}", f"by_letter('{letter}')", show=False) for letter in LETTERS],
    ]

    def __init__(self, table: Connection, context: BoardContext) -> None:
        """Sit down at `table`, for all its people."""
        super().__init__(board_for(context, self.app.look), Keyboard(table, context.people))
        self.moments: Moments = self.keyboard
        table.pace, table.measures_time = context.pace, self.board.MEASURES_TIME
        self._clicked_curtain = False
        self._shown_trouble: str | None = None
        """The trouble that the row above the table shows,"""
        self._trouble = Static(id="trouble")
        """and that row: it may be told while the screen is made or goes."""
        self._company = Company(self.app, self.keyboard)

    def compose(self) -> ComposeResult:
        yield self._trouble
        yield self.board
        yield Static(id="too-small")
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Start, or go on where the match stands."""
        self.table.start()
        self.set_interval(1.0, self._show_trouble)
        if self.table.elsewhere:
            self.set_interval(1.0, self._show_away)
            self.run_worker(self._heed_others(), name="others", exit_on_error=True)
        if not self._coach.refusal:
            self.set_timer(START, self._coach.start)

    def on_unmount(self) -> None:
        """Go away and stop the bots, however the table is left."""
        self._company.leave()
        self.keyboard.leave()
        self.table.stop()
        self._coach.close()

    def use(self, context: BoardContext) -> None:
        """Take over settings that have changed."""
        self.table.pace = context.pace
        self._take_over(context)
        self.board.show(replace(self.board.scene, context=context))
        self.refresh_bindings()

    def reword(self) -> None:
        """Say everything anew; what the rows above the table say is said as it changes."""
        super().reword()
        self.stale = False

    @property
    def company(self) -> Company:
        return self._company

    # How a match goes on

    async def _face(self, moment: Moment) -> None:
        """Do what a moment of a match asks for."""
        match moment.kind:
            case MomentKind.MATCH_END:
                await self._match_end()
            case MomentKind.ROUND_END:
                await self._round_end()
            case MomentKind.HAND_OVER:
                await self._hand_over(moment)
            case MomentKind.MEASURE:
                await self._measure(moment.measured_kind)
            case _:
                await super()._face(moment)

    def _show(self, moment: Moment) -> None:
        self._coach.new_question(moment.view if moment.kind is MomentKind.ASK else None)
        self.keyboard.twice.forget()
        self.set_class(self.too_small, SMALL)
        self._company.stand(moment)
        super()._show(moment)
        if self._before is not None:
            earlier = self.table.last_decision(self.keyboard.viewer)
            self.board.show(self.board.scene.taken_back(*self._before, earlier))
            self._before = None
            self.refresh_bindings()
        self._show_trouble()

    def scene_at(self, moment: Moment) -> Scene:
        table = self.table
        return replace(self.board.scene.at(moment), marked=table.help.take_backs > 0, watching=table.watching)

    def _show_trouble(self) -> None:
        """Say above the table what goes wrong beside it, or what others want, also while a bot is waited for."""
        scene = self.board.scene
        unnoticed = scene.asked or scene.curtain is not None
        trouble = self.table.trouble or self._company.row(unnoticed, self.app.size.width - 1)
        if trouble != self._shown_trouble:
            self._shown_trouble = trouble
            self.set_class(trouble is not None, "-trouble")
            self._trouble.update(Text(f" {trouble}" if trouble else ""), layout=False)

    def _show_away(self) -> None:
        """Say who is away, since when, and what can be done about it."""
        table, scene = self.table, self.board.scene
        waited = table.away.waited
        bot = _("a bot plays, until back"), _("a bot plays"), _("bot")
        away: dict[int, Sequence[str]] = {
            seat: (_("away for {time}", time=minutes(seconds)), _("away")) if seat in waited else bot
            for seat, seconds in table.away.seconds.items()
        }
        if away or scene.context.away:
            context = replace(scene.context, away=away)
            self.board.show(replace(scene, context=context, notice=self._company.notice()))
            self.refresh_bindings()

    async def _heed_others(self) -> None:
        """Show at once what others elsewhere want, and ask no more where one of them has ended the match."""
        while True:
            change = self.table.next_change()
            self._company.heed()
            self._show_trouble()
            self._show_away()
            if self.table.ending is not None:
                self._done("ended")
            if self.table.watching != self.board.scene.watching:
                self.board.show(replace(self.board.scene, watching=self.table.watching))
            await change.wait()

    async def _until(self, moment: Moment, reason: str, seconds: float | None = None) -> None:
        """Wait until something is done, or for so long; a hand that is covered meanwhile is handed over first."""
        while await self._wait(seconds) == "covered":
            if not await self._hand_over(self._covering) or reason == "played":
                return  # the keyboard asks again
            self._show(moment._replace(view=self.keyboard.view(), new_events=0))

    async def _hand_over(self, moment: Moment) -> bool:
        """Keep the hand covered until its player asks for it; False: somebody elsewhere has ended the match."""
        self._clicked_curtain = False
        while (why := await self._wait(None)) != "opened":
            if why == "ended":
                return False
        self.keyboard.open(moment.seat)
        return True

    async def _measure(self, kind: str) -> None:
        """Let seats move at the same time, on a screen of the board's own."""
        await self._on_top.wait()
        if self.table.apart and not self.keyboard.people:
            await self.table.measured()  # who watches has no clock
            return
        if not await self.app.push_screen_wait(self.board.measuring_screen(self.keyboard, kind)):
            await self._go_home()

    # Pages

    async def _round_end(self) -> None:
        await self._on_top.wait()
        if await self.app.push_screen_wait(screen_named("ends:RoundScreen")(self.board)) == "leave":
            await self._go_home()

    async def _go_home(self) -> None:
        self.app.call_later(self.app.go_home)
        await asyncio.Event().wait()  # the screen goes, and this with it

    async def _match_end(self) -> None:
        self.app.match_over()
        await self._on_top.wait()
        end = screen_named(self.app.END)(self.board, self.table.proof, self.table.ending, self.table.trouble)
        choice = await self.app.push_screen_wait(end)
        self.app.call_later(self.app.match_left, choice)

    def on_screen_resume(self) -> None:
        """Draw anew, and take what another screen took for pressed here, for the curtain."""
        self._last_input = monotonic()
        self.call_after_refresh(self.board.redraw)

    # Who sees what

    def on_resize(self, _: Resize) -> None:
        """Give the board the focus again: what is not displayed has lost it."""
        if not self.too_small:
            self.call_after_refresh(self.board.focus)

    def cover(self) -> bool:
        """Lower the curtain over the hand on the screen; False: none is there that must be kept from somebody."""
        moment = self.keyboard.cover()
        if moment is None:
            return False
        self._covering = moment
        self._show(moment)
        self._done("covered")
        return True

    def blank(self) -> None:
        """Take every card off the screen before the program leaves it."""
        self.board.show(self.board.scene.covered())

    # What is pressed

    def on_key(self, event: Key) -> None:
        """Take a key before the bindings do: in a pause it may hurry, at a curtain it may open."""
        fits = self.pressed(event)
        if self.keyboard.twice.wanted and event.key != "backspace":
            self.keyboard.twice.forget()
            self.board.show(replace(self.board.scene, said=()))
        if not fits:
            return
        if self.moment is None or self.app.screen is not self:
            event.stop()
        elif (covered := self.board.scene.curtain) is not None:
            note = None if covered.seat == NOBODY else self.pressed_at_curtain(event, covered.seat)
            if note == "":
                self._done("opened")
            elif note is not None:
                self._note_at_curtain(note)
        elif self.moment.kind is MomentKind.PAUSE and not self._only_looks(event):
            event.stop()
            self.board.effects.stop()
            self._done("hurried")
        elif self.moment.kind is MomentKind.SHOW and not self._only_looks(event):
            event.stop()
            self._hide()

    def _hide(self) -> None:
        """Take the hand away from who has read what was told, unless the key was meant for what came before."""
        if self.silence >= (ENTER_GUARD if self.table.pace else 0):
            self._done("read")

    def _only_looks(self, event: Key) -> bool:
        """Whether a key looks at something or opens a page: such keys never hurry."""
        if event.character is not None and len(event.character) == 1 and event.character.isalpha():
            return True
        found = self.active_bindings.get(event.key)
        return found is not None and found.binding.action not in ("commit", *FRAMEWORK)

    def _note_at_curtain(self, note: str) -> None:
        scene = self.board.scene
        if scene.curtain is not None:
            self.board.show(replace(scene, curtain=Curtain(scene.curtain.seat, note)))

    def on_board_opened(self, message: Board.Opened) -> None:
        """Ask at the first click on the curtain, and open at another one after a second of silence."""
        seat = self.board.scene.covered_for
        if seat is None or seat < 0:
            return
        if not self._clicked_curtain:
            self._clicked_curtain = True
            name = self.board.context.names[seat]
            self._note_at_curtain(_("Are you {name}? Then click once more.", name=name))
        elif self.silence < self.curtain_guard:
            self._note_at_curtain(_("Wait a second, then click once."))
        else:
            self._done("opened")

    def on_click(self) -> None:
        """Hurry what is waited for."""
        if self.moment is None or self.board.scene.curtain is not None:
            return
        if self.moment.kind is MomentKind.PAUSE:
            self.board.effects.stop()
            self._done("hurried")
        elif self.moment.kind is MomentKind.SHOW:
            self._hide()

    async def on_board_chosen(self, message: Board.Chosen) -> None:
        """Play what the player at the keyboard chose, or say which rule forbids it."""
        moment = self.moment
        if moment is None or moment.kind is not MomentKind.ASK or self.board.scene.curtain is not None:
            return
        if await self._asks_before(message.action) or self.moment is not moment:
            return
        try:
            self.keyboard.play(message.action)
        except IllegalAction as error:
            self._refuse(refused(error), by_rule=True)
            return
        self.moment = moment._replace(kind=MomentKind.PAUSE)
        self._done("played")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys work now."""
        small = self.small
        covered = self.board.scene.curtain is not None
        if action == "by_letter":
            letter = str(parameters[0])
            return letter not in self.board.letters and self.check_action(LETTERS[letter], ())
        if action == "own_number":
            return covered
        if action == "cover":
            return self.keyboard.needs_curtain and not covered and not small
        counted = self.table.game.round_start_event or self.board.sheet_rows()
        if action == ("no_scores" if counted else "scores"):
            return False
        if action == "commitment" and self.table.commitment is None:
            return False
        if action == "own_page" and (self._company.may_stand_in is not None or self._own_page is None):
            return False
        if action in ("hint", "no_hint"):
            return not small and not covered and bool(self._coach.refusal) == (action == "no_hint") and self.board.asked
        if action == "think_on":
            return not small and not covered and self._coach.given and self._coach.whole
        if action == "take_back":
            return not small and not covered and self.table.practice and self.moment is not None
        return (not small or action == "leave") and super().check_action(action, parameters)

    def ended(self) -> None:
        """Wait for no answer any more."""
        self._done("ended")

    @property
    def _own_page(self) -> tuple[str, list[list[Part]]] | None:
        """The game's own page, where there is something to tell and nobody to hide it from."""
        board = self.board
        return None if board.view is None or board.scene.curtain is not None else board.own_page()

    @property
    def waiting_keys(self) -> Collection[str]:
        """What the row of keys names where it names all: that a move can be taken back, for who is no longer new."""
        return () if self.board.scene.marked or self.board.context.novice else ("take_back",)

    def describe(self, action: str) -> str | tuple[str, str]:
        """Name the next player's number at a curtain, what was held last, and the game's own page."""
        if action == "hint":
            return self._hint_label()
        if action == "think_on":
            return _("stop") if self._coach.thinks_on else "" if self._coach.no_more else _("think on")
        if action == "take_back":
            if not (self.table.practice and self.table.last_decision(self.keyboard.viewer)):
                return ""
            return _("further back") if self.board.scene.marked else _("take back")
        if action == "last":
            return _("last {step}", step=_(self.board.STEP_NAME))
        if action == "own_page":
            page = self._own_page
            return "" if page is None else page[0]
        seat = self.board.scene.covered_for
        if action != "own_number" or seat is None or seat < 0:
            return super().describe(action)
        return self.key_of_seat(seat)

    async def action_by_letter(self, letter: str) -> None:
        """Do what another key does in every game, by a letter that names nothing in this one."""
        await self.run_action(LETTERS[letter])

    def action_rules(self) -> None:
        """Open the rules at the rule of this moment."""
        self.app.open_page("rules", self.table.game.key, self.board.rule())

    def action_keys(self) -> None:
        self.app.show("keys:KeysScreen", self)

    def action_scores(self) -> None:
        self.app.show("notes:ScoresScreen", self.table.game.title, self.board.sheet_rows())

    def action_no_scores(self) -> None:
        """Say that there is no score sheet yet."""
        self._refuse(uncounted())

    def action_commitment(self) -> None:
        """Show the whole commitment, and what it is good for."""
        why = _(
            "All deals follow from a secret number; this is its fingerprint, the commitment. Note how it begins: "
            "the number is shown at the end, and the fingerprint proves it's the same."
        )
        lines = [[(str(self.table.commitment), "accent", True)], [], [(why, "text", False)]]
        self.app.show("notes:NoteScreen", _("The deals are settled"), lines)

    def action_last(self) -> None:
        """Show what the table held last."""
        self.app.show("notes:NoteScreen", _("Last {step}", step=_(self.board.STEP_NAME)), self.board.look_back())

    def action_own_page(self) -> None:
        """Show the game's own page."""
        if (page := self._own_page) is not None:
            self.app.show("notes:NoteScreen", *page)

    def action_stand_in(self) -> None:
        """Want a bot to play for who is away, and show at once what comes of it."""
        super().action_stand_in()
        self._show_away()

    def action_cover(self) -> None:
        self.cover()

    def action_leave(self) -> None:
        """Leave the table; the match waits at home."""
        self.app.go_home()
