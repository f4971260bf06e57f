"""Statistics are what anybody would count who had watched the matches."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.coach.statistics import Statistics, as_json
from herrlof.game import CHANCE
from herrlof.records.names import Seat
from herrlof.records.storage import Storage, review_file
from herrlof.table.match import Match
from tests.contract.variants import ALL
from tests.disks import kept, play_on, resumed, step

pytestmark = pytest.mark.usefixtures("toys")

PEOPLE = ("Anna", "Ben", "anna")
BOTS = ("random", "search", "rules")


class Watcher:
    """Counts while matches are played, by nothing but what is said at the table."""

    def __init__(self) -> None:
        self.played: Counter[tuple[Any, ...]] = Counter()
        self.won: Counter[tuple[Any, ...]] = Counter()
        self.facts: dict[tuple[str, str], list[float]] = {}
        self.rounds: Counter[str] = Counter()
        self.uses: Counter[tuple[str, str]] = Counter()

    def watch(self, match: Match, helped: bool, player: str | None = None) -> None:
        """Count a finished match."""
        key = match.game.key
        for seat, sitter in enumerate(match.seats):
            if sitter.bot is not None if player is None else sitter.name.lower() != player.lower():
                continue
            others = sorted({other.bot for at, other in enumerate(match.seats) if other.bot and at != seat})
            place = key, len(match.seats), "+".join(others) or None, helped
            self.played[place] += 1
            self.won[place] += match.returns()[seat]  # type: ignore[assignment]
            if helped:
                continue
            said: list[tuple[int, ...]] = []
            for event in match.story():
                if event.kind == "predictions":
                    said.append(event.values)
                elif event.kind == "scored":
                    self.rounds[key] += 1
                    if key in ("herrlof", "herald"):
                        self.facts.setdefault((key, "points"), []).append(event.values[seat])
            for values in said:
                self.facts.setdefault((key, "said"), []).append(values[seat])
            for move in match.moves:
                if move.by == seat:
                    self.uses[key, move.do.split()[0]] += 1


def play(storage: Storage, number: int, watchers: dict[str | None, Watcher]) -> Path:
    """Play a match of random moves: some with hints or take-backs, some left unfinished."""
    rng = Random(number)
    key = rng.choice(["kuhn"] * 6 + ["nim"] * 2 + ["herrlof", "herald"])
    game = ALL[key]
    seats = [Seat(rng.choice(PEOPLE)) if rng.random() < 0.5 else Seat(f"Bot {n}", rng.choice(BOTS)) for n in (0, 1)]
    if seats[0].name.lower() == seats[1].name.lower():
        seats[1] = Seat("Zoë")
    options: dict[str, Any] = {"goal": 1} if key == "herrlof" else {}
    if game.chance:
        options["seed"] = rng.randbytes(32)
    journal = storage.new_journal()
    match = Match(game, seats, journal=journal, **options)
    leave = rng.random() < 0.1
    help_chance = 0.05 if rng.random() < 0.3 else 0.0
    helped = False
    while not match.over:
        if match.mover != CHANCE and rng.random() < help_chance:
            helped = True
            if rng.random() < 0.5:
                match.note_hint(match.mover)
            elif match.moves:
                match.take_back(rng.randrange(len(match.moves)))
                continue
            else:
                match.note_hint(match.mover)
        step(match, rng)
        if leave and len(match.moves) > 2:
            break
    journal.close()
    if match.over:
        for player, watcher in watchers.items():
            watcher.watch(match, helped, player)
    return journal.path


def read(storage: Storage) -> Statistics:
    found = Statistics(storage)
    for _ in found.read():
        pass
    return found


def check(told: dict[str, Any], watched: Watcher, with_help: bool) -> None:
    rows = {(row["game"], row["seats"], row["bot"], row["help"]): row for row in told["matches"]}
    expected = {place: played for place, played in watched.played.items() if with_help or not place[3]}
    assert {place: row["played"] for place, row in rows.items()} == expected
    assert {place: row["won"] for place, row in rows.items()} == {place: watched.won[place] for place in expected}
    facts = {(row["game"], row["name"]): row for row in told["facts"]}
    assert facts
    for place, values in watched.facts.items():
        assert facts[place]["count"] == len(values)
        assert facts[place]["mean"] == pytest.approx(sum(values) / len(values))
    for (game, word), times in watched.uses.items():
        if watched.rounds[game]:
            assert facts[game, word]["mean"] * watched.rounds[game] == pytest.approx(times), (game, word)


@pytest.mark.parametrize("matches", [12, pytest.param(500, marks=pytest.mark.second)])
def test_they_are_what_was_counted_at_the_table(matches: int, storage: Storage) -> None:
    watchers = {player: Watcher() for player in (None, "Anna", "Zoë")}
    for number in range(matches):
        play(storage, number, watchers)
    (storage.games / "damaged.herrlof").write_bytes(b"000012 nothing\n")
    found = read(storage)
    for player, watcher in watchers.items():
        for with_help in (False, True):
            check(as_json(found, None, player, with_help), watcher, with_help)
    kuhn = as_json(found, "kuhn", None, False)
    assert {row["game"] for row in (*kuhn["matches"], *kuhn["facts"])} == {"kuhn"}
    assert as_json(read(storage), None, None, True) == as_json(found, None, None, True)


def test_programs_get_these_fields(storage: Storage) -> None:
    path = next(path for number in range(99) if kept_for(path := play(storage, number, {}), storage))
    review = {"complete": True, "people": {"0": 1.5, "1": 2.5}}
    review_file(path).write_text(json.dumps(review))
    found = json.loads(json.dumps(as_json(read(storage), None, None, False)))
    assert list(found) == ["schema", "filters", "matches", "facts", "costs"]
    assert found["schema"] == "herrlof.stats/1"
    assert found["filters"] == {"game": None, "player": None, "with_help": False}
    assert all(list(row) == ["game", "seats", "bot", "help", "played", "won"] for row in found["matches"])
    assert all(list(row) == ["game", "name", "count", "mean"] for row in found["facts"])
    (cost,) = found["costs"]
    assert list(cost) == ["id", "created", "mean"]
    assert cost["id"] == path.stem
    assert cost["mean"] in (1.5, 2.0, 2.5)


def kept_for(path: Path, storage: Storage) -> bool:
    """Return whether a match counts without help."""
    return any(match.id == path.stem for match, _ in read(storage).chosen())


def test_a_match_counts_once_however_many_files_it_has(storage: Storage) -> None:
    """Those that clouds made of conflicts, and one in which it went on differently, to its end."""
    path = kept(storage.data, goal=1)
    alone = read(storage).matches
    for conflict in (" (conflicted copy)", ".sync-conflict-20261125-120000-ABCDEF7"):
        path.with_name(f"{path.stem}{conflict}.herrlof").write_bytes(path.read_bytes())
    other = path.with_name("backup.herrlof")
    other.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:12]))
    match, journal = resumed(storage, other)
    play_on(match, 8)
    journal.close()
    assert match.over
    assert other.read_bytes() != path.read_bytes()
    for _known in range(2):
        assert read(storage).matches == alone


def test_a_record_is_read_once_and_again_when_it_changes(storage: Storage) -> None:
    paths = [play(storage, number, {}) for number in range(12)]
    first = Statistics(storage)
    assert [done for done, _ in first.read()] == list(range(1, 13))
    assert list(Statistics(storage).read()) == []
    storage.delete(paths[0])
    fewer = read(storage)
    assert {match.id for match in fewer.matches} == {match.id for match in first.matches} - {paths[0].stem}
    paths[1].write_bytes(b"nothing")
    again = Statistics(storage)
    assert list(again.read()) == [(1, 1)]
    assert {match.id for match in again.matches} == {match.id for match in fewer.matches} - {paths[1].stem}


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "herrlof.kept-stats/1", "records": 3}', "{"])
def test_what_is_kept_can_be_thrown_away(storage: Storage, text: str) -> None:
    play(storage, 1, {})
    first = read(storage)
    (storage.data / "statistics.json").write_text(text)
    assert read(storage).matches == first.matches


@pytest.mark.second
def test_ten_thousand_matches_take_a_second_once_they_are_known(storage: Storage) -> None:
    """Processor time: the machine may do other things."""
    path = next(path for number in range(99) if kept_for(path := play(storage, number, {}), storage))
    read(storage)
    known = json.loads((storage.data / "statistics.json").read_text())
    entry = known["records"][path.name]
    data = path.read_bytes()
    for number in range(10_000):
        name = f"20261121T{number:06}Z-00000000.herrlof"
        (storage.games / name).write_bytes(data)
        known["records"][name] = {**entry, "found": {**entry["found"], "id": name.removesuffix(".herrlof")}}
    for name, mark in storage.marks().items():
        known["records"][name]["mark"] = mark
    (storage.data / "statistics.json").write_text(json.dumps(known))
    begun = time.process_time()
    found = Statistics(storage)
    assert list(found.read()) == []
    told = as_json(found, None, None, False)
    assert time.process_time() - begun < 1
    assert sum(row["played"] for row in told["matches"]) >= 10_000
