"""What reads the command line: the commands, and their help."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from herrlof import __version__
from herrlof.cli.output import fail
from herrlof.messages import N_, _, ngettext

COMMANDS: Final = {
    "play": ("table", N_("go straight to the table")),
    "learn": ("table", N_("learn a game in lessons")),
    "replay": ("table", N_("show a match move by move")),
    "list": ("records", N_("list the matches that are kept")),
    "verify": ("records", N_("prove that a match was dealt and played fairly")),
    "export": ("records", N_("print a match to read or to paste")),
    "review": ("coach", N_("judge the decisions of a match, each from what its player knew")),
    "stats": ("coach", N_("count matches, wins and what rounds brought")),
    "repair": ("records", N_("copy a damaged record up to the damage")),
    "schema": ("records", N_("print the JSON Schema of records, or of the lines to a seat")),
    "locate": ("records", N_("print where records and settings are kept")),
    "games": ("games", N_("list the games, and where they come from")),
    "rules": ("pages", N_("print the rules of a game")),
    "fairness": ("pages", N_("print how play is kept fair")),
    "host": ("seats", N_("open a table to players at other screens")),
    "join": ("seats", N_("take a seat at a table that is open")),
    "certify": ("seats", N_("try whether a program looks at anything but its cards")),
    "arena": ("arena", N_("let bots play against each other, and count")),
    "bench": ("arena", N_("measure the engine's speed")),
}
"""For each command the module of this package that knows it, and what it does."""
ARGPARSE: Final = (
    N_("usage:"), N_("positional arguments"), N_("options"), N_("show this help message and exit"),
    N_("unrecognized arguments: %s"), N_("the following arguments are required: %s"),
    N_("argument %(argument_name)s: %(message)s"), N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"), N_("expected one argument"), N_("expected at least one argument"),
    N_("ambiguous option: %(option)s could match %(matches)s"), N_("ignored explicit argument %r"),
)  # fmt: skip
"""What Python's own reader of command lines says."""


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return what reads the command line; only the command that was given knows its own arguments."""
    vars(argparse).update(_=_framed, ngettext=ngettext)  # what it says itself is said in our language too
    asks_for_help = "-h" in words or "--help" in words
    formatter: Any = argparse.HelpFormatter
    if asks_for_help:
        from rich_argparse import RichHelpFormatter as formatter

    class Parser(argparse.ArgumentParser):
        """Says what is wrong in one sentence."""

        def error(self, message: str) -> None:  # type: ignore[override]
            fail(_("{problem}; see {program} --help", problem=message, program=self.prog))

    found = Parser(
        prog="herrlof",
        description=_(
            "Small, clever games in a terminal, for people at one keyboard or against bots. Without a command it opens "
            "the hall."
        ),
        formatter_class=formatter,
    )
    found.add_argument("--version", action="version", version=f"herrlof {__version__}", help=_("print the version"))
    found.add_argument("--ascii", action="store_true", help=_("draw with plain ASCII characters"))
    found.add_argument("--plain", action="store_true", help=_("speak in lines, for a screen reader or a pipe"))
    found.set_defaults(run=_open_hall)
    commands = found.add_subparsers(metavar=_("COMMAND"), parser_class=Parser)
    named = [name for name in COMMANDS if name in words]
    for name in named or COMMANDS:
        module, what = COMMANDS[name]
        command = commands.add_parser(name, help=_(what), formatter_class=formatter)
        if named:
            _ask_for_games(words)
            known = import_module(f"herrlof.cli.{module}")
            known.add_arguments(name, command)
            command.set_defaults(run=getattr(known, f"run_{name}"))
    return found


def _framed(text: str) -> str:
    """Return a message with the blanks around it, which are no part of it."""
    return text.replace(text.strip(), _(text.strip())) if text.strip() else text


def _ask_for_games(words: Sequence[str]) -> None:
    """Ask for the games of others that are named, since commands have a flag for each option of a known game."""
    from herrlof.games import GAMES

    for word in words:
        GAMES.get(word.split("=")[-1])


def _open_hall(options: argparse.Namespace) -> int:
    from herrlof.cli.table import open_table

    return open_table(options.ascii, plain=options.plain)
