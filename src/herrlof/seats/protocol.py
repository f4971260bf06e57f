"""The seat protocol: the lines between a table and a seat that is elsewhere. `docs/seats.md` tells it to people.

A line is one JSON object of at most `LONGEST` bytes and a line feed; its `type` says what it is. Both ends are strict:
what is not as the model has it is refused in a sentence (`ProtocolError`), whoever sent it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from herrlof.game import Action, Event, Game, Mover
from herrlof.games.json import from_json, schema, to_json
from herrlof.records.models import BotKey, Count, Hex64, Key, Option, Points, Text, Version
from herrlof.table.table import View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement

PROTOCOL: Final = 1
"""The version that this program speaks."""
LONGEST: Final = 1 << 16
"""Bytes in a line, with its line feed."""
EVENTS: Final = 200
"""Events in a line: more of them are told in several."""
JUDGED: Final = 200
"""Choices in a line: of more the best are told."""

Number: TypeAlias = Annotated[int, Field(ge=-(2**53), le=2**53)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=99)]
Who: TypeAlias = Annotated[int, Field(ge=-4, le=99)]
Code: TypeAlias = Annotated[str, Field(min_length=1, max_length=1000)]
Codes: TypeAlias = Annotated[list[Code], Field(max_length=10_000)]
Sentence: TypeAlias = Annotated[str, Field(max_length=4000)]
Seconds: TypeAlias = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
Times: TypeAlias = Annotated[list[Seconds], Field(max_length=1000)]
Measured: TypeAlias = tuple[Points, Points]
"""A mean, and its standard error."""
Token: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Names: TypeAlias = Annotated[list[Text], Field(min_length=1, max_length=99)]


class ProtocolError(ValueError):
    """A line that is none, or one that does not belong here; the message is a sentence, without what stood in it."""


class Line(BaseModel):
    """Types exactly as they are named; what is not named is left out."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class Greeting(Line):
    """What both ends say first: which protocol they speak, and who they are."""

    protocol: Annotated[int, Field(ge=1, le=1_000_000)]
    program: Version = Field(default="-", description="what speaks here, and its version")


# From the table


class SeatModel(Line):
    """Who sits in a seat."""

    how: Literal["here", "elsewhere", "bot", "program"] = Field(description="here: at the table's own keyboard")
    bot: BotKey | None


class Hello(Greeting):
    """What the match is, and which seat this is."""

    type: Literal["hello"] = "hello"
    game: Key
    version: Count = Field(description="of the game's rules")
    seat: SeatNumber
    options: dict[str, Option] = Field(max_length=100)
    names: Names = Field(description="of the players, by seat")
    seats: list[SeatModel] = Field(min_length=1, max_length=99)
    seed: Number | None = Field(description="for a program's own generator; null: it is not told one")
    commitment: Hex64 | None = Field(description="to the deals, before the first card; null: there is none")
    token: Token | None = Field(default=None, description="brings its holder back to this seat")
    game_id: Annotated[str, Field(max_length=100)] = ""
    cuts: bool = Field(default=False, description="whether the cards may be cut now")
    began: bool = Field(default=False, description="whether the match goes on that was begun before")
    hints: bool = Field(default=False, description="whether all agreed to hints: who sits down agrees")
    pace: Annotated[float, Field(ge=0, le=10)] = 1.0


class EventModel(Line):
    """Something that happened, as the seat perceived it: secret values are left out."""

    kind: Annotated[str, Field(max_length=100)]
    seat: Who
    values: Annotated[list[Number], Field(max_length=1000)]
    visible_to: list[SeatNumber] | None = Field(description="the seats that may see the values; null: everybody")


class Events(Line):
    """What happened, from the event of a number on, the first being 0; what was told from there on before is undone."""

    type: Literal["events"] = "events"
    start: Count
    events: list[EventModel] = Field(max_length=EVENTS)


class Ask(Line):
    """The seat is to move. All that it knows is in the observation."""

    type: Literal["ask"] = "ask"
    id: Count
    observation: dict[str, Any]
    legal: Codes = Field(min_length=1)
    seconds: Seconds | None = Field(default=None, description="how long an answer is waited for")


class Refused(Line):
    """A move that is not played: the same question stands."""

    type: Literal["refused"] = "refused"
    id: Count
    rule: Text = Field(description="the number of the rule that forbids it, where one does")
    text: Sentence


class Judge(Line):
    """A program that said it judges is asked what each legal action is worth."""

    type: Literal["judge"] = "judge"
    id: Count
    observation: dict[str, Any]
    legal: Codes = Field(min_length=1)
    worlds: Count = Field(description="how many imagined worlds are enough")


class JudgedChoice(Line):
    """One of the legal actions, judged."""

    do: Code
    value: Measured = Field(description="what it is worth, and the error of it")
    loss: Measured = Field(description="how much less than the best, and the error of it")
    outcomes: list[tuple[Number, Count]] = Field(min_length=1, max_length=1000, description="how often each one came")
    points: Points | None
    worlds: Annotated[int, Field(ge=1)]
    verdict: Literal["best", "as good", "can't tell", "worse"]
    behind: Count
    soon: Count | None


class Judged(Line):
    """A hint: what the host's machine has found out so far, from what this seat sees; the best first."""

    type: Literal["judged"] = "judged"
    id: Count
    worlds: Annotated[int, Field(ge=1)]
    unit: Literal["points", "wins"]
    choices: list[JudgedChoice] = Field(min_length=1, max_length=JUDGED)


class StopLine(Line):
    """Where the table stands, for a face; it goes on when the face says `ready`."""

    type: Literal["stop"] = "stop"
    n: Count
    kind: Literal["ask", "pause", "measure", "round end", "match end"]
    seat: Who = Field(description="who is asked: at an ask, or after this pause")
    seconds: Seconds
    reason: Text
    mover: Who
    observation: dict[str, Any]
    scores: list[Points] = Field(default=[], max_length=99, description="what a scoreboard shows now")


class TurnLine(Line):
    """What a seat may choose next while others choose at the same time."""

    type: Literal["turn"] = "turn"
    made: Count = Field(description="how many moves it has made in this turn")
    observation: dict[str, Any]
    legal: Codes


class ClockModel(Line):
    """What the clock at a seat says."""

    times: Times = Field(description="in seconds, by what was done in this order")
    order: Annotated[list[Count], Field(max_length=1000)]
    ready: bool = False
    over: bool = False
    stops: Count = 0
    restarts: Count = 0


class Clocks(Line):
    """What the clocks at all seats say, while a race is on; null: nothing yet."""

    type: Literal["clocks"] = "clocks"
    clocks: list[ClockModel | None] = Field(max_length=99)


class Away(Line):
    """A player's line broke; the match waits."""

    type: Literal["away"] = "away"
    seat: SeatNumber
    seconds: Seconds = Field(default=0, description="for how long already")


class Back(Line):
    """A player is back."""

    type: Literal["back"] = "back"
    seat: SeatNumber


class StandIn(Line):
    """A bot plays for a seat from now on; null: who sits there plays again. Or: who of those present wants one."""

    type: Literal["stand-in"] = "stand-in"
    seat: SeatNumber
    bot: BotKey | None
    wanted_by: list[SeatNumber] = Field(default=[], max_length=99)


class CutAsked(Line):
    """All have given the hash of their cut, in seat order: now the cuts themselves are asked for."""

    type: Literal["cut"] = "cut"
    hashes: list[Hex64] = Field(max_length=99)


class Present(Line):
    """Who is here."""

    type: Literal["present"] = "present"
    seats: list[SeatNumber] = Field(max_length=99)
    names: Annotated[list[Text], Field(max_length=99)] = Field(
        default=[], description="of all players, by seat: who sits down may choose another"
    )


class Over(Line):
    """The match is over: all is open now."""

    type: Literal["over"] = "over"
    returns: list[Points] = Field(max_length=99, description="each seat's share of the win")
    scores: list[Points] = Field(max_length=99)
    seed: Hex64 | None
    deals: Text | None = Field(description="the code that deals these cards again")
    record_hash: Hex64 | None = Field(description="SHA-256 of the record's file; null: none is kept")


class RecordPart(Line):
    """A part of the finished record's file, as it stands on the host's disk."""

    type: Literal["record"] = "record"
    n: Count
    of: Count
    text: Annotated[str, Field(max_length=LONGEST)]


class Again(Line):
    """The table is there for another match of the same players; who says it too is told what that is about."""

    type: Literal["again"] = "again"


class Bye(Line):
    """The other end goes away, and why."""

    type: Literal["bye"] = "bye"
    text: Sentence = ""
    final: bool = Field(default=True, description="false: it is worth coming back")


class Ping(Line):
    """Is anybody there?"""

    type: Literal["ping"] = "ping"


# From a seat


class SeatHello(Greeting):
    """Who takes a seat, and what it can do."""

    type: Literal["hello"] = "hello"
    token: Token | None = Field(default=None, description="of the seat to come back to")
    rules: dict[Key, Count] = Field(default={}, max_length=1000, description="the versions of the rules it knows")
    face: bool = Field(
        default=False, description="it wants to be told where the table stops, and says when it is ready"
    )
    judge: bool = Field(default=False, description="it answers `judge`")
    looks: bool = Field(default=False, description="it is told what the table is about, and takes no seat")


class Move(Line):
    """The answer to `ask`."""

    type: Literal["move"] = "move"
    id: Count
    do: Code


class Values(Line):
    """The answer to `judge`: the mean worth of each action, and its standard error."""

    type: Literal["values"] = "values"
    id: Count
    values: dict[Code, Measured] = Field(max_length=10_000)


class Ready(Line):
    """A face has seen the stop of this number."""

    type: Literal["ready"] = "ready"
    n: Count


class Choose(Line):
    """A move of a turn, or another one instead of the one at `index`."""

    type: Literal["choose"] = "choose"
    do: Code
    index: Count | None = None


class Clock(ClockModel):
    """What this seat's clock says; the table writes down that it is claimed."""

    type: Literal["clock"] = "clock"


class Sit(Line):
    """Who has looked at the table sits down."""

    type: Literal["sit"] = "sit"
    cut_hash: Hex64 | None = Field(default=None, description="of a cut (docs/fairness.md); null: it does not cut")
    name: Text = Field(default="", description="how its player wants to be called; nothing: as the table says")


class Cut(Line):
    """The cut whose hash was given."""

    type: Literal["cut"] = "cut"
    cut: Text


class HintWanted(Line):
    """A face wants a hint for the question; the table writes that down, and answers with `judged` as it finds more."""

    type: Literal["hint"] = "hint"
    id: Count
    worlds: Annotated[int, Field(ge=2, le=1000)] = Field(description="how many imagined worlds are enough")


class Wants(Line):
    """Who is present wants a bot to play for a seat whose player is away, or not any more."""

    type: Literal["wants"] = "wants"
    seat: SeatNumber
    bot: bool


class RecordWanted(Line):
    """A guest wants the finished record."""

    type: Literal["record"] = "record"


class Pong(Line):
    """Somebody is."""

    type: Literal["pong"] = "pong"


FROM_TABLE: Final[Sequence[type[Line]]] = (
    *(Hello, Events, Ask, Refused, Judge, Judged, StopLine, TurnLine, Clocks, Present, Away, Back, StandIn, CutAsked),
    *(Over, RecordPart, Again, Bye, Ping, Pong),
)
FROM_SEAT: Final[Sequence[type[Line]]] = (
    *(SeatHello, Sit, Move, Values, HintWanted, Ready, Choose, Clock, Cut, Wants, RecordWanted, Again, Bye),
    *(Ping, Pong),
)


def _adapter(models: Sequence[type[Line]]) -> TypeAdapter[Any]:
    kinds: Any = reduce(or_, models)
    return TypeAdapter(Annotated[kinds, Field(discriminator="type")])


_FROM_TABLE: Final = _adapter(FROM_TABLE)
_FROM_SEAT: Final = _adapter(FROM_SEAT)
_FIRST: Final = TypeAdapter(Greeting)


def written(line: Line) -> bytes:
    """Return a line as it is sent; ProtocolError if it is too long."""
    data = line.model_dump_json().encode() + b"\n"
    if len(data) > LONGEST:
        raise ProtocolError("this is too much for a line")
    return data


def from_table(data: bytes) -> Any:
    """Return what a table said; ProtocolError if that is nothing a table says."""
    return _read(_FROM_TABLE, data)


def from_seat(data: bytes) -> Any:
    """Return what a seat said; ProtocolError if that is nothing a seat says."""
    return _read(_FROM_SEAT, data)


def _read(adapter: TypeAdapter[Any], data: bytes) -> Any:
    if len(data) > LONGEST:
        raise ProtocolError(f"a line has at most {LONGEST} bytes")
    try:
        return adapter.validate_json(data)
    except ValidationError as error:
        raise ProtocolError(_what_is_wrong(error)) from None


def _what_is_wrong(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    if first["type"].startswith("json"):
        return "this is no line of JSON"
    if first["type"].startswith("union_tag") or not first["loc"]:
        return "there is no such line"
    where = ".".join(str(step) for step in first["loc"])[:60]
    return f"{''.join(sign if sign.isprintable() else '?' for sign in where)} is not as the protocol has it"


def greeted(data: bytes, who: str) -> None:
    """ProtocolError in a sentence where the other end, which is called `who`, speaks another version."""
    try:
        found = _FIRST.validate_json(data)
    except ValidationError:
        return  # what is wrong with it is told by who reads the whole line
    if found.protocol != PROTOCOL:
        newer = "this program is the older one" if found.protocol > PROTOCOL else "this program is the newer one"
        raise ProtocolError(
            f"{who} speaks version {found.protocol} of the seat protocol, and this end version {PROTOCOL}: {newer}"
        )


# What lines say in the terms of a game


def event_model(event: Event) -> EventModel:
    """Return an event, as a seat perceived it, for its line."""
    visible = None if event.visible_to is None else list(event.visible_to)
    return EventModel(kind=event.kind, seat=event.seat, values=list(event.values), visible_to=visible)


def event_of(model: EventModel) -> Event:
    """Return the event of a line."""
    visible = None if model.visible_to is None else tuple(model.visible_to)
    return Event(model.kind, model.seat, tuple(model.values), visible)


def legal_codes(game: Game, legal: Sequence[Action]) -> list[str]:
    """Return actions by their text codes."""
    return [game.encode(action) for action in legal]


def judged(game: Game, number: int, found: Judgement) -> bytes:
    """Return the line that tells what is known of a question."""
    choices = [
        JudgedChoice(
            do=game.encode(choice.action),
            value=choice.value,
            loss=choice.loss,
            outcomes=list(choice.outcomes.items()),
            points=choice.points,
            worlds=choice.worlds,
            verdict=choice.verdict,
            behind=choice.behind,
            soon=choice.soon,
        )
        for choice in found.choices[:JUDGED]
    ]
    return written(Judged(id=number, worlds=found.worlds, unit=found.unit, choices=choices))  # type: ignore[arg-type]


def judgement_of(game: Game, said: Judged, legal: Sequence[Action]) -> Judgement:
    """Return what a line tells of a question with these answers; ProtocolError where it is about another one."""
    from herrlof.bots.search import Estimate  # slow to load, and of no use before somebody asks
    from herrlof.coach.judge import Choice, Judgement

    actions = dict(zip(legal_codes(game, legal), legal, strict=True))
    codes, best = [choice.do for choice in said.choices], [choice.verdict == "best" for choice in said.choices]
    if len({*codes}) < len(codes) or not actions.keys() >= {*codes} or not best[0] or any(best[1:]):
        raise ProtocolError("this is judged of another question")
    choices = [
        Choice(
            actions[one.do], Estimate(*one.value), Estimate(*one.loss), dict(one.outcomes), one.points, one.worlds,
            one.verdict, one.behind, one.soon,
        )
        for one in said.choices
    ]  # fmt: skip
    return Judgement(choices, said.worlds, said.unit)


class Teller:
    """What one seat has been told of a match, and the lines that tell it the rest."""

    def __init__(self, game: Game) -> None:
        """Begin with nothing told."""
        self._game = game
        self._told: list[Event] = []

    def news(self, view: View) -> list[bytes]:
        """Return the lines about what happened since the last ones; what was undone since is told anew."""
        events, told = view.events, self._told
        start = next(
            (n for n, (now, before) in enumerate(zip(events, told, strict=False)) if now != before),
            min(len(events), len(told)),
        )
        lines = [
            written(Events(start=first, events=[event_model(event) for event in events[first : first + EVENTS]]))
            for first in range(start, len(events), EVENTS)
        ]
        if start < len(told) and not lines:
            lines.append(written(Events(start=start, events=[])))
        self._told = list(events)
        return lines

    def ask(self, number: int, view: View, seconds: float | None = None) -> bytes:
        """Return the line that asks for a move."""
        seen = to_json(self._game, view.observation)
        legal = legal_codes(self._game, view.legal)
        return written(Ask(id=number, observation=seen, legal=legal, seconds=seconds))


class Listener:
    """What one seat has been told of a match, at its own end."""

    def __init__(self, game: Game) -> None:
        """Begin with nothing told."""
        self._game = game
        self.events: list[Event] = []

    def hear(self, line: Events) -> None:
        """Take in what happened; ProtocolError where something between is missing."""
        if line.start > len(self.events):
            raise ProtocolError("events are missing before these")
        self.events[line.start :] = [event_of(event) for event in line.events]

    def view(self, seat: int, observation: Mapping[str, Any], legal: Sequence[str], mover: Mover) -> View:
        """Return what a line shows; ProtocolError where it fits no match of this game."""
        try:
            seen = from_json(self._game, observation)
            actions = tuple(self._game.decode(code) for code in legal)
        except ValueError as error:
            raise ProtocolError(str(error)) from None
        if seen.seat != seat:
            raise ProtocolError("this is what another seat sees")
        return View(seat, seen, actions, tuple(self.events), mover)


def protocol_schema(games: Mapping[str, Game]) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the lines: one of them by its `type`, with definitions of each game."""
    from pydantic.json_schema import models_json_schema

    models = [*FROM_TABLE, *(model for model in FROM_SEAT if model not in FROM_TABLE)]
    _, whole = models_json_schema([(model, "validation") for model in models], ref_template="#/$defs/{model}")
    definitions = whole["$defs"]
    for model in models:
        definitions[model.__name__].setdefault("required", []).append("type")
    definitions |= {key: {"$defs": schema(game)} for key, game in games.items()}
    sides = {"FromTable": FROM_TABLE, "FromSeat": FROM_SEAT}
    for name, side in sides.items():
        definitions[name] = {"oneOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in side]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Herrlof: a line of the seat protocol, version {PROTOCOL}",
        "description": "The observation of a game is described by #/$defs/KEY/$defs/observation.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in sides],
        "$defs": definitions,
    }
