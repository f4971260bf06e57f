"""What one seat knows: its own secrets and the public past, with perfect memory (R5, R9, R15, R17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias

from herrlof.game import Mover, SeatOrNobody
from herrlof.games.herrlof.cards import CARD_CODES, COLOUR_OF, VALKNUT, Card, Colour, parse_card
from herrlof.games.herrlof.log import FIRST
from herrlof.games.herrlof.scoring import Round
from herrlof.games.herrlof.tricks import Trick, colour_to_follow
from herrlof.games.json import Code

CARD_ENTRIES: Final = frozenset({"play", "draw", "discard", "blind", "return", "turn"})


def known_code(known: Known) -> list[int | str | None]:
    """Return an entry of the history with its card as a text code."""
    who, what, which = known
    return [who, what, which if which is None or what not in CARD_ENTRIES else CARD_CODES[which]]


def parse_known(found: Sequence[Any]) -> Known:
    who, what, which = found
    if what in CARD_ENTRIES and which is not None:
        which = parse_card(which)
    if type(who) is not int or what not in FIRST or not (which is None or type(which) is int):
        raise ValueError(f"{found!r} is no entry")
    return who, what, which


Known: TypeAlias = Annotated[tuple[int, str, int | None], Code(known_code, parse_known, '{"type": "array"}')]
"""(who, what, which): who is a seat or CHANCE; which is a card, a number or a seat, None where it is secret."""


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat could know at one point of a match; plain values only.

    What stands before `seat` stands so in the state.
    """

    seats: int
    edition: str
    goal: int
    cards: tuple[Card, ...]
    """The deck this match is played with."""
    hand_size: int
    """Cards in a hand after the deal."""
    game_number: int
    round_number: int
    dealer: SeatOrNobody
    """NOBODY before chance has named the first one."""
    scores: tuple[int, ...]
    correct: tuple[int, ...]
    """How often each seat's prediction came true in this game."""
    rounds: tuple[Round, ...]
    winners: tuple[int, ...]
    phase: str
    trump: Colour
    turned: tuple[Card, ...]
    """The cards turned up for trump this round; the last one counts."""
    destroyed: int
    leader: SeatOrNobody
    follow: Colour

    seat: int
    """Whose knowledge this is; NOBODY: an onlooker's."""
    mover: Mover
    hand: tuple[Card, ...]
    fresh: Card | None
    """The card just drawn by a 3 or a 6, while its owner chooses what to give up."""
    hand_sizes: tuple[int, ...]
    deck_size: int
    prediction: int | None
    predicted: tuple[bool, ...]
    tricks_won: tuple[int, ...]
    trick: tuple[Card, ...]
    last_trick: Trick | None
    history: tuple[Known, ...]
    """What happened in this round since the deal."""


def not_followed(seen: Observation) -> dict[int, tuple[Colour, int]]:
    """Map the places in the history of cards that did not follow (R7) to the colour led and the number of the trick."""
    found: dict[int, tuple[Colour, int]] = {}
    trick: list[Card] = []
    tricks = 1
    for place, (_, what, card) in enumerate(seen.history):
        if what != "play" or card is None:
            continue
        if len(trick) == seen.seats:
            trick, tricks = [], tricks + 1
        led = colour_to_follow(trick)
        if led >= 0 and card < VALKNUT and COLOUR_OF[card] != led:
            found[place] = led, tricks
        trick.append(card)
    return found


def gone_by(seen: Observation) -> list[Card]:
    """Return the cards that were turned, played or put under the deck before this seat's eyes in this round."""
    gone = [*seen.turned]
    for who, what, which in seen.history:
        if which is not None and (what == "play" or (what == "discard" and who == seen.seat)):
            gone.append(which)
    return gone


def unseen(seen: Observation) -> list[Card]:
    """Return the cards that are in other hands or in the deck, ascending."""
    rest = list(seen.cards) if seen.turned else []  # nothing is dealt before the first round
    for card in [*seen.hand, *gone_by(seen)]:
        rest.remove(card)
    return rest
