"""How stones look, on the board and beside it."""

from __future__ import annotations

from herrlof.tui.theme import Look


def sign(look: Look, side: int, turned: bool = False) -> str:
    """Return the sign of a stone: one on a piece of board is told by its colour, a plain one by its form."""
    if look.ascii:
        return ("xo" if turned else "XO")[side]
    if look.colourless:
        return ("◉◎" if turned else "●○")[side]
    return "●"


def ink(side: int) -> str:
    return ("black", "stone")[side]
