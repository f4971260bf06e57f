"""The commands of the coach: review and stats."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any, Final

from herrlof.cli.output import fail, say
from herrlof.messages import _, listed, ngettext

if TYPE_CHECKING:
    from herrlof.coach.review import Review

SHOWN: Final = 12
"""Decisions that are printed for people."""


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command."""
    if name == "stats":
        from herrlof.games import all_keys

        parser.add_argument("--game", metavar="G", help=_("this game alone: {games}", games=listed(all_keys())))
        parser.add_argument("--player", metavar="P", help=_("the seats with this name; else all seats of people"))
        parser.add_argument(
            "--with-help", action="store_true", help=_("matches with hints and take-backs too, apart from the others")
        )
        parser.add_argument("--json", action="store_true", help=_("print the statistics as JSON, and nothing else"))
        return
    parser.add_argument("file", metavar=_("FILE"), help=_("a record, or the name of one in the games folder"))
    parser.add_argument("--seat", type=int, metavar="N", help=_("the decisions of this seat alone, the first being 0"))
    parser.add_argument("--json", action="store_true", help=_("print the review as JSON, and nothing else"))


def run_review(options: argparse.Namespace) -> int:
    """Judge the decisions of a match, and print what they cost."""
    from herrlof.cli.records import find
    from herrlof.coach.review import ReviewRefused, review_of
    from herrlof.records.errors import Damaged
    from herrlof.records.storage import Storage

    try:
        review = review_of(find(options.file), Storage())
    except Damaged as error:
        say(error)
        return 1
    except ReviewRefused as error:
        fail(error)
    seats = list(range(len(review.seats))) if review.complete else review.people
    if options.seat is not None:
        if options.seat not in range(len(review.seats)):
            fail(_("There is no seat {seat}: the last one is {last}.", seat=options.seat, last=len(review.seats) - 1))
        if options.seat not in seats:
            fail(_("The decisions of others are reviewed when the match is over."))
        seats = [options.seat]
    with _progress(review) as told:
        whole = asyncio.run(review.run(told))
    if not whole:
        say(review.trouble)
        return 1
    if options.json:
        print(json.dumps(review.as_json(seats), indent=1))
    else:
        for line in _lines(review, seats):
            print(line)
    return 0


def run_stats(options: argparse.Namespace) -> int:
    """Print statistics of the matches that are kept."""
    from herrlof.coach.statistics import Statistics, as_json
    from herrlof.games import GAMES, missing
    from herrlof.records.storage import Storage

    if options.game is not None and options.game not in GAMES:
        fail(missing(options.game))
    found = Statistics(Storage())
    with _bar(_("records")) as update:
        for done, of in found.read():
            update(done, of)
    told = as_json(found, options.game, options.player, options.with_help)
    if options.json:
        print(json.dumps(told, indent=1))
    else:
        for line in _statistics(told):
            print(line)
    return 0


def _statistics(told: dict[str, Any]) -> Iterator[str]:
    """Yield statistics for people."""
    from herrlof.coach.saying import bots_text
    from herrlof.game import Row
    from herrlof.games import GAMES
    from herrlof.table.export import table

    if not told["matches"]:
        yield _("No finished match is counted here.")
        return
    rows = [Row(_("game"), (_("seats"), _("against"), _("help"), _("played"), _("won"), "%"))]
    for row in told["matches"]:
        helped, won = _("with help") if row["help"] else "", f"{row['won']:g}"
        share = f"{100 * row['won'] / row['played']:.0f}"
        cells = (str(row["seats"]), bots_text(row["game"], row["bot"]), helped, str(row["played"]), won, share)
        rows.append(Row(GAMES[row["game"]].title, cells))
    yield from table(rows)
    if told["facts"]:
        rows = [Row(_("game"), (_("what"), _("of"), _("mean")))]
        for row in told["facts"]:
            game = GAMES[row["game"]]
            rows.append(Row(game.title, (row["name"], game.words.rounds(row["count"]), f"{row['mean']:.2f}")))
        yield ""
        yield from table(rows)
    if told["costs"]:
        rows = [Row(_("match"), (_("begun (UTC)"), _("mean cost")))]
        rows += [Row(row["id"], (row["created"][:10], f"{row['mean']:.2f}")) for row in told["costs"]]
        yield ""
        yield from table(rows)


@contextmanager
def _progress(review: Review) -> Iterator[Callable[[], None]]:
    """Show how far a review is; yield what to call for each step."""
    if review.done:
        yield lambda: None
        return
    with _bar(_("decisions")) as update:
        yield lambda: update(len(review.decisions), len(review.positions))


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show on a terminal's stderr how far it is; yield what to call with how many of how many are done."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn(_("left")), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _lines(review: Review, seats: list[int]) -> Iterator[str]:
    """Yield a review for people."""
    from herrlof.coach.ledger import parts_of
    from herrlof.coach.review import ALL, ENOUGH
    from herrlof.coach.saying import better_head, cost_text, means_note, part_name, unit_text
    from herrlof.game import Row
    from herrlof.table.export import table

    words, names = review.game.words, review.names
    found = review.dearest(seats)
    yield ngettext("{n} decision was judged.", "{n} decisions were judged.", len(found))
    if not review.complete:
        yield _("The match is not over.")
    rows = [Row(_("round"), (_("who"), _("what was done"), _("the best"), _("cost"), "", better_head(review.game)))]
    for one in [one for one in found if one.cost.value > 0 and one.verdict != "as good"][:SHOWN]:
        seen = review.position(one.n).seen
        played, best = (words.label(action, seen, names) for action in (one.played, one.best))
        knowable = _("{n} of 100", n=one.of_100)
        sure = _("clear") if one.clear else _("close")
        rows.append(Row(str(one.round), (names[one.seat], played, best, cost_text(one), sure, knowable)))
    if len(rows) > 1:
        yield ""
        yield from table(rows, left=True)
    rows = [Row(_("mean cost"), (_("kind"), _("decisions"), unit_text(review), _("error")))]
    for mean in review.means():
        if mean.seat in seats:
            kind = _("all") if mean.kind == ALL else words.kind(mean.kind)
            error = "" if mean.error == inf else f"± {2 * mean.error:.2f}"
            rows.append(Row(names[mean.seat], (kind, str(mean.count), f"{mean.mean:.2f}", error)))
    if len(rows) > 1:
        yield ""
        yield from table(rows)
    if any(mean.kind == ALL and mean.count < ENOUGH and mean.seat in seats for mean in review.means()):
        yield means_note()
    accounts = review.ledger()
    if accounts is not None:
        title, scale = (_("luck ledger"), 1) if review.counts_points else (_("luck ledger, in wins of 100"), 100)
        rows = [Row(title, tuple(names[one.seat] for one in accounts if one.seat in seats))]
        for part in (*parts_of(review.game), "result"):
            values = [one.result if part == "result" else one.parts[part] for one in accounts if one.seat in seats]
            rows.append(Row(part_name(part), tuple(f"{scale * value:+.2f}" for value in values)))
        yield ""
        yield from table(rows)
