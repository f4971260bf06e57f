"""The coach of one table on the screen: what its seat is asked is judged in a process of its own, or elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from herrlof.coach.worker import Judges, Worker
from herrlof.table.connection import Connection
from herrlof.table.hints import Hints
from herrlof.tui.widgets.hint import Hint

START: Final = 1.0
"""Seconds after which the process is started: the table and its bots come first."""
CHANGE: Final = 0.1
"""Seconds for which what is shown stays as it is, while more is found."""


class Coach(Hints):
    """Judges the decision that a seat has to make, from what that seat sees alone."""

    def __init__(self, table: Connection, told: Callable[[], object], judges: Judges | None = None) -> None:
        """Call `told` when more is known; `judges` judges, or else a process here."""
        self._worker: Judges = judges or Worker(table.game)
        super().__init__(table, self._worker, told, CHANGE)

    def start(self) -> None:
        self._worker.start()

    @property
    def hint(self) -> Hint | None:
        """What is known of the question; None: nothing is being judged."""
        return None if self.view is None else Hint(self.view.legal, self.found)
