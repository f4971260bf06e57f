"""The second door: ssh, for who has nothing of this program, only a terminal and the word of the host.

A guest is asked for a code of three words and given the program that is only a seat, on a terminal of its own. All
else that ssh can do is refused. Between the network and the library stands a line that lets through so much a second
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
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Final

import asyncssh

from herrlof.game import NOBODY
from herrlof.messages import _
from herrlof.records.errors import RecordError
from herrlof.records.names import HERE
from herrlof.records.storage import Storage, read_file
from herrlof.seats.codes import TRIES, Codes
from herrlof.seats.host import HELLO_SECONDS, DoorError, Host
from herrlof.seats.kept import EVERYWHERE, Ssh, reachable
from herrlof.seats.seat import FAREWELL_SECONDS, PROGRAM, Allowance, Told, start

STRANGERS: Final = 8
"""So many who have not given a code yet; more are sent away."""
APART: Final = 0.1
"""Seconds between the beginnings of two lines, which cost the most."""
LOGIN_SECONDS: Final = 60.0
"""How long a stranger may take to give a code."""
WRONG_SECONDS: Final = 1.0
"""How long the answer to a wrong code takes."""
OFFERS: Final = 32
"""Keys that a stranger may offer."""
ROOM: Final = 1 << 15
"""Bytes that wait at each place of a line."""
SILENCE_SECONDS: Final = 5.0
"""Who has said nothing for so long is asked whether it is there; after three questions it is not."""
END_SECONDS: Final = 3.0
"""How long a guest's program may take to end."""
TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
LARGEST: Final = 1000
"""Columns and rows that a terminal has at most."""
KEY: Final = "ssh_host_key"

logging.getLogger("asyncssh").addHandler(logging.NullHandler())  # what is logged would be written over the table


def host_key(storage: Storage) -> asyncssh.SSHKey:
    """Return this machine's key for these doors, made when it is first asked for; DoorError: it cannot be kept."""
    path = storage.data / KEY
    try:
        if path.exists():
            if path.stat().st_mode & 0o077:
                raise DoorError(_("Others can read the key {path}: delete it, and there will be a new one.", path=path))
            return asyncssh.import_private_key(read_file(path))
        key = asyncssh.generate_private_key("ssh-ed25519", "herrlof")
        storage.replace(path, key.export_private_key())
    except (OSError, RecordError, asyncssh.KeyImportError) as error:
        raise DoorError(_("The key {path} cannot be used: {why}", path=path, why=error)) from None
    return key


class SshDoor:
    """The door for who comes by ssh."""

    def __init__(self, host: Host, storage: Storage, where: Ssh) -> None:
        """Prepare it; DoorError: there is no key."""
        self.host, self._where = host, where
        self.codes = Codes(host)
        self._key = host_key(storage)
        self._server: asyncio.Server | None = None
        self._strangers = 0
        self._gate = asyncio.Lock()
        self._lines: set[asyncio.Task[None]] = set()

    @property
    def place(self) -> str:
        """From where one comes in by it."""
        return _("here, by ssh") if ip_address(self._where.address).is_loopback else _("any computer")

    @property
    def command(self) -> str:
        """What a guest types there."""
        return f"ssh -p {self._where.port} seat@{reachable(self._where.address)}"

    @property
    def opens(self) -> str:
        """What is open with this door, in a sentence."""
        port = self._where.port
        if ip_address(self._where.address).is_loopback:
            return _("Port {port} answers on this machine alone: who has the code gets a seat.", port=port)
        if self._where.address in EVERYWHERE:
            return _("Port {port} answers at every address of this machine: who has the code gets a seat.", port=port)
        return _("Port {port} answers all who can reach it: who has the code gets a seat.", port=port)

    @property
    def warns(self) -> str:
        """Nothing."""
        return ""

    @property
    def code(self) -> str:
        """What lets somebody in, once; nothing where every seat is taken, or its player has a code to come back."""
        return self.codes.code

    @property
    def code_for(self) -> int:
        """The seat that the code leads to; NOBODY: it is for somebody new."""
        return self.codes.seat

    def renew(self) -> None:
        """Make another code, for the next one who may need one."""
        self.codes.renew(for_next=True)

    @property
    def key(self) -> str:
        """By what a guest knows this machine."""
        return self._key.get_fingerprint()

    async def open(self) -> None:
        """Let guests in; DoorError says why that cannot be."""
        address, port = self._where.address, self._where.port
        try:
            self._server = await asyncio.start_server(self._come, address, port, limit=ROOM, backlog=STRANGERS)
        except OSError as error:
            raise DoorError(
                _(
                    "ssh cannot wait at {address}, port {port}: {why}.",
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
        """Let the guests' programs say why they end."""
        if self._lines:
            await asyncio.wait(self._lines, timeout=FAREWELL_SECONDS)

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._strangers >= STRANGERS:
            writer.transport.abort()
            return
        self._strangers += 1
        line = asyncio.ensure_future(self._serve(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hear somebody, from the first byte to the end of the line."""
        visitor = Visitor(self, str(writer.get_extra_info("peername")[0]))
        try:
            async with self._gate:
                await asyncio.sleep(APART)
            await visitor.serve(reader, writer)
        finally:
            self.known(visitor)
            writer.transport.abort()

    def known(self, visitor: Visitor) -> None:
        """Count somebody no more among the strangers."""
        self._strangers -= visitor.is_stranger
        visitor.is_stranger = False

    def banner(self) -> str:
        """Return what is said before the code is asked for."""
        names = [seat.name for seat in self.host.table.seats if seat.how == HERE]
        return _("The table of {name}. The password is the code of three words.", name=names[0]) + "\r\n"

    async def start_seat(self, visitor: Visitor, environment: Mapping[str, str], terminal: int) -> Process:
        """Start the program of a guest who has given a code, or a key; OSError: it cannot be."""
        seat = visitor.seat
        code = self.codes.code_of(seat)
        if visitor.keys:
            back = _("Your way back is the same command, with your key or the code {code}.", code=code)
        else:
            back = _("Your way back is the same command, with the code {code}.", code=code)
        return await start(
            self.host,
            PROGRAM,
            Told(token=None if seat == NOBODY else self.host.token(seat), back=back),
            _("joined over ssh, from {address}", address=visitor.address),
            lambda found: self.codes.bind(found, code, visitor.keys),
            environment,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
        )

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
        self.seat: int = NOBODY
        """The seat it comes back to; NOBODY: it is new."""
        self.keys: list[str] = []
        """The keys that it has offered."""
        self.is_stranger = True
        self._wrong = 0
        self.session: Session | None = None
        self._connection: asyncssh.SSHServerConnection
        self._flows = asyncio.Event()
        self._flows.set()
        self._allowance = Allowance()

    # The line

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Join the network's end of the line to the library's, until one of them ends it."""
        here, there = socket.socketpair()
        own_reader, own_writer = await asyncio.open_unix_connection(sock=here, limit=ROOM)
        for to in (writer, own_writer):
            to.transport.set_write_buffer_limits(ROOM)
        hearing = asyncio.ensure_future(self._hear(reader, own_writer))
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

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what is said, until it is too much; nothing while what was answered is not read."""
        with suppress(OSError):
            while data := await reader.read(1 << 12):
                if not self._allowance.covers(len(data), grows=not self.is_stranger):
                    self.door.host.refused(_("Somebody said too much by ssh, and the line was ended."))
                    break
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
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
        self._connection.close()

    # Who it is

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Hear when the line is full: the library does nothing then."""
        self._connection = conn
        conn.pause_writing = self._pause  # type: ignore[method-assign]
        conn.resume_writing = self._resume  # type: ignore[method-assign]

    def begin_auth(self, username: str) -> bool:
        """Ask for a code, whatever name was given."""
        with suppress(OSError):
            self._connection.send_auth_banner(self.door.banner())
        return True

    def public_key_auth_supported(self) -> bool:
        """A key brings back to a seat."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key leads back to a seat; each is remembered for who then gives a code."""
        if len(self.keys) >= OFFERS:
            self._connection.abort()
            return False
        name = key.get_fingerprint()
        if name not in self.keys:
            self.keys.append(name)
        found = self.door.codes.seat_by_key(name)
        if found is None:
            return False
        self.seat = found
        return True

    def password_auth_supported(self) -> bool:
        """A code lets in."""
        return True

    async def validate_password(self, username: str, password: str) -> bool:
        """Whether this is a code that lets in; after three wrong ones the line ends."""
        found = self.door.codes.seat_by_code(password)
        if found is not None:
            self.seat = found
            return True
        self._wrong += 1
        await asyncio.sleep(WRONG_SECONDS)
        if self._wrong >= TRIES:
            self._connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, _("Too many wrong codes."))
        return False

    def auth_completed(self) -> None:
        """It is a stranger no more; who then wants no terminal is sent away."""
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
        # Else the library keeps all that is sent, without end.
        vars(channel)["_process_env_request"] = lambda packet: False
        self.session = Session(self)
        return channel, self.session


class Session(asyncssh.SSHServerSession[bytes]):
    """A guest's terminal, and the program at its other end."""

    def __init__(self, visitor: Visitor) -> None:
        """Wait for a terminal to be asked for."""
        self._visitor = visitor
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._term: str | None = None
        self._size = 80, 24
        self._master: int | None = None
        """Our end of the terminal, while it is open."""
        self._typed = b""
        self._paused = False
        self._drawn = asyncio.Event()
        """Whether all that the program has drawn was passed on."""
        self._running: asyncio.Task[None] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self._channel = chan
        chan.set_write_buffer_limits(ROOM)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Take the kind of terminal, and its size."""
        self._term = term_type if TERM.fullmatch(term_type) else "xterm"
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Begin, where there is a terminal to draw on; commands and subsystems are refused by the library."""
        return self._term is not None

    def session_started(self) -> None:
        """Start the program."""
        self._running = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        """Run the program to its end, and pass on what it draws."""
        self._master, terminal = pty.openpty()
        self._use_size()
        os.set_blocking(self._master, False)
        try:
            environment = {"TERM": self._term or "xterm"}
            process = await self._visitor.door.start_seat(self._visitor, environment, terminal)
        except OSError:
            self._channel.write(_("The program of this seat cannot be started.").encode() + b"\r\n")
            self._channel.exit(1)
            self._close_terminal()
            return
        finally:
            os.close(terminal)
        try:
            self._listen()
            status = await process.wait()
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await self._drawn.wait()
            with suppress(OSError):
                self._channel.exit(status if status >= 0 else 1)
        finally:
            self._close_terminal()
            await _ended(process)

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

    def eof_received(self) -> bool:
        """Who types no more has gone."""
        return False

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
        master, self._master = self._master, None
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
