"""Signals at any instant of a start: the terminal is as it was, and nothing but a sentence is on it."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.terminal.terminal import ALTERNATE_SCREEN, Terminal

STARTS = ([], ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"])
SIGNALS = (signal.SIGHUP, signal.SIGQUIT, signal.SIGINT, signal.SIGTERM)
STARTING = 0.9
"""Seconds in which the program has started here, and drawn its first frames."""
OWN_CODE = re.compile(rb"herrlof/cli/main\.py\", line \d+, in main")
"""What a traceback shows once the program's own code runs; what the interpreter does before that is its own."""


def interrupted(home: Path, random: Random) -> str:
    """Start, send a signal at a random instant, and return where it was heard: before, while or after drawing."""
    number = random.choice(SIGNALS)
    instant = random.uniform(0, STARTING)
    terminal = Terminal(home).start(random.choice(STARTS))
    try:
        terminal.look_on(instant)
        began = bool(terminal.screen.modes.get(ALTERNATE_SCREEN))
        terminal.signal(number)
        try:
            status = terminal.wait_for_end()
        except AssertionError as error:
            error.add_note(f"{number.name} after {instant:.4f} s")
            raise
        told = f"{number.name} after {instant:.4f} s\n{terminal.raw.decode(errors='replace')}"
        assert terminal.is_as_before(), told
        if not began and b"Traceback" in terminal.raw and not OWN_CODE.search(terminal.raw):
            return "while the interpreter started"
        assert b"Traceback" not in terminal.raw, told
        assert status == 128 + number, told
        if began:
            return "while drawing"
        return "while importing" if ALTERNATE_SCREEN not in terminal.screen.modes else "before drawing"
    finally:
        terminal.close()


@pytest.mark.parametrize(
    "tries", [pytest.param(20, marks=pytest.mark.second), pytest.param(500, marks=pytest.mark.slow)]
)
def test_a_signal_while_starting(tmp_path: Path, tries: int, record_property: Callable[[str, object], None]) -> None:
    """From exec to the first frame: no raw mode, no other screen, no mouse, no keyboard protocol is left on."""
    random = Random(tries)
    met = [interrupted(tmp_path, random) for _ in range(tries)]
    counts = ", ".join(f"{met.count(where)} {where}" for where in sorted(set(met)))
    record_property("counted", f"{tries} signals: {counts}")
    assert len(set(met)) > 1


@pytest.mark.parametrize("tries", [pytest.param(4, marks=pytest.mark.second), pytest.param(50, marks=pytest.mark.slow)])
def test_a_terminal_that_is_closed_while_starting(
    tmp_path: Path, tries: int, record_property: Callable[[str, object], None]
) -> None:
    """The program ends by itself, as with SIGHUP."""
    random = Random(tries)
    for _ in range(tries):
        terminal = Terminal(tmp_path).start(random.choice(STARTS))
        instant = random.uniform(0, STARTING)
        terminal.look_on(instant)
        assert terminal.hang_up() == 128 + signal.SIGHUP, f"closed after {instant:.4f} s"
    record_property("counted", f"{tries} closed windows")
