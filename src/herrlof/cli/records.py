"""The commands for records: verify, export, repair, remove, schema, list and locate."""

from __future__ import annotations

import argparse
import json
import os
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from herrlof.cli.choices import game_key
from herrlof.cli.output import fail, say, tell
from herrlof.cli.tables import add_outputs, laid_out, prints_plain
from herrlof.game import Row
from herrlof.games import GAMES
from herrlof.messages import ANSWER_LETTERS, _, listed, ngettext
from herrlof.records.errors import Damaged, RecordError
from herrlof.records.listing import score_text
from herrlof.records.names import printable
from herrlof.records.storage import SUFFIX, Storage, read_record

if TYPE_CHECKING:
    from herrlof.records.listing import RecordSummary
    from herrlof.records.models import Record
    from herrlof.table.match import Match


RECORDS: Final = "records"
SEATS: Final = "seats"
"""What there are schemas of."""
STATES: Final = ("unfinished", "finished", "open", "damaged", "unreadable")
"""In what state a record may be: their names in `herrlof.records.listing`, which no help waits for."""
LAST: Final = "last"
"""What names the match played last."""


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    if name in ("verify", "export", "repair"):
        add_file(parser)
    if name == "remove":
        add_file(parser, nargs="+")
        parser.add_argument("--yes", action="store_true", help=_("don't ask"))
    if name == "schema":
        kinds = (RECORDS, SEATS)
        parser.add_argument(
            "of", nargs="?", choices=kinds, default=RECORDS, help=_("of records, or of the lines to a seat elsewhere")
        )
    if name == "export":
        parser.add_argument("--format", choices=("text", "json"), default="text", help=_("for people, or for programs"))
        parser.add_argument(
            "--review", action="store_true", help=_("with the coach's word on each move: cost, what was better, why")
        )
    if name == "list":
        parser.add_argument("--game", type=game_key, metavar=_("KEY"), help=_("only matches of this game"))
        parser.add_argument("--state", choices=tuple(STATES), help=_("only matches in this state"))
        parser.add_argument("--limit", type=int, metavar="N", help=_("only this many, the latest"))
        add_outputs(parser)
    if name in ("verify", "locate"):
        parser.add_argument("--json", action="store_true", help=_("print JSON only"))


def add_file(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """Add the argument that names a record."""
    what = _("a record: its file, its name or how it begins, or last for the latest")
    parser.add_argument("file", nargs=nargs, metavar=_("FILE"), help=what)


def find(text: str) -> Path:
    """Return the file that somebody named, or leave with one sentence: there is none, or more than one.

    It is a path, the name of a record in the games folder, a beginning of either half of it that no other has, or last.
    """

    path = Path(text)
    try:
        os.lstat(text)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        if not text or path.name != text:
            fail(_("There's no record '{file}'.", file=text))
    except OSError:
        return path  # who reads it says why not
    else:
        return path
    storage = Storage()
    if text == LAST:
        newest = next(iter(storage.summaries()), None)
        if newest is None:
            fail(_("No matches are kept yet."))
        return newest.path
    asked = text.removesuffix(SUFFIX)
    try:
        stems = [name.removesuffix(SUFFIX) for name in os.listdir(storage.games) if name.endswith(SUFFIX)]
    except (FileNotFoundError, NotADirectoryError):
        stems = []
    except OSError:
        return storage.games / (asked + SUFFIX)
    found = [asked] if asked in stems else sorted(stem for stem in stems if _begins(stem, asked))
    if not found:
        fail(_("There's no record '{file}'.", file=text))
    if len(found) > 1:
        fail(
            _(
                "'{file}' begins more than one name: {names}.",
                file=text,
                names=listed([*found[:3], *["…"] * (len(found) > 3)]),
            )
        )
    return storage.games / (found[0] + SUFFIX)


def _begins(stem: str, asked: str) -> bool:
    return bool(asked) and any(part.startswith(asked) for part in (stem, *stem.split("-")[1:]))


def name_of(path: Path) -> str:
    """Return a path as it can be printed."""

    return printable(str(path), 5000)


def _checked(path: Path) -> tuple[Record, Match]:
    """Return a record and its match, with everything in it compared."""
    from herrlof.table.resume import replayed

    record = read_record(path)
    return record, replayed(record)


def _fail(error: Exception) -> int:
    """Say what is wrong in a sentence: status 1 for a record that is not as it was written, 2 for wrong input."""

    say(error)
    return 1 if isinstance(error, Damaged) else 2


def run_verify(options: argparse.Namespace) -> int:
    """Print what a record proves."""
    from herrlof.table.verify import proofs

    path = find(options.file)
    try:
        record, match = _checked(path)
    except Damaged as error:
        if options.json:
            _print_json("verify", file=str(path), proved=False, error=str(error))
            return 1
        return _fail(error)
    except RecordError as error:
        return _fail(error)
    if options.json:
        sentences = list(proofs(record, match))
        _print_json("verify", file=str(path), proved=True, finished=match.over, match=record.header.id, told=sentences)
        return 0
    for line in proofs(record, match):
        tell(line)
    return 0


def _print_json(schema: str, **found: Any) -> None:
    """Print what a program reads, with the name and number of its form."""
    print(json.dumps({"schema": f"herrlof.{schema}/1", **found}, indent=1))


def run_export(options: argparse.Namespace) -> int:
    """Print a match as text or as JSON."""
    from herrlof.table.export import as_json, as_text

    path = find(options.file)
    try:
        record, match = _checked(path)
    except RecordError as error:
        return _fail(error)
    review = None
    if options.review:
        from herrlof.cli.judging import judged

        if not match.over:
            fail(_("An export can judge a match's moves only once it's over."))
        if (review := judged(path)) is None:
            return 1
    if options.format == "json":
        found = as_json(record, match)
        if review is not None:
            review.join(found)
        text = json.dumps(found, indent=1, ensure_ascii=False)
        print("".join(sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in text))
    else:
        from herrlof.coach.saying import notes

        for line in as_text(record, match, None if review is None else notes(review)):
            tell(line)
    return 0


def run_repair(options: argparse.Namespace) -> int:
    """Write a copy of a damaged record."""
    from herrlof.table.repair import repair

    path = find(options.file)
    try:
        repaired = repair(path)
    except RecordError as error:
        return _fail(error)
    if repaired is None:
        print(_("{file}: nothing is damaged", file=name_of(path)))
        return 0
    copy, lines, damage = repaired
    print(damage)
    told = ngettext(
        "{file}: a copy of the {n} line before that; the damaged file is untouched",
        "{file}: a copy of the {n} lines before that; the damaged file is untouched",
        lines,
        file=name_of(copy),
    )
    print(told)
    return 0


def run_schema(options: argparse.Namespace) -> int:
    """Print the JSON Schema of a record's lines, or of the seat protocol's."""
    if options.of == SEATS:
        from herrlof.seats.protocol import protocol_schema

        found = protocol_schema(GAMES)
    else:
        from herrlof.records.models import schema

        found = schema()
    print(json.dumps(found, indent=1))
    return 0


def run_remove(options: argparse.Namespace) -> int:
    """Delete records for good, each with its review; asked first, where somebody is there to answer."""

    paths = [find(text) for text in options.file]
    storage = Storage()
    for path in paths:
        if path.suffix != SUFFIX:
            fail(_("{file} isn't a Herrlof record.", file=name_of(path)))
    if not options.yes:
        if not sys.stdin.isatty():
            fail(_("Nobody can be asked here: --yes deletes without asking."))
        for path in paths:
            tell(name_of(path))
        print(
            ngettext("Delete it for good? (y/n)", "Delete these {n} for good? (y/n)", len(paths)), end=" ", flush=True
        )
        if sys.stdin.readline().strip().casefold() not in ("y", "yes", ANSWER_LETTERS.own("y"), _("yes")):
            print(_("Nothing was deleted."))
            return 1
    for path in paths:
        try:
            storage.delete(path)
        except RecordError as error:
            return _fail(error)
        print(_("{file}: deleted", file=name_of(path)))
    return 0


def run_list(options: argparse.Namespace) -> int:
    """Print a line for each record, the one played last first."""

    if options.limit is not None and options.limit < 1:
        fail(_("--limit is 1 or more, not {n}.", n=options.limit))
    storage = Storage()
    if warning := storage.permission_warning():
        say(warning)
    kept = (
        found
        for found in storage.summaries()
        if options.game in (None, found.game) and options.state in (None, found.state)
    )
    summaries = list(islice(kept, options.limit))
    if options.json:
        _print_json("list", matches=[_facts(found) for found in summaries])
    elif not summaries:
        print(_("No such matches are kept.") if options.game or options.state else _("No matches are kept yet."))
    else:
        _print_list(summaries, prints_plain(options))
    return 0


def _facts(found: RecordSummary) -> dict[str, Any]:
    """Return what a program is told of a match: what is public."""
    seats = [{"name": seat.name, "bot": seat.bot, "how": seat.how} for seat in found.seats]
    return {
        "match": found.path.stem,
        "file": str(found.path),
        "state": found.state,
        "created": found.created,
        "played": found.played,
        "game": found.game,
        "options": dict(found.options),
        "seats": seats,
        "scores": list(found.scores),
        "moves": found.moves,
        "helped": found.help.any,
        "problem": found.problem or None,
    }


def _print_list(summaries: list[RecordSummary], plain: bool) -> None:
    heads = (_("played last"), _("game"), _("state"), _("players"), _("score"), _("help"), "")
    rows = [Row(_("match"), heads)]
    for found in summaries:
        seats = listed(seat.name for seat in found.seats)
        figures = score_text(found.scores), str(found.help)
        cells = (found.when(), found.game, found.state_text, seats, *figures, printable(found.problem or found.note))
        rows.append(Row(printable(found.path.stem), cells))
    for line in laid_out(rows, plain, left=True):
        tell(line)


def run_locate(options: argparse.Namespace) -> int:
    storage = Storage()
    if options.json:
        _print_json("locate", records=str(storage.games), settings=str(storage.settings.path))
    else:
        print(_("records   {folder}", folder=name_of(storage.games)))
        print(_("settings  {file}", file=name_of(storage.settings.path)))
    if warning := storage.permission_warning():
        say(warning)
    return 0
