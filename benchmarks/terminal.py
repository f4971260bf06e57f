"""Start, key to paint, bytes a key and idle time in a real terminal, each beside a bare Textual app in the same run.

    python benchmarks/terminal.py [--rounds 9] [--keys 60] [--idle 10]

Everything runs in a pseudo-terminal of its own and in turns, so that a busy machine slows all of them alike: the
ratios are what counts. "First frame" is the last byte of the first screen that shows a given text; "key to paint" is
from the press of an arrow to the last byte of what it changes. "A move between two terminals" is from the Enter that
plays a card to the last byte at the player's own terminal, and at that of the guest or host who sees it.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Final

HELLO: Final = """
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self):
        yield Static("ready")
Hello().run()
"""
"""The least a Textual app can do."""

CARDS: Final = """
from textual.app import App
from textual.containers import Horizontal
from textual.widgets import Static
class Cards(App):
    CSS = "Static { width: 5; height: 3; background: blue; } .focus { background: yellow; }"
    BINDINGS = [("left", "go(-1)"), ("right", "go(1)")]
    at = 0
    def compose(self):
        yield Static("ready")
        with Horizontal():
            for rank in range(15):
                yield Static(str(rank), id=f"card{rank}", classes="focus" if not rank else "")
    def action_go(self, by):
        self.query_one(f"#card{self.at}").remove_class("focus")
        self.at = (self.at + by) % 15
        self.query_one(f"#card{self.at}").add_class("focus")
Cards().run()
"""
"""A bare app of fifteen widgets, with a class that an arrow moves from one to the next."""

QUIET: Final = 0.15
"""Seconds without a byte after which a screen is complete."""
SIGNS: Final = re.compile(rb"\x1b\[[0-9;?:<=>]*[a-zA-Z]|\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)")
TABLE: Final = (
    ["play", "herrlof", "--seat", "You", "--seat", "bot:konung", "--first-dealer", "1"],
    b"will you win?",
)
HOME: Final[tuple[list[str], bytes]] = ([], b"Settings")


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, command: Sequence[str], columns: int = 80, rows: int = 24) -> None:
        """Start it now."""
        self.started = monotonic()
        self.pid, self.file = pty.fork()
        if not self.pid:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(command[0], list(command))  # noqa: S606 - our own interpreter
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, quiet: float = QUIET, until: bytes = b"", most: float = 20.0) -> tuple[bytes, float]:
        """Return what is written until nothing has come for `quiet` seconds, and when the last byte of it came."""
        seen, last, begin = b"", monotonic(), monotonic()
        while monotonic() - begin < most:
            ready, _, _ = select.select([self.file], [], [], quiet)
            if ready:
                try:
                    chunk = os.read(self.file, 1 << 16)
                except OSError:
                    return seen, last
                seen, last = seen + chunk, monotonic()
            elif until in SIGNS.sub(b"", seen):
                return seen, last
        sys.exit(f"{until!r} was not shown within {most} seconds")

    def press(self, keys: bytes, quiet: float = 0.04) -> tuple[float, int]:
        """Return the seconds from a key to the last byte of what it changes, and how many bytes those are."""
        begin = monotonic()
        os.write(self.file, keys)
        seen, last = self.read(quiet)
        return last - begin, len(seen)

    def seconds(self) -> float:
        """Return the processor time used so far, by the program and its children."""
        group = [self.pid, *(int(pid) for pid in _children(self.pid))]
        ticks = 0
        for pid in group:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def python(*words: str) -> list[str]:
    """Return a command of this interpreter."""
    return [sys.executable, *words]


def hall(*words: str) -> list[str]:
    """Return a command of the program, in a folder where nothing is kept."""
    return python("-m", "herrlof.cli.main", *words)


def first_frame(command: Sequence[str], text: bytes, size: tuple[int, int]) -> float:
    """Return the seconds from the start of a program to its first complete screen."""
    terminal = Terminal(command, *size)
    _, last = terminal.read(until=text)
    terminal.close()
    return last - terminal.started


def run_time(command: Sequence[str]) -> float:
    """Return the seconds that a program takes which ends by itself."""
    terminal = Terminal(command)
    os.waitpid(terminal.pid, 0)
    taken = monotonic() - terminal.started
    os.close(terminal.file)
    return taken


def key_times(command: Sequence[str], text: bytes, size: tuple[int, int], keys: int) -> list[tuple[float, int]]:
    """Return seconds and bytes of arrow keys."""
    terminal = Terminal(command, *size)
    terminal.read(until=text)
    terminal.press(b"\x1b[C")
    found = [terminal.press(b"\x1b[C" if number // 10 % 2 else b"\x1b[D") for number in range(keys)]
    terminal.close()
    return found


def keys_while_thinking(size: tuple[int, int], cards: int) -> list[tuple[float, int]]:
    """Return seconds and bytes of the two arrow keys that follow each card, while Konung thinks about its answer."""
    words, text = TABLE
    terminal = Terminal(hall(*words), *size)
    terminal.read(until=text)
    for key in (b"4", b"\r"):
        terminal.press(key, 0.5)
    found = []
    for _ in range(cards):
        terminal.read(1.5)  # until the question
        terminal.press(b"\x1b[C")
        terminal.press(b"\r", 0.02)
        found += [terminal.press(key, 0.03) for key in (b"\x1b[C", b"\x1b[D")]
    terminal.close()
    return found


def moves_between(tries: int) -> list[tuple[float, float]]:
    """Return for each move at one of two terminals the seconds until it is painted there, and at the other one."""
    seats = ("--seat", "Anna", "--seat", "Ben=elsewhere")
    host = Terminal(hall("host", "herald", *seats, "--games", "9", "--pace", "0"))
    host.read(until=b"herrlof join")
    guest = Terminal(hall("join"))
    guest.read(until=b"Sit down")
    guest.press(b"\r", 1.0)
    host.read(1.0)
    found = []
    for number in range(tries):
        own, other = (host, guest) if number % 2 else (guest, host)
        own.press(b"\x1b[C")
        begin = monotonic()
        os.write(own.file, b"\r")
        painted: dict[int, float] = {}
        while ready := select.select([own.file, other.file], [], [], 0.5)[0]:
            for file in ready:
                os.read(file, 1 << 16)
                painted[file] = monotonic() - begin
        if len(painted) == 2:  # else it was not its turn
            found.append((painted[own.file], painted[other.file]))
    host.close()
    guest.close()
    return found


def in_turns(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """Return the median of each measure; they take turns, and the first turn is thrown away."""
    found = [[measure() for measure in measures] for _ in range(rounds + 1)][1:]
    return [median(column) for column in zip(*found, strict=True)]


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="starts of each program (9)")
    parser.add_argument("--keys", type=int, default=60, help="keys at each size (60)")
    parser.add_argument("--idle", type=float, default=10.0, help="seconds of doing nothing (10)")
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HERRLOF_DATA_DIR=f"{folder}/data", HERRLOF_CONFIG_DIR=f"{folder}/config")
        _starts(options.rounds)
        _keys(options.keys)
        os.environ["HERRLOF_RUNTIME_DIR"] = f"{folder}/run"
        _together(options.keys)
        _idle(options.idle)


def _starts(rounds: int) -> None:
    print(f"Start, medians of {rounds}")
    nothing, version = in_turns(rounds, lambda: run_time(python("-c", "pass")), lambda: run_time(hall("--version")))
    print(f"  python -c pass          {nothing * 1000:6.0f} ms")
    print(f"  herrlof --version       {version * 1000:6.0f} ms  {version / nothing:5.2f} of python -c pass")
    bare, home, table = in_turns(
        rounds,
        lambda: first_frame(python("-c", HELLO), b"ready", (80, 24)),
        lambda: first_frame(hall(*HOME[0]), HOME[1], (80, 24)),
        lambda: first_frame(hall(*TABLE[0]), TABLE[1], (80, 24)),
    )
    print(f"  a bare Textual app      {bare * 1000:6.0f} ms  to its first frame")
    print(f"  home                    {home * 1000:6.0f} ms  {home / bare:5.2f} of it")
    print(f"  herrlof play ...        {table * 1000:6.0f} ms  {table / bare:5.2f} of it, to a complete table")


def _keys(keys: int) -> None:
    for size in ((80, 24), (120, 40)):
        print(f"Key to paint at {size[0]} x {size[1]}, medians of {keys}")
        bare = key_times(python("-c", CARDS), b"ready", size, keys)
        ours = key_times(hall(*TABLE[0]), TABLE[1], size, keys)
        thinking = keys_while_thinking(size, 8)
        middle = median(seconds for seconds, _ in bare)
        for what, found in (("15 bare widgets", bare), ("a hand", ours), ("a hand, bot thinking", thinking)):
            seconds, size_ = median(s for s, _ in found), median(b for _, b in found)
            ratio = f"{seconds / middle:5.2f} of the bare ones" if found is not bare else ""
            print(
                f"  {what:22}  {seconds * 1000:6.1f} ms  {size_:6.0f} bytes, most {max(b for _, b in found)}  {ratio}"
            )


def _together(tries: int) -> None:
    moves = moves_between(tries)
    own, other = (median(column) * 1000 for column in zip(*moves, strict=True))
    print(f"A move between two terminals of this machine, medians of {len(moves)}")
    print(f"  painted where it was made      {own:6.1f} ms")
    print(f"  painted at the other terminal  {other:6.1f} ms  {other - own:+5.1f} ms")


def _idle(seconds: float) -> None:
    print(f"Doing nothing for {seconds:g} seconds")
    for what, command, text in (
        ("a bare Textual app", python("-c", HELLO), b"ready"),
        ("home", hall(*HOME[0]), HOME[1]),
        ("a table", hall(*TABLE[0]), TABLE[1]),
    ):
        terminal = Terminal(command)
        terminal.read(1.5, text)
        before, until, written = terminal.seconds(), monotonic() + seconds, 0
        while (left := until - monotonic()) > 0:
            if select.select([terminal.file], [], [], left)[0]:
                written += len(os.read(terminal.file, 1 << 16))
        used = terminal.seconds() - before
        terminal.close()
        print(f"  {what:22}  {used / seconds * 100:5.2f} % of a core, {written} bytes")


if __name__ == "__main__":
    main()
