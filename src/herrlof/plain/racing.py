"""A race line by line: people move without seeing each other, without haste or against the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf

from herrlof.game import NOBODY, Race
from herrlof.messages import _, pgettext
from herrlof.plain.asking import Asking
from herrlof.plain.lines import unknown
from herrlof.plain.moments import Anew
from herrlof.plain.words import begun
from herrlof.running import lost, monotonic
from herrlof.table.commands import Choose, NoteClock, ReadClock
from herrlof.table.connection import Connection, View
from herrlof.table.keyboard import Keyboard
from herrlof.table.race import Reading, Stopwatch, begun_anew, even, first, in_order, outcome, paced, stood_still


class Racers(Asking):
    """The people of one keyboard, where seats move at the same time."""

    _table: Connection
    _keyboard: Keyboard

    def _tell(self, view: View) -> None:
        """Say what has happened since who looks was told last."""
        raise NotImplementedError

    async def _hand_over(self, seat: int) -> None:
        """Clear the screen, and call the next one by name."""
        raise NotImplementedError

    async def _race_once(self, race: Race) -> None:
        """Let people move: each by a clock of their own where somebody sits elsewhere."""
        await (self._sort_apart if self._table.apart else self._measure)(race)

    async def _sort_apart(self, race: Race) -> None:
        """Let the one person here move while others do so elsewhere: each has a clock, and what it says counts."""
        table = self._table
        if not any(map(self._moves_now, self._keyboard.people)):
            await self._meanwhile(table.measured())
            return
        (seat,) = self._keyboard.people
        restarts = begun_anew(table.noted_clock).restarts
        self._lines.say(_("Times count, as you don't all sit here. Press Enter when you're ready."))
        await self._hear(self._keyboard.view())
        table.send(seat, ReadClock(Reading(ready=True, restarts=restarts)))
        await self._meanwhile(self._until(lambda: table.all_ready))
        clock = Stopwatch(1.0)
        clock.go()
        times: list[float] = []
        while not table.turn(seat).done and not (times and self._is_first_elsewhere(race)):
            times.append(await self._make_move(seat, race, clock))
            await self._meanwhile(self._until(lambda: not table.turn(seat).waits))
            over = table.turn(seat).done or self._is_first_elsewhere(race)
            order = in_order(race)[: len(times)]
            said = Reading(tuple(times), tuple(order), True, over, restarts=restarts)
            table.send(seat, ReadClock(said))
        self._lines.say(_("{n} seconds.", n=round(times[-1], 1)))
        await self._meanwhile(table.measured())

    async def _until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so; Anew where the table has gone elsewhere."""
        number = self._table.number
        while not true():
            await self._table.next_change().wait()
            if number != self._table.number:
                raise Anew

    def _is_first_elsewhere(self, race: Race) -> bool:
        return first(race, {seat: said.times for seat, said in self._table.readings.items()}) != NOBODY

    async def _measure(self, race: Race) -> None:
        """Let each person move without seeing the others; without haste, unless somebody asks for the clock."""
        people = [seat for seat in self._keyboard.people if self._moves_now(seat)]
        others = [seat for seat in range(len(self._names)) if seat not in self._keyboard.people]
        paces = {seat: paced(race, self._table.seconds_for(seat)) for seat in others if self._bot_sits(seat)}
        times = [paces.get(seat, made) for seat, made in enumerate(even(race, len(self._names)))]
        can_haste = bool(people) and self._lines.person and len(paces) == len(others)
        hasty = can_haste and await self._wants_haste()
        end = min((times[seat][-1] for seat in others), default=inf)
        if hasty:
            self._table.send(people[0], NoteClock(*begun_anew(self._table.noted_clock)))
        for seat in people:
            if self._keyboard.needs_curtain:
                await self._hand_over(seat)
                self._tell(self._keyboard.view())
            times[seat] = await self._moves(seat, race, end if hasty else None)
        if not hasty or any(len(row) < race.moves and not self._moves_now(seat) for seat, row in enumerate(times)):
            times = even(race, len(times))  # nobody was first, or some moves have no time
        await self._table.measure(outcome(self._game, race, times))

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
        asked = _("Against the clock? Type {word}. Enter: without haste.", word=word)
        text = await self._lines.answered(asked)
        while text and not begun(text, [word]):
            self._lines.say(unknown(text))
            text = await self._lines.answered(asked)
        return bool(text)

    async def _make_move(self, seat: int, race: Race, clock: Stopwatch, hasty: bool = True) -> float:
        """Let a person make one move among others; return what the clock says then.

        What is typed too soon counts as soon as it may.
        """
        view, opened, stopped = self._table.turn(seat).view, monotonic(), lost()
        self._say_question(view)
        action = await self._answer(view)
        self._lines.say(_("You chose {choice}.", choice=self._to(view).in_sentence(action)))
        if hasty:
            self._lines.say(stood_still(lost() - stopped))
            await asyncio.sleep(opened + race.least - monotonic())
        self._table.send(seat, Choose(action))
        return clock.time

    async def _moves(self, seat: int, race: Race, end: float | None) -> list[float]:
        """Let a person make the moves of a seat; return when each was made, stopped by who is done at `end` seconds.

        None: there is no haste.
        """
        times, clock = list[float](), Stopwatch(race.rate)
        clock.go()
        while not self._table.turn(seat).done and (end is None or not times or times[-1] <= end):
            times.append(await self._make_move(seat, race, clock, hasty=end is not None))
        if end is not None:
            self._lines.say(_("{n} seconds.", n=round(times[-1], 1)))
        return times
