"""What a position of How-Ruck! means: ways to play a card, and how the barrel goes."""

from __future__ import annotations

import pytest

from herrlof.game import NOBODY
from herrlof.games.how_ruck import actions, reading
from herrlof.games.how_ruck.cards import NO_CARD, parse_card
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


def test_a_card_can_go_to_fields_and_an_action_to_none() -> None:
    table = at_the_rope("R1 W3 adrenaline", "B1", rope={"0 red": "W2", "1 blue": "W4"})
    seen, legal = table.seen(0), tuple(GAME.decode(text) for text in table.legal())
    r1, w3, adrenaline = map(parse_card, ("R1", "W3", "adrenaline"))
    fields = [sorted(reading.targets("play", 0, card, None, legal)) for card in (r1, w3, adrenaline, None)]
    assert fields == [[0, 3], [0, 1, 2, 3, 4, 5], [], []]
    found = reading.outcomes(r1, seen)
    assert sorted(found) == [0, 3]
    assert found == {field: reading.outcome(action, None, seen)
                     for field, action in reading.targets("play", 0, r1, None, legal).items()}  # fmt: skip
    assert list(reading.outcomes(adrenaline, seen)) == [-1]


def test_a_white_card_that_changes_sides_is_chosen_first_and_then_its_field() -> None:
    table = at_the_rope("R1", "B1", rope={"0 red": "W2", "1 blue": "W4"})
    moves = [action for action in range(GAME.actions) if " to " in GAME.encode(action)]
    legal = [action for action in moves if actions.moved_from(action) == 0]
    first = reading.targets("move", 0, None, None, legal)
    assert list(first) == [0]
    assert all(reading.leads_on(action, None) and not reading.leads_on(action, 0) for action in first.values())
    assert reading.outcome(first[0], None, table.seen(0)) is None
    then = reading.targets("move", 0, None, 0, moves)
    assert set(then.values()) == set(legal)
    assert all(reading.outcome(action, 0, table.seen(0)) for action in then.values())


def test_which_card_of_a_pair_an_action_keeps() -> None:
    table = Table()
    table.deal()
    seen = table.seen(0)
    assert [reading.kept(GAME.decode(f"keep {n}"), seen) for n in (1, 2)] == list(seen.pair)
    assert reading.kept(GAME.decode("keep 1"), at_the_rope("R1").seen(0)) == NO_CARD
