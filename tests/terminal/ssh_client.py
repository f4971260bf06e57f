"""A terminal's end of a line of ssh, for tests that need no ssh of the system: PORT CODE, and perhaps a USER."""

from __future__ import annotations

import asyncio
import os
import sys
import tty

import asyncssh


async def main(port: int, code: str, user: str = "seat") -> None:
    """Pass on what is typed and drawn, to the end of the line."""
    line = asyncssh.connect("127.0.0.1", port, username=user, password=code, known_hosts=None, client_keys=None)
    async with line as connection:
        tty.setraw(0)
        process = await connection.create_process(
            term_type=os.environ["TERM"], term_size=tuple(os.get_terminal_size()), encoding=None
        )
        asyncio.get_running_loop().add_reader(0, lambda: process.stdin.write(os.read(0, 1 << 12)))
        while data := await process.stdout.read(1 << 14):
            os.write(1, data)


asyncio.run(main(int(sys.argv[1]), *sys.argv[2:]))
