"""The board of Herrlof."""

from herrlof.tui.boards.herrlof.board import HerrlofBoard

__all__ = ["HerrlofBoard"]
