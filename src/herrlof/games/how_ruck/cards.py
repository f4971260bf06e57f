"""The 55 cards as ints, their text codes and their table (K1).

A card is a number 0..38, its *kind*: the men `colour * 8 + value * 2 + text`, then the white cards, then the
ten actions. Of some kinds there are two copies, which nobody can tell apart.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from herrlof.game import InvalidAction
from herrlof.games.json import text_code

Card: TypeAlias = Annotated[int, text_code(lambda card: CARD_CODES[card], lambda code: parse_card(code))]
Colour: TypeAlias = int

RED, BLUE, GREEN, WHITE = range(4)
NO_COLOUR: Final[Colour] = -1
"""The colour of an action."""
NO_CARD: Final[Card] = -1
COLOURS: Final = 3
"""The colours of men, and of the fields on each side of the rope."""

COLOUR_NAMES: Final = ("red", "blue", "green", "white")

MEN_VALUES: Final = (0, 1, 2, 3)
LADY_VALUES: Final = (0, 2, 3, 4)
NESSIE_VALUE: Final = 6
PLAIN_COPIES, TEXT_COPIES, LADY_COPIES, NESSIE_COPIES, ACTION_COPIES = 2, 1, 2, 1, 1
"""How often each card is there. The rule text tells 45 Scots and 10 actions; the rest is reconstructed (K1)."""
ACTION_NAMES: Final = (
    "adrenaline",
    "dirty-trick",
    "how-ruck",
    "mucho-macho",
    "weak-wins",
    "rope-breaks",
    "change-sides",
    "good-bye",
    "monstrous",
    "reinforcements",
)

FIRST_WHITE: Final[Card] = COLOURS * len(MEN_VALUES) * 2
NESSIE: Final[Card] = FIRST_WHITE + len(LADY_VALUES)
FIRST_ACTION: Final[Card] = NESSIE + 1
(
    ADRENALINE,
    DIRTY_TRICK,
    HOW_RUCK,
    MUCHO_MACHO,
    WEAK_WINS,
    ROPE_BREAKS,
    CHANGE_SIDES,
    GOOD_BYE,
    MONSTROUS,
    REINFORCEMENTS,
) = range(FIRST_ACTION, FIRST_ACTION + len(ACTION_NAMES))
KINDS: Final = FIRST_ACTION + len(ACTION_NAMES)

CARD_CODES: Final = (
    *(f"{letter}{value}{text}" for letter in "RBG" for value in MEN_VALUES for text in ("", "!")),
    *(f"W{value}" for value in LADY_VALUES),
    "N",
    *ACTION_NAMES,
)
COLOUR_OF: Final[tuple[Colour, ...]] = (
    *(card // 8 for card in range(FIRST_WHITE)),
    *[WHITE] * (FIRST_ACTION - FIRST_WHITE),
    *[NO_COLOUR] * len(ACTION_NAMES),
)
VALUE_OF: Final[tuple[int, ...]] = (
    *(card % 8 // 2 for card in range(FIRST_WHITE)),
    *LADY_VALUES,
    NESSIE_VALUE,
    *[0] * len(ACTION_NAMES),
)
"""What a card adds to its side; actions count 0 where cards are compared (K8)."""
HAS_TEXT: Final[tuple[bool, ...]] = (
    *(bool(card % 2) for card in range(FIRST_WHITE)),
    *[False] * (KINDS - FIRST_WHITE),
)
"""Which cards bear "How-Ruck!" (K12)."""
COPIES: Final[tuple[int, ...]] = (
    *(TEXT_COPIES if text else PLAIN_COPIES for text in HAS_TEXT[:FIRST_WHITE]),
    *[LADY_COPIES] * len(LADY_VALUES),
    NESSIE_COPIES,
    *[ACTION_COPIES] * len(ACTION_NAMES),
)
DECK: Final[tuple[Card, ...]] = tuple(card for card, copies in enumerate(COPIES) for _ in range(copies))

_LOT_ORDER: Final = (NO_COLOUR, GREEN, BLUE, RED, WHITE)
"""Which colour is ahead where values are level, the last one first of all (K8)."""

_CARDS: Final = {code: card for card, code in enumerate(CARD_CODES)}


def parse_card(text: str) -> Card:
    """Return the card with this text code."""
    try:
        return _CARDS[text]
    except KeyError:
        raise InvalidAction(f"{text!r} is no card: cards are R2 B0! W3 N, or an action such as adrenaline") from None


def lot_rank(card: Card) -> tuple[int, int]:
    """Return what makes a card win when lots are drawn: its value, then its colour (K8)."""
    return VALUE_OF[card], _LOT_ORDER.index(COLOUR_OF[card])
