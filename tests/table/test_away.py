from __future__ import annotations

import pytest

from herrlof.game import IllegalAction
from herrlof.table.away import Away


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock by which lines break."""
    time = [100.0]
    monkeypatch.setattr("herrlof.table.away.monotonic", lambda: time[0])
    return time


def test_ten_seconds_after_a_line_broke_a_bot_may_play_and_not_before(now: list[float]) -> None:
    away = Away().gone(2)
    now[0] += 9.9
    assert not away.is_due(2)
    with pytest.raises(IllegalAction, match="wait ten seconds"):
        away.check_vote(2, at_once=False)
    away.check_vote(2, at_once=True)
    now[0] += 0.1
    assert away.is_due(2)
    away.check_vote(2, at_once=False)


def test_nobody_stands_in_for_who_is_here_or_is_played_for(now: list[float]) -> None:
    away = Away().gone(1, seconds=60).stood_in(1, "rules")
    for seat in (0, 1):
        with pytest.raises(IllegalAction, match="nobody is away"):
            away.check_vote(seat, at_once=True)
    assert (away.waited, away.longest) == ([], None)


def test_a_bot_is_offered_for_who_has_been_away_for_longest(now: list[float]) -> None:
    away = Away().gone(0, seconds=5).gone(2, seconds=30).gone(1, seconds=20)
    assert away.longest == 2
    assert away.stood_in(2, "rules").longest == 1
    assert away.stood_in(2, "rules").stood_in(2, None).longest == 2


def test_all_who_are_asked_have_to_want_it(now: list[float]) -> None:
    away = Away().gone(3).voted([0, 1], 3)
    assert away.is_wanted(3, [0, 1])
    assert not away.is_wanted(3, [0, 1, 2])
    assert not away.voted([1], 3, wanted=False).is_wanted(3, [0, 1])


def test_who_comes_back_plays_and_what_was_wanted_is_forgotten(now: list[float]) -> None:
    away = Away().gone(1).gone(2).voted([0], 2).stood_in(1, "rules")
    assert away.back(1) == Away().gone(2).voted([0], 2)
    assert away.back(1).back(2) == Away()


def test_what_has_happened_since_is_told_once(now: list[float]) -> None:
    before = Away().gone(1).gone(2).voted([0], 2)
    after = before.back(1).gone(3).voted([4], 2).stood_in(3, "rules")
    new = after.changes(before)
    assert (new.gone, new.back, new.votes, new.played_for) == ([3], [1], [(2, 4)], [3])
    assert not any(after.changes(after))
