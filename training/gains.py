"""What the learned numbers are worth: the same deals played with and without them, the seats exchanged.

Cards are played by a playout policy alone, without any search, so that nothing but the learned part differs. And what
the others' plays tell: how likely a searcher holds the prediction that was really made.
`python training/gains.py` prints the figures that docs/bots.md reports; tests hold them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from statistics import fmean
from typing import NamedTuple

import numpy as np

from herrlof.bots import new_bot
from herrlof.bots.herrlof.decision import decide
from herrlof.bots.herrlof.evaluator import WEIGHED, players_for, policy_for, predictions_for
from herrlof.bots.herrlof.inference import odds_in, posterior
from herrlof.bots.herrlof.policy import FEATURES, Policy
from herrlof.bots.herrlof.prediction import Predictions, features
from herrlof.bots.quick import QuickRandom
from herrlof.game import CHANCE
from herrlof.games import GAMES
from herrlof.games.herrlof import EDITIONS
from herrlof.games.herrlof.actions import PREDICT
from herrlof.games.herrlof.belief import Belief
from herrlof.games.herrlof.state import HerrlofState

NEIGHBOURS = ("rules", "thrall")
"""A bot that counts, and one that thinks ahead."""


class Gain(NamedTuple):
    """Points a round against the mean of the others, and the standard error."""

    points: float
    error: float

    def __str__(self) -> str:
        return f"{self.points:+.2f} ±{1.96 * self.error:.2f}"


def of_predictions(edition: str, seats: int, deals: int, seed: int = 1) -> Gain:
    """Return what predicting by the model gains over rounding the tricks that the hand is good for."""
    policy = policy_for(seats)
    model = predictions_for(edition, seats)

    def predict(world: HerrlofState, seat: int, learned: bool) -> int:
        if learned:
            return _best(model, world, seat)
        return min(world.hand_size, round(features(policy, world.hands[seat], world.trump, seat == world.leader)[1]))

    def play(world: HerrlofState, who: int, rng: QuickRandom) -> float:
        predictions = [predict(world, seat, seat == who) for seat in range(seats)]
        return _played([policy] * seats, world, predictions, who, rng)

    return _mirrored(edition, seats, deals, seed, play)


def of_policy(edition: str, seats: int, deals: int, seed: int = 1) -> Gain:
    """Return what the learned policy gains over choosing any legal card; everybody predicts by the model."""
    learned, any_card = policy_for(seats), Policy(seats, [0.0] * FEATURES)
    model = predictions_for(edition, seats)

    def play(world: HerrlofState, who: int, rng: QuickRandom) -> float:
        predictions = [_best(model, world, seat) for seat in range(seats)]
        return _played([learned if seat == who else any_card for seat in range(seats)], world, predictions, who, rng)

    return _mirrored(edition, seats, deals, seed, play)


class Known(NamedTuple):
    """How likely a searcher holds a prediction that was really made, 0 to 1, by what it goes by."""

    hands: float
    plays: float

    def __str__(self) -> str:
        return f"{self.hands:.1%}, {self.plays:.1%}"


def of_plays(edition: str, seats: int, key: str, deals: int, seed: int = 1) -> Known:
    """Return what whoever leads holds of the next seat's prediction, over all tricks of rounds played by such bots."""
    rng = QuickRandom(seed)
    players = players_for(edition, seats)
    bots = [new_bot(GAMES["herrlof"], key, rng) for _ in range(seats)]
    found: list[Known] = []
    for number in range(deals):
        state = HerrlofState(seats, edition, first_dealer=number % seats)
        state.apply_chance(state.sample_chance(rng))
        while not state.rounds:
            if state.player == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            seen = state.observation(state.player)
            if state.phase == "play" and not state.trick:
                other = (state.player + 1) % seats
                belief = Belief(seen, rng)
                worlds = [belief.sample(rng) for _ in range(WEIGHED)]
                hands = np.array([odds_in(players, world, other) for world in worlds]).sum(0)
                plays = posterior(players, worlds, other).sum(0)
                made = slice(state.predictions[other], None, state.hand_size + 1)  # by any player
                found.append(Known(hands[made].sum() / hands.sum(), plays[made].sum() / plays.sum()))
            state.apply(bots[state.player].choose(seen, state.legal_actions()))
    return Known(*map(fmean, zip(*found, strict=True)))


def _best(model: Predictions, world: HerrlofState, seat: int) -> int:
    """Return what the model predicts for a seat."""
    worth = model.worth(world.hands[seat], world.trump, seat == world.leader)
    return worth.index(max(worth))


def _mirrored(
    edition: str, seats: int, deals: int, seed: int, play: Callable[[HerrlofState, int, QuickRandom], float]
) -> Gain:
    rng = QuickRandom(seed)
    found = []
    for number in range(deals):
        world = HerrlofState(seats, edition, first_dealer=number % seats)
        world.apply_chance(world.sample_chance(rng))
        found.append(sum([play(world, who, rng) for who in range(seats)]) / seats)
    mean = sum(found) / deals
    return Gain(mean, sqrt(sum([(value - mean) ** 2 for value in found]) / (deals - 1) / deals))


def _played(policies: list[Policy], world: HerrlofState, predictions: list[int], who: int, rng: QuickRandom) -> float:
    """Play a dealt round out and return what it brought seat `who`."""
    world = world.clone()
    for _ in range(world.seats):
        world.apply(PREDICT + predictions[world.player])
    while not world.rounds:
        if world.player == CHANCE:
            world.apply_chance(world.sample_chance(rng))
        else:
            world.apply(decide(policies[world.player], world, rng.random))
    earned = world.rounds[0].points
    return earned[who] - (sum(earned) - earned[who]) / (world.seats - 1)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for seats in (2, 3):
        for edition in EDITIONS:
            predictions = of_predictions(edition, seats, options.deals, options.seed)
            policy = of_policy(edition, seats, options.deals, options.seed)
            known = [of_plays(edition, seats, key, options.deals // 100, options.seed) for key in NEIGHBOURS]
            print(f"{edition}, {seats} seats: predictions {predictions}, policy {policy} points a round; ", end="")
            print("known of", *[f"{key} {some};" for key, some in zip(NEIGHBOURS, known, strict=True)], flush=True)


if __name__ == "__main__":
    main()
