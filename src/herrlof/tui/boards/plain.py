"""The board of a game that has none of its own: what stands, what happened, and a list of what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from herrlof.game import Observation, Row
from herrlof.messages import _, ngettext
from herrlof.table.connection import View
from herrlof.tui.boards.board import Board
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.pieces import header, news_panel, panel, question, strip
from herrlof.tui.widgets.selection import Area, Item

MOVES: Final = "moves"


class PlainBoard(Board[Observation]):
    """Plays any game from its words alone."""

    def areas(self) -> Sequence[Area]:
        if self.view is None or not self.asked:
            return ()
        return (Area(MOVES, [Item(action, action) for action in self.view.legal], downward=True),)

    def asks(self) -> Sequence[str]:
        return (MOVES,)

    def draw_table(self, canvas: Canvas, view: View) -> None:
        """Draw three panels: what stands, what happened, what can be done; and the question."""
        context, words = self.context, self.context.game.words
        names, seen = context.names, view.observation
        right: list[Part] = []
        if view.mover >= 0:
            name = _("your turn") if view.mover == view.seat else _("{name} to move", name=names[view.mover])
            right = [(name, "accent", True)]
        left = words.progress(context.game.progress(seen), context.options) or _(context.game.tagline)
        header(canvas, context.game.title, self.scene.with_mark(left), right)
        bottom = canvas.height - 5
        half = canvas.width // 2
        self._draw_rows(canvas, panel(canvas, Rect(1, 2, half - 2, (bottom - 2) // 2), _("The table")), view)
        top = 2 + (bottom - 2) // 2 + 1
        told = [sentence for sentence in (*self.events(), self.commitment_told()) if sentence]
        news_panel(canvas, Rect(1, top, half - 2, bottom - top), told)
        side = Rect(half, 2, canvas.width - half - 1, bottom - 2)
        if self.scene.hint is None:
            self._draw_choices(canvas, side, view)
        else:
            self.draw_hint(canvas, side)
        rect = Rect(0, bottom + 1, canvas.width, 3)
        if self.scene.told:
            self.draw_told(canvas, rect)
            return
        if says := self.coach_says():
            strip(canvas, rect, says)
            return
        asked = self.speaker.question() if self.asked else None
        below: list[Part] = (self.goal() if self.asked else []) or [(self.scene.waiting, "dim", False)]
        if (item := self.selection.item()) is not None:
            below = self.explain(item.thing)
        question(canvas, rect, asked, below, self.scene.warning)

    def _draw_rows(self, canvas: Canvas, rect: Rect, view: View) -> None:
        """Draw what stands, each row with its note below; notes give way before rows, and what is left out is told."""
        context, seen = self.context, view.observation
        names = context.names
        rows = [*self.speaker.standing(), *self.speaker.hand()]
        if aim := self.speaker.aim():
            rows.append(Row(_("You"), (aim,)))
        if out := context.game.seats_out(seen):
            rows.append(Row(_("Out"), tuple(names[seat] for seat in out)))
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
            said = ngettext("no room for {n} more row", "no room for {n} more rows", left)
            canvas.put(rect.x, y, cut(said, rect.width), "dim", "surface")

    def _draw_choices(self, canvas: Canvas, rect: Rect, view: View) -> None:
        legal = view.legal if self.asked else ()
        title = _("What you can do") if self.asked else _("Moves")
        if len(legal) > rect.height - 1:
            title = _("What you can do: {number}", number=len(legal))
        inner = panel(canvas, rect, title)
        focus = self.selection.at(MOVES)
        first = max(0, min((focus or 0) - inner.height // 2, len(legal) - inner.height))
        for y, number in enumerate(range(first, min(len(legal), first + inner.height)), inner.y):
            label = cut(self.speaker.label(legal[number]), inner.width - 3)
            here = number == focus
            line = f"{'▸' if here else ' '} {label}"
            canvas.put(inner.x, y, line, "on" if here else "text", "accent" if here else "surface", here)
            self.places.append((Rect(inner.x, y, inner.width, 1), (MOVES, number)))

    def describe(self, action: str) -> str | tuple[str, str]:
        if told := super().describe(action):
            return told
        return (_("play") if self.asked else _("go on")) if action == "commit" else ""
