"""What more thinking, knowing more, or another search could still bring the strongest bot: figures with two seats.

Thinking: what shorter searches find, judged in worlds of their own, is compared with what a long search finds. Knowing:
the strongest bot plays against the bot that follows rules: deaf to what the other's plays tell about its prediction, as
it is, told the prediction, and told everything; the last two cheat, and show what no honest bot can reach. Another
search: a tree plays against the halving.
`python training/ceiling.py --help` tells the rest.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev

from herrlof.bots import new_bot
from herrlof.bots.herrlof.decision import ImaginedState
from herrlof.bots.herrlof.evaluator import HerrlofEvaluator, players_for
from herrlof.bots.herrlof.inference import drawn_player, odds_in
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import SearchBot, Strength, evaluate, halving
from herrlof.game import CHANCE, Action, Bot
from herrlof.games import GAMES
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.state import HerrlofState

TRUST = 40.0
LONG = 32000
PLAYOUTS = (250, 500, 1000, 2000, 4000, 8000)
ASKED = 0.2
"""How many of the decisions of a round are asked about."""
DEAF, SEEN = "deaf to the other's plays", "knowing what it sees"
PREDICTION, EVERYTHING = "told the other's prediction", "told everything"
TREE = "a tree against halving"


def dealt(edition: str, seed: str) -> HerrlofState:
    """Return a round of a long match, whose dealer is drawn."""
    rng = Random(seed)
    state = HerrlofState(2, edition, goal=999, first_dealer=rng.randrange(2))
    state.apply_chance(state.sample_chance(rng))
    return state


def play(state: HerrlofState, bots: list[Bot], rng: Random) -> None:
    """Play a round to its end."""
    while not state.rounds:
        if state.player == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(bots[state.player].choose(state.observation(state.player), state.legal_actions()))


class Asked:
    """A bot that searches, and now and then keeps what shorter searches lose against a long one."""

    def __init__(self, worlds: int, rng: Random) -> None:
        """Judge in so many worlds."""
        self._worlds = worlds
        self._rng = QuickRandom(rng.getrandbits(64))
        self._evaluator = HerrlofEvaluator()
        self.losses: list[list[float]] = []
        """For each decision that was asked about: a loss for each of `PLAYOUTS`, in points."""

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        """Return what a usual search finds."""
        actions = self._evaluator.candidates(seen, legal)
        if len(actions) == 1:
            return actions[0]
        if self._rng.random() >= ASKED:
            return halving(self._evaluator, seen, actions, self._rng, 300, TRUST).best
        long, *found = [
            halving(self._evaluator, seen, actions, self._rng, playouts, TRUST).best for playouts in (LONG, *PLAYOUTS)
        ]
        judged = evaluate(self._evaluator, seen, actions, self._rng, self._worlds)
        self.losses.append([judged.value(long).value - judged.value(action).value for action in found])
        return long


def losses(edition: str, worlds: int, seed: str) -> list[list[float]]:
    """Return the losses found in a round."""
    rng = Random(seed)
    bot = Asked(worlds, rng)
    play(dealt(edition, seed), [bot, bot], rng)
    return bot.losses


class Told(HerrlofEvaluator):
    """An evaluator that knows less than it could, or cheats: it looks at the true state."""

    def __init__(self, state: HerrlofState, told: str) -> None:
        """Take a secret, or all, from `state`."""
        super().__init__()
        self._state = state
        self._told = told

    def worlds(self, seen: Observation, rng: Random) -> Callable[[], HerrlofState]:
        """Return what makes worlds that are less or more true than those of an honest searcher."""
        if self._told == EVERYTHING:
            return self._state.clone
        make = super().worlds(seen, rng)
        other = 1 - seen.seat
        if self._told == SEEN or not seen.predicted[other]:
            return make
        players = players_for(seen.edition, 2)

        def changed() -> HerrlofState:
            world = make()
            if self._told == PREDICTION:
                world.predictions[other] = self._state.predictions[other]
            else:
                assert isinstance(world, ImaginedState)
                odds = odds_in(players, world, other)
                world.models[other], world.predictions[other] = drawn_player(odds, 2, rng.random)
            return world

        return changed


def duel(edition: str, playouts: int, what: str, seed: str) -> float:
    """Return the points by which a bot wins a deal against another one, played twice with the seats exchanged."""
    whole = 0
    for seat in range(2):
        state = dealt(edition, seed)
        rng = Random(f"{seed} {seat}")
        mine, other = Strength(playouts, prior_weight=TRUST), new_bot(GAMES["herrlof"], "rules", rng)
        if what == TREE:
            mine, other = Strength(playouts, tree=True), SearchBot(HerrlofEvaluator(), mine, rng)
        bots = [other, other]
        bots[seat] = SearchBot(Told(state, SEEN if what == TREE else what), mine, rng)
        play(state, bots, rng)
        earned = state.rounds[0].points
        whole += earned[seat] - earned[1 - seat]
    return whole / 2


def mean(values: list[float]) -> str:
    """Return a mean with its 95 % interval."""
    return f"{fmean(values):+.3f} ±{1.96 * stdev(values) / sqrt(len(values)):.3f}"


def report(options: argparse.Namespace, pool: Executor) -> None:
    """Measure and print."""
    seeds = [f"{options.seed}/{number}" for number in range(max(options.rounds, options.deals))]
    found = pool.map(partial(losses, options.edition, options.worlds), seeds[: options.rounds], chunksize=4)
    rows = [row for part in found for row in part]
    print(f"points a decision below a search of {LONG} playouts, {len(rows)} decisions:")
    for playouts, column in zip(PLAYOUTS, zip(*rows, strict=True), strict=True):
        print(f"{playouts:>6} playouts  {mean(list(column))}", flush=True)
    print(f"points a round, {options.deals} deals twice, {options.playouts} playouts; against rules:")
    for what in (DEAF, SEEN, PREDICTION, EVERYTHING, TREE):
        one = partial(duel, options.edition, options.playouts, what)
        print(f"{what:<29}{mean(list(pool.map(one, seeds[: options.deals], chunksize=4)))}", flush=True)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100, help="rounds in which searches are compared")
    parser.add_argument("--worlds", type=int, default=4000, help="worlds in which they are judged")
    parser.add_argument("--deals", type=int, default=300, help="deals that are played")
    parser.add_argument("--playouts", type=int, default=2000, help="how many for a decision against it")
    parser.add_argument("--edition", default="english")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        report(options, pool)


if __name__ == "__main__":
    main()
