"""The folders of this program, what is deleted there, and everything that can be done there in any order."""

from __future__ import annotations

import errno
import json
import os
import pwd
import shutil
import stat
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

import herrlof.records.disk
from herrlof.records.disk import owner_of
from herrlof.records.errors import Busy, Damaged, Unreadable
from herrlof.records.folders import config_folder, data_folder
from herrlof.records.journal import Journal
from herrlof.records.lines import scan
from herrlof.records.listing import DAMAGED, FINISHED, OPEN, UNFINISHED, read_summary
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage, read_file, read_record
from herrlof.table.match import Match, Move
from herrlof.table.resume import replayed
from herrlof.table.verify import proofs
from tests.disks import GAME, SEATS, FailingDisk, FastDisk, kept, new_match, play_on, resumed, rewritten


def test_deleting_is_final_and_patient(storage: Storage) -> None:
    path, other = kept(storage.data, 5), kept(storage.data, 6)
    storage.delete(path)
    storage.delete(path)
    assert [found.path for found in storage.matches()] == [other]
    with pytest.raises(Unreadable, match="can't be opened: the file or its folder is gone"):
        resumed(storage, path)
    assert read_summary(path) is None


def test_a_folder_that_cannot_be_written_is_said_on_deleting(tmp_path: Path) -> None:
    path = kept(tmp_path, 3)
    for at in (2, 3):
        disk = FailingDisk(at, errno.EROFS, stays=True)
        with pytest.raises(Unreadable, match=f"{path.name} can't be deleted: the disk is read-only"):
            Storage(tmp_path, tmp_path, disk).delete(path)


def test_folders_come_from_the_environment_or_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(tmp_path / "d"))
    monkeypatch.setenv("HERRLOF_CONFIG_DIR", str(tmp_path / "c"))
    assert Storage().games == tmp_path / "d" / "games"
    assert Storage().settings.path == tmp_path / "c" / "settings.toml"
    monkeypatch.delenv("HERRLOF_DATA_DIR")
    monkeypatch.delenv("HERRLOF_CONFIG_DIR")
    assert data_folder().name == config_folder().name == "herrlof"
    assert not (tmp_path / "d").exists()


def test_a_home_that_nobody_has_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HERRLOF_DATA_DIR", "HERRLOF_CONFIG_DIR"):
        monkeypatch.setenv(variable, "~no\x1bsuch-person/x")
        with pytest.raises(Unreadable, match=rf"^{variable} is ~no\?such-person/x, and there's no such home\.$"):
            Storage()
        monkeypatch.delenv(variable)


def test_who_has_no_home_is_told_which_variable_names_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    homeless(monkeypatch)
    with pytest.raises(Unreadable, match=r"^You have no home folder: set HERRLOF_DATA_DIR to a folder"):
        Storage()
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(tmp_path / "d"))  # and that is enough
    assert Storage().settings.path == tmp_path / "d" / "settings.toml"


def test_a_folder_that_is_closed_is_not_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(tmp_path / "data", 5)
    storage = Storage(tmp_path / "data", tmp_path / "config")
    real = Storage(tmp_path / "data", tmp_path / "config", DeniedDisk())

    def scandir(place: Path) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))

    monkeypatch.setattr(os, "scandir", scandir)
    assert owner_of(path) is None, "it is one's own"
    monkeypatch.setattr(os, "geteuid", lambda: 54321)  # who looks is somebody else
    owner = pwd.getpwuid(os.getuid()).pw_name
    reason = f"you may not read it: {storage.games} belongs to {owner}"
    assert storage.unreadable_reason == f"{storage.games} can't be read: {reason}."
    with pytest.raises(Unreadable, match="can't be read: you may not read it: "):
        storage.matches()
    assert storage.newest_unfinished() is None
    with pytest.raises(Unreadable, match=f"^{path} can't be read: you may not read it: {path} belongs to {owner}"):
        read_file(path, real._disk)
    told = real.settings.save(Settings())
    assert told == f"The settings aren't saved: you may not read it: {tmp_path} belongs to {owner}."


class DeniedDisk(FastDisk):
    """Opens nothing."""

    def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a user of whom the system knows nothing but the number, as in a container."""

    def nobody(_uid: int) -> NoReturn:
        raise KeyError("uid not found")

    for variable in [name for name in os.environ if name == "HOME" or name.startswith(("XDG_", "HERRLOF_"))]:
        monkeypatch.delenv(variable)
    monkeypatch.setattr(pwd, "getpwuid", nobody)


@pytest.mark.parametrize("mode", [0o770, 0o777, 0o1777])
def test_a_folder_that_others_can_write_is_mentioned_and_new_files_are_private(mode: int, tmp_path: Path) -> None:
    storage = Storage(tmp_path / "data", tmp_path / "config", FastDisk())
    assert storage.permission_warning() is None
    storage.games.mkdir(parents=True, mode=0o700)
    assert storage.permission_warning() is None
    for folder in (storage.data, storage.games):
        folder.chmod(mode)
        assert storage.permission_warning() == f"Others can write into {folder}, and change or delete your matches."
    umask = os.umask(0)
    try:
        path = kept(storage.data, goal=1)
        storage.newest_unfinished()
        storage.note_commitment("0" * 64)
        storage.settings.save(Settings())
    finally:
        os.umask(umask)
    made = [path, storage.settings.path, storage.data / "finished.json", storage.data / "shown"]
    assert [stat.S_IMODE(file.stat().st_mode) for file in made] == [0o600] * 4


# The match to continue


class Reading(FastDisk):
    """Counts the files that are read whole."""

    read_files = 0

    def read(self, fd: int) -> bytes:
        self.read_files += 1
        return super().read(fd)


def named(identity: str, lines: list[dict[str, Any]]) -> None:
    """Make a record that of another match."""
    lines[0].update(id=identity)


def shelf_of(folder: Path, finished: int, unfinished: int = 0) -> list[Path]:
    """Make a folder of records: the unfinished ones are the oldest; return these."""
    storage = Storage(folder, folder)
    done, going = kept(folder, goal=1), kept(folder, 20)
    rewritten(going, lambda lines: lines[0].update(created="2026-01-01T00:00:00Z"))
    paths = []
    for number in range(finished + unfinished):
        path = storage.games / f"copy-{number:05}.herrlof"
        shutil.copy(going if number < unfinished else done, path)
        rewritten(path, partial(named, path.stem))
        if number < unfinished:
            paths.append(path)
    done.unlink()
    going.unlink()
    return paths


def test_finished_records_are_not_read_to_find_the_one_to_continue(tmp_path: Path) -> None:
    going = shelf_of(tmp_path, 50, 2)
    for known in (False, True):
        disk = Reading()
        storage = Storage(tmp_path, tmp_path, disk)
        found = storage.newest_unfinished(trusting=known)
        assert found is not None
        assert found.path == going[-1]
        assert disk.read_files <= 3, known  # the record itself, and what is remembered
    assert [listed.state for listed in storage.summaries()] == [FINISHED] * 50 + [UNFINISHED] * 2


def test_what_is_remembered_of_finished_records_is_never_trusted_before_the_file(tmp_path: Path) -> None:
    (going,) = shelf_of(tmp_path, 5, 1)
    storage = Storage(tmp_path, tmp_path, FastDisk())
    index = tmp_path / "finished.json"
    assert storage.newest_unfinished() is not None
    truth = json.loads(index.read_bytes())
    assert len(truth) == 5
    for wrong in (b"", b"[]", b"{", b"\xff", b"[" * 10_000, json.dumps({going.name: [1, 2]}).encode(), b'{"a":[]}'):
        index.write_bytes(wrong)
        found = storage.newest_unfinished()
        assert found is not None
        assert found.path == going
        list(storage.summaries())
        assert json.loads(index.read_bytes()) == truth
    index.unlink()
    index.mkdir()
    assert storage.newest_unfinished() is not None
    index.rmdir()
    # a file that was written again, or is another one now, is looked at again
    list(storage.summaries())
    os.utime(storage.games / next(iter(truth)), ns=(1, 1))
    assert storage.newest_unfinished(trusting=True) is not None
    assert json.loads(index.read_bytes())[next(iter(truth))][1] == 1
    finished = storage.games / "copy-00003.herrlof"
    shutil.copy(going, finished)
    rewritten(finished, partial(named, finished.stem))
    found = storage.newest_unfinished()
    assert found is not None
    assert found.path == finished


def test_a_match_that_is_remembered_as_finished_and_is_not_is_the_one_to_continue(tmp_path: Path) -> None:
    (going,) = shelf_of(tmp_path, 5, 1)
    there = going.stat()
    index = tmp_path / "finished.json"
    claim = json.dumps({going.name: [there.st_size, there.st_mtime_ns, "2026-11-21T18:30:00Z", going.stem]}).encode()
    index.write_bytes(claim)
    found = Storage(tmp_path, tmp_path).newest_unfinished()
    assert found is not None
    assert found.path == going
    assert going.name not in json.loads(index.read_bytes())
    # to begin with it is believed, until the record itself is looked at
    index.write_bytes(claim)
    storage = Storage(tmp_path, tmp_path)
    assert storage.newest_unfinished(trusting=True) is None
    assert list(storage.check_finished())[-1]
    found = storage.newest_unfinished(trusting=True)
    assert found is not None
    assert found.path == going
    assert not any(storage.check_finished())


def test_a_damaged_or_open_record_is_not_the_one_to_continue(storage: Storage) -> None:
    path = kept(storage.data, 20)
    journal = Journal.open(path)
    assert storage.newest_unfinished() is None
    journal.close()
    assert storage.newest_unfinished() is not None
    path.write_bytes(path.read_bytes().replace(b'"n":3', b'"n":4'))
    assert storage.newest_unfinished() is None
    (found,) = storage.summaries()
    assert found.state == DAMAGED


def test_a_record_whose_end_alone_is_that_of_a_finished_one_is_no_match_to_continue(storage: Storage) -> None:
    """It is damaged, and so it is found where it is opened or listed."""
    done = kept(storage.data, goal=1).read_bytes()
    path = kept(storage.data, 20)
    path.write_bytes(path.read_bytes() + done.splitlines(keepends=True)[-1])
    assert storage.newest_unfinished() is None
    assert DAMAGED in [found.state for found in storage.summaries()]
    with pytest.raises(Damaged):
        resumed(storage, path)


def test_the_list_fills_while_one_looks_at_it(tmp_path: Path) -> None:
    shelf_of(tmp_path, 30)
    disk = Reading()
    listed: Any = Storage(tmp_path, tmp_path, disk).summaries()
    for number in range(1, 6):
        assert next(listed).state == FINISHED
        assert disk.read_files == number
    listed.close()


def test_a_record_that_goes_while_the_list_fills_is_not_in_it(tmp_path: Path) -> None:
    shelf_of(tmp_path, 3)
    storage = Storage(tmp_path, tmp_path, FastDisk())
    listed = storage.summaries()
    next(listed)
    (storage.games / "copy-00001.herrlof").unlink()
    assert [found.path.stem for found in listed] == ["copy-00000"]


# Commitments that were shown


def settled(storage: Storage) -> tuple[Match, Journal]:
    """Return a match whose commitment has been shown, and its journal."""
    journal = storage.new_journal()
    match = Match(GAME, SEATS[:2], journal=journal, unplayed=storage.unplayed())
    storage.note_commitment(match.commitment)
    return match, journal


def test_a_commitment_that_was_shown_and_not_played_stands_in_the_next_record(storage: Storage) -> None:
    assert storage.unplayed() == []
    shown = []
    for _ in range(3):
        match, _journal = settled(storage)
        shown.append(match.commitment)
    assert storage.unplayed() == shown
    match.advance()
    assert storage.unplayed() == []
    (path,) = [path for path in storage.games.iterdir() if path.stem == match.game_id]
    record = read_record(path)
    assert record.header.commitment == shown[2]
    assert record.header.unplayed == shown[:2]
    assert "noted: before this match 2 commitments were shown and not played" in list(proofs(record, replayed(record)))


def test_a_match_that_is_dropped_leaves_the_trace_of_all_that_it_settled(storage: Storage) -> None:
    storage.note_commitment("1" * 64)
    match, journal = settled(storage)
    match.advance()
    journal.close()
    assert storage.unplayed() == []
    storage.drop(journal.path)
    assert storage.unplayed() == ["1" * 64, match.commitment]
    assert not storage.matches()


def test_a_match_that_is_taken_up_before_its_first_card_settles_them_then(storage: Storage) -> None:
    storage.note_commitment("1" * 64)
    _match, journal = settled(storage)
    journal.close()
    storage.note_commitment("2" * 64)
    again, journal = resumed(storage, journal.path)
    assert len(storage.unplayed()) == 3
    again.advance()
    journal.close()
    assert storage.unplayed() == ["2" * 64]


def test_commitments_are_noted_once_and_bounded_and_nothing_else_is_taken_for_one(storage: Storage) -> None:
    storage.note_commitment(None)
    assert not storage.data.exists()
    for number in range(1200):
        storage.note_commitment(f"{number:064x}")
        storage.note_commitment(f"{number:064x}")
    assert storage.unplayed() == [f"{number:064x}" for number in range(200, 1200)]
    journal = storage.new_journal()
    play_on(Match(GAME, SEATS[:2], journal=journal, unplayed=["0" * 64] * 5000), moves=2)
    journal.close()
    assert len(read_record(journal.path).header.unplayed) == 1000
    shown = storage.data / "shown"
    for wrong in (b"\xff\n", b"x" * 64, ("²" * 64).encode(), b"\x1b]0;x\x07", b"0" * 63 + b"\n"):
        shown.write_bytes(wrong)
        assert storage.unplayed() == []
    shown.unlink()
    shown.mkdir()
    assert storage.unplayed() == []
    storage.note_commitment("0" * 64)


def test_a_match_without_a_move_and_one_with_a_deal_code_settle_nothing_else(storage: Storage) -> None:
    code = play_on(new_match(goal=1)).deal_code
    storage.note_commitment("1" * 64)
    journal = storage.new_journal()
    Match(GAME, SEATS[:2], journal=journal, unplayed=storage.unplayed()).cut(["a"])
    journal.close()
    assert storage.unplayed() == ["1" * 64]
    journal = storage.new_journal()
    match = Match(GAME, SEATS[:2], journal=journal, deals=code, unplayed=storage.unplayed())
    storage.note_commitment(match.commitment)
    match.advance()
    journal.close()
    assert storage.unplayed() == []


# Everything in any order


class Shelf(RuleBasedStateMachine):
    """Play, quit, kill, resume, damage, list and delete in any order; the file always tells the truth."""

    closed = Bundle("closed")
    opened = Bundle("opened")

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        herrlof.records.disk.LOCK_TIMEOUT = 0.0  # type: ignore[misc]
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
        herrlof.records.disk.LOCK_TIMEOUT = 0.25  # type: ignore[misc]

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
        journal._release()
        if path.exists():
            data = path.read_bytes()
            good = data[: scan(data).good]  # what was torn before is cut off before anything is written
            path.write_bytes(good + (data[:40] + b"x" * 20)[:torn] if data else b"")
        return path

    @rule(target=opened, path=consumes(closed))
    def resume(self, path: Path) -> Any:
        try:
            match, journal = resumed(self.storage, path)
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
                resumed(self.storage, path)
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
TestShelf.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)


@pytest.mark.slow
class TestShelfForLong(Shelf.TestCase):  # type: ignore[misc, valid-type]
    """The same with many more orders."""

    settings = settings(max_examples=100, stateful_step_count=60, deadline=None)


def test_a_lesson_that_is_done_stays_done(storage: Storage) -> None:
    storage.note_lesson("nim", 2, 3)
    storage.note_lesson("nim", 1, None)
    storage.note_lesson("nim", 1, 4)
    assert storage.lessons("nim") == {1: None, 2: 3}
    assert storage.lessons("kuhn") == {}


@pytest.mark.parametrize("text", ["", "[]", '{"nim": 5}', '{"nim": {"x": 1, "2": "far", "3": true}}', "\0" * 99])
def test_lessons_of_a_damaged_file_are_none(storage: Storage, text: str) -> None:
    storage.data.mkdir(parents=True, exist_ok=True)
    (storage.data / "lessons.json").write_text(text)
    assert storage.lessons("nim") == {}


@pytest.mark.parametrize("before", ["", "[]", '{"kuhn": true}', "\0" * 99])
def test_a_game_that_was_won_stays_won_whatever_stood_there(storage: Storage, before: str) -> None:
    storage.data.mkdir(parents=True, exist_ok=True)
    (storage.data / "won.json").write_text(before)
    assert not storage.has_won("nim")
    storage.note_won("nim")
    assert storage.has_won("nim")
    assert storage.has_won("kuhn") == ("kuhn" in before)
