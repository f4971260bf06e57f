"""Where the terminal's cursor stands, which a braille line, a magnifier and a screen reader follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from tests.terminal.test_colours import furnish


def stands_before(terminal: Terminal, text: str, row: str = "") -> None:
    """Wait until the cursor stands where a text begins, in a row in which another one stands."""
    cursor = terminal.screen.cursor
    terminal.wait_for(lambda rows: rows[cursor.y][cursor.x :].startswith(text) and row in rows[cursor.y])


@pytest.mark.second
def test_on_pages_it_stands_at_the_row_the_keys_act_on(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start(environment=furnish(tmp_path, "dark", ["herrlof"]))
    stands_before(terminal, "Continue")
    terminal.press("o")
    stands_before(terminal, "the system's", "Language")
    terminal.press("down")
    stands_before(terminal, "dark", "Theme")
    terminal.press("down")
    stands_before(terminal, "none", "Pauses")
    terminal.press("up")
    stands_before(terminal, "dark", "Theme")
    terminal.press("up")
    stands_before(terminal, "the system's", "Language")
    terminal.press("up")
    stands_before(terminal, " ", "Your name")
    terminal.press("escape")
    stands_before(terminal, "Continue")
    terminal.press("g")
    terminal.wait_for("HERRLOF   Matches")
    stands_before(terminal, "20")
    row = terminal.screen.cursor.y
    terminal.press("down")
    terminal.wait_for(lambda _: terminal.screen.cursor.y == row + 1)


@pytest.mark.parametrize(
    ("key", "first", "cards"),
    [
        ("herrlof", "3◆", ["3■", "9■"]),
        pytest.param("herald", "▸", ["1▲", "1▲"], marks=pytest.mark.second),
        pytest.param("how-ruck", "▸", ["0▲", "0●"], marks=pytest.mark.second),
    ],
)
def test_at_a_table_it_stands_at_the_card_in_focus(
    key: str, first: str, cards: list[str], terminal: Terminal, tmp_path: Path
) -> None:
    """And before one is chosen at the question; the only one that is legal is chosen at once."""
    terminal.start(environment=furnish(tmp_path, "dark", [key]))
    terminal.wait_for("Continue")
    terminal.press("c")
    stands_before(terminal, first)
    for card in cards:
        before = terminal.text
        terminal.press("right")
        terminal.wait_for(lambda rows, before=before: "\n".join(rows) != before)
        stands_before(terminal, card)


@pytest.mark.second
def test_on_herfors_board_it_moves_with_the_point(terminal: Terminal, tmp_path: Path) -> None:
    """Points of a row lie four cells apart; where the first sign of one is drawn depends on what lies there."""
    terminal.start(environment=furnish(tmp_path, "dark", ["herfor"]))
    terminal.wait_for("Continue")
    terminal.press("c")
    terminal.wait_for("+ could turn")  # a part of the last row
    terminal.still()
    before = terminal.screen.cursor.x, terminal.screen.cursor.y
    terminal.press("right")
    terminal.wait_for(lambda _: (terminal.screen.cursor.x, terminal.screen.cursor.y) != before)
    terminal.still()
    x, y = terminal.screen.cursor.x, terminal.screen.cursor.y
    key, step = ("left", -4) if x > 28 else ("right", 4)  # the first point is the last stone: it may end its row
    terminal.press(key)
    terminal.wait_for(
        lambda _: abs(terminal.screen.cursor.x - x - step) <= 2 and abs(terminal.screen.cursor.y - y) <= 1
    )
