"""A thousand imagined rounds for the first decision: Herrlof's search beside OpenSpiel's ISMCTSBot in C++.

    pip install '.[bench]' && python benchmarks/search.py

Each deal is searched by everybody in turn; the medians are shown. The games differ: OpenSpiel's oh_hell with
3 players and 15 tricks has 48 decisions to imagine, and its playouts are random; Herrlof has 30 to 40, the
powers among them, and its playouts weigh every card.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from herrlof.arena.bench import loop_seconds
from herrlof.bots.herrlof.evaluator import HerrlofEvaluator
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import Evaluation, halving, tree
from herrlof.games.herrlof.state import HerrlofState

try:
    import pyspiel
except ImportError as missing:
    sys.exit(f"{missing}: this benchmark compares with another search, pip install '.[bench]' brings it")

Search = Callable[[int], int]
"""Searches the first decision of a deal; returns how many playouts that took."""


def oh_hell(playouts: int) -> Search:
    """Search with OpenSpiel: the first prediction."""
    game = pyspiel.load_game("oh_hell(players=3,num_tricks_fixed=15)")

    def search(deal: int) -> int:
        rng = Random(deal)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        bot = pyspiel.ISMCTSBot(deal, pyspiel.RandomRolloutEvaluator(1, deal), 2.0, playouts, -1)
        bot.step(state)
        return playouts

    return search


def first_card(seats: int, rng: Random) -> HerrlofState:
    """Return a round before its first card, everybody's likely prediction made."""
    state = HerrlofState(seats, first_dealer=0)
    state.apply_chance(state.sample_chance(rng))
    for _ in range(seats):
        state.apply(HerrlofEvaluator().chosen(state, rng))
    return state


def herrlof(how: Callable[..., Evaluation], seats: int, playouts: int) -> Search:
    """Search with Herrlof: the first card of a round, after everybody's likely prediction."""
    evaluator = HerrlofEvaluator()

    def search(deal: int) -> int:
        rng = QuickRandom(deal)
        state = first_card(seats, rng)
        seen = state.observation(state.current_player())
        found = how(evaluator, seen, evaluator.candidates(seen, state.legal_actions()), rng, playouts)
        return sum(map(len, found.rewards.values()))

    return search


def main() -> None:
    """Measure, and print a table and what it says."""
    parser = argparse.ArgumentParser(description="The time of one searched decision, side by side.")
    parser.add_argument("--deals", type=int, default=15, help="how many deals are searched")
    parser.add_argument("--playouts", type=int, default=1000, help="how many for one decision")
    options = parser.parse_args()
    peer = "OpenSpiel ISMCTSBot (C++)"
    searches = {
        peer: oh_hell(options.playouts),
        "herrlof tree, 2 seats": herrlof(tree, 2, options.playouts),
        "herrlof halving, 2 seats": herrlof(halving, 2, options.playouts),
        "herrlof halving, 3 seats": herrlof(halving, 3, options.playouts),
    }
    spent: dict[str, list[float]] = {name: [] for name in searches}
    rates: dict[str, list[float]] = {name: [] for name in searches}
    loops: list[float] = []
    for search in searches.values():
        search(0)
    for deal in range(1, options.deals + 1):
        loops.append(loop_seconds())
        for name, search in searches.items():
            start = process_time()
            playouts = search(deal)
            spent[name].append(process_time() - start)
            rates[name].append(playouts / spent[name][-1])
    print(f"CL {median(loops) * 1000:.0f} ms")
    print(f"{'':<28}{'ms a decision':>16}{'playouts/s':>14}")
    for name in searches:
        print(f"{name:<28}{median(spent[name]) * 1000:>16.1f}{median(rates[name]):>14,.0f}")
    print()
    for name in [name for name in searches if name != peer]:
        ratio = median([mine / other for mine, other in zip(spent[name], spent[peer], strict=True)])
        verdict = f"{ratio:.2f} times as long as" if ratio >= 1 else f"only {ratio:.2f} times as long as"
        print(f"{name}: a decision takes {verdict} with {peer}.")


if __name__ == "__main__":
    main()
