"""What people elsewhere say to each other: ready words, and a nudge for whoever is waited for."""

from __future__ import annotations

import asyncio

import pytest

from herrlof.game import IllegalAction
from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, HERE, Seat
from herrlof.table.commands import Say
from herrlof.table.connection import MomentKind
from herrlof.table.keyboard import Keyboard
from herrlof.table.match import Match
from herrlof.table.table import Table
from herrlof.table.updates import Nudged, Said
from herrlof.table.words import NUDGE_SECONDS, READY_WORDS, SAY_SECONDS, heard_text
from tests.table.test_secret import asked, table_of


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time of tables, which goes on when the test says so."""
    now = [1000.0]
    for module in ("connection", "seat", "table"):
        monkeypatch.setattr(f"herrlof.table.{module}.monotonic", lambda: now[0])
    return now


def herald() -> Table:
    return Table(Match(GAMES["herald"], [Seat("Anna"), Seat("Ben", None, ELSEWHERE)], seed=bytes(32)))


def test_a_ready_word_is_heard_by_all_and_no_other_one(clock: list[float]) -> None:
    table = herald()
    for word in READY_WORDS:
        table.send(1, Say(word))
        with pytest.raises(IllegalAction, match="one word at a time"):
            table.send(1, Say(word))
        clock[0] += SAY_SECONDS
    with pytest.raises(IllegalAction, match="no such word"):
        table.send(0, Say("you cheat"))
    assert table.heard == [Said(1, word) for word in READY_WORDS]
    alone = Table(Match(GAMES["herald"], [Seat("Anna"), Seat("Bot", "random")], seed=bytes(32)))
    with pytest.raises(IllegalAction, match="nobody else"):
        alone.send(0, Say("sorry"))


async def test_who_is_waited_for_is_nudged_after_half_a_minute_and_not_more_often(clock: list[float]) -> None:
    table = table_of(HERE, ELSEWHERE)
    anna, ben = Keyboard(table, [0]), Keyboard(table, [1])
    for keyboard in (anna, ben):
        keyboard.play((await asked(keyboard)).view.legal[0])
    first, waits = (anna, ben) if (await asked(anna)).kind is MomentKind.ASK else (ben, anna)
    assert (await asked(waits)).kind is MomentKind.WAIT
    with pytest.raises(IllegalAction, match="half a minute first"):
        waits.nudge()
    clock[0] += NUDGE_SECONDS
    with pytest.raises(IllegalAction, match="nobody else is waited for"):
        first.nudge()
    assert table.may_nudge(waits.people[0])
    waits.nudge()
    (heard,) = table.heard
    assert heard == Nudged(waits.people[0], frozenset(first.people))
    assert first.is_nudged(heard)
    assert not waits.is_nudged(heard)
    assert not table.may_nudge(waits.people[0]), "half a minute begins anew"
    clock[0] += NUDGE_SECONDS
    first.play(table.view(first.people[0]).legal[0])
    await asked(waits)
    assert not table.may_nudge(first.people[0]), "the table stands elsewhere"


async def test_a_nudge_tells_nobody_who_has_chosen_in_secret(clock: list[float]) -> None:
    table = table_of(HERE, ELSEWHERE, ELSEWHERE)
    keyboards = anna, ben, _cleo = [Keyboard(table, [seat]) for seat in range(3)]
    await asyncio.gather(*map(asked, keyboards))
    for keyboard in (anna, ben):
        keyboard.play(table.view(keyboard.people[0]).legal[0])
        await asked(keyboard)
    clock[0] += NUDGE_SECONDS
    anna.nudge()
    (heard,) = table.heard
    assert heard == Nudged(0, frozenset({1, 2})), "as if nobody had chosen"
    assert [keyboard.is_nudged(heard) for keyboard in keyboards] == [False, False, True]
    names = ["Anna", "Ben", "Cleo"]
    assert heard_text(heard, names, [2], nudged=True) == "Anna is waiting for you."
    assert heard_text(heard, names, [1], nudged=False) == ""
    table.close()
