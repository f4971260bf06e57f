"""Every command that stands on a page does what the page says, from nothing; a long run finds its tests."""

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
PAGES = ("README.md", "CONTRIBUTING.md", "docs/commands.md")
ON_SCREEN = ("play", "host", "learn", "replay")
NO_COMMANDS = ("src/herrlof/", "training/", "benchmarks/", "examples/", "docs/", "tests/")
"""How lines begin that stand as commands do and are none: CONTRIBUTING's list of the house."""


def commands_of(page: str) -> list[str]:
    """Return the commands in the indented lines of a page, without their comments; whatever their first word is."""
    lines = re.findall(r"^    (\S.*)", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    return [re.split(r"\s+#\s", line)[0].strip() for line in lines if not line.startswith(NO_COMMANDS)]


COMMANDS = [*dict.fromkeys(command for page in PAGES for command in commands_of(page))]
RENEWING = [command for command in COMMANDS if re.match(r"HERRLOF_\w+=renew ", command)]
PACKING = [command for command in COMMANDS if command.startswith(("pyinstaller ", "shiv "))]
UVX = [command for command in COMMANDS if command.startswith(("uvx ", "pipx "))]
"""Ways in for which there has to be a tool: what they name is tried."""
OURS = [command for command in COMMANDS if command.startswith("herrlof ")]
RUN_BY_CI = ["pip install . && herrlof", "pip install -e '.[dev]' && pytest", "pytest -m second", "lint-imports"]
BY_HAND = [command for command in COMMANDS if command.startswith("pytest ") and command not in RUN_BY_CI]
MUTATION = "mutmut run"
CONTRACT = "python -m herrlof.contract KEY"
"""Run in tests/contract/test_command.py."""


def test_the_pages_have_no_other_commands() -> None:
    tried = {*OURS, *RUN_BY_CI, *BY_HAND, *RENEWING, *PACKING, *UVX, MUTATION, CONTRACT, ".ci/run"}
    assert set(COMMANDS) == tried


@pytest.mark.parametrize("command", PACKING)
def test_what_packers_are_told_names_what_there_is(command: str) -> None:
    words = shlex.split(command)
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    if words[0] == "shiv":
        released = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
        assert " ".join(words[: words.index("--output-file")]) in released
        assert words[words.index("--console-script") + 1] in scripts
        return
    folder, _, place = words[words.index("--add-data") + 1].partition(":")
    assert (ROOT / folder / "rules.md").exists()
    assert place == "herrlof/docs"
    assert {words[words.index(flag) + 1] for flag in ("--collect-submodules", "--collect-data")} == {"herrlof"}


@pytest.mark.parametrize("command", UVX)
def test_a_line_that_installs_ends_in_a_command_of_ours(command: str) -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert shlex.split(command)[-1] in scripts or (ROOT / shlex.split(command)[-1] / "pyproject.toml").exists()


@pytest.mark.parametrize("line", ["brew install herrlof", "sudo herrlof", "HERRLOF_PLAIN=1 herrlof"])
def test_a_command_with_another_first_word_is_seen(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.md").write_text(f"A page\n\n    {line}   # why\n\n    docs/tour.md  a page\n")
    monkeypatch.setattr("tests.test_commands.ROOT", tmp_path)
    assert commands_of("page.md") == [line]


def test_the_sdist_has_every_file_that_its_tests_need() -> None:
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["sdist"]
    always = {"pyproject.toml", "README.md", "LICENSE", ".gitignore"}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("this is no checkout")
    tops = {name.partition("/")[0] for name in tracked.stdout.split()}
    assert tops == always | {name.partition("/")[0] for name in packed["include"]}


def test_what_ci_runs_is_in_its_script() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    for command in RUN_BY_CI:
        for part in command.split(" && "):
            assert part in script, part


@pytest.mark.second
def test_what_is_run_by_hand_finds_its_tests() -> None:
    """One process asks for all of them: it reads the tests once."""
    asked = [[word for word in shlex.split(command) if "=" not in word][1:] for command in (*BY_HAND, *RENEWING)]
    code = "\n".join(
        [
            "import pytest, sys",
            f"for words in {asked}:",
            "    if status := pytest.main([*words, '--collect-only', '-q', '-n', '0']):",
            "        sys.exit(f'{words}: {status}')",
        ]
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


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
    play_on(new_match(journal, goal=20))
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
    child = pexpect.spawn(found, words, env=environment, dimensions=(24, 80), timeout=20, use_poll=True)
    child.expect_exact("\x1b[?1049h")
    child.expect("HERRLOF|HERALD|HERFOR|HOW-RUCK|Replay")
    child.send("\x11")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
