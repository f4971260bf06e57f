"""The end of a round and of a match: what each player has to show for it, and how to go on."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key

from herrlof.messages import N_, _
from herrlof.table.table import Proof
from herrlof.tui.boards import ENDS
from herrlof.tui.boards.board import ENTER_GUARD, Board
from herrlof.tui.boards.ends import Ends
from herrlof.tui.screens.notes import NoteScreen, ScoresScreen
from herrlof.tui.screens.once import WIDEST_PAGE, OnceModal
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, width_of
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import buttons, header

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp

GUARD = 1.0
"""Seconds for which nothing is chosen on a page that has come up: a late key for what was before is no choice."""
SECONDS_A_PLAYER = 0.6
FRAMES = 12
"""How often a second a moving page is drawn."""


TAKES: Final = {
    "back": N_("look back"),
    "leave": N_("leave"),
    "again": N_("play again"),
    "same": N_("same deals"),
    "swapped": N_("hands swapped"),
    "review": N_("review"),
    "replay": N_("replay"),
    "record": N_("keep the record"),
    "home": N_("home"),
}
"""What Enter does, by the choice in focus, for the row of keys."""


class EndScreen(OnceModal[str]):
    """A page that the board draws, and choices below it. Its result is the key of the choice taken."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take", N_("choose"), key_display="Enter", id="play"),
        Binding("left", "step(-1)", N_("choose"), key_display="← →", id="left"),
        Binding("right", "step(1)", show=False, id="right"),
        Binding("full_stop,l,L", "last", N_("look back"), key_display=".", id="last"),
        Binding("comma,s,S", "scores", N_("scores"), key_display=",", id="scores"),
        Binding("v,V", "review", show=False, key_display="V", tooltip=N_("review what was decided so far")),
        Binding("question_mark", "rules", N_("rules"), key_display="?", id="rules"),
        Binding("escape,q,Q", "leave", N_("leave"), key_display="Esc", id="leave"),
    ]
    CHOICES: ClassVar[tuple[tuple[str, str], ...]]

    def __init__(self, board: Board) -> None:
        """Show what a board has to show."""
        super().__init__()
        self.board = board
        self.focus_on = 0
        self._since = monotonic()
        self._opens, self._guarded = self._since + GUARD, board.context.pace > 0
        """Until when nothing is chosen, where there are pauses."""
        self._moves = bool(self.app.look.motion and board.context.pace)
        self._taken = False
        self._canvas_widget = DrawnWidget(self.app.look, self._draw)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The choices below the page: key and label, the one that goes on first and the one that leaves last."""
        return [(key, _(label)) for key, label in self.CHOICES]

    @property
    def ends(self) -> Ends:
        """What draws the page."""
        return ENDS.get(self.board.context.game.key, Ends)(self.board)

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        yield self._canvas_widget
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Begin to move."""
        if self._moves:
            self.set_interval(1 / FRAMES, self._frame)

    def _frame(self) -> None:
        if self._moves:
            self._moves = self.progress < len(self.board.context.names)
            self._canvas_widget.redraw()

    @property
    def progress(self) -> float:
        """How many players' results have been shown, the last of them in part."""
        return (monotonic() - self._since) / SECONDS_A_PLAYER if self._moves else 99.0

    def page(self, canvas: Canvas, rect: Rect) -> None:
        """Draw the page."""
        raise NotImplementedError

    def heading(self) -> str:
        """Return what the page is about."""
        raise NotImplementedError

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        context = self.board.context
        title, heading, right = context.game.title, self.heading(), self.ends.right()
        room = canvas.width - max(11, cell_len(title) + 4) - 2
        header(canvas, title, heading, right if cell_len(heading) + width_of(right) <= room else [])
        width = canvas.width
        if not self.ends.FILLS:
            width = min(width - 10 * (width >= 120), WIDEST_PAGE)
        rect = Rect((canvas.width - width) // 2, 1, width, canvas.height - 2)
        self.page(canvas, rect)
        y = min(canvas.height - 1, canvas.drawn() + 1)
        labels = [label for _, label in self.choices]
        room = canvas.width - 3 - sum(cell_len(label) + 2 for label in labels)
        gap = 2 if room > 2 * len(labels) + 2 else 1
        left = rect.x + (2 if room > gap * len(labels) + 2 else 0)
        for number, place in enumerate(buttons(canvas, left, y, labels, self.focus_on, gap=gap)):
            widget.places.append((place, number))

    # Keys

    def on_key(self, event: Key) -> None:
        """End all motion with the first key that does not look, which then does nothing else."""
        if self._moves and event.key not in ("left", "right", "up", "down"):
            self._moves = False
            self._canvas_widget.redraw()
            event.stop()

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Take a click on a choice."""
        message.stop()
        self.focus_on = message.target
        self.action_take()

    def action_step(self, by: int) -> None:
        """Go along the choices."""
        self.focus_on = (self.focus_on + by) % len(self.choices)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def action_take(self) -> None:
        """Take the choice in focus."""
        self.take(self.choices[self.focus_on][0])

    def take(self, choice: str) -> None:
        """Close once, and not by the key that brought the page."""
        now = monotonic()
        if self._guarded and now < self._opens:
            self._opens = max(self._opens, now + ENTER_GUARD)  # pressed once more at once, it is still no choice
        elif not self._taken:
            self._taken = True
            self.dismiss(choice)

    def describe(self, action: str) -> str:
        """Name what Enter does."""
        return _(TAKES[self.choices[self.focus_on][0]]) if action == "take" else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to look back at only where the board tells of it."""
        return bool(self.board.look_back()) if action == "last" else True

    def action_last(self) -> None:
        """Show once more what the table held last."""
        self.app.push_screen(NoteScreen(_("Look back"), self.board.look_back()))

    def action_scores(self) -> None:
        """Show the score sheet."""
        self.app.push_screen(ScoresScreen(self.board.context.game.title, self.board.sheet_rows()))

    def action_review(self) -> None:
        """Judge what was decided so far; a match between people is judged when it is over."""
        if self.app.table is not None:
            self.app.review(self.app.table.path)

    def action_rules(self) -> None:
        """Open the rules."""
        self.app.show_rules(self.board.context.game.key, self.board.rule())

    def action_leave(self) -> None:
        """Leave."""
        self.take(self.choices[-1][0])


class RoundScreen(EndScreen):
    """What the round brought."""

    CHOICES = (("back", N_("Look back")), ("leave", N_("Leave")))

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What comes next has a name of the game's own."""
        return [("next", self.ends.next_round()[0]), *super().choices]

    def describe(self, action: str) -> str:
        """Name what Enter does."""
        goes_on = action == "take" and self.choices[self.focus_on][0] == "next"
        return self.ends.next_round()[1] if goes_on else super().describe(action)

    def heading(self) -> str:
        """Return which round is over."""
        return self.ends.round_title()

    def page(self, canvas: Canvas, rect: Rect) -> None:
        """Let the board draw it."""
        self.ends.draw_round(canvas, rect, self.progress)

    def take(self, choice: str) -> None:
        """Look back without going on."""
        if choice == "back":
            self.action_last()
        else:
            super().take(choice)


class MatchScreen(EndScreen):
    """Who won the match."""

    def __init__(self, board: Board, proof: Proof) -> None:
        """Show the end of a match, and what proves its deals."""
        super().__init__(board)
        self._moves = False
        self._proof = proof

    def action_take(self) -> None:
        """Take the choice in focus, without pauses too not with the key that played the last move: who won is seen."""
        if monotonic() - self._since >= ENTER_GUARD:
            super().action_take()

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Deals can be played again where there are any."""
        if self.app.guest:
            keep = [("record", _("Keep the record"))] if self.app.can_keep_record else []
            again = [("again", _("Play again"))] if self.app.invited else []
            return [*keep, *again, ("leave", _("Leave"))]
        found = [("again", _("Play again"))]
        if self._proof.deals is not None:
            found.append(("same", _("Same deals")))
            found.append(("swapped", _("Hands swapped") if len(self.board.context.names) == 2 else _("Hands passed")))
        found.append(("review", _("Review")))
        if self.app.size.width >= 80:  # else the review leads to it
            found.append(("replay", _("Replay")))
        return [*found, ("home", _("Home"))]

    def heard(self) -> None:
        """Show what a guest may choose now."""
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def take(self, choice: str) -> None:
        """Look at what was played without leaving the page."""
        if choice == "review":
            self.action_review()
        elif choice == "replay" and self.app.table is not None:
            self.app.replay(self.app.table.path)
        else:
            super().take(choice)

    def heading(self) -> str:
        """Say that it is over, and whether moves were taken back."""
        return self.board.with_mark(_("The match is over"))

    def page(self, canvas: Canvas, rect: Rect) -> None:
        """Let the board draw it, with what proves the deals."""
        deals: list[Part] = []
        if self._proof.deals is not None:
            deals.append((_("Deal {code}", code=self._proof.deals), "dim", False))
        if self._proof.seed is not None:
            sentence = _("The commitment matches: the deals were fixed before the first card.")
            short = cell_len(sentence) + 4 > rect.width
            deals.append((_("The commitment holds.") if short else sentence, "good", False))
        self.ends.draw_match(canvas, rect, deals)


__all__ = ["MatchScreen", "RoundScreen"]
