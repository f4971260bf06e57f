"""What a searcher infers from the others' plays: with which hand and prediction they would have played so."""

from __future__ import annotations

from math import exp, log
from random import Random
from statistics import fmean

import numpy as np
import pytest

from herrlof.bots import new_bot
from herrlof.bots.herrlof.decision import decide
from herrlof.bots.herrlof.evaluator import FIRST, HerrlofEvaluator, players_for, policies_for
from herrlof.bots.herrlof.inference import likelihoods, odds_in, posterior
from herrlof.bots.herrlof.policy import CardView
from herrlof.bots.quick import QuickRandom
from herrlof.game import CHANCE
from herrlof.games.herrlof.actions import PASS
from herrlof.games.herrlof.belief import Belief
from herrlof.games.herrlof.cards import size_of
from herrlof.games.herrlof.state import HerrlofState
from tests.games.herrlof.table import GAME, Table
from tests.tiers import last

SEATS = pytest.mark.parametrize("seats", [2, 3])


@pytest.mark.second
@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.second)])
def test_every_choice_counts_as_the_policies_make_it(seats: int) -> None:
    """Through rounds in which seats play by one policy or another, and sometimes at random: the chances of what they
    chose, as the policies give them on the spot, are those that the log of the world tells afterwards."""
    rng = Random(seats)
    policies = policies_for(seats)
    kinds_of_card = set()
    for _ in range(24):
        state = HerrlofState(seats, first_dealer=rng.randrange(seats))
        state.apply_chance(state.sample_chance(rng))
        for _ in range(seats):
            state.apply(rng.choice(state.legal_actions()[:9]))
        expected = [[0.0] * len(policies) for _ in range(seats)]
        while not state.rounds:
            mover, legal = state.player, state.legal_actions()
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            views: list[CardView] = []
            action = decide(rng.choice(policies), state, rng.random, views)
            if rng.random() < 0.3:
                action = rng.choice(legal)
            for number, policy in enumerate(policies):
                if state.phase in FIRST and len(legal) > 1:
                    first = FIRST[state.phase]
                    weights = {first + view[0]: exp(policy.sharpness * policy.liking(view)) for view in views}
                    expected[mover][number] += log(weights[action] / sum(weights.values()))
                elif state.phase == "take-trick":
                    chance = policy.takes[views[0][1]]
                    expected[mover][number] += log(1 - chance if action == PASS else chance)
            kinds_of_card.add((state.phase, action == PASS))
            state.apply(action)
            if state.phase == "play" and not state.rounds:
                for seat in range(seats):
                    found = likelihoods(policies, [state], seat)[0].reshape(len(policies), -1)
                    assert found[:, state.predictions[seat]] == pytest.approx(expected[seat])
    assert {("take-trick", True), ("take-trick", False), ("draw", True), ("steal", True)} < kinds_of_card
    assert {("discard", False), ("return", False)} < kinds_of_card


@pytest.mark.second
@SEATS
def test_many_worlds_are_weighed_as_one_after_the_other(seats: int) -> None:
    rng = Random(seats)
    policies = policies_for(seats)
    for _ in range(6):
        state = HerrlofState(seats, first_dealer=rng.randrange(seats))
        while size_of(state.hands[0]) > 3 or state.phase != "play":
            if state.player == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                state.apply(rng.choice(state.legal_actions()))
        belief = Belief(state.observation(0), rng)
        worlds = [belief.sample(rng) for _ in range(20)]
        for seat in range(1, seats):
            found = likelihoods(policies, worlds, seat)
            assert found == pytest.approx(np.vstack([likelihoods(policies, [world], seat) for world in worlds]))


def test_a_high_lead_speaks_for_many_tricks_and_a_low_one_for_few() -> None:
    players = players_for("english", 2)

    def after(card: str) -> list[float]:
        table = Table()
        table.deal(["", "G2 G5 B2 B4 B7 B8 B9 R2 R4 R8 Y2 Y5 Y7 H H"], turned="B1")
        table.predict(5, 5)
        table.do(f"1: play {card}")
        before = odds_in(players, table.state, 1)
        return [later / chance for later, chance in zip(posterior(players, [table.state], 1)[0], before, strict=True)]

    few, many = after("G2"), after("B9")
    for first in (0, 16):  # whoever thinks ahead, and whoever counts
        assert few[first + 1] > few[first + 9]
        assert many[first + 9] > many[first + 1]


@pytest.mark.parametrize("seats", last([2, 3], second=[2]))
def test_plays_tell_who_counts_and_who_thinks_ahead(seats: int) -> None:
    """Half through a round, the worlds of who sits before a bot that counts are rather those of one that counts."""

    def counting(key: str) -> float:
        rng = QuickRandom(1)
        found: list[int] = []
        for number in range(6):
            state = HerrlofState(seats, first_dealer=number % seats)
            bots = [new_bot(GAME, key, rng) for _ in range(seats)]
            while size_of(state.hands[0]) > 5 or state.phase != "play":
                if state.player == CHANCE:
                    state.apply_chance(state.sample_chance(rng))
                else:
                    state.apply(bots[state.player].choose(state.observation(state.player), state.legal_actions()))
            make = HerrlofEvaluator().worlds(state.observation(0), rng)
            found += [make().models[1] for _ in range(40)]
        return fmean(found)

    assert counting("rules") > counting("thrall") + 0.1


@pytest.mark.second
def test_plays_tell_what_others_hold() -> None:
    """Late in rounds against a bot that counts, more of its cards lie where they are imagined than by the cards that
    could lie there alone."""
    rng = QuickRandom(1)
    by_plays, by_cards = 0, 0
    for number in range(12):
        state = HerrlofState(2, first_dealer=number % 2)
        bots = [new_bot(GAME, "rules", rng) for _ in range(2)]
        while size_of(state.hands[0]) > 5 or state.phase != "play":
            if state.player == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                state.apply(bots[state.player].choose(state.observation(state.player), state.legal_actions()))
        make, belief = HerrlofEvaluator().worlds(state.observation(0), rng), Belief(state.observation(0), rng)
        for _ in range(300):
            by_plays += size_of(make().hands[1] & state.hands[1])
            by_cards += size_of(belief.sample(rng).hands[1] & state.hands[1])
    assert by_plays > 1.05 * by_cards


def test_who_forgets_infers_nothing() -> None:
    """The worlds of a forgetful searcher hold what the hands alone make likely; the others go by the plays as well."""
    table = Table()
    table.deal(["", "G2 G5 B2 B4 B7 B8 B9 R2 R4 R8 Y2 Y5 Y7 H H"], turned="B1")
    table.predict(5, 5)
    table.do("1: play H")

    def mean(evaluator: HerrlofEvaluator) -> float:
        make = evaluator.worlds(table.seen(0), Random(1))
        return sum(make().predictions[1] for _ in range(400)) / 400

    assert mean(HerrlofEvaluator()) < mean(HerrlofEvaluator(memory=100)) - 0.2
