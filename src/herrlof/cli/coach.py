"""The commands of the coach: review, judge and stats."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Final

from herrlof.cli.choices import game_key, no_game
from herrlof.cli.judging import finished, opened
from herrlof.cli.output import fail, tell
from herrlof.cli.progress import bar
from herrlof.cli.records import add_file, find
from herrlof.cli.tables import add_outputs, laid_out, prints_plain
from herrlof.game import Row
from herrlof.games import GAMES, all_keys
from herrlof.messages import _, listed, ngettext, numeral, one_of
from herrlof.records.listing import local_time
from herrlof.records.storage import Storage

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement
    from herrlof.coach.review import Position, Review

JUDGE: Final = "herrlof.judge/1"
SHOWN: Final = 12
"""Decisions that are printed for people."""


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    if name == "stats":
        parser.add_argument(
            "--game", type=game_key, metavar="G", help=_("only this game: {games}", games=listed(all_keys()))
        )
        parser.add_argument("--player", metavar="P", help=_("seats with this name; else all seats of people"))
        parser.add_argument(
            "--with-help", action="store_true", help=_("matches with hints and take-backs too, listed separately")
        )
        add_outputs(parser)
        return

    add_file(parser)
    if name == "judge":
        parser.add_argument("move", type=int, metavar="N", help=_("a move's number, as in a replay or review"))
        parser.add_argument(
            "--more", type=int, default=0, metavar="W", help=_("think on, in this many more imagined deals or games")
        )
        add_outputs(parser)
        return
    parser.add_argument(
        "--seat", metavar=_("SEAT"), help=_("only this seat's decisions: a player's name, or a number from 1")
    )
    add_outputs(parser, sentences=True)


def run_review(options: argparse.Namespace) -> int:
    """Judge the decisions of a match, and print what they cost."""

    if (review := opened(find(options.file))) is None:
        return 1
    seats = list(range(len(review.seats))) if review.complete else review.people
    if options.seat is not None:
        seat = _seat(options.seat, review.names)
        if seat not in seats:
            fail(_("Others' decisions are reviewed once the match is over."))
        seats = [seat]
    if not finished(review):
        return 1
    if options.json:
        print(json.dumps(review.as_json(seats), indent=1))
    elif prints_plain(options):
        from herrlof.plain.coach import review_told

        for line in review_told(review, seats):
            tell(line)
    else:
        for line in _lines(review, seats):
            tell(line)
    return 0


def run_judge(options: argparse.Namespace) -> int:
    """Judge the choices at one decision of a match, as a hint does there."""
    from herrlof.coach.judge import asked

    if options.more < 0:
        fail(_("--more is a number from 0 on."))
    if (review := opened(find(options.file))) is None:
        return 1
    position = next((one for one in review.positions if one.n == options.move - 1), None)
    if position is None:
        fail(_("Move {n} was no decision to judge.", n=options.move))
    found = asked(review.game, position.seen, position.legal, position.played, options.more)
    if options.json:
        print(json.dumps(_judgement_as_json(review, position, found), indent=1))
    else:
        plain = prints_plain(options)
        for line in _judgement(review, position, found, plain):
            if line or not plain:
                tell(line)
    return 0


def _judgement(review: Review, position: Position, found: Judgement, plain: bool) -> Iterator[str]:
    """Yield what each choice is worth, the best first."""
    from herrlof.coach.judge import ERRORS
    from herrlof.coach.saying import imagined_text, reason_text, rival_of, unit_text, verdict_text

    to = review.game.words.to(position.seen, review.names)
    yield _("{where}: {name} chose {move}.", where=review.where(position.n), name=review.names[position.seat],
            move=to.whole_name(position.played))  # fmt: skip
    yield ""
    rows = [Row(_("choice"), (_("ahead") if found.exact else unit_text(found.unit), _("error"), _("verdict")))]
    for choice in found.choices:
        worth, error = ("", "") if choice.value is None else (numeral(choice.value.value, ".1f"), "")
        if choice.value is not None and not found.exact:
            error = f"± {ERRORS * choice.value.error:.1f}"
        rows.append(Row(to.label(choice.action), (worth, error, verdict_text(choice, found))))
    yield from laid_out(rows, plain, left=True)
    best = found.choices[0].action
    yield ""
    if why := reason_text(review.game, position.seen, found.choices, rival_of(found), to):
        yield f"{to.label(best)}: {why}"
    yield imagined_text(found, review.game.hidden)


def _judgement_as_json(review: Review, position: Position, found: Judgement) -> dict[str, Any]:
    """Return what programs get of a judgement."""
    from herrlof.coach.judge import motive_of
    from herrlof.coach.saying import rival_of

    encode, rival = review.game.encode, rival_of(found)
    motive = motive_of(review.game, position.seen, found.choices, rival)
    return {
        "schema": JUDGE,
        "id": review.id,
        "game": review.game.key,
        "n": position.n,
        "seat": position.seat,
        "round": position.round,
        "kind": position.kind,
        "played": encode(position.played),
        "unit": found.unit,
        "exact": found.exact,
        "worlds": found.worlds,
        "choices": [
            {
                "action": encode(one.action),
                "value": None if one.value is None else one.value.value,
                "error": None if one.value is None else one.value.error,
                "loss": one.loss.value,
                "loss_error": one.loss.error,
                "verdict": one.verdict,
                "worlds": one.worlds,
                "outcomes": {str(outcome): times for outcome, times in one.outcomes.items()},
            }
            for one in found.choices
        ],
        "reason": None if motive is None else {"motive": motive.name, **motive.numbers},
    }


def _seat(text: str, names: Sequence[str]) -> int:
    """Return the seat that somebody named, by its player or counted from 1."""
    found = [seat for seat, name in enumerate(names) if name.casefold() == text.strip().casefold()]
    if not found and text.isdecimal() and 1 <= int(text) <= len(names):
        return int(text) - 1
    if not found:
        fail(
            _(
                "There's no seat '{seat}': name {names}, or a number from 1 to {last}.",
                seat=text,
                names=one_of(names),
                last=len(names),
            )
        )
    return found[0]


def run_stats(options: argparse.Namespace) -> int:
    """Print statistics of the matches that are kept."""
    from herrlof.coach.ladder import ladder
    from herrlof.coach.statistics import Statistics, as_json
    from herrlof.seats import daily

    if options.game is not None and options.game not in GAMES:
        fail(no_game(options.game))
    storage = Storage()
    if storage.unreadable_reason is not None:
        fail(storage.unreadable_reason)
    found = Statistics(storage)
    with bar(_("records")) as update:
        for done, of in found.read():
            update(done, of)
    told = as_json(found, options.game, options.player, options.with_help)
    days = daily.recent_days(storage, daily.today())
    told["days"] = daily.as_json(days.results)
    if options.json:
        print(json.dumps(told, indent=1))
        return 0
    plain = prints_plain(options)
    for line in _statistics(told, plain):
        if line or not plain:
            tell(line)
    if days.results:
        if not plain:
            tell("")
        for line in laid_out([Row(_("deal of the day"), (_("game"), "")), *daily.week(days, daily.today())], plain):
            tell(line)
        for key in dict.fromkeys(row["game"] for row in told["matches"]):
            if climbed := ladder(key, storage.beaten(key)).told:
                tell(_("{name}: {sentence}", name=GAMES[key].title, sentence=climbed))
    return 0


def _statistics(told: dict[str, Any], plain: bool) -> Iterator[str]:
    """Yield statistics for people."""
    from herrlof.coach.saying import bots_text

    if not told["matches"]:
        yield _("No finished match is counted here.")
        return
    rows = [Row(_("game"), (_("seats"), _("against"), _("help"), _("played"), _("won"), "%"))]
    for row in told["matches"]:
        helped, won = _("with help") if row["help"] else "", f"{row['won']:g}"
        share = f"{100 * row['won'] / row['played']:.0f}"
        cells = (str(row["seats"]), bots_text(row["game"], row["bot"]), helped, str(row["played"]), won, share)
        rows.append(Row(GAMES[row["game"]].title, cells))
    yield from laid_out(rows, plain)
    if told["facts"]:
        rows = [Row(_("game"), (_("what"), _("of"), _("mean")))]
        for row in told["facts"]:
            game = GAMES[row["game"]]
            rows.append(Row(game.title, (row["name"], game.words.rounds(row["count"]), numeral(row["mean"], ".2f"))))
        yield ""
        yield from laid_out(rows, plain)
    if told["costs"]:
        rows = [Row(_("match"), (_("begun"), _("mean cost")))]
        days = [local_time(row["created"], "%Y-%m-%d") for row in told["costs"]]
        costs = zip(told["costs"], days, strict=True)
        rows += [Row(row["id"], (day, numeral(row["mean"], ".2f"))) for row, day in costs]
        yield ""
        yield from laid_out(rows, plain)


def _lines(review: Review, seats: list[int]) -> Iterator[str]:
    """Yield a review for people."""
    from herrlof.coach.ledger import parts_of
    from herrlof.coach.review import ALL, ENOUGH
    from herrlof.coach.saying import (
        cost_text,
        hard_text,
        hint_text,
        ledger_title,
        means_note,
        part_name,
        reason_text,
        rest_text,
        scale_text,
        unit_text,
    )
    from herrlof.table.export import table

    words, names = review.game.words, review.names
    found = review.dearest(seats)
    yield ngettext("{n} decision was judged.", "{n} decisions were judged.", len(found))
    if not review.complete:
        yield _("The match isn't over.")
    rows = [Row(_("decision"), (_("who"), _("what was done"), _("the best"), _("cost"), "", _("better in")))]
    hints: list[str] = []
    for one in review.costly(seats)[:SHOWN]:
        to = words.to(review.position(one.n).seen, names)
        played, best = to.label(one.played), to.label(one.best)
        knowable = _("exact") if one.exact else _("{n} of 100", n=one.of_100)
        sure = _("clear") if one.clear else _("close")
        rows.append(Row(review.where(one.n), (names[one.seat], played, best, cost_text(review, one), sure, knowable)))
        if why := reason_text(review.game, review.position(one.n).seen, one.compared, one.played, to):
            hints.append(_("{where}, {best}: {said}", where=review.where(one.n), best=best, said=why))
        if said := hard_text(review, one):
            hints.append(_("{name}: {sentence}", name=review.where(one.n), sentence=said))
        if said := hint_text(review, one, to.whole_name):
            hints.append(_("{name}: {sentence}", name=review.where(one.n), sentence=said))
    if len(rows) > 1:
        yield ""
        yield from table(rows, left=True)
        yield rest_text(review, seats, review.costly(seats)[:SHOWN])
    yield from hints
    rows = [Row(_("mean cost"), (_("kind"), _("decisions"), unit_text(review.unit), _("error")))]
    for mean in review.means():
        if mean.seat in seats:
            kind = _("all") if mean.kind == ALL else words.kind(mean.kind)
            error = "" if mean.error == inf else f"± {2 * mean.error:.2f}"
            rows.append(Row(names[mean.seat], (kind, str(mean.count), numeral(mean.mean, ".2f"), error)))
    if len(rows) > 1:
        yield ""
        yield from table(rows)
    if told := scale_text(review.game.key):
        yield told
    if any(mean.kind == ALL and mean.count < ENOUGH and mean.seat in seats for mean in review.means()):
        yield means_note()
    accounts = review.ledger()
    if accounts is not None:
        scale = 1 if review.counts_points else 100
        rows = [Row(ledger_title(review.game), tuple(names[one.seat] for one in accounts if one.seat in seats))]
        for part in (*parts_of(review.game), "result"):
            values = [one.result if part == "result" else one.parts[part] for one in accounts if one.seat in seats]
            rows.append(Row(part_name(part), tuple(numeral(scale * value, "+.2f") for value in values)))
        yield ""
        yield from table(rows)
