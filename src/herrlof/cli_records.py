"""The commands for records: verify, export, repair, schema, list and locate."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from herrlof.match import Match
    from herrlof.records import Record


def add_commands(commands: argparse._SubParsersAction[Any], formatter: type[argparse.HelpFormatter]) -> None:
    """Add the commands to those of the program."""
    file_help = "a record, or the name of one in the games folder"

    verify = commands.add_parser(
        "verify", help="prove that a match was dealt and played fairly", formatter_class=formatter
    )
    verify.add_argument("file", metavar="FILE", help=file_help)
    verify.set_defaults(run=_verify)

    export = commands.add_parser("export", help="print a match to read or to paste", formatter_class=formatter)
    export.add_argument("file", metavar="FILE", help=file_help)
    export.add_argument("--format", choices=("text", "json"), default="text", help="text for people, json for programs")
    export.set_defaults(run=_export)

    repair = commands.add_parser("repair", help="copy a damaged record up to the damage", formatter_class=formatter)
    repair.add_argument("file", metavar="FILE", help=file_help)
    repair.set_defaults(run=_repair)

    schema = commands.add_parser("schema", help="print the JSON Schema of records", formatter_class=formatter)
    schema.set_defaults(run=_schema)

    listing = commands.add_parser("list", help="list the matches that are kept", formatter_class=formatter)
    listing.set_defaults(run=_list)

    locate = commands.add_parser("locate", help="print where records and settings are kept", formatter_class=formatter)
    locate.set_defaults(run=_locate)


def find(text: str) -> Path:
    """Return the file that somebody named: a path, or the name of a record in the games folder."""
    from herrlof.storage import SUFFIX, Storage

    path = Path(text)
    if path.exists() or path.name != text:
        return path
    kept = Storage().games / (text if text.endswith(SUFFIX) else text + SUFFIX)
    return kept if kept.exists() else path


def _fail(fault: object, status: int) -> int:
    """Say what is wrong in a sentence: status 1 for a record that is not as it was written, 2 for wrong input."""
    print(f"herrlof: {fault}", file=sys.stderr)
    return status


def _checked(text: str) -> tuple[Record, Match]:
    """Return a record and its match, with everything in it compared."""
    from herrlof.match import Match
    from herrlof.storage import read_record

    record = read_record(find(text))
    return record, Match.replay(record)


def _status(fault: Exception) -> int:
    from herrlof.match import Damaged

    return 1 if isinstance(fault, Damaged) else 2


def _verify(options: argparse.Namespace) -> int:
    from herrlof.match import RecordError

    try:
        record, match = _checked(options.file)
    except RecordError as fault:
        return _fail(fault, _status(fault))
    for line in proofs(record, match):
        print(line)
    return 0


def proofs(record: Record, match: Match) -> Iterator[str]:
    """Yield what a successful replay has proved, and what it has not."""
    header = record.header
    kinds = [move.do.split(" ")[0] for move in match.moves if move.by < 0]
    drawn = ", ".join(f"{kinds.count(kind)} × {kind}" for kind in sorted(set(kinds), reverse=True))
    cuts = sum(map(bool, match.cuts))
    yield f"{header.id}: {match.game.title}, {', '.join(seat.name for seat in match.seats)}"
    yield f"proved: {_counted(len(record.lines), 'line')}, each with its hash, and nothing between them is missing"
    if match.commitment is not None:
        yield f"proved: the seed fits the commitment {match.commitment}"
        source = "the seed" if not cuts else f"the seed and {_counted(cuts, 'cut')}"
    else:
        source = "the deal code"
    if record.start is not None:
        yield f"proved: the first dealer, {match.seats[match.options['first_dealer']].name}, follows from " + (
            "the options" if "first_dealer" in header.options else source
        )
    if kinds:
        yield f"proved: all that chance did ({drawn}) follows from {source}, card for card"
    moves = len(match.moves) - len(kinds)
    scores = next((line.scores for line in reversed(record.moves) if line.scores is not None), None)
    tally = f", and to the score {' : '.join(map(str, scores))}" if scores else ""
    yield f"proved: {_counted(moves, 'move')} of players: each was allowed and leads to the recorded position{tally}"
    if record.end is not None:
        yield "proved: the result, and the seed shown at the end" if match.seed else "proved: the result"
    else:
        yield "not finished: the seed stands in the file, but is not to be shown before the end"
    if match.commitment is None:
        yield "not proved: that nobody knew the deals, since a deal code was used"
    else:
        yield "not proved: that this commitment was shown before the first card; compare it with what you noted"
        if not cuts:
            yield "not proved: that the seed was not chosen, since nobody cut"
    if record.resumes:
        yield f"noted: the match was taken up again {_counted(len(record.resumes), 'time')}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _export(options: argparse.Namespace) -> int:
    from herrlof.export import as_json, as_text
    from herrlof.match import RecordError

    try:
        record, _ = _checked(options.file)
    except RecordError as fault:
        return _fail(fault, _status(fault))
    if options.format == "json":
        import json

        print(json.dumps(as_json(record), indent=1, ensure_ascii=False))
    else:
        for line in as_text(record):
            print(line)
    return 0


def _repair(options: argparse.Namespace) -> int:
    from herrlof.match import RecordError
    from herrlof.storage import repair

    path = find(options.file)
    try:
        repaired = repair(path)
    except RecordError as fault:
        return _fail(fault, _status(fault) if path.exists() else 2)
    if repaired is None:
        print(f"{path}: nothing is damaged")
        return 0
    copy, lines, damage = repaired
    print(f"{damage}")
    print(f"{copy}: a copy of the {_counted(lines, 'line')} before that; the damaged file is as it was")
    return 0


def _schema(options: argparse.Namespace) -> int:
    import json

    from herrlof.records import schema

    print(json.dumps(schema(), indent=1))
    return 0


def _list(options: argparse.Namespace) -> int:
    from rich.cells import cell_len, set_cell_size

    from herrlof.storage import Storage

    rows = [("match", "begun (UTC)", "state", "players", "score", "")]
    for found in Storage().matches():
        date = found.created.replace("T", " ")[:16]
        seats = ", ".join(seat.name for seat in found.seats)
        rows.append((found.path.stem, date, found.state, seats, " : ".join(map(str, found.scores)), found.problem))
    if len(rows) == 1:
        print("No matches are kept yet.")
        return 0
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(map(set_cell_size, row, widths)).rstrip())
    return 0


def _locate(options: argparse.Namespace) -> int:
    from herrlof.storage import Storage

    storage = Storage()
    print(f"records   {storage.games}")
    print(f"settings  {storage.settings_file}")
    return 0
