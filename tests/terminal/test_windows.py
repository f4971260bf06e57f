"""Windows of every size: playable when small, no card when too small, alive whatever comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tests.terminal.table import Player, codes, counted, curtain, explained, hand, named, question, situation
from tests.terminal.terminal import Terminal

SEATS = ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]
HOT_SEAT = ["play", "--seat", "Anna", "--seat", "Ben", "--pace", "0"]
SIZES = ((1, 1), (2, 5), (9, 24), (40, 12), (59, 24), (60, 19), (60, 20), (79, 38), (80, 24), (120, 40), (200, 60))


@pytest.mark.second
def test_small_but_playable(terminal: Terminal) -> None:
    """At 60×20 every card of the hand can be reached, and a trick is played."""
    terminal.start(SEATS, 60, 20)
    player = Player(terminal)
    player.play_until("play")
    wanted = {card.code for card in hand(terminal.rows)}
    assert len(hand(terminal.rows)) == 15
    for code in sorted(wanted):
        player.focus(code)
        assert explained(code) in question(terminal.rows)
    player.act()
    player.act()
    terminal.press("l")
    terminal.wait_for("LAST TRICK")


@pytest.mark.second
def test_too_small_shows_no_card(terminal: Terminal) -> None:
    """Below 60×20 a note says what is needed, and no card is shown; with room again the table is back."""
    terminal.start(SEATS)
    player = Player(terminal)
    player.play_until("play")
    before = counted(terminal.rows)
    for columns, rows in ((50, 15), (10, 5), (59, 24), (80, 19), (1, 1)):
        terminal.resize(columns, rows)
        if columns >= 50:
            terminal.wait_for("needs 60 x 20")
        terminal.wait_for(lambda rows: not codes("\n".join(rows)))
        terminal.press("enter", "b", "1", "enter")
        terminal.settle()
        assert not codes(terminal.text)
        assert not named(terminal.text)
    terminal.resize(80, 24)
    terminal.wait_for(lambda rows: situation(rows) == "play" and counted(rows) == before)
    terminal.wait_for("Enter play  Tab hint")
    player.act()


@pytest.mark.second
def test_a_hot_seat_comes_back_behind_the_curtain(terminal: Terminal) -> None:
    """Between people, a window that was too small opens on the curtain."""
    terminal.start(HOT_SEAT)
    player = Player(terminal)
    player.act()
    player.ready()
    before = counted(terminal.rows)
    assert before
    terminal.resize(50, 15)
    terminal.wait_for("needs 60 x 20")
    shown = []
    terminal.checks.append(lambda rows: shown.extend(hand(rows)))
    terminal.resize(80, 24)
    terminal.wait_for(lambda rows: curtain(rows) == player.seat)
    terminal.settle()
    assert not shown
    terminal.checks.clear()
    player.act()
    terminal.wait_for(lambda rows: counted(rows) == before)


def look(terminal: Terminal, number: int, page: bool, before: Counter[str]) -> None:
    """See the table, or the page over it, in a window as wide as none was for long.

    Frames of the sizes before are still on their way. One of the same size would be taken for the last one, and the
    table takes no key while its window is too small.
    """
    width = 81 + number % 19
    terminal.resize(width, 24)
    if page:
        terminal.wait_for("No round is over yet")
    else:
        terminal.wait_for(lambda rows: len(rows[0].rstrip()) == width - 1 and counted(rows) == before)
    terminal.settle()


@pytest.mark.parametrize(
    "sizes", [pytest.param(100, marks=pytest.mark.second), pytest.param(2000, marks=pytest.mark.slow)]
)
def test_sizes_in_a_row(terminal: Terminal, sizes: int, record_property: Callable[[str, object], None]) -> None:
    """Hundreds of sizes, some of them with a page over the table, end nothing and lose nothing."""
    random = Random(2020)
    terminal.start(SEATS)
    player = Player(terminal)
    player.play_until("play")
    before = counted(terminal.rows)
    page = False
    for turn in range(1, sizes + 1):
        terminal.resize(*random.choice(SIZES))
        terminal.read(0.01)
        if turn % 10 == 0:
            look(terminal, turn // 10, page, before)
            terminal.press("escape" if page else "s")
            page = not page
            if page:  # a next window that is too small would overtake the key, and take it away
                terminal.wait_for("No round is over yet")
    if page:
        look(terminal, 0, page, before)
        terminal.press("escape")
    terminal.resize(80, 24)
    terminal.wait_for(lambda rows: situation(rows) == "play" and counted(rows) == before)
    terminal.settle()
    player.act()
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()
    record_property("counted", f"{sizes} sizes, looked at {sizes // 10} times on the way")
