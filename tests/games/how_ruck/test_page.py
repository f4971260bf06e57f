"""The rules page: its numbers are those of the tests and of all that quotes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from herrlof.games.how_ruck.cards import ACTION_NAMES
from herrlof.games.how_ruck.words import action_titles, card_name
from herrlof.pages import rules_text, sections
from tests.games.how_ruck.table import GAME

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "rules-how-ruck.md"
KEYS = [part.key for part in sections(PAGE.read_text("utf-8")) if part.key]


def test_the_page_in_the_program_is_the_one_in_docs() -> None:
    assert rules_text("how-ruck") == PAGE.read_text("utf-8")


def test_the_page_has_k1_to_k19_and_e1_to_e11_once_each() -> None:
    assert [key for key in KEYS if key[0] == GAME.words.prefix] == [f"K{n}" for n in range(1, 20)]
    assert [key for key in KEYS if key[0] == "E"] == [f"E{n}" for n in range(1, 12)]


@pytest.mark.parametrize("letter", ["K", "E"])
def test_page_and_tests_name_the_same_numbers(letter: str) -> None:
    text = Path(__file__).with_name("test_rules.py").read_text("utf-8")
    covered = {found.upper() for found in re.findall(rf"def test_({letter.lower()}\d+)_", text)}
    assert covered == {key for key in KEYS if key[0] == letter}


@pytest.mark.parametrize("folder", ["src/herrlof/games/how_ruck", "src/herrlof/bots/how_ruck"])
def test_every_rule_quoted_in_the_code_is_on_the_page(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        quoted = set(re.findall(r"\bK\d+\b", path.read_text("utf-8")))
        assert quoted <= set(KEYS), path


def test_the_page_tells_all_ten_actions() -> None:
    (actions,) = [part.text for part in sections(PAGE.read_text("utf-8")) if part.key == "K13"]
    rows = re.findall(r"^\| ([A-Z][\w -]+) \|", actions, re.MULTILINE)
    assert rows == [card_name(card) for card in action_titles()]
    assert len(rows) == len(ACTION_NAMES)


def test_the_page_says_whose_game_it_is() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    assert "unofficial edition" in text
    assert "belong to its author, Richard Bora, and its publisher, Kosmos" in text
