"""The last tricks of Herald for two: exact values against a minimax in the naive engine, and what is not known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from herrlof.bots import new_bot
from herrlof.bots.herald.evaluator import HeraldEvaluator
from herrlof.bots.herald.solver import best
from herrlof.game import CHANCE, NOBODY, TERMINAL
from herrlof.games.herald.cards import CARD_CODES, DECK, POINTS_OF
from herrlof.games.herald.state import HeraldState
from herrlof.games.herald.tricks import tricks_of
from tests.games.herald.minimax import values
from tests.games.herald.naive import NaiveMatch
from tests.games.herald.table import GAME, cards, codes
from tests.tiers import last, later

EVALUATOR = HeraldEvaluator()


def solved(state: HeraldState) -> dict[str, float] | None:
    """Return what the solver says to the seat that is to move, in notation."""
    found = EVALUATOR.solved(state.observation(state.player), state.legal_actions())
    return None if found is None else {GAME.encode(action): value for action, value in found.items()}


def endings(seed: int, most: int, games: int = 1) -> Iterator[tuple[HeraldState, NaiveMatch]]:
    """Yield the decisions of a random match with no stock and at most so many cards in hand, in both engines."""
    rng = Random(seed)
    state, naive = GAME.new_state(2, games=games, first_dealer=0), NaiveMatch(2, games, 0)
    assert isinstance(state, HeraldState)
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            outcome = state.sample_chance(rng)
            state.apply_chance(outcome)
            naive.chance(GAME.encode_chance(outcome))
            continue
        if not state.stock and len(state.hands[mover]) <= most and state.game_number == games:
            yield state, naive
        action = rng.choice(state.legal_actions())
        state.apply(action)
        naive.do(GAME.encode(action))


def ending(own: str, other: str, led: str, points: tuple[int, int]) -> tuple[HeraldState, NaiveMatch]:
    """Return a match that was played to where these hands are left, with so many points won by seat 0 and seat 1.

    Which cards fell together before is tried out until the points are right, and who has won the last trick.
    """
    rest = list(DECK)
    for card in cards(f"{own} {other} {led}"):
        rest.remove(card)
    leader = 1 if led else 0
    rng, won, winners = Random(1), [-1, -1], [-1]
    while tuple(won) != points or winners[-1] != leader:
        rng.shuffle(rest)
        tricks = list(tricks_of(rest, 2, 0))
        winners = [trick.winner for trick in tricks]
        won = [sum(sum(POINTS_OF[card] for card in t.cards) for t in tricks if t.winner == seat) for seat in (0, 1)]
    last = [cards(own), cards(f"{other} {led}")]
    played = [[t.cards[(seat - t.leader) % 2] for t in tricks] + last[seat] for seat in (0, 1)]
    dealt = [played[place % 2].pop(0) for place in range(10)]
    for winner in winners:
        if played[0]:
            dealt += [played[winner].pop(0), played[1 - winner].pop(0)]
    state, naive = GAME.new_state(2, first_dealer=1), NaiveMatch(2, 1, 1)
    assert isinstance(state, HeraldState)
    state.apply_chance(GAME.decode_chance("deal " + codes(dealt)))
    naive.chance("deal " + codes(dealt))
    for card in [*rest, *cards(led)]:
        assert card in state.legal_actions()
        state.apply(card)
        naive.do(GAME.encode(card))
    assert not state.stock
    assert [codes(sorted(hand)) for hand in state.hands] == [codes(sorted(cards(hand))) for hand in (own, other)]
    assert tuple(state.points) == points
    assert state.player == 0
    return state, naive


# Against minimax in the naive engine


def check(seeds: Sequence[int], most: int) -> int:
    """Compare the endings of some matches; return how many decisions that were."""
    number = 0
    for seed in seeds:
        for state, naive in endings(seed, most):
            assert solved(state) == values(naive), state
            number += 1
    return number


def test_the_last_three_tricks_are_worth_what_a_naive_minimax_says() -> None:
    assert check(range(25), 3) == 25 * 6


@pytest.mark.parametrize("batch", last(range(5), second=[0]))
def test_the_last_five_tricks_are_worth_what_a_naive_minimax_says(batch: int) -> None:
    assert check(range(1000 + 10 * batch, 1010 + 10 * batch), 5) == 10 * 10


@pytest.mark.parametrize("batch", later(range(5), now=[0]))
def test_level_points_are_half_a_point_for_whoever_wins_the_herald(batch: int) -> None:
    """H12: a game before is made to bring just what is missing, and the naive engine says who has won."""
    best = set()
    for seed in range(20 * batch, 20 * batch + 20):
        state, naive = next(endings(seed, 3, games=2))
        missing = round(max(values(naive).values()))
        naive.totals[state.player] -= missing
        state.scores = tuple(naive.totals)
        found = solved(state)
        assert found == values(naive)
        best.add(max(found.values()))
    assert best == {0.5, -0.5}


# Positions in which a judgement by playouts called a losing card the best


@pytest.mark.second
@pytest.mark.parametrize(
    ("own", "other", "led", "points", "expected"),
    [
        ("ARMOUR BH BK BT", "BM GA SH", "SA", (99, 98), {"BH": 4, "BK": -8}),
        ("BM BQ BS GQ SP", "BA BK BT GM SQ", "", (89, 90), {"BQ": 12, "BS": 12, "GQ": -20}),
        ("BS GK SA SP", "BK BM BQ", "SQ", (87, 95), {"BS": -24, "SA": 14}),
        ("GQ HERALD SP", "BS GH SM", "", (109, 80), {"GQ": 30, "SP": -10}),
    ],
)
def test_a_winning_card_is_first(
    own: str, other: str, led: str, points: tuple[int, int], expected: dict[str, int]
) -> None:
    state, naive = ending(own, other, led, points)
    found = solved(state)
    assert found == values(naive)
    assert {code: found[f"play {code}"] for code in expected} == expected
    assert max(found.values()) == max(expected.values()) > 0


# What is not known


def test_nothing_is_solved_where_something_is_hidden_or_the_match_goes_on() -> None:
    for seats, games in ((2, 1), (2, 2), (3, 1), (6, 1)):
        rng, state, known = Random(1), GAME.new_state(seats, games=games), 0
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            legal = state.legal_actions()
            settled = seats == 2 and not state.stock and state.game_number == games
            for seat in (NOBODY, *range(seats)):
                found = EVALUATOR.solved(state.observation(seat), legal)
                assert (found is not None) == (settled and seat == mover)
                known += found is not None
            state.apply(rng.choice(legal))
        assert known == (10 if seats == 2 else 0)


@pytest.mark.parametrize("seed", range(10))
def test_worlds_that_look_the_same_have_the_same_values(seed: int) -> None:
    """The order in which cards were drawn, which nobody else has seen, is another one in each world."""
    for state, _ in endings(seed, 5):
        seen = state.observation(state.player)
        expected = EVALUATOR.solved(seen, state.legal_actions())
        for number in range(3):
            world = GAME.determinize(seen, Random(number))
            assert EVALUATOR.solved(world.observation(seen.seat), world.legal_actions()) == expected


def test_what_a_level_remembers_changes_nothing() -> None:
    """H14: what was played is known."""
    for state, _ in endings(1, 5):
        seen, legal = state.observation(state.player), state.legal_actions()
        assert HeraldEvaluator(30).solved(seen, legal) == EVALUATOR.solved(seen, legal)


# The strongest level


@pytest.mark.parametrize("seed", range(12))
def test_the_top_level_plays_the_last_tricks_without_a_search(seed: int) -> None:
    """It takes what brings most points, and of several such cards the lowest."""
    for state, naive in endings(seed, 4):
        found = values(naive)
        most = max(map(round, found.values()))
        wanted = [card for card in state.legal_actions() if round(found[f"play {CARD_CODES[card]}"]) == most]
        seen = state.observation(state.player)
        assert new_bot(GAME, "marshal", Random(1)).choose(seen, state.legal_actions()) == wanted[0] == best(seen)
        if len(state.legal_actions()) > 1:
            assert len(HeraldEvaluator(24).candidates(seen, state.legal_actions())) > 1
