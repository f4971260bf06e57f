"""A record with a measured race replays, and says what it proves."""

from __future__ import annotations

from pathlib import Path
from random import Random

from herrlof.game import CHANCE, NOBODY
from herrlof.records.storage import Storage, read_record
from herrlof.table.match import Match, Seat
from herrlof.table.resume import replayed
from herrlof.table.verify import proofs
from tests.disks import resumed
from tests.games.how_ruck.table import GAME


def recorded(folder: Path) -> tuple[Match, Path]:
    """Play a match with races, and return it and its file."""
    journal = Storage(folder, folder).new_journal()
    match, rng = Match(GAME, [Seat("Ailsa"), Seat("Bruce")], seed=bytes(32), journal=journal, goal=2), Random(1)
    while not match.over:
        if match.mover == CHANCE:
            match.advance(match.sample_measured(rng) if match.measured_kind else None)
        else:
            match.play(match.mover, rng.choice(match.legal()))
    (path,) = folder.rglob(f"{match.game_id}*")
    return match, path


def test_a_match_with_a_race_replays_and_says_what_no_seed_proves(tmp_path: Path) -> None:
    match, path = recorded(tmp_path)
    record = read_record(path)
    again = replayed(record)
    assert again.over
    assert again.moves == match.moves
    assert again.scores == match.scores
    rounds = sum(match.scores)
    (clock,) = [line for line in proofs(record, again) if "clock" in line]
    assert clock.startswith(f"not proved: what the clock said ({rounds} × race)")
    (chance,) = [line for line in proofs(record, again) if "all that chance did" in line]
    assert f"{rounds} × deal" in chance
    assert f"{rounds} × stacks" in chance
    assert "race" not in chance


def test_k19_a_race_with_a_pair_put_off_is_replayed_and_resumed(tmp_path: Path) -> None:
    storage = Storage(tmp_path, tmp_path)
    journal = storage.new_journal()
    match = Match(GAME, [Seat("Ailsa"), Seat("Bruce")], seed=bytes(32), journal=journal, goal=1)
    match.advance()
    while match.mover >= 0:
        match.play(match.mover, "keep 1")
    match.advance("race 0 7 later 3")
    match.play(0, "split 2")
    journal.close()
    taken_up, journal = resumed(storage, journal.path)
    assert taken_up.moves == match.moves
    assert [taken_up.observe(seat) for seat in (NOBODY, 0, 1)] == [match.observe(seat) for seat in (NOBODY, 0, 1)]
    rng = Random(1)
    while not taken_up.over:
        if taken_up.mover == CHANCE:
            taken_up.advance()
        else:
            taken_up.play(taken_up.mover, rng.choice(taken_up.legal()))
    journal.close()
    record = read_record(journal.path)
    again = replayed(record)
    assert again.moves == taken_up.moves
    assert [move.do for move in again.moves if move.do.startswith("race")] == ["race 0 7 later 3"]
    assert any(line.startswith("proved: the result") for line in proofs(record, again))


def test_what_is_public_of_an_unfinished_match() -> None:
    """Sorting, deals and draws are cut to a word; what was measured and what lies on the rope are whole."""
    match, rng = Match(GAME, [Seat("Ailsa"), Seat("Bruce")], seed=bytes(32), goal=5), Random(2)
    while len(match.moves) < 60:
        if match.mover == CHANCE:
            match.advance("race 0 7" if match.measured_kind else None)
        else:
            match.play(match.mover, rng.choice(match.legal()))
    assert not match.over
    secret = ("deal", "keep", "split", "stacks", "blind")
    kinds = set()
    for true, public in zip(match.moves, match.public_moves(), strict=True):
        kind = true.do.split(" ")[0]
        kinds.add(kind)
        assert public.do == (kind if kind in secret else true.do)
    assert {"deal", "keep", "race", "split", "stacks", "play"} <= kinds
