"""What a seat is told, as values and as lines: the same at both ends, and one fold of it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import fields
from inspect import isclass
from random import Random
from typing import Any, get_args

import pytest

from herrlof.bots.search import Estimate
from herrlof.coach.judge import JudgedAction, Judgement
from herrlof.game import Event, Mover
from herrlof.games import GAMES
from herrlof.messages import ngettext
from herrlof.records.help import Ending
from herrlof.records.storage import Storage
from herrlof.seats.codec import COMMANDS, UPDATES, Row, command_line, command_of, update_lines, update_of
from herrlof.seats.protocol import (
    FROM_SEAT,
    FROM_TABLE,
    Bye,
    Hello,
    Judge,
    Ping,
    Pong,
    SeatHello,
    Values,
    from_seat,
    from_table,
    written,
)
from herrlof.table import commands
from herrlof.table.commands import (
    Choose,
    ComeAlong,
    Command,
    FarCommand,
    GiveCut,
    Leave,
    NoteClock,
    NoteHint,
    Nudge,
    Play,
    ReadClock,
    Ready,
    Resign,
    Say,
    ShowHint,
    Sit,
    TakeBack,
    WantEnd,
    WantHint,
    WantRecord,
    WantReview,
    WantStandIn,
)
from herrlof.table.known import KnownTable
from herrlof.table.race import Reading
from herrlof.table.teller import Teller, company
from herrlof.table.updates import (
    CameAlong,
    CameBack,
    Choosing,
    Clocks,
    CutAsked,
    EndWanted,
    Gone,
    Happened,
    Invited,
    Judged,
    Mended,
    Nudged,
    Over,
    Present,
    RecordPart,
    Refused,
    Returned,
    Reviewed,
    Said,
    Stood,
    StoodIn,
    Troubled,
    Update,
    Watching,
    WentAway,
)
from herrlof.table.view import MomentKind, Proof, Result, Stop, StopReason, Turn, View
from tests.seats.rooms import begun, hosted, play, seated, together, until

GAME = GAMES["herald"]
SEEN = GAME.new_state(2).observation(1)
ASK = Stop(MomentKind.ASK, 1)


def called(one: Row) -> str:
    return one.value.__name__


PLAIN: list[tuple[Update, dict[str, Any]]] = [
    (
        Happened(4, [Event("draw", 1, (7,), (1,)), Event("pass", 0)]),
        {"type": "events", "start": 4, "events": [
            {"kind": "draw", "seat": 1, "values": [7], "visible_to": [1]},
            {"kind": "pass", "seat": 0, "values": [], "visible_to": None},
        ]},
    ),
    (
        Clocks([None, Reading((1.5,), (2,), True)]),
        {"type": "clocks", "clocks": [None, {
            "times": [1.5], "order": [2], "ready": True, "over": False, "stops": 0, "restarts": 0}]},
    ),
    (
        Refused(3, "no", "4.2", "move"),
        {"type": "refused", "id": 3, "rule": "4.2", "text": "no", "message": None, "of": "move"},
    ),
    (
        Refused(3, ngettext("{n} seat", "{n} seats", 2)),
        {"type": "refused", "id": 3, "rule": "", "text": "2 seats", "message": {
            "key": "{n} seat", "many": "{n} seats", "context": None, "args": {"n": 2}}, "of": ""},
    ),
    (WentAway(1, 2.5), {"type": "away", "seat": 1, "seconds": 2.5}),
    (CameBack(1), {"type": "back", "seat": 1}),
    (StoodIn(1, "rules"), {"type": "stand-in", "seat": 1, "bot": "rules", "wanted_by": []}),
    (StoodIn(1, None, frozenset({1, 0})), {"type": "stand-in", "seat": 1, "bot": None, "wanted_by": [0, 1]}),
    (EndWanted(frozenset({1})), {"type": "end", "wanted_by": [1]}),
    (Said(1, "well played"), {"type": "said", "seat": 1, "word": "well played"}),
    (Nudged(1, frozenset({0})), {"type": "nudged", "by": 1, "seats": [0]}),
    (
        Over(Result([0.0, 1.0], [3.0, 5.0], Proof("B7", b"\1" * 32), Ending(9, 0)), "ab" * 32),
        {"type": "over", "returns": [0.0, 1.0], "scores": [3.0, 5.0], "seed": "01" * 32, "deals": "B7",
         "record_hash": "ab" * 32, "ending": {"n": 9, "seat": 0}},
    ),
    (Present([0, 1], ["Anna", "Ben"]), {"type": "present", "seats": [0, 1], "names": ["Anna", "Ben"]}),
    (Watching(2), {"type": "watching", "n": 2}),
    (CutAsked(["cd" * 32]), {"type": "cut", "hashes": ["cd" * 32]}),
    (RecordPart(0, 2, "{}"), {"type": "record", "n": 0, "of": 2, "text": "{}"}),
    (
        Reviewed([{"n": 4, "best": "a"}], {"2": [0.5, -0.5]}),
        {"type": "reviewed", "decisions": [{"n": 4, "best": "a"}], "luck": {"2": [0.5, -0.5]}, "text": "",
         "message": None},
    ),
    (Reviewed([], {}, "no"), {"type": "reviewed", "decisions": [], "luck": {}, "text": "no", "message": None}),
    (Invited(), {"type": "again"}),
]  # fmt: skip
"""Updates, and the lines that docs/seats.md has for them; those that show an observation stand in a test below."""


@pytest.mark.parametrize(("update", "line"), PLAIN, ids=lambda one: one.get("type") if isinstance(one, dict) else "")
def test_an_update_is_a_line_and_the_line_that_update(update: Update, line: dict[str, Any]) -> None:
    (sent,) = update_lines(GAME, update)
    assert json.loads(written(sent)) == line
    assert update_of(GAME, 1, 2, from_table(written(sent))) == update


@pytest.mark.parametrize(
    "update",
    [
        Stood(7, ASK, View(1, SEEN, (0, 1), (), Mover(1))),
        Stood(8, Stop(MomentKind.PAUSE, 1, 1.5, StopReason.HOLD), View(1, SEEN, (), (), Mover(0)), [1.0, 2.0]),
        Stood(8, Stop(MomentKind.MEASURE, measured_kind="race"), View(1, SEEN, (), (), Mover(0)), [1.0, 2.0]),
        Stood(9, Stop(MomentKind.MATCH_END), View(1, SEEN, (), (), Mover(-2)), [1.0, 2.0]),
    ],
)
def test_where_a_table_stands_comes_over_a_line(update: Stood) -> None:
    (sent,) = update_lines(GAME, update)
    assert sent.model_dump()["type"] == ("ask" if update.stop == ASK else "stop")
    assert update_of(GAME, 1, 2, from_table(written(sent))) == update


def test_a_newer_host_may_stop_for_a_reason_that_is_not_known_here() -> None:
    stop = Stop(MomentKind.PAUSE, 1, 1.5, StopReason.HOLD)
    (sent,) = update_lines(GAME, Stood(8, stop, View(1, SEEN, (), (), Mover(0)), [1.0, 2.0]))
    heard = update_of(GAME, 1, 2, from_table(written(sent).replace(b'"hold"', b'"hurry"')))
    assert isinstance(heard, Stood)
    assert heard.stop == stop._replace(reason=StopReason.NONE)


COMMANDED: list[tuple[Command | FarCommand, dict[str, Any]]] = [
    (Play(3, 7), {"type": "move", "id": 7, "do": GAME.encode(3)}),
    (Choose(3), {"type": "choose", "do": GAME.encode(3), "index": None}),
    (Choose(3, 0), {"type": "choose", "do": GAME.encode(3), "index": 0}),
    (
        ReadClock(Reading((1.5,), (2,), True, True, 1, 2)),
        {"type": "clock", "times": [1.5], "order": [2], "ready": True, "over": True, "stops": 1, "restarts": 2},
    ),
    (WantStandIn(1, False), {"type": "wants", "seat": 1, "bot": False}),
    (Resign(), {"type": "resign"}),
    (WantEnd(False), {"type": "end", "wanted": False}),
    (Say("sorry"), {"type": "say", "word": "sorry"}),
    (Nudge(), {"type": "nudge"}),
    (Sit("ab" * 32, "Ben"), {"type": "sit", "cut_hash": "ab" * 32, "name": "Ben"}),
    (GiveCut("x"), {"type": "cut", "cut": "x"}),
    (Ready(4), {"type": "ready", "n": 4}),
    (WantHint(4, 5), {"type": "hint", "id": 4, "more": 5}),
    (WantRecord(), {"type": "record"}),
    (WantReview(False), {"type": "review", "wanted": False}),
    (ComeAlong(), {"type": "again"}),
    (Leave(), {"type": "bye", "text": "", "message": None, "final": True}),
]
"""Commands, and the lines that docs/seats.md has for them."""


@pytest.mark.parametrize(
    ("command", "line"), COMMANDED, ids=lambda one: one.get("type") if isinstance(one, dict) else ""
)
def test_a_command_is_a_line_and_the_line_that_command(command: Command, line: dict[str, Any]) -> None:
    sent = command_line(GAME, command)
    assert sent is not None
    assert json.loads(written(sent)) == line
    assert command_of(GAME, from_seat(written(sent))) == command


@pytest.mark.parametrize("one", [one for one in (*UPDATES, *COMMANDS) if one.parts is not None], ids=called)
def test_a_row_says_every_field_of_its_value_and_of_its_line(one: Row) -> None:
    """What either has and no row says would be lost on the way to another screen."""
    (line,), parts = one.read, one.parts or {}
    assert {part.name for part in parts.values()} == {field.name for field in fields(one.value)}
    if line is not Bye:  # why somebody goes is the line's own
        assert {*parts} == {*line.model_fields} - {"type"}


def test_what_is_about_the_line_alone_is_told_by_no_line() -> None:
    own = (Stood(1, ASK), Troubled("away"), Mended(), Returned(), CameAlong(), Gone("why"))
    assert all(update_lines(GAME, update) == [] for update in own)
    assert {one.value for one in UPDATES} | {type(update) for update in own} == {*get_args(Update)}
    hosts = (TakeBack(), NoteHint(), ShowHint(None, True), NoteClock(0, 0))  # type: ignore[arg-type]  # judged by nobody
    assert all(command_line(GAME, command) is None for command in hosts)
    known = filter(isclass, vars(commands).values())
    declared = {one for one in known if issubclass(one, Command)} - {Command} | {*get_args(FarCommand)}
    assert {one.value for one in COMMANDS} | {type(command) for command in hosts} == declared
    for rows, side in ((UPDATES, FROM_TABLE), (COMMANDS, FROM_SEAT)):
        read = {line for one in rows for line in one.read}
        assert {*side} - read == {*side} & {Hello, SeatHello, Judge, Values, Bye, Ping, Pong} - read


# The fold


def at_a_question() -> KnownTable:
    """Return what a seat knows that is asked the seventh question."""
    known = KnownTable()
    known.take(Happened(0, [Event("pass", 0)]))
    known.take(Stood(7, ASK, View(1, SEEN, (0, 1), (), Mover(1))))
    return known


def test_a_move_that_is_refused_leaves_the_question() -> None:
    known = at_a_question()
    known.ask(1, Play(0))
    assert known.stop is None
    known.take(Refused(6, "another one"))
    assert known.stop is None
    known.take(Refused(7, "not now"))
    assert (known.stop, known.number) == (ASK, 7), "it is asked again"


def test_what_is_refused_is_what_the_refusal_says_and_nothing_else() -> None:
    known = at_a_question()
    known.ask(1, Sit())
    known.ask(1, Play(0))
    for wanted, of in ((Say("sorry"), "say"), (Nudge(), "nudge"), (Resign(), "resign")):
        known.ask(1, wanted)
        assert known.refusal == ""
        known.take(Refused(7, "one at a time", of=of))
        assert (known.stop, known.judged, known.refusal) == (None, None, "No: one at a time."), "the move is on its way"
    known.take(Refused(0, "one at a time", of="say"))
    assert (known.sits, known.unseated) == (True, "")
    known.take(Refused(7, "another name", of="sit"))
    assert (known.sits, known.unseated, known.stop) == (False, "another name", None)
    known.ask(1, Sit())
    known.take(Refused(0, "an older host's"))
    assert (known.sits, known.unseated) == (False, "an older host's")
    known.take(Refused(7, "too late", of="clock"))
    assert (known.refusal, known.judged) == ("No: one at a time.", None), "no player has wanted that"
    known.take(Refused(7, "no hints", of="hint"))
    assert (known.judged, known.stop) == ("no hints", None)
    known.take(Refused(7, "not that one", of="move"))
    assert (known.judged, known.stop) == ("no hints", ASK)


def test_a_wish_for_an_end_is_refused_until_the_table_goes_on() -> None:
    known = at_a_question()
    known.ask(1, Resign())
    known.take(Refused(7, "an old record", of="resign"))
    assert known.refusal == "No: an old record."
    assert known.stop == ASK
    known.take(Stood(8, Stop(MomentKind.ROUND_END), View(1, SEEN, (), (), Mover(0))))
    assert known.refusal == ""
    known.ask(1, WantEnd())
    known.take(EndWanted(frozenset({1})))
    known.take(Refused(8, "a lie", of="move"))
    assert (known.refusal, known.end_wanted) == ("", {1})


def test_moves_of_a_turn_wait_for_their_answers() -> None:
    known = KnownTable()
    with pytest.raises(ValueError, match="no clock runs"):
        known.take(Choosing(Turn(0, View(1, SEEN, (3, 4), (), Mover(-1)))))
    known.take(Stood(2, Stop(MomentKind.MEASURE), View(1, SEEN, (), (), Mover(0))))
    known.take(Choosing(Turn(0, View(1, SEEN, (3, 4), (), Mover(-1)))))
    assert known.turn is not None
    assert known.turn.view.mover == 0
    known.ask(1, Choose(3))
    turn = known.choosing()
    assert turn is not None
    assert (turn.waits, turn.view.legal, turn.done) == (True, (), False)
    known.take(Refused(2, "not now", of="choose"))
    turn = known.choosing()
    assert turn is not None
    assert (turn.waits, turn.view.legal) == (False, (3, 4)), "it is asked again"
    known.ask(1, Choose(3))
    known.ask(1, Choose(4, 0))
    known.take(Choosing(Turn(1, View(1, SEEN, (4,), (), Mover(-1)))))
    turn = known.choosing()
    assert turn is not None
    assert (turn.waits, turn.view.legal) == (False, (4,))
    known.ask(1, ReadClock(Reading((1.0,), (1,), True, stops=2)))
    assert (known.readings[1].stops, known.clock_log) == (2, (2, 0))
    known.take(Stood(3, ASK, View(1, SEEN, (0,), (), Mover(1))))
    assert (known.turn, known.readings, known.clock_log) == (None, {}, None)


def test_a_line_that_is_mended_tells_all_anew_and_another_match_begins_with_nothing() -> None:
    known = at_a_question()
    known.ask(1, Sit())
    for update in (WentAway(0), EndWanted(frozenset({0})), Troubled("silent"), Present([0, 1]), Invited()):
        known.take(update)
    known.take(Mended())
    assert (known.stop, known.view, known.trouble, known.end_wanted) == (None, None, None, frozenset())
    assert not known.away.since
    assert (known.sits, known.present, known.invited) == (True, [0, 1], True)
    assert known.number == 0, "a face that is busy with what was asked before is out of date"
    known.take(CameAlong())
    assert (known.sits, known.present, known.invited, known.events) == (False, (), False, [])


def test_events_that_fit_nothing_are_no_events() -> None:
    with pytest.raises(ValueError, match="missing"):
        KnownTable().take(Happened(1, []))
    teller, known = Teller(), KnownTable()
    for events in ([Event("a", 0)], [Event("a", 0), Event("b", 0)], [Event("a", 0)], [Event("a", 0)]):
        told = [*teller.news(View(1, SEEN, (), events, Mover(0)))]
        for update in told:
            known.take(update)
        assert known.events == events
    assert told == [], "nothing is told twice"


# Both ends of a line


async def test_both_ends_of_a_line_fold_the_same_company(storage: Storage) -> None:
    """Whatever a table tells itself it tells its guests, in the same order; who comes late is told what stands."""
    table = together(storage, "herald", 2)
    async with hosted(table, storage) as (host, door):
        ben, cleo = await seated(door), await seated(door)
        await begun(host)
        here, there = list[Update](), list[Update]()
        kinds = (WentAway, CameBack, StoodIn, EndWanted, Clocks)
        table.listen(lambda update: here.append(update) if isinstance(update, kinds) else None)
        stop = cleo.listen(lambda update: there.append(update) if isinstance(update, kinds) else None)
        token = ben.token
        table.send(0, WantEnd())
        await ben.end()
        await until(lambda: 1 in cleo.away.since)
        table.send(0, WantStandIn(1))
        cleo.send(2, WantStandIn(1))
        await until(lambda: cleo.away.stand_ins)
        table.send(0, WantEnd(False))
        cleo.send(2, WantEnd())
        await until(lambda: cleo.end_wanted == {2})
        assert there == here
        assert {type(update) for update in here} == {WentAway, StoodIn, EndWanted}
        assert cleo.away.stand_ins == table.away.stand_ins == {1: "rules"}
        stop()
        await cleo.end()
        await until(lambda: 2 in table.away.since)
        again = await seated(door, token=token)
        await until(lambda: 2 in again.away.since and again.end_wanted)
        assert (again.away.waited, table.away.waited) == ([2], [2])
        assert len(there) == len(here) - 3, "who listens no more is told no more"
        again.close()


async def test_who_comes_late_is_told_for_whom_a_bot_plays(storage: Storage) -> None:
    table = together(storage, "herald", 2)
    async with hosted(table, storage) as (host, door):
        ben = await seated(door)
        await until(lambda: host.awaited == [2])
        host.let_bots_play()
        host.begin()
        await until(lambda: ben.away.stand_ins == {2: "rules"})
        assert ben.away.waited == []
        assert [*company(table)] == [WentAway(2, pytest.approx(0, abs=20)), StoodIn(2, "rules")]
        ben.close()


async def test_a_seat_elsewhere_is_asked_by_the_tables_own_numbers(storage: Storage) -> None:
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        guest, stood = await seated(door), dict[int, Stop]()
        table.listen(lambda update: stood.update({update.number: update.stop}) if isinstance(update, Stood) else None)
        told = dict[int, Stop]()
        guest.listen(lambda update: told.update({update.number: update.stop}) if isinstance(update, Stood) else None)
        await begun(host)
        await asyncio.gather(play(table, [0], Random(1)), play(guest, [1], Random(2)))
        assert len(told) > 10
        assert told.items() <= stood.items()
        guest.close()


def test_what_is_judged_is_judged_of_its_question() -> None:
    def judged(action: int) -> Judgement:
        choice = JudgedAction(action, Estimate(1.0, 0.1), Estimate(0.0, 0.0), {}, None, 3, "best", 0, None, None)
        return Judgement([choice], 3, "wins", False, 3)

    known = at_a_question()
    known.take(Judged(6, judged(5)))
    assert known.judged is None
    known.take(Judged(7, judged(1)))
    assert known.judged == judged(1)
    with pytest.raises(ValueError, match="another question"):
        known.take(Judged(7, judged(5)))
