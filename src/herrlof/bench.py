"""Speed, in figures that compare between machines.

CL is the time of one million turns of a fixed pure-Python loop, so "per CL" counts work in units
of the interpreter's own speed. Each figure is taken in short turns with CL beside it, and the
median of the turns is printed: machines are noisy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from time import process_time

from herrlof.bots import LEVELS, new_bot
from herrlof.bots.herrlof.insight import HerrlofInsight
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import SIDE_BY_SIDE
from herrlof.game import CHANCE, TERMINAL, Observation
from herrlof.games.herrlof import Herrlof
from herrlof.games.herrlof import state as engine
from herrlof.games.herrlof.state import HerrlofState
from herrlof.stats import Times
from herrlof.storage_bench import storage_report

TURNS = 9
GAME = Herrlof()
INSIGHT = HerrlofInsight()


def loop_seconds() -> float:
    """Return the seconds of processor time that CL takes now."""
    start = process_time()
    x = s = 0
    for _ in range(1_000_000):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        if x & 1:
            s += 1
    return process_time() - start


def random_match(seats: int, rng: Random) -> tuple[int, int, int]:
    """Play a uniformly random match through the contract; return its rounds, moves of players, and of chance."""
    state = GAME.new_state(seats)
    random = rng.random
    moves = chances = 0
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            chances += 1
        else:
            legal = state.legal_actions()
            state.apply(legal[int(random() * len(legal))])
            moves += 1
    return state.round_number, moves, chances


def rates(play: Callable[[], tuple[int, int, int]], seconds: float) -> tuple[float, float, float]:
    """Play for so long; return games, moves of players, and moves with those of chance, a second."""
    games = moves = chances = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        more_games, more_moves, more_chances = play()
        games += more_games
        moves += more_moves
        chances += more_chances
    return games / spent, moves / spent, (moves + chances) / spent


def build() -> str:
    """Return how the running engine was built."""
    return "plain Python" if engine.__file__.endswith(".py") else "compiled"


def first_card(seats: int, rng: Random) -> tuple[HerrlofState, Observation]:
    """Return a round before its first card, and what its leader sees."""
    state = GAME.new_state(seats)
    state.apply_chance(state.sample_chance(rng))
    for _ in range(seats):
        state.apply(INSIGHT.chosen(state, rng))
    return state, state.observation(state.current_player())


def thinking(seats: int, seconds: float, rng: Random) -> tuple[float, float]:
    """Return worlds sampled and worlds played out by the policy a second, from the first card of a round."""
    state, seen = first_card(seats, rng)
    make = INSIGHT.worlds(seen, rng)
    many = range(SIDE_BY_SIDE)
    play_out = per_second(lambda: INSIGHT.play_out([state.clone() for _ in many], many, rng), seconds / 2)
    return per_second(make, seconds / 2), play_out * SIDE_BY_SIDE


def per_second(do: Callable[[], object], seconds: float) -> float:
    """Return how often something can be done in a second."""
    done = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        do()
        done += 1
    return done / spent


def decisions(key: str, seats: int, rng: Random) -> Times:
    """Return how long a bot took in a match of one round for each move where it had a choice."""
    times = Times()
    state = GAME.new_state(seats, goal=1)
    bots = [new_bot(key if seat == 0 else "rules", rng) for seat in range(seats)]
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        seen, legal = state.observation(mover), state.legal_actions()
        start = process_time()
        action = bots[mover].choose(seen, legal)
        if mover == 0 and len(legal) > 1:
            times.add(process_time() - start)
        state.apply(action)
    return times


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


def _rates(names: Sequence[str], measure: Callable[[], tuple[float, ...]]) -> Iterator[str]:
    for name, (a_second, per_loop) in zip(names, beside_loop(measure), strict=True):
        yield f"{name:<26}{a_second:>12,.0f} /s {per_loop:>12,.0f} per CL"


def report(seconds: float) -> Iterator[str]:
    """Yield the figures, a line each; `seconds` is how long one measurement runs in all."""
    rng = QuickRandom(1)
    yield from _rates(
        ("random 2-seat rounds", "actions of players", "actions, chance included"),
        lambda: rates(lambda: random_match(2, rng), seconds / TURNS),
    )
    for seats in (2, 3):
        yield from _rates(
            (f"worlds, {seats} seats", f"policy playouts, {seats} seats"),
            lambda seats=seats: thinking(seats, seconds / TURNS / 2, rng),  # type: ignore[misc]
        )
    for seats in (2, 3):
        times = decisions(LEVELS[-1], seats, rng)
        p50, p95 = times.quantile(0.5), times.quantile(0.95)
        yield f"{f'{LEVELS[-1]} a move, {seats} seats':<26}{p50:>12,.0f} ms {p95:>11,.0f} ms at the 95th percentile"
    yield f"{'CL':<26}{loop_seconds() * 1000:>12,.1f} ms"
    yield f"{'engine':<26}{build():>12}"
    yield from storage_report()
