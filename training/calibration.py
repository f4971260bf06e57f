"""Whether the numbers that a hint shows come true as often as they say: levels play each other, and of the decisions of
a seat from which something follows one is judged, as `asked` judges it.

python training/calibration.py herrlof --seats 2 --decisions 5000 --jobs 2    # the number comes true
python training/calibration.py how-ruck --fit    # the barrel is won; and keep the correction
python training/calibration.py herfor            # the match is won
python training/calibration.py herald            # the match is won; any number of seats in turns
python training/calibration.py herald --tricks   # the trick is won

It prints the table of what playouts say, and that of what is told: the same, corrected as the program corrects it, for
which matches are wanted that have not taught it (`--first`). With `--fit` each half of the matches is corrected as the
other half teaches. Where the end is known and nothing was imagined there is no number of 100, and so no row.
"""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count
from math import log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from herrlof.bots import bots_of, evaluator_of, new_bot
from herrlof.bots.search import Evaluator, Logistic, mean_of
from herrlof.coach.judge import asked as answer
from herrlof.game import CHANCE, TERMINAL, Action, Game, State
from herrlof.games import GAMES
from herrlof.games.herrlof.actions import PREDICT

LEVELS = {
    "herrlof": ("thrall", "karl"),
    "herald": ("squire", "knight"),
    "how-ruck": ("clansman", "chieftain"),
    "herfor": ("svein",),
}
"""Who plays: the levels that play five thousand decisions within hours."""
TRICKS = "herald-tricks"
"""The other number that Herald shows."""
SPARSE = {TRICKS: 5}
"""Of so many things that come of decisions one is looked at: the tricks of one match have much in common."""
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {"how-ruck": ({"teams": "built"}, {"teams": "dealt"})}
"""Matches are played with these in turns."""
BINS = 10
SIMULATED = 500
NONE = Logistic(0.0, 1.0)


class Row(NamedTuple):
    """A decision: how often what it was about came true in the imagined worlds, and whether it did."""

    match: int
    kind: str
    hand: int
    """How many cards the seat holds; 0 where there are none."""
    times: float
    worlds: int
    true: float
    alike: str = ""
    """What it is corrected like: the evaluator's word."""
    seat: int = 0
    told: float = 0.0
    """What a person reads: what the judgement said, corrected as it is kept."""

    @property
    def share(self) -> float:
        """What the judgement said."""
        return self.times / self.worlds


@dataclass
class Asked:
    """One of the decisions of a seat, all as likely, that something comes of."""

    seen: Any
    legal: Sequence[Action]
    action: Action
    of: int = 1


def finished(state: State, key: str) -> int:
    """Return how many things have come of decisions: rounds in Herrlof and How-Ruck!, tricks or else matches."""
    found: Any = state
    if key == TRICKS:
        return len(found.log) // found.seats if found.phase == "play" else -1
    return int(bool(found.winners)) if key in ("herald", "herfor") else len(found.rounds)


def came_true(state: State, key: str, seat: int, asked: Asked) -> float:
    """Return whether what a decision was about has come true: the number said, the trick, the barrel, the match; a
    match that is shared is so in part."""
    found: Any = state
    match key:
        case "herrlof":
            return float(found.rounds[-1].tricks[seat] == said(asked))
        case "how-ruck":
            return float(found.rounds[-1].winner == seat)
    if key == TRICKS:
        return float(found.tricks[len(asked.seen.tricks)].winner == seat)
    return (seat in found.winners) / len(found.winners)


def said(asked: Asked) -> int:
    """Return the number that a seat has said, or says now."""
    prediction = asked.seen.prediction
    return asked.action - PREDICT if prediction is None else int(prediction)


def played(key: str, seats: int, number: int) -> list[Row]:
    """Play a match of levels; return a row for each seat and each thing that came of its decisions, of those that are
    corrected alike."""
    game, rng = game_of(key), Random(f"calibration {key} {seats} {number}")
    options = OPTIONS.get(key, ({},))
    state = game.new_state(seats, **options[number % len(options)])
    bots = [new_bot(game, rng.choice(LEVELS[game.key]), rng) for _ in range(seats)]
    evaluator = evaluator_of(game)
    asked: dict[tuple[int, str], Asked] = {}
    rows: list[Row] = []
    done = finished(state, key)
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            seen, legal = state.observation(mover), state.legal_actions()
            action = bots[mover].choose(seen, legal)
            if len(legal) > 1:
                place = mover, evaluator.corrected_as(seen)
                before = asked.get(place)
                one = Asked(seen, legal, action, before.of + 1 if before else 1)
                if before and rng.random() * one.of >= 1:
                    before.of = one.of
                else:
                    asked[place] = one
            state.apply(action)
        if finished(state, key) != done:
            done = finished(state, key)
            for (seat, _), one in asked.items():
                if rng.random() * SPARSE.get(key, 1) < 1:
                    found = row(key, number, one, came_true(state, key, seat, one))
                    rows += [] if found is None else [found]
            asked.clear()
    return rows


def game_of(key: str) -> Game:
    """Return the game of what is measured."""
    return GAMES["herald" if key == TRICKS else key]


def row(key: str, number: int, asked: Asked, true: float) -> Row | None:
    """Judge the move that was made, as `asked` does; what else could be played changes nothing of it.

    In Herfor it does: how moves are looked at depends on how many are left. None: the end is known.
    """
    game = game_of(key)
    evaluator = evaluator_of(game)
    with patch.object(type(evaluator), "calibrated", Evaluator.calibrated):
        judged = answer(game, asked.seen, asked.legal if key == "herfor" else [asked.action], asked.action)
    if judged.exact:
        return None
    (choice,) = [choice for choice in judged.choices if choice.action == asked.action]
    assert choice.value is not None
    if key in ("herrlof", TRICKS):
        times = float(choice.outcomes.get(said(asked) if key == "herrlof" else 1, 0))
    else:
        times = choice.value.value / 100 * choice.worlds
    kind = game.encode(asked.action).split(" ")[0]
    hand = len(getattr(asked.seen, "hand", ()))
    alike, told = evaluator.corrected_as(asked.seen), evaluator.calibrated(asked.seen, times / choice.worlds)
    return Row(number, kind, hand, times, choice.worlds, true, alike, asked.seen.seat, told)


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
    halves = [[row for row in rows if row.match // 2 % 2 == half] for half in (0, 1)]  # each with all options
    taught = [corrections(half) for half in reversed(halves)]
    said = [taught[half].get(row.alike, NONE).of(row.share) for half in (0, 1) for row in halves[half]]
    return said, [row.true for half in halves for row in half]


def keep(key: str, found: dict[str, Logistic]) -> Path:
    """Write corrections beside the game's evaluator."""
    path = Path(inspect.getfile(type(evaluator_of(GAMES[key])))).with_name("calibration.json")
    known = json.loads(path.read_text("utf-8")) if key == "herrlof" else {}  # there a run may be of some seats alone
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


def apart(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what is told and what came true of each group that is corrected alike, seat by seat, with two standard
    errors of the difference."""
    for alike, seat in sorted({(row.alike, row.seat) for row in rows}):
        some = [row for row in rows if (row.alike, row.seat) == (alike, seat)]
        told, true = (sum(column) / len(some) for column in zip(*[(row.told, row.true) for row in some], strict=True))
        by, off = mean_of([row.true - row.told for row in some])
        yield (
            f"{alike} seat {seat}: {len(some):,} decisions, said {100 * told:.1f}, came true {100 * true:.1f}, "
            f"{100 * by:+.1f} give or take {200 * off:.1f}"
        )


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
    parser.add_argument("--tricks", action="store_true", help="Herald's other number: the trick is won")
    options = parser.parse_args()
    seats = [options.seats] if options.seats else list(GAMES[options.game].seats)
    key = TRICKS if options.tricks else options.game
    rows = rows_of(key, seats, options.decisions, options.jobs, options.rows, options.first)
    print(*report([row.share for row in rows], [row.true for row in rows]), sep="\n")
    print("\nas told")
    print(*report([row.told for row in rows], [row.true for row in rows]), sep="\n")
    print(*apart(rows), sep="\n")
    if not options.fit:
        return
    print("\ncorrected by the logarithm of the odds")
    print(*report(*corrected(rows)), sep="\n")
    found = corrections(rows)
    for alike, correction in found.items():
        print(f"all teach {alike}: {correction.shift:+} and {correction.slope} times the logarithm of the odds")
    print("kept in", keep(options.game, found))


if __name__ == "__main__":
    assert all(level in bots_of(key) for key, levels in LEVELS.items() for level in levels)
    main()
