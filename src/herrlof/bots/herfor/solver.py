"""The last points of Herfor, counted out: alpha-beta with null windows and a hash table, up to a number of nodes.

Values are in halves of a point, of the match's margin (F8), for the side to move. A stone that lies beside no empty
point, and on no line along which one could be invaded from, stays as it is to the end. So a position is what lies there
and on those lines: it is worth the same whatever the other stones are, which are added by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from herrlof.game import NOBODY, Action
from herrlof.games.herfor.actions import PASS, SPEND
from herrlof.games.herfor.invasion import placements, turned_by
from herrlof.games.herfor.observation import Observation, stones_of
from herrlof.games.herfor.points import BOARDS, STEPS, Bitboard, Point, around, points_in

MOST_EMPTY: Final = 16
"""With more empty points it is not tried,"""
MOST_NODES: Final = 60_000
"""and after so many nodes it is given up."""
INFINITE: Final = 10_000

Found: TypeAlias = dict[tuple[Bitboard, Bitboard], Bitboard]
"""By the stones of the mover and of the other side near a point: the new stone with all that it turns; 0: forbidden."""


class Solution(NamedTuple):
    """What was found, and what it took."""

    margins: Mapping[Action, float] | None
    """By action: by how many points the match is won or lost with best play; None: it took too much."""
    nodes: int


class Near(NamedTuple):
    """An empty point, and what can matter to a stone on it."""

    point: Point
    stone: Bitboard
    lines: Bitboard
    """It, its neighbours, and its lines but for those that end there, along which nothing can invade."""
    beside: Bitboard
    found: Found


class Open(NamedTuple):
    """Some empty points, and what can matter to stones on them."""

    points: Sequence[Near]
    lines: Bitboard
    size: int
    """How many points those are."""


class TooMany(Exception):
    """More nodes than the limit allows."""


def solve(seen: Observation, legal: Sequence[Action], nodes: int = MOST_NODES) -> Solution:
    """Count out the end of a match, if few points are empty, for the seat that is to move."""
    board = BOARDS[seen.size]
    if seen.phase != "play" or seen.seat != seen.mover or (board & ~(seen.black | seen.white)).bit_count() > MOST_EMPTY:
        return Solution(None, 0)
    mine, theirs = stones_of(seen, seen.seat)
    white = seen.seat != seen.black_seat
    spendable = max(0, seen.komi) if white else -max(0, seen.komi)
    komi = 2 * seen.komi if white else -2 * seen.komi
    search = EndgameSearch(board, nodes)
    found = {}
    guess = None
    try:
        for action in legal:
            if action == PASS and not placements(theirs, mine, board):
                ahead = 2 * (mine.bit_count() - theirs.bit_count()) + (-1 if seen.passed_first == NOBODY else 1)
            elif action in (PASS, SPEND):
                spent = int(action == SPEND)
                ahead = -search.value(theirs, mine, spent - spendable) - 2 * spent
            else:
                turned = turned_by(mine, theirs, action)
                guess = search.value(theirs ^ turned, mine | turned | 1 << action, -spendable, guess)
                ahead = -guess
            found[action] = (ahead + komi) / 2
    except TooMany:
        return Solution(None, search.nodes)
    return Solution(found, search.nodes)


@cache
def lines_of(point: Point, board: Bitboard) -> Bitboard:
    """Return a point, its neighbours, and the lines on which it has points on both sides."""
    stone = 1 << point
    found = stone | around(stone) & board
    for step in STEPS:
        if stone << step & board and stone >> step & board:
            up, down = stone << step, stone >> step
            while up & board:
                found |= up
                up <<= step
            while down & board:
                found |= down
                down >>= step
    return found


class EndgameSearch:
    """What is known about the positions that were looked at. `spendable` is White's komi, as a negative one for Black.

    Only stones that can matter are handed on, and values are those of all points on their lines.
    """

    def __init__(self, board: Bitboard, limit: int) -> None:
        self.nodes = 0
        self._limit = limit
        self._board = board
        self._found: dict[Point, Found] = {}
        self._open: dict[Bitboard, Open] = {}
        self._bounds: dict[tuple[Bitboard, Bitboard, Bitboard, int], tuple[int, int, Bitboard]] = {}
        """By position: from what to what its value may be, and the stone that was best."""

    def value(self, mine: Bitboard, theirs: Bitboard, spendable: int, guess: int | None = None) -> int:
        """Return what a position of all stones is worth: MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996)."""
        empty = self._board & ~(mine | theirs)
        lines = self._opened(empty).lines
        outside = 2 * ((mine & ~lines).bit_count() - (theirs & ~lines).bit_count())
        found = 2 * (mine.bit_count() - theirs.bit_count()) - 1 if guess is None else guess
        found -= outside
        low, high = -INFINITE, INFINITE
        while low < high:
            wanted = found if found > low else found + 2
            found = self._reach(mine & lines, theirs & lines, empty, spendable, wanted)
            if found < wanted:
                high = found
            else:
                low = found
        return found + outside

    def _reach(self, mine: Bitboard, theirs: Bitboard, empty: Bitboard, spendable: int, wanted: int) -> int:
        """Return a value that is at least `wanted` if the true one is; it is then a lower bound of that, else an upper.

        Neither side can gain by having White spend while Black has nowhere to place a stone, so at most as many points
        are worth spending as there are empty ones.
        """
        opened = self._open.get(empty) or self._opened(empty)
        points, _, size = opened
        if spendable:
            spendable = min(spendable, len(points)) if spendable > 0 else max(spendable, -len(points))
        position = mine, theirs, empty, spendable
        low, high, first = self._bounds.get(position) or (-2 * size - 1, 2 * size + 1, 0)
        if low >= wanted or low == high:
            return low
        if high < wanted:
            return high
        self.nodes += 1
        if self.nodes > self._limit:
            raise TooMany
        stones = _stones(mine, theirs, points)
        if not stones:
            if _stones(theirs, mine, points):
                value = -self._reach(theirs, mine, empty, -spendable, 1 - wanted)
            else:
                value = low = high = 2 * (mine.bit_count() - theirs.bit_count()) - 1
        elif len(points) == 1 and spendable <= 0:
            (_, _, turned) = stones[0]
            return 2 * ((mine | turned).bit_count() - (theirs & ~turned).bit_count()) + 1
        else:
            if len(stones) > 1:
                stones.sort(key=lambda found: (found[1] == first, found[0], found[1]), reverse=True)
            value, first = self._best(mine, theirs, empty, spendable, wanted, stones)
            if value < wanted and spendable > 0 and _stones(theirs, mine, points):
                value = max(value, -self._reach(theirs, mine, empty, 1 - spendable, -1 - wanted) - 2)
        self._bounds[position] = (max(low, value), high, first) if value >= wanted else (low, min(high, value), first)
        return value

    def _best(
        self,
        mine: Bitboard,
        theirs: Bitboard,
        empty: Bitboard,
        spendable: int,
        wanted: int,
        stones: Sequence[tuple[int, Bitboard, Bitboard]],
    ) -> tuple[int, Bitboard]:
        """Return what stones reach, one after the other until one is good enough, and which is the best of those."""
        best, first = -INFINITE, 0
        for _, stone, turned in stones:
            left = empty ^ stone
            lines = (self._open.get(left) or self._opened(left)).lines
            own, other = mine | turned, theirs & ~turned
            inside, beyond = own & lines, other & lines
            fixed = 2 * (own.bit_count() - inside.bit_count() - other.bit_count() + beyond.bit_count())
            value = fixed - self._reach(beyond, inside, left, -spendable, 1 + fixed - wanted)
            if value > best:
                best, first = value, stone
                if value >= wanted:
                    break
        return best, first

    def _opened(self, empty: Bitboard) -> Open:
        if empty not in self._open:
            points = [
                Near(point, stone, lines_of(point, self._board), around(stone), self._found.setdefault(point, {}))
                for point in points_in(empty)
                for stone in (1 << point,)
            ]
            lines = 0
            for near in points:
                lines |= near.lines
            self._open[empty] = Open(points, lines, lines.bit_count())
        return self._open[empty]


def _stones(mine: Bitboard, theirs: Bitboard, points: Sequence[Near]) -> list[tuple[int, Bitboard, Bitboard]]:
    """Return for each point that the mover may take how many stones become its own, the new one, and all of them."""
    stones = []
    for point, stone, lines, beside, found in points:
        around_it = mine & lines, theirs & lines
        turned = found.get(around_it)
        if turned is None:
            turned = turned_by(mine, theirs, point)
            if turned or not beside & mine:
                turned |= stone
            found[around_it] = turned
        if turned:
            stones.append((turned.bit_count(), stone, turned))
    return stones
