"""The lessons of all games: which there are, which are done, and the one to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from herrlof.coach.lessons import Lesson, LessonError, lessons_of
from herrlof.games import GAMES, title_of
from herrlof.messages import N_, _
from herrlof.tui.screens.base_screen import arrows, page_width
from herrlof.tui.screens.drawn_screen import DrawnScreen
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.fitting import Block, first_that_fits, fitted_line
from herrlof.tui.widgets.pieces import header, panel, paragraph, strip

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp

GAP = 2
STRIP = 3
WIDEST = 108
SMALLEST_PANEL = 2
"""The rows of a game's title and a lesson."""
LEAST_PANEL = 37
"""Columns of a lesson with its title and how long it takes."""
COLUMNS = (2, 1)
"""How many games stand side by side; where not all have room, one is shown at a time."""


class Spacing(NamedTuple):
    """How far apart lessons stand."""

    above: int
    """Free rows above all panels."""
    step: int
    """Rows from a lesson to the next."""
    edge: int
    """Rows of a panel that no lesson has: its title, and a free one at its end."""
    below: int
    """Free rows between what the coach says and the row of keys."""

    def rows(self, lessons: Sequence[int]) -> int:
        """Return how many rows panels of so many lessons take below each other, each with a free one below it."""
        return self.above + sum(self.step * count + self.edge + 1 for count in lessons) + self.below


SPACINGS: Final = (
    Spacing(1, 2, 2, 1), Spacing(0, 2, 2, 1), Spacing(0, 2, 1, 1), Spacing(0, 2, 1, 0),
    Spacing(0, 1, 1, 1), Spacing(0, 1, 1, 0),
)  # fmt: skip
"""In the order in which they give way."""


class LearnScreen(DrawnScreen[None]):
    """A panel a game; the arrows go through them, Enter begins."""

    app: TablesApp

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("game", "lesson"),
        Binding("enter,space", "begin", N_("begin"), key_display="Enter", id="play"),
        Binding("question_mark", "rules", N_("rules"), key_display="?", id="rules"),
        Binding("escape,q,Q", "leave", N_("home"), key_display="Esc", id="leave"),
    ]

    def __init__(self, game: str = "") -> None:
        """Begin with the next lesson of a game, or of the first that has one left; a guest sees this game's alone."""
        super().__init__()
        self._wanted = game
        self._lessons: dict[str, tuple[Lesson, ...]] = {}
        self._troubles: dict[str, str] = {}
        for key in [game] if self.app.owner is None else GAMES:
            try:
                found = lessons_of(key)
            except LessonError as error:
                self._troubles[key] = str(error)
                continue
            if found:
                self._lessons[key] = found
        self._reached: dict[str, dict[int, int | None]] = {}
        self._focus: tuple[str, int] | None = None

    def on_screen_resume(self) -> None:
        """Look at what is done by now, and offer what comes next; a lesson that was left stays in focus."""
        self._reached = {key: self.app.learnt.lessons(key) for key in self._lessons}
        if self._focus is None or self._done(*self._focus):
            self._focus = self._next()
        self._canvas_widget.look = self.app.look
        self._canvas_widget.redraw()

    def _next(self) -> tuple[str, int] | None:
        """Return the first lesson that is not done: of the game that is wanted or was in focus, else of all."""
        key = self._wanted if self._focus is None else self._focus[0]
        order = [key, *(other for other in self._lessons if other != key)] if key in self._lessons else self._lessons
        left = [(key, number) for key in order for number in self._numbers(key) if not self._done(key, number)]
        return left[0] if left else next(((key, 1) for key in order), None)

    def _numbers(self, key: str) -> range:
        return range(1, len(self._lessons[key]) + 1)

    def _done(self, key: str, number: int) -> bool:
        return self._reached[key].get(number, 0) is None

    @property
    def _small(self) -> bool:
        return self._columns < COLUMNS[0]

    @property
    def _columns(self) -> int:
        least = LEAST_PANEL + GAP
        return first_that_fits(COLUMNS, page_width(self.size.width) + GAP, lambda columns: least * columns)

    # Drawing

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        done = sum(self._done(key, number) for key in self._lessons for number in self._numbers(key))
        count = sum(map(len, self._lessons.values()))
        told = _("{done} of {count} lessons done", done=done, count=count)
        header(canvas, "Herrlof", _("Learn"), [(told, "dim", False)])
        widget.in_focus = self._focus
        if self._focus is None:
            text = " ".join(self._troubles.values()) or _("There are no lessons for these games.")
            paragraph(canvas, Rect(2, 2, canvas.width - 4, 3), 2, [(text, "dim", False)])
            return
        width = min(page_width(canvas.width), WIDEST)
        left = (canvas.width - width) // 2
        keys = [self._focus[0]] if self._small else list(self._lessons)
        columns = min(len(keys), self._columns)
        size = (width - GAP * (columns - 1)) // columns
        rows = [keys[first : first + columns] for first in range(0, len(keys), columns)]
        most = [max(len(self._lessons[key]) for key in row) for row in rows]
        region = canvas.height - 2 - STRIP
        spacing = first_that_fits(SPACINGS, region, lambda spacing: spacing.rows(most))
        step, top, bottom = spacing.step, 2 + spacing.above, canvas.height - STRIP - spacing.below
        heights = [step * lessons + spacing.edge for lessons in most]
        if self._small:
            self._draw_games(widget, canvas, Rect(left + 1, 1, width - 1, 1), self._focus[0])
        here = next(number for number, row in enumerate(rows) if self._focus[0] in row)
        begin, y = 0, top
        while begin < here and sum(heights[begin : here + 1]) + here - begin > bottom - top:
            begin += 1  # with games of others there is not room for all: those above give way
        for row, wanted in list(zip(rows, heights, strict=True))[begin:]:
            if (height := min(wanted, bottom - y)) < SMALLEST_PANEL:
                break
            for column, key in enumerate(row):
                self._draw_game(widget, canvas, Rect(left + column * (size + GAP), y, size, height), key, step)
            y += height + 1
        lesson = self._lessons[self._focus[0]][self._focus[1] - 1]
        strip(canvas, Rect(left, bottom, width, STRIP), [
            [(f"{_(lesson.title)}. ", "text", True), (_(lesson.teaches), "text", False)],
            [(self._what_enter_does(*self._focus), "dim", False)],
        ])  # fmt: skip

    def _draw_games(self, widget: DrawnWidget, canvas: Canvas, rect: Rect, shown: str) -> None:
        """Draw the names of the games beside each other, where the lessons of one alone have room."""
        titles = {title_of(key): key for key in self._lessons}
        here = list(self._lessons).index(shown)
        blocks = [
            Block([(title, "accent" if key == shown else "dim", key == shown)], drop=abs(place - here))
            for place, (title, key) in enumerate(titles.items())
        ]
        found = fitted_line(blocks, rect.width - 2)
        end = rect.x
        for left, parts in found:
            begin, end = rect.x + left, canvas.parts(rect.x + left, rect.y, parts)
            if (key := titles.get(parts[0][0], shown)) != shown:
                widget.places.append((Rect(begin, rect.y, end - begin, 1), (key, 1)))
        if len(found) < len(blocks):
            canvas.put(end + 1, rect.y, "…", "dim")

    def _draw_game(self, widget: DrawnWidget, canvas: Canvas, rect: Rect, key: str, step: int) -> None:
        lessons = self._lessons[key]
        inner = panel(canvas, rect, title_of(key))
        whole = _("{n} min", n=sum(lesson.minutes for lesson in lessons))
        canvas.put(rect.right - cell_len(whole) - 2, rect.y, f" {whole} ", "dim", "surface")
        room = (inner.height + step - 1) // step
        at = self._focus[1] if self._focus is not None and self._focus[0] == key else 1
        first = max(0, min(at - room // 2 - 1, len(lessons) - room))
        for number, lesson in list(enumerate(lessons, 1))[first : first + room]:
            y = inner.y + (number - 1 - first) * step + step - 1
            here = (key, number) == self._focus
            done = self._done(key, number)
            ground = "accent" if here else "surface"
            widget.places.append((Rect(rect.x, y, rect.width, 1), (key, number)))
            if here:
                canvas.fill(Rect(rect.x, y, rect.width, 1), ground)
                canvas.put(rect.x, y, "▸", "on", ground, True)
            if done:
                canvas.put(rect.x + 2, y, "✓", "on" if here else "good", ground, True)
            minutes = _("{n} min", n=lesson.minutes)
            end = canvas.right(rect.right - 1, y, [(minutes, "on" if here else "dim", False)], ground)
            canvas.put(rect.x + 4, y, str(number), "on" if here else "dim", ground)
            ink = "on" if here else "dim" if done else "text"
            canvas.put(rect.x + 7, y, cut(_(lesson.title), end - rect.x - 8), ink, ground, here)
            if number == first + room < len(lessons):
                canvas.put(rect.right - 1, y, "↓", "on" if here else "dim", ground)

    def _what_enter_does(self, key: str, number: int) -> str:
        step = self._reached[key].get(number, 0)
        if step is None:
            return _("Done. Enter plays it again; any order will do.")
        if step:
            return _("Begun: Enter goes on at step {step}. Any order will do.", step=step + 1)
        return _("Enter begins. Any order will do; this one builds up.")

    # Keys

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Look at the lesson that was clicked; begin one that was in focus."""
        if message.target == self._focus:
            self.action_begin()
        else:
            self._look(*message.target)

    def _look(self, key: str, number: int) -> None:
        self._focus = key, number
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def action_game(self, by: int) -> None:
        """Go to the lessons of the game beside, at the same height."""
        if self._focus is None:
            return
        keys = list(self._lessons)
        at = keys.index(self._focus[0])
        first = 0 if self._small else at - at % self._columns
        row = keys if self._small else keys[first : first + self._columns]
        key = row[(at - first + by) % len(row)]
        self._look(key, min(self._focus[1], len(self._lessons[key])))

    def action_lesson(self, by: int) -> None:
        """Go to the next lesson; after the last one of a game comes the first of the game below."""
        if self._focus is None:
            return
        keys = list(self._lessons)
        column = keys[keys.index(self._focus[0]) % self._columns :: self._columns]
        items = [(key, number) for key in column for number in self._numbers(key)]
        self._look(*items[(items.index(self._focus) + by) % len(items)])

    def action_begin(self) -> None:
        if self._focus is not None:
            self.app.begin_lesson(*self._focus)

    def action_rules(self) -> None:
        """Open the rules of the game in focus."""
        if self._focus is not None:
            self.app.open_page("rules", self._focus[0])

    def describe(self, action: str) -> str:
        """Name the page that a guest goes back to: it has no home here; and what Enter does with a lesson begun."""
        if action == "begin" and self._focus is not None and self._reached[self._focus[0]].get(self._focus[1]):
            return _("go on")
        return _("back") if action == "leave" and self.app.owner is None else ""

    def action_leave(self) -> None:
        """Go home."""
        self.dismiss()
