"""What the contract tests are made from: every game, number of seats and choice of an option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from herrlof.game import CHANCE, TERMINAL, Game, Option, State, Value
from herrlof.games import GAMES
from tests.conftest import TOYS

ALL: dict[str, Game] = {**GAMES, **{toy.key: toy for toy in TOYS}}


class Variant(NamedTuple):
    """One way in which a game is played."""

    game: Game
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.key, str(self.seats), *chosen])

    def new_state(self) -> State:
        return self.game.new_state(self.seats, **self.options)


def some(option: Option, seats: int) -> Sequence[Value]:
    """Return all choices of an option, or two small ones of a long range: matches are short."""
    choices = option.choices(seats)
    return choices if len(choices) < 5 else [choices[0], choices[max(1, len(choices) // 40)]]


def variants(game: Game) -> Iterator[Variant]:
    """Yield each number of seats as it is by default, and with every choice of each option."""
    for seats in game.seats:
        yield Variant(game, seats, {})
        for option in game.options:
            default = option.default(seats)
            for value in some(option, seats):
                if value != default:
                    yield Variant(game, seats, {option.name: value})


VARIANTS = [variant for game in ALL.values() for variant in variants(game)]
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_game = pytest.mark.parametrize("game", ALL.values(), ids=lambda game: game.key)


def walk(state: State, rng: Random) -> bool:
    """Make one random move; False: the match is over."""
    mover = state.current_player()
    if mover == TERMINAL:
        return False
    if mover == CHANCE:
        state.apply_chance(state.sample_chance(rng))
    else:
        state.apply(rng.choice(state.legal_actions()))
    return True


def positions(variant: Variant, seed: int) -> Iterator[State]:
    """Yield every position of a random match; the failing seed is the reproducer."""
    rng = Random(seed)
    state = variant.new_state()
    yield state
    while walk(state, rng):
        yield state
