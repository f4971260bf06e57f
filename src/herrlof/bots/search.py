"""A bot for any game of the contract: it imagines worlds, plays them out, and compares its actions in them.

A *world* is a state in which the seat would know exactly what it knows. Every action under comparison
is tried in the same worlds (common random numbers). `halving` spends its time on
the actions that are still in question (sequential halving: Karnin, Koren and Somekh 2013); `tree` grows a
single-observer tree instead (Cowling, Powley and Whitehouse 2012), which is UCT where nothing is hidden; `evaluate`
gives every action the same worlds, and with them the standard errors. What is known about a game is its `Evaluator`.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from math import ceil, exp, inf, log, log2, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from herrlof.bots.motive import Came, Motive
from herrlof.bots.quick import QuickRandom
from herrlof.bots.streams import Streams
from herrlof.game import CHANCE, TERMINAL, Action, Game, O_contra, Observation, State

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    World = TypeVar("World", bound=State, default=Any)
else:
    from typing import TypeVar

    World = TypeVar("World")

T = TypeVar("T")


class Logistic(NamedTuple):
    """A correction of shares: a line for the logarithm of their odds. What never or always comes stays so."""

    shift: float
    slope: float

    def of(self, share: float) -> float:
        """Return a share, corrected."""
        if not 0 < share < 1:
            return share
        return 1 / (1 + exp(-self.shift - self.slope * log(share / (1 - share))))


@cache
def calibration(package: str) -> dict[str, Logistic]:
    """Return the corrections that `training/calibration.py` has kept in a package, by what is corrected alike."""
    loaded = json.loads((files(package) / "calibration.json").read_text("utf-8"))
    return {alike: Logistic(*numbers) for alike, numbers in loaded.items()}


class Playout(NamedTuple):
    """What came of a world that was played on until a player can say what came of it."""

    value: float
    """What it was worth to the seat that asks, in the evaluator's `unit`."""
    outcome: int
    """What came of it in the player's own terms: a number of the game's, or 1 for won and 0 for not."""
    points: float | None = None
    """The seat's own points, where the game counts points."""
    soon: bool | None = None
    """Whether the move itself succeeded, where the game tells of that beside the outcome."""
    lead: float | None = None
    """The seat's points less the mean of the others', where the game counts points and `value` is none."""


class Plan(NamedTuple):
    """How a decision is judged: in how many worlds, and how many actions stay in question to the end."""

    worlds: int = 200
    few: int = 12
    """Up to so many actions are tried in all worlds; of more, the worse half drops out time after time,"""
    part: int = 4
    """each time after such a part (1 / `part`) of the playouts that so few actions get in all."""


class Evaluator(Protocol[O_contra, World]):
    """What a search asks about a game beyond its contract: `Evaluator[its observation, its state]`."""

    spread: float
    """About how far rewards lie apart: the unit of the UCT constant."""
    unit: str
    """In what `Playout.value` counts: points, or wins of 100."""
    counts_points: bool = False
    """Whether `results` are points, and not shares of the win."""
    a_win: float = 1.0
    """What a whole match is worth in `results`."""
    doubt: float = 1.0
    """By so much errors are larger than those of independent playouts: what an action's playouts share."""

    def worlds(self, seen: O_contra, rng: Random) -> Callable[[], World]:
        """Return what makes worlds that agree with `seen`, another one at each call."""

    def candidates(self, seen: O_contra, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the actions worth a search: none of several that come to the same, none that is hopeless."""

    def prior(self, world: World, actions: Sequence[Action]) -> Sequence[float]:
        """Return what the actions may be worth before any search; only differences count."""
        return [0.0] * len(actions)

    def play_out(self, worlds: Sequence[World], draws: Sequence[int], rng: Random) -> Sequence[Sequence[float]]:
        """Play worlds on as far as it matters, and return what each of them is then worth to each seat.

        Those with the same number in `draws` get the same luck, as far as a game can do that.
        """

    def alike(self, seen: O_contra, legal: Sequence[Action]) -> Sequence[Sequence[Action]]:
        """Return the legal actions in groups of those that come to the same."""
        return [(action,) for action in legal]

    def plan(self, seen: O_contra) -> Plan:
        """Return how a decision like this one is judged; the numbers decide, never a time."""
        return Plan()

    def stays(self, seen: O_contra, found: Mapping[Action, Sequence[Playout]]) -> Collection[Action]:
        """Return the actions that do not drop out, whatever they are worth, by what came of each so far."""
        return ()

    def preferred(self, seen: O_contra, level: Mapping[Action, Sequence[Playout]]) -> Action:
        """Return which one is called the best of actions between which nothing decides, the highest average first."""
        return next(iter(level))

    def play_to_outcome(self, seen: O_contra, worlds: Sequence[World], streams: Streams) -> Sequence[Playout]:
        """Play worlds on until it shows what came of a decision of `seen`'s, and return that for its seat.

        All luck comes from `streams`: what comes of one world depends on no other.
        """

    def at_stake(self, seen: O_contra) -> bool:
        """Return whether points stand for a part of `a_win` here: the chance to win the match."""
        return False

    def share_of_match(self, seen: O_contra) -> float:
        """Return what part of the match hangs on what a value counts here: one round of several counts less than 1."""
        return 1.0

    def results(self, worlds: Sequence[World], rng: Random) -> Sequence[Sequence[float]]:
        """Play worlds on as far as a round goes, chance included, and return what each seat may expect in the end.

        That is points, which seats then compare, or its share of the win where no points are counted.
        """
        return self.play_out(worlds, range(len(worlds)), rng)

    def final(self, world: World) -> Sequence[float]:
        """Return the same of a match that is over."""
        return world.returns()

    def wanted(self, seen: O_contra, action: Action) -> int:
        """Return the outcome that the player of an action is after."""
        return 1

    def given_up(self, seen: O_contra, best: Came, others: Sequence[Came]) -> Motive | None:
        """Return that the best choice gives up what its player was after, and what for; None where it does not."""
        return None

    def corrected_as(self, seen: O_contra) -> str:
        """Return which decisions this one is corrected like, in a word."""
        return ""

    def calibrated(self, seen: O_contra, share: float) -> float:
        """Return in what part of matches the wanted outcome comes true, where it does in `share` of the playouts."""
        return share

    def length(self, seen: O_contra) -> float:
        """Return how long a playout takes from here, as a part of the longest one; 1: nothing tells them apart."""
        return 1.0

    def finished(self, world: World) -> bool:
        """Whether a search looks no further than this world."""

    def solvable(self, world: World) -> bool:
        """Whether so little of a world is left that every way to go on can be tried."""
        return False

    def solved(self, seen: O_contra, legal: Sequence[Action]) -> Mapping[Action, float] | None:
        """Return how far ahead each action leaves its seat when the match is over, with best play by everybody.

        None where what the seat knows does not settle that, or it takes more nodes than a limit allows.
        """
        return None


class RandomRollouts(Evaluator[Any, State]):
    """Knows nothing about a game but its rules: rollouts at random to the end, and who won."""

    spread = 1.0
    unit = "wins"

    def __init__(self, game: Game) -> None:
        self._game = game

    def worlds(self, seen: Observation, rng: Random) -> Callable[[], State]:
        """Return the game's own sampler; where nothing is hidden there is one state, made once."""
        if self._game.hidden:
            return lambda: self._game.determinize(seen, rng)
        return self._game.determinize(seen, rng).clone

    def candidates(self, seen: Observation, legal: Sequence[Action]) -> Sequence[Action]:
        return legal

    def play_out(self, worlds: Sequence[State], draws: Sequence[int], rng: Random) -> list[Sequence[float]]:
        """Play anything until the match is over."""
        for world in worlds:
            while (mover := world.current_player()) != TERMINAL:
                if mover == CHANCE:
                    world.apply_chance(world.sample_chance(rng))
                else:
                    world.apply(rng.choice(world.legal_actions()))
        return [world.returns() for world in worlds]

    def play_to_outcome(self, seen: Observation, worlds: Sequence[State], streams: Streams) -> list[Playout]:
        """Play anything until the match is over; what came of it is whether the seat has won it, or shares the win."""
        shares = [
            self.play_out([world], [0], streams.random(place))[0][seen.seat] for place, world in enumerate(worlds)
        ]
        return [Playout(100 * share, int(share > 0)) for share in shares]

    def finished(self, world: State) -> bool:
        return world.current_player() == TERMINAL


class Estimate(NamedTuple):
    """A mean over worlds, and its standard error; infinite after a single world."""

    value: float
    error: float


@dataclass(frozen=True)
class Evaluation:
    """What a search found out about some actions; rewards are in the unit of the evaluator (Herrlof: points)."""

    rewards: dict[Action, list[float]]
    """For each action its reward in one world after the other, the same worlds for all; dropped ones have fewer."""
    best: Action
    """The action that the search would take."""
    scores: dict[Action, float]
    """What the search thinks of each action; more than the mean reward where it trusts its first impression too."""

    def value(self, action: Action) -> Estimate:
        return mean_of(self.rewards[action])

    @property
    def values(self) -> dict[Action, Estimate]:
        return {action: self.value(action) for action in self.rewards}

    def loss(self, action: Action) -> Estimate:
        """Return how much less an action is worth than the best one.

        The error is that of the difference within each world, so it is smaller than those of the two values.
        """
        pairs = zip(self.rewards[self.best], self.rewards[action], strict=False)
        return mean_of([more - less for more, less in pairs])


def mean_of(rewards: Sequence[float]) -> Estimate:
    """Return the mean of some rewards with its standard error."""
    n = len(rewards)
    mean = sum(rewards) / n
    if n < 2:
        return Estimate(mean, inf)
    return Estimate(mean, sqrt(sum([(reward - mean) ** 2 for reward in rewards]) / (n - 1) / n))


BATCH_SIZE: Final = 2000
"""Many worlds are played out faster side by side than one after the other, but no more than about so many at a time."""


def try_in_worlds(
    evaluator: Evaluator, worlds: Sequence[State], actions: Sequence[Action], seat: int, rng: Random
) -> list[list[float]]:
    """Return what actions bring a seat in copies of worlds: a row for each action, a column for each world."""
    exactly = evaluator.solvable(worlds[0])

    def bring(after: Sequence[State], draws: Sequence[int]) -> list[float]:
        return [reward[seat] for reward in rewards_after(evaluator, after, draws, rng, exactly)]

    return play_in_copies(worlds, actions, bring)


def play_in_copies(
    worlds: Sequence[State], actions: Sequence[Action], play: Callable[[Sequence[State], Sequence[int]], Sequence[T]]
) -> list[list[T]]:
    """Return what `play` finds in copies of worlds after actions: a row for each action, a column for each world.

    `play` gets copies side by side, and for each the number of its world.
    """
    rows: list[list[T]] = [[] for _ in actions]
    many = max(1, BATCH_SIZE // len(actions))
    for begun in range(0, len(worlds), many):
        some = worlds[begun : begun + many]
        after = []
        for action in actions:
            for world in some:
                after.append(world.clone())
                after[-1].apply(action)
        found = iter(play(after, [*range(len(some))] * len(actions)))
        for row in rows:
            row += islice(found, len(some))
    return rows


def rewards_after(
    evaluator: Evaluator, worlds: Sequence[State], draws: Sequence[int], rng: Random, exactly: bool
) -> Sequence[Sequence[float]]:
    """Return what worlds bring each seat: exactly, or by playing each of them out once."""
    return [solve(evaluator, world, rng) for world in worlds] if exactly else evaluator.play_out(worlds, draws, rng)


def solve(evaluator: Evaluator, world: State, rng: Random) -> Sequence[float]:
    """Return what a world brings if every seat, with all cards open, does what is best for itself.

    max^n (Luckhardt and Irani 1986); with two seats and rewards that cancel out it is minimax. What is left to chance
    comes once, as `rng` has it.
    """
    while not evaluator.finished(world):
        mover = world.current_player()
        legal = world.legal_actions()
        if mover == CHANCE:
            world.apply_chance(world.sample_chance(rng))
        elif len(legal) == 1:
            world.apply(legal[0])
        else:
            best: Sequence[float] = ()
            for action in legal:
                after = world.clone()
                after.apply(action)
                reward = solve(evaluator, after, rng)
                if not best or reward[mover] > best[mover]:
                    best = reward
            return best
    return evaluator.play_out([world], [0], rng)[0]


@contextmanager
def without_gc() -> Iterator[None]:
    """Pause the garbage collector: a search makes no cycles, and looking through thousands of worlds takes time."""
    rests = not gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not rests:
            gc.enable()


@without_gc()
def evaluate(
    evaluator: Evaluator, seen: Observation, actions: Sequence[Action], rng: Random, worlds: int = 200
) -> Evaluation:
    """Try every action in the same worlds: `worlds * len(actions)` playouts.

    It needs no more than an observation, and says how sure it is; what people read is `herrlof.coach.judge`.
    """
    make = evaluator.worlds(seen, rng)
    rows = try_in_worlds(evaluator, [make() for _ in range(worlds)], actions, seen.seat, rng)
    rewards = dict(zip(actions, rows, strict=True))
    scores = {action: sum(row) / worlds for action, row in rewards.items()}
    return Evaluation(rewards, max(scores, key=scores.__getitem__), scores)


TRIES_PER_WORLD: Final = 6
"""Where fewer actions are left in question, each is tried several times in a world: making one takes its time too."""


@without_gc()
def halving(
    evaluator: Evaluator,
    seen: Observation,
    actions: Sequence[Action],
    rng: Random,
    iterations: int,
    prior_weight: float = 0.0,
) -> Evaluation:
    """Spend about `iterations` playouts in rounds of equal cost, and drop the worse half of the actions after each.

    What the evaluator thinks of the actions beforehand counts as much as `prior_weight` worlds.
    """
    rewards: dict[Action, list[float]] = {action: [] for action in actions}
    make = evaluator.worlds(seen, rng)
    some = make()
    together = 1 if evaluator.solvable(some) else TRIES_PER_WORLD
    prior = _centred(evaluator.prior(some, actions)) if prior_weight else [0.0] * len(actions)
    bonus = {action: prior_weight * worth for action, worth in zip(actions, prior, strict=True)}
    alive = list(actions)
    rounds = max(1, ceil(log2(len(alive))))
    for _ in range(rounds):
        again = max(1, together // len(alive))
        worlds = max(1, iterations // (rounds * len(alive) * again))
        made = [make() for _ in range(worlds)]
        sample = [world for world in made for _ in range(again)]
        for action, row in zip(alive, try_in_worlds(evaluator, sample, alive, seen.seat, rng), strict=True):
            rewards[action] += row
        alive.sort(key=lambda action: sum(rewards[action]) + bonus[action], reverse=True)
        del alive[max(1, (len(alive) + 1) // 2) :]
    first = min(map(len, rewards.values()))
    usual = sum([sum(row[:first]) for row in rewards.values()]) / (first * len(actions))
    scores = {a: (sum(row) + bonus[a] + prior_weight * usual) / (len(row) + prior_weight) for a, row in rewards.items()}
    return Evaluation(rewards, alive[0], scores)


def _centred(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    return [value - mean for value in values]


UCT_CONSTANT: Final = 0.7
"""How much the tree prefers what it has seldom tried, in units of the spread."""


class Node:
    """What a tree knows about an action in its place; `total` is what it brought whoever took it."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Action, Node] = {}
        self.visits = 0
        self.available = 0
        self.total = 0.0


LEAF_BATCH_SIZE: Final = 64
"""How many leaves are played out at a time; until then a way that was gone counts as one that brought nothing."""


@without_gc()
def tree(
    evaluator: Evaluator, seen: Observation, actions: Sequence[Action], rng: Random, iterations: int
) -> Evaluation:
    """Grow one tree over `iterations` worlds; each goes down it by UCB1 among the actions that are legal there.

    A branch is an action, whoever takes it: what the searcher would not see (a discard) is a branch too.
    """
    make = evaluator.worlds(seen, rng)
    exactly = evaluator.solvable(make())
    root = Node()
    rewards: dict[Action, list[float]] = {action: [] for action in actions}
    for begun in range(0, iterations, LEAF_BATCH_SIZE):
        ways = [descend(evaluator, root, make(), actions, rng) for _ in range(min(LEAF_BATCH_SIZE, iterations - begun))]
        found = rewards_after(evaluator, [world for world, _, _ in ways], range(len(ways)), rng, exactly)
        for (_, first, path), reward in zip(ways, found, strict=True):
            rewards[first].append(reward[seen.seat])
            for step, mover in path:
                step.total += reward[mover]
    tried = {action: row for action, row in rewards.items() if row}
    scores = {action: sum(row) / len(row) for action, row in tried.items()}
    return Evaluation(tried, max(tried, key=lambda action: len(tried[action])), scores)


def descend(
    evaluator: Evaluator[Any, World], root: Node, world: World, actions: Sequence[Action], rng: Random
) -> tuple[World, Action, list[tuple[Node, int]]]:
    """Go down the tree to a new leaf; return the world there, the first action, and the nodes with their movers."""
    node = root
    path: list[tuple[Node, int]] = []
    first = -1
    while not evaluator.finished(world):
        mover = world.current_player()
        if mover == CHANCE:
            world.apply_chance(world.sample_chance(rng))
            continue
        legal = actions if node is root else world.legal_actions()
        fresh = [action for action in legal if action not in node.children]
        if fresh:
            action = fresh[int(rng.random() * len(fresh))]
            node.children[action] = Node()
        else:
            action = _best_bound(node, legal, evaluator.spread)
        for other in legal:
            if other in node.children:
                node.children[other].available += 1
        if node is root:
            first = action
        node = node.children[action]
        node.visits += 1
        path.append((node, mover))
        world.apply(action)
        if fresh:
            break
    return world, first, path


def _best_bound(node: Node, legal: Sequence[Action], spread: float) -> Action:
    """Return the action with the best upper bound."""
    best, found = -inf, legal[0]
    for action in legal:
        child = node.children[action]
        bound = child.total / child.visits + UCT_CONSTANT * spread * sqrt(log(child.available + 1) / child.visits)
        if bound > best:
            best, found = bound, action
    return found


@dataclass(frozen=True)
class Strength:
    """How much a search bot searches, and how exactly it follows what it found."""

    iterations: int
    """Playouts for a decision from which they are longest; where they are shorter, more of them."""
    temperature: float = 0.0
    """Of the softmax over scores: an action that is this much worse is taken e times less often; 0: the best."""
    floor: float = 3.0
    """It never takes one that is worse by more than this many times `temperature`."""
    prior_weight: float = 0.0
    """As how many worlds the evaluator's prior counts."""
    tree: bool = False
    """Whether it grows a tree rather than halve."""


class SearchBot:
    """Chooses by search, with as many playouts as its `Strength` has."""

    def __init__(self, evaluator: Evaluator, strength: Strength, rng: Random) -> None:
        """Think with a generator of its own, seeded by `rng`."""
        self._evaluator = evaluator
        self._strength = strength
        self._rng = QuickRandom(rng.getrandbits(64))

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        """Return the best action found, or at random one that is nearly as good."""
        actions = self._evaluator.candidates(seen, legal)
        if len(actions) == 1:
            return actions[0]
        strength = self._strength
        iterations = round(strength.iterations / self._evaluator.length(seen))
        if strength.tree:
            found = tree(self._evaluator, seen, actions, self._rng, iterations)
        else:
            found = halving(self._evaluator, seen, actions, self._rng, iterations, strength.prior_weight)
        if not strength.temperature:
            return found.best
        most = found.scores[found.best]
        near = {
            action: exp((score - most) / strength.temperature)
            for action, score in found.scores.items()
            if most - score <= strength.floor * strength.temperature
        }
        return self._rng.choices(list(near), list(near.values()))[0]
