"""A lesson's moments: those of its learner's keyboard, and between them what the coach tells."""

from __future__ import annotations

from collections.abc import Callable

from herrlof.coach.lessons import Course
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment, Moments
from herrlof.table.view import MomentKind, StopReason


class Taught(Moments):
    """Goes through a lesson, until it is done or goes on with a match of its own (`Course.anew`).

    SHOW: what the lesson says is read; MEASURE: the race to which that led; ASK: the step is asked. All else goes by. A
    round to which a step leads is played as at any table, and SHOW tells how it went.
    """

    def __init__(self, course: Course, keyboard: Keyboard, learned: Callable[[int | None], object]) -> None:
        """Call `learned` with the step that comes next, whenever one was learned; None: all are."""
        self._course, self._keyboard, self._learned = course, keyboard, learned
        self._read: Moment | None = None
        """Where the lesson tells something."""
        self._raced = False
        self.again: int | None = None
        """The step from which it begins once more, as the race or the round that followed was not passed."""

    async def next(self) -> Moment | None:
        """Be done with what was told, and go on."""
        course, read = self._course, self._read
        if read is not None and course.race is not None and not self._raced:
            self._raced = True
            return read._replace(kind=MomentKind.MEASURE)
        if read is not None:
            self._read, self._raced = None, False
            if course.off is None and course.round is not None:
                course.begin_round()
            elif (course.race is not None or course.round is not None) and not course.passed:
                self.again = 0 if course.race is None else course.step
                return None
            else:
                course.go_on()
                self._learned(None if course.done else course.step)
        if course.done or course.anew or (moment := await self._keyboard.next()) is None:
            return None
        if course.playing and moment.kind is not MomentKind.ROUND_END:
            return moment
        asked = course.asked
        if course.playing or course.explains or (asked is not None and not asked.right):
            self._read = moment
            return moment._replace(kind=MomentKind.SHOW, reason=StopReason.HOLD)
        if moment.kind is MomentKind.PAUSE or (moment.kind is MomentKind.ASK and asked is not None):
            return moment
        return moment._replace(kind=MomentKind.WAIT)
