"""The rope and the barrel: what every play does to them, as functions of ints (K2, K3, K11 to K15)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from herrlof.game import NOBODY, Action
from herrlof.games.how_ruck.actions import (
    CARD_PLAYED,
    DISCARD,
    FIELD_PLAYED,
    FIELDS,
    MOVE,
    MOVE_WHITE,
    NAME,
    PLAY_ACTION,
    moved_from,
    moved_to,
)
from herrlof.games.how_ruck.cards import (
    ADRENALINE,
    COLOURS,
    FIRST_WHITE,
    HAS_TEXT,
    HOW_RUCK,
    MONSTROUS,
    MUCHO_MACHO,
    NESSIE,
    ROPE_BREAKS,
    VALUE_OF,
    WEAK_WINS,
    WHITE,
    Card,
)

Rope: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards on the six fields, `seat * 3 + colour`, each from the bottom to the top."""

PRINTED: Final = 2
"""The strength of an empty field (K2)."""
TRACK: Final = 12
STARTS: Final = (6, 7)
"""The start field of each seat (K3)."""
DIRECTIONS: Final = (-1, 1)
"""Which way along the track the barrel comes towards each seat."""
NOWHERE: Final = 0
"""Where the barrel is before a round begins."""
ADRENALINE_FIELDS: Final = 2
BARE: Final[Rope] = ((),) * FIELDS


class Tug(NamedTuple):
    """The public outcome of a play."""

    rope: Rope
    barrel: int
    winner: int
    """The seat that has won the round by it; NOBODY: it goes on."""
    removed: tuple[int, ...] = ()
    """The fields whose top card was discarded."""


def top_value(pile: tuple[Card, ...]) -> int:
    """Return the strength of a field (K2)."""
    return VALUE_OF[pile[-1]] if pile else PRINTED


def strengths(rope: Rope) -> tuple[int, int]:
    """Return the strength of each seat's side (K2)."""
    red, blue, green, other_red, other_blue, other_green = map(top_value, rope)
    return red + blue + green, other_red + other_blue + other_green


def end_reached(barrel: int) -> int:
    """Return the seat at whose end the barrel is; NOBODY: at neither (K3)."""
    if barrel <= 1:
        return 0
    return 1 if barrel >= TRACK else NOBODY


def half_of(barrel: int) -> int:
    """Return the seat in whose half the barrel stands (K3, K14)."""
    return int(barrel > TRACK // 2)


def fields_gained(before: int, after: int, seat: int) -> int:
    """Return how many fields the barrel has come towards a seat; less than 0: away from it."""
    return (after - before) * DIRECTIONS[seat]


def tops(rope: Rope, value: int) -> tuple[int, ...]:
    """Return the fields whose top card has this value; printed strengths are no cards (Good-bye)."""
    return tuple([field for field, pile in enumerate(rope) if pile and VALUE_OF[pile[-1]] == value])


def ladies(rope: Rope) -> tuple[int, ...]:
    """Return the fields with a white top card other than Nessie (Mucho macho)."""
    return tuple([field for field, pile in enumerate(rope) if pile and FIRST_WHITE <= pile[-1] < NESSIE])


def shows_nessie(rope: Rope, seat: int) -> bool:
    """Whether Nessie is a top card on a seat's side (Monstrous)."""
    return any(pile[-1:] == (NESSIE,) for pile in rope[seat * COLOURS : seat * COLOURS + COLOURS])


def moves(rope: Rope, seat: int) -> tuple[Action, ...]:
    """Return how the top cards can change sides, as a seat's actions, ascending (Changing sides)."""
    men: list[Action] = []
    white: list[Action] = []
    for field in range(FIELDS):
        pile = rope[from_seat(field, seat)]
        if pile and pile[-1] < FIRST_WHITE:
            men.append(MOVE + field)
        elif pile:
            white += range(MOVE_WHITE + field * COLOURS, MOVE_WHITE + field * COLOURS + WHITE)
    return (*men, *white)


def from_seat(field: int, seat: int) -> int:
    """Return the field of the rope that a seat calls `field` (own 0 to 2, other 3 to 5), or the other way round."""
    return field if seat == 0 else (field + COLOURS) % FIELDS


def after(rope: Rope, barrel: int, seat: int, action: Action) -> Tug:
    """Return what a seat's play, move or naming makes of the rope and the barrel."""
    if action < PLAY_ACTION:
        card = CARD_PLAYED[action]
        rope = _covered(rope, from_seat(FIELD_PLAYED[action], seat), card)
        return _compared(rope, barrel) if HAS_TEXT[card] else Tug(rope, barrel, NOBODY)
    if action < DISCARD:
        return _acted(rope, barrel, seat, CARD_PLAYED[action])
    if action < MOVE:
        return Tug(rope, barrel, NOBODY)
    if action < NAME:
        field = from_seat(moved_from(action), seat)
        card = rope[field][-1]
        rope = _uncovered(rope, (field,))
        return Tug(_covered(rope, from_seat(moved_to(action), seat), card), barrel, NOBODY)
    return _removed(rope, barrel, tops(rope, action - NAME))


def _acted(rope: Rope, barrel: int, seat: int, card: Card) -> Tug:
    """Return what an action does at once; what is chosen for it comes as an action of its own."""
    if card == HOW_RUCK:
        return _compared(rope, barrel)
    if card == WEAK_WINS:
        return _compared(rope, barrel, -1)
    if card == ADRENALINE:
        return _pulled(rope, barrel + ADRENALINE_FIELDS * DIRECTIONS[seat])
    if card == ROPE_BREAKS:
        return Tug(rope, STARTS[seat], NOBODY)
    if card == MUCHO_MACHO:
        return _removed(rope, barrel, ladies(rope))
    if card == MONSTROUS and shows_nessie(rope, 1 - seat):
        return Tug(rope, barrel, seat)
    return Tug(rope, barrel, NOBODY)


def _compared(rope: Rope, barrel: int, sign: int = 1) -> Tug:
    """Let the stronger side pull the difference, or with sign -1 the weaker one (K12)."""
    first, second = strengths(rope)
    return _pulled(rope, barrel + sign * (second - first))


def _pulled(rope: Rope, barrel: int) -> Tug:
    return Tug(rope, barrel, end_reached(barrel))


def _covered(rope: Rope, field: int, card: Card) -> Rope:
    return (*rope[:field], (*rope[field], card), *rope[field + 1 :])


def _removed(rope: Rope, barrel: int, fields: tuple[int, ...]) -> Tug:
    return Tug(_uncovered(rope, fields), barrel, NOBODY, fields)


def _uncovered(rope: Rope, fields: tuple[int, ...]) -> Rope:
    """Take the top cards off some fields; what lay under them counts from now on (K15)."""
    return tuple([pile[:-1] if field in fields else pile for field, pile in enumerate(rope)])
