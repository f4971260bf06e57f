"""One decision judged: each action tried in worlds that agree with what its player sees.

The estimates are means over worlds; where two actions are compared, it is within each world. The best of many samples
looks better than it is, so what is compared with the others in one half of the worlds was found best in the other half,
and the other way round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

from herrlof.bots import evaluator_of
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import Estimate, Evaluator, Playout, mean_of, play_in_copies, without_gc
from herrlof.game import Action, Game, Observation

VERSION: Final = 2
"""Another one judges otherwise: judgements that were kept are made anew."""
WORLDS: Final = 200
MANY: Final = 12
"""Up to so many actions are tried in all worlds; of more, the worse half drops out time after time,"""
STAGE: Final = 4
"""each time after so small a part of the playouts that as many actions get."""
ERRORS: Final = 2
"""A difference is larger than its error if it is larger than so many standard errors."""
WINS: Final = "wins"
SLACK: Final = {"points": 1.0, WINS: 3.0}
"""By the unit: a difference that is below this with its error is as good as none."""

Verdict: TypeAlias = Literal["best", "as good", "can't tell", "worse"]


class Choice(NamedTuple):
    """One action, judged."""

    action: Action
    value: Estimate
    """What it is worth, in the judgement's unit, with one standard error."""
    loss: Estimate
    """How much less than the best, with one standard error of the differences within each world."""
    outcomes: Mapping[int, int]
    """How often each outcome came, in the player's own terms."""
    points: float | None
    """The player's own points on average, where the game counts points."""
    worlds: int
    """In how many worlds it was tried."""
    verdict: Verdict
    behind: int = 0
    """In how many of them the best brought more."""
    soon: int | None = None
    """In how many of them the move itself succeeded, where the game tells of that beside the outcome."""

    @property
    def likely(self) -> tuple[int, int]:
        """The outcome that came most often, and in how many of 100 worlds."""
        outcome = max(self.outcomes, key=lambda one: self.outcomes[one])
        return outcome, round(100 * self.outcomes[outcome] / self.worlds)


class Judgement(NamedTuple):
    """What one decision is worth to the player that has to make it."""

    choices: Sequence[Choice]
    """All legal actions, the best first."""
    worlds: int
    """How many worlds were imagined."""
    unit: str
    """In what values and losses count: points, or wins of 100; near the goal of a match for points wins too."""


def judge(game: Game, seen: Observation, legal: Sequence[Action], rng: Random, worlds: int = WORLDS) -> Judgement:
    """Judge the legal actions of the seat that has seen this."""
    *_, last = judging(game, seen, legal, rng, worlds, batch=worlds)
    return last


def judging(
    game: Game,
    seen: Observation,
    legal: Sequence[Action],
    rng: Random,
    worlds: int = WORLDS,
    batch: int = 10,
    kept: Collection[Action] = (),
) -> Iterator[Judgement]:
    """Yield a judgement after each `batch` of worlds, each with more of them; the last one is whole.

    The actions in `kept` do not drop out.
    """
    evaluator = evaluator_of(game)
    search = _Search(evaluator, seen, evaluator.alike(seen, legal), QuickRandom(rng.getrandbits(64)), kept)
    for number in search.plan(worlds, batch):
        with without_gc():
            search.try_in(number)
        yield search.judgement()


class _Search:
    """Actions in question, and what came of them in the worlds so far. Of equal actions one is tried."""

    def __init__(
        self,
        evaluator: Evaluator,
        seen: Observation,
        groups: Sequence[Sequence[Action]],
        rng: Random,
        kept: Collection[Action],
    ) -> None:
        """Ask about groups of equal actions."""
        self._evaluator, self._seen, self._rng = evaluator, seen, rng
        at_stake = evaluator.at_stake(seen)
        self._unit, self._worth = (WINS, 100 / evaluator.a_win) if at_stake else (evaluator.unit, 1.0)
        self._groups = {group[0]: group for group in groups}
        self._kept = {group[0] for group in groups if not set(group).isdisjoint(kept)}
        self._found: dict[Action, list[Playout]] = {action: [] for action in self._groups}
        self._left = [list(self._groups), list(self._groups)]
        """The actions that are still in question by what came of them in every other world, and in the others."""
        self._worlds = 0
        with without_gc():
            self._make = evaluator.worlds(seen, rng)

    def plan(self, worlds: int, batch: int) -> Iterator[int]:
        """Yield how many worlds to try the actions in next, up to `batch` at a time; drop actions in between."""
        while len({*self._left[0], *self._left[1]}) > MANY:
            share = max(2, worlds * MANY // STAGE // len(self._alive()))
            yield from _batches(share, batch)
            self._cut()
        yield from _batches(worlds - self._worlds, batch)

    def try_in(self, number: int) -> None:
        """Try the actions that are left in so many more worlds."""
        alive = self._alive()
        made = [self._make() for _ in range(number)]
        play = partial(self._evaluator.play_to_outcome, self._seen, rng=self._rng)
        for action, row in zip(alive, play_in_copies(made, alive, play), strict=True):
            self._found[action] += [playout._replace(value=self._worth * playout.value) for playout in row]
        self._worlds += number

    def judgement(self) -> Judgement:
        """Return what is known so far."""
        longest = [action for action in self._groups if len(self._found[action]) == self._worlds]
        best = max(longest, key=self._mean)
        rivals = [self._best_in(half) for half in (0, 1)]
        order = sorted(
            self._groups, key=lambda action: (action != best, -len(self._found[action]), -self._mean(action))
        )
        choices = []
        for action in order:
            row = self._found[action]
            loss = Estimate(0.0, 0.0) if action == best else self._loss(action, best, rivals)
            points = [playout.points for playout in row if playout.points is not None]
            soon = [playout.soon for playout in row if playout.soon is not None]
            judged = partial(
                Choice,
                value=self._value(action),
                loss=loss,
                outcomes=self._outcomes(action),
                points=sum(points) / len(points) if points else None,
                worlds=len(row),
                soon=sum(soon) if soon else None,
            )
            verdict = "best" if action == best else verdict_of(loss, SLACK[self._unit])
            behind = 0 if action == best else self._behind(action, rivals)
            first, *others = self._groups[action]
            choices.append(judged(first, verdict=verdict, behind=behind))
            same = "as good" if action == best else verdict
            choices += [judged(other, verdict=same, behind=behind) for other in others]
        return Judgement(choices, self._worlds, self._unit)

    def _alive(self) -> list[Action]:
        left = {*self._left[0], *self._left[1], *self._kept}
        return [action for action in self._groups if action in left]

    def _cut(self) -> None:
        """Let the worse half of the actions drop out, in each half of the worlds by what came of them there."""
        for half, left in enumerate(self._left):
            left.sort(key=lambda action: self._mean(action, half), reverse=True)
            del left[max(MANY // 2, len(left) // 2) :]

    def _best_in(self, half: int) -> Action:
        """Return the action that is best by one half of the worlds alone."""
        return max(self._left[half], key=lambda action: self._mean(action, half))

    def _mean(self, action: Action, half: int | None = None) -> float:
        row = self._found[action][slice(half, None, None if half is None else 2)]
        return sum([playout.value for playout in row]) / len(row) if row else -inf

    def _value(self, action: Action) -> Estimate:
        value, error = mean_of([playout.value for playout in self._found[action]])
        return Estimate(self._corrected(value), error * self._steepness(value, 0.0))

    def _loss(self, action: Action, best: Action, rivals: Sequence[Action]) -> Estimate:
        """Return how much more the best of the one half of the worlds brings in the other half."""
        value, error = mean_of(self._differences(action, rivals))
        steepness = self._steepness(self._mean(best), value)
        return Estimate(value * steepness, error * steepness)

    def _behind(self, action: Action, rivals: Sequence[Action]) -> int:
        return sum([difference > 0 for difference in self._differences(action, rivals)])

    def _differences(self, action: Action, rivals: Sequence[Action]) -> list[float]:
        """Return how much more the best of the other half brings in each world."""
        rows = [self._found[rival] for rival in rivals]
        return [
            rows[1 - number % 2][number].value - playout.value for number, playout in enumerate(self._found[action])
        ]

    def _corrected(self, value: float) -> float:
        """Return a value as it comes true: wins of 100 in imagined play are not those of real play."""
        return 100 * self._evaluator.calibrated(self._seen, value / 100) if self._evaluator.unit == WINS else value

    def _steepness(self, value: float, less: float) -> float:
        """Return how much larger a difference becomes that begins at a value."""
        step = less if abs(less) > 1 else 1.0 if value > 1 else -1.0
        return (self._corrected(value) - self._corrected(value - step)) / step

    def _outcomes(self, action: Action) -> dict[int, int]:
        """Return how often each outcome came; the one that the player is after as often as it comes true."""
        counts = Counter([playout.outcome for playout in self._found[action]])
        worlds, wanted = counts.total(), self._evaluator.wanted(self._seen, action)
        met = counts.pop(wanted, 0)
        comes = round(worlds * self._evaluator.calibrated(self._seen, met / worlds))
        found = {wanted: comes, **_shared(counts, worlds - comes)}
        return {outcome: number for outcome, number in sorted(found.items()) if number}


def _shared(counts: Mapping[int, int], whole: int) -> dict[int, int]:
    """Return counts that sum to a whole number, in proportion; what rounding leaves goes to the largest parts."""
    total = sum(counts.values())
    parts = {outcome: divmod(number * whole, total) for outcome, number in counts.items()}
    found = {outcome: part for outcome, (part, _) in parts.items()}
    rest = sorted(parts, key=lambda outcome: parts[outcome][1], reverse=True)
    for outcome in rest[: whole - sum(found.values())]:
        found[outcome] += 1
    return found


def _batches(worlds: int, batch: int) -> Iterator[int]:
    yield from (min(batch, worlds - done) for done in range(0, worlds, batch))


def verdict_of(loss: Estimate, slack: float) -> Verdict:
    """Return in a word how an action stands to the best one."""
    error = ERRORS * loss.error
    if loss.value + error < slack:
        return "as good"
    return "worse" if loss.value > error else "can't tell"
