"""What a seat asks and is told, in lines and out of them: a row a command, a row an update."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from herrlof import __version__
from herrlof.game import NOBODY, Action, Event, Game, Mover
from herrlof.games.json import from_json, to_json
from herrlof.records.help import Ending
from herrlof.seats import protocol as lines
from herrlof.seats.protocol import EVENTS, JUDGED, Line, ProtocolError, heard
from herrlof.seats.saying import message_of
from herrlof.table import commands, updates
from herrlof.table.commands import Command, FarCommand
from herrlof.table.player import Hello
from herrlof.table.race import Reading
from herrlof.table.updates import Update
from herrlof.table.view import MomentKind, Proof, Result, Stop, StopKind, StopReason, Turn, View

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement


class At(NamedTuple):
    """Of which match, and at which end, a line tells."""

    game: Game
    seat: int = NOBODY
    seats: int = 0
    """How many there are."""

    def checked(self, *seats: int) -> None:
        """ProtocolError where one of them is none of this table."""
        if max(seats, default=0) >= self.seats:
            raise ProtocolError("there is no such seat")


class Part(NamedTuple):
    """A field of a line: what is written of the value's own, and what that is when it is read."""

    write: Callable[[At, Any], Any]
    read: Callable[[At, Any], Any]
    name: str = ""
    """How the value calls it, where that is something else."""

    def called(self, name: str) -> Part:
        return self._replace(name=name)


class Row(NamedTuple):
    """How a value is written in lines, and how each kind of line that says it is read."""

    value: type[Any]
    write: Callable[[At, Any], Sequence[Line]]
    read: Mapping[type[Line], Callable[[At, Any], Any]]
    parts: Mapping[str, Part] | None = None
    """Field by field of the line; None: the two are more to each other than their fields."""


def row(value: type[Any], line: type[Line], **parts: Part) -> Row:
    """Return the row of a value that has, field by field, what its line has."""
    fields = {name: part.called(part.name or name) for name, part in parts.items()}

    def write(at: At, said: Any) -> Sequence[Line]:
        return [line(**{name: part.write(at, getattr(said, part.name)) for name, part in fields.items()})]

    def read(at: At, said: Any) -> Any:
        return value(**{part.name: part.read(at, getattr(said, name)) for name, part in fields.items()})

    return Row(value, write, {line: read}, fields)


# The parts of lines


def _seat(at: At, seat: int) -> int:
    at.checked(seat)
    return seat


def _seat_list(at: At, seats: Sequence[int]) -> Sequence[int]:
    at.checked(*seats)
    return seats


def _seats(at: At, seats: Sequence[int]) -> frozenset[int]:
    at.checked(*seats)
    return frozenset(seats)


def _clocks(at: At, clocks: Sequence[lines.ClockModel | None]) -> list[Reading | None]:
    at.checked(len(clocks) - 1)
    return [None if one is None else _reading_of(one) for one in clocks]


def _clock_models(_: At, readings: Sequence[Reading | None]) -> list[lines.ClockModel | None]:
    """Return what clocks say; what was done to them is the table's to know."""
    told = [None if one is None else one._replace(stops=0, restarts=0) for one in readings]
    return [None if one is None else lines.ClockModel(**_of_clock(one)) for one in told]


def _code(at: At, action: Action) -> str:
    return at.game.encode(action)


def _action(at: At, code: str) -> Action:
    return at.game.decode(code)


SAME: Final = Part(lambda _, said: said, lambda _, said: said)
LIST: Final = Part(lambda _, said: list(said), lambda _, said: said)
SEAT: Final = Part(lambda _, seat: seat, _seat)
SEAT_LIST: Final = Part(LIST.write, _seat_list)
SEATS: Final = Part(lambda _, seats: sorted(seats), _seats)
CLOCKS: Final = Part(_clock_models, _clocks)
ACTION: Final = Part(_code, _action)
NUMBER: Final = Part(lambda _, number: number or 0, lambda _, number: number)


def _of_clock(reading: Reading) -> dict[str, Any]:
    return {**reading._asdict(), "times": list(reading.times), "order": list(reading.order)}


def _reading_of(said: lines.ClockModel) -> Reading:
    """Return what a clock says."""
    return Reading(tuple(said.times), tuple(said.order), said.ready, said.over, said.stops, said.restarts)


def _codes(at: At, legal: Sequence[Action]) -> list[str]:
    return [at.game.encode(action) for action in legal]


def _seen(at: At, view: View) -> dict[str, Any]:
    return to_json(at.game, view.observation)


def _view(at: At, observation: Mapping[str, Any], legal: Sequence[str], mover: int) -> View:
    """Return what a line shows, without what happened before; ProtocolError where it fits no match of this game."""
    try:
        seen = from_json(at.game, observation)
        actions = tuple(at.game.decode(code) for code in legal)
    except ValueError as error:
        raise ProtocolError(str(error)) from None
    if seen.seat != at.seat:
        raise ProtocolError("this is what another seat sees")
    return View(at.seat, seen, actions, (), Mover(mover))


# Updates that are more than their fields


def _events(_: At, said: updates.Happened) -> Sequence[Line]:
    told = [_event_model(event) for event in said.events]
    return [
        lines.Events(start=said.start + first, events=told[first : first + EVENTS])
        for first in range(0, len(told) or 1, EVENTS)
    ]


def _happened(_: At, said: lines.Events) -> updates.Happened:
    return updates.Happened(said.start, [_event_of(event) for event in said.events])


def _event_model(event: Event) -> lines.EventModel:
    visible = None if event.visible_to is None else list(event.visible_to)
    return lines.EventModel(kind=event.kind, seat=event.seat, values=list(event.values), visible_to=visible)


def _event_of(model: lines.EventModel) -> Event:
    visible = None if model.visible_to is None else tuple(model.visible_to)
    return Event(model.kind, model.seat, tuple(model.values), visible)


_STOP_KINDS: Final[dict[str, StopKind]] = {kind.value: kind for kind in get_args(StopKind)}


def _stood_lines(at: At, stood: updates.Stood) -> Sequence[Line]:
    stop, view = stood.stop, stood.view
    if view is None:
        return []
    if stop.kind is MomentKind.ASK and stop.seat == view.seat != NOBODY:
        asked, seconds = _codes(at, view.legal), stop.seconds or None
        return [lines.Ask(id=stood.number, observation=_seen(at, view), legal=asked, seconds=seconds)]
    found = lines.StopLine(
        n=stood.number,
        kind=stop.kind.value,
        seat=stop.seat,
        seconds=stop.seconds,
        reason=stop.measured_kind or stop.reason,
        mover=view.mover,
        observation=_seen(at, view),
        scores=list(stood.scores or ()),
    )
    return [found]


def _asked(at: At, said: lines.Ask) -> updates.Stood:
    view = _view(at, said.observation, said.legal, at.seat)
    return updates.Stood(said.id, Stop(MomentKind.ASK, at.seat, said.seconds or 0.0), view)


def _stood(at: At, said: lines.StopLine) -> updates.Stood:
    at.checked(said.seat, said.mover)
    view = _view(at, said.observation, (), said.mover)
    kind, reason, measured_kind = _STOP_KINDS[said.kind], StopReason.NONE, ""
    if kind is MomentKind.MEASURE:
        measured_kind = said.reason[:40]
    else:  # a newer host may have more reasons
        reason = next((one for one in StopReason if one == said.reason), reason)
    return updates.Stood(said.n, Stop(kind, said.seat, said.seconds, reason, measured_kind), view, said.scores)


def _turn_lines(at: At, said: updates.Choosing) -> Sequence[Line]:
    view = said.turn.view
    return [lines.TurnLine(made=said.turn.made, observation=_seen(at, view), legal=_codes(at, view.legal))]


def _choosing(at: At, said: lines.TurnLine) -> updates.Choosing:
    return updates.Choosing(Turn(said.made, _view(at, said.observation, said.legal, NOBODY)))


def _refused_lines(_: At, said: updates.Refused) -> Sequence[Line]:
    text, message = said.text[:4000], message_of(said.text)
    return [lines.Refused(id=said.number, rule=said.rule, text=text, message=message, of=said.of)]


def _refused(_: At, said: lines.Refused) -> updates.Refused:
    return updates.Refused(said.id, heard(said), said.rule, said.of)


def _judged_lines(at: At, judged: updates.Judged) -> Sequence[Line]:
    found, why = judged.found, judged.reason
    choices = [
        lines.JudgedChoice(
            do=at.game.encode(choice.action),
            value=choice.value,
            loss=choice.loss,
            outcomes=list(choice.outcomes.items()),
            points=choice.points,
            worlds=choice.worlds,
            verdict=choice.verdict,
            behind=choice.behind,
            soon=choice.soon,
            points_lost=choice.points_lost,
        )
        for choice in found.choices[:JUDGED]
    ]
    of = {"worlds": found.worlds, "planned": found.planned, "exact": found.exact, "unit": found.unit}
    reason = why and lines.ReasonModel(
        name=why.motive, other=at.game.encode(why.other), text=why.text, message=message_of(why.text)
    )
    return [lines.Judged(id=judged.number, choices=choices, reason=reason, **of)]  # type: ignore[arg-type]


def _judged(at: At, said: lines.Judged) -> updates.Judged:
    return updates.Judged(said.id, _judgement_of(at, said), _reason_of(at, said.reason))


def _reason_of(at: At, said: lines.ReasonModel | None) -> updates.Reason | None:
    try:
        return None if said is None else updates.Reason(said.name, at.game.decode(said.other), heard(said))
    except ValueError as error:
        raise ProtocolError(str(error)) from None


def _judgement_of(at: At, said: lines.Judged) -> Judgement:
    """Return what a line tells of a question; ProtocolError where it can be about none."""
    from herrlof.bots.search import Estimate  # slow to load, and of no use before somebody asks
    from herrlof.coach.judge import JudgedAction, Judgement

    codes, best = [choice.do for choice in said.choices], [choice.verdict == "best" for choice in said.choices]
    if len({*codes}) < len(codes) or not best[0] or any(best[1:]):
        raise ProtocolError("this is judged of another question")
    try:
        actions = [at.game.decode(code) for code in codes]
    except ValueError as error:
        raise ProtocolError(str(error)) from None
    choices = [
        JudgedAction(
            action, one.value and Estimate(*one.value), Estimate(*one.loss), dict(one.outcomes), one.points,
            one.worlds, one.verdict, one.behind, one.soon, one.points_lost,
        )
        for action, one in zip(actions, said.choices, strict=True)
    ]  # fmt: skip
    return Judgement(choices, said.worlds, said.unit, said.exact, said.planned)


def _over_lines(_: At, said: updates.Over) -> Sequence[Line]:
    result, (deals, seed) = said.result, said.result.proof
    found = lines.Over(
        returns=list(result.returns),
        scores=list(result.scores),
        seed=None if seed is None else seed.hex(),
        deals=deals,
        record_hash=said.record_hash,
        ending=None if result.ending is None else lines.EndingModel(**result.ending._asdict()),
    )
    return [found]


def _over(at: At, said: lines.Over) -> updates.Over:
    ending = None if said.ending is None else Ending(said.ending.n, said.ending.seat)
    if ending is not None and ending.seat is not None:
        at.checked(ending.seat)
    proof = Proof(said.deals, None if said.seed is None else bytes.fromhex(said.seed))
    return updates.Over(Result(said.returns, said.scores, proof, ending), said.record_hash)


def _reviewed_lines(_: At, said: updates.Reviewed) -> Sequence[Line]:
    found = lines.Reviewed(
        decisions=[{**one} for one in said.decisions],
        luck={str(n): list(changes) for n, changes in said.luck.items()},
        text=said.trouble[:4000],
        message=message_of(said.trouble),
    )
    return [found]


def _reviewed(_: At, said: lines.Reviewed) -> updates.Reviewed:
    return updates.Reviewed(said.decisions, said.luck, heard(said))


def _clock_line(_: At, said: commands.ReadClock) -> Sequence[Line]:
    return [lines.Clock(**_of_clock(said.reading))]


# The tables

UPDATES: Final[Sequence[Row]] = (
    Row(updates.Happened, _events, {lines.Events: _happened}),
    Row(updates.Stood, _stood_lines, {lines.Ask: _asked, lines.StopLine: _stood}),
    Row(updates.Choosing, _turn_lines, {lines.TurnLine: _choosing}),
    row(updates.Clocks, lines.Clocks, clocks=CLOCKS.called("readings")),
    Row(updates.Refused, _refused_lines, {lines.Refused: _refused}),
    Row(updates.Judged, _judged_lines, {lines.Judged: _judged}),
    row(updates.WentAway, lines.Away, seat=SEAT, seconds=SAME),
    row(updates.CameBack, lines.Back, seat=SEAT),
    row(updates.StoodIn, lines.StandIn, seat=SEAT, bot=SAME, wanted_by=SEATS),
    row(updates.EndWanted, lines.EndWanted, wanted_by=SEATS),
    row(updates.Said, lines.Said, seat=SEAT, word=SAME),
    row(updates.Nudged, lines.Nudged, by=SEAT, seats=SEATS),
    Row(updates.Over, _over_lines, {lines.Over: _over}),
    row(updates.Present, lines.Present, seats=SEAT_LIST, names=LIST),
    row(updates.Watching, lines.Watching, n=SAME.called("count")),
    row(updates.CutAsked, lines.CutAsked, hashes=LIST),
    row(updates.RecordPart, lines.RecordPart, n=SAME, of=SAME, text=SAME),
    Row(updates.Reviewed, _reviewed_lines, {lines.Reviewed: _reviewed}),
    row(updates.Invited, lines.Again),
)
"""What a seat is told. What is not here a line says by itself, or the end of a line tells itself."""

COMMANDS: Final[Sequence[Row]] = (
    row(commands.Play, lines.Move, id=NUMBER.called("number"), do=ACTION.called("action")),
    row(commands.Choose, lines.Choose, do=ACTION.called("action"), index=SAME),
    Row(commands.ReadClock, _clock_line, {lines.Clock: lambda _, said: commands.ReadClock(_reading_of(said))}),
    row(commands.WantStandIn, lines.Wants, seat=SAME, bot=SAME.called("wanted")),
    row(commands.Resign, lines.Resign),
    row(commands.WantEnd, lines.WantsEnd, wanted=SAME),
    row(commands.Say, lines.Say, word=SAME),
    row(commands.Nudge, lines.Nudge),
    row(commands.Sit, lines.Sit, cut_hash=SAME, name=SAME),
    row(commands.GiveCut, lines.Cut, cut=SAME),
    row(commands.Ready, lines.Ready, n=SAME.called("number")),
    row(commands.WantHint, lines.HintWanted, id=SAME.called("number"), more=SAME),
    row(commands.WantRecord, lines.RecordWanted),
    row(commands.WantReview, lines.ReviewWanted, wanted=SAME),
    row(commands.ComeAlong, lines.Again),
    row(commands.Leave, lines.Bye),
)
"""What a seat asks. What is not here only the host asks of its own table."""


def _writers(rows: Sequence[Row]) -> dict[type[Any], Callable[[At, Any], Sequence[Line]]]:
    return {one.value: one.write for one in rows}


def _readers(rows: Sequence[Row]) -> dict[type[Line], Callable[[At, Any], Any]]:
    return {line: read for one in rows for line, read in one.read.items()}


_UPDATE_LINES, _UPDATE_OF = _writers(UPDATES), _readers(UPDATES)
_COMMAND_LINES, _COMMAND_OF = _writers(COMMANDS), _readers(COMMANDS)


def update_lines(game: Game, update: Update) -> Sequence[Line]:
    """Return the lines that tell a seat elsewhere that; none where a line says it by itself."""
    write = _UPDATE_LINES.get(type(update))
    return [] if write is None else write(At(game), update)


def update_of(game: Game, seat: int, seats: int, said: Line) -> Update | None:
    """Return what a line of the table tells this one of so many seats; None: it is about the line itself.

    ProtocolError where it fits no match of this game.
    """
    read = _UPDATE_OF.get(type(said))
    found: Update | None = None if read is None else read(At(game, seat, seats), said)
    return found


def command_of(game: Game, said: Line) -> Command | FarCommand | None:
    """Return what a line of a seat asks of the table; None: it is about the line itself. InvalidAction: it is none."""
    read = _COMMAND_OF.get(type(said))
    found: Command | FarCommand | None = None if read is None else read(At(game), said)
    return found


def command_line(game: Game, command: Command | FarCommand) -> Line | None:
    """Return the line that asks that of a table; None where no line says it."""
    write = _COMMAND_LINES.get(type(command))
    return None if write is None else write(At(game), command)[0]


def hello_line(
    hello: Hello,
    token: str | None = None,
    cuts: bool = False,
    pace: float = 1.0,
    began: bool = False,
    hints: bool = False,
    returns: bool = False,
) -> lines.Hello:
    """Return the line that tells a seat what the match is."""
    return lines.Hello(
        protocol=lines.PROTOCOL,
        program=f"herrlof-{__version__}",
        game=hello.game.key,
        version=hello.game.version,
        seat=hello.seat,
        options=dict(hello.options),
        names=[seat.name for seat in hello.seats],
        seats=[lines.SeatModel(how=seat.how, bot=seat.bot) for seat in hello.seats],  # type: ignore[arg-type]
        seed=hello.seed,
        commitment=hello.commitment,
        token=token,
        game_id=hello.game_id,
        cuts=cuts,
        pace=pace,
        began=began,
        hints=hints,
        returns=returns,
    )
