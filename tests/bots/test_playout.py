"""The playout plays by the rules: in lock-step with the state, and each seat by what it could know itself."""

from __future__ import annotations

from functools import partial
from random import Random

import numpy as np
import pytest

from herrlof.bots.herrlof.decision import ImaginedState, decide
from herrlof.bots.herrlof.evaluator import policies_for, policy_for
from herrlof.bots.herrlof.playout import Log, finish, luck_of, nth_card, same_luck
from herrlof.bots.herrlof.policy import CardView, features
from herrlof.bots.streams import mixed
from herrlof.game import CHANCE, Event, Outcome
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import cards_in, hand_of, size_of
from herrlof.games.herrlof.state import HerrlofState
from tests.tiers import later

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


def fellows(rng: Random, seats: int, left: int, lying: int) -> list[ImaginedState]:
    """Return positions with so many cards in the mover's hand and in the trick, after random moves of a round; the
    seats play in any model."""
    found: list[ImaginedState] = []
    while len(found) < 40:
        state = ImaginedState(seats, first_dealer=rng.randrange(seats))
        state.models = [rng.randrange(2) for _ in range(seats)]
        while not state.rounds:
            if state.player == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            elif state.phase == "play" and (size_of(state.hands[state.player]), len(state.trick)) == (left, lying):
                found.append(state)
                break
            else:
                state.apply(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("seats", later([2, 3], now=[2]))
def test_many_worlds_are_played_in_lock_step_with_the_state(seats: int) -> None:
    """In each world every seat does what `decide` does with the same luck, and the state ends with the same tricks."""
    rng = Random(1)
    policies = policies_for(seats)
    asked = set()
    for left, lying in ((11, 0), (9, 1), (7, 0), (5, seats - 1), (3, 0), (2, 1), (1, 0)):
        worlds = fellows(rng, seats, left, lying)
        log: Log = [[] for _ in worlds]
        first: list[int] = []
        tricks = finish(policies, worlds, same_luck(range(len(worlds)), rng), log, first)
        for state, moves, won, winner in zip(worlds, log, tricks, first, strict=True):
            events: list[Event] = []
            for action, luck in moves:
                asked.add(state.phase)
                if action < 0:
                    state.apply_chance(Outcome("blind", (-1 - action,)))
                else:
                    assert action in state.legal_actions()
                    assert action == decide(policies[state.models[state.player]], state, partial(float, luck))
                    state.apply(action, events)
            assert next(event.seat for event in events if event.kind == "trick") == winner
            assert state.rounds[0].tricks == tuple(won)
            assert state.phase in ("deal", "over")
    assert asked == {"play", "draw", "discard", "take-trick", "steal", "blind", "return"}


def test_worlds_with_the_same_number_have_the_same_luck() -> None:
    luck = same_luck([0, 1, 2, 0, 1, 2], Random(1))
    once, again = luck(0).tolist(), luck(1).tolist()
    assert once[:3] == once[3:]
    assert len({*once, *again}) == 6


def test_luck_of_keys_is_what_the_streams_say() -> None:
    keys = [mixed(3, world) for world in (5, 1, 5, 2)]
    luck = luck_of(keys)
    for step in (0, 7, 500):
        assert luck(step).tolist() == [(splitmix(key, step + 1) >> 11) / 2**53 for key in keys]


def splitmix(key: int, step: int) -> int:
    """Return number `step` that the generator yields which begins with a key, as its authors write it down."""
    state = (key + step * 0x9E3779B97F4A7C15) % 2**64
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ state >> 27) * 0x94D049BB133111EB % 2**64
    return state ^ state >> 31


@SEATS
def test_it_goes_on_from_every_phase(seats: int) -> None:
    """`decide` names a legal action wherever a seat has one, and reports exactly the cards that it weighed."""
    rng = Random(2)
    policy = policy_for(seats)
    asked = set()
    for _ in range(60):
        state = HerrlofState(seats, first_dealer=0)
        state.apply_chance(state.sample_chance(rng))
        for _ in range(seats):
            state.apply(rng.choice(state.legal_actions()))
        while not state.rounds:
            if state.player == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            views: list[CardView] = []
            legal = state.legal_actions()
            action = decide(policy, state, rng.random, views)
            asked.add(state.phase)
            assert action in legal
            if state.phase in ("play", "discard", "return"):
                assert [view[0] for view in views] == [other - legal[0] + views[0][0] for other in legal]
                assert all(len(features(view)) == 5 for view in views)
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
        state = HerrlofState(2, first_dealer=0)
        cards = sorted(state.sample_chance(rng).values[: rng.randrange(1, 16)])
        hand = hand_of(cards)
        assert size_of(hand) == len(cards)
        places = np.arange(len(cards))
        assert nth_card(np.full(len(cards), hand), places).tolist() == list(cards_in(hand))
