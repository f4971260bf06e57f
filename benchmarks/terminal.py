"""Start, key to paint, bytes a key and idle time in a real terminal, each beside a bare Textual app in the same run.

    python benchmarks/terminal.py [--rounds 9] [--keys 60] [--idle 10]
    python benchmarks/terminal.py --game herfor       # the keys of one game, and nothing else

Everything runs in a pseudo-terminal of its own and in turns, so that a busy machine slows all of them alike: the
ratios are what counts. "First frame" is the last byte of the first screen that shows a given text; "key to paint" is
from the press of an arrow to the last byte of what it changes. Keys are pressed at each kind of question that a game
asks: at the one of a match with most choices, and at the one in its middle, in matches that are played at random with
each way to begin; where a clock runs nobody is asked. "A move between two terminals" is from the Enter that plays a
card to the last byte at the player's own terminal, and at that of the guest or host who sees it. "A move until it is on
the disk" is from the call that plays it to its end: the screen waits for that.
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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any, Final, NamedTuple

from herrlof.game import CHANCE, NOBODY, raced
from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.records.storage import Storage
from herrlof.table.match import Match

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
PATIENCE: Final = 0.3
"""Seconds after which a key is taken for one that changes nothing."""
SIGNS: Final = re.compile(rb"\x1b\[[0-9;?:<=>]*[a-zA-Z]|\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)")
TABLE: Final = (
    ["play", "herrlof", "--seat", "You", "--seat", "bot:konung", "--first-dealer", "1"],
    b"will you win?",
)
HOME: Final[tuple[list[str], bytes]] = ([], b"Settings")
SIZES: Final = (80, 24), (120, 40)
SEATS: Final = Seat("You"), Seat("Bot", "random")
MOST_MOVES: Final = 400
"""Moves of a match among which questions are looked for."""
RIGHT: Final = b"\x1b[C"
LEFT: Final = b"\x1b[D"
STEPS: Final = 3
"""Arrows that go one way before as many go back, where there are so many choices."""


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
        select.select([self.file], [], [], PATIENCE)
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


class Question(NamedTuple):
    """A position of a match that is played at random."""

    kind: str
    choices: int
    moves: int
    """How many were made before it."""
    options: dict[str, Any]


def at_random(key: str, options: dict[str, Any], moves: int, **more: Any) -> Iterator[Match]:
    """Play a match, always the same, for so many moves; yield it after each, and before the first."""
    game, rng = GAMES[key], Random(1)
    match = Match(game, SEATS, seed=bytes(32) if game.chance else None, **options, **more)
    yield match
    while not match.over and len(match.moves) < moves:
        if match.mover == CHANCE:
            match.advance(match.sample_measured(rng) if match.measured_kind else None)
        else:
            match.play(match.mover, rng.choice(match.legal()))
        yield match


def questions(key: str) -> list[Question]:
    """Return of each kind of question that the first seat is asked the one with most choices, and one in the middle."""
    found: dict[str, list[Question]] = {}
    game = GAMES[key]
    ways = [
        {option.name: choice} for option in game.options for choice in option.choices(2) if len(option.choices(2)) < 4
    ]
    for options in ({}, *ways):
        here: dict[str, list[Question]] = {}
        for match in at_random(key, options, MOST_MOVES):
            if match.mover or len(match.legal()) < 2 or raced(game).next_measured_kind(match.observe(NOBODY)):
                continue
            kind = game.decision_kind(match.observe(0))
            here.setdefault(kind, []).append(Question(kind, len(match.legal()), len(match.moves), options))
        found = {**here, **found}
    chosen = []
    for asked in found.values():
        most, middle = max(asked, key=lambda one: one.choices), asked[len(asked) // 2]
        chosen += [most] if most == middle else [most, middle]
    return chosen


def shown(key: str, question: Question, size: tuple[int, int], folder: Path) -> Terminal:
    """Return a terminal in which a question is asked."""
    storage = Storage(folder, folder)
    storage.note_won(key)
    journal = storage.new_journal()
    for _match in at_random(key, question.options, question.moves, journal=journal):
        pass
    journal.close()
    os.environ.update(HERRLOF_DATA_DIR=str(folder), HERRLOF_CONFIG_DIR=str(folder))
    terminal = Terminal(hall(), *size)
    terminal.read(until=b"Continue")
    os.write(terminal.file, b"\r")
    terminal.read(2.0, b"leave")
    return terminal


class Keys(NamedTuple):
    """What keys cost that were pressed in turns at two terminals, in medians of those that changed something."""

    seconds: float
    """From the press to the last byte,"""
    ratio: float
    """beside the key at the other terminal that was pressed just before,"""
    work: float
    """and the processor time of all of them beside what the others took there."""
    size: float
    """Bytes written,"""
    largest: int
    """and the most."""


def in_turns_with(other: Terminal, ours: Terminal, keys: int, steps: int) -> Keys:
    """Press arrows at two terminals, key by key, so many one way and then back; return what they cost at ours."""
    found = []
    for terminal in (other, ours):
        terminal.press(RIGHT)  # the first one begins to choose
    before = ours.seconds(), other.seconds()
    for number in range(keys):
        key = LEFT if number // steps % 2 == 0 else RIGHT
        beside, (seconds, size) = other.press(key)[0], ours.press(key)
        found += [(seconds, seconds / beside, size)] if size else []
    work = (ours.seconds() - before[0]) / max(other.seconds() - before[1], 0.01)
    seconds, ratio, size = (median(column) for column in zip(*found, strict=True))
    return Keys(seconds, ratio, work * keys / len(found), size, max(size for *_, size in found))


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
        terminal.press(RIGHT)
        terminal.press(b"\r", 0.02)
        found += [terminal.press(key, 0.03) for key in (RIGHT, LEFT)]
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
        own.press(RIGHT)
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
    parser.add_argument("--game", choices=GAMES, help="measure the keys of this game, and nothing else")
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    if not options.game:
        with tempfile.TemporaryDirectory() as folder:
            os.environ.update(HERRLOF_DATA_DIR=f"{folder}/data", HERRLOF_CONFIG_DIR=f"{folder}/config")
            _starts(options.rounds)
            _thinking()
            _durable(5 * options.keys)
            os.environ["HERRLOF_RUNTIME_DIR"] = f"{folder}/run"
            _together(options.keys)
            _idle(options.idle)
    _keys(options.keys, [options.game] if options.game else list(GAMES))


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


def _thinking() -> None:
    for size in SIZES:
        found = keys_while_thinking(size, 8)
        seconds, written = median(s for s, _ in found), median(b for _, b in found)
        print(
            f"Keys while Konung thinks, {size[0]} x {size[1]}: {seconds * 1000:.1f} ms, {written:.0f} bytes, "
            f"most {max(b for _, b in found)}"
        )


def _durable(moves: int) -> None:
    """Print what a move costs until it is on the disk, in turns with as many bytes written and synced."""
    storage, rng = Storage(), Random(0)
    journal = storage.new_journal()
    match = Match(GAMES["herald"], [Seat("Anna"), Seat("Ben")], journal=journal)
    bare, own = list[float](), list[float]()
    with (storage.data / "bare").open("ab", buffering=0) as file:
        while len(own) < moves:
            if match.over:
                journal.close()
                journal = storage.new_journal()
                match = Match(GAMES["herald"], [Seat("Anna"), Seat("Ben")], journal=journal)
            elif match.mover == CHANCE:
                match.advance()
            else:
                before, size = monotonic(), journal.path.stat().st_size if journal.path.exists() else 0
                match.play(match.mover, rng.choice(match.legal()))
                own.append(monotonic() - before)
                data, before = b"x" * (journal.path.stat().st_size - size), monotonic()
                file.write(data)
                os.fsync(file.fileno())
                bare.append(monotonic() - before)
    journal.close()
    print(f"A move until it is on the disk, medians of {moves}")
    print(f"  written and synced by hand     {median(bare) * 1000:6.2f} ms")
    print(f"  checked, written and synced    {median(own) * 1000:6.2f} ms  {median(own) / median(bare):5.2f} of it")


def _together(tries: int) -> None:
    moves = moves_between(tries)
    own, other = (median(column) * 1000 for column in zip(*moves, strict=True))
    print(f"A move between two terminals of this machine, medians of {len(moves)}")
    print(f"  painted where it was made      {own:6.1f} ms")
    print(f"  painted at the other terminal  {other:6.1f} ms  {other - own:+5.1f} ms")


def _idle(seconds: float) -> None:
    Storage().note_won("herrlof")  # the coach works for who has not: it tells what hands like this one win
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


def _keys(keys: int, games: Sequence[str]) -> None:
    print(f"Key to paint, {keys} arrows at each question in turns with as many at 15 bare widgets")
    print(f"  {'':44}  {'ms':>5}  {'of the bare':>11}  {'processor':>9}  {'bytes':>5}  {'most':>5}")
    for game in games:
        for question in questions(game):
            for size in SIZES:
                bare = Terminal(python("-c", CARDS), *size)
                bare.read(until=b"ready")
                with tempfile.TemporaryDirectory() as folder:
                    ours = shown(game, question, size, Path(folder))
                    cost = in_turns_with(bare, ours, keys, min(STEPS, question.choices - 1))
                    ours.close()
                bare.close()
                what = f"{game}, {question.kind}, {question.choices} choices, move {question.moves + 1}"
                where = f"{size[0]} x {size[1]}"
                print(
                    f"  {what:35} {where:>8}  {cost.seconds * 1000:5.1f}  {cost.ratio:11.2f}  {cost.work:9.2f}"
                    f"  {cost.size:5.0f}  {cost.largest:5}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
