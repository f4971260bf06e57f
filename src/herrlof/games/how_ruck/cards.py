"""The 55 cards as ints, their text codes and their table (K1).

A card is a number 0..38, its *kind*: the men `colour * 8 + value * 2 + text`, then the white cards, then the
ten actions. Of some kinds there are two copies, which nobody can tell apart.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from herrlof.game import InvalidAction
from herrlof.games.json import text_code
from herrlof.messages import N_, NP_, Message

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


class ActionRow(NamedTuple):
    """What an action does, and how it is told wherever it is shown."""

    code: str
    acts: Literal["compares", "barrel", "tops", "wins", "then"]
    """What it does as it is played: the sides are compared, the barrel goes, top cards go, or the round is won; or what
    it does comes after it, as a choice or a draw."""
    title: Message
    does: Message
    short: Message
    """The same in a list."""
    word: Message
    """What it does, at the foot of its card."""
    letters: Message
    """Its name on the smallest card."""
    first: Message
    second: Message
    """Its title in two lines."""


ACTIONS: Final = (
    ActionRow(
        "adrenaline", "barrel", N_("Adrenaline"), N_("The barrel moves two fields towards you."),
        NP_("cell:21", "barrel 2 to you"), NP_("cell:7", "pull 2"),
        NP_("cell:3", "Adr"), NP_("cell:7", "Adrena-"), NP_("cell:7", "line"),
    ),
    ActionRow(
        "dirty-trick", "then", N_("Dirty trick"), N_("Draw a card unseen from the other hand and play it at once."),
        NP_("cell:21", "play a card of theirs"), NP_("cell:7", "steal"),
        NP_("cell:3", "Dir"), NP_("cell:7", "Dirty"), NP_("cell:7", "trick"),
    ),
    ActionRow(
        "how-ruck", "compares", N_("How-Ruck"), N_("Compare the sides: the stronger one pulls by the difference."),
        NP_("cell:21", "both sides pull"), NP_("cell:7", "pull"),
        NP_("cell:3", "How"), NP_("cell:7", "How-"), NP_("cell:7", "Ruck"),
    ),
    ActionRow(
        "mucho-macho", "tops", N_("Mucho macho"), N_("All ladies on top go, on both sides; Nessie stays."),
        NP_("cell:21", "ladies go, not Nessie"), NP_("cell:7", "no W"),
        NP_("cell:3", "Mac"), NP_("cell:7", "Mucho"), NP_("cell:7", "macho"),
    ),
    ActionRow(
        "weak-wins", "compares", N_("Weak wins"), N_("Compare the sides: the weaker one pulls by the difference."),
        NP_("cell:21", "the weaker side pulls"), NP_("cell:7", "weaker"),
        NP_("cell:3", "Wea"), NP_("cell:7", "Weak"), NP_("cell:7", "wins"),
    ),
    ActionRow(
        "rope-breaks", "barrel", N_("Rope breaks"), N_("The barrel goes to your start field."),
        NP_("cell:21", "barrel to your start"), NP_("cell:7", "start"),
        NP_("cell:3", "Rop"), NP_("cell:7", "Rope"), NP_("cell:7", "breaks"),
    ),
    ActionRow(
        "change-sides", "then", N_("Changing sides"), N_("A card on top of one side goes to the other."),
        NP_("cell:21", "a card changes sides"), NP_("cell:7", "move"),
        NP_("cell:3", "Cha"), NP_("cell:7", "Change"), NP_("cell:7", "sides"),
    ),
    ActionRow(
        "good-bye", "then", N_("Good-bye"), N_("Name a value: all top cards of that value go, on both sides."),
        NP_("cell:21", "one number goes"), NP_("cell:7", "remove"),
        NP_("cell:3", "Bye"), NP_("cell:7", "Good-"), NP_("cell:7", "bye"),
    ),
    ActionRow(
        "monstrous", "wins", N_("Monstrous"), N_("If Nessie is a top card on the other side, you win the round."),
        NP_("cell:21", "Nessie opposite: win!"), NP_("cell:7", "Nessie"),
        NP_("cell:3", "Mon"), NP_("cell:7", "Mon-"), NP_("cell:7", "strous"),
    ),
    ActionRow(
        "reinforcements", "then", N_("Reinforcements"), N_("Take the top three cards of your pile."),
        NP_("cell:21", "three cards more"), NP_("cell:7", "draw 3"),
        NP_("cell:3", "Rei"), NP_("cell:7", "Rein-"), NP_("cell:7", "force"),
    ),
)  # fmt: skip
"""The actions (K13): codes, faces, texts and what is told of a play are made from these rows."""

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
) = range(FIRST_ACTION, FIRST_ACTION + len(ACTIONS))
KINDS: Final = FIRST_ACTION + len(ACTIONS)

CARD_CODES: Final = (
    *(f"{letter}{value}{text}" for letter in "RBG" for value in MEN_VALUES for text in ("", "!")),
    *(f"W{value}" for value in LADY_VALUES),
    "N",
    *(row.code for row in ACTIONS),
)
COLOUR_OF: Final[tuple[Colour, ...]] = (
    *(card // 8 for card in range(FIRST_WHITE)),
    *[WHITE] * (FIRST_ACTION - FIRST_WHITE),
    *[NO_COLOUR] * len(ACTIONS),
)
VALUE_OF: Final[tuple[int, ...]] = (
    *(card % 8 // 2 for card in range(FIRST_WHITE)),
    *LADY_VALUES,
    NESSIE_VALUE,
    *[0] * len(ACTIONS),
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
    *[ACTION_COPIES] * len(ACTIONS),
)
DECK: Final[tuple[Card, ...]] = tuple(card for card, copies in enumerate(COPIES) for _ in range(copies))

_LOT_ORDER: Final = (NO_COLOUR, GREEN, BLUE, RED, WHITE)
"""Which colour is ahead where values are level, the last one first of all (K8)."""

_CARDS: Final = {code: card for card, code in enumerate(CARD_CODES)}


def action_row(card: Card) -> ActionRow:
    return ACTIONS[card - FIRST_ACTION]


def parse_card(text: str) -> Card:
    try:
        return _CARDS[text]
    except KeyError:
        raise InvalidAction(f"{text!r} is no card: cards are R2 B0! W3 N, or an action such as adrenaline") from None


def lot_rank(card: Card) -> tuple[int, int]:
    """Return what makes a card win when lots are drawn: its value, then its colour (K8)."""
    return VALUE_OF[card], _LOT_ORDER.index(COLOUR_OF[card])
