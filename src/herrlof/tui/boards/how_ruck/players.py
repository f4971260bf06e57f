"""The rows of the players: barrels won as strokes, what is left to draw or to sort, cards in hand."""

from __future__ import annotations

from herrlof.games.how_ruck import reading, words
from herrlof.games.how_ruck.actions import SEATS
from herrlof.games.how_ruck.observation import Observation
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets.canvas import Canvas, Part
from herrlof.tui.widgets.pieces import PlayerRow, columns_for, joined, player_row, tally


def barrels(seat: int, seen: Observation) -> list[Part]:
    """Return a stroke for each barrel that a seat has won or still needs."""
    won = seen.scores[seat]
    return tally(won, max(0, seen.goal - won), "accent")


def draw_row(canvas: Canvas, y: int, seat: int, seen: Observation, context: BoardContext, width: int = 0) -> None:
    """Draw a seat's row; a barrel is a stroke, and no number stands before it."""
    at = columns_for(canvas.width, context.rows)
    forms: list[list[Part]] = []
    if seen.pairs_left[seat]:
        forms = [[(labels.pairs_left(seen.pairs_left[seat]), "dim", False)]]
    elif seen.phase in reading.TUG:
        parts: list[Part] = [(words.to_draw(seen.pile_sizes[seat]), "dim", False)]
        if seat == seen.leader and len(seen.history) < SEATS:
            parts.append((labels.Labels.leads, "accent", True))
        forms = [[(words.barrels_text(seen.scores[seat]), "dim", False), *parts], parts]  # the strokes say it too
    if away := context.away.get(seat):
        forms = [[(form, "accent", True)] for form in away]
    own = seat == seen.seat
    cards = None if own or seen.phase not in reading.TUG else seen.hand_sizes[seat]
    told, on_turn = [joined(parts) for parts in forms], seen.mover == seat
    row = PlayerRow(context.shown(seat, seen), "", barrels(seat, seen), told, cards, on_turn, own)
    player_row(canvas, y, row, at._replace(tally=at.score - 2, words=at.score + 4), width)
