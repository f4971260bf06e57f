"""The commands that let bots meet and measure: arena and bench."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from herrlof.cli.choices import add_options, chosen_options, game_key, no_game
from herrlof.cli.output import console as new_console
from herrlof.cli.output import fail, say, tell
from herrlof.cli.progress import bar
from herrlof.cli.tables import add_outputs, laid_out, prints_plain
from herrlof.game import Row
from herrlof.games import GAMES, all_keys
from herrlof.messages import N_, _, listed, ngettext, numeral, paragraph

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from herrlof.arena.contest import Contest

TELL_AFTER_SECONDS: Final = 5.0
"""When it is told how long the rest takes, and from how much on."""
TELL_AGAIN_SECONDS: Final = 60.0
"""When it is told again, or that nothing is finished yet."""
WARN_FROM_SECONDS: Final = 600.0
"""From how much on it is told before it begins."""
INTERRUPTED: Final = 128 + signal.SIGINT
TERMINATED: Final = 128 + signal.SIGTERM
"""The exit statuses after Ctrl+C and after TERM, as shells have them."""
WIDTH: Final = 100
"""Columns of what is printed into a file or a pipe."""

_WHAT: Final = N_(
    "Bots meet in whole matches; each deal is played once for each seat, the bots moving on by one. Of two bots "
    "the second takes all other seats. Of more every pair meets, with three seats every triple, and so on."
)


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    first = next(iter(GAMES))
    if name == "bench":
        parser.add_argument(
            "games",
            nargs="*",
            type=game_key,
            metavar=_("GAME"),
            help=_("which games, else all: {keys}", keys=listed(all_keys())),
        )
        parser.add_argument("--seconds", type=float, default=3.0, metavar="X", help=_("how long each measurement runs"))
        return
    from herrlof.bots import bots_of

    parser.description = _(_WHAT)
    parser.add_argument("bots", nargs="+", metavar=_("BOT"), help=_("bots by their keys, as in: rules random"))
    parser.add_argument(
        "--game",
        default=first,
        type=game_key,
        metavar=_("KEY"),
        help=_("which game: {keys} ({default})", keys=listed(all_keys()), default=first),
    )
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        metavar="N",
        help=_("matches at each table, rounded up to whole groups (1000)"),
    )
    parser.add_argument(
        "--seats", type=int, default=None, metavar="N", help=_("seats at a table (as few as it can be)")
    )
    add_options(parser)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=_("the same seed gives the same result (1)"))
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help=_("processes that play (one a processor); 1: this one alone, for the truest times"),
    )
    parser.add_argument("--scheduler", metavar="tcp://HOST:PORT", help=_("play on a Dask cluster (extra: cluster)"))
    parser.add_argument(
        "--sprt",
        type=float,
        metavar=_("POINTS"),
        help=_(
            "stop once it's clear whether the first of two bots is that many points a round ahead, or not at all "
            "(alpha = beta = 0.05)"
        ),
    )
    add_outputs(parser)
    bots = [_("Bots of {game}: {keys}.", game=game.title, keys=listed(bots_of(game.key))) for game in GAMES.values()]
    parser.epilog = paragraph(*bots, _("'herrlof fairness bots' tells how they play."))


def run_bench(options: argparse.Namespace) -> int:
    from herrlof.arena.bench import report

    for key in options.games:
        if key not in GAMES:
            fail(no_game(key))
    if not 0 < options.seconds <= 3600:
        fail(_("--seconds goes from more than 0 to 3600, not {n}.", n=f"{options.seconds:g}"))
    for line in report(options.seconds, [GAMES[key] for key in options.games]):
        print(line, flush=True)
    return 0


def run_arena(options: argparse.Namespace) -> int:
    """Let bots meet, and print what came of it."""
    from concurrent.futures import BrokenExecutor

    from herrlof.arena.contest import Contest, WorkersUnavailable, results, workers
    from herrlof.arena.report import Report

    jobs = options.jobs if options.jobs is not None else os.cpu_count() or 1
    try:
        if jobs < 1:
            raise ValueError(_("--jobs is 1 or more, not {n}.", n=jobs))
        game = GAMES.get(options.game)
        if game is None:
            raise ValueError(no_game(options.game))
        seats = options.seats if options.seats is not None else game.seats[0]
        chosen = chosen_options(options, game, seats)
        contest = Contest.of(options.game, options.bots, options.games, seats=seats, seed=options.seed, options=chosen)
        report = Report(contest, options.sprt)
    except ValueError as error:
        fail(error)
    status = 0
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what was played so far is counted
    signal.signal(signal.SIGTERM, _terminated)
    _warn(contest, jobs)
    try:
        with workers(jobs, options.scheduler) as (executor, ahead), _progress(contest) as advance:
            for group in results(contest, executor, ahead):
                report.add(group)
                advance(len(group.matches))
                if report.decided:
                    break
    except WorkersUnavailable as error:
        fail(error)
    except KeyboardInterrupt as error:
        report.interrupted = True
        status = TERMINATED if isinstance(error, Terminated) else INTERRUPTED
    except BrokenExecutor:
        say(_("One of the processes that played matches has died."))
        report.interrupted, status = True, 1
    found = report.as_json()
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        _show(found, contest, prints_plain(options))
    return status


class Terminated(KeyboardInterrupt):
    """The system, or somebody on it, has asked the program to end."""


def _terminated(number: int, frame: object) -> None:
    raise Terminated


def _warn(contest: Contest, jobs: int) -> None:
    """Say on stderr that a contest will take long, before it begins."""
    from herrlof.arena.contest import expected_seconds

    seconds = expected_seconds(contest) / jobs
    if seconds >= WARN_FROM_SECONDS:
        text = N_("This will take about {time}, going by the bots' first moves; with fewer --games it takes less.")
        print(_(text, time=duration(seconds)), file=sys.stderr, flush=True)


class Remaining:
    """Says on stderr how long the rest will take, where it is worth waiting elsewhere.

    First after some seconds, and again after a minute: then it is known better, or no match is finished yet.
    """

    def __init__(self, matches: int, clock: Callable[[], float] = monotonic) -> None:
        """Begin to play so many."""
        self._matches = matches
        self._played = 0
        self._clock = clock
        self._begun = clock()
        self._times = [TELL_AFTER_SECONDS, TELL_AGAIN_SECONDS]

    def played(self, matches: int) -> None:
        self._played += matches
        passed = self._clock() - self._begun
        if not self._times or passed < self._times[0]:
            return
        self._times = [time for time in self._times if time > passed]
        left = passed / self._played * (self._matches - self._played)
        if left >= TELL_AFTER_SECONDS:
            text = N_("{played} of {all} matches are played; the rest takes about {time}.")
            print(_(text, played=f"{self._played:,}", all=f"{self._matches:,}", time=duration(left)), file=sys.stderr)

    def waited(self) -> None:
        """Say after a minute that nothing is finished yet, if it is so."""
        if not self._played:
            print(_("No match has finished after a minute; Ctrl+C ends the arena."), file=sys.stderr)


def duration(seconds: float) -> str:
    """Return a time as people say it: 40 seconds, 12 minutes, 3 hours."""
    if seconds < 100:
        return ngettext("{n} second", "{n} seconds", round(seconds))
    minutes = seconds / 60
    if minutes < 100:
        return ngettext("{n} minute", "{n} minutes", round(minutes))
    return ngettext("{n} hour", "{n} hours", round(minutes / 60))


@contextmanager
def _progress(contest: Contest) -> Iterator[Callable[[int], None]]:
    """Show how far it is on a terminal's stderr; yield what to call for each few matches."""
    if not sys.stderr.isatty():
        print(_("{played} matches are being played.", played=f"{contest.matches:,}"), file=sys.stderr)
        remaining = Remaining(contest.matches)
        minute = Timer(TELL_AGAIN_SECONDS, remaining.waited)
        minute.daemon = True
        minute.start()
        try:
            yield remaining.played
        finally:
            minute.cancel()
        return
    done = 0
    with bar(_("matches")) as update:

        def advance(matches: int) -> None:
            nonlocal done
            done += matches
            update(done, contest.matches)

        advance(0)
        yield advance


class _Plain:
    """Prints lines with tabs, and none that is empty."""

    def print(self, text: str = "") -> None:
        if text:
            tell(text)


def _show(found: dict[str, Any], contest: Contest, plain: bool) -> None:
    """Print the result for people; `plain`: with tabs."""
    width = None if sys.stdout.isatty() else WIDTH
    console = _Plain() if plain else new_console(highlight=False, markup=False, width=width)
    if found["interrupted"]:
        text = N_("Interrupted: {played} of {all} matches are finished.")
        console.print(_(text, played=f"{found['matches']:,}", all=f"{contest.matches:,}"))
    options = [_("{option} {value}", option=name, value=value) for name, value in found["options"].items()]
    seats, seed = ngettext("{n} seat", "{n} seats", found["seats"]), _("seed {seed}", seed=found["seed"])
    console.print(listed([GAMES[found["game"]].title, seats, *options, seed]))
    for table in found["tables"]:
        if table["matches"]:
            console.print()
            console.print(_played(table))
            _print(console, *_standings(table["standings"], contest.game.words.facts))
    if found["matches"]:
        console.print(_("Intervals hold with 95 % confidence, measured between groups."))
        console.print()
        _print(console, *_times(found["milliseconds"]))
    if (test := found["sprt"]) is not None:
        console.print()
        console.print(_sprt(test, found["bots"]))
    if found["ratings"] is not None and found["matches"]:
        console.print()
        _print(console, *_ratings(found["ratings"]))
        if found["ratings"]["note"]:
            console.print(found["ratings"]["note"])


def _played(table: dict[str, Any]) -> str:
    matches = ngettext("{n:,} match", "{n:,} matches", table["matches"])
    groups = ngettext("{n:,} group with the same deals", "{n:,} groups with the same deals", table["groups"])
    rounds = ngettext("{n:,} round", "{n:,} rounds", table["rounds"])
    if not table["ties"]:
        return _("{matches} in {groups}, {rounds}", matches=matches, groups=groups, rounds=rounds)
    ties = ngettext("{n:,} tie", "{n:,} ties", table["ties"])
    return _("{matches} in {groups}, {rounds}, {ties}", matches=matches, groups=groups, rounds=rounds, ties=ties)


def _print(console: Console | _Plain, heads: list[str], rows: list[list[str]]) -> None:
    """Print a table; columns that do not fit beside the first follow below it, since half a figure is none."""
    if isinstance(console, _Plain):
        for line in laid_out([Row(title, tuple(cells)) for title, *cells in (heads, *rows)], plain=True):
            console.print(line)
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    columns = list(zip(heads, *rows, strict=True))
    widths = [max(map(len, column)) + 2 for column in columns]
    rest = list(range(1, len(columns)))
    while rest:
        shown, room = [rest.pop(0)], console.width - widths[0] - 2
        while rest and sum(widths[number] for number in (*shown, rest[0])) <= room:
            shown.append(rest.pop(0))
        table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        for number in (0, *shown):
            table.add_column(heads[number], justify="right" if number else "left", no_wrap=True)
        for row in rows:
            table.add_row(*(row[number] for number in (0, *shown)))
        console.print(table)


def _standings(standings: list[dict[str, Any]], facts: Mapping[str, str]) -> tuple[list[str], list[list[str]]]:
    first = next(iter(facts), None)
    headings = [heading for name, heading in facts.items() if name != first]
    heads = [_("bot"), _("wins %"), *([facts[first], _("difference")] if first else []), *headings]
    rows = []
    for standing in standings:
        found = standing["facts"]
        cells = [_mean(found[first]), _mean(standing["difference"], "+")] if first else []
        for name, heading in facts.items():
            if name != first:
                cells.append(_rate(found[name]) if heading.endswith("%") else _mean(found[name]))
        bot = standing["bot"] if standing["seats"] == 1 else _("{n} x {bot}", n=standing["seats"], bot=standing["bot"])
        rows.append([bot, _share(standing["wins"]), *cells])
    return heads, rows


def _times(milliseconds: dict[str, dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    rows = [
        [bot, f"{times['p50']:.3g}", f"{times['p95']:.3g}", f"{times['moves']:,}"]
        for bot, times in milliseconds.items()
        if times["moves"]
    ]
    return [_("ms a move"), "p50", "p95", _("moves")], rows


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
    mean = numeral(value, f"{sign}.2f")
    return mean if high is None else f"{mean} ±{high - value:.2f}"


VERDICTS: Final = {"accepted": N_("accepted"), "rejected": N_("rejected"), "undecided": N_("undecided")}


def _sprt(test: dict[str, Any], bots: list[str]) -> str:
    claim = max(test["low"], test["high"], key=abs)
    low, high = test["low"], test["high"]
    text = _(
        "SPRT, {claim:g} {unit} against 0: {verdict} after {n:,} groups, LLR {llr:+.2f} (bounds ±{bound:.2f}).",
        claim=claim,
        unit=test["unit"],
        verdict=_(VERDICTS[test["verdict"]]),
        n=test["groups"],
        llr=test["llr"],
        bound=test["bound"],
    )
    if test["verdict"] == "undecided":
        return paragraph(text, _("More matches are needed."))
    likely, less = (high, low) if test["verdict"] == "accepted" else (low, high)
    ahead = N_("{bot} is ahead of {other} by {likely:g} rather than {less:g}.")
    return paragraph(text, _(ahead, bot=bots[0], other=bots[1], likely=likely, less=less))


def _ratings(ratings: dict[str, Any]) -> tuple[list[str], list[list[str]]]:
    skill = any(row["openskill"] for row in ratings["bots"])
    columns = [_("{model} rating (Elo scale)", model=ratings["model"]), _("rating"), "95 %"]
    heads = [*columns, *(["openskill mu", "sigma", "mu - 3 sigma"] if skill else [])]
    rows = []
    for row in sorted(ratings["bots"], key=lambda row: -row["rating"]["value"]):
        rating = row["rating"]
        cells = [
            row["bot"],
            numeral(rating["value"], "+.0f"),
            _("{low:+.0f} to {high:+.0f}", low=rating["low"], high=rating["high"]),
        ]
        if skill:
            cells += [f"{row['openskill'][name]:.2f}" for name in ("mu", "sigma", "at_least")]
        rows.append(cells)
    return heads, rows
