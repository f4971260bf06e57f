"""Flags made from the options of the games."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from herrlof.cli.output import nearest
from herrlof.game import Game
from herrlof.games import GAMES, all_keys, missing, problem, title_of
from herrlof.messages import _, all_of, paragraph
from herrlof.options import Option, Value, join_values, value_text

OPTION: Final = "option_"
"""What the name begins with under which a flag of an option is kept."""


def game_key(text: str) -> str:
    """Return the key of the game that somebody names by key or title, in any case; the text itself where it is none."""
    plain = _letters(text)
    if text in GAMES or not plain:
        return text
    keys = all_keys()
    named = [key for key in keys if _letters(key) == plain] or [key for key in keys if _letters(title_of(key)) == plain]
    return named[0] if named else text


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def no_game(text: str) -> str:
    """Say that there is no such game, and which one may be meant."""
    if not problem(text) and (found := nearest(text, all_keys())):
        return _("There's no game '{key}': did you mean {nearest}?", key=text, nearest=found)
    return missing(text)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add a flag for each option that any game has: `--two-words` for `two_words`.

    Where the command has such a flag of its own already, it is `--option-two-words`.
    """
    for name in dict.fromkeys(option.name for game in GAMES.values() for option in game.options):
        flag = name.replace("_", "-")
        for tried in (f"--{flag}", f"--option-{flag}"):
            with suppress(argparse.ArgumentError):
                parser.add_argument(tried, dest=OPTION + name, metavar="X", action=_Chosen)
                break


class OneWay(argparse.BooleanOptionalAction):
    """A flag that is there or not, and refuses both at once."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        before = getattr(namespace, self.dest)
        super().__call__(parser, namespace, values, option_string)
        if before not in (None, getattr(namespace, self.dest)):
            parser.error(_("{flags} can't go together", flags=all_of(self.option_strings)))


class _Chosen(argparse.Action):
    """Keeps what was chosen. What its help says is made when it is read: it takes the words of all games."""

    @property
    def help(self) -> str:
        """What the option is in each game that has it."""
        name = self.dest.removeprefix(OPTION)
        return paragraph(*(_help(game, one) for game in GAMES.values() for one in game.options if one.name == name))

    @help.setter
    def help(self, _: str | None) -> None:
        """It is none that is given."""

    def __call__(self, _parser: Any, namespace: argparse.Namespace, values: Any, _flag: Any = None) -> None:
        setattr(namespace, self.dest, values)


def _help(game: Game, option: Option) -> str:
    seats = game.seats[0]
    default = option.default(seats)
    return _(
        "{game}: {option}, {choices} ({default}).",
        game=game.title,
        option=game.words.option(option.name),
        choices=join_values(option.choices(seats)),
        default=_("random") if default is None else value_text(default),
    )


def chosen_options(options: argparse.Namespace, game: Game, seats: int) -> dict[str, Value]:
    """Return what was chosen for a game, in the types of its options; ValueError on one that the game has not."""
    given: Mapping[str, str] = {
        name[len(OPTION) :]: text
        for name, text in vars(options).items()
        if name.startswith(OPTION) and text is not None
    }
    known = {option.name: option for option in game.options}
    return {name: _read(known[name], seats, text) if name in known else text for name, text in given.items()}


def _read(option: Option, seats: int, text: str) -> Any:
    """Return the choice that somebody typed; the text itself where it is none."""
    choices = option.choices(seats)
    if isinstance(choices, range):
        return int(text) if re.fullmatch("-?[0-9]{1,9}", text) else text
    return next((choice for choice in choices if value_text(choice) == text.lower()), text)
