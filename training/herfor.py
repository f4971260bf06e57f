"""Herfor: how strong its bots are from openings at random, how fast it is played out, and which komi is fair.

In the arena the bots name the komi themselves. Here there is none: the first two stones are placed at random, and each
opening is played twice with the colours exchanged, so neither the komi nor the first move is in anybody's favour.

    python training/herfor.py duel dreng svein --games 400
    python training/herfor.py duel hint-10 hersir --games 24 --size 5    # who does what a hint says, of ten moves
    python training/herfor.py speed
    python training/herfor.py komi stallar
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean
from time import process_time
from unittest.mock import patch

from herrlof.arena.stats import Interval, Ratio
from herrlof.bots import new_bot
from herrlof.bots.herfor.evaluator import JUDGED
from herrlof.bots.herfor.playout import Playouts
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import LEAF_BATCH_SIZE
from herrlof.coach.judge import asked
from herrlof.game import TERMINAL, Action, Bot
from herrlof.games import GAMES
from herrlof.games.herfor.actions import BLACK, KOMI, TAKE, WHITE
from herrlof.games.herfor.observation import Observation
from herrlof.games.herfor.points import SIZES
from herrlof.games.herfor.state import HerforState

GAME = GAMES["herfor"]
OPENING = 2
"""Stones that are placed at random."""
KOMIS = range(-3, 6)
HINT = "hint-"
"""Before how many moves a hint judges to the end: so a player is called who does what it says."""


class Follower:
    """Plays what a hint calls the best that judges so many moves to the end."""

    def __init__(self, few: int) -> None:
        """Take how many."""
        self._plan = JUDGED._replace(few=few)

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        """Return the best by the hint."""
        with patch("herrlof.bots.herfor.evaluator.JUDGED", self._plan):
            return asked(GAME, seen, legal).choices[0].action


def player(key: str, rng: Random) -> Bot:
    """Return a bot, or who follows hints."""
    return Follower(int(key.removeprefix(HINT))) if key.startswith(HINT) else new_bot(GAME, key, rng)


def empty_board(size: int) -> HerforState:
    """Return a match with a komi of 0 whose seat 0 is Black."""
    state = HerforState(size, namer=1)
    for action in (KOMI, TAKE + BLACK):
        state.apply(action)
    return state


def play_at_random(state: HerforState, rng: Random, most: int = 1000) -> int:
    """Play some moves at random, or all to the end; return how many there were."""
    moves = 0
    while moves < most and state.player != TERMINAL:
        state.apply(rng.choice(state.legal_actions()))
        moves += 1
    return moves


def duel(keys: list[str], games: int, size: int, seed: int) -> None:
    """Let two bots play each opening with both colours, and print the first one's share of the wins."""
    wins, margin, black = Ratio(), Ratio(), 0
    seconds: tuple[list[float], list[float]] = ([], [])
    for number in range(games // 2):
        opening = empty_board(size)
        play_at_random(opening, Random(f"opening {seed} {number}"), OPENING)
        won = ahead = 0.0
        for colour in (0, 1):  # the seat of the first bot
            state = opening.clone()
            bots = [player(key, Random(f"{key} {seed} {number} {colour}")) for key in keys]
            while (mover := state.player) != TERMINAL:
                legal, begun = state.legal_actions(), process_time()
                action = bots[mover ^ colour].choose(state.observation(mover), legal)
                if len(legal) > 1:
                    seconds[mover ^ colour].append(process_time() - begun)
                state.apply(action)
            won += state.winners == (colour,)
            black += state.winners == (0,)
            ahead += state.scores[colour] - state.scores[1 - colour]
        wins.add(won, 2)
        margin.add(ahead, 2)
    print(f"{keys[0]} against {keys[1]}, {size} a side, {wins.groups} openings played twice, seed {seed}")
    print(f"wins {interval(wins.share(), 100)} %, points ahead {interval(margin.mean(), 1)}")
    print(f"Black won {100 * black / wins.count:.1f} %")
    for key, times in zip(keys, seconds, strict=True):
        print(f"{key}: {1000 * fmean(times):.3g} ms a move, the slowest {1000 * max(times):.3g} ms", flush=True)


def interval(found: Interval | None, unit: int) -> str:
    """Return a figure with its limits."""
    if found is None or found.low is None or found.high is None:
        return "unknown"
    return f"{unit * found.value:.1f} ({unit * found.low:.1f} to {unit * found.high:.1f})"


def speed(seconds: float) -> None:
    """Print how fast matches are played out at random, one after the other and side by side."""
    for size in SIZES:
        rng, stones, many = QuickRandom(1), 0, 0
        start = process_time()
        while (alone := process_time() - start) < seconds:
            state = empty_board(size)
            play_at_random(state, rng)
            stones += (state.black | state.white).bit_count()
        playouts = Playouts(size, LEAF_BATCH_SIZE, rng)
        start = process_time()
        while (beside := process_time() - start) < seconds:
            many += len(playouts.play([0] * LEAF_BATCH_SIZE, [0] * LEAF_BATCH_SIZE))
        print(f"{size} a side: {stones / alone:,.0f} placements a second, {many / beside:,.0f} playouts side by side")


def fair_komi(key: str, tries: int, games: int) -> None:
    """Print how often Black wins where both place at random, and how often a bot takes White for each komi."""
    for size in SIZES:
        rng, wins = Random(size), 0
        for _ in range(games):
            state = empty_board(size)
            play_at_random(state, rng)
            wins += state.winners == (0,)
        print(f"{size} a side: at random, without komi, Black wins {100 * wins / games:.1f} % of {games}", flush=True)
        for komi in KOMIS:
            state = HerforState(size)
            state.apply(KOMI + komi)
            seen, legal = state.observation(1), state.legal_actions()
            white = sum(new_bot(GAME, key, Random(n)).choose(seen, legal) == TAKE + WHITE for n in range(tries))
            print(f"    komi {komi:+}: {key} takes White {white} times of {tries}", flush=True)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    match = commands.add_parser("duel", help="two bots from openings at random")
    match.add_argument("bots", nargs=2, metavar="BOT")
    match.add_argument("--games", type=int, default=400)
    match.add_argument("--size", type=int, default=6, choices=SIZES)
    match.add_argument("--seed", type=int, default=1)
    timing = commands.add_parser("speed", help="how fast matches are played out")
    timing.add_argument("--seconds", type=float, default=3.0)
    fair = commands.add_parser("komi", help="which komi is fair")
    fair.add_argument("bot")
    fair.add_argument("--tries", type=int, default=12)
    fair.add_argument("--games", type=int, default=2000)
    options = parser.parse_args()
    if options.command == "duel":
        duel(options.bots, options.games, options.size, options.seed)
    elif options.command == "speed":
        speed(options.seconds)
    else:
        fair_komi(options.bot, options.tries, options.games)


if __name__ == "__main__":
    main()
