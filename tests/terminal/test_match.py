"""A practice match to the winner, and every power, with keys only, at 80×24."""

from __future__ import annotations

import re

import pytest

from herrlof.table.dealing import deal_code
from herrlof.tui.screens.table import ENTER_GUARD
from tests.terminal.table import Player, codes, edge, hand, situation
from tests.terminal.terminal import Terminal


class AtAPace(Player):
    """Plays where bots take their time: a key that means nothing else hurries them."""

    def ready(self) -> str:
        """Hurry until the table waits for somebody, who is not heard in the same moment."""
        for _ in range(100):
            if "any key go on" in self.rows[-1]:
                self.terminal.press("x")
            asked = situation(self.rows)
            self.terminal.settle(1.2 * ENTER_GUARD)
            if asked and situation(self.rows) == asked:
                break
        return super().ready()


def finish(terminal: Terminal) -> None:
    """From the pad with the winner: home, and quit."""
    assert re.search(r"\w+ wins: \w+ \d+, |share the win", terminal.text), terminal.text
    assert re.search(r"\(R20\)", terminal.text)
    terminal.pick("Home", "tab")
    terminal.wait_for("New game")
    assert "Continue" not in terminal.text
    terminal.pick("Quit")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()


def test_a_match_to_its_end(terminal: Terminal) -> None:
    """From the first prediction to the pad with the winner, Home, Quit."""
    terminal.start(["play", "--seat", "Anna", "--seat", "bot:rules", "--goal", "30", "--pace", "0"])
    player = Player(terminal)
    rounds = 0
    assert player.ready() == "predict"
    while player.play_round() == "pad":
        rounds += 1
        assert f"Round {rounds} " in terminal.text
        player.next_round()
    finish(terminal)


def test_practice_from_the_home_screen(terminal: Terminal) -> None:
    """Home, Practise, a few tricks at a person's pace, and back: the match waits at home."""
    terminal.start()
    terminal.pick("Practise")
    player = AtAPace(terminal)
    while "Trick 3 of 15" not in terminal.text:
        player.act()
    terminal.press("q")
    terminal.wait_for("Continue")
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()


@pytest.mark.slow
def test_a_practice_match_from_home_to_home(terminal: Terminal) -> None:
    """Home, Practise, all rounds at a person's pace, the winner, Home, Quit."""
    terminal.start()
    terminal.pick("Practise")
    player = AtAPace(terminal)
    while player.play_round() == "pad":
        player.next_round()
    finish(terminal)


def test_an_unplayable_card_says_which_rule_forbids_it(terminal: Terminal) -> None:
    """Enter on a card that may not be played plays nothing and names the rule."""
    terminal.start(["play", "--seat", "Anna", "--seat", "bot:random", "--pace", "0"])
    player = Player(terminal)
    for _ in range(400):
        asked = player.ready()
        cards = hand(terminal.rows)
        forbidden = [card.code for card in cards if not card.playable]
        if asked == "play" and forbidden:
            break
        player.act() if asked != "pad" else player.next_round()
    else:
        pytest.fail("no colour had to be followed in 400 moves")
    player.focus(forbidden[0])
    terminal.press("enter")
    terminal.wait_for("(R7)")
    terminal.settle()
    assert [card.code for card in hand(terminal.rows)] == [card.code for card in cards]
    player.act()
    assert len(hand(terminal.rows)) < len(cards) or situation(terminal.rows) != "play"


POWERS = {
    "1": r"(Anna|Ben) took a trick from (Anna|Ben)\.",
    "3": r"(Anna|Ben) drew (the|a) \w+( \d)? from the deck\.",
    "3, put under": r"(Anna|Ben) put (the|a) \w+( \d)? under the deck\.",
    "6": r"(Anna|Ben) drew a card from (Anna|Ben)'s hand\.",
    "6, seen": r"It was (the|a) \w+( \d)?\.",
    "6, given back": r"(Anna|Ben) gave (the|a) \w+( \d)? back\.",
    "9": r"leads: a 9 gives the lead away\.",
    "V": r"Destroyed by (Anna|Ben)'s Valknut\.",
    "H": r"(Anna|Ben) leads: played the (last )?Hagalaz\.",
}
"""What the last trick or the log says when a power has been used."""


class Friends(Player):
    """Two people at the keyboard who help each other to use every power once."""

    def __init__(self, terminal: Terminal) -> None:
        """Begin with nothing seen."""
        super().__init__(terminal)
        self.pick = self.for_a_power
        self.seen: set[str] = set()
        self.hands: dict[int | None, list[str]] = {}

    def look(self, rows: list[str]) -> None:
        """Read the panels and the log of a frame."""
        log = " ".join(" ".join(rows[edge(rows) + 1 :]).split())
        panel = " ".join(" ".join(row[41:79] for row in rows[: edge(rows)]).split())
        self.seen.update(power for power, said in POWERS.items() if re.search(said, panel) or re.search(said, log))

    def for_a_power(self, playable: list[str]) -> str:
        """Play what has not been seen yet; a led 1 is let through, for a 1 seldom wins."""
        rows = self.rows
        self.hands[self.seat] = [card.code for card in hand(rows)]
        table = codes("\n".join(row[:40] for row in rows[: edge(rows)]))
        lows = sorted(playable, key=lambda card: card[1:] or "9")
        if table[:1] and table[0].endswith("1"):
            return "H" if "H" in playable else lows[0]
        wanted = [card for card in playable if card[-1] in "369V" and card[-1] not in self.seen]
        other = self.hands.get(1 - (self.seat or 0), [])
        if not table and "H" in other and not re.search(r"tricks 0 ", rows[1]):
            wanted = [card for card in playable if card.endswith("1")] or wanted
        return (wanted or [card for card in lows if card != "H"] or lows)[-1]


def test_every_power_is_used(terminal: Terminal) -> None:
    """The 1, the 3, the 6, the 9, Valknut and Hagalaz do on the screen what the rules say."""
    deals = deal_code(b"every power 0002")  # any deals will do: with these the first round is enough
    terminal.start(["play", "--seat", "Anna", "--seat", "Ben", "--goal", "200", "--deal", deals, "--pace", "0"])
    player = Friends(terminal)
    terminal.checks.append(player.look)
    for _ in range(300):
        if player.seen == set(POWERS):
            break
        if player.act() == "pad":
            player.next_round()
    assert player.seen == set(POWERS)
