"""The coach at a table, line by line: hints, what it tells unasked, and the question before a clear mistake."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from herrlof.coach.seated import Coach
from herrlof.game import Action, Game, IllegalAction, Speaker
from herrlof.games.speech import refused
from herrlof.messages import _, paragraph
from herrlof.plain.asking import Word
from herrlof.plain.lines import Lines, choices_listed
from herrlof.plain.question import Choices
from herrlof.plain.typed import word_of
from herrlof.table.connection import View

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction, Judgement, Verdict

SILENCE_SECONDS: Final = 2.0
"""So long nothing is said while the coach thinks."""
MOST_JUDGED: Final = 5
"""So many choices a hint tells of."""


class Coaching:
    """What a coach says at a table: hints, what it tells unasked, and what it asks before a clear mistake."""

    def __init__(self, lines: Lines, coach: Coach, game: Game, choices: Choices) -> None:
        self._lines, self.coach, self._game, self._to = lines, coach, game, choices.to

    def words(self) -> list[Word]:
        """Return what can be asked of the coach."""
        return [
            Word.of("hint", self._hint, tells=lambda view: not self.coach.refusal),
            Word.of("think_on", self._think_on, tells=lambda view: not self.coach.refusal),
        ]

    async def _hint(self, view: View, rest: str) -> None:
        """Say what each choice is worth, the best first."""
        coach = self.coach
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
        self._lines.say(*judged_told(self._game, coach.found, view, self._to(view)))

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
        coach = self.coach
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
            told = judged_told(self._game, found, view, self._to(view))
            self._lines.say(imagined_text(found, self._game.hidden), *told)

    async def consider(self, view: View) -> None:
        """Take up a question; if that is told unasked say what hands like this one win, but not once one has typed."""
        coach = self.coach
        coach.new_question(view)
        if not coach.advises:
            return
        known = asyncio.ensure_future(coach.settled())
        with self._thinking():
            await self._lines.either(asyncio.Event(), known)
        known.cancel()
        coach.advises = False  # what comes later is not said any more
        if coach.advised:
            self._lines.say(self._to(view).usual(coach.advised))

    async def asks_before(self, action: Action) -> bool:
        """Ask once before a clear mistake, where that is wanted; True: the action is not to be played now."""
        coach = self.coach
        if not (worse := await coach.doubt(action)):
            return False
        asks, word = _("Sure? That's clearly worse than another choice:"), word_of("hint")
        why = _("Repeat it to play it.") if coach.refusal else _("Repeat it to play it; {word} tells why.", word=word)
        self._lines.say(paragraph(asks, worse), why)
        return True


def judged_told(game: Game, found: Judgement, view: View, to: Speaker) -> list[str]:
    """Return what choices are worth."""
    from herrlof.coach.judge import VERDICTS
    from herrlof.coach.saying import alike_text, reason_text, rival_of, tie_text

    if found.alike and len(found.choices) > 1:
        return [alike_text(found), tie_text(game, view.observation, found, to)]
    some, told = found.choices[:MOST_JUDGED], list[str]()
    for verdict in VERDICTS:
        choices = [choice for choice in some if choice.verdict == verdict]
        if choices:
            told += _of_verdict(verdict, choices, found, game, to)
        if verdict == "best":
            told.append(reason_text(game, view.observation, found.choices, rival_of(found), to))
    return told


def _of_verdict(
    verdict: Verdict, choices: Sequence[JudgedAction], found: Judgement, game: Game, to: Speaker
) -> list[str]:
    """Return what was found out about choices of one verdict, in sentences."""
    names = [to.whole_name(choice.action) for choice in choices]
    match verdict:
        case "best":
            return [_best(names[0], choices[0], found, game, to)]
        case "as good":
            return [_("As good: {names}.", names=choices_listed(names))]
        case "worse":
            told = dict(zip(names, choices, strict=True))
            less = [worse_told(name, choice, found) for name, choice in told.items() if choice.value is not None]
            dropped = [name for name, choice in told.items() if choice.value is None]
            return [*less, _("Worse: {names}.", names=choices_listed(dropped))] if dropped else less
    return _unsure(dict(zip(names, choices, strict=True)), found)


def _best(name: str, best: JudgedAction, found: Judgement, game: Game, to: Speaker) -> str:
    """Return what the best choice brings: the number that a screen shows."""
    from herrlof.coach.judge import WINS
    from herrlof.coach.saying import ends_text

    assert best.value is not None  # the best one does not drop out
    if found.exact:
        return paragraph(_("Best: {name}.", name=name), ends_text(best))
    if found.unit == WINS:
        return _("Best: {name}. You win in {n} of 100.", name=name, n=round(best.value.value))
    judged = [(choice.action, choice.outcomes) for choice in found.choices if choice.value is not None]
    if usual := to.usual(judged):
        return paragraph(_("Best: {name}.", name=name), usual)
    outcome, often = best.likely
    called = game.words.outcome(outcome)
    return _("Best: {name}. Most often {outcome}: in {n} of 100.", name=name, outcome=called, n=often)


def _unsure(told: Mapping[str, JudgedAction], found: Judgement) -> list[str]:
    """Return which choices nobody can tell from the best, and how well that is known."""
    from herrlof.coach.judge import WINS
    from herrlof.coach.saying import error_of

    tried = {name: choice for name, choice in told.items() if choice.value is not None}
    dropped = [name for name in told if name not in tried]
    said = []
    if tried:
        widest = max(tried.values(), key=lambda choice: choice.loss.error)
        names, error = choices_listed(list(tried)), error_of(widest, found.unit)
        said = [_("Too close to call, give or take {error} points: {names}.", error=error, names=names)]
        if found.unit == WINS:
            said = [_("Too close to call, give or take {error} wins in 100: {names}.", error=error, names=names)]
    return [*said, _("Hardly tried: {names}.", names=choices_listed(dropped))] if dropped else said


def worse_told(name: str, choice: JudgedAction, found: Judgement) -> str:
    """Return how much less a choice brings than the best."""
    from herrlof.coach.saying import less_of, points_less

    if found.costs_win(choice):
        return _("{name} gives the win away.", name=name)
    return _("{name} brings {less}.", name=name, less=points_less(less_of(choice, found), found.unit))
