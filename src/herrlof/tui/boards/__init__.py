"""The boards: how each game is drawn and asked for its moves. One that is not named here is played on the plain one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from herrlof.registry import Registry

if TYPE_CHECKING:
    from herrlof.tui.boards.board import Board, Setting
    from herrlof.tui.theme import Look
    from herrlof.tui.widgets.canvas import Canvas, Rect

    Tile: TypeAlias = Callable[[Canvas, Rect, str], None]

BOARDS: Registry[type[Board]] = Registry(
    {
        "herrlof": "herrlof.tui.boards.herrlof.board:HerrlofBoard",
        "herald": "herrlof.tui.boards.herald.board:HeraldBoard",
        "how-ruck": "herrlof.tui.boards.how_ruck.board:HowRuckBoard",
        "herfor": "herrlof.tui.boards.herfor.board:HerforBoard",
    }
)
TILES: Registry[Tile] = Registry(
    {
        "herrlof": "herrlof.tui.boards.herrlof.tile:draw_tile",
        "herald": "herrlof.tui.boards.herald.tile:draw_tile",
        "how-ruck": "herrlof.tui.boards.how_ruck.tile:draw_tile",
        "herfor": "herrlof.tui.boards.herfor.tile:draw_tile",
    }
)
"""What stands for a game on the home screen, drawn into a region of a canvas with this ground."""


def board_for(setting: Setting, look: Look) -> Board:
    """Return the board of a game."""
    from herrlof.tui.boards.plain import PlainBoard

    return BOARDS.get(setting.game.key, PlainBoard)(setting, look)
