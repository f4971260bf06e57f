"""A match to the winner, practice from the home screen, and every power, with keys only, at 80×24."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from herrlof.table.dealing import deal_code
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.screens.ends import GUARD
from tests.terminal.table import Player, counted, hand, own_row, playable, situation
from tests.terminal.terminal import Terminal

SEATS = ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]


class AtAPace(Player):
    """Plays where bots take their time, and where a key that comes too soon after a question is no answer."""

    def ready(self) -> str:
        """Wait until a question has stood long enough to be answered."""
        while True:
            self.terminal.wait_for(situation)
            asked = situation(self.rows)
            self.terminal.settle(1.2 * ENTER_GUARD)
            if situation(self.rows) == asked:
                return asked


def finish(terminal: Terminal, guard: float = 0.0) -> None:
    """From the page with the winner: home, and quit, where for so long after a page has come no key leaves it."""
    terminal.settle(1.2 * guard)
    assert re.search(r"(You|Rules|Random) wins?\.|share the win\.", terminal.text), terminal.text
    assert "The commitment matches: the deals were fixed from the start." in terminal.text
    terminal.press("q")
    terminal.wait_for("Say a number")
    assert "Continue" not in terminal.text
    terminal.settle(1.2 * guard)
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()


@pytest.mark.second
def test_a_match_to_its_end(terminal: Terminal) -> None:
    """From the first prediction to the page with the winner, home, and out."""
    terminal.start([*SEATS, "--goal", "30"])
    player = Player(terminal)
    rounds = 0
    assert player.ready() == "predict"
    while player.play_until("pad", "end") == "pad":
        rounds += 1
        assert f"Round {rounds} is over" in terminal.rows[0]
        player.next_round()
    finish(terminal)


@pytest.mark.second
def test_practice_from_the_home_screen(terminal: Terminal) -> None:
    """Home, practise, a name, a few tricks at a person's pace, and back: the match waits at home."""
    terminal.start()
    terminal.wait_for("Say a number")
    terminal.press("p")
    terminal.wait_for("YOUR NAME")
    terminal.press(*"Anna", "enter")
    player = AtAPace(terminal)
    while "Trick 2 of 15" not in terminal.text:
        player.act()
    player.ready()
    terminal.press("q")
    terminal.wait_for("Continue")
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()


@pytest.mark.slow
def test_a_practice_match_from_home_to_home(terminal: Terminal) -> None:
    """Home, all rounds at a person's pace, the winner, home, out."""
    terminal.start([*SEATS[:-2], "--goal", "12"])
    player = AtAPace(terminal)
    while player.play_until("pad", "end") == "pad":
        player.next_round()
    finish(terminal, GUARD)


@pytest.mark.second
def test_a_card_that_may_not_be_played_says_which_rule_forbids_it(terminal: Terminal) -> None:
    """Enter on it plays nothing and names the rule."""
    terminal.start([*SEATS[:-3], "bot:random", "--pace", "0"])
    player = Player(terminal)
    for _ in range(60):
        asked = player.ready()
        cards = counted(terminal.rows)
        forbidden = sorted(cards - Counter(playable(terminal.rows)))
        if asked == "play" and forbidden:
            break
        player.act() if asked != "pad" else player.next_round()
    else:
        pytest.fail("no colour had to be followed in 60 moves")
    player.focus(forbidden[0])
    assert "Not now" in terminal.text
    terminal.press("enter")
    terminal.wait_for("(R7)")
    assert counted(terminal.rows) == cards
    player.act()
    assert situation(terminal.rows) != "play" or len(hand(terminal.rows)) < cards.total()


POWERS = {
    "1": r"The 1: you took a trick from (Anna|Ben)\.",
    "3": r"You drew (the|a) \w+( \d)? from the deck\.",
    "3, put under": r"(You|Anna|Ben) put (the|a) \w+( \d)? under the deck\.",
    "6": r"You drew (the|a) \w+( \d)? from (Anna|Ben)'s hand\.",
    "6, given back": r"The 6: you drew (the|a) \w+( \d)? and gave (Anna|Ben) (the|a) \w+( \d)?\.",
    "9": r"leads?: a 9 gives the lead away\.",
    "V": r"(Your|\w+'s) Valknut destroyed it: nobody has it\.",
    "H": r"leads?: the (last )?Hagalaz\.",
}
"""What the last trick or the news say when a power has been used."""


class Friends(Player):
    """Two people at the keyboard who help each other to use every power once."""

    def __init__(self, terminal: Terminal) -> None:
        """Begin with nothing seen."""
        super().__init__(terminal)
        self.pick = self.for_a_power
        self.seen: set[str] = set()
        self.hands: dict[int | None, list[str]] = {}

    def look(self, rows: list[str]) -> None:
        """Read the panel of the last trick, and the news, of a frame."""
        news = " ".join(rows[-2].split())
        panel = " ".join(" ".join(row[52:] for row in rows[2 : own_row(rows)]).split())
        self.seen.update(power for power, said in POWERS.items() if re.search(said, panel) or re.search(said, news))

    def for_a_power(self, cards: list[str]) -> str:
        """Play what has not been seen yet; a led 1 is let through, for a 1 seldom wins."""
        rows = self.rows
        self.hands[self.seat] = [card.code for card in hand(rows)]
        led = re.search(r"([1-9])[●■▲◆] +[BGRY] ", "".join(row[17:] for row in rows[3:12]))
        lows = sorted(cards, key=lambda card: card[1:] or "9")
        if led is not None and led[1] == "1":
            return "H" if "H" in cards else lows[0]
        wanted = [card for card in cards if card[-1] in "369V" and card[-1] not in self.seen]
        other = self.hands.get(1 - (self.seat or 0), [])
        if "any card" in rows[-5] and "H" in other and "no trick" not in rows[1]:
            wanted = [card for card in cards if card.endswith("1")] or wanted
        return (wanted or [card for card in lows if card != "H"] or lows)[-1]


@pytest.mark.second
def test_every_power_is_used(terminal: Terminal) -> None:
    """The 1, the 3, the 6, the 9, Valknut and Hagalaz do on the screen what the rules say."""
    deals = deal_code(b"every power 0002")
    terminal.start(["play", "--seat", "Anna", "--seat", "Ben", "--goal", "200", "--deal", deals, "--pace", "0"])
    player = Friends(terminal)
    terminal.checks.append(player.look)
    for _ in range(300):
        if player.seen == set(POWERS):
            break
        if player.act() == "pad":
            player.next_round()
    assert player.seen == set(POWERS)
