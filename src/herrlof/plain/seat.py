"""The program of a guest who listens, started by a door on the host's machine: one seat, in lines, and nothing else."""

from __future__ import annotations

import asyncio
import signal
from functools import partial

from herrlof.messages import _
from herrlof.plain.browser_lines import BrowserLines
from herrlof.plain.guest import Guest
from herrlof.plain.hall import Room
from herrlof.plain.home import visited
from herrlof.plain.lines import Lines
from herrlof.records.learnt import UnkeptLessons
from herrlof.records.settings import Settings
from herrlof.seats.guest_process import GuestStart, come, take_terminal
from herrlof.seats.visit import Visit
from herrlof.table.updates import Over


def main() -> None:
    """Be a seat at the table that was gone to, and speak."""
    loop, told, remote = come()
    take_terminal()
    try:
        raise SystemExit(loop.run_until_complete(_visit(told, remote)))
    except ValueError as error:
        raise SystemExit(str(error)) from None


async def _visit(told: GuestStart, remote: Visit) -> int:
    """Sit at the table until it is left, by a word or by Ctrl+C; return the exit status."""
    page = BrowserLines() if told.browser else None
    lines = page or Lines(person=True)
    room = Room(lines, Settings(), UnkeptLessons())
    guest = Guest(room, remote, None if page is None else partial(_keep, page), back=told.back)
    if page is not None and not told.watches:
        remote.listen(lambda update: page.tell_record("over") if isinstance(update, Over) else None)
    visit = asyncio.ensure_future(visited(room, guest.visit))
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, visit.cancel)
    try:
        return await visit
    except asyncio.CancelledError:
        lines.say(guest.kept)
        lines.flush()
        return 128 + signal.SIGINT


async def _keep(page: BrowserLines) -> str:
    page.tell_record("keep")
    return _("Your browser saves the record.")


if __name__ == "__main__":
    main()
