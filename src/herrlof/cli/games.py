"""The command that lists the games: those of this program, and what packages bring."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from typing import Any, Final

from herrlof import packages
from herrlof.bots import bots_in, bots_of
from herrlof.game import Game
from herrlof.games import GAMES, missing, others
from herrlof.messages import N_, _
from herrlof.packages import Entry

SCHEMA: Final = "herrlof.games/1"
OURS: Final = "herrlof"
"""Where the games of this program come from."""


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command."""
    parser.add_argument("--json", action="store_true", help=_("print the list as JSON, and nothing else"))


def run_games(options: argparse.Namespace) -> int:
    """Print the games, and the bots that packages bring for them."""
    games, bots = list(_games()), list(_bots())
    if options.json:
        print(json.dumps({"schema": SCHEMA, "games": games, "bots": bots}, indent=1))
        return 0
    heads = (_("KEY"), _("TITLE"), _("SEATS"), _("FROM"), _("BOTS"))
    rows = [(game["key"], game["title"] or "-", _range(game["seats"]), game["source"], _last(game)) for game in games]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
    for brought in bots:
        text = N_("{package} brings bots for {game}: {bots}")
        print(_(text, package=brought["source"], game=brought["game"], bots=_last(brought)))
    return 0


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
        if entry.group == packages.GAMES:
            game = GAMES.get(entry.key) if others().get(entry.key) == entry else None
            yield _facts(entry.key, game, entry.source, _problem(entry, own))


def _facts(key: str, game: Game | None, source: str, error: str) -> dict[str, Any]:
    return {
        "key": key,
        "title": game and game.title,
        "version": game and game.version,
        "seats": list(game.seats) if game else [],
        "source": source,
        "bots": list(bots_of(key)) if game else [],
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
        if entry.group == packages.BOTS:
            kinds = bots_in(entry) if entry.key in GAMES else ()
            brought = [kind.key for kind in kinds if bots_of(entry.key)[kind.key] is kind]
            error = packages.problem(entry) if entry.key in GAMES else missing(entry.key)
            yield {"game": entry.key, "source": entry.source, "bots": brought, "error": error or None}
