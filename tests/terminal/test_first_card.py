"""From "I want to play with Ben" to Ben's first card: what both do, and how long their machines take, by each door."""

from __future__ import annotations

import re
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.seats.chromium import PROGRAM
from tests.terminal.terminal import Terminal
from tests.terminal.test_friends import Browser

CARD = "How many of the"
"""What is asked of Ben, with his hand in sight."""
EXAMPLE = Path(__file__).parents[2] / "examples" / "seat_program.py"
DOORS = {
    "second terminal": ([], ["join"], ""),
    "second terminal, in lines": (["--plain"], ["join", "--plain"], ""),
    "ssh": (["--ssh"], None, "seat"),
    "ssh, in lines": (["--ssh"], None, "lines"),
    "browser": (["--web"], None, ""),
    "program": ([f"--seat=program:{EXAMPLE}"], None, ""),
}
"""The host's flags for each door, what Ben types where he has the program too, and by which name ssh brings him."""


class Steps:
    """What two people do, one after the other."""

    def __init__(self) -> None:
        """Begin with the wish."""
        self.done: list[str] = []
        self._since = time.monotonic()

    def take(self, what: str) -> None:
        """Count a step."""
        self.done.append(what)

    def told(self) -> str:
        """Return how many there were, which, and how long the machines took."""
        return f"{len(self.done)} steps, {time.monotonic() - self._since:.1f} s: {'; '.join(self.done)}"


@contextmanager
def at_terminal(
    home: Path, arguments: list[str], run_folder: Path, program: list[str] | None = None
) -> Iterator[Terminal]:
    """Run a program at a terminal of its own, with an empty home."""
    home.mkdir()
    terminal = Terminal(home)
    environment = {"HERRLOF_RUNTIME_DIR": str(run_folder), "HERRLOF_PLAIN": "0"}
    try:
        yield terminal.start(arguments, 120, 40, environment, program=program)
    finally:
        terminal.close()


def see(one: Any, wanted: str, host: Terminal) -> None:
    """Wait until something stands at one end, and read the host's: a program whose terminal is full waits."""
    until = time.monotonic() + 40
    while wanted not in one.text:
        assert time.monotonic() < until, f"waited for {wanted!r}; there stands\n{one.text}"
        for end in (one, host):
            end.read(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_from_the_wish_to_the_first_card(
    door: str, tmp_path: Path, run_folder: Path, record_property: pytest.RecordProperty
) -> None:
    flags, joins, user = DOORS[door]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    if user:
        if shutil.which("ssh") is None:
            pytest.skip("there's no ssh on this machine: apt install openssh-client")
        flags = [*flags, "--port", port]
    if door == "browser" and PROGRAM is None:
        pytest.skip("there's no Chromium on this machine: apt install chromium")
    with ExitStack() as stack:
        browser = None
        if door == "browser":  # it is open before
            stack.callback((browser := Browser(tmp_path / "chromium")).close)
            browser.open("about:blank")
        steps = Steps()
        ben = [] if door == "program" else ["--seat=Ben=elsewhere"]
        command = ["play" if door == "program" else "host", "herrlof", "--seat=Anna", *ben, *flags]
        steps.take(f"herrlof {command[0]}")
        host = stack.enter_context(at_terminal(tmp_path / "host", command, run_folder))
        if door == "program":  # its first card, seen at its table
            host.wait_for(CARD)
            record_property("counted", steps.told())
            return
        host.wait_for("herrlof join")
        guest: Any = browser
        if joins is not None:
            guest = stack.enter_context(at_terminal(tmp_path / "ben", joins, run_folder))
            steps.take(f"herrlof {' '.join(joins)}")
        elif user:
            host.wait_for(lambda rows: re.search(r"[a-z]+-[a-z]+-[a-z]+", "\n".join(rows)))
            code = re.search(r"code.*?\b([a-z]+-[a-z]+-[a-z]+)", host.text, re.DOTALL)
            assert code is not None
            steps.take("the host's message (C)")
            known = f"UserKnownHostsFile={tmp_path}/known"
            asked = ["-F", "none", "-o", known, "-o", "IdentityFile=none", "-p", port, f"{user}@127.0.0.1"]
            guest = stack.enter_context(at_terminal(tmp_path / "ben", asked, run_folder, ["ssh"]))
            steps.take("the command of ssh")
            guest.wait_for("(yes/no")
            guest.press("yes", "enter")
            steps.take("yes to the key")
            guest.wait_for("password:")
            guest.press(code[1], "enter")
            steps.take("three words")
        else:
            link = re.search(r"http://127\.0\.0\.1:\d+/[\w-]+", host.text)
            assert link is not None
            steps.take("the host's message (C)")
            guest.open(link[0])
            steps.take("the link")
        see(guest, "Enter sits down" if "lines" in door else "Sit down", host)
        guest.press("enter")
        steps.take("Enter")
        see(guest, CARD, host)
        record_property("counted", steps.told())
