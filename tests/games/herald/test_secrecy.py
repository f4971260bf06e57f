"""Hidden twins: what a seat cannot know changes neither what it sees, nor what it may do, nor what any bot does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from herrlof.bots import bot_kind, bots_of, new_bot
from herrlof.game import CHANCE, NOBODY, TERMINAL
from herrlof.games.herald.state import HeraldState
from herrlof.games.herald.words import threats_now
from tests.games.herald.table import GAME

NAMES = ("Anna", "Boris", "Cleo", "Dag", "Eir", "Frey")


def positions(seed: int, seats: int) -> Iterator[HeraldState]:
    """Yield the positions of a random match in which a seat is to move."""
    rng, state = Random(seed), GAME.new_state(seats)
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        yield state
        state.apply(rng.choice(state.legal_actions()))


def permuted(state: HeraldState, seat: int, rng: Random) -> HeraldState:
    """Return a state in which cards that `seat` cannot tell apart have changed places, made by hand."""
    twin = state.clone()
    hidden = [*state.stock, *(card for other, hand in enumerate(state.hands) if other != seat for card in hand)]
    rng.shuffle(hidden)
    for other, hand in enumerate(twin.hands):
        if other != seat:
            twin.hands[other] = [hidden.pop() for _ in hand]
    twin.stock = hidden
    return twin


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_permuting_what_a_seat_cannot_know_changes_nothing_for_it(seats: int) -> None:
    different = places = 0
    rng = Random(seats)
    for state in positions(seats, seats):
        for seat in range(seats):
            twin = permuted(state, seat, rng)
            places += 1
            different += twin.summary() != state.summary()
            seen = state.observation(seat)
            assert twin.observation(seat) == seen
            assert twin.observation(NOBODY) == state.observation(NOBODY)
            assert GAME.words.standing(twin.observation(seat), NAMES) == GAME.words.standing(seen, NAMES)
            if state.current_player() == seat:
                assert twin.legal_actions() == state.legal_actions()
    assert different > 0.8 * places


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.second)])
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[pytest.mark.second] if kind.level > 2 else [])
        for key, kind in bots_of("herald").items()
    ],
)
def test_a_bot_chooses_the_same_in_twin_worlds(key: str, seats: int) -> None:
    """With the same generator, in worlds permuted by hand and in worlds made from what was seen."""
    every = 9 if bot_kind("herald", key).uses_worker else 1
    checked = 0
    for number, state in enumerate(positions(5, seats)):
        if number % every:
            continue
        rng, seat = Random(number), state.current_player()
        twins = permuted(state, seat, rng), GAME.determinize(state.observation(seat), rng)
        found = {
            new_bot(GAME, key, Random(7)).choose(world.observation(seat), world.legal_actions())
            for world in (state, *twins)
        }
        assert len(found) == 1
        checked += 1
    assert checked >= 5


def test_an_onlooker_knows_no_card_that_is_not_public() -> None:
    for state in positions(3, 3):
        seen = state.observation(NOBODY)
        assert seen.hand == ()
        assert seen.drawn == -1
        for card in set(state.stock) - set(state.log):
            assert GAME.words.explain(card, seen, NAMES)
        assert isinstance(threats_now(seen), str)


def test_while_a_game_is_played_nothing_tells_points_won() -> None:
    """H11: neither the rows of the table nor the piles; and where the count stays the same, the rows do too."""
    for state in positions(4, 3):
        for seat in (NOBODY, 0):
            seen = state.observation(seat)
            assert GAME.words.sheet(seen, NAMES) == []
            rows = {row.title: row.cells for row in GAME.words.standing(seen, NAMES)}
            for other, name in enumerate(NAMES[:3]):
                won = 3 * state.tricks_won[other]
                assert rows[name] == (f"{won} cards won" if won else "no card won",)
