"""What people elsewhere say to each other: ready words, and a nudge for whoever is waited for."""

from __future__ import annotations

import asyncio

from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, HERE, Seat
from herrlof.table.chat import NUDGE_SECONDS, heard_text
from herrlof.table.keyboard import Keyboard
from herrlof.table.match import Match
from herrlof.table.table import Table
from herrlof.table.updates import Nudged
from tests.table.test_secret import asked, table_of


def herald() -> Table:
    return Table(Match(GAMES["herald"], [Seat("Anna"), Seat("Ben", None, ELSEWHERE)], seed=bytes(32)))


async def test_a_nudge_tells_nobody_who_has_chosen_in_secret(table_clock: list[float]) -> None:
    table = table_of(HERE, ELSEWHERE, ELSEWHERE)
    keyboards = anna, ben, _cleo = [Keyboard(table, [seat]) for seat in range(3)]
    await asyncio.gather(*map(asked, keyboards))
    for keyboard in (anna, ben):
        keyboard.play(table.view(keyboard.people[0]).legal[0])
        await asked(keyboard)
    table_clock[0] += NUDGE_SECONDS
    anna.nudge()
    (heard,) = table.heard
    assert heard == Nudged(0, frozenset({1, 2})), "as if nobody had chosen"
    assert [keyboard.is_nudged(heard) for keyboard in keyboards] == [False, False, True]
    names = ["Anna", "Ben", "Cleo"]
    assert heard_text(heard, names, [2], nudged=True) == "Anna is waiting for you."
    assert heard_text(heard, names, [1], nudged=False) == ""
    table.close()
