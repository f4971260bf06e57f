"""The command `python -m herrlof.contract KEY`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from herrlof.games import GAMES, all_keys, missing
from herrlof.messages import one_of


def main(arguments: Sequence[str]) -> int:
    """Run the contract tests for one game; return pytest's exit status, or 2 where nothing could be run."""
    if len(arguments) != 1 or arguments[0] not in GAMES:
        asked = missing(arguments[0]) if len(arguments) == 1 else f"One game is tested at a time: {one_of(all_keys())}."
        print(f"herrlof.contract: {asked}", file=sys.stderr)
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
