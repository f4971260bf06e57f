"""What How-Ruck!'s table shows at the end of a round and of a match: who won the barrel, and the way it went."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from herrlof.games.how_ruck import words
from herrlof.games.how_ruck.actions import SEATS
from herrlof.games.how_ruck.observation import Observation, Round
from herrlof.games.how_ruck.tug import TRACK
from herrlof.tui.boards.board import BoardContext, own_first
from herrlof.tui.boards.ends import Ends
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.pieces import emphasised, panel, paragraph, paragraphs, tally


def _draw_line(canvas: Canvas, rect: Rect, path: Sequence[int], top: int, shown: float = 1.0) -> None:
    """Draw a path in a region whose highest row is the end of seat `top`."""
    fields = [max(1, min(TRACK, number)) for number in path]
    values = [float(TRACK - number if top == 0 else number - 1) for number in fields]
    canvas.put(rect.x, rect.bottom - 1 - TRACK // 2 * rect.height // TRACK, "╌" * rect.width, "line", "surface")
    part = rect._replace(width=max(1, round(rect.width * min(1.0, shown))))
    count = max(1, round(len(values) * min(1.0, shown)))
    figures.lines(canvas, part, [values[:count]], ["accent"], "surface", float(TRACK - 1))


class HowRuckEnds(Ends[Observation]):
    """The pages at the end of rounds and matches."""

    def right(self) -> list[Part]:
        """Return the goal."""
        return [(words.first_to(self.seen.goal), "dim", False)]

    def round_title(self) -> str:
        """Return which round is over."""
        return words.round_over(len(self.seen.rounds))

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw who won the barrel and by what, a line for each player, and the way of the barrel."""
        seen, context = self.seen, self.context
        done: Round = seen.rounds[-1]
        y = paragraph(canvas, Rect(rect.x + 2, rect.y, rect.width - 4, rect.height), rect.y + 1,
                      emphasised(words.how_won(done, seen, context.names)), most=2)  # fmt: skip
        sentences = context.game.words.round_end(seen, context.names)
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
        if y + 4 > rect.bottom:
            return
        height = min(rect.bottom - y - 1, 16)
        way = Rect(rect.x + 1, y, rect.width - 2, height)
        _draw_ways(canvas, way, seen, context, seen.rounds[-1:], progress / SEATS)

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw the barrels in big figures, who won, the rounds, and every barrel's way."""
        seen, context = self.seen, self.context
        tall = rect.height >= 30
        y = rect.y + (3 if tall else 1)
        seats = own_first(seen.seat, SEATS)
        points, wins = [seen.scores[seat] for seat in seats], [seat in seen.winners for seat in seats]
        x, y = figures.scores(canvas, rect.x + 3, y, points, wins, rect.width >= 60)
        text = Rect(x, y, rect.right - x - 1, 5)
        row = paragraphs(canvas, text, y, context.game.words.match_end(seen, context.names))
        y = max(y + 5, row + 1)
        rest = Rect(rect.x + 1, y, rect.width - 2, rect.bottom - y - len(deals) - 1)
        if rest.height > 2:
            _draw_story(canvas, rest, seen, context)
        self.draw_deals(canvas, rect, deals)


def _draw_story(canvas: Canvas, rest: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw the rounds, and where there is room the ways of the barrels."""
    beside = rest.width >= 76
    rows = max(16, 3 * len(seen.rounds) + 2) if beside else 2 * len(seen.rounds) + 2
    left = Rect(rest.x, rest.y, 40 if beside else rest.width, min(rows, rest.height))
    _draw_rounds(canvas, left, seen, context)
    right = Rect(rest.x, left.bottom + 1, rest.width, rest.bottom - left.bottom - 1)
    if beside:
        right = Rect(left.right + 2, rest.y, rest.width - left.width - 2, min(rest.height, 16))
    if right.height >= 4:
        _draw_ways(canvas, right, seen, context, seen.rounds)


def _draw_rounds(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw for each round who won it and by what; the last ones, where there is no room for all."""
    inner = panel(canvas, rect, words.Labels.rounds)
    width = max(cell_len(context.briefly(seat, seen)) for seat in range(SEATS))
    at = 4 + min(width, inner.width // 3)
    told: list[tuple[int, Round, list[Part]]] = []
    for number, done in enumerate(seen.rounds, 1):
        told.append((number, done, emphasised(words.won_by(done.reason, done.pulled[done.winner]))))
    room = Rect(inner.x + at, inner.y, inner.width - at, inner.height)
    while len(told) > 1 and sum(len(wrapped(parts, room.width)) for _, _, parts in told) > inner.height:
        told.pop(0)
    y = inner.y
    for number, done, parts in told:
        canvas.put(inner.x, y, str(number), "dim", "surface")
        ink = "good" if done.winner == seen.seat else "text"
        canvas.put(inner.x + 2, y, cut(context.briefly(done.winner, seen), at - 3), ink, "surface", True)
        y = paragraph(canvas, room, y, parts, "surface")


def _draw_ways(
    canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext, rounds: Sequence[Round], shown: float = 1.0
) -> None:
    """Draw the ways of barrels beside each other, up towards the viewer; `shown` is the part that is drawn."""
    inner = panel(canvas, rect, words.Labels.ways if len(rounds) > 1 else words.Labels.way)
    top, bottom = own_first(seen.seat, SEATS)
    chart = Rect(inner.x, inner.y + 1, inner.width, inner.height - 2)
    canvas.put(inner.x, inner.y, cut(words.end_label(top, seen, context.names), inner.width), "dim", "surface")
    end = cut(words.end_label(bottom, seen, context.names), inner.width - 2 * len(rounds))
    canvas.put(inner.x, inner.bottom - 1, end, "dim", "surface")
    if chart.height < 2:
        return
    width = chart.width // len(rounds)
    for number, done in enumerate(rounds):
        part = Rect(chart.x + number * width, chart.y, max(1, width - 1), chart.height)
        if len(done.path) > 1:
            _draw_line(canvas, part, done.path, top, shown)
