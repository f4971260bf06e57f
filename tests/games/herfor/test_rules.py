"""The rules page, rule by rule and example by example, in the text codes of the contract."""

from __future__ import annotations

import re
from random import Random

import pytest

from herrlof.doc_pages import rules_text
from herrlof.game import TERMINAL, Event, InvalidAction
from herrlof.games.herfor.observation import open_points
from herrlof.games.herfor.points import (
    BOARDS,
    POINT_COUNTS,
    POINT_NAMES,
    SIZES,
    neighbours,
    number_of,
    parse_point,
    row_of,
    rows,
)
from herrlof.games.herfor.state import HerforState
from tests.games.herfor.board import BLACK, DIRECTIONS, GAME, WHITE, Board, line_of, mask, names_in

every_size = pytest.mark.parametrize("size", SIZES)
every_line = pytest.mark.parametrize("direction", DIRECTIONS)


def full_but(empty: str, white: str, size: int = 5, to_move: int = BLACK, komi: int = 0) -> Board:
    """Return a full board, black but for some white stones and some empty points."""
    black = names_in(BOARDS[size]) - set(empty.split()) - set(white.split())
    return Board(size, " ".join(black), white, to_move, komi)


# F1: the board


@pytest.mark.parametrize(
    ("size", "first", "middle", "last"),
    [(5, "a1 a5", "e1 e9", "i5 i9"), (6, "a1 a6", "f1 f11", "k6 k11"), (7, "a1 a7", "g1 g13", "m7 m13")],
)
def test_f1_rows_run_as_the_rulings_say(size: int, first: str, middle: str, last: str) -> None:
    found = rows(size)
    ends = [f"{POINT_NAMES[row[0]]} {POINT_NAMES[row[-1]]}" for row in found]
    assert (ends[0], ends[size - 1], ends[-1]) == (first, middle, last)
    assert [len(row) for row in found] == [*range(size, 2 * size), *range(2 * size - 2, size - 1, -1)]


def test_f1_boards_have_61_91_and_127_points() -> None:
    assert [board.bit_count() for board in BOARDS.values()] == [61, 91, 127]
    assert dict(zip(SIZES, (61, 91, 127), strict=True)) == POINT_COUNTS


def test_f1_a_point_has_a_row_and_a_number() -> None:
    point = parse_point("f11", 6)
    assert (row_of(point), number_of(point), POINT_NAMES[point]) == (5, 11, "f11")


@pytest.mark.parametrize(
    ("point", "around"),
    [("f6", "e5 e6 f5 f7 g6 g7"), ("a1", "a2 b1 b2"), ("f1", "e1 f2 g2"), ("k11", "j10 j11 k10"), ("k6", "j5 j6 k7")],
)
def test_f1_a_point_has_up_to_six_neighbours(point: str, around: str) -> None:
    assert [POINT_NAMES[other] for other in neighbours(parse_point(point, 6), 6)] == around.split()


@pytest.mark.parametrize(
    ("text", "there"),
    [
        *((text, "rows are a to k") for text in ("", "l1", "F6", "6f", "m")),
        ("a7", "row a runs from 1 to 6"),
        *((text, "row f runs from 1 to 11") for text in ("f12", "f06", "f6 ", "f")),
        ("g1", "row g runs from 2 to 11"),
        ("k5", "row k runs from 6 to 11"),
    ],
)
def test_f1_a_bad_coordinate_gets_a_sentence(text: str, there: str) -> None:
    with pytest.raises(ValueError, match=f"^there's no point {text!r} on a board with 6 a side: {there}$"):
        parse_point(text, 6)


def test_f1_nothing_is_hidden_and_nothing_is_left_to_chance() -> None:
    assert not GAME.hidden
    assert not GAME.chance


# F2 to F5: phalanxes, invasions, where a stone may be placed and what turns over


@every_size
@every_line
def test_f2_a_phalanx_is_the_longest_row_of_one_colour(size: int, direction: str) -> None:
    line = line_of(direction, size)
    board = Board.line(". W W W _ W W .", line, size)
    assert board.place(line[4]) == {*line[1:4], *line[5:7]}
    board = Board.line(". W B W _ W B W", line, size)
    assert board.place(line[4]) == {line[3], line[5]}


@every_size
@every_line
@pytest.mark.parametrize(
    "stones",
    ["W . _ W", ". . _ W", "W B _ .", "W B . _ W", "W . B _ W", "W . _ B W", "B B _ W", "W B _ B B"],
)
def test_f3_a_gap_or_an_open_end_is_no_invasion(size: int, direction: str, stones: str) -> None:
    line = line_of(direction, size)
    board = Board.line(f". {stones}", line, size)
    point = line[stones.split().index("_") + 1]
    beside = "B _" in stones or "_ B" in stones
    assert board.may_place(point) is not beside
    if not beside:
        assert board.place(point) == set()


@every_size
@every_line
def test_f3_the_edge_is_no_enemy(size: int, direction: str) -> None:
    line = line_of(direction, size)
    whole = ["B"] * (len(line) - 2)
    board = Board.line(" ".join(["_", *whole, "W"]), line, size)
    assert not board.may_place(line[0])
    board = Board.line(" ".join(["W", *whole, "_"]), line, size)
    assert not board.may_place(line[-1])


@every_size
@every_line
def test_f3_a_phalanx_may_be_lengthened_at_both_ends_of_the_stone(size: int, direction: str) -> None:
    line = line_of(direction, size)
    board = Board.line("W W B B _ B W .", line, size)
    assert board.place(line[4]) == {*line[0:2], line[6]}
    assert board.black == set(line[:7])


def test_f4_an_empty_point_with_no_friend_beside_it() -> None:
    board = Board(black="f6", white="c3")
    assert board.open_points() == names_in(BOARDS[6]) - names_in(mask("f6 e5 e6 f5 f7 g6 g7 c3"))
    board = Board(black="f6", white="c3", to_move=WHITE)
    assert board.open_points() == names_in(BOARDS[6]) - names_in(mask("f6 c3 b2 b3 c2 c4 d3 d4"))


def test_f4_the_invasion_may_be_on_another_line_than_the_friend() -> None:
    """f5 is beside the black e5; Black invades along row f alone."""
    board = Board(black="e5", white="f4 f6")
    assert board.place("f5") == {"f4", "f6"}
    assert not Board(black="e5", white="f4").may_place("f5")


def test_f4_a_taken_point_is_closed_to_both() -> None:
    for to_move in (BLACK, WHITE):
        assert not {"f6", "c3"} & Board(black="f6", white="c3", to_move=to_move).open_points()


def test_f5_all_lines_turn_at_once_and_it_is_not_optional() -> None:
    """All three lines through f6: two, three and four stones."""
    board = Board(white="f5 f7 e6 d6 g6 e5 d4 c3 g7")
    assert board.place("f6") == names_in(mask("f5 f7 e6 d6 g6 e5 d4 c3 g7"))
    assert board.white == set()
    assert [event.kind for event in events_of(Board(white="f5 f7"), "place f6")] == ["placed", "turned"]


def events_of(board: Board, move: str) -> list[Event]:
    """Return what a move tells."""
    events: list[Event] = []
    board.state.apply(GAME.decode(move), events)
    return events


def test_f5_only_lines_with_an_enemy_at_both_ends_turn() -> None:
    """Row f has White at both ends, the two other lines through f6 at one end only."""
    board = Board(white="f5 f7 e6 g7")
    assert board.place("f6") == {"f5", "f7"}


def test_f5_stones_that_turn_over_invade_nothing() -> None:
    """f5 turns black between the white e5 and g5; they stay white."""
    board = Board(white="f5 f7 e5 g5")
    assert board.place("f6") == {"f5", "f7"}
    assert board.white == {"e5", "g5"}


def test_f5_lines_are_judged_before_anything_turns() -> None:
    """The white f7 ends the row; that it turns over along the row changes nothing on the other lines."""
    board = Board(black="f5", white="f4 f7 e6 g6 h6")
    assert board.place("f6") == {"f4", "f7", "e6", "g6", "h6"}


# F6: passing, and the end


def test_f6_who_can_place_may_not_pass() -> None:
    board = Board()
    assert "pass" not in board.legal()
    assert board.refused("pass") == "you can place a stone, so you may not pass (F6)"


def test_f6_who_cannot_place_passes_and_two_passes_end_the_match() -> None:
    """The corner a1 has a friend of both beside it, and no line through it has two ends."""
    board = full_but("a1", "b1 b2")
    assert board.legal() == {"pass"}
    board.do("pass")
    assert board.legal() == {"pass"}
    assert board.state.winners == ()
    board.do("pass")
    assert board.state.current_player() == TERMINAL
    assert board.state.winners == (BLACK,)


def test_f6_a_stone_breaks_a_row_of_passes() -> None:
    """Only White can place on a1; then nobody can anywhere."""
    board = full_but("a1", "i9", to_move=BLACK)
    board.do("pass")
    assert board.legal() == {"place a1"}
    board.do("place a1")
    assert board.state.passed_first == -1
    board.do("pass", "pass")
    assert board.state.phase == "over"
    assert board.seen(WHITE).passed_first == BLACK


def test_f6_nobody_has_to_choose_where_there_is_nothing_to_choose() -> None:
    assert GAME.forced(full_but("a1", "b1 b2").seen(-1))
    assert GAME.forced(full_but("a1", "i9", to_move=WHITE).seen(-1))
    assert not GAME.forced(full_but("a1", "i9", to_move=WHITE, komi=1).seen(-1))
    assert not GAME.forced(Board().seen(-1))
    start = GAME.new_state(2).observation(-1)
    assert not GAME.forced(start)
    assert open_points(start) == 0


@every_size
def test_f6_stones_stay_and_the_match_ends(size: int) -> None:
    rng = Random(size)
    for _ in range(20):
        board = Board(size)
        while board.state.current_player() != TERMINAL:
            before = board.black | board.white
            board.state.apply(rng.choice(board.state.legal_actions()))
            assert before <= board.black | board.white
            assert not board.black & board.white


# F7: the komi pie


@every_size
@pytest.mark.parametrize("negative", [True, False])
def test_f7_the_komi_runs_to_the_number_of_points(size: int, negative: bool) -> None:
    state = GAME.new_state(2, size=size, negative=negative)
    most = POINT_COUNTS[size]
    least = -most if negative else 0
    assert [GAME.encode(action) for action in state.legal_actions()] == [f"komi {n}" for n in range(least, most + 1)]


@pytest.mark.parametrize("namer", [0, 1])
@pytest.mark.parametrize("side", ["black", "white"])
def test_f7_one_names_the_other_takes_a_side_and_black_moves_first(namer: int, side: str) -> None:
    state = GAME.new_state(2, namer=namer)
    assert state.current_player() == namer
    state.apply(GAME.decode("komi -3"))
    assert state.current_player() == 1 - namer
    assert [GAME.encode(action) for action in state.legal_actions()] == ["black", "white"]
    state.apply(GAME.decode(side))
    black = 1 - namer if side == "black" else namer
    assert state.current_player() == black
    assert state.observation(0).black_seat == black
    state.apply(GAME.decode("place f6"))
    assert state.current_player() == 1 - black
    assert state.scores == ((1.0, 0.0) if black == 0 else (0.0, 1.0))


@pytest.mark.parametrize("text", ["komi", "komi 128", "komi -128", "komi +3", "komi 03", "komi -0", "komi 1.5"])
def test_f7_the_komi_is_a_whole_number(text: str) -> None:
    with pytest.raises(InvalidAction, match="isn't a move of Herfor"):
        GAME.decode(text)


# F8: the count


def test_f8_before_the_end_scores_are_stones_by_seat() -> None:
    board = Board(black="f6 c3", white="e2", komi=5)
    assert board.state.scores == (2.0, 1.0)
    assert GAME.new_state(2).scores == (0.0, 0.0)
    state = GAME.new_state(2)
    for move in ("komi 0", "white", "place a1"):
        state.apply(GAME.decode(move))
    assert state.scores == (1.0, 0.0)


@pytest.mark.parametrize(
    ("komi", "first", "scores"),
    [(0, BLACK, (58.0, 2.5)), (0, WHITE, (58.5, 2.0)), (7, BLACK, (58.0, 9.5)), (-7, WHITE, (58.5, -5.0))],
)
def test_f8_white_adds_the_komi_and_who_passed_second_a_half(
    komi: int, first: int, scores: tuple[float, float]
) -> None:
    board = full_but("a1", "b1 b2", to_move=first, komi=komi)
    board.do("pass", "pass")
    assert board.state.scores == scores
    assert board.state.winners == (BLACK,)
    assert board.state.returns() == (1.0, 0.0)
    assert list(GAME.round_facts(board.seen(-1))) == [{"points": scores}]


def test_f8_the_half_decides_where_all_else_is_level() -> None:
    for first in (BLACK, WHITE):
        board = full_but("a1", "b1 b2", to_move=first, komi=56)
        board.do("pass", "pass")
        assert board.state.winners == (1 - first,)
        assert sorted(board.state.scores) == [58.0, 58.5]


def test_f8_only_the_two_final_passes_count() -> None:
    """White passes first of all. Black's h7 turns h8, which opens i9; then Black makes the first of the last two."""
    board = full_but("h7 i9", "h4 h5 h6 h8 i7 g6 f5 e4 d3 c2 b1", to_move=WHITE)
    board.do("pass")
    assert board.place("h7") == {"h4", "h5", "h6", "h8"}
    board.do("place i9", "pass", "pass")
    assert board.seen(-1).passed_first == BLACK
    assert board.state.scores == (53.0, 8.5)


# F9: spending


def test_f9_white_may_spend_a_point_where_he_could_place() -> None:
    board = Board(to_move=WHITE, komi=2)
    assert "spend" in board.legal()
    board.do("spend", "place f6", "spend", "place c3")
    assert board.state.komi == 0
    assert board.refused("spend") == "there's no komi left to spend (F9)"
    assert board.seen(BLACK).named == 2


def test_f9_nobody_spends_a_komi_that_is_not_there() -> None:
    for komi in (0, -4):
        assert "spend" not in Board(to_move=WHITE, komi=komi).legal()
    board = Board(to_move=BLACK, komi=4)
    assert board.refused("spend") == "only White spends komi (F9)"


def test_f9_who_cannot_place_cannot_spend() -> None:
    board = full_but("a1", "b1 b2", to_move=WHITE, komi=4)
    assert board.legal() == {"pass"}
    assert board.refused("spend") == "whoever can't place a stone can't spend either (F9)"


def test_f9_spending_breaks_a_row_of_passes_and_earns_no_half() -> None:
    board = full_but("a1", "i9", to_move=BLACK, komi=1)
    board.do("pass", "spend")
    assert board.state.current_player() == BLACK
    assert board.state.passed_first == -1
    assert board.state.winners == ()
    assert board.legal() == {"pass"}


# The worked examples, on every board, along every line, for both colours


def both(board: str) -> list[tuple[str, int]]:
    """Return an example for Black and, with the colours exchanged, for White."""
    return [(board, BLACK), (board.translate(str.maketrans("BW", "WB")), WHITE)]


def example(stones: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("stones", "to_move"), both(stones))


@every_size
@every_line
@example(". W W _ W .")
def test_e1_three_turn(size: int, direction: str, stones: str, to_move: int) -> None:
    line = line_of(direction, size)
    assert Board.line(stones, line, size, to_move).place(line[3]) == {line[1], line[2], line[4]}


@every_size
@every_line
@example(". W B _ W .")
def test_e2_beside_a_friend_and_both_turn(size: int, direction: str, stones: str, to_move: int) -> None:
    line = line_of(direction, size)
    assert Board.line(stones, line, size, to_move).place(line[3]) == {line[1], line[4]}


@every_size
@every_line
@example(". B B _ W .")
def test_e3_an_open_end_beside_a_friend(size: int, direction: str, stones: str, to_move: int) -> None:
    line = line_of(direction, size)
    board = Board.line(stones, line, size, to_move)
    assert not board.may_place(line[3])
    assert board.refused(f"place {line[3]}") == (f"{line[3]} is beside your {line[2]}, and invades nothing (F4)")


@every_size
@every_line
@example("_ W .")
def test_e4_at_the_edge_nothing_turns(size: int, direction: str, stones: str, to_move: int) -> None:
    line = line_of(direction, size)
    assert Board.line(stones, line, size, to_move).place(line[0]) == set()


@every_size
@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_e5_two_lines_and_five_turn(size: int, to_move: int) -> None:
    row, diagonal = line_of("row", size), line_of("diagonal", size)
    enemies = [row[size - 2], row[size], diagonal[size - 2], diagonal[size], diagonal[size + 1]]
    stones = {("white", "black")[to_move]: " ".join(enemies)}
    assert Board(size, to_move=to_move, **stones).place(row[size - 1]) == set(enemies)  # type: ignore[arg-type]


@every_size
@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_e6_two_passes_and_the_half(size: int, first: int) -> None:
    board = full_but("a1", "b1 b2", size, to_move=first)
    board.do("pass", "pass")
    points = POINT_COUNTS[size]
    assert board.state.scores == (points - 3 + (first == WHITE) / 2, 2 + (first == BLACK) / 2)


# The page


def test_the_points_on_the_page_are_those_of_the_board() -> None:
    """The drawing has as many points in each row as the board, and c4 lies where it is marked."""
    drawing = re.search(r"```\n( +i .+?)```", rules_text("herfor"), re.DOTALL)
    assert drawing
    lines = drawing[1].splitlines()[:9]
    assert [line.split()[0] for line in reversed(lines)] == [*"abcdefghi"]
    assert [len(re.findall(r"[.+]", line)) for line in reversed(lines)] == [len(row) for row in rows(5)]
    assert re.findall(r"[.+]", lines[6]).index("+") + 1 == number_of(parse_point("c4", 5))


# What random play comes to


def random_matches(number: int) -> tuple[float, float]:
    """Return the mean number of stones at the end of random matches with 6 a side and no komi, and Black's share."""
    rng = Random(1)
    stones = won = 0
    for _ in range(number):
        state = Board().state
        while state.current_player() != TERMINAL:
            state.apply(rng.choice(state.legal_actions()))
        stones += (state.black | state.white).bit_count()
        won += state.winners == (BLACK,)
    return stones / number, won / number


@pytest.mark.second
def test_random_matches_fill_the_board_and_are_even() -> None:
    stones, share = random_matches(500)
    assert 89.3 < stones < 90.0
    assert 0.43 < share < 0.58


@pytest.mark.slow
def test_9000_random_matches_come_to_the_figures_of_the_rulings() -> None:
    """Black wins 50 to 51 %; 9,000 matches tell that to within one percent."""
    stones, share = random_matches(9000)
    assert 89.5 < stones < 89.8
    assert 0.495 < share < 0.515


def test_stones_set_up_by_name_are_where_they_should_be() -> None:
    assert names_in(mask("a1 f6 k11")) == {"a1", "f6", "k11"}


def test_the_summary_of_a_position_stays_as_it_is() -> None:
    """Records hold its hash: a single other letter, and no old match could be checked."""
    assert GAME.new_state().summary() == GAME.new_state(2).summary()
    assert HerforState().summary() == (
        "size=6 negative=True namer=0 phase=komi player=0 named=None komi=0 black-seat=-1 black=0 white=0 turned=0 "
        "passed-first=-1 winners=- moves=-"
    )
    board = Board(komi=2)
    board.do("place a1")
    assert board.state.summary() == (
        "size=6 negative=True namer=1 phase=play player=1 named=2 komi=2 black-seat=0 black=1 white=0 turned=0 "
        "passed-first=-1 winners=- moves=302.171.0"
    )
