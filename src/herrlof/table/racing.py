"""A race at one keyboard: who makes which move, when, and how the clock stands. Nothing is drawn or said here.

What was done and what the clock said is handed to the table only when the race is over. Several people race together,
or one after the other; who sits elsewhere has a clock of their own, and what that says is all that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum, auto
from typing import TypeAlias

from herrlof.game import NOBODY, Action, IllegalAction, Race
from herrlof.running import lost, monotonic
from herrlof.table.commands import Choose, NoteClock, ReadClock
from herrlof.table.connection import View
from herrlof.table.keyboard import Keyboard
from herrlof.table.race import Reading, Stopwatch, begun_anew, even, first, outcome, pace

MovesLeft: TypeAlias = Callable[[View, int], int]
"""Tells how many moves a seat has yet to make in the race."""


class Stage(Enum):
    """Where a race is."""

    CURTAIN = auto()
    READY = auto()
    COUNT = auto()
    """Somebody counts down."""
    RUN = auto()
    STOPPED = auto()
    LAST = auto()
    """Somebody was first, and the others make the move in hand."""
    OVER = auto()
    LEFT = auto()


class Runner:
    """A seat that races: its moves, and the times at which they were made."""

    def __init__(self, keyboard: Keyboard, seat: int, left: MovesLeft, race: Race) -> None:
        """Take the first move in hand; of a bot the pace is known, and not what it does."""
        table = keyboard.table
        self.seat = seat
        self.times: list[float] = []
        self.placed: list[int] = []
        """The numbers, from 0, of the moves that a person has made, in the order in which they were made."""
        self._opened = 0
        """How many moves of the turn were made, be it one that is made up for a move put off."""
        self._put_off: list[tuple[int, View]] = []
        """The moves that were in hand when the clock was stopped: their numbers, and what is to be chosen."""
        self._table, self._chooses = table, seat in keyboard.people
        """Whether a person here makes the choices; a bot makes its own elsewhere."""
        self._known = table.view(NOBODY)
        self.pace = self._pace_of(keyboard, race)
        """The seconds that a bot takes for a move; None for a person, 0 for one who is elsewhere."""
        self.open_since = 0.0
        """What the clock had passed when the move in hand was opened."""
        self.note = ""
        """Why the last key did not count for the move in hand."""
        self.all = left(self.view if self._chooses else table.view(NOBODY), seat)
        """How many moves there are to make."""

    def _pace_of(self, keyboard: Keyboard, race: Race) -> float | None:
        return None if self._chooses else pace(race, keyboard.table.seconds_for(self.seat))

    @property
    def _open(self) -> tuple[int, View]:
        """The number of the move in hand, and what is to be chosen: those put off come after all others."""
        return (self._opened, self.view) if self._opened < self.all else self._put_off[0]

    @property
    def in_hand(self) -> View:
        """What a person is to choose; nothing can be chosen where the table is elsewhere and it is still on its way."""
        return self._open[1]

    @property
    def view(self) -> View:
        """What a person has come to know."""
        with suppress(ValueError):  # the table has gone on: what was known last
            self._known = self._table.turn(self.seat).view
        return self._known

    @property
    def order(self) -> Sequence[int]:
        """The numbers of the moves, from 1, in the order in which they were made."""
        return [number + 1 for number in self.placed] if self._chooses else range(1, self.all + 1)

    @property
    def put_off_count(self) -> int:
        """How many moves come after all others."""
        return len(self._put_off)

    @property
    def done(self) -> bool:
        """Whether all moves were made, in the race or, before it was left, without a time."""
        return len(self.times) >= self.all or (self._chooses and not self._put_off and self._has_ended)

    @property
    def _has_ended(self) -> bool:
        with suppress(ValueError):
            return self._table.turn(self.seat).done
        return False

    @property
    def left(self) -> int:
        """How many moves are left, as the screen shows it."""
        return self.all - len(self.times)

    def choice(self, choice: int) -> tuple[int, Action]:
        """Return the number of the move in hand, and one of its choices."""
        number, view = self._open
        return number, view.legal[choice]

    def place(self, choice: int, time: float, passed: float) -> None:
        """Make the move in hand, at a time that counts."""
        number, action = self.choice(choice)
        self._make(number, action)
        self.placed.append(number)
        self.times.append(time)
        self.open_since, self.note = passed, ""

    def put_off(self) -> None:
        """Let a person's move in hand come after all others, if there are any."""
        if self._chooses and self.left > 1:
            number, view = self._open
            self._make(number, view.legal[0])  # made up, and changed when the move is made
            self._put_off.append((number, view))

    def _make(self, number: int, action: Action) -> None:
        """Make the move in hand, or change what was made up for it."""
        if number == self._opened:
            self._table.send(self.seat, Choose(action))
            self._opened += 1
        else:
            self._table.send(self.seat, Choose(action, number))
            self._put_off.pop(0)

    def follow(self, time: float) -> None:
        """Let a bot make the moves that it has made by now: its pace is all that counts."""
        assert self.pace is not None
        while not self.done and (at := self.pace * (len(self.times) + 1)) <= time:
            self.times.append(at)


class FarRunner(Runner):
    """A person at another screen: what the clock there says is all that is known."""

    def _pace_of(self, keyboard: Keyboard, race: Race) -> float:
        return 0.0

    def follow(self, time: float) -> None:
        """Take over what the clock there says."""
        self.times = list(self._table.readings.get(self.seat, Reading()).times)


class Racing:
    """The race itself: its clock, who races, and where it is."""

    def __init__(
        self,
        keyboard: Keyboard,
        race: Race,
        left: MovesLeft | None,
        timed: bool,
        one_by_one: bool,
        countdown: float,
        hasty: bool = True,
    ) -> None:
        """Get ready at this keyboard's table; `left`: None where all moves were made, and only their times are lost.

        `timed`: whether times count at all. `one_by_one`: people here race one after the other. `hasty`: whether there
        is a clock of which a record tells.
        """
        self._keyboard = keyboard
        self._table = keyboard.table
        self._race = race
        self._countdown = countdown
        self.timed = timed and hasty
        self._hasty = hasty
        self.far = self._table.apart
        """Whether others race at screens of their own: then each clock tells the table what it says."""
        self._number = self._table.number
        self.one_by_one = one_by_one and len(keyboard.people) > 1
        self.clock = Stopwatch(1.0 if self.far else race.rate)
        self.runners = [] if left is None else [self._runner(seat, left) for seat in range(len(self._table.seats))]
        self._last: Sequence[Runner] = ()
        """Where somebody was first, who makes the move in hand."""
        self._later = [runner.seat for runner in self.runners if self.one_by_one and runner.all and runner.pace is None]
        """Where people race one after the other, who has yet to begin."""
        self.runner_now = self._later.pop(0) if self._later else NOBODY
        """And who races now."""
        self.stage = Stage.CURTAIN if self.one_by_one else Stage.READY
        if not any(runner.all for runner in self.runners):
            self.stage = Stage.OVER
        self.since = 0.0
        """When the countdown began, or the race was over."""
        self.stops, self.restarts = begun_anew(self._table.noted_clock)
        """How often the clock was stopped while moves were in hand, and how often the race has begun anew."""
        self.stopped = 0.0
        """When the clock was stopped last."""
        self.stood_still = 0.0
        """For how many seconds this program was stopped itself while the clock ran; they do not count."""
        self._lost = lost()
        self._broken_off = False
        """Whether the race was broken off while it was handed in."""
        self.begun = False
        """Whether the clock ran on this screen."""

    # Who runs

    def _runner(self, seat: int, left: MovesLeft) -> Runner:
        kind = FarRunner if self.far and seat not in self._keyboard.people else Runner
        return kind(self._keyboard, seat, left, self._race)

    @property
    def active(self) -> Sequence[Runner]:
        """Who races now: all, or where people race one by one the one at the keyboard, and the bots."""
        if self.runner_now == NOBODY:
            return self.runners
        return [runner for runner in self.runners if runner.seat == self.runner_now or runner.pace is not None]

    @property
    def people(self) -> Sequence[Runner]:
        """The people here among those who race now."""
        return [runner for runner in self.active if runner.pace is None]

    @property
    def first(self) -> int:
        """Who was done first of those who race now; NOBODY before, and where no times count."""
        if not self.timed:
            return NOBODY
        return first(self._race, {runner.seat: runner.times for runner in self.active})

    @property
    def waits(self) -> bool:
        """Whether who races here is ready, and another one elsewhere is not."""
        return self.stage is Stage.READY and self.far and self._keyboard.people[0] in self._table.readings

    @property
    def runs(self) -> bool:
        """Whether the clock runs, or is about to."""
        return self.stage in (Stage.COUNT, Stage.RUN, Stage.LAST)

    def runner_of(self, keys: int) -> Runner | None:
        """Return the person whose keys these are: alone at the keyboard one has them all."""
        people = self.people
        if len(people) == 1:
            return people[0]
        return self.runners[keys] if people else None

    def may_move(self, runner: Runner) -> bool:
        """Whether a person may make a move now: while the clock runs, and after that the one in hand."""
        return runner in self._last if self.stage is Stage.LAST else self.stage is Stage.RUN and not runner.done

    def takes_keys(self, runner: Runner) -> bool:
        """Whether the move in hand has been open for long enough."""
        return self.too_soon(runner) <= 0

    def too_soon(self, runner: Runner) -> float:
        """Return for how many seconds the move in hand still takes no answer."""
        return self._race.least - (self.clock.passed - runner.open_since)

    # What happens

    @property
    def outdated(self) -> bool:
        """Whether the table has gone elsewhere: somebody went away or is back, and the race begins anew."""
        gone_on = self._table.number != self._number and self.stage not in (Stage.OVER, Stage.LEFT)
        return gone_on or self._broken_off

    def tick(self) -> None:
        """Go on with the countdown, the bots and the clock."""
        self._heed_stop()
        if self.stage is Stage.READY and self.far and self._table.all_ready:
            self.stage, self.since = Stage.COUNT, monotonic()
        if self.stage is Stage.COUNT and monotonic() - self.since >= self._countdown:
            self.stage = Stage.RUN
            if not self.begun:
                self.begun = True
                self._note_clock()
            for runner in self.active:
                runner.open_since = self.clock.passed
            self.clock.go()
        self.follow()

    def go(self) -> None:
        """Begin to count down, or go on after a stop; where others race elsewhere say that one is ready."""
        if self.stage is Stage.READY and self.far:
            self._report()
        elif self.stage in (Stage.READY, Stage.STOPPED):
            self.stood_still = 0.0
            self.stage, self.since = Stage.COUNT, monotonic()

    def make(self, runner: Runner, choice: int) -> None:
        """Make a person's move in hand."""
        runner.place(choice, self.clock.time, self.clock.passed)
        self._report()
        self._last = [other for other in self._last if other is not runner]
        if self.stage is Stage.LAST and not self._last:
            self._all_done()
        else:
            self.follow()

    def follow(self) -> None:
        """Let the bots keep up with the clock while it runs, and stop the race when somebody is done."""
        self._heed_stop()
        if self.stage is not Stage.RUN:
            return
        for runner in self.active:
            if runner.pace is not None:
                runner.follow(self.clock.time)
        if self.first != NOBODY:
            self.stage = Stage.LAST
            self._last = [runner for runner in self.people if not runner.done and not self._made_last(runner)]
            if not self._last:
                self._all_done()
        elif all(runner.done for runner in self.people or self.active):
            self._all_done()

    def _made_last(self, runner: Runner) -> bool:
        """Whether a person has made the move in hand when somebody was done, as a clock elsewhere was heard late."""
        return bool(runner.times) and runner.times[-1] > self.runners[self.first].times[-1]

    def _heed_stop(self) -> None:
        """Stop the clock where this program was stopped: who looked at it could not see nor do anything."""
        before, self._lost = self._lost, lost()
        if self._lost > before and self.halt():
            self.stood_still = self._lost - before

    def halt(self) -> bool:
        """Stop the clock and put off the moves in hand; the last one has no hurry. Return whether there was a clock."""
        if not self.runs:
            return False
        if self.stage is Stage.RUN:
            for runner in self.active:
                runner.put_off()
        self.clock.stop()
        self.stopped = monotonic()
        if self.stage is not Stage.COUNT:
            self.stops += 1
            self._note_clock()
        self.stage = Stage.CURTAIN if self.one_by_one else Stage.STOPPED
        return True

    async def hand_in(self) -> bool:
        """Record what was done, and what the clock said; False: the race was broken off before all had done that."""
        before = len(self._table.view(NOBODY).events)
        with suppress(IllegalAction):  # no clock runs any more
            if self.far:
                if self.runners:
                    self._report(over=True)
                await self._table.measured()
            else:
                await self._table.measure(self._judged())
        self.since = monotonic()
        self._broken_off = len(self._table.view(NOBODY).events) == before
        return not self._broken_off

    def _all_done(self) -> None:
        """Go on to the next one who races separately, or to the times; bots make the move in hand in their own time."""
        self.clock.stop()
        for runner in self.runners if self.stage is Stage.LAST else ():
            if runner.pace and not runner.done:
                runner.times.append(runner.pace * (len(runner.times) + 1))
        if self._later:
            self.runner_now = self._later.pop(0)
            self.stage, self.clock = Stage.CURTAIN, Stopwatch(self.clock.rate)
        else:
            self.stage, self.since = Stage.OVER, monotonic()

    def _judged(self) -> str:
        """Return what the clock said, as a text code; where times are lost all have taken the same."""
        game, race = self._table.game, self._race
        if not self.timed or any(one.done and len(one.times) < race.moves for one in self.runners if one.pace is None):
            return outcome(game, race, even(race, len(self._table.seats)))
        return outcome(game, race, [one.times for one in self.runners], [one.order for one in self.runners])

    def _report(self, over: bool = False) -> None:
        """Tell the table what this clock says, where each has its own."""
        if self.far:
            own = self.runners[self._keyboard.people[0]]
            said = Reading(tuple(own.times), tuple(own.order), True, over, self.stops, self.restarts)
            self._table.send(own.seat, ReadClock(said))

    def _note_clock(self) -> None:
        if self.far:
            self._report()
        elif self._hasty:
            self._table.send(self._keyboard.viewer, NoteClock(self.stops, self.restarts))
