"""The 42 cards as ints, hands as bit sets, and their text codes (R1).

A card is a number 0..37, its *kind*: the coloured cards `colour * 9 + rank - 1` for blue, green,
red, yellow and ranks 1..9, then Valknut and Hagalaz, of which there are three each. A hand is one
int: a bit for every coloured card, a two-bit count of Valknuts above them, one of Hagalaz above that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from herrlof.game import InvalidAction
from herrlof.games.json import text_code
from herrlof.messages import N_, NP_, Message

Card: TypeAlias = Annotated[int, text_code(lambda card: CARD_CODES[card], lambda code: parse_card(code))]
Colour: TypeAlias = Annotated[
    int, text_code(lambda colour: COLOUR_NAMES[colour], lambda name: COLOUR_NAMES.index(name))
]
Hand: TypeAlias = int

BLUE, GREEN, RED, YELLOW = range(4)
NO_COLOUR: Final = -1
"""The colour of a Valknut or Hagalaz, of no trump, and of nothing to follow."""

RANKS: Final = 9
VALKNUT: Final[Card] = 4 * RANKS
HAGALAZ: Final[Card] = VALKNUT + 1
KINDS: Final = HAGALAZ + 1
SPECIAL_COPIES: Final = 3

DECK: Final[tuple[Card, ...]] = (*range(VALKNUT), *[VALKNUT] * SPECIAL_COPIES, *[HAGALAZ] * SPECIAL_COPIES)

COLOUR_LETTERS: Final = "BGRY"
COLOUR_NAMES: Final = ("blue", "green", "red", "yellow")
CARD_CODES: Final = (
    *(f"{letter}{rank}" for letter in COLOUR_LETTERS for rank in range(1, RANKS + 1)),
    "V",
    "H",
)

COLOUR_OF: Final[tuple[Colour, ...]] = (*(card // RANKS for card in range(VALKNUT)), NO_COLOUR, NO_COLOUR)
RANK_OF: Final[tuple[int, ...]] = (*(card % RANKS + 1 for card in range(VALKNUT)), 0, 0)


class Power(NamedTuple):
    """What a card does beyond its rank."""

    rank: int
    """Which card of every colour has it; 0: one without a colour."""
    code: str
    """The sign by which lists name its cards: their rank, or their text code."""
    acts: Literal["played", "lies", "wins"]
    """When: as it is played, as soon as its trick is finished, or where it wins that."""
    word: Message
    rule: str
    does: Message
    counted: Message
    """What statistics call its use."""
    how: Literal["used", "times"]
    """Whether its player may leave it, so that uses are counted of the times it could have been used."""
    of: str
    """The first word of the action that uses it, or the deed."""


POWERS: Final = (
    Power(1, "1", "wins", NP_("cell:5", "take"), "R14", N_("wins: you may take an earlier trick"),
          N_("1 took a trick"), "used", "take-trick"),
    Power(3, "3", "played", NP_("cell:5", "draw"), "R9", N_("played: exchange a card with the deck"),
          N_("3 changed"), "used", "draw"),
    Power(6, "6", "wins", NP_("cell:5", "swap"), "R15", N_("wins: draw unseen from a hand, give one back"),
          N_("6 swapped"), "used", "steal"),
    Power(9, "9", "wins", NP_("cell:5", "yield"), "R16", N_("wins: the player on the left leads"),
          N_("9 gave the lead"), "times", "nine"),
    Power(0, "V", "lies", NP_("cell:5", "void"), "R11", N_("void: destroys the trick"),
          N_("V destroyed a trick"), "times", "valknut"),
    Power(0, "H", "lies", NP_("cell:5", "low"), "R13", N_("low: below all, but leads the next"),
          N_("H led the next"), "times", "hagalaz"),
)  # fmt: skip
"""The powers (R9, R11, R13 to R16): faces, counts, texts and statistics are made from these rows."""
_POWERS: Final = {power.code: power for power in POWERS}
POWER_OF: Final[tuple[Power | None, ...]] = tuple(
    _POWERS.get(str(rank or code)) for rank, code in zip(RANK_OF, CARD_CODES, strict=True)
)
"""By card; None: it has none."""

ONE: Final[tuple[Hand, ...]] = (*(1 << card for card in range(VALKNUT)), 1 << VALKNUT, 1 << VALKNUT + 2)
"""What one card of a kind adds to a hand: `hand + ONE[card]`, `hand - ONE[card]`."""

COLOUR_BITS: Final = (1 << RANKS) - 1


def _cards_by_bits(colour: Colour) -> tuple[tuple[Card, ...], ...]:
    found: list[tuple[Card, ...]] = [()]
    for card in range(colour * RANKS, (colour + 1) * RANKS):
        found += [(*cards, card) for cards in found]
    return tuple(found)


COLOUR_CARDS: Final[tuple[tuple[tuple[Card, ...], ...], ...]] = tuple(map(_cards_by_bits, range(4)))
"""`COLOUR_CARDS[colour][bits]`: the cards of one colour whose bits are set."""
SPECIAL_COPIES_IN: Final[tuple[tuple[Card, ...], ...]] = tuple(
    (VALKNUT,) * (bits & 3) + (HAGALAZ,) * (bits >> 2) for bits in range(16)
)
"""`SPECIAL_COPIES_IN[hand >> VALKNUT]`: every Valknut and Hagalaz of a hand."""
SPECIAL_CARDS: Final[tuple[tuple[Card, ...], ...]] = tuple(tuple(sorted(set(cards))) for cards in SPECIAL_COPIES_IN)
"""`SPECIAL_CARDS[hand >> VALKNUT]`: the Valknut and Hagalaz of a hand, each named once."""

_BLUE, _GREEN, _RED, _YELLOW = COLOUR_CARDS
_TWO_RANKS: Final = 2 * RANKS
_TWO_COLOURS: Final = (1 << _TWO_RANKS) - 1
COLOURED: Final = (1 << VALKNUT) - 1
"""The bits of a hand that stand for coloured cards."""


def hand_of(cards: Iterable[Card]) -> Hand:
    return sum(map(ONE.__getitem__, cards))


def kinds_in(hand: Hand) -> tuple[Card, ...]:
    """Return the different cards of a hand, ascending."""
    low, high = hand & _TWO_COLOURS, hand >> _TWO_RANKS  # each half fits one digit of Python's ints
    return (
        _BLUE[low & COLOUR_BITS]
        + _GREEN[low >> RANKS]
        + _RED[high & COLOUR_BITS]
        + _YELLOW[high >> RANKS & COLOUR_BITS]
        + SPECIAL_CARDS[high >> _TWO_RANKS]
    )


def cards_in(hand: Hand) -> tuple[Card, ...]:
    """Return all cards of a hand, ascending, identical ones as often as they are there."""
    return kinds_in(hand & COLOURED) + SPECIAL_COPIES_IN[hand >> VALKNUT]


def size_of(hand: Hand) -> int:
    """Return how many cards a hand holds."""
    return (hand & COLOURED).bit_count() + (hand >> VALKNUT & 3) + (hand >> VALKNUT + 2)


def parse_card(text: str) -> Card:
    try:
        return CARD_CODES.index(text)
    except ValueError:
        raise InvalidAction(f"{text!r} is no card: cards are B7 G1 R9 Y3 V H") from None
