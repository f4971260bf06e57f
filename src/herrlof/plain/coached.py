"""The coach at a table, line by line: hints, the question before a clear mistake, and moves that are taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from herrlof.coach.seated import Coach
from herrlof.game import Action, IllegalAction
from herrlof.games.speech import refused
from herrlof.messages import N_, _, paragraph
from herrlof.plain.asking import Word
from herrlof.plain.company import Company
from herrlof.plain.moments import Anew
from herrlof.plain.typed import word_of
from herrlof.table.connection import View

SILENCE_SECONDS: Final = 2.0
"""So long nothing is said while the coach thinks."""


class Coached(Company):
    """The people of one keyboard at a table at which a coach may be asked."""

    _coach: Coach

    def _coach_words(self) -> list[Word]:
        """Return what can be asked of the coach, and that a move may be taken back."""
        return [
            Word.of("hint", self._hint, tells=lambda view: not self._coach.refusal),
            Word.of("think_on", self._think_on, tells=lambda view: not self._coach.refusal),
            Word.of("take_back", self._take_back, tells=lambda view: self._table.practice),
        ]

    async def _hint(self, view: View, rest: str) -> None:
        """Say what each choice is worth, the best first."""
        coach = self._coach
        try:
            coach.give(view)
        except IllegalAction as error:
            self._lines.say(refused(error))
            return
        with self._thinking():
            await coach.settled()
        if coach.found is None:
            self._lines.say(coach.failure)
            return
        coach.show()
        self._say_judged(coach.found, view)

    @contextmanager
    def _thinking(self) -> Iterator[None]:
        """Say that the coach thinks, where it does so for long."""
        say = partial(self._lines.say, _("The coach is thinking."))
        waits = asyncio.get_running_loop().call_later(SILENCE_SECONDS, say)
        try:
            yield
        finally:
            waits.cancel()

    async def _think_on(self, view: View, rest: str) -> None:
        """Think on about what a hint found too close to call, until that is clear, or a line is typed."""
        coach = self._coach
        if why := coach.no_more:
            self._lines.say(why)
            return
        self._lines.say(_("The coach thinks on; Enter stops it."))
        from herrlof.coach.saying import imagined_text

        coach.think_on()
        thinking = asyncio.ensure_future(coach.settled())
        if await self._lines.either(asyncio.Event(), thinking) is not None:
            await self._lines.hear()
            coach.stop()
        await thinking
        coach.show()
        if (found := coach.found) is not None:
            self._lines.say(imagined_text(found, self._game.hidden))
            self._say_judged(found, view)

    async def _advise(self, view: View) -> None:
        """Say what hands like this one win, unless something is typed before that is known."""
        coach = self._coach
        known = asyncio.ensure_future(coach.settled())
        with self._thinking():
            await self._lines.either(asyncio.Event(), known)
        known.cancel()
        coach.advises = False  # what comes later is not said any more
        if coach.advised:
            self._lines.say(self._to(view).usual(coach.advised))

    async def _asks_before(self, action: Action) -> bool:
        """Ask once before a clear mistake, where that is wanted; True: the action is not to be played now."""
        coach = self._coach
        if not (worse := await coach.doubt(action)):
            return False
        asks, word = _("Sure? That's clearly worse than another choice:"), word_of("hint")
        why = _("Repeat it to play it.") if coach.refusal else _("Repeat it to play it; {word} tells why.", word=word)
        self._lines.say(paragraph(asks, worse), why)
        return True

    async def _take_back(self, view: View, rest: str) -> None:
        """Go back to the last decision; the first time it is asked whether the match may be marked."""
        word, asks = word_of("take_back"), N_("That marks the match. Type {word} once more to do it.")
        if self._keyboard.take_back_marks and not self._is_confirmed(word, _(asks, word=word)):
            return
        try:
            self._keyboard.take_back()
        except IllegalAction as error:
            self._lines.say(refused(error))
            return
        self._asked.clear()
        self._lines.say(_("Taken back."))
        raise Anew
