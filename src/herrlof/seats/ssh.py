"""The second door: ssh, for who has nothing of this program, only a terminal and the word of the host.

A guest is asked for a code of three words and given the program that is only a seat, on a terminal of its own; it
speaks in lines where the terminal cannot draw, where there is none, or where its user is called `lines`. All else that
ssh can do is refused. Between the network and the library stands a line that lets through so much a second
and holds little, whatever comes from outside: the library itself reads all there is, and keeps what is not taken.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import pty
import re
import signal
import socket
import struct
import termios
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Final

import asyncssh

from herrlof import languages, titles
from herrlof.game import NOBODY
from herrlof.messages import _, ngettext, paragraph
from herrlof.records.errors import RecordError
from herrlof.records.names import HERE
from herrlof.records.storage import Storage, read_file
from herrlof.seats.codes import Codes, Way
from herrlof.seats.crowd import AT_ONCE, Crowd, Stranger, Tries, lengthen_queue
from herrlof.seats.guest import HELLO_SECONDS, GuestLine
from herrlof.seats.guest_process import DRAWN, FAREWELL_SECONDS, LINES, MENDING_SECONDS, Allowance, GuestStart, start
from herrlof.seats.host import CodedDoor, DoorError, Host
from herrlof.seats.protocol import ProtocolError
from herrlof.seats.seat_store import EVERYWHERE, Ssh, reachable

WATCHER: Final = "watch"
"""The name by which one comes to watch; any other one is for a seat."""
STRANGERS: Final = 128
"""So many who have not given a code yet, half of them from one address."""
APART: Final = 0.1
"""Seconds between the beginnings of two lines, which cost the most."""
LOGIN_SECONDS: Final = 60.0
"""How long a stranger may take to give a code."""
SPEAKING_SECONDS: Final = 2.0
"""How long a stranger may be silent before it takes its turn all the same: hardly any ssh waits for the other end."""
GREETING_SECONDS: Final = 10.0
"""How long a stranger who has said something keeps its place before it is asked for a code,"""
TYPING_SECONDS: Final = 20.0
"""and while it types one, whoever comes."""
WRONG_SECONDS: Final = 1.0
"""How long the answer to a wrong code takes."""
TRIES: Final = 3
"""So many wrong codes, and a line ends."""
OFFERS: Final = 32
"""So many of a stranger's keys are remembered."""
ROOM: Final = 1 << 15
"""Bytes that wait at each place of a line."""
SILENCE_SECONDS: Final = 5.0
"""Who has said nothing for so long is asked whether it is there; after three questions it is not."""
END_SECONDS: Final = 3.0
"""How long a guest's program may take to end."""
TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
IUTF8: Final = 0o40000
"""Of a terminal that takes back a whole letter at once, not a byte; it has no name in Python 3.11."""
LARGEST: Final = 1000
"""Columns and rows that a terminal has at most."""
VARIABLES: Final = {
    "COLORTERM": re.compile(r"[A-Za-z0-9-]{1,20}"),
    "NO_COLOR": re.compile(r"[A-Za-z0-9]{1,20}"),
    "ESCDELAY": re.compile(r"[0-9]{1,5}"),
    "LANG": languages.NAME,
}
"""What else a terminal may say of itself: ssh sends what its user told it to (SendEnv)."""
IN_LINES: Final = "lines"
"""Who comes by this name is spoken to in lines,"""
CANNOT_DRAW: Final = (None, "", "dumb")
"""and who has no terminal, or one of these kinds."""
KEY: Final = "ssh_host_key"
MENDED: Final = (
    b"\x1b[0m\x1b[?1049l\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l\x1b[<u\x1b[?25h"
    + titles.GIVE_BACK.encode()
)
"""Gives a terminal back that a program has drawn on: its own screen and title, no mouse, no reports, a cursor."""

logging.getLogger("asyncssh").addHandler(logging.NullHandler())  # what is logged would be written over the table


def host_key(storage: Storage) -> asyncssh.SSHKey:
    """Return this machine's key for these doors, made when it is first asked for; DoorError: it cannot be kept.

    On a disk that shows every file to everybody a key is no secret: there each table has a new one, in memory.
    """
    path = storage.data / KEY
    try:
        if path.exists():
            if not path.stat().st_mode & 0o077:
                return asyncssh.import_private_key(read_file(path))
            if storage.keeps_secrets():
                raise DoorError(_("Others can read the key {path}: delete it, and a new one is made.", path=path))
            path.unlink()
        key = asyncssh.generate_private_key("ssh-ed25519", "herrlof")
        if storage.keeps_secrets():
            storage.replace(path, key.export_private_key())
    except (OSError, RecordError, asyncssh.KeyImportError) as error:
        raise DoorError(_("The key {path} can't be used: {why}", path=path, why=error)) from None
    return key


class SshDoor(CodedDoor):
    """The door for who comes by ssh."""

    def __init__(self, host: Host, storage: Storage, where: Ssh) -> None:
        """Prepare it; DoorError: there is no key."""
        self.host, self._where = host, where
        self.codes = Codes(host)
        self._key = host_key(storage)
        self._kept = (storage.data / KEY).exists()
        self._server: asyncio.Server | None = None
        self.strangers = Crowd(STRANGERS)
        self.tries = Tries()
        self._newcomers: dict[str, Visitor] = {}
        """Who has given a code that is good once, and has not been shown yet its own to come back."""
        self.sessions: set[Session] = set()
        """The terminals on which a guest's program runs."""
        self._gate = asyncio.Lock()
        self._lines: set[asyncio.Task[None]] = set()

    @property
    def place(self) -> str:
        """From where one comes in by it."""
        return _("here, by ssh") if ip_address(self._where.address).is_loopback else _("any computer")

    def way(self, seat: int) -> str:
        """What the player of a seat types there; what differs is the code, and the name of who only watches."""
        return self._command(WATCHER if seat == NOBODY else "seat")

    @property
    def command(self) -> str:
        """What a guest types there."""
        return self._command("seat")

    def _command(self, user: str) -> str:
        return f"ssh -p {self._where.port} {user}@{reachable(self._where.address)}"

    @property
    def opens(self) -> str:
        return paragraph(self._answers, self.warns)

    @property
    def _answers(self) -> str:
        """Who can come to it, in a sentence."""
        port = self._where.port
        if ip_address(self._where.address).is_loopback:
            return _("Port {port} answers on this machine alone: whoever has the code gets a seat.", port=port)
        if self._where.address in EVERYWHERE:
            return _(
                "Port {port} answers at every address of this machine: whoever has the code gets a seat.", port=port
            )
        return _("Port {port} answers all who can reach it: whoever has the code gets a seat.", port=port)

    @property
    def warns(self) -> str:
        """That the key is not kept, where the disk shows it to everybody."""
        if self._kept:
            return ""
        return _("This disk hides nothing from others: each table has a new key, and ssh asks about it.")

    def code(self, seat: int) -> str:
        """What lets the player of a seat in, once; nothing where it is here, or has a code to come back."""
        return self.codes.code(seat)

    def renew(self, seat: int) -> None:
        self.codes.renew(seat)

    @property
    def key(self) -> str:
        return self._key.get_fingerprint()

    @property
    def helps(self) -> list[str]:
        """What a guest does whose ssh offers too many keys, or knows another key of this place."""
        alone = self.command.replace("ssh ", "ssh -o IdentitiesOnly=yes ", 1)
        forget = f"ssh-keygen -R '[{reachable(self._where.address)}]:{self._where.port}'"
        return [
            _("If ssh ends at once: {command}", command=alone),
            _("If it says the key has changed, and shows this one: {command}", command=forget),
        ]

    async def open(self) -> None:
        address, port = self._where.address, self._where.port
        try:
            self._server = await asyncio.start_server(self._come, address, port, limit=ROOM, backlog=AT_ONCE)
            lengthen_queue(self._server)
        except OSError as error:
            raise DoorError(
                _(
                    "ssh can't wait at {address}, port {port}: {why}.",
                    address=address,
                    port=port,
                    why=os.strerror(error.errno or 0),
                )
            ) from None
        self._where = self._where.model_copy(update={"port": self._server.sockets[0].getsockname()[1]})

    def close(self) -> None:
        """Let nobody in any more; who is here ends by itself, as its line to the table has ended."""
        if self._server is not None:
            self._server.close()
            self._server = None

    async def farewell(self) -> None:
        """Let the guests' programs say why they end, and give their terminals back, before this one ends.

        A match that is over is looked at for as long as one likes, and some program may not answer: those are ended.
        What even then does not give its terminal back is killed, and the terminal given back from here.
        """
        patience = MENDING_SECONDS / 2 if self.host.table.over else FAREWELL_SECONDS
        for seconds, number in ((patience, signal.SIGTERM), (MENDING_SECONDS, signal.SIGKILL)):
            if self._lines:
                await asyncio.wait(self._lines, timeout=seconds)
            for session in [*self.sessions]:
                session.signal(number)
        if self._lines:
            await asyncio.wait(self._lines, timeout=MENDING_SECONDS)

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visitor = Visitor(self, str((writer.get_extra_info("peername") or ("?",))[0]))
        visitor.stranger = self.strangers.come(visitor.address, writer.transport.abort)
        if visitor.stranger is None:
            writer.transport.abort()
            return
        line = asyncio.ensure_future(self._serve(visitor, reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _serve(self, visitor: Visitor, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hear somebody, from the first byte to the end of the line; whatever ends it, nothing is held any longer."""
        first = b""
        try:
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(SPEAKING_SECONDS):
                    first = await reader.read(1 << 12)
            visitor.greet(first)
            async with self._gate:
                if not writer.transport.is_closing():  # else it has gone meanwhile, and nobody waits for it
                    await asyncio.sleep(APART)
            if not writer.transport.is_closing():
                await visitor.serve(reader, writer, first)
        except Exception as error:  # else it would be written over the table
            self.host.refused(_("An error ended an ssh connection: {what}.", what=type(error).__name__))
        finally:
            self.known(visitor)
            if self._newcomers.get(visitor.way.spent) is visitor:
                del self._newcomers[visitor.way.spent]
            writer.transport.abort()

    def known(self, visitor: Visitor) -> None:
        """Count somebody no more among the strangers."""
        if visitor.stranger is not None:
            visitor.stranger.go()
        visitor.stranger = None

    async def try_code(self, visitor: Visitor, typed: str) -> bool:
        """Let a visitor in by a code, when it is the turn of its address; tell the host of a wrong one.

        A code is good until its guest has been shown its own to come back. Whoever gave it before and has not seen that
        yet has lost its line, or is somebody else: the last one has it.
        """
        await self.tries.turn(visitor.address)
        way = Way(NOBODY) if visitor.watches and self.codes.lets_watch(typed) else None
        if not visitor.watches:
            way = self.codes.find(typed, [one.way for one in self._newcomers.values() if one.guest is not None])
        if way is not None:
            visitor.way = way
            if way.spent:
                before = self._newcomers.pop(way.spent, None)
                self._newcomers[way.spent] = visitor
                if before is not None and before is not visitor:
                    before.give_way()
            return True
        wrong = self.tries.wrong(visitor.address)
        self.host.refused(
            ngettext(
                "{n} wrong code from {address}.", "{n} wrong codes from {address}.", wrong, address=visitor.address
            )
        )
        await asyncio.sleep(WRONG_SECONDS)
        return False

    def banner(self, in_lines: bool = False) -> str:
        """Return what is said before the code is asked for, and how to have lines where they were not asked for."""
        names = [seat.name for seat in self.host.table.seats if seat.how == HERE]
        sentences = [_("{name}'s table. The password is the code of three words.", name=names[0])]
        if not in_lines:
            sentences.append(_("To listen, in lines, come as {name}.", name=f"{IN_LINES}@"))
        return "".join(f"{sentence}\r\n" for sentence in sentences)

    async def start_seat(
        self, visitor: Visitor, environment: Mapping[str, str], terminal: int, module: str = DRAWN
    ) -> Process:
        """Start the program of a guest who has given a code, or a key; OSError, ProtocolError: it cannot be."""
        if visitor.watches:
            back = _("The same command and code bring you back.")
            return await self._start(
                visitor, module, GuestStart(watches=True, back=back), lambda seat: None, environment, terminal
            )
        code = visitor.code = self.codes.code_back(visitor.way)
        if visitor.keys:
            back = _("To come back: the same command, with your key or the code {code}.", code=code)
        else:
            back = _("To come back: the same command, with the code {code}.", code=code)
        told = GuestStart(token=self.host.reservations.token(visitor.way.seat), back=back)
        return await self._start(visitor, module, told, visitor.take_seat, environment, terminal)

    def shown(self, visitor: Visitor) -> None:
        """Take note that a guest has been shown its own code: the one it came by is spent."""
        way = visitor.way
        if self._newcomers.get(way.spent) is visitor:
            del self._newcomers[way.spent]
            self.codes.spend(way)
            visitor.way = Way(way.seat)

    async def _start(
        self,
        visitor: Visitor,
        module: str,
        told: GuestStart,
        seated: Callable[[int], object],
        environment: Mapping[str, str],
        terminal: int,
    ) -> Process:
        who = _("joined over ssh, from {address}", address=visitor.address)
        streams = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
        return await start(self.host, module, told, who, seated, environment, **streams)

    @property
    def options(self) -> dict[str, Any]:
        """What the library may do: let somebody in by a code or a key, and open one terminal."""
        return {
            "server_host_keys": [self._key],
            "kex_algs": "-diffie-hellman*,rsa*,gss*",  # slow, and no program of these years needs them
            "compression_algs": ["none"],
            "gss_host": None,
            "kbdint_auth": False,
            "host_based_auth": False,
            "allow_scp": False,
            "x11_forwarding": False,
            "agent_forwarding": False,
            "line_editor": False,
            "server_version": "herrlof",
            "login_timeout": LOGIN_SECONDS,
            "keepalive_interval": SILENCE_SECONDS,
            "keepalive_count_max": 3,
        }


class Visitor(asyncssh.SSHServer):
    """Somebody at the door: a stranger until it has given a code, then a guest with a terminal."""

    def __init__(self, door: SshDoor, address: str) -> None:
        """Know from where it comes."""
        self.door, self.address = door, address
        self.way = Way(NOBODY)
        """Where what it has given leads; nowhere yet."""
        self.code = ""
        """What brings it back."""
        self.gone = False
        """Whether its line has ended."""
        self._entered = False
        """Whether it has had a seat."""
        self.keys: list[str] = []
        """The keys that it has offered."""
        self.stranger: Stranger | None = None
        """Its place at the door, until it has given a code or a key."""
        self.in_lines = False
        """Whether the name that it has given asks for lines,"""
        self.watches = False
        """or to watch."""
        self._wrong = 0
        self.session: Session | None = None
        self._connection: asyncssh.SSHServerConnection
        self._flows = asyncio.Event()
        self._flows.set()
        self._allowance = Allowance()

    # The line

    def greet(self, first: bytes) -> None:
        """Let it keep its place for a while, as it has said something: ssh does at once, and then waits its turn."""
        if first and self.stranger is not None:
            self.stranger.stay(GREETING_SECONDS)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes) -> None:
        """Join the network's end of the line to the library's, until one of them ends it; `first` was heard already."""
        here, there = socket.socketpair()
        own_reader, own_writer = await asyncio.open_unix_connection(sock=here, limit=ROOM)
        for to in (writer, own_writer):
            to.transport.set_write_buffer_limits(ROOM)
        hearing = asyncio.ensure_future(self._hear(reader, own_writer, first))
        telling = asyncio.ensure_future(self._tell(own_reader, writer))
        try:
            connection = await asyncssh.run_server(there, server_factory=lambda: self, **self.door.options)
            await connection.wait_closed()
            async with asyncio.timeout(END_SECONDS):
                await telling
        except (OSError, TimeoutError, asyncssh.Error):
            pass
        finally:
            hearing.cancel()
            telling.cancel()
            own_writer.transport.abort()
            if self.session is not None:
                await self.session.end()
            await asyncio.gather(hearing, telling, return_exceptions=True)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes) -> None:
        """Pass on what is said, until it is too much; nothing while what was answered is not read."""
        try:
            while data := first or await reader.read(1 << 12):
                if not first and self.stranger is not None and self.stranger.due == self.stranger.since:
                    self.greet(data)
                first = b""
                if not self._allowance.covers(len(data), grows=self.stranger is None):
                    self.door.host.refused(_("Somebody sent too much by ssh, and was cut off."))
                    break
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            self.gone = True
            writer.transport.abort()

    async def _tell(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what is answered, as fast as it is read."""
        with suppress(OSError):
            while data := await reader.read(ROOM):
                writer.write(data)
                await writer.drain()
            writer.write_eof()
            await writer.drain()

    def _pause(self) -> None:
        self._flows.clear()
        if self.session is not None:
            self.session.pause_writing()

    def _resume(self) -> None:
        self._flows.set()
        if self.session is not None:
            self.session.resume_writing()

    def hang_up(self) -> None:
        """End the line."""
        self.gone = True
        self._connection.close()

    # What it has

    def take_seat(self, seat: int) -> None:
        """Have a seat; ProtocolError says why it cannot, and OSError that its line was lost before."""
        if self.gone:
            raise ConnectionResetError
        if self._entered:  # who comes along to another match has seen its page long ago
            self.door.shown(self)
        elif seat != self.way.seat:  # what it gave was called back meanwhile, and another one is free
            raise ProtocolError(_("This code has been used: ask for another."))
        way = self.way._replace(seat=seat)
        self.door.codes.bind(way, self.code, self.keys)
        self.way, self._entered = way, True

    @property
    def guest(self) -> GuestLine | None:
        """Who it is at the table, while it has a seat there."""
        found = self.door.host.guests.get(self.way.seat)
        return found if found is not None and found.seated == self.take_seat else None

    def give_way(self) -> None:
        """Go, as somebody else has come by the same code."""
        if (guest := self.guest) is not None:
            guest.drop(_("This seat has been taken at another terminal."), final=True)
        else:
            self.hang_up()

    async def be_shown(self) -> None:
        """Wait until all that was sent has been read at the other end; what brings it back was in it."""
        # Answered in turn, or not at all. What is public, to open a channel that is refused, libssh2 never answers.
        await self._connection._make_global_request(b"keepalive@openssh.com")
        if self._entered and not self.gone:
            self.door.shown(self)

    # Who it is

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Hear when the line is full: the library does nothing then."""
        self._connection = conn
        conn.pause_writing = self._pause  # type: ignore[method-assign]
        conn.resume_writing = self._resume  # type: ignore[method-assign]

    def begin_auth(self, username: str) -> bool:
        """Ask for a code, whatever name was given; two ask for lines and to watch, which every client of ssh can do."""
        self.in_lines = username == IN_LINES
        self.watches = username == WATCHER
        with suppress(OSError):
            self._connection.send_auth_banner(self.door.banner(self.in_lines))
        if self.stranger is not None:
            self.stranger.stay(TYPING_SECONDS)
        return True

    def public_key_auth_supported(self) -> bool:
        """A key brings back to a seat."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key leads back to a seat; each is remembered for who then gives a code. No key lets one watch."""
        if self.watches:
            return False
        name = key.get_fingerprint()
        if name not in self.keys and len(self.keys) < OFFERS:
            self.keys.append(name)
        found = self.door.codes.seat_by_key(name)
        if found is None:
            return False
        self.way = Way(found)
        return True

    def password_auth_supported(self) -> bool:
        """A code lets in."""
        return True

    async def validate_password(self, username: str, password: str) -> bool:
        """Whether this is a code that lets in; after three wrong ones the line ends."""
        if await self.door.try_code(self, password):
            return True
        self._wrong += 1
        if self.stranger is not None:
            self.stranger.stay(0)
        if self._wrong >= TRIES:
            self._connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, _("Too many wrong codes."))
        return False

    def auth_completed(self) -> None:
        """It is a stranger no more; who then wants no seat is sent away."""
        self.door.known(self)
        asyncio.get_running_loop().call_later(HELLO_SECONDS, self._end_unused)

    def _end_unused(self) -> None:
        if self.session is None:
            self._connection.abort()

    def session_requested(self) -> Any:
        """Open a terminal, once."""
        if self.session is not None:
            return False
        channel = self._connection.create_server_channel(None, window=ROOM, max_pktsize=ROOM)
        self.session = Session(self)
        # Else the library keeps all that is sent, without end.
        vars(channel)["_process_env_request"] = self.session.told_of_variable
        return channel, self.session


class Session(asyncssh.SSHServerSession[bytes]):
    """A guest's terminal, or the two ends of its input and output, and the program at the other end."""

    def __init__(self, visitor: Visitor) -> None:
        """Wait for a terminal to be asked for."""
        self._visitor = visitor
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._term: str | None = None
        """Of what kind its terminal is; None: there is none."""
        self._variables: dict[str, str] = {}
        """What is told of its colours, and of its line."""
        self._size = 80, 24
        self._master: int | None = None
        """Our end of the terminal, or of the line that stands for one, while it is open."""
        self._typed = b""
        self._closed = False
        """Whether it was open, and is no more."""
        self._all_typed = False
        """Whether no more will be typed where there is no terminal."""
        self._paused = False
        self._drawn = asyncio.Event()
        """Whether all that the program has drawn was passed on."""
        self._last = b""
        """What was passed on last, until the code that brings this guest back was among it,"""
        self._showing: asyncio.Task[None] | None = None
        """and what waits until that was read."""
        self._running: asyncio.Task[None] | None = None
        self._process: Process | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self._channel = chan
        chan.set_write_buffer_limits(ROOM)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Take the kind of terminal, and its size."""
        self._term = term_type if TERM.fullmatch(term_type) or not term_type else "xterm"
        self._size = term_size[:2]
        return True

    def told_of_variable(self, packet: asyncssh.packet.SSHPacket) -> bool:
        """Take what a variable says of the terminal, and nothing else."""
        name, value = (packet.get_string()[:99].decode(errors="replace") for _ in range(2))
        packet.check_end()
        if name not in VARIABLES or not VARIABLES[name].fullmatch(value):
            return False
        self._variables[name] = value
        return True

    def shell_requested(self) -> bool:
        """Begin; commands and subsystems are refused by the library."""
        return True

    @property
    def _in_lines(self) -> bool:
        return self._visitor.in_lines or self._term in CANNOT_DRAW

    def session_started(self) -> None:
        """Start the program."""
        self._running = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        """Run the program to its end, and pass on what it draws."""
        terminal = None
        try:
            self._master, terminal = self._opened()
            os.set_blocking(self._master, False)
            environment = {**self._variables, "TERM": self._term or "dumb"}
            if language := languages.named(environment.pop("LANG", "")):
                environment[languages.ASKED] = language  # a guest's own, whatever the host's
            module = LINES if self._in_lines else DRAWN
            process = await self._visitor.door.start_seat(self._visitor, environment, terminal, module)
        except (OSError, ProtocolError) as error:
            why = str(error) if isinstance(error, ProtocolError) else _("The program of this seat can't be started.")
            with suppress(OSError):
                self._channel.write(why.encode() + b"\r\n")
                self._channel.exit(1)
            self._close_terminal()
            return
        finally:
            if terminal is not None:
                os.close(terminal)
        self._process = process
        self._visitor.door.sessions.add(self)
        try:
            self._listen()
            self._write()
            status = await process.wait()
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await self._drawn.wait()
            with suppress(OSError):
                if status < 0 and not self._in_lines:  # it did not give the terminal back
                    self._channel.write(MENDED)
                self._channel.exit(status if status >= 0 else 1)
        finally:
            self._visitor.door.sessions.discard(self)
            self._close_terminal()
            await _ended(process)

    def _opened(self) -> tuple[int, int]:
        """Open a terminal, or a line where none was asked for; return our end and the program's."""
        if self._term is None:
            here, there = socket.socketpair()
            return here.detach(), there.detach()
        self._master, terminal = pty.openpty()
        self._use_size()
        if self._in_lines:  # the terminal edits what is typed, letter by letter
            modes = termios.tcgetattr(terminal)
            modes[0] |= IUTF8
            modes[3] &= ~termios.ECHOCTL  # a sign that stands for Ctrl is read aloud
            termios.tcsetattr(terminal, termios.TCSANOW, modes)
        return self._master, terminal

    def signal(self, number: int) -> None:
        """Tell the program to end."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the line: there is one terminal on it."""
        self._visitor.hang_up()

    async def end(self) -> None:
        """End the program: its terminal is gone."""
        self._close_terminal()
        if self._running is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await asyncio.shield(self._running)
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    # What is drawn

    def _listen(self) -> None:
        if self._master is not None and not self._paused:
            asyncio.get_running_loop().add_reader(self._master, self._read)

    def _read(self) -> None:
        assert self._master is not None
        try:
            data = os.read(self._master, ROOM)
        except BlockingIOError:
            return
        except OSError:  # nobody has the other end any more
            data = b""
        if not data:
            self._drawn.set()
            asyncio.get_running_loop().remove_reader(self._master)
            return
        with suppress(OSError):  # the guest has gone meanwhile
            self._channel.write(data)
        if self._showing is None and (code := self._visitor.code.encode()):
            self._last = self._last[-len(code) :] + data
            if code in self._last:
                self._last, self._showing = b"", asyncio.ensure_future(self._visitor.be_shown())

    def pause_writing(self) -> None:
        """Let the program wait: what it has drawn is not read."""
        self._paused = True
        if self._master is not None:
            asyncio.get_running_loop().remove_reader(self._master)

    def resume_writing(self) -> None:
        """Go on."""
        self._paused = False
        self._listen()

    # What is typed

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on what is typed, as far as the program takes it."""
        self._typed += data
        self._write()

    def _write(self) -> None:
        if self._master is None:
            if self._term is not None or self._closed:  # before there is a terminal to type at nothing is meant
                self._typed = b""
            return
        loop = asyncio.get_running_loop()
        with suppress(BlockingIOError):
            try:
                self._typed = self._typed[os.write(self._master, self._typed) :]
            except BlockingIOError:
                raise
            except OSError:
                self._typed = b""
        if self._typed:
            self._channel.pause_reading()
            loop.add_writer(self._master, self._write)
        else:
            loop.remove_writer(self._master)
            self._channel.resume_reading()
            if self._all_typed:
                with suppress(OSError), socket.socket(fileno=os.dup(self._master)) as line:
                    line.shutdown(socket.SHUT_WR)

    def eof_received(self) -> bool:
        """Who types no more at a terminal has gone; what came through a pipe is answered first."""
        if self._term is not None:
            self._visitor.hang_up()
            return False
        self._all_typed = True
        self._write()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass the size on."""
        self._size = width, height
        self._use_size()

    def _use_size(self) -> None:
        if self._master is not None:
            columns, rows = (min(max(number, 0), LARGEST) for number in self._size)
            with suppress(OSError):
                fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _close_terminal(self) -> None:
        master, self._master, self._closed = self._master, None, True
        self._drawn.set()
        if master is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(master)
            loop.remove_writer(master)
            os.close(master)


async def _ended(process: Process) -> None:
    """Wait until a program has ended whose terminal is gone; what does not is killed."""
    if process.returncode is None:
        with suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
