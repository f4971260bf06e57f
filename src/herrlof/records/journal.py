"""One append-only file per match: whole lines, chained by hashes, synced before anybody sees what they tell.

`docs/records.md` describes the file. A failing disk never stops the game: see `Journal.trouble`.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self
from weakref import WeakSet

from herrlof.records.errors import Busy, Damaged, Unreadable
from herrlof.records.names import printable

if TYPE_CHECKING:
    from herrlof.records.models import Record

FORMAT: Final = 2
"""The number of the format that new records have; `docs/records.md` describes it."""
FIRST: Final = "0" * 32
"""What the hash of the first line is chained to."""
BEFORE_BODY: Final = 6 + 1 + 32 + 1
"""Bytes of a line before its JSON: the length, a space, the hash, a space."""
MAX_BODY: Final = 999_999
MAX_FILE: Final = 1 << 26
"""Bytes of the largest file that is read: a thousand times a long match."""
LOCK_TIMEOUT: Final = 0.25
"""Seconds for which a locked file is tried again: a list of games looks at locks for an instant."""


# Lines


def encode_line(line: Mapping[str, Any], previous: str) -> tuple[bytes, str]:
    """Return a whole line of the file and its hash, which the next line is chained to."""
    body = dumps(line).encode("ascii")
    if len(body) > MAX_BODY:
        raise ValueError(f"a line of a record has at most {MAX_BODY} bytes, not {len(body)}")
    digest = hash_of(previous, body)
    return b"%06d %s %s\n" % (len(body), digest.encode(), body), digest


def dumps(line: Any) -> str:
    """Return a line as JSON."""
    return json.dumps(line, sort_keys=True, separators=(",", ":"), allow_nan=False)


def loads(body: bytes | str) -> dict[str, Any]:
    """Return what the JSON of a line says; ValueError where it does not stand as this program writes it.

    That leaves one text for each line: no key twice, no space, no number that is none, nothing beyond ASCII.
    """
    try:
        text = body.decode("ascii") if isinstance(body, bytes) else body
        raw = json.loads(text)
        same = isinstance(raw, dict) and dumps(raw) == text
    except (ValueError, RecursionError):
        raise ValueError("this is no JSON") from None
    if not same:
        raise ValueError("this is not as the program writes it")
    found: dict[str, Any] = raw
    return found


def hash_of(previous: str, body: bytes) -> str:
    """Return the hash of a line: 32 hex digits of SHA-256 over the hash before it and its JSON."""
    return hashlib.sha256(previous.encode() + body).hexdigest()[:32]


class Scan(NamedTuple):
    """What the bytes of a file hold."""

    bodies: list[bytes]
    """The JSON of each good line."""
    good: int
    """How many bytes the good lines take."""
    last: str
    """The hash of the last good line."""
    damage: str | None
    """What is wrong after the good lines; a torn last line is nothing wrong."""


def scan(data: bytes) -> Scan:
    """Return the good lines from the start of a file.

    What was being written when the power went is torn: no line break, and shorter than its length says, with
    or without zeros after it. It was never shown, so it counts as not there. Anything else is damage.
    """
    bodies: list[bytes] = []
    at, previous = 0, FIRST
    while at < len(data):
        digits = data[at : at + 6]
        start = at + BEFORE_BODY
        end = start + int(digits) if len(digits) == 6 and digits.isdigit() else len(data)
        body = data[start:end]
        digest = hash_of(previous, body)
        if data[at + 6 : start] != b" %s " % digest.encode() or data[end : end + 1] != b"\n":
            return Scan(bodies, at, previous, None if _torn(data[at:]) else "this line is not as it was written")
        bodies.append(body)
        at, previous = end + 1, digest
    return Scan(bodies, at, previous, None)


def _torn(tail: bytes) -> bool:
    if b"\n" in tail:
        return False
    text = tail.rstrip(b"\0")
    digits = text[:6]
    if not digits:
        return True
    return digits.isdigit() and (len(digits) < 6 or len(text) <= BEFORE_BODY + int(digits))


# The disk


class Disk:
    """The calls to the operating system that can fail. Tests put failures and kills here."""

    def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
        """Open a file, not for child processes; nothing waits for the other end of a pipe."""
        return os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK, mode)

    def close(self, fd: int) -> None:
        """Close a file; what goes wrong then has gone wrong before."""
        with contextlib.suppress(OSError):
            os.close(fd)

    def read(self, fd: int) -> bytes:
        """Return all that is in a file; OSError where that is no ordinary file, or too much."""
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, "this is no ordinary file")
        parts: list[bytes] = []
        at = 0
        while part := os.pread(fd, 1 << 20, at):
            parts.append(part)
            at += len(part)
            if at > MAX_FILE:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return b"".join(parts)

    def tail(self, fd: int, size: int) -> bytes:
        """Return the last bytes of a file."""
        there = os.fstat(fd)
        if not stat.S_ISREG(there.st_mode):
            raise OSError(errno.EINVAL, "this is no ordinary file")
        return os.pread(fd, size, max(0, there.st_size - size))

    def write(self, fd: int, data: bytes) -> int:
        """Write at the end of the file, as much as it takes; return how much that was."""
        return os.write(fd, data)

    def sync(self, fd: int) -> None:
        """Wait until what was written is on the disk itself."""
        if hasattr(fcntl, "F_FULLFSYNC"):  # macOS, whose fsync stops at the disk's cache
            try:
                fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            except OSError as error:
                if error.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                    raise
            else:
                return
        getattr(os, "fdatasync", os.fsync)(fd)

    def truncate(self, fd: int, size: int) -> None:
        """Cut a file to this size."""
        os.ftruncate(fd, size)

    def mark(self, fd: int, path: Path) -> tuple[int, int]:
        """Return the size of an open file, and when it was last changed; FileNotFoundError if `path` is another file.

        Whoever deletes, renames or replaces an open file leaves it where nobody will look for it.
        """
        here = os.fstat(fd)
        if not os.path.samestat(here, os.stat(path)):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return here.st_size, here.st_mtime_ns

    def lock(self, fd: int, shared: bool = False) -> bool:
        """Lock a file until it is closed or this process ends; False if somebody else has it locked."""
        try:
            fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS):
                return True  # this file system knows no locks
            if error.errno != errno.EWOULDBLOCK:
                raise
            return False
        return True

    def make_folder(self, path: Path) -> None:
        """Make a folder that only its owner can look into."""
        with contextlib.suppress(FileExistsError):
            os.mkdir(path, 0o700)

    def sync_folder(self, path: Path) -> None:
        """Wait until the names in a folder are on the disk itself."""
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        except OSError as error:
            if error.errno != errno.EINVAL:  # this file system has no such thing
                raise
        finally:
            os.close(fd)

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name; a file that had it is gone."""
        os.replace(old, new)

    def unlink(self, path: Path) -> None:
        """Delete a file."""
        os.unlink(path)


DISK: Final = Disk()


def make_folders(disk: Disk, path: Path) -> None:
    """Make a folder and what is missing above it, and let their names be synced."""
    if not path.is_dir():
        make_folders(disk, path.parent)
        disk.make_folder(path)
        disk.sync_folder(path.parent)


def write_all(disk: Disk, fd: int, data: bytes) -> None:
    """Write all of `data`, however little the system takes at a time."""
    left = memoryview(data)
    while left:
        taken = disk.write(fd, bytes(left))
        if not taken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        left = left[taken:]


_ERROR_TEXTS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your quota of the disk is used up",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk reports an error",
    errno.EACCES: "there is no permission to write there",
    errno.EPERM: "there is no permission to write there",
    errno.ENOENT: "the file or its folder is gone",
    errno.EFBIG: "the file is too large",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}


def error_text(error: OSError) -> str:
    """Return what went wrong in words for a player."""
    return _ERROR_TEXTS.get(error.errno or 0, error.strerror or "an error of the operating system")


# The journal


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why nothing is saved, and since when; or what became of the file, and where all is saved instead."""

    since: int
    """How many moves are safe in the file."""
    reason: str
    kept: Path | None = None
    """Where the whole match is kept now, and nothing is lost."""

    def __str__(self) -> str:
        """Return the sentence for the table."""
        if self.kept is not None:
            return f"{self.reason}: all of it is kept in {printable(self.kept.name)}"
        safe = f"Nothing after move {self.since} is saved" if self.since else "Nothing of this match is saved"
        return f"{safe}: {self.reason}"


class Journal:
    """The file of one match: a `Sink` and a `Source` for the referee.

    Where writing fails, the file is cut back to its last whole line, lines wait in memory, `trouble` says so,
    and each `append` or `save` tries again with a newly opened and checked file. A file that somebody else changed,
    renamed or replaced is left as it is: the whole match is written to a new one beside it, and `trouble` names that.
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
        """What became of an earlier file."""
        self._last = FIRST
        self._moves = self._safe_moves = 0
        self._lock: int | None = None
        self._out: int | None = None
        self._made = False
        self._named = False
        self._closed = False
        _open_journals.add(self)

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> Self:
        """Lock and read a file, to go on with it; nothing is written yet. RecordError says why that cannot be."""
        self = cls(path, disk)
        try:
            self._lock = lock_file(disk, path)
            disk.mark(self._lock, path)
            data = disk.read(self._lock)
        except OSError as error:
            self.close()
            raise Unreadable(f"{path.name} cannot be opened: {error_text(error)}") from None
        except Busy:
            self.close()
            raise
        found = scan(data)
        if found.damage is not None or not found.bodies:
            self.close()
            raise Damaged(str(path), len(found.bodies) + 1, found.damage or "there is no complete line")
        self._done += data[: found.good]
        self._torn = data[found.good :]
        self._last = found.last
        self._moves = self._safe_moves = count_moves(found.bodies)
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

    def append(self, line: Mapping[str, Any]) -> None:
        """Write a line and wait until it is safe; where that fails, keep it and set `trouble`."""
        data, self._last = encode_line(line, self._last)
        self._pending.append(data)
        self._moves += "do" in line
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
        self._safe_moves, before = self._moves, self._safe_moves
        if self._moves and not before and (call := self.on_first_move) is not None:
            self.on_first_move = None
            call()
        return True

    def close(self) -> None:
        """Try a last time to save what waits, and let others open the file."""
        if not self._closed:
            self.save()
        self._closed = True
        self._release()

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
            self._disk.close(self._out)
            self._out = None

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
            self._lock = lock_file(disk, self.path)
        except BaseException as error:
            disk.close(out)
            if isinstance(error, Busy):
                raise OSError(errno.EBUSY, "another program has the file open") from None
            raise
        return out

    def _checked(self, out: int) -> bool:
        """Lock an open file, and cut off what was not written to its end; False if it holds something else."""
        disk = self._disk
        try:
            if self._lock is None:
                self._lock = lock_file(disk, self.path)
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
                raise OSError(errno.EBUSY, "another program has the file open") from None
            raise
        return True


GONE: Final = "The record of this match is not where it was"
CHANGED: Final = "Another program has changed the record of this match"


def _beside(path: Path) -> Iterator[Path]:
    """Yield names for a file, its own first."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def count_moves(bodies: list[bytes]) -> int:
    """Return how many lines are moves: theirs is the only JSON whose first key is `by`."""
    return sum(body.startswith(b'{"by":') for body in bodies)


def lock_file(disk: Disk, path: Path) -> int:
    """Return a descriptor that holds the lock of a file; Busy says where it is open."""
    try:
        fd = disk.open(path, os.O_RDWR)
    except OSError as error:
        if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise
        fd = disk.open(path, os.O_RDONLY)
    try:
        until = time.monotonic() + LOCK_TIMEOUT
        while not disk.lock(fd):
            if time.monotonic() > until:
                raise Busy(f"{path.name} is open elsewhere{_holder(disk.read(fd))}")
            time.sleep(0.01)
    except BaseException:
        disk.close(fd)
        raise
    return fd


def _holder(data: bytes) -> str:
    """Return who opened a record last, as far as it says."""
    for body in reversed(scan(data).bodies):
        if b'"opened":' in body:
            try:
                opened = loads(body).get("opened")
            except ValueError:
                continue
            if isinstance(opened, dict):
                host, pid, terminal = (str(opened.get(name) or "")[:60] for name in ("host", "pid", "terminal"))
                return f": process {pid}{terminal and f' on {terminal}'} of {host}"
    return ""


_open_journals: WeakSet[Journal] = WeakSet()


def _release_in_child() -> None:
    """Let a forked child keep no lock: it would outlive the table."""
    for journal in list(_open_journals):
        journal._closed = True
        journal._release()


os.register_at_fork(after_in_child=_release_in_child)
