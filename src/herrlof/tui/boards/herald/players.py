"""The rows of the players: the others beside each other, and one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from herrlof.game import NOBODY
from herrlof.games.herald import reading, words
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import CARD_CODES, Card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.tricks import Trick
from herrlof.tui.boards.herald.faces import face_of
from herrlof.tui.boards.herald.labels import BoardSpeaker
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, width_of
from herrlof.tui.widgets.cards import S
from herrlof.tui.widgets.fitting import first_that_fits
from herrlof.tui.widgets.pieces import Columns, PlayerRow, joined, player_row, tally
from herrlof.tui.widgets.tricks import draw_fan

HEAP, FAN = 4, 3
"""How many backs stand for the tricks of a seat at most, and how many columns apart the cards of a hand lie."""
USUAL_CELL = 26
"""Columns of a player among others in a row that has room."""
TALLY = 9
"""The column of the strokes, where names leave it."""


def players_in_row(width: int, shown: int, close: bool) -> int:
    """Return how many of the others stand beside each other: in a narrow window two, where that is enough.

    `close`: rows are short, so that they stand as closely as they can.
    """
    if shown == 1 or shown > 4 or close:
        return min(shown, 3)
    return first_that_fits((3, 2), width, lambda number: number * USUAL_CELL)


def rows_of(width: int, shown: int, opened: bool, close: bool) -> int:
    """Return how many rows the other players take; each has a second one where hands are open."""
    return -(-shown // players_in_row(width, shown, close)) * (1 + opened)


def _score(seat: int, seen: Observation) -> str:
    """Return the points of a seat, where there are any."""
    points = reading.points_before(seat, seen)
    return "" if points is None else str(points)


def draw_own(
    canvas: Canvas, y: int, width: int, speaker: BoardSpeaker, context: BoardContext, held: Trick | None
) -> None:
    """Draw the row of who looks; `held`: the finished trick that still lies on the table, to which nobody plays."""
    seen = speaker.seen
    name, score = context.shown(seen.seat, seen), _score(seen.seat, seen)
    won = seen.tricks_won[seen.seat]
    strokes = tally(won, ink="accent" if held is not None and held.winner == seen.seat else "text")
    at = max(TALLY, 2 + cell_len(name) + 2 + (cell_len(score) + 1 if score else 0))
    tricks: Part = (words.tricks_text(won), "text", False)
    hand: Part = (speaker.cards_in_hand(seen.seat), "dim", False)
    after, number = (("" if held else speaker.who_plays_after(briefly), "dim", False) for briefly in (False, True))
    whole = width_of(joined((tricks, hand, after)))
    end = at + max(first_that_fits((11, 8), width - at, lambda room: room + 1 + whole), 1 + width_of(strokes))
    told = [joined(parts) for parts in ((tricks, hand, after), (tricks, after), (after,), (number,), ())]
    player_row(canvas, y, PlayerRow(name, score, strokes, told, None, seen.seat == seen.mover, True),
               Columns(0, 2, at - 1, at, end, width), width)  # fmt: skip


class Cell(NamedTuple):
    """What stands beside a name in a row that players share."""

    score: str
    strokes: Sequence[Part]
    backs: str
    """Its hand, or that it is away."""

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return sum(size + 1 for size in (len(self.score), width_of(self.strokes), len(self.backs)) if size)


def draw_others(
    canvas: Canvas, y: int, shown: Sequence[int], seen: Observation, context: BoardContext, just_won: int,
    opened: dict[int, Observation], close: bool,
) -> None:  # fmt: skip
    """Draw the other players from row `y` on, in columns of one width, and below them hands that are open."""
    columns = players_in_row(canvas.width, len(shown), close)
    width = canvas.width // (min(columns, len(shown)) if opened else columns)
    hands = {seat: [_in_line(card, canvas.look.ascii) for card in there.hand] for seat, there in opened.items()}
    named, coded = (
        max((sum(len(card[form]) + 1 for card in hand) for hand in hands.values()), default=0) for form in (0, 1)
    )
    forms = (True, 2), (False, 2), (False, 0)
    fits, left = first_that_fits(forms, width, lambda form: form[1] + (named if form[0] else coded))
    longest = max((cell_len(context.shown(seat, seen)) for seat in shown), default=0)
    cells = _cells(shown, seen, just_won, width - 3 - longest, context.away)
    for number, seat in enumerate(shown):
        line, column = divmod(number, columns)
        cell = Rect(column * width, y + line * (1 + bool(opened)), width, 1)
        on_turn, (score, strokes, backs) = seat == seen.mover, cells[seat]
        if on_turn:
            canvas.put(cell.x, cell.y, "▸", "accent", "bg", True)
        room = min(longest, width - 3 - cells[seat].width)
        canvas.put(cell.x + 2, cell.y, cut(context.shown(seat, seen), room), "text", "bg", True)
        x = cell.x + max(min(TALLY, width - cells[seat].width), 3 + room)
        if score:
            x = canvas.put(x, cell.y, score, "text", "bg", True) + 1
        canvas.parts(x, cell.y, strokes)
        away = seat in context.away
        canvas.right(cell.right - 1, cell.y, [(backs, "accent" if away else "weave", away)])
        if seat in opened:
            x = cell.x + left
            for text, code, ink in hands[seat]:
                x = canvas.put(x, cell.y + 1, text if fits else code, ink, "bg", True) + 1


def _in_line(card: Card, ascii_only: bool) -> tuple[str, str, str]:
    """Return a card of an open hand with its points and the sign of its colour, `10◆GK`, its code, and its ink."""
    face, code = face_of(card), CARD_CODES[card]
    return f"{face.rank}{'' if ascii_only else face.shape}{code}", code, f"{face.colour}-tint"


def _cells(
    shown: Sequence[int], seen: Observation, just_won: int, room: int, away: Mapping[int, Sequence[str]]
) -> dict[int, Cell]:
    """Return what stands beside each seat's name: points, tricks as strokes, cards in hand; as much as fits in all."""
    cells: dict[int, Cell] = {}
    for points, strokes, backs in ((1, 1, 1), (1, 1, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)):
        for seat in shown:
            ink, won = "accent" if seat == just_won else "text", seen.tricks_won[seat]
            marks: Sequence[Part] = tally(won, ink=ink) if strokes else [(str(won), ink, True)]
            score = _score(seat, seen) if points else ""
            cells[seat] = cell = Cell(score, marks, f"{'▖' * seen.hand_sizes[seat]:>{HAND_SIZE}}" if backs else "")
            if seat in away:
                rest = room - cell._replace(backs="").width - 1
                cells[seat] = cell._replace(backs=first_that_fits(away[seat], rest, cell_len))
        if all(cell.width <= room for cell in cells.values()):
            break
    return cells


def draw_fans(canvas: Canvas, felt: Rect, speaker: BoardSpeaker, heap: bool) -> None:
    """Draw the others' hands along the top of the felt, and what each has won beside; with a `heap` one's own below."""
    seen = speaker.seen
    shown = [(seen.seat + turn) % seen.seats for turn in range(1, seen.seats)] if seen.seat != NOBODY else []
    cell = felt.width // max(1, len(shown))
    for number, seat in enumerate(shown):
        cards, won = seen.hand_sizes[seat], seen.tricks_won[seat]
        fan, room = (cards - 1) * FAN + S.width if cards else 0, S.width + 2 * HEAP
        heaps = cell > fan + 3 + room
        x = felt.x + number * cell + max(0, (cell - fan - heaps * (3 + room)) // 2)
        draw_fan(canvas, x, felt.y + 1, cards, FAN, cut(speaker.names[seat], max(fan, 8)))
        if heaps and won:
            draw_fan(canvas, x + fan + 3, felt.y + 1, min(won, HEAP), 2, words.tricks_text(won))
    if heap and shown and (won := seen.tricks_won[seen.seat]):
        x = felt.x + (felt.width - S.width - HEAP) // 2
        draw_fan(canvas, x, felt.bottom - 4, min(won, HEAP), 2, words.tricks_text(won))
