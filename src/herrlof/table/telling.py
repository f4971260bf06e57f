"""What the events of a view tell, before any face says or draws it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from herrlof.game import Event, Game, Speaker
from herrlof.messages import _, all_of, listed, ngettext, numeral
from herrlof.table.connection import View

if TYPE_CHECKING:
    from herrlof.table.own import OwnTable

FIRST_MOVES: Final = 2
"""As many events of its own a seat has while a round is young."""
A_HAND: Final = 3
"""An event that tells a seat alone so many values tells its hand."""


def sentences(said: Speaker, events: Iterable[Event]) -> list[str]:
    """Return sentences about events, as far as who looks is told them."""
    return [sentence for event in events if (sentence := said.event(event))]


def away_texts(names: Sequence[str]) -> tuple[str, str]:
    """Return that the match waits for players who are away, and how they come back."""
    name = all_of(names)
    away = ngettext("{name} is away, and the match waits.", "{name} are away, and the match waits.", len(names),
                    name=name)  # fmt: skip
    return away, _("The same command brings {name} back.", name=name)


def stood_in_text() -> str:
    """Return to who is back that what was played at their seat meanwhile was a bot's."""
    return _("While you were away a bot played for you.")


def other_hands(seats: int) -> str:
    """Return what it is called to play the same deals again, everybody one seat on."""
    return _("hands swapped") if seats == 2 else _("hands passed")


def same_deals_text(seats: int, rotate_by: int) -> str:
    """Return what it means to play the same deals again, everybody so many seats on."""
    if not rotate_by:
        return _("The same deals again: everybody keeps their cards.")
    if seats > 2:
        return _("The same deals, each with the cards of the player to the right.")
    return _("The same deals with the other's cards: the two matches make a fair duel.")


def duel_text(table: OwnTable, names: Sequence[str]) -> str:
    """Return the score of a duel in which everybody has had every hand; nothing before that."""
    if len(table.duel) + 1 != len(names) or not table.over:
        return ""
    rows = (*table.duel, list(table.scores) or list(table.result.returns))
    scores = [_("{name} {n}", name=name, n=numeral(sum(row[seat] for row in rows))) for seat, name in enumerate(names)]
    return _("Everybody has had every hand now. In all: {scores}.", scores=listed(scores))


def tells_hand(event: Event) -> bool:
    """Whether an event tells a seat alone its hand."""
    return event.visible_to is not None and len(event.values) >= A_HAND


def latest(game: Game, view: View, said: Speaker, shown: Collection[str] = ()) -> list[Event]:
    """Return what has happened since the table last stood still; before that, since the round began.

    Where that tells this seat nothing (a card that another drew), what came before. `shown`: kinds that are not told.
    """
    events = view.events
    marks = [n + 1 for n, event in enumerate(events) if event.kind in game.pause_events]
    marks += [n for n, event in enumerate(events) if event.kind == game.round_start_event]
    for begin in sorted({0, *(mark for mark in marks if mark < len(events))}, reverse=True):
        told = [event for event in events[begin:] if event.kind not in shown]
        if sentences(said, told):
            return told
    return []


def steps(game: Game, view: View, said: Speaker, begin: Collection[str] = ()) -> list[tuple[int, list[str]]]:
    """Return what has happened since the round began, in numbered steps after which the table stood still.

    Where kinds of events `begin` a step it lasts until the next one, and what came before is none: it has the number 0,
    as has the end of the round.
    """
    first = int(not begin)
    number, found = first, [(first, list[str]())]
    for event in view.events:
        if event.kind == game.round_start_event:
            number, found = first, [(first, [])]
        elif event.kind in begin:
            number += 1
            found.append((number, []))
        elif event.kind == game.round_end_event and found[-1][0]:
            found.append((0, []))
        found[-1][1].extend(sentences(said, [event]))
        if not begin and event.kind in game.pause_events and found[-1][0]:
            number += 1
            found.append((number, []))
    return [step for step in found if step[1]]


def is_young(game: Game, view: View) -> bool:
    """Whether who looks has hardly moved since the round began, or since its hand was told."""
    marks = [n for n, event in enumerate(view.events, 1) if event.kind == game.round_start_event or tells_hand(event)]
    return sum(event.seat == view.seat for event in view.events[max(marks, default=0) :]) <= FIRST_MOVES
