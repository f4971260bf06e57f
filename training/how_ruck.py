"""Make the numbers with which bots play How-Ruck!, and measure what sorting is worth.

python training/how_ruck.py fit        # the policy against itself, and again: prints its tables, writes value.json
python training/how_ruck.py sorting    # policies against themselves with pairs sorted at random
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from herrlof.bots import how_ruck
from herrlof.bots.how_ruck.playout import BASICS, KIND_CODES, TOP_VALUES, choose, features
from herrlof.bots.how_ruck.policy import FITTED, PLAIN, Policy, worth_by_card
from herrlof.bots.how_ruck.rules import RulesBot
from herrlof.bots.quick import QuickRandom
from herrlof.game import CHANCE, TERMINAL
from herrlof.games.how_ruck.actions import PLAY
from herrlof.games.how_ruck.state import HowRuckState

Floats = NDArray[np.float64]

ROUNDS, TIMES = 15_000, 5
DEALS = 2000
LIVELY, CALM = 0.5, 0.3
"""How much players differ about a choice: in the rounds of all times but the last, and in those."""


def played(policy: Policy, noise: float, rounds: int, seed: int) -> Iterator[tuple[list[float], bool]]:
    """Yield the features of the positions of rounds with dealt teams, and whether the mover has won."""
    rng = QuickRandom(seed)
    for _ in range(rounds):
        state = HowRuckState("even", "dealt", 1)
        found = []
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            if state.phase == "play":
                found.append((features(state), mover))
            state.apply(choose(state, rng.random, noise, policy))
        yield from ((here, state.winners == (mover,)) for here, mover in found)


def logistic(inputs: Floats, won: Floats) -> tuple[Floats, float]:
    """Fit the logarithms of odds by Newton's method, with a little weight decay; return the cross-entropy too."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (chance - won) + weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    chance = 1 / (1 + np.exp(-inputs @ weights))
    return weights, -float(np.mean(np.log(np.where(won > 0, chance, 1 - chance))))


def fit() -> None:
    """Fit the policy to its own rounds, time after time, and in the end what judges positions."""
    policy = PLAIN
    for time in range(1, TIMES + 1):
        noise = LIVELY if time < TIMES else CALM
        inputs, won = (np.array(column, float) for column in zip(*played(policy, noise, ROUNDS, time), strict=True))
        weights, loss = logistic(inputs[:, :BASICS], won)
        print(f"time {time}: {len(won):,} positions, cross-entropy {loss:.4f}", flush=True)
        if time < TIMES:
            policy, in_hand = policy_of(weights)
    print("barrel", round(policy.barrel, 2))
    print("own tops", np.round(policy.own_tops, 2), "other tops", np.round(policy.other_tops, 2))
    print("in hand", in_hand)
    weights, loss = logistic(inputs, won)
    print(f"all features: cross-entropy {loss:.4f}")
    path = Path(how_ruck.__file__).parent / "value.json"
    path.write_text(json.dumps([round(float(weight), 3) for weight in weights]) + "\n", "utf-8")


def policy_of(weights: Floats) -> tuple[Policy, dict[str, float]]:
    """Return the policy of a seat that has just played: what the mover's features tell, seen from the other side."""
    kinds, hand = len(KIND_CODES), 2 + 2 * len(TOP_VALUES)
    tops = []
    for start in (2 + len(TOP_VALUES), 2):
        row = weights[start : start + len(TOP_VALUES)]
        worth = dict(zip(TOP_VALUES, row[TOP_VALUES.index(2)] - row, strict=True))
        tops.append(tuple(float(worth.get(value, 0.0)) for value in range(7)))
    in_hand = {code: -round(float(weights[hand + kinds + n]), 2) for n, code in enumerate(KIND_CODES)}
    return Policy(float(weights[1]), tops[0], tops[1], worth_by_card(in_hand)), in_hand


def sorting() -> None:
    """Print how often a policy beats itself sorting at random, in rounds with the same deals both ways."""
    for name, policy in (("rules", PLAIN), ("the levels", FITTED)):
        wins = [sum(_won_by_sorting(policy, number, seat) for seat in (0, 1)) / 2 for number in range(DEALS)]
        mean = sum(wins) / DEALS
        error = sqrt(sum((win - mean) ** 2 for win in wins) / (DEALS - 1) / DEALS)
        print(f"{name}: {mean:.1%} ±{1.96 * error:.1%} of {2 * DEALS:,} rounds won by the seat that sorts")


def _won_by_sorting(policy: Policy, number: int, careful: int) -> bool:
    """Play a round in which only the seat `careful` sorts by the policy; return whether it has won."""
    rng, deals = Random(number), Random(f"deals {number}")
    bot, state = RulesBot(rng, policy), HowRuckState("even", "built", 1)
    while (mover := state.current_player()) != TERMINAL:
        legal = state.legal_actions()
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(deals))
        elif legal[0] < PLAY and mover != careful:
            state.apply(rng.choice(legal))
        else:
            state.apply(bot.choose(state.observation(mover), legal))
    return state.winners == (careful,)


if __name__ == "__main__":
    {"fit": fit, "sorting": sorting}[sys.argv[1]]()
