"""The command line: what a command needs is imported when it is asked for."""

from __future__ import annotations

import os
import sys

from herrlof import __version__
from herrlof.cli.output import Written, fail

TYPE_CHECKING = False  # see `herrlof.cli.output`
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 2 with one sentence about what was wrong.

    Started as a program it ends with Ctrl+C at once and without a word: an exception could get lost in an import.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    if arguments is None and words != ["--version"]:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if getattr(sys, "frozen", False) and _was_child(words):
            return 0
    with Written() as found:
        found.status = _run(words)
    return found.status  # what could not be written has changed it


def _was_child(words: Sequence[str]) -> bool:
    """Be a child process of this program's where it is one file, with its interpreter in it; False: it is none.

    There it is the program itself that is started again, for bots to think in and for a pool of processes.
    """
    import multiprocessing
    from importlib import import_module

    from herrlof.bots.child import FROZEN_CHILD

    multiprocessing.freeze_support()  # does not come back in a process of a pool
    if words[:1] != [FROZEN_CHILD]:
        return False
    import_module(words[1]).main()
    return True


def _speak(language: str) -> None:
    """Say what is said about games in a language, where there is a catalogue of it."""
    from herrlof.messages import _, use_language

    try:
        use_language(language)
    except OSError:
        fail(_("HERRLOF_LANGUAGE: There is no catalogue of the language '{language}'.", language=language))


def _run(words: Sequence[str]) -> int:
    """Do what the words ask for; what is wrong with a file or a folder is a sentence."""
    try:
        return _follow(words)
    except ValueError as error:
        from herrlof.records.errors import RecordError

        if not isinstance(error, RecordError):
            raise
        fail(error)


def _follow(words: Sequence[str]) -> int:
    """Do what the words ask for."""
    if words == ["--version"]:
        print(f"herrlof {__version__}")
        return 0
    if language := os.environ.get("HERRLOF_LANGUAGE"):
        _speak(language)
    if not words:
        return _open_hall()
    from herrlof.cli.reader import parser

    options = parser(words).parse_args(words)
    return int(options.run(options))


def _open_hall() -> int:
    from herrlof.cli.table import open_table

    return open_table(ascii_only=False)


if __name__ == "__main__":
    raise SystemExit(main())
