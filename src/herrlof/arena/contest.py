"""Bot against bot: mirrored deals, rotated seats, on any executor of `concurrent.futures`.

A *table* is the set of bots that meet. A *group* is a table's matches with one row of deals: every
round's cards follow from the seed and the group's number alone, and they are played
once for each seat, with the bots moved on by one seat each time. So every bot gets what the others got.
Groups are independent of each other and of the process that plays them, and their results are handed
out in order: the same seed gives the same figures, however many work on them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations, islice
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from herrlof import __version__
from herrlof.arena.stats import Table, Times
from herrlof.bots import bot_kind
from herrlof.bots.kind import BotKind
from herrlof.game import CHANCE, NOBODY, TERMINAL, Game
from herrlof.games import GAMES, missing
from herrlof.messages import _, listed
from herrlof.options import complete_options
from herrlof.packages import Broken, blamed
from herrlof.table.match import Match, Seat

P = ParamSpec("P")
T = TypeVar("T")

AHEAD: Final = 4
"""Groups handed out for each worker before the first of them is back."""


class WorkersUnavailable(RuntimeError):
    """There are no workers. The message is a sentence for a person."""


class Stopped(Exception):
    """Leaves a match whose result nobody waits for any more: raised by a worker that has to stop."""


def _stop_requested() -> bool:
    """Return whether this process is a worker that is to stop; each worker gets another such function."""
    return False


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played. ValueError says what is wrong with it. It is sent to workers, with the game and the bots."""

    game: Game
    kinds: tuple[BotKind, ...]
    games: int
    """Matches at each table; whole groups, so it may become a few more."""
    seats: int = 2
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, game: str, bots: Sequence[str], games: int, **more: Any) -> Contest:
        """Return a contest between bots by their keys; ValueError names what there is not."""
        if game not in GAMES:
            raise ValueError(missing(game))
        return cls(GAMES[game], tuple(bot_kind(game, key) for key in bots), games, **more)

    def __post_init__(self) -> None:
        """Check everything once, here."""
        for number, key in enumerate(self.bots):
            if key in self.bots[:number]:
                raise ValueError(_("Name the bot '{key}' once; with two bots it fills the seats left.", key=key))
        if len(self.bots) < 2:
            raise ValueError(_("Name at least two bots."))
        if 2 < len(self.bots) < self.seats:
            raise ValueError(_("Name two bots, or at least {n} for {n} seats.", n=self.seats))
        if self.games < 1:
            raise ValueError(_("Play at least one match, not {n}.", n=self.games))
        complete_options(self.game, self.seats, self.options)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that meet, by their keys."""
        return tuple(kind.key for kind in self.kinds)

    @property
    def tables(self) -> list[Table]:
        """Who meets, by number: the first bot against the second in all other seats, or all choices from a pool."""
        if len(self.bots) == 2:
            return [(0, *[1] * (self.seats - 1))]
        return list(combinations(range(len(self.bots)), self.seats))

    @property
    def groups(self) -> int:
        """How many groups a table plays."""
        return -(-self.games // self.seats)

    @property
    def matches(self) -> int:
        return self.groups * self.seats * len(self.tables)


class MatchResult(NamedTuple):
    """One match, seat by seat."""

    seating: tuple[int, ...]
    """Which bot sat there, by number."""
    returns: tuple[float, ...]
    rounds: int
    facts: Mapping[str, tuple[float, ...]]
    """For each fact of a round that is worth an average (`Words.facts`), the sums over all rounds."""


class Group(NamedTuple):
    """The matches that a table played with one row of deals."""

    number: int
    table: Table
    matches: tuple[MatchResult, ...]
    times: dict[int, dict[int, int]]
    """For each bot, counts as in `Times`."""


def derived_key(seed: int, purpose: str, *numbers: int) -> bytes:
    """Return 32 bytes for one purpose; those of another one cannot be told from them."""
    return sha256("/".join(["herrlof/arena", str(seed), purpose, *map(str, numbers)]).encode()).digest()


def seatings(table: Table, number: int) -> list[Table]:
    """Return the table with everybody in every seat; every other group sits the other way round."""
    order = table if number % 2 == 0 else table[::-1]
    return [tuple(order[-turn:] + order[:-turn]) for turn in range(len(order))]


def play_group(contest: Contest, table: Table, number: int) -> Group:
    """Play one group from nothing but its name: this is what is sent to a worker."""
    times = {bot: Times() for bot in sorted(set(table))}
    matches = []
    for turn, seating in enumerate(seatings(table, number)):
        try:
            matches.append(_play(contest, seating, number, turn, times))
        except Exception as error:
            if sentence := blamed(error):  # what is sent from a worker has lost where it came from
                raise Broken(sentence) from None
            names = ", ".join(contest.bots[bot] for bot in seating)
            error.add_note(f"in the arena: {names}; seed {contest.seed}, group {number}, match {turn}")
            raise
    return Group(number, table, tuple(matches), {bot: dict(kept.counts) for bot, kept in times.items()})


def _play(contest: Contest, seating: Table, number: int, turn: int, times: Mapping[int, Times]) -> MatchResult:
    """Play a match at the referee's table; each bot has a generator of its own, and sees what its seat sees."""
    game = contest.game
    seats = [Seat(f"seat {seat}", contest.bots[bot]) for seat, bot in enumerate(seating)]
    seed = derived_key(contest.seed, "deals", number) if game.chance else None
    match = Match(game, seats, seed=seed, **contest.options)
    bots = [
        contest.kinds[bot].make(
            game, Random(int.from_bytes(derived_key(contest.seed, "bot", number, turn, seat), "big"))
        )
        for seat, bot in enumerate(seating)
    ]
    measured = Random(int.from_bytes(derived_key(contest.seed, "measured", number), "big"))
    while not match.over:
        if _stop_requested():
            raise Stopped
        mover = match.mover
        if mover < 0:
            match.advance(match.sample_measured(measured) if match.measured_kind else None)
            continue
        seen, legal = match.observe(mover), match.legal()
        start = perf_counter()
        action = bots[mover].choose(seen, legal)
        times[seating[mover]].add(perf_counter() - start)
        match.play(mover, action)
    rounds = game.round_facts(match.observe(NOBODY))
    facts = {
        name: tuple(map(sum, zip(*(facts[name] for facts in rounds), strict=True)))
        for name in game.words.facts
        if rounds and name in rounds[0]
    }
    return MatchResult(seating, match.returns(), len(rounds), facts)


# Workers


class InProcessExecutor(Executor):
    """An executor that does the work at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return a future that is done; a keyboard interrupt is not kept in it but goes on."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def results(contest: Contest, executor: Executor, ahead: int = AHEAD) -> Iterator[Group]:
    """Yield the groups in order, the tables in turn; no more than `ahead` are handed out and not yet back.

    The executor stays open; what has not begun is cancelled when the iterator is closed.
    """
    tables = contest.tables
    waiting = ((table, number) for number in range(contest.groups) for table in tables)
    out: deque[Future[Group]] = deque()
    try:
        while True:
            for table, number in islice(waiting, max(1, ahead) - len(out)):
                out.append(executor.submit(play_group, contest, table, number))
            if not out:
                return
            group = out[0].result()
            out.popleft()
            yield group
    finally:
        for future in out:
            future.cancel()


def expected_seconds(contest: Contest) -> float:
    """Return how long a contest would take one process, by a first guess: from one decision of each thinking bot.

    A bot with many times its playouts is asked with its usual ones. Nothing is asked where the contest is short.
    """
    thinking = [kind for kind in contest.kinds if kind.uses_worker]
    if contest.matches * max((kind.times for kind in thinking), default=0) < GUESS_FROM:
        return 0.0
    rng = Random(contest.seed)
    state, choices, first = contest.game.new_state(contest.seats, **contest.options), 0, None
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            choices += 1
            first = first or (state.observation(mover), legal)
        state.apply(rng.choice(legal))
    if first is None:
        return 0.0
    spent = 0.0
    for kind in thinking:
        bot = bot_kind(contest.game.key, kind.key.split("*")[0]).make(contest.game, rng)
        begun = perf_counter()
        bot.choose(*first)
        spent += (perf_counter() - begun) * kind.times
    return contest.matches * choices * spent / len(contest.kinds)


GUESS_FROM: Final = 100
"""Matches, times the most playouts of a bot, from which on it is guessed how long they take."""


@contextmanager
def workers(jobs: int = 1, scheduler: str | None = None) -> Iterator[tuple[Executor, int]]:
    """Lend an executor, and how far ahead to keep it busy: this process, `jobs` others, or a Dask cluster."""
    if scheduler is not None:
        with _cluster(scheduler) as lent:
            yield lent
    elif jobs == 1:
        yield InProcessExecutor(), 1
    else:
        # spawned: a fork would copy whatever threads hold, and behave otherwise on another system
        context = multiprocessing.get_context("spawn")
        stop = context.Event()
        pool = ProcessPoolExecutor(jobs, context, _begin_work, (stop.is_set,))
        # each process starts with the first tasks, and ignores Ctrl+C from its first moment, as it inherits that
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        for _ in range(jobs):
            pool.submit(_version)
        signal.signal(signal.SIGINT, before)
        try:
            yield pool, jobs * AHEAD
        finally:
            ended = [(number, signal.signal(number, signal.SIG_IGN)) for number in (signal.SIGINT, signal.SIGTERM)]
            stop.set()  # a second Ctrl+C would leave them waiting for ever
            pool.shutdown(cancel_futures=True)
            for number, handler in ended:
                signal.signal(number, handler)


def _begin_work(stop_requested: Callable[[], bool]) -> None:
    """Set up a worker: the parent alone answers Ctrl+C, and tells it to stop. It does not outlive the parent."""
    global _stop_requested
    _stop_requested = stop_requested
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent has been killed: it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _version() -> str:
    """Return the program's version on a worker."""
    return __version__


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Lend the executor of a Dask cluster whose workers have this version of the program."""
    try:
        from distributed import Client
    except ImportError:
        raise WorkersUnavailable(_("--scheduler needs the extra 'cluster': pip install 'herrlof[cluster]'")) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise WorkersUnavailable(
            _("There's no Dask scheduler at {address}: {reason}", address=address, reason=str(error).splitlines()[0])
        ) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise WorkersUnavailable(_("The Dask scheduler at {address} has no workers.", address=address))
        try:
            there = set(client.run(_version).values())
        except Exception as error:
            raise WorkersUnavailable(
                _(
                    "The workers of {address} can't run herrlof {version}: {reason}",
                    address=address,
                    version=__version__,
                    reason=error,
                )
            ) from None
        if there != {__version__}:
            raise WorkersUnavailable(
                _(
                    "The workers of {address} have herrlof {versions}, not {own}.",
                    address=address,
                    versions=listed(sorted(there)),
                    own=__version__,
                )
            )
        yield client.get_executor(), threads * AHEAD
