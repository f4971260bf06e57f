"""The import arrow: tui, cli -> match, bots, arena, records, storage -> games -> game -> standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "herrlof"
FILES = sorted(SOURCE.rglob("*.py"))
HEAVY = ("textual", "rich", "pydantic")


def name_of(path: Path) -> str:
    """Return a file's module name, as in `herrlof.tui.app`."""
    parts = list(path.relative_to(SOURCE.parent).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def nodes(tree: ast.AST, while_typing: bool) -> list[ast.AST]:
    """Return all nodes of a module; without those under `if TYPE_CHECKING` unless `while_typing`."""
    found: list[ast.AST] = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not while_typing:
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def imported(path: Path, while_typing: bool = False) -> set[str]:
    """Return the full names of all that a module imports, from anywhere in it."""
    found = set()
    package = name_of(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    for node in nodes(ast.parse(path.read_text("utf-8")), while_typing):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def belongs(name: str, *packages: str) -> bool:
    """Whether a name lies in one of the packages."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def files_in(*packages: str) -> list[Path]:
    """Return the files of some packages; there are some."""
    found = [path for path in FILES if belongs(name_of(path), *packages)]
    assert found, packages
    return found


def forbidden(paths: list[Path], *packages: str, while_typing: bool = False) -> list[str]:
    """Return `importer -> imported` where one of the files imports from the packages."""
    return [
        f"{name_of(path)} -> {name}"
        for path in paths
        for name in sorted(imported(path, while_typing))
        if belongs(name, *packages)
    ]


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after a statement."""
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "module", ["herrlof.game", "herrlof.games", "herrlof.bots", "herrlof.dealing", "herrlof.thinking"]
)
def test_games_and_bots_load_nothing_but_the_standard_library(module: str) -> None:
    loaded = loaded_by(f"import {module}")
    assert module in loaded
    assert not {name for name in loaded if belongs(name, *HEAVY)}
    own = set(sys.stdlib_module_names) | {"herrlof"}
    before = loaded_by("pass")
    assert {name.partition(".")[0] for name in loaded - before} <= own


def test_the_command_line_starts_without_the_table_and_the_files() -> None:
    loaded = loaded_by("import herrlof.cli")
    assert "herrlof.cli" in loaded
    assert not {name for name in loaded if belongs(name, "textual", "pydantic", "herrlof.tui", "herrlof.bots")}


def test_the_first_frame_does_not_wait_for_the_search() -> None:
    loaded = loaded_by("import herrlof.tui.app")
    assert "herrlof.bots" in loaded
    assert not {name for name in loaded if belongs(name, "herrlof.bots.search", "herrlof.bots.herrlof.insight")}


def test_the_command_line_names_its_version_without_the_table() -> None:
    code = "from herrlof.cli import main\ntry: main(['--version'])\nexcept SystemExit: pass"
    loaded = loaded_by(f"exec({code!r})")
    assert "herrlof.cli" in loaded
    assert not {name for name in loaded if belongs(name, "textual", "pydantic")}


def test_the_arrow() -> None:
    """Each layer imports only those below it; `games` is seen by all, the table by the command line alone."""
    assert not forbidden(files_in("herrlof.game"), "herrlof")
    above_games = [name_of(path) for path in FILES if not belongs(name_of(path), "herrlof.game", "herrlof.games")]
    above_games.remove("herrlof")
    assert {"herrlof.match", "herrlof.bots", "herrlof.cli", "herrlof.tui.app"} <= set(above_games)
    assert not forbidden(files_in("herrlof.games"), *above_games)
    assert not forbidden(files_in("herrlof.bots"), "herrlof.match", "herrlof.tui", "herrlof.cli", "herrlof.records")
    assert not forbidden(files_in("herrlof.thinking"), "herrlof.match", "herrlof.records", "herrlof.storage")
    below = [path for path in FILES if not belongs(name_of(path), "herrlof.tui", "herrlof.cli", "herrlof.__main__")]
    assert not forbidden(below, "herrlof.tui", "herrlof.cli", while_typing=True)


def test_games_and_bots_name_no_framework_even_in_a_function() -> None:
    assert not forbidden(files_in("herrlof.game", "herrlof.games", "herrlof.bots"), *HEAVY, while_typing=True)


IMAGINE = (
    "herrlof.bots.search",
    *(f"herrlof.bots.herrlof.{name}" for name in ("insight", "playout", "decision", "prediction", "clues")),
)
"""Those that search through sampled worlds: states that `determinize` made from an observation."""


def test_who_draws_or_chooses_holds_no_state() -> None:
    """Boards, widgets and bots get observations: nothing in them can even name a state."""
    hands_off = files_in("herrlof.tui.boards", "herrlof.tui.widgets", "herrlof.bots", "herrlof.tui.cards")
    assert not forbidden(files_in(*IMAGINE), "herrlof.match", "herrlof.dealing", while_typing=True)
    for path in hands_off:
        if name_of(path) in IMAGINE:
            assert "new_state" not in path.read_text("utf-8")
            continue
        names = imported(path, while_typing=True)
        found = [name for name in names if belongs(name, "herrlof.games.herrlof.belief") or name.endswith("State")]
        found += [name for name in names if "state" in name.split(".")]
        found += [name for name in names if belongs(name, "herrlof.match")]
        assert not found, f"{name_of(path)}: {found}"
        tree = ast.parse(path.read_text("utf-8"))
        words = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        words |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not words & {"HerrlofState", "State", "_state", "new_state"}, name_of(path)


def test_only_the_referee_touches_its_state() -> None:
    """No other module reaches for a match's `_state`, `_news` or generator."""
    for path in FILES:
        if belongs(name_of(path), "herrlof.match", "herrlof.dealing"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("_state", "_seed", "_chance"):
                assert ast.unparse(node.value) == "self", f"{name_of(path)}, line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nobody_uses_the_global_generator(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    from_random = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "random" and not node.level
        for alias in node.names
    }
    assert from_random <= {"Random", "SystemRandom"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name != "random" or alias.asname is None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr in ("Random", "SystemRandom"), f"line {node.lineno}: random.{node.attr}"


def test_no_test_reaches_the_global_generator_through_a_run() -> None:
    """Dealing, playing and choosing leave the global generator as it was."""
    code = """
import random
from herrlof.bots import BOTS, new_bot
from herrlof.games import GAMES
before = random.getstate()
rng = random.Random(1)
for seats in (2, 3):
    state = GAMES["herrlof"].new_state(seats, goal=20)
    bots = [new_bot(key, rng) for key in [*BOTS, "rules"]][:seats]
    while (mover := state.current_player()) != -4:
        if mover < 0:
            state.apply_chance(state.sample_chance(rng))
        else:
            GAMES["herrlof"].determinize(state.observation(mover), rng)
            state.apply(bots[mover].choose(state.observation(mover), state.legal_actions()))
assert random.getstate() == before
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_arrow_checker_sees_what_it_should(tmp_path: Path) -> None:
    """The reader of imports finds each way of writing one."""
    path = SOURCE / "tui" / "boards" / "never_written.py"
    text = "import rich.text\nfrom herrlof.tui import cards\nfrom ..widgets import Note\nfrom . import board\n"
    text += "if TYPE_CHECKING:\n    import pydantic\ndef late():\n    from textual.app import App\n"

    class Fake(type(path)):  # type: ignore[misc]
        def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
            return text

    names = imported(Fake(path))
    assert {"rich.text", "herrlof.tui.cards", "herrlof.tui.widgets.Note", "herrlof.tui.boards.board"} <= names
    assert "textual.app.App" in names
    assert "pydantic" not in names
    assert "pydantic" in imported(Fake(path), while_typing=True)
