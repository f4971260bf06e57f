"""What a board shows: one value, made by the screen that has the board, be the match live, replayed or taught."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from herrlof.game import NOBODY, Action, Event, Game, Observation, Speaker
from herrlof.games.speech import is_reader, speaking_to
from herrlof.messages import _
from herrlof.options import Value
from herrlof.table.connection import MomentKind, StopReason, View
from herrlof.table.moments import Moment
from herrlof.tui.widgets.canvas import Part
from herrlof.tui.widgets.hint import DecisionAgain, Hint
from herrlof.tui.widgets.teaching import Teaching


@dataclass(frozen=True, slots=True)
class BoardContext:
    """What a board knows of its match and of the settings beyond what a seat sees."""

    game: Game
    names: Sequence[str]
    options: Mapping[str, Value]
    people: Sequence[int]
    """The seats of people at this keyboard."""
    preferences: Mapping[str, Value | None] = field(default_factory=dict)
    commitment: str = ""
    """The commitment to the deals of a match that has only begun: the table tells the first digits."""
    twice: bool = False
    """Whether the second press of a card's rank plays it."""
    pace: float = 1.0
    hints: bool = False
    """Whether the players may ask for hints."""
    sure: bool = False
    """Whether the table asks before a clear mistake, in practice."""
    novice: bool = False
    """Whether nobody here has won a match of this game yet: then the table says what one plays for."""
    readers: Collection[int] | None = None
    """The seats that are called You when they look, in a replay; None: whichever looks."""
    what_if: bool = False
    """Whether something is tried out here, in a match that plays on from a position of another one."""
    away: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """What stands in the rows of players whose lines broke, in longer and shorter forms: `away for 0:40`."""

    @property
    def rows(self) -> list[str]:
        """The longest that can stand in each player's row."""
        return [_("You, {name}", name=name) for name in self.names] if len(self.people) > 1 else list(self.names)

    def speaker_to(self, seen: Observation) -> Speaker:
        """Return what the game says to a seat that sees this."""
        return speaking_to(self.game.words.to(seen, self.names), self.readers)

    def shown(self, seat: int, seen: Observation) -> str:
        """Return a seat's name in its row: You, or with several people at one keyboard, You, Anna."""
        if not is_reader(seat, seen, self.readers):
            return self.names[seat]
        return _("You, {name}", name=self.names[seat]) if len(self.people) > 1 else _("You")

    def briefly(self, seat: int, seen: Observation) -> str:
        """Return a seat's name where room is short: You, or its name."""
        return _("You") if is_reader(seat, seen, self.readers) else self.names[seat]


class Curtain(NamedTuple):
    """What lies over the hand."""

    seat: int = NOBODY
    """Who lifts it; NOBODY: whoever says which number is theirs."""
    note: str = ""


class Undone(NamedTuple):
    """A decision that has just been taken back."""

    action: Action
    told: Sequence[str]
    """What had happened since, in sentences."""
    further: str
    """What would be taken back next, in a sentence; nothing: nothing could."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a board shows, but for what its player has in focus.

    A screen hands over another one where something changes: `board.show(replace(board.scene, hint=…))`.
    """

    context: BoardContext
    moment: Moment | None = None
    """A point of the match; None: there is nothing to be seen yet. Another one asks anew."""
    curtain: Curtain | None = None
    note: str = ""
    """In a replay, where in the match this is."""
    open_hands: Mapping[int, Observation] = field(default_factory=dict)
    """In a replay with all hands open, what every seat saw."""
    lesson: Teaching | None = None
    """The lesson that is given at this table."""
    again: DecisionAgain | None = None
    """The decision that is asked once more, of a match that is reviewed."""
    marked: bool = False
    """Whether moves were taken back in this match."""
    watching: int = 0
    """How many watch who take no seat."""
    notice: Sequence[Sequence[Part]] = ()
    """What is said of players who are away, where nobody here is asked."""
    hint: Hint | None = None
    """What the coach shows of this question; None: nothing was asked of it."""
    advised: Sequence[tuple[Action, Mapping[int, int]]] = ()
    """The best choice, and how often each outcome came of it; nothing: the coach has not told it."""
    said: Sequence[Sequence[Part]] = ()
    """What the coach says until something else is looked at."""
    unplayed: bool = False
    """Whether the table has asked before a mistake, and waits for an answer."""
    undone: Undone | None = None
    """What was taken back, until something else is looked at."""
    warning: str = ""
    """Why something cannot be done, until something else is looked at."""
    rule_told: bool = False
    """Whether it was said how a rule is opened."""
    view: View | None = field(init=False, compare=False)
    """What the seat at the keyboard may see, at that moment."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "view", self.moment and self.moment.view)

    # What it shows

    @property
    def kind(self) -> MomentKind:
        """What the face has to do."""
        return MomentKind.PAUSE if self.moment is None else self.moment.kind

    @property
    def reason(self) -> StopReason:
        return StopReason.NONE if self.moment is None else self.moment.reason

    @property
    def told(self) -> Sequence[Event]:
        """What is shown to its player alone before the hand is hidden."""
        return () if self.moment is None else self.moment.told

    @property
    def asked(self) -> bool:
        """Whether the player at the keyboard is asked for a move."""
        return self.moment is not None and self.moment.kind is MomentKind.ASK and bool(self.moment.view.legal)

    @property
    def covered_for(self) -> int | None:
        """Who lifts the curtain; None: there is none."""
        return None if self.curtain is None else self.curtain.seat

    def hides(self, what: str) -> bool:
        """Whether a lesson does not show something of the game yet."""
        return self.lesson is not None and what in self.lesson.hides

    # What comes of it

    def at(self, moment: Moment) -> Scene:
        """Return another moment of the same table: what was shown and said of the last one is gone."""
        curtain = Curtain(moment.seat) if moment.kind is MomentKind.HAND_OVER else None
        return replace(self.looked_on(), moment=moment, curtain=curtain, hint=None, advised=())

    def covered(self, note: str = "") -> Scene:
        """Return it with every hand covered, until somebody says who looks."""
        return replace(self, curtain=Curtain(NOBODY, note))

    def coached(self, hint: Hint | None, *said: Sequence[Part]) -> Scene:
        """Return it with what the coach has found, or says: then a warning gives way."""
        return replace(self, hint=hint, said=said, warning="" if said else self.warning)

    def refused(self, why: str, by_rule: bool = False) -> Scene:
        """Return it with why something cannot be done; a newcomer is told once how a rule is opened."""
        if not by_rule or not self.context.novice or self.rule_told:
            return replace(self, warning=why)
        return replace(self, warning=_("{why} ? opens the rule.", why=why), rule_told=True)

    def looked_on(self) -> Scene:
        """Return it where something else is looked at: what was said of what was looked at before is gone."""
        if not (self.warning or self.said or self.undone or self.unplayed):
            return self
        return replace(self, warning="", said=(), undone=None, unplayed=False)
