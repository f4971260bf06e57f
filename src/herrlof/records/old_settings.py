"""Settings as they were written before there was more than one game: what was one game's moves under its name."""

from __future__ import annotations

from typing import Any

GAME = "herrlof"
MOVED = ("edition", "goal", "bot", "seats")


def upgraded(found: dict[str, Any]) -> dict[str, Any]:
    """Return the tables of a settings file with what stood at the top under the game it belonged to."""
    moved = {name: found[name] for name in MOVED if name in found}
    if not moved:
        return found
    rest = {name: value for name, value in found.items() if name not in MOVED}
    table = rest.get(GAME)
    return {**rest, GAME: {**moved, **table} if isinstance(table, dict) else moved}
