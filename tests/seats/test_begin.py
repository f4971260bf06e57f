"""How a table comes to be: what the same deals keep of a match that is over, for both faces."""

from __future__ import annotations

from pathlib import Path

import pytest

from herrlof.bots import default_bot
from herrlof.records.names import ELSEWHERE, PROGRAM, Seat
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch, branched, finished, same_deals
from herrlof.seats.seat_store import Doors, load_seats
from herrlof.table.commands import Resign
from tests.tui.driving import kept as played


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """Return folders of one's own."""
    return Storage(tmp_path / "data", tmp_path / "settings")


def given_up(storage: Storage, new: NewMatch) -> Path:
    """Return the record of a match that its first player has given up."""
    table = new.table(storage)
    table.send(0, Resign())
    table.close()
    return table.path


@pytest.mark.parametrize("turn", [0, 1])
async def test_the_same_deals_of_a_record_are_played_behind_the_doors_that_it_had(turn: int, storage: Storage) -> None:
    seats = Seat("Anna"), Seat("Ben", None, ELSEWHERE)
    path = given_up(storage, NewMatch("herald", seats, doors=Doors(watch=True)))
    again = same_deals(storage, finished(storage, path), turn)
    assert [seat.name for seat in again.seats] == [seat.name for seat in seats[turn:] + seats[:turn]]
    assert load_seats(storage, again.path).doors == Doors(watch=True)
    again.close()


@pytest.mark.parametrize("turn", [0, 1])
async def test_the_same_deals_of_a_record_are_played_by_the_programs_that_it_had(turn: int, storage: Storage) -> None:
    seats = Seat("Anna"), Seat("Automat", None, PROGRAM)
    path = given_up(storage, NewMatch("herald", seats, programs={1: "automat --quick"}))
    again = same_deals(storage, finished(storage, path), turn)
    assert {seat: player.command for seat, player in again.players.items()} == {1 - turn: ["automat", "--quick"]}
    assert load_seats(storage, again.path).programs == {1 - turn: "automat --quick"}
    again.close()


@pytest.mark.parametrize(("opponent", "plays"), [("Freya=bot:random", "random"), ("Ben", default_bot("herald"))])
async def test_where_bots_play_on_one_that_sat_there_plays_for_everybody(
    opponent: str, plays: str, storage: Storage
) -> None:
    table = branched(storage, played(storage, "herald", "Anna", opponent), 2, bots=True)
    assert [seat.bot for seat in table.seats] == [plays, plays]
    assert [seat.name for seat in table.seats] == ["Anna", opponent.partition("=")[0]]
    table.close()
