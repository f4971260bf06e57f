"""Reads the table from a terminal's rows, and plays on it with keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.terminal.terminal import QUIET, Terminal

CARD = re.compile(r"(?<=[│|])([1-9])([●■▲◆])|(?<=[│|]) ([▼×])|\b([1-9])([●■▲◆])[BGRY]|([▼×])[VH]\b")
"""A card in a hand or on the table (`│7■`, `│ ▼`) or in a line of text (`7■G`, `▼V`)."""
NAMED = re.compile(r"\b(blue|green|red|yellow) ([1-9])\b", re.IGNORECASE)
"""A card in words."""
LETTER = dict(zip("●■▲◆▼×", "BGRYVH", strict=True))
CURTAIN = re.compile(r"Hand the keyboard to (\S.*?)\.   \1: press ([123])")
WON = re.compile(r" wins: | share the win")
AIM = re.compile(r"predicted (\d+):")
ASKED = {"predict": "predict", "play": "play", "put under": "discard", "give back": "return", "answer": "answer"}


@dataclass(frozen=True)
class Shown:
    """A card of the hand and where it is."""

    code: str
    playable: bool
    x: int
    y: int


def edge(rows: Sequence[str]) -> int:
    """Return the row of the lower edge of the table's panels: above it all is public."""
    return next((y for y, row in enumerate(rows) if row.startswith("╰")), -1)


def codes(text: str) -> list[str]:
    """Return the cards that are drawn in a text, as in `G7`, `V`."""
    return [_code(found) for found in CARD.finditer(text)]


def _code(found: re.Match[str]) -> str:
    rank, colour, sign, rank_inline, colour_inline, sign_inline = found.groups(default="")
    return LETTER[colour or sign or colour_inline or sign_inline] + rank + rank_inline


def named(text: str) -> set[str]:
    """Return the coloured cards a text names in words."""
    return {colour[0].upper() + rank for colour, rank in NAMED.findall(" ".join(text.split()))}


def hand(rows: Sequence[str]) -> list[Shown]:
    """Return the cards of the hand on the screen, from left to right."""
    found = []
    for y in range(edge(rows) + 1, len(rows)):
        for match in CARD.finditer(rows[y]):
            x = match.start()
            found.append(Shown(_code(match), rows[y - 1][x : x + 1] not in ("·", "."), x - 1, y))
    return sorted(found, key=lambda shown: shown.x)


def curtain(rows: Sequence[str]) -> int | None:
    """Return the number of the seat the curtain waits for, from 0; None: there is no curtain."""
    found = CURTAIN.search("\n".join(rows))
    return None if found is None else int(found[2]) - 1


def situation(rows: Sequence[str]) -> str:
    """Return what the table waits for: an answer by its name, `curtain`, `pad`, `end`, or nothing (``)."""
    text = "\n".join(rows)
    if "Explain a line" in text:
        return "end" if WON.search(text) else "pad"
    if curtain(rows) is not None:
        return "curtain"
    found = re.search(r"Enter (predict|play|put under|give back|answer)\b", rows[-1])
    return "" if found is None else ASKED[found[1]]


def asks(rows: Sequence[str]) -> bool:
    """Whether the table waits for somebody and shows what can be chosen: the keys are drawn before the cards."""
    asked = situation(rows)
    return bool(asked) and (asked not in ("play", "discard", "return") or any(card.playable for card in hand(rows)))


def question(rows: Sequence[str]) -> str:
    """Return the question and what is below it, the log and the keys left out."""
    below = edge(rows) + 1
    return " ".join(" ".join(rows[below + 6 : below + 9]).split())


def explained(code: str) -> str:
    """Return how the line below the hand begins for a card."""
    if code in "VH":
        return {"V": "Valknut: ", "H": "Hagalaz: "}[code]
    return {"B": "Blue", "G": "Green", "R": "Red", "Y": "Yellow"}[code[0]] + f" {code[1]}"


class Player:
    """Plays for everybody at the keyboard, by what the screen says."""

    def __init__(self, terminal: Terminal) -> None:
        """`pick` chooses among the playable cards, `agree` answers a question."""
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
        self.terminal.wait_for(asks)
        self.terminal.settle()
        self.terminal.wait_for(asks)
        return situation(self.rows)

    def act(self) -> str:
        """Do the next thing the table waits for, and return what it was; a pad is left open."""
        asked = self.ready()
        match asked:
            case "curtain":
                self.open_curtain()
            case "predict":
                self.enter_prediction()
            case "play" | "discard" | "return":
                self.choose(self.pick([card.code for card in hand(self.rows) if card.playable]))
            case "answer":
                self.answer()
        return asked

    def play_round(self) -> str:
        """Act until the score pad is open: `pad`, or `end` after the last round."""
        while True:
            asked = self.act()
            if asked in ("pad", "end"):
                return asked

    def next_round(self) -> None:
        """Close the score pad."""
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

    def enter_prediction(self) -> None:
        """Type a number, see it marked, and confirm it."""
        number = self.predict(self.seat or 0)
        self.terminal.press(*str(number))
        if self.terminal.screen.columns < 80:  # where the numbers stand too close for brackets
            self.terminal.settle(5 * QUIET)
        else:
            self.terminal.wait_for(f"[{number}]")
        self.terminal.press("enter")
        self.terminal.wait_for(lambda rows: situation(rows) != "predict")

    def focus(self, code: str) -> None:
        """Bring a card of the hand into focus with its own keys."""
        for _ in range(4):  # of identical cards the next is taken
            if explained(code) in question(self.rows):
                return
            self.terminal.press(*code.lower())
            self.terminal.settle()
        self.terminal.wait_for(lambda rows: explained(code) in question(rows))

    def choose(self, code: str) -> None:
        """Play a card, put it under the deck, or give it back."""
        self.focus(code)
        asked, before = situation(self.rows), len(hand(self.rows))
        self.choosing(asked, code)
        self.terminal.press("enter")
        self.terminal.wait_for(lambda rows: situation(rows) != asked or len(hand(rows)) != before)

    def answer(self) -> None:
        """Say yes (the first answer is in focus) or no."""
        asked = question(self.rows)
        agreed = self.agree(asked)
        self.answering(asked, agreed)
        self.terminal.press("enter" if agreed else "n")
        self.terminal.wait_for(lambda rows: question(rows) != asked)

    # For those who keep a record

    def opening(self, seat: int) -> None:
        """Hear that a seat is about to open the curtain."""

    def choosing(self, asked: str, code: str) -> None:
        """Hear that a card is about to leave the hand."""

    def answering(self, asked: str, agreed: bool) -> None:
        """Hear that a question is about to be answered."""


def counted(rows: Sequence[str]) -> Counter[str]:
    """Return how often each card is in the hand on the screen."""
    return Counter(card.code for card in hand(rows))
