"""The program of a guest who has none: started by a door on the host's machine, it is one seat and nothing else."""

from __future__ import annotations

import asyncio
import fcntl
import gc
import os
import socket
import sys
import termios
from contextlib import suppress
from typing import TYPE_CHECKING

from herrlof.coach.lessons import LessonError, lessons_of
from herrlof.messages import use_language
from herrlof.records.settings import Settings
from herrlof.seats.protocol import LONGEST
from herrlof.seats.remote import JoinError, RemoteTable, Streams
from herrlof.seats.seat import Told, lock
from herrlof.tui import terminal

if TYPE_CHECKING:
    from herrlof.tui.guest import GuestApp


def main() -> None:
    """Take the line whose number is the last argument, hear what is told there, and be a seat at that table."""
    if language := os.environ.get("HERRLOF_LANGUAGE"):
        with suppress(OSError):
            use_language(language)
    line = socket.socket(fileno=int(sys.argv[-1]))
    loop = asyncio.new_event_loop()
    try:
        told, remote = loop.run_until_complete(_come(line))
    except (JoinError, OSError, ValueError, asyncio.IncompleteReadError) as error:
        raise SystemExit(str(error)) from None
    with suppress(LessonError):
        lessons_of(remote.game.key)  # read now: they are none of the files that can be read from here on
    lock()
    if not told.browser:
        _take_terminal()
        if (sentence := terminal.refusal()) is not None:
            raise SystemExit(sentence)
    columns = os.environ.get("COLUMNS", "")
    terminal.prepare()
    if told.browser:
        os.environ["COLUMNS"] = columns  # where there is no terminal, the framework has the size from there
        os.environ["TEXTUAL_DRIVER"] = "textual.drivers.web_driver:WebDriver"  # read when the framework is imported
    app = _app(told, remote)
    if not told.browser:
        sys.stdout.write(f"{told.back}\n")  # it stands there when the table has left the screen
        sys.stdout.flush()
    gc.disable()  # as the whole program does: the app collects from its first frame on
    try:
        app.run(loop=loop)
    finally:
        terminal.release()
    raise SystemExit(app.return_code or 0)


async def _come(line: socket.socket) -> tuple[Told, RemoteTable]:
    """Hear what is told, and go to the table."""
    reader, writer = await asyncio.open_unix_connection(sock=line, limit=LONGEST)
    told = Told.model_validate_json(await reader.readuntil(b"\n"))

    async def connect() -> Streams:
        return reader, writer

    remote = RemoteTable(connect, told.token, comes_back=False)
    await remote.open()
    return told, remote


def _take_terminal() -> None:
    """Make the terminal this session's own, so that its size and its end are told here."""
    with suppress(OSError):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _app(told: Told, remote: RemoteTable) -> GuestApp:
    from herrlof.tui.guest import GuestApp

    app = GuestApp(remote, Settings(), suspends=False, back=told.back)
    remote.gone = lambda: app.call_later(_go, app)
    return app


def _go(app: GuestApp) -> None:
    """End where there is no way back, and say why; a match that is over is looked at for as long as one likes."""
    if not app.remote.over:
        app.leave(app.remote.ended)


if __name__ == "__main__":
    main()
