"""What a searcher hears in the others' plays: the prediction with which they would have played so."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest

from herrlof.bots.herrlof.clues import clues, likelihoods
from herrlof.bots.herrlof.decision import decide
from herrlof.bots.herrlof.insight import HerrlofInsight, policy_for, predictions_for
from herrlof.bots.herrlof.policy import SHARPNESS, Sight
from herrlof.game import CHANCE
from herrlof.games.herrlof.actions import PASS, PLAY
from herrlof.games.herrlof.state import HerrlofState
from tests.games.herrlof.table import Table

SEATS = pytest.mark.parametrize("seats", [2, 3])


@SEATS
def test_every_open_choice_counts_as_the_policy_makes_it(seats: int) -> None:
    """Through rounds in which seats play by the policy, and sometimes at random: the chances of what they chose,
    as the policy gives them on the spot, are those that the log of the world tells afterwards."""
    rng = Random(seats)
    policy = policy_for(seats)
    sorts = set()
    for _ in range(24):
        state = HerrlofState(seats, first_dealer=rng.randrange(seats))
        state.apply_chance(state.sample_chance(rng))
        for _ in range(seats):
            state.apply(rng.choice(state.legal_actions()[:9]))
        expected = [0.0] * seats
        while not state.rounds:
            mover, legal = state.player, state.legal_actions()
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            sights: list[Sight] = []
            action = decide(policy, state, rng.random, sights)
            if rng.random() < 0.3:
                action = rng.choice(legal)
            if state.phase == "play" and len(legal) > 1:
                weights = {PLAY + sight[0]: exp(SHARPNESS * policy.liking(sight)) for sight in sights}
                expected[mover] += log(weights[action] / sum(weights.values()))
            elif state.phase == "take-trick":
                chance = policy.takes[sights[0][1]]
                expected[mover] += log(1 - chance if action == PASS else chance)
            sorts.add((state.phase, action == PASS))
            state.apply(action)
            if state.phase == "play" and not state.rounds:
                found = [likelihoods(policy, state, seat)[state.predictions[seat]] for seat in range(seats)]
                assert found == pytest.approx(expected)
    assert {("take-trick", True), ("take-trick", False), ("draw", True), ("steal", True)} < sorts


def test_a_high_lead_speaks_for_many_tricks_and_a_low_one_for_few() -> None:
    policy = policy_for(2)
    model = predictions_for("english", 2)

    def heard(card: str) -> list[float]:
        table = Table()
        table.deal(["", "G2 G5 B2 B4 B7 B8 B9 R2 R4 R8 Y2 Y5 Y7 H H"], turned="B1")
        table.predict(5, 5)
        table.do(f"1: play {card}")
        return clues(policy, model, [table.state], 1)

    few, many = heard("G2"), heard("B9")
    assert few[1] > few[9]
    assert many[9] > many[1]


def test_who_forgets_hears_nothing() -> None:
    """The worlds of a forgetful searcher hold what the hands alone make likely; the others go by the plays as well."""
    table = Table()
    table.deal(["", "G2 G5 B2 B4 B7 B8 B9 R2 R4 R8 Y2 Y5 Y7 H H"], turned="B1")
    table.predict(5, 5)
    table.do("1: play B9")

    def mean(insight: HerrlofInsight) -> float:
        make = insight.worlds(table.seen(0), Random(1))
        return sum(make().predictions[1] for _ in range(400)) / 400

    assert mean(HerrlofInsight()) > mean(HerrlofInsight(memory=100)) + 0.1
