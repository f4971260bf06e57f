"""A guest's program on the host's machine, for who comes without one: it is started here, and is only a seat.

It has a line to the table that nobody else can take, a terminal or a browser's pipes, and nothing else of the host's:
no environment, no folder, no file but its own code. What its guest does wrong there is done in a process of its own.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import sys
import termios
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from herrlof import languages
from herrlof.child.process import command_of, module_path, program_file
from herrlof.coach.lessons import LessonError, lessons_of
from herrlof.seats.host import Host
from herrlof.seats.join import table_over
from herrlof.seats.protocol import LONGEST, Token
from herrlof.seats.remote import connected
from herrlof.seats.visit import JoinError, Visit

DRAWN: Final = "herrlof.tui.seat"
"""The module whose `main` is a guest's program,"""
LINES: Final = "herrlof.plain.seat"
"""and that of one who listens, or whose terminal cannot draw."""
ENVIRONMENT: Final = {"LANG": "C.UTF-8", "PATH": "/nonexistent"}
"""What a guest's program is told of the machine it runs on."""
HANDED_ON: Final = ("PYTHONHOME", "PYTHONUTF8")
"""What it is told of the host's, where the host has it."""
READ: Final = (".py", ".pyc", ".so", ".md", ".tcss", ".mo", ".json", ".txt", ".pth", ".zip")
"""How files end that programs consist of; records and settings do not."""
WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
REFUSED: Final = frozenset({
    "os.chmod", "os.chown", "os.exec", "os.fork", "os.forkpty", "os.link", "os.mkdir", "os.posix_spawn", "os.remove",
    "os.rename", "os.rmdir", "os.setxattr", "os.symlink", "os.system", "os.truncate", "os.utime", "pty.spawn",
    "socket.bind", "socket.connect", "socket.getaddrinfo", "socket.sendto", "subprocess.Popen", "webbrowser.open",
})  # fmt: skip
"""What a guest's program never does: begin other programs, change files, speak with others than its table."""
FAREWELL_SECONDS: Final = 2.0
"""How long the host's program waits at a door for its guests to be told that it ends,"""
MENDING_SECONDS: Final = 1.0
"""and for those programs of theirs that do not end by themselves to give their terminals back."""

BURST: Final = 1 << 17
BYTES_A_SECOND: Final = 1 << 15
"""So much a guest says at once, and then a second; a key is a hundred bytes, the longest paste that is taken 16,384."""


class Allowance:
    """How much somebody may say at a door: a burst, which comes back with time."""

    def __init__(self, most: int = BURST) -> None:
        """Begin with all of it."""
        self._most, self._left, self._since = most, float(most), monotonic()

    def covers(self, size: int, grows: bool = True) -> bool:
        """Take so many bytes from it; return whether there was enough. What does not grow never comes back."""
        now = monotonic()
        if grows:
            self._left = min(self._most, self._left + (now - self._since) * BYTES_A_SECOND)
        self._left -= size
        self._since = now
        return self._left >= 0


class GuestStart(BaseModel):
    """What a guest's program is told on its line before the table speaks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    token: Token | None = None
    """Of the seat to come back to; None: a free one."""
    back: str = ""
    """How its guest comes back, in a sentence for the guest's page."""
    watches: bool = False
    """Whether it takes no seat, and only watches."""
    browser: bool = False
    """Whether it speaks through pipes with a browser, not with a terminal."""


async def start(
    host: Host,
    module: str,
    told: GuestStart,
    who: str,
    seated: Callable[[int], object],
    environment: Mapping[str, str],
    **streams: Any,
) -> Process:
    """Start a guest's program, whose `main` is in `module`, and let it in; OSError: it cannot be started.

    ProtocolError: it is an onlooker's, and nobody else may watch now.

    `who` and `seated` are for the host's page and the door, `environment` says what the guest's terminal is, and
    `streams` are the process's standard ones. It ends by itself when its line to the table has.
    """
    if told.watches:
        host.reservations.check_watched()
        host.gallery.check_coming()
    host.gallery.coming += told.watches
    here, there = socket.socketpair()
    known = {languages.ASKED: languages.spoken()}
    known |= {name: os.environ[name] for name in HANDED_ON if name in os.environ}
    try:
        process = await asyncio.create_subprocess_exec(
            *command_of(module),
            str(there.fileno()),
            env={**known, **ENVIRONMENT, "PYTHONPATH": module_path(), **environment},
            pass_fds=[there.fileno()],
            cwd="/",
            start_new_session=True,
            **streams,
        )
    except BaseException:
        here.close()
        host.gallery.coming -= told.watches
        raise
    finally:
        there.close()
    reader, writer = await asyncio.open_unix_connection(sock=here, limit=LONGEST)
    writer.write(told.model_dump_json().encode() + b"\n")
    host.welcome(reader, writer, who, seated, watches=told.watches)
    return process


def come() -> tuple[asyncio.AbstractEventLoop, GuestStart, Visit]:
    """Take the line whose number is the last argument, go to the table there, and touch nothing else from here on.

    SystemExit, with a sentence, where there is no seat.
    """
    with suppress(LookupError):
        languages.speak()
    line = socket.socket(fileno=int(sys.argv[-1]))
    loop = asyncio.new_event_loop()
    try:
        told, remote = loop.run_until_complete(_come(line))
    except (JoinError, OSError, ValueError, asyncio.IncompleteReadError) as error:
        raise SystemExit(str(error)) from None
    with suppress(LessonError):
        lessons_of(remote.game.key)  # read now: they are none of the files that can be read from here on
    lock()
    return loop, told, remote


async def _come(line: socket.socket) -> tuple[GuestStart, Visit]:
    """Hear what is told, and go to the table."""
    reader, writer = await connected(sock=line)
    told = GuestStart.model_validate_json(await reader.readuntil(b"\n"))
    remote = table_over((reader, writer), told.token, told.watches)
    await remote.open()
    return told, remote


def take_terminal() -> None:
    """Make the terminal this session's own, so that its size and its end are told here."""
    with suppress(OSError):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def lock() -> None:
    """Let this process, from now on, read what the program consists of and nothing else, and neither write nor start.

    This holds against all that the program itself would do; it is no wall around somebody else's code.
    """
    sys.dont_write_bytecode = True
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    here = Path(__file__).parents
    places = [*sys.path, sys.prefix, sys.base_prefix, str(here[1]), str(here[3] / "docs")]  # pages of a checkout
    archives = {os.path.realpath(place) for place in [*places, *program_file()] if os.path.isfile(place)}
    roots = tuple(os.path.join(os.path.realpath(place), "") for place in places if place)

    def is_code(path: Any) -> bool:
        found = os.path.realpath(os.fsdecode(path))
        return found in archives or (found.endswith(READ) and found.startswith(roots))

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _mode, flags = arguments
            if isinstance(path, int) or path == os.devnull or (is_code(path) and not (flags or 0) & WRITES):
                return
        elif event not in REFUSED:
            return
        raise PermissionError(f"a seat does not: {event}")

    sys.addaudithook(check)
