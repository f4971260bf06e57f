"""What a player or chance can do, as dense ints and as the text codes of every record."""

from __future__ import annotations

from functools import partial
from typing import Final

from herrlof.game import Action, InvalidAction, Outcome
from herrlof.games.coded import Codes, dealt
from herrlof.games.herrlof.cards import CARD_CODES, KINDS, parse_card

PLAY: Final[Action] = 0
PREDICT: Final[Action] = PLAY + KINDS
DRAW: Final[Action] = PREDICT + 16
PASS: Final[Action] = DRAW + 1
DISCARD: Final[Action] = PASS + 1
TAKE_TRICK: Final[Action] = DISCARD + KINDS
STEAL: Final[Action] = TAKE_TRICK + 3
RETURN: Final[Action] = STEAL + 3
"""The first action of each sort: `DISCARD + card`, `STEAL + seat`, `PREDICT + number`."""

STEALS: Final = {
    seats: tuple((PASS, *(STEAL + seat for seat in range(seats) if seat != thief)) for thief in range(seats))
    for seats in (2, 3)
}
"""`STEALS[seats][thief]`: what the winner with a 6 may do (R15)."""

BLIND: Final = RETURN + KINDS
DREW: Final = BLIND + KINDS
TURNED: Final = DREW + KINDS
"""Numbers after the actions, for a state's log: `BLIND + card` drawn by a 6, `DREW + card` by a 3, `TURNED + card`."""

CODES: Final = Codes(
    "Herrlof",
    (
        *(f"play {card}" for card in CARD_CODES),
        *(f"predict {number}" for number in range(16)),
        "draw",
        "pass",
        *(f"discard {card}" for card in CARD_CODES),
        *(f"take-trick {seat}" for seat in range(3)),
        *(f"steal {seat}" for seat in range(3)),
        *(f"return {card}" for card in CARD_CODES),
    ),
)

encode_chance = partial(dealt, CARD_CODES, "dealer")
"""Gives the text code of a deal (all cards in dealing order), a blind draw (one card), or of who deals first."""


def decode_chance(text: str) -> Outcome:
    kind, *codes = text.split(" ")
    if kind == "dealer" and len(codes) == 1 and codes[0] in ("0", "1", "2"):
        return Outcome(kind, (int(codes[0]),))
    cards = tuple(map(parse_card, codes))
    if kind != ("blind" if len(cards) == 1 else "deal") or not cards:
        raise InvalidAction(f"{text!r} is nothing that chance does in Herrlof")
    return Outcome(kind, cards)
