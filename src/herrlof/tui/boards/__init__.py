"""The boards: how each game is drawn and asked for its moves."""

from __future__ import annotations

from herrlof.tui.boards.board import Board
from herrlof.tui.boards.herrlof.board import HerrlofBoard

BOARDS: dict[str, type[Board]] = {"herrlof": HerrlofBoard}
