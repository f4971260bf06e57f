"""A program that is stopped and goes on, as in a container, a virtual machine or a phone: nothing of it counts."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from herrlof.seats.guest import PING_SECONDS
from herrlof.seats.guest import SILENCE_SECONDS as GUEST_SECONDS
from herrlof.seats.remote import SILENCE_SECONDS as HOST_SECONDS
from tests.terminal.terminal import Terminal
from tests.terminal.test_ssh import SshRoom
from tests.terminal.test_together import Room, moves_of
from tests.tiers import last

LONG = max(GUEST_SECONDS + PING_SECONDS, HOST_SECONDS) + 2


def programs(pid: int) -> list[int]:
    """Return a process and those that it has started."""
    parents = {
        int(path.parent.name): int(found[1])
        for path in Path("/proc").glob("[0-9]*/stat")
        if (found := re.search(r"\) . (\d+)", path.read_text() if path.exists() else "")) is not None
    }
    return [pid, *(child for child, parent in parents.items() if parent == pid)]


def seat_program(host: int) -> int:
    """Return the process of a guest who has none of its own."""
    return next(pid for pid in programs(host) if b"herrlof.tui.seat" in Path(f"/proc/{pid}/cmdline").read_bytes())


@pytest.mark.second
def test_a_race_stops_its_clock_and_tells_why(terminal: Terminal) -> None:
    terminal.start(["play", "how-ruck", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"])
    terminal.wait_for("Space")
    terminal.press(" ")
    terminal.look_on(1.5)
    terminal.signal(signal.SIGSTOP)
    terminal.look_on(6)
    terminal.signal(signal.SIGCONT)
    terminal.wait_for("This program stood still for")
    said = re.search(r"stood still for (\d+) seconds", terminal.text)
    assert said is not None
    assert 5 <= int(said[1]) <= 8
    terminal.press("escape")
    terminal.wait_for("Continue")


@pytest.mark.parametrize("way", last(("join", "ssh"), second=()))
def test_a_guest_that_was_stopped_is_back_at_its_seat_by_itself(way: str, tmp_path: Path, run_folder: Path) -> None:
    room = (
        Room(tmp_path, run_folder, "herald", 1)
        if way == "join"
        else SshRoom(tmp_path, run_folder, "herald", 1, system=False)
    )
    host, guest = room.terminals
    try:
        room.play(2)
        stopped = guest.child.pid if way == "join" else seat_program(host.child.pid)
        before = moves_of(room)
        os.kill(stopped, signal.SIGSTOP)
        for terminal in room.terminals:
            terminal.look_on(LONG / 2)
        os.kill(stopped, signal.SIGCONT)
        room.finish()
        assert guest.child.isalive() or room.over
        assert len(moves_of(room)) > len(before)
    finally:
        room.close()


@pytest.mark.second
def test_a_host_that_was_stopped_takes_no_guest_for_silent(tmp_path: Path, run_folder: Path) -> None:
    room = SshRoom(tmp_path, run_folder, "herald", 1, system=False)
    host, guest = room.terminals
    try:
        room.play(2)
        os.kill(host.child.pid, signal.SIGSTOP)
        guest.look_on(LONG)
        os.kill(host.child.pid, signal.SIGCONT)
        host.look_on(3)
        assert "is away" not in host.text
        assert guest.child.isalive()
        room.finish()
    finally:
        room.close()
