"""Speed of the engine, in figures that compare between machines.

CL is the time of one million turns of a fixed pure-Python loop, so "per CL" counts work in units
of the interpreter's own speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from herrlof.game import CHANCE, NOBODY, TERMINAL
from herrlof.games import GAMES


def loop_seconds() -> float:
    """Return the seconds of processor time that CL takes here: the best of three."""

    def once() -> float:
        start = process_time()
        x = s = 0
        for _ in range(1_000_000):
            x = (x * 1103515245 + 12345) & 0x7FFFFFFF
            if x & 1:
                s += 1
        return process_time() - start

    return min(once() for _ in range(3))


def random_rounds(seconds: float, seed: int = 1) -> tuple[int, int, float]:
    """Play uniformly random 2-seat rounds through the contract; return rounds, actions and processor seconds."""
    game = GAMES["herrlof"]
    rng = Random(seed)
    random = rng.random
    rounds = actions = 0
    start = process_time()
    while process_time() - start < seconds:
        state = game.new_state(2)
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                legal = state.legal_actions()
                state.apply(legal[int(random() * len(legal))])
            actions += 1
        rounds += len(state.observation(NOBODY).rounds)
    return rounds, actions, process_time() - start


def report(seconds: float) -> Iterator[str]:
    """Yield the figures, a line each."""
    loop = loop_seconds()
    yield f"CL                        {loop * 1000:10.1f} ms"
    rounds, actions, spent = random_rounds(seconds)
    yield f"random 2-seat rounds      {rounds / spent:10,.0f} /s   {rounds / spent * loop:9,.0f} per CL"
    yield f"actions, chance included  {actions / spent:10,.0f} /s   {actions / spent * loop:9,.0f} per CL"
