"""The coach at a table on the screen: hints, the question before a clear mistake, and moves that are taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from herrlof.coach.seated import Coach
from herrlof.game import Action, IllegalAction
from herrlof.games.speech import refused
from herrlof.messages import N_, _
from herrlof.table.connection import MomentKind, View
from herrlof.table.keyboard import Keyboard
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.screens.moments import MomentsScreen
from herrlof.tui.screens.seated import SeatedScreen
from herrlof.tui.widgets.canvas import Part
from herrlof.tui.widgets.hint import Hint
from herrlof.tui.widgets.pieces import filled

START: Final = 1.0
"""Seconds after which the coach's process is started: the table and its bots come first."""
CHANGE: Final = 0.1
"""Seconds for which what is shown stays as it is, while more is found."""


class CoachedScreen(MomentsScreen[None], SeatedScreen[None]):
    """A table at which a coach may be asked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "hint", N_("hint"), key_display="Tab", id="hint"),
        Binding("tab", "no_hint", show=False, key_display="Tab", id="hint"),
        Binding(
            "asterisk",
            "think_on",
            show=False,
            key_display="*",
            id="think_on",
            tooltip=N_("think on about a hint, until nothing is too close to call"),
        ),
        Binding(
            "backspace",
            "take_back",
            show=False,
            key_display="Backspace",
            id="take_back",
            tooltip=N_("take back your last decision"),
        ),
    ]

    def __init__(self, board: Board, keyboard: Keyboard) -> None:
        """Sit down; nobody is asked yet."""
        super().__init__(board, keyboard)
        self.table = table = keyboard.table
        self._coach = Coach(table, self.app.judges(table), self._coach_found, CHANGE, START)
        self._take_over(board.context)
        self._before: tuple[View, Action] | None = None
        """What was seen before a move was taken back, and that move, until the table stands where it went back to."""

    def _take_over(self, context: BoardContext) -> None:
        """Take over what was chosen of the coach."""
        self._coach.helps, self._coach.sure, self._coach.novice = context.hints, context.sure, context.novice

    @property
    def _hint(self) -> Hint | None:
        """What is shown of the question; None: nothing is."""
        coach = self._coach
        return None if coach.view is None or not coach.given else Hint(coach.view.legal, coach.found)

    def _hint_label(self) -> str:
        """Return what the key of the hint does now."""
        scene = self.board.scene
        if scene.hint is not None:
            return _("hide hint") if scene.hint.whole else _("stop thinking")
        return _("why") if scene.said and self._coach.doubted is not None else ""

    def describe_briefly(self, action: str) -> str:
        """Name the key of the hint in a row that is short."""
        hint = self.board.scene.hint
        if action != "hint" or hint is None:
            return ""
        return _("hide") if hint.whole else _("stop")

    def _coach_found(self) -> None:
        """Show what the coach has found, if that was asked for, or is told unasked."""
        coach, hint = self._coach, self._hint
        if coach.advised and not self.board.scene.advised:
            self.board.show(replace(self.board.scene, advised=coach.advised))
        if hint is not None and (hint.whole or self.app.look.motion):
            self._show_hint(hint)
            self.refresh_bindings()
        if coach.failure and self.board.scene.hint is not None:
            self.board.show(self.board.scene.coached(None).refused(coach.failure))

    def action_hint(self) -> None:
        """Show what each choice brings, or hide it; say it where there is no hint."""
        coach, moment = self._coach, self.moment
        self.board.show(replace(self.board.scene, warning=""))
        if coach.given:
            coach.hide()
            self.board.show(self.board.scene.coached(None))
        elif moment is not None and moment.kind is MomentKind.ASK:
            try:
                coach.give(moment.view)
            except IllegalAction as error:
                self._refuse(refused(error))
                return
            self._show_hint(self._hint)

    def action_no_hint(self) -> None:
        """Say why there is no hint."""
        self.action_hint()

    def action_think_on(self) -> None:
        """Think on about what is too close to call, or stop; say it where there is nothing to think on about."""
        coach = self._coach
        if coach.thinks_on:
            coach.stop()
        elif why := coach.no_more:
            self._refuse(why)
        else:
            coach.think_on()
        self.refresh_bindings()

    def _show_hint(self, hint: Hint | None) -> None:
        """Show what is known of the question, and let the table note what that is."""
        self.board.show(self.board.scene.coached(hint))
        self._coach.show()

    def _refuse(self, why: str, by_rule: bool = False) -> None:
        """Say why something cannot be done."""
        self.board.show(self.board.scene.refused(why, by_rule))

    async def _asks_before(self, action: Action) -> bool:
        """Ask once before a clear mistake, where that is wanted; True: the action is not to be played now."""
        coach = self._coach
        if action == coach.doubted:
            return self.silence < (ENTER_GUARD if self.table.pace else 0)  # a key that is held confirms nothing
        if not (worse := await coach.doubt(action)):
            return False
        name = self.board.choices.title(action)
        why = _("Tab says why, Enter plays it anyway. Settings can switch this off.")
        if coach.refusal:
            why = _("Enter plays it anyway. You can switch this off in Settings.")
        sure = _("{sure} {name} is clearly worse than another choice:", name=name, sure="{sure}")
        asks = [(text, ink, True) for text, ink, _bold in filled(sure, "text", sure=(_("Sure?"), "accent", True))]
        said = [
            asks,
            [(worse, "text", False)],
            [(why, "dim", False)],
        ]
        scene = self.board.scene
        self.board.show(replace(scene.coached(scene.hint, *said), unplayed=True))
        return True

    def action_take_back(self) -> None:
        """Go back to the last decision; the first time in a match it is asked for once more."""
        if self.keyboard.take_back_marks and not self.keyboard.twice.confirms("take_back"):
            self._coach.hide()
            marked = _("That marks the match.")
            again = _("Backspace again: yes; any other key: no.")
            asks: list[Part] = [(_("Take back your last decision?"), "text", True), (f" {marked}", "text", False)]
            self.board.show(self.board.scene.coached(None, asks, [(again, "dim", False)]))
            return
        before = self.keyboard.view()
        try:
            undone = self.keyboard.take_back()
        except IllegalAction as error:
            self.board.show(self.board.scene.coached(None).refused(refused(error)))
            return
        self._before = before, undone
        self._done("taken back")
