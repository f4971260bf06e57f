"""Many matches played out side by side, each in a field of its own within the same ints.

An operation on an int of many fields takes little longer than one on a single board, so 64 matches are played out in
a tenth of the time of one after the other. Both sides choose at random among the moves that they like best: they
invade where they can, rather where the other side could invade, and keep away from points that would give it an
invasion. Nobody spends komi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from typing import Final, NamedTuple

from herrlof.bots.quick import QuickRandom
from herrlof.games.herfor.points import BOARDS, STEPS, WIDTH, Bitboard, around

POOL: Final = 251
"""Random ints that are drawn beforehand; a choice takes a few of them."""
OWN_POOL: Final = 127
"""So many ints are drawn for a match whose luck is its own; a prime, so that every way round it meets all of them."""
HALVINGS: Final = 5
"""How often the moves in question are halved at random; of what is then left the first is taken."""

DRAWS: Final = 3 + HALVINGS
"""Random ints for a choice."""


class PlayoutResult(NamedTuple):
    """What came of a match, to the side that was to move at its beginning."""

    ahead: int
    """By how many stones it is ahead."""
    last: bool | None
    """Whether it placed the last stone; None: there was no point for either."""


class Playouts:
    """Room for some number of matches on boards of one size."""

    def __init__(self, size: int, matches: int, rng: Random) -> None:
        """Make the fields, with a gap after each, where a step off its board ends."""
        self._length = (BOARDS[size].bit_length() + WIDTH + 1) // 8 + 1
        self._stride = 8 * self._length
        self._bytes = self._length * matches
        unit = sum([1 << self._stride * match for match in range(matches)])
        self._board = BOARDS[size] * unit
        self._top = unit << self._stride - 1
        """The top bit of each field, which belongs to its gap."""
        self._below_top = self._top - unit
        self._random = rng.random
        self._pool = [rng.getrandbits(self._stride * matches) for _ in range(POOL)]

    def play(
        self, mine: Sequence[Bitboard], theirs: Sequence[Bitboard], keys: Sequence[int] | None = None
    ) -> list[PlayoutResult]:
        """Play matches to their ends; `mine` are the stones of the side to move in each of them.

        With `keys` the luck of each match follows from its key alone.
        """
        many = len(mine)
        bits = self._drawn if keys is None else self._own(keys).__next__
        board = self._board & (1 << self._stride * many) - 1
        own, other = self._packed(mine), self._packed(theirs)
        first = last = turn = idle = 0  # in `first` and `last` each match has a flag, the top bit of its field
        while idle < 2:
            empty = board ^ own ^ other
            near = around(own) & empty
            lines = between(own, other)
            invading = (lines[0] | lines[1] | lines[2]) & empty
            moves = empty ^ near | invading
            idle += 1
            if moves:
                idle = 0
                stones = self._chosen(self._preferred(own, other, empty, moves, invading), bits)
                flags = self._flags(stones)
                first |= flags
                last = last ^ last & flags if turn else last | flags
                turned = turned_side_by_side(own, other, stones, lines)
                own |= stones | turned
                other ^= turned
            elif keys is not None:
                for _ in range(DRAWS):  # as many for each turn, whatever the matches beside it do
                    bits()
            own, other, turn = other, own, 1 - turn
        if turn:
            own, other = other, own
        top = self._stride - 1
        return [
            PlayoutResult(had.bit_count() - had_not.bit_count(), bool(ended >> top) if begun else None)
            for had, had_not, begun, ended in zip(*map(self._fields, (own, other, first, last)), strict=True)
        ][:many]

    def _preferred(self, own: int, other: int, empty: int, moves: int, invading: int) -> int:
        """Return in each field the moves that are liked best."""
        moves = self._liked(moves, invading)
        answers, exposed = dangers(own, other, empty)
        moves = self._liked(moves, answers)
        return self._liked(moves, empty ^ exposed)

    def _liked(self, moves: int, liked: int) -> int:
        """Return in each field the moves that are liked, or all of them where none is."""
        found = moves & liked
        flags = self._flags(found)
        return found | moves ^ moves & flags - (flags >> self._stride - 1)

    def _drawn(self) -> int:
        """Return random bits for all fields."""
        return self._pool[int(self._random() * POOL)]

    def _own(self, keys: Sequence[int]) -> Iterator[int]:
        """Yield random bits without end, in each field those of its key."""
        length, rng = self._length, QuickRandom(0)
        rows = []
        for key in keys:
            rng.seed(key)
            rows.append(rng.randbytes(OWN_POOL * length))
        places = range(0, OWN_POOL * length, length)
        pool = [int.from_bytes(b"".join([row[at : at + length] for row in rows]), "little") for at in places]
        for step in count(1):
            for place in range(OWN_POOL):
                yield pool[place * step % OWN_POOL]

    def _chosen(self, moves: int, bits: Callable[[], int]) -> int:
        """Return one move of each field that has any, at random."""
        moves = self._liked(moves, bits() & bits() & bits())  # `DRAWS` in all
        for _ in range(HALVINGS):
            moves = self._liked(moves, bits())
        return moves & (moves - (self._flags(moves) >> self._stride - 1) ^ moves)

    def _flags(self, packed: int) -> int:
        """Return the top bit of each field in which any other bit is set."""
        return packed + self._below_top & self._top

    def _packed(self, boards: Sequence[Bitboard]) -> int:
        return int.from_bytes(b"".join([board.to_bytes(self._length, "little") for board in boards]), "little")

    def _fields(self, packed: int) -> list[int]:
        length = self._length
        data = packed.to_bytes(self._bytes, "little")
        return [int.from_bytes(data[at : at + length], "little") for at in range(0, self._bytes, length)]


def ends(own: int, other: int, step: int) -> tuple[int, int]:
    """Return the places from which, past own stones or none, a stone of the other lies upwards, and downwards."""
    up = more = other >> step
    while more := (more & own) >> step:
        up |= more
    down = more = other << step
    while more := (more & own) << step:
        down |= more
    return up, down


def between(own: int, other: int) -> tuple[int, int, int]:
    """Return for each direction the places from which, past own stones, a stone of the other lies at both ends."""
    (up, down), (up2, down2), (up3, down3) = [ends(own, other, step) for step in STEPS]
    return up & down, up2 & down2, up3 & down3


def dangers(own: int, other: int, empty: int) -> tuple[int, int]:
    """Return the points where the other side would invade now, and those where a stone would give it such a point.

    That is where one empty point alone would lie between the stone and another own one; stones of the other side
    may lie on both sides of it.
    """
    answers = exposed = 0
    for step in STEPS:
        up, down = ends(other, own, step)
        answers |= up & down
        before = more = (up & empty) >> step
        while more := (more & other) >> step:
            before |= more
        after = more = (down & empty) << step
        while more := (more & other) << step:
            after |= more
        exposed |= before | after
    return answers & empty, exposed & empty


def turned_side_by_side(own: int, other: int, stones: int, lines: Sequence[int]) -> int:
    """Return what stones turn over, one in each field; `lines` comes from `between`."""
    turned = 0
    for step, both in zip(STEPS, lines, strict=True):
        if invading := stones & both:
            up, down = invading << step, invading >> step
            while mine := up & own:
                up = up ^ mine | mine << step
            while mine := down & own:
                down = down ^ mine | mine >> step
            while up := up & other:
                turned |= up
                up <<= step
            while down := down & other:
                turned |= down
                down >>= step
    return turned
