"""What a position of Herfor means: previews of points, the last moves."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.game import NOBODY
from herrlof.games.herfor import reading
from herrlof.games.herfor.actions import BLACK, PASS, WHITE
from herrlof.games.herfor.points import BOARDS, SIZES, parse_point, points_in
from tests.games.herfor.board import GAME, Board


@pytest.mark.parametrize("size", SIZES)
def test_every_point_is_previewed_as_it_then_goes(size: int) -> None:
    """Over a random match: what is forbidden is not legal, and what is legal turns what was said."""
    rng = Random(size)
    state = Board(size).state
    while state.phase == "play":
        seen, legal = state.observation(state.player), state.legal_actions()
        for point in points_in(BOARDS[size]):
            found = reading.preview(point, seen)
            assert bool(found.obstacle) == (point not in legal)
            assert not (found.obstacle and found.turned)
        action = rng.choice(legal)
        promised = 0 if action == PASS else reading.preview(action, seen).turned
        state.apply(action)
        assert state.turned == promised


def test_every_move_knows_what_it_turned_and_who_led_after_it() -> None:
    board = Board(5, komi=2)
    board.do("place e3", "place e2", "place a1", "place e5", "place e4", "spend")
    moves = reading.played(board.seen(BLACK))
    assert [(move.side, move.turned, move.lead) for move in moves] == [
        (BLACK, 0, -1), (WHITE, 0, -2), (BLACK, 0, -1), (WHITE, 0, -2), (BLACK, 2, 3), (WHITE, 0, 4),
    ]  # fmt: skip
    assert moves[-1].lead == reading.lead(board.seen(WHITE))
    assert reading.largest_turn(board.seen(BLACK)) == 5
    assert reading.last_stone(board.seen(BLACK)) == parse_point("e4", 5)
    assert reading.last_stone(Board().seen(BLACK)) is None


@pytest.mark.parametrize("size", SIZES)
def test_what_could_turn_next_is_what_the_other_side_then_turns(size: int) -> None:
    rng, state = Random(size), Board(size).state
    while state.phase == "play":
        if len(state.moves) % 9 == 0:
            other = 1 - state.player
            threats = reading.threats(state.observation(other), other)
            assert [threat.turned.bit_count() for threat in threats] == sorted(
                (threat.turned.bit_count() for threat in threats), reverse=True
            )
            turning = {}
            for action in state.legal_actions():
                after = state.clone()
                after.apply(action)
                if after.turned:
                    turning[action] = after.turned
            assert {threat.point: threat.turned for threat in threats} == turning
        state.apply(rng.choice(state.legal_actions()))


def test_nobody_has_a_side_before_the_sides_are_taken() -> None:
    seen = GAME.new_state(2).observation(0)
    assert [reading.side_of(seat, seen) for seat in (0, 1)] == [NOBODY, NOBODY]
    seen = Board().seen(BLACK)
    assert [reading.side_of(seat, seen) for seat in (BLACK, WHITE)] == [BLACK, WHITE]


def test_a_point_that_cannot_be_taken_says_why() -> None:
    board = Board(5, black="d5 e4", white="c3")
    found = reading.preview(parse_point("c3", 5), board.seen(BLACK))
    assert (found.obstacle, found.side, found.rule) == ("taken", WHITE, "F4")
    found = reading.preview(parse_point("e5", 5), board.seen(BLACK))
    assert (found.obstacle, sorted(found.beside)) == (
        "beside own", sorted(parse_point(name, 5) for name in ("d5", "e4"))
    )  # fmt: skip


def test_the_largest_answer_is_what_the_other_side_then_turns_most_of() -> None:
    """Over a random match: of all that the other side could do after a stone, nothing turns more."""
    rng, state = Random(5), Board(5).state
    while state.phase == "play":
        if len(state.moves) % 9 == 0:
            for point in [action for action in state.legal_actions() if action != PASS]:
                after = state.clone()
                after.apply(point)
                turned = []
                for answer in after.legal_actions() if after.phase == "play" else ():
                    then = after.clone()
                    then.apply(answer)
                    turned.append(then.turned.bit_count())
                found = reading.largest_answer(state.observation(state.player), point)
                assert (found.turned.bit_count() if found else 0) == max(turned, default=0)
        state.apply(rng.choice(state.legal_actions()))
