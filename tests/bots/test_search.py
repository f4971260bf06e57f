"""The search: what it says about actions, that it finds the good one, and how its levels are weakened."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from math import inf
from random import Random
from typing import Any, cast

import pytest

from herrlof.bots import bot_kind, bots_of, new_bot
from herrlof.bots.herrlof.decision import ImaginedState
from herrlof.bots.herrlof.evaluator import STAKE, HerrlofEvaluator, against_best_other, win_shares
from herrlof.bots.search import (
    Evaluation,
    Evaluator,
    RandomRollouts,
    SearchBot,
    Strength,
    evaluate,
    halving,
    solve,
    tree,
)
from herrlof.game import Observation
from herrlof.games.herrlof.cards import cards_in, parse_card
from herrlof.games.herrlof.scoring import Round
from tests.games.herrlof.table import GAME, Table
from tests.tiers import later

EVALUATORS = pytest.mark.parametrize(
    "evaluator", [RandomRollouts(GAME), HerrlofEvaluator()], ids=["random rollouts", "herrlof"]
)
LEVELS = [kind.key for kind in bots_of("herrlof").values() if kind.level and kind.uses_worker]
"""The levels that think ahead."""


def dealt(*hands: str, predict: tuple[int, ...], deck: str, turned: str = "H", goal: int | None = None) -> Table:
    """Return a round with a deck of these cards alone; seat 1 leads, and a turned Hagalaz makes no trump."""
    table = Table(seats=len(hands), hand_size=len(hands[0].split()), goal=goal)
    table.state.cards = tuple(sorted(map(parse_card, " ".join((*hands, turned, deck)).split())))
    table.deal(hands, turned, deck)
    table.predict(*predict)
    return table


def last_two(goal: int = 50) -> Table:
    """Return a position in the last trick but one: seat 0 needs exactly one trick, and a G5 was led.

    The G9 makes it, and the Valknut destroys the last one. The other way round the G9 wins only if green is led.
    """
    table = dealt("G9 V", "G5 R8", predict=(1, 1), deck="G7 G2 R7 R2", goal=goal)
    table.do("1: play G5")
    return table


def asked(search: Callable[..., Evaluation], evaluator: Any, table: Table, effort: int, seed: int = 1) -> Evaluation:
    """Return what a search says about the mover's actions, from its observation alone."""
    seen = table.seen(table.mover())
    return search(evaluator, seen, table.state.legal_actions(), Random(seed), effort)


@EVALUATORS
def test_every_action_gets_a_value_with_its_error(evaluator: Any) -> None:
    table = last_two(goal=10)
    found = asked(evaluate, evaluator, table, 400)
    win, lose = GAME.decode("play G9"), GAME.decode("play V")
    assert set(found.values) == {win, lose}
    assert all(len(rewards) == 400 for rewards in found.rewards.values())
    assert found.best == win
    assert found.loss(win) == (0, 0)
    loss = found.loss(lose)
    assert loss.value == pytest.approx(found.value(win).value - found.value(lose).value)
    assert loss.value > 3 * loss.error > 0
    alone = (found.value(win).error ** 2 + found.value(lose).error ** 2) ** 0.5
    assert loss.error < 1.1 * alone


def test_one_world_leaves_the_error_open() -> None:
    table = last_two()
    found = asked(evaluate, HerrlofEvaluator(), table, 1)
    assert all(estimate.error == inf for estimate in found.values.values())


def test_the_error_shrinks_with_the_root_of_the_worlds() -> None:
    table = Table()
    table.deal(["", ""], turned="B1")
    table.predict(5, 5)
    few, many = (asked(evaluate, HerrlofEvaluator(), table, worlds) for worlds in (10, 160))
    ratios = [few.value(action).error / many.value(action).error for action in few.rewards]
    assert 2.5 < sum(ratios) / len(ratios) < 6.5


@pytest.mark.second
@EVALUATORS
@pytest.mark.parametrize("search", [halving, tree])
def test_both_searches_find_it(search: Callable[..., Evaluation], evaluator: Any) -> None:
    table = last_two(goal=10)
    assert {asked(search, evaluator, table, 300, seed).best for seed in range(5)} == {GAME.decode("play G9")}


def test_halving_spends_its_time_on_the_best() -> None:
    table = Table()
    table.deal(["", ""], turned="B1")
    table.predict(5, 5)
    found = asked(halving, HerrlofEvaluator(), table, 600)
    spent = Counter({action: len(rewards) for action, rewards in found.rewards.items()})
    assert 450 <= spent.total() <= 650
    assert spent[found.best] == max(spent.values()) > 3 * min(spent.values())


@pytest.mark.second
def test_a_tree_plays_every_action_and_most_often_its_best() -> None:
    table = Table()
    table.deal(["", ""], turned="B1")
    table.predict(5, 5)
    found = asked(tree, HerrlofEvaluator(), table, 400)
    assert set(found.rewards) == set(table.state.legal_actions())
    assert sum(map(len, found.rewards.values())) == 400


@pytest.mark.parametrize("search", [evaluate, halving, tree])
def test_the_same_seed_gives_the_same_answer(search: Callable[..., Evaluation]) -> None:
    table = last_two()
    assert asked(search, HerrlofEvaluator(), table, 40).rewards == asked(search, HerrlofEvaluator(), table, 40).rewards


@pytest.mark.parametrize("search", [evaluate, halving, tree])
def test_the_collector_rests_and_works_again_even_after_an_error(search: Callable[..., Evaluation]) -> None:
    class Broken(HerrlofEvaluator):
        def worlds(self, seen: Observation, rng: Random) -> Callable[[], ImaginedState]:
            assert not gc.isenabled()
            raise ValueError("no worlds")

    with pytest.raises(ValueError, match="no worlds"):
        asked(search, Broken(), last_two(), 40)
    assert gc.isenabled()


# The last tricks


class Branch:
    """A world that is a tree of choices: who chooses among what, down to what it brings each seat."""

    def __init__(self, node: Any) -> None:
        self.node = node

    def current_player(self) -> int:
        return int(self.node[0])

    def legal_actions(self) -> range:
        return range(len(self.node[1]))

    def apply(self, action: int) -> None:
        self.node = self.node[1][action]

    def clone(self) -> Branch:
        return Branch(self.node)


class Branches:
    """The evaluator into such a world."""

    def finished(self, world: Branch) -> bool:
        return isinstance(world.node, list)

    def play_out(self, worlds: list[Branch], draws: list[int], rng: Random) -> list[list[float]]:
        return [world.node for world in worlds]


def test_in_a_solved_world_every_seat_does_what_is_best_for_itself() -> None:
    world = Branch((0, [(1, [[3, 1, 2], [1, 2, 6]]), (2, [[2, 9, 1], [0, 0, 3]]), (1, [(2, [[0, 5, 5], [9, 6, 4]])])]))
    assert solve(cast(Evaluator, Branches()), world, Random(1)) == [1, 2, 6]


def test_the_last_two_tricks_are_solved() -> None:
    """With no trump, seat 1 to lead, and a trick predicted by each: whatever is led, the G9 takes the green trick
    and the Valknut destroys the red one. So seat 0 has 11 points and seat 1 none."""
    evaluator = HerrlofEvaluator()
    state = dealt("G9 V", "G5 R8", predict=(1, 1), deck="G7 G2 R7 R2").state
    assert evaluator.solvable(state)
    assert {tuple(solve(evaluator, state.clone(), Random(seed))) for seed in range(20)} == {(11, -11)}


def test_a_world_is_solved_only_where_that_is_cheap() -> None:
    table = dealt("G9 V R1", "G5 R8 Y1", predict=(1, 1), deck="G7 G2 R7 R2")
    assert not HerrlofEvaluator().solvable(table.state)
    table.do("1: play G5")
    assert not HerrlofEvaluator().solvable(table.state)
    table.do("0: play G9")
    assert HerrlofEvaluator().solvable(table.state)
    assert not RandomRollouts(GAME).solvable(table.state)


# Herrlof's own knowledge


def test_equal_cards_are_tried_once() -> None:
    """Neighbours come to the same, unless one has a power or a card between them is still about."""
    table = dealt("G4 G5 G7 G8", "G3 G6 R1 R2", predict=(1, 1), deck="R3 R4 R5 R7 R8 R9")
    table.do("1: play R1")
    seen = table.seen(0)
    tried = [GAME.encode(action) for action in HerrlofEvaluator().candidates(seen, table.state.legal_actions())]
    assert tried == ["play G4", "play G7"]


def test_few_predictions_are_tried_and_they_fit_the_hand() -> None:
    for hand, likely in (
        ("G1 G2 G3 R1 R2 R3 Y1 Y2 Y3 G4 R4 Y4 V H H", range(5)),
        ("B9 B8 B7 B6 B5 B4 G9 G8 R9 R8 Y9 Y8 G7 R7 Y7", range(9, 16)),
    ):
        table = Table()
        table.deal(["", hand], turned="B1")
        tried = HerrlofEvaluator().candidates(table.seen(1), table.state.legal_actions())
        assert 3 <= len(tried) <= 8
        assert {int(GAME.encode(action).split()[1]) for action in tried} & set(likely)


def test_rewards_are_points_against_the_best_other() -> None:
    assert against_best_other([7, 3]) == [4, -4]
    assert against_best_other([7, 3, 9]) == [-2, -6, 2]


def test_near_the_goal_the_match_counts() -> None:
    """Nobody wants points once the match is won: where any card wins it, all are worth the same."""
    table = dealt("G9 G4", "G5 G8", predict=(1, 1), deck="G7 G2 R7 R2", goal=30)
    table.state.scores, table.state.rounds = (29, 0), (Round(1, 1, (3, 8), (4, 5), (29, 0), 0),)
    table.do("1: play G5")
    found = asked(evaluate, HerrlofEvaluator(), table, 40)
    assert max(estimate.value for estimate in found.values.values()) == STAKE


def test_a_lead_counts_for_more_towards_the_end() -> None:
    early, late = win_shares([30, 20], 5)[0], win_shares([30, 20], 1)[0]
    assert 0.5 < early < late < 1
    assert sum(win_shares([10, 20, 30], 2)) == pytest.approx(1)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_short_memory_mixes_up_what_is_gone(seats: int) -> None:
    """The worlds of a forgetful bot hold cards that were played long ago, and none that it remembers or holds."""
    table = Table(seats=seats)
    table.deal([""] * seats, turned="B1")
    rng = Random(1)
    while len(table.seen(0).history) < 20 or table.state.phase != "play":
        if table.mover() < 0:
            table.state.apply_chance(table.state.sample_chance(rng))
        else:
            table.state.apply(rng.choice(table.state.legal_actions()))
    seat = table.mover()
    seen = table.seen(seat)
    played = [which for _, what, which in seen.history if what == "play" and which is not None]
    make = HerrlofEvaluator(memory=4).worlds(seen, rng)
    back = set()
    for _ in range(60):
        world = make()
        others = [card for other in range(seats) if other != seat for card in cards_in(world.hands[other])]
        assert cards_in(world.hands[seat]) == seen.hand
        assert len(others) == sum(seen.hand_sizes) - len(seen.hand)
        assert len(world.deck) == seen.deck_size
        coloured = [card for card in others + world.deck if card < 36]
        assert not set(coloured) & {*seen.hand, *played[-4:]}
        assert len(set(coloured)) == len(coloured)
        back |= set(others) & set(played[:-4])
    assert back


# Bots


class Counted:
    """An evaluator that counts the playouts."""

    def __init__(self, evaluator: Any) -> None:
        self._evaluator = evaluator
        self.playouts = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._evaluator, name)

    def play_out(self, worlds: Any, draws: Any, rng: Random) -> Any:
        self.playouts += len(worlds)
        return self._evaluator.play_out(worlds, draws, rng)


@pytest.mark.second
def test_short_playouts_are_more() -> None:
    """A searcher takes about as long over a card late in a round, where playouts are short, as over the first one."""
    first = Table()
    first.deal(["", ""], turned="B1")
    first.predict(5, 5)
    last = Table()
    last.deal(["", ""], turned="B1")
    last.predict(2, 3)
    rng = Random(1)
    while last.state.phase != "play" or last.state.trick or len(last.state.legal_actions()) != 6:
        if last.mover() < 0:
            last.state.apply_chance(last.state.sample_chance(rng))
        else:
            last.state.apply(rng.choice(last.state.legal_actions()))

    def playouts(evaluator: Any, table: Table) -> int:
        counted = Counted(evaluator)
        SearchBot(counted, Strength(300), Random(2)).choose(table.seen(table.mover()), table.state.legal_actions())
        return counted.playouts

    early, late = (playouts(HerrlofEvaluator(), table) for table in (first, last))
    assert 240 <= early <= 300
    assert 360 <= late <= 480
    assert playouts(RandomRollouts(GAME), last) <= 300


@pytest.mark.second
def test_the_floor_keeps_out_what_is_much_worse() -> None:
    table = last_two()
    win = GAME.decode("play G9")
    seen, legal = table.seen(0), table.state.legal_actions()

    def choices(strength: Strength) -> set[int]:
        return {SearchBot(HerrlofEvaluator(), strength, Random(seed)).choose(seen, legal) for seed in range(10)}

    assert choices(Strength(200)) == {win}
    assert choices(Strength(200, temperature=0.5)) == {win}  # the other is worse by more than a point and a half
    assert choices(Strength(200, temperature=30.0)) == set(legal)


@pytest.mark.second
@pytest.mark.parametrize("key", later(LEVELS, now=["thrall", "huskarl"]))
def test_each_level_plays_a_round(key: str) -> None:
    rng = Random(1)
    table = Table()
    table.deal(["", ""], turned="B1")
    bots = [new_bot(GAME, key, Random(2)), new_bot(GAME, "rules", Random(3))]
    while not table.state.rounds and len(table.state.log) < 8:
        if table.mover() < 0:
            table.state.apply_chance(table.state.sample_chance(rng))
            continue
        seen: Observation = table.seen(table.mover())
        legal = table.state.legal_actions()
        action = bots[table.mover()].choose(seen, legal)
        assert action in legal
        table.state.apply(action)


def test_levels_are_bots_that_think() -> None:
    kinds = bots_of("herrlof")
    assert LEVELS == ["thrall", "karl", "huskarl", "jarl", "konung"]
    assert [kinds[key].level for key in LEVELS] == [4, 5, 6, 7, 8]
    assert not kinds["rules"].uses_worker


def test_a_level_can_be_told_to_think_longer() -> None:
    table = last_two()
    seen, legal = table.seen(0), table.state.legal_actions()
    assert bot_kind("herrlof", "karl*3").key == "karl*3"
    assert bot_kind("herrlof", "karl*3").make(GAME, Random(1)).choose(seen, legal) in legal
    for key in ("rules*2", "karl*", "karl*x", "karl*0", "karl*1001", "karl*²", "nobody*2", "nobody"):
        with pytest.raises(ValueError, match="There's no bot"):
            bot_kind("herrlof", key)
