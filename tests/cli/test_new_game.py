"""The page for authors: its game is whole, and what is written from it is a package that plays."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from herrlof.cli.games import new_package
from herrlof.cli.main import main
from herrlof.game import CONTRACT

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "authors.md").read_text("utf-8")


KEYS = "A key begins with a letter; small letters, digits and single hyphens between them follow."


def test_the_page_prints_the_toy_that_the_contract_tests_know() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    toy = (ROOT / "tests" / "contract" / "nim.py").read_text("utf-8")
    assert (
        code.partition("CODES = ")[2].partition("\n\n\nPACKAGE = ")[0].strip() == toy.partition("CODES = ")[2].strip()
    )
    assert f"contract={CONTRACT})" in code


@pytest.mark.parametrize("key", ["x", "my-war", "game2", "seen"])
def test_a_new_package_has_its_key_everywhere(key: str) -> None:
    found = new_package(key)
    module = f"herrlof_{key.replace('-', '_')}"
    assert set(found) == {"pyproject.toml", f"src/{module}/__init__.py", f"src/{module}/rules.md"}
    project = tomllib.loads(found["pyproject.toml"])
    assert project["project"]["entry-points"]["herrlof.games"] == {key: f"{module}:PACKAGE"}
    exec(compile(found[f"src/{module}/__init__.py"], module, "exec"), {"__name__": module})
    assert f'key = "{key}"' in found[f"src/{module}/__init__.py"]
    assert f"## {key[0].upper()}1 " in found[f"src/{module}/rules.md"]


def test_nothing_that_is_there_is_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["games", "--new", "my-war"]) == 0
    project = tmp_path / "herrlof-my-war" / "pyproject.toml"
    project.write_text("mine")
    capsys.readouterr()
    for key, sentence in (
        ("my-war", "There's a folder herrlof-my-war already."),
        ("herald", "There's a game 'herald' already."),
        ("../x", KEYS),
        ("quoits-", KEYS),
        ("a--b", KEYS),
        ("3d-chess", KEYS),
    ):
        with pytest.raises(SystemExit) as leaving:
            main(["games", "--new", key])
        assert leaving.value.code == 2
        assert capsys.readouterr() == ("", f"herrlof: {sentence}\n")
    assert project.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["herrlof-my-war"]


@pytest.mark.second
def test_a_new_package_is_installed_passes_the_contract_and_plays(tmp_path: Path) -> None:
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}

    def run(*words: str) -> str:
        arguments = [sys.executable, "-m", *words]
        done = subprocess.run(arguments, cwd=tmp_path, env=surroundings, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("herrlof", "games", "--new", "my-war")
    pip = ["install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", "installed"]
    run("pip", *pip, "./herrlof-my-war")
    games = {game["key"]: game for game in json.loads(run("herrlof", "games", "--json"))["games"]}
    assert (games["my-war"]["error"], games["my-war"]["source"]) == (None, "herrlof-my-war")
    assert "Take one, two or three stones." in run("herrlof", "rules", "my-war", "M1")
    assert run("herrlof", "arena", "search", "random", "--game", "my-war", "--games", "2", "--jobs", "1")
    assert " passed" in run("herrlof.contract", "my-war")
