"""The command that lists the games: those of this program, and what packages bring."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from herrlof import packages
from herrlof.bots import bots_in, bots_of, opponents
from herrlof.cli.output import fail
from herrlof.cli.tables import add_outputs, laid_out, prints_plain
from herrlof.doc_pages import authors_text
from herrlof.game import Game, Row
from herrlof.games import GAMES, all_keys, missing, others
from herrlof.messages import N_, _
from herrlof.packages import Entry
from herrlof.records.errors import error_text

SCHEMA: Final = "herrlof.games/1"
OURS: Final = "herrlof"
"""Where the games of this program come from."""


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    add_outputs(parser)
    parser.add_argument("--new", metavar=_("KEY"), help=_("write a small game's package into this folder"))


def run_games(options: argparse.Namespace) -> int:
    """Print the games, and the bots that packages bring for them; or write a new one."""
    if options.new is not None:
        return _write_new(options.new)
    games, bots = list(_games()), list(_bots())
    if options.json:
        print(json.dumps({"schema": SCHEMA, "games": games, "bots": bots}, indent=1))
        return 0
    heads = (_("KEY"), _("TITLE"), _("SEATS"), _("FROM"), _("BOTS"))
    rows = [(game["key"], game["title"] or "-", _range(game["seats"]), game["source"], _last(game)) for game in games]
    table = [Row(title, tuple(cells)) for title, *cells in (heads, *rows)]
    for line in laid_out(table, prints_plain(options), left=True):
        print(line)
    for brought in bots:
        text = N_("{package} brings bots for {game}: {bots}")
        print(_(text, package=brought["source"], game=brought["game"], bots=_last(brought)))
    return 0


def _write_new(key: str) -> int:
    """Write the game of the page for authors as a package under another key."""
    if not re.fullmatch(NEW, key):
        fail(_("A key begins with a letter; small letters, digits and single hyphens between them follow."))
    if key in all_keys():
        fail(_("There's a game '{key}' already.", key=key))
    folder = Path(f"herrlof-{key}")
    try:
        for name, text in new_package(key).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=name != PROJECT)
            path.write_text(text, "utf-8")
    except FileExistsError:
        fail(_("There's a folder {folder} already.", folder=folder))
    except OSError as error:
        fail(_("{file} can't be written: {reason}.", file=folder, reason=error_text(error)))
    print(_("{folder}: a whole game, for you to change. Then:", folder=folder))
    for line in (f"pip install -e ./{folder}", f"herrlof play {key}", f"python -m herrlof.contract {key}"):
        print(f"    {line}")
    return 0


PROJECT: Final = "pyproject.toml"
NEW: Final = r"[a-z](?:-?[a-z0-9]){0,39}"
"""The keys that are names of packages too."""


def new_package(key: str) -> dict[str, str]:
    """Return the files of a package, by their paths: those of the page for authors, under another key."""
    module, letter = f"herrlof_{key.replace('-', '_')}", key[0].upper()
    title = key.replace("-", " ").capitalize()
    found = {}
    for name, kind in (
        (PROJECT, "toml"),
        (f"src/{module}/rules.md", "markdown"),
        (f"src/{module}/__init__.py", "python"),
    ):
        (text,) = re.findall(rf"^```{kind}\n(.*?)^```$", authors_text(), re.MULTILINE | re.DOTALL)
        text = text.replace("herrlof_nim", module).replace("herrlof-nim", f"herrlof-{key}")
        text = re.sub(r"\bnim\b", key, re.sub(r"\bNim\b(?!\()(?!\[)", title, text))
        found[name] = re.sub(r"\bN(?=\d\b|\")", letter, text)
    return found


def _range(seats: list[int]) -> str:
    if len(seats) < 2:
        return str(seats[0]) if seats else "-"
    return _("{first} to {last}", first=seats[0], last=seats[-1])


def _last(found: dict[str, Any]) -> str:
    """Return what is wrong, or else the bots."""
    return f"! {found['error']}" if found["error"] else " ".join(found["bots"])


def _games() -> Iterator[dict[str, Any]]:
    """Yield what there is to say of each game, and of each package that is to bring one."""
    own = [key for key in GAMES if key not in others()]
    for key in own:
        yield _facts(key, GAMES[key], OURS, "")
    for entry in packages.entries():
        if entry.group == packages.GAMES_GROUP:
            game = GAMES.get(entry.key) if others().get(entry.key) == entry else None
            yield _facts(entry.key, game, entry.source, _problem(entry, own))


def _facts(key: str, game: Game | None, source: str, error: str) -> dict[str, Any]:
    return {
        "key": key,
        "title": game and game.title,
        "version": game and game.version,
        "seats": list(game.seats) if game else [],
        "source": source,
        "bots": list(opponents(key)) if game else [],
        "error": error or None,
    }


def _problem(entry: Entry, own: list[str]) -> str:
    """Return what is wrong with a package's game; everything that it brings is imported for that."""
    from herrlof.tui.boards import BOARDS, TILES

    if not re.fullmatch(packages.KEY, entry.key):
        return _("a key has small letters, digits and hyphens")
    if entry.key in own:
        return _("the key is taken: {package} has such a game", package=OURS)
    if (first := others()[entry.key]) != entry:
        return _("the key is taken: {package} has such a game", package=first.source)
    if entry.key in GAMES:
        for part in (bots_of, lambda key: packages.page(entry), BOARDS.get, TILES.get):
            part(entry.key)
    return packages.problem(entry)


def _bots() -> Iterator[dict[str, Any]]:
    """Yield what packages bring for the games of others."""
    for entry in packages.entries():
        if entry.group == packages.BOTS_GROUP:
            kinds = bots_in(entry) if entry.key in GAMES else ()
            brought = [kind.key for kind in kinds if bots_of(entry.key)[kind.key] is kind]
            error = packages.problem(entry) if entry.key in GAMES else missing(entry.key)
            yield {"game": entry.key, "source": entry.source, "bots": brought, "error": error or None}
