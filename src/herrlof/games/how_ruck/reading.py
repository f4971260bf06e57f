"""What a position of How-Ruck! means: whose choices are spoken of, how the barrel goes. Data, and no text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from herrlof.game import NOBODY, Action, Event
from herrlof.games.how_ruck.actions import (
    DISCARD,
    FIELD_PLAYED,
    KEEP,
    MOVE_WHITE,
    NAME,
    PAIRS,
    PLAY,
    PLAYS,
    SEATS,
    moved_from,
    moved_to,
)
from herrlof.games.how_ruck.cards import FIRST_ACTION, HAS_TEXT, NO_CARD, Card, action_row
from herrlof.games.how_ruck.tug import TRACK, Tug, after, fields_gained, from_seat, half_of, strengths

if TYPE_CHECKING:
    from herrlof.games.how_ruck.observation import Observation

TUG: Final = ("play", "blind", "stolen", "move", "name")
"""The phases in which the teams pull."""


def actor(seen: Observation) -> int:
    """Return the seat whose choices are spoken of: the one that looks, for an onlooker the mover."""
    return seen.seat if seen.seat != NOBODY else max(seen.mover, 0)


def first_named(seen: Observation) -> int:
    """Return the seat that is spoken of first: the one that looks."""
    return max(seen.seat, 0)


def ways_to_play(card: Card) -> tuple[Action, ...]:
    """Return the ways in which a card can be played: those with its effect first, the one without it last."""
    without = (DISCARD + card - FIRST_ACTION,) if card >= FIRST_ACTION else ()
    return (*PLAYS[card], *without)


def compares(card: Card) -> bool:
    """Whether a card lets the sides be compared when it is played."""
    if card >= FIRST_ACTION:
        return action_row(card).acts == "compares"
    return card >= 0 and HAS_TEXT[card]


def pair_number(seen: Observation) -> int:
    return PAIRS - seen.pairs_left[actor(seen)] + 1


def pairs_to_sort(seen: Observation) -> int:
    """Return how many pairs are left to who sorts now: of the own pile, or of what the slower one has left."""
    return seen.pairs_left[seen.mover] if seen.phase == "keep" else max(seen.pairs_left)


def kept(action: Action, seen: Observation) -> Card:
    """Return the card of the pair that an action keeps; NO_CARD: it keeps none."""
    return seen.pair[(action - KEEP) % SEATS] if action < PLAY and seen.pair else NO_CARD


def leads_on(action: Action, source: int | None) -> bool:
    """Whether more has to be chosen: the new field of a white card that changes sides, from its `source`."""
    return MOVE_WHITE <= action < NAME and source is None


def targets(
    phase: str, seat: int, card: Card | None, source: int | None, legal: Sequence[Action]
) -> Mapping[int, Action]:
    """Return the fields that can be chosen now, as the rope counts them, and what choosing each one does.

    A white card that changes sides is chosen first, then its new field, from its `source`: its first action stands
    for it.
    """
    if phase == "move" and source is None:
        return {from_seat(moved_from(action), seat): action for action in reversed(legal)}
    if phase == "move" and source is not None:
        begin = from_seat(source, seat)
        return {from_seat(moved_to(action), seat): action for action in legal if moved_from(action) == begin}
    if card is None or card >= FIRST_ACTION or phase not in ("play", "stolen"):
        return {}
    return {from_seat(FIELD_PLAYED[action], seat): action for action in PLAYS[card]}


def outcome(action: Action, source: int | None, seen: Observation) -> Tug | None:
    """Return what a choice makes of rope and barrel; None where there is more to choose."""
    return None if leads_on(action, source) else after(seen.rope, seen.barrel, actor(seen), action)


def outcomes(card: Card, seen: Observation) -> Mapping[int, Tug]:
    """Return what a card would come to: on each field as the rope counts them, or of an action at all (-1)."""
    seat = actor(seen)
    return {
        -1 if card >= FIRST_ACTION else from_seat(FIELD_PLAYED[action], seat): after(
            seen.rope, seen.barrel, seat, action
        )
        for action in (PLAYS[card][:1] if card >= FIRST_ACTION else PLAYS[card])
    }


# The barrel


class Pull(NamedTuple):
    """How far and towards whom something goes along the track."""

    fields: int
    seat: int


def pull(before: int, now: int) -> Pull:
    return Pull(abs(now - before), int(fields_gained(before, now, 1) > 0))


def strength_lead(seen_strengths: tuple[int, int]) -> Pull:
    """Return by how much the stronger side is stronger, and whose it is; 0 where they are level."""
    first, second = seen_strengths
    return Pull(abs(first - second), int(second > first))


def barrel_after_how_ruck(seen: Observation) -> int:
    """Return where a How-Ruck! would pull the barrel now."""
    first, second = strengths(seen.rope)
    return seen.barrel + second - first


def nearest_end(barrel: int) -> Pull:
    """Return how many fields are left to the end in whose half the barrel stands, and whose it is."""
    seat = half_of(barrel)
    return Pull(barrel - 1 if seat == 0 else TRACK - barrel, seat)


def weaker_pulled(first: int, second: int, before: int, now: int) -> bool:
    """Whether the weaker side pulled the barrel from `before` to `now`."""
    return before != now and (first > second) == (fields_gained(before, now, 1) > 0)


# What happened last

BEGINNING: Final = ("raced", "lots", "leads", "stacked")
"""The events that tell how a tug of war begins."""
PLAYED: Final = ("played", "discarded")
"""The events with which a card leaves a hand for the table, with its effect or without."""


def last_turns(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of the last two cards that were played; before the first one, what decided who leads."""
    begin = max((n for n, event in enumerate(events) if event.kind == "dealt"), default=0)
    marks = [n for n, event in enumerate(events) if n >= begin and event.kind in PLAYED]
    if marks:
        return events[marks[-2:][0] :]
    return [event for event in events[begin:] if event.kind in BEGINNING]


def new_cards(events: Sequence[Event], seat: int) -> list[Card]:
    """Return the cards that came into a hand with its owner's last turn."""
    new: list[Card] = []
    for event in reversed(events):
        if event.kind == "stacked":
            return []
        if event.seat == seat and event.kind == "drew":
            new += event.values
        elif event.seat == seat and event.kind in PLAYED:
            break
    return new


def fresh_fields(events: Sequence[Event], seat: int) -> frozenset[int]:
    """Return the fields on which others than a seat, for an onlooker anybody, have put the last card."""
    for event in reversed(events):
        if event.kind in ("played", "switched") and len(event.values) > 1 and event.seat != seat:
            return frozenset((event.values[-1],))
        if event.kind in ("played", "stacked"):
            break
    return frozenset()


# Rules

_RULES: Final = {
    "keep": "K5", "race": "K6", "split": "K5", "stacks": "K9", "play": "K10", "blind": "K13", "stolen": "K13",
    "move": "K13", "name": "K13", "over": "K4",
}  # fmt: skip


def rule_of(seen: Observation) -> str:
    """Return the number of the rule that matters most now."""
    if seen.phase == "deal":
        return "K14" if seen.rounds else "K1"
    return _RULES[seen.phase]
