"""Draw the README's picture with the program itself: `python docs/picture.py` writes docs/table.svg."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from random import Random

os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")

from herrlof.bots import new_bot
from herrlof.games import GAMES
from herrlof.records.storage import Storage
from herrlof.table.match import Match, Seat
from herrlof.tui.app import HerrlofApp
from herrlof.tui.screens.table import TableScreen

SEATS = (Seat("Anna"), Seat("Freya", "rules"))


def at_a_good_moment(journal_folder: Path) -> TableScreen:
    """Return a table where Anna must follow, after a trick in which a power was used."""
    storage = Storage(journal_folder, journal_folder)
    for number in range(1000):
        journal = storage.new_journal()
        match = Match(GAMES["herrlof"], SEATS, seed=number.to_bytes(32, "big"), journal=journal)
        bots = [new_bot(GAMES["herrlof"], "rules", Random(number)) for _ in SEATS]
        while not match.over and match.observe(0).round_number < 2:
            if match.mover < 0:
                match.advance()
                continue
            seen = match.observe(match.mover)
            trick = seen.last_trick
            if (
                match.mover == 0
                and seen.trick
                and len(seen.hand) in (9, 10)
                and len({card // 9 for card in seen.hand}) == 5
                and 2 < len(match.legal()) < 6
                and trick is not None
                and trick.robbed >= 0
                and trick.next_leader != trick.winner
            ):
                return TableScreen(match, journal, pace=0)
            match.play(match.mover, bots[match.mover].choose(seen, match.legal()))
        journal.close()
    raise SystemExit("no deal led to the moment that the picture wants")


async def draw(path: Path) -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        app = HerrlofApp(storage=Storage(Path(folder), Path(folder)), pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            app.push_screen(at_a_good_moment(Path(folder)))
            await pilot.pause(0.5)
            await pilot.press("right")
            await pilot.pause(0.5)
            path.write_text(app.export_screenshot(title="herrlof"), "utf-8")


if __name__ == "__main__":
    asyncio.run(draw(Path(__file__).with_name("table.svg")))
