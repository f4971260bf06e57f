"""Windows of every size: playable when small, no card when too small, alive whatever comes."""

from __future__ import annotations

from random import Random

from tests.terminal.table import Player, codes, counted, curtain, explained, hand, named, question, situation
from tests.terminal.terminal import QUIET, Terminal

SEATS = ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]
HOT_SEAT = ["play", "--seat", "Anna", "--seat", "Ben", "--pace", "0"]


def test_small_but_playable(terminal: Terminal) -> None:
    """At 60×20 every card of the hand can be reached, and a trick is played."""
    terminal.start(SEATS, 60, 20)
    player = Player(terminal)
    while player.ready() != "play":
        player.act()
    cards = hand(terminal.rows)
    assert len(cards) == 15
    wanted = {card.code for card in cards}
    reached: set[str] = set()
    for _ in range(3 * len(cards)):
        reached |= {code for code in wanted if explained(code) in question(terminal.rows)}
        if reached == wanted:
            break
        terminal.press("right")
        terminal.settle(5 * QUIET)
    assert reached == wanted
    player.act()
    player.act()
    terminal.press("l")
    terminal.wait_for("Last trick")


def test_too_small_shows_no_card(terminal: Terminal) -> None:
    """Below 60×20 a note says what is needed, and no card is shown; with room again the table is back."""
    terminal.start(SEATS)
    player = Player(terminal)
    player.act()
    player.ready()
    before = counted(terminal.rows)
    for columns, rows in ((50, 15), (10, 5), (59, 24), (80, 19), (1, 1)):
        terminal.resize(columns, rows)
        terminal.wait_for(lambda rows: not codes("\n".join(rows)))
        terminal.settle(0.1)
        assert not codes(terminal.text)
        assert not named(terminal.text)
        if columns >= 50:
            terminal.wait_for("needs 60 x 20")
        terminal.press("enter", "b", "1", "enter")
        terminal.settle()
    terminal.resize(80, 24)
    terminal.wait_for(lambda rows: situation(rows) == "play" and counted(rows) == before)


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


def test_a_hundred_sizes(terminal: Terminal) -> None:
    """A hundred sizes in a row, some with a screen over the table, end nothing."""
    random = Random(2020)
    terminal.start(SEATS)
    player = Player(terminal)
    player.act()
    player.ready()
    for turn in range(100):
        terminal.resize(
            random.choice((1, 2, 9, 40, 60, 79, 80, 120, 200)), random.choice((1, 2, 5, 19, 20, 24, 38, 60))
        )
        if turn % 10 == 0:
            terminal.press("s")
        if turn % 10 == 5:
            terminal.press("escape")
        terminal.read(0.01)
    terminal.resize(80, 24)
    terminal.settle(0.2)
    for _ in range(10):  # a page may be open; or a key meant to close one came when none was, and left the table
        if situation(terminal.rows) in ("play", "answer", "discard", "return"):
            break
        terminal.press("c" if "Continue" in terminal.text else "escape")
        terminal.settle(0.3)
    player.act()
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()
