"""Worlds that agree with what a seat knows: every card that was not seen lies anywhere, with equal odds."""

from __future__ import annotations

from collections import Counter
from random import Random

from herrlof.game import NOBODY
from herrlof.games.herald.belief import Belief
from herrlof.games.herald.cards import DECK, parse_card
from herrlof.games.herald.observation import unseen
from tests.games.driven import positions
from tests.games.herald.table import GAME, Table, codes, last_tricks


def test_worlds_have_all_cards_once_and_the_same_look() -> None:
    for seats in (2, 5):
        for number, state in enumerate(positions(GAME, seats, seats)):
            if number % 4:
                continue
            for seat in (NOBODY, *range(seats)):
                seen = state.observation(seat)
                world = Belief(seen).sample(Random(number))
                assert world.observation(seat) == seen
                everywhere = [*world.stock, *world.log]
                for hand in world.hands:
                    everywhere += hand
                assert tuple(sorted(everywhere)) == DECK


def test_every_unseen_card_is_equally_likely_in_another_hand() -> None:
    """The Herald lies among 50 unseen cards, five of them in the other hand: one world in ten."""
    table = Table(2)
    table.deal("GP SP BP GT ST", "BT GC SC BC GH", stock="HERALD")
    seen = table.seen(0)
    assert len(unseen(seen)) == 55
    belief, rng = Belief(seen), Random(1)
    herald = parse_card("HERALD")
    found = sum(herald in belief.sample(rng).hands[1] for _ in range(4000))
    assert 4000 / 11 - 80 < found < 4000 / 11 + 80


def test_a_seat_remembers_what_was_played_and_what_it_holds() -> None:
    table = Table(2)
    table.deal("GK GP", "GQ", stock="HERALD CHEST")
    table.trick("GK GQ")
    left = codes(unseen(table.seen(0))).split()
    assert len(left) == 60 - 2 - 5
    assert not {"GK", "GQ", "CHEST"} & set(left)
    assert "HERALD" in left
    assert Counter(left)["GP"] == 9 - table.hand(0).split().count("GP")


def test_with_two_seats_and_no_stock_the_other_hand_is_known() -> None:
    states = [state for state in positions(GAME, 2, 2) if not state.stock]
    assert len(states) == 10
    for state in states:
        world = GAME.determinize(state.observation(0), Random(1))
        assert sorted(world.hands[1]) == sorted(state.hands[1])


def test_nothing_lies_anywhere_when_a_match_is_over() -> None:
    table = last_tricks("GK", "HERALD")
    table.trick("GK HERALD")
    world = GAME.determinize(table.seen(0), Random(1))
    assert (world.hands, world.stock) == ([[], []], [])
    assert world.observation(0) == table.seen(0)
