"""One question has one answer, read from outside: off the screen, the lines, a guest's line and the review's JSON, each
in a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from herrlof.games import GAMES
from herrlof.records.storage import Storage
from tests.coach.faces import decisions, recorded, seen_before

SHOWN = re.compile(r"(\d+(?:\.\d)?|−\d+(?:\.\d)?)? +(best|same|as good|lost|loses|±[\d.]+|can't tell: ±[\d.]+|−\d+|"
                   r"\d+ fewer wins?|\d+ points? less|worse|less|hardly tried|\?)$")  # fmt: skip
"""The end of a row of a hint: a number where there is one, and the verdict."""
WORDS = {
    "best": ("best",), "as good": ("same", "as good"), "can't tell": ("±", "can't tell", "hardly", "?"),
    "worse": ("−", "fewer", "less", "worse", "lost", "loses"),
}  # fmt: skip


def environment(folder: Path, seed: int) -> dict[str, str]:
    """Return where a program of its own keeps its things; no two hash alike."""
    folders = {name: str(folder / name.lower()) for name in ("HERRLOF_DATA_DIR", "HERRLOF_CONFIG_DIR")}
    return {**os.environ, **folders, "HERRLOF_RUNTIME_DIR": f"/tmp/h{os.getpid()}-{seed}", "PYTHONHASHSEED": str(seed)}


def said(face: str, folder: Path, key: str, moves: Sequence[int], seed: int) -> list[Any]:
    """Return what a face shows of the questions before some moves."""
    command = [sys.executable, "-m", "tests.coach.faces", face, str(folder / face), key, *map(str, moves)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment(folder / face, seed))
    found: list[Any] = json.loads(done.stdout)
    return found


def reviewed(folder: Path, key: str, moves: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return what `herrlof review --json` says of these decisions of an unfinished match."""
    env = environment(folder / "review", 4)
    path = recorded(Storage(Path(env["HERRLOF_DATA_DIR"])), key, max(moves) + 1)
    command = [sys.executable, "-m", "herrlof.cli.main", "review", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    return {one["n"]: one for one in json.loads(done.stdout)["decisions"]}


ONE = [("herald", 0), ("herrlof", 1)]
"""A decision early in the match, with a choice of cards; those of all games are asked about in the long run."""


@pytest.mark.parametrize(
    "asks",
    [
        *[pytest.param(one, marks=pytest.mark.second) for one in ONE],
        *[pytest.param((key, None), marks=pytest.mark.slow) for key in GAMES],
    ],
    ids=lambda asks: f"{asks[0]}-{'twelve' if asks[1] is None else 'one'}",
)
def test_all_faces_say_the_same(asks: tuple[str, int | None], tmp_path: Path) -> None:
    key, place = asks
    game, all_of_them = GAMES[key], decisions(key)
    moves = all_of_them[:: max(1, len(all_of_them) // 12)][:12] if place is None else [all_of_them[place]]
    guests, screens, lines = (said(face, tmp_path, key, moves, n) for n, face in enumerate(("guest", "screen", "line")))
    reviews = reviewed(tmp_path, key, moves)
    for n, told, screen, line in zip(moves, map(json.loads, guests), screens, lines, strict=True):
        (best, value, verdict), *others = told["choices"]
        where = f"{key}, move {n}"
        assert verdict == "best"
        # the review
        one = reviews[n]
        assert (one["best"], one["unit"], one["exact"]) == (best, told["unit"], told["exact"]), where
        played = {code: (value, verdict) for code, value, verdict in told["choices"]}[one["played"]]
        if played[0] is not None:
            assert one["verdict"] == played[1], where
        # the lines
        if told["unit"] == "wins":
            assert re.search(rf"Best: .*\. You win in {round(value)} of 100\.", line), where
        seats = ["Other", "You"]
        name = game.words.to(seen_before(key, n), seats).whole_name(game.decode(best))
        assert f"Best: {name}." in line, where
        # the screen
        drawn = [row.rstrip(" │") for row in screen.splitlines() if not re.search(r"komi +−?\d+ *│?$", row)]
        drawn = [row for row in drawn if not re.search(r"(games|of 100|points).* less$", row)]  # a column's head
        rows = [found.groups() for row in drawn if (found := SHOWN.search(row))]
        if not rows:
            assert game.decision_kind(seen_before(key, n)) == "predict" or "All of these" in screen, where
            continue
        good = [one for one in others if one[2] == "as good"]
        assert len(rows) >= min(3, len(told["choices"]) - max(0, len(good) - 1)), where
        if key in ("herrlof", "herald") and len(good) > 1:  # their cards share a row without numbers
            others = [(*good[0][:1], None, "as good"), *[one for one in others if one not in good]]
        for (number, word), (_code, known, right) in zip(rows, [(best, value, verdict), *others], strict=False):
            assert any(sign in word for sign in WORDS[right]), (where, word, right)
            if known is not None and number is not None:
                assert abs(float(number.replace("−", "-")) - known) <= (0.06 if "." in number else 0.51), where
            assert (known is None) == (number is None), where
