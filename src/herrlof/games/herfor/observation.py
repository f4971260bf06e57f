"""What one seat knows, which here is everything: nothing is hidden (F1)."""

from __future__ import annotations

from dataclasses import dataclass

from herrlof.game import Action, Mover, SeatOrNobody
from herrlof.games.herfor.invasion import placements
from herrlof.games.herfor.points import BOARDS, Bitboard
from herrlof.games.herfor.scoring import Count, counts


@dataclass(frozen=True, slots=True)
class Observation:
    """All that there is to know at one point of a match; plain values only.

    What stands before `seat` stands so in the state.
    """

    size: int
    negative: bool
    namer: int
    phase: str
    """komi, side, play or over."""
    named: int | None
    """The komi as it was named."""
    komi: int
    """What White has left of it."""
    black_seat: int
    """NOBODY before a side is taken."""
    black: Bitboard
    white: Bitboard
    turned: Bitboard
    """The stones that the last move turned over."""
    passed_first: SeatOrNobody
    """The seat that began the row of passes that stands now, or stood at the end; NOBODY: no pass came last."""
    winners: tuple[int, ...]

    seat: int
    """Whose knowledge this is; NOBODY: an onlooker's."""
    mover: Mover
    moves: tuple[Action, ...]
    """Every move of the match: the komi, the side, and then Black's and White's in turns."""


def counts_of(seen: Observation) -> tuple[Count, Count]:
    """Return by seat what the match ends with, or would if the passes so far were the final ones (F8)."""
    return counts(seen.black, seen.white, seen.komi, seen.black_seat, seen.passed_first)


def stones_of(seen: Observation, seat: int) -> tuple[Bitboard, Bitboard]:
    """Return the stones of a seat, and those of the other one, once the sides are taken."""
    return (seen.black, seen.white) if seat == seen.black_seat else (seen.white, seen.black)


def open_points(seen: Observation) -> Bitboard:
    """Return the points on which the mover may place a stone (F4); none where nobody places."""
    if seen.phase != "play":
        return 0
    return placements(*stones_of(seen, seen.mover), BOARDS[seen.size])


def may_spend(seen: Observation) -> bool:
    """Whether the mover may spend a point of the komi (F9)."""
    return seen.mover != seen.black_seat and seen.komi > 0 and open_points(seen) != 0
