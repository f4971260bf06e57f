"""The engine against a second, naive implementation written from the rules page alone."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.games.herald.cards import CARD_CODES, COPIES, DECK, KINDS, POINTS_OF
from herrlof.games.herald.scoring import judge, piles_of
from herrlof.games.herald.state import HeraldState
from herrlof.games.herald.tricks import BEATEN_LED, BEATS
from tests.games.differential import play_alike
from tests.games.herald.naive import NaiveMatch, all_cards, points, wins
from tests.games.herald.table import GAME
from tests.tiers import last


def codes(cards: object) -> list[str]:
    return [CARD_CODES[card] for card in cards]


def agree(state: HeraldState, naive: NaiveMatch) -> None:
    """Assert that both implementations are at the same point."""
    assert state.current_player() == naive.mover()
    assert state.phase == naive.phase
    assert set(map(GAME.encode, state.legal_actions())) == naive.legal()
    assert list(state.scores) == naive.totals
    assert list(state.winners) == naive.winners
    assert [sorted(codes(hand)) for hand in state.hands] == list(map(sorted, naive.hands))
    assert codes(state.stock[::-1]) == naive.stock
    assert codes(state.trick) == [card for _, card in naive.table]
    piles = piles_of(state.tricks, state.seats)
    assert [sorted(codes(pile)) for pile in piles] == list(map(sorted, naive.won))
    assert state.points == [sum(points(card) for card in pile) for pile in naive.won]
    assert [won * state.seats for won in state.tricks_won] == list(map(len, naive.won))
    if naive.table:
        assert ((state.leader + state.ahead) % state.seats, CARD_CODES[state.trick[state.ahead]]) == naive.ahead()
    if state.phase == "play":
        everywhere = [*state.stock, *state.log]
        for hand in state.hands:
            everywhere += hand
        assert tuple(sorted(everywhere)) == DECK


def play_both(seed: int) -> None:
    """Play one random match in both and compare after every move."""
    rng = Random(seed)
    seats = 2 + seed % 5
    options = {"games": rng.choice((1, 1, 2)), "first_dealer": rng.choice((None, rng.randrange(seats)))}
    state, naive = GAME.new_state(seats, **options), NaiveMatch(seats, **options)
    play_alike(GAME, state, naive, agree, rng)
    assert sum(state.points) == 240
    assert naive.plays == [60 // seats] * seats
    assert sum(state.scores) == 240 * options["games"]


def test_50_random_matches_agree_move_by_move() -> None:
    for seed in range(50):
        play_both(seed)


@pytest.mark.parametrize("batch", last(range(20), second=range(5)))
def test_2000_random_matches_agree_move_by_move(batch: int) -> None:
    for seed in range(1000 + batch * 100, 1000 + batch * 100 + 100):
        play_both(seed)


def test_both_have_the_cards_of_h1() -> None:
    assert sorted(codes(DECK)) == sorted(all_cards())
    assert [points(code) for code in CARD_CODES] == list(POINTS_OF)


def test_both_say_of_every_two_cards_which_one_is_ahead() -> None:
    for ahead in range(KINDS):
        for card in range(KINDS):
            if ahead == card and COPIES[card] == 1:
                continue
            pair = CARD_CODES[card], CARD_CODES[ahead]
            assert BEATS[ahead][card] == wins(*pair, was_led=False), pair
            assert BEATEN_LED[ahead][card] == wins(*pair, was_led=True), pair


def test_both_break_ties_alike() -> None:
    """Piles at random, with points made level: random games are seldom."""
    rng = Random(1)
    decided = set()
    for _ in range(3000):
        seats = rng.randrange(2, 7)
        deck = [*DECK]
        rng.shuffle(deck)
        size = rng.randrange(8)
        piles = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
        scores = [rng.choice((100, 100, 90)) for _ in range(seats)]
        naive = NaiveMatch(seats, 1, 0)
        naive.won = [codes(pile) for pile in piles]
        naive.totals = [score - sum(map(points, pile)) for score, pile in zip(scores, naive.won, strict=True)]
        naive.end_game()
        verdict = judge(scores, piles)
        assert list(verdict.winners) == naive.winners, (scores, naive.won)
        decided.add(verdict.decided)
    assert decided == {"points", "herald", "gold", "silver", "bronze", ""}
