"""A recorded match to walk about in: every position, and whose view of it may be taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.records.storage import Storage, read_record
from herrlof.table.replay import Replay
from herrlof.table.resume import replayed
from tests.disks import kept
from tests.records.test_models import kept_files

pytestmark = pytest.mark.usefixtures("toys")


def replay_of(storage: Storage, *arguments: int, public: bool = False, **options: Any) -> Replay:
    return Replay(read_record(kept(storage.data, *arguments, **options)), public)


@pytest.mark.second
@kept_files
def test_each_position_is_the_one_the_match_was_in(path: Path) -> None:
    record = read_record(path)
    replay = Replay(record)
    assert replay.last == len(record.moves)
    for at in (0, 1, replay.last // 2, replay.last):
        there = replayed(record, at if at < replay.last else None)
        assert replay.view(at, NOBODY).mover == there.mover
        for seat in (NOBODY, *replay.viewers):
            view = replay.view(at, seat)
            assert (view.seat, view.observation, view.legal) == (seat, there.observe(seat), ())
            if not replay.reveals_all:
                assert view.events == there.news(seat)


def test_a_finished_match_is_open_to_everybody(storage: Storage) -> None:
    replay = replay_of(storage, goal=1)
    assert replay.reveals_all
    assert replay.viewers == [0, 1]
    assert replay.view(replay.last, NOBODY).events == replay._match.story()
    assert any(event.kind == "predicted" and event.values for event in replay.view(replay.last, NOBODY).events)
    assert all(event.values == () for event in replay.just_happened(3) if event.kind == "predicted")


@pytest.mark.parametrize(
    ("seats", "public", "views"), [(2, False, [0, 1]), (3, False, [0, 1]), (2, True, []), (3, True, [])]
)
def test_an_unfinished_match_shows_people_alone_and_one_that_is_open_elsewhere_nobody(
    seats: int, public: bool, views: list[int], storage: Storage
) -> None:
    replay = replay_of(storage, 30, seats, public=public)
    assert replay.viewers == views
    for seat in range(seats):
        if seat in views:
            assert replay.view(replay.last, seat).observation.seat == seat
        else:
            with pytest.raises(ValueError, match="this seat's view is not for everybody"):
                replay.view(replay.last, seat)
    assert replay.view(replay.last, NOBODY).observation.hand == ()
    assert all(event == event.seen_by(NOBODY) for event in replay.view(replay.last, NOBODY).events)


def test_where_nothing_is_hidden_an_unfinished_match_is_open(storage: Storage) -> None:
    replay = replay_of(storage, 3, 3, game=GAMES["nim"], public=True)
    assert replay.viewers == [0, 1, 2]
    assert replay.view(3, 2).observation.seat == 2


def test_one_walks_from_one_kind_of_event_to_the_next(storage: Storage) -> None:
    replay = replay_of(storage, goal=1)
    tricks = frozenset({"trick"})
    at, stops = 0, []
    while at != replay.last:
        at = replay.after(tricks, at)
        stops.append(at)
    assert len(stops) in (15, 16)
    for place in stops[:15]:
        assert "trick" in [event.kind for event in replay.just_happened(place)]
    back = []
    while at:
        at = replay.after(tricks, at, back=True)
        back.append(at)
    assert back[-1] == 0
    assert set(back[:-1]) <= set(stops)
