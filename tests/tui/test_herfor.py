"""Herfor's board on the screen: where its points lie, how one is chosen, and what is told before a stone is placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

from herrlof.bots.herfor.rules import RulesBot
from herrlof.game import NOBODY, Action, Event, State
from herrlof.games import GAMES
from herrlof.games.herfor import points
from herrlof.games.herfor.actions import PLACE
from herrlof.games.herfor.points import BOARDS, POINT_NAMES, SIZES, Point, neighbours, parse_point, points_in
from herrlof.table.table import MomentKind, View
from herrlof.tui.boards import TILES
from herrlof.tui.boards.board import ENTER_GUARD, Board, BoardContext
from herrlof.tui.boards.herfor.board import HerforBoard
from herrlof.tui.boards.herfor.hexagon import SCALES, Hexagon, Scale, fitted, room
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.screens.replay import ReplayScreen
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from tests.tui.driving import Sitting, new_match, rows_of
from tests.tui.driving import at_table as at_match

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


def hexagon_of(board: Board) -> Hexagon:
    """Return the hexagon where a board has drawn it, from the cells in which its points are clicked."""
    assert isinstance(board, HerforBoard)
    size = board.seen.size
    places = {what[1]: rect for rect, what in board.places if what[0] == "point"}
    at = {point: (rect.x + rect.width // 2, rect.y + rect.height // 2) for point, rect in places.items()}
    (first, second, *_), (above, *_) = points.rows(size)[:2]
    scale = Scale((at[second][0] - at[first][0]) // 2, at[first][1] - at[above][1])
    return Hexagon(size, scale, min(x for x, _ in at.values()), min(y for _, y in at.values()))


# A person at the table


def at_table(
    *moves: str, options: Mapping[str, Any] | None = None, **more: Any
) -> AbstractAsyncContextManager[Sitting]:
    """Sit down to a match in which these moves have been made; `played` returns what comes after them."""
    state, _ = position(*moves, **(options or {}))
    return at_match(state, *NAMES, game=HERFOR, options=options, **more)


def sign_on(sitting: Sitting, point: str, off: int = 0) -> str:
    """Return the sign at a point, or beside it."""
    hexagon = hexagon_of(sitting.board)
    x, y = hexagon.at(parse_point(point, hexagon.size))
    return sitting.lines()[y][x + off]


def focus(sitting: Sitting) -> str:
    """Return the point that stands in brackets; nothing if none does."""
    hexagon, rows = hexagon_of(sitting.board), sitting.lines()
    off = hexagon.scale.reach + 1
    for point in points_in(BOARDS[hexagon.size]):
        x, y = hexagon.at(point)
        if rows[y][x - off] + rows[y][x + off] == "[]":
            return POINT_NAMES[point]
    return ""


def komi(sitting: Sitting) -> int:
    """Return the komi that is marked among those that can be named."""
    _, y = sitting.find("▸ Name a komi")
    return int("".join(cell.letter for cell in sitting.cells()[y + 2] if cell.ground == "accent"))


async def enter(sitting: Sitting, *keys: str) -> None:
    """Press keys as fast as they come, and Enter."""
    await sitting.burst(*keys, "enter")
    await sitting.settle()


async def click(sitting: Sitting, what: str | tuple[str, int]) -> None:
    """Click a point by its name, or another place of the board."""
    assert isinstance(sitting.board, HerforBoard)
    wanted = ("point", parse_point(what, sitting.board.seen.size)) if isinstance(what, str) else what
    rect = next(rect for rect, place in sitting.board.places if place == wanted)
    await sitting.click(rect.x + rect.width // 2, rect.y + rect.height // 2)


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
    board.view = View(seat, state.observation(seat), state.legal_actions(), events, state.current_player())
    board.moment_kind = MomentKind.ASK
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
        widths.append(room(size, hexagon_of(board).scale)[0])
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
            hexagon = hexagon_of(board)
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
    text = "\n".join(rows_of(canvas))
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
    hexagon = hexagon_of(board)

    def sign(point: str, off: int = 0) -> str:
        x, y = hexagon.at(parse_point(point, 6))
        return rows[y][x + off]

    off = hexagon.scale.reach + 1
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
    x, y = hexagon_of(board).at(parse_point(point, 6))
    return rows[y][x]


async def test_points_that_are_open_to_the_mover_are_shown_to_who_is_asked() -> None:
    async with at_table(*BEGUN, "place f6", "place a1") as sitting:
        assert sign_on(sitting, "f7") == "·", "beside Black's own stone"
        assert sign_on(sitting, "a2") == "•"
        await enter(sitting, *"k11")
        assert sitting.played() == ["1: place k11"]
        assert sign_on(sitting, "f7") == "•", "White may"
        assert sign_on(sitting, "a2") == "·"


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
                board.action_digit(int(digit))
            step()
            board.action_commit()
            assert board.entered is not None
            yield point, key, board.entered


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
            ("f1", "home", "f1"),  # there is no point up to the left of it
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
        assert "d4  Turns nothing. F5" in sitting.text()
        await sitting.press("7")
        assert "d7  Turns nothing" in sitting.text(), "another number is another point of the row"
        await sitting.type("f1")
        assert "f1  Turns nothing" in sitting.text()
        await sitting.press("1")
        assert "f11  Turns nothing" in sitting.text()
        await sitting.type("g1")
        assert "g1…" in sitting.text(), "row g begins with g2, but there are g10 and g11"
        await enter(sitting, "0")
        assert sitting.played() == ["1: place g10"]


async def test_what_is_no_point_is_described() -> None:
    async with at_table(*BEGUN) as sitting:
        for keys, told in (
            (["a", "9"], "There is no point 'a9'"),
            (["d", "0"], "There is no point 'd0'"),
            (["m"], "There is no point 'm1'"),
            (["k", "1", "enter"], "Choose a"),
        ):
            await sitting.burst(*keys)
            assert f"! {told}" in sitting.text()
            await sitting.press("enter")
            assert sitting.played() == []


async def test_all_letters_are_for_points_the_capitals_too() -> None:
    async with at_table(*BEGUN, options={"size": 7}, size=(120, 40)) as sitting:
        assert ". last invasion" in sitting.lines()[-1]
        assert "scores" not in sitting.lines()[-1], "there is no score sheet before the end"
        await sitting.type("l9")
        assert "l9  Turns nothing" in sitting.text()
        await sitting.type("K8")
        assert "k8  Turns nothing" in sitting.text()
        await sitting.press("question_mark", "question_mark")
        assert sitting.showing(KeysScreen)
        listed = {line.strip("│ ").split("  ")[0] for line in sitting.lines()}
        assert {"a b c d e f g h i j k l m", "s", ".", "?", "Esc"} <= listed


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (6, "LAST INVASION No stone has been turned over yet. So far Anna named a komi of -93. You took Black."),
        (44, "LAST INVASION Anna placed k9. Anna turned 2 stones: k8 and k10. ↑"),
        (48, "Anna turned 2 stones: e3 and h3. Since then You placed a7. Anna placed h5. ↑"),
    ],
)
async def test_the_last_invasion_is_told_apart_from_what_came_after_it(moves: int, told: str) -> None:
    async with new_match("herfor", *NAMES, moves=moves, options={"size": 7}, size=(120, 40)) as sitting:
        await sitting.press("full_stop")
        assert told in sitting.words()


async def test_the_vi_set_moves_nothing_at_a_table_of_letters_also_when_it_is_chosen_there() -> None:
    async with at_table(*BEGUN, options={"size": 7}, size=(120, 40)) as sitting:
        sitting.app.change(replace(sitting.app.settings, keys="vi"))
        await sitting.type("l9")
        assert "l9  Turns nothing" in sitting.text()


# Choosing and placing


async def test_enter_places_nothing_that_was_not_chosen() -> None:
    async with at_table(*BEGUN) as sitting:
        await sitting.burst("enter", "enter", "space")
        assert sitting.played() == []
        assert "! Choose a point first" in sitting.text()
        assert "▸ Place a stone." in sitting.text(), "the question stays"
        await enter(sitting, *"d4", "enter", "enter")
        assert sitting.played() == ["1: place d4"], "the focus that is left on d4 is not chosen for the next question"
        await enter(sitting, "right")
        assert sitting.played() == ["1: place d4", "0: place d5"]


async def test_an_enter_too_soon_is_for_what_came_before() -> None:
    async with at_table(*BEGUN, pace=1) as sitting:
        await sitting.burst(*"d4", "enter")
        assert sitting.played() == []
        sitting.later(ENTER_GUARD)
        await sitting.press("enter")
        assert sitting.played() == ["1: place d4"]


async def test_a_click_chooses_and_a_second_one_places() -> None:
    async with at_table(*BEGUN) as sitting:
        await click(sitting, "c4")
        assert "c4  Turns nothing" in sitting.text()
        await click(sitting, "e6")
        assert sitting.played() == []
        await click(sitting, "e6")
        assert sitting.played() == ["1: place e6"]
        await click(sitting, "e6")
        assert sitting.played() == ["1: place e6"]
        assert "Black has a stone on e6. F4" in sitting.text()


async def test_what_a_stone_would_turn_is_seen_before_it_is_placed() -> None:
    """E2 of the rules, and a line beside it: `W B _ W`."""
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7", "place k11", "place e5"]
    async with at_table(*moves) as sitting:
        await sitting.type("f6")
        assert "f6  Turns 2: f4 f7. F5" in sitting.text()
        assert sign_on(sitting, "f4") == sign_on(sitting, "f7") == "◎"
        assert sign_on(sitting, "e5") == "○"
        assert (sign_on(sitting, "f6", -2), sign_on(sitting, "f6", 2)) == ("[", "]")
        assert sitting.style_of("◎") == "on/accent!"
        await sitting.type("d2")
        assert sign_on(sitting, "f4") == "○"
        await enter(sitting, *"f6")
        assert sitting.played() == ["1: place f6"]
        assert sign_on(sitting, "f4") == sign_on(sitting, "f7") == "◉"
        assert "Ben turned 2 stones: f4 and f7." in sitting.text()


async def test_why_a_point_is_forbidden_is_told_before_and_after_enter() -> None:
    async with at_table(*BEGUN, "place f5", "place c3") as sitting:
        await sitting.type("f6")
        assert "f6  Beside your own f5, and invades nothing. F4" in sitting.text()
        await sitting.press("enter")
        assert "! Beside your own f5, and invades nothing (F4)." in sitting.text()
        assert sitting.played() == []
        await sitting.type("c3")
        assert "White has a stone on c3. F4" in sitting.text()
        await sitting.press("s")
        assert "! Only White spends komi (F9)." in sitting.text()
        await sitting.press("p")
        assert "! You can place a stone, so you may not pass (F6)." in sitting.text()


async def test_white_spends_by_letter_and_by_click() -> None:
    async with at_table(*BEGUN, "place f5") as sitting:
        assert "S  Spend a point of komi" in sitting.text()
        await sitting.press("s")
        assert "The komi falls to 2, and no stone is placed. F9" in sitting.text()
        assert "Enter spend" in sitting.lines()[-1]
        await sitting.press("enter")
        assert sitting.played() == ["0: spend"]
        assert "komi 3, 1 spent" in sitting.text()
        await enter(sitting, *"a1")
        for _ in range(2):
            await sitting.click_text("S  Spend a point of komi")
        assert sitting.played()[1:] == ["1: place a1", "0: spend"]
        assert "komi 3, 2 spent" in sitting.text()


async def test_a_pass_is_chosen_and_explained() -> None:
    moves = next(found for seed in range(50) if (found := random_moves(5, 999, seed))[-1] == "pass")
    board = board_at(*moves[:-1], size=5)
    board.begin_question()
    text = "\n".join(drawn(board, (80, 24)))
    assert "▸ Pass. There is no point on which you may place a stone. F6" in text
    assert "No stone is placed. Two passes in a row end the match. F6" in text
    assert "P  Pass" in text
    assert board.describe("commit") == "pass"


# The komi pie


async def test_the_komi_is_typed_and_the_side_chosen() -> None:
    async with at_table() as sitting:
        assert "▸ Name a komi: White gets it. Then Ben chooses a side. F7" in sitting.text()
        await sitting.press("enter")
        assert "! Choose a komi first: type it, or use ↑ and ↓." in sitting.text()
        await sitting.type("12")
        assert "White counts 12 points more at the end" in sitting.text()
        await sitting.burst("down", "pagedown", "left")
        assert "Komi 0" not in sitting.text()
        assert "White gets nothing. F7" in sitting.text()
        await sitting.burst("minus", "4")
        assert "White counts 4 points less at the end. F7" in sitting.text()
        await sitting.press("minus")
        assert "White counts 4 points more" in sitting.text()
        await enter(sitting, "enter")
        assert sitting.played() == ["0: komi 4"]
        assert "▸ Black or White? Anna named a komi of 4. Black moves first. F7" in sitting.text()
        await enter(sitting, "enter", *"c3")
        assert sitting.played() == ["0: komi 4"]
        await sitting.press("b")
        assert "You move first, and Anna has the komi of 4. F7" in sitting.text()
        await sitting.press("w")
        assert "Anna moves first, and you have the komi of 4. F7" in sitting.text()
        await enter(sitting, "left", "right")
        assert sitting.played() == ["0: komi 4", "1: white"]
        assert "▸ ● You, Anna" in sitting.text()


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
        assert komi(sitting) == (-55 if negative else 55), "95 is too many, but the sign stays"
        await sitting.press("minus")
        assert ("! Name a komi from 0 to 91 (F7)." in sitting.text()) is not negative


async def test_a_komi_is_clicked() -> None:
    async with at_table() as sitting:
        await click(sitting, ("komi", 5))
        assert "White counts 5 points more" in sitting.text()
        await click(sitting, ("komi", 5))
        assert sitting.played() == ["0: komi 5"]


# Turning over


@pytest.mark.parametrize("motion", [True, False])
async def test_stones_are_seen_turning_over_unless_nothing_is_to_move(motion: bool) -> None:
    moves = [*BEGUN, "place f5", "place f4", "place a1", "place f7"]
    async with at_table(*moves, pace=5, motion=motion) as sitting:
        sitting.later(ENTER_GUARD)
        await enter(sitting, *"f6")
        assert sitting.played() == ["1: place f6"]
        assert sitting.table.moment is not None
        assert sitting.table.moment.reason == "hold"
        assert sign_on(sitting, "f4") == ("◎" if motion else "◉"), "still White's for a moment"
        await sitting.press("left")
        assert sign_on(sitting, "f4") == ("◎" if motion else "◉"), "who looks does not hurry"
        await sitting.press("space")
        assert sign_on(sitting, "f4") == "◉"
        assert sitting.table.moment.kind is MomentKind.ASK


# Whole matches


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
        assert "passed first" in sitting.text()
        assert "komi left" in sitting.text()
        assert "half" in sitting.text()
        await sitting.press("right", "enter")
        assert sitting.showing(ReplayScreen)
        assert "replay: move 1 of" in sitting.text()
        await sitting.burst(*["right"] * 4)
        assert "replay: move 5 of" in sitting.text()
        assert sitting.text().count("●") > 1
        await sitting.type("d2")
        assert "d2  Turns nothing" in sitting.text(), "digits are for points: there is no hand to look at"
        await sitting.press("end")
        assert "win" in sitting.text()
        assert "pass" in sitting.text()


async def test_random_keys_and_sizes_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what Enter finds chosen is played, and whatever the window, the board is drawn within it."""
    monkeypatch.setattr("herrlof.tui.widgets.canvas_widget.Canvas", StrictCanvas)
    rng = Random(4)
    keys = [*"abcdefghijklmsw0123456789", "left", "right", "up", "down", "home", "end", "pageup", "pagedown", "minus",
            *["enter"] * 9]  # fmt: skip
    async with at_table(options={"size": 5}) as sitting:
        for _ in range(90):
            before, chosen = len(sitting.played()), sitting.board.chosen
            key = rng.choice(keys)
            await sitting.press(key)
            if sitting.showing(MatchScreen):
                break
            assert len(sitting.played()) == before or (key == "enter" and chosen)
            if not rng.randrange(18):
                await sitting.resize(rng.randrange(60, 170), rng.randrange(20, 52))
        assert len(sitting.played()) > 2


async def test_keys_work_again_after_a_window_that_was_too_small() -> None:
    async with at_table(*BEGUN) as sitting:
        for window in ((50, 18), (80, 24)):
            await sitting.resize(*window)
        await enter(sitting, *"d4")
        assert sitting.played() == ["1: place d4"]


def test_the_board_fits_windows_of_any_size_with_names_of_any_length() -> None:
    rng = Random(6)
    for number in range(40):
        names = ("A" * 200, "漢字" * 60) if number % 4 == 0 else NAMES
        size = rng.choice(SIZES)
        window = rng.randrange(60, 200), rng.randrange(20, 70)
        board = board_at(*random_moves(size, rng.randrange(60), rng.randrange(9)), names=names, size=size)
        board.clicked(("point", rng.choice(points_in(BOARDS[size]))))
        board.chosen = bool(rng.randrange(2))
        drawn(board, window)
        assert hexagon_of(board) == fitted(size, felt_of(board, window))


def felt_of(board: HerforBoard, window: tuple[int, int]) -> Rect:
    """Return a region in which a hexagon of this scale lies where the board has drawn it."""
    hexagon = hexagon_of(board)
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
    text = "".join(rows_of(canvas))
    assert text.count("●") + text.count("○") == stones
