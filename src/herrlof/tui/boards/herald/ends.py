"""What Herald's table shows at the end of a game and of a match."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from herrlof.games.herald import words
from herrlof.games.herald.cards import COLOUR_LETTERS, DECK, FIGURE_OF, FIGURE_POINTS, FIGURES, Card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.scoring import colours_in, piles_of, points_in
from herrlof.tui.boards.board import BoardContext, own_first
from herrlof.tui.boards.herald.faces import MARKS
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.pieces import emphasised, panel, paragraph


def draw_round(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext, progress: float) -> None:
    """Draw the piles of the game, turned over one after the other, and what each player has now."""
    sentences = context.game.words.round_end(seen, context.names)
    order = own_first(seen.seat, seen.seats)
    roomy = rect.height >= 3 * seen.seats + 14
    y = rect.y + roomy
    if rect.height >= 2 * seen.seats + 6:
        for number, seat in enumerate(order):
            name = cut(context.shown(seat, seen), 22)
            text = Rect(rect.x + 2, y, rect.width - 4, 1)
            shown = sentences[seat] if progress > number else ""
            paragraph(canvas, text, y, [(f"{name}  ", "accent", True), *emphasised(shown)], most=1)
            y += 1
        y += 1
    y = _draw_piles(canvas, rect, y, seen, context, progress) + roomy
    _draw_rest(canvas, Rect(rect.x + 1, y, rect.width - 2, rect.bottom - y), seen, context)


def draw_match(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext, deals: Sequence[Part]) -> None:
    """Draw who won and what decided it, the piles turned over, and the points; the last rows are for the `deals`."""
    room = rect._replace(height=rect.height - len(deals))
    roomy = room.height >= 3 * seen.seats + 16
    y = room.y + roomy
    sentences = context.game.words.match_end(seen, context.names)
    text = Rect(room.x + 2, y, room.width - 4, 4)
    for number, sentence in enumerate(sentences):
        y = paragraph(canvas, text, y, [(sentence, "text", False)] if number else [(sentence, "accent", True)])
    spare = room.bottom - y - 2 * seen.seats - 5 - (seen.games > 1) * (seen.seats + 3)
    y += spare > 0 or (spare < 0 and room.bottom - y > seen.seats + 4)
    y = _draw_piles(canvas, room, y, seen, context, 99.0) + roomy
    _draw_rest(canvas, Rect(room.x + 1, y, room.width - 2, room.bottom - y), seen, context)


def _draw_rest(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw the score sheet of several games, and bars of the points, as far as there is room."""
    y = rect.y
    if seen.games > 1 and rect.height >= seen.seats + 2:
        height = seen.seats + 2
        draw_scores(canvas, rect._replace(y=y, height=height), seen, context)
        y += height + 1
    if rect.bottom - y >= seen.seats + 1:
        _draw_bars(canvas, rect._replace(y=y, height=seen.seats + 1), seen, context)


def _draw_piles(canvas: Canvas, rect: Rect, y: int, seen: Observation, context: BoardContext, progress: float) -> int:
    """Draw what each player's cards are worth, by figure, and how many of each colour; return the row after it."""
    height, label = int(seen.seats) + 4, words.labels()
    inner = panel(canvas, Rect(rect.x + 1, y, rect.width - 2, height), label.piles)
    piles = piles_of(seen.tricks, seen.seats)
    wide = inner.width >= 76
    longest = max(cell_len(context.shown(seat, seen)) for seat in range(seen.seats)) + 1
    rest = 18 if wide else 5
    column = max(3, min(7, (inner.width - max(8, longest) - rest) // FIGURES))
    left = inner.x + min(max(8, longest), inner.width - FIGURES * column - rest)
    total = left + FIGURES * column + 5
    for place, figure in enumerate(reversed(range(FIGURES)), 1):
        canvas.right(left + place * column, inner.y, [(MARKS[figure], "text", True)], "surface")
        canvas.right(left + place * column, inner.y + 1, [(str(FIGURE_POINTS[figure]), "dim", False)], "surface")
    canvas.put(inner.x, inner.y + 1, label.worth, "dim", "surface")
    canvas.right(total, inner.y, [(label.sum, "dim", False)], "surface")
    if wide:
        for place, letter in enumerate(COLOUR_LETTERS, 1):
            canvas.right(total + 1 + place * 4, inner.y, [(letter, "text", True)], "surface")
        canvas.right(total + 13, inner.y + 1, [(label.cards, "dim", False)], "surface")
    for number, seat in enumerate(own_first(seen.seat, seen.seats)):
        row, own = inner.y + 2 + number, seat == seen.seat
        canvas.put(inner.x, row, cut(context.shown(seat, seen), left - inner.x - 1), "text", "surface", own)
        if progress <= number:
            continue
        _draw_figures(canvas, left, row, column, piles[seat])
        points = round(seen.rounds[-1].points[seat] * min(1.0, progress - number))
        canvas.right(total, row, [(str(points), "text", True)], "surface")
        if wide:
            for place, count in enumerate(colours_in(piles[seat]), 1):
                canvas.right(total + 1 + place * 4, row, [(str(count), "text", False)], "surface")
    if progress >= seen.seats:
        row = inner.y + 2 + seen.seats
        canvas.put(inner.x, row, label.all, "dim", "surface")
        _draw_figures(canvas, left, row, column, DECK)
        canvas.right(total, row, [(str(points_in(DECK)), "text", True)], "surface")
    return y + height


def _draw_figures(canvas: Canvas, left: int, y: int, column: int, pile: Sequence[Card]) -> None:
    """Write what the cards of each figure are worth together, the Herald first."""
    for place, figure in enumerate(reversed(range(FIGURES)), 1):
        cards = [card for card in pile if FIGURE_OF[card] == figure]
        cell: Part = (str(points_in(cards)), "text", False) if cards else ("·", "dim", False)
        canvas.right(left + place * column, y, [cell], "surface")


def _draw_bars(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw the points of the match as bars, the last game's at their ends."""
    inner = panel(canvas, rect, words.labels().points)
    name = min(22, max(cell_len(context.shown(seat, seen)) for seat in range(seen.seats)) + 1)
    whole = max(seen.scores)
    for y, seat in enumerate(own_first(seen.seat, seen.seats), inner.y):
        canvas.put(inner.x, y, cut(context.shown(seat, seen), name), "text", "surface", seat == seen.seat)
        bar = Rect(inner.x + name + 1, y, inner.width - name - 7, 1)
        last = seen.rounds[-1].points[seat]
        best = "accent" if seen.scores[seat] == whole else "weave"
        parts = [((seen.scores[seat] - last) / whole, "dim", "█"), (last / whole, best, "▓")]
        figures.bar(canvas, bar.x, y, bar.width, parts, "surface")
        canvas.right(inner.right - 1, y, [(str(seen.scores[seat]), "text", True)], "surface")


def draw_scores(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw a row a player, a column a game, the sum at the right; many games scroll to the latest."""
    label = words.labels()
    inner = panel(canvas, rect, label.games)
    name = min(22, max(10, inner.width - 5 * (seen.games + 1)))
    rounds = list(enumerate(seen.rounds, 1))[-max(1, (inner.width - name - 6) // 5) :]
    canvas.put(inner.x, inner.y, label.game, "dim", "surface")
    canvas.right(inner.right - 1, inner.y, [(label.sum, "dim", False)], "surface")
    for place, (number, done) in enumerate(rounds, 1):
        right = inner.x + name + 5 * place
        canvas.right(right, inner.y, [(str(number), "dim", False)], "surface")
        for y, seat in enumerate(own_first(seen.seat, seen.seats), inner.y + 1):
            canvas.right(right, y, [(str(done.points[seat]), "text", False)], "surface")
    for y, seat in enumerate(own_first(seen.seat, seen.seats), inner.y + 1):
        canvas.put(inner.x, y, cut(context.shown(seat, seen), name), "text", "surface", seat == seen.seat)
        canvas.right(inner.right - 1, y, [(str(seen.scores[seat]), "text", True)], "surface")
