"""Who is away, since when, who plays for them meanwhile, and who wants a bot to: one value, the same for all faces."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self, TypeVar

from herrlof.game import IllegalAction
from herrlof.messages import _
from herrlof.running import monotonic

T = TypeVar("T")
NO_VOTES: Final = frozenset[int]()

AWAY_SECONDS: Final = 10.0
"""Seconds after which a bot may play for who is away; a line that breaks is often mended by then."""


class Changes(NamedTuple):
    """What has happened between two times at which somebody looked, by seat."""

    gone: Sequence[int]
    back: Sequence[int]
    votes: Sequence[tuple[int, int]]
    """Who is away, and who wants a bot to play for them now."""
    played_for: Sequence[int]
    """For whom a bot plays now."""


def _without(by_seat: Mapping[int, T], seat: int) -> dict[int, T]:
    return {other: of for other, of in by_seat.items() if other != seat}


@dataclass(frozen=True, slots=True)
class Away:
    """Who is away."""

    since: Mapping[int, float] = field(default_factory=dict)
    """When each of them went, by the clock of this process."""
    stand_ins: Mapping[int, str] = field(default_factory=dict)
    """The bots that play for players who are away."""
    votes: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """For each of them, who wants a bot to play."""

    # What happens

    def gone(self, seat: int, seconds: float = 0.0) -> Self:
        """Somebody's line broke, so many seconds ago."""
        return replace(self, since={**self.since, seat: monotonic() - seconds})

    def back(self, seat: int) -> Self:
        """Somebody is back; a bot that stood in plays no more, and nobody's wish for one counts."""
        return type(self)(_without(self.since, seat), _without(self.stand_ins, seat), _without(self.votes, seat))

    def voted(self, by: Collection[int], seat: int, wanted: bool = True) -> Self:
        """Some want a bot to play for who is away, or do not any more."""
        before = self.votes.get(seat, NO_VOTES)
        return replace(self, votes={**self.votes, seat: before | {*by} if wanted else before - {*by}})

    def stood_in(self, seat: int, bot: str | None, wanted_by: Collection[int] = ()) -> Self:
        """A bot plays for a seat from now on, None: none does; these want one to."""
        stand_ins, votes = _without(self.stand_ins, seat), _without(self.votes, seat)
        if bot is not None:
            stand_ins[seat] = bot
        if wanted_by:
            votes[seat] = frozenset(wanted_by)
        return type(self)(self.since, stand_ins, votes)

    # What follows

    @property
    def seconds(self) -> Mapping[int, float]:
        """For how long each of them has been away."""
        now = monotonic()
        return {seat: now - since for seat, since in self.since.items()}

    @property
    def waited(self) -> Sequence[int]:
        """The seats that the match waits for: nobody plays for them."""
        return [seat for seat in self.since if seat not in self.stand_ins]

    @property
    def longest(self) -> int | None:
        return min(self.waited, key=lambda seat: self.since[seat], default=None)

    def is_due(self, seat: int) -> bool:
        """Whether somebody has been away for so long that a bot may play meanwhile."""
        return self.seconds[seat] >= AWAY_SECONDS

    def is_wanted(self, seat: int, by: Collection[int]) -> bool:
        """Whether all of these want a bot to play for who is away."""
        return self.votes.get(seat, NO_VOTES) >= {*by}

    def check_waited(self, seat: int) -> None:
        """IllegalAction: nobody has to stand in for this seat."""
        if seat not in self.waited:
            raise IllegalAction(_("nobody is away"))

    def check_vote(self, seat: int, at_once: bool) -> None:
        """IllegalAction: nobody has to stand in for this seat, or it is too early to want that, unless `at_once`."""
        self.check_waited(seat)
        if not (at_once or self.is_due(seat)):
            raise IllegalAction(_("the connection may be back at once: wait ten seconds"))

    def changes(self, before: Away) -> Changes:
        """Return what has happened since."""
        return Changes(
            sorted(self.since.keys() - before.since.keys()),
            sorted(before.since.keys() - self.since.keys()),
            [(seat, who) for seat, by in self.votes.items() for who in sorted(by - before.votes.get(seat, NO_VOTES))],
            sorted(self.stand_ins.keys() - before.stand_ins.keys()),
        )
