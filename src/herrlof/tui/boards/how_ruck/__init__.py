"""The board of How-Ruck!."""

from herrlof.tui.boards.how_ruck.board import HowRuckBoard

__all__ = ["HowRuckBoard"]
