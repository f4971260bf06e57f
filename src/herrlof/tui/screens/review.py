"""A match reviewed: each decision with its cost, what decisions cost on average, and the luck ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from herrlof.coach import ledger
from herrlof.coach.judge import WINS, Judgement
from herrlof.coach.review import ALL, ENOUGH, Decision, Review
from herrlof.coach.saying import better_head, better_in, part_name
from herrlof.messages import N_, _, ngettext, pgettext, versus
from herrlof.records.listing import score_text
from herrlof.records.names import called
from herrlof.tui.boards import board_for
from herrlof.tui.screens.once import OnceScreen
from herrlof.tui.widgets.canvas import Canvas, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.hint import Hint, Mark, draw_hint
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import bar, buttons, header, panel, paragraph

if TYPE_CHECKING:
    from herrlof.game import Action
    from herrlof.tui.app import HerrlofApp

TENTH: Final = 0.05
"""Half of what a cost is rounded to: less is shown as nothing."""


TALL: Final = 20
WIDE: Final = 40
"""Rows and columns from which the decision in focus has room around what is said of it."""
COLUMN: Final = 10
"""Columns that the mean cost of a seat takes."""


class Page(NamedTuple):
    """Where things stand in a window at least so large."""

    width: int
    height: int
    list: Rect
    focus: Rect | None
    cost: Rect
    ledger: Rect
    buttons: int
    rows: int
    """Rows a decision takes."""
    bars: bool = True
    whole: bool = True
    """Whether all is on one page."""


PAGES: Final = (
    Page(160, 50, Rect(14, 4, 76, 30), Rect(92, 4, 54, 30), Rect(14, 36, 46, 9), Rect(62, 36, 84, 9), 46, 2),
    Page(120, 40, Rect(6, 3, 71, 19), Rect(79, 3, 35, 19), Rect(6, 23, 40, 9), Rect(48, 23, 66, 9), 34, 1),
    Page(80, 24, Rect(1, 2, 78, 10), None, Rect(1, 13, 33, 7), Rect(35, 13, 44, 7), 21, 1),
    Page(0, 0, Rect(0, 2, 60, 14), None, Rect(0, 2, 60, 6), Rect(0, 9, 60, 7), 17, 1, bars=False, whole=False),
)


class ReviewScreen(OnceScreen[None]):
    """What each decision cost; the judging goes on while one looks, stops when one leaves, and is taken up again."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", N_("decision"), key_display="↑ ↓", id="up"),
        Binding("down", "step(1)", show=False, id="down"),
        Binding("pageup", "step(-7)", show=False),
        Binding("pagedown", "step(7)", show=False),
        Binding("left", "button(-1)", show=False, id="left"),
        Binding("right", "button(1)", show=False, id="right"),
        Binding("enter,space", "take", N_("find better"), key_display="Enter", id="play"),
        Binding("v,V", "show", N_("on the table"), key_display="V"),
        Binding("w,W", "branch", show=False, key_display="W", tooltip=N_("play on from here")),
        Binding("b,B", "branch(True)", show=False, key_display="B", tooltip=N_("let bots play on from here")),
        Binding("m,M", "mistakes", show=False, key_display="M", tooltip=N_("the mistakes of all matches")),
        Binding("f,F", "whose", N_("whose decisions"), key_display="F"),
        Binding("tab", "page", N_("next page"), key_display="Tab"),
        Binding("question_mark", "rules", N_("rules"), key_display="?", id="rules"),
        Binding("escape,q,Q", "leave", N_("back"), key_display="Esc", id="leave"),
    ]

    def __init__(self, review: Review) -> None:
        """Show a review, and go on with it."""
        super().__init__()
        self.review = review
        self._seat = review.people[0] if review.people else 0
        self._at = self._button = 0
        self._second = False
        """Whether the second page of the smallest window is shown."""
        self.board = board_for(self.app.coach_context(review), self.app.look)
        self._canvas_widget = DrawnWidget(self.app.look, self._draw)

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield self._canvas_widget
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Go on with the review."""
        self.call_after_refresh(self.run_worker, self._judge, exclusive=True)

    async def _judge(self) -> None:
        await self.review.run(self._canvas_widget.redraw)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Another window may have other keys."""
        self.refresh_bindings()

    # What is shown

    @property
    def _decisions(self) -> list[Decision]:
        """The decisions that cost something, the dearest first."""
        review = self.review
        dearest = review.dearest([self._seat])
        return [one for one in dearest if one.verdict not in ("best", "as good") and one.cost.value >= TENTH]

    @property
    def _focused(self) -> Decision | None:
        found = self._decisions
        return found[min(self._at, len(found) - 1)] if found else None

    @property
    def _buttons(self) -> list[tuple[str, str]]:
        """What can be done, and what it is called."""
        found = [("find", _("Find better")), ("show", _("On the table"))]
        if self.review.complete:
            found += [("branch", _("What if"))]
        found += [("mistakes", _("All my mistakes"))]
        return [*found, ("leave", _("Back"))] if self._page.whole else found

    @property
    def _page(self) -> Page:
        size = self._canvas_widget.size
        return next(page for page in PAGES if size.width >= page.width and size.height >= page.height - 1)

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        review, page = self.review, self._page
        shift = (canvas.width - page.width) // 2 if page.width else 0
        who = versus(review.names)
        title = _("Review · {who}", who=who)
        if review.complete and review.scores:
            title = _("Review · {who}, {score}", who=who, score=score_text(review.scores))
        briefly = review.done and canvas.width < 80  # who played, and with what score, is worth more
        header(canvas, review.game.title, title, [] if briefly else [self._how_far()])
        if page.whole or not self._second:
            self._draw_list(widget, canvas, _moved(page.list, shift), page)
        if page.focus is not None:
            self._draw_focus(canvas, _moved(page.focus, shift))
        if page.whole and not review.done:
            whole = page.cost._replace(width=page.ledger.right - page.cost.x)
            self._draw_judging(canvas, _moved(whole, shift))
        elif page.whole or self._second:
            self._draw_costs(canvas, _moved(page.cost, shift))
            self._draw_ledger(canvas, _moved(page.ledger, shift))
        labels = [label for _key, label in self._buttons]
        gap = 2 if page.whole else 1
        left = page.list.x + shift
        for number, place in enumerate(buttons(canvas, left, page.buttons, labels, self._button, gap)):
            widget.places.append((place, ("button", number)))

    def _how_far(self) -> tuple[str, str, bool]:
        review = self.review
        if review.trouble is not None:
            return review.trouble, "bad", False
        if not review.done:
            done, whole = len(review.decisions), len(review.positions)
            return _("judging {done} of {whole}", done=done, whole=whole), "text", False
        mine = sum(position.seat == self._seat for position in review.positions)
        return ngettext("{n} decision, judged", "{n} decisions, all judged", mine), "dim", False

    def marks(self, decision: Decision, action: Action) -> Sequence[Mark]:
        """Return what stands for an action: a chip of a card or a number, or its name."""
        self.board.view = self.review.view(decision.n)
        return self.board.hint_label(action)

    def _draw_list(self, widget: DrawnWidget, canvas: Canvas, rect: Rect, page: Page) -> None:
        review, name = self.review, self.review.names[self._seat]
        own = self._seat in review.people and len(review.people) == 1
        found = self._decisions
        mixed = any(one.unit != review.unit for one in found)
        whose = _("Your decisions, dearest first") if own else _("Decisions of {name}, dearest first", name=name)
        if mixed:
            whose = (
                _("Your decisions, dearest first, in points or wins of 100")
                if own
                else _("Decisions of {name}, in points or wins of 100", name=name)
            )
        inner = panel(canvas, rect, whose)
        y = inner.y + (1 if rect.height > 15 and page.bars else 0)
        x = rect.x
        you, best, cost = x + 24, x + 33, x + 44
        wide = 7
        moves = [self.marks(one, action) for one in found[:5] for action in (one.played, one.best)]
        if mixed:
            best, cost = x + 31, x + 47  # costs name their unit
        elif any(sum(cell_len(mark.text) for mark in marks) > 6 for marks in moves):
            you, best, cost, wide = x + 18, x + 30, x + 45, 11  # moves without chips have names
        judged = min(cost + 11, rect.right - 17)
        rounds = bool(review.game.round_start_event)
        if rounds:
            canvas.put(x + 2, y, cut(pgettext("cell:6", "round"), 6), "dim", "surface")
        canvas.put(x + 9, y, cut(_("decision"), you - x - 10), "dim", "surface")
        canvas.put(you, y, cut(_("you") if own else _("played"), wide), "dim", "surface")
        canvas.put(best, y, cut(_("best"), wide), "dim", "surface")
        unit = _("wins") if review.unit == WINS else _("cost")
        canvas.right(cost, y, [(unit, "dim", False)], "surface")
        canvas.right(rect.right - 1, y, [(better_head(review.game), "dim", False)], "surface")
        y += 1
        if not found:
            none = _("Nothing has been found so far.") if not review.done else _("No decision cost anything.")
            canvas.put(x + 2, y + 1, none, "dim", "surface")
            return
        room = max(1, (rect.bottom - y - 1) // page.rows)
        at = min(self._at, len(found) - 1)
        begin = max(0, min(at - room + 1, len(found) - room))
        most = max(review.in_unit(one).value for one in found)
        for number, one in list(enumerate(found))[begin : begin + room]:
            here = number == at
            ground = "raised" if here else "surface"
            row = Rect(x, y, rect.width, 1)
            canvas.fill(row, ground)
            widget.places.append((row, ("row", number)))
            if here:
                canvas.put(x, y, "▸", "accent", ground, True)
            canvas.right(x + 6, y, [(str(one.round) if rounds else "", "text", False)], ground)
            canvas.put(x + 9, y, cut(self.review.what(one.n), you - x - 10), "text", ground, here)
            for column, action in ((you, one.played), (best, one.best)):
                self._draw_marks(canvas, column, y, self.marks(one, action), wide, ground)
            value, end = figure(one.cost.value, 1), cost
            if one.unit != review.unit:
                value = _("{cost} wins", cost=value)
            elif mixed:
                end -= cell_len(_("{cost} wins", cost=""))
            canvas.right(end, y, [(value, "text", True)], ground)
            sure = _("clear") if one.clear else _("close")
            if page.bars:
                share = review.in_unit(one).value / most if most else 0
                left = max(judged - 9, cost + 1)
                bar(canvas, left, y, judged - 1 - left, share, "accent" if here else "weave", ground)
                canvas.put(judged, y, sure, "text" if one.clear else "dim", ground)
            knowable = _("{n} of 100", n=one.of_100)
            canvas.right(rect.right - 1, y, [(knowable, "text" if one.clear else "dim", False)], ground)
            y += page.rows
        self._draw_rest(canvas, Rect(x + 2, rect.bottom - 1, rect.width - 3, 1), begin, begin + room)

    def _draw_marks(self, canvas: Canvas, x: int, y: int, marks: Sequence[Mark], width: int, ground: str) -> None:
        end = x + width
        for mark in marks:
            plain = len(marks) == 1 and not mark.ground and mark.text.isdecimal()
            text = f" {mark.text} " if plain else mark.text
            x = canvas.put(x, y, cut(text, max(0, end - x)), mark.ink, mark.ground or ("line" if plain else ground))

    def _draw_rest(self, canvas: Canvas, rect: Rect, begin: int, end: int) -> None:
        """Say what the decisions that are not shown cost together."""
        review = self.review
        shown = {one.n for one in self._decisions[begin:end]}
        rest = [one for one in review.dearest([self._seat]) if one.n not in shown]
        if not rest:
            return
        cost = sum(review.in_unit(one).value for one in rest)
        together = figure(cost, 1)
        if round(cost, 1) <= 0:  # below nothing is an error of the estimates, and no gain
            text = ngettext("{n} more cost nothing", "{n} more cost nothing together", len(rest))
        elif review.unit == WINS:
            text = ngettext("{n} more: {cost} wins of 100", "{n} more: {cost} wins of 100 together", len(rest),
                            cost=together)  # fmt: skip
        else:
            text = ngettext("{n} more cost {cost} points", "{n} more cost {cost} points together", len(rest),
                            cost=together)  # fmt: skip
        canvas.put(rect.x, rect.y, cut(text, rect.width - 8), "dim", "surface")
        if end < len(self._decisions):
            canvas.right(rect.right, rect.y, [("↓", "dim", False)], "surface")

    def _draw_focus(self, canvas: Canvas, rect: Rect) -> None:
        """Say in words what the decision in focus was."""
        one = self._focused
        if one is None:
            panel(canvas, rect, _("Decision"))
            return
        inner = panel(canvas, rect, self.review.where(one.n))
        game, position, board = self.review.game, self.review.position(one.n), self.board
        names = called(self.review.seats, [position.seat])
        text = Rect(inner.x + 1, inner.y, inner.width - 2, inner.height)
        board.view = self.review.view(one.n)
        held = board.held()
        y = inner.y + (rect.height > TALL)
        hand = () if held else game.words.hand(position.seen, names)
        for row in (*game.words.standing(position.seen, names), *hand):
            cells = [part for part in (row.title, *row.cells) if part]
            if cells and y < rect.bottom - (13 if held else 7):
                first, *more = cells
                parts = [(first, "dim", False), *((f"  {part}", "text", False) for part in more)]
                if len(wrapped(parts, text.width)) <= 2:  # what takes more is seen on the table
                    y = paragraph(canvas, text, y, parts, "surface")
        y = self._draw_held(canvas, text, y + (rect.height > TALL), held)
        told: dict[str, object] = {"played": board.hint_name(one.played), "best": board.hint_name(one.best)}
        told |= {"cost": one.cost.value, "error": 2 * one.cost.error}
        if one.unit == WINS:
            say = _("Played: {played}. The best, {best}, brings {cost:.1f} more wins of 100, give or take {error:.1f}.",
                    **told)  # fmt: skip
        else:
            say = _("Played: {played}. The best, {best}, brings {cost:.1f} points more, give or take {error:.1f}.",
                    **told)  # fmt: skip
        y = paragraph(canvas, text, y + 1, [(say, "text", False)], "surface")
        if one.compared:
            height = min(rect.bottom - y - (4 if rect.height > TALL else 1), 16)
            self._draw_compared(canvas, Rect(rect.x, y + 1, rect.width, height), one)
            y += height + 1
        paragraph(canvas, text, y + 1, [(better_in(self.review, one), "dim", False)], "surface")

    def _draw_held(self, canvas: Canvas, rect: Rect, y: int, held: Sequence[Mark]) -> int:
        """Draw what was held as chips, in rows; return the row after them."""
        x = rect.x
        for mark in held:
            if x + cell_len(mark.text) > rect.right:
                x, y = rect.x, y + 1
            x = canvas.put(x, y, mark.text, mark.ink, mark.ground) + (rect.width > WIDE)
        return y + bool(held)

    def _draw_compared(self, canvas: Canvas, rect: Rect, one: Decision) -> None:
        """Draw what comes of the best and of what was played, as find better does."""
        board = self.board
        labels = {choice.action: board.hint_label(choice.action) for choice in one.compared}
        actions = [choice.action for choice in one.compared]
        board.hint = Hint(actions, one.worlds, Judgement(one.compared, one.worlds, one.unit), one.played)
        measure = board.hint_measure(board.hint.found)
        draw_hint(canvas, rect, board.hint, measure, labels.__getitem__, one.best, board.draw_outcomes)
        board.hint = None

    def _draw_judging(self, canvas: Canvas, rect: Rect) -> None:
        review = self.review
        done, whole = len(review.decisions), len(review.positions)
        inner = panel(canvas, rect, _("Judging"))
        y = inner.y + 1 + (rect.height > 8)
        bar(canvas, inner.x + 1, y, inner.width - 2, done / whole if whole else 1.0, "accent")
        counted = _("{n} of {whole}", n=done, whole=whole)
        x = canvas.put(inner.x + 1, y + 2, counted, "text", "surface", True)
        told = _("Each from what its player saw. Leave at any time: what was found is kept.")
        beside = Rect(x + 3, y + 2, inner.right - x - 4, inner.bottom - y - 2)
        paragraph(canvas, beside, beside.y, [(told, "dim", False)], "surface")

    def _draw_costs(self, canvas: Canvas, rect: Rect) -> None:
        review = self.review
        unit = _("Cost of a decision, in wins of 100") if review.unit == WINS else _("Cost of a decision, in points")
        inner = panel(canvas, rect, unit if cell_len(unit) + 4 < rect.width else _("Cost of a decision"))
        means = review.means()
        seats = [self._seat, *(seat for seat in range(len(review.seats)) if seat != self._seat)]
        seats = [seat for seat in seats if any(mean.seat == seat for mean in means)]
        seats = seats[: max(1, (inner.width - 11) // COLUMN)]
        kinds = list(dict.fromkeys(mean.kind for mean in means if mean.kind != ALL and mean.seat in seats))
        rows = [*kinds[: inner.height - 2], ALL]
        y = inner.y
        for number, seat in enumerate(seats):
            right = inner.right - 1 - COLUMN * (len(seats) - 1 - number)
            canvas.right(right, y, [(cut(review.names[seat], COLUMN - 1), "dim", False)], "surface")
        for kind in rows:
            y += 1
            whole = kind == ALL
            name = _("all") if whole else review.game.words.kind(kind)
            canvas.put(inner.x + 1, y, cut(name, 9), "text" if whole else "dim", "surface", whole)
            for number, seat in enumerate(seats):
                found = next((mean for mean in means if (mean.seat, mean.kind) == (seat, kind)), None)
                if found is not None:
                    right = inner.right - 1 - COLUMN * (len(seats) - 1 - number)
                    sure = found.count >= ENOUGH
                    canvas.right(right, y, [(figure(found.mean, 2), "text" if sure else "dim", whole)], "surface")
                    canvas.right(right - 6, y, [(str(found.count), "dim", False)], "surface")
        if any(mean.kind == ALL and mean.seat == self._seat and mean.count < ENOUGH for mean in means):
            told = _("Too few decisions to say how well somebody plays.")
            if y + 1 < rect.bottom and cell_len(told) < inner.width:
                canvas.put(inner.x + 1, rect.bottom - 1, told, "dim", "surface")

    def _draw_ledger(self, canvas: Canvas, rect: Rect) -> None:
        review = self.review
        title = _("Where the result comes from")
        inner = panel(canvas, rect, title if review.counts_points else _("The result, in wins of 100"))
        found = review.ledger()
        if found is None:
            told = _("The luck ledger is made up when the match is over.")
            paragraph(canvas, inner, inner.y + 1, [(told, "dim", False)], "surface")
            return
        account = found[self._seat]
        scale = 1 if review.counts_points else 100
        rows = self._ledger_rows(found, inner.height - 1)
        values = tenths([scale * value for _name, value in rows], scale * account.result)
        names = [name for name, _value in rows]
        wide = min(24, inner.width - 20)
        left, room = inner.x + wide + 10, inner.right - inner.x - wide - 11
        ends = [0.0]
        for value in values:
            ends.append(ends[-1] + value)
        low, high = min(ends), max(ends)
        unit = room / (high - low) if high > low else 0.0
        y = inner.y + (inner.height > 6)
        for number, (name, value) in enumerate(zip(names, values, strict=True)):
            canvas.put(inner.x + 1, y, cut(name, wide), "text", "surface")
            ink = "good" if value > 0 else "bad" if value < 0 else "dim"
            canvas.right(inner.x + wide + 8, y, [(signed(value), ink, True)], "surface")
            begin, end = sorted((ends[number], ends[number + 1]))
            _draw_span(canvas, left, y, (begin - low) * unit, (end - low) * unit, ink)
            y += 1
        y += inner.bottom - y > 1
        canvas.put(inner.x + 1, y, cut(_("the result"), wide), "text", "surface", True)
        canvas.right(inner.x + wide + 8, y, [(signed(sum(values)), "text", True)], "surface")
        begin, end = sorted((0.0, ends[-1]))
        _draw_span(canvas, left, y, (begin - low) * unit, (end - low) * unit, "text")

    def _ledger_rows(self, accounts: Sequence[ledger.Account], room: int) -> list[tuple[str, float]]:
        """Return the parts of the seat's result; what several others did is a row for each, where there is room."""
        parts, others = ledger.parts_of(self.review.game), [one for one in accounts if one.seat != self._seat]
        names = called(self.review.seats)
        rows: list[tuple[str, float]] = []
        for part in parts:
            if part == ledger.OTHERS and len(parts) + len(others) - 1 <= room:
                rows += [
                    (_("what {name} did", name=names[one.seat]), -one.parts[ledger.DECISIONS] / len(others))
                    for one in others
                ]
            else:
                rows.append((self._part(part), accounts[self._seat].parts[part]))
        return rows

    def _part(self, part: str) -> str:
        review = self.review
        others = [name for seat, name in enumerate(called(review.seats)) if seat != self._seat]
        if part == ledger.OTHERS and len(others) == 1:
            return _("what {name} did", name=others[0])
        if part == ledger.DECISIONS and self._seat not in review.people:
            return _("own decisions")
        return part_name(part)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys work now."""
        match action:
            case "page":
                return not self._page.whole
            case "whose":
                return self.review.complete
            case "branch":
                return self.review.complete and self._focused is not None
            case "show":
                return self._focused is not None
        return True

    def describe(self, action: str) -> str:
        """Name what Enter does."""
        return self._buttons[self._button][1].lower() if action == "take" and self._button else ""

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Take a click."""
        message.stop()
        what, number = message.target
        if what == "row":
            self._at = number
            self._canvas_widget.redraw()
        else:
            self._button = number
            self.action_take()

    def action_step(self, by: int) -> None:
        """Go to another decision."""
        self._at = max(0, min(len(self._decisions) - 1, self._at + by))
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def action_button(self, by: int) -> None:
        """Go along the buttons."""
        self._button = (self._button + by) % len(self._buttons)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def action_page(self) -> None:
        """Turn the page."""
        self._second = not self._second
        self._canvas_widget.redraw()

    def action_whose(self) -> None:
        """Look at another seat's decisions."""
        self._seat, self._at = (self._seat + 1) % len(self.review.seats), 0
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def action_take(self) -> None:
        """Do what the button in focus says."""
        match self._buttons[self._button][0]:
            case "find":
                self.action_find()
            case "show":
                self.action_show()
            case "branch":
                self.action_branch()
            case "mistakes":
                self.action_mistakes()
            case "leave":
                self.action_leave()

    def action_find(self) -> None:
        """Look for something better than what was played, from the decision in focus on."""
        clear = [one.n for one in self._decisions if one.clear]
        focused = self._focused
        if focused is not None and focused.n not in clear:
            clear.append(focused.n)
        if focused is not None:
            at = clear.index(focused.n)
            self.app.find_better([(self.review, n) for n in (*clear[at:], *clear[:at])])

    def action_show(self) -> None:
        """Show the decision in focus on the table, with what came before and after."""
        if self._focused is not None and self.review.path is not None:
            self.app.replay(self.review.path, self._focused.n)

    def action_branch(self, bots: bool = False) -> None:
        """Play on from the decision in focus, or let bots play on, in a match of its own."""
        if self._focused is not None and self.review.path is not None and self.review.complete:
            self.app.branch(self.review, self._focused.n, bots)

    def action_mistakes(self) -> None:
        """Practise with the mistakes of all matches."""
        self.app.practise_mistakes()

    def action_rules(self) -> None:
        """Open the rules."""
        self.app.show_rules(self.review.game.key)

    def action_leave(self) -> None:
        """Go back; what was found is kept."""
        self.dismiss()


def tenths(parts: Sequence[float], whole: float) -> list[float]:
    """Return parts rounded to tenths that sum to the rounded whole; the largest takes what rounding leaves."""
    rounded = [round(10 * part) for part in parts]
    largest = max(range(len(parts)), key=lambda place: abs(parts[place]))
    rounded[largest] += round(10 * whole) - sum(rounded)
    return [part / 10 for part in rounded]


def figure(value: float, places: int) -> str:
    """Return a number with so many places, with a minus sign below nothing."""
    return f"{value:z.{places}f}".replace("-", "−")


def signed(value: float) -> str:
    """Return a number with its sign; none for nothing."""
    text = figure(value, 1)
    return f"+{text}" if value > 0 and text != "0.0" else text


def _draw_span(canvas: Canvas, left: int, y: int, begin: float, end: float, ink: str) -> None:
    """Draw a bar that stands for a part of the way, at least half a cell of it."""
    first, last = round(begin), max(round(end), round(begin) + (end - begin > TENTH))
    canvas.put(left + first, y, ("#" if canvas.look.ascii else "▄") * (last - first), ink, "surface")


def _moved(rect: Rect, by: int) -> Rect:
    return rect._replace(x=rect.x + by)
