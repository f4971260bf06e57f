"""The command `python -m herrlof.contract KEY`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from herrlof.game import join_words
from herrlof.games import GAMES, all_keys, problem

ONE = "one game is tested at a time"


def main(arguments: Sequence[str]) -> int:
    """Run the contract tests for one game; return pytest's exit status, or 2 where nothing could be run."""
    if len(arguments) != 1 or arguments[0] not in GAMES:
        asked = problem(arguments[0]) or f"there is no game {arguments[0]!r}" if len(arguments) == 1 else ONE
        print(f"herrlof.contract: {asked}; name one of {join_words(all_keys(), 'or')}", file=sys.stderr)
        return 2
    try:
        import pytest
    except ModuleNotFoundError:
        print("herrlof.contract: the tests need pytest: pip install 'herrlof[contract]'", file=sys.stderr)
        return 2
    from herrlof.contract.variants import ForGames

    room = Path(__file__).parent
    files = [str(file) for file in sorted(room.glob("test_*.py"))]
    # nothing of a project in whose folder this is run, and nothing written beside the tests
    settings = ["-q", "-c", os.devnull, "--rootdir", str(room), "-p", "no:cacheprovider", "-p", "no:asyncio"]
    return int(pytest.main([*settings, *files], plugins=[ForGames([GAMES[arguments[0]]])]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
