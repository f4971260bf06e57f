"""One append-only file per match: whole lines, chained by hashes, synced before anybody sees what they tell.

`docs/records.md` describes the file. A failing disk never stops the game: see `Journal.trouble`.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from herrlof.messages import N_, _
from herrlof.records.disk import DISK, Disk, make_folders, not_in_children, open_to_lock, wait_for_lock, write_all
from herrlof.records.errors import Busy, Damaged, Unreadable, error_text
from herrlof.records.fold import Fold
from herrlof.records.lines import BEFORE_BODY, FIRST, encode_line, loads, scan
from herrlof.records.names import printable

if TYPE_CHECKING:
    from herrlof.records.models import Record


GONE: Final = N_("The record of this match has gone: all of it is kept in {file}.")
UNLOCKED: Final = N_("This disk has no locks: play in one window at a time.")
CHANGED: Final = N_("Another program has changed the record of this match: all of it is kept in {file}.")


class Trouble(NamedTuple):
    """Why nothing is saved, and since when; or what became of the file, and where all is saved instead."""

    since: int
    """How many moves are safe in the file."""
    reason: str
    """Why, as a part of a sentence; GONE or CHANGED where it is kept elsewhere."""
    kept: Path | None = None
    """Where the whole match is kept now, and nothing is lost."""

    def __str__(self) -> str:
        """Return the sentence for the table."""
        if self.kept is not None:
            return _(self.reason, file=printable(self.kept.name))
        if not self.since:
            return _("Nothing of this match is saved: {reason}.", reason=self.reason)
        return _("Nothing after move {n} is saved: {reason}.", n=self.since, reason=self.reason)


class Journal:
    """The file of one match: a `Sink` and a `Source` for the referee.

    Where writing fails, the file is cut back to its last whole line (and deleted if it has none), lines wait in memory,
    `trouble` says so, and each `append` or `save` tries again with a newly opened and checked file. A file that
    somebody else changed, renamed or replaced is left as it is: the whole match is written to a new one beside it, and
    `trouble` names that.
    """

    def __init__(self, path: Path, disk: Disk = DISK) -> None:
        """Prepare a new file, which is made with the first line. To go on with one, call `Journal.open`."""
        self.path = path
        self.game_id = path.stem
        """The id of the match: the name under which its file was made."""
        self.trouble: Trouble | None = None
        self.on_first_move: Callable[[], None] | None = None
        """Is called once, when a first move is safely in the file."""
        self._disk = disk
        self._done = bytearray()
        """All that is safely in the file."""
        self._torn = b""
        """What stood after that when the file was opened: a line that was being written when the power went."""
        self._mark: tuple[int, int] | None = None
        """How the file was left after the last write."""
        self._pending: list[bytes] = []
        self._notice: Trouble | None = None
        """What became of an earlier file, or that this one cannot be locked."""
        self._last = FIRST
        self._fold = Fold()
        self._safe_moves = 0
        self._lock: int | None = None
        self._out: int | None = None
        self._made = False
        self._named = False
        self._closed = False
        not_in_children(self)

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> Self:
        """Lock and read a file, to go on with it; nothing is written yet. RecordError says why that cannot be."""
        self = cls(path, disk)
        try:
            self._lock = self._locked()
            disk.mark(self._lock, path)
            data = disk.read(self._lock)
        except OSError as error:
            self.close()
            raise Unreadable(
                _("{file} can't be opened: {reason}.", file=path.name, reason=error_text(error, reading=True))
            ) from None
        except Busy:
            self.close()
            raise
        found = scan(data)
        if found.damage is not None or not found.bodies:
            self.close()
            raise Damaged(str(path), len(found.bodies) + 1, found.damage or _("There's no complete line."))
        self._done += data[: found.good]
        self._torn = data[found.good :]
        self._last = found.last
        self._fold = Fold.of(found.bodies)
        self._safe_moves = len(self._fold.moves)
        self._made = self._named = True
        return self

    @property
    def bodies(self) -> list[bytes]:
        """The JSON of every line so far, saved or not."""
        return scan(bytes(self._done) + b"".join(self._pending)).bodies

    def read(self) -> Record:
        """Return the record so far; RecordError says why it cannot be used."""
        from herrlof.records.models import parse

        return parse(self.bodies, str(self.path))

    def append(self, *lines: Mapping[str, Any]) -> None:
        """Write lines and wait until they are safe; where that fails, keep them and set `trouble`."""
        for line in lines:
            data, self._last = encode_line(line, self._last)
            self._pending.append(data)
            self._fold.add(data[BEFORE_BODY:-1])
        self.save()

    def save(self) -> bool:
        """Write what is not in the file yet; return whether all is safe now."""
        if not self._pending or self._closed:
            return not self._pending
        disk, good = self._disk, None
        try:
            if self._out is not None:
                self._check_unchanged(self._out)
            if self._out is None:
                self._out = self._reopened()
            good = len(self._done)
            for data in self._pending:
                write_all(disk, self._out, data)
            disk.sync(self._out)
            if not self._named:
                disk.sync_folder(self.path.parent)
                self._named = True
        except OSError as error:
            self._set_aside(good)
            self.trouble = Trouble(self._safe_moves, error_text(error))
            return False
        self._done += b"".join(self._pending)
        self._pending.clear()
        with contextlib.suppress(OSError):  # the next write will find out what has become of it
            self._mark = disk.mark(self._out, self.path)
        self.trouble = self._notice
        self._safe_moves, before = len(self._fold.moves), self._safe_moves
        if self._safe_moves and not before and (call := self.on_first_move) is not None:
            self.on_first_move = None
            call()
        return True

    def close(self) -> None:
        """Try a last time to save what waits, and let others open the file."""
        if not self._closed:
            self.save()
        self._closed = True
        self._release()

    def leave_to_parent(self) -> None:
        """In a forked child: keep no descriptor, and write nothing any more."""
        self._closed = True
        self._release()

    def _locked(self) -> int:
        """Lock the file; where no lock is to be had nothing is lost, and it is said."""
        fd, locked = _locked(self._disk, self.path)
        if not locked and self._notice is None:
            self.trouble = self._notice = Trouble(0, UNLOCKED, self.path)
        return fd

    def _release(self) -> None:
        for fd in (self._out, self._lock):
            if fd is not None:
                self._disk.close(fd)
        self._out = self._lock = None

    def _set_aside(self, good: int | None) -> None:
        """Close the file, cut back to its `good` bytes if more was written: a descriptor that failed is not trusted."""
        if self._out is not None:
            if good is not None:
                with contextlib.suppress(OSError):
                    self._disk.truncate(self._out, good)
            if not self._done and self._unmake(self._out) and self._lock is not None:
                self._disk.close(self._lock)
                self._lock = None
            self._disk.close(self._out)
            self._out = None

    def _unmake(self, out: int) -> bool:
        """Delete a file in which nothing is safe yet: it would stay behind empty. Where it stays, it is used again."""
        try:
            self._disk.mark(out, self.path)
            self._disk.unlink(self.path)
        except OSError:
            return False
        self._made = False
        return True

    def _check_unchanged(self, out: int) -> None:
        """Find out whether the file is as it was left; where it is not, the match moves to another one."""
        try:
            mark = self._disk.mark(out, self.path)
        except FileNotFoundError:
            self._move(GONE)
            return
        if mark != self._mark and (mark[0] != len(self._done) or self._disk.read(out) != self._done):
            self._move(CHANGED)

    def _move(self, reason: str) -> None:
        """Leave the file to whoever has changed it; all of the match is to be written to one that is not there yet."""
        deleted = self._lock is not None and not os.fstat(self._lock).st_nlink and not os.path.lexists(self.path)
        self._release()
        self._made = self._named = False
        if self._done:
            self._pending.insert(0, bytes(self._done))
            self._done.clear()
        self._torn = b""
        self._safe_moves = 0
        self.path = next(path for path in _beside(self.path) if not os.path.lexists(path))
        if not deleted:  # else it is there again, as it was
            self._notice = Trouble(0, reason, self.path)

    def _reopened(self) -> int:
        """Open the file for writing, make it if need be, and check that it holds what it should."""
        disk = self._disk
        if self._made:
            try:
                out = disk.open(self.path, os.O_RDWR | os.O_APPEND)
            except OSError:
                if self.path.is_file():
                    raise
                self._move(GONE)
            else:
                if self._checked(out):
                    return out
                disk.close(out)
                self._move(CHANGED)
        make_folders(disk, self.path.parent)
        out = disk.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL)
        self._made = True
        try:
            self._lock = self._locked()
        except Busy:
            disk.close(out)
            raise OSError(errno.EBUSY, _("another program has the file open")) from None
        except BaseException:
            self._unmake(out)
            disk.close(out)
            raise
        return out

    def _checked(self, out: int) -> bool:
        """Lock an open file, and cut off what was not written to its end; False if it holds something else."""
        disk = self._disk
        try:
            if self._lock is None:
                self._lock = self._locked()
            disk.mark(self._lock, self.path)
            found = disk.read(out)
            tail = found[len(self._done) :]
            unfinished = b"".join(self._pending).startswith(tail) or tail == self._torn
            if not found.startswith(self._done) or not unfinished:
                return False
            if tail:
                disk.truncate(out, len(self._done))
        except FileNotFoundError:
            return False
        except BaseException as error:
            disk.close(out)
            if isinstance(error, Busy):
                raise OSError(errno.EBUSY, _("another program has the file open")) from None
            raise
        return True


def _beside(path: Path) -> Iterator[Path]:
    """Yield names for a file, its own first."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def lock_file(disk: Disk, path: Path) -> int:
    """Return a descriptor that holds the lock of a file, where there are locks; Busy says where it is open."""
    return _locked(disk, path)[0]


def _locked(disk: Disk, path: Path) -> tuple[int, bool]:
    fd = open_to_lock(disk, path)
    try:
        locked = wait_for_lock(disk, fd)
        if locked is False:
            raise Busy(_elsewhere(path.name, disk.read(fd)))
    except BaseException:
        disk.close(fd)
        raise
    return fd, locked is True


def _elsewhere(file: str, data: bytes) -> str:
    """Return that a record is open elsewhere, and where, as far as it says."""
    for body in reversed(scan(data).bodies):
        if b'"opened":' in body:
            try:
                opened = loads(body).get("opened")
            except ValueError:
                continue
            if isinstance(opened, dict):
                host, pid, terminal = (str(opened.get(name) or "")[:60] for name in ("host", "pid", "terminal"))
                if terminal:
                    text = N_("{file} is open elsewhere: process {pid} on {terminal} of {host}.")
                    return _(text, file=file, pid=pid, terminal=terminal, host=host)
                return _("{file} is open elsewhere: process {pid} of {host}.", file=file, pid=pid, host=host)
    return _("{file} is open elsewhere.", file=file)
