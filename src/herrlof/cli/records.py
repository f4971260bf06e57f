"""The commands for records: verify, export, repair, schema, list and locate."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from herrlof.cli.output import say
from herrlof.messages import _, listed, ngettext

if TYPE_CHECKING:
    from herrlof.records.models import Record
    from herrlof.table.match import Match


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command."""
    if name in ("verify", "export", "repair"):
        parser.add_argument("file", metavar=_("FILE"), help=_("a record, or the name of one in the games folder"))
    if name == "schema":
        parser.add_argument("--seat", action="store_true", help=_("of the lines between a table and a seat elsewhere"))
    if name == "export":
        parser.add_argument("--format", choices=("text", "json"), default="text", help=_("for people, or for programs"))


def find(text: str) -> Path:
    """Return the file that somebody named: a path, or the name of a record in the games folder."""
    from herrlof.records.storage import SUFFIX, Storage

    path = Path(text)
    if path.name != text or os.path.lexists(path):
        return path
    kept = Storage().games / (text if text.endswith(SUFFIX) else text + SUFFIX)
    return kept if os.path.lexists(kept) else path


def name_of(path: Path) -> str:
    """Return a path as it can be printed."""
    from herrlof.records.names import printable

    return printable(str(path), 5000)


def _checked(text: str) -> tuple[Record, Match]:
    """Return a record and its match, with everything in it compared."""
    from herrlof.records.storage import read_record
    from herrlof.table.match import Match

    record = read_record(find(text))
    return record, Match.replay(record)


def _fail(error: Exception) -> int:
    """Say what is wrong in a sentence: status 1 for a record that is not as it was written, 2 for wrong input."""
    from herrlof.records.errors import Damaged

    say(error)
    return 1 if isinstance(error, Damaged) else 2


def run_verify(options: argparse.Namespace) -> int:
    """Print what a record proves."""
    from herrlof.records.errors import RecordError
    from herrlof.table.verify import proofs

    try:
        record, match = _checked(options.file)
    except RecordError as error:
        return _fail(error)
    for line in proofs(record, match):
        print(line)
    return 0


def run_export(options: argparse.Namespace) -> int:
    """Print a match as text or as JSON."""
    from herrlof.records.errors import RecordError
    from herrlof.table.export import as_json, as_text

    try:
        record, match = _checked(options.file)
    except RecordError as error:
        return _fail(error)
    if options.format == "json":
        text = json.dumps(as_json(record, match), indent=1, ensure_ascii=False)
        print("".join(sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in text))
    else:
        for line in as_text(record, match):
            print(line)
    return 0


def run_repair(options: argparse.Namespace) -> int:
    """Write a copy of a damaged record."""
    from herrlof.records.errors import RecordError
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
    text = (
        "{file}: a copy of the {n} line before that; the damaged file is as it was",
        "{file}: a copy of the {n} lines before that; the damaged file is as it was",
    )
    print(ngettext(*text, lines, file=name_of(copy)))
    return 0


def run_schema(options: argparse.Namespace) -> int:
    """Print the JSON Schema of a record's lines, or of the seat protocol's."""
    if options.seat:
        from herrlof.games import GAMES
        from herrlof.seats.protocol import protocol_schema

        found = protocol_schema(GAMES)
    else:
        from herrlof.records.models import schema

        found = schema()
    print(json.dumps(found, indent=1))
    return 0


def run_list(options: argparse.Namespace) -> int:
    """Print a line for each record, the one written to last first."""
    from herrlof.game import Row
    from herrlof.records.listing import STATES, score_text
    from herrlof.records.names import printable
    from herrlof.records.storage import Storage
    from herrlof.table.export import table

    storage = Storage()
    if warning := storage.permission_warning():
        say(warning)
    heads = (_("begun (UTC)"), _("game"), _("state"), _("players"), _("score"), _("help"), "")
    rows = [Row(_("match"), heads)]
    for found in storage.summaries():
        date = found.created.replace("T", " ")[:16]
        seats = listed(seat.name for seat in found.seats)
        state = _(STATES[found.state])
        cells = (date, found.game, state, seats, score_text(found.scores), str(found.help), printable(found.problem))
        rows.append(Row(printable(found.path.stem), cells))
    if len(rows) == 1:
        print(_("No matches are kept yet."))
        return 0
    for line in table(rows, left=True):
        print(line)
    return 0


def run_locate(options: argparse.Namespace) -> int:
    """Print the folders."""
    from herrlof.records.storage import Storage

    storage = Storage()
    print(_("records   {folder}", folder=name_of(storage.games)))
    print(_("settings  {file}", file=name_of(storage.settings_file)))
    if warning := storage.permission_warning():
        say(warning)
    return 0
