"""Speed, in figures that compare between machines.

CL is the time of one million turns of a fixed pure-Python loop, so "per CL" counts work in units
of the interpreter's own speed. Each figure is taken in short turns with CL beside it, and the
median of the turns is printed: machines are noisy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

from herrlof.bots.quick import QuickRandom
from herrlof.game import CHANCE, TERMINAL
from herrlof.games.herrlof import Herrlof
from herrlof.storage_bench import storage_report

TURNS = 9


def loop_seconds() -> float:
    """Return the seconds of processor time that CL takes now."""
    start = process_time()
    x = s = 0
    for _ in range(1_000_000):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        if x & 1:
            s += 1
    return process_time() - start


def random_matches(seconds: float, rng: Random) -> tuple[float, float]:
    """Play uniformly random 2-seat matches through the contract; return rounds and actions a second."""
    game = Herrlof()
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
        rounds += state.round_number
    spent = process_time() - start
    return rounds / spent, actions / spent


def beside_loop(measure: Callable[[], tuple[float, ...]]) -> list[tuple[float, float]]:
    """Return for each figure of `measure` the medians of its value a second and per CL."""
    a_second, per_loop = [], []
    for _ in range(TURNS):
        before = loop_seconds()
        figures = measure()
        loop = (before + loop_seconds()) / 2
        a_second.append(figures)
        per_loop.append([figure * loop for figure in figures])
    return [
        (median(values), median(ratios))
        for values, ratios in zip(zip(*a_second, strict=True), zip(*per_loop, strict=True), strict=True)
    ]


def report(seconds: float) -> Iterator[str]:
    """Yield the figures, a line each; `seconds` is how long one measurement runs in all."""
    rng = QuickRandom(1)
    names = ("random 2-seat rounds", "actions, chance included")
    for name, (a_second, per_loop) in zip(
        names, beside_loop(lambda: random_matches(seconds / TURNS, rng)), strict=True
    ):
        yield f"{name:<26}{a_second:>12,.0f} /s {per_loop:>12,.0f} per CL"
    yield f"{'CL':<26}{loop_seconds() * 1000:>12,.1f} ms"
    yield from storage_report()
