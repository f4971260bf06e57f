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
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self
from weakref import WeakSet

from herrlof.match import Damaged, RecordError

if TYPE_CHECKING:
    from herrlof.records import Record

FIRST: Final = "0" * 32
"""What the hash of the first line is chained to."""
BEFORE_BODY: Final = 6 + 1 + 32 + 1
"""Bytes of a line before its JSON: the length, a space, the hash, a space."""
MAX_BODY: Final = 999_999
PATIENCE: Final = 0.25
"""Seconds for which a locked file is tried again: a list of games looks at locks for an instant."""


class Busy(RecordError):
    """Another program has this record open."""


class Unreadable(RecordError):
    """The operating system does not let this file be read."""


# Lines


def encode_line(line: Mapping[str, Any], previous: str) -> tuple[bytes, str]:
    """Return a whole line of the file and its hash, which the next line is chained to."""
    body = json.dumps(line, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")
    if len(body) > MAX_BODY:
        raise ValueError(f"a line of a record has at most {MAX_BODY} bytes, not {len(body)}")
    digest = hash_of(previous, body)
    return b"%06d %s %s\n" % (len(body), digest.encode(), body), digest


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
        """Open a file, not for child processes."""
        return os.open(path, flags | os.O_CLOEXEC, mode)

    def close(self, fd: int) -> None:
        """Close a file; what goes wrong then has gone wrong before."""
        with contextlib.suppress(OSError):
            os.close(fd)

    def read(self, fd: int) -> bytes:
        """Return all that is in a file."""
        parts: list[bytes] = []
        at = 0
        while part := os.pread(fd, 1 << 20, at):
            parts.append(part)
            at += len(part)
        return b"".join(parts)

    def write(self, fd: int, data: bytes) -> int:
        """Write at the end of the file, as much as it takes; return how much that was."""
        return os.write(fd, data)

    def sync(self, fd: int) -> None:
        """Wait until what was written is on the disk itself."""
        if hasattr(fcntl, "F_FULLFSYNC"):  # macOS, whose fsync stops at the disk's cache
            try:
                fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            except OSError as fault:
                if fault.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                    raise
            else:
                return
        getattr(os, "fdatasync", os.fsync)(fd)

    def truncate(self, fd: int, size: int) -> None:
        """Cut a file to this size."""
        os.ftruncate(fd, size)

    def links(self, fd: int) -> int:
        """Return how many names an open file has: 0 when it was deleted."""
        return os.fstat(fd).st_nlink

    def lock(self, fd: int, shared: bool = False) -> bool:
        """Lock a file until it is closed or this process ends; False if somebody else has it locked."""
        try:
            fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError as fault:
            if fault.errno in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS):
                return True  # this file system knows no locks
            if fault.errno != errno.EWOULDBLOCK:
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
        except OSError as fault:
            if fault.errno != errno.EINVAL:  # this file system has no such thing
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


_PLAIN: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your quota of the disk is used up",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk reports an error",
    errno.EACCES: "there is no permission to write there",
    errno.EPERM: "there is no permission to write there",
    errno.ENOENT: "the file or its folder is gone",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}


def plain(fault: OSError) -> str:
    """Return what went wrong in words for a player."""
    return _PLAIN.get(fault.errno or 0, fault.strerror or "an error of the operating system")


# The journal


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why nothing is saved, and since when."""

    since: int
    """How many moves are safe in the file."""
    reason: str

    def __str__(self) -> str:
        """Return the sentence for the table."""
        safe = f"Nothing after move {self.since} is saved" if self.since else "Nothing of this match is saved"
        return f"{safe}: {self.reason}"


class Journal:
    """The file of one match: a `Sink` and a `Source` for the referee.

    Where writing fails, the file is cut back to its last whole line, lines wait in memory, `trouble` says so,
    and each `append` or `save` tries again with a newly opened and checked file.
    """

    def __init__(self, path: Path, disk: Disk = DISK) -> None:
        """Prepare a new file, which is made with the first line. To go on with one, call `Journal.open`."""
        self.path = path
        self.trouble: Trouble | None = None
        self._disk = disk
        self._done = bytearray()
        """All that is safely in the file."""
        self._pending: list[bytes] = []
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
            if disk.links(self._lock) == 0:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            data = disk.read(self._lock)
        except OSError as fault:
            self.close()
            raise Unreadable(f"{path.name} cannot be opened: {plain(fault)}") from None
        except Busy:
            self.close()
            raise
        found = scan(data)
        if found.damage is not None or not found.bodies:
            self.close()
            raise Damaged(str(path), len(found.bodies) + 1, found.damage or "there is no complete line")
        self._done += data[: found.good]
        self._last = found.last
        self._moves = self._safe_moves = count_moves(found.bodies)
        self._made = self._named = True
        return self

    @property
    def game_id(self) -> str:
        """The id of the match: the name of the file."""
        return self.path.stem

    @property
    def bodies(self) -> list[bytes]:
        """The JSON of every line so far, saved or not."""
        return scan(bytes(self._done) + b"".join(self._pending)).bodies

    def read(self) -> Record:
        """Return the record so far; RecordError says why it cannot be used."""
        from herrlof.records import parse

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
        disk = self._disk
        try:
            if self._out is not None and disk.links(self._out) == 0:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            if self._out is None:
                self._out = self._reopened()
            for data in self._pending:
                write_all(disk, self._out, data)
            disk.sync(self._out)
            if not self._named:
                disk.sync_folder(self.path.parent)
                self._named = True
        except OSError as fault:
            self._set_aside()
            self.trouble = Trouble(self._safe_moves, plain(fault))
            return False
        self._done += b"".join(self._pending)
        self._pending.clear()
        self._safe_moves = self._moves
        self.trouble = None
        return True

    def close(self) -> None:
        """Try a last time to save what waits, and let others open the file."""
        if not self._closed:
            self.save()
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        for fd in (self._out, self._lock):
            if fd is not None:
                self._disk.close(fd)
        self._out = self._lock = None

    def _set_aside(self) -> None:
        """Cut the file back to its last safe line and close it: after a failure a descriptor is not trusted again."""
        if self._out is not None:
            with contextlib.suppress(OSError):
                self._disk.truncate(self._out, len(self._done))
            self._disk.close(self._out)
            self._out = None

    def _reopened(self) -> int:
        """Open the file for writing, make it if need be, and check that it holds what it should."""
        disk, path = self._disk, self.path
        out = None
        if self._made:
            try:
                out = disk.open(path, os.O_RDWR | os.O_APPEND)
            except FileNotFoundError:
                self._let_go()
                self._made = self._named = False
                if self._done:  # somebody deleted the file: write all of it again
                    self._pending.insert(0, bytes(self._done))
                    self._done.clear()
                    self._safe_moves = 0
        if out is None:
            make_folders(disk, path.parent)
            out = disk.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL)
            self._made = True
        try:
            if self._lock is None:
                self._lock = lock_file(disk, path)
            found = disk.read(out)
            if not found.startswith(self._done):
                raise OSError(errno.ESTALE, "another program has changed the file")
            if len(found) > len(self._done):
                disk.truncate(out, len(self._done))
        except BaseException as fault:
            disk.close(out)
            if isinstance(fault, Busy):
                raise OSError(errno.EBUSY, "another program has the file open") from None
            raise
        return out


def count_moves(bodies: list[bytes]) -> int:
    """Return how many lines are moves: theirs is the only JSON whose first key is `by`."""
    return sum(body.startswith(b'{"by":') for body in bodies)


def lock_file(disk: Disk, path: Path) -> int:
    """Return a descriptor that holds the lock of a file; Busy says where it is open."""
    try:
        fd = disk.open(path, os.O_RDWR)
    except OSError as fault:
        if fault.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise
        fd = disk.open(path, os.O_RDONLY)
    try:
        until = time.monotonic() + PATIENCE
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
            opened = json.loads(body).get("opened")
            if isinstance(opened, dict):
                host, pid, terminal = (
                    "".join(filter(str.isprintable, str(opened.get(name) or "")))[:60]
                    for name in ("host", "pid", "terminal")
                )
                return f": process {pid}{terminal and f' on {terminal}'} of {host}"
    return ""


_open_journals: WeakSet[Journal] = WeakSet()


def _forget() -> None:
    """Let a forked child keep no lock: it would outlive the table."""
    for journal in list(_open_journals):
        journal._closed = True
        journal._let_go()


os.register_at_fork(after_in_child=_forget)
