"""What a host tells others stands in one piece, so that any terminal can copy it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal

URL = "https://a-rather-long-name.example.org/some/path"


@pytest.mark.second
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), pytest.param(60, 20, marks=pytest.mark.second)])
def test_how_to_join_is_printed_whole_by_a_key(columns: int, rows: int, terminal: Terminal, run_folder: Path) -> None:
    """Outside the drawn screen, where the terminal itself knows what one line is; and then the page is there again."""
    port = 20000 + os.getpid() % 20000
    arguments = ["host", "herald", "--seat=Anna", "--seat=Ben=elsewhere", "--pace", "0", "--port", str(port)]
    doors = ["--web", "--ssh", "--web-url", URL]
    terminal.start([*arguments, *doors], columns, rows, {"HERRLOF_RUNTIME_DIR": str(run_folder), "HERRLOF_PLAIN": "0"})
    terminal.wait_for("HOW BEN JOINS")
    before = len(terminal.raw)
    terminal.press("p")
    terminal.wait_for("Enter goes back.")
    printed = terminal.raw[before:].decode(errors="replace").rpartition("\x1b[?1049l")[2]
    lines = printed.replace("\r", "").split("\n")
    (link,) = [line for line in lines if line.startswith(URL)]
    assert len(link) > 70, "longer than the room that a page has for it"
    assert f"ssh -p {port} seat@127.0.0.1" in lines
    assert any(line.startswith("SHA256:") for line in lines)
    assert any(f"ssh -o IdentitiesOnly=yes -p {port} seat@127.0.0.1" in line for line in lines)
    assert any(f"ssh-keygen -R '[127.0.0.1]:{port}'" in line for line in lines)
    assert not any("\x1b" in line for line in lines[1:])
    terminal.press("x")
    terminal.press("enter")
    terminal.wait_for("HOW BEN JOINS")
    terminal.press("escape")
    terminal.wait_for("Quick game")
    terminal.press("ctrl+q")
    terminal.wait_for_end()
