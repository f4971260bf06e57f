"""What a position of Herfor means: what a stone would turn, what was played last. Data, and no text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from herrlof.game import NOBODY, Action
from herrlof.games.herfor.actions import BLACK, PLACE, SPEND, WHITE
from herrlof.games.herfor.invasion import invasions, placements, turned_by
from herrlof.games.herfor.observation import Observation, open_points, stones_of
from herrlof.games.herfor.points import BOARDS, Bitboard, Point, neighbours, points_in
from herrlof.games.herfor.state import HerforState


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
    return next((action - PLACE for action in reversed(seen.moves) if action < SPEND), None)


class BoardMove(NamedTuple):
    """A move on the board, and what came of it."""

    side: int
    action: Action
    turned: int
    """How many stones it turned over."""
    lead: int
    """How many points Black was ahead after it, with the komi; less than 0: White was."""


def played(seen: Observation) -> tuple[BoardMove, ...]:
    """Return the moves on the board in the order in which they were made, Black's first."""
    return _played(seen.size, seen.moves)


@lru_cache(maxsize=4)
def _played(size: int, moves: tuple[Action, ...]) -> tuple[BoardMove, ...]:
    state, found = HerforState(size), list[BoardMove]()
    for number, action in enumerate(moves):
        state.apply(action)
        if number > 1:
            lead = state.black.bit_count() - state.white.bit_count() - state.komi
            found.append(BoardMove(number % 2, action, state.turned.bit_count(), lead))
    return (*found,)


def lead(seen: Observation) -> int:
    """Return how many points Black is ahead, with the komi; less than 0: White is."""
    return seen.black.bit_count() - seen.white.bit_count() - seen.komi


def largest_turn(seen: Observation) -> int:
    """Return the number of the move that turned most stones, from 1 on, the first of several; 0: none turned any."""
    turned = [move.turned for move in played(seen)]
    return turned.index(max(turned)) + 1 if any(turned) else 0


class Threat(NamedTuple):
    """What a stone of the other side could turn over next."""

    point: Point
    turned: Bitboard


def threats(seen: Observation, seat: int) -> Sequence[Threat]:
    """Return on which points stones of `seat` could be turned over next, where most would turn first."""
    return _threats(*stones_of(seen, seat), BOARDS[seen.size])


def largest_answer(seen: Observation, point: Point) -> Threat | None:
    """Return what the other side could turn most of with its next stone if the mover placed one on `point`."""
    mine, theirs = stones_of(seen, seen.mover)
    turned = turned_by(mine, theirs, point)
    return next(iter(_threats(mine | turned | 1 << point, theirs ^ turned, BOARDS[seen.size])), None)


@lru_cache(maxsize=4)
def _threats(mine: Bitboard, theirs: Bitboard, board: Bitboard) -> Sequence[Threat]:
    found = [Threat(point, turned_by(theirs, mine, point)) for point in points_in(placements(theirs, mine, board))]
    return sorted((threat for threat in found if threat.turned), key=lambda threat: -threat.turned.bit_count())


def rule_of(seen: Observation) -> str:
    """Return the number of the rule that matters most now."""
    if seen.phase in ("komi", "side"):
        return "F7"
    if seen.phase == "over":
        return "F8"
    return "F4" if open_points(seen) else "F6"
