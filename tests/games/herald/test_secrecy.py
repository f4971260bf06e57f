"""What Herald keeps secret by its rules page, beside what the contract tests hold for every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

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
