"""The rules pages: their numbers are those of the tests and of all that quotes them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from herrlof.doc_pages import rules_text, sections
from herrlof.games import GAMES
from herrlof.games.herald import reading
from herrlof.games.herald.cards import FIGURE_ROWS, FIGURES, MAGE
from herrlof.games.how_ruck.cards import ACTIONS, parse_card
from herrlof.games.how_ruck.words import card_name

ROOT = Path(__file__).parents[2]
RULES = {
    "herrlof": ("rules.md", 23, 11, "its publisher, Jolly Dutch"),
    "herald": ("rules-herald.md", 14, 12, "its author or publisher"),
    "how-ruck": ("rules-how-ruck.md", 19, 11, "its author, Richard Bora, and its publisher, Kosmos"),
    "herfor": ("rules-herfor.md", 9, 6, "their author and publisher"),
}
"""The file in docs, how many rules and examples it has, and to whom it says that the game belongs."""
by_letter = pytest.mark.parametrize(
    ("key", "letter"), [(key, letter) for key, game in GAMES.items() for letter in (game.words.prefix, "E")]
)


def page(key: str) -> str:
    return (ROOT / "docs" / RULES[key][0]).read_text("utf-8")


def keys(key: str, letter: str = "") -> list[str]:
    """Return the numbers that a page gives to its rules or examples."""
    return [part.key for part in sections(page(key)) if part.key and part.key.startswith(letter)]


@pytest.mark.parametrize("key", GAMES)
def test_the_page_in_the_program_is_the_one_in_docs(key: str) -> None:
    assert rules_text(key) == page(key)


@by_letter
def test_a_page_has_each_number_once_and_they_are_those_of_the_tests(key: str, letter: str) -> None:
    last = RULES[key][2 if letter == "E" else 1]
    assert sorted(keys(key, letter), key=lambda found: int(found[1:])) == [f"{letter}{n}" for n in range(1, last + 1)]
    text = (Path(__file__).parent / key.replace("-", "_") / "test_rules.py").read_text("utf-8")
    covered = {found.upper() for found in re.findall(rf"def test_({letter.lower()}\d+)_", text)}
    assert covered == set(keys(key, letter))


@pytest.mark.parametrize("key", GAMES)
def test_every_rule_quoted_in_the_code_is_on_the_page(key: str) -> None:
    folder, source, letter = key.replace("-", "_"), ROOT / "src" / "herrlof", GAMES[key].words.prefix
    quoted = set()
    for room in ("games", "bots", "tui/boards"):
        for path in (source / room / folder).rglob("*.py"):
            quoted |= (found := set(re.findall(rf"\b{letter}\d+\b", path.read_text("utf-8"))))
            assert found <= set(keys(key)), path
    assert len(quoted) > 5


@pytest.mark.parametrize("key", GAMES)
def test_a_page_says_whose_game_it_is(key: str) -> None:
    text = " ".join(page(key).split())
    assert "unofficial edition" in text
    assert f"belong to {RULES[key][3]}" in text


# Herald's tables


def rows(start: str) -> list[list[str]]:
    """Return the cells of the rows of Herald's table that begins with a cell, without its rule."""
    text = page("herald")
    lines = text[text.index(f"| {start} |") :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for n, line in enumerate(lines) if n != 1]


def test_heralds_table_of_cards_is_the_deck() -> None:
    found: dict[str, tuple[str, int]] = {}
    for names, points, _, number in rows("figure")[1:]:
        for name in names.split(", "):
            found[name] = (points, int(number) // len(names.split(", ")))
    assert found == {row.name: (str(row.points), row.copies * (1 if len(row.code) > 1 else 3)) for row in FIGURE_ROWS}


def marks(ahead: int, led: bool = False) -> tuple[str, ...]:
    """Return a sign for each figure that may be played on one that is ahead."""
    figures, better_colour = reading.beaten(ahead, led)
    return tuple(
        "●" if figure in figures else "○" if better_colour and figure == ahead else "" for figure in range(FIGURES)
    )


def test_heralds_beating_table_is_the_one_in_the_program() -> None:
    names = [row.name for row in FIGURE_ROWS]
    head, *lines = rows("ahead")
    assert head[1:] == ["AP" if name == "Armoured Pawn" else name for name in names]
    expected = {"Mage, led": marks(MAGE, led=True)} | {name: marks(ahead) for ahead, name in enumerate(names)}
    assert {name: tuple(cells) for name, *cells in lines} == expected


# How-Ruck!'s actions


def test_how_rucks_page_tells_all_ten_actions() -> None:
    (actions,) = [part.text for part in sections(page("how-ruck")) if part.key == "K13"]
    found = re.findall(r"^\| ([A-Z][\w -]+) \|", actions, re.MULTILINE)
    assert found == [card_name(parse_card(row.code)) for row in ACTIONS]
