"""Herfor's board on the screen: where its points lie, how one is chosen, and what is told before a stone is placed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import combinations
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from textual.events import Key
from textual.pilot import Pilot

from herrlof.bots.herfor.rules import RulesBot
from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.games.herfor import points
from herrlof.games.herfor.actions import SPEND
from herrlof.games.herfor.points import BOARDS, POINT_NAMES, SIZES, neighbours, parse_point, points_in
from herrlof.records.names import Seat
from herrlof.records.storage import Storage
from herrlof.table.match import Match
from herrlof.table.session import View, What
from herrlof.tui.app import HerrlofApp
from herrlof.tui.boards import TILES
from herrlof.tui.boards.board import Setting
from herrlof.tui.boards.herfor.board import HerforBoard
from herrlof.tui.boards.herfor.hexagon import SCALES, Hexagon, fitted, room
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.screens.replay import ReplayScreen
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.keybar import KeyBar

HERFOR = GAMES["herfor"]
NAMES = ("Anna", "Ben")
WINDOWS = ((60, 20), (80, 24), (100, 30), (120, 40), (160, 50))
BEGUN = ("komi 3", "black")
"""Ben takes Black, so Anna has White and the komi."""


# A person at the table


class Sitting:
    """A person at the keyboard and the mouse."""

    def __init__(self, app: HerrlofApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    @property
    def board(self) -> HerforBoard:
        board = self.app.screen.query_one(HerforBoard)
        assert isinstance(board, HerforBoard)
        return board

    @property
    def played(self) -> list[str]:
        return [move.do for move in self.table.match.moves]

    def text(self) -> str:
        """Return what the board shows."""
        return "\n".join(row.rstrip() for row in self.board.canvas.rows())

    def key_bar(self) -> str:
        """Return the row of keys."""
        return next(self.app.screen.query_one(KeyBar).canvas.rows())

    def cell(self, point: str, off: int = 0) -> str:
        """Return the sign at a point, or beside it."""
        x, y = self.at(point)
        return list(self.board.canvas.rows())[y][x + off]

    def at(self, point: str) -> tuple[int, int]:
        """Return where a point lies."""
        hexagon = self.board._board
        assert hexagon is not None
        return hexagon.at(parse_point(point, hexagon.size))

    async def press(self, *keys: str) -> None:
        """Press keys, as fast as they come."""
        for key in keys:
            self.app.post_message(Key(key, " " if key == "space" else key if len(key) == 1 else None))
        await self.calm()

    async def click(self, what: Any) -> None:
        """Click what can be clicked: a point by its name, or another place of the board."""
        wanted = ("point", parse_point(what, self.board.seen.size)) if isinstance(what, str) else what
        rect = next(rect for rect, place in self.board.places if place == wanted)
        await self.pilot.click(offset=(rect.x + rect.width // 2, rect.y + rect.height // 2))
        await self.calm()

    async def calm(self) -> None:
        """Let every message be taken and every pause of no length go by."""
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0.0005)
            pumps: list[Any] = [self.app, *self.app.screen_stack]
            pumps += [child for screen in self.app.screen_stack for child in screen.walk_children()]
            busy = any(pump.message_queue_size or pump._next_callbacks for pump in pumps)
            busy = busy or self.app._resize_event is not None or bool(self.app.screen._callbacks)
            front = self.app.screen
            paused = isinstance(front, TableScreen) and (front.moment is None or front.moment.what is What.PAUSE)
            quiet = 0 if busy or (paused and not self.app.pace) else quiet + 1


@asynccontextmanager
async def at_table(
    storage: Storage,
    *moves: str,
    names: tuple[str, ...] = NAMES,
    window: tuple[int, int] = (80, 24),
    pace: float = 0,
    motion: bool = True,
    ascii_only: bool = False,
    **options: Any,
) -> AsyncIterator[Sitting]:
    """Sit down to a match in which these moves have been made."""
    journal = storage.new_journal()
    match = Match(HERFOR, [Seat(name) for name in names], journal=journal, **options)
    for move in moves:
        match.play(match.mover, HERFOR.decode(move))
    app = HerrlofApp(storage=storage, pace=pace, motion=motion, ascii_only=ascii_only)
    async with app.run_test(size=window) as pilot:
        app.sit_down(match, journal)
        sitting = Sitting(app, pilot)
        await sitting.calm()
        yield sitting


# A board alone


class StrictCanvas(Canvas):
    """A canvas on which nothing may be drawn outside of it."""

    def fill(self, rect: Rect, *style: Any, **more: Any) -> None:
        assert Rect(0, 0, self.width + 1, self.height + 1).holds(rect.x, rect.y)
        assert rect.right <= self.width
        assert rect.bottom <= self.height
        super().fill(rect, *style, **more)

    def put(self, x: int, y: int, text: str, *style: Any, **more: Any) -> int:
        assert 0 <= y < self.height or not text, text
        assert 0 <= x <= x + cell_len(text) <= self.width, text
        return super().put(x, y, text, *style, **more)


def board_at(*moves: str, look: Look | None = None, names: tuple[str, str] = NAMES, **options: Any) -> HerforBoard:
    """Return a board that shows the position after these moves, to the seat that is asked."""
    state, events = HERFOR.new_state(2, **options), []
    for move in moves:
        state.apply(HERFOR.decode(move), events)
    board = HerforBoard(Setting(HERFOR, names, options, (0, 1), pace=0), look or Look())
    seat = max(NOBODY, state.current_player())
    board.view = View(seat, state.observation(seat), state.legal_actions(), events, state.current_player())
    board.moment = What.ASK
    return board


def random_moves(size: int, count: int, seed: int) -> list[str]:
    """Return the codes of a match, as far as it goes."""
    state, rng = HERFOR.new_state(2, size=size), Random(seed)
    codes = []
    while state.current_player() >= 0 and len(codes) < count:
        action = rng.choice(state.legal_actions())
        codes.append(HERFOR.encode(action))
        state.apply(action)
    return codes


def drawn(board: HerforBoard, window: tuple[int, int]) -> list[str]:
    """Return the rows that a board draws in a window, without the keys."""
    canvas = StrictCanvas(window[0], window[1] - 1, board.look)
    board.places = []
    board.draw(canvas)
    return list(canvas.rows())


# Where the points lie


@pytest.mark.parametrize("size", SIZES)
def test_a_hexagon_has_its_points_in_their_rows_and_their_lines(size: int) -> None:
    for scale in SCALES:
        hexagon = Hexagon(size, scale, 0, 0)
        for point in points_in(BOARDS[size]):
            x, y = hexagon.at(point)
            steps = {(hexagon.at(other)[0] - x, hexagon.at(other)[1] - y) for other in neighbours(point, size)}
            across, down = scale
            assert steps <= {
                (2 * across, 0), (-2 * across, 0), (across, down), (-across, down), (across, -down), (-across, -down)
            }  # fmt: skip
        places = [hexagon.place(point) for point in points_in(BOARDS[size])]
        for one, other in combinations(places, 2):
            assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


@pytest.mark.parametrize("size", SIZES)
def test_a_larger_window_has_a_larger_board(size: int) -> None:
    widths = []
    for window in WINDOWS:
        board = board_at(*BEGUN, size=size)
        drawn(board, window)
        assert board._board is not None
        widths.append(room(size, board._board.scale)[0])
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("size", SIZES)
def test_every_board_fits_every_window(size: int, window: tuple[int, int]) -> None:
    """F1: all points, with the letters of the rows and the numbers of the points at the edges."""
    for moves in ((), ("komi -3",), BEGUN, random_moves(size, 40, 1), random_moves(size, 999, 2)):
        for look in (Look(), Look("none", True)):
            board = board_at(*moves, size=size, look=look)
            rows = drawn(board, window)
            hexagon = board._board
            assert hexagon is not None
            signs = {rows[y][x] for x, y in map(hexagon.at, points_in(BOARDS[size]))}
            assert signs <= set("XOxo+." if look.ascii else "●○◉◎•·")
            edge, below = hexagon.scale.edge, 1 + hexagon.scale.rise
            for letter, row in zip("abcdefghijklm", points.rows(size), strict=False):
                x, y = hexagon.at(row[0])
                assert rows[y][x - edge] == letter
                x, y = hexagon.at(row[-1])
                if letter < "abcdefg"[size - 1]:
                    assert rows[y][x + edge :].startswith(str(points.number_of(row[-1]) + 1))
            for point in points.rows(size)[0]:
                x, y = hexagon.at(point)
                assert rows[y + below][x + below] == str(points.number_of(point))


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("size", SIZES)
def test_the_end_fits_every_window(size: int, window: tuple[int, int]) -> None:
    board = board_at(*random_moves(size, 999, 3), size=size)
    canvas = StrictCanvas(window[0], window[1] - 1, board.look)
    width = min(canvas.width, 132)
    board.draw_match(canvas, Rect((canvas.width - width) // 2, 1, width, canvas.height - 2), [])
    text = "\n".join(canvas.rows())
    assert "THE COUNT" in text
    assert "score" in text
    assert text.count("●") + text.count("○") >= BOARDS[size].bit_count() * 8 // 10


# Stones, points and marks


@pytest.mark.parametrize("theme", ["dark", "light", "terminal", "none"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("window", [(60, 20), (80, 24), (120, 40)])
def test_stones_are_told_apart_without_colour(theme: str, ascii_only: bool, window: tuple[int, int]) -> None:
    board = board_at(*BEGUN, "place f5", "place c3", look=Look(theme, ascii_only))
    rows = drawn(board, window)
    assert board._board is not None

    def sign(point: str, off: int = 0) -> str:
        x, y = board._board.at(parse_point(point, 6))  # type: ignore[union-attr]
        return rows[y][x + off]

    off = board._board.scale.reach + 1
    assert sign("f5") == ("X" if ascii_only else "●")
    assert sign("c3") == ("O" if ascii_only else "○")
    assert (sign("c3", -off), sign("c3", off)) == ("(", ")"), "the last placed stone is marked"
    assert sign("f6") == ("." if ascii_only else "·"), "beside the own stone f5"
    assert sign("c4") == ("+" if ascii_only else "•"), "beside an enemy's stone alone"


def test_turned_stones_are_marked_until_the_next_move() -> None:
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7", "place f6"]
    board = board_at(*moves)
    assert (sign_at(board, "f4"), sign_at(board, "f7"), sign_at(board, "f5")) == ("◉", "◉", "●")
    board = board_at(*moves, "place k11")
    assert (sign_at(board, "f4"), sign_at(board, "f7"), sign_at(board, "f5")) == ("●", "●", "●")


def sign_at(board: HerforBoard, point: str) -> str:
    """Return the sign that a board draws at a point."""
    rows = drawn(board, (80, 24))
    assert board._board is not None
    x, y = board._board.at(parse_point(point, 6))
    return rows[y][x]


async def test_points_that_are_open_to_the_mover_are_shown_to_who_is_asked(storage: Storage) -> None:
    async with at_table(storage, *BEGUN, "place f6", "place a1") as sitting:
        assert sitting.cell("f7") == "·", "beside Black's own stone"
        assert sitting.cell("a2") == "•"
        await sitting.press("k", "1", "1", "enter")
        assert sitting.played[-1] == "place k11"
        assert sitting.cell("f7") == "•", "White may"
        assert sitting.cell("a2") == "·"


# Keys


def walk(board: HerforBoard) -> Iterator[tuple[str, str]]:
    """Yield each point and where each key leads from it."""
    steps = {
        "left": lambda: board.action_move(-1),
        "right": lambda: board.action_move(1),
        "up": lambda: board.action_climb(1),
        "down": lambda: board.action_climb(-1),
        "home": lambda: board.action_end(-1),
        "end": lambda: board.action_end(1),
        "pageup": lambda: board.action_page(1),
        "pagedown": lambda: board.action_page(-1),
    }
    for point in points_in(BOARDS[board.seen.size]):
        for key, step in steps.items():
            board._go(point)
            step()
            assert board._focus is not None
            yield POINT_NAMES[point], f"{key} {POINT_NAMES[board._focus]}"


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a board be walked on without a program around it."""
    monkeypatch.setattr(HerforBoard, "_looked", lambda board: None)


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", SIZES)
def test_every_key_walks_to_a_neighbour_or_stays_at_the_edge(size: int) -> None:
    found: dict[str, set[str]] = {}
    for point, step in walk(board_at(*BEGUN, size=size)):
        key, to = step.split()
        found.setdefault(key, set()).add(to)
        around = {POINT_NAMES[other] for other in neighbours(parse_point(point, size), size)}
        assert to in around | {point}
    assert all(len(reached) > BOARDS[size].bit_count() // 2 for reached in found.values())


@pytest.mark.usefixtures("still")
def test_keys_walk_in_rows_and_along_both_diagonals() -> None:
    steps = {(point, step) for point, step in walk(board_at(*BEGUN)) if point in ("d4", "f1", "f6", "a1")}
    assert {step for point, step in steps if point == "d4"} == {
        "left d3", "right d5", "up e4", "down c3", "home e4", "pageup e5", "end c3", "pagedown c4",
    }  # fmt: skip
    assert ("f1", "left f1") in steps
    assert ("f1", "pageup g2") in steps
    assert ("f1", "home f1") in steps, "there is no point up to the left of it"
    assert ("a1", "down a1") in steps


@pytest.mark.usefixtures("still")
def test_up_and_down_walk_straight() -> None:
    board = board_at(*BEGUN)
    board._go(parse_point("a3", 6))
    way = []
    for _ in range(10):
        board.action_climb(1)
        way.append(POINT_NAMES[board._focus or 0])
    assert way == ["b3", "c4", "d4", "e5", "f5", "g6", "h6", "i7", "j7", "k8"]
    for _ in range(10):
        board.action_climb(-1)
    assert POINT_NAMES[board._focus or 0] == "a3"


async def test_a_point_is_typed(storage: Storage) -> None:
    async with at_table(storage, *BEGUN) as sitting:
        await sitting.press("d")
        assert "d…" in sitting.text()
        await sitting.press("enter")
        assert sitting.played == list(BEGUN), "a letter alone chooses no point"
        await sitting.press("d", "4")
        assert "d4  Turns nothing. F5" in sitting.text()
        await sitting.press("7")
        assert "d7  Turns nothing" in sitting.text(), "another number is another point of the row"
        await sitting.press("f", "1")
        assert "f1  Turns nothing" in sitting.text()
        await sitting.press("1")
        assert "f11  Turns nothing" in sitting.text()
        await sitting.press("g", "1")
        assert "g1…" in sitting.text(), "row g begins with g2, but there are g10 and g11"
        await sitting.press("0", "enter")
        assert sitting.played[-1] == "place g10"


@pytest.mark.parametrize(("keys", "told"), [("a9", "'a9'"), ("d0", "'d0'"), ("m", "'m1'"), ("k1enter", "choose a")])
async def test_what_is_no_point_is_told(keys: str, told: str, storage: Storage) -> None:
    async with at_table(storage, *BEGUN) as sitting:
        pressed = [*keys.removesuffix("enter"), *(["enter"] if keys.endswith("enter") else [])]
        await sitting.press(*pressed)
        assert f"! {'There is no point ' if told[0] == chr(39) else 'C'}{told.removeprefix('c')}" in sitting.text()
        await sitting.press("enter")
        assert sitting.played == list(BEGUN)


async def test_all_letters_are_for_points_and_pages_open_with_capitals(storage: Storage) -> None:
    async with at_table(storage, *BEGUN, size=7, window=(120, 40)) as sitting:
        assert "Shift+L last invasion" in sitting.key_bar()
        assert "scores" not in sitting.key_bar(), "there is no score sheet before the end"
        await sitting.press("l", "9")
        assert "l9  Turns nothing" in sitting.text()
        await sitting.press("k", "8")
        assert "k8  Turns nothing" in sitting.text()
        await sitting.press("K")
        assert isinstance(sitting.app.screen, KeysScreen)
        listed = {"".join(text for text, *_ in line).split("  ")[0] for line in sitting.app.screen._paragraphs}
        assert {"a … m", "s", "Shift+K", "Shift+L", "Q"} <= listed
        assert not {"K", "L"} & listed


# Choosing and placing


async def test_enter_places_nothing_that_was_not_chosen(storage: Storage) -> None:
    async with at_table(storage, *BEGUN) as sitting:
        await sitting.press("enter", "enter", "space")
        assert sitting.played == list(BEGUN)
        assert "! Choose a point first" in sitting.text()
        assert "▸ Place a stone." in sitting.text(), "the question stays"
        await sitting.press("d", "4", "enter", "enter", "enter")
        assert sitting.played[2:] == ["place d4"], "the focus that is left on d4 is not chosen for the next question"
        await sitting.press("right", "enter")
        assert sitting.played[2:] == ["place d4", "place d5"]


async def test_an_enter_too_soon_is_for_what_came_before(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = 0.0
    monkeypatch.setattr("herrlof.tui.boards.board.monotonic", lambda: ahead)
    async with at_table(storage, *BEGUN, pace=1) as sitting:
        await sitting.press("d", "4", "enter")
        assert sitting.played == list(BEGUN)
        ahead = 0.5
        await sitting.press("enter")
        assert sitting.played[2:] == ["place d4"]


async def test_a_click_chooses_and_a_second_one_places(storage: Storage) -> None:
    async with at_table(storage, *BEGUN) as sitting:
        await sitting.click("c4")
        assert "c4  Turns nothing" in sitting.text()
        await sitting.click("e6")
        assert sitting.played == list(BEGUN)
        await sitting.click("e6")
        assert sitting.played[2:] == ["place e6"]
        await sitting.click("e6")
        assert sitting.played[2:] == ["place e6"]
        assert "Black has a stone on e6. F4" in sitting.text()


async def test_what_a_stone_would_turn_is_seen_before_it_is_placed(storage: Storage) -> None:
    """E2 of the rules, and a line beside it: `W B _ W`."""
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7", "place k11", "place e5"]
    async with at_table(storage, *moves) as sitting:
        await sitting.press("f", "6")
        assert "f6  Turns 2: f4 f7. F5" in sitting.text()
        assert sitting.cell("f4") == sitting.cell("f7") == "◎"
        assert sitting.cell("e5") == "○"
        assert (sitting.cell("f6", -2), sitting.cell("f6", 2)) == ("[", "]")
        x, y = sitting.at("f4")
        assert sitting.board.canvas._styles[y][x] == Look().style("on", "accent", True)
        await sitting.press("d", "2")
        assert sitting.cell("f4") == "○"
        await sitting.press("f", "6", "enter")
        assert sitting.played[-1] == "place f6"
        assert sitting.cell("f4") == sitting.cell("f7") == "◉"
        assert "Ben turned 2 stones: f4 and f7." in sitting.text()


async def test_why_a_point_is_forbidden_is_told_before_and_after_enter(storage: Storage) -> None:
    async with at_table(storage, *BEGUN, "place f5", "place c3") as sitting:
        await sitting.press("f", "6")
        assert "f6  Beside your own f5, and invades nothing. F4" in sitting.text()
        await sitting.press("enter")
        assert "! Beside your own f5, and invades nothing (F4)." in sitting.text()
        assert len(sitting.played) == 4
        await sitting.press("c", "3")
        assert "White has a stone on c3. F4" in sitting.text()
        await sitting.press("s")
        assert "! Only White spends komi (F9)." in sitting.text()
        await sitting.press("p")
        assert "! You can place a stone, so you may not pass (F6)." in sitting.text()


async def test_white_spends_by_letter_and_by_click(storage: Storage) -> None:
    async with at_table(storage, *BEGUN, "place f5") as sitting:
        assert "S  Spend a point of komi" in sitting.text()
        await sitting.press("s")
        assert "The komi falls to 2, and no stone is placed. F9" in sitting.text()
        assert "Enter spend" in sitting.key_bar()
        await sitting.press("enter")
        assert sitting.played[-1] == "spend"
        assert "komi 3, 1 spent" in sitting.text()
        await sitting.press("a", "1", "enter")
        for _ in range(2):
            await sitting.click(("answer", SPEND))
        assert sitting.played[-2:] == ["place a1", "spend"]
        assert "komi 3, 2 spent" in sitting.text()


async def test_a_pass_is_chosen_and_explained() -> None:
    moves = next(found for seed in range(50) if (found := random_moves(5, 999, seed))[-1] == "pass")
    board = board_at(*moves[:-1], size=5)
    board.begin_question(False)
    text = "\n".join(drawn(board, (80, 24)))
    assert "▸ Pass. There is no point on which you may place a stone. F6" in text
    assert "No stone is placed. Two passes in a row end the match. F6" in text
    assert "P  Pass" in text
    assert board.describe("commit") == "pass"


# The komi pie


async def test_the_komi_is_typed_and_the_side_chosen(storage: Storage) -> None:
    async with at_table(storage) as sitting:
        assert "▸ Name a komi: White gets it. Then Ben chooses a side. F7" in sitting.text()
        await sitting.press("enter")
        assert "! Choose a komi first: type it, or use ↑ and ↓." in sitting.text()
        await sitting.press("1", "2")
        assert "White counts 12 points more at the end" in sitting.text()
        await sitting.press("down", "pagedown", "left")
        assert "Komi 0" not in sitting.text()
        assert "White gets nothing. F7" in sitting.text()
        await sitting.press("minus", "4")
        assert "White counts 4 points less at the end. F7" in sitting.text()
        await sitting.press("minus")
        assert "White counts 4 points more" in sitting.text()
        await sitting.press("enter", "enter")
        assert sitting.played == ["komi 4"]
        assert "▸ Black or White? Anna named a komi of 4. Black moves first. F7" in sitting.text()
        await sitting.press("enter", "c", "3", "enter")
        assert sitting.played == ["komi 4"]
        await sitting.press("b")
        assert "You move first, and Anna has the komi of 4. F7" in sitting.text()
        await sitting.press("w")
        assert "Anna moves first, and you have the komi of 4. F7" in sitting.text()
        await sitting.press("left", "right", "enter")
        assert sitting.played == ["komi 4", "white"]
        assert "▸ ● You, Anna" in sitting.text()


@pytest.mark.parametrize(("negative", "least"), [(True, -91), (False, 0)])
async def test_every_komi_can_be_named_and_no_other(negative: bool, least: int, storage: Storage) -> None:
    async with at_table(storage, negative=negative) as sitting:
        await sitting.press("home")
        assert sitting.board._komi == least
        await sitting.press("left")
        assert sitting.board._komi == least
        await sitting.press("end", "right")
        assert sitting.board._komi == 91
        await sitting.press("9", "9")
        assert sitting.board._komi == 9, "99 is too many, so a new number begins"
        await sitting.press("minus", "5", "5")
        assert sitting.board._komi == (-55 if negative else 55), "95 is too many, but the sign stays"
        await sitting.press("minus")
        assert ("! Name a komi from 0 to 91 (F7)." in sitting.text()) is not negative


async def test_a_komi_is_clicked(storage: Storage) -> None:
    async with at_table(storage) as sitting:
        await sitting.click(("komi", 5))
        assert "White counts 5 points more" in sitting.text()
        await sitting.click(("komi", 5))
        assert sitting.played == ["komi 5"]


# Turning over


@pytest.mark.parametrize("motion", [True, False])
async def test_stones_are_seen_turning_over_unless_nothing_is_to_move(motion: bool, storage: Storage) -> None:
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7"]
    async with at_table(storage, *moves, pace=5, motion=motion) as sitting:
        sitting.board._asked_since -= 1
        await sitting.press("f", "6", "enter")
        assert sitting.played[-1] == "place f6"
        assert sitting.table.moment is not None
        assert sitting.table.moment.why == "hold"
        assert sitting.cell("f4") == ("◎" if motion else "◉"), "still White's for a moment"
        await sitting.press("left")
        assert sitting.cell("f4") == ("◎" if motion else "◉"), "who looks does not hurry"
        await sitting.press("space")
        assert sitting.cell("f4") == "◉"
        assert sitting.table.moment.what is What.ASK


# Whole matches


async def test_two_people_play_a_whole_match_and_look_at_it_again(storage: Storage) -> None:
    rng = Random(8)
    bot = RulesBot(rng)
    async with at_table(storage, "komi 2", "black", size=5) as sitting:
        match = sitting.table.match
        while not match.over:
            assert match.mover == sitting.table.session.viewer
            code = HERFOR.encode(bot.choose(match.observe(match.mover), match.legal()))
            await sitting.press(*(["s"] if code == "spend" else code.split()[1]), "enter")
            assert code in match_codes(match)
        assert isinstance(sitting.app.screen, MatchScreen)
        text = "\n".join(row.rstrip() for row in sitting.app.screen._sheet.canvas.rows())
        winner = match.observe(NOBODY).winners[0]
        assert f"{NAMES[winner]} wins." in text, "nobody of two people is spoken to"
        assert "passed first" in text
        assert "komi left" in text
        assert "half" in text
        await sitting.press("right", "enter")
        assert isinstance(sitting.app.screen, ReplayScreen)
        assert "replay: move 1 of" in sitting.text()
        for _ in range(4):
            await sitting.press("right")
        assert "replay: move 5 of" in sitting.text()
        assert sitting.text().count("●") > 1
        await sitting.press("end")
        assert "win" in sitting.text()
        assert "pass" in sitting.text()


def match_codes(match: Match) -> list[str]:
    """Return the last moves of a match; a forced one may have followed."""
    return [move.do for move in match.moves[-8:]]


async def test_random_keys_and_sizes_do_no_harm(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what Enter finds chosen is played, and whatever the window, the board is drawn within it."""
    monkeypatch.setattr("herrlof.tui.widgets.sheet.Canvas", StrictCanvas)
    rng = Random(4)
    keys = [*"abcdefghijklmsw0123456789", "left", "right", "up", "down", "home", "end", "pageup", "pagedown", "minus",
            *["enter"] * 9]  # fmt: skip
    async with at_table(storage, size=5) as sitting:
        for _ in range(90):
            before, chosen = len(sitting.played), sitting.board.chosen
            key = rng.choice(keys)
            await sitting.press(key)
            if isinstance(sitting.app.screen, MatchScreen):
                break
            assert len(sitting.played) == before or (key == "enter" and chosen)
            if not rng.randrange(18):
                await sitting.pilot.resize_terminal(rng.randrange(60, 170), rng.randrange(20, 52))
                await sitting.calm()
        assert len(sitting.played) > 2


async def test_keys_work_again_after_a_window_that_was_too_small(storage: Storage) -> None:
    async with at_table(storage, *BEGUN) as sitting:
        for window in ((50, 18), (80, 24)):
            await sitting.pilot.resize_terminal(*window)
            await sitting.calm()
        await sitting.press("d", "4", "enter")
        assert sitting.played[2:] == ["place d4"]


def test_the_board_fits_windows_of_any_size_with_names_of_any_length() -> None:
    rng = Random(6)
    for number in range(40):
        names = ("A" * 200, "漢字" * 60) if number % 4 == 0 else NAMES
        size = rng.choice(SIZES)
        window = rng.randrange(60, 200), rng.randrange(20, 70)
        board = board_at(*random_moves(size, rng.randrange(60), rng.randrange(9)), names=names, size=size)
        board._focus, board.chosen = rng.choice(points_in(BOARDS[size])), bool(rng.randrange(2))
        drawn(board, window)
        assert board._board is not None
        assert board._board == fitted(size, felt_of(board, window))


def felt_of(board: HerforBoard, window: tuple[int, int]) -> Rect:
    """Return a region in which a hexagon of this scale lies where the board has drawn it."""
    hexagon = board._board
    assert hexagon is not None
    width, height = room(hexagon.size, hexagon.scale)
    rect = Rect(hexagon.x - hexagon.scale.edge, hexagon.y - hexagon.scale.rise, width, height)
    assert rect.x >= 0
    assert rect.y >= 1
    assert rect.right <= window[0]
    assert rect.bottom <= window[1] - 4
    return rect


@pytest.mark.parametrize(("height", "stones"), [(6, 19), (5, 19), (4, 10)])
def test_the_home_screen_has_a_picture_of_it(height: int, stones: int) -> None:
    canvas = StrictCanvas(16, height, Look())
    TILES["herfor"](canvas, Rect(0, 0, 16, height), "bg")
    text = "".join(canvas.rows())
    assert text.count("●") + text.count("○") == stones
