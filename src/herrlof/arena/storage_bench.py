"""What keeping a match safe costs, on the disk where matches are kept."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

from herrlof.games import GAMES
from herrlof.records.disk import DISK
from herrlof.records.folders import data_folder
from herrlof.records.storage import Storage
from herrlof.table.match import Match, Seat
from herrlof.table.resume import resumed


def _place() -> str | None:
    """Return a folder on the disk of the records, if there is one that can be written."""
    folder = data_folder()
    while not folder.exists():
        folder = folder.parent
    return str(folder) if os.access(folder, os.W_OK) else None


def storage_report() -> Iterator[str]:
    """Yield the cost of a bare sync, of a durable move, and of taking up a full match, a line each."""
    start = perf_counter()
    import herrlof.records.models  # noqa: F401 - the price of the first record that a program reads

    models = perf_counter() - start
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=_place()) as name:
        storage = Storage(Path(name), Path(name))
        bare: list[float] = []
        with open(Path(name) / "bare", "wb", buffering=0) as file:
            for _ in range(200):
                start = perf_counter()
                file.write(b"x" * 100)
                DISK.sync(file.fileno())
                bare.append(perf_counter() - start)
        moves: list[float] = []
        seconds: list[float] = []
        length = 0
        for game in GAMES.values():
            journal = storage.new_journal()
            people = [Seat(f"Seat {number}") for number in range(game.seats[0])]
            match = Match(game, people, journal=journal, seed=bytes(32) if game.chance else None)
            rng = Random(1)
            while not match.over:
                start = perf_counter()
                if match.mover < 0:
                    match.advance(match.sample_measured(rng) if match.measured_kind else None)
                else:
                    match.play(match.mover, rng.choice(match.legal()))
                moves.append(perf_counter() - start)
            length = max(length, len(match.moves))
            journal.close()
            for _ in range(3):
                start = perf_counter()
                journal = storage.open(journal.path)
                resumed(journal)
                seconds.append(perf_counter() - start)
                journal.close()
    for what, spent in (("sync alone", bare), ("durable move", moves)):
        cuts = quantiles(spent, n=100)
        yield f"{what:<26}{cuts[49] * 1000:10.2f} ms   99th percentile {cuts[98] * 1000:6.2f} ms"
    what = f"resume, {length} moves"
    slowest = max(seconds) * 1000
    yield f"{what:<26}{slowest:10.2f} ms   and {models * 1000:.0f} ms for the models, once in a program's life"
