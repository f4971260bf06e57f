"""The bots of How-Ruck!: what they choose, how they imagine the rest, and how fast they sort."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from herrlof.bots import bot_kind, bot_label, bots_of
from herrlof.bots.how_ruck.evaluator import MOST, HowRuckEvaluator
from herrlof.bots.how_ruck.playout import choose, features, value, weights
from herrlof.bots.how_ruck.policy import FITTED, PLAIN, Policy
from herrlof.bots.how_ruck.rules import RulesBot, values_of
from herrlof.bots.search import evaluate
from herrlof.game import CHANCE, TERMINAL
from herrlof.games.how_ruck.race import PAIR_SECONDS
from tests.games.driven import positions
from tests.games.how_ruck.table import GAME, Table, at_the_rope

LEVELS = [key for key, kind in bots_of("how-ruck").items() if kind.level and kind.uses_worker]
"""The levels that think ahead."""
HABITS = ["bairn", "herd", "cottar", "crofter", "fisher", "ghillie", "tinker", "drover", "smith", "piper"]


def test_there_are_twelve_levels_a_plain_bot_and_those_that_play_anything() -> None:
    assert list(bots_of("how-ruck")) == [*HABITS, *LEVELS, "rules", "search", "random"]
    assert bot_label("how-ruck", "chieftain") == "Chieftain, level 12 of 12"


@pytest.mark.parametrize("key", list(bots_of("how-ruck")))
def test_a_kind_can_be_sent_to_another_process_and_is_no_faster_than_a_person_may_be(key: str) -> None:
    kind = bot_kind("how-ruck", key)
    assert pickle.loads(pickle.dumps(kind)).description == kind.description
    assert kind.seconds >= PAIR_SECONDS
    if kind.uses_worker:
        assert bot_kind("how-ruck", f"{key}*2").make(GAME, Random(1))


@pytest.mark.parametrize("key", ["rules", *LEVELS])
def test_every_bot_that_knows_the_game_wins_when_it_can(key: str) -> None:
    table = at_the_rope("R3! B1 adrenaline W4", "B0 B1 G2", rope={"0 green": "G3"}, barrel=3)
    won = {"play R3! own", "play adrenaline"}
    assert table.choice(key) in won
    table = at_the_rope("R1 G2 monstrous", "B0 B1 G2", rope={"1 green": "N"})
    assert table.choice(key) == "play monstrous"


@pytest.mark.parametrize("key", ["rules", *LEVELS])
def test_every_bot_that_knows_the_game_keeps_a_how_ruck_and_gives_a_2_away(key: str) -> None:
    table = Table()
    table.deal("R2 B0!")
    assert table.choice(key) == "keep 2"
    table = Table(race="clock")
    table.deal(second="B0! R2")
    table.sort()
    table.chance("race 0 9")
    assert table.legal() == {"split 1", "split 2"}


def test_the_plain_bot_puts_strong_men_here_and_weak_ones_there() -> None:
    assert at_the_rope("R3 R3", "B0").choice() == "play R3 own"
    assert at_the_rope("R0 R0", "B0").choice() == "play R0 other"


def test_the_plain_bot_holds_a_how_ruck_back_that_would_pull_the_other_way() -> None:
    table = at_the_rope("R2! R2", "B0", rope={"1 blue": "W4", "1 green": "W4"}, barrel=7)
    assert table.choice().startswith("play R2 ")


def test_the_plain_bot_throws_an_action_away_rather_than_lose_by_it() -> None:
    table = at_the_rope("how-ruck", "B0", rope={"1 blue": "W4", "1 green": "W4"}, barrel=10)
    assert table.choice() == "discard how-ruck"


def test_the_plain_bot_sees_that_there_is_nothing_to_steal() -> None:
    legal = [GAME.decode(code) for code in ("play dirty-trick", "discard dirty-trick")]
    some, none = (values_of(PLAIN, at_the_rope("dirty-trick", other).seen(0), legal) for other in ("B0", ""))
    assert some[0] > some[1]
    assert none[0] == none[1]


@pytest.mark.parametrize("policy", [PLAIN, FITTED], ids=["plain", "fitted"])
def test_an_imagined_player_takes_what_the_policy_likes_best(policy: Policy) -> None:
    places = 0
    for seed in range(12):
        for state in positions(GAME, seed, teams="dealt", goal=1):
            seen, legal = state.observation(state.player), state.legal_actions()
            values = dict(zip(legal, values_of(policy, seen, legal), strict=True))
            action = choose(state, Random(1).random, 0.0, policy)
            assert values[action] == pytest.approx(max(values.values())), (seed, state.summary())
            places += 1
    assert places > 180


def test_an_imagined_player_differs_now_and_then() -> None:
    table = at_the_rope("R3 B3 G3", "B0")
    rng = Random(1)
    assert len({choose(table.state, rng.random, 0.5) for _ in range(50)}) == 3


def test_the_formula_has_a_weight_for_every_feature_and_agrees_with_both_sides() -> None:
    good = at_the_rope("R3! W4 G3!", "B1 R2 G1", rope={"0 red": "W4", "1 blue": "B0"}, barrel=4).state
    assert len(weights()) == len(features(good))
    assert value(good) > 0.8
    bad = at_the_rope("B1 R2 G1", "R3! W4 G3!", rope={"1 red": "W4", "0 blue": "B0"}, barrel=9, mover=1).state
    assert value(bad) == pytest.approx(1 - value(good))


def test_a_search_looks_at_few_plays_and_tells_their_chances() -> None:
    table = Table(teams="dealt")
    table.deal("W4 W3 R3 G0 B1 adrenaline", "W3", "R3 R1")
    evaluator, seen = HowRuckEvaluator(), table.seen(0)
    actions = evaluator.candidates(seen, table.state.legal_actions())
    assert 1 < len(actions) <= MOST
    found = evaluate(evaluator, seen, actions, Random(1), worlds=20)
    assert all(0 < found.value(action).value < 1 for action in actions)
    assert len(evaluator.prior(table.state, actions)) == len(actions)


def test_playouts_end_with_the_round() -> None:
    table = at_the_rope("R1", "B1", barrel=3)
    evaluator = HowRuckEvaluator()
    assert evaluator.play_out([table.state.clone()], [0], Random(1)) == [(1.0, 0.0)]
    assert not evaluator.finished(table.state)
    assert not evaluator.solvable(table.state)
    assert evaluator.length(table.seen(0)) == 1


def test_the_plain_bot_beats_random_play() -> None:
    won = 0
    for seed in range(20):
        rng, state = Random(seed), GAME.new_state(2, goal=1)
        bot = RulesBot(rng)
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            elif mover == seed % 2:
                state.apply(bot.choose(state.observation(mover), state.legal_actions()))
            else:
                state.apply(rng.choice(state.legal_actions()))
        won += state.winners == (seed % 2,)
    assert won >= 18
