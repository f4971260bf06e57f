"""What a position of Herfor means: what a stone would turn, what was played last. Data, and no text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from herrlof.game import NOBODY
from herrlof.games.herfor.actions import BLACK, PLACE, SPEND, WHITE, encode
from herrlof.games.herfor.invasion import invasions, turned_by
from herrlof.games.herfor.observation import open_points, stones_of
from herrlof.games.herfor.points import BOARDS, Bitboard, Point, neighbours

if TYPE_CHECKING:
    from herrlof.games.herfor.observation import Observation


def side_of(seat: int, seen: Observation) -> int:
    """Return BLACK or WHITE for a seat; NOBODY before the sides are taken."""
    if seen.black_seat == NOBODY:
        return NOBODY
    return BLACK if seat == seen.black_seat else WHITE


class Preview(NamedTuple):
    """What a point holds for the mover before a stone is placed."""

    point: Point
    turned: Bitboard
    """The stones that would turn over; none where no stone may be placed."""
    obstacle: Literal["", "no point", "taken", "nobody places", "beside own"]
    """Why no stone may be placed there; nothing where one may."""
    rule: str
    """The rule behind it."""
    side: int = NOBODY
    """Whose stone lies there, where the point is taken."""
    beside: tuple[Point, ...] = ()
    """The own stones beside it, where they are the obstacle."""


def preview(point: Point, seen: Observation) -> Preview:
    """Return what would happen if the mover placed a stone on `point`, or why that is forbidden (F3 to F5).

    Where there is nobody to place a stone, that is the reason.
    """
    stone = 1 << point
    if not BOARDS[seen.size] & stone:
        return Preview(point, 0, "no point", "F1")
    for stones, side in ((seen.black, BLACK), (seen.white, WHITE)):
        if stones & stone:
            return Preview(point, 0, "taken", "F4", side=side)
    if seen.phase != "play":
        return Preview(point, 0, "nobody places", "F6" if seen.phase == "over" else "F7")
    mine, theirs = stones_of(seen, seen.mover)
    beside = tuple(other for other in neighbours(point, seen.size) if mine >> other & 1)
    if beside and not invasions(mine, theirs, stone):
        return Preview(point, 0, "beside own", "F4", beside=beside)
    return Preview(point, turned_by(mine, theirs, point), "", "F5")


def last_stone(seen: Observation) -> Point | None:
    """Return where the most recent stone was placed."""
    return next((action - PLACE for action in reversed(seen.moves) if action < SPEND), None)


class Played(NamedTuple):
    """A move of the match, as a list of moves shows it."""

    number: int
    """1 for Black's first."""
    seat: int
    code: str


def last_moves(seen: Observation, most: int) -> list[Played]:
    """Return the last moves on the board, no more than `most`, in the order in which they were made."""
    moves = [
        Played(number + 1, seen.black_seat if number % 2 == 0 else 1 - seen.black_seat, encode(action))
        for number, action in enumerate(seen.moves[2:])
    ]
    return moves[max(0, len(moves) - most) :]


def rule_of(seen: Observation) -> str:
    """Return the number of the rule that matters most now."""
    if seen.phase in ("komi", "side"):
        return "F7"
    if seen.phase == "over":
        return "F8"
    return "F4" if open_points(seen) else "F6"
