"""The example package: built, installed into an environment of its own, and played there."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import venv
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
import textual

from herrlof.records.errors import RecordError
from herrlof.records.storage import read_record
from tests.seats.visitor import Visitor
from tests.terminal.conftest import terminal as terminal
from tests.terminal.pipes import Pipe
from tests.terminal.terminal import Terminal
from tests.terminal.test_ssh import CLIENT

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "go-fish"

pytestmark = pytest.mark.second


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of a new environment in which nothing but both wheels is installed.

    The libraries are those of this environment, found by a path of its own: no network is needed.
    """
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder / "wheels")]
    for project in (ROOT, EXAMPLE):
        subprocess.run([*build, str(project)], check=True, capture_output=True, timeout=300)
    venv.create(folder / "there")
    found = folder / "there" / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(found), "install", "--quiet", "--no-index", "--no-deps"]
    wheels = map(str, (folder / "wheels").glob("*.whl"))
    subprocess.run([*install, *wheels], check=True, capture_output=True, timeout=300)
    (place,) = (folder / "there" / "lib").glob("python*/site-packages")
    (place / "libraries.pth").write_text(f"{Path(textual.__file__).parents[1]}\n", "utf-8")
    return found


def surroundings() -> dict[str, str]:
    """Return the variables of a process that finds nothing of this folder."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COVERAGE", "PYTEST"))}


def run(python: Path, *words: str) -> str:
    """Return what a command prints there."""
    command = [str(python), "-m", *words]
    done = subprocess.run(
        command, cwd=python.parent, env=surroundings(), capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_installed_and_listed(python: Path) -> None:
    code = "import herrlof, herrlof_go_fish as own; print(herrlof.__file__, own.__file__)"
    where = subprocess.check_output([python, "-c", code], text=True, env=surroundings(), cwd=python.parent)
    assert where.count(str(python.parents[1])) == 2
    games = json.loads(run(python, "herrlof.cli.main", "games", "--json"))["games"]
    assert games[-1] == {
        "key": "go-fish", "title": "Go Fish", "version": 1, "seats": [2, 3, 4], "source": "herrlof-go-fish",
        "bots": ["angler", "search", "random"], "error": None,
    }  # fmt: skip
    assert len(games) == 5
    assert "Four cards of a rank are a book" in run(python, "herrlof.cli.main", "rules", "go-fish", "G6")


def test_it_keeps_to_the_contract(python: Path) -> None:
    last = run(python, "herrlof.contract", "go-fish").splitlines()[-1]
    assert re.match(r"\d+ passed\b", last), last


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_its_bot_wins_in_the_arena(python: Path, seats: str) -> None:
    words = ["arena", "angler", "random", "--game", "go-fish", "--games", "120", "--seats", seats, "--jobs", "2"]
    (table,) = json.loads(run(python, "herrlof.cli.main", *words, "--json"))["tables"]
    first, others = table["standings"]
    assert (first["bot"], others["bot"]) == ("angler", "random")
    assert first["difference"]["low"] > 0


def test_a_search_plays_it_from_its_rules_alone(python: Path) -> None:
    words = ["arena", "search", "random", "--game", "go-fish", "--games", "2", "--jobs", "1"]
    assert "search" in run(python, "herrlof.cli.main", *words)


def ask(terminal: Terminal) -> None:
    """Ask for the rank that comes first, and go on to the next question."""
    before = terminal.text
    terminal.press("right")
    terminal.wait_for(lambda rows: "▸" in "".join(rows[2:12]))
    terminal.press("enter")
    terminal.wait_for(lambda rows: "\n".join(rows) != before)
    for _ in range(20):
        if "Whom do you ask" in terminal.still():
            return
        terminal.press("space")
    raise AssertionError(terminal.text)


def test_it_is_played_on_the_plain_board_killed_and_resumed(python: Path, terminal: Terminal) -> None:
    program = [str(python), "-m", "herrlof.cli.main"]
    place = {"HERRLOF_DATA_DIR": os.environ["HERRLOF_DATA_DIR"], "PYTHONPATH": ""}
    words = ["play", "go-fish", "--seat", "Anna", "--seat", "bot:angler", "--pace", "0"]
    terminal.start(words, environment=place, program=program)
    terminal.wait_for("Ask Angler for")
    for _ in range(3):
        ask(terminal)
    table = terminal.rows[2:7]
    os.kill(terminal.child.pid, signal.SIGKILL)
    terminal.close()
    (record,) = (Path(os.environ["HERRLOF_DATA_DIR"]) / "games").iterdir()
    assert run(python, "herrlof.cli.main", "verify", str(record))
    assert "go-fish   unfinished   Anna, Angler" in run(python, "herrlof.cli.main", "list")
    terminal.start([], environment=place, program=program)
    terminal.wait_for("Continue    Go Fish, you v Angler")
    terminal.press("c")
    terminal.wait_for("Ask Angler for")
    terminal.still()
    assert terminal.rows[2:7] == table
    ask(terminal)


def test_it_is_played_in_lines_from_start_to_end(python: Path) -> None:
    words = ["play", "go-fish", "--plain", "--seat", "Anna", "--seat", "bot:angler"]
    done = subprocess.run(
        [str(python), "-m", "herrlof.cli.main", *words], cwd=python.parent, env=surroundings(), input="1\n" * 400,
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^1 \w+s; 2 \w+s[;.]", done.stdout, re.MULTILINE), "a choice by its rank alone"
    assert re.search(r"^You: \d+ books?\.$", done.stdout, re.MULTILINE)
    assert done.stdout.splitlines()[-4].startswith("Scores: ")


def test_it_is_hosted_and_joined_in_lines(python: Path, run_folder: Path, tmp_path: Path) -> None:
    """The guest's program has loaded no game of another package before it hears of this one."""
    command = [str(python), "-m", "herrlof.cli.main"]
    words = [*command, "host", "go-fish", "--plain", "--seat=Anna", "--seat=Ben=elsewhere"]
    place = {**surroundings(), "HERRLOF_RUNTIME_DIR": str(run_folder)}
    homes = [{**place, "HERRLOF_DATA_DIR": str(tmp_path / who)} for who in ("host", "guest")]
    with Pipe(words, homes[0], python.parent) as anna:
        anna.opened()
        with Pipe([*command, "join", "--plain"], homes[1], python.parent) as ben:
            ends = [ben.end(), anna.end()]
    assert [status for status, _lines in ends] == [0, 0], ends
    told = ["\n".join(lines) for _status, lines in ends]
    for text in told:
        assert re.search(r"^(You|Anna|Ben): \d+ books?\.$", text, re.MULTILINE), text
    assert "Anna's table. Go Fish" in told[0]


async def test_it_is_joined_by_every_door(python: Path, run_folder: Path, tmp_path: Path) -> None:
    """At a second terminal, by ssh and in a browser, each by its own: all play."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    program, data = [str(python), "-m", "herrlof.cli.main"], str(tmp_path / "data")
    place = {"HERRLOF_RUNTIME_DIR": str(run_folder), "PYTHONPATH": "", "HERRLOF_DATA_DIR": data}
    anna, ben, cleo = (Terminal(tmp_path / name) for name in ("anna", "ben", "cleo"))
    seats = ["--seat=Anna", *(f"--seat={name}=elsewhere" for name in ("Ben", "Cleo", "Dag"))]

    async def look(done: str, *terminals: Terminal) -> None:
        async with asyncio.timeout(40):
            while not all(done in terminal.text for terminal in terminals):
                for terminal in (anna, ben, cleo):
                    if terminal.child is not None:
                        terminal.read(0.01)
                await asyncio.sleep(0.01)

    try:
        words = ["host", "go-fish", *seats, "--pace=0", "--ssh", "--port", port, "--web"]
        anna.start(words, 120, 45, environment=place, program=program)
        await look("Dag: http://", anna)
        ben.start(["join"], environment={**place, "HERRLOF_DATA_DIR": str(tmp_path / "own")}, program=program)
        await look("Sit down", ben)
        ben.press("enter")
        await look("for Cleo alone", anna)
        cleo.start([port, re.search(r"good once\s+([a-z]+-[a-z]+-[a-z]+)", anna.text)[1]], program=CLIENT)
        await look("Sit down", cleo)
        cleo.press("enter")
        link = re.search(r"Dag: (http://\S+)", anna.text)[1]
        async with Visitor(link) as dag:
            async with asyncio.timeout(40):
                while "Sit down" not in dag.text:
                    anna.read(0.01)
                    await asyncio.sleep(0.01)
            await dag.press("enter")
            await look("? rules", anna, ben, cleo)
            await dag.see("? rules")
            (record,) = (Path(data) / "games").glob("*.herrlof")
            rng, movers = Random(1), set[int]()
            async with asyncio.timeout(120):
                while movers < {0, 1, 2, 3}:
                    for terminal in (anna, ben, cleo):
                        terminal.press(rng.choice(["right", "right", "enter", "enter", "space"]))
                        terminal.read(0.01)
                    await dag.press(rng.choice(["right", "right", "enter", "enter"]))
                    await asyncio.sleep(0.02)
                    with suppress(RecordError):
                        movers = {move.by for move in read_record(record).moves}
    finally:
        for terminal in (anna, ben, cleo):
            terminal.close()
