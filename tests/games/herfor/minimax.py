"""What an ending of Herfor is worth, tried out in the naive engine: the oracle of the solver's tests."""

from __future__ import annotations

from copy import copy

from tests.games.herfor.naive import TERMINAL, NaiveMatch


def values(naive: NaiveMatch) -> dict[str, float]:
    """Return by how many points each of the mover's moves wins, if both sides go on as well as they can."""
    known: dict[object, float] = {}

    def worth(naive: NaiveMatch, seat: int) -> float:
        if naive.mover() == TERMINAL:
            scores = naive.scores()
            assert naive.winners() == [seat if scores[seat] > scores[1 - seat] else 1 - seat]
            return scores[seat] - scores[1 - seat]
        position = frozenset(naive.stones.items()), naive.turn, naive.komi, tuple(naive.passes)
        if position not in known:
            found = [worth(after(naive, move), seat) for move in sorted(naive.legal())]
            known[position] = max(found) if naive.mover() == seat else min(found)
        return known[position]

    return {move: worth(after(naive, move), naive.mover()) for move in naive.legal()}


def after(naive: NaiveMatch, move: str) -> NaiveMatch:
    """Return the match after a move, and leave the one before as it is."""
    copied = copy(naive)
    copied.stones, copied.passes = dict(naive.stones), list(naive.passes)
    copied.do(move)
    return copied
