"""What a seat is told by its table: small values, the same for a face in this process, a guest's line and a program.

Whoever needs another one adds it here, a case in the one fold (`herrlof.table.known`), and its line and row
(`herrlof.seats.protocol`, `herrlof.seats.codec`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from herrlof.game import Action, Event
from herrlof.table.race import Reading
from herrlof.table.view import Result, Stop, Turn, View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement


@dataclass(frozen=True, slots=True)
class ToAll:
    """What everybody at a table is told as it comes, whatever they have seen of what came before."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened, from the event of a number on, the first being 0; what was told from there on before is undone."""

    start: int
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Stood:
    """Where the table stands now: another question, a pause, an end."""

    number: int
    """How many stops there have been at the table."""
    stop: Stop
    view: View | None = None
    """What the seat sees there, without what happened before; None: it looks at the table itself, which is here."""
    scores: Sequence[float] | None = None
    """What a scoreboard shows; None: as before."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """How far a seat has come while others choose at the same time, and what it may choose next."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class Clocks(ToAll):
    """What the clocks of a race say, by seat; None: nothing yet."""

    readings: Sequence[Reading | None]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why something is not done that this seat wanted; the question of this number stands."""

    number: int
    text: str
    rule: str = ""
    """The number of the rule that forbids it, where one does."""
    of: str = ""
    """What is refused, by the `type` of its line; nothing: that is not said."""


class Reason(NamedTuple):
    """What is true of the best choice and not of another one."""

    motive: str
    other: Action
    text: str
    """A sentence."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a hint has found out so far about the question of a number."""

    number: int
    found: Judgement
    reason: Reason | None = None
    """Why the best choice is better than the next one, where a fact tells the two apart."""


@dataclass(frozen=True, slots=True)
class WentAway(ToAll):
    """A player's line broke, so many seconds ago; the match waits."""

    seat: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class CameBack(ToAll):
    """A player is back, and plays again."""

    seat: int


@dataclass(frozen=True, slots=True)
class StoodIn(ToAll):
    """A bot plays for who is away, or none does; and who of those present wants one to."""

    seat: int
    bot: str | None
    wanted_by: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class EndWanted(ToAll):
    """Who wants to end the match here, with no winner."""

    wanted_by: frozenset[int]


@dataclass(frozen=True, slots=True)
class Said(ToAll):
    """A player has said one of the ready words (`herrlof.table.chat`)."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class Nudged(ToAll):
    """A player reminds whoever is waited for: these are asked, and may have chosen already where several are."""

    by: int
    seats: frozenset[int]


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over: all is open now."""

    result: Result
    record_hash: str | None = None
    """SHA-256 of the record's file; None: none is kept."""


# Around the match, to who sits elsewhere


@dataclass(frozen=True, slots=True)
class Present:
    """Who has sat down, and how all players are called; no names: as before."""

    seats: Sequence[int]
    names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Watching(ToAll):
    """So many onlookers watch, who are told what is public."""

    count: int


@dataclass(frozen=True, slots=True)
class CutAsked:
    """All have given the hash of their cut, in seat order: now the cuts themselves are asked for."""

    hashes: Sequence[str]


@dataclass(frozen=True, slots=True)
class RecordPart:
    """A part of the finished record's file, one of so many."""

    n: int
    of: int
    text: str


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What was found of the match that is over, as a review is kept; or why no more is."""

    decisions: Sequence[Mapping[str, Any]] = ()
    luck: Mapping[str, Sequence[float]] = field(default_factory=dict)
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Invited:
    """The table is there for another match of the same players."""


# Of the line, at the end of who sits elsewhere


@dataclass(frozen=True, slots=True)
class Troubled:
    """Why nothing goes on, in a sentence; nothing: it goes on again."""

    why: str | None


@dataclass(frozen=True, slots=True)
class Mended:
    """The line is mended, and all that stands is told anew."""


@dataclass(frozen=True, slots=True)
class Returned:
    """What was shown before counts no more: this end came back to its seat."""


@dataclass(frozen=True, slots=True)
class CameAlong:
    """This end looks at the table of another match, of which it knows nothing yet."""


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no way back to the table."""

    why: str


Update: TypeAlias = (
    Happened | Stood | Choosing | Clocks | Refused | Judged | WentAway | CameBack | StoodIn | EndWanted
    | Said | Nudged | Over | Present | Watching | CutAsked | RecordPart | Reviewed | Invited | Troubled | Mended
    | Returned | CameAlong | Gone
)  # fmt: skip
