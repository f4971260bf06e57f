"""What can be saved of a damaged record, and that damage hurts nothing else."""

from __future__ import annotations

import stat
from functools import partial

import pytest

from herrlof.records.errors import Damaged, RecordError, Unreadable
from herrlof.records.journal import Journal
from herrlof.records.listing import DAMAGED, UNFINISHED
from herrlof.records.storage import Storage, read_lines
from herrlof.table.repair import repair
from tests.disks import SEATS, kept, line_at, resumed, rewritten


def test_damage_names_file_and_line_and_hurts_no_other(storage: Storage) -> None:
    paths = [kept(storage.data, 10, seed=seed) for seed in (1, 2, 3)]
    data = bytearray(paths[1].read_bytes())
    data[len(data) // 2] ^= 4
    paths[1].write_bytes(data)
    others = [paths[0].read_bytes(), paths[2].read_bytes()]
    line = line_at(bytes(data), len(data) // 2)
    for use in (Journal.open, read_lines, partial(resumed, storage)):
        with pytest.raises(Damaged) as caught:
            use(paths[1])
        assert str(caught.value) == f"{paths[1]}, line {line}: This line isn't as it was written."
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
        match, journal = resumed(storage, copy)
        journal.close()
        assert len(match.moves) == max(number - 2, 0)
        copy.unlink()


def test_repair_cuts_before_a_line_that_does_not_follow_although_its_hash_fits(storage: Storage) -> None:
    path = kept(storage.data, 20)
    rewritten(path, lambda lines: lines[9].update(state="0" * 16))
    data = path.read_bytes()
    with pytest.raises(Damaged, match="line 10: The position"):
        resumed(storage, path)
    first, second = repair(path), repair(path)
    assert first is not None
    assert second is not None
    assert first[1] == 9
    assert first[0] != second[0]
    assert first[0].read_bytes() == second[0].read_bytes() == b"".join(data.splitlines(keepends=True)[:9])


@pytest.mark.parametrize(("mark", "end"), [(b"\xef\xbb\xbf", b"\n"), (b"", b"\r\n"), (b"\xef\xbb\xbf", b"\r\n")])
def test_what_an_editor_has_saved_in_another_form_is_told_and_repaired_whole(
    mark: bytes, end: bytes, storage: Storage
) -> None:
    path = kept(storage.data, 20)
    whole = path.read_bytes()
    path.write_bytes(mark + whole.replace(b"\n", end))
    told = "An editor has changed this file's form: herrlof repair makes a copy as it was."
    for use in (Journal.open, read_lines, partial(resumed, storage)):
        with pytest.raises(Damaged) as caught:
            use(path)
        assert str(caught.value) == f"{path}, line 1: {told}"
    (found,) = storage.matches()
    assert found.problem == f"{path.name}, line 1: {told}"
    result = repair(path)
    assert result is not None
    copy, lines, _damage = result
    assert copy.read_bytes() == whole
    assert lines == whole.count(b"\n")


def test_repair_says_where_it_cannot_help(storage: Storage) -> None:
    path = kept(storage.data, 20)
    assert repair(path) is None
    path.write_bytes(b"X" + path.read_bytes()[1:])
    with pytest.raises(
        RecordError, match=r"line 1: This line isn't as it was written\. There's nothing before that to save"
    ):
        repair(path)
    with pytest.raises(Unreadable, match="no such file"):
        repair(path.with_name("none.herrlof"))
