"""How the scores of a match went, as its record tells it: public facts, and nothing is played again."""

from __future__ import annotations

import json
from pathlib import Path

from herrlof.records.disk import DISK, Disk
from herrlof.records.errors import RecordError
from herrlof.records.lines import END, TAKE_BACK
from herrlof.records.storage import read_lines


def course(path: Path, disk: Disk = DISK) -> list[tuple[float, ...]]:
    """Return the scores by seat after each round, or after each move where there are no rounds; empty: none is told."""
    try:
        bodies = read_lines(path, disk)
    except RecordError:
        return []
    stands: dict[int, tuple[int | None, tuple[float, ...]]] = {}
    over = False
    for body in bodies:
        over = over or body.startswith(END)
        if b'"scores":' not in body and not body.startswith(TAKE_BACK):
            continue
        line = json.loads(body)
        n, scores, progress = line.get("n"), line.get("scores"), line.get("progress")
        if body.startswith(TAKE_BACK):
            stands = {move: found for move, found in stands.items() if move < n}
        elif type(n) is int and isinstance(scores, list) and all(type(one) in (int, float) for one in scores):
            stands[n] = progress.get("round") if isinstance(progress, dict) else None, tuple(scores)
    rows = [found for _n, found in sorted(stands.items())]
    if not rows or len({len(scores) for _number, scores in rows}) > 1:
        return []
    begun: dict[int, tuple[float, ...]] = {}
    for number, scores in rows:
        if number:
            begun.setdefault(number, scores)
    last = rows[-1][1]
    if not begun:
        return [(0.0,) * len(last), *(scores for _number, scores in rows)]
    found = [*begun.values()]  # a round begins with what the one before it has brought
    return [*found, last] if over or last != found[-1] else found
