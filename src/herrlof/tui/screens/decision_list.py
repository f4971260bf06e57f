"""The list in a review: the decisions of a seat that cost something, and which of them is in focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len

from herrlof.coach.judge import WINS
from herrlof.coach.review import Decision, Review
from herrlof.coach.saying import cost_text, rest_text
from herrlof.game import Action
from herrlof.messages import _, numeral, pgettext
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.fitting import Column, below_free_row, fitted
from herrlof.tui.widgets.hint import Mark, put_mark
from herrlof.tui.widgets.pieces import bar, panel

MOVE, NAMED = 11, 7
"""Columns that a move in the list, and what a decision was about, have at least."""
RIGHT: Final = ("round", "cost", "knowable")
"""Columns of the list whose texts end below each other."""


class DecisionList:
    """The decisions of one seat, the dearest first; while judging goes on there come more."""

    def __init__(
        self, review: Review, marks: Callable[[Decision, Action], Sequence[Mark]], n: int | None = None
    ) -> None:
        """Begin with the reader's seat and move `n`; `marks` are what stands for a choice."""
        self._review, self._marks = review, marks
        self.seat = review.reader
        self._at = next((place for place, one in enumerate(self.decisions) if one.n == n), 0)

    @property
    def decisions(self) -> list[Decision]:
        return self._review.costly([self.seat])

    @property
    def focused(self) -> Decision | None:
        """The decision in focus; None: there is none yet."""
        found = self.decisions
        return found[min(self._at, len(found) - 1)] if found else None

    def focus(self, at: int) -> None:
        """Bring a decision into focus, or the first or last where there are not so many."""
        self._at = max(0, min(len(self.decisions) - 1, at))

    def step(self, by: int) -> None:
        """Go to another decision."""
        self.focus(self._at + by)

    def next_seat(self) -> None:
        """Go to another seat's decisions."""
        self.seat, self._at = (self.seat + 1) % len(self._review.seats), 0

    def draw(self, widget: DrawnWidget, canvas: Canvas, rect: Rect, rows: int) -> None:
        """Draw the decisions of the seat as a table, each in so many rows, and what those that are not shown cost."""
        review, name = self._review, self._review.names[self.seat]
        own = self.seat in review.people and len(review.people) == 1
        found = self.decisions
        whose = _("Your decisions, costliest first") if own else _("{name}'s decisions, costliest first", name=name)
        y = below_free_row(panel(canvas, rect, whose), 2 + rows * len(found)).y
        if not found:
            none = _("Nothing found so far.") if not review.done else _("No decision cost anything.")
            canvas.put(rect.x + 2, y + 2, cut(none, rect.width - 3), "dim", "surface")
            return
        room = max(1, (rect.bottom - y - 2) // rows)
        at = min(self._at, len(found) - 1)
        widget.in_focus = "row", at
        begin = max(0, min(at - room + 1, len(found) - room))
        shown = found[begin : begin + room]
        heads = {
            "round": pgettext("cell:6", "round") if review.game.round_start_event else "",
            "decision": _("decision"),
            "played": _("you") if own else _("played"),
            "best": _("best"),
            "cost": _("wins") if review.unit == WINS else _("points"),
            "bar": "",
            "sure": "",
            "knowable": _("better in"),
        }
        told = [self._told_of(one) for one in shown]
        marks = [{"played": self._framed(one, one.played), "best": self._framed(one, one.best)} for one in shown]
        longest = {
            name: max(
                cell_len(head),
                *(cell_len(row.get(name, "")) for row in told),
                *(sum(cell_len(mark.text) for mark in row.get(name, ())) for row in marks),
            )
            for name, head in heads.items()
        }
        columns = {name: Column(wide) for name, wide in longest.items() if wide or name == "bar"}
        columns |= {name: Column(min(MOVE, longest[name]), longest[name]) for name in ("played", "best")}
        columns["bar"] = Column(4, 9, drop=3)  # how sure and how knowable it was is worth more, the cost itself most
        columns["sure"] = columns["sure"]._replace(drop=2)
        columns["knowable"] = columns["knowable"]._replace(drop=1)
        others = [column.least + 2 for name, column in columns.items() if name not in ("decision", "bar")]
        least = max(NAMED, min(longest["decision"], rect.width - 3 - sum(others)))
        columns["decision"] = Column(least, longest["decision"], grows=True)  # a bar gives way to its words
        widths = dict(zip(columns, fitted(list(columns.values()), rect.width - 3), strict=True))
        lefts, x = dict[str, int](), rect.x + 2
        for name, wide in widths.items():
            lefts[name] = x
            x += wide + 2 if wide else 0
        for name, wide in widths.items():
            head = cut(heads[name], wide)
            left = lefts[name] + (wide - cell_len(head) if name in RIGHT else 0)
            canvas.put(left, y, head, "dim", "surface")
        y += 1
        most = max(review.in_unit(one).value for one in found)
        for number, (one, texts, moves) in enumerate(zip(shown, told, marks, strict=True), begin):
            here = number == at
            ground = "raised" if here else "surface"
            row = Rect(rect.x, y, rect.width, 1)
            canvas.fill(row, ground)
            widget.places.append((row, ("row", number)))
            if here:
                canvas.put(rect.x, y, "▸", "accent", ground, True)
            for name, text in texts.items():
                text = cut(text, widths.get(name, 0))
                left = lefts.get(name, x) + (widths.get(name, 0) - cell_len(text) if name in RIGHT else 0)
                ink = "dim" if name in ("sure", "knowable") and not one.clear else "text"
                canvas.put(left, y, text, ink, ground, name == "cost" or (name == "decision" and here))
            for name, row_marks in moves.items():
                self._draw_marks(canvas, lefts[name], y, row_marks, widths[name], ground)
            if widths["bar"]:
                share = review.in_unit(one).value / most if most else 0
                bar(canvas, lefts["bar"], y, widths["bar"], share, "accent" if here else "weave", ground)
            y += rows
        self._draw_rest(canvas, Rect(rect.x + 2, rect.bottom - 1, rect.width - 3, 1), begin, begin + room)

    def _told_of(self, one: Decision) -> dict[str, str]:
        """Return what the list says of a decision by column."""
        review = self._review
        return {
            "round": str(one.round) if review.game.round_start_event else "",
            "decision": review.what(one.n),
            "cost": cost_text(review, one) if one.exact else numeral(review.in_unit(one).value, ".1f"),
            "sure": _("clear") if one.clear else _("close"),
            "knowable": _("exact") if one.exact else _("{n} of 100", n=one.of_100),
        }

    def _framed(self, one: Decision, action: Action) -> Sequence[Mark]:
        """Return what stands for an action in the list; a number stands on a ground like the chips of cards."""
        marks = self._marks(one, action)
        if len(marks) == 1 and not marks[0].ground and marks[0].text.isdecimal():
            return [marks[0]._replace(text=f" {marks[0].text} ", ground="line")]
        return marks

    def _draw_marks(self, canvas: Canvas, x: int, y: int, marks: Sequence[Mark], width: int, ground: str) -> None:
        end = x + width
        for mark in marks:
            x = put_mark(canvas, x, y, mark._replace(text=cut(mark.text, max(0, end - x))), ground)

    def _draw_rest(self, canvas: Canvas, rect: Rect, begin: int, end: int) -> None:
        """Say what the decisions that are not shown cost together."""
        text = rest_text(self._review, [self.seat], self.decisions[begin:end])
        canvas.put(rect.x, rect.y, cut(text, rect.width - 8), "dim", "surface")
        if end < len(self.decisions):
            canvas.right(rect.right, rect.y, [("↓", "dim", False)], "surface")
