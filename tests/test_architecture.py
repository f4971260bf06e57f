"""The house: the import arrow, what each room loads, and that secrets and dice are nobody's but the referee's.

Which room imports from which is told to import-linter, in pyproject.toml; here is what it cannot say.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from herrlof.games import GAMES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "herrlof"
FILES = sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    """Return a file's module name, as in `herrlof.tui.app`."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files_in(*packages: str) -> list[Path]:
    """Return the files of some packages; there are some."""
    found = [path for path in FILES if any(f"{name_of(path)}.".startswith(f"{package}.") for package in packages)]
    assert found, packages
    return found


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


def nodes_in(paths: list[Path], *names: str) -> Iterator[tuple[Path, ast.AST]]:
    """Yield what stands in the modules in which one of these names does: reading all of them takes long."""
    for path in paths:
        if any(name in path.read_text("utf-8") for name in names):
            for node in nodes_of(path):
                yield path, node


@cache
def words_of(path: Path) -> set[str]:
    """Return all names and attributes that a module uses or imports."""
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found |= {node.name, *node.name.split(".")}
    return found


@cache
def loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after a statement."""
    code = f"import sys; {statement}; sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


def outside(loaded: set[str]) -> set[str]:
    """Return what is neither of the standard library nor of this program, apart from what Python itself loads here."""
    own = {*sys.stdlib_module_names, "herrlof"}
    return {name.partition(".")[0] for name in loaded - loaded_by("pass")} - own


def test_the_import_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports() == 0


# What is loaded


def test_these_load_nothing_but_the_standard_library() -> None:
    modules = {
        "herrlof.game",
        "herrlof.games",
        "herrlof.bots",
        "herrlof.bots.worker",
        "herrlof.coach.worker",
        "herrlof.records.storage",
        "herrlof.table.dealing",
        "herrlof.table.match",
        "herrlof.table.keyboard",
        "herrlof.table.table",
        "herrlof.cli.main",
    }
    loaded = loaded_by(f"import {', '.join(sorted(modules))}")
    assert modules <= loaded
    assert outside(loaded) == set()


def test_playing_and_saving_load_no_models_and_nothing_that_draws() -> None:
    code = """
from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.records.storage import Storage
from herrlof.table.match import Match
storage = Storage()
match = Match(GAMES['herrlof'], [Seat('Anna'), Seat('Ben')], journal=storage.new_journal())
match.advance()
storage.settings.load()
storage.newest_unfinished()
list(storage.summaries())
"""
    assert outside(loaded_by(f"exec({code!r})")) == set()


def test_the_version_is_told_without_reading_a_command_line() -> None:
    loaded = loaded_by("from herrlof.cli.main import main; main(['--version'])")
    assert "herrlof.cli.main" in loaded
    assert not loaded & {"argparse", "rich", "json", "dataclasses", "inspect", "textual", "pydantic"}
    assert {name for name in loaded if name.startswith("herrlof.")} == {
        "herrlof.cli",
        "herrlof.cli.main",
        "herrlof.cli.output",
    }


def test_a_command_loads_what_it_needs_alone() -> None:
    loaded = loaded_by("from herrlof.cli.main import main; main(['locate'])")
    assert not loaded & {"textual", "pydantic", "rich", "numpy", "herrlof.bots", "herrlof.table.match"}


def test_the_first_frame_waits_for_no_game_and_no_search() -> None:
    loaded = loaded_by("import herrlof.tui.app, herrlof.tui.screens.home")
    assert {"herrlof.games", "herrlof.tui.boards"} <= loaded
    assert not loaded & {f"herrlof.games.{key.replace('-', '_')}" for key in GAMES}
    assert not loaded & {"numpy", "pydantic", "tomlkit", "herrlof.bots", "herrlof.table", "herrlof.tui.boards.board"}


def test_home_is_drawn_without_bots_and_without_the_words_of_games() -> None:
    code = """
import asyncio
from herrlof.tui.app import HerrlofApp
async def look():
    async with HerrlofApp().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
asyncio.run(look())
"""
    loaded = loaded_by(f"exec({code!r})")
    assert {f"herrlof.tui.boards.{key.replace('-', '_')}.tile" for key in GAMES} <= loaded
    games = {f"herrlof.games.{key.replace('-', '_')}" for key in GAMES}
    assert {name for name in loaded if name.startswith("herrlof.games.")} - games == {
        "herrlof.games.coded",
        "herrlof.games.speech",
    }
    assert not loaded & {"numpy", "pydantic", "tomlkit", "herrlof.bots", "herrlof.table", "herrlof.tui.boards.board"}
    assert not loaded & {"hashlib", "herrlof.seats.begin", "herrlof.tui.commands", "herrlof.tui.boards.herfor.hexagon"}
    assert not loaded & {"json", "pkgutil", "herrlof.records.journal", "herrlof.tui.widgets.pieces"}


# Secrets and dice


SHOW = ("herrlof.tui", "herrlof.plain", "herrlof.table.keyboard")
CHOOSE = ("herrlof.bots.kind", "herrlof.bots.quick", "herrlof.bots.random", "herrlof.bots.worker", "herrlof.child")
RULES = [f"herrlof.bots.{key.replace('-', '_')}.rules" for key in GAMES]


def test_who_shows_or_follows_rules_holds_no_state() -> None:
    """Screens, boards and bots that do not search get observations: nothing in them can even name a state."""
    states = {kind.__name__ for game in GAMES.values() for kind in type(game.new_state(game.seats[0])).__mro__[:-1]}
    held = {"State", *states, "_state", "new_state", "determinize", "Match", "_match", "SimultaneousTurn", "belief"}
    held_in = (".state", ".belief", ".match", ".resume", ".line_of_play")
    for path in files_in(*SHOW, *CHOOSE, *[name for name in RULES if name in map(name_of, FILES)]):
        if not re.search(rf"\b({'|'.join(held)})\b|({'|'.join(map(re.escape, held_in))})\b", path.read_text("utf-8")):
            continue  # reading what stands there takes long
        assert not words_of(path) & held, path
        imported = {node.module for node in nodes_of(path) if isinstance(node, ast.ImportFrom)}
        assert not {module for module in imported if module and module.endswith(held_in)}, path


def test_each_face_has_one_loop_through_moments() -> None:
    """Matches, lessons, replays and what is asked again are sources of moments: no page goes through them by itself."""
    faces = files_in("herrlof.tui", "herrlof.plain")
    loops = [name_of(path) for path, node in nodes_in(faces, ".next()") if getattr(node, "attr", "") == "next"]
    assert sorted(loops) == ["herrlof.plain.moments", "herrlof.tui.screens.moments"]


def test_no_bot_makes_a_match_of_its_own() -> None:
    """What a search plays on from is made by `determinize`, from an observation."""
    for path in files_in("herrlof.bots"):
        assert not words_of(path) & {"new_state", "_state", "FairChance", "Match"}, path


def test_only_the_referee_touches_its_state() -> None:
    """No other module reaches for a match's `_state`, its seed or its generator."""
    others = [path for path in FILES if name_of(path) not in ("herrlof.table.match", "herrlof.table.dealing")]
    names = ("_state", "_seed", "_chance")
    for path, node in nodes_in(others, *(f".{name}" for name in names)):
        if isinstance(node, ast.Attribute) and node.attr in names:
            assert ast.unparse(node.value) == "self", f"{path}:{node.lineno}: {ast.unparse(node)}"


def test_nobody_uses_the_global_generator() -> None:
    for path, node in nodes_in(FILES, "random"):
        if isinstance(node, ast.ImportFrom) and node.module == "random" and not node.level:
            assert {alias.name for alias in node.names} <= {"Random", "SystemRandom"}, path
        if isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name != "random" or alias.asname is None, path
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr in ("Random", "SystemRandom"), f"{path}:{node.lineno}: random.{node.attr}"


@pytest.mark.second
def test_nothing_reaches_the_global_generator_through_a_run() -> None:
    """Dealing, playing and choosing leave the global generator as it was."""
    code = """
import random
from herrlof.bots import bots_of, new_bot
from herrlof.games import GAMES
before = random.getstate()
rng = random.Random(1)
for game, number in [(game, number) for game in GAMES.values() for number in (game.seats[0], game.seats[-1])]:
    state = game.new_state(number)
    quick = [key for key, kind in bots_of(game.key).items() if not kind.uses_worker or kind.level == 1]
    bots = [new_bot(game, quick[seat % len(quick)], rng) for seat in range(number)]
    for _ in range(60):
        mover = state.current_player()
        if mover == -4:
            break
        if mover < 0:
            state.apply_chance(state.sample_chance(rng))
        else:
            game.determinize(state.observation(mover), rng)
            state.apply(bots[mover].choose(state.observation(mover), state.legal_actions()))
assert random.getstate() == before
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
