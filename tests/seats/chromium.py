"""Headless Chromium at a link, driven by its own debugging protocol; what reaches its page is read as it is drawn."""

from __future__ import annotations

import asyncio
import base64
import json
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
    "tab": ("Tab", "Tab", 9, ""),
    "escape": ("Escape", "Escape", 27, ""),
    "space": (" ", "Space", 32, " "),
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
        self.size = (0, 0)
        """Columns and rows, as the page has told them last."""
        self.errors: list[str] = []
        """What went wrong in the page."""
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

    def kill(self) -> None:
        """End it at once, and wait for nothing."""
        self._process.kill()

    async def _hear(self) -> None:
        async for message in self._line:
            said = message.json()
            if said.get("id") in self._answers:
                self._answers.pop(said["id"]).set_result(said)
            elif said.get("method") == "Runtime.exceptionThrown":
                self.errors.append(said["params"]["exceptionDetails"]["exception"].get("description", "?"))
            elif said.get("method") == "Log.entryAdded" and said["params"]["entry"]["level"] == "error":
                self.errors.append("{text} {url}".format(**{"url": "", **said["params"]["entry"]}))
            elif said.get("method") == "Network.webSocketFrameSent":
                match json.loads(said["params"]["response"]["payloadData"] or "[]"):
                    case ["resize", {"width": columns, "height": rows}]:
                        self.size = columns, rows
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
            await self._do("Runtime.enable")
            await self._do("Log.enable")
        await self._do("Page.navigate", url=link)
        self._screen.reset()  # of the page before nothing is seen any more
        self.size = (0, 0)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            name, place, number, text = CODES[key.removeprefix("shift+")]
            shift = 8 if key.startswith("shift+") else 0
            pressed = {"key": name, "code": place, "windowsVirtualKeyCode": number, "modifiers": shift}
            await self._do("Input.dispatchKeyEvent", type="keyDown", **pressed, **({"text": text} if text else {}))
            await self._do("Input.dispatchKeyEvent", type="keyUp", **pressed)

    async def resize(self, width: int, height: int) -> None:
        """Have a window of another size."""
        window = {"width": width, "height": height, "deviceScaleFactor": 0, "mobile": False}
        await self._do("Emulation.setDeviceMetricsOverride", **window)

    async def be_phone(self, width: int, height: int) -> None:
        """Have the screen of a phone, which is touched; or turn it."""
        if not self._page:
            await self.open("about:blank")
        screen = {"width": width, "height": height, "deviceScaleFactor": 0, "mobile": True}
        await self._do("Emulation.setDeviceMetricsOverride", **screen, screenWidth=width, screenHeight=height)
        await self._do("Emulation.setTouchEmulationEnabled", enabled=True)

    async def ask(self, expression: str) -> Any:
        """Return what an expression is worth in the page."""
        found = await self._do("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def run(self, script: str, expression: str) -> Any:
        """Run a script in the page, past what it lets in itself, and return what an expression comes to."""
        await self._do("Runtime.evaluate", expression=script)
        found = await self._do("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def read_aloud(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Return the page as a screen reader has it: the role, name and properties of each of its parts, in order."""
        nodes = (await self._do("Accessibility.getFullAXTree"))["nodes"]
        known, found, rest = {node["nodeId"]: node for node in nodes}, [], [nodes[0]["nodeId"]]
        while rest:
            node = known.get(rest.pop(), {"ignored": True})
            rest += reversed(node.get("childIds", []))
            if not node.get("ignored"):
                properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
                found.append((node["role"]["value"], node.get("name", {}).get("value", ""), properties))
        return found

    async def tap(self, column: int, row: int) -> None:
        """Touch a cell, counted from 0."""
        drawn = "document.querySelector('.xterm-screen').getBoundingClientRect()"
        left, top, width, height = await self.ask(f"(({{x, y, width, height}}) => [x, y, width, height])({drawn})")
        columns, rows = self.size
        x, y = left + (column + 0.5) * width / columns, top + (row + 0.5) * height / rows
        await self._do("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self._do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

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
