"""Models of the lines of a record; the settings are checked where they are read.

Writers build plain dictionaries and never come here, since importing pydantic takes about 90 ms;
this module is imported where a record is read. Tests hold every written line against these models.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    TypeAdapter,
    ValidationError,
    create_model,
    field_validator,
)
from pydantic.json_schema import models_json_schema

from herrlof.messages import _
from herrlof.records.errors import Damaged, RecordError
from herrlof.records.fold import Fold
from herrlof.records.format1 import SETTLED
from herrlof.records.help import MOST_SHOWN, Verdict
from herrlof.records.lines import FORMAT, loads
from herrlof.records.names import BOT_KEY, MAX_LETTERS, Seat

Hex16: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Hex64: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Time: TypeAlias = Annotated[
    str, Field(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}Z$")
]
Version: TypeAlias = Annotated[str, Field(pattern=r"^[!-~]{1,40}$")]
Text: TypeAlias = Annotated[str, Field(max_length=MAX_LETTERS)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=-4, le=99)]
Points: TypeAlias = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
Option: TypeAlias = Text | Annotated[int, Field(ge=-1_000_000, le=1_000_000)] | bool
BotKey: TypeAlias = Annotated[str, Field(pattern=BOT_KEY)]
GameId: TypeAlias = Annotated[str, Field(pattern=r"^[!-.0-~]{1,100}$")]
Key: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]


class _Model(BaseModel):
    """Types exactly as they stand in the file, and nothing that is not named here."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SeatModel2(_Model):
    """Who sits in a seat, in formats 1 and 2."""

    name: Text = Field(min_length=1)
    bot: BotKey | None = Field(description="the key of a bot; null: a person, or another program")


class SeatModel(SeatModel2):
    """Who sits in a seat."""

    how: Literal["here", "elsewhere", "bot", "program"] = Field(
        description="a person at this keyboard or at another one, a bot, or another program"
    )


class BranchModel(_Model):
    """Where a match begins that plays on from a position of another one."""

    id: GameId = Field(description="the game id of that match")
    n: Count = Field(description="the number of the first move that is not that match's")


class Opened(_Model):
    """Where the program ran that wrote this."""

    host: Text
    pid: int
    terminal: Text | None


class Header2(_Model):
    """Line 1 in formats 1 and 2."""

    event: Literal["match"]
    format: int = Field(ge=1, le=FORMAT)
    game: Key
    rules: Count = Field(description="the version of the game's rules")
    program: Version = Field(description="the version of the program")
    id: GameId = Field(description="the game id, which the commitment covers")
    created: Time
    seats: Sequence[SeatModel2] = Field(min_length=1, max_length=99)
    options: dict[Key | Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")], Option] = Field(
        description="every option that is not left to chance; before format 4 those that were given"
    )
    commitment: Hex64 | None = Field(description="null where a deal code was used, or where the game has no chance")
    seed: Hex64 | None = Field(description="a secret until the match is over; null where there is no commitment")
    deals: Text | None = Field(
        description="the deal code the match was started with; null: it has a seed, or no chance"
    )
    opened: Opened
    unplayed: list[Hex64] = Field(
        default=[], max_length=1000, description="commitments that were shown since the last match, and not played"
    )


class Header(Header2):
    """Line 1."""

    seats: list[SeatModel] = Field(min_length=1, max_length=99)
    branch: BranchModel | None = Field(description="the match and move from which this one plays on, or null")
    hints: Literal[True] | None = Field(
        default=None, description="several people agreed to hints; else it is not there"
    )


class Start2(_Model):
    """All chance is settled from here on; in format 2."""

    event: Literal["start"]
    cuts: list[Text] = Field(description="what each person typed after the commitment, in seat order")


class Start(Start2):
    """All chance is settled from here on."""

    cut_hashes: list[Hex64] = Field(
        description="the hash of each cut, given before any cut was known; empty if nobody was asked for one"
    )


_FORMAT1_FIELDS: dict[str, Any] = dict.fromkeys(SETTLED, (int, Field(ge=0, le=2)))
Start1 = create_model("Start1", __base__=Start2, __doc__="The same in format 1.", **_FORMAT1_FIELDS)


class MoveLine2(_Model):
    """A move of a seat or of chance, and what is public after it; in format 2."""

    n: Count = Field(description="counted from 0")
    by: int = Field(ge=-1, le=99, description="a seat; -1: chance")
    do: str = Field(max_length=10_000, description="the text code of what was done")
    state: Hex16 = Field(description="the hash of the state after it")
    next: SeatNumber = Field(description="who moves then: a seat, -1 chance, -4 nobody any more")
    progress: dict[Key, Count] = Field(description="where in the match this is, in the game's own words")
    scores: list[Points] = Field(description="what a scoreboard shows; empty where the game counts nothing")


class MoveLine(MoveLine2):
    """A move of a seat or of chance, and what is public after it."""

    claimed: Literal[True] | None = Field(
        default=None, description="true where chance was measured at a seat that is elsewhere, and not at the table"
    )


class MoveLine1(_Model):
    """A move in format 1."""

    n: Count
    by: int = Field(ge=-1, le=2)
    do: str = Field(max_length=10_000)
    state: Hex16
    scores: list[int] | None = Field(default=None, description="the score after it, where it changed")


class TakeBack(_Model):
    """The moves from one on are taken back: they follow anew."""

    event: Literal["take-back"]
    n: Count = Field(description="the number of the first move that is taken back")


class Hint(_Model):
    """A seat was shown a hint."""

    event: Literal["hint"]
    n: Count = Field(description="the number of the move that it was for")
    by: int = Field(ge=0, le=99, description="the seat")


_Choice: TypeAlias = Annotated[
    tuple[
        Annotated[str, Field(max_length=10_000, description="the text code")],
        Annotated[Points | None, Field(description="what it is worth; null: no number was shown")],
        Annotated[Points | None, Field(ge=0, description="one standard error; null: there is none")],
        Verdict,
    ],
    Field(strict=False),  # JSON has lists alone
]


class Judged(_Model):
    """What a hint showed when the move that follows was made."""

    event: Literal["judged"]
    n: Count = Field(description="the number of the move that it was for")
    by: int = Field(ge=0, le=99, description="the seat")
    worlds: Count = Field(description="how many worlds were imagined so far")
    complete: bool = Field(description="whether it was whole; false: more was being found when the move was made")
    choices: list[_Choice] = Field(
        min_length=1, max_length=MOST_SHOWN + 1, description="code, value, error and verdict of each, the best first"
    )
    exact: Literal[True] | None = Field(
        default=None, description="true where it was solved, and nothing imagined; else it is not there"
    )

    @field_validator("choices")
    @classmethod
    def _best_first(cls, choices: list[tuple[str, Any, Any, str]]) -> list[tuple[str, Any, Any, str]]:
        if [choice[3] == "best" for choice in choices] != [True] + [False] * (len(choices) - 1):
            raise ValueError("the first one is the best, and no other is")
        if len({choice[0] for choice in choices}) < len(choices):
            raise ValueError("a choice stands there twice")
        return choices


class Resign(_Model):
    """A seat gives the match up, which is over with that."""

    event: Literal["resign"]
    n: Count = Field(description="the number that the next move would have had")
    seat: int = Field(ge=0, le=99)


class AgreedEnd(_Model):
    """All have agreed to end the match before somebody has won."""

    event: Literal["end"]
    n: Count = Field(description="the number that the next move would have had")
    seat: ClassVar[None] = None


class SeatChange(_Model):
    """Somebody stands in for a seat, or comes back."""

    event: Literal["seat"]
    n: Count = Field(description="the number of the next move then")
    seat: int = Field(ge=0, le=99)
    bot: BotKey | None = Field(description="the key of the bot that plays for the seat; null: who sits there is back")


class Named(_Model):
    """Who takes a seat elsewhere is called so, before the match starts."""

    event: Literal["name"]
    name: Text = Field(min_length=1)
    seat: int = Field(ge=0, le=99)


class ClockLine(_Model):
    """What was done to the clock of a race so far."""

    event: Literal["clock"]
    n: Count = Field(description="the number of the next move then")
    stops: Count = Field(description="how often it was stopped")
    restarts: Count = Field(description="how often it began anew")


class Resume(_Model):
    """The match was closed, or its program killed, and is taken up again."""

    event: Literal["resume"]
    moves: Count = Field(description="how many moves there were")
    program: Version
    time: Time
    opened: Opened


class End(_Model):
    """The match is over."""

    event: Literal["end"]
    returns: list[Points] = Field(description="each seat's share of the win")
    scores: list[Points]
    seed: Hex64 | None


AGREED: Final = "agreed end"
"""What an end is called here that is none of the last line."""


def _kind(line: Any) -> str:
    if not isinstance(line, dict):
        return str(getattr(line, "event", "move"))
    kind = str(line.get("event", "move"))
    return AGREED if kind == "end" and "n" in line and "returns" not in line else kind


Line: TypeAlias = (
    Header
    | Start
    | MoveLine
    | TakeBack
    | Hint
    | Judged
    | SeatChange
    | ClockLine
    | Named
    | Resign
    | AgreedEnd
    | Resume
    | End
)


def _adapter(models: Mapping[str, type[_Model]]) -> TypeAdapter[Any]:
    kinds: Any = reduce(or_, [Annotated[model, Tag(name)] for name, model in models.items()])
    return TypeAdapter(Annotated[kinds, Discriminator(_kind)])


_SHARED: Final[dict[str, type[_Model]]] = {"resume": Resume, "end": End}
_NEW: Final[dict[str, type[_Model]]] = {
    "take-back": TakeBack, "hint": Hint, "seat": SeatChange, "clock": ClockLine, "name": Named,
}  # fmt: skip
_NEWEST: Final[dict[str, type[_Model]]] = {"judged": Judged, "resign": Resign, AGREED: AgreedEnd}
LINES: Final = {
    1: _adapter({"match": Header2, "start": Start1, "move": MoveLine1, **_SHARED}),
    2: _adapter({"match": Header2, "start": Start2, "move": MoveLine2, **_SHARED}),
    3: _adapter({"match": Header, "start": Start, "move": MoveLine, **_NEW, **_SHARED}),
    4: _adapter({"match": Header, "start": Start, "move": MoveLine, **_NEW, **_NEWEST, **_SHARED}),
}
"""What reads a line, by format."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: every line has its form and its place; what it says is not yet checked."""

    source: str
    """The file, for messages."""
    lines: tuple[dict[str, Any], ...]
    """All lines as they stand in the file."""
    parsed: tuple[Line, ...]
    """The same, each as its model, raised to the newest format."""
    header: Header
    start: Start | None
    fold: Fold
    """What they come to."""
    end: End | None

    @property
    def moves(self) -> tuple[MoveLine, ...]:
        """The moves that stand: without those that were taken back."""
        return tuple(self.fold.moves)

    def line_number(self, event: str) -> int:
        """Return where the line of an event stands, counted from 1."""
        return next(number for number, line in enumerate(self.lines, 1) if line.get("event") == event)


def parse(bodies: Iterable[bytes | str], source: str) -> Record:
    """Return the record whose lines have these JSON bodies; RecordError says which one cannot be read."""
    lines: list[dict[str, Any]] = []
    parsed: list[Line] = []
    header: Header | None = None
    start: Start | None = None
    end: End | None = None
    fold = Fold()
    judged: Judged | None = None
    """What a hint showed, where its move is to follow."""
    ended = False
    reader = LINES[FORMAT]
    for number, body in enumerate(bodies, 1):
        try:
            raw = loads(body)
        except ValueError as error:
            raise Damaged(source, number, str(error)) from None
        if number == 1:
            reader = LINES[_format(raw, source)]
        try:
            line = _raised(reader.validate_python(raw))
        except ValidationError as error:
            raise Damaged(source, number, _sentence(error)) from None
        misplaced = (number == 1) != isinstance(line, Header) or end is not None
        if misplaced or (ended and not isinstance(line, Resume | End)) or not _may_follow(judged, line):
            raise Damaged(source, number, _("Another line belongs here."))
        judged = None
        moves = len(fold.moves)
        match line:
            case Header():
                header = line
            case MoveLine():
                if start is None or line.n != moves:
                    raise Damaged(source, number, _("A line is missing before this move."))
            case TakeBack():
                if line.n >= moves:
                    raise Damaged(source, number, _("There's no such move to take back."))
            case Hint() | SeatChange() | ClockLine() | Judged() | Resign() | AgreedEnd():
                if line.n != moves:
                    raise Damaged(source, number, _("This counts moves that aren't there."))
                judged = line if isinstance(line, Judged) else None
                ended = isinstance(line, Resign | AgreedEnd)
            case Named():
                if start is not None:
                    raise Damaged(source, number, _("The match had started already."))
            case Resume():
                if line.moves != moves:
                    raise Damaged(source, number, _("This counts moves that aren't there."))
            case End():
                end = line
            case Start():
                if start is not None:
                    raise Damaged(source, number, _("The match had started already."))
                start = line
        fold.add(body if isinstance(body, bytes) else body.encode(), line if isinstance(line, MoveLine) else None)
        lines.append(raw)
        parsed.append(line)
    if header is None:
        raise Damaged(source, 1, _("There's no complete line."))
    return Record(source, tuple(lines), tuple(parsed), header, start, fold, end)


def _raised(line: Any) -> Line:
    """Return a line as the newest format has it; what an older one did not tell is not there."""
    match line:
        case Header() | Start() | MoveLine():
            return line
        case Header2():
            seats = [
                SeatModel.model_construct(name=seat.name, bot=seat.bot, how=Seat(seat.name, seat.bot).how)
                for seat in line.seats
            ]
            return Header.model_construct(**{**dict(line), "seats": seats}, branch=None)
        case Start2():
            return Start.model_construct(event="start", cuts=line.cuts, cut_hashes=[])
        case MoveLine2() | MoveLine1():
            return MoveLine.model_construct(**dict(line))
    found: Line = line
    return found


def _may_follow(judged: Judged | None, line: Line) -> bool:
    """Whether a line may stand after what a hint showed: its move, written in one go with it, unless the power went."""
    if judged is None or isinstance(line, Resume):
        return True
    if not isinstance(line, MoveLine) or line.by != judged.by:
        return False
    return len(judged.choices) <= MOST_SHOWN or judged.choices[-1][0] == line.do


def _format(raw: dict[str, Any], source: str) -> int:
    """Return the format that the first line names; a newer one is refused by its number."""
    found = raw.get("format")
    if type(found) is not int or found < 1:
        return FORMAT  # the model says what is wrong
    if found > FORMAT:
        raise RecordError(
            _(
                "{file} is in format {found}, and this program reads up to {last}.",
                file=source,
                found=found,
                last=FORMAT,
            )
        )
    return found


def _sentence(error: ValidationError) -> str:
    """Name the part that is wrong and what it ought to be, without its value, which may be a card."""
    first = error.errors(include_input=False, include_url=False)[0]
    part = ".".join(str(step) for step in first["loc"][1:])
    if first["type"].startswith("union_tag"):
        return _("There's no such kind of line.")
    if not part:
        return _("The line doesn't fit the format.")
    match first["type"]:
        case "missing":
            return _("{part} is missing.", part=part)
        case "extra_forbidden":
            return _("{part} doesn't belong here.", part=part)
    return _("{part} doesn't fit the format.", part=part)


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a record's lines."""

    models: Sequence[type[BaseModel]] = (
        *(Header, Named, Start, MoveLine, TakeBack, Hint, Judged, SeatChange, ClockLine, Resign, AgreedEnd),
        *(Resume, End),
        *(Header2, Start2, MoveLine2, Start1, MoveLine1),
    )
    _keys, whole = models_json_schema([(model, "validation") for model in models], ref_template="#/$defs/{model}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Herrlof: a line of a record (the JSON after the length and the hash)",
        "description": "Judged, Resign and AgreedEnd stand in records of format 4 alone. Header2, Start2 and "
        "MoveLine2 stand in those of format 2 instead of Header, Start and MoveLine; Header2, Start1 and MoveLine1 in "
        "those of format 1.",
        "anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in models],
        **whole,
    }
