"""Speed, in figures that compare between machines.

CL is the time of one million turns of a fixed pure-Python loop, so "per CL" counts work in units
of the interpreter's own speed. Each figure is taken in short turns with CL beside it, and the
median of the turns is printed: machines are noisy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from statistics import median
from time import process_time

from herrlof.arena.stats import Times
from herrlof.arena.storage_bench import storage_report
from herrlof.bots import RANDOM, bots_of, default_bot
from herrlof.bots.quick import QuickRandom
from herrlof.coach.judge import asking
from herrlof.game import CHANCE, TERMINAL, Game
from herrlof.games import GAMES

TURNS = 9
ONE_OF = 5
"""Of so many decisions one is judged: more of a match is looked at."""
LOOPS = 5
"""After so many of them CL is measured anew."""


def loop_seconds() -> float:
    """Return the seconds of processor time that CL takes now."""
    start = process_time()
    x = s = 0
    for _ in range(1_000_000):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        if x & 1:
            s += 1
    return process_time() - start


def random_match(game: Game, seats: int, rng: Random) -> tuple[int, int, int]:
    """Play a uniformly random match through the contract; return 1, and its moves of players and of chance."""
    state = game.new_state(seats)
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
    return 1, moves, chances


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


def decision_times(game: Game, key: str, seats: int, rng: Random, seconds: float) -> Times:
    """Return how long a bot took for each move where it had a choice, in matches against the game's other bots."""
    times = Times()
    bots = bots_of(game.key)
    other = "rules" if "rules" in bots else "random"
    begun = process_time()
    while process_time() - begun < seconds or not times.counts:
        state = game.new_state(seats)
        table = [bots[key if seat == 0 else other].make(game, rng) for seat in range(seats)]
        while (mover := state.current_player()) != TERMINAL and (process_time() - begun < seconds or not times.counts):
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            seen, legal = state.observation(mover), state.legal_actions()
            start = process_time()
            action = table[mover].choose(seen, legal)
            if mover == 0 and len(legal) > 1:
                times.add(process_time() - start)
            state.apply(action)
    return times


def judgement_times(game: Game, seats: int, rng: Random, seconds: float) -> tuple[Times, Times, float]:
    """Return how long the first numbers and the last ones of judgements took, in matches of quick bots, and the median
    seconds of CL among them."""
    first, last, loops = Times(), Times(), [loop_seconds()]
    kind = bots_of(game.key).get("rules", RANDOM)
    begun = process_time()
    while process_time() - begun < seconds or not last.counts:
        state = game.new_state(seats)
        bots = [kind.make(game, rng) for _ in range(seats)]
        while (mover := state.current_player()) != TERMINAL and (process_time() - begun < seconds or not last.counts):
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            seen, legal = state.observation(mover), state.legal_actions()
            if len(legal) > 1 and rng.random() * ONE_OF < 1:
                start = process_time()
                growing = asking(game, seen, legal)
                next(growing)
                first.add(process_time() - start)
                for _ in growing:
                    pass
                last.add(process_time() - start)
                if last.counts.total() % LOOPS == 0:
                    loops.append(loop_seconds())
            state.apply(bots[mover].choose(seen, legal))
    return first, last, median(loops)


def calibrated(measure: Callable[[], tuple[float, ...]]) -> list[tuple[float, float]]:
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
    for name, (a_second, per_loop) in zip(names, calibrated(measure), strict=True):
        yield f"{name:<34}{a_second:>12,.0f} /s {per_loop:>12,.0f} per CL"


def report(seconds: float, games: Sequence[Game] = ()) -> Iterator[str]:
    """Yield the figures, a line each; `seconds` is how long one measurement runs in all."""
    rng = QuickRandom(1)
    for game in games or GAMES.values():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            where = f"{game.title}, {seats} seats"
            yield from _rates(
                (f"{where}: random matches", "  actions of players", "  actions, chance included"),
                partial(rates, partial(random_match, game, seats, rng), seconds / TURNS),
            )
            levels = [kind.key for kind in bots_of(game.key).values() if kind.level]
            key = levels[-1] if levels else default_bot(game.key)
            times = decision_times(game, key, seats, rng, seconds)
            p50, p95 = times.quantile(0.5), times.quantile(0.95)
            yield f"{f'  {key} a move':<34}{p50:>12,.0f} ms {p95:>11,.0f} ms at the 95th percentile"
            first, last, loop = judgement_times(game, seats, rng, seconds)
            for what, taken in (("first numbers", first), ("last", last)):
                p50, p80 = taken.quantile(0.5), taken.quantile(0.8)
                yield (
                    f"{f'  a judgement: {what}':<34}{p50:>12,.0f} ms {p80:>11,.0f} ms at the 80th percentile: "
                    f"{(p80 or 0.0) / loop / 1000:.2f} CL"
                )
    yield f"{'CL':<34}{loop_seconds() * 1000:>12,.1f} ms"
    yield from storage_report()
