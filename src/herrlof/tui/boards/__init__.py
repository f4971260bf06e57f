"""The boards: how each game is drawn and asked for its moves. One that is not named here is played on the plain one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from herrlof.registry import Registry

if TYPE_CHECKING:
    from herrlof.tui.boards.board import Board, BoardContext
    from herrlof.tui.theme import Look
    from herrlof.tui.widgets.canvas import Canvas, Rect

    Tile: TypeAlias = Callable[[Canvas, Rect, str], None]

_NAMED: Final = {
    "herrlof": "herrlof.tui.boards.herrlof.board:HerrlofBoard",
    "herald": "herrlof.tui.boards.herald.board:HeraldBoard",
    "how-ruck": "herrlof.tui.boards.how_ruck.board:HowRuckBoard",
    "herfor": "herrlof.tui.boards.herfor.board:HerforBoard",
}
BOARDS: Registry[type[Board]] = Registry(_NAMED)
TILES: Registry[Tile] = Registry(
    {key: f"{name.partition(':')[0].removesuffix('.board')}.tile:draw_tile" for key, name in _NAMED.items()}
)
"""What stands for a game on the home screen, drawn into a region of a canvas with this ground: `tile.py` beside its
board."""


def board_for(context: BoardContext, look: Look) -> Board:
    """Return the board of a game."""
    from herrlof.tui.boards.plain import PlainBoard

    return BOARDS.get(context.game.key, PlainBoard)(context, look)
