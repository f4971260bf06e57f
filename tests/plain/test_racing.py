"""A race in lines: against the clock where somebody wants it, and what a program that stood still puts off."""

from __future__ import annotations

import json
from typing import Any

import pytest

from herrlof.plain.hall import Hall
from herrlof.plain.home import visit
from herrlof.records.storage import Storage
from tests.plain.typing import CLEARED, Typed, match_of

PAIRS = 10


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take answers as fast as they are typed."""
    monkeypatch.setattr("herrlof.games.how_ruck.race.PAIR_SECONDS", 0.0)


class Listener(Typed):
    """Somebody at a terminal."""

    person = True
    heard: list[str]

    def __init__(self, typed: str, hides: bool = False) -> None:
        super().__init__(typed, hides)
        self.heard = []

    def say(self, *sentences: str) -> None:
        self.heard += filter(None, sentences)
        super().say(*sentences)


async def raced(storage: Storage, lines: Listener, *names: str) -> list[dict[str, Any]]:
    """Play until nothing more is typed, and return the lines of the record."""
    await visit(Hall(lines, storage, 0), match_of("how-ruck", *names, goal=1))
    lines.close()
    (path,) = [found.path for found in storage.matches()]
    return [json.loads(line[line.index("{") :]) for line in path.read_text().splitlines()]


def said_by_clocks(record: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(line["stops"], line["restarts"]) for line in record if line.get("event") == "clock"]


async def test_who_wants_haste_races_the_bot_by_the_clock_and_others_by_none(storage: Storage) -> None:
    lines = Listener("haste\n" + "1\n" * PAIRS)
    record = await raced(storage, lines, "Anna", "Freya=bot:random")
    assert [line["do"] for line in record if line.get("do", "").startswith("race ")] == ["race 0 1"]
    assert said_by_clocks(record) == [(0, 0)]
    assert sum(line.endswith(" seconds.") for line in lines.heard) == 1


async def test_without_haste_nobody_is_first_and_no_clock_is_noted(storage: Storage) -> None:
    lines = Listener("\n" + "1\n" * PAIRS)
    record = await raced(storage, lines, "Anna", "Freya=bot:random")
    assert [line["do"] for line in record if line.get("do", "").startswith("race ")] == ["race even"]
    assert not said_by_clocks(record)
    assert not any(line.endswith(" seconds.") for line in lines.heard)


async def test_two_race_one_after_the_other_each_by_a_clock_of_their_own(storage: Storage) -> None:
    lines = Listener("haste\n1\n" + "1\n" * PAIRS + "2\n" + "2\n" * PAIRS, hides=True)
    record = await raced(storage, lines, "Anna", "Ben")
    assert said_by_clocks(record) == [(0, 0)]
    told = [line for line in lines.heard if line.endswith((" seconds.", "is listening."))]
    assert [line.partition(",")[0].rpartition(" ")[2] for line in told[:4]] == ["Anna", "seconds.", "Ben", "seconds."]


async def test_a_bot_that_is_first_leaves_the_pair_in_hand(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.table.table.Table.seconds_for", lambda table, seat: 0.0)
    lines = Listener("haste\n1\n")
    record = await raced(storage, lines, "Anna", "Freya=bot:random")
    (race,) = [line["do"] for line in record if line.get("do", "").startswith("race ")]
    assert race == "race 1 1"


async def test_what_was_asked_while_the_program_stood_still_comes_last(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = 0.0

    class Stopped(Listener):
        def say(self, *sentences: str) -> None:
            nonlocal stopped
            if any("Pair 3 of 10" in sentence for sentence in sentences):
                stopped = 15.0
            super().say(*sentences)

    monkeypatch.setattr("herrlof.table.racing.lost", lambda: stopped)
    lines = Stopped("haste\n" + "1\n" * (PAIRS + 1))
    record = await raced(storage, lines, "Anna", "Freya=bot:random")
    told = "This program stood still for 15 seconds, which don't count. You'll be asked that one last."
    asked = [line.partition(":")[0] for line in lines.heard if line.startswith("Pair ") or line == told]
    assert asked[2:5] == ["Pair 3 of 10", told, "Pair 4 of 10"]
    assert asked[-1] == "Pair 3 of 10"
    assert len(asked) == PAIRS + 2
    assert said_by_clocks(record) == [(0, 0), (1, 0)]
    assert [line["do"] for line in record if line.get("do", "").startswith("race ")] == ["race 0 1"]
    assert CLEARED not in lines.heard
