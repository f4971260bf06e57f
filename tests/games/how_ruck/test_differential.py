"""The engine against a second, naive implementation written from the rules page alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from herrlof.game import CHANCE, TERMINAL
from herrlof.games import GAMES
from herrlof.games.how_ruck.cards import CARD_CODES, COLOUR_NAMES, DECK
from herrlof.games.how_ruck.state import HowRuckState
from tests.games.differential import play_alike
from tests.games.how_ruck.naive import COLOURS, NaiveMatch, all_cards
from tests.tiers import last

GAME = GAMES["how-ruck"]


def codes(cards: object) -> list[str]:
    return [CARD_CODES[card] for card in cards]


def agree(state: HowRuckState, naive: NaiveMatch) -> None:
    """Assert that both implementations are at the same point."""
    assert state.current_player() == naive.mover()
    assert state.phase == naive.phase
    assert set(map(GAME.encode, state.legal_actions())) == naive.legal()
    assert list(state.scores) == naive.barrels_won
    assert list(state.winners) == naive.winners
    assert state.round_number == naive.round_number
    if state.phase in ("deal", "over") and not state.rounds:
        return
    assert state.barrel == naive.barrel
    for number, cards in enumerate(state.rope):
        assert codes(cards) == naive.rope[number // 3, COLOUR_NAMES[number % 3]]
    assert Counter(codes(state.discards)) == Counter(naive.discards)
    conserved(state)
    if state.phase in ("play", "blind", "stolen", "move", "name"):
        assert [sorted(codes(hand)) for hand in state.hands] == [sorted(hand) for hand in naive.hands]
        assert list(map(codes, state.piles)) == naive.piles
        assert state.leader == naive.first
        assert (CARD_CODES[state.stolen] if state.stolen >= 0 else "") == naive.stolen


def conserved(state: HowRuckState) -> None:
    """Assert that all 55 cards are somewhere, and once."""
    if state.phase in ("deal", "over"):
        return
    everywhere = [*state.aside, *state.discards, *[state.stolen] * (state.stolen >= 0)]
    places = [*state.hands, *state.piles, *state.rope]
    if state.phase in ("split", "stacks"):
        places += [*state.kept, *state.given]
    for cards in places:
        everywhere += cards
    assert sorted(everywhere) == sorted(DECK)


def play_both(seed: int) -> None:
    """Play one random match in both and compare after every move."""
    rng = Random(seed)
    options = {
        "race": rng.choice(("clock", "even")),
        "teams": rng.choice(("built", "built", "dealt")),
        "goal": rng.choice((1, 2, 3)),
    }
    play_alike(GAME, GAME.new_state(2, **options), NaiveMatch(**options), agree, rng)


def test_50_random_matches_agree_move_by_move() -> None:
    for seed in range(50):
        play_both(seed)


def test_both_agree_where_pairs_were_put_off() -> None:
    rng = Random(1)
    for outcome in ("race 0 7 later 3", "race 1 6 later 2 5", "race 1 1 later 1 2 3 4 5 6 7 8 9"):
        state, naive = GAME.new_state(2, race="clock", teams="built", goal=1), NaiveMatch("clock", "built", 1)
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                code = outcome if state.chance_kind() == "race" else GAME.encode_chance(state.sample_chance(rng))
                state.apply_chance(GAME.decode_chance(code))
                naive.chance(code)
            else:
                action = rng.choice(state.legal_actions())
                state.apply(action)
                naive.do(GAME.encode(action))
            agree(state, naive)


@pytest.mark.parametrize("batch", last(range(20), second=range(5)))
def test_2000_random_matches_agree_move_by_move(batch: int) -> None:
    for seed in range(1000 + batch * 100, 1000 + batch * 100 + 100):
        play_both(seed)


def test_both_have_the_cards_of_k1() -> None:
    assert sorted(codes(DECK)) == sorted(all_cards())
    assert list(COLOUR_NAMES[:3]) == COLOURS
