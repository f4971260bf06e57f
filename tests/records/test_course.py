"""How the scores of a match went, from the lines of its record."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from herrlof.games import GAMES
from herrlof.records.course import course
from herrlof.records.storage import Storage, read_record
from herrlof.table.match import Match
from herrlof.table.replay import Replay
from herrlof.table.resume import replayed
from tests.disks import step
from tests.tui.driving import kept, seats_of

KEPT = Path(__file__).parents[1] / "data"


def after_rounds(path: Path) -> list[tuple[float, ...]]:
    """Return the scores after each round as a replay of all moves shows them."""
    replay = Replay(read_record(path))
    found = []
    for n in range(replay.last + 1):
        events = replay.view(n, 0).events
        ends = sum(event.kind == replay.game.round_end_event for event in events)
        if ends > len(found):
            found.append(tuple(float(score) for score in replay.view(n, 0).observation.scores))
    return found


def test_the_course_has_the_scores_after_each_round(storage: Storage) -> None:
    path = kept(storage, "herrlof", "Anna", "Ben", options={"goal": 40})
    wanted = after_rounds(path)
    assert len(wanted) > 1
    assert course(path) == [(0.0, 0.0), *wanted]


def test_where_there_are_no_rounds_it_has_the_scores_after_each_move(storage: Storage) -> None:
    path = kept(storage, "herfor", "Anna", "Ben")
    found = course(path)
    assert len(found) > 40
    assert found[-1] == tuple(replayed(read_record(path)).scores)


def test_moves_that_were_taken_back_are_none(storage: Storage) -> None:
    journal = storage.new_journal()
    match = Match(GAMES["herfor"], seats_of(("Anna", "Ben")), journal=journal, namer=0)
    rng = Random(3)
    while len(match.moves) < 12:
        step(match, rng)
    before = course(journal.path)
    match.take_back(8)
    assert course(journal.path) == before[:9], "the beginning, and eight moves"
    journal.close()


@pytest.mark.parametrize("name", sorted(path.name for path in KEPT.glob("*.herrlof")))
def test_a_record_of_every_format_can_be_asked(name: str) -> None:
    rows = course(KEPT / name)
    assert len({len(row) for row in rows}) <= 1


def test_a_broken_record_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.herrlof"
    path.write_bytes(b"no record")
    assert course(path) == []
    assert course(tmp_path / "none.herrlof") == []
