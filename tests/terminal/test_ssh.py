"""Whole matches by ssh: a host at its terminal, guests at theirs with a code alone; a guest killed, and back."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from herrlof.records.storage import read_record
from herrlof.table.resume import replayed
from tests.terminal.terminal import (
    ALTERNATE_SCREEN,
    BRACKETED_PASTE,
    CURSOR,
    FOCUS_REPORTS,
    MOUSE_REPORTS,
    Terminal,
)
from tests.terminal.test_colours import Written, in_16, in_256, written
from tests.terminal.test_together import Room, moves_of

CLIENT = [sys.executable, str(Path(__file__).with_name("ssh_client.py"))]


class SshRoom(Room):
    """A room whose guests have nothing but a terminal and ssh."""

    def __init__(
        self, folder: Path, run_folder: Path, game: str, guests: int, system: bool, **environment: str
    ) -> None:
        """Open a table with a door for ssh; `system`: the guests use the system's; what differs at their terminals."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = str(free.getsockname()[1])
        self.doors = ["--ssh", "--port", self.port]
        self.system = shutil.which("ssh") if system else None
        self.back: dict[int, str] = {}
        """The codes that bring guests back."""
        self.used: set[str] = set()
        self.environment = environment
        super().__init__(folder, run_folder, game, guests)

    def open(self, number: int) -> None:
        """Start the host's program, or come by ssh with the code of its page, and sit down."""
        if not number:
            super().open(number)
            return
        terminal = self.terminals[number]
        code = self.back.get(number) or self.new_code()
        if self.system is None:
            terminal.start([self.port, code], program=CLIENT, environment=self.environment)
        else:
            known = f"UserKnownHostsFile={terminal.home}/known"
            flags = ["-F", "none", "-o", known, "-o", "IdentityFile=none", "-p", self.port, "seat@127.0.0.1"]
            terminal.start(flags, program=[self.system])
            if number not in self.back:
                terminal.wait_for("(yes/no")
                assert re.search(r"SHA256:[\w+/]{43}", terminal.text)[0] in self.terminals[0].text
                terminal.press("yes", "enter")
            terminal.wait_for("password:")
            terminal.press(code, "enter")
        if number in self.back:  # who comes back sits at once
            terminal.wait_for("? rules")
            return
        terminal.wait_for("Sit down")
        self.back[number] = re.search(r"the code\s+([a-z-]+)\.", terminal.text)[1]
        terminal.press("enter")

    def new_code(self) -> str:
        """Return the code that the host's page shows, another one than before."""

        def code(rows: list[str]) -> str:
            found = re.search(r"code, good once\s+([a-z]+-[a-z]+-[a-z]+)", "\n".join(rows))
            return found[1] if found is not None and found[1] not in self.used else ""

        self.terminals[0].wait_for(code)
        found = code(self.terminals[0].text.splitlines())
        self.used.add(found)
        return found


def play_and_come_back(room: SshRoom) -> None:
    """Play a while, kill the guest's ssh, come back with the guest's own code, and play to the end."""
    try:
        room.play(3)
        if not room.over:
            before, guest = moves_of(room), room.terminals[1]
            guest.child.kill(signal.SIGKILL)
            guest.close()
            room.open(1)
            room.come(1)
            assert moves_of(room)[: len(before)] == before
        room.finish()
        match = replayed(read_record(room.record))
        assert match.over
        assert {move.by for move in match.moves if move.by >= 0} == set(range(len(room.terminals)))
    finally:
        room.close()


@pytest.mark.second
def test_a_match_by_ssh(tmp_path: Path, run_folder: Path) -> None:
    """One guest, and its line is cut on the way."""
    play_and_come_back(SshRoom(tmp_path, run_folder, "herald", 1, system=False))


@pytest.mark.second
@pytest.mark.parametrize(
    ("term", "fits"),
    [("xterm-ghostty", None), ("alacritty", None), ("xterm-256color", in_256("dark")), ("xterm", in_16)],
)
def test_a_guest_has_the_colours_of_its_own_terminal(
    term: str, fits: Callable[[Written], bool] | None, tmp_path: Path, run_folder: Path
) -> None:
    """Whatever the host's shows."""
    room = SshRoom(tmp_path, run_folder, "herald", 1, system=False, TERM=term)
    try:
        drawn = room.terminals[1].raw.partition(b"\x1b[?1049h")[2]
        if fits is None:
            assert b"48;2;17;22;26" in drawn
        else:
            assert [one for one in written(drawn) if not fits(one)] == []
    finally:
        room.close()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh on this machine: apt install openssh-client")
@pytest.mark.parametrize(
    ("game", "guests"), [("herrlof", 1), ("herald", 1), ("how-ruck", 1), ("herfor", 1), ("herrlof", 2), ("herald", 2)]
)
def test_a_match_by_the_systems_ssh(game: str, guests: int, tmp_path: Path, run_folder: Path) -> None:
    """The same with what everybody has; it asks whether the key is known, and the page shows which it is."""
    play_and_come_back(SshRoom(tmp_path, run_folder, game, guests, system=True))


BROKEN = """
import herrlof.tui.screens.waiting as page
page.WaitScreen.action_fairness = lambda self: 1 / 0
from herrlof.cli.main import main
raise SystemExit(main())
"""
"""The program with an error in it, which a key of the host's page meets."""
ENDS = {"TERM": signal.SIGTERM, "HUP": signal.SIGHUP, "INT": signal.SIGINT, "QUIT": signal.SIGQUIT}


def given_back(terminal: Terminal) -> None:
    """Wait for the end of a guest's line; its terminal has its own screen, a cursor, and reports nothing."""
    terminal.wait_for_end()
    modes = terminal.screen.modes
    assert modes[CURSOR]
    assert not [mode for mode in (ALTERNATE_SCREEN, BRACKETED_PASTE, FOCUS_REPORTS, *MOUSE_REPORTS) if modes.get(mode)]
    assert ALTERNATE_SCREEN in modes, "it had drawn"


@pytest.mark.parametrize(
    ("how", "where"),
    [
        *(pytest.param(how, "table", marks=pytest.mark.second) for how in ("TERM", "window", "HUP in lines")),
        *(pytest.param(how, "page", marks=pytest.mark.second) for how in ("error", "window in lines")),
        *(pytest.param(how, "table", marks=pytest.mark.slow) for how in (*ENDS, "TERM in lines") if how != "TERM"),
        *(pytest.param(how, "page", marks=pytest.mark.slow) for how in ("TERM", "INT in lines")),
    ],
)
def test_a_guest_has_its_terminal_back_however_the_host_ends(
    how: str, where: str, tmp_path: Path, run_folder: Path
) -> None:
    """Short of kill -9: docs/seats.md says what helps then."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    host, guest = Terminal(tmp_path / "host"), Terminal(tmp_path / "guest")
    plain = ["--plain"] if "lines" in how else []
    words = ["host", "herald", "--seat=Anna", "--seat=Ben=elsewhere", "--pace=0", "--ssh", "--port", port, *plain]
    program = [sys.executable, "-c", BROKEN] if how == "error" else None
    try:
        host.start(
            words, 200, environment={"HERRLOF_RUNTIME_DIR": str(run_folder), "HERRLOF_PLAIN": "0"}, program=program
        )
        host.wait_for(lambda rows: re.search(r"good once:?\s+[a-z]+-[a-z]+-[a-z]+", "\n".join(rows)))
        code = re.search(r"good once:?\s+([a-z]+-[a-z]+-[a-z]+)", host.text)[1]
        guest.start([port, code], program=CLIENT)
        see(guest, "Sit down", host)
        if where == "table" and how != "error":
            guest.press("enter")
            see(guest, "? rules", host)
        if how.startswith("window"):
            host.hang_up(10)
        elif how == "error":
            host.press("f")
            host.wait_for_end()
            assert "herrlof stopped: ZeroDivisionError" in host.text
        else:
            number = ENDS[how.split()[0]]
            host.signal(number)
            assert host.wait_for_end() == 128 + number, host.text
        given_back(guest)
        if how != "window in lines" or where == "page":
            assert "The host has left the table." in guest.text
    finally:
        host.close()
        guest.close()


@pytest.mark.second
def test_a_guest_whose_program_is_killed_has_its_terminal_back(tmp_path: Path, run_folder: Path) -> None:
    """And comes back with its code."""
    room = SshRoom(tmp_path, run_folder, "herald", 1, system=False)
    try:
        (program,) = [
            int(entry.name)
            for entry in Path("/proc").iterdir()
            if entry.name.isdecimal() and str(room.terminals[0].child.pid) in parents(entry)
            and b"herrlof.tui.seat" in (entry / "cmdline").read_bytes()
        ]  # fmt: skip
        os.kill(program, signal.SIGKILL)
        given_back(room.terminals[1])
        room.terminals[1].close()
        room.open(1)
        see(room.terminals[1], "? rules", room.terminals[0])
    finally:
        room.close()


def see(guest: Terminal, what: str, host: Terminal) -> None:
    """Wait for what a guest sees, and read the host's screen too: one that nobody reads holds its program up."""
    until = monotonic() + 60
    while what not in guest.text and monotonic() < until:
        host.read(0.02)
        guest.read(0.02)
    assert what in guest.text, guest.text


def parents(process: Path) -> list[str]:
    """Return the number of a process's parent; none where it has ended."""
    with suppress(OSError):
        return re.findall(r"^PPid:\s+(\d+)$", (process / "status").read_text(), re.MULTILINE)
    return []
