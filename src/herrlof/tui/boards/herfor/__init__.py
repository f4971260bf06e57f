"""The board of Herfor."""

from herrlof.tui.boards.herfor.board import HerforBoard

__all__ = ["HerforBoard"]
