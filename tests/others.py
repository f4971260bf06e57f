"""Packages of others, installed into a folder: what they bring, and how it goes wrong."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

GAME = """
import pathlib
pathlib.Path(__file__).with_name("imported-{module}").touch()
print("printed while it is imported")
from herrlof.games.herfor import Herfor
from herrlof.packages import GamePackage

class Brought(Herfor):
    key = "{key}"
    title = "{title}"
    tagline = "A war of others."

PACKAGE = GamePackage(
    Brought(), rules="{rules}", bots="{module}.bots", board="{board}", tile="{tile}", lessons="{lessons}", {contract}
)
"""
BOTS = """
from herrlof.bots.kind import BotKind

class First:
    def choose(self, seen, legal):
        print("printed while it thinks")
        return legal[0]

def first(game, rng, times=1):
    return First()

KINDS = (BotKind("first", "Plays what comes first.", first, uses_worker=True),)
DEFAULT = "first"
"""
RULES = "# Rules of others\n\n### H1 The war\n\nIt's a war of others.\n"


def install(folder: Path, name: str, groups: Mapping[str, Mapping[str, str]], files: Mapping[str, str]) -> None:
    """Put a package into a folder as an installer does: its files, and what it says of itself."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    about = folder / f"{name.replace('-', '_')}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", "utf-8")
    lines = [[f"[{group}]", *(f"{key} = {value}" for key, value in named.items())] for group, named in groups.items()]
    (about / "entry_points.txt").write_text("\n".join(line for part in lines for line in part) + "\n", "utf-8")


def game_text(text: str = GAME, **parts: str) -> str:
    """Return the source of a game that can be played; `parts` replaces what it names."""
    usual = {"rules": "", "board": "", "tile": "", "lessons": "", "contract": "contract=2"}
    named = {"key": "war", "module": "war_game", **parts}
    return text.format(**{"title": named["key"].capitalize(), **usual, **named})


def install_game(folder: Path, key: str = "war", module: str = "war_game", **more: str) -> None:
    """Install a game that can be played, with a bot and a page; `more` replaces its files, or what it names."""
    parts = {"rules": "rules.md", **more, "key": key, "module": module}
    files = {
        f"{module}/__init__.py": more.get("game", game_text(**parts)),
        f"{module}/bots.py": more.get("bots", BOTS),
        f"{module}/rules.md": RULES,
    }
    install(folder, f"some-{key}", {"herrlof.games": {key: f"{module}:PACKAGE"}}, files)


def imported(folder: Path, module: str = "war_game") -> bool:
    """Whether somebody has imported the game."""
    return (folder / module / f"imported-{module}").exists()


def environment(folder: Path) -> dict[str, str]:
    """Return the variables for a process in which these packages are installed."""
    there = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *([there] if there else [])])}
