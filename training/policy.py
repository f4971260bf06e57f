"""Learn how imagined players play: some as the bot that follows rules does, some as a search does.

First the bot that follows rules is copied: that is how players play who count what their cards are good for. Those who
think ahead begin there. Rounds are played by a mix of the policy and the search. At some of the decisions every action
is tried in the same worlds; the policy then moves towards the actions that were worth more (expert iteration: Anthony,
Tian and Barber 2017). With the better policy the search is better too, so this is repeated.
`python training/policy.py --help` tells the rest.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from math import exp, log
from pathlib import Path
from random import Random
from typing import TypeAlias

import herrlof.bots.herrlof
from herrlof.bots import new_bot
from herrlof.bots.herrlof.decision import decide
from herrlof.bots.herrlof.evaluator import TEMPERATURE, HerrlofEvaluator
from herrlof.bots.herrlof.policy import (
    FEATURES,
    KIND,
    LENGTH,
    NOW,
    PARTS,
    SHARPNESS,
    TAKE,
    WORTH,
    CardView,
    Policy,
    features,
    flat,
)
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import evaluate
from herrlof.game import CHANCE
from herrlof.games import GAMES
from herrlof.games.herrlof import EDITIONS
from herrlof.games.herrlof.actions import DISCARD, PASS, PLAY, RETURN
from herrlof.games.herrlof.state import HerrlofState

FILE = Path(herrlof.bots.herrlof.__file__).parent / "policy.json"
ASKED = 0.35
"""How many of the decisions are searched."""
ASKED_IN = ("play", "discard", "return", "take-trick")


@dataclass(slots=True)
class Lesson:
    """A decision: for each action its features, and what it is worth: a noisy value, but right on average. In a copy:
    1 for the action that was chosen."""

    options: list[list[int]]
    values: list[float]


def lessons(seats: int, weights: list[float], rounds: int, worlds: int, seed: str) -> list[Lesson]:
    """Play rounds with the policy of these weights, and return what the search had to say."""
    rng = QuickRandom(seed)
    policy = Policy(seats, weights)
    evaluator = HerrlofEvaluator(policy=policy)
    found = []
    for world in choices(seats, rounds, rng):
        if world.phase not in ASKED_IN or rng.random() > ASKED:
            world.apply(evaluator.chosen(world, rng))
            continue
        seen = world.observation(world.player)
        asked = evaluate(evaluator, seen, evaluator.candidates(seen, world.legal_actions()), rng, worlds)
        found += _lesson(policy, world, {a: v.value for a, v in asked.values.items()})
        world.apply(asked.best)
    return found


def copies(seats: int, rounds: int, seed: str) -> list[Lesson]:
    """Let the bot that follows rules play rounds, and return what it chose."""
    rng = QuickRandom(seed)
    policy, bot = Policy(seats, [0.0] * FEATURES), new_bot(GAMES["herrlof"], "rules", rng)
    found = []
    for world in choices(seats, rounds, rng):
        legal = world.legal_actions()
        made = bot.choose(world.observation(world.player), legal)
        if world.phase in ASKED_IN:
            found += _lesson(policy, world, {action: float(action == made) for action in legal})
        world.apply(made)
    return found


def choices(seats: int, rounds: int, rng: QuickRandom) -> Iterator[HerrlofState]:
    """Deal rounds of either edition, and yield each wherever somebody has a choice; who takes it applies one."""
    for _ in range(rounds):
        world = HerrlofState(seats, rng.choice(EDITIONS), first_dealer=int(rng.random() * seats))
        while not world.rounds:
            if world.player == CHANCE:
                world.apply_chance(world.sample_chance(rng))
            elif len(legal := world.legal_actions()) == 1:
                world.apply(legal[0])
            else:
                yield world


def _lesson(policy: Policy, world: HerrlofState, values: dict[int, float]) -> list[Lesson]:
    """Return what values teach the policy: nothing where it sees only one action."""
    views: list[CardView] = []
    decide(policy, world, lambda: 0.5, views)
    if world.phase == "take-trick":
        take = max(value for action, value in values.items() if action != PASS)
        options = [[], [TAKE + views[0][1]]]
        kept = [values[PASS], take]
    else:
        first = {"play": PLAY, "discard": DISCARD, "return": RETURN}[world.phase]
        shown = [view for view in views if first + view[0] in values]
        options = [features(view) for view in shown]
        kept = [values[first + view[0]] for view in shown]
    return [Lesson(options, kept)] if len(options) > 1 else []


Slopes: TypeAlias = Callable[[list[float], list[float]], list[float]]
"""How steeply what is to be made small rises with the score of each action, by their chances and values."""


def more_worth(chances: list[float], values: list[float]) -> list[float]:
    """Make most of a lesson: mean value + `TEMPERATURE` * entropy.

    That is highest for the softmax of the true values, and since it is linear in the values, their noise does not move
    it.
    """
    mean = sum(map(float.__mul__, chances, values))
    logs = [log(max(chance, 1e-9)) for chance in chances]
    entropy = -sum(map(float.__mul__, chances, logs))
    return [
        chance * ((mean - value) / TEMPERATURE + plain + entropy)
        for chance, value, plain in zip(chances, values, logs, strict=True)
    ]


def alike(chances: list[float], values: list[float]) -> list[float]:
    """Choose what was chosen: the highest likelihood."""
    return list(map(float.__sub__, chances, values))


def fitted(
    start: list[float], taught: list[Lesson], epochs: int, rng: Random, slopes: Slopes = more_worth, decay: float = 1e-5
) -> list[float]:
    """Return weights fitted to the lessons by Adagrad; `decay` draws them towards 0."""
    weights = start[:]
    squares = [1.0] * FEATURES
    for epoch in range(epochs):
        rate = 0.2 * (1 - epoch / epochs)
        rng.shuffle(taught)
        for lesson in taught:
            for option, slope in zip(lesson.options, slopes(chosen(weights, lesson), lesson.values), strict=True):
                for place in option:
                    pull = slope + decay * weights[place]
                    squares[place] += pull * pull
                    weights[place] -= rate * pull / squares[place] ** 0.5
    return weights


def chosen(weights: list[float], lesson: Lesson) -> list[float]:
    """Return how often the policy takes each action."""
    scores = [sum([weights[place] for place in option]) for option in lesson.options]
    most = max(scores)
    odds = [exp(score - most) for score in scores]
    whole = sum(odds)
    return [chance / whole for chance in odds]


def judged(weights: list[float], taught: list[Lesson]) -> float:
    """Return how many points a decision the policy gains over choosing anything."""
    gain = 0.0
    for lesson in taught:
        chances = chosen(weights, lesson)
        gain += sum(map(float.__mul__, chances, lesson.values)) - sum(lesson.values) / len(lesson.values)
    return gain / len(taught)


def learn(seats: int, options: argparse.Namespace, weights: list[float]) -> Iterator[list[float]]:
    """Yield the weights after each turn of searching and fitting."""
    rng = Random(f"{options.seed}/{seats}")
    taught: list[Lesson] = []
    parts = options.jobs * 4
    with ProcessPoolExecutor(options.jobs) as pool:
        for turn in range(options.turns):
            futures = [
                pool.submit(
                    lessons, seats, weights, options.rounds // parts, options.worlds,
                    f"{options.seed}/{seats}/{turn}/{part}",
                )
                for part in range(parts)
            ]  # fmt: skip
            fresh = [lesson for future in futures for lesson in future.result()]
            before = judged(weights, fresh)
            taught = taught[len(taught) // 2 :] + fresh
            weights = fitted(weights, taught, options.epochs, rng)
            after = judged(weights, fresh)
            print(
                f"{seats} seats, turn {turn + 1}: {len(fresh):,} decisions; points gained a decision over any "
                f"action: {before:.3f} with the policy before, {after:.3f} with the new one",
                flush=True,
            )
            yield weights


def copied(seats: int, options: argparse.Namespace) -> list[float]:
    """Return the weights that are most like the bot that follows rules."""
    taught = copies(seats, options.rounds, f"{options.seed}/{seats}")
    weights = fitted([0.0] * FEATURES, taught, options.epochs, Random(options.seed), alike)
    same = sum(sum(map(float.__mul__, chosen(weights, lesson), lesson.values)) for lesson in taught)
    print(
        f"{seats} seats: chooses as the bot that follows rules in {same / len(taught):.1%} of {len(taught):,} decisions"
    )
    return weights


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=1600, help="rounds a turn")
    parser.add_argument("--worlds", type=int, default=24, help="worlds a decision")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--fresh", action="store_true", help="start with a copy of the rules instead of the file")
    options = parser.parse_args()
    learned = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for seats in options.seats:
        if options.fresh:
            counting = copied(seats, options)
            learned[f"{seats} counting"] = parts_of(counting)
            start = [weight / SHARPNESS for weight in counting]
        else:
            start = flat(learned[str(seats)])
        for weights in chain([start], learn(seats, options, start)):
            learned[str(seats)] = parts_of(weights)
            FILE.write_text(as_text(learned), "utf-8")


def parts_of(weights: list[float]) -> dict[str, list[list[float]]]:
    """Cut the weights into the parts of the file: `flat` the other way round."""
    found: dict[str, list[list[float]]] = {}
    rounded = [round(weight, 2) or 0 for weight in weights]
    lasts = [KIND, WORTH, LENGTH, NOW, TAKE, FEATURES]
    for (name, width), first, last in zip(PARTS.items(), [0, *lasts], lasts, strict=False):
        found[name] = [rounded[at : at + width] for at in range(first, last, width)]
    return found


def as_text(learned: dict[str, dict[str, list[list[float]]]]) -> str:
    """Return the file: JSON with a row of numbers on each line."""
    text = json.dumps(learned).replace("], [", "],\n[")
    return text.replace("[[", "\n[[").replace("}, ", "},\n") + "\n"


if __name__ == "__main__":
    main()
