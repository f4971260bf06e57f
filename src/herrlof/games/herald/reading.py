"""What a position of Herald means: which trick it is, who is ahead and why, what could still win. Data, and no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Final, NamedTuple

from herrlof.games.herald.cards import (
    COLOUR_OF,
    COLOURLESS,
    DECK,
    FIGURE_OF,
    FIGURE_POINTS,
    FIGURE_ROWS,
    HERALD,
    LAST_MAGE,
    MAGE,
    NO_CARD,
    Card,
    Colour,
    Figure,
)
from herrlof.games.herald.observation import unseen
from herrlof.games.herald.tricks import (
    BEATEN_BY,
    BEATS,
    MAGE_BEATS_HERALD,
    MAGE_LED,
    REASON_RULES,
    Trick,
    beaten_by,
    story,
    why,
)

if TYPE_CHECKING:
    from herrlof.games.herald.observation import Observation


# Where a game stands


def tricks_in_game(seats: int) -> int:
    """Return how many tricks a game has (H4)."""
    return len(DECK) // seats


def trick_number(seen: Observation) -> int:
    """Return the number of the trick that is played now; after a game, of its last one."""
    return min(len(seen.tricks) + 1, tricks_in_game(seen.seats))


def cards_won(seat: int, seen: Observation) -> int:
    return seen.tricks_won[seat] * seen.seats


def has_played(seat: int, seen: Observation) -> bool:
    """Whether a seat's card lies in the trick on the table."""
    return (seat - seen.leader) % seen.seats < len(seen.trick)


def may_foresee(seen: Observation) -> bool:
    """Whether a seat has yet to play a card to a trick that lies on the table, or that it leads."""
    return not has_played(seen.seat, seen) and bool(seen.trick or seen.leader == seen.seat)


def players_after(seen: Observation) -> int:
    """Return how many seats play to the trick after the card that is played next."""
    return seen.seats - len(seen.trick) - 1


def players_to_come(seen: Observation) -> int:
    """Return how many seats have yet to play to the trick on the table, who looks left out."""
    return seen.seats - len(seen.trick) - (seen.seat >= 0 and not has_played(seen.seat, seen))


def trick_on_table(seen: Observation, held: bool) -> Trick | None:
    """Return the finished trick that still lies on the table; `held`: it is held to be looked at."""
    return seen.last_trick if not seen.trick and (held or seen.phase != "play") else None


def points_before(seat: int, seen: Observation) -> int | None:
    """Return the points of the games before the one on the table; None in the first, whose piles lie face down."""
    done = seen.rounds if seen.phase == "play" else seen.rounds[:-1]
    return sum(game.points[seat] for game in done) if done else None


# Who is ahead, and why

NO_REASON: Final = -1
"""In place of a reason of `herrlof.games.herald.tricks`: the card was led."""


class Outlook(NamedTuple):
    """What a card does in the trick on the table."""

    leads: bool
    """Whether it is ahead."""
    ahead: Card
    """The card that was ahead before it; NO_CARD for one that is led."""
    reason: int
    """Why it is ahead or not, one of the reasons of `herrlof.games.herald.tricks`; MAGE_LED or NO_REASON for a lead."""
    rule: str


def outlook(card: Card, seen: Observation) -> Outlook:
    """Return what a card would do in the trick on the table."""
    if not seen.trick:
        return Outlook(True, NO_CARD, *((MAGE_LED, "H10") if card <= LAST_MAGE else (NO_REASON, "H4")))
    ahead = seen.trick[seen.ahead]
    reason = why(card, ahead, led=seen.ahead == 0)
    return Outlook(reason <= MAGE_BEATS_HERALD, ahead, reason, REASON_RULES[reason])


def card_ahead(seen: Observation) -> Outlook:
    """Return what put the card ahead that is ahead in the trick on the table, where a card lies."""
    if seen.ahead:
        step = story(seen.trick)[seen.ahead]
        return Outlook(True, step.ahead, step.reason, REASON_RULES[step.reason])
    led_mage = seen.trick[0] <= LAST_MAGE
    return Outlook(True, NO_CARD, *((MAGE_LED, "H10") if led_mage else (NO_REASON, "H5")))


def threats(card: Card, seen: Observation, led: bool) -> Counter[Card]:
    """Return which cards, and how many of each, could still beat this one, as far as this seat knows."""
    able = set(beaten_by(card, led))
    return Counter(other for other in unseen(seen) if other in able)


def can_be_beaten(seen: Observation) -> bool:
    """Whether the card ahead on the table can be beaten at all: a Mage that was led cannot."""
    return seen.ahead != 0 or seen.trick[0] > LAST_MAGE


def is_safe(seen: Observation) -> bool:
    """Whether every card that beats the one ahead is gone: none is held by who looks, nor unseen."""
    able = beaten_by(seen.trick[seen.ahead], seen.ahead == 0)
    return set(able).isdisjoint((*unseen(seen), *seen.hand))


# What beats what


class Beaten(NamedTuple):
    """What beats a figure that is ahead."""

    figures: tuple[Figure, ...]
    better_colour: bool
    """Whether the same figure in a better colour beats it, too."""


def beaten(figure: Figure, led: bool) -> Beaten:
    """Return what beats a figure when it is ahead.

    The Herald is not named for a Mage: where one is ahead that was not led, the Herald lies there already.
    """
    if figure == MAGE and led:
        return Beaten((), False)
    card = len(FIGURE_OF) - 1 - FIGURE_OF[::-1].index(figure)  # of the figure's cards the one of the least colour
    found = dict.fromkeys(FIGURE_OF[other] for other, beats in enumerate(BEATS[card]) if beats)
    named = [other for other in found if other != figure and (figure, other) != (MAGE, HERALD)]
    return Beaten(tuple(named), figure not in COLOURLESS)


class Beaters(NamedTuple):
    """What beats the card that is ahead, as it is said."""

    points: tuple[int, ...]
    """What cards are worth that beat it by their points, whatever they are."""
    figures: tuple[Figure, ...]
    """Figures that beat it where others of the same points do not."""
    colours: tuple[Colour, ...]
    """The colours in which its own figure beats it."""
    herald: bool


def beaters(card: Card, led: bool, left: Collection[Card] | None = None) -> Beaters:
    """Return what beats a card that is ahead; of these cards alone, where it is known which are `left`."""
    figure = FIGURE_OF[card]
    found = beaten(figure, led)
    able = [other for other in beaten_by(card, led) if left is None or other in left]
    figures = {FIGURE_OF[other] for other in able}
    others = tuple(other for other in found.figures if other != HERALD and other in figures)
    named = figure in BEATEN_BY or figure == HERALD
    return Beaters(
        () if named else tuple(dict.fromkeys(FIGURE_POINTS[other] for other in others)),
        others if named else (),
        tuple(COLOUR_OF[other] for other in able if FIGURE_OF[other] == figure) if found.better_colour else (),
        HERALD in found.figures and HERALD in figures,
    )


# Rules


def rule_of(seen: Observation) -> str:
    """Return the number of the rule that matters most now."""
    if seen.phase != "play":
        return {"dealer": "H3", "deal": "H11" if seen.rounds else "H3", "over": "H12"}[seen.phase]
    if not seen.trick:
        return "H4"
    return (
        FIGURE_ROWS[FIGURE_OF[seen.trick[0]]].rule
        if not seen.ahead and seen.trick[0] > LAST_MAGE
        else card_ahead(seen).rule
    )
