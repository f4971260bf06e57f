"""Learn what a prediction is worth: a ridge regression over imagined rounds.

In each round every seat plays by the playout policy for a prediction of its own: one of them for any
number, so that all are tried, the others for what the model so far holds likely. The points against the
best other are what the number was worth with that hand. `python training/prediction.py --help` tells the rest.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import herrlof.bots.herrlof
from herrlof.bots.herrlof.evaluator import against_best_other, policy_for
from herrlof.bots.herrlof.playout import finish, same_luck
from herrlof.bots.herrlof.policy import Policy
from herrlof.bots.herrlof.prediction import FEATURES, Predictions, drawn, features
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import BATCH_SIZE
from herrlof.games.herrlof import EDITIONS
from herrlof.games.herrlof.actions import PREDICT
from herrlof.games.herrlof.scoring import HAND_SIZES, points
from herrlof.games.herrlof.state import HerrlofState

FILE = Path(herrlof.bots.herrlof.__file__).parent / "prediction.json"
RIDGE = 30.0
NEAR = 4
"""Most numbers tried are that near to the tricks that the hand is good for."""

Sums = tuple[list[list[list[float]]], list[list[float]]]


def sums(seats: int, edition: str, rows: list[list[float]] | None, rounds: int, seed: str) -> Sums:
    """Play rounds and return the sums of the normal equations for each prediction."""
    rng = QuickRandom(seed)
    policy = policy_for(seats)
    size, width = HAND_SIZES[seats], len(FEATURES)
    model = None if rows is None else Predictions(policy, rows)
    squares = [[[0.0] * width for _ in range(width)] for _ in range(size + 1)]
    products = [[0.0] * width for _ in range(size + 1)]
    for begun in range(0, rounds, BATCH_SIZE):
        tables = [dealt(policy, model, edition, rng) for _ in range(min(BATCH_SIZE, rounds - begun))]
        played = finish((policy,), [world for world, _, _ in tables], same_luck(range(len(tables)), rng))
        for (world, explorer, seen), won in zip(tables, played, strict=True):
            earned = [points(world.predictions[seat], won[seat], seats, edition) for seat in range(seats)]
            reward = against_best_other(earned)[explorer]
            tried = world.predictions[explorer]
            square, product = squares[tried], products[tried]
            for place, value in enumerate(seen):
                if value:
                    product[place] += value * reward
                    row = square[place]
                    for other in range(place + 1):
                        row[other] += value * seen[other]
    return squares, products


def dealt(
    policy: Policy, model: Predictions | None, edition: str, rng: QuickRandom
) -> tuple[HerrlofState, int, list[float]]:
    """Return a round before its first card, the seat that predicted anything, and the features of its hand."""
    seats, random = policy.seats, rng.random
    world = HerrlofState(seats, edition, first_dealer=int(random() * seats))
    world.apply_chance(world.sample_chance(rng))
    explorer = int(random() * seats)
    seen: list[float] = []
    while world.phase == "predict":
        seat, hand = world.player, world.hands[world.player]
        leads = seat == world.leader
        looked = features(policy, hand, world.trump, leads)
        if seat == explorer:
            seen = looked
            near = round(looked[1]) + int(random() * (2 * NEAR + 1)) - NEAR
            chosen = random() < 0.8 and 0 <= near <= world.hand_size
            prediction = near if chosen else int(random() * (world.hand_size + 1))
        elif model is None:
            prediction = min(world.hand_size, round(looked[1]))
        else:
            prediction = drawn(model.odds(hand, world.trump, leads), random)
        world.apply(PREDICT + prediction)
    return world, explorer, seen


def solved(square: list[list[float]], product: list[float]) -> list[float]:
    """Return the weights of a ridge regression (Gaussian elimination)."""
    width = len(product)
    rows = [
        [square[max(i, j)][min(i, j)] + (RIDGE if i == j else 0) for j in range(width)] + [product[i]]
        for i in range(width)
    ]
    for i in range(width):
        pivot = max(range(i, width), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(width):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][width] / rows[i][i] for i in range(width)]


def learn(seats: int, edition: str, options: argparse.Namespace, pool: ProcessPoolExecutor) -> list[list[float]]:
    """Return the rows of the model, after some turns in which the others predict by the model before."""
    rows: list[list[float]] | None = None
    parts = options.jobs * 2
    for turn in range(options.turns):
        rounds = options.rounds // parts // (1 if turn == options.turns - 1 else 4)
        futures = [
            pool.submit(sums, seats, edition, rows, rounds, f"{options.seed}/{edition}/{seats}/{turn}/{part}")
            for part in range(parts)
        ]
        found = [future.result() for future in futures]
        rows = []
        for k in range(HAND_SIZES[seats] + 1):
            square = [
                [sum(column) for column in zip(*part, strict=True)]
                for part in zip(*[s[k] for s, _ in found], strict=True)
            ]
            product = [sum(column) for column in zip(*[p[k] for _, p in found], strict=True)]
            rows.append([round(weight, 3) for weight in solved(square, product)])
        print(f"{edition}, {seats} seats, turn {turn + 1}", flush=True)
    assert rows is not None
    return rows


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=400_000, help="rounds for each edition and number of seats")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    learned = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    with ProcessPoolExecutor(options.jobs) as pool:
        for seats in options.seats:
            for edition in EDITIONS:
                learned[f"{edition} {seats}"] = learn(seats, edition, options, pool)
                text = json.dumps({"features": FEATURES, **learned}).replace("]], ", "]],\n").replace("], [", "],\n [")
                FILE.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
