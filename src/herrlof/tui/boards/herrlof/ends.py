"""What Herrlof's table shows at the end of a round and of a match."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.scoring import Round, bonus_tricks
from herrlof.tui.boards.board import BoardContext, own_first
from herrlof.tui.boards.ends import Ends
from herrlof.tui.boards.herrlof.side import draw_scores
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, width_of, wrapped
from herrlof.tui.widgets.pieces import emphasised, panel, paragraph, paragraphs, tally


class HerrlofEnds(Ends[Observation]):
    """The pages at the end of rounds and matches."""

    def right(self) -> list[Part]:
        """Return the goal."""
        return [(f"{words.Labels.to_goal} ", "dim", False), (str(self.seen.goal), "text", True)]

    def round_title(self) -> str:
        """Return which round is over."""
        return words.round_over(self.seen.rounds[-1].number)

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw a block for each player: the points in big figures, where they come from, and the way to the goal."""
        seen, context = self.seen, self.context
        done: Round = seen.rounds[-1]
        blocks = (size for size in (11, 10, 8, 6) if rect.height >= (3 if size > 6 else 5) + (size + 1) * seen.seats)
        block = next(blocks, 0)
        roomy, scores = block > 0, 4 + seen.seats if len(seen.rounds) > 1 else 0
        block = block or (6 if rect.height >= 1 + 6 * seen.seats else 5)
        if rect.height >= 9 + scores + 14 * seen.seats:
            block = 13
            rect = rect._replace(y=rect.y + 2, height=rect.height - 2)
        y = rect.y + (1 if roomy else 0)
        free = rect.height - (1 + roomy + (block + roomy) * seen.seats)
        top = Rect(rect.x + 2, y, rect.width - 4, rect.height)
        result = emphasised(words.round_result(done, seen, context.names))
        y = paragraph(canvas, top, y, result, most=1 + max(0, free)) + roomy
        for number, seat in enumerate(own_first(seen.seat, seen.seats)):
            shown = max(0.0, min(1.0, progress - number))
            _block(canvas, Rect(rect.x + 1, y, rect.width - 2, block), seen, context, seat, shown)
            y += block + (1 if roomy else 0)
        if scores and rect.bottom - y >= scores:
            left = Rect(rect.x + 1, y, rect.width // 2, scores)
            draw_scores(canvas, left, seen, context)
            right = left._replace(x=left.right + 2, width=rect.width - left.width - 4)
            inner = panel(canvas, right, words.race_title(seen.goal))
            told = [words.next_round(seen, context.names), *words.still_to_go(seen, context.names)]
            for row, text in enumerate(told, inner.y):
                canvas.put(inner.x + 1, row, cut(text, inner.width - 2), "dim" if row > inner.y else "text", "surface")

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw the score in big figures, who won and by what, the rounds, and the way to the goal."""
        seen, context = self.seen, self.context
        tall, highest = rect.height >= 30, rect.height >= 44
        y = rect.y + (4 if highest else 3 if tall else 1)
        x = rect.x + 3
        order = own_first(seen.seat, seen.seats)
        wins, enough = [seat in seen.winners for seat in order], rect.width >= 60 + 20 * (seen.seats > 2)
        x, y = figures.scores(canvas, x, y, [seen.scores[seat] for seat in order], wins, enough)
        if enough and not canvas.look.ascii:
            x = max(x, rect.x + 35)
        text = Rect(x, y, rect.right - x - 1, 4)
        row = paragraphs(canvas, text, y, words.result(seen, context.names), ("accent", "text", "dim"))
        y = max(y + 5, row + 1) + highest
        rest = Rect(rect.x + 1, y, rect.width - 2, rect.bottom - y - (0 if tall else len(deals) + 1))
        if rest.height < 4:
            self.draw_deals(canvas, rect, deals)
            return
        airy = rest.width > 120 and rest.height > 16 + 6 * seen.seats
        need = 5 + 6 * seen.seats if airy else 3 + 3 * seen.seats + (4 if tall else 0)
        height = min(rest.height - (2 if rest.height > 9 else 0), need)
        if height < 3 + 3 * seen.seats:
            height = min(height, 2 + 2 * seen.seats)
        left = max(47, rest.width * 6 // 10 - 1) if rest.width >= 76 else rest.width
        right = Rect(rest.x + left + 2, y, rest.width - left - 2, height)
        _rounds(canvas, Rect(rest.x, y, left, height), seen, context)
        if rest.width >= 76:
            _race(canvas, right, seen, context)
        y += height + 1
        facts = _in_numbers(seen, brief=True)
        if tall and rest.width >= 100 and y + 5 + len(facts) <= rest.bottom:
            _numbers(canvas, Rect(rest.x, y, left, 5 + len(facts)), seen, context)
            inner = panel(canvas, Rect(right.x, y, right.width, 5 + len(facts)), words.Labels.deals)
            for part_y, part in enumerate(deals):
                paragraph(canvas, inner, inner.y + 1 + 2 * part_y, [part], "surface")
            return
        if y < rest.bottom:
            x = rest.x + 1
            for title, values in facts:
                value = " : ".join(str(values[seat]) for seat in order) if isinstance(values, tuple) else str(values)
                if x + cell_len(title) + len(value) + 1 > rest.right:
                    break
                x = canvas.parts(x, y, [(f"{title} ", "dim", False), (value, "text", True)]) + 3
        self.draw_deals(canvas, rect, deals)


def _block(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext, seat: int, shown: float) -> None:
    done: Round = seen.rounds[-1]
    score = reading.score_of(done, seat, seen.seats, seen.edition)
    said, made = done.predictions[seat], done.tricks[seat]
    exact = said == made
    panel(canvas, rect, context.shown(seat, seen))
    roomy, airy = rect.height >= 8, rect.height >= 10
    narrow = rect.width < 70
    number, ink = f"+{round(score.total * shown)}", "good" if exact else "text"
    top = (rect.height - 6) // 2 + 1 if airy else 2 if roomy else 1
    figures.big(canvas, rect.x + 3, rect.y + top, number, ink, "surface", 5 if narrow else 7)
    x = rect.x + (20 if narrow else 24 if rect.width < 100 else 32)
    step = 2 if airy else 1
    text = Rect(x, rect.y + (2 if rect.height > 10 else 1), rect.right - x - 1, rect.height - 1)
    strokes = tally(
        made, max(0, said - made), "good" if exact else "accent" if made < said else "text", max(0, made - said)
    )
    label = words.round_labels(seen.seats, seen.edition, seen.goal, narrow)
    verdict: Part = (words.Labels.exactly, "good", True) if exact else (words.verdict(said, made), "bad", True)
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
    told = emphasised(words.how_it_went(done, seat, seen))
    if rect.height > 5 or len(wrapped(told, text.width)) == 1:  # else the figures have said it all
        row = paragraph(canvas, text, row, told, "surface", most=2)
    y = rect.bottom - 2 if roomy else max(row, rect.y + 4)
    after = seen.scores[seat] if done.game == seen.game_number else score.total
    before = after - score.total
    numbers: list[Part] = [(f"{before} → ", "dim", False), (str(before + round(score.total * shown)), "text", True),
                           (f" {label.of_goal}", "dim", False)]  # fmt: skip
    room = sum(cell_len(part) for part, _, _ in numbers)
    width = text.width - max(14, room + 1) - 1
    if width > 5:
        whole = max(1, seen.goal)
        canvas.put(x, y, " " * width, "text", "raised")
        grown = score.total * shown
        bars = [(before / whole, "dim", "█"), (grown / whole, "good" if exact else "weave", "▓")]
        if canvas.look.plain:
            bars.append((max(0.0, 1 - (before + grown) / whole), "dim", "░"))
        figures.bar(canvas, x, y, width, bars, "raised")
    canvas.right(text.right, y, numbers, "surface")


def _numbers(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw figures of the whole match in a panel, a column a player."""
    inner = panel(canvas, rect, words.Labels.numbers)
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
    return list(zip(words.match_facts(brief), reading.match_figures(seen), strict=True))


def _rounds(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw the rounds: points, with a tick where a number came true, and below them tricks of the number said."""
    label = words.Labels
    inner = panel(canvas, rect, label.rounds)
    rounds = reading.match_rounds(seen)
    step = next((step for step in (6, 5, 3) if rect.height >= 3 + (step > 5) + step * seen.seats), 2)
    name = 7 if inner.width < 60 else 11
    column = 8 if step < 5 else max(8, min(14, (inner.width - name - 6) // len(rounds)))
    room = max(1, (inner.width - name - 6) // column)
    shown = rounds[-room:]
    y = inner.y + (1 if rect.height > 3 + 3 * seen.seats else 0)
    left = inner.x + name + column - 8
    for number, done in enumerate(shown):
        canvas.right(left + number * column + 4, y, [(str(done.number), "dim", False)], "surface")
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
    inner = panel(canvas, rect, words.race_title(seen.goal))
    rounds = reading.match_rounds(seen)
    order = list(reversed(own_first(seen.seat, seen.seats)))
    series = [reading.sums(rounds, seat) for seat in order]
    if canvas.look.ascii:
        for y, (seat, sums) in enumerate(zip(order, series, strict=True), inner.y):
            text = " ".join(f"{value:g}" for value in sums)
            canvas.put(inner.x, y, cut(f"{context.shown(seat, seen)}: {text}", inner.width), "text", "surface")
        return
    names = [context.briefly(seat, seen) for seat in order]
    side = max(cell_len(name) + 1 + len(str(seen.scores[seat])) for seat, name in zip(order, names, strict=True))
    chart = Rect(inner.x + 4, inner.y, inner.width - 5 - side, inner.height - 1)
    inks = ["text", "dim", "accent"][-len(series) :]
    figures.lines(canvas, chart, series, inks, "surface", float(seen.goal))
    most = max(*(value for row in series for value in row), float(seen.goal), 1.0)
    goal_y = chart.bottom - 1 - round(seen.goal / most * (chart.height * 2 - 1)) // 2
    canvas.right(chart.x - 1, goal_y, [(str(seen.goal), "dim", False)], "surface")
    canvas.right(chart.x - 1, chart.bottom - 1, [("0", "dim", False)], "surface")
    for number in range(1, len(rounds) + 1):
        x = chart.x + round(number / max(1, len(rounds)) * (chart.width - 1))
        canvas.put(x, chart.bottom, str(number), "dim", "surface")
    ranked = sorted(zip(order, names, inks, strict=True), key=lambda row: -seen.scores[row[0]])
    for y, (seat, name, ink) in enumerate(ranked, chart.y):
        canvas.parts(chart.right + 1, y, [(name, ink, True), (f" {seen.scores[seat]}", "text", True)], "surface")
