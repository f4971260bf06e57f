"""What reads the command line: the commands, and their help."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, NoReturn

from herrlof import __version__
from herrlof.cli.faces import add_faces
from herrlof.cli.output import console, fail, nearest
from herrlof.games import GAMES, all_keys
from herrlof.messages import N_, _, ngettext, one_of

COMMANDS: Final = {
    "play": ("table", N_("go straight to the table")),
    "learn": ("table", N_("learn a game in lessons")),
    "replay": ("table", N_("show a match move by move")),
    "list": ("records", N_("list kept matches")),
    "verify": ("records", N_("prove that a match was dealt and played fairly")),
    "export": ("records", N_("print a match to read or to paste")),
    "review": ("coach", N_("judge a match's decisions, each from what its player knew")),
    "judge": ("coach", N_("judge one decision of a match, as a hint does")),
    "stats": ("coach", N_("count matches, wins and points")),
    "repair": ("records", N_("copy a damaged record up to the damage")),
    "remove": ("records", N_("delete kept matches")),
    "schema": ("records", N_("print the JSON Schema of records, or of a seat's lines")),
    "locate": ("records", N_("print where records and settings are kept")),
    "doctor": ("doctor", N_("tell what was found here, to quote when you ask for help")),
    "completion": ("manual", N_("print what a shell completes, or the manual")),
    "games": ("games", N_("list the games and where they come from")),
    "rules": ("pages", N_("print the rules of a game")),
    "fairness": ("pages", N_("print how play is kept fair")),
    "host": ("seats", N_("open a table to players at other screens")),
    "join": ("seats", N_("take a seat at a table that's open")),
    "certify": ("seats", N_("check whether a program looks at anything but its cards")),
    "arena": ("arena", N_("let bots play against each other, and count")),
    "bench": ("arena", N_("measure the engine's speed")),
}
"""For each command the module of this package that knows it, and what it does."""
BOLD: Final = ("argparse.args", "argparse.groups", "argparse.syntax")
"""What is bold in a help, as its writer names it."""
ARGPARSE: Final = (
    N_("usage:"), N_("positional arguments"), N_("options"), N_("show this help message and exit"),
    N_("unrecognized arguments: %s"), N_("the following arguments are required: %s"),
    N_("argument %(argument_name)s: %(message)s"), N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"), N_("expected one argument"), N_("expected at least one argument"),
    N_("ambiguous option: %(option)s could match %(matches)s"), N_("ignored explicit argument %r"),
    N_("not allowed with argument %s"),
)  # fmt: skip
"""What Python's own reader of command lines says."""


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return what reads the command line; only the command that was given knows its own arguments."""
    vars(argparse).update(_=_framed, ngettext=ngettext)  # what it says itself is said in our language too
    asks_for_help = "-h" in words or "--help" in words
    formatter: Any = _formatter() if asks_for_help else argparse.HelpFormatter
    found = Parser(
        prog="herrlof",
        description=_(
            "Small, clever games in a terminal, with people or against bots. Without a command it opens home."
        ),
        formatter_class=formatter,
    )
    version = f"herrlof {__version__}"
    found.add_argument("--version", "-V", action="version", version=version, help=_("print the version"))
    add_faces(found)
    found.set_defaults(run=_open_hall)
    commands = found.add_subparsers(dest="command", metavar=_("COMMAND"), parser_class=CommandParser)
    named = [name for name in COMMANDS if name in words]
    for name in named or COMMANDS:
        module, what = COMMANDS[name]
        command = commands.add_parser(name, help=_(what), formatter_class=formatter)
        if named:
            _ask_for_games(words)
            known = import_module(f"herrlof.cli.{module}")
            command.description = _("{text}.", text=_(what)[:1].upper() + _(what)[1:])
            known.add_arguments(name, command)
            command.set_defaults(run=getattr(known, f"run_{name}"))
            if asks_for_help:
                _explain(command, name)
    if asks_for_help:
        _explain(found, "")
    _refuse_unknown_flag(found, words)
    return found


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, what may have been meant, and where the help is."""

    def error(self, message: str) -> NoReturn:
        """Leave with that sentence."""
        fail(_("{problem}; see {program} --help", problem=message, program=self.prog))

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse a command that there is none of."""
        if not isinstance(action, argparse._SubParsersAction) or value in (action.choices or ()):
            super()._check_value(action, value)
            return
        if value == "version":
            fail(_("There's no command '{word}': did you mean {nearest}?", word=value, nearest="--version"))

        game = nearest(str(value), all_keys())
        if found := nearest(str(value), COMMANDS) or (f"play {game}" if game else ""):
            fail(_("There's no command '{word}': did you mean {nearest}?", word=value, nearest=found))
        fail(_("There's no command '{word}': herrlof --help lists them.", word=value))


class CommandParser(Parser):
    """Reads what follows a command; a flag that it does not know is told with the page of this command."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read all, or say what is not known."""
        found, rest = super().parse_known_args(args, namespace)
        if flag := next((word.partition("=")[0] for word in rest if word.startswith("-")), None):
            _fail_for_flag(self, flag)
        if rest:
            self.error(_("One too many: {words}", words=" ".join(rest)))
        return found, rest


def _fail_for_flag(parser: argparse.ArgumentParser, flag: str) -> NoReturn:
    """Say that a command has no such flag, which one may be meant, or which commands have it."""
    program = parser.prog
    text = _("{program} has no {flag}; see {program} --help", program=program, flag=flag)
    others = [name for name in COMMANDS if flag in _flags(name)]
    if others:
        commands = one_of([f"herrlof {name}" for name in others])
        told = N_("{program} has no {flag}: {commands} has; see {program} --help")
        text = _(told, program=program, flag=flag, commands=commands)
    elif found := nearest(flag, parser._option_string_actions):
        text = _("{program} has no {flag}: did you mean {nearest}?", program=program, flag=flag, nearest=found)
    fail(text)


def _flags(name: str) -> Collection[str]:
    parser = argparse.ArgumentParser(add_help=False)
    import_module(f"herrlof.cli.{COMMANDS[name][0]}").add_arguments(name, parser)
    return parser._option_string_actions


def _refuse_unknown_flag(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Refuse a flag before the command that is none: its value would be taken for the command."""
    for word in words:
        if not word.startswith("-") or word == "--":
            return
        flag = word.partition("=")[0]
        if not any(known.startswith(flag) for known in parser._option_string_actions):
            _fail_for_flag(parser, flag)


def _explain(parser: argparse.ArgumentParser, name: str) -> None:
    """Give a help its end: examples, exit statuses, variables."""
    from herrlof.cli.help import epilog

    parser.epilog = epilog(name, parser.epilog or "")


def _formatter() -> Any:
    """Return what writes a help: what is typed, and the titles, in bold."""

    from rich.text import Text
    from rich_argparse import RichHelpFormatter

    from herrlof.cli.help import is_block

    class Formatter(RichHelpFormatter):
        """Leaves lines as they are that stand below each other."""

        styles = {name: "bold" if name in BOLD else "default" for name in RichHelpFormatter.styles}  # noqa: RUF012
        text_markup = False
        help_markup = False

        def _rich_fill_text(self, text: Text, width: int, indent: Text) -> Text:
            parts = [
                part + "\n\n" if is_block(part.plain) else super(Formatter, self)._rich_fill_text(part, width, indent)
                for part in text.split("\n\n")
            ]
            return Text().join(parts)

    return partial(Formatter, console=console())


def _framed(text: str) -> str:
    """Return a message with the blanks around it, which are no part of it."""
    return text.replace(text.strip(), _(text.strip())) if text.strip() else text


def _ask_for_games(words: Sequence[str]) -> None:
    """Ask for the games of others that are named, since commands have a flag for each option of a known game."""

    for word in words:
        GAMES.load(word.split("=")[-1].casefold())


def _open_hall(options: argparse.Namespace) -> int:
    from herrlof.cli.table import open_table

    return open_table(options.ascii, plain=options.plain, words=options.typed)
