"""Who drives a hint: from the question to what the record keeps of it, for every face and every guest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from herrlof.game import Action
from herrlof.records.names import called
from herrlof.running import monotonic, timeout
from herrlof.table.commands import NoteHint, ShowHint
from herrlof.table.connection import Connection, View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement
    from herrlof.coach.worker import Judges
    from herrlof.records.settings import Settings


SOON: Final = 1.0
"""Seconds for which a choice waits for what is known of it."""
MOST_MORE: Final = 10_000
"""So many worlds more are imagined at most where one thinks on."""


def given(
    table: Connection, settings: Settings, hints: bool | None = None, sure: bool | None = None
) -> tuple[bool, bool]:
    """Return whether a match has hints, and whether it asks before a mistake; between people as all agreed.

    `hints` and `sure` were chosen for this match; None: as the settings say.
    """
    if len(table.people) != 1:
        return table.help.agreed, False
    return settings.hints if hints is None else hints, settings.sure if sure is None else sure


class Hints:
    """The decision that a seat has to make, judged from what that seat sees alone; recorded as far as it is shown."""

    def __init__(
        self, table: Connection, judges: Judges, told: Callable[[], object] = lambda: None, every: float = 0.0
    ) -> None:
        """Judge for a seat at this table; call `told` when more is known, or nothing can be, `every` so often."""
        self.view: View | None = None
        """The question that is judged, or was; None: there is none."""
        self.found: Judgement | None = None
        """What is known of it so far."""
        self._table, self._judges = table, judges
        self._told, self._every = told, every
        self.thinks_on = False
        """Whether a question of which all is known that is planned is thought about further."""
        self.exhausted = False
        """Whether nobody thinks further about it than was thought."""
        self._task: asyncio.Task[None] | None = None

    @property
    def whole(self) -> bool:
        """Whether all is known that there is to know."""
        return self.found is not None and self.found.whole

    @property
    def trouble(self) -> str | None:
        """Why nothing can be judged, in a sentence."""
        return self._judges.trouble

    def ask(self, view: View, more: int = 0) -> None:
        """Judge a question, once: it may be for a hint, or only for whether a choice is a clear mistake."""
        if self.view is None:
            self.view = view
            self._task = asyncio.ensure_future(self._judge(view, more))

    async def judged(self, view: View) -> Judgement | None:
        """Judge a question anew, and return all there is to know; None: see `trouble`."""
        self.forget()
        self.ask(view)
        assert self._task is not None
        await self._task
        return self.found

    async def about(self, action: Action) -> Judgement | None:
        """Return what is known of a question, and of this choice as much as a review will know, if it is soon known.

        None: the question is still being judged.
        """
        if self.view is None or self.found is None or not self.found.whole:
            return None
        found = self.found
        if any(choice.action == action and choice.value is None for choice in found.choices):
            with suppress(TimeoutError):
                async with timeout(SOON):
                    found = await self._judges.judge(self.view.observation, self.view.legal, keep=action) or found
        return found

    async def _judge(self, view: View, more: int) -> None:
        told_at = 0.0

        def grown(found: Judgement) -> None:
            nonlocal told_at
            self.found = found
            if found.whole or monotonic() - told_at >= self._every:
                told_at = monotonic()
                self._told()

        found = await self._judges.judge(view.observation, view.legal, grown, more=more)
        if found is not None:
            grown(found)
        else:
            self.view = self.found = self._task = None  # it may be asked again
            self._told()

    @property
    def is_open(self) -> bool:
        """Whether all is known that was planned, and something is still too close to call: then one may think on."""
        settled = self.found is None or not self.found.whole or self.found.clear or self.exhausted
        return not settled and not self.thinks_on

    def think_on(self) -> None:
        """Judge the question further, until nothing is too close to call, or it is stopped; what is known grows."""
        if self.view is not None and self.is_open:
            self.thinks_on = True
            self._task = asyncio.ensure_future(self._judge_on(self.view))

    async def thought(self) -> None:
        """Wait until nobody thinks on."""
        if self.thinks_on and self._task is not None:
            await self._task

    async def _judge_on(self, view: View) -> None:
        told_at = 0.0

        def grown(found: Judgement) -> None:
            nonlocal told_at
            if self.found is None or found.worlds <= self.found.worlds:
                return  # so much was known before
            self.found = found.so_far
            if found.clear:
                asyncio.get_running_loop().call_soon(self.stop)
            elif monotonic() - told_at >= self._every:
                told_at = monotonic()
                self._told()

        try:
            found = await self._judges.judge(view.observation, view.legal, grown, more=MOST_MORE)
            if found is not None:
                grown(found)
                self.exhausted = True
        finally:
            self.thinks_on = False
        self._told()

    def stop(self) -> None:
        """Think on no more; what is known stays."""
        if self.thinks_on:
            self._judges.cancel()

    # What of it is a hint

    def note(self, view: View) -> None:
        """Record that there is a hint about a question; IllegalAction says why there is none."""
        self._table.send(view.seat, NoteHint())

    def give(self, view: View, more: int = 0) -> None:
        """Judge a question for a hint, and record that; IllegalAction says why there is none."""
        self.note(view)
        self.ask(view, more)

    def show(self) -> None:
        """Let the table take note of what is shown now."""
        if self.view is not None and self.found is not None:
            self._table.send(self.view.seat, ShowHint(self.found, self.whole))

    def is_told_unasked(self, view: View) -> bool:
        """Whether one person among bots may be told what hands like this one win, without asking.

        It counts as a hint: on cards that others play too, as the day's, nobody gets one unasked.
        """
        table = self._table
        if table.game.chance and table.commitment is None:
            return False
        speaker = table.game.words.to(view.observation, called(table.seats))
        return len(table.people) == 1 and not table.help_refusal and bool(speaker.usual())

    def tell_best(self) -> None:
        """Take what is found for a hint that tells the best choice and no other."""
        assert self.view is not None
        assert self.found is not None
        best = self.found._replace(choices=self.found.choices[:1])
        self._table.send(self.view.seat, NoteHint())
        self._table.send(self.view.seat, ShowHint(best, complete=True))

    # How it ends

    def forget(self) -> None:
        """Stop: something else is asked, or nothing."""
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            if self.thinks_on or not self.whole:
                self._judges.cancel()
        self.view = self.found = None
        self.exhausted = False

    def close(self) -> None:
        """Stop for good."""
        self.forget()
        self._judges.close()
