"""Asks one question through one face, in a process of its own, and prints what that shows.

python -m tests.coach.faces screen FOLDER GAME NUMBERS
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from herrlof.games import GAMES
from herrlof.plain.lines import Left
from herrlof.plain.sitting import Sitting
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.records.storage import Storage
from herrlof.seats.remote import RemoteCoach
from herrlof.table.match import Match
from herrlof.table.table import Table
from tests.disks import step
from tests.plain.test_elsewhere import Talk
from tests.seats.rooms import begun, hosted, play, seated
from tests.tui.driving import SEED, hall

WHO = 1
"""The seat whose decisions are asked about."""
SHORT: dict[str, dict[str, Any]] = {  # against the clock there are no hints
    "herrlof": {"goal": 1},
    "how-ruck": {"goal": 1, "race": "even"},
    "herfor": {"size": 5},
    "herald": {},
}


def recorded(storage: Storage, key: str, moves: int | None, other: str | None = "random") -> Path:
    """Play a match at random into a file, to its end or for so many moves: always the same one."""
    journal, game = storage.new_journal(), GAMES[key]
    seats = [Seat("Other", other), Seat("Anna", None, *([ELSEWHERE] if other is None else []))]
    seed = {"seed": SEED} if game.chance else {}
    match = Match(game, seats, journal=journal, hints_agreed=other is None, **seed, **SHORT[key])
    rng = Random(3)
    while not match.over and (moves is None or len(match.moves) < moves):
        step(match, rng)
    journal.close()
    return Path(journal.path)


def decisions(key: str) -> list[int]:
    """Return the numbers of the moves that were decisions of that seat, spread over the match."""
    match, rng, found = _match(key), Random(3), []
    while not match.over:
        if match.mover == WHO and len(match.legal()) > 1:
            found.append(len(match.moves))
        step(match, rng)
    return found


def seen_before(key: str, n: int) -> Any:
    """Return what that seat saw before a move."""
    match, rng = _match(key), Random(3)
    while len(match.moves) < n:
        step(match, rng)
    return match.observe(WHO)


def _match(key: str) -> Match:
    return Match(GAMES[key], [Seat("Other", "random"), Seat("Anna")], **_seed(key), **SHORT[key])


def _seed(key: str) -> dict[str, bytes]:
    return {"seed": SEED} if GAMES[key].chance else {}


async def screen(storage: Storage, key: str, moves: int) -> str:
    """Return the text of the screen with a whole hint."""
    path = recorded(storage, key, moves)
    async with hall((100, 50), storage=storage, table=lambda storage: Table.resume(storage, path)) as sitting:
        await sitting.press("tab")
        async with asyncio.timeout(120):
            while not (sitting.board.scene.hint is not None and sitting.board.scene.hint.whole):
                await asyncio.sleep(0.05)
        await sitting.settle()
        return sitting.text()


async def line(storage: Storage, key: str, moves: int) -> str:
    """Return what is said in lines."""
    talk = Talk()
    table = Table.resume(storage, recorded(storage, key, moves))
    table.pace = 0
    here = asyncio.create_task(Sitting(talk, table, {}).run())
    talk.type("hint")
    async with asyncio.timeout(120):
        while "Best: " not in talk.text.getvalue():
            await asyncio.sleep(0.05)
    talk.type("leave")
    with suppress(Left):
        await here
    return talk.text.getvalue()


async def guest(storage: Storage, key: str, moves: int) -> str:
    """Return what the host's line tells a guest, as JSON."""
    table = Table.resume(storage, recorded(storage, key, moves, None))
    table.pace = 0
    async with hosted(table, storage) as (host, door):
        there = await seated(door)
        await begun(host)
        other = asyncio.ensure_future(play(table, [0], Random(0)))
        view = (await play(there, [WHO], Random(1), most=0))[-1].view
        found = await RemoteCoach(there).judge(view.observation, view.legal)
        other.cancel()
        there.close()
        assert found is not None
        encode = there.game.encode
        rows = [(encode(one.action), one.value and one.value.value, one.verdict) for one in found.choices]
        return json.dumps({"unit": found.unit, "exact": found.exact, "choices": rows})


def main() -> None:
    """Print what one face shows of some questions, as JSON."""
    face, folder, key, *moves = sys.argv[1:]
    show = {"screen": screen, "line": line, "guest": guest}[face]
    storage = Storage(Path(folder))
    sys.stdout.write(json.dumps([asyncio.run(show(storage, key, int(n))) for n in moves]))


if __name__ == "__main__":
    main()
