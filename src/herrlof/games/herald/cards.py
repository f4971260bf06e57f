"""The 60 cards as ints, their text codes and their tables (H1).

A card is a number 0..29, its *kind*, ascending by points: `GM SM BM` (the Mages), Pawns, Towers, Catapults, Horses, the
Armoured Pawn, Archers, Queens, Kings, Shields, the Chest, the Herald. Of some kinds there are several copies, which
nobody can tell apart.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from herrlof.game import InvalidAction
from herrlof.games.json import text_code

Card: TypeAlias = Annotated[int, text_code(lambda card: CARD_CODES[card], lambda code: parse_card(code))]
Figure: TypeAlias = int
Colour: TypeAlias = int

GOLD, SILVER, BRONZE = range(3)
NO_COLOUR: Final[Colour] = 3
COLOUR_NAMES: Final = ("gold", "silver", "bronze")
COLOUR_LETTERS: Final = "GSB"

(
    MAGE,
    PAWN,
    TOWER,
    CATAPULT,
    HORSE,
    ARMOURED_PAWN,
    ARCHER,
    QUEEN,
    KING,
    SHIELD,
    CHEST,
    HERALD,
) = range(12)
FIGURES: Final = 12
FIGURE_NAMES: Final = (
    "Mage", "Pawn", "Tower", "Catapult", "Horse", "Armoured Pawn", "Archer", "Queen", "King", "Shield", "Chest",
    "Herald",
)  # fmt: skip
FIGURE_LETTERS: Final = ("M", "P", "T", "C", "H", "", "A", "Q", "K", "S", "", "")
"""Nothing for the figures without a colour, each of which has a code of its own."""
FIGURE_POINTS: Final = (0, 1, 3, 4, 5, 6, 7, 10, 10, 10, 11, 25)
FIGURE_COPIES: Final = (1, 9, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1)
"""How many cards of a figure there are in each of its colours, or without any."""
COLOURLESS: Final = {ARMOURED_PAWN: "ARMOUR", CHEST: "CHEST", HERALD: "HERALD"}
"""The text codes of the figures that are there once."""

_KINDS: Final = tuple(
    (figure, colour)
    for figure in range(FIGURES)
    for colour in ((NO_COLOUR,) if figure in COLOURLESS else (GOLD, SILVER, BRONZE))
)
KINDS: Final = len(_KINDS)
NO_CARD: Final[Card] = -1

FIGURE_OF: Final[tuple[Figure, ...]] = tuple(figure for figure, _ in _KINDS)
COLOUR_OF: Final[tuple[Colour, ...]] = tuple(colour for _, colour in _KINDS)
"""The colour that decides between cards of the same figure (H6)."""
SYMBOL_OF: Final[tuple[Colour, ...]] = tuple(GOLD if figure == CHEST else colour for figure, colour in _KINDS)
"""The colour as which a card counts where points are level: the Chest's symbol is gold (H12)."""
POINTS_OF: Final[tuple[int, ...]] = tuple(FIGURE_POINTS[figure] for figure in FIGURE_OF)
COPIES: Final[tuple[int, ...]] = tuple(FIGURE_COPIES[figure] for figure in FIGURE_OF)
CARD_CODES: Final[tuple[str, ...]] = tuple(
    COLOURLESS.get(figure) or COLOUR_LETTERS[colour] + FIGURE_LETTERS[figure] for figure, colour in _KINDS
)
DECK: Final[tuple[Card, ...]] = tuple(card for card, copies in enumerate(COPIES) for _ in range(copies))

LAST_MAGE: Final[Card] = max(card for card, figure in enumerate(FIGURE_OF) if figure == MAGE)
"""The Mages are the first of all kinds: a card is one if it is no larger."""
THE_HERALD: Final[Card] = FIGURE_OF.index(HERALD)

_CARDS: Final = {code: card for card, code in enumerate(CARD_CODES)}


def parse_card(text: str) -> Card:
    """Return the card with this text code."""
    try:
        return _CARDS[text]
    except KeyError:
        raise InvalidAction(f"{text!r} is no card: cards are GK SQ BP, ARMOUR, CHEST or HERALD") from None
