"""However the program ends, the process in which its bots think ends too, and says nothing on the terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from herrlof.bots.worker import SLOW
from tests.terminal.table import Player
from tests.terminal.terminal import Terminal

RUNNER = """
import sys
from dataclasses import replace

from herrlof.bots import BOTS
from herrlof.cli.main import main

rules = "herrlof", "rules"
BOTS[rules] = replace(BOTS[rules], uses_worker=True)
sys.exit(main())
"""
"""The program, with a bot that needs no time but thinks nevertheless."""
SEATS = ["play", "--seat", "Anna", "--seat", "bot:rules", "--first-dealer", "1", "--pace", "0"]


def children(pid: int, module: str = "") -> list[int]:
    """Return the processes that a process has started, or those that run a module."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    found = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    return [int(child) for child, parent, *args in found if int(parent) == pid and "".join(args).endswith(module)]


def runs(pid: int) -> bool:
    """Whether a process has not ended; one whose end nobody has taken note of has."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return listed.stdout.strip()[:1] not in ("", "Z")


@pytest.fixture
def frozen(terminal: Terminal, tmp_path: Path) -> Iterator[int]:
    """The id of the process of a bot that thinks and will never have done."""
    runner = tmp_path / "runner.py"
    runner.write_text(RUNNER)
    warnings = {"PYTHONWARNINGS": "default::ResourceWarning"}
    terminal.start(SEATS, program=[sys.executable, str(runner)], environment=warnings)
    player = Player(terminal)
    assert player.ready() == "predict"  # and the bot is next
    (pid,) = children(terminal.child.pid)
    os.kill(pid, signal.SIGSTOP)
    try:
        player.act()
        terminal.wait_for("Rules is thinking")
        assert runs(pid)
        yield pid
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def ends(pid: int, seconds: float = 2) -> bool:
    """Whether a process ends by itself and soon."""
    end = time.monotonic() + seconds
    while runs(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@pytest.mark.second
@pytest.mark.parametrize(
    ("leave", "status"),
    [
        (lambda terminal: terminal.press("ctrl+q"), 0),
        (lambda terminal: terminal.press("ctrl+c"), 0),
        (lambda terminal: terminal.signal(signal.SIGHUP), 128 + signal.SIGHUP),
    ],
    ids=["Ctrl+Q", "Ctrl+C", "SIGHUP"],
)
def test_it_ends_with_the_program(
    terminal: Terminal, frozen: int, leave: Callable[[Terminal], None], status: int
) -> None:
    """A process that does nothing any more is no hindrance, and nothing is told of it."""
    leave(terminal)
    assert terminal.wait_for_end(5) == status
    assert not runs(frozen)
    assert terminal.is_as_before()
    assert not terminal.text.strip()


@pytest.mark.second
def test_it_ends_when_the_table_is_left(terminal: Terminal, frozen: int) -> None:
    """The program goes on, without it."""
    terminal.press("q")
    assert ends(frozen)
    terminal.wait_for("Continue")
    assert not children(terminal.child.pid)


@pytest.mark.second
def test_a_process_that_is_stopped_is_told_of_and_replaced(terminal: Terminal, frozen: int) -> None:
    """After a few seconds the table says what it waits for; then another process answers, and the match goes on."""
    stopped = time.monotonic()
    terminal.wait_for("The bots are taking a long time to answer.")
    assert time.monotonic() - stopped < SLOW + 2
    terminal.press("l")
    terminal.wait_for("none yet in this round")
    terminal.press("escape")
    player = Player(terminal)
    assert player.ready() == "play"
    assert not runs(frozen)
    terminal.wait_for(lambda rows: "process" not in rows[0])
    (another,) = children(terminal.child.pid, "herrlof.bots.worker")  # one may be the coach's
    assert another != frozen
    player.act()


@pytest.mark.second
def test_it_ends_when_the_program_is_killed(terminal: Terminal, frozen: int) -> None:
    """It finishes its thought and finds that nobody asks any more."""
    terminal.signal(signal.SIGKILL)
    os.kill(frozen, signal.SIGCONT)
    assert terminal.wait_for_end() == 128 + signal.SIGKILL
    assert ends(frozen)


@pytest.mark.second
def test_it_ends_when_the_terminal_is_closed(terminal: Terminal, frozen: int) -> None:
    """As with everything else that ends the program in order, it need not even be able to run."""
    assert terminal.hang_up() == 128 + signal.SIGHUP
    assert not runs(frozen)
