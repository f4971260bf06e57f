"""The rows of the players: up to three seats have a row each, more share rows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from herrlof.games.herald import words
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.observation import Observation
from herrlof.tui.boards.board import BoardContext
from herrlof.tui.boards.herald.faces import FACES
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.cards import tinted
from herrlof.tui.widgets.pieces import PlayerRow, columns_for, player_row

FEW = 3
"""The most seats of which each has a row of its own."""


def players_in_row(seats: int) -> int:
    """Return how many of the others stand in a row."""
    return 1 if seats <= FEW else 2 if seats == FEW + 1 else 3


def rows_of(seats: int, shown: int, opened: int) -> int:
    """Return how many rows the other players take; more than a few take as many whoever looks.

    `shown` is how many seats are shown, and `opened` of how many the hand is.
    """
    if seats <= FEW:
        return shown + opened
    rows = -(-seats // players_in_row(seats))
    return rows * 2 if opened else rows


def points_before(seat: int, seen: Observation) -> str:
    """Return the points of the games before the one on the table; nothing in the first, whose piles lie face down."""
    done = seen.rounds if seen.phase == "play" else seen.rounds[:-1]
    return str(sum(game.points[seat] for game in done)) if done else ""


def draw_player(canvas: Canvas, y: int, seat: int, seen: Observation, context: BoardContext, just_won: bool) -> None:
    """Draw a row for one seat; `just_won`: the trick that still lies on the table is its own."""
    score = points_before(seat, seen)
    own = seat == seen.seat
    won: Part = (words.cards_won_text(seat, seen), "accent" if just_won else "text" if own else "dim", just_won or own)
    cards = None if own else seen.hand_sizes[seat]
    row = PlayerRow(context.shown(seat, seen), score, [won], (), cards, seat == seen.mover, own)
    at = columns_for(canvas.width, context.rows)
    # nothing but the cards won stands beside the name: it may be long
    more = max(0, max(map(cell_len, context.rows)) + at.name + 5 - at.score)
    at = at._replace(score=at.score + more, tally=at.tally + more, words=at.words + more)
    player_row(canvas, y, row, at)


def draw_players(
    canvas: Canvas, y: int, shown: Sequence[int], seen: Observation, context: BoardContext, just_won: int,
    opened: dict[int, Observation],
) -> None:  # fmt: skip
    """Draw the other players from row `y` on: each in a row, or in cells beside each other, and hands that are open."""
    columns = players_in_row(seen.seats)
    inset = 1 if canvas.width >= 100 else 0
    width = (canvas.width - 2 * inset) // columns
    ends = _ends(shown, seen, context, width)
    step = 2 if any(seat in opened for seat in shown) else 1
    for number, seat in enumerate(shown):
        line, column = divmod(number, columns)
        cell = Rect(inset + column * width, y + line * step, width, 1)
        if columns == 1:
            draw_player(canvas, cell.y, seat, seen, context, seat == just_won)
        else:
            _draw_cell(canvas, cell, seat, seen, context, ends[seat], seat == just_won)
        if seat in opened:
            x = cell.x + 2 * (width > 21)
            for card in opened[seat].hand:
                x = canvas.parts(x, cell.y + 1, [tinted(FACES[card])]) + 1


def _draw_cell(
    canvas: Canvas, cell: Rect, seat: int, seen: Observation, context: BoardContext, end: tuple[str, str, str],
    just_won: bool,
) -> None:  # fmt: skip
    on_turn = seat == seen.mover
    if on_turn:
        canvas.put(cell.x, cell.y, "▸", "accent", "bg", True)
    score, won, backs = end
    parts: list[Part] = [
        (score, "text", True),
        (won, "accent" if just_won else "dim", just_won),
        (backs, "weave", False),
    ]
    x = canvas.right(cell.right - 2, cell.y, parts)
    name = cut(context.shown(seat, seen), x - cell.x - 3)
    canvas.put(cell.x + 2, cell.y, name, "text", "bg", on_turn)


def _ends(
    shown: Sequence[int], seen: Observation, context: BoardContext, width: int
) -> dict[int, tuple[str, str, str]]:
    """Return what stands at the end of each seat's cell: points, cards won, cards in hand; as much as fits in all."""
    longest = max((cell_len(context.shown(seat, seen)) for seat in shown), default=0)
    found: dict[int, tuple[str, str, str]] = {}
    for points, long, backs in ((1, 1, 1), (1, 0, 1), (1, 0, 0), (0, 0, 0)):
        found = {
            seat: (
                f"{points_before(seat, seen)}  " if points and points_before(seat, seen) else "",
                words.cards_won_text(seat, seen) if long else words.pile_text(seat, seen),
                f" {'▖' * seen.hand_sizes[seat]:<{HAND_SIZE}}" if backs else "",
            )
            for seat in shown
        }
        if all(longest + 5 + sum(map(cell_len, end)) <= width for end in found.values()):
            break
    return found
