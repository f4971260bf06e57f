"""Herrlof's engine beside others that are driven from Python, in one run.

    pip install '.[bench]' && python benchmarks/peers.py

Everybody plays uniformly random games in short turns, one after the other, with CL (see `herrlof bench`)
beside each turn; the medians of the turns are shown. A game is one deal played out: a round of Herrlof,
48 moves of oh_hell with 15 tricks, a board of bridge. OpenSpiel deals card by card, a move of chance
each; Herrlof and RLCard deal at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random
from statistics import median

from herrlof.arena.bench import loop_seconds, rates
from herrlof.bots.quick import QuickRandom
from herrlof.game import CHANCE, NOBODY, TERMINAL
from herrlof.games import GAMES

try:
    import pyspiel
    import rlcard
    from rlcard.games.bridge.game import BridgeGame
except ImportError as missing:
    sys.exit(f"{missing}: this benchmark compares with other engines, pip install '.[bench]' brings them")

Play = Callable[[], tuple[int, int, int]]
"""Plays a random game or match; returns games, moves of players, moves of chance."""

OURS = ("herrlof with 2 seats", "herrlof with 3 seats")
UNITS = ("games", "moves of players", "moves with those of chance")


def herrlof(seats: int) -> Play:
    """Play Herrlof through its contract."""
    game, rng = GAMES["herrlof"], QuickRandom(1)
    random = rng.random

    def play() -> tuple[int, int, int]:
        state = game.new_state(seats)
        moves = chances = 0
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                chances += 1
            else:
                legal = state.legal_actions()
                state.apply(legal[int(random() * len(legal))])
                moves += 1
        return len(game.round_facts(state.observation(NOBODY))), moves, chances

    return play


def oh_hell() -> Play:
    """Play OpenSpiel's C++ oh_hell with 3 players and 15 tricks, asking for the chances as one does."""
    game = pyspiel.load_game("oh_hell(players=3,num_tricks_fixed=15)")
    random = Random(1).random

    def play() -> tuple[int, int, int]:
        state = game.new_initial_state()
        moves = chances = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # all equally likely
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
                chances += 1
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
                moves += 1
        state.returns()
        return 1, moves, chances

    return play


def oh_hell_quickly() -> Play:
    """Play the same by the shortest way: what may be dealt is asked for like moves, and nobody counts."""
    game = pyspiel.load_game("oh_hell(players=3,num_tricks_fixed=15)")
    random = Random(1).random
    state = game.new_initial_state()
    chances = 0
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
        chances += 1

    def play() -> tuple[int, int, int]:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
        state.returns()
        return 1, state.move_number() - chances, chances

    return play


def bridge_engine() -> Play:
    """Play RLCard's bridge without its observations."""
    game = BridgeGame()
    game.np_random.seed(1)
    random = Random(1).random

    def play() -> tuple[int, int, int]:
        game.init_game()
        moves = 0
        while not game.is_over():
            legal = game.judger.get_legal_actions()
            game.step(legal[int(random() * len(legal))])
            moves += 1
        return 1, moves, 1

    return play


def bridge_env() -> Play:
    """Play RLCard's bridge as its users do, with an observation for every move."""
    env = rlcard.make("bridge", config={"seed": 1})
    random = Random(1).random

    def play() -> tuple[int, int, int]:
        seen, _ = env.reset()
        moves = 0
        while not env.is_over():
            legal = list(seen["legal_actions"])
            seen, _ = env.step(legal[int(random() * len(legal))])
            moves += 1
        env.get_payoffs()
        return 1, moves, 1

    return play


def compared(ours: str, peer: str, ratios: list[float]) -> str:
    """Return a sentence on what `ours` does faster than `peer`, and what slower."""
    told = [
        (ratio >= 1, f"{unit} ({ratio:.2f} times as many a second)") for ratio, unit in zip(ratios, UNITS, strict=True)
    ]
    faster, slower = ([text for better, text in told if better == wanted] for wanted in (True, False))
    parts = [f"{word} in {', '.join(texts)}" for word, texts in (("faster", faster), ("slower", slower)) if texts]
    return f"{ours} beside {peer}: {'; '.join(parts)}."


def main() -> None:
    """Measure, and print a table and what it says."""
    parser = argparse.ArgumentParser(description="Random games of Herrlof, OpenSpiel and RLCard, side by side.")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each engine plays in all")
    parser.add_argument("--turns", type=int, default=15, help="in how many turns")
    options = parser.parse_args()
    players: dict[str, Play] = {
        OURS[0]: herrlof(2),
        OURS[1]: herrlof(3),
        "OpenSpiel oh_hell (C++)": oh_hell(),
        "oh_hell, the shortest way": oh_hell_quickly(),
        "RLCard bridge (engine)": bridge_engine(),
        "RLCard bridge (environment)": bridge_env(),
    }
    figures: dict[str, list[tuple[float, ...]]] = {name: [] for name in players}
    loops: list[float] = []
    for play in players.values():
        rates(play, 0.05)
    for _ in range(options.turns):
        for name, play in players.items():
            figures[name].append(rates(play, options.seconds / options.turns))
        loops.append(loop_seconds())

    print(f"CL {median(loops) * 1000:.0f} ms")
    print(f"{'':<28}{'games/s':>12}{'moves/s':>12}{'with chance':>14}{'games/CL':>12}{'moves/CL':>12}")
    for name, turns in figures.items():
        games, moves, everything = (median(column) for column in zip(*turns, strict=True))
        per_loop = [median([turn[i] * loop for turn, loop in zip(turns, loops, strict=True)]) for i in (0, 1)]
        print(f"{name:<28}{games:>12,.0f}{moves:>12,.0f}{everything:>14,.0f}{per_loop[0]:>12,.0f}{per_loop[1]:>12,.0f}")
    print()
    for mine in OURS:
        for peer in [name for name in players if name not in OURS]:
            ratios = [
                [a / b for a, b in zip(own, other, strict=True)]
                for own, other in zip(figures[mine], figures[peer], strict=True)
            ]
            print(compared(mine, peer, [median(column) for column in zip(*ratios, strict=True)]))


if __name__ == "__main__":
    main()
