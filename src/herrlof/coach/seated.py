"""The coach at a seat: what it is asked there, shown and recorded of that, for every face and every guest.

A face shows what stands here: `found` while a hint is `given`, what is `advised` unasked, a `failure`, a reason.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from herrlof.coach.doubt import Doubts
from herrlof.coach.worker import Judges, Worker
from herrlof.game import Action, IllegalAction
from herrlof.messages import _
from herrlof.records.names import called
from herrlof.records.settings import HelpGiven, Settings
from herrlof.running import monotonic, timeout
from herrlof.table.commands import NoteHint, ShowHint
from herrlof.table.connection import Connection, View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement


SOON: Final = 1.0
"""Seconds for which a choice waits for what is known of it."""
MOST_MORE: Final = 10_000
"""So many worlds more are imagined at most where one thinks on."""


def help_given(table: Connection, settings: Settings, hints: bool | None = None, sure: bool | None = None) -> HelpGiven:
    """Return whether a match has hints, and whether it asks before a mistake; between people as all agreed.

    `hints` and `sure` were chosen for this match; None: as the settings say.
    """
    if len(table.people) != 1:
        return HelpGiven(table.help.agreed, False)
    return HelpGiven(settings.hints if hints is None else hints, settings.sure if sure is None else sure)


class Coach:
    """Who judges the decision that a seat has to make, from what that seat sees alone."""

    helps = True
    """Whether a face offers hints,"""
    sure = False
    """whether it is asked before a clear mistake, where one person plays against bots,"""
    novice = False
    """and whether who has never won is told unasked what hands like this one win."""

    def __init__(
        self,
        table: Connection,
        judges: Judges | None = None,
        on_update: Callable[[], object] = lambda: None,
        every: float = 0.0,
        delay: float = 0.0,
    ) -> None:
        """Sit beside a seat of this table; `judges` judges, or else a process of its own.

        `on_update` is called when more is known, or nothing can be, `every` so many seconds; what is only told unasked
        is judged after a `delay`.
        """
        self.view: View | None = None
        """The question that is judged, or was; None: there is none."""
        self.found: Judgement | None = None
        """What is known of it so far."""
        self.given = False
        """Whether that is shown, as a hint."""
        self.advises = False
        """Whether the best choice will be told unasked, once it is found."""
        self.advised: Sequence[tuple[Action, Mapping[int, int]]] = ()
        """The choice that was told unasked, and what comes of it."""
        self.failure = ""
        """Why nothing was judged, in a sentence."""
        self.thinks_on = False
        """Whether a question of which all is known that is planned is thought about further."""
        self._table, self._judges = table, judges or Worker(table.game)
        self._on_update, self._every, self._delay = on_update, every, delay
        self._exhausted = False
        """Whether nobody thinks further about it than was thought."""
        self._doubts = Doubts()
        self._task: asyncio.Task[None] | None = None
        self._soon: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Get ready, so that the first question need not wait."""
        self._judges.start()

    # The question

    def new_question(self, view: View | None) -> None:
        """Take note of the decision that is to be made now, and judge it if something is said unasked; None: none."""
        self.forget()
        self.advised, self.failure, self.advises = (), "", False
        if view is None:
            return
        self._doubts.new_question()
        self.advises = self._tells_unasked(view)
        if self._asks or (self.advises and not self._delay):
            self.ask(view)
        elif self.advises:
            self._soon = asyncio.get_running_loop().call_later(self._delay, self.ask, view)

    def ask(self, view: View, more: int = 0) -> None:
        """Judge a question, once: it may be for a hint, or only for whether a choice is a clear mistake."""
        if self.view is None:
            self.view, self.failure = view, ""
            self._task = asyncio.ensure_future(self._judge(view, more))

    @property
    def whole(self) -> bool:
        """Whether all is known that was planned."""
        return self.found is not None and self.found.whole

    async def settled(self) -> None:
        """Wait until nothing is being judged."""
        if (task := self._task) is not None:
            await asyncio.wait([task])
            if not task.cancelled():
                task.result()

    async def _judge(self, view: View, more: int) -> None:
        number, told_at = self._table.number, 0.0

        def grown(found: Judgement) -> None:
            nonlocal told_at
            self.found = found
            if found.whole and self.advises:
                self._advise(view, found)
            if found.whole or monotonic() - told_at >= self._every:
                told_at = monotonic()
                self._on_update()

        found = await self._judges.judge(view.observation, view.legal, grown, more=more)
        if found is not None:
            grown(found)
            return
        self.view = self.found = self._task = None  # it may be asked again
        self.given = False
        if number == self._table.number:  # else nobody waits for an answer
            self.failure = self._judges.trouble or _("Nothing was judged.")
            self._on_update()

    # A hint

    @property
    def refusal(self) -> str:
        """Why nobody gets a hint in this match; nothing: one may have it."""
        return self._table.hint_refusal or ("" if self.helps else _("there are no hints in this match"))

    def give(self, view: View, more: int = 0) -> None:
        """Judge a question for a hint, and record that; IllegalAction says why there is none."""
        if self.refusal:
            raise IllegalAction(self.refusal)
        if len(view.legal) < 2:
            raise IllegalAction(_("there's only one choice") if view.legal else _("it isn't your turn"))
        self._table.send(view.seat, NoteHint())
        self.given = True
        self.ask(view, more)

    def show(self) -> None:
        """Let the table take note that what is known is shown now."""
        if self.view is not None and self.found is not None:
            self._table.send(self.view.seat, ShowHint(self.found, self.whole))

    def hide(self) -> None:
        """Show a hint no more; what is known of the question is kept if that is all there is."""
        self.stop()
        if not self.whole:
            self.forget()
        self.given = False

    # Thinking on

    @property
    def no_more(self) -> str:
        """Why nobody thinks on about a hint, in a sentence; nothing: something is too close to call, and one may."""
        found = self.found if self.given else None
        if found is None or not found.whole:
            return _("Nothing to think on about: ask for a hint first.")
        if found.clear:
            return _("Nothing here is too close to call: there's no more to think about.")
        if self._exhausted or not self._judges.thinks_on:
            return _("It stays too close to call: the coach thinks no further.")
        return ""

    def think_on(self) -> None:
        """Judge the question further, until nothing is too close to call, or it is stopped; what is known grows."""
        if self.view is not None and not self.thinks_on and not self.no_more:
            self.thinks_on = True
            self._task = asyncio.ensure_future(self._judge_on(self.view))

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
                self._on_update()

        try:
            found = await self._judges.judge(view.observation, view.legal, grown, more=MOST_MORE)
            if found is not None:
                grown(found)
                self._exhausted = True
        finally:
            self.thinks_on = False
        self._on_update()

    def stop(self) -> None:
        """Think on no more; what is known stays."""
        if self.thinks_on:
            self._judges.cancel()

    # What is said unasked

    def _tells_unasked(self, view: View) -> bool:
        """Whether one person among bots may be told what hands like this one win, without asking.

        It counts as a hint: on cards that others play too, as the day's, nobody gets one unasked.
        """
        table = self._table
        if not self.novice or self.refusal or (table.game.chance and table.commitment is None):
            return False
        speaker = table.game.words.to(view.observation, called(table.seats))
        return len(table.people) == 1 and bool(speaker.usual())

    def _advise(self, view: View, found: Judgement) -> None:
        """Tell the best choice and no other, as a hint."""
        self.advises = False
        best = found.choices[0]
        self._table.send(view.seat, NoteHint())
        self._table.send(view.seat, ShowHint(found._replace(choices=[best]), complete=True))
        self.advised = [(best.action, best.outcomes)]

    # Before a clear mistake

    @property
    def _asks(self) -> bool:
        return self.sure and self._table.practice

    @property
    def doubted(self) -> Action | None:
        """The choice about which it was asked at this question; None: about none."""
        return self._doubts.asked

    async def doubt(self, action: Action) -> str:
        """Return why it is asked once before this is played, in a sentence; nothing: it is to be played."""
        found = await self._about(action) if self._asks else None
        if found is None or (choice := self._doubts.about(action, found)) is None:
            return ""
        from herrlof.coach.saying import doubt_text

        return doubt_text(choice, found, self._table.game.hidden)

    async def _about(self, action: Action) -> Judgement | None:
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

    # How it ends

    def forget(self) -> None:
        """Stop: something else is asked, or nothing."""
        if self._soon is not None:
            self._soon.cancel()
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            if self.thinks_on or not self.whole:
                self._judges.cancel()
        self.view = self.found = self._soon = None
        self.given = self._exhausted = False

    def close(self) -> None:
        """Stop for good."""
        self.forget()
        self._judges.close()
