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

    from herrlof.child.process import FROZEN_CHILD

    multiprocessing.freeze_support()  # does not come back in a process of a pool
    if words[:1] != [FROZEN_CHILD]:
        return False
    import_module(words[1]).main()
    return True


def _is_unix() -> bool:
    """Whether the system has what locks a file and rules a terminal."""
    try:
        import fcntl  # noqa: F401
        import termios  # noqa: F401
    except (ImportError, NotADirectoryError):  # numpy looks for a folder of its own
        return False
    return True


def _speak() -> None:
    """Say everything in the language that is asked for; the settings are looked at where there is one to choose."""
    from herrlof import languages

    setting = ""
    if not os.environ.get(languages.ASKED) and len(languages.offered()) > 1:
        from herrlof.records.folders import chosen_language

        setting = chosen_language()
    try:
        languages.speak(setting)
    except LookupError as error:
        from herrlof.messages import _

        language = str(error.args[0])
        fail(_("HERRLOF_LANGUAGE: there's no catalogue for '{language}'.", language=language))


def _run(words: Sequence[str]) -> int:
    """Do what the words ask for; what is wrong with a file, a folder or a package is a sentence."""
    try:
        return _follow(words)
    except Exception as error:
        from herrlof.packages import blamed, is_zipped, zipped
        from herrlof.records.errors import RecordError

        if isinstance(error, RecordError):
            fail(error)
        if sentence := blamed(error):
            fail(sentence)
        if isinstance(error, ImportError) and is_zipped():
            fail(zipped())
        raise


def _follow(words: Sequence[str]) -> int:
    if words == ["--version"]:
        print(f"herrlof {__version__}")
        return 0
    if not _is_unix():
        from herrlof.messages import _

        fail(_("herrlof needs Linux, macOS, a BSD, or on Windows its Linux: WSL."))
    _speak()
    if not words:
        return _open_hall()
    from herrlof.cli.reader import parser

    if words[0] == "help":
        words = [*words[1:2], "--help"]
    options = parser(words).parse_args(words)
    options.typed = words
    return int(options.run(options))


def _open_hall() -> int:
    from herrlof.cli.table import open_table

    return open_table(ascii_only=False)


if __name__ == "__main__":
    raise SystemExit(main())
