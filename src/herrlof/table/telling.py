"""What the events of a view tell, before any face says or draws it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from herrlof.game import Event, Game, Observation
from herrlof.table.table import View

FIRST_MOVES: Final = 2
"""As many events of its own a seat has while a round is young."""
A_HAND: Final = 3
"""An event that tells a seat alone so many values tells its hand."""


def sentences(game: Game, events: Iterable[Event], seen: Observation, names: Sequence[str]) -> list[str]:
    """Return sentences about events, as far as who looks is told them."""
    told = (game.words.event(event, seen, names) for event in events)
    return [sentence for sentence in told if sentence]


def tells_hand(event: Event) -> bool:
    """Whether an event tells a seat alone its hand."""
    return event.visible_to is not None and len(event.values) >= A_HAND


def latest(game: Game, view: View, names: Sequence[str], shown: Collection[str] = ()) -> list[str]:
    """Return what has happened since the table last stood still; before that, since the round began.

    Where that tells this seat nothing (a card that another drew), what came before. `shown`: kinds that are not told.
    """
    events = view.events
    marks = [n + 1 for n, event in enumerate(events) if event.kind in game.pause_events]
    marks += [n for n, event in enumerate(events) if event.kind == game.round_start_event]
    for begin in sorted({0, *(mark for mark in marks if mark < len(events))}, reverse=True):
        told = (event for event in events[begin:] if event.kind not in shown)
        if found := sentences(game, told, view.observation, names):
            return found
    return []


def steps(game: Game, view: View, names: Sequence[str], begin: Collection[str] = ()) -> list[tuple[int, list[str]]]:
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
        found[-1][1].extend(sentences(game, [event], view.observation, names))
        if not begin and event.kind in game.pause_events and found[-1][0]:
            number += 1
            found.append((number, []))
    return [step for step in found if step[1]]


def is_young(game: Game, view: View) -> bool:
    """Whether who looks has hardly moved since the round began, or since its hand was told."""
    marks = [n for n, event in enumerate(view.events, 1) if event.kind == game.round_start_event or tells_hand(event)]
    return sum(event.seat == view.seat for event in view.events[max(marks, default=0) :]) <= FIRST_MOVES
