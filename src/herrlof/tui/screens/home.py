"""The first screen: the match to continue, the games, and the pages."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.events import Resize

from herrlof import packages
from herrlof.game import CHANCE, Game
from herrlof.games import GAMES, all_keys, known, lesson_files, others, title_of
from herrlof.games.speech import number_word
from herrlof.menu import BY_KEY, PAGES, Page, first_page
from herrlof.messages import N_, _, emphasis, ngettext, versus
from herrlof.options import complete_options
from herrlof.records.listing import score_text
from herrlof.records.names import Seat
from herrlof.tui.boards import TILES
from herrlof.tui.screens.base_screen import WIDEST_PAGE, arrows, page_width, rows_above
from herrlof.tui.screens.drawn_screen import DrawnScreen
from herrlof.tui.screens.overview import Overview
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.fitting import Block, first_that_fits, fitted_line, gap_for

if TYPE_CHECKING:
    from herrlof.coach.ladder import Ladder
    from herrlof.tui.app import HerrlofApp

PAGE = ":"
"""What is in focus and no game begins with this, which no key of a game has."""
CONTINUE = ":continue"
INVITATION = ":invitation"
FIRST_ROWS = {"continue": CONTINUE, "lessons": INVITATION}
"""Pages that have a row above the games while they are the first one."""
"""What is in the first row: the match that waits, or at a first start the lessons."""
NARROWEST_TILE = 17
TEXT_ROWS = 5
"""The rows of a tile that are written: its game, for how many it is, its ladder, and two of what it is about."""
COLUMNS = 4
RULES = "rules"
SHOWN = [page for page in PAGES if not (page.tiled or page.waiting)]
"""The pages in two rows."""
IN_BAR = [page for page in PAGES if page.tiled and not page.of_game]
"""What has neither a row nor a tile: the last row names it."""


class _HomeLayout(NamedTuple):
    """Where everything stands, by the size of the window."""

    meant: int
    """The rows above the keys that it fills."""
    name: int
    rule: int
    """0: there is none."""
    first: int
    first_rows: int
    games: int
    tile: int
    """The rows of a tile; 0: the games are a list."""
    panels: int
    """Where a wide window has panels; 0: nowhere."""
    pages: tuple[int, int]
    states: bool
    """Whether pages have a line of state."""

    def in_middle(self, rows: int, games: int) -> _HomeLayout:
        """Return it for a canvas with so many rows, and for so many games: in the middle where they are more."""
        last = max(self.pages[0], self.games + (self.tile or games) + 1) + self.pages[1] - self.pages[0] + self.states
        by = rows_above(rows, last + 1, self.meant)
        return self._replace(
            name=self.name + by,
            rule=self.rule and self.rule + by,
            first=self.first + by,
            games=self.games + by,
            panels=self.panels and self.panels + by,
            pages=(self.pages[0] + by, self.pages[1] + by),
        )


LAYOUTS = (
    (45, _HomeLayout(49, 2, 7, 9, 5, 15, 15, 31, (41, 44), True)),
    (38, _HomeLayout(39, 2, 7, 9, 5, 16, 14, 0, (32, 35), True)),
    (28, _HomeLayout(29, 1, 0, 6, 4, 11, 11, 0, (23, 26), True)),
    (22, _HomeLayout(23, 1, 0, 6, 2, 9, 10, 0, (20, 21), False)),
)
"""By the rows that a window has at least."""
SMALL = _HomeLayout(19, 0, 0, 5, 2, 8, 0, 0, (13, 15), False)


def _letter(page: Page) -> Binding:
    """Return what opens a page; the rules have the key that they have everywhere, too, and it always has room."""
    keys, name = f"{page.letter.lower()},{page.letter}", page.binding or page.key
    if page.key == RULES:
        return Binding(f"{keys},question_mark", RULES, N_("rules"), key_display="?", id=name)
    pick, told = f"pick('{page.key}')", page.title
    if page in IN_BAR:
        return Binding(keys, pick, told, key_display=page.letter, id=name)
    return Binding(keys, pick, show=False, tooltip=told, key_display=page.letter, id=name)


class HomeScreen(DrawnScreen[None]):
    """What can be done: arrows and Enter, a number for a game, a letter for a page."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("step", "row"),
        Binding("enter,space", "open", N_("open"), key_display="Enter", id="play"),
        Binding("1", "game(1)", N_("a new game")),
        *[Binding(str(digit), f"game({digit})", show=False) for digit in range(2, 10)],
        *[_letter(page) for page in PAGES if page not in IN_BAR],
        Binding("t,T", "theme", N_("dark or light"), key_display="T", id="theme"),
        Binding("q,Q", "leave", N_("quit"), key_display="Q", id="leave"),
        *map(_letter, IN_BAR),
    ]

    def __init__(self) -> None:
        """Have no match to continue yet."""
        super().__init__()
        self._overview = Overview(self.app.storage)
        self._looked_at = ""
        """The game that was in focus last."""
        self._left = False
        """Whether a match was left here that goes on, and nothing else was looked at since."""
        self._focus: str | None = None

    def on_screen_resume(self) -> None:
        """Offer what is possible now."""
        self._overview.look(self.app.table)
        self.call_after_refresh(self._read_last)
        self.call_after_refresh(self.run_worker, self._look_for_wins, exclusive=True, group="wins")
        self._focus, self._looked_at = self._first_row, ""
        if self._focus is None:
            self._focus = self._game
        self._left, self.app.left_unfinished = self.app.left_unfinished, False
        for widget in self.query(CanvasWidget):
            widget.look = self.app.look
            widget.redraw()
        self.refresh_bindings()

    def on_mount(self) -> None:
        """Look at the records themselves once all is drawn."""
        self.call_after_refresh(self.run_worker, self._check_finished)

    def _read_last(self) -> None:
        """Read what a large window tells of the matches, once all else is drawn."""
        width, layout = self._window_layout(*self._canvas_widget.size)
        if layout.panels and width == WIDEST_PAGE:
            self._overview.read_last()
            self._canvas_widget.redraw()
        if layout.states and self._overview.kept:
            self.call_after_refresh(self.run_worker, self._count, exclusive=True, group="statistics")

    async def _count(self) -> None:
        await self._overview.count()
        self._canvas_widget.redraw()

    def on_resize(self, event: Resize) -> None:
        """Tell what a window that has become large has room for."""
        if not self._overview.whole:
            self.call_after_refresh(self._read_last)

    async def _check_finished(self) -> None:
        """Offer a match that was remembered as finished, and is not."""
        for mistaken in self.app.storage.check_finished():
            await sleep(0)
            if mistaken and self.is_current:
                self._overview.find_waiting(self.app.table)
                self._canvas_widget.redraw()

    async def _look_for_wins(self) -> None:
        """Name the opponent that is due once the new records were looked at."""
        for won in self.app.storage.look_for_wins():
            await sleep(0)
            if won:
                self._canvas_widget.redraw()
        if not (self._overview.kept or self._window_layout(*self._canvas_widget.size)[1].rule):
            return  # a first look in a small window waits for no bots
        if self._overview.climb():
            self._canvas_widget.redraw()

    # What there is

    @property
    def _games(self) -> list[str]:
        """The keys of all games; others' are imported when they come into focus."""
        return all_keys()

    def _below(self, page: Page) -> str:
        """Return what stands below a page where there is room: how it stands there, if anything can be told of it."""
        number = len(self._games)
        match page.key:
            case "lessons":
                count = sum(len(lesson_files(key)) for key in GAMES)
                return _("{done} of {count} lessons done", done=self._overview.learnt, count=count)
            case "quick":
                return self._opponent
            case "matches" if self._overview.kept:
                return ngettext("{n} match kept", "{n} matches kept", self._overview.kept)
            case "statistics" if (found := self._overview.won())[1]:
                return _("{won} of {n} won", won=found[0], n=found[1])
            case "rules":
                return ngettext("of one game", "of {number} games", number, number=number_word(number))
        return _(page.below) if page.below else ""

    @property
    def _opponent(self) -> str:
        """Who a quick game of the game in focus is played against."""
        from herrlof.bots import bot_kind

        if known(self._game) is None:
            return title_of(self._game)
        bot = bot_kind(self._game, self.app.opponent(self._game, look=False))
        return _("{game} against {bot}", game=title_of(self._game), bot=bot.title)

    @property
    def _first_row(self) -> str | None:
        """What the first row offers; None: the games are first."""
        return FIRST_ROWS.get(
            first_page(self._overview.waiting is not None, self._overview.kept, self._overview.learnt)
        )

    @property
    def _rows(self) -> list[list[str]]:
        """What can be in focus, row by row."""
        pages = [PAGE + page.key for page in SHOWN]
        half = -(-len(pages) // 2)
        rows = [self._games, pages[:half], pages[half:]]
        return rows if self._first_row is None else [[self._first_row], *rows]

    @property
    def _items(self) -> list[str]:
        return [item for row in self._rows for item in row]

    @property
    def _game(self) -> str:
        """The game that the pages are about: the one in focus, or in focus before a page, else the one played last."""
        if self._focus in self._games:
            return str(self._focus)
        if self._focus == CONTINUE and self._overview.waiting is not None:
            return self._overview.waiting.game
        if self._looked_at:
            return self._looked_at
        return self.app.settings.last if self.app.settings.last in self._games else self._games[0]

    # Drawing

    def _window_layout(self, columns: int, rows: int) -> tuple[int, _HomeLayout]:
        """Return how wide the page is in a window, and where everything stands."""
        width = page_width(columns)
        small = self._tile(width)[1] < NARROWEST_TILE
        layout = next((layout for least, layout in LAYOUTS if rows >= least and not small), SMALL)
        return width, layout.in_middle(rows, len(self._games))

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        if not self.is_current:
            return  # a table was asked for, or a page lies above
        widget.in_focus = self._focus
        width, layout = self._window_layout(canvas.width, canvas.height)
        left = (canvas.width - width) // 2
        end = figures.big(canvas, left, layout.name, "HERRLOF", "accent")
        number = len([key for key in self._games if key not in others()])
        motto = ngettext("one game from the north", "{number} games from the north", number, number=number_word(number))
        if end + 3 + len(motto) <= canvas.width:
            canvas.put(end + 3, layout.name + (1 if canvas.look.ascii else 3), motto, "dim")
        if layout.rule:
            canvas.put(left, layout.rule, "─" * width, "line")
        if self._overview.waiting is not None and self._left:
            canvas.put(left, layout.first - 1, _("The match is kept. C or Enter continues it."), "good")
        first = Rect(left, layout.first, width, layout.first_rows)
        if self._first_row == CONTINUE:
            self._draw_continue(widget, canvas, first)
        elif self._first_row == INVITATION:
            self._draw_invitation(widget, canvas, first)
        games = layout.first if self._first_row is None else layout.games
        if layout.tile:
            self._draw_tiles(widget, canvas, Rect(left, games, width, layout.tile), layout.rule > 0)
            end = games + layout.tile
        else:
            end = self._draw_list(widget, canvas, left, games, width)
        if layout.panels and width == WIDEST_PAGE and self._first_row != INVITATION:
            self._overview.draw(canvas, Rect(left, layout.panels, width, 9), self._game)
        self._draw_pages(widget, canvas, Rect(left, max(layout.pages[0], end + 1), width, 4), layout)
        if self._overview.warning is not None:
            for row, line in enumerate(
                wrapped([(f"! {self._overview.warning}", "bad", False)], width, 2), canvas.height - 2
            ):
                canvas.parts(left, row, line)

    def _draw_first(self, widget: DrawnWidget, canvas: Canvas, rect: Rect, what: str) -> tuple[int, int, str]:
        """Draw the ground of the first row and what it is; return where its text begins, and its ground."""
        here = self._focus == self._first_row
        ground = "raised" if here else "surface"
        canvas.fill(rect, ground)
        widget.places.append((rect, self._first_row))
        for y in range(rect.y, rect.bottom):
            canvas.put(rect.x, y, "▌" if here else " ", "accent", ground)
        y = rect.y + (rect.height - 2) // 2  # two rows in the middle
        canvas.put(rect.x + 2, y, "▸" if here else " ", "accent", ground, True)
        x = canvas.put(rect.x + 4, y, what, "accent", ground, True)
        return max(x + 3, rect.x + 16), y, ground

    def _draw_invitation(self, widget: DrawnWidget, canvas: Canvas, rect: Rect) -> None:
        """Offer the lessons of the first game that has some."""
        x, y, ground = self._draw_first(widget, canvas, rect, _("Learn"))
        first = next(key for key in GAMES if lesson_files(key))
        asks, offers = emphasis("Never played here?| Learn {game} at the table.", game=title_of(first))
        more = ngettext("{n} lesson of a few minutes.", "{n} lessons of a few minutes.", len(lesson_files(first)))
        number = min(9, len(self._games))
        knows = _("Know it already? P deals at once; 1 to {number} set up a match.", number=number)
        rows: list[list[Part]] = [[(asks, "text", True)], [(offers, "text", False)]]
        if cell_len(asks) + cell_len(offers) + x < rect.right - 2:
            rows = [[(asks, "text", True), (f" {offers}", "text", False)], [(more, "dim", False)]]
        rows.append([(knows, "dim", False)])
        for row, parts in enumerate(rows[: rect.height - 2 * (y - rect.y)], y):
            line = wrapped(parts, rect.right - x - 1, 1)
            canvas.parts(x, row, line[0], ground)

    def _draw_continue(self, widget: DrawnWidget, canvas: Canvas, rect: Rect) -> None:
        waiting = self._overview.waiting
        assert waiting is not None
        x, y, ground = self._draw_first(widget, canvas, rect, _("Continue"))
        game = GAMES[waiting.game]
        alone = waiting.people == 1
        names = versus(_("you") if alone and seat.bot is None else seat.name for seat in waiting.seats)
        when = waiting.moment()
        end = rect.right - 2 - len(when)
        canvas.put(end, y, when, "dim", ground)
        at = canvas.put(
            x, y, cut(_("{game}, {players}", game=game.title, players=names), max(1, end - x - 1)), "text", ground, True
        )
        where = game.words.progress(waiting.progress, waiting.options)
        rest: list[Block] = []
        if at + 3 + cell_len(where) + 2 < end:
            canvas.put(at + 3, y, where, "dim", ground)
        else:
            rest.append(Block([(where, "dim", False)]))
        if waiting.scores:
            target = game.words.target(complete_options(game, len(waiting.seats), waiting.options))
            rest.append(Block([(score_text(waiting.scores), "text", False)]))
            rest.append(Block([(target, "dim", False)], drop=2, joins=True))
        if waiting.next is not None and waiting.next >= 0:
            rest.append(Block([(turn(waiting.seats, waiting.next, alone), "dim", False)], drop=1))
        elif waiting.next == CHANCE:
            rest.append(Block([(_("to be dealt"), "dim", False)], drop=1))
        for left, parts in fitted_line(rest, rect.right - 1 - x):
            canvas.parts(x + left, y + 1, parts, ground)

    def _draw_tiles(self, widget: DrawnWidget, canvas: Canvas, region: Rect, tall: bool) -> None:
        gap, size = self._tile(region.width)
        for number, key in enumerate(self._games):
            seats, tagline = self._told(key)
            rect = Rect(region.x + number * (size + gap), region.y, size, region.height)
            here = self._focus == key
            ground = "raised" if here else "surface"
            canvas.fill(rect, ground)
            widget.places.append((rect, key))
            free = int(tall)  # rows above what is written, and below it
            art = Rect(rect.x + 1, rect.y + 1, rect.width - 2, rect.height - TEXT_ROWS - 1 - free)
            if known(key) is not None and key in TILES:
                TILES[key](canvas, art, ground)
            row = rect.bottom - TEXT_ROWS - free
            canvas.put(rect.x + 2, row, cut(title_of(key), size - 6), "accent" if here else "text", ground, True)
            canvas.put(rect.right - 3, row, str(number + 1), "accent", ground, True)
            canvas.put(rect.x + 2, row + 1, cut(seats, size - 3), "dim", ground)
            if key in self._overview.ladders and len(self._overview.ladders[key].levels) < size - 4:
                self._draw_ladder(canvas, Rect(rect.x + 2, row + 2, size - 3, 1), self._overview.ladders[key], ground)
            lines = wrapped([tagline], size - 3, 2)
            for line_y, line in enumerate(lines, row + 3):
                canvas.parts(rect.x + 2, line_y, line, ground)
            if here:
                canvas.put(rect.x, row, "▸", "accent", ground, True)

    @staticmethod
    def _draw_ladder(canvas: Canvas, rect: Rect, ladder: Ladder, ground: str) -> None:
        """Draw a stroke a level, filled where it was beaten, or how many were; who is next, where that fits whole."""
        x, count = rect.x, len(ladder.levels)
        if count + 1 + cell_len(ladder.due) > rect.width:
            told = _("{done} of {count}", done=sum(ladder.beaten), count=count)
            x = canvas.put(x, rect.y, told, "dim", ground)
            if x + 1 + cell_len(ladder.due) > rect.right:
                return
        for beaten in ladder.beaten if x == rect.x else ():
            x = canvas.put(x, rect.y, "▄" if beaten else "▁", "accent" if beaten else "line", ground)
        canvas.put(x + 1, rect.y, cut(ladder.due, rect.right - x - 1), "dim", ground)

    def _tile(self, width: int) -> tuple[int, int]:
        """Return the gap between tiles and how wide one is."""
        columns = max(COLUMNS, len(self._games))
        gap = gap_for([NARROWEST_TILE + 4] * columns, width, (4, 2))
        return gap, (width - gap * (columns - 1)) // columns

    def _draw_list(self, widget: DrawnWidget, canvas: Canvas, left: int, y: int, width: int) -> int:
        games = self._games
        column = 4 + max(11, min(20, 1 + max(cell_len(title_of(key)) for key in games)))
        rows = min(len(games), max(1, canvas.height - y - 4))
        first = max(0, games.index(self._game) - rows + 1)  # so that the game in focus is among them
        for number, key in list(enumerate(games))[first : first + rows]:
            seats, (tagline, role, _bold) = self._told(key)
            here = self._focus == key
            ground = "raised" if here else "bg"
            rect = Rect(left, y + number - first, width, 1)
            canvas.fill(rect, ground)
            widget.places.append((rect, key))
            canvas.put(left, rect.y, "▸" if here else " ", "accent", ground, True)
            canvas.put(left + 2, rect.y, str(number + 1), "accent", ground, True)
            canvas.put(left + 4, rect.y, cut(title_of(key), column - 5), "text", ground, True)
            after = canvas.put(left + column, rect.y, cut(seats, width - column - 1), "dim", ground)
            at = max(after - left + 2, column + 13)
            ladder = self._overview.ladders.get(key)
            if ladder is not None and (any(ladder.beaten) or (here and self._overview.kept)):
                self._draw_ladder(canvas, Rect(left + at, rect.y, width - at - 1, 1), ladder, ground)
            else:
                canvas.put(left + at, rect.y, cut(tagline, width - at - 1), role, ground)
        return y + rows

    def _told(self, key: str) -> tuple[str, Part]:
        """Return for how many a game is, and its tagline: of another's, until it is asked for, where it comes from."""
        game = known(key)
        if game is not None:
            return players(game), (_(game.tagline), "dim", False)
        entry = others()[key]
        if error := packages.problem(entry):
            return _("can't be loaded"), (error, "bad", False)
        return _("from {package}", package=entry.source), ("", "dim", False)

    def _draw_pages(self, widget: DrawnWidget, canvas: Canvas, rect: Rect, layout: _HomeLayout) -> None:
        """Draw the pages in two rows, in the columns of the games where those are tiles and as many."""
        half = -(-len(SHOWN) // 2)
        rows, inset, step = [SHOWN[:half], SHOWN[half:]], 3, rect.width
        if layout.tile:
            step = (rect.width + self._tile(rect.width)[0]) // max(COLUMNS, half)
            columns = [rect.x + step * number for number in range(half)]
        else:
            widths = [
                max(cell_len(_(row[number].title)) for row in rows if number < len(row)) for number in range(half)
            ]
            spaces = ((3, 3), (3, 1), (2, 1))
            inset, gap = first_that_fits(
                spaces, rect.width - 2, lambda space: sum(widths) + half * sum(space) - space[1]
            )
            columns = [rect.x + 2 + sum(widths[:number]) + number * (inset + gap) for number in range(half)]
        for y, row in zip((rect.y, rect.y + layout.pages[1] - layout.pages[0]), rows, strict=True):
            for x, page in zip(columns, row, strict=False):
                letter, name, item = page.letter, _(page.title), PAGE + page.key
                here = self._focus == item
                room = min(rect.right - x, step)
                widget.places.append((Rect(x, y, min(room, inset + cell_len(name) + 1), 1), item))
                if here:
                    canvas.put(x - 1, y, cut(f"▸{letter}{' ' * (inset - 1)}{name} ", room), "on", "accent", True)
                else:
                    canvas.put(x, y, letter, "accent", "bg", True)
                    canvas.put(x + inset, y, cut(name, room - inset), "text")
                if layout.states:
                    width = min(rect.width // max(COLUMNS, half) - 4, room - 3)
                    canvas.put(x + 3, y + 1, cut(self._below(page), width), "dim")

    # Keys

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Open what was clicked."""
        self._focus = message.target
        self.action_open()

    def action_step(self, by: int) -> None:
        items = self._items
        place = items.index(self._focus) if self._focus in items else 0
        self._look(items[(place + by) % len(items)])

    def action_row(self, by: int) -> None:
        """Go to the row above or below."""
        rows = self._rows
        place = next((number for number, row in enumerate(rows) if self._focus in row), 0)
        row = rows[(place + by) % len(rows)]
        self._look(self._game if self._game in row else row[0])

    def _look(self, item: str) -> None:
        self._focus, self._left = item, False
        self._looked_at = item if item in self._games else self._looked_at
        GAMES.load(item)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no other colours where there are none, and no match to continue where none waits."""
        if action == "pick" and BY_KEY[str(parameters[0])].waiting:
            return self._overview.waiting is not None
        return action != "theme" or self.app.has_themes

    def describe(self, action: str) -> str | tuple[str, str]:
        """Name what Enter does, and the numbers of the games."""
        if action == "game(1)":
            return f"1-{min(9, len(self._games))}", _("a new game")
        if action == "open" and self._focus == INVITATION:
            return _("begin")
        if action == "open" and self._focus == CONTINUE:
            return _("go on")
        return _("a new game") if action == "open" and self._focus in GAMES else ""

    def action_open(self) -> None:
        if self._focus in self._games:
            self.app.open_page("new", str(self._focus))
        elif self._focus == INVITATION:
            self.app.open_page("lessons")
            self.app.begin_lesson(next(key for key in GAMES if lesson_files(key)), 1)
        elif self._focus is not None:
            self.action_pick(self._focus[len(PAGE) :])

    def action_game(self, number: int) -> None:
        """Begin a new game of that number."""
        if number <= len(self._games):
            self.app.open_page("new", self._games[number - 1])

    def action_pick(self, key: str) -> None:
        """Open the page that a letter stands for."""
        if not BY_KEY[key].waiting:
            self.app.open_page(key, self._game)
        elif self._overview.waiting is not None:
            self.app.go_on(self._overview.waiting)

    def action_theme(self) -> None:
        """Draw in other colours."""
        self.app.next_theme()

    def action_rules(self) -> None:
        """Open the rules of the game in focus, or of the one played last."""
        self.action_pick(RULES)

    def action_leave(self) -> None:
        """Leave the program."""
        self.app.leave()


def players(game: Game) -> str:
    """Return how many can play: `2–3 players`."""
    first, last = game.seats[0], game.seats[-1]
    if first == last:
        return ngettext("{n} player", "{n} players", first)
    return _("{first}–{last} players", first=first, last=last)


def turn(seats: Sequence[Seat], seat: int, alone: bool) -> str:
    if seat >= len(seats):
        return ""
    return _("your turn") if alone and seats[seat].bot is None else _("{name} to move", name=seats[seat].name)
