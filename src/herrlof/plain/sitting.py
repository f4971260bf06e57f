"""A match at one keyboard, line by line: what happens is said, a question a line is asked, an answer a line played."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from herrlof.coach.seated import Coach
from herrlof.game import NOBODY, Action, IllegalAction, raced
from herrlof.games.speech import refused, uncounted
from herrlof.messages import N_, _, paragraph
from herrlof.options import Value
from herrlof.plain import telling
from herrlof.plain.asking import WHOLE, Asking, Word
from herrlof.plain.coached import Coaching
from herrlof.plain.company import Company
from herrlof.plain.history import History
from herrlof.plain.lines import Lines
from herrlof.plain.moments import Anew, go_through
from herrlof.plain.racing import RaceInLines
from herrlof.plain.telling import Verbosity
from herrlof.plain.typed import whole, word_of
from herrlof.records.names import called
from herrlof.records.settings import Settings
from herrlof.table.connection import Connection, MomentKind, StopReason, View
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment
from herrlof.table.telling import away_texts, tells_hand

if TYPE_CHECKING:
    from herrlof.coach.worker import Judges

T = TypeVar("T")


class Sitting(Asking):
    """The people of one keyboard at one table."""

    def __init__(
        self,
        lines: Lines,
        table: Connection,
        preferences: Mapping[str, Value | None],
        *,
        bell: bool = False,
        hints: bool = True,
        sure: bool = False,
        coach: Judges | None = None,
        seats: Sequence[int] | None = None,
        novice: bool = False,
        verbosity: Verbosity = WHOLE,
        words: Sequence[Word] = (),
    ) -> None:
        """Sit down at a table, for some seats or for all people here; `coach` judges, or else a process of its own.

        `sure`: it is asked before a clear mistake, where one person plays against bots.

        `words` are known at this table alone.
        """
        names = called(table.seats, table.here if seats is None else seats)
        super().__init__(lines, table.game, names, preferences, novice)
        self._table_words, self.verbosity = words, verbosity
        lines.names = names
        race = raced(self._game).race(preferences)
        table.measures_time = race is not None
        self._table, self._keyboard = table, Keyboard(table, seats)
        self.company = Company(lines, self._keyboard, names, bell)
        judging = Coach(table, coach)
        judging.helps = hints
        judging.sure = sure and lines.person  # what a pipe has ready is played before anything is judged
        judging.novice = novice and lines.person
        self._coaching = Coaching(lines, judging, self._game, self._choices)
        self._race = None if race is None else RaceInLines(lines, self._keyboard, self, race, self._choices)
        self._history = History()
        self._begun = len(table.view(NOBODY).events) if table.goes_on else 0
        """How many events there were before anybody sat down."""
        self._beginning: list[str] = []
        """What is said when the match begins or goes on, to the first who looks."""
        self._faced = 0
        """At which stop of the table something is asked."""
        self._settled = ""
        """What settles the deals, until it was said below the first news."""

    # From moment to moment

    async def run(self) -> None:
        """Play until the match is over; Left where somebody leaves, InputEnded where nothing more is typed."""
        self._table.start()
        self.company.say_stood_in()
        self._beginning = self._tell_beginning()
        if not self._keyboard.needs_curtain:
            self._lines.say(*self._beginning)
        if hides := self._keyboard.needs_curtain and self._lines.hides is not False:
            self._lines.clear_at_signals()
        try:
            await go_through(self._keyboard, self._face, self.meanwhile)
        finally:
            self._lines.tell_turn(None)
            self._keyboard.leave()
            self._coaching.coach.close()
            if hides and not self._table.over:
                self._lines.clear()

    async def _face(self, moment: Moment) -> None:
        """Tell what has happened, and do what a moment asks for."""
        self._faced = self._table.number
        if (turn := self._keyboard.turn(moment)) is not None:
            self._lines.tell_turn(turn)
        if moment.kind is not MomentKind.MATCH_END:
            self.company.say_changes()
        if self._keyboard.needs_curtain and moment.kind in (MomentKind.HAND_OVER, MomentKind.MEASURE):
            self._history.heard[NOBODY] = len(moment.view.events)  # it would be cleared, and each is told it
        else:
            self.tell(moment.view)
        if moment.reason is StopReason.FORCED and moment.view.seat == moment.view.mover and not self.verbosity.brief:
            self._lines.say(_("You have no choice."))
        match moment.kind:
            case MomentKind.MATCH_END:
                self._say_end(moment.view)
            case MomentKind.ROUND_END:
                self._say_round(moment.view)
            case MomentKind.ASK:
                await self._ask(moment.view)
            case MomentKind.WAIT if moment.reason is StopReason.AT_ONCE:
                self._lines.say(_("Waiting until everybody has chosen."))
            case MomentKind.WAIT:
                self._lines.say(_("{name} is to move.", name=self._names[moment.view.mover]))
            case MomentKind.SHOW:
                self._lines.say(_("Press Enter when you've heard it: then the screen is cleared."))
                await self.hear(moment.view)
            case MomentKind.HAND_OVER:
                await self.hand_over(moment.seat)
            case MomentKind.MEASURE if self._race is not None:
                await self._race.run()

    async def meanwhile(self, coming: Coroutine[Any, Any, T]) -> T:
        """Wait for something; where others are waited for it is said who comes and goes, and questions are answered.

        A choice that is typed meanwhile comes too early, and is told so.
        """
        if not self._table.elsewhere:
            return await coming
        found = asyncio.ensure_future(coming)
        try:
            while not found.done():
                text = await self._lines.either(self._table.next_change(), found)
                self.company.say_changes()
                if text is None or found.done():
                    continue
                view = self._keyboard.view()
                typed = await self._lines.ask()
                if not await self._answers(typed, view):
                    self._lines.say(self._plays_nothing if typed else "")
                    self._say_turn(view, "")
            return found.result()
        finally:
            found.cancel()

    @property
    def _plays_nothing(self) -> str:
        """What who looks on is told that types anything but a word; nothing to who has a seat."""
        return "" if self._keyboard.people else _("You watch, and play nothing; {word} says what you can type.",
                                                  word=word_of("help"))  # fmt: skip

    def _tell_beginning(self) -> list[str]:
        """Return where the match stands, and what the terminal may keep of secrets."""
        view = self._keyboard.view()
        unsure = []
        if self._keyboard.needs_curtain and self._lines.hides is None:
            unsure = [_("This terminal may keep what was cleared: don't scroll back, and close it afterwards.")]
        if not self._begun:
            if code := self._table.commitment:
                self._settled = _("The deals are settled: commitment {code}.", code=code[:8])
            return unsure
        self._question.hand_is_new = True
        where = self._game.words.progress(self._game.progress(view.observation), self._table.options)
        self._history.heard = dict.fromkeys((NOBODY, *range(len(self._names))), self._begun)
        last = []
        if not self._keyboard.needs_curtain:
            last = telling.last(self._game, view, self._names)
            told = [self._to(view).event(event) for event in view.events if tells_hand(event)]
            held = [] if told and told[-1] in last else telling.rows(self._to(view).hand())
            if not self._keyboard.people:
                held = telling.table(self._game, view, self._names)  # who has no hand is told what lies open
            self._question.hand_is_new = not held
            last = [*last, *held]
        return [*unsure, _("The match goes on: {where}.", where=where) if where else _("The match goes on."), *last]

    def tell(self, view: View) -> None:
        """Say what has happened since who looks was told last, an event a line."""
        new = self._history.new(view)
        told = [event for event in new if not self.verbosity.leaves_out(event, self._game)]
        if self._table.over and self._table.ending is None:  # what the last round brought is told seat by seat
            ends = [event for event in new if event.kind == self._game.round_end_event][-1:]
            told = [event for event in told if event not in ends]
        said = telling.event_lines(told, self._to(view), self.verbosity.brief)
        self._lines.say(*said)
        if said:
            self._lines.say(self._settled)
            self._settled = ""
            self._history.note(view.seat, said)
        for event in new:
            if event.kind == self._game.round_start_event:
                self._question.hand_is_new = True
            elif tells_hand(event):  # where that is a sentence it is not told again
                self._question.hand_is_new = not self._to(view).event(event)

    def _say_round(self, view: View) -> None:
        """Say what the round brought each seat."""
        self._lines.say(*(telling.round_end(self._to(view), view, self._names) if self.verbosity.points else []))
        self._lines.say(telling.score(self._table.scores, view, self._names))

    def _say_end(self, view: View) -> None:
        """Say who has won, and what proves the deals."""
        if (ending := self._table.ending) is not None:
            told = [ending.told(self._names, view.seat)]
        else:
            told = [telling.without_number(text) for text in self._to(view).match_end()]
            self._lines.say(*telling.round_end(self._to(view), view, self._names))
        said = self._history.last(view.seat, 5)
        self._lines.say(*[text for text in told if text not in said])
        if self._table.ending is None:  # where somebody has given up the scores decide nothing
            self._lines.say(telling.score(self._table.scores, view, self._names, told))
        deals, seed = self._table.proof
        self.company.say_changes()
        self._lines.say(_("Deal code {code}.", code=deals) if deals is not None else "")
        self._lines.say(_("The commitment matches: the deals were fixed from the start.") if seed else "")

    async def hand_over(self, seat: int) -> None:
        """Clear the screen, and call the next one by name."""
        name, number = self._names[seat], str(seat + 1)
        self._lines.clear()
        self._lines.say(*self._beginning)
        self._beginning = []
        self._lines.say(_("{name}, it's your turn. Type {n} once nobody else is listening.", name=name, n=number))
        while (text := await self._at_curtain()) != number:
            if self._keyboard.speaks and self._word(text) in self._words_of_company():
                await self._answers(text, self._keyboard.view())
                continue
            helps = bool(whole(text, [word_of("help")]))
            self._lines.say(_("{name} is next: type {n}.", name=name, n=number) if text else "")
            self._lines.say(self._leaving() if helps else "")
        self._keyboard.open(seat)
        self._question.hand_is_new = True

    def _words_of_company(self) -> list[str]:
        """Return the words that are about others elsewhere, and tell nothing of a hand."""
        return [word_of("stand_in"), *(word.word for word in (*self.company.words_to_others(), *self._table_words))]

    async def _at_curtain(self) -> str:
        """Return what is typed; Anew where somebody elsewhere has ended the match before that."""
        while self._table.elsewhere and await self._lines.either(self._table.next_change()) is None:
            self.company.say_changes()
            if self._table.over:
                raise Anew
        return await self._lines.ask()

    # Questions and answers

    async def _ask(self, view: View) -> None:
        """Ask for a move, and play it."""
        if self.company.bell:
            self._lines.ring()
        try:
            await self._coaching.consider(view)
            self.say_question(view)
            action = await self.answer(view)
            while await self._coaching.asks_before(action):
                action = await self.answer(view)
            self._keyboard.play(action)
        except IllegalAction as error:
            self._lines.say(refused(error))
        finally:
            self._coaching.coach.forget()
        self.tell(self._keyboard.view())

    async def _typed(self) -> str:
        """Return what is typed; Anew where the table has gone elsewhere before that, as others sit there too."""
        while self._table.elsewhere:
            self.company.say_changes()
            if self._faced != self._table.number:
                raise Anew
            if await self._lines.either(self._table.next_change()) is not None:
                break
        return await self._lines.hear()

    async def _answers(self, text: str, view: View) -> bool:
        """Answer what was typed; what is asked once more is confirmed at once, or not at all."""
        self._keyboard.twice.forget(self._word(text))
        return await super()._answers(text, view)

    async def hear(self, view: View, legal: Sequence[Action] = ()) -> str | int:
        """Return a move; what was to be confirmed is not wanted any more."""
        heard = await super().hear(view, legal)
        self._keyboard.twice.forget()
        return heard

    # What can be asked at any time

    def _more_words(self) -> list[Word]:
        """Return what can be asked where a match is being played."""
        return [
            Word.of("scores", self._say_scores),
            *self._coaching.words(),
            Word.of("take_back", self._take_back, tells=lambda view: self._table.practice),
            *self.company.end_words(),
            *(self.company.words_to_others() if self._keyboard.speaks else []),
            *self._told_before(),
            *([Word.of("commitment", self._say_deals)] if self._table.commitment else []),
            *(self.company.away_words() if self._keyboard.speaks else []),
            *self._table_words,
        ]

    def _told_before(self) -> list[Word]:
        """Return the words that go through what has happened, both ways."""
        return [
            Word(",", _("what happened before"), lambda view, rest: self._older(view, -1)),
            Word(".", _("what happened after"), lambda view, rest: self._older(view, 1)),
        ]

    def _take_back(self, view: View, rest: str) -> None:
        """Go back to the last decision; the first time it is asked whether the match may be marked."""
        word, asks = word_of("take_back"), N_("That marks the match. Type {word} once more to do it.")
        if self._keyboard.take_back_marks and not self._keyboard.twice.confirms(word):
            self._lines.say(_(asks, word=word))
            return
        try:
            self._keyboard.take_back()
        except IllegalAction as error:
            self._lines.say(refused(error))
            return
        self._question.forget()
        self._lines.say(_("Taken back."))
        raise Anew

    def _say_deals(self, view: View, rest: str) -> None:
        """Say the whole commitment: one that was noted is compared with it."""
        self._lines.say(_("The deals are settled: commitment {code}.", code=str(self._table.commitment)))

    def use(self, settings: Settings) -> None:
        """Take over settings that were changed meanwhile."""
        self.company.bell, self.verbosity = settings.bell, Verbosity.of(settings)

    def _say_scores(self, view: View, rest: str) -> None:
        sheet = telling.sheet(self._to(view))  # its last row is the scores
        self._lines.say(*(sheet or [telling.score(self._table.scores, view, self._names) or uncounted()]))

    def _say_turn(self, view: View, rest: str) -> None:
        if view.legal:
            self.say_question(view, whole=True)
        elif self._race is not None and self._race.starts:
            self._lines.say(self._race.starts)
        elif view.mover >= 0 and view.mover != view.seat:
            name = self._names[view.mover]
            waits = paragraph(*away_texts([name])) if view.mover in self._table.away.waited else ""
            self._lines.say(waits or _("{name} is to move.", name=name))
        else:
            self._lines.say(_("You aren't asked now: others are."))

    def _older(self, view: View, by: int) -> None:
        """Say the line before or after the one that was said of what has happened."""
        latest = _("That's the oldest.") if by < 0 else _("That's the latest.")
        self._lines.say(self._history.go(view.seat, by) or latest)

    def _leaving(self) -> str:
        """Return that the match is kept."""
        return _("{word}: the match is kept for another time.", word=word_of("leave"))
