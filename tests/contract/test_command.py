"""`python -m herrlof.contract KEY`, as somebody runs it for a game of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest


def run(folder: Path, *arguments: str, first: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a folder of its own; `first` is done before it."""
    command = "import runpy; runpy.run_module('herrlof.contract', run_name='__main__')"
    program = f"{first}\nimport sys; sys.argv[1:] = {arguments!r}; {command}"
    return subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=60)


@pytest.mark.second
def test_a_game_that_keeps_to_the_contract_passes(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --made-up\n", "utf-8")
    done = run(tmp_path, "herfor")
    assert re.match(r"\d+ passed\b", done.stdout.splitlines()[-1]), done.stdout + done.stderr
    assert done.returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == ["pytest.ini"]


@pytest.mark.second
def test_a_game_that_breaks_it_does_not_pass(tmp_path: Path) -> None:
    spoil = "from herrlof.games.herfor.state import HerforState; HerforState.returns = lambda state: (0.5, 0.4)"
    done = run(tmp_path, "herfor", first=spoil)
    assert " failed" in done.stdout.splitlines()[-1]
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "first", "said"),
    [
        (("chess",), "", "There's no game 'chess': choose herrlof"),
        ((), "", "One game is tested at a time"),
        (("herald", "herfor"), "", "One game is tested at a time"),
        (("herfor",), "import sys; sys.modules['pytest'] = None", "pip install 'herrlof[contract]'"),
    ],
)
def test_what_cannot_be_run_is_said_in_a_sentence(
    arguments: tuple[str, ...], first: str, said: str, tmp_path: Path
) -> None:
    done = run(tmp_path, *arguments, first=first)
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert (done.returncode, done.stdout) == (2, "")
