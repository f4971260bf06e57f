"""A match that is given up at its table, or ended because all agree: whoever's turn it is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from herrlof.game import IllegalAction
from herrlof.games import GAMES
from herrlof.records.help import Ending
from herrlof.records.storage import Storage, read_record
from herrlof.table.commands import Play, Resign, WantEnd
from herrlof.table.connection import MomentKind, StopReason
from herrlof.table.match import Seat
from herrlof.table.resume import replayed
from herrlof.table.table import Table
from tests.contract.variants import ALL, every_game

pytestmark = pytest.mark.usefixtures("toys")
OVER = MomentKind.MATCH_END


async def stop_of(table: Table, place: Any) -> MomentKind:
    """Go past what is held to be looked at."""
    async with asyncio.timeout(20):
        while (stop := await place.next()).kind is MomentKind.PAUSE:
            pass
    return stop.kind


@every_game
@pytest.mark.parametrize("who", [0, 1])
async def test_a_seat_gives_up_at_its_own_turn_and_at_anothers(game: Any, who: int, storage: Storage) -> None:
    table = Table.new(storage, ALL[game.key], [Seat("Anna"), Seat("Ben")])
    table.pace = 0
    place = table.join([0, 1])
    assert await stop_of(table, place) is MomentKind.ASK
    table.send(who, Resign())
    assert table.over, "it's over as soon as it is said"
    assert await stop_of(table, place) is OVER
    assert table.ending == Ending(len(table._match.moves), who)
    assert table.result.returns == (float(who == 1), float(who == 0))
    assert table.result.ending == table.ending
    for command in (Resign(), WantEnd()):
        with pytest.raises(IllegalAction, match="the match is over"):
            table.send(1 - who, command)
    table.close()
    assert replayed(read_record(table.path)).ending == table.ending


async def test_who_gives_up_while_a_bot_thinks_waits_for_it_no_longer(storage: Storage) -> None:
    table = Table.new(storage, GAMES["herald"], [Seat("Anna"), Seat("Freya", "rules")], first_dealer=0)
    place = table.join([0])
    async with asyncio.timeout(20):
        while (stop := await place.next()).reason is not StopReason.THINKING:
            if stop.kind is MomentKind.ASK:
                table.send(0, Play(table.view(0).legal[0]))
    thinks, moves = table._stops._bot_move, len(table._match.moves)
    assert thinks is not None
    table.send(0, Resign())
    assert await stop_of(table, place) is OVER
    await asyncio.wait([thinks], timeout=20)
    assert thinks.cancelled()
    assert len(table._match.moves) == moves, "the bot's move does not follow"
    table.close()
