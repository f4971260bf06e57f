"""A match again from its record: as it stands, to go on with, or to go another way from an earlier position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, assert_never

from herrlof import __version__
from herrlof.game import CHANCE
from herrlof.messages import _
from herrlof.records.formats import Format
from herrlof.records.help import Branch, ShownChoice, ShownHint
from herrlof.records.names import Seat, clean_cut
from herrlof.records.storage import new_game_id
from herrlof.table.check import RecordChecker
from herrlof.table.match import Match, Sink, now, opened_by

if TYPE_CHECKING:
    from herrlof.records.models import Line, Record


class Source(Sink, Protocol):
    """A record that is open to be read and then continued."""

    def read(self) -> Record:
        """Return the record as it stands; RecordError says why it cannot be used."""

    def close(self) -> None:
        """Let others open it."""


def replayed(record: Record, n: int | None = None) -> Match:
    """Return the match after all moves of a record that stand, or before move n; nothing is written.

    Everything is played and computed again and compared: the commitment, every deal and draw, whether each move was
    allowed, every position and score, and so with the moves that were taken back. Damaged names the first line that
    differs.
    """
    match, _ = _replayed(record)
    if n is not None:
        match.go_back(n)
    return match


def resumed(journal: Source) -> Match:
    """Return the match of a journal as it stands, which goes on writing there.

    RecordError says why that cannot be; then the journal is closed.
    """
    try:
        record = journal.read()
        match, missing = _replayed(record)
    except BaseException:
        journal.close()
        raise
    taken_up = {
        "event": "resume",
        "moves": len(match.moves),
        "opened": opened_by(),
        "program": __version__,
        "time": now(),
    }
    match.keep_in(journal, *([taken_up] if record.end is None else []), *missing)
    return match


def branched(record: Record, n: int, *, seats: Sequence[Seat] | None = None, journal: Sink | None = None) -> Match:
    """Return a new match that plays on from before move n of a finished one, with the same cards.

    Its record holds the first n moves itself. ValueError says why that cannot be, RecordError what is wrong with the
    record of that match.
    """
    old = replayed(record)
    if not old.over:
        raise ValueError(_("A branch begins in a match that's over."))
    if not 0 <= n < len(old.moves):
        raise ValueError(_("{id} has no move {n}.", id=old.game_id, n=n))
    first = _LineBuffer(new_game_id() if journal is None else journal.game_id)
    match = Match(
        old.game,
        [Seat(seat.name, seat.bot) for seat in old.seats] if seats is None else seats,
        deals=old.deal_code,
        branch=Branch(old.game_id, n),
        journal=first,
        **old.chosen,
    )
    for move in old.moves[:n]:
        if move.by == CHANCE:
            match.advance(move.do if match.measured_kind else None, claimed=move.n in old.claimed)
        else:
            match.play(move.by, move.do)
    match.keep_in(journal)
    if journal is not None:
        journal.append(*first.lines)
    return match


class _LineBuffer:
    """Lines of a record, to be written together."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.lines: list[Mapping[str, Any]] = []

    def append(self, *lines: Mapping[str, Any]) -> None:
        self.lines += lines


def _replayed(record: Record) -> tuple[Match, list[Mapping[str, Any]]]:
    """Return the match, and the lines that follow from the record's last move but are not in it."""
    header = record.header
    checker = RecordChecker(record)
    with checker.line(1):
        if checker.game.chance and header.seed is None and header.deals is None:
            raise ValueError(_("There's neither a seed nor a deal code."))
        match = Match(
            checker.game,
            [Seat(seat.name, seat.bot, seat.how) for seat in header.seats],
            seed=None if header.seed is None else bytes.fromhex(header.seed),
            deals=header.deals,
            script=None,
            branch=None if header.branch is None else Branch(header.branch.id, header.branch.n),
            journal=checker,
            unplayed=(),
            hints_agreed=header.hints is True,
            form=Format(header.format),
            **header.options,
        )
    checker.check_commitment(match.commitment)
    for number, line in enumerate(record.parsed, 1):
        with checker.line(number):
            _repeat(match, line)
    match.keep_in(None)
    checker.check_end(match.over)
    return match, checker.missing


def _repeat(match: Match, line: Line) -> None:
    """Do what a line of a record says."""
    from herrlof.records import models  # loaded already, where there is a line

    match line:
        case models.Start():
            match.start([clean_cut(cut) for cut in line.cuts], line.cut_hashes)
        case models.MoveLine():
            if line.by == CHANCE:
                match.advance(line.do if match.measured_kind else None, claimed=line.claimed is not None)
            else:
                match.play(line.by, line.do)
        case models.TakeBack():
            match.take_back(line.n)
        case models.Hint():
            match.note_hint(line.by)
        case models.Judged():
            choices = tuple(ShownChoice(*one) for one in line.choices)
            match.repeat_hint(line.n, ShownHint(line.by, line.worlds, line.complete, choices, line.exact is True))
        case models.Resign() | models.AgreedEnd():
            match.end(line.seat)
        case models.SeatChange():
            match.seat_bot(line.seat, line.bot)
        case models.Named():
            match.name_seat(line.seat, line.name)
        case models.ClockLine():
            match.note_clock(line.stops, line.restarts)
        case models.Header() | models.Resume() | models.End():
            """The first line, one about taking it up, and the end, which follows from the last move."""
        case _:
            assert_never(line)
