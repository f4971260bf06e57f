"""The 60 cards as ints, their text codes and their tables (H1).

A card is a number 0..29, its *kind*, ascending by points: `GM SM BM` (the Mages), Pawns, Towers, Catapults, Horses, the
Armoured Pawn, Archers, Queens, Kings, Shields, the Chest, the Herald. Of some kinds there are several copies, which
nobody can tell apart.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, TypeAlias

from herrlof.game import InvalidAction
from herrlof.games.json import text_code
from herrlof.messages import N_, NN_, NP_, Message

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


class FigureRow(NamedTuple):
    """What there is to say of a figure wherever it is shown."""

    code: str
    """Its letter after that of a colour; of one without a colour the whole text code."""
    points: int
    copies: int
    """How many cards there are in each of its colours, or without any."""
    rule: str
    """The rule by which it beats others and is beaten."""
    name: str
    short: Message
    """Its name in six columns."""
    number: Message = ""
    """So many of it."""
    better: Message = ""
    """So many of it in better colours."""


FIGURE_ROWS: Final = (
    FigureRow("M", 0, 1, "H9", N_("Mage"), NP_("cell:6", "Mage"),
              NN_("{n} Mage", "{n} Mages"), NN_("{n} better Mage", "{n} better Mages")),
    FigureRow("P", 1, 9, "H5", N_("Pawn"), NP_("cell:6", "Pawn"),
              NN_("{n} Pawn", "{n} Pawns"), NN_("{n} better Pawn", "{n} better Pawns")),
    FigureRow("T", 3, 2, "H5", N_("Tower"), NP_("cell:6", "Tower"),
              NN_("{n} Tower", "{n} Towers"), NN_("{n} better Tower", "{n} better Towers")),
    FigureRow("C", 4, 1, "H5", N_("Catapult"), NP_("cell:6", "Catap."),
              NN_("{n} Catapult", "{n} Catapults"), NN_("{n} better Catapult", "{n} better Catapults")),
    FigureRow("H", 5, 2, "H5", N_("Horse"), NP_("cell:6", "Horse"),
              NN_("{n} Horse", "{n} Horses"), NN_("{n} better Horse", "{n} better Horses")),
    FigureRow("ARMOUR", 6, 1, "H5", N_("Armoured Pawn"), NP_("cell:6", "Armour")),
    FigureRow("A", 7, 1, "H5", N_("Archer"), NP_("cell:6", "Archer"),
              NN_("{n} Archer", "{n} Archers"), NN_("{n} better Archer", "{n} better Archers")),
    FigureRow("Q", 10, 1, "H7", N_("Queen"), NP_("cell:6", "Queen"),
              NN_("{n} Queen", "{n} Queens"), NN_("{n} better Queen", "{n} better Queens")),
    FigureRow("K", 10, 1, "H7", N_("King"), NP_("cell:6", "King"),
              NN_("{n} King", "{n} Kings"), NN_("{n} better King", "{n} better Kings")),
    FigureRow("S", 10, 1, "H7", N_("Shield"), NP_("cell:6", "Shield"),
              NN_("{n} Shield", "{n} Shields"), NN_("{n} better Shield", "{n} better Shields")),
    FigureRow("CHEST", 11, 1, "H5", N_("Chest"), NP_("cell:6", "Chest")),
    FigureRow("HERALD", 25, 1, "H8", N_("Herald"), NP_("cell:6", "Herald")),
)  # fmt: skip
"""The figures (H1, H5 to H9), by number: deck, codes, faces, counts and texts are made from these rows."""
FIGURES: Final = len(FIGURE_ROWS)
FIGURE_POINTS: Final = tuple(row.points for row in FIGURE_ROWS)
COLOURLESS: Final = {figure: row.code for figure, row in enumerate(FIGURE_ROWS) if len(row.code) > 1}
"""The text codes of the figures that are there once."""
FIGURE_LETTERS: Final = tuple("" if figure in COLOURLESS else row.code for figure, row in enumerate(FIGURE_ROWS))

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
COPIES: Final[tuple[int, ...]] = tuple(FIGURE_ROWS[figure].copies for figure in FIGURE_OF)
CARD_CODES: Final[tuple[str, ...]] = tuple(
    COLOURLESS.get(figure) or COLOUR_LETTERS[colour] + FIGURE_LETTERS[figure] for figure, colour in _KINDS
)
DECK: Final[tuple[Card, ...]] = tuple(card for card, copies in enumerate(COPIES) for _ in range(copies))

LAST_MAGE: Final[Card] = max(card for card, figure in enumerate(FIGURE_OF) if figure == MAGE)
"""The Mages are the first of all kinds: a card is one if it is no larger."""
THE_HERALD: Final[Card] = FIGURE_OF.index(HERALD)

_CARDS: Final = {code: card for card, code in enumerate(CARD_CODES)}


def parse_card(text: str) -> Card:
    try:
        return _CARDS[text]
    except KeyError:
        raise InvalidAction(f"{text!r} is no card: cards are GK SQ BP, ARMOUR, CHEST or HERALD") from None
