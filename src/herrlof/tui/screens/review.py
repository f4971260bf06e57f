"""A match reviewed: each decision with its cost, what decisions cost on average, and the luck ledger."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from herrlof.bots.search import Estimate
from herrlof.coach import ledger
from herrlof.coach.judge import WINS, Judgement
from herrlof.coach.review import ALL, ENOUGH, SHOWN_COST, Decision, Review
from herrlof.coach.saying import (
    better_in,
    counts_as,
    hard_text,
    hint_text,
    part_name,
    reason_text,
    scale_text,
    what_it_cost,
)
from herrlof.messages import N_, _, ngettext, numeral, versus
from herrlof.messages import paragraph as in_sequence
from herrlof.records.listing import score_text
from herrlof.records.names import called
from herrlof.table.connection import MomentKind
from herrlof.table.moments import Moment
from herrlof.tui.boards import board_class
from herrlof.tui.boards.choices import Choices
from herrlof.tui.boards.scene import Scene
from herrlof.tui.screens.decision_list import DecisionList
from herrlof.tui.screens.drawn_screen import DrawnScreen
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.fitting import Block, below_free_row, first_that_fits, fitted_lines, gap_for
from herrlof.tui.widgets.hint import Hint, Mark, put_mark
from herrlof.tui.widgets.pieces import bar, buttons, header, panel, paragraph

if TYPE_CHECKING:
    from herrlof.game import Action, Row
    from herrlof.tui.tables import TablesApp

COMPARED, MOST_COMPARED = 8, 16
"""Rows of the panel in which what was played is compared with the best: at least, and at most."""
COLUMN: Final = 10
"""Columns that the mean cost of a seat takes."""


class ReviewLayout(NamedTuple):
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
    told: Rect | None = None
    """Where no panel tells of the decision in focus: the rows that say why, and how hard it was."""
    whole: bool = True
    """Whether all is on one page."""


LAYOUTS: Final = (
    ReviewLayout(160, 50, Rect(14, 4, 76, 30), Rect(92, 4, 54, 30), Rect(14, 36, 46, 9), Rect(62, 36, 84, 9), 46, 2),
    ReviewLayout(120, 40, Rect(6, 3, 71, 19), Rect(79, 3, 35, 19), Rect(6, 23, 40, 9), Rect(48, 23, 66, 9), 34, 1),
    ReviewLayout(
        80, 24, Rect(1, 2, 78, 9), None, Rect(1, 14, 33, 7), Rect(35, 14, 44, 7), 21, 1, told=Rect(2, 11, 76, 3)
    ),
    ReviewLayout(
        0,
        0,
        Rect(0, 2, 60, 11),
        None,
        Rect(0, 2, 60, 6),
        Rect(0, 9, 60, 7),
        17,
        1,
        told=Rect(1, 13, 58, 3),
        whole=False,
    ),
)


class ReviewScreen(DrawnScreen[None]):
    """What each decision cost; the judging goes on while one looks, stops when one leaves, and is taken up again."""

    app: TablesApp

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
        Binding("m,M", "mistakes", N_("mistakes"), key_display="M", tooltip=N_("the mistakes of all matches")),
        Binding("f,F", "whose", N_("whose decisions"), key_display="F"),
        Binding("tab", "page", N_("next page"), key_display="Tab"),
        Binding("question_mark", "rules", N_("rules"), key_display="?", id="rules"),
        Binding("escape,q,Q", "leave", N_("back"), key_display="Esc", id="leave"),
    ]

    def __init__(self, review: Review, n: int | None = None) -> None:
        """Show a review, with move `n` in focus, and go on with it."""
        super().__init__()
        self.review = review
        self._list = DecisionList(review, self.marks, n)
        self._on = ""
        """The key of the button in focus; one that is not there: the first."""
        self._named = 0
        """Of how many decisions the row of keys knows, none, one or several."""
        self._second = False
        """Whether the second page of the smallest window is shown."""
        self._board_context = self.app.coach_context(review)
        self._choices = board_class(review.game.key).CHOICES

    def on_mount(self) -> None:
        self.call_after_refresh(self.run_worker, self._judge, exclusive=True)

    async def _judge(self) -> None:
        await self.review.run(self._judged)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def _judged(self) -> None:
        """Show what was found, and the keys that have something to do now."""
        self._canvas_widget.redraw()
        if self._named != (now := min(2, len(self._list.decisions))):
            self._named = now
            self.refresh_bindings()

    def on_resize(self) -> None:
        """Another window may have other keys."""
        self.refresh_bindings()

    # What is shown

    @property
    def _buttons(self) -> list[tuple[str, str]]:
        """What can be done, and what it is called."""
        found = [("show", _("On the table"))] if self._list.focused is not None else []
        if self.app.owner is not None:
            branch = [("branch", _("What if"))] if found and self.review.complete else []
            better = [("find", _("Find better"))] if found else []
            found = [*better, *found, *branch, ("mistakes", _("All my mistakes"))]
        return [*found, ("leave", _("Back"))] if self._window_layout.whole or not found else found

    @property
    def _button(self) -> int:
        """The place of the button in focus."""
        return next((place for place, (key, _label) in enumerate(self._buttons) if key == self._on), 0)

    @property
    def _window_layout(self) -> ReviewLayout:
        size = self._canvas_widget.size
        return next(layout for layout in LAYOUTS if size.width >= layout.width and size.height >= layout.height - 1)

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        review, layout = self.review, self._window_layout
        shift = (canvas.width - layout.width) // 2 if layout.width else 0
        who = versus(review.names)
        titles = [_("Review · {who}", who=who)]
        if review.complete and review.scores:
            titles.insert(0, _("Review · {who}, {score}", who=who, score=score_text(review.scores)))
        header(canvas, review.game.title, titles, [self._how_far()], kept=not review.done)
        if layout.whole or not self._second:
            self._list.draw(widget, canvas, _moved(layout.list, shift), layout.rows)
            if layout.told is not None and self._list.focused is not None:
                self._draw_told(canvas, _moved(layout.told, shift), self._list.focused)
        if layout.focus is not None:
            self._draw_focus(canvas, _moved(layout.focus, shift))
        if layout.whole and not review.done:
            whole = layout.cost._replace(width=layout.ledger.right - layout.cost.x)
            self._draw_judging(canvas, _moved(whole, shift))
        elif layout.whole or self._second:
            if not layout.whole:
                widget.in_focus = "button", self._button
            self._draw_costs(canvas, _moved(layout.cost, shift))
            self._draw_ledger(canvas, _moved(layout.ledger, shift))
        labels = [label for _key, label in self._buttons]
        gap = 2 if layout.whole else 1
        left = layout.list.x + shift
        for number, place in enumerate(buttons(canvas, left, layout.buttons, labels, self._button, gap)):
            widget.places.append((place, ("button", number)))

    def _how_far(self) -> tuple[str, str, bool]:
        review = self.review
        if review.trouble is not None:
            return review.trouble, "bad", False
        if not review.done:
            done, whole = len(review.decisions), len(review.positions)
            return _("judging {done} of {whole}", done=done, whole=whole), "text", False
        mine = sum(position.seat == self._list.seat for position in review.positions)
        name = review.names[self._list.seat]
        told = ngettext("{name}: {n} decision, judged", "{name}: {n} decisions, all judged", mine, name=name)
        return told, "dim", False

    def choices_at(self, decision: Decision, hint: Hint | None = None) -> Choices[Any]:
        """Return how what could be done then is named: by a chip of a card or a number, or by its name."""
        moment = Moment(MomentKind.PAUSE, self.review.view(decision.n))
        return self._choices(Scene(self._board_context, moment, hint=hint), self.app.look, decision.best)

    def marks(self, decision: Decision, action: Action) -> Sequence[Mark]:
        """Return what stands for an action: a chip of a card or a number, or its name."""
        return self.choices_at(decision).label(action)

    def _draw_focus(self, canvas: Canvas, rect: Rect) -> None:
        """Say in words what the decision in focus was."""
        one = self._list.focused
        if one is None:
            panel(canvas, rect, _("Decision"))
            return
        inner = panel(canvas, rect, self.review.where(one.n))
        game, position, choices = self.review.game, self.review.position(one.n), self.choices_at(one)
        names = called(self.review.seats, [position.seat])
        text, said = inner.inset(1), game.words.to(position.seen, names)
        held = _in_rows(choices.held(), text.width)
        told: dict[str, object] = {"played": choices.name(one.played), "best": choices.name(one.best)}
        told |= {"cost": one.cost.value, "error": 2 * one.cost.error}
        if one.exact:
            say = _("Played: {played}. The best: {best}. {cost}", **{**told, "cost": what_it_cost(one)})
        elif one.unit == WINS:
            say = _("Played: {played}. The best, {best}, brings {cost:.1f} more wins in 100, give or take {error:.1f}.",
                    **told)  # fmt: skip
        else:
            say = _("Played: {played}. The best, {best}, brings {cost:.1f} points more, give or take {error:.1f}.",
                    **told)  # fmt: skip
        reason = reason_text(game, position.seen, one.compared, one.played, choices.speaker)
        costs: list[Part] = [(in_sequence(say, reason, counts_as(self.review, one)), "text", False)]
        known, hint = better_in(self.review, one), hint_text(self.review, one, choices.name)
        why: list[Part] = [(in_sequence(known, hard_text(self.review, one), hint), "dim", False)]
        cost_rows, why_rows = (len(wrapped(parts, text.width)) for parts in (costs, why))
        below = len(held) + 1 + cost_rows + 1 + (COMPARED if one.compared else why_rows)
        facts = fitted_lines(_facts([*said.standing(), *(() if held else said.hand())], text.width), text.width,
                             inner.height - below)  # fmt: skip
        whole = len(facts) + below + bool(one.compared) * (1 + why_rows)
        free = first_that_fits((1, 0), inner.height, lambda free: whole + 2 * free)
        y = inner.y + free
        for row, line in enumerate(facts, y):
            canvas.parts(text.x, row, line, "surface")
        y = self._draw_held(canvas, text, y + len(facts) + free, held)
        y = paragraph(canvas, text, y + 1, costs, "surface")
        if one.compared:
            height = min(rect.bottom - y - 1 - free * (why_rows + 1), MOST_COMPARED)
            self._draw_compared(canvas, Rect(rect.x, y + 1, rect.width, height), one)
            y += height + 1
        paragraph(canvas, text, y + 1, why, "surface")

    def _draw_told(self, canvas: Canvas, rect: Rect, one: Decision) -> None:
        """Say of the decision in focus why the best is better and how hard that was, as far as there is room."""
        position = self.review.position(one.n)
        reason = reason_text(self.review.game, position.seen, one.compared, one.played, self.choices_at(one).speaker)
        hard, often = hard_text(self.review, one), ""
        if one.clear and not one.exact and one.of_100 <= 50:  # beside "clear" that looks like a contradiction
            often = better_in(self.review, one)
        whole = in_sequence(reason, often, hard)
        for said in (whole, in_sequence(often, hard), in_sequence(reason, hard), hard, reason):
            told = said and _("{name}: {sentence}", name=self.review.what(one.n), sentence=said)
            parts: list[Part] = [(told, "text", False)]
            if told and len(wrapped(parts, rect.width)) <= rect.height:
                paragraph(canvas, rect, rect.y, parts)
                return

    def _draw_held(self, canvas: Canvas, rect: Rect, y: int, held: Sequence[Sequence[Mark]]) -> int:
        """Draw what was held as chips, in rows; return the row after them."""
        for row in held:
            sizes = [cell_len(mark.text) for mark in row]
            gap, x = gap_for(sizes, rect.width, (1, 0)), rect.x
            for mark in row:
                x = put_mark(canvas, x, y, mark, "surface") + gap
            y += 1
        return y

    def _draw_compared(self, canvas: Canvas, rect: Rect, one: Decision) -> None:
        """Draw what comes of the best and of what was played, as find better does."""
        best, played = one.compared
        if one.unit == WINS and played.value is not None and not one.exact:  # what stands beside it says the cost
            wins = round(played.value.value) + floor(max(0.0, one.cost.value) + 0.5)
            best = best._replace(value=Estimate(float(wins), 0.0))
        hint = Hint(
            [best.action, played.action], Judgement([best, played], one.worlds, one.unit, one.exact), one.played
        )
        self.choices_at(one, hint).draw_hint(canvas, rect)

    def _draw_judging(self, canvas: Canvas, rect: Rect) -> None:
        review = self.review
        done, whole = len(review.decisions), len(review.positions)
        inner = below_free_row(panel(canvas, rect, _("Judging")), 4)
        y = inner.y
        bar(canvas, inner.x + 1, y, inner.width - 2, done / whole if whole else 1.0, "accent")
        counted = _("{n} of {whole}", n=done, whole=whole)
        x = canvas.put(inner.x + 1, y + 2, counted, "text", "surface", True)
        told = _("Each from what its player saw. Leave whenever you like: what was found is kept.")
        beside = Rect(x + 3, y + 2, inner.right - x - 4, inner.bottom - y - 2)
        paragraph(canvas, beside, beside.y, [(told, "dim", False)], "surface")

    def _draw_costs(self, canvas: Canvas, rect: Rect) -> None:
        review = self.review
        unit = _("Cost of a decision, in wins in 100") if review.unit == WINS else _("Cost of a decision, in points")
        inner = panel(canvas, rect, unit if cell_len(unit) + 4 < rect.width else _("Cost of a decision"))
        means = review.means()
        seats = [self._list.seat, *(seat for seat in range(len(review.seats)) if seat != self._list.seat)]
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
                    canvas.right(right, y, [(numeral(found.mean, ".2f"), "text" if sure else "dim", whole)], "surface")
                    canvas.right(right - 6, y, [(f"{found.count}×", "dim", False)], "surface")
        few = any(mean.kind == ALL and mean.seat == self._list.seat and mean.count < ENOUGH for mean in means)
        notes = [_("Fewer than 30 decisions say little about how well somebody plays.")] if few else []
        below, bottom = inner._replace(x=inner.x + 1, width=inner.width - 2), rect.bottom
        for told in [*notes, scale_text(review.game.key)]:
            parts: list[Part] = [(told, "dim", False)]
            if told and bottom - (height := len(wrapped(parts, below.width))) > y:
                bottom -= height
                paragraph(canvas, below, bottom, parts, "surface")

    def _draw_ledger(self, canvas: Canvas, rect: Rect) -> None:
        review = self.review
        title = _("The result, in points") if review.counts_points else _("The result, in wins in 100")
        inner = panel(canvas, rect, title)
        found = review.ledger()
        if found is None:
            told = _("Where the result comes from is told at the end.")
            paragraph(canvas, inner, inner.y + 1, [(told, "dim", False)], "surface")
            return
        account = found[self._list.seat]
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
        y = below_free_row(inner, len(names) + 2).y
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
        parts, others = ledger.parts_of(self.review.game), [one for one in accounts if one.seat != self._list.seat]
        names = called(self.review.seats)
        rows: list[tuple[str, float]] = []
        for part in parts:
            if part == ledger.OTHERS and len(parts) + len(others) - 1 <= room:
                rows += [
                    (_("{name}'s mistakes", name=names[one.seat]), -one.parts[ledger.DECISIONS] / len(others))
                    for one in others
                ]
            else:
                rows.append((self._part(part), accounts[self._list.seat].parts[part]))
        return rows

    def _part(self, part: str) -> str:
        review = self.review
        others = [name for seat, name in enumerate(called(review.seats)) if seat != self._list.seat]
        if part == ledger.OTHERS and len(others) == 1:
            return _("{name}'s mistakes", name=others[0])
        if part == ledger.DECISIONS and self._list.seat not in review.people:
            return _("own mistakes")
        return part_name(part)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys work now."""
        match action:
            case "branch" | "mistakes" | "show":
                return action in dict(self._buttons)
            case "page":
                return not self._window_layout.whole
            case "whose":
                return self.review.complete
            case "step":
                return len(self._list.decisions) > 1
        return True

    def describe(self, action: str) -> str:
        key, label = self._buttons[self._button]
        return label.lower() if action == "take" and key != "find" else ""

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        message.stop()
        what, number = message.target
        if what == "row":
            self._list.focus(number)
            self._canvas_widget.redraw()
        else:
            self._on = self._buttons[number][0]
            self.action_take()

    def action_step(self, by: int) -> None:
        """Go to another decision."""
        self._list.step(by)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def action_button(self, by: int) -> None:
        """Go along the buttons."""
        self._on = self._buttons[(self._button + by) % len(self._buttons)][0]
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def action_page(self) -> None:
        self._second = not self._second
        self._canvas_widget.redraw()

    def action_whose(self) -> None:
        """Look at another seat's decisions."""
        self._list.next_seat()
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
        if (focused := self._list.focused) is not None and (owner := self.app.owner) is not None:
            asked = self.review.asked_again([self._list.seat], focused)
            owner.find_better([(self.review, one.n) for one in asked])

    def action_show(self) -> None:
        """Show the decision in focus on the table, with what came before and after."""
        if self._list.focused is not None:
            self.app.show_at(self.review, self._list.focused.n)

    def action_branch(self, bots: bool = False) -> None:
        """Play on from the decision in focus, or let bots play on, in a match of its own."""
        if self._list.focused is not None and (owner := self.app.owner) is not None and self.review.complete:
            owner.branch(self.review, self._list.focused.n, bots)

    def action_mistakes(self) -> None:
        """Practise with the mistakes of all matches."""
        if (owner := self.app.owner) is not None:
            owner.practise_mistakes()

    def action_rules(self) -> None:
        self.app.open_page("rules", self.review.game.key)

    def action_leave(self) -> None:
        """Go back; what was found is kept."""
        self.dismiss()


def _facts(rows: Sequence[Row], width: int) -> list[Block]:
    """Return where the match stood, the last goes first; what takes more than two lines is seen on the table."""
    found = []
    for place, row in enumerate(rows, 1):
        first, *more = [part for part in (row.title, *row.cells) if part] or [""]
        parts: list[Part] = [(first, "dim", False), *((f"  {part}", "text", False) for part in more)]
        if first and len(wrapped(parts, width)) <= 2:
            found.append(Block(parts, drop=place))
    return found


def _in_rows(marks: Sequence[Mark], width: int) -> list[list[Mark]]:
    rows, room = list[list[Mark]](), 0
    for mark in marks:
        size = cell_len(mark.text)
        if size > room:
            rows, room = [*rows, []], width
        rows[-1].append(mark)
        room -= size
    return rows


def tenths(parts: Sequence[float], whole: float) -> list[float]:
    """Return parts rounded to tenths that sum to the rounded whole; the largest takes what rounding leaves."""
    rounded = [round(10 * part) for part in parts]
    largest = max(range(len(parts)), key=lambda place: abs(parts[place]))
    rounded[largest] += round(10 * whole) - sum(rounded)
    return [part / 10 for part in rounded]


def signed(value: float) -> str:
    """Return a number with its sign; none for nothing."""
    text = numeral(value, ".1f")
    return f"+{text}" if value > 0 and text != "0.0" else text


def _draw_span(canvas: Canvas, left: int, y: int, begin: float, end: float, ink: str) -> None:
    """Draw a bar that stands for a part of the way, at least half a cell of it."""
    first, last = round(begin), max(round(end), round(begin) + (end - begin > SHOWN_COST))
    canvas.put(left + first, y, ("#" if canvas.look.ascii else "▄") * (last - first), ink, "surface")


def _moved(rect: Rect, by: int) -> Rect:
    return rect._replace(x=rect.x + by)
