"""What a player or chance can do, as dense ints and as the text codes of every record.

The action that plays a card is the card's own number.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from herrlof.game import InvalidAction, Outcome
from herrlof.games.coded import Codes, dealt
from herrlof.games.herald import SEATS
from herrlof.games.herald.cards import CARD_CODES, DECK, parse_card

HAND_SIZE: Final = 5

CODES: Final = Codes("Herald", (f"play {card}" for card in CARD_CODES))
_DEALERS: Final = {f"dealer {seat}": Outcome("dealer", (seat,)) for seat in range(SEATS[-1])}

encode_chance = partial(dealt, CARD_CODES, "dealer")
"""Gives the text code of a deal (all cards in dealing order, H3) or of who deals first."""


def decode_chance(text: str) -> Outcome:
    if text in _DEALERS:
        return _DEALERS[text]
    kind, *codes = text.split(" ")
    if kind != "deal":
        raise InvalidAction(f"{text!r} is nothing that chance does in Herald")
    cards = tuple(map(parse_card, codes))
    if tuple(sorted(cards)) != DECK:
        raise InvalidAction(f"a deal of Herald has all its {len(DECK)} cards, and none too often")
    return Outcome(kind, cards)
