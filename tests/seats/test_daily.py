"""The deal of the day: which matches are one's, what the levels do with the same cards, and what may be shared."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from herrlof.cli.main import main
from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.records.storage import Storage
from herrlof.seats import daily
from herrlof.table.match import Match
from tests.disks import play_on
from tests.plain.typing import typed
from tests.tui.driving import hall

HERALD = date(2026, 11, 28)
"""A day of Herald; the one before is one of Herrlof, and before that of How-Ruck!."""
Play = Callable[..., Match]


@pytest.fixture
def play(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Return what plays a match of a day at random; today is a day of Herald."""
    monkeypatch.setattr(daily, "today", lambda: HERALD)

    def played(
        day: date = HERALD, seed: int = 1, moves: int = 9999, begun: str = "", seats: Any = None, **more: Any
    ) -> Match:
        monkeypatch.setattr("herrlof.table.match.now", lambda: begun or f"{day}T12:00:0{seed}Z")
        new = daily.match_of(day, "Anna")
        journal = storage.new_journal()
        match = Match(GAMES[new.game], seats or new.seats, journal=journal, **{"deals": new.deals, **more})
        play_on(match, seed, moves)
        journal.close()
        return match

    return played


def test_the_first_match_of_a_day_counts(play: Play, storage: Storage) -> None:
    first, second = play(seed=1), play(seed=2)
    assert first.scores != second.scores
    found = daily.recent_days(storage, HERALD)
    assert found.waiting is None
    assert {day: (one.game, tuple(one.scores)) for day, one in found.results.items()} == {
        HERALD: ("herald", first.scores)
    }


def test_one_that_was_left_waits_and_is_no_result(play: Play, storage: Storage) -> None:
    play(moves=5)
    found = daily.recent_days(storage, HERALD)
    assert found.results == {}
    assert found.waiting in storage.games.iterdir()
    assert daily.week(found, HERALD)[0].cells[1] == "begun"
    assert daily.recent_days(storage, HERALD + timedelta(days=1)).waiting is None


@pytest.mark.parametrize(
    "other",
    [
        {"deals": daily.code_of(HERALD + timedelta(days=1))},
        {"seats": (Seat("Anna"), Seat("Ben"))},
        {"seats": (Seat("Anna"), Seat("Marshal", "marshal"))},
        {"seats": (Seat("Page", "page"), Seat("Anna"))},
    ],
    ids=["other cards", "two people", "another bot", "the other seat"],
)
def test_a_match_with_anything_else_is_none_of_the_day(play: Play, storage: Storage, other: dict[str, Any]) -> None:
    play(**other)
    assert daily.recent_days(storage, HERALD).results == {}


@pytest.mark.parametrize(("begun", "counts"), [("T00:00:01Z", True), ("T00:00:01Z+2", False)])
def test_begun_just_after_midnight_it_is_still_the_day_before(
    play: Play, storage: Storage, begun: str, counts: bool
) -> None:
    late = HERALD + timedelta(days=2 if "+2" in begun else 1)
    play(begun=f"{late}{begun.partition('+')[0]}")
    assert (HERALD in daily.recent_days(storage, HERALD).results) is counts


def test_seven_days_are_told_and_those_without_a_match_too(play: Play, storage: Storage) -> None:
    days = [HERALD - timedelta(days=number) for number in (9, 6, 1, 0)]
    matches = {day: play(day) for day in days}
    rows = daily.week(daily.recent_days(storage, HERALD), HERALD)
    titles = ["today", "yesterday", "11-26", "11-25", "11-24", "11-23", "11-22"]
    assert [row.title for row in rows] == titles
    assert [row.cells[0] for row in rows[:3]] == ["Herald", "Herrlof", "How-Ruck!"]
    told = {row.title: row.cells[1] for row in rows}
    for day, title in zip(days[1:], ("11-22", "yesterday", "today"), strict=True):
        own, other = matches[day].scores
        assert told[title].startswith(f"{own:g} : {other:g}, ")
    assert list(told.values()).count("not played") == 4


def test_a_day_of_other_rules_says_that_its_cards_were_others(
    play: Play, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = daily.code_of(HERALD)
    play()
    monkeypatch.setattr(type(GAMES["herald"]), "version", 7)
    assert daily.code_of(HERALD) != code
    row = daily.week(daily.recent_days(storage, HERALD), HERALD)[0]
    assert row.cells[1].endswith(", by rules version 1: other cards")
    assert "Rules version 7." in daily.about(HERALD)[1]


async def test_levels_play_the_same_cards_and_come_to_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {key: kind for key, kind in daily.opponents("herald").items() if kind.level < 3}
    monkeypatch.setattr(daily, "opponents", lambda game: known)
    twice = [[(bot, result) async for bot, result in daily.levels(HERALD)] for _ in range(2)]
    assert twice[0] == twice[1]
    assert [bot for bot, _result in twice[0]] == ["page", "varlet"]
    for _bot, result in twice[0]:
        assert sum(result.scores) == 240, "all the points of the cards"
        assert sorted(result.returns) == [0, 1]


def result(own: float, other: float, name: str = "Anna") -> daily.Result:
    won = 1.0 if own > other else 0.5 if own == other else 0.0
    return daily.Result("herald", 1, [name, "Page"], (own, other), (won, 1 - won))


def test_a_line_to_share_compares_with_the_levels_and_gives_no_card_away() -> None:
    others = {"page": result(100, 140, "Page"), "varlet": result(130, 110, "Varlet"), "squire": result(140, 100, "S")}
    line = daily.to_share(HERALD, result(130, 110), others)
    assert line == "herrlof, deal of 2026-11-28, Herald (rules 1): 130 : 110, won; ahead of 1 of 3 levels"
    titles = [row.title for row in daily.standings(result(130, 110), others)]
    assert titles == ["S", "You", "Varlet", "Page"]


def test_winning_comes_before_points() -> None:
    own, other = result(50, 49), daily.Result("herrlof", 1, ["x", "y"], (60, 30), (0.0, 1.0))
    assert daily.ahead(own, {"x": other}) == 1


def test_statistics_tell_the_week(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    match = play()
    assert main(["stats", "--json"]) == 0
    assert '"day": "2026-11-28"' in capsys.readouterr().out
    assert main(["stats"]) == 0
    assert f"{match.scores[0]:g} : {match.scores[1]:g}" in capsys.readouterr().out


# The page, and the word


async def test_the_page_begins_the_match_goes_on_with_it_and_then_tells_the_levels(
    play: Play, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {key: kind for key, kind in daily.opponents("herald").items() if kind.level < 3}
    for module in ("herrlof.seats.daily", "herrlof.tui.screens.today"):
        monkeypatch.setattr(f"{module}.opponents", lambda game: known)
    play(moves=5)
    async with hall(storage=storage) as sitting:
        await sitting.press("d")
        await sitting.see("2026-11-28: Herald, against Page.")
        await sitting.see("Enter continues the match you left.")
        assert "share" not in sitting.lines()[-1]
    match = play(seed=3)
    async with hall(storage=storage) as sitting:
        await sitting.press("s")
        await sitting.press("d")
        await sitting.see("of 2 levels.")
        text = sitting.text()
        assert "The last seven days".upper() in text
        assert f"{match.scores[0]:g} : {match.scores[1]:g}" in text
        copied: list[str] = []
        monkeypatch.setattr(sitting.app, "copy_to_clipboard", copied.append)
        await sitting.press("c")
        assert copied[0].startswith("herrlof, deal of 2026-11-28, Herald (rules 1): ")
        await sitting.press("escape")


async def test_in_lines_it_tells_how_it_went(play: Play, storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {key: kind for key, kind in daily.opponents("herald").items() if kind.level < 2}
    monkeypatch.setattr(daily, "opponents", lambda game: known)
    play()
    spoken = await typed(storage, "today\nAnna\n1\nleave\n")
    assert "2026-11-28: Herald, against Page." in spoken.lines
    assert any(line.startswith("To share: herrlof, deal of 2026-11-28, Herald (rules 1): ") for line in spoken.lines)
    assert sum("not played" in line for line in spoken.lines) == 6
