"""How far a command is that takes long, on a terminal's stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from herrlof.cli.output import console
from herrlof.messages import _


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show on a terminal's stderr how far it is; yield what to call with how many of how many are done."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn(_("left")), TimeRemainingColumn()
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
