"""What is told of a play: the events of the rope and the barrel."""

from __future__ import annotations

from herrlof.game import NOBODY, Action, Event
from herrlof.games.how_ruck.actions import (
    CARD_PLAYED,
    DISCARD,
    FIELD_PLAYED,
    MOVE,
    NAME,
    PLAY_ACTION,
    moved_from,
    moved_to,
)
from herrlof.games.how_ruck.cards import GOOD_BYE, HAS_TEXT, Card, action_row
from herrlof.games.how_ruck.tug import Rope, Tug, fields_gained, from_seat, strengths


def tell(action: Action, seat: int, rope: Rope, barrel: int, tug: Tug, events: list[Event]) -> None:
    """Tell what a seat's play, move or naming has made of the rope and the barrel before it."""
    if action < PLAY_ACTION:
        card = CARD_PLAYED[action]
        events.append(Event("played", seat, (card, from_seat(FIELD_PLAYED[action], seat))))
        if HAS_TEXT[card]:
            events.append(_comparison(barrel, tug))
    elif action < DISCARD:
        card = CARD_PLAYED[action]
        events.append(Event("played", seat, (card,)))
        match action_row(card).acts:
            case "compares":
                events.append(_comparison(barrel, tug))
            case "barrel":
                events.append(Event("barrel", seat, (barrel, tug.barrel)))
            case "tops":
                _tell_removed(seat, card, rope, tug, events)
            case "wins" if tug.winner == NOBODY:
                events.append(Event("nothing", seat, (card,)))
    elif action < MOVE:
        events.append(Event("discarded", seat, (CARD_PLAYED[action],)))
    elif action < NAME:
        field = from_seat(moved_from(action), seat)
        events.append(Event("switched", seat, (rope[field][-1], field, from_seat(moved_to(action), seat))))
    else:
        events.append(Event("named", seat, (action - NAME,)))
        _tell_removed(seat, GOOD_BYE, rope, tug, events)


def _comparison(barrel: int, tug: Tug) -> Event:
    """Tell whom a comparison brought the barrel: strengths of both sides, and the fields before and after (K12)."""
    seat = NOBODY if tug.barrel == barrel else int(fields_gained(barrel, tug.barrel, 1) > 0)
    return Event("pulled", seat, (*strengths(tug.rope), barrel, tug.barrel))


def _tell_removed(seat: int, card: Card, rope: Rope, tug: Tug, events: list[Event]) -> None:
    events += [Event("removed", seat, (rope[field][-1], field)) for field in tug.removed]
    if not tug.removed:
        events.append(Event("nothing", seat, (card,)))
