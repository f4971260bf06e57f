"""A record for other eyes: all of a finished match, and only what is public of one that still goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from herrlof.game import NOBODY
from herrlof.match import Match, Seat

if TYPE_CHECKING:
    from herrlof.records import Record


def as_json(record: Record) -> dict[str, Any]:
    """Return a match as plain values. Unfinished: moves that hide something are cut to their first word."""
    match = Match.replay(record)
    header = record.header
    found: dict[str, Any] = {
        "format": header.format,
        "game": header.game,
        "rules": header.rules,
        "program": header.program,
        "id": header.id,
        "created": header.created,
        "seats": [{"name": seat.name, "bot": seat.bot} for seat in match.seats],
        "options": match.options,
        "commitment": header.commitment,
        "cuts": list(match.cuts),
        "finished": match.over,
        "moves": [move._asdict() for move in match.public_moves()],
    }
    if record.end is not None:
        found["scores"] = record.end.scores
        found["returns"] = record.end.returns
    if match.over:
        found["seed"] = header.seed
        found["deal_code"] = match.deal_code
    return found


def as_text(record: Record) -> Iterator[str]:
    """Yield the score sheet and the tricks of a match, a line each."""
    match = Match.replay(record)
    names = [_named(seat) for seat in match.seats]
    day, _, clock = record.header.created.partition("T")
    yield f"{match.game.title}: {', '.join(names)}"
    yield f"{day} {clock[:5]} UTC, {'finished' if match.over else 'unfinished: only what is public'}"
    yield from match.game.sheet([seat.name for seat in match.seats], match.observe(NOBODY), match.story())
    if match.deal_code is not None:
        yield ""
        yield f"deal code {match.deal_code}"


def _named(seat: Seat) -> str:
    return seat.name if seat.bot is None else f"{seat.name} (bot {seat.bot})"
