from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from herrlof.coach.seated import Coach
from herrlof.game import IllegalAction
from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.table.commands import Play
from herrlof.table.connection import MomentKind, Stop
from herrlof.table.match import Match
from herrlof.table.table import Table
from tests.seats.rooms import until

ANNA, BOT, BEN = Seat("Anna"), Seat("Bot", "random"), Seat("Ben", None, ELSEWHERE)


class Worth(NamedTuple):
    action: int
    value: None = None
    verdict: str = "worse"
    outcomes: dict[int, int] = {}  # noqa: RUF012  # nothing came of it


class Found(NamedTuple):
    choices: Sequence[Worth]
    worlds: int
    whole: bool = False
    exact: bool = False
    clear: bool = False

    @property
    def so_far(self) -> Found:
        return self


class Judge:
    """Judges in the parts that a test hands it, and nothing before."""

    trouble: str | None = None
    thinks_on = True

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


async def asked_for_a_number(deals: str | None = None) -> Table:
    """Return a table that asks seat 0 how many tricks it will win."""
    match = Match(GAMES["herrlof"], [ANNA, BOT], deals=deals, first_dealer=1)
    match.advance()
    table = Table(match, 0)
    await table.join([0]).next()
    return table


def worths(table: Table, *places: int) -> list[Worth]:
    legal = table.view(0).legal
    return [Worth(legal[place], verdict="worse" if number else "best") for number, place in enumerate(places)]


def shown(table: Table) -> list[tuple[str, int, bool, int]]:
    """Return what the record keeps of hints: the best choice, worlds, whether that was all, how many choices."""
    kept = table._match.hints.values()
    return [(hint.choices[0].action, hint.worlds, hint.complete, len(hint.choices)) for hint in kept]


async def test_a_hint_is_recorded_as_it_was_shown_last() -> None:
    judge, told = Judge(), list[int]()
    table = await asked(ANNA, BOT)
    view = table.view(0)
    coach = Coach(table, judge, lambda: told.append(coach.found.worlds if coach.found else 0))
    coach.give(view)
    coach.give(view)
    assert (table.help.hints, len(judge.asked)) == (1, 0), "one hint, and it has not begun"
    judge.parts.put_nowait(Found(worths(table, 0, 1), 10))
    await until(lambda: told == [10])
    coach.show()
    judge.parts.put_nowait(Found(worths(table, 1, 0), 20, True))
    await coach.settled()
    assert told == [10, 20]
    table.send(0, Play(view.legal[0]))
    assert judge.asked == [(view.observation, 0)]
    assert shown(table) == [(table.game.encode(view.legal[0]), 10, False, 2)], "the rest was never shown"


async def test_what_was_judged_and_not_given_is_no_hint_and_is_not_thought_about_further() -> None:
    judge = Judge()
    table = await asked(ANNA, BOT)
    coach = Coach(table, judge)
    judge.parts.put_nowait(Found(worths(table, 0), 20, True))
    coach.ask(table.view(0))
    await coach.settled()
    assert coach.no_more == "Nothing to think on about: ask for a hint first."
    coach.show()
    table.send(0, Play(table.view(0).legal[0]))
    assert (table.help.hints, shown(table)) == (0, [])


@pytest.mark.parametrize(
    ("clear", "thinks_on", "told"),
    [
        (True, True, "Nothing here is too close to call: there's no more to think about."),
        (False, False, "It stays too close to call: the coach thinks no further."),
        (False, True, ""),
    ],
)
async def test_it_is_said_in_one_place_why_nobody_thinks_on(clear: bool, thinks_on: bool, told: str) -> None:
    judge = Judge()
    judge.thinks_on = thinks_on
    table = await asked(ANNA, BOT)
    coach = Coach(table, judge)
    judge.parts.put_nowait(Found(worths(table, 0), 20, True, clear=clear))
    coach.give(table.view(0))
    await coach.settled()
    assert coach.no_more == told
    coach.think_on()
    assert coach.thinks_on == (not told)


async def test_what_is_told_unasked_is_a_hint_of_the_best_choice_alone() -> None:
    judge = Judge()
    table = await asked_for_a_number()
    view = table.view(0)
    coach = Coach(table, judge)
    coach.novice = True
    judge.parts.put_nowait(Found(worths(table, 1, 0, 2), 20, True))
    coach.new_question(view)
    assert coach.advises
    await coach.settled()
    best = view.legal[1]
    assert (coach.given, coach.advised) == (False, [(best, {})])
    table.send(0, Play(best))
    assert (table.help.hints, shown(table)) == (1, [(table.game.encode(best), 20, True, 1)])


async def test_what_failed_can_be_asked_again_and_what_goes_on_is_stopped() -> None:
    judge, told = Judge(), list[str]()
    table = await asked(ANNA, BOT)
    view = table.view(0)
    coach = Coach(table, judge, lambda: told.append(coach.failure))
    judge.parts.put_nowait(None)
    coach.give(view)
    await coach.settled()
    assert (told, judge.cancelled, coach.given) == (["Nothing was judged."], 0, False), "nothing of others is stopped"
    coach.give(view, more=7)
    await asyncio.sleep(0)
    assert coach.failure == ""
    coach.forget()
    assert (judge.asked[-1], judge.cancelled, coach.view) == ((view.observation, 7), 1, None)


async def test_that_nothing_came_of_a_question_is_told_to_nobody_who_has_gone_on() -> None:
    judge, told = Judge(), list[str]()
    table = await asked(ANNA, BOT)
    coach = Coach(table, judge, lambda: told.append(coach.failure))
    coach.give(table.view(0))
    await asyncio.sleep(0)
    table.send(0, Play(table.view(0).legal[0]))
    judge.parts.put_nowait(None)
    await coach.settled()
    assert told == []


async def test_between_people_there_is_none_unless_all_agreed() -> None:
    for agreed in (False, True):
        table, judge = await asked(ANNA, BEN, hints_agreed=agreed), Judge()
        coach = Coach(table, judge)
        if agreed:
            coach.give(table.view(0))
            coach.forget()
        else:
            with pytest.raises(IllegalAction, match="only if all agreed"):
                coach.give(table.view(0))
            assert (coach.view, table.help.hints) == (None, 0)


@pytest.mark.parametrize(
    ("helps", "seat", "legal", "why"),
    [
        (False, 0, 2, "there are no hints in this match"),
        (True, 0, 1, "there's only one choice"),
        (True, 0, 0, "it isn't your turn"),
    ],
)
async def test_why_there_is_no_hint_is_said_in_one_place(helps: bool, seat: int, legal: int, why: str) -> None:
    table = await asked(ANNA, BOT)
    coach, view = Coach(table, Judge()), table.view(seat)
    coach.helps = helps
    with pytest.raises(IllegalAction, match=f"^{why}$"):
        coach.give(view._replace(legal=view.legal[:legal]))
    assert (coach.given, table.help.hints) == (False, 0)


@pytest.mark.parametrize(("deals", "told"), [(None, True), ("46V3-XXMS-TK2Q-98XG-3859-87VT-QR89", False)])
async def test_nothing_is_told_unasked_of_cards_that_others_play_too(deals: str | None, told: bool) -> None:
    """It would count as a hint, which who began it with the day's deal did not ask for."""
    table = await asked_for_a_number(deals)
    coach = Coach(table, Judge())
    coach.novice = True
    coach.new_question(table.view(0))
    assert coach.advises is told
    coach.forget()


async def test_what_was_to_be_told_unasked_is_not_judged_for_who_is_asked_no_more() -> None:
    """As it waits for a moment, so that the table comes first."""
    judge, table = Judge(), await asked_for_a_number()
    coach = Coach(table, judge, delay=0.001)
    coach.novice = True
    coach.new_question(table.view(0))
    soon = coach._soon
    coach.new_question(None)
    assert soon is not None
    assert soon.cancelled()
    assert not coach.advises
