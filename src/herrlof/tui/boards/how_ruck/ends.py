"""What How-Ruck!'s table shows at the end of a round and of a match: who won the barrel, and the way it went."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from herrlof.games.how_ruck import words
from herrlof.games.how_ruck.actions import SEATS
from herrlof.games.how_ruck.observation import Observation, Round
from herrlof.games.how_ruck.tug import TRACK
from herrlof.tui.boards.board import own_first
from herrlof.tui.boards.ends import Ends
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.boards.how_ruck.labels import BoardSpeaker
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.fitting import beside, first_that_fits
from herrlof.tui.widgets.pieces import above, emphasised, panel, paragraph, paragraphs, stacked, tally


def _draw_line(canvas: Canvas, rect: Rect, path: Sequence[int], top: int, shown: float = 1.0) -> None:
    """Draw a path in a region whose highest row is the end of seat `top`."""
    fields = [max(1, min(TRACK, number)) for number in path]
    values = [float(TRACK - number if top == 0 else number - 1) for number in fields]
    for y in (rect.bottom - 1 - TRACK // 2 * rect.height // TRACK, rect.bottom - 1):  # the middle, and their end
        canvas.put(rect.x, y, "╌" * rect.width, "line", "surface")
    part = rect._replace(width=max(1, round(rect.width * min(1.0, shown))))
    count = max(1, round(len(values) * min(1.0, shown)))
    figures.lines(canvas, part, [values[:count]], ["accent"], "surface", float(TRACK - 1))


class HowRuckEnds(Ends[Observation]):
    """The pages at the end of rounds and matches."""

    speaker: BoardSpeaker

    def right(self) -> list[Part]:
        return [(labels.first_to(self.seen.goal), "dim", False)]

    def round_title(self) -> str:
        return labels.round_over(len(self.seen.rounds))

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw who won the barrel and by what, a line for each player, and the way of the barrel."""
        seen, context = self.seen, self.context
        done: Round = seen.rounds[-1]
        y = paragraph(canvas, Rect(rect.x + 2, rect.y, rect.width - 4, rect.height), rect.y + 1,
                      emphasised(self.speaker.how_won(done)), most=2)  # fmt: skip
        sentences = self.speaker.round_end()
        y += 1
        for seat in own_first(seen.seat, SEATS):
            canvas.fill(Rect(rect.x + 1, y, rect.width - 2, 1), "surface")
            name = cut(context.shown(seat, seen), 16)
            canvas.put(rect.x + 2, y, name, "accent", "surface", True)
            won = seen.scores[seat]
            x = canvas.parts(rect.x + 20, y, tally(won, max(0, seen.goal - won), "accent"), "surface")
            canvas.put(x + 2, y, words.barrels_text(won), "text", "surface", True)
            text = Rect(rect.x + 20, y + 1, rect.width - 23, 2)
            y = paragraph(canvas, text, y + 1, emphasised(sentences[seat])) + 1
        way = Rect(rect.x + 1, y, rect.width - 2, min(rect.bottom - y - 1, MOST_WAYS))
        if way.height >= LEAST_WAYS[1]:
            _draw_ways(canvas, way, self.speaker, context, seen.rounds[-1:], progress / SEATS)

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw the barrels in big figures, who won, the rounds, and every barrel's way."""
        seen, context = self.seen, self.context
        under = _story_rows(seen, rect.inset(1)) + len(deals) + 1
        free = first_that_fits((3, 1), rect.height, lambda free: free + 5 + under)
        seats = own_first(seen.seat, SEATS)
        points, wins = [seen.scores[seat] for seat in seats], [seat in seen.winners for seat in seats]
        x, y = figures.scores(canvas, rect._replace(y=rect.y + free), points, wins)
        text = Rect(x, y, rect.right - x - 1, 5)
        row = paragraphs(canvas, text, y, self.speaker.match_end())
        y = max(y + 5, row + 1)
        rest = Rect(rect.x + 1, y, rect.width - 2, rect.bottom - y - len(deals) - 1)
        if rest.height > 2:
            _draw_story(canvas, rest, self.speaker, context)
        self.draw_deals(canvas, rect, deals)


ROUNDS_WIDTH = 40
"""Columns of the panel of the rounds, where another one stands beside it."""
LEAST_WAYS, MOST_WAYS = (34, 5), 16
"""Columns and rows of the panel of the barrels' ways at least, and its rows at most."""


def _story_rows(seen: Observation, rest: Rect) -> int:
    """Return how many rows the panel of the rounds takes."""
    apart = beside(rest, ROUNDS_WIDTH, LEAST_WAYS[0])[1] is not None
    return max(MOST_WAYS, 3 * len(seen.rounds) + 2) if apart else 2 * len(seen.rounds) + 2


def _draw_story(canvas: Canvas, rest: Rect, speaker: BoardSpeaker, context: BoardContext) -> None:
    """Draw the rounds, and where there is room the ways of the barrels, beside them or below."""
    left, right = beside(rest, ROUNDS_WIDTH, LEAST_WAYS[0])
    rows = _story_rows(speaker.seen, rest)
    parts = [("rounds", min(rows, rest.height)), ("ways", LEAST_WAYS[1])][: 2 - bool(right)]
    shown = dict(stacked(left, parts, "" if right else "ways"))
    _draw_rounds(canvas, shown["rounds"], speaker.seen, context)
    ways = right._replace(height=min(rest.height, MOST_WAYS)) if right else shown.get("ways")
    if ways:
        _draw_ways(canvas, ways, speaker, context, speaker.seen.rounds)


def _draw_rounds(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw for each round who won it and by what, briefly where rows are short; then the last ones alone."""
    width = max(cell_len(context.briefly(seat, seen)) for seat in range(SEATS))
    at = 4 + min(width, (rect.width - 2) // 3)
    room, height = rect.width - 2 - at, rect.height - 1
    whole = [emphasised(words.won_by(done.reason, done.pulled[done.winner])) for done in seen.rounds]
    told = [wrapped(parts, room) for parts in whole]
    if sum(map(len, told)) > height:
        brief = [labels.won_briefly(done.reason, done.pulled[done.winner]) for done in seen.rounds]
        told = [wrapped([(text, "text", False)], room, 1) for text in brief]
    first = max(0, len(told) - height)
    inner = panel(canvas, rect, labels.Labels.rounds, above(first))
    y = inner.y
    for number, (done, lines) in enumerate(zip(seen.rounds[first:], told[first:], strict=True), first + 1):
        canvas.put(inner.x, y, str(number), "dim", "surface")
        ink = "good" if done.winner == seen.seat else "text"
        canvas.put(inner.x + 2, y, cut(context.briefly(done.winner, seen), at - 3), ink, "surface", True)
        for line in lines:
            canvas.parts(inner.x + at, y, line, "surface")
            y += 1


def _draw_ways(
    canvas: Canvas,
    rect: Rect,
    speaker: BoardSpeaker,
    context: BoardContext,
    rounds: Sequence[Round],
    shown: float = 1.0,
) -> None:
    """Draw the ways of barrels beside each other, up towards the viewer; `shown` is the part that is drawn."""
    seen = speaker.seen
    inner = panel(canvas, rect, labels.Labels.ways if len(rounds) > 1 else labels.Labels.way)
    top, bottom = own_first(seen.seat, SEATS)
    chart = Rect(inner.x, inner.y + 1, inner.width, inner.height - 2)
    canvas.put(inner.x, inner.y, cut(speaker.end_label(top), inner.width), "dim", "surface")
    end = cut(speaker.end_label(bottom), inner.width - 2 * len(rounds))
    canvas.put(inner.x, inner.bottom - 1, end, "dim", "surface")
    width = chart.width // len(rounds)
    for number, done in enumerate(rounds):
        part = Rect(chart.x + number * width, chart.y, max(1, width - 1), chart.height)
        if len(done.path) > 1:
            _draw_line(canvas, part, done.path, top, shown)
