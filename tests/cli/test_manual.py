"""Completions and manual are what the command line is; the kept ones are those of today."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from herrlof.cli.reader import COMMANDS
from herrlof.games import GAMES

KEPT = Path(__file__).parents[2] / "share"
FILES = {"bash": "herrlof.bash", "zsh": "herrlof.zsh", "fish": "herrlof.fish", "man": "herrlof.1"}


def printed(what: str) -> str:
    """Return what a fresh program prints."""
    arguments = [sys.executable, "-m", "herrlof", "completion", what]
    return subprocess.run(arguments, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.second
@pytest.mark.parametrize("what", FILES)
def test_what_is_packed_is_what_the_program_prints(what: str) -> None:
    kept, made = KEPT / FILES[what], printed(what)
    if os.environ.get("HERRLOF_MANUAL") == "renew":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(made, "utf-8")
    assert kept.read_text("utf-8") == made
    assert all(name in made.replace("\\-", "-") for name in (*COMMANDS, "no-motion", "web-port", "json", "limit"))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("herrlof pl", {"play"}),
        ("herrlof play her", {"herrlof", "herald", "herfor"}),
        ("herrlof host --we", {"--web", "--web-port", "--web-url"}),
        ("herrlof --plain le", {"learn"}),
        ("herrlof schema s", {"seats"}),
    ],
)
def test_bash_completes(typed: str, found: set[str]) -> None:
    script = f"""
source {KEPT / FILES["bash"]}
COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _herrlof
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert (set(done.stdout.split()), done.stderr) == (found, "")


@pytest.mark.parametrize(("shell", "check"), [("zsh", ["zsh", "-n"]), ("fish", ["fish", "--no-execute"])])
def test_other_shells_can_read_theirs(shell: str, check: list[str]) -> None:
    if which(shell) is None:
        pytest.skip(f"there's no {shell} here")
    assert subprocess.run([*check, str(KEPT / FILES[shell])], capture_output=True).stderr == b""


def test_the_manual_is_set_without_a_warning() -> None:
    if which("groff") is None:
        pytest.skip("there's no groff here")
    words = ["groff", "-man", "-ww", "-Tascii", str(KEPT / FILES["man"])]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert all(game.title.split()[0] in done.stdout for game in GAMES.values())
