"""Every command of README and CONTRIBUTING does what the page says, from nothing; a long run finds its tests."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import which

import pexpect
import pytest

from herrlof.records.storage import Storage
from tests.disks import new_match, play_on

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CONTRIBUTING.md")
ON_SCREEN = ("play", "host", "learn", "replay")


def commands_of(page: str) -> list[str]:
    """Return the commands in the indented lines of a page, without their comments."""
    lines = re.findall(r"^    (\S.*)", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    known = r"herrlof|pip|pytest|python|lint-imports|mutmut|\.ci/run"
    return [re.split(r"\s+#\s", line)[0].strip() for line in lines if re.match(rf"({known})( |$)", line)]


COMMANDS = [command for page in PAGES for command in commands_of(page)]
OURS = [command for command in COMMANDS if command.startswith("herrlof ")]
RUN_BY_CI = ["pip install . && herrlof", "pip install -e '.[dev]' && pytest", "pytest -m second", "lint-imports"]
BY_HAND = [command for command in COMMANDS if command.startswith("pytest ") and command not in RUN_BY_CI]
MUTATION = "mutmut run"
CONTRACT = "python -m herrlof.contract KEY"
"""Run in tests/contract/test_command.py."""


def test_the_pages_have_no_other_commands() -> None:
    assert set(COMMANDS) == {*OURS, *RUN_BY_CI, *BY_HAND, MUTATION, CONTRACT, ".ci/run"}


def test_what_ci_runs_is_in_its_script() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    for command in RUN_BY_CI:
        for part in command.split(" && "):
            assert part in script, part


@pytest.mark.second
@pytest.mark.parametrize("command", BY_HAND)
def test_what_is_run_by_hand_finds_its_tests(command: str) -> None:
    asked = [sys.executable, "-m", *shlex.split(command), "--collect-only", "-q", "-n", "0"]
    assert subprocess.run(asked, cwd=ROOT, capture_output=True, timeout=120).returncode == 0


@pytest.mark.second
def test_mutation_testing_finds_its_files_and_its_tests() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    assert all(list(ROOT.glob(pattern)) for pattern in settings["only_mutate"])
    chosen = [*settings["pytest_add_cli_args_test_selection"], *settings["pytest_add_cli_args"]]
    asked = [sys.executable, "-m", "pytest", *chosen, "--collect-only", "-q"]
    assert subprocess.run(asked, cwd=ROOT, capture_output=True, timeout=120).returncode == 0


@pytest.mark.second
@pytest.mark.parametrize("command", OURS)
def test_it_does_what_the_page_says(command: str, storage: Storage) -> None:
    journal = storage.new_journal()
    play_on(new_match(journal))
    journal.close()
    program, *words = shlex.split(command.replace("FILE", journal.path.name))
    found = which(program, path=Path(sys.executable).parent)
    assert found is not None
    if words[0] not in ON_SCREEN:
        done = subprocess.run([found, *words], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0
        assert done.stdout
        return
    environment = {**os.environ, "TERM": "xterm-256color"}
    child = pexpect.spawn(found, words, env=environment, dimensions=(24, 80), timeout=20)
    child.expect_exact("\x1b[?1049h")
    child.expect("HERRLOF|HERALD|HERFOR|Replay")
    child.send("\x11")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
