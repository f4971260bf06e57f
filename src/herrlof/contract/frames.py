"""What a seat's board draws, without a terminal. Textual is imported here alone, and when the first frame is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from herrlof.game import NOBODY, Action, Event, Game, Mover, Observation
from herrlof.options import complete_preferences
from herrlof.table.connection import MomentKind, View
from herrlof.table.moments import Moment

if TYPE_CHECKING:
    from rich.segment import Segment

    from herrlof.tui.boards.board import Board

SIZE = (80, 24)


@cache
def _framed(board: type[Board], size: tuple[int, int]) -> type[Any]:
    """Return the class of a board that has this size without being on a screen."""
    from textual.geometry import Size

    return type("Framed", (board,), {"size": Size(*size)})


def frame(
    game: Game,
    names: Sequence[str],
    seen: Observation,
    legal: Sequence[Action],
    events: Sequence[Event],
    mover: Mover,
    size: tuple[int, int] = SIZE,
) -> list[list[Segment]]:
    """Return the rows that a board draws for a seat, text and style; an onlooker sees the curtain of who is next."""
    from herrlof.tui.boards import BOARDS
    from herrlof.tui.boards.plain import PlainBoard
    from herrlof.tui.boards.scene import BoardContext
    from herrlof.tui.theme import Look
    from herrlof.tui.widgets.canvas import Canvas

    people = range(len(names))
    context = BoardContext(game, names, {}, people, complete_preferences(game, {}), pace=0)
    look = Look(motion=False)
    board = _framed(BOARDS.get(game.key, PlainBoard), size)(context, look)
    kind = MomentKind.ASK if legal else MomentKind.HAND_OVER if seen.seat == NOBODY and mover >= 0 else MomentKind.PAUSE
    board.show(board.scene.at(Moment(kind, View(seen.seat, seen, legal, events, mover), seat=mover)))
    canvas = Canvas(*size, look)
    board.draw(canvas)
    return [canvas.strip(y) for y in range(canvas.height)]
