"""Format 1 of records: such matches are read, gone on with and finished in it, for ever.

It knew one game, whose first dealer stood in the line that starts a match; since format 2 that is a move of chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NUMBER: Final = 1
FIELD: Final = "first_dealer"
"""The option, and the field of the start line."""
KIND: Final = "dealer"
"""What it is since then, as a kind of chance."""
LABELS: Final = {KIND: "first-dealer"}
"""Kinds of chance whose keys are still made with the word of format 1, so that old deal codes deal the same."""


def options(given: Mapping[str, Any], drawn: int) -> dict[str, Any]:
    """Return the options of a match: what was given, and the dealer whom chance drew where none was."""
    return {FIELD: drawn, **given}


def start_line(line: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the start line as format 1 has it."""
    return {**line, FIELD: options[FIELD]}
