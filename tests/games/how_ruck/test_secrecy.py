"""What How-Ruck! keeps secret by its rules page, beside what the contract tests hold for every game."""

from __future__ import annotations

import pytest

from herrlof.game import NOBODY
from herrlof.table.match import Match, Seat
from tests.games.driven import positions
from tests.games.how_ruck.table import GAME, Table, codes

PILE = codes(range(20)).split()
"""A card of each of twenty kinds."""


@pytest.mark.parametrize("placed", [1, 4, 8, 9])
def test_the_slower_player_cannot_know_what_was_undone(placed: int) -> None:
    """Other cards in the undone pairs, and other choices there, are the same to the slower player."""
    looks = []
    for choice in (1, 2):
        done, undone = PILE[: 2 * placed], PILE[2 * placed :]
        table = Table(race="clock")
        table.deal("N", " ".join(done + (undone if choice == 1 else undone[::-1])))
        table.do(*["0: keep 1"] * 10)
        table.do(*[f"1: keep {choice if pair >= placed else 1}" for pair in range(10)])
        before = len(table.events)
        table.chance(f"race 0 {placed}")
        looks.append([table.seen(1)])
        while table.mover() == 0:
            table.do(f"0: split {choice}")
            looks[-1].append(table.seen(1))
        looks[-1] += [event.seen_by(1) for event in table.events[before:]]
        assert codes(table.seen(1).kept).split() == done[::2]
        assert codes(table.seen(1).given).split() == done[1::2]
        assert len(table.seen(0).kept) == 20 - placed
    assert looks[0] == looks[1]


def test_an_onlooker_knows_no_card_that_is_not_public() -> None:
    for state in positions(GAME, 3):
        seen = state.observation(NOBODY)
        assert seen.hand == seen.pair == seen.kept == seen.given == ()


def test_what_a_race_undoes_is_told_no_more() -> None:
    """K6: in a match that was asked in turns too, the slower player's events are those of one whom the race cut off."""
    match = Match(GAME, [Seat("Anna"), Seat("Boris")], seed=bytes(32))
    match.advance()
    while match.mover >= 0:
        match.play(match.mover, "keep 1")
    shown = {seat: [event for event in match.news(seat) if event.kind in ("pair", "kept")] for seat in (0, 1)}
    assert [sum(bool(event.values) for event in shown[seat]) for seat in (0, 1)] == [20, 20]
    match.advance("race 0 4")
    for seat in (NOBODY, 0, 1):
        told = [event for event in match.news(seat) if event.kind in ("pair", "kept", "sorted") and event.values]
        kinds = [event.kind for event in told]
        assert kinds == {NOBODY: [], 0: ["pair", "sorted", "pair"], 1: ["sorted"]}[seat]
    (sorted_,) = [event for event in match.news(1) if event.kind == "sorted" and event.values]
    assert sorted_.values == match.observe(1).kept + match.observe(1).given
    assert [move.do for move in match.public_moves()] == ["deal", *["keep"] * 20, "race 0 4"]
