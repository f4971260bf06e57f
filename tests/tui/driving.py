"""Drives the table in tests: matches from prepared positions, keys, clicks, and the frame as it is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from unittest.mock import patch

from rich.segment import Segment
from textual.events import Key
from textual.pilot import Pilot
from textual.strip import Strip

from herrlof.game import CHANCE, Outcome
from herrlof.games.herrlof import Herrlof
from herrlof.games.herrlof.cards import parse_card
from herrlof.games.herrlof.state import HerrlofState
from herrlof.records.settings import Settings
from herrlof.table.match import Match, Seat, Sink
from herrlof.tui.app import HerrlofApp
from herrlof.tui.screens.table import ENTER_GUARD, TableScreen
from tests.games.herrlof.table import Table

NAMES = ("Anna", "Ben", "Cleo")
BOT = "bot:"


class Prepared(Herrlof):
    """Herrlof, but every match of it starts at a given position."""

    def __init__(self, start: HerrlofState) -> None:
        self._start = start

    def new_state(self, seats: int = 2, **options: object) -> HerrlofState:
        return self._start.clone()


def seats_of(names: Sequence[str]) -> list[Seat]:
    """Return seats for names; `bot:rules` or `Freya=bot:rules` is a bot."""
    found = []
    for text in names:
        name, _, bot = text.rpartition("=") if "=" in text else ("", "", text)
        found.append(Seat(name or bot[4:].title(), bot[4:]) if bot.startswith(BOT) else Seat(text))
    return found


def new_match(start: HerrlofState, names: Sequence[str] = NAMES, journal: Sink | None = None) -> Match:
    """Return a match at this position; all its chance is fixed."""
    return Match(
        Prepared(start),
        seats_of(names[: start.seats]),
        seed=bytes(range(32)),
        journal=journal,
        edition=start.edition,
        goal=start.goal,
    )


def true_state(match: Match) -> HerrlofState:
    """Return the referee's state, which only tests may look at."""
    return match._state  # type: ignore[return-value]


def scripted(table: Table, deals: Sequence[str]) -> HerrlofState:
    """Return the table's state with chance under control: these deals or blind draws, in order, then any."""
    queue = [tuple(map(parse_card, text.split())) for text in deals]

    class Scripted(HerrlofState):
        __slots__ = ()

        def sample_chance(self, rng: Random) -> Outcome:
            return queue.pop(0) if queue else HerrlofState.sample_chance(self, rng)

    state = Scripted(table.state.seats)
    for name in HerrlofState.__slots__:
        setattr(state, name, getattr(table.state.clone(), name))
    return state


def in_play(
    *hands: str,
    turned: str = "H",
    deck: str = "",
    predict: Sequence[int] = (1, 1, 1),
    dealer: int | None = None,
    moves: Sequence[str] = (),
    edition: str = "english",
    goal: int | None = None,
) -> Table:
    """Return a small round: these hands and no other card but the turned one and the deck; seat 0 leads."""
    seats = len(hands)
    size = len(hands[0].split())
    table = Table(seats, edition, goal, seats - 1 if dealer is None else dealer, size)
    table.state.cards = tuple(sorted(map(parse_card, " ".join((*hands, turned, deck)).split())))
    table.deal(hands, turned, deck)
    table.predict(*predict[:seats])
    table.do(*moves)
    return table


class Sitting:
    """A person at the keyboard and the mouse, looking at the screen."""

    def __init__(self, app: HerrlofApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        """The table screen, which may lie under another one."""
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def waiting(self) -> bool:
        """Whether the table waits for time to pass or a hurrying key; under another screen it does nothing."""
        front = self.app.screen
        return isinstance(front, TableScreen) and front._step is not None

    async def calm(self) -> None:
        """Let every message be taken and every frame be drawn."""
        quiet = 0
        for _ in range(5000):
            if quiet == 3 or self.app._exception is not None:
                return
            await asyncio.sleep(0.001)
            pumps = [self.app, *self.app.screen_stack]
            pumps += [child for screen in self.app.screen_stack for child in screen.walk_children()]
            busy = any(pump.message_queue_size or pump._next_callbacks for pump in pumps)
            busy = busy or self.app._resize_event is not None
            busy = busy or self.app.screen._layout_required
            busy = busy or any(screen._callbacks for screen in self.app.screen_stack)
            quiet = 0 if busy else quiet + 1
        raise AssertionError("the program never comes to rest")

    async def settle(self) -> None:
        """Let everything happen that happens without a key; only for a pace of 0."""
        await self.calm()
        for _ in range(2000):
            if not self.waiting:
                return
            await self.calm()
        raise AssertionError("the table never comes to rest")

    async def press(self, *keys: str, settle: bool = True) -> None:
        for key in keys:
            if self.app.pace and key in ("enter", "space"):
                await self.pilot.pause(ENTER_GUARD + 0.05)  # an Enter too soon after a question is not taken
            await self.burst(key)
            if settle:
                await self.settle()

    async def burst(self, *keys: str) -> None:
        """Press keys faster than the program takes them, as from a stuck key or a paste."""
        for key in keys:
            character = " " if key == "space" else key if len(key) == 1 else None
            self.app.post_message(Key(key, character))
        await self.calm()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.calm()

    async def click(self, x: int, y: int, times: int = 1) -> None:
        await self.pilot.click(offset=(x, y), times=times)
        await self.calm()

    async def click_text(self, text: str, offset: int = 0) -> None:
        """Click the first place where this text is drawn."""
        for y, line in enumerate(self.lines()):
            if (x := line.find(text)) >= 0:
                await self.click(x + offset, y)
                return
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text()}")

    async def come(self, seat: int) -> None:
        """Open the curtain, if it has fallen for this seat."""
        if f"{NAMES[seat]}: press {seat + 1}" in self.text():
            await self.press(str(seat + 1))

    def frame(self) -> list[Strip]:
        """Return the rows of the screen as they are drawn, with what shows through from below."""
        update = self.app.screen._compositor.render_update(full=True, screen_stack=self.app._background_screens)
        return [Strip.join(row) for row in update.strips]  # type: ignore[union-attr]

    def lines(self) -> list[str]:
        return [strip.text for strip in self.frame()]

    def text(self) -> str:
        return "\n".join(self.lines())

    def cells(self) -> list[tuple[str, str]]:
        """Return every cell of the screen with its style."""
        found = []
        for strip in self.frame():
            for segment in Segment.simplify(strip):
                found += [(letter, str(segment.style)) for letter in segment.text]
        return found

    async def see(self, words: str) -> None:
        """Wait until these words are on the screen: some panels are filled a moment later."""
        for _ in range(400):
            if words in self.text():
                return
            await asyncio.sleep(0.005)
        raise AssertionError(f"{words!r} does not come up:\n{self.text()}")

    def showing(self, kind: type) -> bool:
        """Whether a screen of this kind is in front."""
        return isinstance(self.app.screen, kind)


@asynccontextmanager
async def hall(size: tuple[int, int] = (80, 24), pace: float = 0, ascii_only: bool = False) -> AsyncIterator[Sitting]:
    """Start the program at its home screen."""
    app = HerrlofApp(pace=pace, ascii_only=ascii_only)
    async with app.run_test(size=size) as pilot:
        sitting = Sitting(app, pilot)
        await sitting.calm()
        yield sitting


@asynccontextmanager
async def at_table(
    start: HerrlofState | Table,
    names: Sequence[str] = NAMES,
    size: tuple[int, int] = (80, 24),
    pace: float = 0,
    ascii_only: bool = False,
) -> AsyncIterator[Sitting]:
    """Sit down to a match at this position, through the program's own front door."""
    state = start.state if isinstance(start, Table) else start

    def prepared(*_: object, journal: Sink, **__: object) -> Match:
        return new_match(state, names, journal)

    async with hall(size, pace, ascii_only) as sitting:
        with patch("herrlof.tui.app.Match", prepared):
            sitting.app.start(Settings(tuple(seats_of(names[: state.seats])), state.edition, state.goal))
        await sitting.calm()
        if not pace:
            await sitting.settle()
        yield sitting


@asynccontextmanager
async def fresh_match(
    names: Sequence[str] = NAMES[:2], size: tuple[int, int] = (80, 24), goal: int | None = None
) -> AsyncIterator[Sitting]:
    """Sit down to a whole match, whose record can be taken up again."""
    async with hall(size) as sitting:
        sitting.app.start(Settings(tuple(seats_of(names)), "english", goal))
        await sitting.settle()
        yield sitting


def random_state(seats: int, edition: str, rng: Random, steps: int, goal: int | None = None) -> HerrlofState:
    """Return the position after this many random moves."""
    state = HerrlofState(seats, edition, goal, rng.randrange(seats))
    for _ in range(steps):
        if not walk(state, rng):
            break
    return state


def walk(state: HerrlofState, rng: Random, choose: Callable[[Sequence[int]], int] | None = None) -> bool:
    """Make one random move; False: the match is over."""
    if state.current_player() == CHANCE:
        state.apply_chance(state.sample_chance(rng))
        return True
    legal = state.legal_actions()
    if not legal:
        return False
    state.apply((choose or rng.choice)(legal))
    return True
