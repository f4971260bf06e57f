"""What the list of matches tells of the one in focus: who won, how the scores went, and what its review found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from herrlof.bots import bot_label, bots_of, evaluator_of
from herrlof.coach.review import ReviewSummary, summary_of
from herrlof.coach.saying import unit_text
from herrlof.games import GAMES
from herrlof.messages import _, all_of, listed, ngettext, numeral, paragraph
from herrlof.records.course import course
from herrlof.records.listing import FINISHED, UNFINISHED, RecordSummary
from herrlof.records.storage import Storage
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.charts import score_lines
from herrlof.tui.widgets.fitting import Block, draw_blocks
from herrlof.tui.widgets.pieces import panel

CHART: float = 0.45
"""What part of the panel the scores have beside the rest."""
LEAST_TEXT, LEAST_CHART, FEWEST_ROWS = 38, 28, 5
"""Columns of what is told, columns and rows of the chart, below which there is none."""


class MatchFacts(NamedTuple):
    """What is kept of a match and told in its panel; it is read once, when the match is first looked at."""

    match: RecordSummary
    scores: Sequence[tuple[float, ...]]
    review: ReviewSummary | None


def facts_of(match: RecordSummary, storage: Storage) -> MatchFacts:
    """Read what is kept of a match: its record's lines and what its review has found; nothing is judged or played."""
    return MatchFacts(match, course(match.path), summary_of(storage, match.path))


def winner_text(match: RecordSummary) -> str:
    """Say who won; nothing where nobody has, or how it ended says it."""
    won = [seat for seat, share in zip(match.seats, match.returns, strict=False) if share]
    if match.state != FINISHED or match.ending is not None or not won:
        return ""
    if len(won) == 1:
        alone = match.people == 1 and won[0].person
        return _("You won.") if alone else _("{name} won.", name=won[0].name)
    return _("{names} share the win.", names=all_of(seat.name for seat in won))


def review_text(facts: MatchFacts) -> str:
    """Say what the review has found."""
    match, kept = facts.match, facts.review
    if kept is None:
        reviewed = match.state == FINISHED or (match.state == UNFINISHED and match.people == 1)
        return _("Not reviewed yet: V does it.") if reviewed else ""
    n = len(kept.clear)
    if not kept.complete:
        return ngettext("Half reviewed: {n} clear mistake so far.", "Half reviewed: {n} clear mistakes so far.", n)
    found = ngettext("Reviewed: {n} clear mistake.", "Reviewed: {n} clear mistakes.", n)
    unit = unit_text(evaluator_of(GAMES[match.game]).unit)
    names = [seat.name for seat in match.seats]
    means = [
        _("{name}: {cost} {unit} a decision.", name=names[seat], cost=numeral(mean, ".2f"), unit=unit)
        for seat, mean in sorted(kept.means.items())
        if seat < len(names)
    ]
    return paragraph(found, *means)


def draw_match(canvas: Canvas, rect: Rect, facts: MatchFacts, told: Sequence[Block]) -> None:
    """Draw the panel: seats with their scores, what is `told` of it, and beside that how they went."""
    match = facts.match
    title = GAMES[match.game].title if match.game in GAMES else match.game or match.path.name
    inner = panel(canvas, rect, listed(filter(None, (title, match.moment()))))
    inner = Rect(inner.x + 1, inner.y, inner.width - 2, inner.height)
    chart = max(LEAST_CHART, round(inner.width * CHART))
    if len(set(facts.scores)) > 2 and inner.height >= FEWEST_ROWS and inner.width - chart - 2 >= LEAST_TEXT:
        right = Rect(inner.right - chart, inner.y, chart, inner.height)
        _draw_scores(canvas, right, facts)
        inner = inner._replace(width=inner.width - chart - 2)
    airy = inner.height > 2 * len(match.seats) + 4
    y = _draw_seats(canvas, inner._replace(y=inner.y + airy), facts) + airy
    draw_blocks(canvas, Rect(inner.x, y, inner.width, inner.bottom - y), told, "surface")


def _draw_seats(canvas: Canvas, rect: Rect, facts: MatchFacts) -> int:
    """Draw a row a seat: whether it won, its name, its score, which bot it was; return the row after them."""
    match = facts.match
    columns = 2 if len(match.seats) > 3 else 1
    width = rect.width // columns
    rows = -(-len(match.seats) // columns)
    name_width = min(max(map(cell_len, (seat.name for seat in match.seats)), default=0), width - 10)
    known = bots_of(match.game)
    for seat, sitter in enumerate(match.seats):
        x, y = rect.x + seat // rows * width, rect.y + seat % rows
        won = match.state == FINISHED and seat < len(match.returns) and match.returns[seat] > 0
        if won:
            canvas.put(x, y, "✓", "good", "surface", True)
        canvas.put(x + 2, y, cut(sitter.name, name_width), "text", "surface", won)
        at = x + 2 + name_width + 6
        if seat < len(match.scores):
            canvas.right(at, y, [(numeral(match.scores[seat]), "text", won)], "surface")
        who = bot_label(match.game, sitter.bot) if sitter.bot in known else ""
        room = x + width - at - 3
        if columns == 1 and who and room > 6:
            canvas.put(at + 2, y, cut(who, room), "dim", "surface")
    return rect.y + rows


def _draw_scores(canvas: Canvas, rect: Rect, facts: MatchFacts) -> None:
    """Draw how the scores went, the one person's, or else the first seat's, on top."""
    match = facts.match
    count = len(facts.scores[0])
    own = next((seat for seat, sitter in enumerate(match.seats) if sitter.person), 0)
    order = [seat for seat in range(count) if seat != own] + [own]
    names = [cut(match.seats[seat].name, 10) if seat < len(match.seats) else "" for seat in order]
    score_lines(canvas, rect, [[row[seat] for row in facts.scores] for seat in order], names)
