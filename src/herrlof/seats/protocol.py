"""The seat protocol: the lines between a table and a seat that is elsewhere. `docs/seats.md` tells it to people.

What a seat asks and what it is told are the values of `herrlof.table.commands` and `herrlof.table.updates`: lines are
made of them, and they of lines, by `herrlof.seats.codec`. A line is one JSON object of at most `LONGEST` bytes and a
line feed; its `type` says what it is.
Both ends are strict: what is not as the model has it is refused in a sentence (`ProtocolError`), whoever sent it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from herrlof.game import NOBODY, Game
from herrlof.games.json import schema
from herrlof.records.help import Verdict
from herrlof.records.models import BotKey, Count, Hex64, Key, Option, Points, Text, Version
from herrlof.records.names import printable
from herrlof.seats.saying import MessageModel, in_own_words, message_of

PROTOCOL: Final = 2
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
ReadyWord: TypeAlias = Literal["well played", "one moment", "sorry", "again?"]
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
    seat: Annotated[int, Field(ge=NOBODY, le=99)] = Field(description="-1: none, an onlooker is told what is public")
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
    returns: bool = Field(default=False, description="its player has sat here before, and sits down at once")
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
    """What is not done: the same question stands."""

    type: Literal["refused"] = "refused"
    id: Count
    rule: Text = Field(description="the number of the rule that forbids it, where one does")
    text: Sentence
    message: MessageModel | None = Field(default=None, description="what it is made of, for another language")
    of: Text = Field(default="", description="the `type` of the line that is refused; nothing: that is not said")


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
    value: Measured | None = Field(description="what it is worth, and its error; null: it dropped out early")
    loss: Measured = Field(description="how much less than the best, and the error of it")
    outcomes: list[tuple[Number, Count]] = Field(max_length=1000, description="how often each one came")
    points: Points | None
    worlds: Count
    verdict: Verdict
    behind: Count
    soon: Count | None
    points_lost: Points | None = None


class ReasonModel(Line):
    """What is true of the best choice and not of another one."""

    name: Text = Field(description="what kind of fact it is")
    other: Code = Field(description="the other choice")
    text: Sentence
    message: MessageModel | None = Field(default=None, description="what it is made of, for another language")


class Judged(Line):
    """A hint: what the host's machine has found out so far, from what this seat sees; the best first."""

    type: Literal["judged"] = "judged"
    id: Count
    worlds: Count
    planned: Count = Field(description="how many worlds there will be; whole once there are as many")
    exact: bool = Field(description="solved, and no world imagined: values are how far ahead each choice ends")
    unit: Literal["points", "wins"]
    choices: list[JudgedChoice] = Field(min_length=1, max_length=JUDGED)
    reason: ReasonModel | None = Field(default=None, description="why the best is better than the next one")


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


class EndWanted(Line):
    """Who wants to end the match here, with no winner; it ends once all people do."""

    type: Literal["end"] = "end"
    wanted_by: list[SeatNumber] = Field(max_length=99)


class Said(Line):
    """A player has said one of the ready words."""

    type: Literal["said"] = "said"
    seat: SeatNumber
    word: ReadyWord


class Nudged(Line):
    """A player reminds whoever is waited for; where several choose at once, also who has chosen."""

    type: Literal["nudged"] = "nudged"
    by: SeatNumber
    seats: list[SeatNumber] = Field(max_length=99)


class EndingModel(Line):
    """How a match ended before its rules ended it."""

    n: Count = Field(description="the number that the next move would have had")
    seat: SeatNumber | None = Field(description="who resigned; null: all agreed to end it")


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


class Watching(Line):
    """So many onlookers watch."""

    type: Literal["watching"] = "watching"
    n: Count


class Over(Line):
    """The match is over: all is open now."""

    type: Literal["over"] = "over"
    returns: list[Points] = Field(max_length=99, description="each seat's share of the win")
    scores: list[Points] = Field(max_length=99)
    seed: Hex64 | None
    deals: Text | None = Field(description="the code that deals these cards again")
    record_hash: Hex64 | None = Field(description="SHA-256 of the record's file; null: none is kept")
    ending: EndingModel | None = Field(default=None, description="null: the match ended by its rules")


class RecordPart(Line):
    """A part of the finished record's file, as it stands on the host's disk."""

    type: Literal["record"] = "record"
    n: Count
    of: Count
    text: Annotated[str, Field(max_length=LONGEST)]


class Reviewed(Line):
    """What the host's machine has found of the match that is over, as it finds it; or why no more is found."""

    type: Literal["reviewed"] = "reviewed"
    decisions: list[dict[str, Any]] = Field(default=[], max_length=1000, description="as the host keeps a review")
    luck: dict[str, list[Points]] = Field(default={}, max_length=1000, description="what each move of chance changed")
    text: Sentence = ""
    message: MessageModel | None = Field(default=None, description="what it is made of, for another language")


class Again(Line):
    """The table is there for another match of the same players; who says it too is told what that is about."""

    type: Literal["again"] = "again"


class Bye(Line):
    """The other end goes away, and why."""

    type: Literal["bye"] = "bye"
    text: Sentence = ""
    message: MessageModel | None = Field(default=None, description="what it is made of, for another language")
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
    watches: bool = Field(default=False, description="it takes no seat, and is told what is public: an onlooker")


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
    more: Annotated[int, Field(ge=0, le=10_000)] = Field(default=0, description="worlds beyond those that are usual")


class Wants(Line):
    """Who is present wants a bot to play for a seat whose player is away, or not any more."""

    type: Literal["wants"] = "wants"
    seat: SeatNumber
    bot: bool


class Resign(Line):
    """Who sits here gives the match up."""

    type: Literal["resign"] = "resign"


class WantsEnd(Line):
    """Who sits here wants to end the match, with no winner, or does not any more."""

    type: Literal["end"] = "end"
    wanted: bool


class Say(Line):
    """Who sits here says one of the ready words to all."""

    type: Literal["say"] = "say"
    word: ReadyWord


class Nudge(Line):
    """Who sits here reminds whoever is waited for, half a minute after the table came to wait for them."""

    type: Literal["nudge"] = "nudge"


class RecordWanted(Line):
    """A guest wants the finished record."""

    type: Literal["record"] = "record"


class ReviewWanted(Line):
    """A guest wants the finished match judged, and is told what is found; or it does not want that any more."""

    type: Literal["review"] = "review"
    wanted: bool = True


class Pong(Line):
    """Somebody is."""

    type: Literal["pong"] = "pong"


FROM_TABLE: Final[Sequence[type[Line]]] = (
    *(Hello, Events, Ask, Refused, Judge, Judged, StopLine, TurnLine, Clocks, Present, Away, Back, StandIn, CutAsked),
    *(EndWanted, Watching, Said, Nudged, Over, RecordPart, Reviewed, Again, Bye, Ping, Pong),
)
FROM_SEAT: Final[Sequence[type[Line]]] = (
    *(SeatHello, Sit, Move, Values, HintWanted, Ready, Choose, Clock, Cut, Wants, RecordWanted, Again, Bye),
    *(ReviewWanted, Resign, WantsEnd, Say, Nudge, Ping, Pong),
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


def bye(text: str, final: bool = True) -> Bye:
    """Return the line that says why nobody listens any more."""
    return Bye(text=text[:4000], final=final, message=message_of(text))


def heard(said: Refused | Bye | ReasonModel | Reviewed) -> str:
    """Return a sentence of the other end as it is shown here."""
    return printable(in_own_words(said.text, said.message), 500)


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
