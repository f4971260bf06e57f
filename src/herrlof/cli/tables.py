"""How a command prints a table: in columns, with tabs, or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from herrlof.cli.faces import speaks_in_lines
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
