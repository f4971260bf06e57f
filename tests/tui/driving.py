"""Drives the program in tests: prepared matches of any game, keys, clicks, and the terminal as it was written to.

    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), "Anna", "bot:random") as sitting:
        await sitting.press("g", "enter")
        assert "You led the green 4." in sitting.text()

The frame is read from a terminal that got nothing but the bytes which the program wrote, so that a cell that was not
repainted is seen as a person would see it. A name is a person; `bot:rules` is a bot, `Freya=bot:rules` one with a name.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from time import monotonic
from typing import Any, NamedTuple
from unittest.mock import patch

from pyte.screens import Char
from textual.css.stylesheet import Stylesheet
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import AppBlur, Key, MouseDown, MouseEvent, MouseUp
from textual.pilot import Pilot
from textual.widgets import Markdown

from herrlof.game import CHANCE, Game, Outcome, State
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import parse_card
from herrlof.games.herrlof.state import HerrlofState
from herrlof.records.journal import Journal
from herrlof.records.names import Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.table.connection import MomentKind
from herrlof.table.match import Match
from herrlof.table.resume import resumed
from herrlof.table.table import Table as GameTable
from herrlof.tui.app import HerrlofApp
from herrlof.tui.boards.board import Board
from herrlof.tui.input import Reader
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.tables import TablesApp
from herrlof.tui.theme import PALETTES
from herrlof.tui.widgets.canvas import Canvas
from tests.disks import FastDisk, step
from tests.games.herrlof.table import Table
from tests.tui.emulator import Screen, Stream

HERRLOF = GAMES["herrlof"]
BOT = "bot:"
SEED = bytes(range(32))
SLOWLY = 1000.0
"""A pace at which a pause is over at a key alone, however long a busy machine takes for what is done meanwhile."""


def rows_of(canvas: Canvas) -> list[str]:
    """Return the text of each row of a canvas."""
    return ["".join(segment.text for segment in canvas.strip(y)) for y in range(canvas.height)]


def stands(rows: Sequence[str], text: str) -> bool:
    """Whether a text stands on the screen, be it broken into lines below each other."""
    words = text.split()
    return any(
        _goes_on(rows, words, x, y, x)
        for y, row in enumerate(rows)
        for x in range(len(row))
        if row.startswith(words[0], x)
    )


def _goes_on(rows: Sequence[str], words: Sequence[str], x: int, y: int, left: int) -> bool:
    if not rows[y].startswith(words[0], x):
        return False
    if len(words) == 1:
        return True
    after = x + len(words[0])
    if rows[y].startswith(f" {words[1]}", after):
        return _goes_on(rows, words[1:], after + 1, y, left)
    below = rows[y + 1] if y + 1 < len(rows) else ""
    return any(_goes_on(rows, words[1:], begin, y + 1, begin) for begin in range(left + 1) if below[begin:].strip())


# Time


class Clock:
    """The time by which the table guards its questions and its curtain; it passes when a test lets it."""

    time = 1000.0

    def now(self) -> float:
        return self.time


CLOCK = Clock()


# The terminal


class Cell(NamedTuple):
    """A cell of the terminal. Colours are names of the palette where it has them, else as the terminal was told."""

    letter: str
    ink: str
    ground: str
    bold: bool
    reverse: bool

    @property
    def style(self) -> str:
        marks = ("!" if self.bold else "") + ("~" if self.reverse else "")
        return f"{self.ink}/{self.ground}{marks}"


HEX = re.compile("[0-9a-f]{6}")
GROUNDS = ("bg", "surface", "raised", "felt", "off", "accent", "back")
"""Names that are tried first for what lies behind a letter; others have the same colours."""
INKS = ("text", "dim", "accent", "good", "bad", "on", "line", "shadow", "weave")
"""Names that are tried first for letters."""


@cache
def colour_name(theme: str, colour: str, first: tuple[str, ...]) -> str:
    """Return the palette's name of a colour that the terminal was told, or that colour where it is none of them.

    The framework rounds: a channel may be off by one.
    """
    palette = PALETTES.get(theme, {})
    for name in (*first, *(name for name in palette if name not in first)):
        if HEX.fullmatch(colour) and palette.get(name, "").startswith("#"):
            pairs = zip(bytes.fromhex(colour), bytes.fromhex(palette[name][1:]), strict=True)
            if all(abs(one - other) < 2 for one, other in pairs):
                return name
    return colour


@cache
def cell_of(theme: str, char: Char) -> Cell:
    """Return a cell; a wide letter has a second one without a letter, a blank has no ink."""
    ground = colour_name(theme, char.bg, GROUNDS)
    if char.data in (" ", "") and not char.reverse:
        return Cell(char.data, "-", ground, False, False)
    return Cell(char.data, colour_name(theme, char.fg, (f"{ground}-ink", *INKS)), ground, char.bold, char.reverse)


class Terminal:
    """Reads what the program writes."""

    def __init__(self, columns: int, rows: int) -> None:
        self.written = 0
        """Bytes so far."""
        self.bells = 0
        self._all: list[str] = []
        self._pending: list[str] = []
        self._screen = Screen(columns, rows)
        self._stream = Stream(self._screen)

    def write(self, data: str) -> None:
        self.written += len(data.encode())
        self.bells += data == "\a"
        self._all.append(data)
        self._pending.append(data)

    def resize(self, columns: int, rows: int) -> None:
        """Become another size, blank; a window that keeps its size keeps what it shows."""
        if (columns, rows) == (self._screen.columns, self._screen.lines):
            return
        self._pending.clear()
        self._screen.resize(rows, columns)
        self._screen.reset()

    @property
    def everything(self) -> str:
        """All that was written."""
        return "".join(self._all)

    @property
    def screen(self) -> Screen:
        self._stream.feed("".join(self._pending))
        self._pending.clear()
        return self._screen

    def rows(self) -> list[str]:
        return [row.replace("\0", "") for row in self.screen.display]

    def cells(self, theme: str = "dark") -> list[list[Cell]]:
        """Return every cell, row by row."""
        screen = self.screen
        return [[cell_of(theme, screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


class TerminalDriver(HeadlessDriver):
    """A driver that writes to a terminal of the tests."""

    is_headless = False  # else the framework would render nothing for it
    terminal: Terminal

    def write(self, data: str) -> None:
        self.terminal.write(data)


# Matches


def seats_of(names: Sequence[str]) -> list[Seat]:
    found = []
    for text in names:
        name, _, bot = text.rpartition("=") if "=" in text else ("", "", text)
        found.append(Seat(name or bot[4:].title(), bot[4:]) if bot.startswith(BOT) else Seat(text))
    return found


def prepared(game: Game, start: State) -> Game:
    """Return the game, but every match of it starts at a given position."""

    class Prepared(type(game)):  # type: ignore[misc]
        def new_state(self, seats: int, **options: object) -> State:
            return start.clone()

    return Prepared()


def in_play(
    *hands: str,
    turned: str = "H",
    deck: str = "",
    predict: Sequence[int] | None = (1, 1, 1),
    dealer: int | None = None,
    moves: Sequence[str] = (),
    edition: str = "english",
    goal: int | None = None,
) -> Table:
    """Return a small round of Herrlof: these hands and no other card but the turned one and the deck; seat 0 leads.

    Without predictions the round is dealt, and the first seat is asked for its number.
    """
    seats = len(hands)
    size = len(hands[0].split())
    table = Table(seats, edition, goal, seats - 1 if dealer is None else dealer, size)
    table.state.cards = tuple(sorted(map(parse_card, " ".join((*hands, turned, deck)).split())))
    table.deal(hands, turned, deck)
    if predict is not None:
        table.predict(*predict[:seats])
    table.do(*moves)
    return table


WINNING = in_play("B8 G4 R7", "B2 G2 R8", dealer=0, moves=["1: play B2"])
"""The other seat has led, and the highest card is still to come."""
ROBBED = in_play(
    "B2 G4 R8 Y1", "B6 G9 Y2 Y9", dealer=0,
    moves=["1: play B6", "0: play B2", "1: steal 0", "blind G4", "1: return Y9", "1: play Y2"],
)  # fmt: skip
"""A 6 has taken the green 4 from the hand, and its gap stays for a moment."""


def scripted(table: Table, *drawn: str) -> HerrlofState:
    """Return the table's state with chance under control: these deals or blind draws, in order, then any."""
    queue = [tuple(map(parse_card, text.split())) for text in drawn]

    class Scripted(HerrlofState):
        __slots__ = ()

        def sample_chance(self, rng: Random) -> Outcome:
            if not queue:
                return HerrlofState.sample_chance(self, rng)
            return Outcome(self.chance_kind(), queue.pop(0))

    state: HerrlofState = Scripted.__new__(Scripted)
    for name in (name for kind in HerrlofState.__mro__ for name in getattr(kind, "__slots__", ())):
        setattr(state, name, getattr(table.state.clone(), name))
    return state


# The person


def seat_in_form(form: Any, number: int, who: str) -> None:
    """Say in the form who takes a seat: a person here or elsewhere, nobody, or the key of a bot."""
    people = ("person", "elsewhere", "nobody")
    form.query_one(f"#where{number}").value = who if who in people else "bot"
    if who not in people:
        form.query_one(f"#who{number}").value = who


class Sitting:
    """A person at the keyboard and the mouse, looking at the terminal."""

    def __init__(self, app: HerrlofApp, pilot: Pilot[None], terminal: Terminal) -> None:
        self.app = app
        self.pilot = pilot
        self.terminal = terminal

    # What there is

    @property
    def table(self) -> TableScreen:
        """The table, which may lie under another screen."""
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    @property
    def board(self) -> Board:
        return self.table.board

    @property
    def match(self) -> Match:
        return self.table.table._match

    def played(self) -> list[str]:
        """Return the moves of the match since it was sat down to, as `0: play B7`."""
        return [f"{move.by}: {move.do}" for move in self.match.moves]

    def showing(self, kind: type) -> bool:
        """Whether a screen of this kind is in front."""
        return isinstance(self.app.screen, kind)

    def lines(self) -> list[str]:
        return self.terminal.rows()

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines())

    def words(self) -> str:
        """Return what is on the screen, with line ends and runs of spaces dropped."""
        return " ".join(self.text().split())

    def cells(self) -> list[list[Cell]]:
        return self.terminal.cells(self.app.look.theme)

    def find(self, text: str) -> tuple[int, int]:
        """Return column and row of the first place where a text stands."""
        for y, line in enumerate(self.lines()):
            if (x := line.find(text)) >= 0:
                return x, y
        raise AssertionError(f"{text!r} isn't on the screen:\n{self.text()}")

    def row_of(self, text: str) -> str:
        return self.lines()[self.find(text)[1]]

    def style_of(self, text: str) -> str:
        """Return the style of the first letter of a text on the screen."""
        x, y = self.find(text)
        return self.cells()[y][x].style

    @property
    def curtain(self) -> str:
        """The name on the curtain, as it is spaced there; nothing if it is up."""
        rows = self.lines()
        for y, line in enumerate(rows[1:], 1):
            if "it's your turn" in line:
                return rows[y - 1].strip("╱╲ /\\").replace(" ", "")
        return ""

    # What happens

    async def calm(self) -> None:
        """Let every message be taken and every frame be drawn."""
        quiet = 0
        for _ in range(50_000):
            if self.app._exception is not None:
                raise self.app._exception
            if quiet == 2 or self.app._exit:
                return
            await asyncio.sleep(0)
            pumps: list[Any] = [self.app, *self.app.screen_stack]
            pumps += [child for screen in self.app.screen_stack for child in screen.walk_children()]
            busy = any(pump.message_queue_size or pump._next_callbacks for pump in pumps)
            busy = busy or self.app._resize_event is not None
            front = self.app.screen
            busy = busy or front._layout_required or bool(front._dirty_widgets) or bool(front._callbacks)
            busy = busy or any(text.lock.is_locked for text in front.query(Markdown))  # a thread reads its marks
            if busy:
                quiet = 0
                await asyncio.sleep(0.001)
            else:
                quiet += 1
        raise AssertionError("the program never comes to rest")

    @property
    def waiting(self) -> bool:
        """Whether the table passes over a pause by itself, or a bot thinks."""
        front = self.app.screen
        return isinstance(front, TableScreen) and (front.moment is None or front.moment.kind is MomentKind.PAUSE)

    async def settle(self) -> None:
        """Let everything happen that happens without a key; at a pace above 0 a pause is waited for by nobody."""
        await self.calm()
        for _ in range(5000):
            if self.app.pace or not self.waiting or self.app._exit:
                return
            await asyncio.sleep(0.001)
            await self.calm()
        raise AssertionError("the table never comes to rest")

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each when the table has come to rest."""
        for key in keys:
            await self.burst(key)
            await self.settle()

    async def burst(self, *keys: str) -> None:
        """Press keys faster than the program takes them, as from a stuck key or a paste."""
        for key in keys:
            self.app.post_message(Key(key, " " if key == "space" else key if len(key) == 1 else None))
        await self.calm()

    async def send(self, data: str) -> None:
        """Let a terminal send this, read as the program reads it."""
        reader = Reader(lambda: self.app.escape_patience, lambda: False)
        for event in reader.feed(data):
            self.app.post_message(event)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.burst(*text)

    def later(self, seconds: float) -> None:
        """Let time pass for the guards of questions and curtains."""
        CLOCK.time += seconds

    async def resize(self, width: int, height: int) -> None:
        self.terminal.resize(width, height)
        await self.pilot.resize_terminal(width, height)
        await self.settle()

    async def click(self, x: int, y: int) -> None:
        await self.clicks((x, y))
        await self.settle()

    async def clicks(self, *cells: tuple[int, int]) -> None:
        """Click cells, column and row, faster than the program takes it."""
        for x, y in cells:
            self._mouse(MouseDown, x, y)
            self._mouse(MouseUp, x, y)
        await self.calm()

    async def mouse(self, kind: type[MouseEvent], x: int, y: int) -> None:
        """Press the mouse's button, or let it go."""
        self._mouse(kind, x, y)
        await self.calm()

    def _mouse(self, kind: type[MouseEvent], x: int, y: int) -> None:
        self.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))

    async def click_text(self, text: str, offset: int = 0) -> None:
        """Click the first place where a text stands."""
        x, y = self.find(text)
        await self.click(x + offset, y)

    async def look_away(self) -> None:
        """Let another window have the focus."""
        self.app.post_message(AppBlur())
        await self.calm()

    async def until(self, condition: Callable[[], object], seconds: float = 20) -> None:
        """Wait for something that comes by itself."""
        end = monotonic() + seconds
        while not condition():
            assert monotonic() < end, self.text()
            await asyncio.sleep(0.002)
            await self.calm()

    async def see(self, words: str) -> None:
        """Wait until these words are on the screen."""
        await self.until(lambda: words in self.words())

    async def come(self) -> None:
        """Let who was told something in secret go, and open the curtain, if one has fallen."""
        if self.showing(TableScreen) and self.table.moment is not None and self.table.moment.kind is MomentKind.SHOW:
            self.later(1)
            await self.press("space")
        seat = self.board.scene.covered_for
        if seat is not None and seat >= 0 and self.showing(TableScreen):
            self.later(2)
            await self.press(str(seat + 1))


@asynccontextmanager
async def hall(
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    storage: Storage | None = None,
    table: Callable[[Storage], GameTable] | None = None,
    novice: bool = False,
    **more: Any,
) -> AsyncIterator[Sitting]:
    """Start the program at its home screen, or at a table.

    `more` are the flags that `HerrlofApp` takes. The pace is 0 without one. Who sits there has won a match of every
    game, but for a `novice`.
    """
    storage = storage or Storage(disk=FastDisk())
    for key in () if novice else GAMES:
        storage.note_won(key)
    if settings is not None:
        assert storage.settings.save(settings) is None
    more.setdefault("pace", 0)

    def make() -> HerrlofApp:
        app = HerrlofApp(storage=storage, **more)
        if table is not None:
            app.get_default_screen = lambda: app.begin_at(table(storage))  # type: ignore[method-assign]
        return app

    async with shown(make, size) as sitting:
        yield sitting


@asynccontextmanager
async def shown(make: Callable[[], TablesApp], size: tuple[int, int] = (80, 24)) -> AsyncIterator[Sitting]:
    """Start an app on a terminal."""
    terminal = Terminal(*size)

    class Driver(TerminalDriver):
        pass

    Driver.terminal = terminal
    with (
        patch("textual.drivers.headless_driver.HeadlessDriver", Driver),
        patch.object(TablesApp, "_follow_the_terminal", lambda app: None),  # the tests' own is none
        patch.object(Stylesheet, "_parse_rules", parsed_once),
        patch("textual.screen.UPDATE_PERIOD", 0.001),  # else every key waits for the next of 60 frames a second
    ):
        app = make()
        async with app.run_test(size=size) as pilot:
            sitting = Sitting(app, pilot, terminal)
            await sitting.settle()
            yield sitting


PARSED: dict[Any, Any] = {}
parse_rules = Stylesheet._parse_rules


def parsed_once(sheet: Stylesheet, *args: Any, **more: Any) -> Any:
    """Parse a style sheet, or take what it was for an app before."""
    key = (tuple(sheet._variables.items()), args, tuple(more.items()))
    if key not in PARSED:
        PARSED[key] = parse_rules(sheet, *args, **more)
    return PARSED[key]


@asynccontextmanager
async def at_table(
    start: State | Table, *names: str, game: Game = HERRLOF, options: dict[str, Any] | None = None, **more: Any
) -> AsyncIterator[Sitting]:
    """Sit down to a match that begins at a prepared position."""
    state: Any = start.state if isinstance(start, Table) else start
    if isinstance(state, HerrlofState):
        options = {"edition": state.edition, "goal": state.goal, **(options or {})}

    def table(storage: Storage) -> GameTable:
        journal = storage.new_journal()
        seed = {"seed": SEED} if game.chance else {}
        match = Match(prepared(game, state), seats_of(names), journal=journal, **seed, **(options or {}))
        return GameTable(match, journal=journal)

    async with hall(table=table, **more) as sitting:
        yield sitting


@asynccontextmanager
async def new_match(
    game: str, *names: str, options: dict[str, Any] | None = None, moves: int = 0, **more: Any
) -> AsyncIterator[Sitting]:
    """Sit down to a match from its beginning, or after so many moves: its record can be taken up again."""

    def table(storage: Storage) -> GameTable:
        return GameTable.resume(storage, kept(storage, game, *names, moves=moves, options=options))

    async with hall(table=table, **more) as sitting:
        yield sitting


def given_up(storage: Storage, game: str) -> Any:
    """Return the file of a match that the bot has given up, after which the power went, before its last line."""
    path = kept(storage, game, "Anna", "bot:random", moves=30)
    journal = Journal.open(path)
    resumed(journal).end(1)
    journal.close()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    return path


def kept(
    storage: Storage,
    game: str,
    *names: str,
    moves: int | None = None,
    options: dict[str, Any] | None = None,
    seed: int = 1,
) -> Any:
    """Play a match at random into a file, to its end or for so many moves, and return the file's path."""
    journal = storage.new_journal()
    match = Match(
        GAMES[game],
        seats_of(names),
        journal=journal,
        **({"seed": SEED} if GAMES[game].chance else {}),
        **(options or {}),
    )
    rng = Random(seed)
    while not match.over and (moves is None or len(match.moves) < moves):
        step(match, rng)
    journal.close()
    return journal.path


def states(state: State, rng: Random) -> Iterator[State]:
    """Yield the positions of a random match, the same object every time."""
    while state.current_player() >= CHANCE:
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(rng.choice(state.legal_actions()))
        yield state
