"""A race, the same for everybody who takes part in it: its clock, who is first, when it is over, what it comes to.

Who sits at one screen races there (`herrlof.table.racing`); who sits elsewhere has a clock of their own, and what that
says is a `Reading`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from herrlof.game import NOBODY, Game, Race
from herrlof.messages import _
from herrlof.running import monotonic

MOST_STOPS: Final = 99
"""So many stops of a clock, and beginnings anew, are told of a race at most: what seats elsewhere claim has an end."""


class ClockLog(NamedTuple):
    """What was done to the clock of one race."""

    stops: int = 0
    """How often it was stopped while moves were in hand."""
    restarts: int = 0
    """How often the race began anew."""


class Reading(NamedTuple):
    """What the clock at a seat's own face says, where others have another one."""

    times: tuple[float, ...] = ()
    """The seconds from the start at which it made its moves."""
    order: tuple[int, ...] = ()
    """The numbers of the moves, from 1, in the order in which they were made."""
    ready: bool = False
    """Whether this seat is ready to start."""
    over: bool = False
    stops: int = 0
    """How often the clock was stopped."""
    restarts: int = 0
    """How often the race began anew there."""


# What clocks say


def are_ready(readings: Mapping[int, Reading], seats: Collection[int]) -> bool:
    """Whether all of these are ready to start."""
    return all(readings.get(seat, Reading()).ready for seat in seats)


def are_over(readings: Mapping[int, Reading], seats: Collection[int]) -> bool:
    """Whether the clocks of all of these have said the last of it."""
    return all(readings.get(seat, Reading()).over for seat in seats)


def is_possible(race: Race, readings: Mapping[int, Reading], seat: int, said: Reading) -> bool:
    """Whether a clock can say this: one seat makes all its moves, the others what they came to and one more."""
    times, order = said.times, said.order
    others = {other: reading.times for other, reading in readings.items() if other != seat}
    return (
        list(times) == sorted(times)
        and len(times) == len(order) == len(set(order) & set(range(1, race.moves + 1)))
        and (not said.over or (bool(times) and first(race, {**others, seat: times}) != NOBODY))
    )


def done_to(readings: Mapping[int, Reading], before: ClockLog | None) -> ClockLog:
    """Return what was done to the clocks of a race; `before` it was noted already, and nothing of that is undone."""
    stops = sum(reading.stops for reading in readings.values())
    restarts = max(reading.restarts for reading in readings.values())
    before = before or ClockLog()
    return ClockLog(max(min(stops, MOST_STOPS), before.stops), max(min(restarts, MOST_STOPS), before.restarts))


def begun_anew(before: ClockLog | None) -> ClockLog:
    """Return what is noted of a clock when its race begins, of which `before` was noted."""
    return ClockLog() if before is None else before._replace(restarts=before.restarts + 1)


# What the times come to


def first(race: Race, times: Mapping[int, Sequence[float]]) -> int:
    """Return the seat that made all its moves first; NOBODY where none has yet."""
    ends = {seat: made[race.moves - 1] for seat, made in times.items() if len(made) >= race.moves}
    return min(ends, key=lambda seat: ends[seat], default=NOBODY)


def pace(race: Race, seconds: float) -> float:
    """Return how long a bot takes for each move: never less than a person's move takes no answer."""
    return max(race.least, seconds)


def paced(race: Race, seconds: float) -> list[float]:
    """Return when a bot makes its moves that takes so long for each of them."""
    return [pace(race, seconds) * n for n in in_order(race)]


def even(race: Race, seats: int) -> list[list[float]]:
    """Return times of which none is the first."""
    return [[1.0] * race.moves for _seat in range(seats)]


def in_order(race: Race) -> Sequence[int]:
    """Return the numbers of all moves, as they come."""
    return range(1, race.moves + 1)


def outcome(
    game: Game, race: Race, times: Sequence[Sequence[float]], orders: Sequence[Sequence[int]] | None = None
) -> str:
    """Return what the clocks of all seats amount to, as a text code; without `orders` the moves came as they come."""
    return game.encode_chance(race.judge(times, orders or [in_order(race)] * len(times)))


# The clock


class Stopwatch:
    """Seconds that count: none pass while it stands still, and a gentle one counts only a part of them."""

    def __init__(self, rate: float) -> None:
        """Stand still at 0; `rate` is the part of a second that counts."""
        self.rate = rate
        self._passed = 0.0
        self._since: float | None = None

    @property
    def passed(self) -> float:
        """The seconds that have passed while it ran, counted or not."""
        return self._passed + (0.0 if self._since is None else monotonic() - self._since)

    @property
    def time(self) -> float:
        """The seconds that count."""
        return self.passed * self.rate

    def go(self) -> None:
        if self._since is None:
            self._since = monotonic()

    def stop(self) -> None:
        self._passed, self._since = self.passed, None


def race_anew() -> str:
    """Tell that a race that was broken off begins once more."""
    return _("The race begins anew, with the same cards.")


def stood_still(seconds: float) -> str:
    """Tell of a time for which this program was stopped; nothing where it was not."""
    if not seconds:
        return ""
    return _("This program stood still for {n} seconds, which don't count.", n=round(seconds))
