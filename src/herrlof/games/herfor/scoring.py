"""What the board is worth at the end (F8). Everything is counted in halves of a point, so that it stays whole."""

from __future__ import annotations

from typing import NamedTuple

from herrlof.games.herfor.points import Bitboard


class Count(NamedTuple):
    """The final count of one side."""

    stones: int
    komi: int
    """What is left of it; 0 for Black."""
    half: bool
    """Whether the other side made the first of the two final passes."""

    @property
    def halves(self) -> int:
        """The score, in halves of a point."""
        return 2 * (self.stones + self.komi) + self.half


def counts(black: Bitboard, white: Bitboard, komi: int, black_seat: int, passed_first: int) -> tuple[Count, Count]:
    """Return the counts by seat; `passed_first` is the seat that did, if one has."""
    of_black = Count(black.bit_count(), 0, passed_first == 1 - black_seat)
    of_white = Count(white.bit_count(), komi, passed_first == black_seat)
    return (of_black, of_white) if black_seat == 0 else (of_white, of_black)
