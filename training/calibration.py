"""Whether what a judgement says comes true as often as it says: levels play each other, and one decision of a seat is
judged for each thing that can come of it.

python training/calibration.py herrlof --seats 2 --decisions 5000 --jobs 2
python training/calibration.py herald    # any number of seats in turns
python training/calibration.py how-ruck --fit    # and keep the correction

It prints the table of what playouts say, and that of what is told once it is corrected: each half of the matches as the
other half has taught.
"""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count
from math import log, nan
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from herrlof.bots import bots_of, evaluator_of, new_bot
from herrlof.bots.search import Evaluator, Logistic
from herrlof.coach.judge import WORLDS, judge
from herrlof.game import CHANCE, TERMINAL, Action, State
from herrlof.games import GAMES
from herrlof.games.herrlof.actions import PREDICT

LEVELS = {
    "herrlof": ("thrall", "karl"),
    "herald": ("squire", "knight"),
    "how-ruck": ("clansman", "chieftain"),
    "herfor": ("svein",),
}
"""Who plays: the levels that play five thousand decisions within hours."""
SPARSE = {"herald": 5}
"""Of so many things that come of decisions one is looked at: the tricks of one match have much in common."""
BINS = 10
SIMULATED = 500
NONE = Logistic(0.0, 1.0)


class Row(NamedTuple):
    """A decision: how often what it was about came true in the imagined worlds, and whether it did."""

    match: int
    kind: str
    hand: int
    """How many cards the seat holds; 0 where there are none."""
    times: int
    worlds: int
    true: int
    value: float = nan
    """What the action was said to be worth, in the game's unit."""
    alike: str = ""
    """What it is corrected like: the evaluator's word."""

    @property
    def share(self) -> float:
        """What the judgement said."""
        return self.times / self.worlds


@dataclass
class Asked:
    """One of the decisions of a seat, all as likely, that something comes of."""

    seen: Any
    action: Action
    of: int = 1


def finished(state: State, key: str) -> int:
    """Return how many things have come of decisions: tricks in Herald, matches in Herfor, rounds in the others."""
    found: Any = state
    if key == "herald":
        return len(found.log) // found.seats if found.phase == "play" else -1
    return int(bool(found.winners)) if key == "herfor" else len(found.rounds)


def came_true(state: State, key: str, seat: int, asked: Asked) -> bool:
    """Return whether what a decision was about has come true: the number said, the trick, the barrel, the match."""
    found: Any = state
    match key:
        case "herrlof":
            return bool(found.rounds[-1].tricks[seat] == said(asked))
        case "herald":
            return bool(found.tricks[len(asked.seen.tricks)].winner == seat)
        case "how-ruck":
            return bool(found.rounds[-1].winner == seat)
    return seat in found.winners


def said(asked: Asked) -> int:
    """Return the number that a seat has said, or says now."""
    prediction = asked.seen.prediction
    return asked.action - PREDICT if prediction is None else int(prediction)


def played(key: str, seats: int, number: int) -> list[Row]:
    """Play a match of levels; return a row for each seat and each thing that came of its decisions."""
    game, rng = GAMES[key], Random(f"calibration {key} {seats} {number}")
    state = game.new_state(seats)
    bots = [new_bot(game, rng.choice(LEVELS[key]), rng) for _ in range(seats)]
    asked: dict[int, Asked] = {}
    rows: list[Row] = []
    done = finished(state, key)
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            seen, legal = state.observation(mover), state.legal_actions()
            action = bots[mover].choose(seen, legal)
            if len(legal) > 1:
                before = asked.get(mover)
                one = Asked(seen, action, before.of + 1 if before else 1)
                if before and rng.random() * one.of >= 1:
                    before.of = one.of
                else:
                    asked[mover] = one
            state.apply(action)
        if finished(state, key) != done:
            done = finished(state, key)
            for seat, one in asked.items():
                if rng.random() * SPARSE.get(key, 1) < 1:
                    rows.append(row(key, number, one, came_true(state, key, seat, one), rng))
            asked.clear()
    return rows


def row(key: str, number: int, asked: Asked, true: bool, rng: Random) -> Row:
    """Judge the move that was made, in all the worlds; what else could be played costs time and changes nothing."""
    evaluator = evaluator_of(GAMES[key])
    with patch.object(type(evaluator), "calibrated", Evaluator.calibrated):
        (choice,) = judge(GAMES[key], asked.seen, [asked.action], rng, WORLDS).choices
    what = said(asked) if key == "herrlof" else 1
    kind = GAMES[key].encode(asked.action).split(" ")[0]
    hand = len(getattr(asked.seen, "hand", ()))
    alike = evaluator.corrected_as(asked.seen)
    return Row(number, kind, hand, choice.outcomes.get(what, 0), choice.worlds, int(true), choice.value.value, alike)


def rows_of(key: str, seats: Sequence[int], decisions: int, jobs: int, kept: Path | None, first: int) -> list[Row]:
    """Return so many rows: those that are kept in a file, and more of matches from a number on."""
    rows = [Row(*json.loads(line)) for line in kept.read_text().splitlines()] if kept and kept.exists() else []
    first = max((row.match for row in rows), default=first - 1) + 1
    with ProcessPoolExecutor(jobs) as executor:
        numbers = count(first)
        while len(rows) < decisions:
            some = [next(numbers) for _ in range(jobs)]
            for found in executor.map(played, [key] * jobs, [seats[n % len(seats)] for n in some], some):
                rows += found
                if kept:
                    with kept.open("a") as file:
                        file.writelines(json.dumps(one) + "\n" for one in found)
    return rows


def error(said: Sequence[float], true: Sequence[float]) -> float:
    """Return the expected calibration error in points: how far shares and what came true lie apart, bin by bin."""
    apart = [0.0] * BINS
    for share, one in zip(said, true, strict=True):
        apart[bin_of(share)] += share - one
    return 100 * sum(map(abs, apart)) / len(said)


def bin_of(share: float) -> int:
    """Return the place of a share in the table."""
    return min(BINS - 1, int(share * BINS))


def perfect(said: Sequence[float], rng: Random) -> float:
    """Return the error that a perfect judge would show who said this: its sayings come true as often as it says."""
    errors = [error(said, [float(rng.random() < share) for share in said]) for _ in range(SIMULATED)]
    return sum(errors) / SIMULATED


def corrections(rows: Sequence[Row]) -> dict[str, Logistic]:
    """Return what each group of decisions that are corrected alike teaches about itself."""
    groups = sorted({row.alike for row in rows})
    return {alike: fitted([row for row in rows if row.alike == alike]) for alike in groups}


def fitted(rows: Sequence[Row]) -> Logistic:
    """Return the correction that makes what happened most likely, near to none where there is little to learn from."""
    open_ = [row for row in rows if 0 < row.times < row.worlds]
    inputs = np.array([(1.0, log(row.times / (row.worlds - row.times))) for row in open_]).reshape(-1, 2)
    true = np.array([row.true for row in open_], float)
    none = weights = np.array(NONE)
    for _ in range(20):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (chance - true) + weights - none
        weights = weights - np.linalg.solve((inputs.T * (chance * (1 - chance))) @ inputs + np.eye(2), slope)
    return Logistic(*(round(float(weight), 3) for weight in weights))


def corrected(rows: Sequence[Row]) -> tuple[list[float], list[float]]:
    """Return what is said of matches with what the others have taught, and what came true."""
    halves = [[row for row in rows if row.match % 2 == half] for half in (0, 1)]
    taught = [corrections(half) for half in reversed(halves)]
    said = [taught[half].get(row.alike, NONE).of(row.share) for half in (0, 1) for row in halves[half]]
    return said, [row.true for half in halves for row in half]


def keep(key: str, found: dict[str, Logistic]) -> Path:
    """Write corrections beside the game's evaluator."""
    path = Path(inspect.getfile(type(evaluator_of(GAMES[key])))).with_name("calibration.json")
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**known, **found}, sort_keys=True) + "\n", "utf-8")
    return path


def report(said: Sequence[float], true: Sequence[float]) -> Iterator[str]:
    """Yield the reliability table and the errors."""
    yield "| said | decisions | said on average | came true |"
    yield "|---|---|---|---|"
    for place in range(BINS):
        some = [(share, one) for share, one in zip(said, true, strict=True) if bin_of(share) == place]
        if some:
            shares, trues = (sum(column) / len(some) for column in zip(*some, strict=True))
            where = f"{100 * place // BINS} to {100 * (place + 1) // BINS}"
            yield f"| {where} | {len(some):,} | {100 * shares:.1f} | {100 * trues:.1f} |"
    ours, theirs = error(said, true), perfect(said, Random(1))
    yield f"{len(said):,} decisions: error {ours:.1f} points; a perfect judge's {theirs:.1f}; {ours - theirs:+.1f}"


def main() -> None:
    """Print the table of a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=LEVELS)
    parser.add_argument("--seats", type=int, help="so many seats alone")
    parser.add_argument("--decisions", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="a file that keeps the decisions, to go on with")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--fit", action="store_true", help="keep the correction, for the judge to use")
    options = parser.parse_args()
    seats = [options.seats] if options.seats else list(GAMES[options.game].seats)
    rows = rows_of(options.game, seats, options.decisions, options.jobs, options.rows, options.first)
    print(*report([row.share for row in rows], [row.true for row in rows]), sep="\n")
    print("\ncorrected by the logarithm of the odds")
    print(*report(*corrected(rows)), sep="\n")
    found = corrections(rows)
    for alike, correction in found.items():
        print(f"all teach {alike}: {correction.shift:+} and {correction.slope} times the logarithm of the odds")
    if options.fit:
        print("kept in", keep(options.game, found))


if __name__ == "__main__":
    assert all(level in bots_of(key) for key, levels in LEVELS.items() for level in levels)
    main()
