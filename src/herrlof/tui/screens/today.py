"""The deal of the day: play it, then see what each level did with the same cards, and the week."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from herrlof.bots import opponents
from herrlof.messages import N_, _
from herrlof.seats import daily
from herrlof.tui.screens.base_screen import page_width
from herrlof.tui.screens.drawn_screen import DrawnScreen
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.fitting import Column, fitted
from herrlof.tui.widgets.pieces import below, header, panel, paragraph, stacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from herrlof.game import Row
    from herrlof.tui.app import HerrlofApp

HEAD: Final = 1
"""The row of a panel's title."""


def _widths(rows: Sequence[Row]) -> list[int]:
    """Return how wide the columns of a list are."""
    return [max(map(cell_len, texts)) for texts in zip(*((row.title, *row.cells) for row in rows), strict=True)]


class TodayScreen(DrawnScreen[None]):
    """What is played today, who came to what with these cards, and the last days."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", N_("play"), key_display="Enter", id="play"),
        Binding("c,C", "copy", N_("copy a line to share"), key_display="C"),
        Binding("escape,q,Q,d,D", "leave", N_("home"), key_display="Esc", id="leave"),
    ]

    def __init__(self) -> None:
        """Look at the records when the page is in front."""
        super().__init__()
        self._day = daily.today()
        self._kept = daily.recent_days(self.app.storage, self._day)
        self._levels: dict[str, daily.Result] = {}

    def on_screen_resume(self) -> None:
        """Look again: a match may have been played since, or a day have begun."""
        if (day := daily.today()) != self._day:
            self._day, self._levels = day, {}
        self._kept = daily.recent_days(self.app.storage, self._day)
        if self._own is not None and not self._whole:
            self.run_worker(self._ask_levels(), exclusive=True)
        self._canvas_widget.look = self.app.look
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def on_screen_suspend(self) -> None:
        """Let no level think behind a table."""
        self.workers.cancel_node(self)

    @property
    def _own(self) -> daily.Result | None:
        return self._kept.results.get(self._day)

    @property
    def _whole(self) -> bool:
        """Whether all levels have played."""
        return len(self._levels) == len(opponents(daily.game_of(self._day)))

    async def _ask_levels(self) -> None:
        async for bot, result in daily.levels(self._day):
            self._levels[bot] = result
            self._canvas_widget.redraw()
        self.refresh_bindings()

    # Drawing

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        header(canvas, "Herrlof", _("Deal of the day"), [(f"{self._day}", "dim", False)], kept=False)
        width = page_width(canvas.width)
        left, own = (canvas.width - width) // 2, self._own
        ask = [_("Enter continues the match you left.") if self._kept.waiting else _("Enter plays it.")]
        said = [*daily.about(self._day), *(ask if own is None else [self._said(own)])]
        y = 2
        for number, sentence in enumerate(said):
            part: Part = (sentence, "text" if number else "accent", not number)
            y = paragraph(canvas, Rect(left + 1, y, width - 2, canvas.height - 2 - y), y, [part])
        week = daily.week(self._kept, self._day)
        lists = [(_("The last seven days"), week)]
        if own is not None:
            lists.insert(0, (_("With the same cards"), daily.standings(own, self._levels)))
        room = Rect(left, y + 1, width, canvas.height - y - 2)
        for (title, rows), (_name, place) in zip(lists, self._places(lists, room), strict=False):
            self._draw_list(canvas, place, title, rows)

    def _said(self, own: daily.Result) -> str:
        """Return what is so once the day was played."""
        if self._whole:
            return daily.compared(own, self._levels)
        return _("{n} of {all} levels have played it so far.", n=len(self._levels), all=self._count)

    @property
    def _count(self) -> int:
        return len(opponents(daily.game_of(self._day)))

    def _places(self, lists: Sequence[tuple[str, Sequence[Row]]], room: Rect) -> list[tuple[str, Rect]]:
        """Return where the lists stand: beside each other where they have no room below each other."""
        heights = [(title, len(rows) + HEAD) for title, rows in lists]
        if sum(height for _title, height in heights) + len(heights) - 1 <= room.height:
            return stacked(room, heights, "")
        needed = [sum(_widths(rows)) + 2 * len(_widths(rows)) + 2 for _title, rows in lists]
        columns = [Column(min(size, room.width // len(lists)), size, grows=True) for size in needed]
        found, x = [], room.x
        for (title, height), width in zip(heights, fitted(columns, room.width, 1), strict=True):
            found.append((title, Rect(x, room.y, width, min(room.height, height))))
            x += width + 1
        return found

    def _draw_list(self, canvas: Canvas, rect: Rect, title: str, rows: Sequence[Row]) -> None:
        shown = rows[: max(0, rect.height - HEAD)]
        inner = panel(canvas, rect, title, below(len(rows) - len(shown)))
        name, *others, last = _widths(rows)
        columns = [Column(name), *(Column(other, drop=1) for other in others), Column(last)]
        widths = fitted(columns, inner.width - 1)
        for y, row in enumerate(shown, inner.y):
            x, own = inner.x + 1, row.title == _("You")
            for text, width in zip((row.title, *row.cells), widths, strict=True):
                if width:
                    ink = "accent" if own else "dim" if x == inner.x + 1 else "text"
                    x = max(x + width, canvas.put(x, y, cut(text, width), ink, "surface", own)) + 2

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a line to share once all levels have played too."""
        return (self._own is not None and self._whole) if action == "copy" else True

    def describe(self, action: str) -> str:
        if action != "play":
            return ""
        return _("go on") if self._kept.waiting else _("play") if self._own is None else _("play again")

    def action_play(self) -> None:
        """Play today's match, or go on with it."""
        if self._kept.waiting is not None:
            self.app.resume(self._kept.waiting)
        else:
            self.app.play_today()

    def action_copy(self) -> None:
        """Copy a line that gives no card away."""
        if self._own is not None:
            self.app.copy_to_clipboard(daily.to_share(self._day, self._own, self._levels))
            self.app.notify(_("Copied."))

    def action_leave(self) -> None:
        self.dismiss()
