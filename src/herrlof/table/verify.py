"""What a record proves, and what it does not, in sentences; `check` compares its lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from herrlof.games.speech import plural
from herrlof.table.match import Match

if TYPE_CHECKING:
    from herrlof.records.models import Record


def proofs(record: Record, match: Match) -> Iterator[str]:
    """Yield what a successful replay has proved, and what it has not, a sentence each."""
    header = record.header
    kinds = [move.do.split(" ")[0] for move in match.moves if move.by < 0]
    measured = [move.do.split(" ")[0] for move in match.moves if move.by < 0 and move.n not in match.claimed]
    measured = [kind for kind in measured if kind in match.game.measured]
    claimed = [match.moves[n].do.split(" ")[0] for n in sorted(match.claimed)]
    drawn = [kind for kind in kinds if kind not in match.game.measured]
    cuts = sum(map(bool, match.cuts))
    yield f"{header.id}: {match.game.title}, {', '.join(seat.name for seat in match.seats)}"
    lines = plural(len(record.lines), "1 line", "{} lines")
    yield f"proved: {lines}, each with its hash, and nothing between them is missing"
    source = "the deal code"
    if match.commitment is not None:
        yield f"proved: the seed fits the commitment {match.commitment}"
        source = "the seed" if not cuts else f"the seed and {plural(cuts, '1 cut', '{} cuts')}"
    if drawn:
        yield f"proved: all that chance did ({_kinds(drawn)}) follows from {source}, card for card"
    if measured:
        yield f"not proved: what the clock said ({_kinds(measured)}): the table measured it, and no seed decides it"
    if claimed:
        yield f"not proved: what the clock of a seat elsewhere said ({_kinds(claimed)}): the table wrote its claim down"
    if record.start is not None and getattr(record.start, "cut_hashes", None):
        yield "proved: each cut is the one whose hash stands beside it; that the hashes came first is not"
    moves = plural(len(match.moves) - len(kinds), "1 move", "{} moves")
    tally = f", and to the score {' : '.join(f'{score:g}' for score in match.scores)}" if match.scores else ""
    yield f"proved: {moves} of players: each was allowed and leads to the recorded position{tally}"
    if undone := sum("do" in line for line in record.lines) - len(match.moves):
        yield f"proved: {plural(undone, '1 move that was', '{} moves that were')} taken back, in the same way"
    if record.end is not None:
        yield "proved: the result, and the seed shown at the end" if match.seed else "proved: the result"
    elif match.game.chance:
        yield "not finished: the seed stands in the file, but is not to be shown before the end"
    else:
        yield "not finished"
    if match.commitment is not None:
        yield "not proved: that this commitment was shown before the first card; compare it with what you noted"
        if not cuts:
            yield "not proved: that the seed was not chosen, since nobody cut"
    elif match.game.chance:
        yield "not proved: that nobody knew the deals, since a deal code was used"
    if match.help.any:
        yield f"noted: this match was played with help ({match.help}); it is never counted with those without"
    if match.branch_of is not None:
        yield f"noted: this match plays on from move {match.branch_of.n} of {match.branch_of.id}, with the same cards"
        yield "not proved: that that match was played so far in the same way; compare the two"
    for race, clock in match.clocks.items():
        if any(clock):
            stops, restarts = (
                plural(clock.stops, "1 stop", "{} stops"),
                plural(clock.restarts, "1 new start", "{} new starts"),
            )
            yield f"noted: the clock of race {race + 1} had {stops} and {restarts}"
    for change in match.seat_changes:
        name = match.seats[change.seat].name
        what = f"the bot {change.bot} stood in for {name}" if change.bot else f"{name} was back"
        yield f"noted: from move {change.n} on {what}"
    if header.unplayed:
        shown = plural(len(header.unplayed), "1 commitment was", "{} commitments were")
        yield f"noted: before this match {shown} shown and not played"
    if record.resumes:
        yield f"noted: the match was taken up again {plural(len(record.resumes), 'once', '{} times')}"


def _kinds(kinds: list[str]) -> str:
    return ", ".join(f"{kinds.count(kind)} × {kind}" for kind in sorted(set(kinds), reverse=True))
