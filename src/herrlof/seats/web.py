"""The third door: a browser. textual-serve draws there; what stands in front of it is ours, and lets little through.

A link is the token of a seat. Behind it a guest's program is started that is only a seat, and its pipes are joined to
the browser's socket. Nothing else is answered but one page, drawn or in lines, and a few files.

What is drawn is a picture to a screen reader. The page in lines is not: what is said is a log, choices are buttons. Who
has asked for it by a link gets it there again.
"""

from __future__ import annotations

import asyncio
import html
import json
import logging
import socket
from asyncio.subprocess import DEVNULL, PIPE, Process
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

import segno
import textual_serve
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web, web_response
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from herrlof import languages
from herrlof.game import NOBODY
from herrlof.messages import _, paragraph
from herrlof.records.lines import scan
from herrlof.records.names import HERE
from herrlof.records.storage import SUFFIX, Storage
from herrlof.seats.crowd import AT_ONCE, Crowd, Stranger, lengthen_queue
from herrlof.seats.guest_process import BURST, DRAWN, FAREWELL_SECONDS, LINES, Allowance, GuestStart, start
from herrlof.seats.host import DoorError, Host, LinkedDoor
from herrlof.seats.protocol import ProtocolError
from herrlof.seats.seat_store import EVERYWHERE, Web, load_seats, reachable, save_seats
from herrlof.titles import turn_title

LOOPBACK: Final = "127.0.0.1"
STATIC: Final = ("js/textual.js", "css/xterm.css", "fonts/RobotoMono-VariableFont_wght.ttf")
"""The files that are served, and no others."""
OWN: Final = {
    "page.css": "text/css", "page.js": "text/javascript", "lines.css": "text/css", "lines.js": "text/javascript",
    "record.js": "text/javascript",
}  # fmt: skip
"""Files of our own, and of what kind they are."""
CONNECTIONS: Final = 64
"""So many connections are heard at once whose browser has not shown a link; half of them from one address."""
KNOWN: Final = 16
"""So many connections has a link: a browser needs six, and as many when it loads the page again."""
HELLO_SECONDS: Final = 10.0
"""How long a browser may take to say what it wants."""
RELOAD_SECONDS: Final = 3.0
"""So long a link's new visitor waits for the last one to go: who loads the page again was there until now."""
END_SECONDS: Final = 0.5
"""How long a visit may take to end whose browser has gone."""
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
FACE_SECONDS: Final = 365 * 24 * 3600
"""How long a browser remembers by a link whether it was asked for in lines."""
LARGEST: Final = (1000, 500)
USUAL: Final = (80, 24)
"""Columns and rows: the most that is believed, and what is taken where nothing is told."""

PAGE: Final = """<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="stylesheet" href="/static/css/xterm.css"><link rel="stylesheet" href="/static/page.css">
<script src="/static/record.js"></script><script src="/static/page.js"></script>
<script src="/static/js/textual.js"></script></head>
<body><main><h1>{title}</h1><a class="listen" href="?lines">{listen}</a><p class="ended" data-keep="{keep}">{ended}</p>
<span class="measured" aria-hidden="true">{measured}</span>
<div id="terminal" class="textual-terminal" data-session-websocket-url="{socket}" data-font-size="16"
data-label="{label}"></div>
<div class="bar"><span class="turn">{turn}</span><button type="button">{keyboard}</button></div>
</main></body></html>
"""

LINES_PAGE: Final = """<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="stylesheet" href="/static/lines.css">
<script src="/static/record.js" defer></script><script src="/static/lines.js" defer></script></head>
<body data-socket="{socket}" data-ended="{ended}" data-turn="{called}" data-keep="{keep}">
<main><h1>{title}</h1><noscript><p>{script}</p></noscript>
<h2>{said}</h2>
<div id="log" role="log" aria-live="polite" tabindex="0"></div>
<form autocomplete="off"><label for="line">{type}</label>
<input id="line" type="text" maxlength="200" autocapitalize="none" autocorrect="off" spellcheck="false"
enterkeyhint="send">
<button type="submit">{send}</button></form>
<section aria-labelledby="chosen"><h2 id="chosen" tabindex="-1">{choices}</h2><ul id="choices"></ul></section>
<section aria-labelledby="asked"><h2 id="asked">{words}</h2><ul id="words"></ul></section>
</main><footer><a href="?drawn">{drawn}</a></footer></body></html>
"""
FACE: Final = "face"
"""The cookie that remembers by a link whether it was asked for in lines."""

for _log in (logging.getLogger("textual-serve"), logging.getLogger("aiohttp.server")):
    _log.addHandler(logging.NullHandler())  # what is logged would be written over the table
    _log.propagate = False
vars(web_response)["SERVER_SOFTWARE"] = "herrlof"  # nobody at the door needs to know the versions of libraries


def link_of(token: str) -> str:
    """Return the last part of a link: a token, shorter."""
    return urlsafe_b64encode(bytes.fromhex(token)).decode().rstrip("=")


def token_of(link: str) -> str | None:
    """Return the token that a link ends in; None where it is none."""
    with suppress(ValueError):
        found = urlsafe_b64decode(f"{link}==").hex()
        return found if link_of(found) == link else None
    return None


class WebDoor(LinkedDoor):
    """The door for browsers."""

    def __init__(self, host: Host, storage: Storage, asked: Web) -> None:
        """Prepare it."""
        self._host, self._storage, self._asked = host, storage, asked
        self._port = asked.port
        self._names = {LOOPBACK, "localhost", asked.address}
        if asked.address in EVERYWHERE:
            self._names |= {socket.gethostname(), reachable(asked.address)}
        self._public = urlsplit(asked.url)
        self._visits: dict[str, _Visit] = {}
        """Who is there by which link; onlookers share theirs."""
        self._runner: web.AppRunner | None = None
        self._server: asyncio.Server | None = None
        self.strangers = Crowd(CONNECTIONS)
        """The connections over which no link has been shown,"""
        self.known = Crowd(CONNECTIONS * KNOWN, KNOWN)
        """and those over which one has, by its token."""
        self.lines: dict[Any, _Bounded] = {}
        """All connections, by what the library makes of each."""
        self._cleanup: asyncio.Task[None] | None = None

    @property
    def place(self) -> str:
        """From where one comes in by it."""
        return _("a browser")

    @property
    def command(self) -> str:
        """What a guest opens there: a link for each seat, with the name of its player where there are several."""
        links = {seat: self.way(seat) for seat in self._host.reservations.seats}
        if len(links) == 1:
            return next(iter(links.values()))
        names = self._host.table.seats
        return "\n".join(_("{name}: {sentence}", name=names[seat].name, sentence=link) for seat, link in links.items())

    def way(self, seat: int) -> str:
        """What a guest opens there: the link of its seat."""
        return f"{self._base}/{link_of(self._host.reservations.token(seat))}"

    @property
    def distant(self) -> bool:
        return bool(self._asked.url) or not ip_address(self._asked.address).is_loopback

    def qr_code(self, seat: int) -> tuple[bytes, ...]:
        """Return the link of a seat as a QR code, as small as can be: a screen is not torn."""
        return tuple(map(bytes, segno.make_qr(self.way(seat), error="l", boost_error=False).matrix))

    @property
    def _base(self) -> str:
        if self._asked.url:
            return self._asked.url.rstrip("/")
        name = reachable(self._asked.address)
        return f"http://{f'[{name}]' if ':' in name else name}:{self._port}"

    @property
    def opens(self) -> str:
        if self._asked.address == LOOPBACK and not self._asked.url:
            return _("Whoever has a link has its seat, on this machine alone.")
        if not self.warns:
            return _("Whoever has a link has its seat. The proxy at this address encrypts, this machine doesn't.")
        return paragraph(_("Whoever has a link has its seat."), self.warns)

    @property
    def warns(self) -> str:
        """That others can read along, where they can."""
        if self._public.scheme == "https" or (self._asked.address == LOOPBACK and not self._asked.url):
            return ""
        return _("Nothing is encrypted without a proxy: others on the way can read it.")

    async def open(self) -> None:
        app = web.Application(middlewares=[self._guard], client_max_size=0)
        app.add_routes([
            web.get("/static/{name:.+}", _file),
            web.get("/{link}", self._page),
            web.get("/{link}/socket", self._socket),
            web.get("/{link}/record", self._record),
        ])  # fmt: skip
        self._runner = web.AppRunner(
            app, handle_signals=False, access_log=None, keepalive_timeout=HELLO_SECONDS, shutdown_timeout=1
        )
        await self._runner.setup()
        try:
            self._server = await asyncio.get_running_loop().create_server(
                self._connection, self._asked.address, self._port, backlog=AT_ONCE
            )
        except OSError as error:
            await self._runner.cleanup()
            place = f"{self._asked.address}:{self._port}"
            raise DoorError(
                _("The door at {path} can't be opened: {why}.", path=place, why=error.strerror or error)
            ) from None
        lengthen_queue(self._server)
        self._port = self._server.sockets[0].getsockname()[1]
        found = load_seats(self._storage, self._host.table.path)
        doors = found.doors.model_copy(update={"web": self._asked.model_copy(update={"port": self._port})})
        save_seats(self._storage, self._host.table.path, found.model_copy(update={"doors": doors}))

    def tell(self, why: str) -> None:
        """Tell the host why somebody was sent away."""
        self._host.refused(why)

    def close(self) -> None:
        """Shut it, and send away who is there."""
        if self._server is not None and self._runner is not None:
            self._server.close()
            self._server = None
            self._cleanup = asyncio.ensure_future(self._end(self._runner))

    async def _end(self, runner: web.AppRunner) -> None:
        """Tell the browsers why it ends; their programs may look at the end of a match for as long as one likes."""
        ends = [asyncio.ensure_future(visit.say_end()) for visit in self._visits.values()]
        if ends:
            await asyncio.wait(ends, timeout=FAREWELL_SECONDS / 2)
        await runner.cleanup()

    async def farewell(self) -> None:
        """Let the browsers be told why it ends."""
        if self._cleanup is not None:
            await asyncio.wait([self._cleanup], timeout=FAREWELL_SECONDS)

    def _connection(self) -> asyncio.BaseProtocol:
        """Take a connection."""
        assert self._runner is not None
        assert self._runner.server is not None
        return _Bounded(self, self._runner.server())

    # What is answered

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[[web.Request], Awaitable[Any]]) -> Any:
        """Answer who names this table by an address of its own; others are told why not, in a sentence."""
        line = self.lines.get(request.protocol)
        if line is not None:
            line.asked()
        try:
            if not self._is_own(request.host):
                raise web.HTTPForbidden(text=_("This isn't the address of this table."))
            with languages.speaking(_language_of(request)):
                answer = await handler(request)
        except web.HTTPException as error:
            with languages.speaking(_language_of(request)):
                text = {404: _("There's nothing here: ask for your seat's link."), 405: _("This page accepts nothing.")}
            answer = web.Response(status=error.status, text=text.get(error.status, error.text))
            answer.force_close()  # a line is kept for the page and its files alone
        if line is not None:
            line.answered()
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
        """Return the seat of a link; NOBODY: it is the one for onlookers."""
        token = token_of(request.match_info["link"])
        found = None if token is None else self._host.reservations.seat_of(token)
        if found is None:
            raise web.HTTPForbidden(text=_("This isn't one of this table's links: ask for your seat's."))
        shown, line = self._host.reservations.token(found), self.lines.get(request.protocol)
        if found == NOBODY:  # one link for all of them: each place has its own share of the connections
            shown = f"{shown} {request.remote}"
        if line is not None and not line.is_of(shown):
            raise web.HTTPTooManyRequests(text=_("This link is open too often: close some of its pages."))
        return found

    async def _page(self, request: web.Request) -> web.Response:
        seat = self._seat(request)
        link = request.match_info["link"]
        asked = next((face for face in ("lines", "drawn") if face in request.query), "")
        in_lines = (asked or request.cookies.get(FACE)) == "lines" or (not asked and "small" in request.query)
        said = {
            "lang": _language_of(request) or languages.spoken(),
            "ended": (
                _("The connection has ended: reload this page to come back.")
                if seat == NOBODY
                else _("The connection has ended. Your seat is kept: reload this page to come back.")
            ),
            "socket": f"{self._socket_base(request)}/{link}/socket{'?lines' if in_lines else ''}",
            "keep": _("Keep the record"),
        }
        if in_lines:
            said |= {
                "title": _("{name}'s table", name=self._owner),
                "called": turn_title(True),
                "script": _("This page needs scripts, all its own."),
                "said": _("What's said"),
                "type": _("A choice or a word; Enter alone works too"),
                "send": _("Enter"),
                "choices": _("Choices"),
                "words": _("Ask"),
                "drawn": _("Drawn, not in lines"),
            }
        else:
            said |= {
                "title": "Herrlof",
                "measured": "W" * 32,
                "turn": _("Turn the phone to make it larger."),
                "keyboard": _("Keyboard"),
                "listen": _("In lines, to listen to"),
                "label": _("A drawn table; Shift+Tab goes to the link to the page in lines"),
            }
        page = LINES_PAGE if in_lines else PAGE
        text = page.format(**{name: html.escape(words) for name, words in said.items()})
        answer = web.Response(text=text, content_type="text/html")
        if asked:
            answer.set_cookie(FACE, asked, path=f"/{link}", httponly=True, samesite="Strict", max_age=FACE_SECONDS)
        return answer

    async def _record(self, request: web.Request) -> web.Response:
        """Answer with the finished record of a match, to who had a seat there."""
        data = self._host.finished_record(self._seat(request))
        if not data:
            raise web.HTTPConflict(text=_("There is no finished record for this seat."))
        name = json.loads(scan(data).bodies[0])["id"]
        told = {"Content-Disposition": f'attachment; filename="{name}{SUFFIX}"'}
        return web.Response(body=data, content_type="text/plain", charset="utf-8", headers=told)

    @property
    def _owner(self) -> str:
        """The name of who sits at the host's keyboard first."""
        return next(seat.name for seat in self._host.table.seats if seat.how == HERE)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Join a browser to a guest's program, until one of them ends."""
        seat = self._seat(request)
        public = f"{self._public.scheme}://{self._public.netloc}" if self._asked.url else None
        if request.headers.get("Origin") not in (f"http://{request.host}", public or f"http://{request.host}"):
            raise web.HTTPForbidden(text=_("Only its own page opens this table."))
        line = web.WebSocketResponse(heartbeat=UNSENT_SECONDS, max_msg_size=LONGEST, compress=False, autoping=False)
        await line.prepare(request)
        back = _("If your connection breaks, this page brings you back.")
        if seat == NOBODY:
            token, told = str(id(request)), GuestStart(watches=True, back=back, browser=True)
        else:
            token = self._host.reservations.token(seat)
            told = GuestStart(token=token, back=back, browser=True)
        await self._make_room(token)
        if token in self._visits:
            why = _("Somebody is here by this link. If it was you, wait half a minute and reload the page.")
            await line.close(code=WSCloseCode.TRY_AGAIN_LATER, message=_reason(why))
            return line
        kind = _Spoken if "lines" in request.query else _Drawn
        async with self._visit(token, kind(self._host, line, request)) as visit:
            try:
                await visit.serve(told)
            except ProtocolError as error:
                await visit.end(WSCloseCode.TRY_AGAIN_LATER, str(error))
        return line

    async def _make_room(self, token: str) -> None:
        """Wait a moment for a link's last visitor to go; one that does not answer any more is sent away."""
        if (before := self._visits.get(token)) is None:
            return
        asked = monotonic()
        if before.ended:
            before.abort()
        asking = asyncio.ensure_future(before.ask())
        try:
            await _set_within(before.gone, RELOAD_SECONDS)
            if before.heard < asked:
                before.abort()
                await _set_within(before.gone, 2 * END_SECONDS)
        finally:
            asking.cancel()

    @asynccontextmanager
    async def _visit(self, token: str, visit: _Visit) -> AsyncIterator[_Visit]:
        """Let a visitor have its link, which is free again whatever ends the visit, and whatever goes wrong then."""
        self._visits[token] = visit
        try:
            yield visit
        finally:
            try:
                await visit.stop()
            finally:
                del self._visits[token]
                visit.gone.set()


class _Bounded(asyncio.Protocol):
    """A connection. What a browser says is passed on until it is too much: the library reads without end."""

    def __init__(self, door: WebDoor, server: Any) -> None:
        self._door, self._server = door, server
        self._allowance = Allowance(2 * BURST)  # who says too much in messages is told so before
        self._stranger: Stranger | None = None
        """Its place among those who have shown no link; or, once it is known, among those who have shown the same."""
        self._token: str | None = None
        self._silence: asyncio.TimerHandle | None = None
        """What ends it, until something is asked."""
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the line, unless there are too many; what is heard at once is little."""
        self._transport = transport
        address = transport.get_extra_info("peername") or ("",)
        self._stranger = self._door.strangers.come(str(address[0]), self._transport.abort)
        if self._stranger is None:
            self._transport.abort()
            return
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        self._door.lines[self._server] = self
        self._silence = asyncio.get_running_loop().call_later(HELLO_SECONDS, self._transport.abort)
        self._server.connection_made(transport)

    def asked(self) -> None:
        """Something is asked for, and is answered first."""
        if self._silence is not None:
            self._silence.cancel()
        if self._stranger is not None:
            self._stranger.stay(HELLO_SECONDS)

    def answered(self) -> None:
        """Who comes next may have its place."""
        if self._stranger is not None:
            self._stranger.stay(0)

    def is_of(self, token: str) -> bool:
        """Count it among those of a link, whose answer nobody else may take; False: there are too many of them."""
        if self._token != token:
            self._leave()
            self._stranger, self._token = self._door.known.come(token, self._transport.abort), token
        if self._stranger is not None:
            self._stranger.stay(float("inf"))
        return self._stranger is not None

    def _leave(self) -> None:
        if self._stranger is not None:
            self._stranger.go()

    def data_received(self, data: bytes) -> None:
        """Pass on what is said."""
        if self._allowance.covers(len(data)):
            self._server.data_received(data)
        elif self._server.transport is not None:
            self._door.tell(_("A browser sent too much, and was cut off."))
            self._server.transport.abort()

    def pause_writing(self) -> None:
        """Pass it on."""
        self._server.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self._server.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the place, and pass it on."""
        self._leave()
        if self._silence is not None:
            self._silence.cancel()
        if self._door.lines.pop(self._server, None) is not None:
            self._server.connection_lost(exc)


def _language_of(request: web.Request) -> str:
    """Return the language of ours that a browser asks for; nothing where it asks for none."""
    return languages.accepted(request.headers.get("Accept-Language", ""))


class _Visit:
    """A guest's program, and the browser at its other end."""

    def __init__(self, host: Host, line: web.WebSocketResponse, request: web.Request) -> None:
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        """What passes on what the program says."""
        self._host, self._line, self._request = host, line, request
        self._allowance = Allowance()
        self.gone = asyncio.Event()
        """Set when its link is free again."""
        self.heard = monotonic()
        """When the browser has said something last."""
        self.ended = False
        """Whether its line is being ended from this side."""
        if (made := request.get_extra_info("socket")) is not None:  # else it is lost already
            made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    async def begin(self) -> None:
        """Start the program, and what passes on what it says."""
        raise NotImplementedError

    async def _said(self, message: object) -> bool:
        """Pass on what a browser says; return whether that is to be understood."""
        raise NotImplementedError

    async def _started(self, module: str, environment: Mapping[str, str]) -> Process:
        """Start a guest's program at two pipes."""
        who = _("joined by a browser, from {address}", address=self._request.remote or "?")
        if language := _language_of(self._request):
            environment = {**environment, languages.ASKED: language}  # a guest's own, whatever the host's
        self._process = await start(
            self._host, module, self._told, who, lambda seat: None, environment,
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST,
        )  # fmt: skip
        return self._process

    async def _taken(self, sent: Awaitable[object]) -> None:
        """Wait until something has been taken; ConnectionResetError: it takes too long, or the line is lost.

        Who waits while a line is lost is told so by an error of another kind, which nobody here would know.
        """
        try:
            async with asyncio.timeout(UNSENT_SECONDS):
                await sent
        except (TimeoutError, OSError, RuntimeError):
            raise ConnectionResetError from None

    async def ask(self) -> None:
        """Ask the browser whether it is there."""
        with suppress(ConnectionResetError):
            await self._taken(self._line.ping())

    def _end(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def _close(self) -> None:
        await self.say_end()

    async def say_end(self) -> None:
        """End the line as the host goes."""
        await self.end(text=self._host.said_to(self._told.watches))

    async def end(self, code: int = WSCloseCode.OK, text: str = "") -> None:
        """End the line, and say why; who takes not even that is not waited for."""
        self.ended = True
        try:
            await self._taken(self._line.close(code=code, message=_reason(text)))
        except ConnectionResetError:
            self.abort()

    def abort(self) -> None:
        """End the line."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def serve(self, told: GuestStart) -> None:
        """Start the program, and hear the browser until it goes."""
        self._told = told
        try:
            await self.begin()
        except OSError:
            await self.end(WSCloseCode.INTERNAL_ERROR, _("The program of this seat can't be started."))
            return
        async for message in self._line:
            self.heard = monotonic()
            if not await self._hear(message):
                why = _("This browser sent too much, or something that can't be understood.")
                await self.end(WSCloseCode.POLICY_VIOLATION, why)
                return

    async def _hear(self, message: WSMessage) -> bool:
        """Pass on what a browser says; return whether that is listened to any longer."""
        if message.type not in (WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG):
            return False
        if not self._allowance.covers(len(message.data) + COST):
            self._host.refused(_("A browser sent too much, and was cut off."))
            return False
        if message.type is WSMsgType.PONG:
            return True
        try:
            if message.type is WSMsgType.PING:
                await self._taken(self._line.pong(message.data))
                return True
            return await self._said(json.loads(message.data))
        except (ValueError, RecursionError, ConnectionResetError):
            return False

    async def stop(self) -> None:
        """End the program, and what draws for it; neither is waited for longer than a moment."""
        self._end()
        ending = [] if self._task is None else [self._task]
        if self._process is not None:
            ending.append(asyncio.ensure_future(self._process_ended(self._process)))
        if ending:
            _done, left = await asyncio.wait(ending, timeout=END_SECONDS)
            for task in left:
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)

    async def _process_ended(self, process: Process) -> None:
        if self._task is not None:
            await asyncio.wait([self._task])
        if process.stdout is not None:
            while await process.stdout.read(1 << 16):  # an end is not seen behind what is not read
                pass
        await process.wait()


class _Drawn(_Visit, AppService):
    """One in which it is drawn; of what the program tells beside that nothing is passed on."""

    def __init__(self, host: Host, line: web.WebSocketResponse, request: web.Request) -> None:
        AppService.__init__(
            self, "", write_bytes=self._write, write_str=line.send_str, close=self._close,
            download_manager=DownloadManager(),
        )  # fmt: skip
        _Visit.__init__(self, host, line, request)

    async def _write(self, data: bytes) -> None:
        """Draw; who takes nothing is sent away."""
        await self._taken(self._line.send_bytes(data))

    async def begin(self) -> None:
        """Start the program in a window of the size that the browser names."""
        await self.start(*_size(self._request.query.get("width"), self._request.query.get("height")))

    async def run(self) -> None:
        """Draw until the program or the line ends; then both do."""
        try:
            await super().run()
        finally:
            self._end()
            if not self._line.closed:
                self.abort()

    async def _said(self, message: object) -> bool:
        """Pass on what is typed and the window's size."""
        match message:
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
        return True

    # What textual-serve asks of it

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start the guest's program."""
        size = {"COLUMNS": str(width), "ROWS": str(height), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        process = await self._started(DRAWN, size)
        process.stderr = asyncio.StreamReader()  # it is read to its end, and what stood there written on our screen
        process.stderr.feed_eof()
        assert process.stdin is not None
        self._stdin = process.stdin
        return process

    async def on_meta(self, data: bytes) -> None:
        """Take note of its end, and of when its guest may have the record, or wants it; and of nothing else."""
        kind = json.loads(data).get("type")
        if kind == "exit":
            await self.remote_close()
        elif kind in ("over", "record"):
            await self._taken(self._line.send_json([kind]))

    async def on_packed(self, payload: bytes) -> None:
        """It delivers no files."""


class _Spoken(_Visit):
    """One in which lines are read and typed, and buttons pressed."""

    async def begin(self) -> None:
        """Start the program."""
        process = await self._started(LINES, {"TERM": "dumb"})
        self._task = asyncio.ensure_future(self._tell(process))

    async def _tell(self, process: Process) -> None:
        """Pass on what the program says, a packet a line, until it or the line ends; then both do."""
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                await self._taken(self._line.send_str(line.decode()))
            await self._close()
        except (ConnectionResetError, ValueError):  # nobody takes it, or it is longer than what a program says
            pass
        finally:
            self._end()
            if not self._line.closed:
                self.abort()

    async def _said(self, message: object) -> bool:
        """Pass on a line that is typed, or stands for a button."""
        match message:
            case ["line", str(text)] if self._process is not None and self._process.stdin is not None:
                self._process.stdin.write(f"{' '.join(text.split())}\n".encode(errors="replace"))
                await self._taken(self._process.stdin.drain())
                return True
        return False


def _reason(text: str) -> bytes:
    """Return a sentence as the end of a socket's line tells it: there is room for 123 bytes."""
    return text.encode()[:123].decode(errors="ignore").encode()


async def _set_within(event: asyncio.Event, seconds: float) -> None:
    """Wait until an event is set, but no longer than that."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


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
        text = (files("herrlof.seats") / "page" / name).read_text("utf-8")
        return web.Response(text=text, content_type=OWN[name])
    if name not in STATIC:
        raise web.HTTPNotFound
    kinds = {".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf"}
    path = Path(textual_serve.__file__).parent / "static" / name
    return web.Response(body=path.read_bytes(), content_type=kinds[path.suffix])
