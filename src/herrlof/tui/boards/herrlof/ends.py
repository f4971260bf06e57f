"""What Herrlof's table shows at the end of a round and of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.scoring import Round, bonus_tricks
from herrlof.tui.boards.board import own_first
from herrlof.tui.boards.ends import Ends
from herrlof.tui.boards.herrlof import labels
from herrlof.tui.boards.herrlof.labels import BoardSpeaker
from herrlof.tui.boards.herrlof.side import draw_scores
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, width_of, wrapped
from herrlof.tui.widgets.charts import score_lines
from herrlof.tui.widgets.fitting import beside, first_that_fits
from herrlof.tui.widgets.pieces import emphasised, panel, paragraph, paragraphs, tally

LEAST_ROUNDS, LEAST_RACE = 47, 27
"""Columns of the panel of the rounds, and of the one beside it."""
LEAST_BAR = 6
"""Columns of the shortest way to the goal that is drawn."""
LEFT, EACH = 24, 12
"""Columns of the panel of figures before its numbers, and those that a player has there."""


class RoundForm(NamedTuple):
    """How far apart the players' blocks stand at the end of a round."""

    block: int
    """Rows of a block."""
    apart: int = 1
    above: int = 0
    free: int = 1
    """Rows that are left around the blocks, and for what the round came to."""
    scores: bool = False
    """Whether the scores have room below them."""

    def rows(self, seats: int, scores: int) -> int:
        """Return how many rows it needs."""
        return self.above + self.free + (self.block + self.apart) * seats + scores * self.scores


ROUND_FORMS: Final = (
    RoundForm(13, 1, 2, 6, True), RoundForm(11, free=2), RoundForm(10, free=2), RoundForm(8, free=2),
    RoundForm(6, free=4), RoundForm(6, 0, free=0), RoundForm(5, 0, free=0),
)  # fmt: skip
"""In the order in which they give way."""


class MatchForm(NamedTuple):
    """How much is told at the end of a match, and how far apart."""

    above: int
    below: int
    """Free rows above and below the score."""
    head: int
    each: int
    """Rows of the panel of the rounds: its own, and each player's."""
    numbers: bool = False
    """Whether figures of the whole match have a panel below."""
    line: bool = True
    """Whether they have a line at least."""

    def of_rounds(self, seats: int) -> int:
        """Return the rows of the panel of the rounds."""
        return self.head + self.each * seats

    def under(self, facts: int, deals: int) -> int:
        """Return the rows below that panel."""
        return 6 + facts if self.numbers else 2 * self.line + deals + 1

    def rows(self, seats: int, facts: int, deals: int) -> int:
        """Return how many rows it needs."""
        return self.above + 5 + self.below + self.of_rounds(seats) + self.under(facts, deals)


MATCH_FORMS: Final = (
    MatchForm(4, 1, 5, 6, numbers=True), MatchForm(3, 0, 5, 6, numbers=True), MatchForm(3, 0, 7, 3, numbers=True),
    MatchForm(4, 1, 5, 6), MatchForm(3, 0, 5, 6), MatchForm(3, 0, 7, 3), MatchForm(1, 0, 3, 3), MatchForm(1, 0, 2, 2),
    MatchForm(1, 0, 2, 2, line=False),
)  # fmt: skip
"""In the order in which they give way."""


class BlockForm(NamedTuple):
    """How a player's block is filled that has so many rows."""

    rows: int
    figures: int
    """Free rows above the big figures."""
    text: int
    """The row in which the text begins."""
    step: int
    """Rows from a line to the next."""


BLOCK_FORMS: Final = (
    BlockForm(13, 4, 2, 2), BlockForm(11, 3, 2, 2), BlockForm(10, 3, 1, 2), BlockForm(8, 2, 1, 1), BlockForm(0, 1, 1, 1)
)  # fmt: skip


class BlockWidth(NamedTuple):
    """How a player's block is filled that has so many columns."""

    columns: int
    text: int
    """The column in which the text begins."""
    figures: int
    """How high the big figures are."""


BLOCK_WIDTHS: Final = BlockWidth(100, 32, 7), BlockWidth(70, 24, 7), BlockWidth(0, 20, 5)


class HerrlofEnds(Ends[Observation]):
    """The pages at the end of rounds and matches."""

    speaker: BoardSpeaker

    def right(self) -> list[Part]:
        return [(f"{labels.Labels.to_goal} ", "dim", False), (str(self.seen.goal), "text", True)]

    def round_title(self) -> str:
        return labels.round_over(self.seen.rounds[-1].number)

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw a block for each player: the points in big figures, where they come from, and the way to the goal."""
        seen, context = self.seen, self.context
        done: Round = seen.rounds[-1]
        scores = 4 + seen.seats if len(seen.rounds) > 1 else 0
        form = first_that_fits(ROUND_FORMS, rect.height - 1, lambda form: form.rows(seen.seats, scores))
        block, apart = form.block, form.apart
        y = rect.y + form.above + apart
        free = rect.bottom - y - 1 - (block + apart) * seen.seats
        top = Rect(rect.x + 2, y, rect.width - 4, rect.height)
        result = emphasised(self.speaker.round_result(done))
        y = paragraph(canvas, top, y, result, most=1 + max(0, free)) + apart
        for number, seat in enumerate(own_first(seen.seat, seen.seats)):
            shown = max(0.0, min(1.0, progress - number))
            _block(canvas, Rect(rect.x + 1, y, rect.width - 2, block), self.speaker, context, seat, shown)
            y += block + apart
        if scores and rect.bottom - y >= scores:
            left, right = beside(Rect(rect.x + 1, y, rect.width - 2, scores), rect.width // 2, LEAST_RACE)
            draw_scores(canvas, left, seen, context)
            if right is not None:
                inner = panel(canvas, right, labels.race_title(seen.goal))
                told = [self.speaker.next_round(), *self.speaker.still_to_go()]
                for row, text in enumerate(told, inner.y):
                    ink = "dim" if row > inner.y else "text"
                    canvas.put(inner.x + 1, row, cut(text, inner.width - 2), ink, "surface")

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw the score in big figures, who won and by what, the rounds, and the way to the goal."""
        seen, context = self.seen, self.context
        facts = _in_numbers(seen, brief=True)
        columns = max(LEAST_ROUNDS, (rect.width - 2) * 6 // 10 - 1)
        forms = [form for form in MATCH_FORMS if not form.numbers or columns >= LEFT + EACH * seen.seats]
        form = first_that_fits(forms, rect.height, lambda form: form.rows(seen.seats, len(facts), len(deals)))
        order = own_first(seen.seat, seen.seats)
        points, wins = [seen.scores[seat] for seat in order], [seat in seen.winners for seat in order]
        x, y = figures.scores(canvas, rect._replace(y=rect.y + form.above), points, wins, 35)
        text = Rect(x, y, rect.right - x - 1, 4)
        row = paragraphs(canvas, text, y, self.speaker.result(), ("accent", "text", "dim"))
        y = max(y + 5, row + 1) + form.below
        rest = Rect(rect.x + 1, y, rect.width - 2, rect.bottom - y)
        left, right = beside(rest, columns, LEAST_RACE)
        under = form.under(len(facts), len(deals))
        height = min(form.of_rounds(seen.seats), rest.height - under)
        if height <= seen.seats + 1:
            self.draw_deals(canvas, rect, deals)
            return
        _rounds(canvas, left._replace(height=height), seen, context)
        if right is not None:
            _race(canvas, right._replace(height=height), seen, context)
        y += height + 1
        if form.numbers and right is not None:
            _numbers(canvas, left._replace(y=y, height=under - 1), seen, context)
            inner = panel(canvas, right._replace(y=y, height=under - 1), labels.Labels.deals)
            row = inner.y
            for part in deals:
                row = paragraph(canvas, inner, row + 1, [part], "surface")
            return
        if form.line:
            x = rest.x + 1
            told = reading.decided_by(seen) in ("points", "correct")  # how many numbers came true is said above
            for title, values in facts[told:]:
                value = " : ".join(str(values[seat]) for seat in order) if isinstance(values, tuple) else str(values)
                if x + cell_len(title) + len(value) + 1 > rest.right:
                    break
                x = canvas.parts(x, y, [(f"{title} ", "dim", False), (value, "text", True)]) + 3
        self.draw_deals(canvas, rect, deals)


def _block(canvas: Canvas, rect: Rect, speaker: BoardSpeaker, context: BoardContext, seat: int, shown: float) -> None:
    seen = speaker.seen
    done: Round = seen.rounds[-1]
    score = reading.score_of(done, seat, seen.seats, seen.edition)
    said, made = done.predictions[seat], done.tricks[seat]
    exact = said == made
    panel(canvas, rect, context.shown(seat, seen))
    form = first_that_fits(BLOCK_FORMS, rect.height, lambda form: form.rows)
    width = first_that_fits(BLOCK_WIDTHS, rect.width, lambda width: width.columns)
    narrow, step = width is BLOCK_WIDTHS[-1], form.step
    number, ink = f"+{round(score.total * shown)}", "good" if exact else "text"
    figures.big(canvas, rect.x + 3, rect.y + form.figures, number, ink, "surface", width.figures)
    x = rect.x + width.text
    text = Rect(x, rect.y + form.text, rect.right - x - 1, rect.height - 1)
    strokes = tally(
        made, max(0, said - made), "good" if exact else "accent" if made < said else "text", max(0, made - said)
    )
    label = labels.round_labels(seen.seats, seen.edition, seen.goal, narrow)
    verdict: Part = (labels.Labels.exactly, "good", True) if exact else (labels.verdict(said, made), "bad", True)
    line: list[Part] = [
        (f"{label.said} ", "dim", False),
        (str(said), "text", True),
        (f"  {label.won} ", "dim", False),
        (str(made), "text", True),
    ]
    end = canvas.parts(x, text.y, line, "surface")
    at = end + 3 if narrow else max(end + 3, x + 16)
    end = canvas.parts(at, text.y, strokes, "surface")
    if end + 3 + cell_len(verdict[0]) <= text.right:
        canvas.parts(end + 3, text.y, [verdict], "surface")
    brought = [(label.tricks, f"+{score.tricks}"), (label.exactly, f"+{score.exactly}" if score.exactly else "–")]
    if bonus_tricks(seen.seats, seen.edition):
        brought.append((label.bonus, f"+{score.bonus}" if score.bonus else "–"))
    at = x
    for what, points in brought:
        if at + cell_len(what) + len(points) < text.right:  # the sentence says it too
            at = canvas.parts(at, text.y + step, [(f"{what} ", "dim", False), (points, "text", True)], "surface") + 3
    row = text.y + 2 * step
    told = emphasised(speaker.how_it_went(done, seat))
    if len(wrapped(told, text.width, 2)) <= rect.bottom - 1 - row:  # else the figures have said it all
        row = paragraph(canvas, text, row, told, "surface", most=2)
    y = max(row, rect.y + 4) if form is BLOCK_FORMS[-1] else rect.bottom - 2
    after = seen.scores[seat] if done.game == seen.game_number else score.total
    before = after - score.total
    numbers: list[Part] = [(f"{before} → ", "dim", False), (str(before + round(score.total * shown)), "text", True),
                           (f" {label.of_goal}", "dim", False)]  # fmt: skip
    room = sum(cell_len(part) for part, _, _ in numbers)
    bar = text.width - max(14, room + 1) - 1
    if first_that_fits((True, False), bar, lambda drawn: LEAST_BAR * drawn):
        whole = max(1, seen.goal)
        canvas.put(x, y, " " * bar, "text", "raised")
        grown = score.total * shown
        bars = [(before / whole, "dim", "█"), (grown / whole, "good" if exact else "weave", "▓")]
        if canvas.look.plain:
            bars.append((max(0.0, 1 - (before + grown) / whole), "dim", "░"))
        figures.bar(canvas, x, y, bar, bars, "raised")
    canvas.right(text.right, y, numbers, "surface")


def _numbers(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw figures of the whole match in a panel, a column a player."""
    inner = panel(canvas, rect, labels.Labels.numbers)
    for column, seat in enumerate(own_first(seen.seat, seen.seats), 1):
        name = cut(context.briefly(seat, seen), 10)
        canvas.right(inner.x + 22 + 12 * column, inner.y + 1, [(name, "dim", False)], "surface")
    rounds = len(reading.match_rounds(seen))
    for row, (title, values) in enumerate(_in_numbers(seen, brief=False)):
        y = inner.y + 2 + row
        canvas.put(inner.x + 1, y, title, "dim", "surface")
        shown = [values[seat] for seat in own_first(seen.seat, seen.seats)] if isinstance(values, tuple) else [values]
        for column, value in enumerate(shown, 1):
            text = str(value) if row else words.made_of(value, rounds)
            canvas.right(inner.x + 22 + 12 * column, y, [(text, "text", True)], "surface")


def _in_numbers(seen: Observation, brief: bool) -> list[tuple[str, tuple[int, ...] | int]]:
    """Return figures of the whole match: by seat, or for all together."""
    return list(zip(labels.match_facts(brief), reading.match_figures(seen), strict=True))


def _rounds(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw the rounds: points, with a tick where a number came true, and below them tricks of the number said."""
    label = labels.Labels
    inner = panel(canvas, rect, label.rounds)
    rounds = reading.match_rounds(seen)
    step = next((step for step in (6, 5, 3) if rect.height >= 3 + (step > 5) + step * seen.seats), 2)
    least, most = (6, 8) if step < 5 else (8, 14)
    name = first_that_fits((11, 7), inner.width - 6, lambda name: name + least * len(rounds))
    column = max(least, min(most, (inner.width - name - 6) // len(rounds)))
    room = max(1, (inner.width - name - 6) // column)
    shown = rounds[-room:]
    y = inner.y + (1 if rect.height > 3 + 3 * seen.seats else 0)
    left = inner.x + name + column - 8
    for number, done in enumerate(shown):
        canvas.right(left + number * column + 4, y, [(str(done.number), "dim", False)], "surface")
    if len(shown) < len(rounds):
        canvas.put(inner.x + 1, y, "…", "dim", "surface")
    canvas.right(inner.right - 1, y, [(label.sum, "dim", False)], "surface")
    for place, seat in enumerate(own_first(seen.seat, seen.seats)):
        row = y + 1 + (step > 5) + place * step
        if row >= inner.bottom:
            return
        canvas.put(inner.x + 1, row, cut(context.briefly(seat, seen), name - 2), "text", "surface", True)
        for number, done in enumerate(shown):
            exact = done.predictions[seat] == done.tricks[seat]
            right = left + number * column + 4
            canvas.right(right, row, [(str(done.points[seat]), "good" if exact else "text", True)], "surface")
            if exact:
                canvas.put(right, row, "✓", "good", "surface")
            if row + 1 < inner.bottom:
                made, said = done.tricks[seat], done.predictions[seat]
                text = words.made_of(made, said)
                text = text if cell_len(text) < column else f"{made}/{said}"
                canvas.right(right + 2, row + 1, [(text, "dim", False)], "surface")
                strokes = tally(made, 0, "good" if exact else "text", max(0, made - said))
                if step > 3 and width_of(strokes) < column:
                    canvas.right(right + 2, row + step - 3, strokes, "surface")
        canvas.right(inner.right - 1, row, [(str(seen.scores[seat]), "text", True)], "surface")


def _race(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw the scores over the rounds, the goal dashed."""
    inner = panel(canvas, rect, labels.race_title(seen.goal))
    rounds = reading.match_rounds(seen)
    order = list(reversed(own_first(seen.seat, seen.seats)))
    series = [reading.sums(rounds, seat) for seat in order]
    shown = context.shown if canvas.look.ascii else context.briefly
    score_lines(canvas, inner, series, [shown(seat, seen) for seat in order], float(seen.goal))
