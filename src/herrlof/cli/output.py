"""How the command line speaks: one sentence about what is wrong, and output that may end anywhere."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in `typing`, which, as `contextlib`, takes longer to import than `--version` does
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn, Self, TextIO

    from rich.console import Console

PIPE_CLOSED = 128 + 13
"""The exit status of a program whose reader has gone, as shells have it: SIGPIPE's."""


def say(error: object) -> None:
    """Print what is wrong, in one line: what somebody typed may hold what a terminal would obey."""
    text = "".join([letter if letter.isprintable() else "?" for letter in str(error)])
    print(f"herrlof: {_isolated(text, sys.stderr)}", file=sys.stderr)


def tell(line: str) -> None:
    """Print a line for people, in which names may stand that are written from right to left."""
    print(_isolated(line, sys.stdout))


def _isolated(line: str, stream: TextIO) -> str:
    if line.isascii() or "utf" not in (stream.encoding or "").lower():
        return line
    from herrlof.records.names import isolated

    return isolated(line)


def console(**more: Any) -> Console:
    """Return what prints for people: bold at most, since nobody knows on what ground a colour would stand."""
    from rich.console import Console

    return Console(no_color=True, **more)


def fail(error: object) -> NoReturn:
    """Print what is wrong and leave with status 2."""
    say(error)
    raise SystemExit(2)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return what somebody may have meant who typed something else; nothing where it is like none of them."""
    from difflib import get_close_matches

    plain = {name.lstrip("-"): name for name in known}
    found = get_close_matches(word.casefold().lstrip("-"), plain, n=1, cutoff=0.6)
    return plain[found[0]] if found else ""


class Written:
    """Lets a command print, and sees that all of it was written.

    A reader that has had enough, as `head` has, ends it quietly; a full disk is said; what the output's encoding
    cannot write is printed as \\u escapes.
    """

    status = 0
    """The exit status of the command."""

    def __enter__(self) -> Self:
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:  # a shell has closed it
                setattr(sys, name, open(os.devnull, "w"))  # as long as the program runs
        stream: Any  # what has taken the place of stdout may lack the method
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.reconfigure(errors="backslashreplace")
            except (AttributeError, ValueError, OSError):
                continue
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        """Write the rest; what is wrong with the output is no error of the program's."""
        try:
            sys.stdout.flush()
        except OSError as found:
            error = found
        if isinstance(error, BrokenPipeError):
            _silence()
            self.status = PIPE_CLOSED
        elif isinstance(error, OSError) and error.filename is None:
            _silence()
            from herrlof.messages import _
            from herrlof.records.errors import error_text

            say(_("The output can't be written: {reason}.", reason=error_text(error)))
            self.status = 1
        else:
            return False
        return True


def _silence() -> None:
    """Let what is flushed at the very end go nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
