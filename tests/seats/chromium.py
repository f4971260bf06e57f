"""Headless Chromium at a link, driven by its own debugging protocol; what reaches its page is read as it is drawn."""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from string import ascii_lowercase, digits
from types import TracebackType
from typing import Any, Self

import aiohttp
import pyte

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARROWS = ("Left", "Up", "Right", "Down")
CODES = {
    "enter": ("Enter", "Enter", 13, "\r"),
    **{name.lower(): (f"Arrow{name}", f"Arrow{name}", 37 + n, "") for n, name in enumerate(ARROWS)},
    **{letter: (letter, f"Key{letter.upper()}", ord(letter.upper()), letter) for letter in ascii_lowercase},
    **{digit: (digit, f"Digit{digit}", ord(digit), digit) for digit in digits},
}
"""What a page is told of a key: its name, its place, its number, and what it writes."""


class Chromium:
    """A browser with one page."""

    def __init__(self, folder: Path) -> None:
        """Keep its profile in a folder."""
        self._folder = folder
        self._numbers = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._process: Process
        self._heard: asyncio.Task[None]
        self._page = ""
        self._screen = pyte.Screen(200, 80)
        self._stream = pyte.ByteStream(self._screen)

    async def __aenter__(self) -> Self:
        """Start it."""
        assert PROGRAM is not None
        sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
        flags = ["--headless=new", "--remote-debugging-port=0", f"--user-data-dir={self._folder}", *sandbox]
        self._process = await asyncio.create_subprocess_exec(
            PROGRAM, *flags, "--enable-unsafe-swiftshader", "--window-size=1000,640", stdout=DEVNULL, stderr=PIPE
        )
        assert self._process.stderr is not None
        async with asyncio.timeout(60):
            while b"DevTools listening on " not in (line := await self._process.stderr.readline()):
                assert line, "chromium has ended"
        self._session = aiohttp.ClientSession()
        self._line = await self._session.ws_connect(line.split()[-1].decode(), max_msg_size=0)
        self._heard = asyncio.ensure_future(self._hear())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        await self._line.close()
        self._heard.cancel()
        await self._session.close()
        self._process.kill()
        await self._process.communicate()

    async def _hear(self) -> None:
        async for message in self._line:
            said = message.json()
            if said.get("id") in self._answers:
                self._answers.pop(said["id"]).set_result(said)
            elif said.get("method") == "Network.webSocketFrameReceived":
                frame = said["params"]["response"]
                if frame["opcode"] == 2:
                    self._stream.feed(base64.b64decode(frame["payloadData"]))

    async def _do(self, method: str, **parameters: Any) -> Any:
        self._numbers += 1
        answer = self._answers[self._numbers] = asyncio.get_running_loop().create_future()
        session = {"sessionId": self._page} if self._page else {}
        await self._line.send_json({"id": self._numbers, "method": method, "params": parameters, **session})
        async with asyncio.timeout(60):
            said = await answer
        assert "error" not in said, said
        return said["result"]

    async def open(self, link: str) -> None:
        """Open a link, or load it again."""
        if not self._page:
            target = (await self._do("Target.createTarget", url="about:blank"))["targetId"]
            self._page = (await self._do("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
            await self._do("Network.enable")
        await self._do("Page.navigate", url=link)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            name, place, number, text = CODES[key]
            pressed = {"key": name, "code": place, "windowsVirtualKeyCode": number}
            await self._do("Input.dispatchKeyEvent", type="keyDown", **pressed, **({"text": text} if text else {}))
            await self._do("Input.dispatchKeyEvent", type="keyUp", **pressed)

    async def picture(self, path: Path) -> None:
        """Keep a picture of the page."""
        path.write_bytes(base64.b64decode((await self._do("Page.captureScreenshot"))["data"]))

    @property
    def text(self) -> str:
        """What was drawn."""
        return "\n".join(row.rstrip() for row in self._screen.display)

    async def see(self, what: str) -> None:
        """Wait until something stands there."""
        try:
            async with asyncio.timeout(40):
                while what not in self.text:
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(self.text) from None
