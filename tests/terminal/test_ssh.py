"""Whole matches by ssh: a host at its terminal, guests at theirs with a code alone; a guest killed, and back."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import sys
from pathlib import Path

import pytest

from herrlof.records.storage import read_record
from herrlof.table.match import Match
from tests.terminal.test_together import Room, moves_of, run

__all__ = ["run"]
CLIENT = [sys.executable, str(Path(__file__).with_name("ssh_client.py"))]


class SshRoom(Room):
    """A room whose guests have nothing but a terminal and ssh."""

    def __init__(self, folder: Path, run: Path, game: str, guests: int, system: bool) -> None:
        """Open a table with a door for ssh; `system`: the guests use the system's ssh."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = str(free.getsockname()[1])
        self.doors = ["--ssh", "--port", self.port]
        self.system = shutil.which("ssh") if system else None
        self.back: dict[int, str] = {}
        """The codes that bring guests back."""
        self.used: set[str] = set()
        super().__init__(folder, run, game, guests)

    def open(self, number: int) -> None:
        """Start the host's program, or come by ssh with the code of its page, and sit down."""
        if not number:
            super().open(number)
            return
        terminal = self.terminals[number]
        code = self.back.get(number) or self.new_code()
        if self.system is None:
            terminal.start([self.port, code], program=CLIENT)
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
        match = Match.replay(read_record(room.record))
        assert match.over
        assert {move.by for move in match.moves if move.by >= 0} == set(range(len(room.terminals)))
    finally:
        room.close()


@pytest.mark.second
def test_a_match_by_ssh(tmp_path: Path, run: Path) -> None:
    """One guest, and its line is cut on the way."""
    play_and_come_back(SshRoom(tmp_path, run, "herald", 1, system=False))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh on this machine: apt install openssh-client")
@pytest.mark.parametrize(
    ("game", "guests"), [("herrlof", 1), ("herald", 1), ("how-ruck", 1), ("herfor", 1), ("herrlof", 2), ("herald", 2)]
)
def test_a_match_by_the_systems_ssh(game: str, guests: int, tmp_path: Path, run: Path) -> None:
    """The same with what everybody has; it asks whether the key is known, and the page shows which it is."""
    play_and_come_back(SshRoom(tmp_path, run, game, guests, system=True))
