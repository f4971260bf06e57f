"""What the type checker holds apart: CHANCE, who moves, and NOBODY, no seat, are the same number."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL, Mover, SeatOrNobody

BEGIN = """
from herrlof.game import CHANCE, NOBODY, TERMINAL, Mover, SeatOrNobody
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.state import HerrlofState
from herrlof.table.match import Match


def look(match: Match, state: HerrlofState, seen: Observation) -> None:
    mover: Mover = state.current_player()
    dealer: SeatOrNobody = seen.dealer
"""
RIGHT = (
    "assert mover == CHANCE or mover == TERMINAL or mover == 0 or mover == seen.seat",
    "assert match.mover != TERMINAL and seen.mover == CHANCE and match.moves[0].by == CHANCE",
    "assert dealer == NOBODY or dealer == 1",
    "state.player = CHANCE",
    "state.player = (state.player + 1) % 2",
    "state.player = 1 - state.player",
    "assert [1, 2][mover] == [3, 4][dealer]",
)
WRONG = (
    "assert mover == NOBODY",
    "assert match.mover != NOBODY",
    "assert NOBODY == seen.mover",
    "assert match.moves[0].by == NOBODY",
    "assert state.player == NOBODY",
    "assert dealer == CHANCE",
    "assert seen.leader != CHANCE",
    "assert CHANCE == NOBODY",
    "state.player = NOBODY",
    "mover = NOBODY",
    "dealer = CHANCE",
)


def test_they_are_ints_when_the_program_runs() -> None:
    assert [type(number) for number in (CHANCE, NOBODY, TERMINAL)] == [int] * 3
    assert (CHANCE, NOBODY, TERMINAL) == (-1, -1, -4)
    assert Mover is SeatOrNobody is int


@pytest.mark.second
def test_chance_and_nobody_are_not_confused(tmp_path: Path) -> None:
    """mypy takes what is right, and refuses each line that mixes them up."""
    lines = BEGIN.splitlines()
    first = len(lines) + 1
    code = tmp_path / "snippet.py"
    code.write_text("\n".join([*lines, *[f"    {line}" for line in (*RIGHT, *WRONG)]]) + "\n", "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(tmp_path), str(code)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=300).stdout
    found = {int(line.split(":")[1]) for line in told.splitlines() if line.startswith(str(code)) and ": error:" in line}
    wrong = range(first + len(RIGHT), first + len(RIGHT) + len(WRONG))
    assert [line for number, line in zip(wrong, WRONG, strict=True) if number not in found] == [], told
    assert found == set(wrong), told
