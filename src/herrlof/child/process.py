"""Processes at the other end of two pipes: this program's own, that think so that no key has to wait, and others'.

A thread would not do: it shares the interpreter with the table, and a key would wait several times as long.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from herrlof import packages

if TYPE_CHECKING:
    import asyncio

EXIT_TIMEOUT: Final = 0.5
"""Seconds for which the end of a killed process is waited for; it takes one or two thousandths."""
CHUNK: Final = 1 << 16
HEAD: Final = struct.Struct("!QQ")
"""What a child's answer begins with: the number of the question, and how many bytes follow."""
LONGEST: Final = 1 << 20
"""No answer of a child has so many bytes."""
STARTED: Final = "HERRLOF_STARTED"
"""The variable by which is known what somebody's program has started."""
ROUNDS: Final = 10
"""So often it is looked for what a mark is on."""
FROZEN_CHILD: Final = "--child-process"
"""What the whole program in one file is started with to be a child of its own: it has no other interpreter."""


def command_of(module: str) -> list[str]:
    """Return what starts a module of this program's as a process.

    With -P, as a folder that somebody happens to stand in is no place for modules.
    """
    return [sys.executable, *([FROZEN_CHILD] if is_frozen() else ["-P", "-m"]), module]


def module_path() -> str:
    """Return the PYTHONPATH by which a process finds modules where this one does."""
    return os.pathsep.join(os.path.abspath(place) for place in sys.path if place)


def is_frozen() -> bool:
    """Whether this program is one file with its interpreter in it, as PyInstaller makes."""
    return bool(getattr(sys, "frozen", False))


def program_file() -> list[str]:
    """Return the file that the program is, and is read from as it runs, where it is one."""
    return [sys.executable] if is_frozen() else []


def end_marked(mark: str) -> None:
    """End all processes that were started with a mark, in whatever session, as far as the system tells of them."""
    wanted = f"{STARTED}={mark}".encode()
    for _round in range(ROUNDS):  # what is just being started is seen the next time
        found = False
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended, or is another user's
                if wanted in (place / "environ").read_bytes().split(b"\0"):
                    os.kill(int(place.name), signal.SIGKILL)
                    found = True
        if not found:
            return


class Process:
    """A process at the other end of two pipes. It ends with `end`; with it all in its session that it has started."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start a command; OSError: it cannot be."""
        self._process = Popen(  # noqa: S603 - what this program, or the one who plays, has named
            command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,  # the terminal's signals are for the table alone
            env=environment,
        )
        self._waiting: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None
        self._unread = bytearray()
        self._ended = False

    @property
    def pid(self) -> int:
        return self._process.pid

    async def write(self, data: bytes) -> None:
        """Write to the process as much as it reads, however long that takes; OSError if it has ended."""
        import asyncio

        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        os.set_blocking(pipe, False)
        loop, left = asyncio.get_running_loop(), memoryview(data)
        while left:
            try:
                left = left[os.write(pipe, left) :]
            except BlockingIOError:
                writable = asyncio.Event()
                loop.add_writer(pipe, writable.set)
                try:
                    await writable.wait()
                finally:
                    loop.remove_writer(pipe)

    async def read(self) -> bytes:
        """Return what the process has written, as soon as there is something; ConnectionError if it has ended."""
        import asyncio  # slow to load, and of no use at the other end

        if not self._ended:
            assert self._process.stdout is not None
            pipe = self._process.stdout.fileno()
            loop, readable = self._waiting = asyncio.get_running_loop(), asyncio.Event()
            loop.add_reader(pipe, readable.set)
            try:
                await readable.wait()
            finally:
                self._stop_waiting()
            if not self._ended and (found := os.read(pipe, CHUNK)):
                return found
        raise ConnectionError("the process has ended")

    async def frame(self, size_of: Callable[[bytearray], int]) -> bytes:
        """Return the next whole piece of what the process writes: as many bytes as `size_of` finds in what has come.

        0: there is more to come; whatever else it raises there ends the wait.
        """
        while not (size := size_of(self._unread)):
            self._unread += await self.read()
        found = bytes(self._unread[:size])
        del self._unread[:size]
        return found

    def end(self) -> None:
        """End the process at once, whatever it is doing; who waits for it is told."""
        self._stop_waiting()
        self._ended = True
        if self._process.returncode is None:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what it was to read has nowhere to go
                pipe.close()
        with suppress(TimeoutExpired):
            self._process.wait(EXIT_TIMEOUT)

    def _stop_waiting(self) -> None:
        """Forget the pipe before it is closed: another one may get its number."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            loop, readable = waiting
            assert self._process.stdout is not None
            loop.remove_reader(self._process.stdout.fileno())
            readable.set()


class Child(Process):
    """A process of this program's; it ends by itself when the one that started it has ended."""

    def __init__(self, module: str, told: object) -> None:
        """Start a module of this program's as a process, and tell it first what it is about; OSError: it cannot be."""
        super().__init__(command_of(module), {**os.environ, "PYTHONPATH": module_path()})
        try:
            self.send(told)
        except BaseException:
            self.end()
            raise

    def send(self, what: object) -> None:
        """Write to the process: a few kilobytes, which fit into the pipe even while nobody reads them."""
        assert self._process.stdin is not None
        try:
            data = pickle.dumps(what)
        except Exception as error:  # what others bring may hold what no pickle can
            raise ConnectionError(f"this cannot be sent to a process: {error}") from error
        self._process.stdin.write(data)
        self._process.stdin.flush()

    async def answer(self, number: int) -> tuple[bool, Any]:
        """Return the next answer to a question, and whether it is the last one; ConnectionError if it is none."""

        def size_of(data: bytearray) -> int:
            if len(data) < HEAD.size:
                return 0
            answers, size = HEAD.unpack_from(data)
            if answers != number or size > LONGEST:
                raise ConnectionError("this is no answer")
            return HEAD.size + size if len(data) >= HEAD.size + size else 0

        frame = await self.frame(size_of)
        try:
            last, found = pickle.loads(frame[HEAD.size :])  # noqa: S301 - nobody else writes into this pipe
        except Exception as error:  # the program may have been renewed meanwhile: its new processes say other things
            raise ConnectionError("this is no answer") from error
        return last, found


# At the other end


class Fault(NamedTuple):
    """What a process answers where a question has broken something there."""

    text: str
    """Whose fault it is, and where, in a sentence; nothing where it is no package's."""


def questions() -> Iterator[Any]:
    """Yield, in the process, what is sent to it, until nothing more can come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what a game or a bot of others prints is no answer
    with suppress(EOFError):
        while True:
            # The other end of this pipe is the process that started this one: nobody else's bytes come through.
            yield pickle.load(sys.stdin.buffer)  # noqa: S301


def serve(answers: Callable[[Any], Callable[..., Iterator[tuple[bool, Any]]]]) -> None:
    """Answer questions in the process, until nobody can ask any more.

    `answers` takes what the process was told first, and returns what yields the answers to a question, each with
    whether it is the last one.
    """
    asked = questions()
    for told in asked:
        find = answers(told)
        for number, *question in asked:
            last, found = False, find(*question)
            while not last:
                try:
                    last, answer = next(found)
                except Exception as error:
                    last, answer = True, Fault(packages.blamed(error))
                _write(number, last, answer)


def _write(number: int, last: bool, found: object) -> None:
    data = pickle.dumps((last, found))
    assert sys.__stdout__ is not None
    sys.__stdout__.buffer.write(HEAD.pack(number, len(data)) + data)
    sys.__stdout__.buffer.flush()
