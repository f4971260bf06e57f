"""The first screen: the match to continue, the games, and the pages."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from herrlof import packages
from herrlof.game import CHANCE, NOBODY, Game
from herrlof.games import GAMES, all_keys, known, others, title_of
from herrlof.games.speech import number_word
from herrlof.messages import N_, _, ngettext, versus
from herrlof.records.listing import RecordSummary, score_text
from herrlof.records.names import Seat
from herrlof.tui.boards import TILES
from herrlof.tui.screens.once import OnceScreen
from herrlof.tui.theme import NONE
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.layout import WIDEST_PAGE

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp

PAGE = ":"
"""What is in focus and no game begins with this, which no key of a game has."""
CONTINUE = ":continue"
NARROWEST_TILE = 16


class _Told(NamedTuple):
    """What a tile says of a game."""

    title: str
    seats: str
    tagline: str = ""
    role: str = "dim"


class HomeScreen(OnceScreen[None]):
    """What can be done: arrows and Enter, a number for a game, a letter for a page."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", N_("choose"), key_display="← → ↑ ↓", id="left"),
        Binding("right", "step(1)", show=False, id="right"),
        Binding("up", "row(-1)", show=False, id="up"),
        Binding("down", "row(1)", show=False, id="down"),
        Binding("enter,space", "open", N_("open"), key_display="Enter", id="play"),
        *[Binding(str(digit), f"game({digit})", show=False) for digit in range(1, 10)],
        Binding("c,C", "pick('continue')", show=False, id="continue"),
        Binding("p,P", "pick('practise')", N_("practise"), show=False, id="practise"),
        Binding("n,N", "pick('new')", show=False),
        Binding("r,R,question_mark", "pick('rules')", N_("rules"), key_display="?", id="rules"),
        Binding("g,G", "pick('matches')", show=False, id="games"),
        Binding("f,F", "pick('fairness')", show=False, id="fairness"),
        Binding("o,O", "pick('settings')", show=False, id="settings"),
        Binding("t,T", "pick('theme')", N_("dark or light"), key_display="T", id="theme"),
        Binding("q,Q", "pick('quit')", show=False, id="leave"),
    ]

    def __init__(self) -> None:
        """Have no match to continue yet."""
        super().__init__()
        self._canvas_widget = DrawnWidget(self.app.look, self._draw)
        self._waiting: RecordSummary | None = None
        self._kept = 0
        self._left = False
        """Whether a match was left here that goes on, and nothing else was looked at since."""
        self._warning: str | None = None
        self._focus: str | None = None

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield self._canvas_widget
        yield KeyBar(self.app.look)

    def on_screen_resume(self) -> None:
        """Offer what is possible now."""
        self._waiting = self._unfinished()
        self._kept = self.app.storage.count()
        self._warning = self.app.storage.permission_warning()
        self._focus = CONTINUE if self._waiting is not None else self._items[0]
        self._left, self.app.left_unfinished = self.app.left_unfinished, False
        for widget in self.query(CanvasWidget):
            widget.look = self.app.look
            widget.redraw()
        self.refresh_bindings()

    def on_mount(self) -> None:
        """Look at the records themselves once all is drawn."""
        self.call_after_refresh(self.run_worker, self._check_finished)

    async def _check_finished(self) -> None:
        """Offer a match that was remembered as finished, and is not."""
        for mistaken in self.app.storage.mistakes():
            await sleep(0)
            if mistaken and self.is_current:
                self._waiting = self._unfinished()
                self._canvas_widget.redraw()

    def _unfinished(self) -> RecordSummary | None:
        """Return the match to continue: the one that was just left, or the newest in its file."""
        table = self.app.table
        if table is not None and not table.over:
            view = table.view(NOBODY)
            progress = table.game.progress(view.observation)
            return RecordSummary(
                table.path, "", game=table.game.key, seats=tuple(table.seats), options=table.options,
                scores=tuple(table.scores), progress=progress, next=view.mover, touched=datetime.now().timestamp(),
            )  # fmt: skip
        found = self.app.storage.newest_unfinished(trusting=True)
        return found if found is not None and found.game in GAMES else None

    # What there is

    @property
    def _games(self) -> list[str]:
        """The keys of all games; others' are imported when they come into focus."""
        return all_keys()

    @property
    def _pages(self) -> list[tuple[str, str, str]]:
        """The pages: what they are, the letter and the words."""
        kept = ngettext("{n} match kept", "{n} matches kept", self._kept) if self._kept else _("no match yet")
        return [
            ("practise", "P", _("Practise")),
            ("rules", "R", _("Rules")),
            ("matches", "G", kept),
            ("fairness", "F", _("Fair play")),
            ("settings", "O", _("Settings")),
            ("quit", "Q", _("Quit")),
        ]

    @property
    def _rows(self) -> list[list[str]]:
        """What can be in focus, row by row."""
        rows = [self._games, [PAGE + key for key, _letter, _words in self._pages]]
        return [[CONTINUE], *rows] if self._waiting is not None else rows

    @property
    def _items(self) -> list[str]:
        return [item for row in self._rows for item in row]

    @property
    def _game(self) -> str:
        """The game that the pages are about: the one in focus, else the one played last."""
        if self._focus in self._games:
            return str(self._focus)
        if self._focus == CONTINUE and self._waiting is not None:
            return self._waiting.game
        return self.app.settings.last if self.app.settings.last in self._games else self._games[0]

    # Drawing

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        if not self.is_current:
            return  # a table was asked for, or a page lies above
        width = min(canvas.width - 2 if canvas.width < 100 else canvas.width - 12, WIDEST_PAGE)
        left = (canvas.width - width) // 2
        tall = canvas.height >= 35
        small = canvas.height < 22 or width < 76 or self._tile(width)[1] < NARROWEST_TILE
        top = 0 if small else 1 if not tall else 4
        figures.big(canvas, left, top, "HERRLOF", "accent")
        number = len(self._games)
        motto = ngettext("one game, one keyboard", "{number} games, one keyboard", number, number=number_word(number))
        after = left + figures.big_width("HERRLOF") + 3
        if after + len(motto) <= canvas.width:
            canvas.put(after, top + 3, motto, "dim")
        y = top + 5
        if tall:
            canvas.put(left, y, "─" * width, "line")
            y += 2
        if self._waiting is not None and self._left:
            canvas.put(left, y - 1, _("The match is kept. C or Enter goes on with it."), "good")
        if self._waiting is not None:
            y = self._draw_continue(widget, canvas, Rect(left, y, width, 5 if tall else 2)) + (2 if tall else 1)
        y = (
            self._draw_list(widget, canvas, left, y, width)
            if small
            else self._draw_tiles(widget, canvas, left, y, width, tall)
        )
        self._draw_pages(widget, canvas, left, min(y + (1 if not tall else 2), canvas.height - 2), width)
        if self._warning is not None:
            for row, line in enumerate(wrapped([(f"! {self._warning}", "bad", False)], width, 2), canvas.height - 2):
                canvas.parts(left, row, line)

    def _draw_continue(self, widget: DrawnWidget, canvas: Canvas, rect: Rect) -> int:
        waiting = self._waiting
        assert waiting is not None
        here = self._focus == CONTINUE
        canvas.fill(rect, "raised" if here else "surface")
        ground = "raised" if here else "surface"
        widget.places.append((rect, CONTINUE))
        for y in range(rect.y, rect.bottom):
            canvas.put(rect.x, y, "▌" if here else " ", "accent", ground)
        y = rect.y + (1 if rect.height > 2 else 0)
        x = canvas.put(rect.x + 2, y, f"{'▸' if here else ' '} {_('Continue')}", "accent", ground, True)
        x = max(x + 3, rect.x + 16)
        game = GAMES[waiting.game]
        alone = waiting.people == 1
        names = versus(_("you") if alone and seat.bot is None else seat.name for seat in waiting.seats)
        when = moment(waiting.touched)
        end = rect.right - 2 - len(when)
        canvas.put(end, y, when, "dim", ground)
        at = canvas.put(
            x, y, cut(_("{game}, {players}", game=game.title, players=names), max(1, end - x - 1)), "text", ground, True
        )
        where = game.words.progress(waiting.progress, waiting.options)
        if where and at + 3 + len(where) + 2 < end:
            canvas.put(at + 3, y, where, "dim", ground)
        parts: list[Part] = []
        if waiting.scores:
            parts.append((score_text(waiting.scores), "text", False))
        if waiting.next is not None and waiting.next >= 0:
            parts.append((turn(waiting.seats, waiting.next, alone), "dim", False))
        elif waiting.next == CHANCE:
            parts.append((_("to be dealt"), "dim", False))
        for number, part in enumerate(parts):
            x = canvas.parts(x + 3 * bool(number), y + 1, [part], ground)
        return rect.bottom

    def _draw_tiles(self, widget: DrawnWidget, canvas: Canvas, left: int, y: int, width: int, tall: bool) -> int:
        games = self._games
        gap, size = self._tile(width)
        height = min(14, canvas.height - y - 6) if tall else max(7, min(11, canvas.height - y - 4))
        for number, key in enumerate(games):
            game = self._told(key)
            rect = Rect(left + number * (size + gap), y, size, height)
            here = self._focus == key
            ground = "raised" if here else "surface"
            canvas.fill(rect, ground)
            widget.places.append((rect, key))
            text_rows = 5 if tall else 4
            art = Rect(rect.x + 1, rect.y + 1, rect.width - 2, height - text_rows - 2)
            if known(key) is not None and key in TILES:
                TILES[key](canvas, art, ground)
            row = rect.bottom - text_rows - (1 if tall else 0)
            canvas.put(rect.x + 2, row, cut(game.title, size - 6), "accent" if here else "text", ground, True)
            canvas.put(rect.right - 3, row, str(number + 1), "accent", ground, True)
            canvas.put(rect.x + 2, row + 1, cut(game.seats, size - 3), "dim", ground)
            lines = wrapped([(game.tagline, game.role, False)], size - 3, 2)
            for line_y, line in enumerate(lines, row + (3 if tall else 2)):
                canvas.parts(rect.x + 2, line_y, line, ground)
            if here:
                canvas.put(rect.x, row, "▸", "accent", ground, True)
        return y + height

    def _tile(self, width: int) -> tuple[int, int]:
        """Return the gap between tiles and how wide one is."""
        columns, gap = max(4, len(self._games)), 4 if width >= 100 else 2
        return gap, (width - gap * (columns - 1)) // columns

    def _draw_list(self, widget: DrawnWidget, canvas: Canvas, left: int, y: int, width: int) -> int:
        games = [(key, self._told(key)) for key in self._games]
        column = 4 + max(11, min(20, 1 + max(cell_len(game.title) for _key, game in games)))
        rows = min(len(games), max(1, canvas.height - y - 4))
        first = max(0, self._games.index(self._game) - rows + 1)  # so that the game in focus is among them
        for number, (key, game) in list(enumerate(games))[first : first + rows]:
            here = self._focus == key
            ground = "raised" if here else "bg"
            rect = Rect(left, y + number - first, width, 1)
            canvas.fill(rect, ground)
            widget.places.append((rect, key))
            canvas.put(left, rect.y, "▸" if here else " ", "accent", ground, True)
            canvas.put(left + 2, rect.y, str(number + 1), "accent", ground, True)
            canvas.put(left + 4, rect.y, cut(game.title, column - 5), "text", ground, True)
            after = canvas.put(left + column, rect.y, cut(game.seats, width - column - 1), "dim", ground)
            at = max(after - left + 2, column + 13)
            canvas.put(left + at, rect.y, cut(game.tagline, width - at - 1), game.role, ground)
        return y + rows

    def _told(self, key: str) -> _Told:
        """Return what a tile says of a game: of another's, until it is asked for, no more than its key tells."""
        game = known(key)
        if game is not None:
            return _Told(game.title, players(game), _(game.tagline))
        entry = others()[key]
        if error := packages.problem(entry):
            return _Told(title_of(key), _("cannot be loaded"), error, "bad")
        return _Told(title_of(key), _("from {package}", package=entry.source))

    def _draw_pages(self, widget: DrawnWidget, canvas: Canvas, left: int, y: int, width: int) -> None:
        sizes = [cell_len(words) + 4 for _key, _letter, words in self._pages]
        gap = max(1, min(6, (width - sum(sizes)) // max(1, len(sizes) - 1)))
        x, right = left, left + width
        for (key, letter, words), size in zip(self._pages, sizes, strict=True):
            if x + size > right + 1:
                x, y = left, y + 1
            here = self._focus == PAGE + key
            widget.places.append((Rect(x, y, size, 1), PAGE + key))
            if here:
                canvas.put(x - 1, y, f"▸{letter}  {words} ", "on", "accent", True)
            else:
                canvas.put(x, y, letter, "accent", "bg", True)
                canvas.put(x + 3, y, words, "text")
            x += size + gap

    # Keys

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Open what was clicked."""
        self._focus = message.target
        self.action_open()

    def action_step(self, by: int) -> None:
        """Go along everything there is."""
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
        GAMES.get(item)  # another's is asked for now
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no other colours where there are none."""
        return not (parameters == ("theme",) and self.app.look.theme == NONE)

    def describe(self, action: str) -> str:
        """Name what Enter does."""
        if action == "open" and self._focus in GAMES:
            return _("a new game")
        return ""

    def action_open(self) -> None:
        """Open what is in focus."""
        if self._focus in self._games:
            self.app.new_game(str(self._focus))
        elif self._focus is not None:
            self.action_pick(self._focus[len(PAGE) :])

    def action_game(self, number: int) -> None:
        """Begin a new game of that number."""
        if number <= len(self._games):
            self.app.new_game(self._games[number - 1])

    def action_pick(self, what: str) -> None:
        """Do what a letter stands for."""
        match what:
            case "continue":
                if self._waiting is not None:
                    self.app.go_on(self._waiting)
            case "new":
                self.app.new_game(self._game)
            case "practise":
                self.app.practise(self._game)
            case "rules":
                self.app.show_rules(self._game)
            case "fairness":
                self.app.show_fairness()
            case "matches":
                self.app.show_matches()
            case "settings":
                self.app.show_settings()
            case "theme":
                self.app.next_theme()
            case "quit":
                self.app.leave()


def players(game: Game) -> str:
    """Return how many can play: `2–3 players`."""
    first, last = game.seats[0], game.seats[-1]
    if first == last:
        return ngettext("{n} player", "{n} players", first)
    return _("{first}–{last} players", first=first, last=last)


def turn(seats: Sequence[Seat], seat: int, alone: bool) -> str:
    """Return whose turn it is."""
    if seat >= len(seats):
        return ""
    return _("your turn") if alone and seats[seat].bot is None else _("{name} to move", name=seats[seat].name)


def moment(seconds: float) -> str:
    """Return a time of the past as people here say it: today 18:30, yesterday, or the date."""
    try:
        then = datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return ""
    today = datetime.now().date()
    if then.date() == today:
        return _("today {time}", time=f"{then:%H:%M}")
    return _("yesterday") if then.date() == today - timedelta(days=1) else f"{then:%Y-%m-%d}"
