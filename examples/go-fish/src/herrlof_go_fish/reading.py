"""What a position means to who looks at it: which cards others are known to hold, and hands that they may hold."""

from __future__ import annotations

from random import Random

from herrlof.game import NOBODY
from herrlof_go_fish.game import BOOK, RANKS, Rank, Seen


def known_hands(seen: Seen) -> list[list[int]]:
    """Return how many cards of each rank each seat is known to hold at least, from what was done openly."""
    known = [[0] * len(RANKS) for _ in seen.sizes]
    for kind, seat, rank, other, number in seen.log:
        if rank is None:
            continue
        if kind == "asked":
            known[seat][rank] = max(1, known[seat][rank])  # one must hold what one asks for
        elif kind == "gave":
            known[seat][rank] = 0
            known[other][rank] += number
        elif kind in ("fish", "book"):
            known[seat][rank] = 0
        elif kind == "showed":
            known[seat][rank] += 1
    return known


def drawn_since(seen: Seen, other: int, rank: Rank) -> int:
    """Return how many cards a seat has drawn, or was dealt, since it was clear that it had none of a rank."""
    drawn = seen.sizes[other]
    for fact in seen.log:
        if fact.seat == other and fact.rank == rank and fact.kind in ("fish", "gave", "book"):
            drawn = 0
        drawn += fact.seat == other and fact.kind == "drew"
    return min(drawn, seen.sizes[other])


def imagined_hands(seen: Seen, rng: Random) -> list[list[int]]:
    """Return hands that the seats may hold: its own is as it is, and the others' have what is known of them."""
    hands = known_hands(seen)
    if seen.seat != NOBODY:
        hands[seen.seat] = list(seen.hand)
    booked = {fact.rank for fact in seen.log if fact.kind == "book"}
    left = [
        rank
        for rank in range(len(RANKS))
        if rank not in booked
        for _ in range(BOOK - sum(hand[rank] for hand in hands))
    ]
    while True:
        rng.shuffle(left)
        tried, used = [hand[:] for hand in hands], 0
        for hand, size in zip(tried, seen.sizes, strict=True):
            missing = size - sum(hand)
            for rank in left[used : used + missing]:
                hand[rank] += 1
            used += missing
        if all(max(hand) < BOOK for hand in tried):  # a book would have been laid down
            return tried
