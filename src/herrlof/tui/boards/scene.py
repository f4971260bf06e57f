"""What a board shows: one value, made by the screen that has the board, be the match live, replayed or taught."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar, cast

from herrlof.game import NOBODY, Action, Event, Game, Observation, Speaker
from herrlof.games.speech import is_reader, speaking_to
from herrlof.messages import _, ngettext
from herrlof.messages import paragraph as in_sequence
from herrlof.options import Value
from herrlof.table.connection import MomentKind, StopReason, View
from herrlof.table.moments import Moment
from herrlof.table.telling import sentences
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.hint import DecisionAgain, Hint
from herrlof.tui.widgets.teaching import Teaching

T = TypeVar("T")


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
    replayed: str = ""
    """In a replay, where in the match this is; nothing: this is none."""
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
    def fresh(self) -> Sequence[Event]:
        """What has happened since the moment before."""
        moment = self.moment
        return () if moment is None else moment.view.events[len(moment.view.events) - moment.new_events :]

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

    # What it tells

    def with_mark(self, *forms: str) -> Sequence[str]:
        """Return what the header says in longer and shorter forms: what is asked again or tried out, or the rest.

        The rest has the mark of moves that were taken back, and how many watch.
        """
        if self.again is not None:
            return (self.again.where,)
        if self.context.what_if:
            tried = _("What if")
            return [*(_("{left} · {right}", left=tried, right=form) for form in forms), tried]
        if self.marked:
            shortest = _("{left} · taken back", left=forms[-1])
            forms = (*(_("{left} · with take-backs", left=form) for form in forms), shortest)
        if count := self.watching:
            watch = ngettext("{n} watches", "{n} watch", count)
            return [_("{left} · {right}", left=form, right=watch) for form in forms]
        return forms

    @property
    def waiting(self) -> str:
        """Who is waited for, where nobody at the keyboard is asked."""
        view = self.view
        if view is None or self.kind in (MomentKind.ASK, MomentKind.HAND_OVER):
            return ""
        if self.replayed:
            return self.replayed
        if self.reason is StopReason.AT_ONCE:
            return _("Waiting until everybody has chosen.")
        if view.mover < 0 or self.reason is StopReason.HOLD:
            return ""
        if self.reason is StopReason.FORCED and view.mover == view.seat:
            return _("You play the only move.")
        name = self.context.names[view.mover]
        if self.reason is StopReason.FORCED:
            return _("{name} plays the only move.", name=name)
        return _("{name} is thinking.", name=name)

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

    def taken_back(self, before: View, action: Action, earlier: tuple[Observation, Action] | None) -> Scene:
        """Return it with what was taken back: what had happened before an action was undone, and has not now.

        `earlier`: the decision before it, and what was seen then; it would be taken back next.
        """
        assert self.view is not None
        speaker_to = self.context.speaker_to
        told = sentences(speaker_to(before.observation), before.events[len(self.view.events) :])
        further = ""
        if earlier is not None:
            further = _("Backspace again: back to {move}", move=speaker_to(earlier[0]).label(earlier[1]))
        scene = self.coached(
            None,
            [(in_sequence(_("Taken back."), told[0] if told else ""), "text", True)],
            [(_("Everything is as it was, but you know what you saw."), "text", False)],
            [(_("That marks the match: the statistics count it separately."), "dim", False)],
        )
        return replace(scene, undone=Undone(action, told, further))

    def looked_on(self) -> Scene:
        """Return it where something else is looked at: what was said of what was looked at before is gone."""
        if not (self.warning or self.said or self.undone or self.unplayed):
            return self
        return replace(self, warning="", said=(), undone=None, unplayed=False)


class SceneCache(dict[object, Any]):
    """What a scene alone decides, whatever is in focus; it is cleared where another one is shown."""

    def told(self, tell: Callable[[], T]) -> T:
        """Return what is told, asked for once."""
        if tell not in self:
            self[tell] = tell()
        return cast("T", self[tell])

    def draw(self, canvas: Canvas, rect: Rect, draw: Callable[[Canvas, Rect], None]) -> None:
        """Draw a region where nothing is clicked, for the first time; after that lay what was drawn."""
        drawn = draw, rect, canvas.look
        if drawn in self:
            for y, cells in enumerate(self[drawn], rect.y):
                canvas.lay(rect.x, y, cells)
        else:
            canvas.fill(rect, "bg")
            draw(canvas, rect)
            self[drawn] = canvas.copied(rect)
