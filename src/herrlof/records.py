"""Models of everything that touches a file: the lines of a record, and the settings.

Writers build plain dictionaries and never come here, since importing pydantic takes about 90 ms;
this module is imported where a record is read. Tests hold every written line against these models.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError

from herrlof.match import FORMAT, Damaged, RecordError

Hex16: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Hex64: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Time: TypeAlias = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
Version: TypeAlias = Annotated[str, Field(pattern=r"^[!-~]{1,40}$")]
Option: TypeAlias = str | int | bool


class _Model(BaseModel):
    """Types exactly as they stand in the file, and nothing that is not named here."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SeatModel(_Model):
    """Who sits in a seat."""

    name: str = Field(min_length=1, max_length=200)
    bot: str | None = Field(description="the key of a bot; null: a person")


class Opened(_Model):
    """Where the program ran that wrote this."""

    host: str
    pid: int
    terminal: str | None


class Header(_Model):
    """Line 1."""

    event: Literal["match"]
    format: Literal[1]
    game: str
    rules: int = Field(description="the version of the game's rules")
    program: Version = Field(description="the version of the program")
    id: str = Field(description="the game id, which the commitment covers", pattern=r"^[!-.0-~]+$")
    created: Time
    seats: list[SeatModel] = Field(min_length=1)
    options: dict[str, Option] = Field(description="the options that were given; others have their default")
    commitment: Hex64 | None = Field(description="null where a deal code was used")
    seed: Hex64 | None = Field(description="a secret until the match is over; null where a deal code was used")
    deals: str | None = Field(description="the deal code the match was started with; null: it has a seed")
    opened: Opened


class Start(_Model):
    """All chance is settled from here on."""

    event: Literal["start"]
    cuts: list[str] = Field(description="what each person typed after the commitment, in seat order")
    first_dealer: int = Field(ge=0)


class MoveLine(_Model):
    """A move of a seat or of chance."""

    n: int = Field(ge=0, description="counted from 0")
    by: int = Field(ge=-1, description="a seat; -1: chance")
    do: str = Field(description="the text code of what was done")
    state: Hex16 = Field(description="the hash of the state after it")
    scores: list[int] | None = Field(default=None, description="the score after it, where it changed")


class Resume(_Model):
    """The match was closed, or its program killed, and is taken up again."""

    event: Literal["resume"]
    moves: int = Field(ge=0, description="how many moves there were")
    program: Version
    time: Time
    opened: Opened


class End(_Model):
    """The match is over."""

    event: Literal["end"]
    returns: list[float] = Field(description="each seat's share of the win")
    scores: list[int]
    seed: Hex64 | None


def _kind(line: Any) -> str:
    if not isinstance(line, dict):
        return str(getattr(line, "event", "move"))
    return str(line.get("event", "move"))


Line: TypeAlias = Annotated[
    Annotated[Header, Tag("match")]
    | Annotated[Start, Tag("start")]
    | Annotated[MoveLine, Tag("move")]
    | Annotated[Resume, Tag("resume")]
    | Annotated[End, Tag("end")],
    Discriminator(_kind),
]
LINE: Final[TypeAdapter[Header | Start | MoveLine | Resume | End]] = TypeAdapter(Line)


class SettingsModel(_Model):
    """The settings file."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    edition: Literal["english", "dutch"] = "english"
    goal: int | None = Field(default=None, ge=1, le=999, description="absent: the rule book's")
    pace: int | float = Field(default=1.0, ge=0, le=10, description="the length of all pauses")
    ascii: bool = False
    bot: str | None = Field(default=None, description="the bot that Practise is played against")
    seats: list[SettingsSeat] = Field(default=[], max_length=6)


class SettingsSeat(_Model):
    """A seat as it was last taken."""

    name: str = Field(min_length=1, max_length=200)
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: every line has its form and its place; what it says is not yet checked."""

    source: str
    """The file, for messages."""
    lines: tuple[Header | Start | MoveLine | Resume | End, ...]
    header: Header
    start: Start | None
    moves: tuple[MoveLine, ...]
    resumes: tuple[Resume, ...]
    end: End | None

    def line_of(self, part: Start | MoveLine | Resume | End) -> int:
        """Return where a part stands, counted from 1."""
        return next(number for number, line in enumerate(self.lines, 1) if line is part)

    def told(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the lines that a replay would write again, each with its number."""
        for number, line in enumerate(self.lines, 1):
            if isinstance(line, Start | MoveLine | End):
                yield number, line.model_dump(exclude_unset=True)


def parse(bodies: Iterable[bytes | str], source: str) -> Record:
    """Return the record whose lines have these JSON bodies; RecordError says which one cannot be read."""
    lines: list[Header | Start | MoveLine | Resume | End] = []
    header: Header | None = None
    start: Start | None = None
    end: End | None = None
    moves: list[MoveLine] = []
    resumes: list[Resume] = []
    for number, body in enumerate(bodies, 1):
        try:
            raw = json.loads(body)
        except (ValueError, RecursionError):
            raise Damaged(source, number, "this is no JSON") from None
        if number == 1:
            _known_format(raw, source)
        try:
            line = LINE.validate_python(raw)
        except ValidationError as fault:
            raise Damaged(source, number, _sentence(fault)) from None
        if (number == 1) != isinstance(line, Header) or end is not None:
            raise Damaged(source, number, "another line belongs here")
        if isinstance(line, Header):
            header = line
        elif isinstance(line, MoveLine):
            if start is None or line.n != len(moves):
                raise Damaged(source, number, "a line is missing before this move")
            moves.append(line)
        elif isinstance(line, Resume):
            if line.moves != len(moves):
                raise Damaged(source, number, "this counts other moves than there are")
            resumes.append(line)
        elif isinstance(line, End):
            end = line
        elif start is not None:
            raise Damaged(source, number, "the match had started before")
        else:
            start = line
        lines.append(line)
    if header is None:
        raise Damaged(source, 1, "there is no complete line")
    return Record(source, tuple(lines), header, start, tuple(moves), tuple(resumes), end)


def _known_format(raw: Any, source: str) -> None:
    form = raw.get("format") if isinstance(raw, dict) else None
    if type(form) is int and form > FORMAT:
        raise RecordError(f"{source}: this is format {form}, and this program reads formats up to {FORMAT}")


def _sentence(fault: ValidationError) -> str:
    """Name the part that is wrong and what it ought to be, without its value, which may be a card."""
    first = fault.errors(include_input=False, include_url=False)[0]
    part = ".".join(str(step) for step in first["loc"][1:])
    if first["type"].startswith("union_tag"):
        return "there is no such kind of line"
    expected = {"missing": "is missing", "extra_forbidden": "does not belong here"}.get(first["type"])
    return f"{part or 'the line'} {expected or 'is not as the format has it'}"


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a record's lines and of the settings file."""
    from pydantic.json_schema import models_json_schema

    models: Sequence[type[BaseModel]] = (Header, Start, MoveLine, Resume, End, SettingsModel)
    _, whole = models_json_schema([(model, "validation") for model in models], ref_template="#/$defs/{model}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Herrlof: a line of a record (the JSON after the length and the hash)",
        "description": "The settings file, as TOML tables, is #/$defs/SettingsModel.",
        "anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in models[:-1]],
        **whole,
    }
