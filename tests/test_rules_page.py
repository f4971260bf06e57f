"""The rules page: its numbers are those of the tests and of all that quotes it. The page on fair play. The search."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from herrlof.bots import BOTS
from herrlof.cli import main
from herrlof.pages import fairness_text, matching, rules_text, sections

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules.md"


def numbered(letter: str) -> list[str]:
    """Return the numbers that the page gives to its rules or examples."""
    return [part.key for part in sections(PAGE.read_text("utf-8")) if part.key.startswith(letter)]


def covered(letter: str) -> set[str]:
    """Return the numbers in the names of the tests of the rules."""
    text = (ROOT / "tests" / "games" / "herrlof" / "test_rules.py").read_text("utf-8")
    return {found.upper() for found in re.findall(rf"def test_({letter.lower()}\d+)_", text)}


def test_the_page_in_the_program_is_docs_rules_md() -> None:
    assert rules_text() == PAGE.read_text("utf-8")


def test_the_page_has_r1_to_r23_and_e1_to_e11_once_each() -> None:
    assert sorted(numbered("R"), key=lambda key: int(key[1:])) == [f"R{n}" for n in range(1, 24)]
    assert numbered("E") == [f"E{n}" for n in range(1, 12)]


@pytest.mark.parametrize("letter", ["R", "E"])
def test_page_and_tests_name_the_same_numbers(letter: str) -> None:
    assert covered(letter) == set(numbered(letter))


def test_every_rule_quoted_anywhere_is_on_the_page() -> None:
    known = {*numbered("R"), *numbered("E")}
    places = [PAGE, *(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), ROOT / "README.md"]
    for path in places:
        if path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            rules = set(re.findall(r"\(R\d+(?:, R\d+)*\)|\bR\d+ to R\d+|`R\d+`|\bR\d\d\b", line))
            quoted = {key for text in rules for key in re.findall(r"R\d+", text)}
            assert quoted <= known, f"{path}, line {number}: {quoted - known}"


def test_every_rule_that_the_table_opens_is_on_the_page() -> None:
    """The key that opens the page names a rule as a string."""
    known = set(numbered("R"))
    quoted = set()
    for path in (ROOT / "src" / "herrlof" / "tui").rglob("*.py"):
        quoted |= set(re.findall(r"\"(R\d+)\"", path.read_text("utf-8")))
    assert len(quoted) >= 8
    assert quoted <= known


def test_no_section_is_empty_and_none_is_lost() -> None:
    text = PAGE.read_text("utf-8")
    parts = sections(text)
    assert all(part.title and part.text for part in parts)
    together = "\n".join(f"{part.title}\n{part.text}" for part in parts)
    for line in text.splitlines():
        if line and not line.startswith("#"):
            assert line in together


def test_a_search_narrows_and_needs_every_word() -> None:
    parts = sections(rules_text())
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
    assert key in [part.key for part in matching(sections(rules_text()), words)]


# The page on fair play


FAIRNESS = ROOT / "docs" / "fairness.md"
BOTS_PART = "Who plays, and what they see"


def test_the_page_on_fair_play_is_docs_fairness_md_with_the_bots_in_their_own_words() -> None:
    parts = sections(fairness_text())
    (bots,) = [part for part in parts if part.title == BOTS_PART]
    parts.remove(bots)
    assert parts == sections(FAIRNESS.read_text("utf-8"))
    assert all(f"**{kind.title}** (`{key}`): {kind.sentence}" in bots.text for key, kind in BOTS.items())


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


def test_the_wheel_carries_every_page_that_the_program_shows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert carried == {f"docs/{name}": f"herrlof/{name}" for name in ("rules.md", "fairness.md")}


def test_the_page_on_fair_play_can_be_printed_whole_and_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fairness"]) == 0
    assert capsys.readouterr().out.strip() == fairness_text().strip()
    assert main(["fairness", "Crockford"]) == 0
    assert capsys.readouterr().out.startswith("### Deal codes\n")
    with pytest.raises(SystemExit):
        main(["fairness", "submarine"])
    assert capsys.readouterr().err == "herrlof: no part of this page has the words 'submarine'\n"
