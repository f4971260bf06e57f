"""What is the system's: to open, write, sync and lock files, and what a forked child must not keep."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import time
from pathlib import Path
from typing import Final, Protocol
from weakref import WeakSet

MAX_FILE: Final = 1 << 26
"""Bytes of the largest file that is read: a thousand times a long match."""
LOCK_TIMEOUT: Final = 0.25
"""Seconds for which a locked file is tried again: a list of games looks at locks for an instant."""


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
        there = os.fstat(fd)
        if not stat.S_ISREG(there.st_mode):
            raise OSError(errno.EINVAL, "this is no ordinary file")
        size = min(size, there.st_size)  # as much room is taken, however little there is
        return os.pread(fd, size, there.st_size - size)

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
        os.ftruncate(fd, size)

    def mark(self, fd: int, path: Path) -> tuple[int, int]:
        """Return the size of an open file, and when it was last changed; FileNotFoundError if `path` is another file.

        Whoever deletes, renames or replaces an open file leaves it where nobody will look for it.
        """
        here = os.fstat(fd)
        if not os.path.samestat(here, os.stat(path)):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return here.st_size, here.st_mtime_ns

    def lock(self, fd: int, shared: bool = False) -> bool | None:
        """Lock a file until it is closed or this process ends; False if somebody else has it locked.

        None: there is no lock to be had here, whatever the system calls that, and so nobody else has one.
        """
        try:
            fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return None
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


def replace_file(disk: Disk, path: Path, data: bytes, sync: bool = True) -> None:
    """Put a file in place of another one, whole or not at all, readable by its owner alone."""
    make_folders(disk, path.parent)
    new = path.with_name(f"{path.name}.{os.urandom(4).hex()}.new")
    try:
        fd = disk.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        try:
            write_all(disk, fd, data)
            if sync:
                disk.sync(fd)
        finally:
            disk.close(fd)
        disk.rename(new, path)
        if sync:
            disk.sync_folder(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            disk.unlink(new)
        raise


def read_whole(disk: Disk, path: Path) -> bytes:
    fd = disk.open(path, os.O_RDONLY)
    try:
        return disk.read(fd)
    finally:
        disk.close(fd)


def open_to_lock(disk: Disk, path: Path) -> int:
    """Open a file that is to be locked; for reading alone where it cannot be written."""
    try:
        return disk.open(path, os.O_RDWR)
    except OSError as error:
        if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise
        return disk.open(path, os.O_RDONLY)


def wait_for_lock(disk: Disk, fd: int) -> bool | None:
    """Lock a file, and try for an instant if somebody else has it locked; return what `Disk.lock` returned last."""
    until = time.monotonic() + LOCK_TIMEOUT
    while (locked := disk.lock(fd)) is False and time.monotonic() <= until:
        time.sleep(0.01)
    return locked


def user_name(uid: int) -> str:
    """Return what the system calls a user; the number where it has no name for it."""
    import pwd  # of use where something is wrong, or somebody comes

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def owner_of(path: Path) -> tuple[Path, str] | None:
    """Return whose a file or folder is, or else the nearest above it that can be looked at; None where it is one's own.

    That is who can let somebody in.
    """
    for place in (path, *path.parents):
        try:
            uid = os.stat(place).st_uid
        except OSError:
            continue
        return None if uid == os.geteuid() else (place, user_name(uid))
    return None


class Holder(Protocol):
    """What holds open files that a forked child must not keep: their locks would outlive the table."""

    def leave_to_parent(self) -> None:
        """Close them, and use them no more; called in the child."""


_holders: WeakSet[Holder] = WeakSet()


def not_in_children(holder: Holder) -> None:
    """Let each forked child leave to its parent what `holder` holds."""
    _holders.add(holder)


def _leave_to_parent() -> None:
    for holder in list(_holders):
        holder.leave_to_parent()


os.register_at_fork(after_in_child=_leave_to_parent)
