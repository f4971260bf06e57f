"""The contract between a game, its table, its bots and its records. Shared code relies on this module alone.

A `Game` makes `State`s. A state knows the whole truth, so only the referee (`herrlof.table.match.Match`) and
searches over sampled worlds hold one; everybody else gets an observation: plain, frozen values that one seat
could know with perfect memory. What a person reads about a game comes from its `Words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, NewType, Protocol, Self, TypeAlias, cast

from herrlof.messages import _, ngettext, paragraph, pgettext
from herrlof.options import Configurable, Value, value_text

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S_co = TypeVar("S_co", bound="State", default="State", covariant=True)
    O_contra = TypeVar("O_contra", bound="Observation", default=Any, contravariant=True)
    Seen = TypeVar("Seen", bound="Observation", default=Any)

    class Mover(int):
        """Who moves: a seat, CHANCE or TERMINAL. The next seat in turn is one too."""

        def __add__(self, other: int, /) -> Mover: ...
        def __mod__(self, other: int, /) -> Mover: ...
        def __rsub__(self, other: int, /) -> Mover: ...

    SeatOrNobody = NewType("SeatOrNobody", int)
else:
    from typing import TypeVar

    S_co = TypeVar("S_co", covariant=True)
    O_contra = TypeVar("O_contra", contravariant=True)
    Seen = TypeVar("Seen")
    Mover = SeatOrNobody = int

CONTRACT: Final = 2
"""The number of this contract. A package says for which one it is made: see CONTRIBUTING, what each has changed."""
CHANCE: Final = Mover(-1)
"""Who moves where chance does (a deal, a blind draw): what `State.current_player` and `by` in a record can be."""
TERMINAL: Final = Mover(-4)
"""`State.current_player` when the match is over."""
NOBODY: Final = SeatOrNobody(-1)
"""No seat: of an onlooker (`State.observation(NOBODY)` holds public facts only), of who has not yet been named.

It is the same number as CHANCE, as hashes of states in records hold both. So they have types, ints when the program
runs: what is a `Mover` (`current_player`, `mover` of an observation) is neither compared with NOBODY nor becomes it,
and what is a `SeatOrNobody` is not compared with CHANCE."""

ACTION: Final = "action"
Action: TypeAlias = Annotated[int, ACTION]
"""A player's move, from 0 to below `Game.actions`; its meaning is fixed for one version of one game."""


class InvalidAction(ValueError):
    """A text that is not a move of the game, whatever the position. The message is a sentence."""


class IllegalAction(ValueError):
    """A move that the rules forbid now; the message names the rule to a player."""


class Outcome(NamedTuple):
    """What chance did."""

    kind: str
    """The word that begins its text code: deal, blind, race."""
    values: tuple[int, ...] = ()
    """In numbers of the game's own: the cards of a deal in the order in which they came, a seat."""


class Event(NamedTuple):
    """Something that happened at the table, told as it happens.

    Every secret that a seat is told, it is told by an event that it may see: its own hand, a card it draws or looks at,
    its own secret choice. `values` are canonical, a hand ascending: what looks the same to a seat is the same.
    """

    kind: str
    seat: int
    values: tuple[int, ...] = ()
    visible_to: tuple[int, ...] | None = None
    """The seats that may see `values`; None: everybody."""

    def seen_by(self, seat: int) -> Event:
        """Return the event as `seat` perceives it: without the values where they are secret."""
        if self.visible_to is None or seat in self.visible_to:
            return self
        return Event(self.kind, self.seat, (), ())


class Observation(Protocol):
    """What one seat knows: of each game a frozen class of ints, strings, booleans, None, tuples.

    Shared code hands it on and looks at nothing in it but `seat`.
    """

    @property
    def seat(self) -> int:
        """Whose knowledge this is; NOBODY: an onlooker's."""


class Sentence(str):
    """A text that knows its parts; as a text it is the whole of them.

    Nobody takes a text apart: who shows what is asked and why in different ways takes them from here.
    """

    ask: str
    """What is asked, or said first."""
    why: str
    """The rest of it."""
    rule: str
    """The number of the rule behind it."""

    __slots__ = ("ask", "rule", "why")

    def __new__(cls, ask: str, why: str = "", rule: str = "") -> Self:
        """Make the whole of its parts."""
        text = super().__new__(cls, paragraph(ask, why, rule))
        text.ask, text.why, text.rule = ask, why, rule
        return text


class Row(NamedTuple):
    """A line of a table of words."""

    title: str
    cells: tuple[str, ...] = ()
    note: str = ""
    """What the line means, in a sentence."""


class Statistic(NamedTuple):
    """A number on the page of statistics."""

    title: str
    """What is counted: "points a round"."""
    how: Literal["mean", "against", "share", "run", "both", "used", "times", "rate"]
    """Of a fact of the rounds: `mean`, its mean, and `against`, that of the other seats; `share`, in how many of all it
    was true, `run`, in how many in a row at most, `both`, in how many together with the `other` one. Of a kind of move:
    `used`, how often it was made of the times it could have been, `times`, how often at all, `rate`, in a round."""
    of: str
    """The name of the fact, or the first word of the move's text code, or of a deed."""
    other: str = ""
    """The other fact."""


class StatisticsPage(NamedTuple):
    """What the page of statistics tells of a game, beyond its wins."""

    points: Sequence[Statistic]
    title: str
    """What the moves are called: "In a match"."""
    moves: Sequence[Statistic]
    chart: str = ""
    """The title of a chart: in how many rounds how much of a fact there was; nothing where a board draws another."""
    of: str = ""
    step: int = 1
    """How much a row of the chart covers."""
    ahead: bool = False
    """Whether it tells how much more there was than for the other seat."""


class Race(NamedTuple):
    """How a table measures what seats do at the same time, without knowing what it is about."""

    moves: int
    """How many moves each seat makes."""
    least: float
    """Seconds for which each of them takes no answer."""
    rate: float
    """What part of a person's seconds counts."""
    judge: Callable[..., Outcome]
    """What the clock says, of the seconds from the start at which each seat made its moves, as many as it came to.

    Where all have taken the same time nobody was first. A second argument may hold, for each seat, the numbers of its
    moves, from 1, in the order in which they were made."""


class State(Protocol):
    """One point in a match, over all its rounds. Mutable, with `__slots__`, and trusting: callers check."""

    @property
    def scores(self) -> tuple[float, ...]:
        """What a scoreboard shows now, by seat; () if the game counts nothing."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, or share the win; () before the end."""

    def current_player(self) -> Mover:
        """Return the seat to move, CHANCE or TERMINAL."""

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the mover's actions, ascending; identical cards once; none for chance."""

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        """Play a legal action, in place and unchecked; tell `events` what happened."""

    def sample_chance(self, rng: Random) -> Outcome:
        """Return one of the things chance may do now, all equally likely."""

    def chance_kind(self) -> str:
        """Return the kind of what chance does now."""

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        """Let chance do `outcome`, in place; IllegalAction: it would draw what is not there, as a script may say."""

    def returns(self) -> tuple[float, ...]:
        """Return each seat's share of the win: they sum to 1, and are 0 before the end."""

    def observation(self, seat: int) -> Observation:
        """Return all that `seat` could know; NOBODY knows what is public.

        It is what the options and the events of the round amount to for this seat, no more and no less; of those that
        are `Game.unordered` the order may be left out.
        """

    def summary(self) -> str:
        """Return everything in this state as one line of ASCII, the same in every program with these rules.

        Records hold a hash of it for every move; it names all secrets, so nobody gets to see it.
        """

    def clone(self) -> Self:
        """Return an independent copy."""


class NoChance:
    """A base for the states of a game without chance: nobody asks them about it."""

    __slots__ = ()

    def sample_chance(self, rng: Random) -> Outcome:
        raise NotImplementedError

    def chance_kind(self) -> str:
        raise NotImplementedError

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        raise NotImplementedError


class Inquiry(NamedTuple):
    """A question of one game's own that can be asked in lines at any time, by who does not see its board."""

    word: str
    """What is typed; something may follow it."""
    about: str
    """What it asks for, as help says it."""
    answer: Callable[[Any, str], Sequence[str]]
    """Takes who speaks to the reader, and what follows the word; returns lines."""


class Speaker(Protocol):
    """All that a game says to one reader: pure text, from what a seat sees and from the names of the players, by seat.

    A sentence speaks to that seat ("You led the green 4."), and names the others; what is the same for all seats
    names everybody. Where the parts of a text are shown in different ways it is a `Sentence`.
    `herrlof.games.speech.Voice` is one to derive from: it chooses between you and the others.
    """

    def question(self) -> Sentence:
        """Return what the mover is asked, and why; an empty one where nothing is asked."""

    def question_about(self) -> object:
        """Return what the reason of the question is about: in lines it is not said twice of the same."""
        return None

    def label(self, action: Action) -> str:
        """Return a choice as a person would say it."""

    def name(self, action: Action) -> str:
        """Return a choice by the shortest name that no other choice of its question has: `green 7`, `d4`.

        It is heard in a list, and its beginning is typed, so what tells it from the others comes first.
        """
        return self.label(action)

    def whole_name(self, action: Action) -> str:
        """Return a choice by a name that is understood where nobody sees its question: in a review, in a hint."""
        return self.name(action)

    def in_sentence(self, action: Action) -> str:
        """Return a choice as it stands within a sentence: `the green 7`, `d4`."""
        return self.whole_name(action)

    def comes_true(self, action: Action, n: int) -> str:
        """Return that with a choice what its player is after comes true most often, in so many of 100; "": no aim."""
        return ""

    def explain(self, action: Action) -> str:
        """Return what a choice does now. The action that plays a card stands for the card, wherever it lies."""
        return ""

    def refusal(self, action: Action) -> str:
        """Return why the mover may not do this now, with the rule."""

    def event(self, event: Event) -> str:
        """Return what happened as a sentence; nothing where other events tell it."""

    def standing(self) -> Sequence[Row]:
        """Return what is public now, row by row, the same for all seats: what counts, what is left, who has what."""
        return ()

    def hand(self) -> Sequence[Row]:
        """Return what the seat that looks has for itself, a row a suit, in words and no codes; () for an onlooker."""
        return ()

    def dealt(self, story: Sequence[Event]) -> Sequence[str]:
        """Return in sentences the hands as dealt in the round that ended last, as far as this story tells."""
        return ()

    def goal(self) -> str:
        """Return in a sentence or two what one plays for, for who has never won: what wins, and how it is counted."""
        return ""

    def usual(self, judged: Sequence[tuple[Action, Mapping[int, int]]] = ()) -> str:
        """Return what hands win, where a number is said; `judged`: instead, what comes of the best choice.

        Those are the choices, the best first, each with how often each outcome came of it.
        """
        return ""

    def aim(self) -> str:
        """Return in a sentence what the seat that looks is after and how far it is: its number, what it counts now.

        Nothing where it is after no more than `standing` tells.
        """
        return ""

    def memory(self, preferences: Mapping[str, Value | None]) -> Sequence[Row]:
        """Return what has gone by and what follows from it; () where people wish to remember that themselves."""
        return ()

    def sheet(self) -> Sequence[Row]:
        """Return the score sheet of all rounds so far: the heads first, then a row for each; () without rounds."""
        return ()

    def round_end(self) -> Sequence[str]:
        """Return a sentence for each seat about the round that was scored last; () if there was none."""
        return ()

    def match_end(self) -> Sequence[str]:
        """Return who won the match, and what decided it; () before."""

    def rule(self) -> str:
        """Return the number of the rule that matters most at this moment."""


class Words(Protocol[O_contra]):
    """What a person reads about one game, whoever plays it; and who says what happens in a match to one reader."""

    prefix: str
    """What the numbers of its rules begin with: R7."""

    def to(self, seen: O_contra, names: Sequence[str]) -> Speaker:
        """Return who speaks to the seat that sees this; `names` are the players' by seat."""

    @property
    def inquiries(self) -> Sequence[Inquiry]:
        """What else can be asked in lines of this game's board."""
        return ()

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of a round that are worth an average, and the heading of each: `{"exact": "exact %"}`.

        One that ends in % is a share, of values from 0 to 1.
        """
        return {}

    def statistics(self) -> StatisticsPage | None:
        """Return what the page of statistics tells of the game; None: the means of its facts, and of all its moves."""
        return None

    def rounds(self, n: int) -> str:
        """Return so many rounds, as this game calls them: `3 rounds`, `3 games`."""
        return ngettext("{n} round", "{n} rounds", n)

    def option(self, name: str) -> str:
        """Return the label of an option or a preference."""
        return name.replace("_", " ").capitalize()

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option or a preference is about, or what this choice of it means with so many seats."""
        return ""

    def choice(self, name: str, value: Value | None) -> str:
        """Return a choice as a form shows it; None: chance decides."""
        return _("random") if value is None else value_text(value)

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called, for lists and statistics."""
        return kind

    def decision(self, kind: str, step: int, seen: O_contra) -> str:
        """Return which decision of its round this is, in few letters: `move 9`; `step` 0: none is counted there."""
        kind = self.kind(kind)
        return pgettext("decision", "{kind} {number}", kind=kind, number=step) if step else kind

    def outcome(self, outcome: int) -> str:
        """Return what an outcome of a playout is called, as this game's `Evaluator` counts it."""
        return _("won") if outcome else _("lost")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        """Return where in a match this is, from what `Game.progress` gave: "round 3, turn 7".

        It comes from a record, which may lack any part of it: before the first move it has none.
        """
        return ", ".join(f"{name} {value}" for name, value in progress.items())

    def target(self, options: Mapping[str, Value]) -> str:
        """Return what the scores of a match go to, as it stands after them: `to 50`; nothing where none ends it."""
        return ""


class Game(Configurable, Protocol[S_co, O_contra]):
    """The rules of one game, without any match in it: `Game[its state, its observation]`."""

    key: str
    tagline: str
    """The game in one sentence of at most 40 characters."""
    version: int
    longest: int | None = None
    """How many moves a match has at most, of chance too, with any seats and options; None: no bound is known."""
    hidden: bool = True
    """False: nothing is secret, so there is no curtain, and `determinize` rebuilds the one true state."""
    chance: bool = True
    """False: no commitment, no cuts, no deal code."""
    pause_events: frozenset[str] = frozenset()
    """Kinds of event after which the table pauses, so that they can be looked at."""
    unordered: frozenset[str] = frozenset()
    """Kinds of secret event whose order a seat may forget: which card it was dealt and which it drew, once it has both.

    Of all other events an observation holds what they told, and in which order, until the round ends.
    """
    round_start_event: str = ""
    """The kind of event that begins a round; nothing where a match has no rounds."""
    round_end_event: str = ""
    """The kind of event after which the score sheet is shown."""

    @property
    def words(self) -> Words[O_contra]:
        """All that a person reads about the game."""

    @property
    def actions(self) -> int:
        """How many actions there are: each is a number below this."""

    @property
    def observation_type(self) -> type[Any]:
        """The class of the observations, a frozen dataclass or named tuple; its hints say what goes to JSON how."""

    def new_state(self, seats: int, **options: Any) -> S_co:
        """Start a match; ValueError with a readable sentence on a bad option."""

    def determinize(self, seen: O_contra, rng: Random) -> S_co:
        """Return a random state in which the observer knows exactly `seen`."""

    def encode(self, action: Action) -> str:
        """Return the text code of an action, the same in every language and file."""

    def decode(self, text: str) -> Action:
        """Return the action with this text code; InvalidAction if there is none."""

    def encode_chance(self, outcome: Outcome) -> str:
        """Return the text code of what chance did."""
        raise InvalidAction(f"{outcome!r} is nothing that chance does in {self.title}")

    def decode_chance(self, text: str) -> Outcome:
        """Return the outcome with this text code; InvalidAction if there is none."""
        raise InvalidAction(f"{text!r} is nothing that chance does in {self.title}")

    def number(self, action: Action) -> int | None:
        """Return the number that an action says, which is typed as that number: how many, how much; None: it is none.

        No two actions of one question say the same number.
        """
        return None

    def round_facts(self, seen: O_contra) -> Sequence[Mapping[str, tuple[float, ...]]]:
        """Return what each finished round brought, by seat: points, and what else a round is about (said, made …).

        `seen` is an onlooker's observation.
        """
        return ()

    def deeds(self, story: Sequence[Event], seats: int) -> Sequence[Mapping[str, int]]:
        """Return by seat how often it brought about what statistics count and no move tells, from a match's events."""
        return ()

    def progress(self, seen: O_contra) -> Mapping[str, int]:
        """Return where in the match this is, for lists: {"round": 3, "turn": 7}. Records keep it with each move."""
        return {}

    def forced(self, seen: O_contra) -> bool:
        """Whether everybody knows that the mover has only one action; `seen` is an onlooker's observation."""
        return False

    def decision_kind(self, seen: O_contra) -> str:
        """Return in a word what the mover decides: number, play, power, place.

        Everybody knows it; `seen` is anybody's observation.
        """
        return "move"

    def simultaneous(self, seen: O_contra) -> Sequence[int]:
        """Return the seats that have yet to choose without seeing each other's choice; () where all is seen in turn.

        The mover is one of them, and a table may ask them all at the same time. `seen` is an onlooker's observation.
        """
        return ()

    def seats_out(self, seen: O_contra) -> Sequence[int]:
        """Return the seats that take no part any more, until the round or the match ends.

        They stay seats: they observe, are told public events, and their place in `scores` and `returns` stays.
        Everybody knows who is out; `seen` is anybody's observation.
        """
        return ()


class Raced(Protocol[O_contra]):
    """What a `Game` has besides in which a clock says who of the seats was first; `raced` asks a game for it."""

    measured: frozenset[str] = frozenset()
    """Kinds of chance that the table measures and no seed decides: {"race"}.

    Seats may have moved at the same time before it, and what is measured may undo moves. So what seats were told in
    secret since the chance before it holds no longer: the events of its outcome tell each seat what stands.
    """

    def next_measured_kind(self, seen: O_contra) -> str:
        """Return the kind of measured chance that the moves now lead to, and nothing otherwise.

        While it is something, the seats choose at the same time, as in `Game.simultaneous`. `seen` is an onlooker's
        observation.
        """
        return ""

    def race(self, preferences: Mapping[str, Value | None]) -> Race | None:
        """Return how `next_measured_kind` is measured by what a person prefers; None: only a board of its own can."""
        return None

    def undone(self, outcome: Outcome) -> Mapping[int, Sequence[int]]:
        """Return by seat which of its moves since the chance before a measured outcome undoes, counted from 0."""
        return {}


class _Unhurried(Raced[Any]):
    """Nothing is measured."""


_UNHURRIED: Final = _Unhurried()


def raced(game: Game[Any, Any]) -> Raced[Any]:
    """Return what a game says of its races; of one without any, that nothing is measured there."""
    found: Any = game
    return cast("Raced[Any]", found) if getattr(game, "measured", None) else _UNHURRIED


class Bot(Protocol[O_contra]):
    """A player. It gets what its seat has seen and never a state; its generator is its own."""

    def choose(self, seen: O_contra, legal: Sequence[Action]) -> Action:
        """Return one of the legal actions."""
