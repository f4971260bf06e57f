"""Which face is meant: by flags, by variables, by the settings."""

from __future__ import annotations

import argparse
import os
import sys

from herrlof.cli.output import fail
from herrlof.messages import _


def add_faces(parser: argparse.ArgumentParser, default: object = False) -> None:
    """Add the flags that choose a face, of which one can be meant."""
    faces = parser.add_mutually_exclusive_group()
    faces.add_argument("--ascii", action="store_true", default=default, help=_("draw with plain ASCII characters"))
    faces.add_argument(
        "--plain", action="store_true", default=default, help=_("speak in lines, for a screen reader or a pipe")
    )


def speaks_in_lines() -> bool:
    """Whether HERRLOF_PLAIN asks for lines; where it says nothing, a terminal that cannot draw, or the settings."""
    wanted = os.environ.get("HERRLOF_PLAIN", "")
    if wanted not in ("", "0", "1"):
        fail(_("HERRLOF_PLAIN is 1, for lines, or 0, not '{found}'.", found=wanted))
    if (asked := lines_asked()) is not None:
        return asked[0]
    from herrlof.records.storage import Storage

    return Storage().settings.now().plain


def lines_asked() -> tuple[bool, str] | None:
    """Return whether to speak in lines, and the variable that says so; None: that is left to the settings."""
    if wanted := os.environ.get("HERRLOF_PLAIN"):
        return wanted == "1", "HERRLOF_PLAIN"
    if os.environ.get("TERM", "") in ("", "dumb") and sys.stdin.isatty() and sys.stdout.isatty():
        return True, "TERM"  # a terminal that cannot draw
    return None
