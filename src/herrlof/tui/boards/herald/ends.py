"""What Herald's table shows at the end of a game and of a match: the piles turned over, a panel a player."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from rich.cells import cell_len

from herrlof.games.herald import words
from herrlof.games.herald.cards import COLOUR_LETTERS, FIGURE_POINTS, FIGURES, HERALD, POINTS_OF, Card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.scoring import colours_in, piles_of
from herrlof.tui.boards.board import BoardContext
from herrlof.tui.boards.ends import Ends
from herrlof.tui.boards.herald.faces import COLOURS, SHAPES, face_of
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.cards import Face, put_chip
from herrlof.tui.widgets.figures import big, big_width
from herrlof.tui.widgets.pieces import panel, paragraph, score_sheet

INSET = 1
"""How many columns are free beside the panels in a large window."""
FLAT = 3
"""Rows of a pile without big figures: its name and points, a bar, and a line of figures."""


class HeraldEnds(Ends[Observation]):
    """The pages at the end of rounds and matches."""

    def right(self) -> list[Part]:
        """Return what all piles are worth together."""
        return [(words.points_in_all(), "dim", False)]

    def round_title(self) -> str:
        """Return which game is over."""
        return words.round_over(len(self.seen.rounds))

    def next_round(self) -> tuple[str, str]:
        """Return what the next game is called."""
        return words.next_game()

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw the piles of the game, most points first, turned over one after the other from the last.

        `progress` counts the piles that have been turned over, the last of them in part.
        """
        points = self.seen.rounds[-1].points
        best = {seat for seat in range(self.seen.seats) if points[seat] == max(points)}
        self._draw_piles(canvas, rect, points, best, progress)

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw who won and what decided it, and the piles; the last rows are for the `deals`."""
        seen, context = self.seen, self.context
        title, *rest = context.game.words.match_end(seen, context.names)
        room = rect._replace(height=rect.height - len(deals))
        roomy = room.height >= 8 * seen.seats + 2
        above = room.height >= 8 * seen.seats + 4
        text = Rect(room.x + 1 + roomy * INSET, room.y + above, room.width - 2 * (1 + roomy * INSET), 4)
        parts: list[Part] = [(f"{title} ", "text", True), *((text, "text", False) for text in rest)]
        y = paragraph(canvas, text, text.y, parts)
        self._draw_piles(canvas, room._replace(y=y, height=room.bottom - y), seen.scores, set(seen.winners))
        self.draw_deals(canvas, rect, deals)

    def _draw_piles(
        self, canvas: Canvas, rect: Rect, points: Sequence[int], best: Set[int], progress: float = 99.0
    ) -> None:
        """Draw the piles of the last game, each beside the `points` of its seat, most of them and the `best` first.

        Below them stands what each game has brought, where there were several and rows are free.
        """
        seen, piles = self.seen, piles_of(self.seen.tricks, self.seen.seats)
        rows = min(10 if rect.width < 100 else 8, rect.height // seen.seats)  # the narrower, the more rows of figures
        rows -= rows == 6  # which tells no more than 5
        gap, y = rows > 7, rect.y + (rows > 7)
        order = sorted(range(seen.seats), key=lambda seat: (-points[seat], seat not in best))
        heights = _heights([piles[seat] for seat in order], rect) if rows <= FLAT else [rows] * seen.seats
        for place, (seat, height) in enumerate(zip(order, heights, strict=True)):
            box = Rect(rect.x + gap * INSET, y, rect.width - 2 * gap * INSET, height - gap)
            pile = Pile(seat, piles[seat], points[seat], seat in best, min(1.0, progress - (seen.seats - 1 - place)))
            _draw_pile(canvas, box, pile, rows, seen, self.context, len(str(max(points))))
            y += height
        sheet = self.board.sheet_rows()
        box = Rect(rect.x + gap * INSET, y, rect.width - 2 * gap * INSET, len(sheet) + 1)
        if len(seen.rounds) > 1 and box.bottom < rect.bottom:
            canvas.fill(box, "surface")
            score_sheet(canvas, box, sheet if progress >= seen.seats else (), words.Labels.sheet)


class Pile(NamedTuple):
    """What a seat has won, and is shown beside it."""

    seat: int
    cards: Sequence[Card]
    points: int
    best: bool
    """Whether nobody has more, or who wins the match."""
    turned: float
    """How far it has been turned over."""


def _heights(piles: Sequence[Sequence[Card]], rect: Rect) -> list[int]:
    """Return how many rows each pile takes where they share them, the first line of figures for all or for none."""
    needed = [len(_figures(pile, rect.width - 2, FIGURES)) for pile in piles]
    heights = [FLAT - 1 if pile else FLAT - 2 for pile in piles]
    for line in range(FIGURES):
        wanting = [number for number, lines in enumerate(needed) if lines > line]
        left = rect.height - sum(heights)
        for number in wanting[:left] if line or len(wanting) <= left else ():
            heights[number] += 1
    return heights


def _figures(pile: Sequence[Card], width: int, rows: int) -> list[list[words.Won]]:
    """Return the figures of a pile in lines; where they do not fit, the last ones are told together."""
    lines = list[list[words.Won]]()
    for most in range(FIGURES, 0, -1):
        lines, room = [], 0
        for won in words.figures_won(pile, most):
            size = cell_len(f"{won.name} {won.points}") + 2
            if size > room + 2:
                lines, room = [*lines, []], width
            lines[-1].append(won)
            room -= size
        if len(lines) <= rows:
            break
    return lines[:rows]


def _draw_pile(
    canvas: Canvas, rect: Rect, pile: Pile, rows: int, seen: Observation, context: BoardContext, digits: int
) -> None:
    """Draw a pile that is turned over in part; the fewer `rows` each of them has, from 7 to 2, the less is told."""
    done, flat, tall = seen.rounds[-1], rows <= FLAT, rows > 6 and rect.width >= 70
    worth, scale = done.points[pile.seat], max(done.points)
    points, ink = str(round(pile.points * pile.turned)), "good" if pile.turned >= 1 and pile.best else "text"
    inner = panel(canvas, rect, context.shown(pile.seat, seen))
    head: list[Part] = []
    if pile.turned > 0 and len(seen.rounds) > 1:
        added = words.points_added(seen.scores[pile.seat] - worth, worth)
        head = [(f" {added}", ink if flat else "text", True)]
    elif pile.turned > 0 and flat:
        head = [(f" {points}", ink, True)]
    tricks: Part = (words.tricks_text(done.tricks[pile.seat]), "dim", False)
    if rows > 4:
        canvas.parts(inner.x + 1, rect.bottom - 1, [tricks], "surface")
    else:
        head += [(" ", "dim", False), tricks]
    if head:
        canvas.right(rect.right - 1, rect.y, [*head, (" ", "dim", False)], "surface")
    if pile.turned <= 0:
        return
    x, y = inner.x, inner.y + tall
    if not flat:
        height = 7 if tall else 5
        big(canvas, x + 1 + tall, y, points, ink, "surface", height)
        x += max(12, big_width("0" * digits, height) + 3) + 3 * tall
    _draw_bar(canvas, x, y, pile.cards[::-1], min(1.0, (inner.right - x) / scale) * pile.turned)
    first = y + 1 + tall
    for row, line in enumerate(_figures(pile.cards, inner.right - x, rect.bottom - tall - first), first):
        left = x
        for won in line:
            ink = "text" if won.figure is not None and FIGURE_POINTS[won.figure] > 9 else "dim"
            end = canvas.put(left, row, won.name, ink, "surface", won.figure == HERALD) + 1
            left = canvas.put(end, row, str(won.points), "dim", "surface") + 2
    if tall:
        for colour, number in enumerate(colours_in(pile.cards)):
            face = Face(COLOURS[colour], "", SHAPES[colour], f"{COLOUR_LETTERS[colour]} {number}")
            x = put_chip(canvas, x, rect.bottom - 1, face) + 1
        if x + 1 + cell_len(words.Labels.when_level) < rect.right:
            canvas.put(x + 1, rect.bottom - 1, words.Labels.when_level, "dim", "surface")


def _draw_bar(canvas: Canvas, x: int, y: int, cards: Sequence[Card], scale: float) -> None:
    """Draw a bar in which each card is as long as its points, those of 10 and more with the number."""
    worth = 0
    for card in cards:
        left, worth = round(worth * scale), worth + POINTS_OF[card]
        room = round(worth * scale) - left
        face = face_of(card)
        number = f" {face.rank}" if POINTS_OF[card] > 9 and room > cell_len(face.rank) + 1 else ""
        canvas.put(x + left, y, f"{number:<{room}}", f"{face.colour}-ink", face.colour, True)
        if room:
            canvas.put(x + left, y, "|" if canvas.look.ascii else "▏", "surface", face.colour)
