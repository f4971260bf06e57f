"""What a player or chance can do, as dense ints and as the text codes of every record."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

from herrlof.game import Action, InvalidAction, Outcome
from herrlof.games.coded import Codes
from herrlof.games.how_ruck.cards import (
    CARD_CODES,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    COPIES,
    DECK,
    FIRST_ACTION,
    FIRST_WHITE,
    KINDS,
    NESSIE_VALUE,
    WHITE,
    Card,
    parse_card,
)

SEATS: Final = 2
FIELDS: Final = SEATS * COLOURS
PAIRS: Final = 10
"""How many pairs each seat sorts (K5)."""
TEAM_SIZE: Final = 2 * PAIRS
HAND_SIZE: Final = 6

KEEP: Final[Action] = 0
SPLIT: Final[Action] = KEEP + 2
PLAY: Final[Action] = SPLIT + 2
PLAY_WHITE: Final[Action] = PLAY + FIRST_WHITE * SEATS
PLAY_ACTION: Final[Action] = PLAY_WHITE + (FIRST_ACTION - FIRST_WHITE) * FIELDS
DISCARD: Final[Action] = PLAY_ACTION + KINDS - FIRST_ACTION
MOVE: Final[Action] = DISCARD + KINDS - FIRST_ACTION
MOVE_WHITE: Final[Action] = MOVE + FIELDS
NAME: Final[Action] = MOVE_WHITE + FIELDS * COLOURS
"""The first action of each sort: `KEEP + place in the pair`, `PLAY + card * 2 + side`,
`PLAY_WHITE + (card - FIRST_WHITE) * 6 + field`, `PLAY_ACTION + card - FIRST_ACTION`, likewise `DISCARD`,
`MOVE + field`, `MOVE_WHITE + field * 3 + colour`, `NAME + value`. A side is 0 for the mover's own; a field is
`side * 3 + colour`, so seen from the mover."""

OWN, OTHER = 0, 1
SIDE_NAMES: Final = ("own", "other")

RACE_EVEN: Final = Outcome("race")
RACES: Final = (*(Outcome("race", (seat, placed + 1)) for seat in range(SEATS) for placed in range(PAIRS)), RACE_EVEN)
"""The outcomes of a race: who sorted first and how many pairs the other one had placed, or none, where it was even
(K6). There are more where the clock was stopped: after these two numbers follow those of pairs that were put off and
not placed though a pair below them was, 1 the top one, ascending (K19)."""


def _plays(card: Card) -> tuple[Action, ...]:
    if card < FIRST_WHITE:
        return PLAY + card * SEATS + OWN, PLAY + card * SEATS + OTHER
    if card < FIRST_ACTION:
        first = PLAY_WHITE + (card - FIRST_WHITE) * FIELDS
        return tuple(range(first, first + FIELDS))
    return (PLAY_ACTION + card - FIRST_ACTION,)


PLAYS: Final = tuple(map(_plays, range(KINDS)))
"""The actions that play each card with its effect."""
CARD_PLAYED: Final[dict[Action, Card]] = {
    **{action: card for card, actions in enumerate(PLAYS) for action in actions},
    **{DISCARD + n: FIRST_ACTION + n for n in range(KINDS - FIRST_ACTION)},
}
"""The card that each play or discard takes from the hand."""
FIELD_PLAYED: Final[dict[Action, int]] = {
    **{
        action: side * COLOURS + COLOUR_OF[card]
        for card in range(FIRST_WHITE)
        for side, action in enumerate(PLAYS[card])
    },
    **{action: field for card in range(FIRST_WHITE, FIRST_ACTION) for field, action in enumerate(PLAYS[card])},
}
"""The field, seen from the mover, on which each play of a Scot puts it."""


def moved_from(action: Action) -> int:
    """Return the field, seen from the mover, whose top card changes sides."""
    return action - MOVE if action < MOVE_WHITE else (action - MOVE_WHITE) // COLOURS


def moved_to(action: Action) -> int:
    """Return the field, seen from the mover, to which a card that changes sides goes."""
    field = moved_from(action)
    colour = field % COLOURS if action < MOVE_WHITE else (action - MOVE_WHITE) % COLOURS
    return (1 - field // COLOURS) * COLOURS + colour


def _field(field: int) -> str:
    return f"{SIDE_NAMES[field // COLOURS]} {COLOUR_NAMES[field % COLOURS]}"


CODES: Final = Codes(
    "How-Ruck!",
    (
        *(f"keep {place}" for place in (1, 2)),
        *(f"split {place}" for place in (1, 2)),
        *(f"play {code} {side}" for code in CARD_CODES[:FIRST_WHITE] for side in SIDE_NAMES),
        *(f"play {code} {_field(field)}" for code in CARD_CODES[FIRST_WHITE:FIRST_ACTION] for field in range(FIELDS)),
        *(f"play {code}" for code in CARD_CODES[FIRST_ACTION:]),
        *(f"discard {code}" for code in CARD_CODES[FIRST_ACTION:]),
        *(f"move {_field(field)}" for field in range(FIELDS)),
        *(f"move {_field(field)} to {colour}" for field in range(FIELDS) for colour in COLOUR_NAMES[:WHITE]),
        *(f"name {value}" for value in range(NESSIE_VALUE + 1)),
    ),
)
_RACE_CODES: Final = {" ".join(("race", *map(str, race.values or ("even",)))): race for race in RACES}
_RACE_TEXTS: Final = {race: code for code, race in _RACE_CODES.items()}
_LATER: Final = " later "
"""What stands in a code of a race before the pairs that were put off."""


def in_time(outcome: Outcome) -> list[int]:
    """Return which pairs the slower seat of a race had placed, counted from 0; those put off lie above (K19)."""
    _, placed, *later = outcome.values
    return [pair for pair in range(PAIRS) if pair + 1 not in later][:placed]


_PAIR_NUMBERS: Final = {str(number): number for number in range(1, PAIRS + 1)}


def encode_chance(outcome: Outcome) -> str:
    """Return the text code of a race, a deal (55 cards), the stacks (20 and 20), or a blind draw (one card)."""
    kind, values = outcome
    if kind == "race":
        later = values[2:]
        return _RACE_TEXTS[Outcome(kind, values[:2])] + (_LATER + " ".join(map(str, later)) if later else "")
    codes = [CARD_CODES[card] for card in values]
    if kind == "stacks":
        codes.insert(TEAM_SIZE, "/")
    return " ".join((kind, *codes))


def decode_chance(text: str) -> Outcome:
    race, put_off, numbers = text.partition(_LATER)
    if race in _RACE_CODES:
        outcome = _RACE_CODES[race]
        return _decode_later(outcome, numbers) if put_off else outcome
    kind, *codes = text.split(" ")
    fits = {"deal": len(codes) == len(DECK), "blind": len(codes) == 1}.get(kind, False)
    if kind == "stacks" and len(codes) == SEATS * TEAM_SIZE + 1 and codes.pop(TEAM_SIZE) == "/":
        fits = True
    if not fits:
        raise InvalidAction(f"{text!r} is nothing that chance does in How-Ruck!")
    cards = tuple(map(parse_card, codes))
    for card, number in Counter(cards).items():
        if number > COPIES[card]:
            raise InvalidAction(f"there are not {number} cards {CARD_CODES[card]} in How-Ruck!")
    return Outcome(kind, cards)


def _decode_later(race: Outcome, numbers: str) -> Outcome:
    """Return a race with the pairs that were put off: each lies above the lowest pair that was placed (K19)."""
    later = tuple([_PAIR_NUMBERS.get(number, 0) for number in numbers.split(" ")])
    lowest = race.values[1] + len(later) if race.values else 0
    if later[0] < 1 or not later[-1] < lowest <= PAIRS or any(one >= two for one, two in pairwise(later)):
        raise InvalidAction(f"{numbers!r} are no pairs that were put off in this race")
    return Outcome(race.kind, (*race.values, *later))
