"""Programs at pipes, answered as they ask."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

ASKED = re.compile(
    r"^(?:Type a number .*|\d+ choices\..*|\d+ .*; \d+ .*\.|1 [\w ]+\.|Against the clock.*|Times count.*"
    r"|.* again plays it.*)\r?\n",
    re.M,
)
"""The last line of a question."""


class Pipe:
    """A program at a pipe, whose questions get the first choice."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: Path | None = None) -> None:
        """Start it."""
        self.program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=folder
        )
        self.lines: list[str] = []
        self._came = threading.Event()
        self._hears = threading.Thread(target=self._hear)
        self._hears.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.program.kill()  # where a test has failed it waits for ever
        self._hears.join()
        self.program.communicate()

    def _hear(self) -> None:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        for said in self.program.stdout:
            self.lines.append(said.decode().rstrip("\n"))
            if "herrlof join" in self.lines[-1]:
                self._came.set()
            if ASKED.match(said.decode()):
                self.program.stdin.write(b"1\n")
                self.program.stdin.flush()
        self._came.set()

    def opened(self) -> None:
        """Wait until others may come."""
        assert self._came.wait(60)
        assert any("herrlof join" in line for line in self.lines), self.lines

    def end(self) -> tuple[int, list[str]]:
        """Wait for its end; return its status, and the lines that it said."""
        self._hears.join(60)
        assert not self._hears.is_alive(), self.lines
        _said, wrong = self.program.communicate(timeout=60)
        assert wrong == b""
        return self.program.returncode, self.lines
