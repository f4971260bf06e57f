"""What a seat asks of its table: small values, the same for a face, a lesson and a guest's line.

Each says what it needs, which both ends of a line check alike. Whoever needs another one adds it here, a handler at the
table, and its line and row (`herrlof.seats.protocol`, `herrlof.seats.codec`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

from herrlof.game import NOBODY, Action, IllegalAction
from herrlof.messages import _
from herrlof.table.away import Away
from herrlof.table.chat import word_text
from herrlof.table.race import Reading

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement


class Asked(Protocol):
    """What commands look at of a table, here or elsewhere. The checks raise IllegalAction, which says why not now."""

    pace: float

    @property
    def people(self) -> Sequence[int]: ...

    @property
    def away(self) -> Away: ...

    @property
    def end_wanted(self) -> frozenset[int]: ...

    @property
    def hint_refusal(self) -> str: ...

    def is_asked(self, seat: int) -> bool: ...

    def check_said(self, seat: int) -> None: ...

    def check_wish(self, seat: int, about: int) -> None: ...

    def check_nudge(self, seat: int) -> None: ...


class Command:
    """What is asked of the match."""

    __slots__ = ()

    of_all: ClassVar[bool] = False
    """Whether all who share a screen want it together; else it is who looks."""

    def check(self, table: Asked, seat: int) -> None:
        """IllegalAction says why a seat is refused this whoever asks, at either end of a line."""


@dataclass(frozen=True, slots=True)
class Play(Command):
    """Play the move that is asked for."""

    action: Action
    number: int | None = None
    """The number of the question that is answered; None: the one that stands."""

    def check(self, table: Asked, seat: int) -> None:
        if not table.is_asked(seat):
            raise IllegalAction(_("it isn't your turn"))


@dataclass(frozen=True, slots=True)
class Choose(Command):
    """Make a move while others move too, or another one instead of the one at `index`, the first being 0."""

    action: Action
    index: int | None = None


@dataclass(frozen=True, slots=True)
class TakeBack(Command):
    """Go back to the last decision of a person who plays alone against bots."""

    def check(self, table: Asked, seat: int) -> None:
        if table.people != [seat]:
            raise IllegalAction(_("only one person against bots may take moves back"))


@dataclass(frozen=True, slots=True)
class NoteHint(Command):
    """Record that this seat is shown a hint for its next move."""

    def check(self, table: Asked, seat: int) -> None:
        if table.hint_refusal:
            raise IllegalAction(table.hint_refusal)


@dataclass(frozen=True, slots=True)
class ShowHint(Command):
    """What a hint shows now to the seat that is asked: recorded with the move, if the hint was noted."""

    judged: Judgement
    complete: bool


@dataclass(frozen=True, slots=True)
class NoteClock(Command):
    """Record how often the clock of this race, at a screen that is shared, was stopped, and how often it began anew."""

    stops: int
    restarts: int


@dataclass(frozen=True, slots=True)
class ReadClock(Command):
    """What the clock at a seat's own face says, and what was done to it; when all are over the race is recorded."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class WantStandIn(Command):
    """A bot may play for who is away, or may not any more; it does once all who are present want it."""

    of_all: ClassVar[bool] = True
    seat: int
    wanted: bool = True

    def check(self, table: Asked, seat: int) -> None:
        table.away.check_vote(self.seat, at_once=not table.pace)
        if self.wanted and not table.away.is_wanted(self.seat, [seat]):
            table.check_wish(seat, self.seat)


@dataclass(frozen=True, slots=True)
class Resign(Command):
    """Give the match up, at whoever's turn: this seat has lost."""


@dataclass(frozen=True, slots=True)
class WantEnd(Command):
    """End the match here, with no winner, or do not any more; it ends once all people want it."""

    of_all: ClassVar[bool] = True
    wanted: bool = True

    def check(self, table: Asked, seat: int) -> None:
        if len(table.people) < 2:
            raise IllegalAction(_("it takes two to agree on an end: resign, or leave"))
        if self.wanted and seat not in table.end_wanted:
            table.check_wish(seat, NOBODY)


@dataclass(frozen=True, slots=True)
class Say(Command):
    """Say one of the ready words (`herrlof.table.chat`) to all."""

    word: str

    def check(self, table: Asked, seat: int) -> None:
        _check_heard(table)
        word_text(self.word)
        table.check_said(seat)


@dataclass(frozen=True, slots=True)
class Nudge(Command):
    """Remind whoever the table waits for, once it has waited for a while."""

    def check(self, table: Asked, seat: int) -> None:
        _check_heard(table)
        table.check_nudge(seat)


def _check_heard(table: Asked) -> None:
    if len(table.people) < 2:
        raise IllegalAction(_("there's nobody else to hear it"))


# Of who sits elsewhere: what a seat here does by being here


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down, with the hash of a cut if there is one, and by another name if one is wanted."""

    cut_hash: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class GiveCut:
    """The cut whose hash was given."""

    cut: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Go on from the stop of this number, which has been seen."""

    number: int


@dataclass(frozen=True, slots=True)
class WantHint:
    """Judge the question of this number, in so many worlds more than are usual."""

    number: int
    more: int = 0


@dataclass(frozen=True, slots=True)
class WantRecord:
    """Send the finished record."""


@dataclass(frozen=True, slots=True)
class WantReview:
    """Judge the match that is over, and tell what is found; or do not any more."""

    wanted: bool = True


@dataclass(frozen=True, slots=True)
class ComeAlong:
    """Go to the table of the match that is played next."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Go away for good."""


FarCommand: TypeAlias = Sit | GiveCut | Ready | WantHint | WantRecord | WantReview | ComeAlong | Leave
"""What is asked of the host's end of a line."""
