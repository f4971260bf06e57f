"""One decision judged: each action tried in worlds that agree with what its player sees.

The estimates are means over worlds; where two actions are compared, it is within each world. The best of many samples
looks better than it is, so what is compared with the others in one half of the worlds was found best in the other half,
and the other way round.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from math import inf
from random import Random
from typing import Final, NamedTuple, get_args

from herrlof.bots import evaluator_of, reason
from herrlof.bots.motive import Came, Motive
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import BATCH_SIZE, Estimate, Evaluator, Plan, Playout, mean_of, without_gc
from herrlof.bots.streams import Streams, mixed
from herrlof.game import Action, Game, Observation, State
from herrlof.games.json import to_json
from herrlof.records.help import Verdict as Verdict

VERSION: Final = 7
"""Another one judges otherwise: judgements that were kept are made anew."""
FIRST: Final = 200
"""After so many playouts a judgement says something for the first time,"""
MOST: Final = 50
"""and again after twice as many worlds as the last time, or so many at most."""
ERRORS: Final = 2
"""A difference is larger than its error if it is larger than so many standard errors."""
WINS: Final = "wins"
SLACK: Final = {"points": 1.0, WINS: 3.0}
"""By the unit: a difference that is below this with its error is as good as none."""
SETTLED: Final = 0.05
"""What happens in a smaller part of the worlds is as good as settled."""

VERDICTS: Final[Sequence[Verdict]] = get_args(Verdict)
"""In the order in which a list has them."""


class JudgedAction(NamedTuple):
    """One action, judged."""

    action: Action
    value: Estimate | None
    """What it is worth, in the judgement's unit, with one standard error: the number that people read, as it comes
    true; None where it dropped out early, and no number is worth telling."""
    loss: Estimate
    """How much less than the best, with one standard error of the differences within each world."""
    outcomes: Mapping[int, int]
    """How often each outcome came, in the player's own terms; nothing where there is no value, or no world."""
    points: float | None
    """The player's own points on average, where the game counts points and there is a value."""
    worlds: int
    """In how many worlds it was tried."""
    verdict: Verdict
    behind: int = 0
    """In how many of them the best brought more."""
    soon: int | None = None
    """In how many of them the move itself succeeded, where the game tells of that beside the outcome."""
    points_lost: float | None = None
    """How many points less than what brings most of them, against the mean of the others, where wins decide and the
    game counts points."""

    @property
    def likely(self) -> tuple[int, int]:
        """The outcome that came most often, and in how many of 100 worlds."""
        outcome = max(self.outcomes, key=lambda one: self.outcomes[one])
        return outcome, round(100 * self.outcomes[outcome] / self.worlds)


class Judgement(NamedTuple):
    """What one decision is worth to the player that has to make it."""

    choices: Sequence[JudgedAction]
    """All legal actions, the best first."""
    worlds: int
    """How many worlds were imagined."""
    unit: str
    """In what values and losses count: points, or wins of 100; near the goal of a match for points wins too."""
    exact: bool = False
    """Whether it was solved, and no world imagined: values are points ahead when the match is over, with best play."""
    planned: int = 0
    """How many worlds there will be when it is whole."""

    @property
    def whole(self) -> bool:
        """Whether nothing more will be found."""
        return self.worlds >= self.planned

    @property
    def clear(self) -> bool:
        """Whether every choice that has a number stands apart from the best one, or is as good."""
        return all(choice.verdict != "can't tell" for choice in self.choices if choice.value is not None)

    @property
    def alike(self) -> bool:
        """Whether no choice is any better than another."""
        return all(choice.verdict in ("best", "as good") for choice in self.choices)

    @property
    def so_far(self) -> Judgement:
        return self._replace(planned=self.worlds)

    def is_worse(self, choice: JudgedAction) -> bool:
        """Whether a choice is a clear mistake; where the end is known, to win by less is none."""
        return self.costs_win(choice) if self.exact else choice.verdict == "worse"

    def costs_win(self, choice: JudgedAction) -> bool:
        """Whether a choice is known to end with less than the best: a draw instead of a win, or a defeat."""
        best = self.choices[0].value
        return self.exact and None not in (best, choice.value) and share_of(choice.value) < share_of(best)


def share_of(margin: Estimate | None) -> float:
    """Return the share of the win of who is known to be so far ahead at the end."""
    ahead = margin.value if margin else 0.0
    return (1 + (ahead > 0) - (ahead < 0)) / 2


def asked(
    game: Game, seen: Observation, legal: Sequence[Action], keep: Action | None = None, more: int = 0
) -> Judgement:
    """Return the one answer to a question, in every face and every process.

    `keep` stays in all worlds and changes no other action's numbers; `more`: think on, in so many more worlds.
    """
    *_, last = asking(game, seen, legal, keep, more)
    return last


def asking(
    game: Game, seen: Observation, legal: Sequence[Action], keep: Action | None = None, more: int = 0
) -> Iterator[Judgement]:
    """Yield the answer of `asked` as it grows."""
    yield from Judge(game).asking(seen, legal, keep, more)


class Judge:
    """Answers one question after the other, as `asked` does; of the last one it remembers what was tried."""

    def __init__(self, game: Game) -> None:
        """Judge this game's decisions."""
        self._game = game
        self._question: tuple[Observation, Sequence[Action]] | None = None
        self._search: _Search | None = None

    def asking(
        self, seen: Observation, legal: Sequence[Action], keep: Action | None = None, more: int = 0
    ) -> Iterator[Judgement]:
        """Yield the answer as it grows; the last question once more, with an action to keep, takes little time."""
        if self._search is not None and self._question == (seen, legal) and keep is not None and not more:
            self._search.keep(keep)
            yield self._search.judgement()
            return
        evaluator, self._question, self._search = evaluator_of(self._game), None, None
        kept = () if keep is None else (keep,)
        seed, plan = seed_of(self._game, seen), evaluator.plan(seen)
        for found, search in _judging(evaluator, seen, legal, seed, plan, kept, more):
            if found.whole and not more:
                self._question, self._search = (seen, legal), search
            yield found


def seed_of(game: Game, seen: Observation) -> int:
    """Return a number that follows from what is seen, the same wherever the same is seen."""
    text = json.dumps(to_json(game, seen), sort_keys=True, separators=(",", ":"))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def judge(
    game: Game,
    seen: Observation,
    legal: Sequence[Action],
    rng: Random,
    worlds: int | None = None,
    keep: Collection[Action] = (),
) -> Judgement:
    """Judge the legal actions of the seat that has seen this, with luck of one's own; `asked` is what people read.

    `worlds`: so many, and not as many as are planned for such a decision.
    """
    evaluator = evaluator_of(game)
    plan = evaluator.plan(seen)
    if worlds is not None:
        plan = plan._replace(worlds=worlds)
    *_, (last, _search) = _judging(evaluator, seen, legal, rng.getrandbits(64), plan, keep)
    return last


def _judging(
    evaluator: Evaluator,
    seen: Observation,
    legal: Sequence[Action],
    seed: int,
    plan: Plan,
    keep: Collection[Action] = (),
    more: int = 0,
) -> Iterator[tuple[Judgement, _Search | None]]:
    """Yield a judgement again and again, each in more worlds, with the search that knows more, unless it was solved."""
    if (margins := evaluator.solved(seen, legal)) is not None:
        yield exactly(margins), None
        return
    search = _Search(evaluator, seen, evaluator.alike(seen, sorted(legal)), seed, plan, keep, more)
    for number in search.batches():
        with without_gc():
            search.try_in(number)
        yield search.judgement(), search


def exactly(margins: Mapping[Action, float]) -> Judgement:
    """Return the judgement that follows from how far ahead each action is known to leave its seat at the end.

    To win comes before to win by much: then what ends with less is worse, however little it is.
    """
    ends = {action: Estimate(float(margin), 0.0) for action, margin in margins.items()}
    order = sorted(ends, key=lambda action: (-share_of(ends[action]), -ends[action].value, action))
    best = ends[order[0]].value
    choices = []
    for action in order:
        less = best - ends[action].value
        verdict: Verdict = "best" if action == order[0] else "worse" if less else "as good"
        lost = max(0.0, less)
        choices.append(JudgedAction(action, ends[action], Estimate(less, 0.0), {}, None, 0, verdict, points_lost=lost))
    return Judgement(choices, 0, "points", exact=True)


class _Search:
    """Actions in question, and what came of them in the worlds so far. Of equal actions one is tried.

    What comes of an action in a world follows from the seed, the number of the world and the action alone.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        seen: Observation,
        groups: Sequence[Sequence[Action]],
        seed: int,
        plan: Plan,
        keep: Collection[Action],
        more: int,
    ) -> None:
        """Ask about groups of equal actions."""
        self._evaluator, self._seen, self._seed, self._plan = evaluator, seen, seed, plan
        self._planned = plan.worlds + more
        at_stake = evaluator.at_stake(seen)
        self._unit, self._worth = (WINS, 100 / evaluator.a_win) if at_stake else (evaluator.unit, 1.0)
        self._groups = {group[0]: group for group in groups}
        self._kept = {group[0] for group in groups if not set(group).isdisjoint(keep)}
        self._found: dict[Action, list[Playout]] = {action: [] for action in self._groups}
        self._left = [list(self._groups), list(self._groups)]
        """The actions that are still in question by what came of them in every other world, and in the others."""
        self._few_from: int | None = None
        """From which world on few actions are in question."""
        self._worlds = 0
        self._rng = QuickRandom(mixed(seed))
        with without_gc():
            self._make = evaluator.worlds(seen, self._rng)

    def batches(self) -> Iterator[int]:
        """Yield how many worlds to try the actions in next; drop actions in between."""
        some = min(MOST, max(2, FIRST // len(self._groups)))
        for end in self._stages(*self._plan):
            while self._worlds < end:
                yield min(some, end - self._worlds)
                some = min(2 * some, MOST)

    def _stages(self, worlds: int, few: int, part: int) -> Iterator[int]:
        """Yield up to how many worlds the actions in question are tried before some drop out, and then up to how many
        those that are left are."""
        while (before := len(self._in_question())) > few:
            yield self._worlds + max(2, worlds * few // part // before)
            self._cut(few)
            if len(self._in_question()) == before:
                break
        self._few_from = self._worlds
        yield self._planned

    def try_in(self, number: int) -> None:
        """Try the actions that are left in so many more worlds."""
        alive = [action for action in self._groups if action in {*self._in_question(), *self._kept}]
        self._try(alive, range(self._worlds, self._worlds + number), self._few_from is not None)
        self._worlds += number

    def keep(self, action: Action) -> None:
        """Try an action in the worlds that it missed: as if it had been kept from the start."""
        first = next(first for first, group in self._groups.items() if action in group)
        self._kept.add(first)
        begun, few_from = len(self._found[first]), self._worlds if self._few_from is None else self._few_from
        with without_gc():
            self._try([first], range(begun, few_from), few=False)
            self._try([first], range(max(begun, few_from), self._worlds), few=True)

    def _try(self, alive: Sequence[Action], worlds: range, few: bool) -> None:
        together = max(1, BATCH_SIZE // len(alive))
        for begun in range(worlds.start, worlds.stop, together):
            numbers = range(begun, min(begun + together, worlds.stop))
            made = [self._world(n) for n in numbers]
            after = [world.clone() for _ in alive for world in made]
            for place, world in enumerate(after):
                world.apply(alive[place // len(made)])
            streams = Streams(self._seed, numbers, alive, few)
            found = self._evaluator.play_to_outcome(self._seen, after, streams)
            for place, playout in enumerate(found):
                self._found[alive[place // len(made)]].append(playout._replace(value=self._worth * playout.value))

    def _world(self, number: int) -> State:
        self._rng.seed(mixed(self._seed, number))
        world: State = self._make()
        return world

    def judgement(self) -> Judgement:
        """Return what is known so far."""
        highest = max(self._in_question(), key=self._mean)
        rivals = [self._best_in(half) for half in (0, 1)]
        leaders = [max(self._left[half], key=partial(self._lead, half=half)) for half in (0, 1)]
        losses = {action: self._loss(action, highest, rivals) for action in self._groups}
        best = self._evaluator.preferred(self._seen, self._level(highest, losses))
        order = sorted(
            self._groups, key=lambda action: (action != best, -len(self._found[action]), -self._mean(action))
        )
        choices = []
        for action in order:
            row, stayed = self._found[action], len(self._found[action]) == self._worlds
            loss = Estimate(0.0, 0.0) if action == best else losses[action]
            points = [playout.points for playout in row if playout.points is not None]
            soon = [playout.soon for playout in row if playout.soon is not None]
            judged = partial(
                JudgedAction,
                value=self._value(action) if stayed else None,
                loss=loss,
                outcomes=self._outcomes(action) if stayed else {},
                points=sum(points) / len(points) if points and stayed else None,
                worlds=len(row),
                soon=sum(soon) if soon and stayed else None,
                points_lost=self._points_lost(action, leaders),
            )
            verdict = "best" if action == best else self._verdict(action, loss)
            if verdict == "as good" and not self._looks_as_good(action, best, loss):
                verdict = "can't tell"
            behind = 0 if action == best else self._behind(action, rivals)
            first, *others = self._groups[action]
            choices.append(judged(first, verdict=verdict, behind=behind))
            same = "as good" if action == best else verdict
            choices += [judged(other, verdict=same, behind=behind) for other in others]
        return Judgement(choices, self._worlds, self._unit, planned=max(self._planned, self._worlds))

    def _level(self, highest: Action, losses: Mapping[Action, Estimate]) -> dict[Action, Sequence[Playout]]:
        """Return what came of the actions that no verdict sets apart from the highest average; that one first.

        Verdicts are what people read: what is said of this list has to hold for the list that they see.
        """
        others = [action for action in self._in_question() if self._verdict(action, losses[action]) != "worse"]
        return {action: self._found[action] for action in [highest, *others]}

    def _verdict(self, action: Action, loss: Estimate) -> Verdict:
        """Return how an action stands to the best one; too little is known of what dropped out to call it as good."""
        verdict = verdict_of(loss, SLACK[self._unit])
        return "can't tell" if verdict == "as good" and len(self._found[action]) < self._worlds else verdict

    def _looks_as_good(self, action: Action, best: Action, loss: Estimate) -> bool:
        """Whether the numbers that are shown say so too, and not the halves of the worlds alone."""
        shown = self._corrected(self._mean(best)) - self._corrected(self._mean(action))
        return verdict_of(loss._replace(value=shown), SLACK[self._unit]) == "as good"

    def _in_question(self) -> list[Action]:
        left = {*self._left[0], *self._left[1]}
        return [action for action in self._groups if action in left]

    def _cut(self, few: int) -> None:
        """Let the worse half of the actions drop out, in each half of the worlds by what came of them there."""
        tried = {action: self._found[action] for action in self._in_question()}
        stays = self._evaluator.stays(self._seen, tried)
        for half, left in enumerate(self._left):
            left.sort(key=lambda action: self._mean(action, half), reverse=True)
            kept = max(few // 2, len(left) // 2)
            left[kept:] = [action for action in left[kept:] if action in stays]

    def _best_in(self, half: int) -> Action:
        """Return the action that is best by one half of the worlds alone."""
        return max(self._left[half], key=lambda action: self._mean(action, half))

    def _mean(self, action: Action, half: int | None = None) -> float:
        row = self._found[action][slice(half, None, None if half is None else 2)]
        return sum([playout.value for playout in row]) / len(row) if row else -inf

    def _lead(self, action: Action, half: int) -> float:
        leads = [playout.lead or 0.0 for playout in self._found[action][half::2]]
        return sum(leads) / len(leads) if leads else -inf

    def _points_lost(self, action: Action, leaders: Sequence[Action]) -> float | None:
        """Return how many points more what brings most in the one half of the worlds brings in the other half."""
        row = [playout.lead for playout in self._found[action]]
        rows = [self._found[leader] for leader in leaders]
        more = [(rows[1 - n % 2][n].lead or 0.0) - lead for n, lead in enumerate(row) if lead is not None]
        return sum(more) / len(more) if more else None

    def _value(self, action: Action) -> Estimate:
        value, error = mean_of([playout.value for playout in self._found[action]])
        return Estimate(self._corrected(value), self._evaluator.doubt * error * self._steepness(value, 0.0))

    def _loss(self, action: Action, best: Action, rivals: Sequence[Action]) -> Estimate:
        """Return how much more the best of the one half of the worlds brings in the other half.

        What is the best of one half differs there from itself by nothing: the error is that of all worlds.
        """
        value, error = mean_of(self._differences(action, rivals))
        row = self._found[action]
        pairs = [zip(self._found[rival], row, strict=False) for rival in {*rivals} if rival != action]
        errors = [mean_of([more.value - less.value for more, less in pair]).error for pair in pairs]
        steepness = self._steepness(self._mean(best), value)
        return Estimate(value * steepness, max([error, *errors]) * steepness * self._evaluator.doubt)

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


def came_of(game: Game, seen: Observation, choice: JudgedAction) -> Came:
    """Return how often what its player is after came of a choice, and the points."""
    wanted = evaluator_of(game).wanted(seen, choice.action)
    return Came(round(100 * choice.outcomes.get(wanted, 0) / max(1, choice.worlds)), choice.points or 0.0)


def motive_of(game: Game, seen: Observation, choices: Sequence[JudgedAction], other: Action | None) -> Motive | None:
    """Return what tells the first choice, which is better, from another one; None where no fact does.

    `choices` as they were judged: who gives up what was aimed at is told what for, and nothing that rests on that aim.
    """
    if other is None or not choices:
        return None
    evaluator = evaluator_of(game)

    best, *rest = choices
    others = [one for one in rest if one.value is not None and (one.verdict == "worse" or one.action == other)]
    came = [came_of(game, seen, one) for one in (best, *others)]
    given_up = evaluator.given_up(seen, came[0], came[1:]) if others else None
    return given_up or reason(game, seen, best.action, other, _settled(best))


def _settled(choice: JudgedAction) -> bool:
    """Whether a move succeeds in as good as all worlds, or in none, where the game tells of that."""
    return choice.soon is not None and not SETTLED < choice.soon / choice.worlds < 1 - SETTLED


def verdict_of(loss: Estimate, slack: float) -> Verdict:
    """Return in a word how an action stands to the best one."""
    error = ERRORS * loss.error
    if loss.value + error < slack:
        return "as good"
    return "worse" if loss.value > error else "can't tell"
