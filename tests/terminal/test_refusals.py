"""Where no table can be drawn, and what is typed wrongly: one sentence, status 2, at once."""

from __future__ import annotations

import os
import pty
import re
import resource
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal, herrlof, surroundings

pytestmark = pytest.mark.second


def run(
    home: Path, *arguments: str, environment: Mapping[str, str] | None = None, **streams: object
) -> subprocess.CompletedProcess[str]:
    """Run the program without a terminal."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    around = surroundings(home, environment)
    return subprocess.run([*herrlof(), *arguments], env=around, text=True, timeout=60, check=False, **streams)


def one_sentence(text: str) -> bool:
    """Whether a text is one line of words, without control sequences and without a traceback."""
    lines = text.splitlines()
    return len(lines) == 1 and lines[0].startswith("herrlof: ") and "\x1b" not in text and "Traceback" not in text


@pytest.mark.parametrize("arguments", [(), ("play", "--seat", "Anna", "--seat", "bot:rules")])
def test_input_that_is_no_terminal(tmp_path: Path, arguments: Sequence[str]) -> None:
    """From /dev/null the table is refused, in less than a second's work."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(tmp_path, *arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 2
    assert done.stdout == ""
    assert one_sentence(done.stderr), done.stderr
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1


def test_closed_input(tmp_path: Path) -> None:
    """Without any standard input the table is refused."""
    done = subprocess.run(
        ["/bin/sh", "-c", '"$0" "$@" <&-', *herrlof()],
        env=surroundings(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert one_sentence(done.stderr), done.stderr


def test_error_output_that_is_no_terminal(terminal: Terminal, tmp_path: Path) -> None:
    """With its error output in a file, where the table would be drawn, nothing but the sentence goes there."""
    command = [*herrlof(), "play", "--seat", "Anna", "--seat", "Ben"]
    where = tmp_path / "errors"
    script = f'"$@" 2>"{where}"; echo "status $?"'
    terminal.start(["-c", script, "sh", *command], program=["/bin/sh"])
    assert terminal.wait_for_end() == 0
    assert "status 2" in terminal.text
    assert one_sentence(where.read_text())


def test_a_home_that_nobody_has(tmp_path: Path) -> None:
    """A folder that is named below nobody's home is a sentence for the hall as for every command."""
    for arguments in ((), ("stats",)):
        done = run(tmp_path, *arguments, environment={"HERRLOF_DATA_DIR": "~nobody-at-all/x"})
        assert done.returncode == 2
        assert one_sentence(done.stderr), done.stderr


def test_settings_that_cannot_be_used_are_told(terminal: Terminal, tmp_path: Path) -> None:
    """Whoever looks at them before the screen is drawn leaves that to the screen."""
    (tmp_path / "settings.toml").write_text("theme = [")
    terminal.start(environment={"HERRLOF_CONFIG_DIR": str(tmp_path)})
    terminal.wait_for("The settings weren't used")
    terminal.press("enter")
    terminal.wait_for("Quick game")
    terminal.press("q")
    terminal.wait_for_end()


@pytest.mark.parametrize("kind", ["dumb", ""])
def test_a_terminal_that_cannot_draw(terminal: Terminal, kind: str) -> None:
    """TERM says that nothing can be drawn: it is spoken to in lines, without control sequences, or told why not."""
    terminal.start(environment={"TERM": kind})
    terminal.wait_for("leave to quit")
    terminal.child.sendline("leave")
    terminal.wait_for("once more")
    terminal.child.sendline("leave")
    assert terminal.wait_for_end() == 0
    assert b"\x1b" not in terminal.raw
    terminal.raw = b""
    terminal.start(environment={"TERM": kind, "HERRLOF_PLAIN": "0"})
    assert terminal.wait_for_end() == 2
    assert one_sentence(terminal.raw.decode().replace("\r\n", "\n")), terminal.raw
    assert b"\x1b" not in terminal.raw


def test_version_and_help(tmp_path: Path) -> None:
    """Both print and end well without a terminal."""
    done = run(tmp_path, "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"herrlof \d+\.\d+\S*\n", done.stdout)
    for arguments in (["--help"], ["play", "--help"], ["rules", "--help"]):
        done = run(tmp_path, *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert "--help" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--nonsense", "--nonsense"),
        ("play --goal many", "many"),
        ("play --seat Anna --seat \u200b", "name"),
        ("rules zyzzyva", "zyzzyva"),
    ],
)
def test_what_is_typed_wrongly(tmp_path: Path, arguments: str, words: str) -> None:
    """The sentence names what is wrong."""
    done = run(tmp_path, *arguments.split(" "))
    assert done.returncode == 2
    assert done.stdout == ""
    assert one_sentence(done.stderr), done.stderr
    assert words in done.stderr


def test_output_that_is_no_terminal(terminal: Terminal) -> None:
    """With its output in a pipe or a file the table is refused, and nothing but the sentence is written."""
    for elsewhere in ("| cat", ">/dev/null", ">&-"):
        shell = Terminal(terminal.home)
        shell.start(["-c", f'"$@" {elsewhere}; true', "sh", *herrlof(), "play", "herald"], program=["/bin/sh"])
        assert shell.wait_for_end() == 0
        assert one_sentence(shell.raw.decode().replace("\r\n", "\n")), shell.raw
        assert "the output is a file or a pipe" in shell.text


def test_output_on_another_terminal(terminal: Terminal) -> None:
    """The window that is drawn in says how large it is, whatever the standard output is; nothing is drawn for ever."""
    other, side = pty.openpty()
    termios.tcsetwinsize(side, (24, 80))
    command = [*herrlof(), "play", "herald", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]
    where = os.ttyname(side)
    terminal.start(["-c", f'exec "$@" >{where}', "sh", *command], program=["/bin/sh"], columns=100, rows=30)
    try:
        terminal.wait_for(lambda rows: "leave" in rows[-1] and "?" in rows[-1])
        terminal.still()
        terminal.press("ctrl+q")
        terminal.wait_for_end()
        assert terminal.is_as_before()
    finally:
        os.close(other)
        os.close(side)
