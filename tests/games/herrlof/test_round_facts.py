"""The facts of Herrlof's rounds add up to its score pad."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL
from herrlof.games.herrlof import Herrlof


@pytest.mark.parametrize("seats", [2, 3])
def test_points_and_true_predictions_add_up(seats: int) -> None:
    game = Herrlof()
    for seed in range(10):
        rng = Random(seed)
        state = game.new_state(seats)
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                state.apply(rng.choice(state.legal_actions()))
        facts = game.round_facts(state.observation(NOBODY))
        assert len(facts) == state.round_number
        assert tuple(map(sum, zip(*(fact["points"] for fact in facts), strict=True))) == state.scores
        assert tuple(map(sum, zip(*(fact["exact"] for fact in facts), strict=True))) == state.correct
