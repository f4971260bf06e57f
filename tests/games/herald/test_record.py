"""Herald in records and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from herrlof.cli.main import main
from herrlof.game import CHANCE
from herrlof.records.storage import Storage, read_record
from herrlof.table.match import Match, Seat
from herrlof.table.resume import replayed
from herrlof.table.verify import proofs
from tests.games.herald.table import GAME


@pytest.mark.parametrize("seats", [2, 6])
def test_a_match_of_two_games_replays_and_is_proved(tmp_path: Path, seats: int) -> None:
    journal = Storage(tmp_path, tmp_path).new_journal()
    names = [Seat(name) for name in ("Anna", "Boris", "Cleo", "Dag", "Eir", "Frey")[:seats]]
    match, rng = Match(GAME, names, seed=bytes(32), journal=journal, games=2), Random(1)
    while not match.over:
        if match.mover == CHANCE:
            match.advance()
        else:
            match.play(match.mover, rng.choice(match.legal()))
    (path,) = tmp_path.rglob(f"{match.game_id}*")
    record = read_record(path)
    again = replayed(record)
    assert again.over
    assert again.moves == match.moves
    assert (again.scores, sum(again.scores)) == (match.scores, 480)
    (chance,) = [line for line in proofs(record, again) if "all that chance did" in line]
    assert "1 × dealer" in chance
    assert "2 × deal" in chance


@pytest.mark.second
def test_the_arena_plays_matches_of_several_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Its own `--games` counts matches, so the option of the game has a longer flag there."""
    words = "arena random search --game herald --games 2 --option-games 2 --jobs 1 --json"
    assert main(words.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["options"]) == ("herald", {"games": 2})
