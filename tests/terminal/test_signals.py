"""Signals at any instant of a start: the terminal is as it was, and nothing but a sentence is on it."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.others import BOTS, environment, game_text, install_game
from tests.terminal.terminal import ALTERNATE_SCREEN, Terminal

STARTS = ([], ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"])
SIGNALS = (signal.SIGHUP, signal.SIGQUIT, signal.SIGINT, signal.SIGTERM)
OWN_CODE = re.compile(rb"herrlof/cli/main\.py\", line \d+, in main")
"""What a traceback shows once the program's own code runs; what the interpreter does before that is its own."""


def starting(home: Path) -> float:
    """Return seconds in which the program has started here and now, and drawn its first frames."""
    begin = time.monotonic()
    with closing(Terminal(home).start(STARTS[0])) as terminal:
        terminal.wait_for("Quick game")
    return 1.2 * (time.monotonic() - begin)


def interrupted(home: Path, random: Random, within: float) -> str:
    """Start, send a signal at a random instant, and return where it was heard: before, while or after drawing."""
    number = random.choice(SIGNALS)
    instant = random.uniform(0, within)
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
    within = starting(tmp_path)
    met = [interrupted(tmp_path, random, within) for _ in range(tries)]
    counts = ", ".join(f"{met.count(where)} {where}" for where in sorted(set(met)))
    record_property("counted", f"{tries} signals: {counts}")
    assert len(set(met)) > 1


@pytest.mark.parametrize("tries", [pytest.param(4, marks=pytest.mark.second), pytest.param(50, marks=pytest.mark.slow)])
def test_a_terminal_that_is_closed_while_starting(
    tmp_path: Path, tries: int, record_property: Callable[[str, object], None]
) -> None:
    """The program ends by itself, as with SIGHUP."""
    random, within = Random(tries), starting(tmp_path)
    for _ in range(tries):
        terminal = Terminal(tmp_path).start(random.choice(STARTS))
        instant = random.uniform(0, within)
        terminal.look_on(instant)
        assert terminal.hang_up() == 128 + signal.SIGHUP, f"closed after {instant:.4f} s"
    record_property("counted", f"{tries} closed windows")


LOOPS = """
def apply(self, action, events=None):
    pathlib.Path(__file__).with_name("looping").touch()
    while True: pass

HerforState.apply = apply
"""
"""What a package's game does that never ends a move."""


@pytest.mark.second
@pytest.mark.parametrize(
    ("face", "ends"),
    [*product(["drawn", "lines"], [signal.SIGTERM, signal.SIGHUP]), ("drawn", "\x11")],  # Ctrl+Q
)
def test_a_game_that_loops_for_ever_is_ended(face: str, ends: int | str, terminal: Terminal, tmp_path: Path) -> None:
    """Nothing of the program's own answers any more, and yet the terminal is as it was, and what was played is kept."""
    state = "from herrlof.games.herfor.state import HerforState\n"
    install_game(tmp_path, game=state + game_text() + LOOPS, bots=BOTS)
    words = ["play", "war", "--seat", "Anna", "--seat", "Ben", *(["--plain"] if face == "lines" else [])]
    terminal.start(words, environment={"PYTHONPATH": environment(tmp_path)["PYTHONPATH"]})
    if face == "lines":
        terminal.wait_for("How many points")
        terminal.press("1", "\r")
    else:
        terminal.wait_for("WHAT YOU CAN DO")
        terminal.press("\x1b[C")
        terminal.wait_for("White counts 91 fewer")
        terminal.look_on(1.0)  # an Enter that comes at once may be one too many
        terminal.press("\r")
    until = time.monotonic() + 20
    while not (tmp_path / "war_game" / "looping").exists():
        assert time.monotonic() < until, terminal.text
        terminal.look_on(0.05)
    if isinstance(ends, str):
        terminal.press(ends)
    else:
        terminal.signal(ends)
    assert terminal.wait_for_end() > 128
    assert terminal.is_as_before()
