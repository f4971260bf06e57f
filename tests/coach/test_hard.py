"""How hard a decision was, by the levels that answer at once; and the scale by which a mean cost is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.bots import bots_of, scale_of
from herrlof.bots.search import Estimate
from herrlof.coach.hard import FINDS, TRIES, found_by, quick_levels
from herrlof.coach.review import Decision
from herrlof.coach.saying import hard_text, scale_text
from herrlof.games import GAMES

ROOT = Path(__file__).parents[2]


class Reviewed:
    """As much of a review as is asked for here."""

    def __init__(self, game: str) -> None:
        self.game = GAMES[game]


def mistake(**levels: int) -> Decision:
    return Decision(3, 0, 1, "play", 4, 5, Estimate(2.0, 0.1), "points", "worse", 9, 10, levels=levels)


@pytest.mark.parametrize(
    ("levels", "told"),
    [
        ({}, ""),
        ({"page": FINDS, "varlet": TRIES}, "Each of the 2 levels that don't think ahead finds it."),
        ({"page": FINDS - 1, "varlet": 0}, "Each of the 2 levels that don't think ahead misses it too."),
        (dict.fromkeys("abcd", TRIES) | {"page": 0}, "Of 5 levels that don't think ahead 4 find it."),
        ({"page": FINDS - 1, "varlet": FINDS}, "Of 2 levels that don't think ahead 1 finds it: Varlet."),
    ],
)
def test_it_is_said_how_many_of_the_weaker_levels_find_it(levels: dict[str, int], told: str) -> None:
    review: Any = Reviewed("herald")
    assert hard_text(review, mistake(**levels)) == told


@pytest.mark.parametrize("key", GAMES)
def test_each_level_that_answers_at_once_is_asked_eight_times(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, float]] = []

    class Plays:
        def __init__(self, level: str, rng: Random) -> None:
            asked.append((level, rng.random()))

        def choose(self, seen: Any, legal: Sequence[int]) -> int:
            return legal[len(asked) % 2]

    monkeypatch.setattr("herrlof.coach.hard.new_bot", lambda game, level, rng: Plays(level, rng))
    found = found_by(GAMES[key], None, [7, 8], [8])
    assert len(set(asked)) == TRIES * len(found), "each time with other luck"
    levels = [kind.key for kind in bots_of(key).values() if kind.level]
    assert list(found) == quick_levels(key) == levels[: len(found)], "the weakest ones"
    assert 0 < len(found) < len(levels)
    assert set(found.values()) == {TRIES // 2}


@pytest.mark.parametrize("key", GAMES)
def test_the_scale_is_that_of_the_page(key: str) -> None:
    """The page has the figures of random, rules, the weakest level that thinks ahead and the strongest."""
    page = (ROOT / "docs" / "coach.md").read_text("utf-8")
    rows = re.findall(rf"^\| `{key} --matches \d+ --same .*$", page, re.M)
    (row,) = rows
    random, _rules, weakest, strongest = map(float, re.findall(r"\| (\d\.\d\d) \(", row))
    assert list(scale_of(key).values()) == [random, weakest, strongest]
    thinking = [kind.key for kind in bots_of(key).values() if kind.level and kind.thinks_apart]
    assert list(scale_of(key)) == ["random", thinking[0], thinking[-1]]
    assert f"{weakest:.2f}" in scale_text(key)


def test_where_nobody_measured_there_is_no_scale(toys: None) -> None:
    assert scale_text("nim") == ""
