from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from herrlof.game import IllegalAction
from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.table.commands import Play
from herrlof.table.connection import MomentKind, Stop
from herrlof.table.hints import Hints
from herrlof.table.match import Match
from herrlof.table.table import Table
from tests.seats.rooms import until


class Worth(NamedTuple):
    action: int
    value: None = None
    verdict: str = "worse"


class Found(NamedTuple):
    choices: Sequence[Worth]
    worlds: int
    whole: bool = False
    exact: bool = False


class Judge:
    """Judges in the parts that a test hands it, and nothing before."""

    trouble: str | None = None

    def __init__(self) -> None:
        self.asked, self.cancelled = list[Any](), 0
        self.parts: asyncio.Queue[Found | None] = asyncio.Queue()

    async def judge(self, seen: Any, legal: Any, grown: Callable[[Found], object], *, more: int = 0) -> Found | None:
        self.asked.append((seen, more))
        while (found := await self.parts.get()) is not None and not found.whole:
            grown(found)
        return found

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        """Nothing is left of it."""


async def asked(*seats: Seat, **more: Any) -> Table:
    """Return a table that asks seat 0 for the first card."""
    match = Match(GAMES["herald"], seats, seed=bytes(32), **more)
    table = Table(match, 0)
    place = table.join(table.people)
    while (stop := await place.next()) != Stop(MomentKind.ASK, 0):
        if stop.kind is MomentKind.ASK:
            table.send(stop.seat, Play(table.view(stop.seat).legal[0]))
    return table


def worths(table: Table, *places: int) -> list[Worth]:
    legal = table.view(0).legal
    return [Worth(legal[place], verdict="worse" if number else "best") for number, place in enumerate(places)]


def shown(table: Table) -> list[tuple[str, int, bool, int]]:
    """Return what the record keeps of hints: the best choice, worlds, whether that was all, how many choices."""
    kept = table._match.hints.values()
    return [(hint.choices[0].action, hint.worlds, hint.complete, len(hint.choices)) for hint in kept]


ANNA, BOT, BEN = Seat("Anna"), Seat("Bot", "random"), Seat("Ben", None, ELSEWHERE)


async def test_a_hint_is_recorded_as_it_was_shown_last() -> None:
    judge, told = Judge(), list[int]()
    table = await asked(ANNA, BOT)
    view = table.view(0)
    hints = Hints(table, judge, lambda: told.append(hints.found.worlds if hints.found else 0))
    hints.give(view)
    hints.give(view)
    assert (table.help.hints, len(judge.asked)) == (1, 0), "one hint, and it has not begun"
    judge.parts.put_nowait(Found(worths(table, 0, 1), 10))
    await until(lambda: told == [10])
    hints.show()
    judge.parts.put_nowait(Found(worths(table, 1, 0), 20, True))
    await until(lambda: told == [10, 20])
    table.send(0, Play(view.legal[0]))
    assert judge.asked == [(view.observation, 0)]
    assert shown(table) == [(table.game.encode(view.legal[0]), 10, False, 2)], "the rest was never shown"


async def test_what_was_judged_and_not_given_is_no_hint() -> None:
    judge = Judge()
    table = await asked(ANNA, BOT)
    hints = Hints(table, judge)
    judge.parts.put_nowait(Found(worths(table, 0), 20, True))
    assert await hints.judged(table.view(0)) is not None
    hints.show()
    table.send(0, Play(table.view(0).legal[0]))
    assert (table.help.hints, shown(table)) == (0, [])


async def test_what_is_told_unasked_is_a_hint_of_the_best_choice_alone() -> None:
    judge = Judge()
    table = await asked(ANNA, BOT)
    hints = Hints(table, judge)
    judge.parts.put_nowait(Found(worths(table, 1, 0, 2), 20, True))
    await hints.judged(table.view(0))
    hints.tell_best()
    best = table.view(0).legal[1]
    table.send(0, Play(best))
    assert (table.help.hints, shown(table)) == (1, [(table.game.encode(best), 20, True, 1)])


async def test_what_failed_can_be_asked_again_and_what_goes_on_is_stopped() -> None:
    judge, told = Judge(), list[bool]()
    table = await asked(ANNA, BOT)
    view = table.view(0)
    hints = Hints(table, judge, lambda: told.append(hints.view is None))
    judge.parts.put_nowait(None)
    assert await hints.judged(view) is None
    assert (told, judge.cancelled) == ([True], 0), "nothing of another one's is stopped"
    hints.ask(view, more=7)
    await asyncio.sleep(0)
    hints.forget()
    assert (judge.asked[-1], judge.cancelled, hints.view) == ((view.observation, 7), 1, None)


async def test_between_people_there_is_none_unless_all_agreed() -> None:
    for agreed in (False, True):
        table, judge = await asked(ANNA, BEN, hints_agreed=agreed), Judge()
        hints = Hints(table, judge)
        if agreed:
            hints.give(table.view(0))
            hints.forget()
        else:
            with pytest.raises(IllegalAction, match="only if all agreed"):
                hints.give(table.view(0))
            assert (hints.view, table.help.hints) == (None, 0)


@pytest.mark.parametrize(("deals", "told"), [(None, True), ("46V3-XXMS-TK2Q-98XG-3859-87VT-QR89", False)])
def test_nothing_is_told_unasked_of_cards_that_others_play_too(deals: str | None, told: bool) -> None:
    """It would count as a hint, which who began it with the day's deal did not ask for."""
    match = Match(GAMES["herrlof"], [Seat("Anna"), Seat("Freya", "random")], deals=deals, first_dealer=1)
    match.advance()
    table = Table(match)
    assert Hints(table, Judge()).is_told_unasked(table.view(0)) is told
