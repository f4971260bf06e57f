"""How much of an ending can be counted out: Herfor by the number of empty points, and Herald's last tricks for two.

    python benchmarks/endings.py --matches 20

Matches are those of `rules` with itself. Of each number of empty points it prints how many decisions there were, how
many of them were solved, and the nodes and the processor time of all of them, solved or given up.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from time import process_time
from typing import Any

from herrlof.bots import new_bot
from herrlof.bots.herald.solver import margins
from herrlof.bots.herfor.solver import MOST_EMPTY, MOST_NODES, solve
from herrlof.game import CHANCE, TERMINAL, Action
from herrlof.games import GAMES
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herfor.points import POINT_COUNTS

KOMI = range(-3, 4)


def decisions(key: str, seed: int) -> Iterator[tuple[Any, Sequence[Action]]]:
    """Yield what the mover sees, and what it may do, in a match of `rules` with itself; of Herfor with a small komi."""
    game, rng = GAMES[key], Random(seed)
    state = game.new_state(2)
    bot = new_bot(game, "rules", rng)
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        seen, legal = state.observation(mover), state.legal_actions()
        if len(legal) > 1:
            yield seen, legal
        komi = game.decision_kind(seen) == "komi"
        state.apply(game.decode(f"komi {rng.choice(KOMI)}") if komi else bot.choose(seen, legal))


def quantiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 80th percentile and the most."""
    found = sorted(values)
    return found[len(found) // 2], found[len(found) * 8 // 10], found[-1]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=20)
    matches = parser.parse_args().matches
    print(f"Herfor, 6 a side: up to {MOST_EMPTY} empty points and {MOST_NODES:,} nodes")
    print("empty  decisions  solved  nodes: median, 80th, most  ms: median, 80th, most")
    nodes: dict[int, list[int]] = defaultdict(list)
    times: dict[int, list[float]] = defaultdict(list)
    solved: dict[int, int] = defaultdict(int)
    for seed in range(matches):
        for seen, legal in decisions("herfor", seed):
            empty = POINT_COUNTS[seen.size] - (seen.black | seen.white).bit_count()
            if seen.phase == "play" and empty <= MOST_EMPTY:
                start = process_time()
                found = solve(seen, legal)
                times[empty].append(1000 * (process_time() - start))
                nodes[empty].append(found.nodes)
                solved[empty] += found.margins is not None
    for empty in sorted(nodes):
        many, share = len(nodes[empty]), 100 * solved[empty] / len(nodes[empty])
        some, spent = quantiles(nodes[empty]), quantiles(times[empty])
        row = "".join(f"{value:9,.0f}" for value in (*some, *spent))
        print(f"{empty:5}{many:11}{share:7.0f}%{row}")
    last: list[float] = []
    for seed in range(matches):
        for seen, _ in decisions("herald", seed):
            start = process_time()
            if margins(seen) is not None and len(seen.hand) == HAND_SIZE:
                last.append(1000 * (process_time() - start))
    print("Herald, 2 seats, five cards in hand, ms: median, 80th, most")
    print("".join(f"{value:9,.1f}" for value in quantiles(last)), f"  of {len(last)} decisions")


if __name__ == "__main__":
    main()
