"""Where a stone may be placed, and what it turns over (F2 to F5): pure functions of bit boards."""

from __future__ import annotations

from herrlof.games.herfor.points import STEPS, Bitboard, Point, around


def invasions(mine: Bitboard, theirs: Bitboard, empty: Bitboard) -> Bitboard:
    """Return the empty points on which a stone would invade along at least one line (F3)."""
    found = 0
    for step in STEPS:
        # From these places own stones, or none, lead up to an enemy stone; and then down to one.
        up = more = theirs >> step
        while more := (more & mine) >> step:
            up |= more
        down = more = theirs << step
        while more := (more & mine) << step:
            down |= more
        found |= up & down
    return found & empty


def placements(mine: Bitboard, theirs: Bitboard, board: Bitboard) -> Bitboard:
    """Return the points on which a stone may be placed (F4)."""
    empty = board & ~(mine | theirs)
    beside = empty & around(mine)
    return (empty ^ beside) | invasions(mine, theirs, beside) if beside else empty


def turned_by(mine: Bitboard, theirs: Bitboard, point: Point) -> Bitboard:
    """Return the enemy stones that a stone on `point` turns over (F5)."""
    turned = 0
    stone = 1 << point
    for step in STEPS:
        up = stone << step
        while up & mine:
            up <<= step
        if not up & theirs:
            continue
        down = stone >> step
        while down & mine:
            down >>= step
        if not down & theirs:
            continue
        while up & theirs:
            turned |= up
            up <<= step
        while down & theirs:
            turned |= down
            down >>= step
    return turned
