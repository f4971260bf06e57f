"""Whether a terminal forgets what is cleared: between two people at one keyboard that is asked, and said."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tty
from pathlib import Path

import pexpect
import pytest

from herrlof.plain.lines import Lines

ASKED = b"\x1b[>c\x1b[c"


class Keeping:
    """A terminal that answers who it is, or does not."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.master, slave = os.openpty()
        tty.setraw(self.master)
        self.out = os.fdopen(os.dup(slave), "w", encoding="utf-8")
        self.lines = Lines(slave, self.out)
        self._slave = slave

    async def forgets(self, typed: bytes = b"") -> bool | None:
        asked = asyncio.ensure_future(self.lines.forgets())
        said = b""
        os.set_blocking(self.master, False)
        while not asked.done():
            await asyncio.sleep(0)
            try:
                said += os.read(self.master, 1 << 12)
            except BlockingIOError:
                await asyncio.sleep(0.005)
            if said.endswith(ASKED):
                said = b""
                os.write(self.master, typed[:3] + self.answer + typed[3:])
        return asked.result()

    def close(self) -> None:
        self.out.close()
        os.close(self.master)
        os.close(self._slave)


@pytest.mark.parametrize(
    ("answer", "term", "variable", "forgets"),
    [
        (b"\x1b[>83;40900;0c\x1b[?1;2c", "xterm-256color", "", False),  # GNU screen, whatever variables say
        (b"\x1b[>83;40900;0c\x1b[?1;2c", "screen", "1.t", False),
        (b"\x1b[>84;0;0c\x1b[?1;2;4c", "screen-256color", "", True),  # tmux says that it is another one
        (b"\x1b[>41;388;0c\x1b[?64;1c", "xterm", "1.t", True),  # an xterm that was started from a screen
        (b"\x1b[?6c", "linux", "", None),
        (b"", "xterm", "", None),
        (b"", "screen", "", False),
        (b"", "xterm", "1.t", False),
        (b"", "dumb", "", False),
    ],
)
async def test_the_terminal_is_asked_and_no_variable_is_trusted(
    answer: bytes, term: str, variable: str, forgets: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("STY", raising=False)
    if variable:
        monkeypatch.setenv("STY", variable)
    monkeypatch.setattr("herrlof.plain.lines.ANSWER_SECONDS", 0.1 if not answer.endswith(b"c") else 5.0)
    terminal = Keeping(answer)
    try:
        assert await terminal.forgets(b"two words\n") is forgets
        if term != "dumb":
            assert await terminal.lines.hear() == "two words", "what was typed meanwhile is not lost"
    finally:
        terminal.close()


PLAY = [sys.executable, "-m", "herrlof", "play", "herrlof", "--plain", "--pace", "0", "--seat", "Anna", "--seat", "Ben"]


@pytest.mark.second
def test_where_it_is_not_known_one_sentence_stands_before_the_first_card() -> None:
    """The terminal of this test answers nothing."""
    child = pexpect.spawn(
        PLAY[0], PLAY[1:], env={**os.environ, "TERM": "xterm"}, encoding="utf-8", timeout=30, use_poll=True
    )
    child.expect("it's your turn")
    said = re.sub(r"\x1b\[[0-9;>?]*[A-Za-z]", "", child.before or "")
    assert "This terminal may keep what was cleared: don't scroll back, and close it afterwards." in said
    child.close(force=True)


@pytest.mark.second
@pytest.mark.skipif(shutil.which("screen") is None, reason="GNU screen is not installed here")
@pytest.mark.parametrize("term", ["", "TERM=xterm"])
def test_secrets_are_not_told_in_a_screen_that_keeps_them(term: str, tmp_path: Path) -> None:
    rc = tmp_path / "rc"
    rc.write_text("defscrollback 500\naltscreen on\nstartup_message off\n")
    (tmp_path / "s").mkdir(mode=0o700)
    inner = " ".join(["env", "-u", "STY", term, *PLAY])
    environment = {**os.environ, "TERM": "xterm-256color", "SCREENDIR": str(tmp_path / "s")}
    command = ["screen", "-c", str(rc), "-S", "herrlof", "sh", "-c", f"{inner}; echo status $?; sleep 30"]
    child = pexpect.spawn(
        command[0], command[1:], env=environment, encoding="utf-8", timeout=30, use_poll=True, dimensions=(24, 80)
    )
    try:
        child.expect("status 2")
        assert "Two people with hidden hands need a terminal that can be cleared between turns." in (child.before or "")
    finally:
        subprocess.run(["screen", "-S", "herrlof", "-X", "quit"], env=environment, capture_output=True)
        child.close(force=True)
