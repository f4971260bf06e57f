"""How the command line speaks: one sentence about what is wrong, and output that may end anywhere."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress

TYPE_CHECKING = False  # as `typing` has it, which takes a third of the time of `--version` to import
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

PIPE_CLOSED = 128 + 13
"""The exit status of a program whose reader has gone, as shells have it: SIGPIPE's."""


class Result:
    """The exit status of a command."""

    status = 0


def say(error: object) -> None:
    """Print what is wrong, in one line: what somebody typed may hold what a terminal would obey."""
    text = "".join([letter if letter.isprintable() else "?" for letter in str(error)])
    print(f"herrlof: {text}", file=sys.stderr)


def fail(error: object) -> NoReturn:
    """Print what is wrong and leave with status 2."""
    say(error)
    raise SystemExit(2)


@contextmanager
def written() -> Iterator[Result]:
    """Let a command print, and see that all of it was written.

    A reader that has had enough, as `head` has, ends it quietly; a full disk is said; what the output's encoding
    cannot write is printed as \\u escapes.
    """
    found = Result()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # a shell has closed it
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - as long as the program runs
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        try:
            yield found
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        found.status = PIPE_CLOSED
    except OSError as error:
        if error.filename is not None:
            raise
        _silence()
        from herrlof.messages import _
        from herrlof.records.errors import error_text

        say(_("The output cannot be written: {reason}.", reason=error_text(error)))
        found.status = 1


def _silence() -> None:
    """Let what is flushed at the very end go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
