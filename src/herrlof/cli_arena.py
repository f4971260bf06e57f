"""The command that lets bots meet: arena."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from herrlof.arena import Contest

INTERRUPTED: Final = 130
"""The exit status after Ctrl+C, as shells have it."""
WIDTH: Final = 100
"""Columns of what is printed into a file or a pipe."""

_WHAT: Final = (
    "Bots meet in whole matches, with the same deals played once for each seat and the bots moved on by one "
    "seat each time. Two bots: the first against the second, which takes all other seats. More: with two seats "
    "every pair, with three every triple. With --goal 1 every match is a single round."
)


def add_commands(commands: argparse._SubParsersAction[Any], formatter: type[argparse.HelpFormatter]) -> None:
    """Add the command to those of the program."""
    arena = commands.add_parser(
        "arena",
        help="let bots play against each other, and count",
        description=_WHAT,
        formatter_class=formatter,
        add_help=False,
    )
    arena.add_argument("-h", "--help", action=_Help, nargs=0, help="show this help message and exit")
    arena.add_argument("bots", nargs="+", metavar="BOT", help="bots by their keys, as in: rules random")
    arena.add_argument(
        "--games", type=int, default=1000, metavar="N", help="matches at each table, rounded up to whole groups (1000)"
    )
    arena.add_argument("--game", default="herrlof", metavar="KEY", help="which game they play (herrlof)")
    arena.add_argument("--seats", type=int, default=2, metavar="N", help="seats at a table (2)")
    arena.add_argument("--edition", help="which rule book: english or dutch (R21)")
    arena.add_argument("--goal", type=int, metavar="POINTS", help="points to reach, else as the rules have it")
    arena.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same result (1)")
    arena.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help="processes that play (as many as there are processors); 1: this one alone, for the truest times",
    )
    arena.add_argument("--scheduler", metavar="tcp://HOST:PORT", help="play on a Dask cluster (extra: cluster)")
    arena.add_argument(
        "--sprt",
        type=float,
        metavar="POINTS",
        help="stop as soon as it is clear whether the first of two bots is that many points a round ahead, "
        "or not at all (alpha = beta = 0.05)",
    )
    arena.add_argument("--json", action="store_true", help="print the result as JSON, and nothing else")
    arena.set_defaults(run=_arena)


class _Help(argparse.Action):
    """Prints the help with the bots in it, which are loaded only for that."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from rich.table import Table

        from herrlof.bots import BOTS

        bots = Table.grid(padding=(0, 2, 0, 0))
        for key, kind in BOTS.items():
            bots.add_row(key, kind.sentence)
        parser.epilog = bots  # type: ignore[assignment]  # this formatter prints whatever rich can print
        parser.print_help()
        parser.exit()


def _fail(fault: object) -> int:
    print(f"herrlof: {fault}", file=sys.stderr)
    return 2


def _arena(options: argparse.Namespace) -> int:
    from concurrent.futures import BrokenExecutor

    from herrlof.arena import Contest, Unavailable, results, workers
    from herrlof.arena_report import Report

    jobs = options.jobs if options.jobs is not None else os.cpu_count() or 1
    chosen = {name: getattr(options, name) for name in ("edition", "goal")}
    try:
        if jobs < 1:
            raise ValueError(f"at least one job has to do the work, not {jobs}")
        contest = Contest(
            tuple(options.bots),
            options.games,
            options.seats,
            options.seed,
            options.game,
            {name: value for name, value in chosen.items() if value is not None},
        )
        report = Report(contest, options.sprt)
    except ValueError as fault:
        return _fail(fault)
    status = 0
    try:
        with workers(jobs, options.scheduler) as (executor, ahead), _progress(contest) as advance:
            for group in results(contest, executor, ahead):
                report.add(group)
                advance(len(group.matches))
                if report.decided:
                    break
    except Unavailable as fault:
        return _fail(fault)
    except KeyboardInterrupt:
        report.interrupted, status = True, INTERRUPTED
    except BrokenExecutor:
        print("herrlof: a process that played has died", file=sys.stderr)
        report.interrupted, status = True, 1
    found = report.as_json()
    if options.json:
        import json

        print(json.dumps(found, indent=1))
    else:
        _show(found, contest)
    return status


@contextmanager
def _progress(contest: Contest) -> Iterator[Callable[[int], None]]:
    """Show how far it is on a terminal's stderr; yield what to call for each few matches."""
    if not sys.stderr.isatty():
        yield lambda matches: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TextColumn("left"), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=contest.matches)
        yield lambda matches: bar.advance(task, matches)


def _show(found: dict[str, Any], contest: Contest) -> None:
    """Print the result for people."""
    from rich.console import Console

    from herrlof.games import GAMES

    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDTH)
    if found["interrupted"]:
        console.print(f"Interrupted: {found['matches']:,} of {contest.matches:,} matches are finished.")
    options = "".join(f", {name} {value}" for name, value in found["options"].items())
    console.print(f"{GAMES[found['game']].title}, {found['seats']} seats{options}, seed {found['seed']}")
    for table in found["tables"]:
        if table["matches"]:
            console.print()
            groups = f"{table['groups']:,} group{'s' * (table['groups'] != 1)} with the same deals"
            ties = f", {table['ties']:,} ties" if table["ties"] else ""
            console.print(f"{table['matches']:,} matches in {groups}, {table['rounds']:,} rounds{ties}")
            console.print(_standings(table["standings"]))
    if found["matches"]:
        console.print("Intervals hold with 95 % confidence; they are measured between groups.")
        console.print()
        console.print(_times(found["milliseconds"]))
    if (test := found["sprt"]) is not None:
        console.print()
        console.print(_sprt(test, found["bots"]))
    if found["ratings"] is not None and found["matches"]:
        console.print()
        console.print(_ratings(found["ratings"]))
        if found["ratings"]["note"]:
            console.print(found["ratings"]["note"])


def _table(*columns: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    return table


def _standings(standings: list[dict[str, Any]]) -> Table:
    table = _table("bot", "wins %", "points a round", "difference", "exact %")
    for standing in standings:
        table.add_row(
            standing["bot"] if standing["seats"] == 1 else f"{standing['seats']} x {standing['bot']}",
            _share(standing["wins"]),
            _mean(standing["points"]),
            _mean(standing["difference"], "+"),
            _rate(standing["exact"]),
        )
    return table


def _times(milliseconds: dict[str, dict[str, Any]]) -> Table:
    table = _table("ms a move", "p50", "p95", "moves")
    for bot, times in milliseconds.items():
        if times["moves"]:
            table.add_row(bot, f"{times['p50']:.3g}", f"{times['p95']:.3g}", f"{times['moves']:,}")
    return table


def _share(figure: dict[str, float] | None) -> str:
    """Return a share and its limits in percent."""
    if figure is None:
        return "-"
    return f"{figure['value'] * 100:.1f} ({figure['low'] * 100:.1f}-{figure['high'] * 100:.1f})"


def _rate(figure: dict[str, float] | None) -> str:
    """Return a share in percent and how far it reaches to the farther side."""
    if figure is None:
        return "-"
    reach = max(figure["high"] - figure["value"], figure["value"] - figure["low"])
    return f"{figure['value'] * 100:.1f} ±{reach * 100:.1f}"


def _mean(figure: dict[str, float | None] | None, sign: str = "") -> str:
    """Return a mean and how far it reaches to either side."""
    if figure is None:
        return "-"
    value, high = figure["value"], figure["high"]
    assert value is not None
    return f"{value:{sign}.2f}" if high is None else f"{value:{sign}.2f} ±{high - value:.2f}"


def _sprt(test: dict[str, Any], bots: list[str]) -> str:
    claim = max(test["low"], test["high"], key=abs)
    what = {
        "accepted": f"{bots[0]} is ahead of {bots[1]} by {test['high']:g} rather than {test['low']:g}",
        "rejected": f"{bots[0]} is ahead of {bots[1]} by {test['low']:g} rather than {test['high']:g}",
        "undecided": "more matches are needed",
    }[test["verdict"]]
    return (
        f"SPRT, {claim:g} {test['unit']} against 0: {test['verdict']} after {test['groups']:,} groups, "
        f"LLR {test['llr']:+.2f} (bounds ±{test['bound']:.2f}); {what}."
    )


def _ratings(ratings: dict[str, Any]) -> Table:
    skill = any(row["openskill"] for row in ratings["bots"])
    columns = [f"{ratings['model']} rating (Elo scale)", "rating", "95 %"]
    table = _table(*columns, *(["openskill mu", "sigma", "mu - 3 sigma"] if skill else []))
    for row in sorted(ratings["bots"], key=lambda row: -row["rating"]["value"]):
        rating = row["rating"]
        cells = [row["bot"], f"{rating['value']:+.0f}", f"{rating['low']:+.0f} to {rating['high']:+.0f}"]
        if skill:
            cells += [f"{row['openskill'][name]:.2f}" for name in ("mu", "sigma", "at_least")]
        table.add_row(*cells)
    return table
