"""A browser for tests: it speaks with a table's door as textual-serve's own page does, and reads what is drawn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self

import aiohttp
import pyte

from herrlof.records.storage import Storage
from herrlof.seats.host import Host
from herrlof.seats.seat_store import Web
from herrlof.seats.web import WebDoor
from herrlof.table.table import Table
from tests.seats.rooms import hosted

KEYS = {"enter": "\r", "escape": "\x1b", "left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B"}
SIZE = (80, 24)


@asynccontextmanager
async def served(table: Table, storage: Storage, **asked: Any) -> AsyncIterator[tuple[Host, WebDoor]]:
    """Open the door for browsers too."""
    async with hosted(table, storage) as (host, _local):
        door = WebDoor(host, storage, Web(**asked))
        await door.open()
        host.doors.append(door)
        try:
            yield host, door
        finally:
            door.close()
            assert door._cleanup is not None
            await door._cleanup


class Visitor:
    """Somebody who has opened a link."""

    def __init__(self, link: str) -> None:
        """Open it when entered."""
        self._link = link
        self.origin = link.rpartition("/")[0]
        self._screen = pyte.Screen(*SIZE)
        self._stream = pyte.ByteStream(self._screen)
        self._heard: asyncio.Task[None] | None = None
        self.reason = ""
        """Why the line was ended from the other side."""

    async def __aenter__(self) -> Self:
        """Connect."""
        self._session = aiohttp.ClientSession()
        try:
            self.line = await self._session.ws_connect(
                f"{self._link}/socket?width={SIZE[0]}&height={SIZE[1]}", headers={"Origin": self.origin}, max_msg_size=0
            )
        except BaseException:
            await self._session.close()
            raise
        self._heard = asyncio.ensure_future(self._hear())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the window."""
        await self.line.close()
        assert self._heard is not None
        await self._heard
        await self._session.close()

    async def _hear(self) -> None:
        while not self.line.closed:
            message = await self.line.receive()
            if message.type is aiohttp.WSMsgType.BINARY:
                self._stream.feed(message.data)
            elif message.type is aiohttp.WSMsgType.CLOSE:
                self.reason = message.extra or ""

    async def say(self, *said: Any) -> None:
        """Say something as the page would."""
        await self.line.send_str(json.dumps(said))

    async def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            await self.say("stdin", KEYS.get(key, key))

    @property
    def text(self) -> str:
        """What stands in the window."""
        return "\n".join(row.rstrip() for row in self._screen.display)

    async def see(self, what: str | Callable[[str], object]) -> None:
        """Wait until something stands there."""
        seen = what if callable(what) else lambda text: what in text
        try:
            async with asyncio.timeout(40):
                while not seen(self.text):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(self.text) from None
