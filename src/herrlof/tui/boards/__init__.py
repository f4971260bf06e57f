"""The boards: how each game is drawn and asked for its moves. One that is not named here is played on the plain one."""

from __future__ import annotations

from herrlof.tui.boards.board import Board, Setting
from herrlof.tui.boards.herfor import HerforBoard
from herrlof.tui.boards.herrlof import HerrlofBoard
from herrlof.tui.boards.plain import PlainBoard
from herrlof.tui.theme import Look

BOARDS: dict[str, type[Board]] = {
    "herfor": HerforBoard,
    "herrlof": HerrlofBoard,
}


def board_for(setting: Setting, look: Look) -> Board:
    """Return the board of a game."""
    return BOARDS.get(setting.game.key, PlainBoard)(setting, look)


__all__ = ["BOARDS", "Board", "PlainBoard", "Setting", "board_for"]
