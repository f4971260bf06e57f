"""What a seat sees where a table stands: the values that a table is asked for, and that a seat elsewhere is told."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from herrlof.game import NOBODY, Action, Event, Mover, Observation

if TYPE_CHECKING:
    from herrlof.records.help import Ending


class MomentKind(Enum):
    """What a face does where the table stops."""

    ASK = "ask"
    """A seat is asked for a move."""
    WAIT = "wait"
    """A seat is asked, and it is none of this face's: a keyboard makes this of an ASK."""
    PAUSE = "pause"
    """There is something to look at for a while."""
    SHOW = "show"
    """What a seat alone has been told in its turn is shown to it, until it is ready; at a keyboard that is shared."""
    HAND_OVER = "hand over"
    """The next seat's hand is covered until its player asks for it; at a keyboard that is shared."""
    MEASURE = "measure"
    """The seats move at the same time, and the face measures what decides."""
    ROUND_END = "round end"
    MATCH_END = "match end"


StopKind: TypeAlias = Literal[
    MomentKind.ASK, MomentKind.PAUSE, MomentKind.MEASURE, MomentKind.ROUND_END, MomentKind.MATCH_END
]
"""What a table stops for; the other moments are made of that by a face."""


class StopReason(StrEnum):
    """Why a table stands still where its kind alone does not say that."""

    NONE = ""
    HOLD = "hold"
    """At a PAUSE: something has happened that everybody may look at."""
    THINKING = "thinking"
    """At a PAUSE: a bot or a program is to move."""
    FORCED = "forced"
    """At a PAUSE: who is to move has no choice, and the move is made."""
    AT_ONCE = "at once"
    """At an ASK, for who has chosen and for who looks on: several choose in secret."""


class View(NamedTuple):
    """What to show: all that one seat knows, what it may do, and what has happened as it perceived it."""

    seat: int
    """Who looks: a seat, or NOBODY."""
    observation: Observation
    legal: Sequence[Action]
    """What this seat is asked for; nothing where it is not asked now."""
    events: Sequence[Event]
    mover: Mover
    """Whose turn it is: a seat, CHANCE or TERMINAL."""


class Stop(NamedTuple):
    """Where a table stands still, the same for every face."""

    kind: StopKind
    seat: int = NOBODY
    """Who is asked: at an ASK, or after this PAUSE if nothing comes between."""
    seconds: float = 0.0
    """How long a PAUSE takes at most."""
    reason: StopReason = StopReason.NONE
    measured_kind: str = ""
    """The kind of chance that is measured at a MEASURE."""


class Proof(NamedTuple):
    """What is shown of a match's chance when it is over."""

    deals: str | None
    """The code that deals these cards again; None where nothing was dealt."""
    seed: bytes | None
    """What the commitment was made of, and fits; None where a code had dealt."""


class Turn(NamedTuple):
    """How far a seat has come with its own moves while others move too: nothing is recorded before all is measured."""

    made: int
    """How many moves the table has taken."""
    view: View
    """What the seat knows and may do now; nothing to do while a move is on its way."""
    waits: bool = False
    """Whether a move is on its way: at a table that is here none is."""

    @property
    def done(self) -> bool:
        """Whether the seat has made all its moves."""
        return not self.waits and not self.view.legal


class Result(NamedTuple):
    """How a match ended."""

    returns: Sequence[float]
    scores: Sequence[float]
    proof: Proof
    ending: Ending | None = None
    """How it ended before its rules ended it; None: it did not."""
