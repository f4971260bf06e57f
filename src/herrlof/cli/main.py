"""The command line: what a command needs is imported when it is asked for."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from herrlof import __version__
from herrlof.cli.output import fail, written
from herrlof.messages import N_, _, ngettext, use_language

if TYPE_CHECKING:
    import argparse

COMMANDS = {
    "play": ("table", "go straight to the table"),
    "replay": ("table", "show a match move by move"),
    "list": ("records", "list the matches that are kept"),
    "verify": ("records", "prove that a match was dealt and played fairly"),
    "export": ("records", "print a match to read or to paste"),
    "review": ("coach", "judge the decisions of a match, each from what its player knew"),
    "repair": ("records", "copy a damaged record up to the damage"),
    "schema": ("records", "print the JSON Schema of records, or of the lines to a seat"),
    "locate": ("records", "print where records and settings are kept"),
    "games": ("games", "list the games, and where they come from"),
    "rules": ("pages", "print the rules of a game"),
    "fairness": ("pages", "print how play is kept fair"),
    "certify": ("seats", "try whether a program looks at anything but its cards"),
    "arena": ("arena", "let bots play against each other, and count"),
    "bench": ("arena", "measure the engine's speed"),
}
"""For each command the module of this package that knows it, and what it does."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 2 with one sentence about what was wrong.

    Started as a program it ends with Ctrl+C at once and without a word: an exception could get lost in an import.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    if arguments is None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if getattr(sys, "frozen", False) and _was_child(words):
            return 0
    with written() as found:
        if words == ["--version"]:
            print(f"herrlof {__version__}")
            return found.status
        if language := os.environ.get("HERRLOF_LANGUAGE"):
            _speak(language)
        if not words:
            found.status = _open_hall()
        else:
            options = _parser(words).parse_args(words)
            found.status = _run(options)
    return found.status


def _was_child(words: Sequence[str]) -> bool:
    """Be a child process of this program's where it is one file, with its interpreter in it; False: it is none.

    There it is the program itself that is started again, for bots to think in and for a pool of processes.
    """
    import multiprocessing

    from herrlof.bots.child import FROZEN_CHILD

    multiprocessing.freeze_support()  # does not come back in a process of a pool
    if words[:1] != [FROZEN_CHILD]:
        return False
    import_module(words[1]).main()
    return True


def _speak(language: str) -> None:
    """Say what is said about games in a language, where there is a catalogue of it."""
    try:
        use_language(language)
    except OSError:
        fail(_("HERRLOF_LANGUAGE: There is no catalogue of the language '{language}'.", language=language))


def _run(options: argparse.Namespace) -> int:
    """Run a command; what is wrong with a file or a folder is a sentence."""
    try:
        status: int = options.run(options)
    except ValueError as error:
        from herrlof.records.errors import RecordError

        if not isinstance(error, RecordError):
            raise
        fail(error)
    return status


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return what reads the command line; only the command that was given knows its own arguments."""
    import argparse

    vars(argparse).update(_=_framed, ngettext=ngettext)  # what it says itself is said in our language too
    asks_for_help = "-h" in words or "--help" in words
    formatter: Any = argparse.HelpFormatter
    if asks_for_help:
        from rich_argparse import RichHelpFormatter as formatter

    class Parser(argparse.ArgumentParser):
        """Says what is wrong in one sentence."""

        def error(self, message: str) -> None:  # type: ignore[override]
            fail(_("{problem}; see {program} --help", problem=message, program=self.prog))

    parser = Parser(
        prog="herrlof",
        description=_(
            "Small, clever games in a terminal, for people at one keyboard or against bots. Without a command it opens "
            "the hall."
        ),
        formatter_class=formatter,
    )
    parser.add_argument("--version", action="version", version=f"herrlof {__version__}", help=_("print the version"))
    parser.add_argument("--ascii", action="store_true", help=_("draw with plain ASCII characters"))
    parser.set_defaults(run=lambda options: _open_hall(options.ascii))
    commands = parser.add_subparsers(metavar=_("COMMAND"), parser_class=Parser)
    named = [name for name in COMMANDS if name in words]
    for name in named or COMMANDS:
        module, what = COMMANDS[name]
        command = commands.add_parser(name, help=_(what), formatter_class=formatter)
        if named:
            _ask_for_games(words)
            known = import_module(f"herrlof.cli.{module}")
            known.add_arguments(name, command)
            command.set_defaults(run=getattr(known, f"run_{name}"))
    return parser


ARGPARSE: Final = (
    N_("usage:"), N_("positional arguments"), N_("options"), N_("show this help message and exit"),
    N_("unrecognized arguments: %s"), N_("the following arguments are required: %s"),
    N_("argument %(argument_name)s: %(message)s"), N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"), N_("expected one argument"), N_("expected at least one argument"),
    N_("ambiguous option: %(option)s could match %(matches)s"), N_("ignored explicit argument %r"),
)  # fmt: skip
"""What Python's own reader of command lines says."""


def _framed(text: str) -> str:
    """Return a message with the blanks around it, which are no part of it."""
    return text.replace(text.strip(), _(text.strip())) if text.strip() else text


def _ask_for_games(words: Sequence[str]) -> None:
    """Ask for the games of others that are named, since commands have a flag for each option of a known game."""
    from herrlof.games import GAMES

    for word in words:
        GAMES.get(word.split("=")[-1])


def _open_hall(ascii_only: bool = False) -> int:
    from herrlof.cli.table import open_table

    return open_table(ascii_only)


if __name__ == "__main__":
    raise SystemExit(main())
