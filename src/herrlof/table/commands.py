"""What a seat asks of its table: small values, the same for a face, a lesson and a guest's line.

Whoever needs another one adds it here, a handler at the table, and its line and row
(`herrlof.seats.protocol`, `herrlof.seats.codec`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, get_args

from herrlof.game import Action
from herrlof.table.race import Reading

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement


@dataclass(frozen=True, slots=True)
class Play:
    """Play the move that is asked for."""

    action: Action
    number: int | None = None
    """The number of the question that is answered; None: the one that stands."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Make a move while others move too, or another one instead of the one at `index`, the first being 0."""

    action: Action
    index: int | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Go back to the last decision of a person who plays alone against bots."""


@dataclass(frozen=True, slots=True)
class NoteHint:
    """Record that this seat is shown a hint for its next move."""


@dataclass(frozen=True, slots=True)
class ShowHint:
    """What a hint shows now to the seat that is asked: recorded with the move, if the hint was noted."""

    judged: Judgement
    complete: bool


@dataclass(frozen=True, slots=True)
class NoteClock:
    """Record how often the clock of this race, at a screen that is shared, was stopped, and how often it began anew."""

    stops: int
    restarts: int


@dataclass(frozen=True, slots=True)
class ReadClock:
    """What the clock at a seat's own face says, and what was done to it; when all are over the race is recorded."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class WantStandIn:
    """A bot may play for who is away, or may not any more; it does once all who are present want it."""

    seat: int
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up, at whoever's turn: this seat has lost."""


@dataclass(frozen=True, slots=True)
class WantEnd:
    """End the match here, with no winner, or do not any more; it ends once all people want it."""

    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Say:
    """Say one of the ready words (`herrlof.table.chat`) to all."""

    word: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """Remind whoever the table waits for, once it has waited for a while."""


Command: TypeAlias = (
    Play
    | Choose
    | TakeBack
    | NoteHint
    | ShowHint
    | NoteClock
    | ReadClock
    | WantStandIn
    | Resign
    | WantEnd
    | Say
    | Nudge
)
"""What is asked of the match."""


def is_of_match(command: Command | FarCommand | None) -> TypeGuard[Command]:
    """Whether the table answers a command, and not the host's end of a line."""
    return isinstance(command, get_args(Command))


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
