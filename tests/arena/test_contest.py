"""The arena: the same deals for everybody, the same figures from any workers, and sentences for wrong input."""

from __future__ import annotations

import json
import os
import pickle
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest

import herrlof.arena.contest
from herrlof.arena.contest import (
    Contest,
    Group,
    InProcessExecutor,
    MatchResult,
    WorkersUnavailable,
    expected_seconds,
    play_group,
    results,
    seatings,
    workers,
)
from herrlof.arena.report import Report
from herrlof.bots import BOTS, bot_kind
from herrlof.bots.kind import BotKind
from herrlof.bots.random import RandomBot
from herrlof.cli.arena import Remaining, Terminated, _warn
from herrlof.cli.main import main
from herrlof.game import Action, Bot, Game, IllegalAction, Observation
from herrlof.games import GAMES
from tests.tiers import later


class Lowest:
    """Plays the first legal action."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        return legal[0]


class Brooding(Lowest):
    """Thinks for a hundredth of a second."""

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        time.sleep(0.01)
        return legal[0]


class Slow(Lowest):
    """Thinks for a while, and tells in which process it does."""

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        os.write(2, f"<{os.getpid()}>".encode())
        time.sleep(0.3)
        return legal[0]


def thinking(output: bytes) -> int:
    """Return in how many processes a slow bot has begun to think."""
    return len(set(re.findall(rb"<\d+>", output)))


class Watcher(RandomBot):
    """Plays anything, and leaves behind what it saw and what its generator gave it."""

    seen: ClassVar[list[list[tuple[str, Observation]]]] = []

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.mine: list[tuple[str, Observation]] = []

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        if not self.mine:
            Watcher.seen.append(self.mine)
        self.mine.append((str(self._rng.getstate()[1][:3]), seen))
        return super().choose(seen, legal)


def lowest(game: Game, rng: Random) -> Bot:
    return Lowest(rng)


def watcher(game: Game, rng: Random) -> Bot:
    return Watcher(rng)


def slow(game: Game, rng: Random) -> Bot:
    return Slow(rng)


@pytest.fixture(autouse=True)
def test_bots(monkeypatch: pytest.MonkeyPatch, toys: None) -> None:
    Watcher.seen = []
    for key, make in (("lowest", lowest), ("watcher", watcher), ("watcher2", watcher)):
        for game in GAMES:
            monkeypatch.setitem(BOTS, (game, key), BotKind(key, f"Is {key}.", make))


def contest_of(bots: tuple[str, ...], games: int, game: str = "herrlof", **more: Any) -> Contest:
    return Contest.of(game, bots, games, **more)


def figures(contest: Contest, executor: Executor, ahead: int = 4, sprt: float | None = None) -> dict[str, Any]:
    """Return all figures but the times."""
    report = Report(contest, sprt)
    for group in results(contest, executor, ahead):
        report.add(group)
    found = report.as_json()
    assert found.pop("milliseconds")
    return found


def arena(words: str) -> int:
    """Run `herrlof arena` and return its status."""
    try:
        return main(["arena", *words.split()])
    except SystemExit as leaving:
        return int(str(leaving.code))


# The same deals for everybody


@pytest.mark.parametrize("seats", [2, 3])
def test_mirrored_matches_have_the_same_deals_and_bots_their_own_generators(seats: int) -> None:
    contest = contest_of(("watcher", "watcher2"), games=2 * seats, seats=seats)
    groups = list(results(contest, InProcessExecutor()))
    assert len(Watcher.seen) == 2 * seats * seats
    states = [seen[0][0] for seen in Watcher.seen]
    assert len(set(states)) == len(states), "every bot in every match has a generator of its own"
    dealt = []
    for start in range(0, len(Watcher.seen), seats):
        first: dict[tuple[int, int], tuple[Any, ...]] = {}
        for bot in Watcher.seen[start : start + seats]:
            for _, seen in bot:
                place = (len(seen.rounds), seen.seat)
                first.setdefault(place, (seen.dealer, seen.hand, seen.turned))
        dealt.append(first)
    for group in range(2):
        mirrored = dealt[group * seats : (group + 1) * seats]
        common = set.intersection(*(set(first) for first in mirrored))
        assert len(common) >= seats * 2
        for place in common:
            assert len({first[place] for first in mirrored}) == 1, place
        assert {seat for _, seat in common} == set(range(seats))
    assert dealt[0][0, 0] != dealt[seats][0, 0], "another group has other deals"
    assert [len(group.matches) for group in groups] == [seats, seats]


def test_the_deals_of_a_group_are_the_same_at_every_table() -> None:
    first = []
    for bots in (("watcher", "watcher2"), ("watcher", "lowest")):
        Watcher.seen.clear()
        play_group(contest_of(bots, games=2, options={"goal": 1}), (0, 1), 4)
        first.append(next(seen[0] for seen in Watcher.seen if seen[0][1].seat == 0))
    (one, here), (other, there) = first
    assert (here.dealer, here.turned, here.hand) == (there.dealer, there.turned, there.hand)
    assert one == other, "and so is the generator of who sits there"


@pytest.mark.parametrize("table", [(0, 1), (0, 1, 1), (0, 1, 2)])
def test_seats_rotate_so_that_everybody_sits_everywhere(table: tuple[int, ...]) -> None:
    for number in (0, 1):
        for seat in range(len(table)):
            assert sorted(seating[seat] for seating in seatings(table, number)) == sorted(table)
    assert set(seatings((0, 1, 2), 0)).isdisjoint(seatings((0, 1, 2), 1)), "both ways round"


def test_who_meets() -> None:
    assert contest_of(("rules", "random"), 10).tables == [(0, 1)]
    assert contest_of(("rules", "random"), 10, seats=3).tables == [(0, 1, 1)]
    assert contest_of(("rules", "random", "lowest"), 10).tables == [(0, 1), (0, 2), (1, 2)]
    assert contest_of(("rules", "random", "lowest"), 10, seats=3).tables == [(0, 1, 2)]
    contest = contest_of(("rules", "random", "lowest", "watcher"), 10, seats=3)
    assert (len(contest.tables), contest.groups, contest.matches) == (4, 4, 48)


# The same figures from any workers


@pytest.mark.second
def test_the_same_figures_from_one_process_two_and_threads() -> None:
    contest = contest_of(("rules", "random"), games=12, seed=7, options={"edition": "dutch", "goal": 20})
    alone = figures(contest, InProcessExecutor(), 1)
    with workers(2) as (executor, ahead):
        assert figures(contest, executor, ahead) == alone
    with ThreadPoolExecutor(3) as threads:
        assert figures(contest, threads, 7) == alone
    other = figures(contest_of(contest.bots, 12, seed=8, options=contest.options), InProcessExecutor())
    assert other["tables"] != alone["tables"]


class Late(Executor):
    """Finishes what is asked of it only when it must, and counts what is outstanding."""

    def __init__(self) -> None:
        self.out = self.most = self.submitted = self.cancelled = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        self.out += 1
        self.most = max(self.most, self.out)
        late = self

        class Lazy(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                late.out -= 1
                return fn(*args, **kwargs)

            def cancel(self) -> bool:
                late.cancelled += 1
                return True

        return Lazy()


def test_no_more_is_handed_out_than_agreed_and_the_rest_is_called_back() -> None:
    late = Late()
    contest = contest_of(("lowest", "random"), games=40, options={"goal": 1})
    groups: Any = results(contest, late, 5)
    assert [next(groups).number for _ in range(6)] == list(range(6))
    assert (late.most, late.submitted) == (5, 10)
    groups.close()
    assert late.cancelled == 4


@pytest.mark.second
def test_a_report_does_not_grow_with_the_matches() -> None:
    contest = contest_of(("lowest", "random", "rules"), 3, options={"goal": 1})
    report = Report(contest)
    groups = list(results(contest, InProcessExecutor()))
    sizes = []
    for number in range(300):
        for group in groups:
            report.add(group._replace(number=number))
        sizes.append(len(pickle.dumps(report)))
    assert sizes[-1] < sizes[9] * 1.05


def test_a_bot_that_fails_is_named_with_what_repeats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(Lowest):
        def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
            raise IllegalAction("the cheat knows no rules")

    monkeypatch.setitem(BOTS, ("herrlof", "cheat"), BotKind("cheat", "Cheats.", lambda game, rng: Cheat(rng)))
    with pytest.raises(IllegalAction, match="the cheat knows no rules") as caught:
        list(results(contest_of(("lowest", "cheat"), 2, seed=9), InProcessExecutor()))
    assert caught.value.__notes__ == ["in the arena: lowest, cheat; seed 9, group 0, match 0"]


# Figures


@pytest.mark.second
def test_rules_beats_random_and_the_figures_fit_together() -> None:
    found = figures(contest_of(("rules", "random"), games=48, seed=3), InProcessExecutor())
    (table,) = found["tables"]
    rules, random = table["standings"]
    assert (table["matches"], table["groups"]) == (48, 24)
    assert rules["wins"]["low"] > 0.5 > random["wins"]["high"]
    assert rules["difference"]["low"] > 0
    assert rules["wins"]["value"] + random["wins"]["value"] == pytest.approx(1)
    difference = rules["facts"]["points"]["value"] - random["facts"]["points"]["value"]
    assert rules["difference"]["value"] == pytest.approx(difference, abs=1e-5)
    assert rules["facts"]["exact"]["low"] > random["facts"]["exact"]["high"]


def played(seating: tuple[int, ...], winner: int, points: tuple[int, ...]) -> MatchResult:
    returns = tuple(float(seat == winner) for seat in range(len(seating)))
    exact = tuple(float(seat == winner) for seat in range(len(seating)))
    return MatchResult(seating, returns, 2, {"points": points, "exact": exact})


def test_figures_of_a_group_worked_by_hand() -> None:
    """Bot 0 against two of bot 1, two rounds a match: 30 points in 6 rounds, the others 12 and 24 on average."""
    report = Report(contest_of(("rules", "random"), 3, seats=3))
    matches = (played((0, 1, 1), 0, (20, 4, 8)), played((1, 0, 1), 2, (6, 4, 10)), played((1, 1, 0), 2, (2, 6, 6)))
    report.add(Group(0, (0, 1, 1), matches, {}))
    rules, random = report.as_json()["tables"][0]["standings"]
    assert (rules["seats"], random["seats"]) == (1, 2)
    assert rules["wins"]["value"] == pytest.approx(2 / 3, abs=1e-6)
    assert random["wins"]["value"] == pytest.approx(1 / 3, abs=1e-6)
    assert rules["facts"]["points"] == {"value": 5.0, "low": None, "high": None}
    assert random["facts"]["points"]["value"] == 3.0
    assert rules["difference"]["value"] == -random["difference"]["value"] == 2.0
    assert rules["facts"]["exact"]["value"] == pytest.approx(2 / 6, abs=1e-6)
    assert random["facts"]["exact"]["value"] == pytest.approx(1 / 12, abs=1e-6)


def test_a_game_without_points_has_fewer_figures() -> None:
    found = figures(contest_of(("search", "lowest"), 60, "nim"), InProcessExecutor(), sprt=0.1)
    search = found["tables"][0]["standings"][0]
    assert (search["facts"], search["difference"]) == ({}, None)
    assert (found["tables"][0]["rounds"], found["tables"][0]["ties"]) == (0, 0)
    assert search["wins"]["value"] > 0.5
    assert found["sprt"]["unit"] == "share of matches"
    assert found["sprt"]["llr"] > 0


def test_a_game_has_the_figures_that_its_words_name() -> None:
    found = figures(contest_of(("lowest", "random"), 60, "kuhn", options={"rounds": 9}), InProcessExecutor(), sprt=0.1)
    first, random = found["tables"][0]["standings"]
    assert set(first["facts"]) == {"points", "won"}
    assert first["facts"]["points"]["value"] == pytest.approx(-random["facts"]["points"]["value"], abs=1e-5)
    assert first["facts"]["won"]["value"] + random["facts"]["won"]["value"] == pytest.approx(1, abs=1e-5)
    assert first["difference"]["value"] == pytest.approx(2 * first["facts"]["points"]["value"], abs=1e-5)
    assert found["tables"][0]["rounds"] == 9 * 60
    assert found["sprt"]["unit"] == "points a round"


TOYS = [("nim", 2, {}), ("nim", 4, {"misere": True}), ("kuhn", 2, {}), ("kuhn", 2, {"coin": "clock"})]


@pytest.mark.second
@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [*TOYS[::2], *(pytest.param(*toy, marks=pytest.mark.second) for toy in TOYS[1::2])],
    ids=str,
)
def test_toys_are_played_by_the_bots_that_play_every_game_in_worker_processes_too(
    key: str, seats: int, options: dict[str, Any]
) -> None:
    """The processes get the game by where it is imported from; no registry there knows it."""
    contest = contest_of(("search", "random"), 8, key, seats=seats, options=options)
    alone = figures(contest, InProcessExecutor(), 1)
    with workers(2) as (executor, ahead):
        assert figures(contest, executor, ahead) == alone
    assert alone["matches"] == 8
    if key == "nim":
        assert alone["tables"][0]["standings"][0]["wins"]["value"] > 1 / seats


def test_mirrored_deals_have_the_same_measured_outcomes() -> None:
    contest = contest_of(("watcher", "watcher2"), 2, "kuhn", options={"coin": "clock", "rounds": 9})
    play_group(contest, (0, 1), 3)
    cards = [{(len(seen.points), seen.seat): seen.card for _, seen in bot} for bot in Watcher.seen]
    assert len(cards) == 4
    for place in set(cards[0]) & set(cards[3]) | set(cards[1]) & set(cards[2]):
        assert len({dealt[place] for dealt in cards if place in dealt}) == 1


def test_a_pool_is_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = contest_of(("lowest", "random", "rules"), games=16, options={"goal": 1})
    found = figures(contest, InProcessExecutor())
    ratings = found["ratings"]
    assert ratings["model"] == "Bradley-Terry"
    assert [row["bot"] for row in ratings["bots"]] == list(contest.bots)
    values = [row["rating"] for row in ratings["bots"]]
    assert values[2]["value"] == max(row["value"] for row in values)
    assert all(row["low"] <= row["value"] <= row["high"] for row in values)
    assert ratings["note"] is None


def test_a_pool_at_three_seats_is_rated_without_openskill(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    assert arena("lowest random rules --seats 3 --goal 1 --games 9 --jobs 1") == 0
    shown = capsys.readouterr().out
    assert "Plackett-Luce" in shown
    assert "pip install 'herrlof[ratings]'" in " ".join(shown.split())


def test_openskill_rates_a_pool_at_three_seats(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openskill", reason="the extra 'ratings' is not installed")
    assert arena("lowest random rules --seats 3 --goal 1 --games 12 --jobs 1 --json") == 0
    ratings = json.loads(capsys.readouterr().out)["ratings"]
    skills = [row["openskill"] for row in ratings["bots"]]
    assert skills[2]["mu"] == max(skill["mu"] for skill in skills)
    assert all(skill["at_least"] == pytest.approx(skill["mu"] - 3 * skill["sigma"], abs=0.01) for skill in skills)
    assert ratings["note"] is None


# The command


FORM = {
    "format": int, "program": str, "game": str, "rules": int, "seats": int, "options": dict, "seed": int, "bots": list,
    "games": int, "matches": int, "interrupted": bool, "tables": list, "sprt": dict, "ratings": type(None),
    "milliseconds": dict,
}  # fmt: skip
TABLE = {"matches": int, "groups": int, "rounds": int, "ties": int, "standings": list}
STANDING = {"bot": str, "seats": int, "wins": dict, "facts": dict, "difference": dict}
SPRT = {"unit": str, "low": float, "high": float, "groups": int, "llr": float, "bound": float, "verdict": str}


def form(values: dict[str, Any]) -> dict[str, type]:
    return {name: type(value) for name, value in values.items()}


def test_the_form_of_the_json_stays(capsys: pytest.CaptureFixture[str]) -> None:
    """Format 2. What is added here needs no new number; what is taken away or changed does."""
    assert arena("rules random --games 5 --goal 1 --edition dutch --seed 4 --jobs 1 --json --sprt 0.5") == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == "6 matches are being played.\n", "who waits for a pipe hears that it works"
    assert form(found) == FORM
    assert (found["format"], found["options"]) == (2, {"edition": "dutch", "goal": 1})
    assert (found["games"], found["matches"]) == (5, 6), "whole groups"
    assert form(found["tables"][0]) == TABLE
    for standing in found["tables"][0]["standings"]:
        assert form(standing) == STANDING
        figure = dict.fromkeys(("value", "low", "high"), float)
        assert form(standing["wins"]) == form(standing["difference"]) == figure
        assert {name: form(fact) for name, fact in standing["facts"].items()} == {"points": figure, "exact": figure}
    assert form(found["sprt"]) == SPRT
    for bot in ("rules", "random"):
        assert form(found["milliseconds"][bot]) == {"moves": int, "p50": float, "p95": float}


def test_the_table_for_people_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("rules random --games 6 --seats 3 --goal 1 --jobs 1") == 0
    out, err = capsys.readouterr()
    assert "Herrlof, 3 seats, goal 1, seed 1" in out
    assert "2 x random" in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80
    assert err == "6 matches are being played.\n"


@pytest.mark.parametrize(
    ("matches", "seconds_each", "said"),
    [
        (1000, 1, "5 of 1,000 matches are played; the rest takes about 17 minutes."),
        (20000, 2, "3 of 20,000 matches are played; the rest takes about 11 hours."),
        (60, 1, "5 of 60 matches are played; the rest takes about 55 seconds."),
        (8, 1, ""),
        (1000, 0.001, ""),
    ],
)
def test_who_waits_is_told_how_long_the_rest_takes(
    matches: int, seconds_each: float, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    remaining = Remaining(matches, lambda: now)
    for _ in range(min(matches, 100)):
        now += seconds_each
        remaining.played(1)
    found = capsys.readouterr().err.splitlines()
    assert found[:1] == [said] * bool(said)
    assert len(found) == 2 * (said != "") - (matches == 60), "once more after a minute, if it is not over"


def test_a_contest_that_takes_long_is_warned_of_before_it_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slow bot is asked once: its time, its playouts, the choices of a match and the matches make the guess."""
    slow = replace(bot_kind("nim", "search"), make=lambda game, rng, times=1: Brooding(rng))
    monkeypatch.setitem(BOTS, ("nim", "search"), slow)
    contest = Contest.of("nim", ["search*20", "random"], 5000)
    seconds = expected_seconds(contest)
    assert 0.01 * 20 * 5000 / 2 * 3 < seconds < 0.1 * 20 * 5000 / 2 * 30
    assert expected_seconds(Contest.of("nim", ["random", "lowest"], 5000)) == 0, "nobody thinks"
    assert expected_seconds(Contest.of("nim", ["search", "random"], 10)) == 0, "it is short"
    _warn(contest, 1)
    assert re.match(r"This will take about \d+ (minutes|hours), ", capsys.readouterr().err)
    _warn(Contest.of("nim", ["search", "random"], 10), 1)
    assert capsys.readouterr().err == ""


def test_who_waits_for_the_first_match_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    remaining = Remaining(5, lambda: 0.0)
    remaining.waited()
    assert "No match has finished" in capsys.readouterr().err
    remaining.played(1)
    remaining.waited()
    assert capsys.readouterr().err == ""


@pytest.mark.second
def test_the_sequential_test_stops_the_contest(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("rules random --games 100000 --goal 1 --jobs 1 --sprt 3") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "accepted after" in out
    assert "rules is ahead of random by 3 rather than 0" in out
    assert arena("random rules --games 100000 --goal 1 --jobs 1 --sprt -3 --json") == 0
    assert json.loads(capsys.readouterr().out)["sprt"]["verdict"] == "rejected"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rules nobody", "There's no bot 'nobody' for Herrlof: choose kolbit, "),
        ("rules", "Name at least two bots"),
        ("rules rules", "Name the bot 'rules' once"),
        ("rules random --seats 4", "Herrlof is for 2 or 3 seats, not 4"),
        ("rules random --edition swedish", "The option edition of Herrlof is english or dutch, not 'swedish'"),
        ("rules random --goal 0", "The option goal of Herrlof is 1 to 999, not 0"),
        ("rules random --goal many", "The option goal of Herrlof is 1 to 999, not 'many'"),
        ("rules random --stones 5", "Herrlof has no option 'stones': it has edition, goal and first_dealer"),
        ("rules random --game chess", "There's no game 'chess': choose herrlof"),
        ("rules random --game nim", "There's no bot 'rules' for Nim: choose "),
        ("search random --game nim --misere perhaps", "The option misere of Nim is no or yes, not 'perhaps'"),
        ("search random --game nim --seats 5", "Nim is for 2 to 4 seats, not 5"),
        ("rules random --games 0", "Play at least one match, not 0"),
        ("rules random --jobs 0", "--jobs is 1 or more, not 0"),
        ("rules random --sprt 0", "The sequential test needs a difference"),
        ("rules random lowest --sprt 1", "The sequential test compares two bots"),
    ],
)
def test_wrong_input_is_one_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"herrlof: {sentence}")


def test_options_of_any_game_are_flags(capsys: pytest.CaptureFixture[str]) -> None:
    words = "search random --game nim --games 4 --jobs 1 --seats 4 --stones 6 --misere yes --json"
    assert arena(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["seats"], found["options"]) == ("nim", 4, {"stones": 6, "misere": True})
    assert arena("search random --game kuhn --games 4 --jobs 1 --coin clock") == 0
    out = capsys.readouterr().out
    assert "Kuhn poker, 2 seats, coin clock, seed 1" in out
    assert "points a round" in out
    assert "won %" in out


# Stopped before the end


class Interrupting(InProcessExecutor):
    """Is interrupted at its sixth task, as by Ctrl+C or by TERM."""

    tasks = 0

    def __init__(self, by: type[KeyboardInterrupt]) -> None:
        self.by = by

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks += 1
        if self.tasks == 6:
            raise self.by
        return super().submit(fn, *args, **kwargs)


@pytest.mark.second
@pytest.mark.parametrize(("by", "status"), [(KeyboardInterrupt, 130), (Terminated, 143)])
def test_an_interrupt_prints_what_is_finished(
    by: type[KeyboardInterrupt], status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def interrupting(jobs: int, scheduler: str | None) -> Iterator[tuple[Executor, int]]:
        yield Interrupting(by), 1

    monkeypatch.setattr(herrlof.arena.contest, "workers", interrupting)
    assert arena("rules random --games 1000 --goal 1") == status
    assert "Interrupted: 10 of 1,000 matches are finished." in capsys.readouterr().out
    assert arena("rules random --games 1000 --goal 1 --json") == status
    found = json.loads(capsys.readouterr().out)
    assert (found["interrupted"], found["matches"], found["tables"][0]["groups"]) == (True, 10, 5)
    monkeypatch.setattr(Interrupting, "tasks", 5)
    assert arena("rules random lowest --games 1000 --goal 1") == status
    assert "Interrupted: 0 of 3,000 matches are finished." in capsys.readouterr().out


RUN = """
import sys
from tests.arena.test_contest import arena, slow
from herrlof.bots import BOTS, bot_kind
from herrlof.bots.kind import BotKind
BOTS["herrlof", "slow"] = BotKind("slow", "Slow.", slow)
if __name__ == "__main__":
    sys.exit(arena(sys.argv[1]))
"""


@pytest.mark.second
def test_no_worker_outlives_an_arena_that_is_killed(tmp_path: Path) -> None:
    """What the workers write to stays open as long as one of them lives."""
    script = tmp_path / "run.py"
    script.write_text(RUN)
    child = subprocess.Popen(
        [sys.executable, str(script), "slow random --games 1000000 --jobs 2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([os.getcwd(), *sys.path])},
    )
    try:
        assert child.stderr is not None
        told = b""
        while thinking(told) < 2:
            told += os.read(child.stderr.fileno(), 4096)
            assert child.poll() is None
        child.kill()
        child.communicate(timeout=10)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)


@pytest.mark.second
@pytest.mark.parametrize("bot", later(["rules", "slow"], now=["slow"]))
def test_control_c_ends_the_processes_at_once(bot: str, tmp_path: Path) -> None:
    """The real thing, with the bar on a terminal: status 130, JSON alone on stdout, and nobody left playing.

    Pressed a second time it changes nothing.
    """
    script = tmp_path / "run.py"
    script.write_text(RUN)
    master, slave = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, str(script), f"{bot} random --games 1000000 --jobs 2 --json"],
        stdout=subprocess.PIPE,
        stderr=slave,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([os.getcwd(), *sys.path]), "TERM": "xterm"},
    )
    os.close(slave)
    bar = b""

    def until(wanted: Callable[[], bool]) -> None:
        nonlocal bar
        late = time.monotonic() + 20
        while not wanted():
            assert time.monotonic() < late, bar
            bar += os.read(master, 4096)

    try:
        until(lambda: b"left" in bar)
        if bot == "rules":
            until(lambda: re.search(rb"[1-9]\d*/1000000", bar) is not None)
        else:
            until(lambda: thinking(bar) == 2)  # a match takes half a minute
        os.killpg(child.pid, signal.SIGINT)
        if bot == "slow":
            time.sleep(0.03)  # somebody who is impatient, while the processes are being stopped
            os.killpg(child.pid, signal.SIGINT)
        start = time.monotonic()
        out, _ = child.communicate(timeout=10)
        spent = time.monotonic() - start
        os.set_blocking(master, False)
        with suppress(OSError):
            bar += os.read(master, 65536)
    finally:
        child.kill()
        os.close(master)
    assert child.returncode == 130, bar
    assert spent < 5
    assert b"Traceback" not in bar
    found = json.loads(out)
    assert found["interrupted"]
    assert (found["matches"] > 0) == (bot == "rules")
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    left = [line for line in listed.splitlines() if line.split()[0] == str(child.pid) and line.split()[1][0] != "Z"]
    assert not [line for line in left if "spawn_main" in line]


# A cluster


def test_a_cluster_needs_its_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert arena("rules random --scheduler tcp://127.0.0.1:1") == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "herrlof: --scheduler needs the extra 'cluster': pip install 'herrlof[cluster]'\n")


class FakeClient:
    """What the arena uses of `distributed.Client`."""

    threads: ClassVar[dict[str, int]] = {"a": 2, "b": 1}
    version = herrlof.__version__

    def __init__(self, address: str, timeout: float) -> None:
        if address == "nowhere":
            raise OSError("timed out\nafter a while")

    def __enter__(self) -> FakeClient:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def nthreads(self) -> dict[str, int]:
        return self.threads

    def run(self, function: Callable[[], str]) -> dict[str, str]:
        return dict.fromkeys(self.threads, self.version)

    def get_executor(self) -> Executor:
        return InProcessExecutor()


def test_a_cluster_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = ModuleType("distributed")
    fake.__dict__.update(SimpleNamespace(Client=FakeClient).__dict__)
    monkeypatch.setitem(sys.modules, "distributed", fake)
    contest = contest_of(("rules", "random"), 4, options={"goal": 1})
    with workers(scheduler="tcp://somewhere:8786") as (executor, ahead):
        assert ahead == 12
        assert figures(contest, executor, ahead) == figures(contest, InProcessExecutor())
    with (
        pytest.raises(WorkersUnavailable, match=r"^There's no Dask scheduler at nowhere: timed out$"),
        workers(1, "nowhere"),
    ):
        pass
    monkeypatch.setattr(FakeClient, "version", "0.0.1")
    with pytest.raises(WorkersUnavailable, match=r"have herrlof 0\.0\.1, not"), workers(1, "tcp://old:1"):
        pass
    monkeypatch.setattr(FakeClient, "threads", {})
    with pytest.raises(WorkersUnavailable, match="has no workers"), workers(1, "tcp://empty:1"):
        pass


@pytest.mark.slow
def test_a_real_cluster_plays_the_same() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    contest = contest_of(("rules", "random"), 8, options={"goal": 1})
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        workers(scheduler=cluster.scheduler_address) as (executor, ahead),
    ):
        assert figures(contest, executor, ahead) == figures(contest, InProcessExecutor())
