"""What only records of format 1 know, the first: it is read for ever."""

from typing import Final

SETTLED: Final = {"first_dealer": "dealer"}
"""Format 1 knew one game, whose first dealer stood in the line that starts a match: an option, settled by chance where
it was not given. Since format 2 that is a move of this kind of chance."""
LABELS: Final = {"dealer": "first-dealer"}
"""Kinds of chance whose keys are still made with the word of format 1, so that old deal codes deal the same."""
