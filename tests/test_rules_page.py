"""The rules page: its numbers are those of the tests and of all that quotes it, and it can be searched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from herrlof.rules import matching, rules_text, sections

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
