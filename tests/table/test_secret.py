"""What people elsewhere choose in secret is asked of all at once, and nobody learns who was first."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from herrlof.game import CHANCE, NOBODY, IllegalAction
from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, HERE, Seat
from herrlof.records.storage import Storage, read_record
from herrlof.table.commands import NoteHint, Resign, ShowHint
from herrlof.table.connection import MomentKind, Stop, StopReason
from herrlof.table.keyboard import Keyboard, Moment
from herrlof.table.match import Match
from herrlof.table.resume import replayed
from herrlof.table.table import Table
from tests.table.test_given_hints import judged

NAMES = "Anna", "Ben", "Cleo"
WAITS = Stop(MomentKind.ASK, reason=StopReason.AT_ONCE)


def table_of(*how: str, storage: Storage | None = None, **more: Any) -> Table:
    """Return a table of Herrlof where the deals are always the same and Anna says her number first."""
    seats = [
        Seat(name, "random" if kind == "bot" else None, "" if kind == "bot" else kind)
        for name, kind in zip(NAMES, how, strict=False)
    ]
    journal = None if storage is None else storage.new_journal()
    last = len(seats) - 1
    match = Match(GAMES["herrlof"], seats, seed=bytes(32), journal=journal, first_dealer=last, goal=40, **more)
    return Table(match, pace=0, journal=journal)


async def asked(keyboard: Keyboard) -> Moment:
    """Go on to a question, or a wait."""
    while (moment := await keyboard.next()).kind not in (MomentKind.ASK, MomentKind.WAIT):
        if moment.kind is MomentKind.HAND_OVER:
            keyboard.open(moment.seat)
    return moment


async def numbers_said(order: Sequence[int], numbers: Sequence[int]) -> tuple[list[list[Any]], list[str]]:
    """Let all say their numbers in an order; return what each seat was shown by then and next, and the moves."""
    table = table_of(HERE, ELSEWHERE, ELSEWHERE)
    keyboards = [Keyboard(table, [seat]) for seat in range(3)]
    onlooker = Keyboard(table, [])
    moments = await asyncio.gather(*map(asked, keyboards))
    shown = [[moment] for moment in moments]
    looks_on = await asked(onlooker)
    assert [(moment.kind, moment.view.seat) for moment in moments] == [(MomentKind.ASK, seat) for seat in range(3)]
    assert all(moment.view.mover == moment.view.observation.mover == moment.view.seat for moment in moments)
    assert (looks_on.kind, looks_on.reason, looks_on.view.mover) == (MomentKind.WAIT, StopReason.AT_ONCE, CHANCE)
    for seat in order:
        assert not [move for move in table._match.moves if move.by != CHANCE], "nothing is recorded before"
        keyboards[seat].play(moments[seat].view.legal[numbers[seat]])
        if seat != order[-1]:
            waits = await asked(keyboards[seat])
            assert (waits.kind, waits.reason, waits.view.mover) == (MomentKind.WAIT, StopReason.AT_ONCE, CHANCE)
            assert waits.view.observation.prediction == numbers[seat]
            assert not waits.view.legal
            with pytest.raises(IllegalAction, match="it isn't your turn"):
                keyboards[seat].play(0)
    for seat, moment in enumerate(await asyncio.gather(*map(asked, keyboards))):
        shown[seat].append(moment._replace(new_events=0))
    table.close()
    moves = [f"{move.by} {move.do}" for move in table._match.moves if move.by != CHANCE]
    return [[one._replace(new_events=0) for one in seen] for seen in shown], moves


async def test_all_are_asked_at_once_and_nobody_learns_who_was_first() -> None:
    """What a seat sees differs neither by the order in which all have chosen, nor by what the others have."""
    first, moves = await numbers_said((0, 1, 2), (1, 2, 3))
    assert moves == ["0 predict 1", "1 predict 2", "2 predict 3"], "the record keeps the order of seats"
    for order in permutations(range(3)):
        assert await numbers_said(order, (1, 2, 3)) == (first, moves)
    for seat, numbers in enumerate([(1, 0, 0), (0, 2, 0), (0, 0, 3)]):
        found, _moves = await numbers_said((2, 1, 0), numbers)
        assert found[seat] == first[seat]


async def test_what_is_seen_is_what_is_seen_where_one_is_asked_after_the_other() -> None:
    """At one keyboard it is as ever: a question that is asked at once is the same to the byte."""
    shared, apart = table_of(HERE, HERE, HERE), table_of(HERE, ELSEWHERE, ELSEWHERE)
    keyboards = [Keyboard(apart, [seat]) for seat in range(3)]
    at_once = [(await asked(keyboard)).view for keyboard in keyboards]
    one, seen = Keyboard(shared), list[Any]()
    for _seat in range(3):
        moment = await asked(one)
        seen.append(moment.view)
        assert shared.standing == Stop(MomentKind.ASK, moment.view.seat)
        one.play(moment.view.legal[0])
    assert seen == at_once


async def test_two_at_one_keyboard_choose_after_each_other_while_others_choose_elsewhere() -> None:
    table = table_of(HERE, ELSEWHERE, HERE)
    here, ben = Keyboard(table), Keyboard(table, [1])
    assert (await asked(ben)).kind is MomentKind.ASK
    kinds = []
    for seat in (0, 2):
        while (moment := await here.next()).kind is not MomentKind.ASK:
            kinds.append(moment.kind)
            if moment.kind is MomentKind.HAND_OVER:
                here.open(moment.seat)
        assert moment.view.seat == seat
        here.play(moment.view.legal[0])
    assert MomentKind.SHOW not in kinds
    assert (await here.next()).kind is MomentKind.WAIT
    ben.play(table.view(1).legal[0])
    while (moment := await here.next()).kind is MomentKind.PAUSE:
        pass
    assert (moment.kind, moment.seat) == (MomentKind.HAND_OVER, 0), "what one has chosen oneself is not shown again"
    table.close()


async def test_a_bot_chooses_what_it_chooses_in_its_turn() -> None:
    def said(table: Table) -> list[str]:
        return [move.do for move in table._match.moves if move.by == 1 and move.do.startswith("predict")]

    at_once, in_turn = table_of(HERE, "bot", ELSEWHERE), table_of(HERE, "bot", HERE)
    anna, cleo, both = Keyboard(at_once, [0]), Keyboard(at_once, [2]), Keyboard(in_turn)
    for keyboard in (anna, cleo, both, both):
        moment = await asked(keyboard)
        keyboard.play(moment.view.legal[1])
    for keyboard in (anna, both):
        await asked(keyboard)
    assert said(at_once) == said(in_turn)
    assert len(said(at_once)) == 1


async def test_a_bot_that_waits_when_the_last_has_chosen_moves_the_table_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("herrlof.table.stops.THINK_TIME", 0.1)
    table = table_of(HERE, ELSEWHERE, "bot")
    table.pace = 0.01
    keyboards = [Keyboard(table, [seat]) for seat in (0, 1)]
    moments = await asyncio.gather(*map(asked, keyboards))
    choices = table._stops.choices
    assert choices is not None
    thinking = choices._thinking
    while not choices.turns[2].done:
        await asyncio.sleep(0)
    for keyboard, moment in zip(keyboards, moments, strict=True):
        keyboard.play(moment.view.legal[0])
    number = table.number
    assert table.standing != WAITS
    await asyncio.wait(thinking.values())
    assert table.number == number
    table.close()


async def test_who_takes_over_a_seat_chooses_anew_and_the_others_are_not_asked_again() -> None:
    table = table_of(HERE, ELSEWHERE, ELSEWHERE)
    anna, ben, cleo = (Keyboard(table, [seat]) for seat in range(3))
    for keyboard in (anna, ben):
        keyboard.play((await asked(keyboard)).view.legal[2])
    assert (await asked(cleo)).kind is MomentKind.ASK
    number = table.number
    table.note_away(1)
    table.stand_in(1)
    table.note_back(1)
    assert table.number == number, "nobody else is asked again"
    assert (await asked(ben)).kind is MomentKind.ASK
    table.note_away(1)
    table.stand_in(1)
    assert (await asked(anna)).kind is MomentKind.WAIT
    cleo.play(table.view(2).legal[3])
    await asked(anna)
    moves = [move for move in table._match.moves if move.by != CHANCE]
    assert [move.by for move in moves[:3]] == [0, 1, 2]
    assert (moves[0].do, moves[2].do) == ("predict 2", "predict 3")
    assert [change.bot for change in table._match.seat_changes] == ["rules", None, "rules"]


async def test_hints_are_recorded_with_the_choice_that_they_were_about(storage: Storage) -> None:
    table = table_of(HERE, ELSEWHERE, ELSEWHERE, storage=storage, hints_agreed=True)
    anna, ben, cleo = (Keyboard(table, [seat]) for seat in range(3))
    legal = {}
    for seat, keyboard in enumerate((anna, ben, cleo)):
        legal[seat] = (await asked(keyboard)).view.legal
    for seat in (2, 0):
        table.send(seat, NoteHint())
        table.send(seat, ShowHint(judged(legal[seat]), complete=True))
    for seat, keyboard in enumerate((anna, ben, cleo)):
        keyboard.play(legal[seat][0])
    with pytest.raises(IllegalAction):
        table.send(NOBODY, NoteHint())
    table.close()
    lines = [json.loads(line.split(" ", 2)[2]) for line in table.path.read_text().splitlines()]
    told = [(line.get("event", "move"), line["n"], line["by"]) for line in lines if "by" in line and line["by"] >= 0]
    first = min(n for kind, n, _by in told if kind == "move")
    assert told == [
        ("hint", first, 0), ("judged", first, 0), ("move", first, 0),
        ("move", first + 1, 1),
        ("hint", first + 2, 2), ("judged", first + 2, 2), ("move", first + 2, 2),
    ]  # fmt: skip
    assert replayed(read_record(table.path)).help.hints == 2


async def test_an_end_before_the_end_leaves_what_was_chosen() -> None:
    table = table_of(HERE, ELSEWHERE)
    anna, ben = Keyboard(table, [0]), Keyboard(table, [1])
    anna.play((await asked(anna)).view.legal[0])
    assert (await asked(ben)).kind is MomentKind.ASK
    ben.send(Resign(), 1)
    assert (await anna.next()).kind is (await ben.next()).kind is MomentKind.MATCH_END
    assert not [move for move in table._match.moves if move.by != CHANCE]
