"""Places at a door: whose is given to a newcomer, and how long who guesses waits."""

from __future__ import annotations

import asyncio

import pytest

from herrlof.seats import crowd
from herrlof.seats.crowd import Crowd, Tries, neighbourhood


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that a test sets."""
    now = [1000.0]
    monkeypatch.setattr(crowd, "monotonic", lambda: now[0])
    return now


def test_a_newcomer_takes_the_place_of_the_oldest_who_said_nothing(clock: list[float]) -> None:
    places, gone = Crowd(4, 4), list[str]()
    strangers = {}
    for name in "abcd":
        clock[0] += 1
        strangers[name] = places.come("10.0.0.1", lambda name=name: gone.append(name))
    strangers["a"].stay(20)  # it has said something
    clock[0] += 1
    assert places.come("10.0.0.1", lambda: gone.append("e")) is not None
    assert gone == ["b"]
    clock[0] += 30
    assert places.come("10.0.0.1", lambda: gone.append("f")) is not None
    assert gone == ["b", "c"], "the longest overdue"
    assert len(places.here) == 4


def test_half_of_the_places_are_for_other_addresses(clock: list[float]) -> None:
    places, gone = Crowd(4), list[str]()
    for name in "ab":
        clock[0] += 1
        made = places.come("10.0.0.1", lambda name=name: gone.append(name))
        assert made is not None
        made.stay(60)
    assert places.come("10.0.0.2", lambda: None) is not None
    assert gone == []
    assert places.come("10.0.0.1", lambda: None) is not None
    assert gone == ["a"], "it takes a place of its own address"


def test_where_all_have_said_something_the_address_with_the_most_makes_room(clock: list[float]) -> None:
    places, gone = Crowd(4), list[str]()
    for name, address in (("a", "10.0.0.1"), ("b", "10.0.0.1"), ("c", "10.0.0.2"), ("d", "10.0.0.3")):
        clock[0] += 1
        made = places.come(address, lambda name=name: gone.append(name))
        assert made is not None
        made.stay(60)
    assert places.come("10.0.0.4", lambda: None) is not None
    assert gone == ["a"]
    assert len(places.here) == 4


def test_who_goes_leaves_its_place(clock: list[float]) -> None:
    places = Crowd(1, 1)
    made = places.come("10.0.0.1", lambda: None)
    assert made is not None
    made.stay(float("inf"))
    assert places.come("10.0.0.2", lambda: None) is None
    made.go()
    made.go()
    assert places.come("10.0.0.2", lambda: None) is not None


async def test_wrong_codes_slow_their_address_down_and_no_other(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "APART", 7.0)
    monkeypatch.setattr(crowd, "APART_OF_ALL", 0.5)
    tries, waited = Tries(), list[float]()
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(crowd.asyncio, "sleep", note)
    for count in range(1, 4):
        await tries.turn("10.0.0.7")
        assert tries.wrong("10.0.0.7") == count
    assert waited == []
    await tries.turn("10.0.0.8")
    assert waited == []
    await asyncio.gather(*(tries.turn("10.0.0.7") for _ in range(3)))
    assert waited == [7.0] * 3
    for number in range(crowd.FREE_TRIES_OF_ALL):
        tries.wrong(f"10.0.1.{number}")
    await tries.turn("10.0.0.8")
    assert waited[3:] == [0.5]
    clock[0] += 4000
    await tries.turn("10.0.0.7")
    assert waited[4:] == []
    assert tries.wrong("10.0.0.7") == 1


async def test_codes_of_an_address_are_looked_at_one_by_one_and_who_has_gone_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crowd, "APART", 0.02)
    tries, seen = Tries(), list[int]()
    for _ in range(3):
        tries.wrong("10.0.0.7")

    async def come(number: int) -> None:
        await tries.turn("10.0.0.7")
        seen.append(number)

    tasks = [asyncio.ensure_future(come(number)) for number in range(6)]
    await asyncio.sleep(0)
    for task in tasks[1:4]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert seen == [0, 4, 5]


def test_a_network_of_ipv6_is_one_neighbour_and_addresses_are_forgotten(clock: list[float]) -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:10.0.0.7") == neighbourhood("10.0.0.7") == "10.0.0.7"
    assert neighbourhood("fe80::1%eth0") == "fe80::/64"
    tries = Tries()
    for number in range(5000):
        tries.wrong(f"10.1.{number // 250}.{number % 250}")
    assert len(tries._wrong) == 1000
