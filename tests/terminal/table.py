"""Reads the table from a terminal's rows, and plays on it with keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.terminal.terminal import Terminal

HEAD = re.compile(r"([1-9])([●■▲◆])|([▼✕])")
"""The head of a card in the hand: `4●`, `▼`."""
COLOURED = re.compile(r"([1-9])([●■▲◆])")
"""A card of a colour, wherever it is drawn; Valknut and Hagalaz stand in sentences too, and betray nothing."""
NAMED = re.compile(r"\b([Bb]lue|[Gg]reen|[Rr]ed|[Yy]ellow) ([1-9])\b")
"""A card in words; in capitals stands the trump, and beside it how many cards are in the deck."""
LETTER = dict(zip("●■▲◆▼✕", "BGRYVH", strict=True))
CURTAIN = re.compile(r"press  (\d)  when only you can see")
AIM = re.compile(r"said (\d+) ·")
"""How the own number is told during the tricks."""
ASKED = {
    "How many of the": "predict", "Your card.": "play", "The 3. You drew": "discard", "The 6. You drew": "return",
    "The 3. Draw": "answer", "The 1. Take": "answer", "The 6. Draw": "answer",
}  # fmt: skip
"""What the table waits for, by how its question begins."""
HIDES = "Space hides your hand."
"""How what a player alone was told ends."""
FOLLOW = re.compile(r"is led and you hold (blue|green|red|yellow)\.")


@dataclass(frozen=True)
class Shown:
    """A card of the hand and where it is."""

    code: str
    x: int
    y: int


def own_row(rows: Sequence[str]) -> int:
    """Return the row of the player at the keyboard: above it all is public but the panel beside the felt."""
    return len(rows) - 12 if len(rows) >= 24 else len(rows) - 11


def codes(text: str) -> set[str]:
    """Return the coloured cards that are drawn in a text, as in `G7`."""
    return {LETTER[shape] + rank for rank, shape in COLOURED.findall(text)}


def named(text: str) -> set[str]:
    """Return the coloured cards that a text names in words."""
    return {colour[0].upper() + rank for colour, rank in NAMED.findall(" ".join(text.split()))}


def at_table(rows: Sequence[str]) -> bool:
    """Whether a table is on the screen, with a hand or behind a curtain; a banner may stand above it."""
    return any(row.startswith(" HERRLOF ") and "is over" not in row and "Rules:" not in row for row in rows[:2])


def hand(rows: Sequence[str]) -> list[Shown]:
    """Return the cards of the hand on the screen, from left to right."""
    if not at_table(rows) or curtain(rows) is not None:
        return []
    top = len(rows) - 10
    found = []
    for y in (top, top + 1):
        for match in HEAD.finditer(rows[y]):
            rank, shape, special = match.groups(default="")
            found.append(Shown(LETTER[shape or special] + rank, match.start(), y))
    return sorted(found, key=lambda shown: shown.x)


def counted(rows: Sequence[str]) -> Counter[str]:
    """Return how often each card is in the hand on the screen."""
    return Counter(card.code for card in hand(rows))


def curtain(rows: Sequence[str]) -> int | None:
    """Return the number of the seat that the curtain waits for, from 0; None: there is no curtain."""
    found = CURTAIN.search("\n".join(rows))
    return None if found is None else int(found[1]) - 1


def question(rows: Sequence[str]) -> str:
    """Return the question and what stands below it; nothing where none is asked."""
    asked = rows[-5:-2]
    return " ".join(" ".join(asked).split()) if asked[0].startswith("▸") else ""


def situation(rows: Sequence[str]) -> str:
    """Return what the table waits for: an answer by its name, `show`, `curtain`, `pad`, `end`, or nothing (``)."""
    if curtain(rows) is not None:
        return "curtain"
    if "is over" in rows[0]:
        choices = [row for row in rows[:-1] if row.strip()][-1]
        return "pad" if "▸ Next" in choices else "end" if "Play again" in choices else ""
    asked = question(rows).removeprefix("▸ ") if at_table(rows) else ""
    if asked.endswith(HIDES):
        return "show"
    return next((name for begin, name in ASKED.items() if asked.startswith(begin)), "")


def playable(rows: Sequence[str]) -> list[str]:
    """Return the cards that may be played, by what the question says."""
    cards = [card.code for card in hand(rows)]
    led = FOLLOW.search(question(rows)) if situation(rows) == "play" else None
    return cards if led is None else [card for card in cards if card[0] in f"{led[1][0].upper()}VH"]


def explained(code: str) -> str:
    """Return how the line below the question begins for a card."""
    special = {"V": "Valknut, void", "H": "Hagalaz, low"}
    colours = {"B": "Blue", "G": "Green", "R": "Red", "Y": "Yellow"}
    return special[code] if code in special else f"{colours[code[0]]} {code[1]}, "


class Player:
    """Plays for everybody at the keyboard, by what the screen says."""

    def __init__(self, terminal: Terminal) -> None:
        """`pick` chooses among the playable cards, `agree` answers a question, `predict` says a number for a seat."""
        self.terminal = terminal
        self.pick: Callable[[list[str]], str] = lambda playable: playable[0]
        self.agree: Callable[[str], bool] = lambda asked: True
        self.predict: Callable[[int], int] = lambda seat: 4
        self.seat: int | None = None
        """Who has opened the curtain last."""

    @property
    def rows(self) -> list[str]:
        """What is on the screen."""
        return self.terminal.rows

    def ready(self) -> str:
        """Wait until the table waits for somebody; return for what."""
        self.terminal.wait_for(situation)
        self.terminal.settle()
        self.terminal.wait_for(situation)
        return situation(self.rows)

    def act(self) -> str:
        """Do the next thing the table waits for, and return what it was; the page at an end is left open."""
        asked = self.ready()
        match asked:
            case "curtain":
                self.open_curtain()
            case "show":
                self.terminal.press("space")
                self.terminal.wait_for(lambda rows: curtain(rows) is not None)
            case "predict":
                self.say_number()
            case "play" | "discard" | "return":
                self.choose(self.pick(playable(self.rows)))
            case "answer":
                self.answer()
        return asked

    def play_until(self, *wanted: str) -> str:
        """Act until the table waits for one of these, which is left undone."""
        while self.ready() not in wanted:
            self.act()
        return situation(self.rows)

    def next_round(self) -> None:
        """Close the page at the end of a round."""
        self.terminal.press("enter")
        self.terminal.wait_for(lambda rows: situation(rows) not in ("", "pad"))

    # One thing at a time

    def open_curtain(self) -> None:
        """Press the number of the seat that is asked for."""
        seat = curtain(self.rows)
        assert seat is not None
        self.seat = seat
        self.opening(seat)
        self.terminal.press(str(seat + 1))
        self.terminal.wait_for(lambda rows: curtain(rows) is None)

    def say_number(self) -> None:
        """Type a number, see it marked where there is room for that, and confirm it."""
        number = self.predict(self.seat or 0)
        self.terminal.press(*str(number))
        self.terminal.wait_for(f"Win exactly {number}:" if len(self.rows) >= 24 else "many of")
        self.terminal.press("enter")
        self.terminal.wait_for(lambda rows: situation(rows) != "predict")

    def focus(self, code: str) -> None:
        """Choose a card of the hand with its own keys; one that is looked at already counts only when it is chosen."""
        self.terminal.press(*code.lower())
        self.terminal.wait_for(lambda rows: explained(code) in question(rows))

    def choose(self, code: str) -> None:
        """Play a card, put it under the deck, or give it back."""
        self.focus(code)
        asked, before = situation(self.rows), len(hand(self.rows))
        self.choosing(asked, code)
        self.terminal.press("enter")
        self.terminal.wait_for(lambda rows: situation(rows) != asked or len(hand(rows)) != before)

    def answer(self) -> None:
        """Say yes, to the first that is offered, or no."""
        asked = question(self.rows)
        agreed = self.agree(asked)
        self.answering(asked, agreed)
        first = self.rows[-4].split()[0]
        keys = ("n",) if not agreed else ("y",) if first == "Y" else (first, "enter")
        self.terminal.press(*keys)
        self.terminal.wait_for(lambda rows: question(rows)[:30] != asked[:30])

    # For those who keep a record

    def opening(self, seat: int) -> None:
        """Hear that a seat is about to open the curtain."""

    def choosing(self, asked: str, code: str) -> None:
        """Hear that a card is about to leave the hand."""

    def answering(self, asked: str, agreed: bool) -> None:
        """Hear that a question is about to be answered."""
