"""The playout plays by the rules: in lock-step with the state, and each seat by what it could know itself."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.bots.herrlof.insight import policy_for
from herrlof.bots.herrlof.playout import decide, finish, nth_card
from herrlof.bots.herrlof.policy import Sight, features
from herrlof.game import CHANCE
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import cards_in, hand_of, size_of
from herrlof.games.herrlof.state import HerrlofState

SEATS = pytest.mark.parametrize("seats", [2, 3])


def somewhere(rng: Random, seats: int, edition: str = "english") -> HerrlofState:
    """Return a position where a card is to be played, after some random moves of a round."""
    while True:
        state = HerrlofState(seats, edition, first_dealer=rng.randrange(seats))
        for _ in range(rng.randrange(3, 60)):
            if state.rounds:
                break
            if state.player == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                state.apply(rng.choice(state.legal_actions()))
        if state.phase == "play" and not state.rounds:
            return state


@SEATS
def test_it_plays_in_lock_step_with_the_state(seats: int) -> None:
    """Every action of a playout is legal in the state, and both end with the same tricks."""
    rng = Random(1)
    kinds = set()
    for _ in range(400):
        state = somewhere(rng, seats)
        won, log = state.tricks_won[:], list[int]()
        finish(
            policy_for(seats), state.hands[:], state.deck[:], state.predictions[:], won,
            state.trump, state.leader, state.trick[:], rng.random, log,
        )  # fmt: skip
        for action in log:
            kinds.add(state.phase)
            if action < 0:
                state.apply_chance((-1 - action,))
            else:
                assert action in state.legal_actions()
                state.apply(action)
        assert state.rounds[0].tricks == tuple(won)
        assert state.phase in ("deal", "over")
    assert kinds == {"play", "draw", "discard", "take-trick", "steal", "blind", "return"}


@SEATS
def test_it_goes_on_from_every_phase(seats: int) -> None:
    """`decide` names a legal action wherever a seat has one, and reports exactly the cards that it weighed."""
    rng = Random(2)
    policy = policy_for(seats)
    asked = set()
    for _ in range(60):
        state = HerrlofState(seats)
        state.apply_chance(state.sample_chance(rng))
        for _ in range(seats):
            state.apply(rng.choice(state.legal_actions()))
        while not state.rounds:
            if state.player == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            sights: list[Sight] = []
            legal = state.legal_actions()
            action = decide(policy, state, rng.random, sights)
            asked.add(state.phase)
            assert action in legal
            if state.phase in ("play", "discard", "return"):
                assert [sight[0] for sight in sights] == [other - legal[0] + sights[0][0] for other in legal]
                assert all(len(features(sight)) == 5 for sight in sights)
            state.apply(action)
    assert asked == {"play", "draw", "discard", "take-trick", "steal", "return"}


@SEATS
def test_a_seat_decides_by_its_own_view(seats: int) -> None:
    """What the others hold, predict, and what lies in the deck moves no decision."""
    rng = Random(3)
    game = GAMES["herrlof"]
    policy = policy_for(seats)
    changed = 0
    for number in range(200):
        state = somewhere(rng, seats)
        twin = game.determinize(state.observation(state.player), rng)
        assert isinstance(twin, HerrlofState)
        changed += twin.hands != state.hands
        # a discard of one's own is the only card that the two may count differently: it is under the deck in both
        assert decide(policy, state, Random(number).random) == decide(policy, twin, Random(number).random)
    assert changed > 150


def test_hands_are_counted_and_drawn_from_in_order() -> None:
    rng = Random(4)
    for _ in range(200):
        state = HerrlofState(2)
        cards = sorted(state.sample_chance(rng)[: rng.randrange(1, 16)])
        hand = hand_of(cards)
        assert size_of(hand) == len(cards)
        assert [nth_card(hand, place) for place in range(len(cards))] == list(cards_in(hand))
