"""The coach of one table on the screen: what its seat is asked is judged in a process of its own, or elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final

from herrlof.coach.worker import Judges, Worker
from herrlof.table.table import View
from herrlof.tui.widgets.hint import Hint

if TYPE_CHECKING:
    from herrlof.coach.judge import Choice, Judgement
    from herrlof.game import Game

DEALS: Final = 100
"""How many deals are imagined where something is hidden."""
GAMES: Final = 400
"""How often each choice is played on where nothing is."""
START: Final = 1.0
"""Seconds after which the process is started: the table and its bots come first."""
CHANGE: Final = 0.1
"""Seconds for which what is shown stays as it is, while more is found."""


class Coach:
    """Judges the decision that a seat has to make, from what that seat sees alone."""

    def __init__(self, game: Game, grown: Callable[[], object], judges: Judges | None = None) -> None:
        """Call `grown` when more is known; `judges` judges, or else a process here."""
        self.hint: Hint | None = None
        """What is known of the question; None: nothing is being judged."""
        self._game = game
        self._grown = grown
        self._worker: Judges = judges or Worker(game)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the process."""
        self._worker.start()

    @property
    def trouble(self) -> str | None:
        """Why nothing can be judged, in a sentence."""
        return self._worker.trouble

    def ask(self, view: View) -> None:
        """Judge a question, once."""
        if self.hint is None:
            self.hint = Hint(view.legal, DEALS if self._game.hidden else GAMES)
            self._task = asyncio.ensure_future(self._judge(view, self.hint))

    async def _judge(self, view: View, hint: Hint) -> None:
        shown = 0.0

        def grown(found: Judgement) -> None:
            nonlocal shown
            self.hint = hint._replace(found=found)
            if self.hint.whole or monotonic() - shown >= CHANGE:
                shown = monotonic()
                self._grown()

        seen = view.observation
        found = await self._worker.judge(seen, view.legal, Random(repr(seen)), hint.worlds, grown)
        if found is not None:
            grown(found)
        else:
            if self.trouble is not None:
                self.hint = None  # it may be asked again
            self._grown()

    def forget(self) -> None:
        """Stop: something else is asked, or nothing."""
        if self._task is not None:
            self._task.cancel()
        if self.hint is not None and not self.hint.whole:
            self._worker.cancel()
        self.hint = self._task = None

    def close(self) -> None:
        """Stop for good."""
        self.forget()
        self._worker.close()


def clearly_worse(choice: Choice, unit: str) -> bool:
    """Whether a choice is so much worse than the best that the table asks before it is played."""
    from herrlof.coach.judge import ERRORS, SLACK

    less, error = choice.loss.value, ERRORS * choice.loss.error
    return choice.verdict == "worse" and less >= 2 * SLACK[unit] and less >= 2 * error
