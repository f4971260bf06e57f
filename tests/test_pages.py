"""The pages of rules: their numbers are those of the tests and of all that quotes them. The page on fair play."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from herrlof.bots import BOTS
from herrlof.cli.main import main
from herrlof.doc_pages import fairness_text, matching, rules_text, sections
from herrlof.game import Game
from herrlof.games import GAMES
from tests.conftest import TOYS
from tests.contract.variants import every_game

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules.md"


def numbered(letter: str) -> list[str]:
    """Return the numbers that the page gives to its rules or examples."""
    return [part.key for part in sections(PAGE.read_text("utf-8")) if part.key.startswith(letter)]


@pytest.mark.second
def test_every_rule_quoted_anywhere_is_on_the_page() -> None:
    known = {*numbered("R"), *numbered("E")}
    places = [
        PAGE,
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "tests").rglob("*.py"),
        ROOT / "README.md",
        ROOT / "docs" / "commands.md",
    ]
    for path in places:
        if path in (Path(__file__), ROOT / "tests" / "cli" / "test_main.py"):
            continue  # they ask for rules that there are not
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            rules = set(re.findall(r"\(R\d+(?:, R\d+)*\)|\bR\d+ to R\d+|`R\d+`|\bR\d\d\b", line))
            quoted = {key for text in rules for key in re.findall(r"R\d+", text)}
            assert quoted <= known, f"{path}, line {number}: {quoted - known}"


@pytest.mark.parametrize("key", GAMES)
def test_rules_begin_with_the_game_in_a_few_lines_go_in_order_and_end_with_whose_they_are(key: str) -> None:
    parts = sections(rules_text(key))
    assert re.fullmatch("The game in (ten|eight) lines", parts[0].title)
    assert "unofficial edition" in parts[-1].text
    assert not any("unofficial edition" in part.text for part in parts[:-1])
    numbers = [int(part.key[1:]) for part in parts if part.key.startswith(GAMES[key].words.prefix)]
    assert numbers == sorted(numbers)


@every_game
def test_the_rules_of_every_game_can_be_asked_for(game: Game, toys: None, capsys: pytest.CaptureFixture[str]) -> None:
    parts = sections(rules_text(game.key))
    assert parts
    assert main(["rules", game.key]) == 0
    assert capsys.readouterr().out.strip() == rules_text(game.key).strip()
    if game in TOYS:
        assert f"No page here tells the rules of {game.title}." in parts[0].text
        return
    numbers = [part.key for part in parts if part.key.startswith(game.words.prefix)]
    numbers.sort(key=lambda number: int(number[1:]))
    assert numbers == [f"{game.words.prefix}{number}" for number in range(1, len(numbers) + 1)]
    assert len(numbers) > 5
    assert main(["rules", game.key, "1"]) == 0
    assert main(["rules", numbers[-1].lower()]) == 0
    assert capsys.readouterr().out.count("###") == 2


def test_no_section_is_empty_and_none_is_lost() -> None:
    text = PAGE.read_text("utf-8")
    parts = sections(text)
    assert all(part.title and part.text for part in parts)
    together = "\n".join(f"{part.title}\n{part.text}" for part in parts)
    for line in text.splitlines():
        if line and not line.startswith("#"):
            assert line in together


def test_a_search_narrows_and_needs_every_word() -> None:
    parts = sections(rules_text("herrlof"))
    assert matching(parts, "") == parts
    assert matching(parts, "  ") == parts
    hits = matching(parts, "HAGALAZ lead")
    assert 0 < len(hits) < len(parts)
    assert all("hagalaz" in f"{part.title} {part.text}".casefold() for part in hits)
    assert all("lead" in f"{part.title} {part.text}".casefold() for part in hits)
    assert set(hits) == set(matching(parts, "hagalaz")) & set(matching(parts, "lead"))
    assert matching(parts, "hagalaz submarine") == []


@pytest.mark.parametrize(
    ("words", "key"),
    [("following the lead", "R7"), ("r14", "R14"), ("bottom deck draw", "R9"), ("green 9 yellow 4", "E6")],
)
def test_a_search_finds_titles_and_text(words: str, key: str) -> None:
    assert key in [part.key for part in matching(sections(rules_text("herrlof")), words)]


# The page on fair play


FAIRNESS = ROOT / "docs" / "fairness.md"
BOTS_PART = "Who plays, and what they see"


def test_the_page_on_fair_play_is_docs_fairness_md_with_the_bots_in_their_own_words() -> None:
    parts = sections(fairness_text())
    (bots,) = [part for part in parts if part.title == BOTS_PART]
    parts.remove(bots)
    assert parts == sections(FAIRNESS.read_text("utf-8"))
    assert all(f"**{kind.title}** (`{key}`): {kind.description}" in bots.text for (_, key), kind in BOTS.items())
    assert all(f"{game.title}:" in bots.text for game in GAMES.values())


def test_what_people_want_to_know_comes_before_the_formulas() -> None:
    titles = [part.title for part in sections(fairness_text())]
    assert titles.index("What bots can see") + 1 == titles.index(BOTS_PART)
    assert titles.index(BOTS_PART) + 1 == titles.index("How we know that no bot peeks")
    assert titles[-2:] == ["The formulas", "Test vectors"]


def test_every_command_on_the_page_names_what_there_is() -> None:
    commands = re.findall(r"^(?:pytest|herrlof) .+$", FAIRNESS.read_text("utf-8"), re.MULTILINE)
    assert len(commands) >= 6
    for path in re.findall(r"tests/[\w/.]+", FAIRNESS.read_text("utf-8")):
        assert (ROOT / path.rstrip(".")).exists(), path


@pytest.mark.second
def test_the_wheel_carries_every_page_that_the_program_shows(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as packed:
        names = packed.namelist()
        packed.extractall(tmp_path / "installed")
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    assert {name.removeprefix("herrlof/docs/") for name in names if name.startswith("herrlof/docs/")} == pages
    assert {"rules.md", "fairness.md", "nl/rules.md"} <= pages
    source = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*") if path.is_file()}
    assert {name for name in source if "__pycache__" not in name} <= set(names)
    assert all(name.startswith(("herrlof/", "herrlof-")) for name in names)
    code = "from herrlof import doc_pages; print(doc_pages.__file__); print(doc_pages.rules_text('herrlof'))"
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True)
    where, _, page = done.stdout.partition("\n")
    assert where.startswith(str(tmp_path))
    assert page.strip() == PAGE.read_text("utf-8").strip()
    code = "import sys; from herrlof.cli.main import main; sys.exit(main(['rules', 'herrlof']))"
    surroundings |= {"LC_ALL": "nl_NL.UTF-8", "LANGUAGE": "", "HERRLOF_LANGUAGE": ""}
    done = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == (ROOT / "docs" / "nl" / "rules.md").read_text("utf-8").strip()


def test_the_page_on_fair_play_can_be_printed_whole_and_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fairness"]) == 0
    assert capsys.readouterr().out.strip() == fairness_text().strip()
    assert main(["fairness", "Crockford"]) == 0
    assert capsys.readouterr().out.startswith("### Deal codes\n")
    with pytest.raises(SystemExit):
        main(["fairness", "submarine"])
    assert capsys.readouterr().err == "herrlof: No part of this page has the words 'submarine'.\n"
