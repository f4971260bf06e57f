"""The log of a tug of war: a number for each thing that happened, all of it public, and the ways to read it.

A number is `seat << 8 | action`, and for a blind draw `2 << 8 | card`: the card that chance took out of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, TypeAlias

from herrlof.game import CHANCE, Action, Outcome
from herrlof.games.how_ruck.actions import CARD_PLAYED, CODES, PLAY, SEATS, decode_chance, encode_chance
from herrlof.games.how_ruck.cards import Card
from herrlof.games.json import Code


def known_code(known: Known) -> list[int | str]:
    """Return an entry with the text code of the action, or of the draw."""
    who, what = known
    return [who, encode_chance(Outcome("blind", (what,))) if who == CHANCE else CODES.encode(what)]


def parse_known(found: Sequence[Any]) -> Known:
    who, what = found
    if who == CHANCE:
        (card,) = decode_chance(what).values
        return CHANCE, card
    if who not in range(SEATS) or type(who) is not int:
        raise ValueError(f"{found!r} is no entry")
    return who, CODES.decode(what)


Known: TypeAlias = Annotated[tuple[int, int], Code(known_code, parse_known, '{"type": "array"}')]
"""(who, what): a seat and its action, or CHANCE and the card that was drawn blind."""

_CHANCE: Final = SEATS
"""Stands for chance in a number."""


def entry(seat: int, action: Action) -> int:
    return seat << 8 | action


def blind_entry(card: Card) -> int:
    return _CHANCE << 8 | card


def entries(log: Iterable[int]) -> tuple[Known, ...]:
    return tuple([(CHANCE if number >> 8 == _CHANCE else number >> 8, number & 255) for number in log])


def cards_out(history: Iterable[Known]) -> tuple[list[Card], list[Card]]:
    """Return the cards that have left the hand of each seat, played by itself or stolen from it."""
    out: tuple[list[Card], list[Card]] = [], []
    thief = stolen = -1
    for who, what in history:
        if who == CHANCE:
            out[1 - thief].append(what)
            stolen = what
        elif what >= PLAY and (card := CARD_PLAYED.get(what)) is not None:
            if card == stolen and who == thief:
                stolen = -1
            else:
                out[who].append(card)
            thief = who
    return out


def plays_in(history: Iterable[Known]) -> int:
    """Return how many cards have been played, stolen ones too."""
    return sum(who != CHANCE and what in CARD_PLAYED for who, what in history)
