"""What a terminal may send besides keys: nothing of it ends the program, fills its memory, or plays."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from herrlof.records.storage import Storage
from tests.terminal.table import Player, situation
from tests.terminal.terminal import Terminal
from tests.tiers import last

SEATS = ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]
MORE_MEMORY = 64
"""MiB that a program may take more, whatever the terminal sends."""
SPOILED = {
    "digits that are no numbers": "²①٣",
    "a key beyond Unicode": "\x1b[1114112;1u",
    "half a character": "\x1b[55296;1u",
    "a key of twenty digits": "\x1b[99999999999999999999u",
    "a release": "\x1b[13;1:3u",
    "a window of nothing": "\x1b[48;0;0;0;0t",
    "a click in another town": "\x1b[<0;99999999999;5M\x1b[<0;500;500m\x1b[<0;500;500M",
    "a click nowhere": "\x1b[<;;M\x1b[<-;-;-M",
    "an answer about itself": "\x1b[?64;1;2;6;22c",
    "an answer that all is well": "\x1b[0n",
    "an answer about a mode": "\x1b[4;2$y",
    "where the cursor is": "\x1b[24;80R",
    "a long string": "\x1b]" + "y" * 100_000,
    "a long string with an end": "\x1b_" + "n" * 100_000 + "\x1b\\",
    "a long sequence": "\x1b[" + "1;" * 50_000,
    "a paste without an end": "\x1b[200~" + "3\r" * 100_000,
    "a paste with half an end": "\x1b[200~" + "3\r" * 100_000 + "\x1b[20",
}
AT_ONCE = 3
"""Seconds that quitting may take behind a flood of keys."""
QUICK = ("digits that are no numbers",)
SAMPLES = (
    "a window of nothing", "a click in another town", "a click nowhere", "an answer about itself", "a long string",
    "a long sequence", "a paste with half an end",
)  # fmt: skip


@pytest.fixture(autouse=True)
def won(tmp_path: Path) -> None:
    """Have a match won: for who has not, the coach draws a line whenever it is ready."""
    Storage(tmp_path / ".local" / "share" / "herrlof").note_won("herrlof")


def memory(pid: int) -> int:
    """Return the most memory that a process has had, in MiB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) // 1024


def send(terminal: Terminal, data: bytes) -> None:
    """Send bytes as fast as the program takes them, and read what it draws meanwhile."""
    while data:
        data = data[os.write(terminal.child.child_fd, data[:1024]) :]
        terminal.read()


def survives(terminal: Terminal, player: Player, sent: str) -> None:
    """See that nothing was played or chosen, and that the next keys are taken."""
    asked, before = player.ready(), terminal.still()
    had = memory(terminal.child.pid)
    send(terminal, sent.encode("utf-8", "surrogatepass"))
    assert terminal.still() == before
    assert memory(terminal.child.pid) < had + MORE_MEMORY
    until = time.monotonic() + 5
    while terminal.text == before:  # keys that come into a paste without an end belong to it
        assert time.monotonic() < until, terminal.text
        terminal.press("right")
        terminal.settle(1.2)
    assert situation(terminal.rows) == asked


@pytest.mark.second
@pytest.mark.parametrize("what", [*QUICK, *last([name for name in SPOILED if name not in QUICK], second=SAMPLES)])
def test_what_is_no_key_does_nothing(terminal: Terminal, what: str) -> None:
    """The table stays as it is, takes keys as before, and ends when it should."""
    terminal.start(SEATS)
    player = Player(terminal)
    survives(terminal, player, SPOILED[what])
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()


@pytest.mark.second
def test_a_window_larger_than_a_house_is_not_believed(terminal: Terminal) -> None:
    """A size that no window has takes no more memory than a large one; the true size brings the table back."""
    terminal.start(SEATS)
    player = Player(terminal)
    asked, before = player.ready(), terminal.still()
    had = memory(terminal.child.pid)
    terminal.child.send("\x1b[48;20000;20000;1;1t")
    terminal.wait_for(lambda rows: "\n".join(rows) != before)
    terminal.settle(0.3)
    assert memory(terminal.child.pid) < had + MORE_MEMORY
    terminal.child.send("\x1b[48;24;80;480;800t")
    terminal.wait_for(lambda rows: "\n".join(rows) == before)
    assert situation(terminal.rows) == asked


@pytest.mark.second
def test_digits_that_are_no_numbers_open_no_replay_and_no_page(terminal: Terminal) -> None:
    """The home screen, a form, a list and a replay take them for nothing, a page that is searched for letters."""
    terminal.start(SEATS)
    player = Player(terminal)
    player.play_until("play")
    terminal.press("q")
    for keys, page in (
        ((), "Continue"), (("1",), "A new match of"), (("escape", "g"), "HERRLOF   Matches"), (("r",), "replay: "),
        (("q", "escape", "r"), "PgUp PgDn scroll"), (("escape", "o"), "HERRLOF   Settings"),
    ):  # fmt: skip
        for key in keys:
            before = terminal.text
            terminal.press(key)
            terminal.wait_for(lambda rows, before=before: "\n".join(rows) != before)
            terminal.still()
        terminal.wait_for(page)
        terminal.settle()
        terminal.child.send("²①" + SPOILED["a release"] + SPOILED["a key beyond Unicode"])
        assert page in terminal.still()
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0


@pytest.mark.second
def test_a_terminal_that_tells_its_size_itself_is_left_as_it_was(terminal: Terminal) -> None:
    """Where sizes and clicks come in reports, in pixels, the table follows them, and takes all of it back."""
    terminal.answers = {**terminal.answers, b"\x1b[?2048$p": b"\x1b[?2048;2$y"}
    terminal.start(SEATS)
    player = Player(terminal)
    player.play_until("play")
    terminal.resize(100, 30)
    terminal.child.send("\x1b[48;30;100;480;800t")
    terminal.wait_for(lambda rows: len(rows[0].rstrip()) > 90)
    terminal.wait_for("Your card.")
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0
    assert b"\x1b[?1016h" in terminal.raw
    assert terminal.is_as_before()


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("x", marks=pytest.mark.second),
        *(pytest.param(key, marks=pytest.mark.slow) for key in ("\x1b[C", "3\r", "\x1b")),
    ],
)
def test_quitting_overtakes_a_flood(terminal: Terminal, key: str) -> None:
    """Ctrl+Q behind 20,000 keys ends the program nearly at once."""
    took = []
    while len(took) < 3 and min(took, default=AT_ONCE) >= AT_ONCE:  # a loaded machine is given another chance
        terminal.start(SEATS)
        Player(terminal).ready()
        send(terminal, 20_000 * key.encode())
        terminal.press("ctrl+q")
        sent = time.monotonic()
        assert terminal.wait_for_end() == 0
        took.append(time.monotonic() - sent)
        assert terminal.is_as_before()
    assert min(took) < AT_ONCE, took
