"""What a position of How-Ruck! means: ways to play a card, and how the barrel goes."""

from __future__ import annotations

import pytest

from herrlof.game import NOBODY
from herrlof.games.how_ruck import reading
from herrlof.games.how_ruck.cards import parse_card
from tests.games.how_ruck.table import GAME, Table, at_the_rope


def test_an_action_can_be_played_with_its_effect_or_without() -> None:
    ways = [GAME.encode(action) for action in reading.ways_to_play(parse_card("adrenaline"))]
    assert ways == ["play adrenaline", "discard adrenaline"]
    assert len(reading.ways_to_play(parse_card("W3"))) == 6


def test_an_onlooker_is_told_of_the_movers_choices() -> None:
    table = at_the_rope("R1", "B1", mover=1)
    assert [reading.actor(table.seen(seat)) for seat in (NOBODY, 0, 1)] == [1, 0, 1]
    assert [reading.first_named(table.seen(seat)) for seat in (NOBODY, 0, 1)] == [0, 0, 1]


@pytest.mark.parametrize(("before", "now", "fields", "seat"), [(6, 4, 2, 0), (6, 9, 3, 1)])
def test_a_pull_goes_so_far_towards_a_seat(before: int, now: int, fields: int, seat: int) -> None:
    assert reading.pull(before, now) == (fields, seat)


@pytest.mark.parametrize(("barrel", "fields", "seat"), [(6, 5, 0), (2, 1, 0), (7, 5, 1), (11, 1, 1)])
def test_the_barrel_is_so_far_from_the_end_of_its_half(barrel: int, fields: int, seat: int) -> None:
    assert reading.nearest_end(barrel) == (fields, seat)


def test_a_how_ruck_pulls_towards_the_stronger_side() -> None:
    seen = at_the_rope(rope={"0 red": "W3"}, barrel=7).seen(0)  # 7 against 6
    assert reading.barrel_after_how_ruck(seen) == 6
    assert reading.strength_lead((10, 6)) == (4, 0)
    assert reading.strength_lead((6, 6)).fields == 0
    assert not reading.weaker_pulled(10, 6, 7, 3)
    assert reading.weaker_pulled(10, 6, 7, 11)
    assert not reading.weaker_pulled(6, 6, 7, 7)


def test_pairs_are_counted_from_one() -> None:
    table = Table()
    table.deal()
    assert reading.pair_number(table.seen(0)) == 1
    table.do(f"{table.mover()}: keep 1")
    assert reading.pair_number(table.seen(0)) == 2


def test_what_lets_the_sides_be_compared() -> None:
    assert [reading.compares(parse_card(code)) for code in ("how-ruck", "G0!", "R2", "adrenaline")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_the_last_turns_are_those_of_two_cards_and_before_them_what_decided_who_leads() -> None:
    table = Table()
    table.deal()
    table.sort()
    table.shuffle()
    *lots, leads, stacked = (event.kind for event in reading.last_turns(table.events))
    assert (set(lots), leads, stacked) == ({"lots"}, "leads", "stacked")
    for moves in (1, 2, 3):
        table.do(f"{table.mover()}: {sorted(code for code in table.legal() if code.startswith('play '))[0]}")
        told = [event for event in reading.last_turns(table.events) if event.kind in ("played", "discarded")]
        assert told == [event for event in table.events if event.kind in ("played", "discarded")][-2:]
        assert len(told) == min(moves, 2)


def test_a_card_is_new_until_its_owner_has_played_again() -> None:
    """The first hand is not new: it came with the stacks."""
    table = Table()
    table.deal()
    table.sort()
    table.shuffle()
    assert reading.new_cards(table.events, 0) == []
    table = at_the_rope("R0 R1", "B0 B1", piles=("R2 R3", "B2"))
    table.do("0: play R0 own")
    assert reading.new_cards(table.events, 0) == [parse_card("R2")]
    assert reading.new_cards(table.events, 1) == []
    table.do("1: play B0 own", "0: play R1 own")
    assert reading.new_cards(table.events, 0) == [parse_card("R3")]
    assert reading.new_cards(table.events, 1) == [parse_card("B2")]


def test_a_field_is_fresh_for_others_than_who_played_there() -> None:
    assert reading.fresh_fields([], 0) == frozenset()
    table = at_the_rope("R0", "B1")
    table.do("0: play R0 own")
    there = {number for number, field in enumerate(table.state.rope) if field}
    assert len(there) == 1
    assert [reading.fresh_fields(table.events, seat) for seat in (NOBODY, 0, 1)] == [there, set(), there]
