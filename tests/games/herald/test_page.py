"""The rules page: its numbers are those of the tests and of all that quotes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from herrlof.games.herald import reading
from herrlof.games.herald.cards import COLOURLESS, FIGURE_COPIES, FIGURE_NAMES, FIGURE_POINTS, FIGURES, MAGE
from herrlof.pages import rules_text, sections
from tests.games.herald.table import GAME

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "rules-herald.md"
TEXT = PAGE.read_text("utf-8")
KEYS = [part.key for part in sections(TEXT) if part.key]


def test_the_page_in_the_program_is_the_one_in_docs() -> None:
    assert rules_text("herald") == TEXT


def test_the_page_has_h1_to_h14_and_e1_to_e12_once_each() -> None:
    assert [key for key in KEYS if key[0] == GAME.words.prefix] == [f"H{n}" for n in range(1, 15)]
    assert [key for key in KEYS if key[0] == "E"] == [f"E{n}" for n in range(1, 13)]


@pytest.mark.parametrize("letter", ["H", "E"])
def test_page_and_tests_name_the_same_numbers(letter: str) -> None:
    text = Path(__file__).with_name("test_rules.py").read_text("utf-8")
    covered = {found.upper() for found in re.findall(rf"def test_({letter.lower()}\d+)_", text)}
    assert covered == {key for key in KEYS if key[0] == letter}


@pytest.mark.parametrize("folder", ["src/herrlof/games/herald", "src/herrlof/bots/herald"])
def test_every_rule_quoted_in_the_code_is_on_the_page(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        quoted = set(re.findall(r"\bH\d+\b", path.read_text("utf-8")))
        assert quoted <= set(KEYS), path


def rows(start: str) -> list[list[str]]:
    """Return the cells of the rows of the table that begins with a cell, without its rule."""
    lines = TEXT[TEXT.index(f"| {start} |") :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for n, line in enumerate(lines) if n != 1]


def test_the_table_of_cards_is_the_deck() -> None:
    found: dict[str, tuple[str, int]] = {}
    for names, points, _, number in rows("figure")[1:]:
        for name in names.split(", "):
            found[name] = (points, int(number) // len(names.split(", ")))
    assert found == {
        FIGURE_NAMES[figure]: (
            str(FIGURE_POINTS[figure]), FIGURE_COPIES[figure] * (1 if figure in COLOURLESS else 3)
        )
        for figure in range(FIGURES)
    }  # fmt: skip


def marks(ahead: int, led: bool = False) -> tuple[str, ...]:
    """Return a sign for each figure that may be played on one that is ahead."""
    figures, better_colour = reading.beaten(ahead, led)
    return tuple(
        "●" if figure in figures else "○" if better_colour and figure == ahead else "" for figure in range(FIGURES)
    )


def test_the_beating_table_is_the_one_in_the_program() -> None:
    head, *lines = rows("ahead")
    assert head[1:] == ["AP" if name == "Armoured Pawn" else name for name in FIGURE_NAMES]
    expected = {"Mage, led": marks(MAGE, led=True)} | {FIGURE_NAMES[ahead]: marks(ahead) for ahead in range(FIGURES)}
    assert {name: tuple(cells) for name, *cells in lines} == expected


def test_the_page_says_whose_game_it_is() -> None:
    text = " ".join(TEXT.split())
    assert "unofficial edition" in text
    assert "belong to its author or publisher" in text
