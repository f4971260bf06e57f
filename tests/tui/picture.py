"""A screen as a text that can be kept, read and compared: the characters of its rows, then their styles.

Below the rows stands a line for each row: its number, and from which column on which style is used. A style is
`ink/ground` in names of the palette; `!` is bold, `~` is reversed. A blank has the style of its neighbours, if it
looks the same.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.tui.driving import Cell, Sitting

FOLDER = Path(__file__).with_name("snapshots")
RENEW = "HERRLOF_SNAPSHOTS"
"""The environment variable that is `renew` where all snapshots are drawn anew."""


def picture(sitting: Sitting) -> str:
    """Return what is on the terminal."""
    rows = sitting.cells()
    lines = [f"|{''.join(cell.letter for cell in row)}|" for row in rows]
    return "\n".join([*lines, "", *(f"{y:>2}  {'  '.join(runs(row))}" for y, row in enumerate(rows)), ""])


def runs(row: list[Cell]) -> list[str]:
    """Return where in a row which style begins."""
    found: list[tuple[int, Cell]] = []
    blank = True
    for x, cell in enumerate(row):
        empty = cell.letter in (" ", "")
        if found and cell.style == found[-1][1].style:
            blank = blank and empty
        elif found and alike(cell, found[-1][1]) and (empty or blank):
            if blank and not empty:
                found[-1], blank = (found[-1][0], cell), False
        else:
            found.append((x, cell))
            blank = empty
    return [f"{x} {cell.style}" for x, cell in found]


def alike(one: Cell, other: Cell) -> bool:
    """Whether a blank looks the same in both styles."""
    return one.ground == other.ground and not one.reverse and not other.reverse


def compare(sitting: Sitting, folder: str, name: str) -> None:
    """Compare the screen with the one that is kept; where it is asked for, keep it."""
    path, drawn = FOLDER / folder / f"{name}.txt", picture(sitting)
    if os.environ.get(RENEW) == "renew":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn, "utf-8")
    assert path.exists(), f"{path} is not kept: {RENEW}=renew pytest {Path(__file__).parent.name} keeps it"
    assert drawn.splitlines() == path.read_text("utf-8").splitlines()
