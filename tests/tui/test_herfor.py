"""Herfor's board on the screen: where its points lie, how one is chosen, and what is told before a stone is placed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

from herrlof.bots.herfor.rules import RulesBot
from herrlof.bots.search import Estimate
from herrlof.coach.judge import WINS, JudgedAction, Judgement
from herrlof.game import NOBODY, Action, Event, State
from herrlof.games import GAMES
from herrlof.games.herfor import points
from herrlof.games.herfor.actions import PLACE
from herrlof.games.herfor.points import BOARDS, POINT_NAMES, SIZES, Point, neighbours, parse_point, points_in
from herrlof.table.connection import MomentKind, StopReason, View
from herrlof.table.moments import Moment
from herrlof.tui.boards import ENDS, TILES
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.boards.herfor.board import HerforBoard
from herrlof.tui.boards.herfor.hexagon import SCALES, Hexagon, fitted, room
from herrlof.tui.boards.herfor.labels import usual_komi
from herrlof.tui.boards.herfor.side import draw_curve, order, regions
from herrlof.tui.boards.scene import BoardContext, Scene
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.screens.replay import ReplayScreen
from herrlof.tui.theme import PALETTES, Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.hint import Hint
from tests.tui.driving import Cell, Sitting, new_match, rows_of
from tests.tui.driving import at_table as at_match
from tests.tui.test_snapshots import TWO, table

HERFOR = GAMES["herfor"]
NAMES = ("Anna", "Ben")
WINDOWS = ((60, 20), (80, 24), (100, 30), (120, 40), (160, 50))
BEGUN = ("komi 3", "black")
"""Ben takes Black, so Anna has White and the komi."""


def position(*moves: str, **options: Any) -> tuple[State, list[Event]]:
    """Return a match after these moves, and what has happened in it."""
    state, events = HERFOR.new_state(2, **options), list[Event]()
    for move in moves:
        state.apply(HERFOR.decode(move), events)
    return state, events


def hexagon_of(board: Board, window: tuple[int, int]) -> Hexagon:
    """Return the hexagon where a board draws it in a window."""
    assert isinstance(board, HerforBoard)
    size = board.seen.size
    return fitted(size, regions(size, window[0], window[1] - 1, board.look).felt, board.look)


# A person at the table


def at_table(
    *moves: str, options: Mapping[str, Any] | None = None, **more: Any
) -> AbstractAsyncContextManager[Sitting]:
    """Sit down to a match in which these moves have been made; `played` returns what comes after them."""
    state, _ = position(*moves, **(options or {}))
    return at_match(state, *NAMES, game=HERFOR, options=options, **more)


def cell_of(sitting: Sitting, point: str, off: int = 0) -> Cell:
    """Return the cell of a point, or one beside it."""
    hexagon = hexagon_of(sitting.board, sitting.app.size)
    x, y = hexagon.cell(parse_point(point, hexagon.size))
    return sitting.cells()[y][x + off]


def sign_on(sitting: Sitting, point: str) -> str:
    """Return the sign at a point."""
    return cell_of(sitting, point).letter


def stone_on(sitting: Sitting, point: str) -> str:
    """Return the colour of the ground of a point: black, stone or board."""
    return cell_of(sitting, point).ground


def focus(sitting: Sitting) -> str:
    """Return the point that is in focus and chosen."""
    item = sitting.board.selection.item("points")
    return "" if item is None or sitting.board.selection.chosen != "points" else item.code


def komi(sitting: Sitting) -> int:
    """Return the komi that is put up to be named."""
    item = sitting.board.selection.item("komi")
    assert item is not None
    return int(item.thing)


async def enter(sitting: Sitting, *keys: str) -> None:
    """Press keys as fast as they come, and Enter."""
    await sitting.burst(*keys, "enter")
    await sitting.settle()


async def click(sitting: Sitting, point: str) -> None:
    """Click a point by its name."""
    hexagon = hexagon_of(sitting.board, sitting.app.size)
    await sitting.click(*hexagon.cell(parse_point(point, hexagon.size)))


# A board alone


class StrictCanvas(Canvas):
    """A canvas on which nothing may be drawn outside of it."""

    def fill(self, rect: Rect, *style: Any, **more: Any) -> None:
        assert Rect(0, 0, self.width + 1, self.height + 1).contains(rect.x, rect.y)
        assert rect.right <= self.width
        assert rect.bottom <= self.height
        super().fill(rect, *style, **more)

    def put(self, x: int, y: int, text: str, *style: Any, **more: Any) -> int:
        assert 0 <= y < self.height or not text, text
        assert 0 <= x <= x + cell_len(text) <= self.width, text
        return super().put(x, y, text, *style, **more)


def board_at(
    *moves: str,
    look: Look | None = None,
    names: tuple[str, str] = NAMES,
    kind: type[HerforBoard] = HerforBoard,
    **options: Any,
) -> HerforBoard:
    """Return a board that shows the position after these moves, to the seat that is asked."""
    state, events = position(*moves, **options)
    board = kind(BoardContext(HERFOR, names, options, (0, 1), pace=0), look or Look())
    seat = max(NOBODY, state.current_player())
    view = View(seat, state.observation(seat), state.legal_actions(), events, state.current_player())
    board.scene = Scene(board.context, Moment(MomentKind.ASK, view))
    board.begin_question()
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
    return rows_of(canvas)


# Where the points lie


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES)
def test_a_hexagon_has_its_points_in_their_rows_and_their_lines(size: int) -> None:
    for scale in SCALES:
        hexagon = Hexagon(size, scale, 0, 0)
        for point in points_in(BOARDS[size]):
            x, y = hexagon.at(point)
            steps = {(hexagon.at(other)[0] - x, hexagon.at(other)[1] - y) for other in neighbours(point, size)}
            across, down = scale.across, scale.halves
            assert steps <= {
                (2 * across, 0), (-2 * across, 0), (across, down), (-across, down), (across, -down), (-across, -down)
            }  # fmt: skip
        cells = [hexagon.cell(point) for point in points_in(BOARDS[size])]
        assert len(set(cells)) == len(cells)
        for point, cell in zip(points_in(BOARDS[size]), cells, strict=True):
            hit = [other for other in points_in(BOARDS[size]) if any(r.contains(*cell) for r in hexagon.places(other))]
            assert hit == [point]


@pytest.mark.parametrize("size", SIZES)
def test_a_larger_window_has_a_larger_board(size: int) -> None:
    board = board_at(*BEGUN, size=size)
    widths = [room(size, hexagon_of(board, window).scale)[0] for window in WINDOWS]
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


@pytest.mark.parametrize("window", [(120, 40), (160, 50), (200, 60)])
@pytest.mark.parametrize("size", SIZES)
def test_a_board_is_as_large_as_a_large_window_lets_it_be(size: int, window: tuple[int, int]) -> None:
    board = board_at(*BEGUN, size=size)
    width, height = room(size, hexagon_of(board, window).scale)
    felt = regions(size, window[0], window[1] - 1, board.look).felt
    assert width > felt.width * 0.6 or height > felt.height * 0.75


@pytest.mark.second
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("size", SIZES)
def test_every_board_fits_every_window(size: int, window: tuple[int, int]) -> None:
    """F1: all points, with the letters of the rows and the numbers of the lines at both of their ends."""
    for moves in ((), ("komi -3",), BEGUN, random_moves(size, 40, 1), random_moves(size, 999, 2)):
        for look in (Look(), Look("none", True)):
            board = board_at(*moves, size=size, look=look)
            rows = drawn(board, window)
            hexagon = hexagon_of(board, window)
            top, bottom = points.rows(size)[-1], points.rows(size)[0]
            for row, off in ((top, -hexagon.scale.across), (bottom, hexagon.scale.across)):
                y = (hexagon.y - hexagon.scale.rise) // 2 - 1 if row is top else hexagon.bottom // 2 + 1
                numbers = [points.number_of(point) for point in row]
                crowded = numbers[-1] > 9 and hexagon.scale is SCALES[0]
                written = [str(number) for number in numbers if not (crowded and (numbers[-1] - number) % 2)]
                assert re.findall(r"\d+", rows[y][hexagon.x : hexagon.x + hexagon.scale.across * 4 * size]) == written
                for point in row:
                    text, x = str(points.number_of(point)), hexagon.cell(point)[0] + off
                    assert text not in written or rows[y][: x + 1].endswith(text)
            for letter, row in zip("abcdefghijklm", points.rows(size), strict=False):
                half = hexagon.at(row[0])[1]
                begin, end = hexagon.ends(half)
                assert rows[half // 2][begin - hexagon.scale.gap - 1] == letter
                after = letter if letter >= "abcdefg"[size - 1] else str(points.number_of(row[-1]) + 1)
                assert rows[half // 2][end + hexagon.scale.gap :].startswith(after)


@pytest.mark.second
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("size", SIZES)
def test_the_end_fits_every_window(size: int, window: tuple[int, int]) -> None:
    board = board_at(*random_moves(size, 999, 3), size=size)
    canvas = StrictCanvas(window[0], window[1] - 1, board.look)
    ENDS["herfor"](board).draw_match(canvas, Rect(0, 1, canvas.width, canvas.height - 2), [])
    text = " ".join("\n".join(rows_of(canvas)).split())
    assert "THE COUNT" in text
    for side in (board.seen.black, board.seen.white):
        assert str(side.bit_count()) in text
    assert "win" in text


@pytest.mark.second
@pytest.mark.parametrize(("point", "shown"), [("m9", "7 9 11 13"), ("l10", "8 10 12"), ("l11", "7 9 11 13")])
async def test_the_number_in_focus_is_one_of_those_that_have_room(point: str, shown: str) -> None:
    async with at_table(*BEGUN, options={"size": 7}, size=(60, 20)) as sitting:
        await sitting.press(*point)
        assert shown.split() in [re.findall(r"\d+", line[:34]) for line in sitting.lines()]


# Stones, points and marks


def seen_at(board: HerforBoard, point: str, window: tuple[int, int] = (120, 40)) -> tuple[str, str, bool]:
    """Return the sign at a point, and in which of the palette's colours and how bold it is drawn; none: a blank."""
    canvas = StrictCanvas(window[0], window[1] - 1, board.look)
    board.places = []
    board.draw(canvas)
    x, y = hexagon_of(board, window).cell(parse_point(point, board.seen.size))
    letter, style = canvas._letters[y][x], canvas._styles[y][x]
    return letter.strip(), style.bgcolor.name if style.bgcolor is not None else "", bool(style.bold)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("window", WINDOWS)
def test_a_stone_is_told_by_its_colour_alone(theme: str, window: tuple[int, int]) -> None:
    board = board_at(*BEGUN, "place f5", "place c3", "place k11", "place a1", look=Look(theme))
    palette = PALETTES[theme]
    assert seen_at(board, "f5", window)[1] == palette["black"]
    assert seen_at(board, "c3", window)[1] == palette["stone"]
    assert seen_at(board, "f6", window)[1] == palette["board"]


@pytest.mark.parametrize("look", [Look("none"), Look("none", True), Look("dark", True), Look("terminal")])
@pytest.mark.parametrize("window", [(60, 20), (80, 24), (120, 40)])
def test_without_colours_a_stone_is_a_sign(look: Look, window: tuple[int, int]) -> None:
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7", "place f6"]
    board = board_at(*moves, look=look)
    black, turned, last = ("X", "x", "X") if look.ascii else ("●", "◉", "●")
    assert seen_at(board, "f5", window)[::2] == (black, True)
    assert seen_at(board, "f4", window)[0] == seen_at(board, "f7", window)[0] == turned
    assert seen_at(board, "f6", window)[0] == last
    assert seen_at(board, "c4", window)[0] == "·"


def test_each_news_of_a_stone_has_a_mark_of_its_own() -> None:
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7", "place f6"]
    board = board_at(*moves)
    assert [seen_at(board, point)[0] for point in ("f4", "f7", "f5", "f6")] == ["●", "●", "", "■"]
    board = board_at(*moves, "place k11")
    assert [seen_at(board, point)[0] for point in ("f4", "f7", "f5", "k11")] == ["", "", "", "■"]
    board.action_risks()
    assert not board.selection.chosen
    board = board_at(*BEGUN, "place f5", "place f4", "place a1", "place f7", "place k11", "place e5")
    board.action_letter("f")
    board.action_digit("6")
    assert [seen_at(board, point)[0] for point in ("f4", "f7", "e5")] == ["◆", "◆", "■"]
    assert seen_at(board, "f6")[1] == PALETTES["dark"]["black"], "the stone that would lie there"


async def test_points_that_are_open_to_the_mover_are_shown_to_who_is_asked() -> None:
    async with at_table(*BEGUN, "place f6", "place a1", size=(120, 40)) as sitting:
        assert sign_on(sitting, "f7") == "─", "beside Black's own stone"
        assert sign_on(sitting, "a2") == "•"
        await enter(sitting, *"k11")
        assert sitting.played() == ["1: place k11"]
        assert sign_on(sitting, "f7") == "•", "White may"
        assert sign_on(sitting, "a2") == "─"


# Keys


class Walk(HerforBoard):
    """A board without a program around it, on which Enter places nothing but tells where."""

    entered: Point | None = None

    def answer(self, action: Action, key: str = "") -> None:
        self.entered = action - PLACE


def steps_on(size: int) -> Iterator[tuple[Point, str, Point]]:
    """Yield each point, each key that walks, and where it leads from there."""
    board = board_at(*BEGUN, kind=Walk, size=size)
    assert isinstance(board, Walk)
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
    for point in points_in(BOARDS[size]):
        letter, *digits = POINT_NAMES[point]
        for key, step in steps.items():
            board.action_letter(letter)
            for digit in digits:
                board.action_digit(digit)
            step()
            board.action_commit()
            assert board.entered is not None
            yield point, key, board.entered


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES)
def test_every_key_walks_to_a_neighbour_or_stays_at_the_edge(size: int) -> None:
    found: dict[str, set[Point]] = {}
    for point, key, to in steps_on(size):
        found.setdefault(key, set()).add(to)
        assert to == point or to in neighbours(point, size)
    assert len(found) == 8
    assert all(len(reached) > BOARDS[size].bit_count() // 2 for reached in found.values())


async def test_keys_walk_in_rows_and_along_both_diagonals() -> None:
    async with at_table(*BEGUN) as sitting:
        for point, key, to in (
            ("d4", "left", "d3"), ("d4", "right", "d5"), ("d4", "up", "e4"), ("d4", "down", "c3"),
            ("d4", "home", "e4"), ("d4", "pageup", "e5"), ("d4", "end", "c3"), ("d4", "pagedown", "c4"),
            ("f1", "left", "f1"), ("f1", "pageup", "g2"), ("a1", "down", "a1"),
            ("f1", "home", "f1"),  # there's no point up to the left of it
        ):  # fmt: skip
            await sitting.burst(*point, key)
            assert focus(sitting) == to, (point, key)


async def test_up_and_down_walk_straight() -> None:
    async with at_table(*BEGUN) as sitting:
        await sitting.type("a3")
        way = []
        for _ in range(10):
            await sitting.press("up")
            way.append(focus(sitting))
        assert way == ["b3", "c4", "d4", "e5", "f5", "g6", "h6", "i7", "j7", "k8"]
        await sitting.burst(*["down"] * 10)
        assert focus(sitting) == "a3"


async def test_a_point_is_typed() -> None:
    async with at_table(*BEGUN) as sitting:
        await sitting.press("d")
        assert "d…" in sitting.text()
        await sitting.press("enter")
        assert sitting.played() == [], "a letter alone chooses no point"
        await sitting.type("d4")
        assert "d4 turns nothing. F5" in sitting.text()
        await sitting.press("7")
        assert "d7 turns nothing" in sitting.text(), "another number is another point of the row"
        await sitting.type("f1")
        assert "f1 turns nothing" in sitting.text()
        await sitting.press("1")
        assert "f11 turns nothing" in sitting.text()
        await sitting.type("g1")
        assert "g1…" in sitting.text(), "row g begins with g2, but there are g10 and g11"
        await enter(sitting, "0")
        assert sitting.played() == ["1: place g10"]


async def test_what_names_no_point_chooses_none() -> None:
    async with at_table(*BEGUN) as sitting:
        for keys in (["a", "9"], ["d", "0"], ["m"], ["k", "1"]):
            await sitting.burst(*keys, "enter")
            assert "! Choose a point first" in sitting.text()
            assert sitting.played() == []
        await sitting.burst(*"k1")
        assert "k1…  now the number: k6 to k11" in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize(("keys", "point"), [("D6", "d6"), ("G3", "g3"), ("F11", "f11")])
async def test_capitals_name_rows_too(keys: str, point: str) -> None:
    async with at_table(*BEGUN) as sitting:
        await sitting.type("g5")
        await enter(sitting, *keys)
        assert sitting.played() == [f"1: place {point}"]


@pytest.mark.second
async def test_all_letters_are_for_points_the_capitals_too() -> None:
    async with at_table(*BEGUN, options={"size": 7}, size=(120, 40)) as sitting:
        assert ". last invasion" in sitting.lines()[-1]
        assert "scores" not in sitting.lines()[-1], "there's no score sheet before the end"
        await sitting.press("comma")
        assert "Nothing is counted before the end." in sitting.text()
        await sitting.type("l9")
        assert "l9 turns nothing" in sitting.text()
        await sitting.type("K8")
        assert "k8 turns nothing" in sitting.text()
        await sitting.press("question_mark", "question_mark")
        assert sitting.showing(KeysScreen)
        listed = {line.strip("│ ").split("  ")[0] for line in sitting.lines()}
        assert {"a b c d e f g h i j k l m", "s", ".", "?", "Esc"} <= listed


def test_the_last_invasion_is_told_apart_from_what_came_after_it() -> None:
    def told(*moves: str) -> list[str]:
        return ["".join(text for text, _, _ in parts) for parts in board_at(*BEGUN, *moves).last() if parts]

    assert told() == ["No stone has been turned over yet.", "So far", "Anna named a komi of 3.", "You took Black."]
    moves = "place f5", "place f4", "place a1", "place f7", "place f6"
    assert told(*moves) == ["Ben placed f6.", "Ben turned 2 stones: f4 and f7."]
    assert told(*moves, "place k11") == ["You placed f6.", "You turned 2 stones: f4 and f7.", "Since then",
                                         "Anna placed k11."]  # fmt: skip


async def test_the_vi_set_moves_nothing_at_a_table_of_letters_also_when_it_is_chosen_there() -> None:
    async with at_table(*BEGUN, options={"size": 7}, size=(120, 40)) as sitting:
        sitting.app.change(sitting.app.settings._replace(keys="vi"))
        await sitting.type("l9")
        assert "l9 turns nothing" in sitting.text()


# Choosing and placing


async def test_the_focus_that_is_left_is_not_chosen_for_the_next_question() -> None:
    async with at_table(*BEGUN) as sitting:
        await enter(sitting, *"d4", "enter", "enter")
        assert sitting.played() == ["1: place d4"]
        await enter(sitting, "right")
        assert sitting.played() == ["1: place d4", "0: place d5"]


async def test_what_a_stone_would_turn_is_seen_before_it_is_placed() -> None:
    """E2 of the rules, and a line beside it: `W B _ W`."""
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7", "place k11", "place e5"]
    async with at_table(*moves, size=(120, 40)) as sitting:
        await sitting.type("f6")
        assert "f6 turns 2: f4 f7. F5" in sitting.text()
        assert sign_on(sitting, "f4") == sign_on(sitting, "f7") == "◆"
        assert stone_on(sitting, "f6") == "black"
        assert (cell_of(sitting, "f6", -3).letter, cell_of(sitting, "f6", 3).letter) == ("[", "]")
        await sitting.type("d2")
        assert sign_on(sitting, "f4") == " "
        await enter(sitting, *"f6")
        assert sitting.played() == ["1: place f6"]
        assert sign_on(sitting, "f4") == sign_on(sitting, "f7") == "●"
        assert stone_on(sitting, "f4") == "black"
        assert "f6  +2" in sitting.text()


async def test_what_could_turn_next_is_a_page_of_its_own() -> None:
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7", "place k11", "place e5"]
    async with at_table(*moves, "place a3", size=(120, 40)) as sitting:
        await sitting.press("d", "4", "plus")
        assert "WHAT COULD TURN NEXT" in sitting.text()
        assert "2 of your 3 could turn." in sitting.text()
        assert "▸ What Black could turn with one stone." in sitting.text()
        assert sign_on(sitting, "f4") == sign_on(sitting, "f7") == "▼"
        assert sitting.lines()[-1].count("back") == 1
        await sitting.press("right")
        assert "f6 would turn 2: f4 f7. F5" in sitting.text()
        await sitting.press("enter")
        assert "▸ Place a stone" in sitting.text()
        assert sitting.played() == []
        assert focus(sitting) == "d4", "what was chosen still is"
        await sitting.press("T", "d")
        assert "d…" in sitting.text(), "a letter goes back to the board"
    async with at_table(*BEGUN) as sitting:
        await sitting.press("plus")
        assert "! As the board stands, no stone could be turned over next." in sitting.text()


async def test_why_a_point_is_forbidden_is_told_before_and_after_enter() -> None:
    async with at_table(*BEGUN, "place f5", "place c3") as sitting:
        await sitting.type("f6")
        assert "f6 is beside your f5, and invades nothing. F4" in sitting.text()
        await sitting.press("enter")
        assert "! No: f6 is beside your f5, and invades nothing (F4)." in sitting.text()
        assert sitting.played() == []
        await sitting.type("c3")
        assert "White has a stone on c3. F4" in sitting.text()
        await sitting.press("s")
        assert "! No: only White spends komi (F9)." in sitting.text()
    async with at_table(*BEGUN, "place f5", "place c3", "place f7", "place c5") as sitting:
        await sitting.type("f6")
        await sitting.press("enter")
        assert "! No: f6 is beside your f5 and f7, and invades nothing (F4)." in sitting.text()
        await sitting.press("p")
        assert "! No: you can place a stone, so you may not pass (F6)." in sitting.text()


async def test_white_spends_by_letter_and_by_click() -> None:
    async with at_table(*BEGUN, "place f5") as sitting:
        assert "▸ Place a stone, or spend one of 3 points of komi." in sitting.text()
        await sitting.press("S")
        assert "The komi falls to 2, and no stone is placed. F9" in sitting.text()
        assert "Enter spend" in sitting.lines()[-1]
        await sitting.press("enter")
        assert sitting.played() == ["0: spend"]
        assert "komi 2 of 3" in sitting.lines()[0]
        await enter(sitting, *"a1")
        for _ in range(2):
            await sitting.click_text("S  Spend")
        assert sitting.played()[1:] == ["1: place a1", "0: spend"]
        assert "komi 1 of 3" in sitting.lines()[0]


async def test_a_pass_is_chosen_and_explained() -> None:
    moves = next(found for seed in range(50) if (found := random_moves(5, 999, seed))[-1] == "pass")
    board = board_at(*moves[:-1], size=5)
    board.begin_question()
    text = "\n".join(drawn(board, (80, 24)))
    assert "▸ Pass. You can't place a stone anywhere. F6" in text
    assert "No stone is placed. Two passes in a row end the match. F6" in text
    assert "P  Pass" in text
    assert board.describe("commit") == "pass"


# The komi pie


async def test_the_komi_is_named_by_the_mouse_alone() -> None:
    async with at_table() as sitting:
        for step in ("↑ more", "↓ less"):
            await sitting.click_text(step)
        assert komi(sitting) == -1
        await sitting.click_text("name it")
        assert sitting.played() == ["0: komi -1"]


async def test_the_komi_is_typed_and_the_side_chosen() -> None:
    async with at_table() as sitting:
        assert "▸ How many points should White start with? Then Ben picks a side. F7" in sitting.text()
        await sitting.press("enter")
        assert "! Choose a komi first: type it, or use ↑ and ↓." in sitting.text()
        await sitting.type("12")
        assert "Komi 12: White counts 12 more at the end" in sitting.text()
        await sitting.burst("down", "pagedown", "left")
        assert "White gets nothing. F7" in sitting.text()
        await sitting.burst("minus", "4")
        assert "White counts 4 fewer at the end. F7" in sitting.text()
        await sitting.press("minus")
        assert "White counts 4 more" in sitting.text()
        await enter(sitting, "enter")
        assert sitting.played() == ["0: komi 4"]
        assert "▸ Black or White? Anna named a komi of 4. Black moves first. F7" in sitting.text()
        await enter(sitting, "enter", *"c3")
        assert sitting.played() == ["0: komi 4"]
        await sitting.press("B")
        assert "You move first, and Anna has a komi of 4. F7" in sitting.text()
        await sitting.press("w")
        assert "Anna moves first, and you have a komi of 4. F7" in sitting.text()
        await enter(sitting, "left", "right")
        assert sitting.played() == ["0: komi 4", "1: white"]
        assert "You, Anna, Black" in sitting.row_of("▸ ● ")


@pytest.mark.second
@pytest.mark.parametrize(("negative", "least"), [(True, -91), (False, 0)])
async def test_every_komi_can_be_named_and_no_other(negative: bool, least: int) -> None:
    async with at_table(options={"negative": negative}) as sitting:
        await sitting.press("home")
        assert komi(sitting) == least
        await sitting.press("left")
        assert komi(sitting) == least
        await sitting.burst("end", "right")
        assert komi(sitting) == 91
        await sitting.type("99")
        assert komi(sitting) == 9, "99 is too many, so a new number begins"
        await sitting.burst("minus", *"55")
        assert komi(sitting) == 55, "95 is too many, so a new number begins"
        assert ("below 0" in sitting.lines()[-1]) == negative, "a key that does nothing is not named"
        await sitting.press("minus")
        assert komi(sitting) == (-55 if negative else 55)


async def test_a_komi_is_clicked() -> None:
    async with at_table() as sitting:
        await sitting.press("4")
        await sitting.click_text("↑ more")
        assert "White counts 5 more" in sitting.text()
        x, y = sitting.find("↑ more")
        for _ in range(2):
            await sitting.click(x - 4, y)
        assert sitting.played() == ["0: komi 5"]


# Turning over


@pytest.mark.second
@pytest.mark.parametrize("motion", [True, False])
async def test_stones_are_seen_turning_over_unless_nothing_is_to_move(motion: bool) -> None:
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7"]
    async with at_table(*moves, pace=5, motion=motion, size=(120, 40)) as sitting:
        sitting.later(ENTER_GUARD)
        await enter(sitting, *"f6")
        assert sitting.played() == ["1: place f6"]
        assert sitting.table.moment is not None
        assert sitting.table.moment.reason is StopReason.HOLD
        assert stone_on(sitting, "f4") == ("stone" if motion else "black"), "still White's for a moment"
        await sitting.press("left")
        assert stone_on(sitting, "f4") == ("stone" if motion else "black"), "who looks does not hurry"
        await sitting.press("space")
        assert stone_on(sitting, "f4") == "black"
        assert sitting.table.moment.kind is MomentKind.ASK


# Whole matches


@pytest.mark.second
async def test_two_people_play_a_whole_match_and_look_at_it_again() -> None:
    bot = RulesBot(Random(8))
    async with new_match("herfor", *NAMES, options={"size": 5}) as sitting:
        await enter(sitting, "2")
        await enter(sitting, "b")
        match = sitting.match
        while not match.over:
            assert match.mover == sitting.table.keyboard.viewer
            before, mover = len(sitting.played()), match.mover
            code = HERFOR.encode(bot.choose(match.observe(mover), match.legal()))
            await enter(sitting, *("s" if code == "spend" else code.split()[1]))
            assert sitting.played()[before] == f"{mover}: {code}"
        assert sitting.showing(MatchScreen)
        winner = match.observe(NOBODY).winners[0]
        assert f"{NAMES[winner]} wins." in sitting.text(), "nobody of two people is spoken to"
        assert "first, so the half goes" in sitting.text()
        assert "komi left" in sitting.text()
        assert "half point" in sitting.text()
        sitting.later(1)
        await sitting.press("right", "right", "enter")
        assert sitting.showing(ReplayScreen)
        assert "replay: 1 of" in sitting.text()
        assert "round" not in sitting.lines()[-1], "there are none in this game"
        await sitting.burst(*["right"] * 4)
        assert "replay: 5 of" in sitting.text()
        assert "MOVES" in sitting.text()
        await sitting.type("d2")
        assert "d2 turns nothing" in sitting.text(), "digits are for points: there's no hand to look at"
        await sitting.press("end")
        assert "win" in sitting.text()
        assert "pass" in sitting.text()


async def test_keys_work_again_after_a_window_that_was_too_small() -> None:
    async with at_table(*BEGUN) as sitting:
        for window in ((50, 18), (80, 24)):
            await sitting.resize(*window)
        await enter(sitting, *"d4")
        assert sitting.played() == ["1: place d4"]


@pytest.mark.second
def test_the_board_fits_windows_of_any_size_with_names_of_any_length() -> None:
    rng = Random(6)
    for number in range(40):
        names = ("A" * 200, "漢字" * 60) if number % 4 == 0 else NAMES
        size = rng.choice(SIZES)
        window = rng.randrange(60, 200), rng.randrange(20, 70)
        board = board_at(*random_moves(size, rng.randrange(60), rng.randrange(9)), names=names, size=size)
        board.clicked(("points", rng.randrange(BOARDS[size].bit_count())))
        drawn(board, window)
        hexagon, felt = hexagon_of(board, window), regions(size, window[0], window[1] - 1, board.look).felt
        width, height = room(size, hexagon.scale)
        assert width <= felt.width
        assert height <= felt.height


@pytest.mark.parametrize(("height", "stones"), [(6, 19), (5, 19), (4, 10)])
def test_the_home_screen_has_a_picture_of_it(height: int, stones: int) -> None:
    canvas = StrictCanvas(16, height, Look())
    TILES["herfor"](canvas, Rect(0, 0, 16, height), "bg")
    text = "".join(rows_of(canvas))
    assert text.count("●") + text.count("○") == stones


# The coach


def judged(board: HerforBoard, *codes: str) -> Hint:
    """Return a hint that finds these actions best, in this order, and all others worse."""
    assert board.view is not None
    legal = board.view.legal
    best = [HERFOR.decode(code) for code in codes]
    choices = [
        JudgedAction(action, Estimate(60.0 - place, 1.0), Estimate(float(place), 1.0), {}, None, 400,
               "worse" if place else "best")
        for place, action in enumerate([*best, *(action for action in legal if action not in best)])
    ]  # fmt: skip
    return Hint(legal, Judgement(choices, 400, WINS))


@pytest.mark.parametrize("look", [Look(), Look("none", True)])
def test_a_hint_has_its_five_best_points_on_the_board(look: Look) -> None:
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7", "place k11", "place e5"]
    board = board_at(*moves, look=look)
    board.scene = replace(board.scene, hint=judged(board, "place f6", "place c3", "place d2", "place h3", "place i5"))
    assert [seen_at(board, point)[0] for point in ("f6", "c3", "d2", "h3", "i5")] == list("ABCDE")
    board.selection.choose(HERFOR.decode("place f6"))
    text = " ".join(" ".join(drawn(board, (120, 40))).split())
    assert seen_at(board, "f6")[0] == "A"
    assert ("◆" if not look.ascii else "!") in text, "what it would turn is marked as ever"
    assert "Best: f6, marked A." in text
    assert "f6 turns 2: f4 f7. You win in 60 of 100 games played on from here." in text
    assert "No answer to f6 turns a stone." in text
    assert "MOVES" not in text
    listed = [place for _, place in board.places if place[0] == "hinted"]
    assert listed == [("hinted", HERFOR.decode(f"place {point}")) for point in ("f6", "c3", "d2", "h3", "i5")]
    rows = [rect.y for rect, place in board.places if place[0] == "hinted"]
    assert [after - before for before, after in pairwise(rows)] == [2] * 4, "where there is room they stand apart"
    assert "400 games each" in " ".join(drawn(board, (60, 20)))
    board.action_letter("b")
    assert board.selection.action is None, "a mark on the board is no key"
    board.action_digit("7")
    assert board.selection.action == HERFOR.decode("place b7"), "a letter is the beginning of a point as ever"


def test_who_led_is_told_once_both_have_placed_and_at_the_end() -> None:
    moves = "komi 0", "black", "place a1", "place i9", "place a5"
    for number, ends in ((4, {" "}), (5, {" ", "█"})):  # with one stone each nobody leads, and Black with one more
        canvas, seen = Canvas(20, 4, Look("dark")), board_at(*moves[:number], size=5).seen
        draw_curve(canvas, Rect(0, 0, 20, 4), seen, marks=False)
        columns = ["".join(column).strip() for column in zip(*(canvas.cells(y)[0] for y in range(4)), strict=True)]
        assert set("".join(columns)) | {" "} == ends
        assert bool(columns[-1]) == (number == 5)
        assert not columns[0]


@pytest.mark.parametrize(("komi", "told"), [(3, "or spends it"), (0, "Each side counts"), (-3, "that many fewer")])
def test_the_two_sides_are_told_by_the_komi_that_was_named(komi: int, told: str) -> None:
    assert told in " ".join(" ".join(drawn(board_at(f"komi {komi}"), (120, 40))).split())


def test_a_hint_for_the_komi_stands_below_it() -> None:
    board = board_at()
    board.scene = replace(board.scene, hint=judged(board, "komi 0", "komi 1"))
    for window in WINDOWS:
        text = " ".join(drawn(board, window))
        assert "Best: " in text
        assert "KOMI" in text


@pytest.mark.parametrize(
    ("negative", "usual"), [(True, ["−1 to 1", "2 and more", "below −1"]), (False, ["0 to 1", "2 and more"])]
)
def test_no_komi_is_called_usual_that_may_not_be_named(negative: bool, usual: list[str]) -> None:
    assert [number for number, _ in usual_komi(negative)] == usual
    text = " ".join(drawn(board_at(negative=negative), (120, 40)))
    assert usual[0] in text


@pytest.mark.parametrize("size", SIZES)
def test_what_is_usual_is_not_broken_in_the_smallest_window(size: int) -> None:
    assert any(row.rstrip().endswith(" −1 to 1") for row in drawn(board_at("komi 0", size=size), (60, 20)))


@pytest.mark.second
async def test_at_the_end_what_can_be_done_stands_below_who_has_won() -> None:
    async with table("herfor", *TWO, until=lambda match: match.over, size=5)(size=(160, 50)) as sitting:
        rows = sitting.lines()
        won = next(place for place, row in enumerate(rows) if " wins. " in row)
        assert rows[won].startswith("▸ ")
        assert rows[won + 1].index("▸") <= 3


def test_what_was_played_is_compared_though_it_is_far_from_the_best() -> None:
    board = board_at(*BEGUN, *random_moves(6, 20, 3))
    hint = judged(board)
    assert hint.found is not None
    board.scene = replace(board.scene, hint=hint._replace(played=hint.found.choices[-1].action))
    board.selection.choose(hint.found.choices[-1].action)
    drawn(board, (120, 40))
    listed = [place[1] for _, place in board.places if place[0] == "hinted"]
    assert listed == [choice.action for choice in (*hint.found.choices[:5], hint.found.choices[-1])]


@pytest.mark.parametrize("window", WINDOWS)
def test_what_could_turn_next_is_told_over_a_hint_too(window: tuple[int, int]) -> None:
    board = board_at(*BEGUN, *random_moves(6, 30, 3))
    board.scene = replace(board.scene, hint=judged(board))
    drawn(board, window)
    assert not board._risks
    board.action_risks()
    text = " ".join(" ".join(drawn(board, window)).split())
    assert "could turn with one stone." in text
    assert "Best: " not in text


async def test_a_digit_after_arrows_begins_a_new_komi() -> None:
    async with new_match("herfor", "Anna", "bot:random") as sitting:
        await sitting.until(lambda: sitting.board.asked)
        await sitting.press("up", "up", "minus")
        komi = sitting.board.selection.item("komi").thing
        assert komi < 0
        await sitting.press("0")
        assert sitting.board.selection.item("komi").thing == 0, f"{komi} and 0 is not {komi}0"
        await sitting.press("1", "2", "minus")
        assert sitting.board.selection.item("komi").thing == -12
        await sitting.press("s")
        assert "name a komi from" in sitting.text(), "there is nothing to spend yet"


def test_how_to_go_on_gives_way_to_what_was_turned_where_a_row_is_short() -> None:
    board = board_at(*BEGUN)
    assert board.view is not None
    points = [HERFOR.decode(f"place {point}") - PLACE for point in ("a2", "b3", "c4", "d5", "h9")]
    view = board.view._replace(events=[Event("turned", 0, tuple(points))], mover=NOBODY)
    board.scene = replace(board.scene, moment=Moment(MomentKind.PAUSE, view, reason=StopReason.HOLD, new_events=1))
    board.begin_question()
    told = "turned 5 stones: a2, b3, c4, d5 and h9."
    for window, all_of_it in (((60, 20), False), ((120, 40), True)):
        row = next(row for row in drawn(board, window) if told in row)
        assert ("Enter goes on." in row) == all_of_it
        assert "…" not in row


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (160, 50)], ids="{0[0]}x{0[1]}".format)
async def test_in_the_count_points_stand_below_each_other(size: tuple[int, int]) -> None:
    async with new_match("herfor", "Anna", "Ben", moves=999, options={"size": 5}, size=size) as sitting:
        await sitting.until(lambda: sitting.showing(MatchScreen))
        board = sitting.app.screen.board  # type: ignore[attr-defined]
        rows = [[row.cells[seat] for seat in order(board.seen)] for row in board.sheet_rows()[2:]]
        assert any("." in cell for row in rows for cell in row)
        units: dict[int, set[int]] = {0: set(), 1: set()}
        for cells in rows:
            wanted = re.compile(r"\s+".join(re.escape(cell) for cell in cells if cell) + r"\s*$")
            found = next(match for line in sitting.lines() if (match := wanted.search(line.rstrip())))
            ends = [match.end() for match in re.finditer(r"(?<!\.)\b\d+", found[0])]
            for place, end in zip([at for at in (0, 1) if cells[at]], ends, strict=True):
                units[place].add(found.start() + end)
        assert all(len(columns) == 1 for columns in units.values()), units
