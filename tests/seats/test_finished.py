"""A match that is over, judged at its host's machine for the guests who want to know what their decisions cost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from herrlof.coach.review import Review, review_of
from herrlof.records.storage import Storage
from herrlof.seats.host import Host
from herrlof.seats.remote import RemoteTable
from herrlof.seats.reviewed import review_at
from herrlof.table.updates import Reviewed
from tests.coach.test_review import Here
from tests.seats.rooms import at, begun, hosted, play, seated, together, until

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.coach.review.Worker", Here)
    monkeypatch.setattr("herrlof.seats.remote.RETRY_SECONDS", 0.02)
    Here.asked = 0


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """What luck waits for before it is judged."""
    goes, luck = asyncio.Event(), Here.luck

    async def later(here: Here, *about: Any) -> list[float]:
        await goes.wait()
        return await luck(here, *about)

    monkeypatch.setattr(Here, "luck", later)
    return goes


@asynccontextmanager
async def over(storage: Storage, guests: int = 1) -> AsyncIterator[tuple[Host, list[RemoteTable]]]:
    """Play a match of Anna and guests to its end."""
    table = together(storage, "kuhn", guests)
    async with hosted(table, storage) as (host, door):
        ends = [await seated(door) for _ in range(guests)]
        await begun(host)
        await asyncio.gather(play(table, [0], Random(0)), *(play(end, [end.seat], Random(1)) for end in ends))
        yield host, ends
        for end in ends:
            end.close()


async def told(review: Review) -> tuple[Any, ...]:
    """Return all that a page shows of a whole review."""
    assert await review.run()
    return review.found(), review.means(), review.ledger(), review.scores, review.names


async def test_a_guest_is_told_what_its_host_would_find_and_it_is_judged_once(storage: Storage) -> None:
    async with over(storage) as (host, (ben,)):
        first, second = await review_at(ben), await review_at(ben)
        assert (first.reader, first.here, first.path) == (1, [1], None)
        found = await asyncio.gather(told(first), told(second))
        judged = Here.asked
        assert found[0] == found[1]
        own = review_of(host.table.path, storage)
        assert own.done, "and it is kept with the match"
        assert await told(own) == found[0]
        assert await told(await review_at(ben)) == found[0]
        assert Here.asked == judged == len(own.positions) + len(own.found()[1])


async def test_nothing_is_judged_any_more_for_who_has_left_the_page_or_the_table(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, never = list[Here](), asyncio.Event()
    monkeypatch.setattr(Here, "close", lambda here: closed.append(here))
    monkeypatch.setattr(Here, "found_by", lambda *_: never.wait())
    monkeypatch.setattr(Here, "luck", lambda *_: never.wait())
    async with over(storage) as (_host, (ben,)):
        looking = asyncio.ensure_future((await review_at(ben)).run())
        await until(lambda: Here.asked)
        assert not closed
        looking.cancel()
        await until(lambda: len(closed) == 1)
        Here.asked = 0
        again = asyncio.ensure_future((await review_at(ben)).run())
        await until(lambda: Here.asked)
        ben.close()
        await until(lambda: len(closed) == 2)
        again.cancel()


async def test_a_review_goes_on_while_the_host_plays_again_and_ends_when_it_leaves(
    storage: Storage, go_on: asyncio.Event
) -> None:
    async with over(storage) as (host, (ben,)):
        review = await review_at(ben)
        looking = asyncio.ensure_future(review.run())
        await until(lambda: len(review.decisions) == len(review.positions))
        table = host.table.again(storage, 0)
        host.play_on(table)
        go_on.set()
        assert await looking
        assert review.done
        go_on.clear()
        ben.come_along()
        await until(lambda: host.guests)
        heard = list[Any]()
        ben.listen(heard.append)
        ben.want_review(True)
        await until(lambda: heard)
        assert not any(isinstance(update, Reviewed) for update in heard), "of this match nothing is over"
        table.close()


async def test_who_is_not_there_any_more_is_told_so(storage: Storage) -> None:
    async with over(storage) as (host, (ben,)):
        review = await review_at(ben)
        host.close(final=True)
        await until(lambda: ben.ended)
        assert not await review.run()
        assert review.trouble == "The host has left the table."


async def test_a_coach_that_fails_is_told_of_and_may_be_asked_again(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(here: Here, *_about: Any, **_more: Any) -> None:
        here.trouble = "The coach's process failed: it can't judge anything now."

    with monkeypatch.context() as patch:
        patch.setattr(Here, "judge", fails)
        async with over(storage) as (_host, (ben,)):
            review = await review_at(ben)
            assert not await review.run()
            assert review.trouble == "The coach's process failed: it can't judge anything now."
            patch.undo()
            assert await review.run()


async def test_a_line_that_is_mended_asks_again(storage: Storage, go_on: asyncio.Event) -> None:
    async with over(storage) as (_host, (ben,)):
        review = await review_at(ben)
        looking = asyncio.ensure_future(review.run())
        await until(lambda: review.decisions)
        assert ben._writer is not None
        ben._writer.transport.abort()
        await until(lambda: ben._writer is not None and not ben._writer.is_closing())
        go_on.set()
        assert await looking


@pytest.mark.second
@pytest.mark.parametrize(
    "lie",
    [
        {"best": "no such move"}, {"cost": ["a", 0]}, {"cost": [float("inf"), 0]}, {"knowable": 99, "worlds": 1},
        {"compared": [{}]}, {"levels": []}, {"verdict": "splendid"}, {"unit": "euros"},
    ],
)  # fmt: skip
async def test_what_cannot_have_been_found_ends_a_guest_with_a_sentence(
    lie: dict[str, Any], storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Review.found

    def lying(review: Review, decisions: int = 0, luck: int = 0) -> Any:
        judged, changes = found(review, decisions, luck)
        return [{**one, **lie} for one in judged], changes

    async with over(storage) as (_host, (ben,)):
        monkeypatch.setattr(Review, "found", lying)
        monkeypatch.setattr(Review, "_save", lambda review: None)
        review = await review_at(ben)
        assert not await review.run()
        assert review.trouble == "What the host's program says doesn't fit Kuhn poker."
        assert not review.decisions


async def test_nobody_reviews_who_has_no_match_behind_them(storage: Storage) -> None:
    table = together(storage, "kuhn")
    async with hosted(table, storage) as (host, door):
        ben = await seated(door)
        with pytest.raises(ValueError, match="The match isn't over"):
            await review_at(ben)
        host.let_watch(True)
        cleo = at(door)
        cleo.watches = True
        await cleo.open()
        for end in (ben, cleo):
            end.want_review(True)
            await until(lambda: not host.guests or host.guests[1]._wrong)
        assert host._finished is None
        for end in (ben, cleo):
            end.close()
