"""What a game tells about its rounds, for statistics."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL
from herrlof.games import GAMES


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key, game in GAMES.items() for seats in game.seats])
def test_round_facts_are_plain_grow_with_the_match_and_fit_the_seats(key: str, seats: int) -> None:
    game, rng = GAMES[key], Random(3)
    state = game.new_state(seats)
    assert not game.round_facts(state.observation(NOBODY))
    before: list[Any] = []
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(rng.choice(state.legal_actions()))
        facts = list(game.round_facts(state.observation(NOBODY)))
        assert facts[: len(before)] == before
        before = facts
    for fact in before:
        assert len(fact.points) in (0, seats)
        assert len(fact.exact) in (0, seats)
        assert {type(value) for value in fact.points} <= {int, float}
        assert {type(value) for value in fact.exact} <= {bool}
