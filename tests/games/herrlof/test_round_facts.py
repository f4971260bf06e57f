"""What is told of a match from outside: the facts of its rounds, where it stands, and what plays itself."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL
from herrlof.games import GAMES
from herrlof.games.herrlof import Herrlof
from herrlof.tui.boards.herrlof import labels
from tests.games.herrlof.table import Table

GAME = GAMES["herrlof"]


@pytest.mark.parametrize("seats", [2, 3])
def test_points_and_true_predictions_add_up(seats: int) -> None:
    game = Herrlof()
    for seed in range(10):
        rng = Random(seed)
        state = game.new_state(seats)
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                state.apply(rng.choice(state.legal_actions()))
        facts = game.round_facts(state.observation(NOBODY))
        assert len(facts) == state.round_number
        assert tuple(map(sum, zip(*(fact["points"] for fact in facts), strict=True))) == state.scores
        assert tuple(map(sum, zip(*(fact["exact"] for fact in facts), strict=True))) == state.correct
        assert [(done.game, done.number) for done in state.rounds] == [(1, n + 1) for n in range(len(facts))]
        assert [done.destroyed for done in state.rounds] == [
            state.hand_size - sum(done.tricks) for done in state.rounds
        ]
        assert [(fact["said"], fact["made"]) for fact in facts] == [
            (done.predictions, done.tricks) for done in state.rounds
        ]


def test_it_is_counted_whose_card_gave_the_lead_away_destroyed_a_trick_or_led_the_next() -> None:
    table = Table(hand_size=4, goal=99)
    table.deal(["G4 G5 B2 B5", "G9 V H R9"], turned="Y1")
    table.predict(0, 0)
    table.do("1: play G9", "0: play G4")
    assert GAME.deeds(table.events, 2) == [{}, {"nine": 1}]
    table.do("0: play G5", "1: play V", "0: play B2", "1: play H")
    assert GAME.deeds(table.events, 2) == [{}, {"nine": 1, "valknut": 1, "hagalaz": 1}]
    table.do("1: play R9", "0: play B5")
    table.deal(["G4", "G9"], turned="Y1")
    table.predict(0, 0)
    assert GAME.deeds(table.events, 2)[1]["nine"] == 1, "after the last trick of a round nobody leads"


def test_the_last_card_of_a_hand_plays_itself() -> None:
    table = Table(hand_size=2)
    forced = [GAME.forced(table.seen(NOBODY))]
    table.deal(["B1 B2", "G1 G3"], turned="R1", deck="Y9")
    for move in ("1: predict 0", "0: predict 0", "1: play G3", "1: draw", "1: discard G1", "0: play B2"):
        table.do(move)
        forced.append(GAME.forced(table.seen(NOBODY)))
    assert forced == [False, False, False, False, False, False, True]


def test_the_place_in_a_match_is_its_round_and_within_one_the_trick() -> None:
    table = Table(hand_size=2, goal=99)
    places = [GAME.progress(table.seen(NOBODY))]
    table.deal(["B1 B2", "G1 G6"], turned="R1")
    places.append(GAME.progress(table.seen(NOBODY)))
    for move in ("1: predict 0", "0: predict 0", "1: play G6", "0: play B2", "1: pass", "1: play G1", "0: play B1"):
        table.do(move)
        places.append(GAME.progress(table.seen(NOBODY)))
    first, second = {"round": 1, "trick": 1}, {"round": 1, "trick": 2}
    assert places == [{"round": 1}] * 3 + [first] * 3 + [second] * 2 + [{"round": 2}]


def test_at_the_end_of_a_round_it_is_told_who_deals_the_next_one() -> None:
    table = Table(seats=3, hand_size=2, goal=99)
    table.deal([])
    table.predict(0, 0, 0)
    table.play_out()
    assert [
        labels.BoardSpeaker(table.seen(seat), ("Anna", "Ben", "Cleo")).next_round() for seat in (*range(3), NOBODY)
    ] == [
        "Round 2: Ben deals, Cleo leads first.",
        "Round 2: you deal, Cleo leads first.",
        "Round 2: Ben deals, you lead first.",
        "Round 2: Ben deals, Cleo leads first.",
    ]
