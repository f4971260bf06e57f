"""A match at one keyboard, line by line: what happens is said, a question a line is asked, an answer a line played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from herrlof.game import NOBODY, IllegalAction, Race, Value
from herrlof.games.speech import refused, uncounted
from herrlof.messages import _, pgettext
from herrlof.plain import telling
from herrlof.plain.asking import Asking, Word
from herrlof.plain.lines import Left, Lines, leave_word
from herrlof.records.names import called
from herrlof.table.keyboard import Keyboard, Moment
from herrlof.table.table import AWAY_SECONDS, MomentKind, Reading, Table, Turn, View
from herrlof.table.telling import tells_hand

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement
    from herrlof.coach.worker import Judges

T = TypeVar("T")


class Anew(Exception):
    """The table has gone elsewhere while somebody was asked: it is looked at anew."""


class Sitting(Asking):
    """The people of one keyboard at one table."""

    def __init__(
        self,
        lines: Lines,
        table: Table,
        preferences: Mapping[str, Value | None],
        *,
        bell: bool = False,
        hints: bool = True,
        coach: Judges | None = None,
        seats: Sequence[int] | None = None,
        novice: bool = False,
        words: Sequence[Word] = (),
    ) -> None:
        """Sit down at a table, for some seats or for all people here; `coach` judges, or else a process of its own.

        `words` are known at this table alone.
        """
        names = called(table.seats, table.here if seats is None else seats)
        super().__init__(lines, table.game, names, preferences, novice)
        self._table_words = words
        self._table = table
        self._far = set(table.people) > set(table.here)
        """Whether somebody sits elsewhere, who may be waited for for long."""
        self._bell, self._hints = bell, hints
        self._race: Race | None = self._game.race(preferences)
        table.clock = self._race is not None
        self._keyboard = Keyboard(table, seats)
        self._heard: dict[int, int] = {}
        """How many events each seat has been told; an onlooker is NOBODY."""
        self._history: dict[int, list[str]] = {}
        """And in which lines."""
        self._place = 0
        """Where in its history who looks has gone back to."""
        self._begun = len(table.view(NOBODY).events) if table.goes_on else 0
        """How many events there were before anybody sat down."""
        self._coach = coach
        self._beginning: list[str] = []
        """What is said when the match begins or goes on, to the first who looks."""
        self._trouble: str | None = None
        self._away: set[int] = set()
        self._stand_ins: Mapping[int, str] = {}
        self._wanted: Mapping[int, set[int]] = {}
        """What was said of who is away: for whom a bot plays, and who wants one to."""
        self._warned = False
        """Whether it was said that a match with a move taken back is marked."""

    # From moment to moment

    async def run(self) -> None:
        """Play until the match is over; Left where somebody leaves, InputEnded where nothing more is typed."""
        self._table.start()
        self._beginning = self._tell_beginning()
        if not self._keyboard.needs_curtain:
            self._lines.say(*self._beginning)
        if hides := self._keyboard.needs_curtain and self._lines.hides:
            self._lines.clear_at_signals()
        try:
            while (moment := await self._meanwhile(self._keyboard.next())).kind is not MomentKind.MATCH_END:
                self._say_changes()
                self._tell(moment.view)
                with suppress(Anew):
                    await self._face(moment)
            self._tell(moment.view)
            self._say_end(moment.view)
        finally:
            self._keyboard.leave()
            if self._coach is not None:
                self._coach.close()
            if hides and not self._table.over:
                self._lines.clear()

    async def _face(self, moment: Moment) -> None:
        """Do what a moment asks for; Anew where the table has gone elsewhere meanwhile."""
        match moment.kind:
            case MomentKind.ROUND_END:
                self._say_round(moment.view)
            case MomentKind.ASK:
                await self._ask(moment.view)
            case MomentKind.WAIT:
                self._lines.say(_("{name} is to move.", name=self._names[moment.view.mover]))
            case MomentKind.SHOW:
                self._lines.say(_("Press Enter when you have heard it: then the screen is cleared."))
                await self._hear(moment.view)
            case MomentKind.HAND_OVER:
                await self._hand_over(moment.seat)
            case MomentKind.MEASURE if self._race is not None:
                await (self._sort_apart if self._table.apart else self._measure)(self._race)

    async def _meanwhile(self, coming: Coroutine[Any, Any, T]) -> T:
        """Wait for something; where others are waited for it is said who comes and goes, and questions are answered.

        A choice that a pipe has ready is left there for its question; typed at a terminal it comes too early.
        """
        if not self._far:
            return await coming
        found, kept = asyncio.ensure_future(coming), False
        try:
            while not found.done():
                text = await self._lines.either(self._table.next_change(), found, kept=kept)
                self._say_changes()
                if text is None or found.done():
                    continue
                view = self._keyboard.view()
                kept = not (self._lines.terminal or text.casefold() == leave_word() or self._word(text))
                if not kept and not await self._answers(await self._lines.ask(), view):
                    self._say_turn(view, "")
            return found.result()
        finally:
            found.cancel()

    def _say_changes(self) -> None:
        """Say what goes wrong beside the match, who goes and who comes; Left where there is no way back."""
        table, names = self._table, self._names
        if (trouble := table.trouble) != self._trouble:
            self._trouble = trouble
            self._lines.say(trouble or _("All is well again."))
        if table.ended:
            raise Left
        away, plays, wanted = set(table.away), dict(table.stand_ins), {k: set(by) for k, by in table.wanted.items()}
        for seat in sorted(away - self._away - plays.keys()):
            self._lines.say(_("{name} is away, and the match waits. The same command comes back.", name=names[seat]))
        for seat in sorted(plays.keys() - self._stand_ins.keys()):
            self._lines.say(_("A bot plays for {name}, until {name} is back.", name=names[seat]))
        for seat in sorted(self._away - away):
            self._lines.say(_("{name} is back.", name=names[seat]))
        for seat, by in wanted.items():
            for who in sorted(by - self._wanted.get(seat, set()) - {*self._keyboard.people}):
                text = _("{who} wants a bot to play for {name}: {word} agrees.", who=names[who], name=names[seat],
                         word=stand_in_word())  # fmt: skip
                self._lines.say(text)
        self._away, self._stand_ins, self._wanted = away, plays, wanted

    def _tell_beginning(self) -> list[str]:
        """Return where the match stands, or what settles its deals."""
        view = self._keyboard.view()
        if not self._begun:
            code = self._table.commitment
            return [_("The deals are settled: commitment {code}.", code=code[:8])] if code else []
        self._round_began = True
        where = self._text.progress(self._game.progress(view.observation), self._table.options)
        self._heard = dict.fromkeys((NOBODY, *range(len(self._names))), self._begun)
        last = [] if self._keyboard.needs_curtain else telling.last(self._game, view, self._names)
        return [_("The match goes on: {where}.", where=where) if where else _("The match goes on."), *last]

    def _tell(self, view: View) -> None:
        """Say what has happened since who looks was told last, an event a line."""
        heard = min(self._heard.get(view.seat, 0), len(view.events))
        new = view.events[heard:]
        self._heard[view.seat] = len(view.events)
        said = telling.event_lines(self._game, view, self._names, heard)
        self._lines.say(*said)
        if said:
            self._history.setdefault(view.seat, []).extend(said)
            self._place = len(self._history[view.seat])
        for event in new:
            if event.kind == self._game.round_start_event:
                self._round_began = True
            elif tells_hand(event):  # where that is a sentence it is not told again
                self._round_began = not self._text.event(event, view.observation, self._names)

    def _say_round(self, view: View) -> None:
        """Say what the round brought each seat."""
        self._lines.say(*telling.round_end(self._game, view, self._names))
        self._lines.say(telling.score(self._table.scores, view, self._names))

    def _say_end(self, view: View) -> None:
        """Say who has won, and what proves the deals."""
        told = [telling.without_number(text) for text in self._text.match_end(view.observation, self._names)]
        said = self._history.get(view.seat, [])[-5:]
        self._lines.say(*telling.round_end(self._game, view, self._names))
        self._lines.say(*[text for text in told if text not in said])
        self._lines.say(telling.score(self._table.scores, view, self._names))
        deals, seed = self._table.proof
        self._say_changes()
        self._lines.say(_("Deal code {code}.", code=deals) if deals is not None else "")
        self._lines.say(_("The commitment matches: the deals were fixed before the first card.") if seed else "")

    async def _hand_over(self, seat: int) -> None:
        """Clear the screen, and call the next one by name."""
        name, number = self._names[seat], str(seat + 1)
        self._lines.clear()
        self._lines.say(*self._beginning)
        self._beginning = []
        self._lines.say(_("{name}, it is your turn. Type {n} when only you listen.", name=name, n=number))
        while (text := await self._lines.ask()) != number:
            self._lines.say(_("It is {name}: the number is {n}.", name=name, n=number) if text else "")
        self._keyboard.open(seat)
        self._round_began = True

    # Questions and answers

    async def _ask(self, view: View) -> None:
        """Ask for a move, and play it."""
        if self._bell:
            self._lines.ring()
        self._say_question(view)
        unasked = asyncio.ensure_future(self._tell_unasked(view))
        try:
            self._keyboard.play(await self._answer(view))
        except IllegalAction as error:
            self._lines.say(refused(error))
        finally:
            unasked.cancel()
        self._tell(self._keyboard.view())

    async def _typed(self) -> str:
        """Return what is typed; Anew where the table has gone elsewhere before that, as others sit there too."""
        number = self._table.number
        while self._far and await self._lines.either(self._table.next_change()) is None:
            self._say_changes()
            if number != self._table.number:
                raise Anew
        return await self._lines.ask()

    # What can be asked at any time

    def _more_words(self) -> list[Word]:
        """Return what can be asked where a match is being played."""
        return [
            Word(pgettext("word", "scores"), _("the scores, round by round"), self._say_scores),
            Word(pgettext("word", "hint"), _("what the coach thinks of your choices"), self._hint),
            Word(pgettext("word", "back"), _("take your last move back"), self._take_back),
            Word(",", _("what happened before that"), lambda view, rest: self._older(view, -1)),
            Word(".", _("what happened after that"), lambda view, rest: self._older(view, 1)),
            *([Word(stand_in_word(), _("let a bot play for who is away"), self._want_stand_in)] if self._far else []),
            *self._table_words,
        ]

    def _say_scores(self, view: View, rest: str) -> None:
        said = [telling.score(self._table.scores, view, self._names), *telling.sheet(self._game, view, self._names)]
        self._lines.say(*(list(filter(None, said)) or [uncounted()]))

    def _say_turn(self, view: View, rest: str) -> None:
        if view.legal:
            self._say_question(view, whole=True)
        elif view.mover >= 0 and view.mover != view.seat:
            self._lines.say(_("{name} is to move.", name=self._names[view.mover]))
        else:
            self._lines.say(_("You are not asked now: the others are waited for."))

    def _older(self, view: View, by: int) -> None:
        """Say the line before or after the one that was said of what has happened."""
        history = self._history.get(view.seat, [])
        if 0 <= self._place + by < len(history):
            self._place += by
            self._lines.say(history[self._place])
        else:
            self._lines.say(_("Nothing is older.") if by < 0 else _("Nothing is newer."))

    def _leaving(self) -> str:
        """Return that the match is kept."""
        return _("{word}: the match is kept, and goes on another time.", word=leave_word())

    async def _take_back(self, view: View, rest: str) -> None:
        """Go back to the last decision; the first time it is asked whether the match may be marked."""
        if not self._warned and not self._table.help.take_backs and self._table.people == [view.seat]:
            self._warned = True
            word = pgettext("word", "back")
            self._lines.say(
                _("Then the match is marked as one with a move taken back. {word} again does it.", word=word)
            )
            return
        try:
            self._keyboard.take_back()
        except IllegalAction as error:
            self._lines.say(refused(error))
            return
        self._asked.clear()
        self._lines.say(_("Taken back."))
        raise Anew

    def _want_stand_in(self, view: View, rest: str) -> None:
        """Say that a bot may play for who is away for longest."""
        table = self._table
        away = {seat: since for seat, since in table.away.items() if seat not in table.stand_ins}
        if not away:
            self._lines.say(_("Nobody is away."))
            return
        seat = max(away, key=lambda one: away[one])
        if table.pace and away[seat] < AWAY_SECONDS:
            self._lines.say(_("A line that broke may be mended at once: wait ten seconds."))
            return
        table.want_stand_in(self._keyboard.people, seat)
        if seat not in table.stand_ins:
            name = self._names[seat]
            self._lines.say(_("You want a bot to play for {name}; so must all who are present.", name=name))

    # The coach

    async def _hint(self, view: View, rest: str) -> None:
        """Say what each choice is worth, the best first."""
        if not self._hints:
            self._lines.say(_("There are no hints in this match."))
            return
        if len(view.legal) < 2:
            one = _("There is only one choice: no hint.")
            self._lines.say(one if view.legal else _("It is not your turn: no hint."))
            return
        try:
            self._table.note_hint(view.seat)
        except IllegalAction as error:
            self._lines.say(refused(error))
            return
        found = await self._judge(view)
        if found is None:
            self._lines.say((self._coach and self._coach.trouble) or _("Nothing was judged."))
            return
        self._say_judged(found, view)

    async def _tell_unasked(self, view: View) -> None:
        """Say what hands like this one win once that is found, to one person who has never won; that is a hint too."""
        table = self._table
        alone = len(table.people) == 1 and self._hints and not table.help_refusal
        if alone and self._novice and self._lines.terminal and self._text.usual(view.observation):
            found = await self._judge(view)
            if found is not None:
                table.note_hint(view.seat)
                self._lines.say(self._text.usual(view.observation, found.choices[0].likely))

    async def _judge(self, view: View) -> Judgement | None:
        """Return what the coach thinks of a question."""
        from herrlof.coach.judge import WORLDS
        from herrlof.coach.worker import Worker

        self._coach = self._coach or Worker(self._game)
        rng = Random(repr(view.observation))
        return await self._coach.judge(view.observation, view.legal, rng, WORLDS, lambda judgement: None)

    # Seats that move at the same time

    async def _sort_apart(self, race: Race) -> None:
        """Let the one person here move while others do so elsewhere: each has a clock, and what it says counts."""
        table, (seat,) = self._table, self._keyboard.people
        if not self._moves_now(seat):
            await self._meanwhile(table.measured())
            return
        noted = table.noted_clock
        restarts = 0 if noted is None else noted.restarts + 1
        self._lines.say(_("The times count, as not all sit here. Press Enter when you are ready."))
        await self._hear(self._keyboard.view())
        table.read_clock(seat, Reading(ready=True, restarts=restarts))
        await self._meanwhile(self._until(self._all_ready))
        turn, begun = table.turn(seat), monotonic()
        times: list[float] = []
        while not turn.done and not (times and self._is_first_elsewhere(race)):
            times.append(await self._make_move(turn, race, begun))
            await self._meanwhile(self._until(lambda: not turn.waits))
            over = turn.done or self._is_first_elsewhere(race)
            order = range(1, len(times) + 1)
            table.read_clock(seat, Reading(tuple(times), tuple(order), True, over, restarts=restarts))
        self._lines.say(_("{n} seconds.", n=round(times[-1], 1)))
        await self._meanwhile(table.measured())

    async def _until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so; Anew where the table has gone elsewhere."""
        number = self._table.number
        while not true():
            await self._table.next_change().wait()
            if number != self._table.number:
                raise Anew

    def _all_ready(self) -> bool:
        waited = set(self._table.people) - set(self._table.stand_ins)
        return all(self._table.readings.get(seat, Reading()).ready for seat in waited)

    def _is_first_elsewhere(self, race: Race) -> bool:
        return any(len(other.times) == race.moves for other in self._table.readings.values())

    async def _measure(self, race: Race) -> None:
        """Let each person move without seeing the others; without haste, unless somebody asks for the clock."""
        people = [seat for seat in self._keyboard.people if self._moves_now(seat)]
        others = [seat for seat in range(len(self._names)) if seat not in self._keyboard.people]
        paces = {seat: max(race.least, self._table.seconds_for(seat)) for seat in others if self._bot_sits(seat)}
        times = [[paces.get(seat, 1.0) * n for n in range(1, race.moves + 1)] for seat in range(len(self._names))]
        can_haste = bool(people) and self._lines.terminal and len(paces) == len(others)
        hasty = can_haste and await self._wants_haste()
        end = min((times[seat][-1] for seat in others), default=inf)
        if hasty:
            noted = self._table.noted_clock
            self._table.note_clock(*((0, 0) if noted is None else (noted.stops, noted.restarts + 1)))
        for seat in people:
            if self._keyboard.needs_curtain:
                await self._hand_over(seat)
                self._tell(self._keyboard.view())
            times[seat] = await self._moves(seat, race, end if hasty else None)
        if not hasty or any(len(row) < race.moves and not self._moves_now(seat) for seat, row in enumerate(times)):
            times = [[1.0] * race.moves for _row in times]  # nobody was first, or some moves have no time
        await self._table.measure(self._game.encode_chance(race.judge(times)))

    def _bot_sits(self, seat: int) -> bool:
        return self._table.seats[seat].bot is not None

    def _moves_now(self, seat: int) -> bool:
        """Whether a seat has moves to make while others move too."""
        try:
            return not self._table.turn(seat).done
        except ValueError:
            return False

    async def _wants_haste(self) -> bool:
        word = pgettext("word", "haste")
        self._lines.say(_("Without haste nobody is first. {word} lets the times count; Enter does without.", word=word))
        return (await self._lines.ask()).casefold() == word

    async def _make_move(self, turn: Turn, race: Race, begun: float, hasty: bool = True) -> float:
        """Let a person make one move among others; return how many seconds after the beginning that was.

        What is typed too soon counts as soon as it may.
        """
        view, opened = turn.view(), monotonic()
        self._say_question(view)
        action = await self._answer(view)
        self._lines.say(_("{text}.", text=self._text.name(action, view.observation, self._names)))
        if hasty:
            await asyncio.sleep(opened + race.least - monotonic())
        turn.play(action)
        return monotonic() - begun

    async def _moves(self, seat: int, race: Race, end: float | None) -> list[float]:
        """Let a person make the moves of a seat; return when each was made, stopped by who is done at `end` seconds.

        None: there is no haste.
        """
        turn, times, begun = self._table.turn(seat), list[float](), monotonic()
        while not turn.done and (end is None or not times or times[-1] <= end):
            at = await self._make_move(turn, race, begun, hasty=end is not None)
            times.append(at * race.rate)
        if end is not None:
            self._lines.say(_("{n} seconds.", n=round(times[-1], 1)))
        return times


def stand_in_word() -> str:
    """Return the word that lets a bot play for who is away."""
    return pgettext("word", "stand-in")
