"""One random match in an engine and in a naive implementation of the same rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol, TypeVar

from herrlof.game import CHANCE, TERMINAL, Action, Game, State


class Naive(Protocol):
    """A second implementation, which takes moves as text codes."""

    def do(self, code: str) -> Any: ...

    def chance(self, code: str) -> Any: ...


S = TypeVar("S", bound=State)
N = TypeVar("N", bound=Naive)


def play_alike(
    game: Game, state: S, naive: N, agree: Callable[[S, N], None], rng: Random, first: Action | None = None
) -> None:
    """Play a random match, with this first action if there is one, and compare after every move.

    AssertionError tells the moves that lead to the difference.
    """
    moves: list[str] = []
    try:
        agree(state, naive)
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                outcome = state.sample_chance(rng)
                moves.append(game.encode_chance(outcome))
                state.apply_chance(outcome)
                naive.chance(moves[-1])
            else:
                action = rng.choice(state.legal_actions()) if first is None or moves else first
                moves.append(game.encode(action))
                state.apply(action)
                naive.do(moves[-1])
            agree(state, naive)
    except AssertionError as difference:
        raise AssertionError(f"{type(naive).__module__} differs after {moves}") from difference
