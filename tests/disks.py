"""Disks that fail, stop and forget, and matches to play on them."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from herrlof.game import CHANCE, Game
from herrlof.games import GAMES
from herrlof.records.disk import Disk
from herrlof.records.journal import Journal
from herrlof.records.lines import FIRST, dumps, hash_of
from herrlof.records.storage import Storage, read_lines
from herrlof.table import resume
from herrlof.table.match import Match, Seat, Sink

SEATS = (Seat("Anna"), Seat("Zoë"), Seat("Rules", "rules"))
GAME = GAMES["herrlof"]


def new_match(journal: Sink | None = None, seats: int = 2, seed: int = 1, game: Game = GAME, **options: Any) -> Match:
    """Start a match whose deals are always the same for one seed, apart from the game id in its commitment."""
    if "deals" not in options and game.chance:
        options["seed"] = bytes([seed] * 32)
    return Match(game, SEATS[:seats], journal=journal, **options)


class Memory:
    """Keeps the lines, and what the match showed when each came."""

    game_id = "20261121T183000Z-1a2b3c4d"

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        self.shown: list[tuple[int, int]] = []
        self.match: Match | None = None

    def append(self, *lines: Mapping[str, Any]) -> None:
        self.lines += map(dict, lines)
        if self.match is not None:
            self.shown.append((len(self.match.moves), self.match.event_count))

    def record(self) -> Any:
        from herrlof.records.models import parse  # slow to load, and some ask how fast the rest is

        return parse([dumps(line) for line in self.lines], "memory")


def step(match: Match, rng: Random) -> None:
    """Let whoever is the mover do anything that is allowed."""
    if match.mover == CHANCE:
        match.advance(match.sample_measured(rng) if match.measured_kind else None)
    else:
        match.play(match.mover, rng.choice(match.legal()))


def play_on(match: Match, seed: int = 1, moves: int = 9999) -> Match:
    """Play this many random moves, or to the end."""
    rng = Random(seed)
    while moves and not match.over:
        step(match, rng)
        moves -= 1
    return match


def kept(folder: Path, moves: int = 9999, seats: int = 2, seed: int = 1, **options: Any) -> Path:
    """Play on a real disk and return the closed file."""
    journal = Storage(folder, folder).new_journal()
    play_on(new_match(journal, seats, seed, **options), seed, moves)
    journal.close()
    assert journal.trouble is None
    return journal.path


def resumed(storage: Storage, path: Path) -> tuple[Match, Journal]:
    """Take a match up again, and return it with its open file."""
    journal = storage.open(path)
    return resume.resumed(journal), journal


def line_at(data: bytes, place: int) -> int:
    """Return the number of the line in which a byte stands."""
    return data[:place].count(b"\n") + 1


def rewritten(path: Path, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Change the lines of a record and make all hashes fit again, as somebody might who wants to cheat."""
    lines = [json.loads(body) for body in read_lines(path)]
    change(lines)
    path.write_bytes(chained(lines))


def chained(lines: Iterable[Mapping[str, Any] | bytes]) -> bytes:
    """Return the bytes of a record with these lines, or with these JSON bodies as they stand."""
    data, last = b"", FIRST
    for line in lines:
        body = line if isinstance(line, bytes) else dumps(line).encode()
        last = hash_of(last, body)
        data += b"%06d %s %s\n" % (len(body), last.encode(), body)
    return data


class FastDisk(Disk):
    """Does not wait for the disk: for tests that look at other things."""

    def sync(self, fd: int) -> None:
        """Trust that all is well."""

    def sync_folder(self, path: Path) -> None:
        """Trust that all is well."""


class HookedDisk(FastDisk):
    """Calls `before(name)` before each call that touches the disk, and counts them."""

    def __init__(self, before: Callable[[str], None] = lambda name: None) -> None:
        self.before = before
        self.calls = 0

    def _call(self, name: str) -> None:
        self.before(name)
        self.calls += 1

    def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
        self._call("open")
        return super().open(path, flags, mode)

    def read(self, fd: int) -> bytes:
        self._call("read")
        return super().read(fd)

    def write(self, fd: int, data: bytes) -> int:
        self._call("write")
        return super().write(fd, data)

    def sync(self, fd: int) -> None:
        self._call("sync")

    def truncate(self, fd: int, size: int) -> None:
        self._call("truncate")
        super().truncate(fd, size)

    def mark(self, fd: int, path: Path) -> tuple[int, int]:
        self._call("mark")
        return super().mark(fd, path)

    def tail(self, fd: int, size: int) -> bytes:
        self._call("tail")
        return super().tail(fd, size)

    def lock(self, fd: int, shared: bool = False) -> bool:
        self._call("lock")
        return super().lock(fd, shared)

    def make_folder(self, path: Path) -> None:
        self._call("make_folder")
        super().make_folder(path)

    def sync_folder(self, path: Path) -> None:
        self._call("sync_folder")

    def rename(self, old: Path, new: Path) -> None:
        self._call("rename")
        super().rename(old, new)

    def unlink(self, path: Path) -> None:
        self._call("unlink")
        super().unlink(path)


class FailingDisk(HookedDisk):
    """Fails at call number `at`, and with `stays` at every later one of the same kind, until `mended`.

    A failing write may take some bytes first, as a full disk does.
    """

    def __init__(self, at: int, code: int, stays: bool, taken: int = 0) -> None:
        super().__init__(self._fail)
        self.at = at
        self.code = code
        self.stays = stays
        self.taken = taken
        self.failed = ""
        self.mended = False

    def _fail(self, name: str) -> None:
        if not self.mended and (self.calls == self.at or (self.stays and name == self.failed)):
            self.failed = name
            self.calls += 1
            raise OSError(self.code, os.strerror(self.code))

    def write(self, fd: int, data: bytes) -> int:
        try:
            return super().write(fd, data)
        except OSError:
            if self.taken:
                os.write(fd, data[: self.taken])
            raise


class StingyDisk(FastDisk):
    """Takes a few bytes at a time."""

    def __init__(self, most: int) -> None:
        self.most = most

    def write(self, fd: int, data: bytes) -> int:
        return super().write(fd, data[: self.most])


class WatchedDisk(HookedDisk):
    """Notes, before each call, all that the file could hold if the process or the power went just now.

    `killed` holds pairs of (file, shown): after a kill, what was written is there. `cut_off` is the same after
    a power cut: what was synced is there, and of the rest any part of it, even none; a file whose name was not
    synced may be gone.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(self._note)
        self.path = path
        self.match: Match | None = None
        self.synced = b""
        self.named = False
        self.killed: list[tuple[bytes, int]] = []
        self.cut_off: list[tuple[bytes, int]] = []

    def _content(self) -> bytes:
        return self.path.read_bytes() if self.path.exists() else b""

    def _note(self, name: str) -> None:
        shown = 0 if self.match is None else len(self.match.moves)
        content = self._content()
        self.killed.append((content, shown))
        self.cut_off += [(part, shown) for part in self._after_power_cut(content)]

    def _after_power_cut(self, content: bytes) -> Iterator[bytes]:
        if not self.named:
            yield b""
        if content.startswith(self.synced):
            new = content[len(self.synced) :]
            yield self.synced
            yield self.synced + new[: len(new) // 2]
            yield self.synced + new[: len(new) // 2] + bytes(len(new) - len(new) // 2)
            yield self.synced + bytes(len(new))
        else:
            yield content

    def write(self, fd: int, data: bytes) -> int:
        self._note("write")
        half = super(HookedDisk, self).write(fd, data[: len(data) // 2])
        self._note("write")
        return half + super(HookedDisk, self).write(fd, data[half:])

    def sync(self, fd: int) -> None:
        super().sync(fd)
        self.synced = self._content()

    def sync_folder(self, path: Path) -> None:
        super().sync_folder(path)
        self.named = self.named or path == self.path.parent


CODES = (errno.ENOSPC, errno.EIO, errno.EROFS)
