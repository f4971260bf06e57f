"""The first door: a Unix socket for who works at the same machine. The system says who is at the other end.

It lies in a folder that only its owner can look into; for a group of users, in one of its own that only they can.
"""

from __future__ import annotations

import asyncio
import grp
import os
import pwd
import shlex
import socket
import stat
import struct
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Final

from herrlof.game import NOBODY
from herrlof.messages import _, listed
from herrlof.records.disk import user_name
from herrlof.seats.host import Door, DoorError, Host
from herrlof.seats.protocol import LONGEST

SUFFIX: Final = ".seat"
LONGEST_PATH: Final = 100
"""Bytes that the path of a socket may have on every system."""


def runtime_folder() -> Path:
    """Return the folder of this user's sockets: HERRLOF_RUNTIME_DIR, or the system's own place; DoorError: none."""
    if named := os.environ.get("HERRLOF_RUNTIME_DIR"):
        return Path(named)
    from platformdirs import user_runtime_path

    with warnings.catch_warnings(action="ignore"):  # where the system names no such place, it says so on the screen
        try:
            return user_runtime_path("herrlof", appauthor=False)
        except (RuntimeError, OSError):  # no home, or somebody else's folder where ours should be
            raise DoorError(
                _("No folder here is safe for a door: set HERRLOF_RUNTIME_DIR to one of your own.")
            ) from None


def tables_here(own: Path | None = None) -> list[Path]:
    """Return the sockets of the tables that this user has opened on this machine and that still answer.

    One's `own` is not asked.
    """
    with suppress(OSError, DoorError):
        folder = runtime_folder()
        if folder.lstat().st_uid == os.getuid():
            return sorted(
                path for path in folder.iterdir() if path.suffix == SUFFIX and (path == own or _answers(path))
            )
    return []


def table_named(text: str | None) -> Path:
    """Return the socket that somebody named, or else the only one there is; DoorError says why there is none."""
    if text is not None:
        path = Path(text).absolute()
        check_owner(path)
        return path
    found = tables_here()
    if not found:
        raise DoorError(_("No table is open on this machine: herrlof host opens one."))
    if len(found) > 1:
        raise DoorError(_("Several tables are open: name one of {paths}.", paths=listed(found)))
    check_owner(found[0])
    return found[0]


def peer(connection: socket.socket) -> int | None:
    """Return the user at the other end of a Unix socket; None where this system does not say."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return None
    found = connection.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("3i"))
    return int(struct.unpack("3i", found)[1])


def check_owner(path: Path) -> None:
    """DoorError where a socket lies in a folder in which anybody but its owner could put another one."""
    for place in (path.parent, path):
        try:
            there = place.lstat()
        except OSError:
            raise DoorError(_("There's no table at {path}.", path=path)) from None
        if stat.S_ISLNK(there.st_mode) or there.st_mode & (stat.S_IWOTH | (stat.S_IWGRP if place != path else 0)):
            raise DoorError(_("Others could have replaced {path}: it isn't used.", path=path))
    if path.lstat().st_uid != path.parent.lstat().st_uid:
        raise DoorError(_("Others could have replaced {path}: it isn't used.", path=path))


class LocalDoor(Door):
    """The door for the same machine."""

    def __init__(self, host: Host, group: str | None = None, name: str = "") -> None:
        """Prepare it; with a `group` for its users too. DoorError where there is no such group.

        `name`: of the match whose door it was first; nothing: of this one.
        """
        self._host = host
        self._group: grp.struct_group | None = None
        name = name or host.table.path.stem
        if group is None:
            self.path = runtime_folder() / f"{name}{SUFFIX}"
        else:
            try:
                self._group = grp.getgrnam(group)
            except KeyError:
                raise DoorError(_("There's no group {group} on this machine.", group=group)) from None
            self.path = Path(tempfile.gettempdir()) / f"herrlof-{name}" / f"table{SUFFIX}"
        self._server: asyncio.Server | None = None

    @property
    def place(self) -> str:
        """From where one comes in by it."""
        return _("this machine")

    def way(self, seat: int) -> str:
        """What the player of a seat types there; who comes has the one that is free, or watches."""
        return self.command.replace(" join", " join --watch", 1) if seat == NOBODY else self.command

    @property
    def command(self) -> str:
        """What a guest types there."""
        alone = self._group is None and tables_here(self.path) == [self.path]
        return "herrlof join" if alone else f"herrlof join {shlex.quote(str(self.path))}"

    @property
    def opens(self) -> str:
        if self._group is None:
            return _("From your own account, without a code, or by Join at home.")
        return _("From accounts of the group {group}, without a code.", group=self._group.gr_name)

    @property
    def warns(self) -> str:
        """Nothing."""
        return ""

    async def open(self) -> None:
        folder = self.path.parent
        if len(os.fsencode(self.path)) > LONGEST_PATH:
            raise DoorError(_("The path {path} is too long for a socket: set HERRLOF_RUNTIME_DIR.", path=self.path))
        try:
            self._make_folder(folder)
            if os.path.lexists(self.path):
                if _answers(self.path):
                    raise DoorError(_("This table is open in another terminal already."))
                self.path.unlink()
            made = socket.socket(socket.AF_UNIX)
            before = os.umask(0o177)
            try:
                made.bind(str(self.path))
            finally:
                os.umask(before)
            if self._group is not None:
                os.chown(self.path, -1, self._group.gr_gid)
                self.path.chmod(0o660)
            self._server = await asyncio.start_unix_server(self._welcome, sock=made, limit=LONGEST)
        except OSError as error:
            raise DoorError(
                _("The door at {path} can't be opened: {why}.", path=self.path, why=error.strerror or error)
            ) from None

    def _make_folder(self, folder: Path) -> None:
        """Make the folder of the socket, or check that it is ours alone, or the group's."""
        mode = 0o700 if self._group is None else 0o750
        with suppress(FileExistsError):
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700)
        there = folder.lstat()
        if not stat.S_ISDIR(there.st_mode) or there.st_uid != os.getuid():
            raise DoorError(_("{path} is somebody else's: no door opens there.", path=folder))
        if self._group is not None:
            os.chown(folder, -1, self._group.gr_gid)
        folder.chmod(mode)

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        uid = peer(writer.get_extra_info("socket"))
        user = _("somebody") if uid is None else user_name(uid)
        if uid is not None and not self._may_enter(uid):
            writer.close()
            self._host.refused(_("{user} isn't let in here.", user=user))
            return
        self._host.welcome(reader, writer, _("joined as {user}", user=user), stranger=f"user {uid}")

    def _may_enter(self, uid: int) -> bool:
        if uid in (os.getuid(), 0):
            return True
        if self._group is None:
            return False
        with suppress(KeyError):
            user = pwd.getpwuid(uid)
            return self._group.gr_gid in os.getgrouplist(user.pw_name, user.pw_gid)
        return False

    def close(self) -> None:
        """Shut it, and leave nothing behind."""
        if self._server is not None:
            self._server.close()
            self._server = None
            with suppress(OSError):
                self.path.unlink()
                if self._group is not None:
                    self.path.parent.rmdir()

    async def farewell(self) -> None:
        """Who came in by it was told at once."""


def _answers(path: Path) -> bool:
    """Whether somebody listens at a socket."""
    tried = socket.socket(socket.AF_UNIX)
    tried.settimeout(1)
    try:
        tried.connect(str(path))
    except OSError:
        return False
    finally:
        tried.close()
    return True
