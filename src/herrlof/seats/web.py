"""The third door: a browser. textual-serve draws there; what stands in front of it is ours, and lets little through.

A link is the token of a seat. Behind it a guest's program is started that is only a seat, and its pipes are joined to
the browser's socket. Nothing else is answered but one page and four files of textual-serve's own.
"""

from __future__ import annotations

import asyncio
import html
import json
import logging
import socket
from asyncio.subprocess import DEVNULL, PIPE, Process
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import textual_serve
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from herrlof.messages import _, paragraph
from herrlof.records.storage import Storage
from herrlof.seats.host import DoorError, Host
from herrlof.seats.kept import EVERYWHERE, Web, keep, kept, reachable
from herrlof.seats.seat import BURST, FAREWELL_SECONDS, Allowance, Told, start

LOOPBACK: Final = "127.0.0.1"
STATIC: Final = ("js/textual.js", "css/xterm.css", "fonts/RobotoMono-VariableFont_wght.ttf")
"""The files that are served, and no others."""
OWN: Final = {
    "page.css": (
        "text/css",
        "@font-face { font-family: 'Roboto Mono'; src: url('/static/fonts/RobotoMono-VariableFont_wght.ttf'); }"
        "body { background: #101418; color: #d8d4c8; font: 16px 'Roboto Mono', monospace; overflow: hidden; }"
        "p { margin: 2em; } .ended, .-closed .textual-terminal { display: none; } .-closed .ended { display: block; }",
    ),
    "page.js": (
        "text/javascript",
        "addEventListener('load', () => document.querySelector('textarea')?.focus());"
        "const Line = WebSocket; window.WebSocket = class extends Line { constructor(url) { super(url);"
        "this.addEventListener('close', end => {"
        "if (end.reason) document.querySelector('.ended').textContent = end.reason; }); } };",
    ),
}
"""Files of our own: what kind they are, and what stands in them."""
CONNECTIONS: Final = 64
"""So many browsers are heard at once; more are not answered."""
HELLO_SECONDS: Final = 10.0
"""How long a browser may take to say what it wants."""
RELOAD_SECONDS: Final = 3.0
"""So long a link's new visitor waits for the last one to go: who loads the page again was there until now."""
UNSENT_SECONDS: Final = 20.0
"""Who takes nothing for so long is sent away."""
SEND_BUFFER: Final = 1 << 18
"""Bytes that the system may hold for a browser that reads slowly."""
RECEIVE_BUFFER: Final = 1 << 15
"""And bytes that it may hold of what a browser has said: all of it is heard at once."""
LONGEST: Final = 1 << 16
"""Bytes in what a browser says at once: a paste is the longest."""
COST: Final = 64
"""What each of its messages counts beside its own length."""
LARGEST: Final = (1000, 500)
USUAL: Final = (80, 24)
"""Columns and rows: the most that is believed, and what is taken where nothing is told."""

PAGE: Final = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<link rel="stylesheet" href="/static/css/xterm.css"><link rel="stylesheet" href="/static/page.css">
<script src="/static/js/textual.js"></script><script src="/static/page.js"></script></head>
<body><p class="ended">{ended}</p>
<div id="terminal" class="textual-terminal" data-session-websocket-url="{socket}" data-font-size="16"></div>
</body></html>
"""

for _log in (logging.getLogger("textual-serve"), logging.getLogger("aiohttp.server")):
    _log.addHandler(logging.NullHandler())  # what is logged would be written over the table
    _log.propagate = False


def link_of(token: str) -> str:
    """Return the last part of a link: a token, shorter."""
    return urlsafe_b64encode(bytes.fromhex(token)).decode().rstrip("=")


def token_of(link: str) -> str | None:
    """Return the token that a link ends in; None where it is none."""
    with suppress(ValueError):
        found = urlsafe_b64decode(f"{link}==").hex()
        return found if link_of(found) == link else None
    return None


class WebDoor:
    """The door for browsers."""

    def __init__(self, host: Host, storage: Storage, asked: Web) -> None:
        """Prepare it."""
        self._host, self._storage, self._asked = host, storage, asked
        self._port = asked.port
        self._names = {LOOPBACK, "localhost", asked.address}
        if asked.address in EVERYWHERE:
            self._names |= {socket.gethostname(), reachable(asked.address)}
        self._public = urlsplit(asked.url)
        self._visits: dict[str, asyncio.Event] = {}
        """Who is there by which link; the event is set when it is gone."""
        self._runner: web.AppRunner | None = None
        self._server: asyncio.Server | None = None
        self._silent: dict[Any, asyncio.TimerHandle] = {}
        """The connections over which nothing has been asked yet, and what ends them."""
        self._cleanup: asyncio.Task[None] | None = None

    @property
    def place(self) -> str:
        """From where one comes in by it."""
        return _("a browser")

    @property
    def command(self) -> str:
        """What a guest opens there: a link for each seat, with the name of its player where there are several."""
        links = {seat: f"{self._base}/{link_of(self._host.token(seat))}" for seat in self._host.seats}
        if len(links) == 1:
            return next(iter(links.values()))
        names = self._host.table.seats
        return "\n".join(_("{name}: {sentence}", name=names[seat].name, sentence=link) for seat, link in links.items())

    @property
    def _base(self) -> str:
        if self._asked.url:
            return self._asked.url.rstrip("/")
        name = reachable(self._asked.address)
        return f"http://{f'[{name}]' if ':' in name else name}:{self._port}"

    @property
    def opens(self) -> str:
        """What is open with this door, in a sentence."""
        if self._asked.address == LOOPBACK and not self._asked.url:
            return _("Who has a link has its seat, on this machine alone.")
        if not self.warns:
            return _("Who has a link has its seat. The proxy at this address encrypts the line, this machine does not.")
        return paragraph(_("Who has a link has its seat."), self.warns)

    @property
    def warns(self) -> str:
        """That others can read along, where they can."""
        if self._public.scheme == "https" or (self._asked.address == LOOPBACK and not self._asked.url):
            return ""
        return _("Nothing is encrypted without a proxy: others on the way can read along.")

    async def open(self) -> None:
        """Let guests in; DoorError says why that cannot be."""
        app = web.Application(middlewares=[self._guard], client_max_size=0)
        app.add_routes([
            web.get("/static/{name:.+}", _file),
            web.get("/{link}", self._page),
            web.get("/{link}/socket", self._socket),
        ])  # fmt: skip
        self._runner = web.AppRunner(
            app, handle_signals=False, access_log=None, keepalive_timeout=HELLO_SECONDS, shutdown_timeout=1
        )
        await self._runner.setup()
        try:
            self._server = await asyncio.get_running_loop().create_server(
                self._connection, self._asked.address, self._port, backlog=CONNECTIONS
            )
        except OSError as error:
            await self._runner.cleanup()
            place = f"{self._asked.address}:{self._port}"
            raise DoorError(
                _("The door at {path} cannot be opened: {why}.", path=place, why=error.strerror or error)
            ) from None
        self._port = self._server.sockets[0].getsockname()[1]
        found = kept(self._storage, self._host.table.path)
        doors = found.doors.model_copy(update={"web": self._asked.model_copy(update={"port": self._port})})
        keep(self._storage, self._host.table.path, found.model_copy(update={"doors": doors}))

    def close(self) -> None:
        """Shut it, and send away who is there."""
        if self._server is not None and self._runner is not None:
            self._server.close()
            self._server = None
            self._cleanup = asyncio.ensure_future(self._runner.cleanup())

    async def farewell(self) -> None:
        """Let the browsers be told why it ends."""
        if self._cleanup is not None:
            await asyncio.wait([self._cleanup], timeout=FAREWELL_SECONDS)

    def _connection(self) -> asyncio.BaseProtocol:
        """Take a connection, unless there are too many; one that asks nothing is ended."""
        assert self._runner is not None
        server = self._runner.server
        assert server is not None
        if len(server.connections) >= CONNECTIONS:
            return _Nobody()
        made = server()

        def end() -> None:
            del self._silent[made]
            if made.transport is not None:
                made.transport.abort()

        self._silent[made] = asyncio.get_running_loop().call_later(HELLO_SECONDS, end)
        return _Bounded(made, self._host)

    # What is answered

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[[web.Request], Awaitable[Any]]) -> Any:
        """Answer who names this table by an address of its own; others are told why not, in a sentence."""
        if (silent := self._silent.pop(request.protocol, None)) is not None:
            silent.cancel()
        try:
            if not self._is_own(request.host):
                raise web.HTTPForbidden(text=_("This is not the address of this table."))
            answer = await handler(request)
        except web.HTTPException as error:
            text = {404: _("There is nothing here: ask for the link of your seat."), 405: _("Nothing is taken here.")}
            answer = web.Response(status=error.status, text=text.get(error.status, error.text))
        if not answer.prepared:
            answer.headers.update({
                "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                f"font-src 'self'; connect-src 'self' {self._socket_base(request)}; frame-ancestors 'none'",
                "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff",
            })  # fmt: skip
        return answer

    def _is_own(self, host: str) -> bool:
        """Whether a browser means this table by that name; another page's name may lead here too."""
        if host == self._public.netloc and host:
            return True
        name = urlsplit(f"//{host}").hostname or ""
        with suppress(ValueError):
            return bool(ip_address(name))
        return name in self._names

    def _socket_base(self, request: web.Request) -> str:
        secure = self._public.scheme == "https" and request.host == self._public.netloc
        return f"{'wss' if secure else 'ws'}://{request.host}"

    def _seat(self, request: web.Request) -> int:
        """Return the seat of a link."""
        token = token_of(request.match_info["link"])
        found = None if token is None else self._host.seat_of(token)
        if found is None:
            raise web.HTTPForbidden(text=_("This is no link of this table: ask for the one of your seat."))
        return found

    async def _page(self, request: web.Request) -> web.Response:
        self._seat(request)
        said = {
            "title": "Herrlof",
            "ended": _("The line has ended. Your seat is kept: load this page again to come back."),
            "socket": f"{self._socket_base(request)}/{request.match_info['link']}/socket",
        }
        text = PAGE.format(**{name: html.escape(words) for name, words in said.items()})
        return web.Response(text=text, content_type="text/html")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Join a browser to a guest's program, until one of them ends."""
        token = self._host.token(self._seat(request))
        public = f"{self._public.scheme}://{self._public.netloc}" if self._asked.url else None
        if request.headers.get("Origin") not in (f"http://{request.host}", public or f"http://{request.host}"):
            raise web.HTTPForbidden(text=_("This table is opened by its own page alone."))
        line = web.WebSocketResponse(heartbeat=UNSENT_SECONDS, max_msg_size=LONGEST, compress=False, autoping=False)
        await line.prepare(request)
        if (gone := self._visits.get(token)) is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(RELOAD_SECONDS):
                    await gone.wait()
        if token in self._visits:
            told = _("Somebody is here by this link. If it was you, wait half a minute, and load the page again.")
            await line.close(code=WSCloseCode.TRY_AGAIN_LATER, message=_reason(told))
            return line
        gone = self._visits[token] = asyncio.Event()
        visit = _Visit(self._host, line, request)
        back = _("If your line breaks, this page brings you back.")
        try:
            await visit.serve(Told(token=token, back=back, browser=True))
        finally:
            await visit.stop()
            del self._visits[token]
            gone.set()
        return line


class _Bounded(asyncio.Protocol):
    """What a browser says, passed on until it is too much: the library reads all there is, without end."""

    def __init__(self, server: Any, host: Host) -> None:
        self._server, self._host = server, host
        self._allowance = Allowance(2 * BURST)  # who says too much in messages is told so before

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the line; what is heard at once is little."""
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        self._server.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on what is said."""
        if self._allowance.covers(len(data)):
            self._server.data_received(data)
        elif self._server.transport is not None:
            self._host.refused(_("A browser said too much, and its line was ended."))
            self._server.transport.abort()

    def pause_writing(self) -> None:
        """Pass it on."""
        self._server.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self._server.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass it on."""
        self._server.connection_lost(exc)


class _Nobody(asyncio.Protocol):
    """What a connection too many meets."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """End it."""
        transport.close()


class _Visit(AppService):
    """A guest's program and the browser in which it is drawn; of what it tells beside that nothing is passed on."""

    def __init__(self, host: Host, line: web.WebSocketResponse, request: web.Request) -> None:
        super().__init__(
            "", write_bytes=self._write, write_str=line.send_str, close=self._close, download_manager=DownloadManager()
        )
        self._host, self._line, self._request = host, line, request
        self._allowance = Allowance()
        made = request.get_extra_info("socket")
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    async def _write(self, data: bytes) -> None:
        """Draw; who takes nothing is sent away."""
        await self._taken(self._line.send_bytes(data))

    async def _taken(self, sent: Awaitable[None]) -> None:
        """Wait until something has been taken; ConnectionResetError: it takes too long."""
        try:
            async with asyncio.timeout(UNSENT_SECONDS):
                await sent
        except TimeoutError:
            raise ConnectionResetError from None

    async def run(self) -> None:
        """Draw until the program or the line ends; then both do."""
        try:
            await super().run()
        finally:
            self._end()
            if not self._line.closed:
                self._abort()

    def _end(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def _close(self) -> None:
        await self._line.close()

    def _abort(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()

    async def serve(self, told: Told) -> None:
        """Start the program, and hear the browser until it goes."""
        self._told = told
        await self.start(*_size(self._request.query.get("width"), self._request.query.get("height")))
        async for message in self._line:
            if not await self._hear(message):
                why = _("What this browser said is too much, or not to be understood.")
                await self._line.close(code=WSCloseCode.POLICY_VIOLATION, message=_reason(why))
                return

    async def _hear(self, message: WSMessage) -> bool:
        """Pass on what a browser says; return whether that is listened to any longer."""
        if message.type not in (WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG):
            return False
        if not self._allowance.covers(len(message.data) + COST):
            self._host.refused(_("A browser said too much, and its line was ended."))
            return False
        if message.type is WSMsgType.PONG:
            return True
        try:
            if message.type is WSMsgType.PING:
                await self._taken(self._line.pong(message.data))
                return True
            match json.loads(message.data):
                case ["stdin", str(text)]:
                    return await self.send_bytes(text.encode(errors="replace"))
                case ["resize", {"width": width, "height": height}]:
                    await self.set_terminal_size(*_size(width, height))
                case ["ping", str(when)]:
                    await self._taken(self._line.send_json(["pong", when[:40]]))
                case ["focus"]:
                    await self.focus()
                case ["blur"]:
                    await self.blur()
                case _:
                    return False
        except (ValueError, RecursionError, ConnectionResetError):
            return False
        return True

    # What textual-serve asks of it

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start the guest's program."""
        size = {"COLUMNS": str(width), "ROWS": str(height), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        who = _("joined by a browser, from {address}", address=self._request.remote or "?")
        process = self._process = await start(
            self._host, "herrlof.tui.seat", self._told, who, lambda seat: None, size,
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        )  # fmt: skip
        process.stderr = asyncio.StreamReader()  # it is read to its end, and what stood there written on our screen
        process.stderr.feed_eof()
        assert process.stdin is not None
        self._stdin = process.stdin
        return process

    async def on_meta(self, data: bytes) -> None:
        """Take note of its end, and of nothing else."""
        if json.loads(data).get("type") == "exit":
            await self.remote_close()

    async def on_packed(self, payload: bytes) -> None:
        """It delivers no files."""

    async def stop(self) -> None:
        """End the program."""
        self._end()
        if self._task is not None:
            await self._task
        if self._process is not None and self._process.stdout is not None:
            while await self._process.stdout.read(1 << 16):  # an end is not seen behind what is not read
                pass
            await self._process.wait()


def _reason(text: str) -> bytes:
    """Return a sentence as the end of a socket's line tells it: there is room for 123 bytes."""
    return text.encode()[:123].decode(errors="ignore").encode()


def _size(width: Any, height: Any) -> tuple[int, int]:
    """Return the columns and rows that a browser names; what is no number, or none of a window, is not believed."""
    found = [
        int(size) if str(size).isdecimal() and len(str(size)) < 5 else usual
        for size, usual in zip((width, height), USUAL, strict=True)
    ]
    return min(max(found[0], 1), LARGEST[0]), min(max(found[1], 1), LARGEST[1])


async def _file(request: web.Request) -> web.Response:
    """Return a file of the page."""
    name = request.match_info["name"]
    if name in OWN:
        kind, text = OWN[name]
        return web.Response(text=text, content_type=kind)
    if name not in STATIC:
        raise web.HTTPNotFound
    kinds = {".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf"}
    path = Path(textual_serve.__file__).parent / "static" / name
    return web.Response(body=path.read_bytes(), content_type=kinds[path.suffix])
