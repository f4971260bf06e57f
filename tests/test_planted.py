"""Faults that are planted in a copy of the program, and the tests that must not let them pass.

`planted.toml` names for each promise of docs/guarantees.md a text of the source, what stands there instead, and the
tests that fail then; they are among those that hold the promise. `pytest -m slow tests/test_planted.py` plants them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "herrlof"
BY_HAND = ("`-m slow", "`mutmut run`")
"""How begins what holds a promise by long runs alone: there no fault is planted."""
OWN = (".git", ".venv", ".*_cache", ".hypothesis", "mutants", "dist")
"""What is of this folder alone, and not of a copy."""
PATIENCE = 300
"""Seconds after which tests of a fault have not noticed it: they would wait for ever."""


class Fault(NamedTuple):
    """What is spoiled, and who must notice it."""

    promise: str
    """How the promise begins."""
    file: str
    old: str
    new: str
    test: str
    """The file and, after `::`, what its names have: as `-k` takes it."""

    def spoiled(self) -> str:
        """Return the file as it is with this fault."""
        return (PACKAGE / self.file).read_text("utf-8").replace(self.old, self.new)


FAULTS = [Fault(**one) for one in tomllib.loads((Path(__file__).parent / "planted.toml").read_text("utf-8"))["fault"]]


def promises() -> dict[str, dict[str, str]]:
    """Return what is promised and what holds it, part by part of the page."""
    found: dict[str, dict[str, str]] = {}
    for part in re.split(r"^## ", (ROOT / "docs" / "guarantees.md").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        rows = [line.split(" | ") for line in part.splitlines() if line.startswith("| ")][1:]
        found[part.splitlines()[0]] = {row[0].removeprefix("| "): row[1] for row in rows}
    return found


def linked(source: str, target: str) -> None:
    """Copy a file that nobody writes to, without copying it where that can be."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def called(fault: Fault) -> str:
    return f"{Path(fault.file).stem}-{fault.promise[:30]}"


@pytest.mark.parametrize("fault", FAULTS, ids=called)
def test_a_fault_is_planted_where_its_text_stands_alone_and_in_a_promise_that_its_test_holds(fault: Fault) -> None:
    assert (PACKAGE / fault.file).read_text("utf-8").count(fault.old) == 1
    assert fault.old != fault.new
    compile(fault.spoiled(), fault.file, "exec")
    held = [by for rows in promises().values() for promise, by in rows.items() if promise.startswith(fault.promise)]
    assert len(held) == 1, "the promise that begins so"
    assert Path(fault.test.partition("::")[0]).name in held[0]


@pytest.mark.parametrize("part", promises())
def test_each_promise_has_a_planted_fault(part: str) -> None:
    planted = tuple(fault.promise for fault in FAULTS)
    held = [promise for promise, by in promises()[part].items() if not by.startswith(BY_HAND)]
    assert [promise for promise in held if not promise.startswith(planted)] == []


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=called)
def test_a_planted_fault_is_noticed(fault: Fault, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT, copy, copy_function=linked, ignore=shutil.ignore_patterns(*OWN))
    spoiled = copy / PACKAGE.relative_to(ROOT) / fault.file
    spoiled.unlink()
    spoiled.write_text(fault.spoiled(), "utf-8")
    file, _, names = fault.test.partition("::")
    how = ["-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow"]
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", *how, file, "-k", names],
        cwd=copy, env={**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    told = tested.stdout.splitlines()[-1:]
    assert tested.returncode == pytest.ExitCode.TESTS_FAILED, tested.stdout[-2000:] + tested.stderr[-1000:]
    assert re.search(r"\b1 failed", told[0]), told
