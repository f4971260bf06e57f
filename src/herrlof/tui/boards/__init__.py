"""The boards: how each game is drawn and asked for its moves. One that is not named here is played on the plain one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from herrlof import packages
from herrlof.games import others, package
from herrlof.registry import Registry

if TYPE_CHECKING:
    from herrlof.coach.statistics import Counted
    from herrlof.tui.boards.board import Board
    from herrlof.tui.boards.ends import Ends
    from herrlof.tui.boards.scene import BoardContext
    from herrlof.tui.theme import Look
    from herrlof.tui.widgets.canvas import Canvas, Rect

    Tile: TypeAlias = Callable[[Canvas, Rect, str], None]

_NAMED: Final = {
    "herrlof": ("herrlof.tui.boards.herrlof", "HerrlofBoard", "HerrlofEnds"),
    "herald": ("herrlof.tui.boards.herald", "HeraldBoard", "HeraldEnds"),
    "how-ruck": ("herrlof.tui.boards.how_ruck", "HowRuckBoard", "HowRuckEnds"),
    "herfor": ("herrlof.tui.boards.herfor", "HerforBoard", "HerforEnds"),
}
"""The folder of each, its class in `board.py`, and that in `ends.py`."""


def _others_board(key: str) -> type[Board] | None:
    """Return the board of another's game."""
    brought = package(key)
    return None if brought is None else packages.brought(others()[key], brought.board, _checked_board)


def _checked_board(found: Any) -> type[Board]:
    from herrlof.tui.boards.board import Board

    if not (isinstance(found, type) and issubclass(found, Board)):
        raise TypeError(f"{found!r} is no Board")
    return found


def _others_tile(key: str) -> Tile | None:
    """Return the tile of another's game. What is wrong with one must not end the home screen."""
    if (brought := package(key)) is None:
        return None
    entry = others()[key]

    def guarded(draw: Tile) -> Tile:
        def tile(canvas: Canvas, region: Rect, ground: str) -> None:
            try:
                draw(canvas, region, ground)
            except Exception as error:
                packages.note(entry, f"its tile cannot be drawn: {error!r}")

        return tile

    return packages.brought(entry, brought.tile, guarded)


BOARDS: Registry[type[Board]] = Registry(
    {key: f"{folder}.board:{board}" for key, (folder, board, _ends) in _NAMED.items()}, others=_others_board
)
ENDS: Registry[type[Ends]] = Registry({key: f"{folder}.ends:{ends}" for key, (folder, _board, ends) in _NAMED.items()})
"""What draws the end of its rounds and matches, `ends.py` beside its board."""
TILES: Registry[Tile] = Registry(
    {key: f"{folder}.tile:draw_tile" for key, (folder, *_) in _NAMED.items()}, others=_others_tile
)
"""What stands for a game on the home screen, drawn into a region of a canvas with this ground: `tile.py` beside its
board."""
PICTURES: Registry[Tile] = Registry(
    {key: f"{folder}.tile:draw_picture" for key, (folder, *_) in _NAMED.items()}, others=_others_tile
)
"""What stands above the game in ten lines on the page of its rules, drawn likewise; of another's game its tile."""


CHARTS: Registry[Callable[[Canvas, Rect, Counted], None]] = Registry(
    {"herrlof": "herrlof.tui.boards.herrlof.statistics:draw_chart"}
)
"""Charts on the page of statistics that are no count of one fact."""


def board_class(key: str) -> type[Board]:
    """Return what draws a game."""
    if key in BOARDS:
        return BOARDS[key]
    from herrlof.tui.boards.plain import PlainBoard

    return PlainBoard


def board_for(context: BoardContext, look: Look) -> Board:
    return board_class(context.game.key)(context, look)
