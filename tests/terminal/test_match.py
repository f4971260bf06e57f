"""A practice match to the winner, and every power, with keys only, at 80×24."""

from __future__ import annotations

import re

import pytest

from herrlof.tui.screens.table import HURRY_GUARD
from tests.terminal.table import Player, hand, question, situation
from tests.terminal.terminal import Terminal


class AtAPace(Player):
    """Plays where bots take their time: a key that means nothing else hurries them."""

    def ready(self) -> str:
        """Hurry until the table waits for somebody, who is not heard in the same moment."""
        while not situation(self.rows):
            if "any key go on" in self.rows[-1]:
                self.terminal.press("x")
            self.terminal.settle(1.2 * HURRY_GUARD)
        return super().ready()


def finish(terminal: Terminal) -> None:
    """From the pad with the winner: home, and quit."""
    assert re.search(r"\w+ wins \d+ : \d+\.|share the win", terminal.text), terminal.text
    assert re.search(r"\(R20\)", terminal.text)
    terminal.pick("Home", "tab")
    terminal.wait_for("New game")
    assert "Continue" not in terminal.text
    terminal.pick("Quit")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()


def test_a_match_to_its_end(terminal: Terminal) -> None:
    """From the first prediction to the pad with the winner, Home, Quit."""
    terminal.start(["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"])
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
    "the 1": r"Anna took a trick of Dice\.",
    "the 3": r"Anna drew the \w+ ?\d? ?from the deck\.",
    "the 3, put under": r"Anna put (the|a) \w+ ?\d? ?under the deck\.",
    "the 6": r"Anna drew a card from Dice's hand\.",
    "the 6, given back": r"Anna gave (the|a) \w+ ?\d? ?back\.",
    "the 9": r"leads: a 9 gives the lead away\.",
    "Valknut": r"Destroyed by Anna's Valknut\.",
    "Hagalaz": r"Anna leads: played the (last )?Hagalaz\.",
}


def test_every_power_is_used(terminal: Terminal) -> None:
    """The 1, the 3, the 6, the 9, Valknut and Hagalaz do on the screen what the rules say, in as many rounds as needed."""
    seen: set[str] = set()
    import time
    T=time.time()

    def look(rows: list[str]) -> None:
        halves = [row[41:79] for row in rows[3:9]], [row[:79] for row in rows[18:]]
        text = "\n".join(" ".join(" ".join(half).replace("│", " ").split()) for half in halves)
        import time
        for power, pattern in POWERS.items():
            if power not in seen and re.search(pattern,text):
                print(time.time()-T, power, rows[0])
        seen.update(power for power, pattern in POWERS.items() if re.search(pattern, text))

    terminal.start(["play", "--seat", "Anna", "--seat", "Dice=bot:random", "--goal", "200", "--pace", "0"])
    terminal.checks.append(look)
    player = Player(terminal)
    wanted = {"1": "the 1", "3": "the 3", "6": "the 6", "9": "the 9", "V": "Valknut", "H": "Hagalaz"}

    def pick(playable: list[str]) -> str:
        powers = [card for card in playable if wanted.get(card[-1], "") not in {*seen, ""}]
        high = sorted(playable, key=lambda card: card[1:])
        return (powers or high)[-1]

    player.pick = pick
    for _ in range(20 * 40):
        if seen == set(POWERS):
            break
        asked = player.ready()
        if asked == "end":
            terminal.press("enter")
            terminal.wait_for(lambda rows: situation(rows) not in ("", "end"))
        elif asked == "pad":
            player.next_round()
        else:
            player.act()
    assert seen == set(POWERS)
    assert question(terminal.rows)
