"""The program of a guest who listens, started by a door on the host's machine: one seat, in lines, and nothing else."""

from __future__ import annotations

import asyncio
import signal

from herrlof.plain.guest import Guest
from herrlof.plain.hall import Room
from herrlof.plain.home import visited
from herrlof.plain.lines import Lines
from herrlof.plain.page import PageLines
from herrlof.records.learnt import UnkeptLessons
from herrlof.records.settings import Settings
from herrlof.seats.seat import Told, come, take_terminal
from herrlof.seats.visit import Visit


def main() -> None:
    """Be a seat at the table that was gone to, and speak."""
    loop, told, remote = come()
    take_terminal()
    try:
        raise SystemExit(loop.run_until_complete(_visit(told, remote)))
    except ValueError as error:
        raise SystemExit(str(error)) from None


async def _visit(told: Told, remote: Visit) -> int:
    """Sit at the table until it is left, by a word or by Ctrl+C; return the exit status."""
    lines = PageLines() if told.browser else Lines(person=True)
    room = Room(lines, Settings(), UnkeptLessons())
    guest = Guest(room, remote, back=told.back)
    visit = asyncio.ensure_future(visited(room, guest.visit))
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, visit.cancel)
    try:
        return await visit
    except asyncio.CancelledError:
        lines.say(guest.kept)
        lines.flush()
        return 128 + signal.SIGINT


if __name__ == "__main__":
    main()
