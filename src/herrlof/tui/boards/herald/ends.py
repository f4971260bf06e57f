"""What Herald's table shows at the end of a game and of a match: the piles turned over, a panel a player."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from rich.cells import cell_len

from herrlof.games.herald import words
from herrlof.games.herald.cards import COLOUR_LETTERS, FIGURE_POINTS, FIGURES, HERALD, POINTS_OF, Card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.scoring import colours_in, piles_of
from herrlof.tui.boards.ends import Ends
from herrlof.tui.boards.herald import labels
from herrlof.tui.boards.herald.faces import COLOURS, SHAPES, face_of
from herrlof.tui.boards.herald.letters import LETTERS
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.cards import Face, chip, put_chip
from herrlof.tui.widgets.figures import big, big_width
from herrlof.tui.widgets.fitting import first_that_fits
from herrlof.tui.widgets.pieces import panel, paragraph, score_sheet

INSET = 1
"""How many columns are free beside the panels in a large window."""
TALL_COLUMNS = 70
"""Columns of a pile that has room for tall figures."""
FLAT = 3
"""Rows of a pile without big figures: its name and points, a bar, and a line of figures."""


class PileForm(NamedTuple):
    """How much is told of a pile that has so many rows."""

    rows: int
    apart: int = 0
    """Free rows between piles; then they take more rows where figures need more lines."""
    tall: bool = False
    foot: bool = False
    """Whether a last row tells how many tricks it has, and not the first."""


PILE_FORMS: Final = (
    PileForm(8, 1, tall=True, foot=True), PileForm(7, tall=True, foot=True), PileForm(5, foot=True), PileForm(FLAT + 1),
    PileForm(FLAT),
)  # fmt: skip
"""In the order in which they give way; the last one has big figures no more."""


class HeraldEnds(Ends[Observation]):
    """The pages at the end of rounds and matches."""

    def right(self) -> list[Part]:
        """Return what all piles are worth together."""
        return [(labels.points_in_all(), "dim", False)]

    def round_title(self) -> str:
        return labels.round_over(len(self.seen.rounds))

    def next_round(self) -> tuple[str, str]:
        """Return what the next game is called."""
        return labels.next_game()

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw the piles of the game, most points first, turned over one after the other from the last.

        `progress` counts the piles that have been turned over, the last of them in part.
        """
        points = self.seen.rounds[-1].points
        best = {seat for seat in range(self.seen.seats) if points[seat] == max(points)}
        self._draw_piles(canvas, rect, points, best, progress)

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw who won and what decided it, and the piles; the last rows are for the `deals`."""
        seen = self.seen
        title, *rest = self.speaker.match_end()
        room = rect._replace(height=rect.height - len(deals))
        rows = 2 + 8 * seen.seats
        inset = first_that_fits((INSET, 0), room.height, lambda inset: rows * inset)
        above = first_that_fits((1, 0), room.height, lambda above: (rows + 2) * above)
        text = room.inset(1 + inset)._replace(y=room.y + above, height=4)
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
        shared = rect.height // seen.seats
        form = first_that_fits(PILE_FORMS, shared, lambda form: form.rows)
        if form.tall:
            form = form._replace(tall=first_that_fits((True, False), rect.width, lambda tall: TALL_COLUMNS * tall))
        gap, y, digits = form.apart, rect.y + form.apart, len(str(max(points)))
        room = rect.width - 2 - 2 * gap * INSET - _figures_at(form, digits)
        lines = max(len(_figures(pile, room, FIGURES)) for pile in piles)
        rows = min(shared, max(form.rows, gap * (4 + 2 * form.tall + lines)))
        order = sorted(range(seen.seats), key=lambda seat: (-points[seat], seat not in best))
        heights = _heights([piles[seat] for seat in order], rect) if form is PILE_FORMS[-1] else [rows] * seen.seats
        for place, (seat, height) in enumerate(zip(order, heights, strict=True)):
            box = Rect(rect.x + gap * INSET, y, rect.width - 2 * gap * INSET, height - gap)
            pile = Pile(seat, piles[seat], points[seat], seat in best, min(1.0, progress - (seen.seats - 1 - place)))
            _draw_pile(canvas, box, pile, form, seen, self.context, digits)
            y += height
        sheet = self.board.sheet_rows()
        box = Rect(rect.x + gap * INSET, y, rect.width - 2 * gap * INSET, len(sheet) + 1)
        if len(seen.rounds) > 1 and box.bottom < rect.bottom:
            canvas.fill(box, "surface")
            score_sheet(canvas, box, sheet if progress >= seen.seats else (), labels.Labels.sheet)


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


def _figures(pile: Sequence[Card], width: int, rows: int) -> list[list[labels.Won]]:
    """Return the figures of a pile in lines; where they do not fit, the last ones are told together."""
    lines = list[list[labels.Won]]()
    for most in range(FIGURES, 0, -1):
        lines, room = [], 0
        for won in labels.figures_won(pile, most):
            size = cell_len(f"{won.name} {won.points}") + 2
            if size > room + 2:
                lines, room = [*lines, []], width
            lines[-1].append(won)
            room -= size
        if len(lines) <= rows:
            break
    return lines[:rows]


def _figures_at(form: PileForm, digits: int) -> int:
    """Return in which column of a pile its bar and its figures begin."""
    if form is PILE_FORMS[-1]:
        return 0
    return max(12, big_width("0" * digits, 7 if form.tall else 5) + 3) + 3 * form.tall


def _draw_pile(
    canvas: Canvas, rect: Rect, pile: Pile, form: PileForm, seen: Observation, context: BoardContext, digits: int
) -> None:
    """Draw a pile that is turned over in part."""
    done, flat, tall = seen.rounds[-1], form is PILE_FORMS[-1], form.tall
    worth, scale = done.points[pile.seat], max(done.points)
    points, ink = str(round(pile.points * pile.turned)), "good" if pile.turned >= 1 and pile.best else "text"
    inner = panel(canvas, rect, context.shown(pile.seat, seen))
    head: list[Part] = []
    if pile.turned > 0 and len(seen.rounds) > 1:
        added = labels.points_added(seen.scores[pile.seat] - worth, worth)
        head = [(f" {added}", ink if flat else "text", True)]
    elif pile.turned > 0 and flat:
        head = [(f" {points}", ink, True)]
    tricks: Part = (words.tricks_text(done.tricks[pile.seat]), "dim", False)
    if form.foot:
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
        x += _figures_at(form, digits)
    _draw_bar(canvas, x, y, pile.cards[::-1], min(1.0, (inner.right - x) / scale) * pile.turned)
    first = y + 1 + tall
    for row, line in enumerate(_figures(pile.cards, inner.right - x, rect.bottom - tall - first), first):
        left = x
        for won in line:
            ink = "text" if won.figure is not None and FIGURE_POINTS[won.figure] > 9 else "dim"
            end = canvas.put(left, row, won.name, ink, "surface", won.figure == HERALD) + 1
            left = canvas.put(end, row, str(won.points), "dim", "surface") + 2
    faces = [
        Face(COLOURS[colour], "", SHAPES[colour], f"{LETTERS.own(COLOUR_LETTERS[colour])} {number}")
        for colour, number in enumerate(colours_in(pile.cards))
    ]
    needed = sum(cell_len(chip(face, canvas.look.ascii)) + 1 for face in faces) + 1 + cell_len(labels.Labels.when_level)
    if tall and x + needed < rect.right:  # without what they are for they tell nothing
        for face in faces:
            x = put_chip(canvas, x, rect.bottom - 1, face) + 1
        canvas.put(x + 1, rect.bottom - 1, labels.Labels.when_level, "dim", "surface")


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
