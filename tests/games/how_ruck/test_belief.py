"""Worlds are as likely as the cards make them."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.game import CHANCE
from herrlof.games.how_ruck.belief import Belief
from herrlof.games.how_ruck.cards import COPIES
from herrlof.games.how_ruck.state import HowRuckState
from tests.games.how_ruck.table import GAME, Table


def at_the_start(seed: int) -> HowRuckState:
    """Return a round of built teams, sorted at random, before the first card."""
    rng, state = Random(seed), GAME.new_state(2, goal=1)
    while state.phase != "play":
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(rng.choice(state.legal_actions()))
    return state


@pytest.mark.second
def test_a_second_copy_is_where_it_is_as_often_as_in_truth() -> None:
    """A seat kept one of two like cards and holds one: is it that one, or did it get the other from the opponent?"""
    true = imagined = cases = 0.0
    for seed in range(1000):
        state = at_the_start(seed)
        seen = state.observation(0)
        belief, rng = Belief(seen), Random(seed)
        worlds = [belief.sample(rng) for _ in range(4)]
        for card in set(seen.hand):
            if COPIES[card] == 2 and seen.kept.count(card) == 1 and seen.given.count(card) == 0:
                cases += 1
                true += card in state.given[1]
                imagined += sum(card in world.given[1] for world in worlds) / len(worlds)
    assert cases > 1000
    assert abs(true - imagined) < 0.03 * cases  # who takes the card for its own copy each time is wrong by 0.08


def test_a_card_that_was_given_is_in_the_other_team_until_it_is_seen() -> None:
    table = Table()
    table.deal("R1! N", "B0")
    table.sort(1)
    table.shuffle()
    belief, rng = Belief(table.seen(0)), Random(1)
    (nessie,) = [card for card in table.seen(0).given if COPIES[card] == 1 and card == table.seen(0).given[0]]
    for _ in range(50):
        world = belief.sample(rng)
        assert nessie in (*world.hands[1], *world.piles[1])
        assert nessie not in world.aside


def test_the_seats_of_all_hidden_cards_are_drawn_anew() -> None:
    belief, rng = Belief(at_the_start(3).observation(1)), Random(1)
    worlds = [belief.sample(rng) for _ in range(20)]
    assert len({tuple(world.hands[0]) for world in worlds}) > 15
    assert len({world.aside for world in worlds}) == 20
