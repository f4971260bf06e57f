"""Nothing that was shown is lost: kills, power cuts, failing disks, damage from outside, and locks."""

from __future__ import annotations

import errno
import fcntl
import os
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herrlof.games import GAMES
from herrlof.records.disk import Disk
from herrlof.records.errors import Busy, Damaged, Unreadable
from herrlof.records.fold import Fold
from herrlof.records.journal import CHANGED, GONE, Journal, Trouble
from herrlof.records.lines import encode_line, scan
from herrlof.records.listing import OPEN, UNFINISHED, UNREADABLE, read_summary
from herrlof.records.storage import SUFFIX, Storage, read_file
from herrlof.table.match import Match, Move
from tests.disks import (
    CODES,
    FailingDisk,
    FastDisk,
    HookedDisk,
    StingyDisk,
    WatchedDisk,
    chained,
    kept,
    line_at,
    new_match,
    play_on,
    resumed,
    step,
)
from tests.tiers import first, later

SHORT = {"two": (14, 2, 1), "three": (16, 3, 2), "code": (12, 2, 3)}
"""Short records, for tests that try every byte: moves, seats, seed."""


@pytest.fixture(scope="module", params=SHORT)
def short(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    moves, seats, seed = SHORT[request.param]
    options = {"deals": play_on(new_match(goal=5)).deal_code} if request.param == "code" else {}
    return kept(tmp_path_factory.mktemp("short"), moves, seats, seed, **options).read_bytes()


def moves_in(data: bytes) -> list[Move]:
    """Return the moves in the good lines of a file, which must not be damaged."""
    import json

    found = scan(data)
    assert found.damage is None
    lines = [json.loads(body) for body in found.bodies]
    return [Move(line["n"], line["by"], line["do"]) for line in lines if "do" in line]


# The file


def test_folders_and_files_are_their_owners_alone(tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        path = kept(tmp_path / "deep" / "data", 3)
    finally:
        os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for folder in (path.parent, path.parent.parent, path.parent.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_file_is_named_by_time_and_chance_and_holds_its_id(tmp_path: Path) -> None:
    import re

    path = kept(tmp_path, 3)
    assert re.fullmatch(r"\d{8}T\d{6}Z-[0-9a-f]{8}\.herrlof", path.name)
    assert f'"id":"{path.stem}"'.encode() in path.read_bytes()


def test_lines_are_chained() -> None:
    one, hash_one = encode_line({"a": "Zoë"}, "0" * 32)
    two, _ = encode_line({"b": 1}, hash_one)
    assert one == b"000016 " + hash_one.encode() + b' {"a":"Zo\\u00eb"}\n'
    assert scan(one + two).bodies == [b'{"a":"Zo\\u00eb"}', b'{"b":1}']
    assert scan(two).damage
    assert scan(b"") == ([], 0, "0" * 32, None)


def test_a_line_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at most"):
        encode_line({"a": "x" * 1_000_000}, "0" * 32)


@pytest.mark.second
def test_every_truncation_gives_exactly_the_complete_lines(short: bytes) -> None:
    whole = scan(short).bodies
    for size in range(len(short) + 1):
        found = scan(short[:size])
        assert found.damage is None
        assert found.bodies == whole[: short[:size].count(b"\n")]
        assert found.good == short[:size].rfind(b"\n") + 1
        filled = short[:size] + bytes(1 + size % 50)
        assert scan(filled) == found


def test_one_more_byte_is_damage_where_no_line_begins_with_it(short: bytes) -> None:
    torn = [byte for byte in range(256) if scan(short + bytes([byte])).damage is None]
    assert bytes(torn) == b"\x000123456789"


@pytest.mark.second
def test_every_flipped_bit_is_found_in_its_line(short: bytes) -> None:
    assert len(scan(short).bodies) > 10
    flipped = bytearray(short)
    for place in range(len(short)):
        for bit in range(8):
            flipped[place] ^= 1 << bit
            found = scan(bytes(flipped))
            assert found.damage, (place, bit)
            assert len(found.bodies) + 1 == line_at(short, place), (place, bit)
            flipped[place] ^= 1 << bit


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("herrlof", 2), ("herrlof", 3), ("how-ruck", 2)])
def test_every_truncation_and_flipped_bit_of_full_records(
    game: str, seats: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    data = kept(tmp_path, seats=seats, game=GAMES[game]).read_bytes()
    whole = scan(data).bodies
    for size in range(len(data) + 1):
        assert scan(data[:size])[::3] == (whole[: data[:size].count(b"\n")], None)
    flipped = bytearray(data)
    for place in range(len(data)):
        for bit in range(8):
            flipped[place] ^= 1 << bit
            found = scan(bytes(flipped))
            assert found.damage
            assert len(found.bodies) + 1 == line_at(data, place)
            flipped[place] ^= 1 << bit
    record_property("counted", f"{len(data) + 1:,} lengths, {8 * len(data):,} flipped bits")


@given(data=st.binary(max_size=200), seed=st.integers(0, 99))
def test_no_bytes_make_the_reader_stumble(data: bytes, seed: int) -> None:
    good, _ = encode_line({"n": seed}, "0" * 32)
    for mixed in (data, good + data):
        found = scan(mixed)
        assert mixed[: found.good].count(b"\n") == len(found.bodies)


# Kills and power cuts


class Hasty(Journal):
    """A journal that syncs each line only when the next one comes: what the harness has to catch."""

    def append(self, *lines: Mapping[str, Any]) -> None:
        disk = self._disk
        assert isinstance(disk, WatchedDisk)
        sync, disk.sync = disk.sync, lambda fd: None  # type: ignore[method-assign]
        if self._out is not None:
            sync(self._out)
        super().append(*lines)
        disk.sync = sync  # type: ignore[method-assign]


class Forgetful(Journal):
    """A journal that writes each line only when the next one comes."""

    def append(self, *lines: Mapping[str, Any]) -> None:
        kept, self._pending = self._pending, []
        if kept:
            self._pending = kept
            self.save()
        for line in lines:
            data, self._last = encode_line(line, self._last)
            self._pending.append(data)


class Nameless(Journal):
    """A journal that does not sync the folder."""

    def append(self, *lines: Mapping[str, Any]) -> None:
        self._named = True
        super().append(*lines)

    def _reopened(self) -> int:
        out = super()._reopened()
        self._named = True
        return out


def watched(folder: Path, kind: type[Journal], seats: int, moves: int = 9999) -> tuple[Match, WatchedDisk]:
    """Play with a disk that notes what could be in the file at each call."""
    path = folder / "games" / "watched.herrlof"
    disk = WatchedDisk(path)
    journal = kind(path, disk)
    match = disk.match = new_match(journal, seats, seed=2, edition="dutch")
    play_on(match, 2, moves)
    journal.close()
    assert journal.trouble is None
    return match, disk


def lost(disk: WatchedDisk, cases: list[tuple[bytes, int]]) -> int:
    """Return in how many cases a move that was shown is not in the file."""
    whole = disk._content()
    count = 0
    for data, shown in set(cases):
        found = scan(data)
        assert found.damage is None
        assert whole.startswith(data[: found.good])
        count += len(Fold.of(found.bodies).moves) < shown
    return count


@pytest.mark.parametrize(("seats", "moves"), first([(2, 40), (2, 9999), (3, 9999)]))
def test_a_stop_at_any_call_of_a_match_loses_nothing_that_was_shown(seats: int, moves: int, tmp_path: Path) -> None:
    match, disk = watched(tmp_path, Journal, seats, moves)
    assert match.over or len(match.moves) >= moves
    assert len(disk.killed) > 4 * len(match.moves)
    assert lost(disk, disk.killed) == 0
    assert lost(disk, disk.cut_off) == 0
    storage = Storage(tmp_path / "again", tmp_path, FastDisk())
    storage.games.mkdir(parents=True)
    path = storage.games / disk.path.name
    for number, data in enumerate(sorted({data for data, _ in disk.killed}, key=len)):
        if b"\n" not in data or number % 9:
            continue
        path.write_bytes(data)
        again, journal = resumed(storage, path)
        journal.close()
        count = len(again.moves)
        assert again.moves == match.moves[:count]
        assert scan(path.read_bytes()).good == path.stat().st_size


@pytest.mark.parametrize(
    ("kind", "killed", "cut_off"), [(Hasty, False, True), (Forgetful, True, True), (Nameless, False, True)]
)
def test_the_harness_catches_who_shows_too_early(
    kind: type[Journal], killed: bool, cut_off: bool, tmp_path: Path
) -> None:
    _, disk = watched(tmp_path, kind, 2, 30)
    assert (lost(disk, disk.killed) > 0) == killed
    assert (lost(disk, disk.cut_off) > 0) == cut_off


def child(run: Callable[[int], None]) -> tuple[int, int]:
    """Fork a child that runs with a pipe to tell us things; return its id and our end of the pipe."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.close(ours)
            run(theirs)
            status = 0
        finally:
            os._exit(status)
    os.close(theirs)
    return pid, ours


def play_and_tell(journal: Journal, seats: int, pipe: int) -> None:
    """Play a whole match, telling each move as it is shown."""
    match = new_match(journal, seats, seed=2, edition="dutch")
    rng = Random(2)
    while not match.over:
        step(match, rng)
        os.write(pipe, b".")


def killed_at(call: int, seats: int, path: Path, kind: type[Journal] = Journal) -> tuple[int, bool]:
    """Let a real process be killed by SIGKILL at this write or sync, counted from 0.

    Return how many moves it showed, and whether it was killed.
    """

    def run(pipe: int) -> None:
        left = call

        def before(name: str) -> None:
            nonlocal left
            if name in ("write", "sync", "sync_folder", "truncate"):
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1

        play_and_tell(kind(path, HookedDisk(before)), seats, pipe)

    pid, ours = child(run)
    shown = b""
    while part := os.read(ours, 4096):
        shown += part
    os.close(ours)
    _, status = os.waitpid(pid, 0)
    assert status in (0, signal.SIGKILL)
    return len(shown), status == signal.SIGKILL


def kill_on_the_way(seats: int, folder: Path, stride: int) -> int:
    """Kill at every write and sync, or every so many of them, of a full match; return how often."""
    straight = play_on(new_match(seats=seats, seed=2, edition="dutch"), 2)
    storage = Storage(folder, folder, FastDisk())
    call = kills = 0
    while True:
        path = storage.games / f"killed-{call}{SUFFIX}"
        shown, was_killed = killed_at(call, seats, path)
        data = path.read_bytes() if path.exists() else b""
        moves = moves_in(data)
        assert len(moves) >= shown
        assert moves == straight.moves[: len(moves)]
        if b"\n" in data:
            match, journal = resumed(storage, path)
            journal.close()
            assert match.moves == moves
        path.unlink(missing_ok=True)
        if not was_killed:
            break
        call += stride
        kills += 1
    assert shown == len(straight.moves)
    assert call > 2 * len(straight.moves)
    return kills


@pytest.mark.parametrize(
    ("seats", "stride"), [(2, 61), *[pytest.param(n, 31, marks=pytest.mark.second) for n in (2, 3)]]
)
def test_sigkill_at_writes_and_syncs_of_a_full_match(seats: int, stride: int, tmp_path: Path) -> None:
    kill_on_the_way(seats, tmp_path, stride)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_sigkill_at_every_write_and_sync_of_a_full_match(
    seats: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    record_property("counted", f"{kill_on_the_way(seats, tmp_path, stride=1):,} kills")


@pytest.mark.second
def test_sigkill_catches_a_journal_that_writes_after_showing(tmp_path: Path) -> None:
    lost = 0
    for call in range(6, 26):
        path = tmp_path / f"{call}.herrlof"
        shown, _ = killed_at(call, 2, path, Forgetful)
        lost += len(moves_in(path.read_bytes())) < shown
    assert lost


@pytest.mark.second
def test_a_lock_is_free_within_a_second_of_sigkill(storage: Storage) -> None:
    path = kept(storage.data, 5)
    for _ in range(5):

        def run(pipe: int) -> None:
            journal = Journal.open(path)
            os.write(pipe, b"!")
            time.sleep(30)
            journal.close()

        pid, pipe = child(run)
        assert os.read(pipe, 1) == b"!"
        with pytest.raises(Busy, match=f"{path.name} is open elsewhere: process"):
            Journal.open(path)
        os.kill(pid, signal.SIGKILL)
        start = time.monotonic()
        os.waitpid(pid, 0)
        os.close(pipe)
        Journal.open(path).close()
        assert time.monotonic() - start < 1


@pytest.mark.parametrize("races", [10, pytest.param(100, marks=pytest.mark.second)])
def test_races_have_one_winner_each(storage: Storage, impatient: None, races: int) -> None:
    path = kept(storage.data, 5)
    for _ in range(races):
        start, go = os.pipe()

        def run(pipe: int, start: int = start, go: int = go) -> None:
            os.close(go)
            os.read(start, 1)
            try:
                Journal.open(path)
            except Busy:
                os.write(pipe, b"-")
            else:
                os.write(pipe, b"+")
            select.select([], [], [], 10)

        children = [child(run) for _ in range(2)]
        os.close(start)
        os.close(go)
        answers = [os.read(pipe, 1) for _, pipe in children]
        for pid, pipe in children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(pipe)
        assert sorted(answers) == [b"+", b"-"]


def test_a_second_program_is_told_where_the_match_is_open(storage: Storage, impatient: None) -> None:
    path = kept(storage.data, 5)
    journal = Journal.open(path)
    code = (
        "import sys, pathlib\n"
        "from herrlof.records.errors import Busy\nfrom herrlof.records.journal import Journal\n"
        "try:\n"
        "    Journal.open(pathlib.Path(sys.argv[1]))\n"
        "except Busy as error:\n"
        "    print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True).stdout
    assert told.startswith(f"{path.name} is open elsewhere: process {os.getpid()}")
    assert storage.matches()[0].state == OPEN
    with pytest.raises(Busy):
        storage.delete(path)
    journal.close()
    assert storage.matches()[0].state == UNFINISHED


HALL = {"host": "hall", "pid": 7, "terminal": "/dev/pts/3"}


@pytest.mark.parametrize(
    ("lines", "holder"),
    [
        ([{"opened": HALL}], ": process 7 on /dev/pts/3 of hall"),
        ([{"opened": HALL}, {"n": 1}], ": process 7 on /dev/pts/3 of hall"),
        ([{"opened": HALL}, {"opened": {**HALL, "pid": 8, "terminal": None}}], ": process 8 of hall"),
        ([{"opened": HALL}, b'{"opened":}'], ": process 7 on /dev/pts/3 of hall"),
        ([{"opened": {"host": "h" * 99, "pid": 7}}], f": process 7 of {'h' * 60}"),
        ([{"opened": {}}], ": process  of "),
        ([{"opened": "hall"}], ""),
        ([{"n": 1}], ""),
    ],
)
def test_who_has_a_match_open_is_told_as_far_as_its_record_says(
    lines: list[dict[str, Any] | bytes], holder: str, tmp_path: Path, impatient: None
) -> None:
    path = tmp_path / "a.herrlof"
    path.write_bytes(chained(lines))
    journal = Journal.open(path)
    with pytest.raises(Busy) as caught:
        Journal.open(path)
    assert str(caught.value) == f"a.herrlof is open elsewhere{holder}."
    journal.close()


def test_a_forked_child_keeps_no_lock(storage: Storage, impatient: None) -> None:
    path = kept(storage.data, 5)
    journal = Journal.open(path)

    def run(pipe: int) -> None:
        os.write(pipe, b".")
        time.sleep(30)

    pid, pipe = child(run)
    try:
        assert os.read(pipe, 1) == b"."
        journal.close()
        Journal.open(path).close()
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(pipe)


# Disks that fail


def calls_of(folder: Path, moves: int) -> int:
    disk = HookedDisk()
    journal = Journal(folder / "games" / "a.herrlof", disk)
    play_on(new_match(journal), moves=moves)
    journal.close()
    return disk.calls


@pytest.mark.second
@pytest.mark.parametrize("code", later(CODES, now=CODES[:1]), ids=[errno.errorcode[code] for code in CODES])
@pytest.mark.parametrize("stays", [False, True], ids=["once", "stays"])
@pytest.mark.parametrize("taken", later([0, 30], now=[30]))
def test_a_failure_at_any_call_stops_nobody_and_loses_nothing(
    code: int, stays: bool, taken: int, tmp_path: Path
) -> None:
    moves = 10
    straight = play_on(new_match(), moves=2 * moves)
    failed = set()
    for at in range(calls_of(tmp_path / "count", moves)):
        path = tmp_path / str(at) / "games" / "a.herrlof"
        disk = FailingDisk(at, code, stays, taken)
        journal = Journal(path, disk)
        rng = Random(1)
        match = new_match(journal)
        banners = 0
        for _ in range(moves):
            step(match, rng)
            banners += journal.trouble is not None
            if path.exists():
                data = path.read_bytes()
                assert data == b"" or data.endswith(b"\n")
                assert len(moves_in(data)) <= len(match.moves)
                if journal.trouble is None:
                    assert moves_in(data) == match.moves
                else:
                    assert journal.trouble.since <= len(moves_in(data))
        failed.add(disk.failed)
        if stays and disk.failed in ("open", "write", "sync"):
            assert banners
            assert "is saved: " in str(journal.trouble)
        disk.mended = True
        for _ in range(moves):
            step(match, rng)
        assert journal.trouble is None
        assert match.moves == straight.moves == moves_in(path.read_bytes())
        journal.close()
        again, journal = resumed(Storage(tmp_path, tmp_path), path)
        journal.close()
        assert again.moves == match.moves
    assert {"open", "write", "sync", "lock", "mark", "make_folder", "sync_folder"} <= failed


def test_closing_saves_what_a_failure_has_left_waiting(tmp_path: Path) -> None:
    path = tmp_path / "games" / "a.herrlof"
    disk = FailingDisk(30, errno.ENOSPC, stays=True)
    journal = Journal(path, disk)
    match = play_on(new_match(journal), moves=20)
    assert len(moves_in(path.read_bytes())) < 20
    disk.mended = True
    journal.close()
    assert moves_in(path.read_bytes()) == match.moves


def test_a_failure_after_which_nothing_can_be_cut_off_stops_nobody(tmp_path: Path) -> None:
    class Stubborn(FailingDisk):
        def truncate(self, fd: int, size: int) -> None:
            if self.failed and not self.mended:
                raise OSError(self.code, os.strerror(self.code))
            super().truncate(fd, size)

    path = tmp_path / "games" / "a.herrlof"
    disk = Stubborn(30, errno.ENOSPC, stays=True, taken=30)
    journal = Journal(path, disk)
    match = play_on(new_match(journal), moves=20)
    assert disk.failed == "write"
    assert not path.read_bytes().endswith(b"\n"), "what was written of the line stands there"
    disk.mended = True
    play_on(match, moves=20)
    journal.close()
    assert journal.trouble is None
    assert moves_in(path.read_bytes()) == match.moves


@pytest.mark.parametrize("code", CODES, ids=[errno.errorcode[code] for code in CODES])
def test_a_failure_at_any_call_of_going_on_is_said_in_a_sentence(code: int, tmp_path: Path) -> None:
    data = kept(tmp_path, 8).read_bytes()
    torn = data + data.splitlines(keepends=True)[-1][:50]
    for at in range(12):
        storage = Storage(tmp_path / str(at), tmp_path, FailingDisk(at, code, stays=True))
        storage.games.mkdir(parents=True)
        path = storage.games / f"a{SUFFIX}"
        path.write_bytes(torn)
        try:
            match, journal = resumed(storage, path)
        except Unreadable as error:
            refused = str(error)
            assert f"{path.name} can't be opened: " in refused
            assert path.read_bytes() == torn
        else:
            play_on(match, moves=3)
            journal.close()
            assert moves_in(path.read_bytes())[:8] == match.moves[:8]
        assert isinstance(storage.matches(), list)


def test_a_disk_that_cannot_even_cut_the_file_back_is_repaired_by_the_next_line(tmp_path: Path) -> None:
    class Stubborn(FailingDisk):
        def truncate(self, fd: int, size: int) -> None:
            if not self.mended:
                raise OSError(errno.EIO, "no")
            super().truncate(fd, size)

    path = tmp_path / "a.herrlof"
    disk = Stubborn(10**9, errno.ENOSPC, stays=True, taken=20)
    journal = Journal(path, disk)
    match = play_on(new_match(journal), moves=10)
    disk.failed = "write"
    play_on(match, moves=10)
    assert journal.trouble is not None
    assert not path.read_bytes().endswith(b"\n")
    torn = moves_in(path.read_bytes())
    assert torn == match.moves[: journal.trouble.since]
    disk.mended = True
    assert journal.save()
    assert moves_in(path.read_bytes()) == match.moves
    journal.close()


@pytest.mark.parametrize("call", ["write", "sync", "sync_folder", "lock"])
@pytest.mark.parametrize("taken", [0, 30])
def test_a_full_disk_leaves_no_file_in_which_nothing_stands(call: str, taken: int, tmp_path: Path) -> None:
    disk = FailingDisk(10**9, errno.ENOSPC, stays=True, taken=taken)
    disk.make_folder(tmp_path / "games")
    disk.failed = call
    for name in "ab":
        journal = Journal(tmp_path / "games" / f"{name}.herrlof", disk)
        play_on(new_match(journal), moves=3)
        assert str(journal.trouble) == "Nothing of this match is saved: the disk is full."
        assert os.listdir(tmp_path / "games") == []
        journal.close()
    assert os.listdir(tmp_path / "games") == []


def test_a_match_that_began_on_a_full_disk_is_written_when_there_is_room(tmp_path: Path) -> None:
    disk = FailingDisk(10**9, errno.ENOSPC, stays=True, taken=30)
    disk.failed = "write"
    journal = Journal(tmp_path / "games" / "a.herrlof", disk)
    match = play_on(new_match(journal), moves=3)
    disk.mended = True
    play_on(match, moves=1)
    assert journal.trouble is None
    assert moves_in(journal.path.read_bytes()) == match.moves
    with pytest.raises(Busy):
        Journal.open(journal.path)
    journal.close()


@pytest.mark.parametrize("most", [1, 7, 64])
def test_short_writes_are_gone_on_with(most: int, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a.herrlof", StingyDisk(most))
    match = play_on(new_match(journal), moves=12)
    journal.close()
    assert moves_in(journal.path.read_bytes()) == match.moves


def test_a_write_that_takes_nothing_is_a_failure(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a.herrlof", StingyDisk(0))
    play_on(new_match(journal), moves=2)
    assert str(journal.trouble) == "Nothing of this match is saved: the disk reports an error."


def test_a_read_only_folder_lets_the_match_go_on_in_memory(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "file" / "data", tmp_path)
    (tmp_path / "file").write_text("no folder")
    journal = storage.new_journal()
    match = play_on(new_match(journal), moves=5)
    assert len(match.moves) == 5
    assert journal.trouble is not None
    assert storage.matches() == []
    assert storage.newest_unfinished() is None
    (tmp_path / "file").unlink()
    play_on(match, moves=1)
    assert journal.trouble is None
    assert moves_in(journal.path.read_bytes()) == match.moves
    journal.close()


def test_of_a_match_that_was_taken_up_the_moves_in_its_record_are_safe(tmp_path: Path) -> None:
    path = kept(tmp_path, 8)
    disk = FailingDisk(10**9, errno.ENOSPC, stays=True)
    journal = Journal.open(path, disk)
    disk.failed = "write"
    journal.append({"event": "resume"})
    assert str(journal.trouble) == "Nothing after move 8 is saved: the disk is full."
    journal.close()


def test_the_name_of_a_new_file_is_synced_once_and_nothing_is_read_again(tmp_path: Path) -> None:
    calls: list[str] = []
    journal = Journal(tmp_path / "a.herrlof", HookedDisk(calls.append))
    match = play_on(new_match(journal), moves=1)
    assert calls.index("sync") < calls.index("sync_folder")
    calls.clear()
    play_on(match, moves=2)
    assert calls == ["mark", "write", "sync", "mark"] * 2
    journal.close()
    journal = Journal.open(journal.path, HookedDisk(calls.append))
    journal.append({"event": "resume"})
    assert "sync_folder" not in calls
    journal.close()


def test_a_closed_file_is_not_written_to(tmp_path: Path) -> None:
    path = kept(tmp_path, 3)
    journal = Journal.open(path)
    journal.close()
    before = path.read_bytes()
    journal.append({"event": "resume"})
    assert not journal.save()
    assert path.read_bytes() == before


def test_a_record_that_may_only_be_read_is_opened_and_its_new_lines_wait(tmp_path: Path, impatient: None) -> None:
    class ReadOnlyDisk(FastDisk):
        def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
            if flags & os.O_RDWR:
                raise OSError(errno.EROFS, "no")
            return super().open(path, flags, mode)

    path = kept(tmp_path, 3)
    journal = Journal.open(path, ReadOnlyDisk())
    with pytest.raises(Busy):
        Journal.open(path)
    journal.append({"event": "resume"})
    assert str(journal.trouble) == "Nothing after move 3 is saved: the disk is read-only."
    journal.close()


class LockedDisk(FastDisk):
    """Has its files locked by somebody else, until `free`."""

    free = False

    def lock(self, fd: int, shared: bool = False) -> bool:
        return self.free


def test_a_file_that_another_program_locks_is_tried_again(tmp_path: Path, impatient: None) -> None:
    disk = LockedDisk()
    journal = Journal(tmp_path / "a.herrlof", disk)
    match = new_match(journal)
    for _ in range(3):
        play_on(match, moves=1)
        assert str(journal.trouble) == "Nothing of this match is saved: another program has the file open."
    disk.free = True
    assert journal.save()
    assert journal.trouble is None
    assert moves_in(journal.path.read_bytes()) == match.moves
    journal.close()


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (lambda data: b"", 1, "There's no complete line"),
        (lambda data: data[:40], 1, "There's no complete line"),
        (lambda data: b"x" + data, 1, "This line isn't as it was written"),
        (lambda data: data[:-9] + b"?" + data[-8:], 10, "This line isn't as it was written"),
    ],
)
def test_a_damaged_record_is_not_gone_on_with(
    change: Callable[[bytes], bytes], line: int, reason: str, tmp_path: Path
) -> None:
    path = kept(tmp_path, 8)
    path.write_bytes(change(path.read_bytes()))
    for _ in range(2):  # and its lock is free again
        with pytest.raises(Damaged) as caught:
            Journal.open(path)
        assert str(caught.value) == f"{path}, line {line}: {reason}."
        assert caught.value.line == line


def test_a_file_that_was_deleted_while_it_was_open_is_written_again(storage: Storage) -> None:
    journal = storage.new_journal()
    match = play_on(new_match(journal), moves=5)
    path = journal.path
    path.unlink()
    play_on(match, moves=1)
    play_on(match, moves=1)
    assert (journal.trouble, journal.path) == (None, path)
    assert moves_in(journal.path.read_bytes()) == match.moves
    with pytest.raises(Busy):
        Journal.open(journal.path)
    journal.close()


def another_match(path: Path) -> None:
    """Put the record of another match in the place of this one."""
    other = kept(path.parent.parent / "other", 9, seed=5)
    os.replace(other, path)


def replaced(path: Path, make: Callable[[], object]) -> None:
    """Put something else in the place of a file."""
    path.unlink()
    make()


OUTSIDE: dict[str, Callable[[Path], object]] = {
    "a line appended": lambda path: path.write_bytes(path.read_bytes() + path.read_bytes()[-60:]),
    "a byte appended": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "truncated within a line": lambda path: os.truncate(path, path.stat().st_size - 7),
    "truncated to nothing": lambda path: os.truncate(path, 0),
    "changed in place": lambda path: path.write_bytes(path.read_bytes().replace(b'"by"', b'"BY"')),
    "renamed away": lambda path: path.rename(path.with_name("elsewhere.txt")),
    "replaced": another_match,
    "replaced by a copy": lambda path: os.replace(shutil.copy(path, path.with_name("copy")), path),
    "replaced by a folder": lambda path: replaced(path, path.mkdir),
    "replaced by a link into nowhere": lambda path: replaced(path, lambda: path.symlink_to("nowhere")),
    "replaced by a pipe": lambda path: replaced(path, lambda: os.mkfifo(path)),
}
"""What another program may do to the record of a match that is being played."""


def content(path: Path) -> object:
    return path.read_bytes() if path.is_file() else (path.exists(), path.is_symlink(), path.is_dir())


@pytest.mark.second
@pytest.mark.parametrize("failing", [False, True], ids=["", "while the disk fails"])
@pytest.mark.parametrize("what", OUTSIDE)
def test_damage_from_outside_is_noticed_and_the_match_is_kept_whole_elsewhere(
    what: str, failing: bool, tmp_path: Path, impatient: None
) -> None:
    disk = FailingDisk(10**9, errno.EIO, stays=True)
    journal = Journal(tmp_path / "data" / "games" / "a.herrlof", disk)
    match = play_on(new_match(journal), moves=5)
    old = journal.path
    if failing:
        disk.failed = "write"
        play_on(match, moves=1)
        assert str(journal.trouble) == "Nothing after move 5 is saved: the disk reports an error."
    OUTSIDE[what](old)
    before = content(old)
    if failing:
        play_on(match, moves=1)
        assert journal.trouble == Trouble(0, "the disk reports an error")
        disk.mended = True
    play_on(match, moves=1)
    assert journal.trouble is not None
    gone = what in ("renamed away", "replaced by a folder", "replaced by a link into nowhere")
    gone |= what.startswith("replaced") and not failing  # what replaced a file that was closed is known by its content
    assert journal.trouble == Trouble(0, GONE if gone else CHANGED, journal.path)
    assert f"all of it is kept in {journal.path.name}" in str(journal.trouble)
    assert journal.path.parent == old.parent
    assert moves_in(journal.path.read_bytes()) == match.moves
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600
    play_on(match, moves=1)
    assert journal.trouble.kept == journal.path
    assert moves_in(journal.path.read_bytes()) == match.moves
    if what == "renamed away":
        assert journal.path == old
    else:
        assert journal.path.name == "a-2.herrlof"
        assert content(old) == before
    with pytest.raises(Busy):
        Journal.open(journal.path)
    journal.close()
    again, journal = resumed(Storage(tmp_path, tmp_path), journal.path)
    assert again.moves == match.moves
    journal.close()


def test_a_file_that_was_only_touched_is_gone_on_with(storage: Storage) -> None:
    journal = storage.new_journal()
    match = play_on(new_match(journal), moves=5)
    os.utime(journal.path, (1, 1))
    path = journal.path
    play_on(match, moves=2)
    assert (journal.trouble, journal.path) == (None, path)
    assert moves_in(path.read_bytes()) == match.moves
    journal.close()


def test_a_torn_end_that_grows_before_the_match_goes_on_is_no_torn_end(storage: Storage) -> None:
    path = kept(storage.data, 8)
    whole = path.read_bytes()
    path.write_bytes(whole + b"000")
    journal = Journal.open(path)
    path.write_bytes(whole + b"000058")
    journal.append({"event": "resume"})
    assert journal.path != path
    assert path.read_bytes() == whole + b"000058"
    journal.close()


def test_a_file_that_cannot_be_read_again_stays_as_it_is(tmp_path: Path) -> None:
    disk = FailingDisk(10**9, errno.EIO, stays=True)
    journal = Journal(tmp_path / "a.herrlof", disk)
    match = play_on(new_match(journal), moves=5)
    os.utime(journal.path, (1, 1))
    before = journal.path.read_bytes()
    disk.failed = "read"
    play_on(match, moves=2)
    assert str(journal.trouble) == "Nothing after move 5 is saved: the disk reports an error."
    assert journal.path.read_bytes() == before
    disk.mended = True
    assert journal.save()
    assert journal.trouble is None
    assert moves_in(journal.path.read_bytes()) == match.moves
    journal.close()


@pytest.mark.parametrize("kind", ["pipe", "zero", "folder", "huge"])
def test_what_is_no_ordinary_file_is_refused_at_once(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"a{SUFFIX}"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "zero":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        monkeypatch.setattr("herrlof.records.disk.MAX_FILE", 1 << 21)
        path.touch()
        os.truncate(path, 1 << 40)
    for use in (Journal.open, read_file):
        with pytest.raises(Unreadable, match=r"no ordinary file|too large|directory"):
            use(path)
    found = read_summary(path)
    assert found is not None
    assert found.state == UNREADABLE


def test_a_torn_end_is_cut_when_the_match_goes_on(storage: Storage) -> None:
    path = kept(storage.data, 8)
    whole = path.read_bytes()
    line = whole.splitlines(keepends=True)[-1]
    for tail in (line[:30], line[:-1], bytes(99), line[:30] + bytes(9), line[:3]):
        path.write_bytes(whole + tail)
        journal = Journal.open(path)
        assert len(journal.bodies) == 10
        assert path.read_bytes() == whole + tail
        journal.append({"event": "resume"})
        journal.close()
        data = path.read_bytes()
        assert data.startswith(whole)
        assert scan(data).good == len(data)


def test_the_real_disk_is_used_as_it_should_be(tmp_path: Path) -> None:
    path = tmp_path / "a"
    fd = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    disk = Disk()
    assert disk.write(fd, b"abc") == 3
    disk.sync(fd)
    disk.sync_folder(tmp_path)
    disk.truncate(fd, 2)
    assert disk.read(fd) == b"ab"
    assert disk.tail(fd, 1) == b"b"
    assert disk.tail(fd, 99) == b"ab"
    assert disk.mark(fd, path)[0] == 2
    disk.rename(path, tmp_path / "b")
    with pytest.raises(FileNotFoundError):
        disk.mark(fd, path)
    disk.unlink(tmp_path / "b")
    assert not list(tmp_path.iterdir())
    disk.close(fd)
    disk.close(fd)


def test_those_who_look_share_a_lock_and_who_plays_does_not(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch()
    disk = Disk()
    first, second = (disk.open(path, os.O_RDWR) for _ in range(2))
    assert disk.lock(first, shared=True)
    assert disk.lock(second, shared=True)
    assert not disk.lock(first)
    disk.close(second)
    assert disk.lock(first)
    second = disk.open(path, os.O_RDWR)
    assert not disk.lock(second, shared=True)
    disk.close(first)
    disk.close(second)


def failing_with(code: int) -> Callable[..., None]:
    def call(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return call


def test_a_file_system_that_syncs_no_folders_is_no_failing_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", failing_with(errno.EINVAL))
    Disk().sync_folder(tmp_path)
    monkeypatch.setattr(os, "fsync", failing_with(errno.EIO))
    with pytest.raises(OSError, match="Input/output error"):
        Disk().sync_folder(tmp_path)


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EBADF, errno.EIO, errno.EINVAL])
def test_a_file_system_without_locks_is_played_on(code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "flock", failing_with(code))
    storage = Storage(tmp_path, tmp_path)
    play_on(new_match(journal := storage.new_journal()), moves=3)
    assert journal.save(), "all is in the file"
    told = "This disk has no locks: play in one window at a time."
    assert str(journal.trouble) == told
    journal.close()
    assert [found.state for found in storage.matches()] == [UNFINISHED]
    match, again = resumed(storage, journal.path)
    assert str(again.trouble) == told
    play_on(match, moves=1)
    again.close()
    assert [found.moves for found in storage.matches()] == [4]
    storage.delete(journal.path)
    assert storage.count() == 0


@pytest.mark.parametrize(
    ("code", "synced"),
    [(None, 0), (errno.ENOTSUP, 1), (errno.EINVAL, 1), (errno.ENOTTY, 1), (errno.EIO, None)],
)
def test_where_a_sync_stops_at_the_cache_of_the_disk_more_is_asked_for(
    code: int | None, synced: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS; a file system that cannot do more does what it can."""
    asked: list[tuple[int, int]] = []
    plainly: list[int] = []

    def control(fd: int, command: int) -> None:
        asked.append((fd, command))
        if code is not None:
            raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", control)
    monkeypatch.setattr(os, "fdatasync", plainly.append)
    if synced is None:
        with pytest.raises(OSError, match="Input/output error"):
            Disk().sync(7)
    else:
        Disk().sync(7)
    assert asked == [(7, 51)]
    assert plainly == [7] * (synced or 0)
