"""The end of a round and of a match: what each player has to show for it, and how to go on."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.events import Key

from herrlof.messages import N_, _
from herrlof.records.help import Ending
from herrlof.seats.after import REPLAY, ROTATED, Told, offered, told_after
from herrlof.table.connection import Proof
from herrlof.table.telling import same_deals_text
from herrlof.tui.boards import ENDS
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.ends import Ends
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.commands import TableCommands
from herrlof.tui.screens.base_screen import WIDEST_PAGE, OnceModal, page_width, rows_above
from herrlof.tui.screens.company import OTHERS, AmongOthers
from herrlof.tui.screens.drawn_screen import DrawnScreen
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, wrapped
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.pieces import buttons, header

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp
    from herrlof.tui.tables import TablesApp

GUARD = 1.0
"""Seconds for which nothing is chosen on a page that has come up: a late key for what was before is no choice."""
SECONDS_A_PLAYER = 0.6
FRAMES = 12
"""How often a second a moving page is drawn."""


TAKES: Final = {
    "back": N_("look back"),
    "went": N_("how it went"),
    "leave": N_("leave"),
    "again": N_("play again"),
    "same": N_("same deals"),
    "swapped": N_("hands swapped"),
    "review": N_("review"),
    "replay": N_("replay"),
    "today": N_("the levels on this day's deal"),
    "record": N_("keep the record"),
    "wait": N_("wait for a rematch"),
    "rematch": N_("ask for a rematch"),
    "home": N_("home"),
}
"""What Enter does, by the choice in focus, for the row of keys."""


class EndScreen(OnceModal[str], DrawnScreen[str], AmongOthers[str]):
    """A page that the board draws, and choices below it. Its result is the key of the choice taken."""

    app: TablesApp

    ESCAPE_LEAVES: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take", N_("choose"), key_display="Enter", id="play"),
        Binding("left", "step(-1)", N_("choose"), key_display="← →", id="left"),
        Binding("right", "step(1)", show=False, id="right"),
        Binding("full_stop,l,L", "last", N_("look back"), key_display=".", id="last"),
        Binding("comma,s,S", "scores", N_("scores"), key_display=",", id="scores"),
        Binding("v,V", "review", N_("review"), key_display="V", tooltip=N_("review the match so far")),
        Binding("question_mark", "rules", N_("rules"), key_display="?", id="rules"),
        Binding("semicolon", "say", N_("say"), key_display=";", tooltip=N_("say something to the others"), id="say"),
        Binding("escape,q,Q", "leave", N_("leave"), key_display="Esc", id="leave"),
    ]
    CHOICES: ClassVar[tuple[tuple[str, str], ...]]

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.focus_on = 0
        self._since = monotonic()
        self._opens, self._guarded = self._since + GUARD, board.context.pace > 0
        """Until when nothing is chosen, where there are pauses."""
        self._moves = bool(self.app.look.motion and board.context.pace)
        self._taken = False

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The choices below the page: key and label, the one that goes on first and the one that leaves last."""
        return [(key, _(label)) for key, label in self.CHOICES]

    @property
    def ends(self) -> Ends:
        """What draws the page."""
        return ENDS.get(self.board.context.game.key, Ends)(self.board)

    def on_mount(self) -> None:
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

    def heading(self) -> Sequence[str]:
        """Return what the page is about, in longer and shorter forms."""
        raise NotImplementedError

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        context = self.board.context
        header(canvas, context.game.title, self.heading(), self.ends.right(), kept=False)
        width = canvas.width
        if not self.ends.FILLS:
            width = min(page_width(width) + 2, WIDEST_PAGE)  # what is drawn stands a column within
        rect = Rect((canvas.width - width) // 2, 1, width, canvas.height - 2)
        self.page(canvas, rect)
        first, end = canvas.drawn(rect.y)
        by = rows_above(canvas.height, end + 2 + first - rect.y)
        canvas.lower(rect.y, by)
        y = min(canvas.height - 1, end + by + 1)
        labels = [label for _, label in self.choices]
        room = canvas.width - 3 - sum(cell_len(label) + 2 for label in labels)
        gap = 2 if room > 2 * len(labels) + 2 else 1
        left = rect.x + (2 if room > gap * len(labels) + 2 else 0)
        widget.in_focus = self.focus_on
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

    def describe(self, action: str) -> str | tuple[str, str]:
        return _(TAKES[self.choices[self.focus_on][0]]) if action == "take" else super().describe(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to look back at only where the board tells of it."""
        if action == "review":
            return self.app.owner is not None
        return bool(self.board.look_back()) if action == "last" else super().check_action(action, parameters)

    def action_last(self) -> None:
        """Show once more what the table held last."""
        self.app.show("notes:NoteScreen", _("Look back"), self.board.look_back())

    def action_scores(self) -> None:
        self.app.show("notes:ScoresScreen", self.board.context.game.title, self.board.sheet_rows())

    def action_review(self) -> None:
        """Judge what was decided so far; a match between people is judged when it is over."""
        if (owner := self.app.owner) is not None and owner.table is not None:
            owner.review(owner.table.path)

    def action_rules(self) -> None:
        self.app.open_page("rules", self.board.context.game.key, self.board.rule())

    def action_leave(self) -> None:
        self.take(self.choices[-1][0])


class RoundScreen(EndScreen):
    """What the round brought."""

    CHOICES = (("back", N_("Look back")), ("went", N_("How it went")), ("leave", N_("Leave")))
    COMMANDS: ClassVar[set[Any]] = {TableCommands}
    BINDINGS: ClassVar[list[BindingType]] = [
        *(binding for binding in OTHERS if binding.action != "say"),
        Binding("c,C", "went", show=False, key_display="C", tooltip=N_("the coach on this round")),
    ]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What comes next has a name of the game's own."""
        found = [("next", self.ends.next_round()[0]), *super().choices]
        return [(key, label) for key, label in found if key != "went" or self._practice]

    @property
    def _practice(self) -> bool:
        """Whether one person plays here against bots: of a round the coach speaks to who practises."""
        own = None if self.app.owner is None else self.app.owner.table
        return own is not None and own.alone

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The coach speaks of a round to who practises."""
        return self._practice if action == "went" else super().check_action(action, parameters)

    def action_went(self) -> None:
        """Judge what was decided in this round, and say what cost most."""
        if (owner := self.app.owner) is not None and owner.table is not None:
            owner.went(owner.table.path)

    def describe(self, action: str) -> str | tuple[str, str]:
        goes_on = action == "take" and self.choices[self.focus_on][0] == "next"
        return self.ends.next_round()[1] if goes_on else super().describe(action)

    def on_mount(self) -> None:
        if self.company is not None and self.company.speaks:
            self.set_interval(1.0, self._heed_others)

    def _heed_others(self) -> None:
        """Say who goes and who comes."""
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def heading(self) -> Sequence[str]:
        """Say which round it was, and who is away."""
        return self.with_gone(self.ends.round_title())

    def page(self, canvas: Canvas, rect: Rect) -> None:
        """Let the board draw it."""
        self.ends.draw_round(canvas, rect, self.progress)

    def take(self, choice: str) -> None:
        """Look back without going on."""
        if choice == "back":
            self.action_last()
        elif choice == "went":
            self.action_went()
        else:
            super().take(choice)


class MatchScreen(EndScreen):
    """Who won the match."""

    def __init__(self, board: Board, proof: Proof, ending: Ending | None = None, trouble: str | None = None) -> None:
        """Show the end of a match, what proves its deals or why nothing does, and how it ended if not by its rules."""
        super().__init__(board)
        self._moves = False
        self._proof, self._ending, self._trouble = proof, ending, trouble
        owner = self.app.owner
        self._told = Told() if owner is None or owner.table is None else told_after(owner.storage, owner.table)

    @property
    def ends(self) -> Ends:
        """What draws the page; a game's own page is of a match that its rules ended."""
        return super().ends if self._ending is None else Ends(self.board)

    def action_take(self) -> None:
        """Take the choice in focus, without pauses too not with the key that played the last move: who won is seen."""
        if monotonic() - self._since >= ENTER_GUARD:
            super().action_take()

    def heading(self) -> Sequence[str]:
        """Say that it is over, and who was beaten and is next; and whether moves were taken back."""
        over, forms = _("The match is over"), [] if self._told.ladder is None else self._told.ladder.forms
        return self.board.scene.with_mark(*(_("{left} · {right}", left=over, right=form) for form in forms), over)

    def page(self, canvas: Canvas, rect: Rect) -> None:
        """Let the board draw it, with what proves the deals."""
        deals: list[Part] = [(self._told.apart, "accent", True)] if self._told.apart else []
        if (choice := self.choices[self.focus_on][0]) in ROTATED:
            told = same_deals_text(len(self.board.context.names), ROTATED[choice])
            deals.append((told, "text", False))
        elif self._told.duel:
            deals.append((self._told.duel, "accent", True))
        elif self._proof.deals is not None:
            deals.append((_("Deal {code}", code=self._proof.deals), "dim", False))
        if self._proof.seed is not None:
            sentence = _("The commitment matches: the deals were fixed from the start.")
            short = cell_len(sentence) + 4 > rect.width
            deals.append((_("The commitment matches.") if short else sentence, "good", False))
        elif self._trouble:
            lines = wrapped([(self._trouble, "bad", True)], rect.width - 3)
            deals += [("".join(text for text, _ink, _bold in line), "bad", True) for line in lines]
        if self._ending is None:
            self.ends.draw_match(canvas, rect, deals)
        else:
            told = self._ending.told(self.board.context.names, self.board.seen.seat)
            self.ends.draw_result(canvas, rect, [told], deals)


class OwnMatchScreen(MatchScreen):
    """What can be done with a match of one's own."""

    app: HerrlofApp

    @property
    def choices(self) -> list[tuple[str, str]]:
        """In a narrow window the review leads to the replay."""
        names = {
            "again": _("Play again"),
            "same": _("Same deals"),
            "swapped": _("Hands swapped") if len(self.board.context.names) == 2 else _("Hands passed"),
            "today": _("The day"),
            "review": _("Review"),
            "replay": _("Replay"),
            "home": _("Home"),
        }
        found = [(one, names[one]) for one in offered(self._proof.deals)]
        sizes = [cell_len(label) + 2 for _key, label in found]
        has_room = sum(sizes) + 2 + len(sizes) < self.app.size.width
        return [(one, name) for one, name in found if has_room or one != REPLAY]

    def take(self, choice: str) -> None:
        """Look at what was played without leaving the page."""
        if choice == "review":
            self.action_review()
        elif choice == "today":
            self.app.open_page("today")
        elif choice == "replay" and self.app.table is not None:
            self.app.replay(self.app.table.path)
        else:
            super().take(choice)


__all__ = ["MatchScreen", "OwnMatchScreen", "RoundScreen"]
