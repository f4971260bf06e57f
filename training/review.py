"""What decisions of bots cost by the coach's review, and what the luck ledger makes of their matches.

python training/review.py herrlof --matches 100 --jobs 2    # random, rules, the weakest and the strongest level
python training/review.py herald how-ruck herfor

Each bot sits in turns in every seat, with `rules` in the others, and its own decisions in the first round are judged.
What one throws away early cannot be lost later: with `--same` all bots answer the same decisions, those of `rules` in a
match with itself. Intervals are those of Student between matches. `--ledger` plays short matches to their ends, judges
all seats, and prints the parts of the bots' results.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from herrlof.arena.stats import Ratio
from herrlof.bots import bots_of, evaluator_of, new_bot
from herrlof.coach import ledger
from herrlof.coach.judge import judge
from herrlof.coach.review import ALL, Decision, Position, accounts_of, chance_moves, decision_of, means, positions
from herrlof.game import CHANCE, NOBODY, Action, Game
from herrlof.games import GAMES
from herrlof.table.match import Match, Seat

SMALL: dict[str, dict[str, Any]] = {"herfor": {"size": 5}}
SHORT: dict[str, dict[str, Any]] = {**SMALL, "herrlof": {"goal": 1}, "how-ruck": {"goal": 1}}
"""Options of a small match, and of one that is short too: a round, a barrel."""


class Task(NamedTuple):
    """A match, and how it is judged."""

    game: str
    bot: str
    number: int
    worlds: int
    whole: bool
    """Whether all seats are judged, and what chance did."""
    same: tuple[str, ...] = ()
    """The bots that answer the same decisions, those of the match."""


class Found(NamedTuple):
    """What came of it."""

    task: Task
    costs: dict[str, tuple[float, int]]
    """What the bot's decisions cost together, and how many there were, by kind."""
    account: ledger.Account | None


def bots_compared(game: str) -> list[str]:
    """Return random, rules, the weakest level that thinks ahead and the strongest."""
    levels = [kind.key for kind in bots_of(game).values() if kind.level and kind.uses_worker]
    return list(dict.fromkeys(["random", "rules", levels[0], levels[-1]]))


def played(task: Task) -> tuple[Match, int]:
    """Return the match, and the seat of the bot; the deals are the same for all bots."""
    game, rng = GAMES[task.game], Random(f"review {task.game} {task.number}")
    seats = game.seats[0]
    mine = task.number % seats
    keys = [task.bot if seat == mine else "rules" for seat in range(seats)]
    chance: dict[str, Any] = {"seed": rng.randbytes(32)} if game.chance else {}
    seated = [Seat(f"{key} {seat}", key) for seat, key in enumerate(keys)]
    match = Match(game, seated, **chance, **(SHORT if task.whole else SMALL).get(task.game, {}))
    bots = [new_bot(game, key, Random(f"{task} {seat}")) for seat, key in enumerate(keys)]
    while not (match.over or (game.round_facts(match.observe(NOBODY)) and not task.whole)):
        if match.mover == CHANCE:
            match.advance(match.sample_measured(rng) if match.measured_kind else None)
        else:
            match.play(match.mover, bots[match.mover].choose(match.observe(match.mover), match.legal()))
    return match, mine


def judged(position: Position, game: str, worlds: int, played: Sequence[Action]) -> list[Decision]:
    """Return a decision as each of these actions, judged in the same worlds, so many."""
    rng = Random(f"review {position.n}")
    found = judge(GAMES[game], position.seen, position.legal, rng, worlds, played)
    return [decision_of(position._replace(played=action), found, GAMES[game]) for action in played]


def costs_of(decisions: Sequence[Decision], game: Game, seat: int) -> dict[str, tuple[float, int]]:
    """Return what a seat's decisions cost together, and how many they are, by kind."""
    return {mean.kind: (mean.mean * mean.count, mean.count) for mean in means(decisions, game) if mean.seat == seat}


def answered(task: Task) -> list[Found]:
    """Play a match, ask bots the same decisions of one seat in it, and judge what each answers."""
    match, mine = played(task)
    rows = []
    for position in positions(match, [mine]):
        bots = [new_bot(match.game, bot, Random(f"{task.number} {bot} {position.n}")) for bot in task.same]
        answers = [bot.choose(position.seen, position.legal) for bot in bots]
        rows.append(judged(position, task.game, task.worlds, answers))
    return [
        Found(task._replace(bot=bot), costs_of(decisions, match.game, mine), None)
        for bot, decisions in zip(task.same, zip(*rows, strict=True), strict=True)
    ]


def reviewed(task: Task) -> list[Found]:
    """Play a match and judge it."""
    if task.same:
        return answered(task)
    match, mine = played(task)
    game = match.game
    asked = positions(match, range(len(match.seats)) if task.whole else [mine])
    found = [judged(position, task.game, task.worlds, [position.played])[0] for position in asked]
    account = None
    if task.whole:
        lucks = {
            n: (part, ledger.luck(game, *match.before_and_after(n), Random(f"luck {n}")))
            for n, part in chance_moves(match)
        }
        account = accounts_of(game, match.final_state, lucks, list(zip(asked, found, strict=True)))[mine]
    return [Found(task, costs_of(found, game, mine), account)]


def results(tasks: list[Task], jobs: int) -> Iterator[Found]:
    """Yield what came of each match, for each bot."""
    if jobs == 1:
        yield from chain.from_iterable(map(reviewed, tasks))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from chain.from_iterable(pool.map(reviewed, tasks))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", choices=list(GAMES))
    parser.add_argument("--matches", type=int, default=100, help="of each bot (100)")
    parser.add_argument("--worlds", type=int, default=100, help="in which a decision is judged (100)")
    parser.add_argument("--bots", nargs="+", help="these bots, and no others")
    parser.add_argument("--ledger", action="store_true", help="judge all seats, and print the luck ledger's parts")
    parser.add_argument("--same", action="store_true", help="all bots answer the same decisions, those of `rules`")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    for key in chosen.games:
        costs: dict[tuple[str, str], Ratio] = {}
        parts: dict[tuple[str, str], Ratio] = {}
        bots = chosen.bots or bots_compared(key)
        tasks = [
            Task(key, bot, number, chosen.worlds, chosen.ledger) for number in range(chosen.matches) for bot in bots
        ]
        if chosen.same:
            tasks = [Task(key, "rules", number, chosen.worlds, False, tuple(bots)) for number in range(chosen.matches)]
        for found in results(tasks, chosen.jobs):
            for kind, cost in found.costs.items():
                costs.setdefault((kind, found.task.bot), Ratio()).add(*cost)
            if found.account is not None:
                whole = found.account
                if sum(whole.parts.values()) != whole.result:
                    raise ArithmeticError(f"{found.task}: the parts do not add up to the result")
                for name, value in (*whole.parts.items(), ("result", whole.result)):
                    parts.setdefault((found.task.bot, name), Ratio()).add(value, 1)
        unit = evaluator_of(GAMES[key]).unit
        print(f"\n{key}, {chosen.matches} matches a bot, {chosen.worlds} worlds, {unit}")
        print(f"{'kind':<12} {'bot':<12} {'decisions':>9}  mean cost, 95 %")
        for (kind, bot), ratio in sorted(costs.items(), key=lambda row: (row[0][0] != ALL, row[0][0])):
            print(f"{kind:<12} {bot:<12} {ratio.count:>9.0f}  {_text(ratio)}")
        for (bot, name), ratio in parts.items():
            print(f"{bot:<12} {name:>9}  {_text(ratio)}")


def _text(ratio: Ratio) -> str:
    mean = ratio.mean()
    assert mean is not None
    between = "" if mean.low is None or mean.high is None else f" ({mean.low:.2f} to {mean.high:.2f})"
    return f"{mean.value:.2f}{between}"


if __name__ == "__main__":
    main()
