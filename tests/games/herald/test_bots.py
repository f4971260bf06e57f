"""The bots of Herald: what they choose, how they imagine the rest, and the end that can be counted out."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from herrlof.bots import bot_kind, bot_label, bots_of
from herrlof.bots.herald.evaluator import AHEAD, HeraldEvaluator, misremember
from herrlof.bots.herald.playout import MARGIN, chances, expected, play_on, rewards
from herrlof.bots.herald.policy import MASK, PLAIN, TAKES, WHOLE, appeals, fitted, packed, unbeaten
from herrlof.bots.herald.rules import RulesBot, values_of
from herrlof.bots.search import evaluate
from herrlof.game import CHANCE, TERMINAL
from herrlof.games.herald.cards import DECK, KINDS, parse_card
from herrlof.games.herald.tricks import BEATS
from tests.games.driven import positions
from tests.games.herald.table import GAME, cards, dealt, last_tricks

LEVELS = [key for key, kind in bots_of("herald").items() if kind.level and kind.uses_worker]
"""The levels that think ahead."""


def test_there_are_five_levels_a_plain_bot_and_those_that_play_anything() -> None:
    assert list(bots_of("herald")) == ["page", "varlet", "squire", "knight", "marshal", "rules", "search", "random"]
    assert bot_label("herald", "marshal") == "Marshal, level 5 of 5"


@pytest.mark.parametrize("key", list(bots_of("herald")))
def test_a_kind_can_be_sent_to_another_process(key: str) -> None:
    kind = bot_kind("herald", key)
    assert pickle.loads(pickle.dumps(kind)).description == kind.description
    if kind.uses_worker:
        assert bot_kind("herald", f"{key}*2").make(GAME, Random(1))


# What is plain to see


@pytest.mark.parametrize("key", ["rules", *LEVELS])
@pytest.mark.parametrize(
    ("led", "hand", "played"),
    [
        pytest.param("GA", "SS BP BT GP GP", "SS", id="ten points that are safe: nobody plays after, and 17 are taken"),
        pytest.param("HERALD", "BM GP SP BT GH", "BM", id="the Herald with a Mage"),
        pytest.param("CHEST", "SS BK GP GQ GA", "GP", id="nothing beats the Chest: the cheapest card goes"),
    ],
)
def test_every_bot_that_knows_the_game(key: str, led: str, hand: str, played: str) -> None:
    if key == LEVELS[0] and played == "GP":
        return  # the lowest that thinks ahead takes no such care
    table = dealt(f"{led} GP", hand)
    table.do(f"0: play {led}")
    assert table.choice(key) == f"play {played}"


def test_the_plain_bot_saves_herald_and_mage_for_more_than_a_pawn() -> None:
    table = dealt("GP SP", "HERALD BM SP BP GH")
    table.do("0: play GP")
    assert table.choice() in ("play SP", "play BP")


def test_the_plain_bot_leads_a_high_card_only_when_few_can_beat_it() -> None:
    values = values_of(PLAIN, dealt("CHEST SK GP BT GC", "GP").seen(0))
    assert values[parse_card("CHEST")] > values[parse_card("SK")]
    assert dealt("SK SQ BS GP SP", "BP").choice() in ("play GP", "play SP")


# The numbers behind it


def test_packed_numbers_count_what_beats_each_card() -> None:
    rng = Random(1)
    some = rng.sample(DECK, 20)
    for number, whole in ((packed(some), some), (WHOLE, DECK)):
        for ahead in range(KINDS):
            assert number >> 6 * ahead & MASK == sum(BEATS[ahead][card] for card in whole)
    assert packed([*some]) == sum(TAKES[card] for card in some)


def test_the_odds_are_those_of_drawing_without_putting_back() -> None:
    assert unbeaten(5, 55)[0] == 1
    assert unbeaten(5, 55)[1] == pytest.approx(50 / 55)
    assert unbeaten(1, 10)[3] == pytest.approx(0.7)
    assert unbeaten(5, 5)[1] == 0


def test_what_a_card_appeals_is_points_and_odds() -> None:
    """Two seats with two cards each: of 58 unseen ones the Herald alone beats the Chest."""
    policy = PLAIN._replace(junk=0.0, worth=(0.0,) * KINDS, lead=2.0)
    found = {card: value for value, card in appeals(policy, 2, cards("CHEST GP"), [], 0, WHOLE, 58)}
    safe = 1 - 2 / 58
    assert found[parse_card("CHEST")] == pytest.approx(safe * 13 - (1 - safe) * 11)
    lost = appeals(policy, 3, cards("GP"), cards("CHEST"), 0, WHOLE, 50)
    assert lost == [(-6.0, parse_card("GP"))]
    (mage,) = appeals(policy, 2, cards("BM"), [], 0, WHOLE, 50)
    assert mage == (2.0, parse_card("BM"))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_bot_that_follows_rules_sees_what_a_playout_sees(seats: int) -> None:
    """The observation of a seat and the true state lead to the same numbers."""
    for state in positions(GAME, 1, seats):
        seen = state.observation(state.player)
        hand, trick = state.hands[state.player], state.trick
        unseen = 60 - len(state.log) - len(hand)
        found = appeals(fitted(seats), seats, hand, trick, state.ahead, WHOLE - packed(state.log), unseen)
        assert {card: value for value, card in found} == values_of(fitted(seats), seen)


# Playouts


def test_a_playout_ends_between_two_tricks() -> None:
    rng = Random(1)
    for seats in (2, 5):
        for state in positions(GAME, 2, seats):
            world, before = state.clone(), len(state.log)
            play_on(world, AHEAD, rng.random, fitted(seats))
            assert len(world.log) % seats == 0
            assert len(world.log) == min(60, before + -before % seats + AHEAD * seats)


def test_without_noise_a_playout_takes_what_appeals_most() -> None:
    for state in positions(GAME, 3, 3):
        world = state.clone()
        play_on(world, 0, Random(1).random, PLAIN, 0.0)
        if len(world.log) > len(state.log):
            card = world.log[len(state.log)]
            values = values_of(PLAIN, state.observation(state.player))
            assert values[card] == pytest.approx(max(values.values()))


@pytest.mark.parametrize("seats", [2, 4])
def test_expected_points_add_up_to_all_there_are(seats: int) -> None:
    for state in positions(GAME, 4, seats):
        if not state.trick:
            assert sum(expected(state, fitted(seats))) == pytest.approx(240)


def test_a_reward_at_the_end_is_the_win_and_a_little_of_the_margin() -> None:
    table = last_tricks("GK", "HERALD")
    table.trick("GK HERALD")
    lost, won = rewards(table.state, fitted(2))
    assert won > 1 - MARGIN > MARGIN > lost
    assert lost + won == pytest.approx(1)


def test_games_to_come_leave_a_match_open() -> None:
    one, several = (last_tricks("GK", "HERALD", games=games) for games in (1, 2))
    several.state.game_number = 1
    found = []
    for table in (one, several):
        table.trick("GK HERALD")
        found.append(rewards(table.state, fitted(2))[1])
    assert found[0] > 0.9 > found[1] > 0.5


def test_a_search_tells_chances() -> None:
    table = dealt("CHEST GK GP ST BH", "SP")
    seen, evaluator = table.seen(0), HeraldEvaluator()
    actions = evaluator.candidates(seen, table.state.legal_actions())
    assert len(actions) == 5
    found = evaluate(evaluator, seen, actions, Random(1), worlds=20)
    assert all(0 < found.value(action).value < 1 for action in actions)
    assert len(evaluator.prior(table.state, actions)) == 5
    assert evaluator.length(seen) == 0.5
    assert not evaluator.finished(table.state)
    assert not evaluator.solvable(table.state)


def test_levels_below_the_top_forget_what_was_played_long_ago() -> None:
    states = [state.clone() for state in positions(GAME, 5, 3)]
    state = states[31]
    seen = state.observation(state.player)
    sure, dim = HeraldEvaluator().worlds(seen, Random(1)), HeraldEvaluator(12).worlds(seen, Random(1))
    assert all(sure().log == state.log for _ in range(5))
    worlds = [dim() for _ in range(20)]
    assert all(world.log[-12:] == state.log[-12:] for world in worlds)
    assert any(world.log != state.log for world in worlds)
    for world in worlds:
        everywhere = [*world.log, *world.stock, *(card for hand in world.hands for card in hand)]
        assert tuple(sorted(everywhere)) == DECK
        assert sorted(world.hands[state.player]) == list(seen.hand)
    early = states[2].clone()
    misremember(early, early.observation(early.player), 12, Random(1))
    assert early.summary() == states[2].summary()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_plain_bot_beats_random_play(seats: int) -> None:
    won = 0.0
    for seed in range(40):
        rng, state = Random(seed), GAME.new_state(seats)
        bot = RulesBot(rng)
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            elif mover == seed % seats:
                state.apply(bot.choose(state.observation(mover), state.legal_actions()))
            else:
                state.apply(rng.choice(state.legal_actions()))
        won += state.returns()[seed % seats]
    assert won > 40 * (0.75 if seats == 2 else 0.5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_chances_of_all_seats_sum_to_one_and_level_points_to_an_equal_share(seats: int) -> None:
    """With six seats each was told 25 wins of 100 on average, and won 17."""
    world = GAME.new_state(seats)
    while world.current_player() == CHANCE:
        world.apply_chance(world.sample_chance(Random(1)))
    assert chances(world, [40.0] * seats) == pytest.approx([1 / seats] * seats)
    found = chances(world, [40.0 + 5 * place for place in range(seats)])
    assert sum(found) == pytest.approx(1)
    assert found == sorted(found)
