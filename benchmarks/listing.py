"""What thousands of finished records cost the home screen and the list of matches: `python benchmarks/listing.py`.

Prints the time to find the match to continue, before and after the finished ones are remembered, and how fast the list
fills; and the time from the start of the program to its complete home screen, without records and with them.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from herrlof.games import GAMES
from herrlof.records.lines import FIRST, encode_line, loads
from herrlof.records.names import Seat
from herrlof.records.storage import Storage, read_lines
from herrlof.table.match import Match
from terminal import HOME, first_frame, hall


def fill(folder: Path, number: int) -> None:
    """Play one match to its end, and write it as so many others; the oldest is one that still goes on."""
    storage = Storage(folder, folder)
    journals = [storage.new_journal(), storage.new_journal()]
    for journal, moves in zip(journals, (9999, 60), strict=True):
        rng = Random(1)
        match = Match(GAMES["herrlof"], [Seat("Anna"), Seat("Ben")], journal=journal)
        while not match.over and len(match.moves) < moves:
            if match.mover < 0:
                match.advance()
            else:
                match.play(match.mover, rng.choice(match.legal()))
        journal.close()
    done, going = (journal.path for journal in journals)
    first, *others = map(loads, read_lines(done))
    for count in range(number):
        path = storage.games / f"{done.stem[:-6]}{count:06}.herrlof"
        data, last = b"", FIRST
        for line in ({**first, "id": path.stem}, *others):  # one match is one line, however many files it has
            encoded, last = encode_line(line, last)
            data += encoded
        path.write_bytes(data)
    os.utime(going, (1, 1))


def timed(storage: Storage) -> float:
    """Return the seconds that finding the match to continue takes."""
    start = perf_counter()
    found = storage.newest_unfinished(trusting=True)
    spent = perf_counter() - start
    assert found is not None
    return spent


def started(folders: Sequence[Path]) -> list[float]:
    """Return the seconds from the start of the program to its complete home screen, for each folder in turn."""
    spent: list[list[float]] = [[] for _ in folders]
    for _ in range(15):
        for folder, times in zip(folders, spent, strict=True):
            os.environ.update(HERRLOF_DATA_DIR=str(folder), HERRLOF_CONFIG_DIR=str(folder))
            times.append(first_frame(hall(), HOME[1], (80, 24)))
    return [median(times) for times in spent]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=10_000)
    number = parser.parse_args().records
    with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryDirectory() as full:
        fill(Path(full), number)
        storage = Storage(Path(full), Path(full))
        print(f"{number:,} finished records, {storage.games.stat().st_size / 1e6:.1f} MB of names")
        print(f"the match to continue, nothing remembered {timed(storage) * 1000:10.1f} ms")
        print(f"the match to continue, remembered         {median(timed(storage) for _ in range(9)) * 1000:10.1f} ms")
        start = perf_counter()
        first = list(islice(storage.summaries(), 50))
        print(f"the first {len(first)} of the list              {(perf_counter() - start) * 1000:10.1f} ms")
        start = perf_counter()
        whole = sum(1 for _ in storage.summaries())
        print(f"all {whole:,} of the list              {(perf_counter() - start) * 1000:10.1f} ms")
        nothing, much = started([Path(empty), Path(full)])
        print(f"home, no records {nothing * 1000:.0f} ms; with them {much * 1000:.0f} ms: {much / nothing:.2f} times")


if __name__ == "__main__":
    main()
