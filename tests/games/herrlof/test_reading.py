"""What a position of Herrlof means: how a prediction stands, why a trick was won, what a 6 took, who is ahead."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from herrlof.game import CHANCE, NOBODY
from herrlof.games.herrlof import reading
from herrlof.games.herrlof.actions import PASS
from herrlof.games.herrlof.cards import COLOUR_NAMES, NO_COLOUR, parse_card
from herrlof.games.herrlof.reading import Aim
from herrlof.games.herrlof.scoring import Round
from herrlof.games.herrlof.tricks import Trick
from herrlof.table.match import Match, Seat
from tests.games.herrlof.table import GAME, Table


@pytest.mark.parametrize(
    ("prediction", "tricks", "left", "missing", "state"),
    [
        (3, 1, 5, 2, "needed"), (3, 3, 5, 0, "met"), (3, 4, 5, -1, "over"), (3, 0, 2, 3, "over"),
        (3, 0, 3, 3, "needed"), (3, 3, 0, 0, "met"), (3, 2, 0, 1, "over"),
    ],
)  # fmt: skip
def test_how_a_prediction_stands(prediction: int, tricks: int, left: int, missing: int, state: str) -> None:
    aim = Aim(prediction, tricks, left)
    assert (aim.missing, aim.state) == (missing, state)


def test_an_own_aim_is_there_from_the_prediction_on() -> None:
    table = Table()
    table.deal(())
    assert reading.own_aim(table.seen(0)) is None
    table.predict(3, 4)
    assert reading.own_aim(table.seen(0)) == (3, 0, table.state.hand_size)
    assert reading.own_aim(table.seen(NOBODY)) is None


@pytest.mark.parametrize(
    ("cards", "winner", "trump", "why"),
    [
        ("H H", 0, "blue", "Hagalaz"), ("G4 H", 0, "blue", "only colour"), ("G4 B2", 1, "blue", "trump"),
        ("G4 G7", 1, "green", "highest trump"), ("G4 G7", 1, "blue", "highest"),
    ],
)  # fmt: skip
def test_why_a_trick_was_won(cards: str, winner: int, trump: str, why: str) -> None:
    trick = Trick(0, tuple(map(parse_card, cards.split())), winner, NOBODY, winner)
    assert reading.why_won(trick, COLOUR_NAMES.index(trump)) == why


@pytest.mark.parametrize(
    ("turned", "moves", "seat", "beaten"),
    [
        ("H", "", 0, {"B7": "B8 B9", "G4": "", "R5": "R6 R8", "V": None}),
        ("B1", "", 0, {"B7": "B8 B9", "G4": "B2 B8 B9", "R5": "B2 B8 B9 R6 R8", "V": None}),
        ("H", "0: play B7", 1, {"B8": "B9", "G2": None, "R8": None, "H": None}),
        ("H", "0: play B7, 1: play B8", 2, {"B2": None, "G3": None, "R6": None, "Y9": None}),
        ("H", "0: play V", 1, {"B8": None}),
        ("H", "", 1, {"B8": None}),
    ],
)  # fmt: skip
def test_what_unseen_cards_could_still_beat_a_card(
    turned: str, moves: str, seat: int, beaten: dict[str, str | None]
) -> None:
    table = Table(3, first_dealer=2, hand_size=4)
    hands = ("B7 G4 R5 V", "B8 G2 R8 H", "B2 G3 R6 Y9")
    table.state.cards = tuple(sorted(map(parse_card, " ".join((*hands, turned, "B9")).split())))
    table.deal(hands, turned, "B9")
    table.predict(1, 1, 1)
    table.do(*filter(None, moves.split(", ")))
    for code, others in beaten.items():
        found = reading.threats(parse_card(code), table.seen(seat))
        expected = None if others is None else [parse_card(other) for other in others.split()]
        assert found == expected, code


@pytest.mark.parametrize(
    ("hands", "deck", "moves", "voids"),
    [
        ("R9 Y3 B2 B4 B5, G5 G7 Y6 Y4 R2", "B9 B8", "1: play G5, 0: play R9", {(0, "green"): 1}),
        ("R9 Y3 B2 B4 B5, G5 G7 Y6 Y4 R2", "B9 B8",
         "1: play G5, 0: play R9, 1: play G7, 0: play B2", {(0, "green"): 1}),
        ("R9 Y3 B2 B4 B5, G5 G7 Y6 Y4 R2", "B9 B8",
         "1: play G5, 0: play R9, 1: play G7, 0: play B2, 1: play Y4, 0: play Y3, 0: draw", {}),
        ("V H G2 B4, G5 G7 Y6 Y4", "B9", "1: play G5, 0: play V, 1: play G7, 0: play H", {}),
        ("R4 Y2 B5 B8, G5 Y6 G7 G8", "B9",
         "1: play G5, 0: play R4, 1: play Y6, 0: play Y2", {(0, "green"): 1}),
    ],
)  # fmt: skip
def test_which_colours_a_seat_has_shown_to_lack(
    hands: str, deck: str, moves: str, voids: dict[tuple[int, str], int]
) -> None:
    """By R7; until a card came into that hand that nobody else knows."""
    each = hands.split(", ")
    table = Table(2, hand_size=len(each[0].split()))
    table.state.cards = tuple(sorted(map(parse_card, " ".join((*each, "H", deck)).split())))
    table.deal(each, "H", deck)
    table.predict(1, 1)
    table.do(*moves.split(", "))
    found = reading.voids(table.seen(1))
    assert {(seat, COLOUR_NAMES[colour]): trick for (seat, colour), trick in found.items()} == voids


def test_a_card_of_an_action_is_the_same_whatever_is_done_with_it() -> None:
    card = parse_card("G4")
    actions = [GAME.decode(f"{verb} G4") for verb in ("play", "discard", "return")]
    assert {reading.card_of(action) for action in actions} == {card}
    assert reading.card_of(PASS) is None


def test_the_six_tells_only_its_two_seats_what_was_exchanged() -> None:
    table = Table(3)
    table.deal(("B6 B1", "B2 B3", "B4 B5"), "H")
    table.predict(1, 1, 1)
    first = table.mover()
    assert first == 1
    table.do("1: play B2", "2: play B4", "0: play B6", "0: steal 1", "blind B3")
    assert reading.last_exchange(table.seen(0)) == (parse_card("B3"), None)
    assert reading.robbed_by_six(table.seen(1)) is None
    table.do("0: return B1")
    assert [reading.robbed_by_six(table.seen(seat)) for seat in (0, 1, 2, NOBODY)] == [
        None, (parse_card("B3"), parse_card("B1")), None, None,
    ]  # fmt: skip
    assert reading.last_exchange(table.seen(2)) == (None, None)
    assert reading.new_cards(table.seen(1)) == [parse_card("B1")]
    assert reading.new_cards(table.seen(2)) == []


def test_before_its_owner_has_played_no_card_of_a_hand_is_new() -> None:
    table = Table(hand_size=3)
    table.deal(["G3 B2 B4", "G4 R4 R5"])
    table.predict(1, 1)
    assert reading.new_cards(table.seen(0)) == []


def test_while_a_6_draws_the_exchange_before_it_is_not_told_again() -> None:
    table = Table(3)
    table.deal(("B6 B1 R1", "B2 B3 R6", "B4 B5 R2"), "H")
    table.predict(1, 1, 1)
    table.do("1: play B2", "2: play B4", "0: play B6", "0: steal 1", "blind B3", "0: return B1")
    table.do("0: play R1", "1: play R6", "2: play R2", "1: steal 2")
    assert table.state.phase == "blind"
    assert [reading.last_exchange(table.seen(seat)) for seat in range(3)] == [(None, None)] * 3


def test_who_is_ahead_and_what_decided() -> None:
    seen = replace(Table(3).seen(0), scores=(7, 12, 12), winners=(1, 2))
    assert reading.lead(seen) == ((1, 2), 0)
    assert reading.decided_by(seen) == "nothing"
    assert reading.decided_by(replace(seen, winners=(1,), correct=(0, 2, 1))) == "correct"
    assert reading.decided_by(replace(seen, winners=(1,), correct=(0, 1, 1))) == "tricks"
    seen = replace(seen, scores=(7, 12, 9), winners=(1,))
    assert reading.lead(seen) == ((1,), 3)
    assert reading.decided_by(seen) == "points"


def test_points_come_in_parts() -> None:
    done = Round(1, 1, (3, 4), (3, 2), 0, (0, 0))
    assert reading.score_of(done, 0, 2, "english")._replace(bonus=0).total == 3 + reading.PREDICTION_BONUS
    assert reading.score_of(done, 1, 2, "english").exactly == 0


def test_the_card_looked_at_names_its_rule_while_cards_are_played() -> None:
    table = Table()
    table.deal(("B6 V",), "H")
    assert reading.rule_of(table.seen(0), parse_card("V")) == "R5"
    table.predict(1, 1)
    seen = table.seen(table.mover())
    rules = [reading.rule_of(seen, parse_card(code)) for code in ("V", "H", "B1", "B3", "B6", "B9", "B2")]
    assert rules == ["R11", "R13", "R14", "R9", "R15", "R16", "R6"]
    assert reading.rule_of(seen) == "R6"


def test_what_must_be_followed_may_not_be_played_around() -> None:
    table = Table()
    table.deal(("B6 G2 V", "B2"), "H")
    table.predict(1, 1)
    assert table.mover() == 1
    table.do("1: play B2")
    seen = table.seen(0)
    assert [reading.may_play(parse_card(code), seen) for code in ("B6", "G2", "V")] == [True, False, True]
    assert reading.highest_so_far(seen) == 0
    assert [reading.place_of(parse_card(code), seen) for code in ("B2", "B6")] == [0, None]
    assert [reading.has_played(table.seen(seat)) for seat in (0, 1)] == [False, True]
    assert seen.trump == NO_COLOUR


def test_a_finished_trick_lies_there_while_it_is_held_or_its_power_is_used() -> None:
    table = Table(2)
    table.deal(())
    table.predict(3, 4)
    assert reading.trick_on_table(table.seen(0), held=True) is None
    table.play_out(lambda table: table.state.phase == "play" and table.seen(0).last_trick is not None)
    seen = replace(table.seen(0), trick=())
    assert reading.trick_on_table(seen, held=True) == seen.last_trick
    assert reading.trick_on_table(seen, held=False) is None
    assert reading.trick_on_table(replace(seen, phase="return"), held=False) == seen.last_trick
    assert reading.trick_on_table(replace(seen, trick=(parse_card("B1"),)), held=True) is None


def test_a_second_valknut_turns_a_new_trump() -> None:
    table = Table(2)
    table.deal(())
    valknut = parse_card("V")
    turned = replace(table.seen(0), turned=(parse_card("B1"), parse_card("G4")))
    assert reading.has_new_trump((valknut, valknut), turned)
    assert not reading.has_new_trump((valknut,), turned)
    assert not reading.has_new_trump((valknut, valknut), replace(turned, turned=turned.turned[:1]))


def test_figures_of_a_match_leave_out_the_games_before_an_extra_one() -> None:
    rounds = (Round(1, 1, (3, 4), (3, 2), (8, 2), 1), Round(2, 1, (1, 1), (1, 4), (6, 4), 2),
              Round(2, 2, (0, 5), (2, 3), (2, 3), 0))  # fmt: skip
    seen = replace(Table(2).seen(0), rounds=rounds, game_number=2, correct=(1, 0))
    assert reading.match_rounds(seen) == [*rounds[1:]]
    assert reading.match_figures(seen) == ((1, 0), (3, 7), 2)
    assert [reading.sums(rounds[1:], seat) for seat in (0, 1)] == [[0, 6, 8], [0, 4, 7]]


@pytest.mark.parametrize("seats", [2, 3])
def test_hands_as_dealt_are_those_that_were_dealt_or_not_open(seats: int) -> None:
    """Played at random, told to each seat; after a card that another seat took secretly, nobody can know."""
    open_hands = Counter[bool]()
    for seed in range(12):
        match = Match(GAME, [Seat(name) for name in ("Anna", "Ben", "Dag")[:seats]], seed=bytes([seed] * 32))
        rng = Random(seed)
        while not match.observe(NOBODY).rounds:  # type: ignore[attr-defined]
            if match.mover == CHANCE:
                match.advance()
            else:
                match.play(match.mover, rng.choice(match.legal()))
        dealt = [next(event.values for event in match.news(seat) if event.kind == "hand" and event.seat == seat)
                 for seat in range(seats)]  # fmt: skip
        for seat in range(seats):
            story = match.news(seat)
            found = reading.dealt_hands(story, seats)
            assert found[seat] == dealt[seat]
            for other in range(seats):
                assert found[other] in (None, dealt[other])
                open_hands[found[other] is None] += 1
            told = GAME.words.to(match.observe(seat), ["Anna", "Ben", "Dag"]).dealt(story)
            assert sum("isn't open" in text for text in told) == found.count(None)
    assert open_hands[True]
    assert open_hands[False] > 12 * seats
