"""Which face is meant: by flags, by variables, by the settings."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from herrlof.cli.output import fail
from herrlof.messages import _

if TYPE_CHECKING:
    from herrlof.game import Row


def add_outputs(parser: argparse.ArgumentParser, sentences: bool = False) -> None:
    """Add the flags that say how a table is printed, of which one can be meant; `sentences`: what is no table.

    What stands before the command counts too.
    """
    outputs = parser.add_mutually_exclusive_group()
    outputs.add_argument("--json", action="store_true", help=_("print JSON only"))
    rows = _("a line a row, with tabs: for a screen reader, or for cut and awk")
    told = _("in sentences, a line each, without marks: for a screen reader") if sentences else rows
    outputs.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help=told)


def prints_plain(options: argparse.Namespace) -> bool:
    """Whether tables are printed with tabs: by the flag, or for who is spoken to in lines anyway."""
    return bool(options.plain) or speaks_in_lines()


def laid_out(rows: Sequence[Row], plain: bool, left: bool = False) -> Iterator[str]:
    """Yield a table for people: in columns, or `plain`, with a tab between cells and a dash for an empty one."""
    from herrlof.table.export import table

    if not plain:
        yield from table(rows, left)
        return
    for row in rows:
        yield "\t".join(" ".join(cell.split()) or "-" for cell in (row.title, *row.cells))


def add_faces(parser: argparse.ArgumentParser, default: object = False) -> None:
    """Add the flags that choose a face, of which one can be meant."""
    faces = parser.add_mutually_exclusive_group()
    faces.add_argument("--ascii", action="store_true", default=default, help=_("draw with plain ASCII characters"))
    faces.add_argument(
        "--plain", action="store_true", default=default, help=_("speak in lines, for a screen reader or a pipe")
    )


def speaks_in_lines() -> bool:
    """Whether HERRLOF_PLAIN asks for lines; where it says nothing, a terminal that cannot draw, or the settings."""
    wanted = os.environ.get("HERRLOF_PLAIN", "")
    if wanted not in ("", "0", "1"):
        fail(_("HERRLOF_PLAIN is 1, for lines, or 0, not '{found}'.", found=wanted))
    if (asked := lines_asked()) is not None:
        return asked[0]
    from herrlof.records.storage import Storage

    return Storage().settings_now().plain


def lines_asked() -> tuple[bool, str] | None:
    """Return whether to speak in lines, and the variable that says so; None: that is left to the settings."""
    if wanted := os.environ.get("HERRLOF_PLAIN"):
        return wanted == "1", "HERRLOF_PLAIN"
    if os.environ.get("TERM", "") in ("", "dumb") and sys.stdin.isatty() and sys.stdout.isatty():
        return True, "TERM"  # a terminal that cannot draw
    return None
