"""A record for other eyes: all of a finished match, and only what is public of one that still goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from herrlof.bots import bot_label
from herrlof.game import NOBODY, Row, Sentence
from herrlof.messages import _, listed, paragraph, pgettext
from herrlof.records.listing import local_time
from herrlof.records.names import Seat, called, cells
from herrlof.table.match import Match
from herrlof.table.shown import judged_line

if TYPE_CHECKING:
    from herrlof.records.models import Record


WIDTH: Final = 100
"""Characters of a line of sentences."""
NOTED: Final = "    "
"""What a line of a note begins with, and what goes on with a line."""


def as_json(record: Record, match: Match) -> dict[str, Any]:
    """Return a match as plain values. Unfinished: moves that hide something are cut to their first word."""
    header = record.header
    found: dict[str, Any] = {
        "format": header.format,
        "game": header.game,
        "rules": header.rules,
        "program": header.program,
        "id": header.id,
        "created": header.created,
        "seats": [{"name": seat.name, "bot": seat.bot, "how": seat.how} for seat in match.seats],
        "options": match.options,
        "commitment": header.commitment,
        "cuts": list(match.cuts),
        "finished": match.over,
        "hints": match.help.hints,
        "take_backs": match.help.take_backs,
        "hints_agreed": match.help.agreed,
        "branch": None if match.branch_of is None else match.branch_of._asdict(),
        "seat_changes": [change._asdict() for change in match.seat_changes],
        "clocks": [{"race": race, **clock._asdict()} for race, clock in match.clocks.items()],
        "claimed": sorted(match.claimed),
        "moves": [move._asdict() for move in match.public_moves()],
    }
    if match.over:
        found["ending"] = None if match.ending is None else match.ending._asdict()
        found["judged"] = [judged_line(n, hint) for n, hint in match.hints.items()]
        found["scores"] = list(match.scores)
        found["returns"] = list(match.returns())
        found["seed"] = header.seed
        found["deal_code"] = match.deal_code
    return found


def as_text(record: Record, match: Match, notes: Mapping[int, Sequence[str]] | None = None) -> Iterator[str]:
    """Yield the score sheet of a match and all that happened in it, a line each.

    `notes` are sentences about moves, by their numbers; they stand below what is said of the move.
    """
    game, words = match.game, match.game.words
    names = called(match.seats)
    said = words.to(match.observe(NOBODY), names)
    begun = local_time(record.header.created)
    players = listed(_named(game.key, seat, name) for seat, name in zip(match.seats, names, strict=True))
    yield pgettext("heading", "{game}: {players}", game=game.title, players=players)
    if match.over:
        yield _("{date}, finished", date=begun)
    else:
        yield _("{date}, unfinished: only what's public", date=begun)
    if match.options:
        yield listed(
            pgettext("option", "{option}: {choice}", option=words.option(name), choice=words.choice(name, value))
            for name, value in match.options.items()
        )
    if str(match.help):
        yield _("with help: {help}", help=match.help)
    if rows := said.sheet():
        yield ""
        yield from table(rows)
    if match.ending is not None:
        ended: Sequence[str] = [match.ending.told(names)]
    else:
        ended = said.match_end() if match.over else ()
    due = sorted((match.event_count_before(n + 1), told) for n, told in (notes or {}).items())
    for place, event in enumerate(match.story()):
        while due and due[0][0] <= place:
            yield from _note(due.pop(0)[1])
        if event.kind == game.round_start_event:
            yield ""
        if (sentence := said.event(event)) and sentence not in ended:  # that is said once, below
            yield from wrap(_with_rule(sentence), WIDTH, subsequent_indent=NOTED)
    for _place, told in due:
        yield from _note(told)
    if ended:
        yield ""
        yield from ended
    if match.deal_code is not None:
        yield ""
        yield _("deal code {code}", code=match.deal_code)


def table(rows: Sequence[Row], left: bool = False) -> Iterator[str]:
    """Yield rows as lines whose columns stand below each other: titles to the left, cells to the right, or all left."""
    columns = max(len(row.cells) for row in rows)
    texts = [(row.title, *row.cells, *[""] * (columns - len(row.cells))) for row in rows]
    widths = [max(map(cells, column)) for column in zip(*texts, strict=True)]
    for parts in texts:
        padded = []
        for place, (part, width) in enumerate(zip(parts, widths, strict=True)):
            space = " " * (width - cells(part))
            padded.append(part + space if left or not place else space + part)
        yield "   ".join(padded).rstrip()


def _with_rule(text: str) -> str:
    """Return a sentence, with the number of its rule behind it in brackets."""
    if not (isinstance(text, Sentence) and text.rule):
        return text
    return _("{why} ({rule})", why=paragraph(text.ask, text.why), rule=text.rule)


def _note(sentences: Sequence[str]) -> Iterator[str]:
    """Yield what is noted about a move, in lines that stand a little to the right."""
    yield from wrap(paragraph(*sentences), WIDTH, initial_indent=NOTED, subsequent_indent=NOTED)


def _named(game: str, seat: Seat, name: str) -> str:
    """Return who sat there; a bot with its level, one that is not known here with its key."""
    if seat.bot is None:
        return name
    try:
        return pgettext("player", "{name} ({bot})", name=name, bot=bot_label(game, seat.bot))
    except ValueError:
        return _("{name} (bot {key})", name=name, key=seat.bot)
