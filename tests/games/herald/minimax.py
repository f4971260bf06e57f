"""What an ending of Herald for two is worth, tried out in the naive engine: the oracle of the solver's tests."""

from __future__ import annotations

from copy import copy

from tests.games.herald.naive import TERMINAL, NaiveMatch


def won_by(naive: NaiveMatch, seat: int) -> float:
    """Return by how many points a finished match is won; half a point with level ones, 0 where the win is shared."""
    margin = naive.totals[seat] - naive.totals[1 - seat]
    if margin:
        assert naive.winners == [seat if margin > 0 else 1 - seat]
        return margin
    return 0 if len(naive.winners) == 2 else 0.5 if naive.winners == [seat] else -0.5


def values(naive: NaiveMatch) -> dict[str, float]:
    """Return what each of the mover's moves is worth to it, if both go on as well as they can."""
    known: dict[object, float] = {}

    def worth(naive: NaiveMatch, seat: int) -> float:
        if naive.mover() == TERMINAL:
            return won_by(naive, seat)
        position = repr((seat, naive.turn, naive.table, *map(sorted, naive.hands), *map(sorted, naive.won)))
        if position not in known:
            found = [worth(after(naive, move), seat) for move in sorted(naive.legal())]
            known[position] = max(found) if naive.mover() == seat else min(found)
        return known[position]

    return {move: worth(after(naive, move), naive.mover()) for move in naive.legal()}


def after(naive: NaiveMatch, move: str) -> NaiveMatch:
    """Return the match after a move, and leave the one before as it is."""
    copied = copy(naive)
    copied.hands, copied.won = [hand[:] for hand in naive.hands], [pile[:] for pile in naive.won]
    copied.table, copied.plays, copied.totals = naive.table[:], naive.plays[:], naive.totals[:]
    copied.do(move)
    return copied
