"""How the scores of a match went, as its record tells it: public facts, and nothing is played again."""

from __future__ import annotations

from pathlib import Path

from herrlof.records.disk import DISK, Disk
from herrlof.records.fold import Fold
from herrlof.records.lines import loads
from herrlof.records.storage import read_lines


def course(path: Path, disk: Disk = DISK) -> list[tuple[float, ...]]:
    """Return the scores by seat after each round, or after each move where there are no rounds; empty: none is told."""
    try:
        fold = Fold.of(read_lines(path, disk))
        moves = [loads(body) for body in fold.moves if b'"scores":' in body]
    except ValueError:
        return []
    rows: list[tuple[int | None, tuple[float, ...]]] = []
    for line in moves:
        scores, progress = line.get("scores"), line.get("progress")
        if isinstance(scores, list) and all(type(one) in (int, float) for one in scores):
            rows.append((progress.get("round") if isinstance(progress, dict) else None, tuple(scores)))
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
    return [*found, last] if fold.end is not None or last != found[-1] else found
