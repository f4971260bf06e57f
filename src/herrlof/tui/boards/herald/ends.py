"""What Herald's table shows at the end of a game and of a match: the piles turned over, a panel a player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from herrlof.games.herald import words
from herrlof.games.herald.cards import COLOUR_LETTERS, POINTS_OF, Card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.scoring import colours_in, piles_of
from herrlof.tui.boards.board import BoardContext
from herrlof.tui.boards.ends import Ends
from herrlof.tui.boards.herald.faces import COLOURS, SHAPES, face_of
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.cards import Face, put_chip
from herrlof.tui.widgets.figures import big, big_width
from herrlof.tui.widgets.pieces import panel, paragraph

INSET = 1
"""How many columns are free beside the panels in a large window."""


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
        seen, context = self.seen, self.context
        piles, points = piles_of(seen.tricks, seen.seats), seen.rounds[-1].points
        rows = min(10 if rect.width < 100 else 8, rect.height // seen.seats)  # the narrower, the more rows of figures
        rows -= rows == 6  # which tells no more than 5
        gap = rows > 7
        for place, seat in enumerate(sorted(range(seen.seats), key=lambda seat: -points[seat])):
            turned = min(1.0, progress - (seen.seats - 1 - place))
            y = rect.y + gap + place * rows
            box = Rect(rect.x + gap * INSET, y, rect.width - 2 * gap * INSET, rows - gap)
            _draw_pile(canvas, box, seat, piles[seat], seen, context, turned)

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
        self.draw_round(canvas, room._replace(y=y, height=room.bottom - y), 99.0)
        self.draw_deals(canvas, rect, deals)


def _draw_pile(
    canvas: Canvas, rect: Rect, seat: int, pile: Sequence[Card], seen: Observation, context: BoardContext, turned: float
) -> None:
    """Draw a pile that is turned over in part, in 2 rows to 7: the fewer there are, the less is told."""
    done, tall = seen.rounds[-1], rect.height > 6 and rect.width >= 70
    worth, most = done.points[seat], max(done.points)
    points, ink = str(round(worth * turned)), "good" if turned >= 1 and worth == most else "text"
    inner = panel(canvas, rect, context.shown(seat, seen))
    head: list[Part] = []
    if turned > 0 and len(seen.rounds) > 1:
        head = [(f" {words.points_added(seen.scores[seat] - worth, worth)}", "text", True)]
    elif turned > 0 and rect.height < 4:
        head = [(f" {points}", ink, True)]
    tricks: Part = (words.tricks_text(done.tricks[seat]), "dim", False)
    if rect.height > 4:
        canvas.parts(inner.x + 1, rect.bottom - 1, [tricks], "surface")
    else:
        head += [(" ", "dim", False), tricks]
    if head:
        canvas.right(rect.right - 1, rect.y, [*head, (" ", "dim", False)], "surface")
    if turned <= 0:
        return
    x, y = inner.x, inner.y + tall
    if rect.height > 3:
        height = 7 if tall else 5
        big(canvas, x + 1 + tall, y, points, ink, "surface", height)
        x += max(10, big_width(str(most), height)) + 2 + 3 * tall
    scale = min(1.0, (inner.right - x) / most)
    _draw_bar(canvas, x, y, pile[::-1], scale * turned)
    left, row = x, y + 1 + tall
    for name, points_of_it in words.figures_won(pile):
        size = cell_len(f"{name} {points_of_it}")
        last = row == rect.bottom - 1 - tall
        if left + size + 2 * last > inner.right:
            if last:
                canvas.put(left, row, "…", "dim", "surface")
                break
            left, row = x, row + 1
        if row < rect.bottom:
            end = canvas.put(left, row, name, "text", "surface") + 1
            left = canvas.put(end, row, str(points_of_it), "dim", "surface") + 2
    if tall:
        for colour, number in enumerate(colours_in(pile)):
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
            canvas.put(x + left, y, "▏", "surface", face.colour)
