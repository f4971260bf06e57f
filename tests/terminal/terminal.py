"""A terminal for the tests: runs the program on a real pseudo-terminal and reads the screen it draws."""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pexpect
import pyte
from wcwidth import wcwidth

PATIENCE = 20.0
"""Seconds after which a screen that does not come is a failure."""
QUIET = 0.02
"""Seconds without output after which a screen counts as drawn."""
STILL = 0.3
"""Seconds without output after which nothing that was under way can come any more."""
FRAME_END = b"\x1b[?2026l"
"""What ends one frame of synchronized output."""
KEYS = {
    "enter": "\r", "escape": "\x1b", "space": " ", "tab": "\t", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C",
    "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F", "ctrl+c": "\x03", "ctrl+l": "\x0c", "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
}  # fmt: skip

ALTERNATE_SCREEN, CURSOR, WRAP, BRACKETED_PASTE, FOCUS_REPORTS, SYNCHRONIZED, IN_BAND_SIZE = (
    1049, 25, 7, 2004, 1004, 2026, 2048,
)  # fmt: skip
MOUSE_REPORTS = (1000, 1002, 1003, 1015, 1006, 1016)

_UNREAD = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[[0-9;:]*m")
"""Control sequences that pyte would take for text or for others, and the colours, which nobody here reads."""
_KEYBOARD = re.compile(rb"\x1b\[>\d+u")
"""What asks for the keyboard protocol that tells more about keys; `ESC[<u` ends it."""
_CUT = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*)?$|\x1b\][^\x07\x1b]*\x1b?$")
"""A control sequence whose end has not been read yet."""


@lru_cache(2048)
def _width(letter: str) -> int:
    return max(0, wcwidth(letter))


@lru_cache(2048)
def _cell(text: str) -> pyte.screens.Char:
    return pyte.screens.Char(text)


class Screen(pyte.Screen):
    """A screen with an alternate buffer (or without, as some terminals are) and a scrollback."""

    def __init__(self, columns: int, rows: int, *, alternate: bool = True) -> None:
        """Start blank."""
        self.modes: dict[int, bool] = {}
        self.scrollback: list[str] = []
        self._alternate = alternate
        self._main: object = None
        super().__init__(columns, rows)

    def set_mode(self, *modes: int, **how: bool) -> None:
        """Switch modes on; 1049 goes to the alternate buffer."""
        if how.get("private"):
            self.modes.update(dict.fromkeys(modes, True))
            if ALTERNATE_SCREEN in modes and self._alternate and self._main is None:
                self._main = (self.buffer.copy(), self.cursor.x, self.cursor.y)
                self.erase_in_display(2)
        super().set_mode(*modes, **how)

    def reset_mode(self, *modes: int, **how: bool) -> None:
        """Switch modes off; 1049 comes back from the alternate buffer."""
        if how.get("private"):
            self.modes.update(dict.fromkeys(modes, False))
            if ALTERNATE_SCREEN in modes and self._main is not None:
                self.buffer.clear()
                buffer, x, y = self._main
                self.buffer.update(buffer)
                self.cursor_position(y + 1, x + 1)
                self._main = None
                self.dirty.update(range(self.lines))
        super().reset_mode(*modes, **how)

    def draw(self, data: str) -> None:
        """Draw text at the cursor, as pyte does but without its styles and in a fifth of the time."""
        line, x = self.buffer[self.cursor.y], self.cursor.x
        self.dirty.add(self.cursor.y)
        for letter in data:
            width = _width(letter)
            if x + width > self.columns:
                if pyte.modes.DECAWM not in self.mode:
                    x = self.columns - width
                else:
                    self.carriage_return()
                    self.linefeed()
                    line, x = self.buffer[self.cursor.y], 0
                    self.dirty.add(self.cursor.y)
            if width:
                line[x] = _cell(letter)
            if width == 2:
                line[x + 1] = _cell("")
            x += width
        self.cursor.x = x

    def index(self) -> None:
        """Scroll; what leaves the top of the main buffer is kept."""
        bottom = self.lines - 1 if self.margins is None else self.margins.bottom
        if self.cursor.y == bottom and self._main is None:
            self.scrollback.append(self.row(0))
        super().index()

    def erase_in_display(self, how: int = 0, *more: int, **where: bool) -> None:
        """Wipe the screen, or (3) what has left it, as xterm does."""
        if how == 3:
            self.scrollback.clear()
        else:
            super().erase_in_display(how, *more, **where)

    def row(self, y: int) -> str:
        """Return one row of text."""
        line = self.buffer[y]
        return "".join([line[x].data for x in range(self.columns)])


class Terminal:
    """A program on a pseudo-terminal: press keys, wait for text, read rows.

    The terminal says that it can show frames as a whole (mode 2026), and every function in `checks` is called
    with the rows of each of them, so that what is seen for a moment only is seen too.
    """

    def __init__(self, home: Path | None = None) -> None:
        """`home` is where the program finds its user's files."""
        self.home = home
        self.checks: list[Callable[[list[str]], None]] = []
        self.raw = b""
        self.child: pexpect.spawn | None = None
        self.status: int | None = None
        self.answers: Mapping[bytes, bytes] = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[?2048$p": b"\x1b[?2048;0$y"}

    def start(
        self,
        arguments: Sequence[str] = (),
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
        *,
        program: Sequence[str] | None = None,
    ) -> Terminal:
        """Start `herrlof` (or another program) with arguments."""
        command = [*(program or herrlof()), *arguments]
        self.screen = Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._rows = [" " * columns] * rows
        self._rest = b""
        self.child = pexpect.spawn(
            command[0],
            command[1:],
            dimensions=(rows, columns),
            env=surroundings(self.home, environment),
            timeout=PATIENCE,
            preexec_fn=hear_signals,
            use_poll=True,  # a worker that has run thousands of tests may have more files open than select can name
        )
        self.child.delaybeforesend = None
        self.child.delayafterclose = self.child.delayafterterminate = 0.02
        self.child.ptyproc.delayafterclose = self.child.ptyproc.delayafterterminate = 0.02
        return self

    def close(self) -> None:
        """End what still runs."""
        if self.child is None or self.child.closed:
            return
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            with suppress(pexpect.EOF, OSError):
                self.child.wait()
        self.child.close()

    # Reading

    @property
    def rows(self) -> list[str]:
        """The rows of text on the screen."""
        return self._rows

    @property
    def text(self) -> str:
        """The whole screen as one text."""
        return "\n".join(self._rows)

    def read(self, seconds: float = 0.0) -> bool:
        """Read what the program has drawn, waiting up to `seconds` for it; False: nothing has come."""
        try:
            chunk = self.child.read_nonblocking(1 << 16, timeout=seconds)
        except pexpect.TIMEOUT:
            return False
        except (pexpect.EOF, OSError):
            raise Ended from None
        self.raw += chunk
        for query, answer in self.answers.items():
            for _ in range(chunk.count(query)):
                self.child.send(answer)
        chunk = self._rest + chunk
        cut = _CUT.search(chunk)
        end = cut.start() if cut is not None else len(chunk)
        chunk, self._rest = chunk[:end], chunk[end:]
        frames = _UNREAD.sub(b"", chunk).split(FRAME_END)
        for number, frame in enumerate(frames, 1):
            self._stream.feed(frame if number == len(frames) else frame + FRAME_END)
            self._look()
        return True

    def _look(self) -> None:
        screen = self.screen
        if not screen.dirty or screen.modes.get(SYNCHRONIZED):
            return
        rows = self._rows[: screen.lines] + [""] * (screen.lines - len(self._rows))
        for y in screen.dirty:
            if y < screen.lines:
                rows[y] = screen.row(y)
        screen.dirty.clear()
        self._rows = rows
        for check in self.checks:
            check(rows)

    def wait_for(self, wanted: str | Callable[[list[str]], object], patience: float = PATIENCE) -> None:
        """Read until a text is on the screen or a condition on its rows holds."""
        found = (lambda rows: wanted in "\n".join(rows)) if isinstance(wanted, str) else wanted
        end = time.monotonic() + patience
        while not found(self._rows):
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError(f"waited for {wanted!r}; the screen is\n{self.text}")
            try:
                self.read(min(left, 0.5))
            except Ended:
                raise AssertionError(f"the program ended; waited for {wanted!r}; the screen is\n{self.text}") from None

    def look_on(self, seconds: float) -> None:
        """Read what is drawn for so long, whatever it is."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)

    def settle(self, quiet: float = QUIET) -> None:
        """Read until nothing more is drawn for a moment."""
        while self.read(quiet):
            pass

    def still(self) -> str:
        """Read until nothing is under way any more; return the whole screen."""
        self.settle(STILL)
        return self.text

    def wait_for_end(self, patience: float = PATIENCE) -> int:
        """Read until the program has ended; return its exit status, 128 + n for a signal that killed it."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                self.read(0.1)
            except Ended:
                break
        else:
            raise AssertionError(f"the program does not end; the screen is\n{self.text}")
        while self.child.isalive() and time.monotonic() < end:
            time.sleep(0.005)
        assert not self.child.isalive(), "the program has left its terminal and still runs"
        self.status = self.child.exitstatus if self.child.signalstatus is None else 128 + self.child.signalstatus
        return self.status

    # Writing

    def press(self, *keys: str) -> None:
        """Press keys, named as in KEYS or typed as they are; Ended where no program reads them, which would fill up."""
        for key in keys:
            if not self.child.isalive():
                raise Ended
            self.child.send(KEYS.get(key, key))

    def paste(self, text: str | bytes) -> None:
        """Paste as a terminal does that marks what is pasted."""
        data = b"\x1b[200~" + (text.encode() if isinstance(text, str) else text) + b"\x1b[201~"
        while data:  # a pseudo-terminal takes only so much at once
            data = data[os.write(self.child.child_fd, data[:1024]) :]
            self.read()

    def click(self, x: int, y: int) -> None:
        """Click a cell, counted from 0."""
        self.child.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self.screen.resize(rows, columns)
        self.screen.dirty.update(range(rows))
        self._rows = [self.screen.row(y) for y in range(rows)]
        self.child.setwinsize(rows, columns)

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self.child.pid, number)

    def wait_until_stopped(self) -> None:
        """Wait until the program sleeps, as a shell does: what continues it before then is lost."""
        os.waitid(os.P_PID, self.child.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def hang_up(self, patience: float = 5) -> int:
        """Close the window; return with what the program ends by itself, 128 + n for a signal that killed it."""
        child = self.child
        child.ptyproc.fileobj.close()
        child.closed = child.ptyproc.closed = child.ptyproc.terminated = True
        until = time.monotonic() + patience
        while time.monotonic() < until:
            pid, found = os.waitpid(child.pid, os.WNOHANG)
            if pid:
                status = os.waitstatus_to_exitcode(found)
                return status if status >= 0 else 128 - status
            time.sleep(0.01)
        os.kill(child.pid, signal.SIGKILL)
        os.waitpid(child.pid, 0)
        raise AssertionError(f"it still runs {patience:g} seconds after its terminal was closed")

    # What is left

    def is_as_before(self) -> bool:
        """Whether the terminal is what a shell needs: its own screen, a cursor, lines with an echo, and no reports."""
        modes = self.screen.modes
        on = modes.get(CURSOR, True) and modes.get(WRAP, True)
        off = (ALTERNATE_SCREEN, BRACKETED_PASTE, FOCUS_REPORTS, SYNCHRONIZED, IN_BAND_SIZE, *MOUSE_REPORTS)
        local = termios.tcgetattr(self.child.child_fd)[3]
        lines = local & termios.ICANON and local & termios.ECHO and local & termios.ISIG
        keyboard = len(_KEYBOARD.findall(self.raw)) == self.raw.count(b"\x1b[<u")
        return bool(on and lines and keyboard) and not any(modes.get(mode) for mode in off)

    def replay(self, *, alternate: bool = False) -> Screen:
        """Return what a terminal of another kind would have at the end of the same output."""
        screen = Screen(self.screen.columns, self.screen.lines, alternate=alternate)
        pyte.ByteStream(screen).feed(_UNREAD.sub(b"", self.raw))
        return screen


class Ended(Exception):
    """The program has closed its terminal."""


def hear_signals() -> None:
    """Let signals mean what they mean in a terminal, whatever these tests were told to ignore."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def herrlof() -> list[str]:
    """Return the command that starts the program as it is installed here."""
    script = Path(sys.executable).with_name("herrlof")
    return [str(script)] if script.exists() else [sys.executable, "-m", "herrlof.cli.main"]


def surroundings(home: Path | None = None, changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return an environment like a person's, with nothing of this test run in it."""
    kept = {name: os.environ[name] for name in ("PATH", "VIRTUAL_ENV", "TMPDIR", "PYTHONPATH") if name in os.environ}
    where = str(home or "/nonexistent")
    plain = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "HOME": where, "SHELL": "/bin/sh"}
    return {**kept, **plain, **(changes or {})}
