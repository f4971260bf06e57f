"""The games by key. A new game is done when the contract tests pass for it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from herrlof import packages
from herrlof.game import Game
from herrlof.messages import N_, _, one_of
from herrlof.packages import Entry, GamePackage
from herrlof.registry import Registry

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_NAMED = {
    "herrlof": "herrlof.games.herrlof:Herrlof",
    "herald": "herrlof.games.herald:Herald",
    "how-ruck": "herrlof.games.how_ruck:HowRuck",
    "herfor": "herrlof.games.herfor:Herfor",
}
OWN = tuple(_NAMED)
"""The keys of the games of this house, which are the same on every machine."""


@cache
def others() -> dict[str, Entry]:
    """Return the games that other packages bring, by key; nothing is imported. A key is whose it was first."""
    found: dict[str, Entry] = {}
    for entry in packages.entries():
        if entry.group == packages.GAMES_GROUP and entry.key not in _NAMED and re.fullmatch(packages.KEY, entry.key):
            found.setdefault(entry.key, entry)
    return found


def package(key: str) -> GamePackage | None:
    """Return what the package of another's game says of it; None where there is none that can be loaded."""
    entry = others().get(key)
    return None if entry is None else packages.load(entry)


def _game(key: str) -> Game | None:
    found = package(key)
    return None if found is None else found.game


GAMES: Registry[Game] = Registry(_NAMED, make=lambda found: found(), others=_game)


@cache
def lesson_files(key: str) -> tuple[Traversable, ...]:
    """Return the files of a game's lessons, in order, here or in the package that brings the game (`NN-name.toml`)."""
    entry, found = others().get(key), package(key)
    folder: Traversable = Path(__file__).parents[1] / "lessons" / key
    if entry is not None:
        if found is None or not found.lessons:
            return ()
        from importlib.resources import files

        folder = files(entry.value.partition(":")[0]) / found.lessons
    paths = folder.iterdir() if folder.is_dir() else ()
    return tuple(sorted((path for path in paths if path.name.endswith(".toml")), key=lambda path: path.name))


def all_keys() -> list[str]:
    """Return the keys of all games, also of those that nobody has asked for yet."""
    return list(dict.fromkeys([*GAMES, *others()]))


def known(key: str) -> Game | None:
    """Return a game, unless it is another's that nobody has asked for yet."""
    return GAMES[key] if GAMES.is_known(key) else None


def title_of(key: str) -> str:
    """Return the title of a game; that of another's is made from its key until somebody asks for it."""
    game = known(key)
    return key.replace("-", " ").title() if game is None else game.title


def problem(key: str) -> str:
    """Return in a sentence why another's game cannot be loaded; nothing for other keys."""
    if key in GAMES or (entry := others().get(key)) is None:
        return ""
    text = N_("The game '{key}' of {package} can't be loaded: {reason}.")
    return _(text, key=key, package=entry.source, reason=packages.problem(entry))


def missing(key: str) -> str:
    """Return in a sentence why there is no game with this key."""
    return problem(key) or _("There's no game '{key}': choose {games}.", key=key, games=one_of(all_keys()))


def broken(key: str, what: str) -> packages.Broken:
    """Return the error that a game cannot be played on, with the package that brings it."""
    entry = others().get(key)
    if entry is None:
        return packages.Broken(_("{title} stopped: {what}.", title=title_of(key), what=what))
    return packages.Broken(packages.stopped(entry, what))
