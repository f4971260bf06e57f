"""The title of a window: whose turn it is, for who looks at something else, and no more."""

from __future__ import annotations

from typing import Final

from herrlof.messages import _

KEEP: Final = "\x1b[22;2t"
"""Lets a terminal keep the title that it has,"""
GIVE_BACK: Final = "\x1b[23;2t"
"""and have it again."""


def turn_title(own: bool) -> str:
    """Return what a window is called where it is somebody's turn here, or is not."""
    return _("● Your turn – Herrlof") if own else "Herrlof"


def titled(text: str) -> str:
    """Return what calls a terminal's window so."""
    return f"\x1b]2;{text}\x07"
