"""What a record proves, and what it does not, in sentences; `check` compares its lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from herrlof.game import raced
from herrlof.messages import N_, _, listed, ngettext
from herrlof.records.listing import score_text
from herrlof.table.match import Match

if TYPE_CHECKING:
    from herrlof.records.models import Record


def proofs(record: Record, match: Match) -> Iterator[str]:
    """Yield what a successful replay has proved, and what it has not, a sentence each."""
    names = listed(seat.name for seat in match.seats)
    yield _("{id}: {game}, {names}", id=record.header.id, game=match.game.title, names=names)
    yield ngettext(
        "proved: {n} line, with its hash, none missing",
        "proved: {n} lines, each with its hash, none missing",
        len(record.lines),
    )
    yield from _deals(record, match)
    yield from _moves(record, match)
    yield from _unproved(match)
    yield from _noted(record, match)


def _deals(record: Record, match: Match) -> Iterator[str]:
    """Yield from what chance followed."""
    chances = [(move.do.split(" ")[0], move.n in match.claimed) for move in match.moves if move.by < 0]
    measured = raced(match.game).measured
    drawn = [kind for kind, _claimed in chances if kind not in measured]
    timed = [kind for kind, claimed in chances if kind in measured and not claimed]
    claims = [kind for kind, claimed in chances if claimed]
    cuts = sum(map(bool, match.cuts))
    if match.commitment is not None:
        yield _("proved: the seed fits the commitment {commitment}", commitment=match.commitment)
    if drawn:
        kinds = _kinds(drawn)
        if match.commitment is None:
            yield _("proved: all that chance did ({kinds}) follows from the deal code, card for card", kinds=kinds)
        elif not cuts:
            yield _("proved: all that chance did ({kinds}) follows from the seed, card for card", kinds=kinds)
        else:
            yield ngettext(
                "proved: all that chance did ({kinds}) follows from the seed and {n} cut, card for card",
                "proved: all that chance did ({kinds}) follows from the seed and {n} cuts, card for card",
                cuts,
                kinds=kinds,
            )
    if timed:
        text = N_("not proved: what the clock said ({kinds}): the table measured it, and no seed decides it")
        yield _(text, kinds=_kinds(timed))
    if claims:
        text = N_("not proved: what the clock of a seat elsewhere said ({kinds}): the table noted its claim")
        yield _(text, kinds=_kinds(claims))
    if record.start is not None and record.start.cut_hashes:
        yield _("proved: each cut is the one whose hash stands beside it; that the hashes came first isn't")


def _moves(record: Record, match: Match) -> Iterator[str]:
    """Yield what the moves amount to, and the end."""
    moves = sum(move.by >= 0 for move in match.moves)
    if match.scores:
        yield ngettext(
            "proved: {n} move of players: it was allowed and leads to the recorded position, and to the score {score}",
            "proved: {n} moves of players: each was allowed and leads to the recorded position, and to the score "
            "{score}",
            moves,
            score=score_text(match.scores),
        )
    else:
        yield ngettext(
            "proved: {n} move of players: it was allowed and leads to the recorded position",
            "proved: {n} moves of players: each was allowed and leads to the recorded position",
            moves,
        )
    if undone := record.fold.undone:
        yield ngettext(
            "proved: {n} move that was taken back, in the same way",
            "proved: {n} moves that were taken back, in the same way",
            undone,
        )
    if match.ending is not None:
        yield _("noted: {sentence}", sentence=match.ending.told([seat.name for seat in match.seats]))
    if record.end is not None:
        yield _("proved: the result, and the seed shown at the end") if match.seed else _("proved: the result")
    elif match.game.chance:
        yield _("not finished: the seed is in the file, but isn't shown before the end")
    else:
        yield _("not finished")


def _unproved(match: Match) -> Iterator[str]:
    """Yield what no record can prove of its deals."""
    if match.commitment is not None:
        yield _("not proved: that this commitment was shown before the first card; compare it with what you noted")
        if not any(match.cuts):
            yield _("not proved: that the seed wasn't chosen, since nobody cut")
    elif match.game.chance:
        yield _("not proved: that nobody knew the deals, since a deal code was used")


def _noted(record: Record, match: Match) -> Iterator[str]:
    """Yield what sets this match apart from others."""
    if match.help.any:
        text = N_("noted: this match was played with help ({help}); it's never counted with those without")
        yield _(text, help=match.help)
    if match.hints:
        yield ngettext(
            "not proved: what {n} hint showed; the table noted it with the move",
            "not proved: what {n} hints showed; the table noted it with the moves",
            len(match.hints),
        )
    if match.help.agreed:
        yield _("noted: all who played agreed to hints when the match began")
    if (branch := match.branch_of) is not None:
        text = N_("noted: this match plays on from move {n} of {id}, with the same cards")
        yield _(text, n=branch.n, id=branch.id)
        yield _("not proved: that the match it branched from had the same moves up to there; compare the two")
    for race, clock in match.clocks.items():
        if any(clock):
            stops = ngettext("{n} stop", "{n} stops", clock.stops)
            restarts = ngettext("{n} new start", "{n} new starts", clock.restarts)
            text = N_("noted: the clock of race {race} had {stops} and {restarts}")
            yield _(text, race=race + 1, stops=stops, restarts=restarts)
    for change in match.seat_changes:
        name = match.seats[change.seat].name
        if change.bot:
            yield _("noted: from move {n} on the bot {bot} stood in for {name}", n=change.n, bot=change.bot, name=name)
        else:
            yield _("noted: from move {n} on {name} was back", n=change.n, name=name)
    if unplayed := len(record.header.unplayed):
        yield ngettext(
            "noted: before this match {n} commitment was shown and not played",
            "noted: before this match {n} commitments were shown and not played",
            unplayed,
        )
    if record.fold.resumes:
        yield ngettext(
            "noted: the match was taken up again once", "noted: the match was taken up again {n} times",
            record.fold.resumes,
        )  # fmt: skip


def _kinds(kinds: list[str]) -> str:
    """Return how often chance did what, in text codes: `3 × deal, 1 × draw`."""
    return listed(f"{kinds.count(kind)} × {kind}" for kind in sorted(set(kinds), reverse=True))
