"""The board of a game that has none of its own: what stands, what happened, and a list of what can be done."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len

from herrlof.game import Observation, Row
from herrlof.games.speech import capitalized, plural
from herrlof.table.keyboard import Moment
from herrlof.table.table import View
from herrlof.tui.boards.board import Board
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.pieces import emphasised, header, news_panel, panel, question


class PlainBoard(Board[Observation]):
    """Plays any game from its words alone."""

    def __init__(self, *args: Any) -> None:
        """Look at no choice yet."""
        super().__init__(*args)
        self._focus = -1

    def begin_question(self) -> None:
        """Choose nothing before the player does; what is the only choice is chosen."""
        assert self.view is not None
        self._focus = 0 if len(self.view.legal) == 1 else -1
        self.chosen = len(self.view.legal) == 1

    def show(self, moment: Moment) -> None:
        """Show a moment."""
        self._focus = -1
        super().show(moment)

    def draw_table(self, canvas: Canvas, view: View) -> None:
        """Draw three panels: what stands, what happened, what can be done; and the question."""
        context, words = self.context, self.context.game.words
        names, seen = context.names, view.observation
        right: list[Part] = []
        if view.mover >= 0:
            name = "your turn" if view.mover == view.seat else f"{names[view.mover]} to move"
            right = [(name, "accent", True)]
        left = words.progress(context.game.progress(seen), context.options) or context.game.tagline
        header(canvas, context.game.title, capitalized(left), right)
        bottom = canvas.height - 5
        half = canvas.width // 2
        self._draw_rows(canvas, panel(canvas, Rect(1, 2, half - 2, (bottom - 2) // 2), "The table"), view)
        top = 2 + (bottom - 2) // 2 + 1
        told = [sentence for sentence in (*self.events(), self.commitment_told()) if sentence]
        news_panel(canvas, Rect(1, top, half - 2, bottom - top), told)
        self._draw_choices(canvas, Rect(half, 2, canvas.width - half - 1, bottom - 2), view)
        rect = Rect(0, bottom + 1, canvas.width, 3)
        if self.told:
            self.draw_told(canvas, rect)
            return
        asked = words.question(seen, names) if self.asked else None
        below: list[Part] = [(self.waiting_text(), "dim", False)]
        if self.asked and self._focus >= 0:
            below = emphasised(words.explain(view.legal[self._focus], seen, names))
        question(canvas, rect, asked, below, self.warning)

    def _draw_rows(self, canvas: Canvas, rect: Rect, view: View) -> None:
        """Draw what stands, each row with its note below; notes give way before rows, and what is left out is told."""
        context, seen = self.context, view.observation
        words, names = context.game.words, context.names
        rows = [*words.standing(seen, names), *words.hand(seen, names)]
        if aim := words.aim(seen, names):
            rows.append(Row("You", (aim,)))
        if out := context.game.seats_out(seen):
            rows.append(Row("Out", tuple(names[seat] for seat in out)))
        column = max((cell_len(row.title) for row in rows), default=0) + 2
        noted = len(rows) + sum(bool(row.note) for row in rows) <= rect.height
        shown = rows if len(rows) <= rect.height else rows[: rect.height - 1]
        y, room = rect.y, rect.width - column
        for row in shown:
            canvas.put(rect.x, y, row.title, "dim", "surface")
            canvas.put(rect.x + column, y, cut("   ".join(row.cells), room), "text", "surface", True)
            y += 1
            if row.note and noted:
                canvas.put(rect.x + column, y, cut(row.note, room), "dim", "surface")
                y += 1
        if left := len(rows) - len(shown):
            said = plural(left, "1 more row has no room", "{} more rows have no room")
            canvas.put(rect.x, y, cut(said, rect.width), "dim", "surface")

    def _draw_choices(self, canvas: Canvas, rect: Rect, view: View) -> None:
        legal = view.legal if self.asked else ()
        title = "What you can do" if self.asked else "Moves"
        inner = panel(canvas, rect, f"{title}: {len(legal)}" if len(legal) > rect.height - 1 else title)
        first = max(0, min(self._focus - inner.height // 2, len(legal) - inner.height))
        for y, number in enumerate(range(first, min(len(legal), first + inner.height)), inner.y):
            label = cut(
                self.context.game.words.label(legal[number], view.observation, self.context.names), inner.width - 3
            )
            here = number == self._focus
            line = f"{'▸' if here else ' '} {label}"
            canvas.put(inner.x, y, line, "on" if here else "text", "accent" if here else "surface", here)
            self.places.append((Rect(inner.x, y, inner.width, 1), number))

    def action_climb(self, by: int) -> None:
        """Go up or down the list."""
        self._look(self._focus - by if self._focus >= 0 else (0 if by < 0 else -1))

    def action_move(self, by: int) -> None:
        """Go along the list."""
        self._look(self._focus + by if self._focus >= 0 else (0 if by > 0 else -1))

    def action_end(self, by: int) -> None:
        """Go to an end of the list."""
        self._look(0 if by < 0 else -1)

    def _look(self, place: int) -> None:
        if self.asked:
            assert self.view is not None
            self._focus = place % len(self.view.legal)
            self.chosen, self.warning = True, ""
            self.redraw()

    def action_commit(self) -> None:
        """Play what was chosen."""
        if not self.asked or self.guarded():
            return
        assert self.view is not None
        if not self.chosen or self._focus < 0:
            self.refuse("choose a move first, with the arrows or a click")
        else:
            self.answer(self.view.legal[self._focus])

    def clicked(self, what: Any) -> None:
        """Choose the clicked move; a second click plays it."""
        if self.asked and what == self._focus and self.chosen:
            self.action_commit()
        elif self.asked:
            self._look(what)

    def describe(self, action: str) -> str:
        """Name what Enter does."""
        return ("play" if self.asked else "go on") if action == "commit" else ""
