"""All decisions of a match judged, each from what its player knew then."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import inf, isfinite
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from herrlof.bots import evaluator_of
from herrlof.bots.search import Estimate, mean_of
from herrlof.coach import ledger
from herrlof.coach.judge import SLACK, VERSION, WINS, JudgedAction, Judgement, Verdict, motive_of, share_of
from herrlof.coach.worker import Worker
from herrlof.game import CHANCE, NOBODY, Action, Event, Game, Observation, State, raced
from herrlof.messages import _
from herrlof.options import Value
from herrlof.records.help import ShownHint
from herrlof.records.names import HERE
from herrlof.records.storage import REVIEW, REVIEW_SUFFIX, Storage, read_record
from herrlof.table.connection import View
from herrlof.table.match import Match
from herrlof.table.resume import replayed

if TYPE_CHECKING:
    from herrlof.records.models import Record

SCHEMA: Final = "herrlof.review/1"
KEPT: Final = "herrlof.kept-review/4"
WORKERS: Final = 2
"""Processes that judge side by side."""
LONGER: Final = 800
"""So many worlds more are imagined where a judgement contradicts a hint that was given."""
SAVE_EVERY: Final = 10
"""Decisions after which what was found is kept."""
ENOUGH: Final = 30
"""Of fewer decisions no mean says anything about a person."""
SHOWN_COST: Final = 0.05
"""Half of what a cost is rounded to: less is shown as nothing."""
ALL: Final = "all"
"""The kind that stands for all kinds."""


class ReviewRefused(ValueError):
    """A match that is not reviewed now; the message is a sentence."""


class Position(NamedTuple):
    """A decision that was made, as its player saw it."""

    n: int
    """The number of the move."""
    seat: int
    round: int
    kind: str
    seen: Observation
    legal: Sequence[Action]
    played: Action
    key: str
    """The same for the same moves up to this one."""


class Decision(NamedTuple):
    """A decision, judged."""

    n: int
    seat: int
    round: int
    kind: str
    played: Action
    best: Action
    cost: Estimate
    """How much less the move brings than the best one, in `unit`, with one standard error."""
    unit: str
    verdict: str
    knowable: int
    """In how many of the worlds the best one brought more."""
    worlds: int
    compared: Sequence[JudgedAction] = ()
    """The best one and what was played, as they were judged; nothing where that was the best."""
    exact: bool = False
    """Whether the end is known: the cost is in points at the end, and no world was imagined."""
    points_lost: float | None = None
    """What it cost in points, where wins decide and the game counts points."""
    levels: Mapping[str, int] = {}
    """How often each level that does not think ahead found something as good as the best, where it was a clear mistake
    of a person."""

    @property
    def win_lost(self) -> float:
        """What part of the win the move is known to have given away."""
        if not (self.exact and self.compared):
            return 0.0
        best, played = self.compared
        return share_of(best.value) - share_of(played.value)

    @property
    def clear(self) -> bool:
        """Whether it cost more than its error; where the end is known, to win by less costs nothing."""
        return self.win_lost > 0 if self.exact else self.verdict == "worse"

    @property
    def of_100(self) -> int:
        """In how many of 100 imagined deals the best one brought more."""
        return round(100 * self.knowable / max(1, self.worlds))


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean cost of a seat's decisions of one kind, in the game's unit."""

    seat: int
    kind: str
    count: int
    mean: float
    error: float
    """One standard error; infinite for a single decision."""


class Review:
    """The review of one match: what is to be judged, what has been, and what follows from it. It holds no state."""

    def __init__(self, record: Record, storage: Storage | None = None, path: Path | None = None) -> None:
        """Take up the review of a record where it was left; RecordError and ReviewRefused say why that cannot be.

        What is found is kept beside the record, if its `path` and the `storage` are given.
        """
        match = replayed(record)
        people = [seat for seat, sitter in enumerate(match.seats) if sitter.person]
        if not match.over and len(people) != 1:
            raise ReviewRefused(
                _("A match between people is reviewed once it's over.")
                if people
                else _("A match without people is reviewed once it's over.")
            )
        self._match = match
        self._storage, self._path = storage, path
        self.id, self.created = match.game_id, record.header.created
        self.game: Game = match.game
        self.seats = match.seats
        self.people = people
        """The seats of people."""
        self.complete = match.over
        self.positions = positions(match, range(len(match.seats)) if match.over else people)
        """What is judged: all that was decided, or, before the end, what the one person decided."""
        self.decisions: dict[int, Decision] = {}
        """What has been judged, by the number of the move."""
        self._played_out = match.over and match.ending is None
        """Whether its rules ended it: of one that was given up nobody knows what it would have come to."""
        self.record = record
        self._chances = list(chance_moves(match)) if self._played_out else []
        self._lucks: dict[int, tuple[str, list[float]]] = {}
        self.trouble: str | None = None
        """Why it did not come to its end, in a sentence."""
        self._load()

    @property
    def done(self) -> bool:
        """Whether all is judged."""
        return len(self.decisions) == len(self.positions) and len(self._lucks) == len(self._chances)

    @property
    def path(self) -> Path | None:
        """The record's file."""
        return self._path

    @property
    def options(self) -> Mapping[str, Value]:
        return self._match.options

    @property
    def reader(self) -> int:
        """The seat whose decisions are told first."""
        return self.people[0] if self.people else 0

    @property
    def here(self) -> Sequence[int]:
        """The seats of people at this keyboard."""
        return [number for number, seat in enumerate(self.seats) if seat.how == HERE]

    @property
    def scores(self) -> Sequence[float]:
        """What the scoreboard shows."""
        return self._match.scores

    @property
    def last_round(self) -> int:
        """The last round in which people decided something."""
        return max((position.round for position in self.positions if position.seat in self.people), default=0)

    def story_of(self, number: int) -> list[Event]:
        """Return all that people here were told up to the end of a round; to several, what all were."""
        story, end = list[Event](), self.game.round_end_event
        for event in self._match.news(self.people[0] if len(self.people) == 1 else NOBODY):
            story.append(event)
            number -= event.kind == end
            if not number:
                break
        return story

    def what(self, n: int) -> str:
        """Return which decision of its round move n was, as its game counts there."""
        found = {**self.game.progress(self._match.observe(NOBODY, n))}
        found.pop("round", None)
        position, step = self.position(n), list(found.values())[-1] if found else 0
        return self.game.words.decision(position.kind, step, position.seen)

    def where(self, n: int) -> str:
        """Return which decision of which round move n was, where there are rounds."""
        what = self.what(n)
        if not self.game.round_start_event:
            return what
        return _("Round {round}, {what}", round=self.position(n).round, what=what)

    def position(self, n: int) -> Position:
        """Return the decision that was made with move n."""
        return next(position for position in self.positions if position.n == n)

    def view(self, n: int) -> View:
        """Return what its player saw before move n, and what had happened."""
        position, match = self.position(n), self._match
        events = match.news(position.seat)[: match.event_count_before(n)]
        return View(position.seat, position.seen, tuple(position.legal), events, match.moves[n].by)

    @property
    def counts_points(self) -> bool:
        """Whether the luck ledger is in points, and not in shares of the win."""
        return evaluator_of(self.game).counts_points

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.name for seat in self.seats]

    def dearest(self, seats: Sequence[int]) -> list[Decision]:
        """Return what these seats decided, the dearest first; of what cost the same, the earlier."""
        found = [decision for decision in self.decisions.values() if decision.seat in seats]
        return sorted(found, key=lambda decision: (-self.in_unit(decision).value, decision.n))

    def costly(self, seats: Sequence[int]) -> list[Decision]:
        """Return of these what cost something, as a list shows it."""
        found = [one for one in self.dearest(seats) if one.verdict not in ("best", "as good")]
        return [one for one in found if self.in_unit(one).value >= SHOWN_COST]

    def asked_again(self, seats: Sequence[int], first: Decision | None = None) -> list[Decision]:
        """Return the clear mistakes of these seats, the dearest first: *find better* asks them again.

        From `first` on, which is asked even if it is none, and around.
        """
        clear = [one for one in self.dearest(seats) if one.clear]
        if first is None:
            return clear
        if first not in clear:
            clear.append(first)
        at = clear.index(first)
        return [*clear[at:], *clear[:at]]

    @property
    def unit(self) -> str:
        """In what the costs of the game count: points, or wins of 100."""
        return evaluator_of(self.game).unit

    def hint(self, n: int) -> ShownHint | None:
        """Return what a hint showed when move n was made; None where there was none, or the record does not tell."""
        return self._match.hints.get(n)

    def in_unit(self, decision: Decision) -> Estimate:
        """Return a cost in the unit of the game, where the decision counts the chance to win the match."""
        return in_unit(decision, self.game)

    # Judging

    async def run(
        self, on_update: Callable[[], object] = lambda: None, alone: int | None = None, processes: int = WORKERS
    ) -> bool:
        """Judge what is not yet judged, in so many processes; tell each time that something is. False: see `trouble`.

        `alone`: what people decided in that round, and nothing else. Cancelled, it keeps what it has found.
        """
        yours = [position for position in self.positions if position.seat in self.people]
        others = [position for position in self.positions if position.seat not in self.people]
        chances = deque(chance for chance in self._chances if chance[0] not in self._lucks)
        if alone is not None:
            yours, others = [position for position in yours if position.round == alone], []
            chances.clear()
        waiting = deque(position for position in (*yours, *others) if position.n not in self.decisions)
        if not (waiting or chances):
            return True
        workers = [Worker(self.game) for _ in range(processes)]

        async def work(worker: Worker) -> None:
            while waiting and self.trouble is None:
                position = waiting.popleft()
                judged = await judged_again(worker, position)
                if judged is not None and _contradicts(judged, position, self.hint(position.n), self.game):
                    judged = await judged_again(worker, position, more=LONGER)
                if judged is None:
                    self.trouble = worker.trouble
                    return
                decision = decision_of(position, judged, self.game)
                if decision.clear and position.seat in self.people:
                    good = [one.action for one in judged.choices if one.verdict in ("best", "as good")]
                    levels = await worker.found_by(position.seen, position.legal, good)
                    if levels is None:
                        self.trouble = worker.trouble
                        return
                    decision = decision._replace(levels=levels)
                self.decisions[position.n] = decision
                on_update()
                if not len(self.decisions) % SAVE_EVERY:
                    self._save()
            while chances and self.trouble is None:
                n, part = chances.popleft()
                found = await worker.luck(*self._match.before_and_after(n), Random(f"luck {n}"))
                if found is None:
                    self.trouble = worker.trouble
                    return
                self._lucks[n] = part, found
                on_update()

        self.trouble = None
        try:
            async with asyncio.TaskGroup() as group:
                for worker in workers:
                    group.create_task(work(worker))
        finally:
            for worker in workers:
                worker.close()
            self._save()
        return self.trouble is None

    # What follows

    def means(self) -> list[Mean]:
        """Return the mean cost of each seat's decisions, of all of them and by kind."""
        return means(list(self.decisions.values()), self.game)

    def ledger(self) -> list[ledger.Account] | None:
        """Return the account of each seat; None before all is judged, or where the match was not played out."""
        if not (self._played_out and self.done):
            return None
        judged = [(position, self.decisions[position.n]) for position in self.positions]
        return accounts_of(self.game, self._match.final_state, self._lucks, judged)

    def as_json(self, seats: Sequence[int]) -> dict[str, Any]:
        """Return what programs get, about these seats."""
        encode = self.game.encode
        accounts = self.ledger()
        return {
            "schema": SCHEMA,
            "id": self.id,
            "game": self.game.key,
            "complete": self.complete,
            "decisions": [
                {
                    "n": one.n,
                    "seat": one.seat,
                    "round": one.round,
                    "kind": one.kind,
                    "played": encode(one.played),
                    "best": encode(one.best),
                    "cost": one.cost.value,
                    "error": one.cost.error,
                    "unit": one.unit,
                    "verdict": one.verdict,
                    "knowable": one.knowable,
                    "worlds": one.worlds,
                    "exact": one.exact,
                    "points": one.points_lost,
                    "levels": dict(one.levels),
                    "reason": self._reason_as_json(one),
                    "hint": _hint_as_json(self.hint(one.n)),
                }
                for one in self.dearest(seats)
            ],
            "means": [
                {**asdict(one), "error": None if one.error == inf else one.error}
                for one in self.means()
                if one.seat in seats
            ],
            "ledger": None if accounts is None else [one._asdict() for one in accounts if one.seat in seats],
        }

    def join(self, exported: dict[str, Any]) -> None:
        """Put into the export of a match what was found: to each move what was judged of it, and what follows."""
        found = self.as_json(range(len(self.seats)))
        for one in found.pop("decisions"):
            move = exported["moves"][one.pop("n")]
            move["review"] = {name: told for name, told in one.items() if name not in ("seat", "hint")}
        exported["review"] = {"schema": found["schema"], "means": found["means"], "ledger": found["ledger"]}

    def _reason_as_json(self, one: Decision) -> dict[str, Any] | None:
        """Return the motive that tells the best from what was played, with what was counted for it."""
        found = motive_of(self.game, self.position(one.n).seen, one.compared, one.played)
        return None if found is None else {"motive": found.name, **found.numbers}

    # What is kept, and told to who looks at the match elsewhere

    def found(self, decisions: int = 0, luck: int = 0) -> tuple[list[Mapping[str, Any]], dict[str, list[float]]]:
        """Return what was found, as it is kept, after so many decisions and so many moves of chance."""
        keys = {position.n: position.key for position in self.positions}
        judged = [_written(one, keys[one.n], self.game) for one in [*self.decisions.values()][decisions:]]
        return judged, {str(n): found for n, (_part, found) in [*self._lucks.items()][luck:]}

    def take(self, decisions: Sequence[Mapping[str, Any]], luck: Mapping[str, Sequence[float]]) -> None:
        """Take up what was found elsewhere, as far as it is about these moves.

        LookupError, TypeError, ValueError: that cannot have been found.
        """
        known = {found["key"]: found for found in decisions}
        for position in self.positions:
            if position.key in known:
                self.decisions[position.n] = _read(position, known[position.key], self.game)
        for n, part in self._chances:
            if (found := luck.get(str(n))) is not None and len(found) == len(self.seats):
                self._lucks[n] = part, [float(change) for change in found]

    def _load(self) -> None:
        """Take up what was found before, as far as it is about these moves and by this judge."""
        if self._storage is None or self._path is None:
            return
        kept = self._storage.kept_review(self._path)
        with suppress(LookupError, TypeError, ValueError):
            if (kept["schema"], kept["judge"], kept["rules"]) != (KEPT, VERSION, self.game.version):
                return
            self.take(kept["decisions"], kept["luck"])

    def _save(self) -> None:
        if self._storage is None or self._path is None:
            return
        self._load()  # somebody else may have judged the same match meanwhile
        decisions, luck = self.found()
        kept = {
            "schema": KEPT,
            "judge": VERSION,
            "rules": self.game.version,
            "complete": self.complete and self.done,
            "people": self._mean_of_people(),
            "decisions": decisions,
            "luck": luck,
        }
        self._storage.keep_review(self._path, json.dumps(kept).encode())

    def _mean_of_people(self) -> dict[str, float]:
        """Return the mean cost of each person, for statistics."""
        return {str(one.seat): one.mean for one in self.means() if one.kind == ALL and one.seat in self.people}


def review_of(path: Path, storage: Storage) -> Review:
    """Return the review of a record's file; RecordError and ReviewRefused say why there is none."""
    return Review(read_record(path), storage, path)


class ReviewSummary(NamedTuple):
    """What a review that is kept has found, as far as lists tell it: nothing is judged, and no match is read for it."""

    complete: bool
    """Whether all was judged."""
    clear: Sequence[int]
    """The numbers of the moves that were clear mistakes of people."""
    means: Mapping[int, float]
    """The mean cost of a decision, by the seat of each person, in the game's unit."""


def summary_of(storage: Storage, path: Path) -> ReviewSummary | None:
    """Return what the review of a record has found; None where there is none, or by another judge."""
    kept = storage.kept_review(path)
    with suppress(LookupError, TypeError, ValueError, AttributeError):
        if (kept["schema"], kept["judge"]) == (KEPT, VERSION):
            means = {int(seat): float(mean) for seat, mean in kept["people"].items()}
            clear = [int(one["n"]) for one in kept["decisions"] if one["clear"] and one["seat"] in means]
            return ReviewSummary(bool(kept["complete"]), clear, means)
    return None


def mistakes(storage: Storage) -> Iterator[tuple[Path, int] | None]:
    """Yield the clear mistakes of people in all matches that were reviewed; None after each review that was read."""
    for name in storage.marks():
        if not name.endswith(REVIEW_SUFFIX):
            continue
        path = storage.games / name.removesuffix(REVIEW)
        if (kept := summary_of(storage, path)) is not None:
            yield from ((path, n) for n in kept.clear)
        yield None


def positions(match: Match, seats: Sequence[int]) -> list[Position]:
    """Return what seats of a match decided: where they had a choice, and where it stood."""
    game = match.game
    undone = _undone(match)
    found = []
    digest = sha256()
    starts = [place for place, event in enumerate(match.news(NOBODY)) if event.kind == game.round_start_event]
    for move in match.moves:
        digest.update(f"{move.by} {move.do}\n".encode())
        if move.by == CHANCE or move.by not in seats or move.n in undone:
            continue
        legal = match.legal(move.n)
        if len(legal) > 1:
            seen = match.observe(move.by, move.n)
            before = match.event_count_before(move.n)
            round_number = max(1, sum([start < before for start in starts]))
            key = digest.hexdigest()[:16]
            kind = game.decision_kind(seen)
            found.append(Position(move.n, move.by, round_number, kind, seen, legal, game.decode(move.do), key))
    return found


def _undone(match: Match) -> set[int]:
    """Return the numbers of the moves that a clock has undone."""
    found: set[int] = set()
    since = 0
    for move in match.moves:
        if move.by != CHANCE:
            continue
        outcome = match.game.decode_chance(move.do)
        if outcome.kind in raced(match.game).measured:
            for seat, places in raced(match.game).undone(outcome).items():
                made = [other.n for other in match.moves[since : move.n] if other.by == seat]
                found |= {made[place] for place in places if place < len(made)}
        since = move.n + 1
    return found


def chance_moves(match: Match) -> Iterator[tuple[int, str]]:
    """Yield the numbers of the moves of chance, each with the part of the ledger that it belongs to.

    What comes before anybody has moved in a round is the deal. What a clock has measured is no luck.
    """
    game, begun = match.game, False
    events = match.story()
    for move in match.moves:
        told = events[match.event_count_before(move.n) : match.event_count_before(move.n + 1)]
        if any(event.kind == game.round_end_event for event in told):
            begun = False
        elif move.by != CHANCE:
            begun = True
        if move.by == CHANCE and game.decode_chance(move.do).kind not in raced(game).measured:
            yield move.n, ledger.DRAWS if begun else ledger.DEAL


async def judged_again(
    worker: Worker, position: Position, grown: Callable[[Judgement], object] = lambda _: None, more: int = 0
) -> Judgement | None:
    """Return the judgement of a position: what a hint says there, from what its player saw and nothing else."""
    return await worker.judge(position.seen, position.legal, grown, keep=position.played, more=more)


def _contradicts(judged: Judgement, position: Position, hint: ShownHint | None, game: Game) -> bool:
    """Whether a whole hint, of an earlier judge, called that the best which is clearly wrong by this one."""
    if hint is None or not hint.complete or hint.choices[0].action != game.encode(position.played):
        return False
    return any(judged.is_worse(choice) for choice in judged.choices if choice.action == position.played)


def _hint_as_json(hint: ShownHint | None) -> dict[str, Any] | None:
    if hint is None:
        return None
    choices = [choice._asdict() for choice in hint.choices]
    return {"worlds": hint.worlds, "complete": hint.complete, "exact": hint.exact, "choices": choices}


def decision_of(position: Position, judgement: Judgement, game: Game) -> Decision:
    """Return what a judgement says of the move that was made."""
    choice = next(choice for choice in judgement.choices if choice.action == position.played)
    best = judgement.choices[0]
    compared = (best, choice) if best.action != choice.action else ()
    return Decision(
        position.n, position.seat, position.round, position.kind, position.played, best.action, choice.loss,
        judgement.unit, choice.verdict, choice.behind, choice.worlds, compared, judgement.exact, choice.points_lost,
    )  # fmt: skip


def means(decisions: Sequence[Decision], game: Game) -> list[Mean]:
    """Return the mean cost of each seat's decisions, of all of them and by kind, in the game's unit."""
    rows: dict[tuple[int, str], list[float]] = {}
    for decision in sorted(decisions):
        cost = in_unit(decision, game).value
        for kind in (ALL, decision.kind):
            rows.setdefault((decision.seat, kind), []).append(cost)
    found = []
    for seat, kind in sorted(rows, key=lambda place: (place[0], place[1] != ALL, place[1])):
        mean, error = mean_of(rows[seat, kind])
        found.append(Mean(seat, kind, len(rows[seat, kind]), mean, error))
    return found


def cost_in_result(decision: Decision, game: Game) -> float:
    """Return a cost as the ledger counts: in points, which tell of lost matches too, or in parts of the win."""
    evaluator = evaluator_of(game)
    if evaluator.counts_points and decision.points_lost is not None:
        return decision.points_lost
    cost = in_unit(decision, game).value
    return cost / 100 * evaluator.a_win if evaluator.unit == WINS else cost


def accounts_of(
    game: Game,
    final: State,
    lucks: Mapping[int, tuple[str, Sequence[float]]],
    judged: Sequence[tuple[Position, Decision]],
) -> list[ledger.Account]:
    """Return the account of each seat of a match that is over, by what chance changed and what was a clear mistake."""
    evaluator, results = evaluator_of(game), ledger.result_of(game, final)
    changes = {n: ledger.Change(part, found) for n, (part, found) in lucks.items()}
    for position, one in judged:
        if one.clear:
            cost = evaluator.share_of_match(position.seen) * cost_in_result(one, game)
            changes[one.n] = ledger.mistake(one.seat, len(results), cost)
    return ledger.accounts(results, [changes[n] for n in sorted(changes)], evaluator.counts_points)


def in_unit(decision: Decision, game: Game) -> Estimate:
    """Return a cost in the unit of the game, where the decision counts the chance to win the match or points."""
    evaluator = evaluator_of(game)
    if decision.exact and evaluator.unit == WINS:
        return Estimate(100 * decision.win_lost, 0.0)
    if decision.unit == evaluator.unit:
        return decision.cost
    return Estimate(*(part * evaluator.a_win / 100 for part in decision.cost))


def _written(decision: Decision, key: str, game: Game) -> Mapping[str, Any]:
    return {
        "key": key,
        "n": decision.n,
        "seat": decision.seat,
        "best": game.encode(decision.best),
        "cost": list(decision.cost),
        "unit": decision.unit,
        "verdict": decision.verdict,
        "clear": decision.clear,
        "knowable": decision.knowable,
        "worlds": decision.worlds,
        "exact": decision.exact,
        "points": decision.points_lost,
        "levels": dict(decision.levels),
        "compared": [{**choice._asdict(), "action": game.encode(choice.action)} for choice in decision.compared],
    }


def _read(position: Position, found: Mapping[str, Any], game: Game) -> Decision:
    value, error = map(float, found["cost"])
    knowable, worlds = int(found["knowable"]), int(found["worlds"])
    exact, points, best = bool(found["exact"]), found["points"], game.decode(found["best"])
    if not (isfinite(value) and isfinite(error) and 0 <= knowable <= worlds and (worlds > 0 or exact)):
        raise ValueError("this cannot have been found")
    if best not in position.legal or found["unit"] not in SLACK or found["verdict"] not in get_args(Verdict):
        raise ValueError("this cannot have been found")
    return Decision(
        position.n, position.seat, position.round, position.kind, position.played, best,
        Estimate(value, error), found["unit"], found["verdict"], knowable, worlds,
        tuple(_choice(one, game) for one in found["compared"]), exact, None if points is None else float(points),
        {str(key): int(times) for key, times in found["levels"].items()},
    )  # fmt: skip


def _choice(found: Mapping[str, Any], game: Game) -> JudgedAction:
    """Return a choice that was kept."""
    value, loss = Estimate(*map(float, found["value"])), Estimate(*map(float, found["loss"]))
    outcomes = {int(outcome): int(times) for outcome, times in found["outcomes"].items()}
    if not (all(map(isfinite, (*value, *loss))) and int(found["worlds"]) >= 0):
        raise ValueError("this cannot have been found")
    choice = JudgedAction(**{**found, "action": game.decode(found["action"])})
    return choice._replace(value=value, loss=loss, outcomes=outcomes)
