"""The bots of Herfor: what a position is worth to them, which moves they find, their komi and their sides."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.bots import BOTS, new_bot
from herrlof.bots.herfor.evaluator import KOMI_TRIED, HerforEvaluator, reward
from herrlof.bots.herfor.playout import PlayoutResult
from herrlof.bots.herfor.rules import gain
from herrlof.bots.search import RandomRollouts, SearchBot, Strength
from herrlof.coach.judge import judge
from herrlof.game import TERMINAL
from herrlof.games.herfor.actions import SPEND
from herrlof.games.herfor.points import BOARDS, SIZES, parse_point
from herrlof.games.herfor.state import HerforState
from tests.games.herfor.board import BLACK, GAME, WHITE, Board, mask

LEVELS = ["svein", "dreng", "hersir", "stallar", "hertog"]
"""The levels that look at the whole board."""
QUICK = ["random", "rules", "search", "svein", "dreng"]


def asked(key: str, state: HerforState, seed: int = 1) -> str:
    """Return what a bot does, from the mover's observation alone."""
    bot = new_bot(GAME, key, Random(seed))
    return GAME.encode(bot.choose(state.observation(state.player), state.legal_actions()))


# What a position is worth


@pytest.mark.parametrize("seed", range(30))
def test_a_reward_is_that_of_the_end(seed: int) -> None:
    """What a playout tells of its end, as Black's or White's, with passes before it and komi, gives the true result."""
    rng = Random(seed)
    board = Board(5, komi=rng.randrange(-6, 7))
    state = board.state
    if seed % 2:
        state.black_seat = state.player = WHITE
    for _ in range(rng.randrange(70)):
        if state.player != TERMINAL:
            state.apply(rng.choice(state.legal_actions()))
    start = state.clone()
    last = None
    while state.player != TERMINAL:
        mover = state.player
        action = rng.choice([action for action in state.legal_actions() if action != SPEND])
        state.apply(action)
        if action < SPEND:
            last = mover == start.player
    if start.player == TERMINAL:
        found = reward(start, None)
    else:
        ahead = state.black.bit_count() - state.white.bit_count()
        found = reward(start, PlayoutResult(ahead if start.player == start.black_seat else -ahead, last))
    assert found == pytest.approx(reward(state, None))
    assert sum(found) == pytest.approx(1)
    assert found.index(max(found)) == state.winners[0]


def test_a_win_counts_for_more_than_any_margin() -> None:
    state = Board().state
    close, far = reward(state, PlayoutResult(1, True)), reward(state, PlayoutResult(60, True))
    lost = reward(state, PlayoutResult(-1, True))
    assert lost[0] < 0.5 < close[0] < far[0] < 1


def test_playouts_come_back_in_the_order_of_their_worlds() -> None:
    over = Board(5).state
    rng = Random(1)
    while over.player != TERMINAL:
        over.apply(rng.choice(over.legal_actions()))
    named = GAME.new_state(2, size=5)
    named.apply(GAME.decode("komi 1"))
    playing = Board(5).state
    found = HerforEvaluator().play_out([over, playing, named, playing, over], range(5), Random(2))
    assert found[0] == found[4] == reward(over, None)
    assert found[2] == (0.5, 0.5)
    assert found[1] != found[3] or found[1][0] != 0.5


def test_a_playout_near_the_end_is_shorter() -> None:
    empty, half = Board().seen(BLACK), Board(black=" ".join(f"f{n}" for n in range(1, 12))).seen(BLACK)
    assert HerforEvaluator().length(empty) == 1
    assert 0.5 < HerforEvaluator().length(half) < 1


# Moves


def test_rules_counts_what_the_best_answer_turns_back() -> None:
    """Black's f5 turns f4 and f6. With a black f8, White's f7 then turns four."""
    point = parse_point("f5", 6)
    assert gain(0, mask("f4 f6"), BOARDS[6], point) == 2
    assert gain(mask("f8"), mask("f4 f6"), BOARDS[6], point) == 2 - 4
    assert gain(0, 0, BOARDS[6], point) == 0


def test_rules_takes_what_stands_open() -> None:
    """Sixteen white stones on two lines through f6."""
    board = Board(white="f2 f3 f4 f5 f7 f8 f9 f10 b2 c3 d4 e5 g7 h8 i9 j10")
    assert {asked("rules", board.state, seed) for seed in range(3)} == {"place f6"}


@pytest.mark.parametrize("seed", range(4))
def test_a_tree_plays_the_last_points_perfectly(seed: int) -> None:
    """With five points empty and a choice to make that decides the match, it makes the right one."""
    rng = Random(seed)
    while True:
        state = Board(5, komi=rng.randrange(-3, 4)).state
        while (state.black | state.white).bit_count() < 56:
            state.apply(rng.choice([action for action in state.legal_actions() if action != SPEND]))
        worth = {action: value(state, action) for action in state.legal_actions()}
        if len(set(worth.values())) == 2:
            break
    bot = SearchBot(HerforEvaluator(), Strength(400, tree=True), Random(1))
    assert worth[bot.choose(state.observation(state.player), state.legal_actions())] == 1


@pytest.mark.parametrize("seed", [10, 11])
def test_a_move_is_judged_by_good_answers(seed: int) -> None:
    """With eight points empty one move wins; where stones fall anywhere after it, another one wins more often."""
    rng = Random(seed)
    state = Board(5, komi=rng.randrange(-3, 4)).state
    while (state.black | state.white).bit_count() < 53:
        state.apply(rng.choice([action for action in state.legal_actions() if action != SPEND]))
    legal = state.legal_actions()
    found = judge(GAME, state.observation(state.player), legal, Random(1), 60)
    assert {choice.action for choice in found.choices if choice.verdict != "worse"} == {
        action for action in legal if value(state, action) == 1
    }


def value(state: HerforState, action: int) -> float:
    """Return what an action is worth to the mover with best play from both sides."""
    after = state.clone()
    after.apply(action)
    if after.player == TERMINAL:
        return after.returns()[state.player]
    worth = max(value(after, other) for other in after.legal_actions())
    return worth if after.player == state.player else 1 - worth


# Komi and sides


@pytest.mark.parametrize("key", ["rules", "svein", "dreng"])
@pytest.mark.parametrize("size", SIZES)
def test_a_bot_names_a_komi_that_may_be_fair(key: str, size: int) -> None:
    state = GAME.new_state(2, size=size)
    assert int(asked(key, state).split()[1]) in KOMI_TRIED
    assert int(asked(key, GAME.new_state(2, size=size, negative=False)).split()[1]) >= 0


@pytest.mark.second
@pytest.mark.parametrize("key", ["rules", "svein", "dreng"])
@pytest.mark.parametrize(("komi", "side"), [(40, "white"), (-40, "black")])
def test_a_bot_takes_the_side_that_the_komi_favours(key: str, komi: int, side: str) -> None:
    state = GAME.new_state(2)
    state.apply(GAME.decode(f"komi {komi}"))
    assert {asked(key, state, seed) for seed in range(3)} == {side}


# All of them


@pytest.mark.second
@pytest.mark.parametrize("key", QUICK)
@pytest.mark.parametrize("size", [5, 6])
def test_a_bot_plays_a_match_to_its_end(key: str, size: int) -> None:
    state = GAME.new_state(2, size=size)
    bots = [new_bot(GAME, key, Random(1)), new_bot(GAME, "random", Random(2))]
    rng = Random(3)
    while state.player != TERMINAL:
        legal = state.legal_actions()
        action = bots[state.player].choose(state.observation(state.player), legal)
        assert action in legal
        state.apply(action)
        for _ in range(12):  # now and then, so that it does not take long
            if state.player != TERMINAL:
                state.apply(rng.choice(state.legal_actions()))


@pytest.mark.second
@pytest.mark.parametrize("key", QUICK)
def test_the_same_seed_gives_the_same_move(key: str) -> None:
    """Nothing is hidden here, so a bot depends on its generator and on what it sees: on nothing else."""
    board = Board(white="f4 f6", black="c3", komi=2, to_move=WHITE)
    twin = GAME.determinize(board.seen(WHITE), Random(9))
    assert isinstance(twin, HerforState)
    assert asked(key, board.state, 4) == asked(key, twin, 4)


def test_levels_are_numbered_and_think_longer_and_longer() -> None:
    kinds = [BOTS["herfor", key] for key in LEVELS]
    assert [kind.level for kind in kinds] == [*range(6, 11)]
    efforts = [kind.make.keywords["iterations"] for kind in kinds]  # type: ignore[attr-defined]
    assert efforts == sorted(set(efforts))
    assert all(kind.uses_worker for kind in kinds)
    assert not BOTS["herfor", "rules"].uses_worker


def test_the_plain_search_plays_herfor_too() -> None:
    found = SearchBot(RandomRollouts(GAME), Strength(60, tree=True), Random(1))
    board = Board(5)
    assert found.choose(board.seen(BLACK), board.state.legal_actions()) in board.state.legal_actions()
