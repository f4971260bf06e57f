"""Nothing that was shown is lost: kills, power cuts, failing disks, damage, locks, lists and settings."""

from __future__ import annotations

import errno
import os
import select
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

import herrlof.journal
from herrlof.journal import Busy, Damaged, Disk, Journal, RecordError, Unreadable, count_moves, encode_line, scan
from herrlof.match import Match, Move, Seat, state_hash
from herrlof.settings import Settings, read_settings, settings_text
from herrlof.storage import (
    DAMAGED,
    FINISHED,
    OPEN,
    SUFFIX,
    UNFINISHED,
    UNREADABLE,
    Storage,
    config_folder,
    data_folder,
    look_at,
    read_lines,
    repair,
)
from tests.disks import (
    CODES,
    SEATS,
    FailingDisk,
    FastDisk,
    HookedDisk,
    StingyDisk,
    WatchedDisk,
    kept,
    new_match,
    play_on,
    step,
)

SHORT = {"two": (14, 2, 1), "three": (16, 3, 2), "code": (12, 2, 3)}
"""Short records, for tests that try every byte: moves, seats, seed."""


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path / "data", tmp_path / "config", FastDisk())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not try a locked file again for long."""
    monkeypatch.setattr(herrlof.journal, "PATIENCE", 0.02)


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


def line_at(data: bytes, place: int) -> int:
    """Return the number of the line in which a byte stands."""
    return data[:place].count(b"\n") + 1


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


def test_every_truncation_gives_exactly_the_complete_lines(short: bytes) -> None:
    whole = scan(short).bodies
    for size in range(len(short) + 1):
        found = scan(short[:size])
        assert found.damage is None
        assert found.bodies == whole[: short[:size].count(b"\n")]
        assert found.good == short[:size].rfind(b"\n") + 1
        filled = short[:size] + bytes(1 + size % 50)
        assert scan(filled) == found


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
@pytest.mark.parametrize("seats", [2, 3])
def test_every_truncation_and_flipped_bit_of_full_records(seats: int, tmp_path: Path) -> None:
    data = kept(tmp_path, seats=seats).read_bytes()
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


@given(data=st.binary(max_size=200), seed=st.integers(0, 99))
def test_no_bytes_make_the_reader_stumble(data: bytes, seed: int) -> None:
    good, _ = encode_line({"n": seed}, "0" * 32)
    for mixed in (data, good + data):
        found = scan(mixed)
        assert mixed[: found.good].count(b"\n") == len(found.bodies)


# Kills and power cuts


class Hasty(Journal):
    """A journal that syncs each line only when the next one comes: what the harness has to catch."""

    def append(self, line: Mapping[str, Any]) -> None:
        disk = self._disk
        assert isinstance(disk, WatchedDisk)
        sync, disk.sync = disk.sync, lambda fd: None  # type: ignore[method-assign]
        if self._out is not None:
            sync(self._out)
        super().append(line)
        disk.sync = sync  # type: ignore[method-assign]


class Forgetful(Journal):
    """A journal that writes each line only when the next one comes."""

    def append(self, line: Mapping[str, Any]) -> None:
        kept, self._pending = self._pending, []
        if kept:
            self._pending = kept
            self.save()
        data, self._last = encode_line(line, self._last)
        self._pending.append(data)


class Nameless(Journal):
    """A journal that does not sync the folder."""

    def append(self, line: Mapping[str, Any]) -> None:
        self._named = True
        super().append(line)

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
        count += count_moves(found.bodies) < shown
    return count


@pytest.mark.parametrize("seats", [2, 3])
def test_a_stop_at_any_call_of_a_full_match_loses_nothing_that_was_shown(seats: int, tmp_path: Path) -> None:
    match, disk = watched(tmp_path, Journal, seats)
    assert match.over
    assert len(disk.killed) > 4 * len(match.moves)
    assert lost(disk, disk.killed) == 0
    assert lost(disk, disk.cut_off) == 0
    hashes = {n: body.split(b'"state":"')[1][:16].decode() for n, body in numbered(disk._content())}
    storage = Storage(tmp_path / "again", tmp_path, FastDisk())
    storage.games.mkdir(parents=True)
    path = storage.games / disk.path.name
    for number, data in enumerate(sorted({data for data, _ in disk.killed}, key=len)):
        if b"\n" not in data or number % 9:
            continue
        path.write_bytes(data)
        again, journal = storage.resume(path)
        journal.close()
        count = len(again.moves)
        assert again.moves == match.moves[:count]
        assert count == 0 or state_hash(again._state) == hashes[count - 1]
        assert scan(path.read_bytes()).good == path.stat().st_size


def numbered(data: bytes) -> Iterator[tuple[int, bytes]]:
    yield from enumerate(body for body in scan(data).bodies if body.startswith(b'{"by":'))


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


def kill_on_the_way(seats: int, folder: Path, stride: int) -> None:
    """Kill at every write and sync, or every so many of them, of a full match."""
    straight = play_on(new_match(seats=seats, seed=2, edition="dutch"), 2)
    storage = Storage(folder, folder, FastDisk())
    call = 0
    while True:
        path = storage.games / f"killed-{call}{SUFFIX}"
        shown, was_killed = killed_at(call, seats, path)
        data = path.read_bytes() if path.exists() else b""
        moves = moves_in(data)
        assert len(moves) >= shown
        assert moves == straight.moves[: len(moves)]
        if b"\n" in data:
            match, journal = storage.resume(path)
            journal.close()
            assert match.moves == moves
        path.unlink(missing_ok=True)
        if not was_killed:
            break
        call += stride
    assert shown == len(straight.moves)
    assert call > 2 * len(straight.moves)


@pytest.mark.parametrize("seats", [2, 3])
def test_sigkill_at_writes_and_syncs_of_a_full_match(seats: int, tmp_path: Path) -> None:
    kill_on_the_way(seats, tmp_path, stride=11)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_sigkill_at_every_write_and_sync_of_a_full_match(seats: int, tmp_path: Path) -> None:
    kill_on_the_way(seats, tmp_path, stride=1)


def test_sigkill_catches_a_journal_that_writes_after_showing(tmp_path: Path) -> None:
    lost = 0
    for call in range(6, 26):
        path = tmp_path / f"{call}.herrlof"
        shown, _ = killed_at(call, 2, path, Forgetful)
        lost += len(moves_in(path.read_bytes())) < shown
    assert lost


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


def test_fifty_races_have_one_winner_each(storage: Storage, impatient: None) -> None:
    path = kept(storage.data, 5)
    for _ in range(50):
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
        "from herrlof.journal import Busy, Journal\n"
        "try:\n"
        "    Journal.open(pathlib.Path(sys.argv[1]))\n"
        "except Busy as fault:\n"
        "    print(fault)\n"
    )
    told = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True).stdout
    assert told.startswith(f"{path.name} is open elsewhere: process {os.getpid()}")
    assert storage.matches()[0].state == OPEN
    with pytest.raises(Busy):
        storage.delete(path)
    journal.close()
    assert storage.matches()[0].state == UNFINISHED


def test_a_forked_child_keeps_no_lock(storage: Storage, impatient: None) -> None:
    path = kept(storage.data, 5)
    journal = Journal.open(path)
    pid, pipe = child(lambda pipe: time.sleep(30))
    journal.close()
    try:
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


@pytest.mark.parametrize("code", CODES, ids=[errno.errorcode[code] for code in CODES])
@pytest.mark.parametrize("stays", [False, True], ids=["once", "stays"])
@pytest.mark.parametrize("taken", [0, 30])
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
        again, journal = Storage(tmp_path, tmp_path).resume(path)
        journal.close()
        assert again.moves == match.moves
    assert {"open", "write", "sync", "lock", "read", "make_folder", "sync_folder"} <= failed


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
            match, journal = storage.resume(path)
        except Unreadable as fault:
            refused = str(fault)
            assert f"{path.name} cannot be opened: " in refused
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


@pytest.mark.parametrize("most", [1, 7, 64])
def test_short_writes_are_gone_on_with(most: int, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a.herrlof", StingyDisk(most))
    match = play_on(new_match(journal), moves=12)
    journal.close()
    assert moves_in(journal.path.read_bytes()) == match.moves


def test_a_write_that_takes_nothing_is_a_failure(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a.herrlof", StingyDisk(0))
    play_on(new_match(journal), moves=2)
    assert str(journal.trouble) == "Nothing of this match is saved: the disk reports an error"


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


def test_a_file_that_was_deleted_while_it_was_open_is_written_again(storage: Storage) -> None:
    journal = storage.new_journal()
    match = play_on(new_match(journal), moves=5)
    journal.path.unlink()
    play_on(match, moves=1)
    play_on(match, moves=1)
    assert journal.trouble is None
    assert moves_in(journal.path.read_bytes()) == match.moves
    with pytest.raises(Busy):
        Journal.open(journal.path)
    journal.close()


def test_a_file_that_another_program_changed_is_left_alone(storage: Storage) -> None:
    disk = FailingDisk(10**9, errno.EIO, stays=False)
    journal = Journal(storage.games / "a.herrlof", disk)
    match = play_on(new_match(journal), moves=5)
    disk.at = disk.calls
    play_on(match, moves=1)
    assert journal.trouble is not None
    other = b"X" + journal.path.read_bytes()[1:]
    journal.path.write_bytes(other)
    play_on(match, moves=2)
    assert str(journal.trouble) == "Nothing after move 5 is saved: another program has changed the file"
    assert journal.path.read_bytes() == other
    journal.close()


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


# Damage


def test_damage_names_file_and_line_and_hurts_no_other(storage: Storage) -> None:
    paths = [kept(storage.data, 10, seed=seed) for seed in (1, 2, 3)]
    data = bytearray(paths[1].read_bytes())
    data[len(data) // 2] ^= 4
    paths[1].write_bytes(data)
    others = [paths[0].read_bytes(), paths[2].read_bytes()]
    line = line_at(bytes(data), len(data) // 2)
    for use in (Journal.open, read_lines, storage.resume):
        with pytest.raises(Damaged) as caught:
            use(paths[1])
        assert str(caught.value) == f"{paths[1]}, line {line}: this line is not as it was written"
    states = {found.path: found for found in storage.matches()}
    assert [states[path].state for path in paths] == [UNFINISHED, DAMAGED, UNFINISHED]
    assert states[paths[1]].problem.startswith(f"{paths[1].name}, line {line}:")
    assert states[paths[1]].seats == SEATS[:2]
    assert paths[1].read_bytes() == data
    assert [paths[0].read_bytes(), paths[2].read_bytes()] == others
    Journal.open(paths[0]).close()


def test_a_repaired_copy_ends_before_the_damage_and_can_be_resumed(storage: Storage) -> None:
    path = kept(storage.data, 20)
    whole = path.read_bytes()
    for number in range(1, whole.count(b"\n")):
        start = sum(map(len, whole.splitlines(keepends=True)[:number]))
        data = bytearray(whole)
        data[start + 50] ^= 1
        path.write_bytes(data)
        result = repair(path)
        assert result is not None
        copy, lines, damage = result
        assert (lines, damage.line) == (number, number + 1)
        assert copy.read_bytes() == whole[:start]
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert path.read_bytes() == data
        match, journal = storage.resume(copy)
        journal.close()
        assert len(match.moves) == max(number - 2, 0)
        copy.unlink()


def test_repair_cuts_before_a_line_that_does_not_follow_although_its_hash_fits(storage: Storage) -> None:
    import json

    path = kept(storage.data, 20)
    lines = [json.loads(body) for body in read_lines(path)]
    lines[9]["state"] = "0" * 16
    data, last = b"", "0" * 32
    for line in lines:
        encoded, last = encode_line(line, last)
        data += encoded
    path.write_bytes(data)
    with pytest.raises(Damaged, match="line 10: the position"):
        storage.resume(path)
    first, second = repair(path), repair(path)
    assert first is not None
    assert second is not None
    assert first[1] == 9
    assert first[0] != second[0]
    assert first[0].read_bytes() == second[0].read_bytes() == b"".join(data.splitlines(keepends=True)[:9])


def test_repair_says_where_it_cannot_help(storage: Storage) -> None:
    path = kept(storage.data, 20)
    assert repair(path) is None
    path.write_bytes(b"X" + path.read_bytes()[1:])
    with pytest.raises(
        RecordError, match="line 1: this line is not as it was written; there is nothing before that to save"
    ):
        repair(path)
    with pytest.raises(Unreadable, match="no such file"):
        repair(path.with_name("none.herrlof"))


# Lists


def test_the_list_says_what_is_kept(storage: Storage) -> None:
    assert storage.matches() == []
    finished = kept(storage.data, seats=3)
    unfinished = kept(storage.data, 50, seed=4)
    newer = kept(storage.data, 3)
    newer.write_bytes(encode_line({"format": 2, "created": "", "game": "x", "seats": []}, "0" * 32)[0])
    odd = storage.games / f"odd{SUFFIX}"
    odd.write_bytes(encode_line({"what": "ever"}, "0" * 32)[0])
    (storage.games / f"empty{SUFFIX}").touch()
    (storage.games / "notes.txt").write_text("mine")
    (storage.games / f"folder{SUFFIX}").mkdir()
    for age, path in enumerate((odd, newer, unfinished, finished)):
        os.utime(path, (1000 - age, 1000 - age))
    listed = storage.matches()
    assert [found.path for found in listed] == [odd, newer, unfinished, finished]
    assert [found.state for found in listed] == [DAMAGED, UNREADABLE, UNFINISHED, FINISHED]
    third, last = listed[2:]
    match, journal = storage.resume(unfinished)
    journal.close()
    assert (third.scores, third.moves, third.seats) == (match.observe(-1).scores if third.scores else (), 50, SEATS[:2])
    assert last.people == 2
    assert max(last.scores) >= 40
    assert last.created[:4].isdigit()
    found = storage.newest_unfinished()
    assert found is not None
    assert found.path == unfinished


def test_deleting_is_final_and_patient(storage: Storage) -> None:
    path, other = kept(storage.data, 5), kept(storage.data, 6)
    storage.delete(path)
    storage.delete(path)
    assert [found.path for found in storage.matches()] == [other]
    with pytest.raises(Unreadable, match="cannot be opened: the file or its folder is gone"):
        storage.resume(path)
    assert look_at(path) is None


def test_a_folder_that_cannot_be_written_is_said_on_deleting(tmp_path: Path) -> None:
    path = kept(tmp_path, 3)
    for at in (2, 3):
        disk = FailingDisk(at, errno.EROFS, stays=True)
        with pytest.raises(Unreadable, match=f"{path.name} cannot be deleted: the disk is read-only"):
            Storage(tmp_path, tmp_path, disk).delete(path)


def test_folders_come_from_the_environment_or_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(tmp_path / "d"))
    monkeypatch.setenv("HERRLOF_CONFIG_DIR", str(tmp_path / "c"))
    assert Storage().games == tmp_path / "d" / "games"
    assert Storage().settings_file == tmp_path / "c" / "settings.toml"
    monkeypatch.delenv("HERRLOF_DATA_DIR")
    monkeypatch.delenv("HERRLOF_CONFIG_DIR")
    assert data_folder().name == config_folder().name == "herrlof"
    assert not (tmp_path / "d").exists()


# Settings

names = st.text(min_size=1, max_size=30).filter(lambda text: text.isprintable() or "\x7f" in text or "\n" in text)
all_settings = st.builds(
    Settings,
    seats=st.lists(st.builds(Seat, names, st.none() | names), max_size=6).map(tuple),
    edition=st.sampled_from(["english", "dutch"]),
    goal=st.none() | st.integers(1, 999),
    pace=st.floats(0, 10),
    ascii=st.booleans(),
    bot=st.none() | names,
)


@given(all_settings)
def test_settings_come_back_as_they_were_written(chosen: Settings) -> None:
    assert read_settings(settings_text(chosen).encode()) == chosen


def test_settings_are_kept_in_a_commented_file(storage: Storage) -> None:
    assert storage.load_settings() == (Settings(), None)
    chosen = Settings(SEATS, "dutch", 60, 0.5, True, "jarl")
    assert storage.save_settings(chosen) is None
    assert storage.load_settings() == (chosen, None)
    text = storage.settings_file.read_text("utf-8")
    assert text.count("\n#") > 4
    assert stat.S_IMODE(storage.settings_file.stat().st_mode) == 0o600
    assert [entry.name for entry in storage.config.iterdir()] == ["settings.toml"]
    storage.settings_file.write_text(text + "\n[later]\nsound = true\n", "utf-8")
    assert storage.load_settings() == (chosen, None)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff", "not UTF-8"),
        (b"pace = ", "not TOML"),
        (b"pace = 11", "pace has to be a number from 0 to 10"),
        (b"pace = nan", "pace has to be"),
        (b"pace = true", "pace has to be"),
        (b"goal = 0", "goal has to be"),
        (b"goal = 1.0", "goal has to be"),
        (b'edition = "klingon"', "edition has to be"),
        (b"edition = []", "edition has to be"),
        (b'ascii = "yes"', "ascii has to be true or false"),
        (b"bot = 2", "bot has to be a bot's key"),
        (b'seats = "Anna"', "seats has to be"),
        (b'[[seats]]\nbot = "rules"', "seats has to be"),
    ],
)
def test_unreadable_settings_are_kept_aside_and_said_once(storage: Storage, data: bytes, sentence: str) -> None:
    storage.config.mkdir(parents=True)
    storage.settings_file.write_bytes(data)
    chosen, said = storage.load_settings()
    assert chosen == Settings()
    assert said is not None
    assert sentence in said
    assert storage.load_settings() == (Settings(), None)
    assert storage.settings_file.with_name("settings.toml.unreadable").read_bytes() == data


def test_settings_on_a_failing_disk_are_old_or_new_never_half(tmp_path: Path) -> None:
    old, new = Settings(goal=10), Settings(SEATS, goal=20)
    for at in range(8):
        config = tmp_path / str(at)
        assert Storage(tmp_path, config).save_settings(old) is None
        said = Storage(tmp_path, config, FailingDisk(at, errno.ENOSPC, stays=True, taken=9)).save_settings(new)
        found, fault = Storage(tmp_path, config).load_settings()
        assert fault is None
        assert found == (new if said is None else found)
        assert found in (old, new)
        assert [entry.name for entry in config.iterdir()] == ["settings.toml"]
        assert said in (None, "The settings are not saved: the disk is full.")
        assert Storage(tmp_path, config, FailingDisk(at, errno.EIO, stays=True)).load_settings()[0] in (
            found,
            Settings(),
        )


# Everything in any order


class Shelf(RuleBasedStateMachine):
    """Play, quit, kill, resume, damage, list and delete in any order; the file always tells the truth."""

    closed = Bundle("closed")
    opened = Bundle("opened")

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        herrlof.journal.PATIENCE = 0.0
        self.folder = tempfile.TemporaryDirectory()
        self.disk = FailingDisk(10**9, errno.ENOSPC, stays=True, taken=5)
        self.disk.failed = "write"
        self.disk.mended = True
        self.storage = Storage(Path(self.folder.name), Path(self.folder.name), self.disk)
        self.alive: dict[Path, tuple[Match, Journal]] = {}
        self.moves: dict[Path, list[Move]] = {}
        self.hurt: set[Path] = set()
        self.ended: set[Path] = set()

    def teardown(self) -> None:
        for _, journal in self.alive.values():
            journal._pending.clear()
            journal.close()
        self.folder.cleanup()
        herrlof.journal.PATIENCE = 0.25

    @rule(target=opened, seats=st.sampled_from([2, 3]), goal=st.sampled_from([1, 50]))
    def start(self, seats: int, goal: int) -> Path:
        journal = self.storage.new_journal()
        self.alive[journal.path] = new_match(journal, seats, goal=goal), journal
        return journal.path

    @rule(path=opened, seed=st.integers(0, 99), count=st.integers(1, 40))
    def play(self, path: Path, seed: int, count: int) -> None:
        match, journal = self.alive[path]
        play_on(match, seed, count)
        if journal.trouble is None:
            self.moves[path] = match.moves[:]

    @rule(full=st.booleans())
    def fill_or_free_the_disk(self, full: bool) -> None:
        self.disk.mended = not full

    @rule(target=closed, path=consumes(opened))
    def quit(self, path: Path) -> Path:
        match, journal = self.alive.pop(path)
        journal.close()
        if journal.trouble is None:
            self.moves[path] = match.moves[:]
        return path

    @rule(target=closed, path=consumes(opened), torn=st.integers(0, 60))
    def kill(self, path: Path, torn: int) -> Path:
        _, journal = self.alive.pop(path)
        journal._closed = True
        journal._let_go()
        if path.exists():
            data = path.read_bytes()
            with path.open("ab") as file:
                file.write((data[:40] + b"x" * 20)[:torn] if data else b"")
        return path

    @rule(target=opened, path=consumes(closed))
    def resume(self, path: Path) -> Any:
        try:
            match, journal = self.storage.resume(path)
        except Damaged:
            assert path in self.hurt or not scan(path.read_bytes()).bodies
            return multiple()
        except Unreadable:
            assert not path.exists()
            return multiple()
        assert path not in self.hurt
        known = self.moves.get(path, [])
        assert match.moves[: len(known)] == known
        self.alive[path] = match, journal
        return path

    @rule(path=opened)
    def a_second_program_is_refused(self, path: Path) -> None:
        if path.exists() and scan(path.read_bytes()).bodies:
            with pytest.raises(Busy):
                self.storage.resume(path)
            with pytest.raises(Busy):
                self.storage.delete(path)

    @rule(path=closed, place=st.integers(0, 10**6), bit=st.integers(0, 7))
    def damage(self, path: Path, place: int, bit: int) -> None:
        if path in self.hurt or not path.exists() or path in self.alive:
            return
        data = bytearray(path.read_bytes())
        good = scan(bytes(data)).good
        if good:
            data[place % good] ^= 1 << bit
            path.write_bytes(data)
            self.hurt.add(path)

    @rule(path=consumes(closed))
    def delete(self, path: Path) -> None:
        self.storage.delete(path)
        self.moves.pop(path, None)
        self.hurt.discard(path)
        assert not path.exists()

    @invariant()
    def the_list_knows_them_all(self) -> None:
        listed = {found.path: found for found in self.storage.matches()}
        for path, known in self.moves.items():
            found = listed[path]
            if path in self.hurt:
                assert found.state == DAMAGED
            elif path in self.alive:
                assert found.state == OPEN
            else:
                assert found.state in (UNFINISHED, FINISHED)
                assert found.moves >= len(known)
        assert {path for path, found in listed.items() if found.state == DAMAGED} <= self.hurt


TestShelf = Shelf.TestCase
TestShelf.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)


def test_the_real_disk_is_used_as_it_should_be(tmp_path: Path) -> None:
    fd = os.open(tmp_path / "a", os.O_CREAT | os.O_RDWR, 0o600)
    disk = Disk()
    assert disk.write(fd, b"abc") == 3
    disk.sync(fd)
    disk.sync_folder(tmp_path)
    disk.truncate(fd, 2)
    assert disk.read(fd) == b"ab"
    assert disk.links(fd) == 1
    disk.unlink(tmp_path / "a")
    assert disk.links(fd) == 0
    disk.close(fd)
    disk.close(fd)
