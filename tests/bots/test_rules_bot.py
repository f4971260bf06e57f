"""The rule-based opponent: what it does at a table, and that it knows no more than its seat."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.bots.herrlof.rules import RulesBot, odds, shown_voids, unseen_cards, without
from herrlof.bots.random import RandomBot
from herrlof.game import CHANCE, TERMINAL, Bot
from herrlof.games.herrlof.cards import BLUE, GREEN, RED, parse_card
from herrlof.games.herrlof.state import HerrlofState
from tests.games.herrlof.table import GAME, Table

OPTIONS = [(seats, edition) for seats in (2, 3) for edition in ("english", "dutch")]


def advice(table: Table) -> set[str]:
    """Return what the bot does now: one action, unless it finds several equally good."""
    seen = table.seen(table.mover())
    return {GAME.encode(RulesBot(Random(seed)).choose(seen, table.state.legal_actions())) for seed in range(10)}


def dealt(*hands: str, predict: tuple[int, ...], turned: str = "H", deck: str = "") -> Table:
    """Return a round with a deck of these cards alone; seat 1 leads, and a turned Hagalaz makes no trump."""
    table = Table(seats=len(hands), hand_size=len(hands[0].split()))
    table.state.cards = tuple(sorted(map(parse_card, " ".join((*hands, turned, deck)).split())))
    table.deal(hands, turned, deck)
    table.predict(*predict)
    return table


def play_match(bots: list[Bot], rng: Random, edition: str = "english", goal: int | None = None) -> HerrlofState:
    """Play a match in which every choice is checked to be legal."""
    seats = len(bots)
    state = HerrlofState(seats, edition, goal, first_dealer=rng.randrange(seats))
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        legal = state.legal_actions()
        action = bots[mover].choose(state.observation(mover), legal)
        assert action in legal, f"{GAME.encode(action)} in {state}"
        state.apply(action)
    return state


# Predicting


def test_a_strong_hand_predicts_more_than_a_weak_one() -> None:
    numbers = []
    for hand in ("G1 G2 G3 R1 R2 R3 Y1 Y2 Y3 G4 R4 Y4 V H H", "B9 B8 B7 B6 B5 B4 G9 G8 R9 R8 Y9 Y8 G7 R7 Y7"):
        table = Table()
        table.deal(["", hand], turned="B1")
        (text,) = advice(table)
        numbers.append(int(text.removeprefix("predict ")))
    assert numbers[0] <= 3
    assert numbers[1] >= 9


@pytest.mark.parametrize(("edition", "number"), [("english", 5), ("dutch", 4)])
def test_predicts_towards_the_numbers_that_earn_a_bonus_in_its_edition(edition: str, number: int) -> None:
    table = Table(edition=edition)
    table.deal(["", "B9 G1 G4 G7 R1 R3 R4 R6 R7 Y1 Y2 Y8 V H H"], turned="B1")
    assert advice(table) == {f"predict {number}"}


# Playing for the prediction, against hands with these cards
LOW = "G5 R3 Y3 Y4 B4"
HIGH = "G7 R8 R7 Y8 Y7"


def test_wins_a_needed_trick_with_its_cheapest_winner() -> None:
    table = dealt("G6 G8 G2 R9 Y9", LOW, predict=(5, 0))
    table.do("1: play G5")
    assert advice(table) == {"play G6"}


@pytest.mark.parametrize(
    ("hand", "predicted", "card"),
    [
        pytest.param("G9 G4 G2 R1 Y1", (0, 1, 4), "G4", id="it ducks with its highest loser when it has enough"),
        pytest.param("R9 R1 Y1 Y2 B2", (0, 1, 4), "R9", id="it throws away its best card when it has enough"),
        pytest.param("R9 R1 Y9 B8 B7", (4, 0, 0), "R1", id="it keeps its winners when it needs tricks"),
        pytest.param("G9 V R1 Y1 Y2", (0, 1, 4), "V", id="it escapes with a Valknut a trick that it must not win"),
        pytest.param("G9 H R1 Y1 Y2", (0, 1, 4), "H", id="it escapes with a Hagalaz a trick that it must not win"),
        pytest.param("G2 Y9 V R1 Y2", (0, 1, 4), "G2", id="it keeps a Valknut while it can duck"),
        pytest.param("G2 Y9 H R1 Y2", (0, 1, 4), "G2", id="it keeps a Hagalaz while it can duck"),
    ],
)
def test_last_to_a_trick(hand: str, predicted: tuple[int, int, int], card: str) -> None:
    table = dealt(hand, LOW, HIGH, predict=predicted)
    table.do("1: play G5", "2: play G7")
    assert advice(table) == {f"play {card}"}


@pytest.mark.parametrize(("prediction", "card"), [(4, "B2"), (0, "R9")])
def test_trumps_low_for_a_needed_trick_and_not_without_need(prediction: int, card: str) -> None:
    table = dealt("B2 R9 R2 Y1 Y2", LOW, HIGH, turned="B1", predict=(prediction, 1, 1))
    table.do("1: play G5", "2: play G7")
    assert advice(table) == {f"play {card}"}


def test_leads_low_when_it_has_enough() -> None:
    table = dealt(LOW, "G9 R6 R1 Y2 Y1", HIGH, predict=(1, 0, 4))
    assert advice(table) <= {"play R1", "play Y1", "play Y2"}


def test_leads_a_winner_when_it_needs_every_trick() -> None:
    table = dealt(LOW, "B9 B8 R9 Y9 Y1", HIGH, turned="B1", predict=(0, 5, 0))
    assert "play Y1" not in advice(table)


def test_takes_what_it_can_once_its_prediction_is_lost() -> None:
    table = dealt("G9 R5 R2 Y1 Y2", "G5 R4 Y5 Y4 B4", predict=(0, 4))
    table.do("1: play G5", "0: play G9", "1: play R4")
    assert advice(table) == {"play R5"}


# Powers


@pytest.mark.parametrize(("hand", "prediction", "card"), [("G3 R1 R9 B9 Y9", 4, "R1"), ("G3 R1 R2 Y1 Y2", 0, "Y6")])
def test_the_3_draws_and_gives_up_what_does_not_suit_its_aim(hand: str, prediction: int, card: str) -> None:
    table = dealt(hand, LOW, HIGH, deck="Y6 B5", predict=(prediction, 1, 1))
    table.do("1: play G5", "2: play G7", "0: play G3")
    assert advice(table) == {"draw"}
    table.do("0: draw")
    assert advice(table) == {f"discard {card}"}


@pytest.mark.parametrize(("hand", "prediction", "card"), [("G6 R1 R9 B9 Y9", 5, "R1"), ("G6 R1 R2 Y1 Y2", 1, "Y8")])
def test_the_6_steals_and_returns_what_does_not_suit_its_aim(hand: str, prediction: int, card: str) -> None:
    table = dealt(hand, LOW, "G4 R8 R7 Y8 Y7", predict=(prediction, 1, 1))
    table.do("1: play G5", "2: play G4", "0: play G6")
    assert advice(table) == {"steal 1", "steal 2"}
    table.do("0: steal 2", "blind Y8")
    assert advice(table) == {f"return {card}"}


def won_with_the_1(prediction: int) -> Table:
    """Return a round in which seat 0 just won its first trick, with the 1; seat 2 has two, seat 1 has one."""
    table = dealt("G2 G4 Y2 B1 Y1", "G5 Y9 R4 Y5 Y4", "G7 G8 Y7 R8 R7", turned="B7", predict=(prediction, 1, 1))
    table.do("1: play G5", "2: play G7", "0: play G2", "2: play G8", "0: play G4", "1: play R4")
    table.do("2: play Y7", "0: play Y2", "1: play Y9", "2: play R8", "0: play B1", "1: play Y5")
    return table


def test_the_1_takes_a_needed_trick_from_the_seat_with_most() -> None:
    table = won_with_the_1(prediction=2)
    assert table.legal() == {"take-trick 1", "take-trick 2", "pass"}
    assert advice(table) == {"take-trick 2"}


def test_the_1_takes_no_trick_when_it_has_enough() -> None:
    assert advice(won_with_the_1(prediction=1)) == {"pass"}


def test_the_1_takes_a_trick_once_its_prediction_is_lost() -> None:
    assert advice(won_with_the_1(prediction=0)) == {"take-trick 2"}


# Memory


def test_remembers_the_higher_cards_that_are_gone() -> None:
    table = dealt("G8 R2 R4 Y1", "G9 R3 Y3 Y4", predict=(1, 1))
    green_8 = parse_card("G8")
    assert unseen_cards(table.seen(0)).higher(green_8) > 0
    table.do("1: play G9", "0: play G8")
    assert unseen_cards(table.seen(0)).higher(green_8) == 0


def test_remembers_shown_voids_until_a_3_or_a_6_may_have_filled_them() -> None:
    table = dealt("R9 Y3 B2 B4 B5", "G5 G7 Y6 Y4 R2", deck="B9 B8", predict=(1, 1))
    table.do("1: play G5", "0: play R9")
    assert shown_voids(table.seen(1)) == [{GREEN}, set()]
    assert unseen_cards(table.seen(1)).share[GREEN] == 0
    table.do("1: play G7", "0: play B2", "1: play Y4", "0: play Y3", "0: draw")
    assert shown_voids(table.seen(1)) == [set(), set()]
    assert unseen_cards(table.seen(1)).share[GREEN] > 0


def test_a_valknut_or_a_hagalaz_shows_no_void() -> None:
    table = dealt("V H G2 B4", "G5 G7 Y6 Y4", predict=(1, 1))
    table.do("1: play G5", "0: play V", "1: play G7", "0: play H")
    assert shown_voids(table.seen(1)) == [set(), set()]


def test_a_void_counts_from_the_first_coloured_card() -> None:
    table = dealt("R4 B2", "H B4", "B5 R5", predict=(1, 1, 1))
    table.do("1: play H", "2: play R5", "0: play R4")
    assert shown_voids(table.seen(2)) == [set(), set(), set()]
    table = dealt("B3 B2", "H B4", "B5 R5", predict=(1, 1, 1))
    table.do("1: play H", "2: play R5", "0: play B2")
    assert shown_voids(table.seen(2)) == [{RED}, set(), set()]
    assert BLUE not in shown_voids(table.seen(2))[0]


def test_odds() -> None:
    assert odds([]) == [1.0]
    assert odds([0.5, 0.5]) == [0.25, 0.5, 0.25]
    assert odds([1.0, 0.0, 1.0]) == [0.0, 0.0, 1.0, 0.0]
    assert sum(odds([0.1, 0.9, 0.35, 0.6])) == pytest.approx(1)


def test_odds_without_a_card() -> None:
    chances = [0.0, 0.02, 0.5, 0.6, 0.3, 0.97, 0.3, 0.9, 0.1, 0.45, 0.99, 0.7, 0.2, 0.8, 0.0]
    for place, chance in enumerate(chances):
        left = chances[:place] + chances[place + 1 :]
        assert without(odds(chances), chance) == pytest.approx(odds(left), abs=1e-12)


# Whole matches


@pytest.mark.second
@pytest.mark.parametrize(("seats", "edition"), OPTIONS)
def test_always_plays_a_legal_action(seats: int, edition: str) -> None:
    for seed in range(60):
        rng = Random(seed)
        bots: list[Bot] = [rng.choice((RulesBot, RandomBot))(Random(seed + seat)) for seat in range(seats)]
        play_match(bots, rng, edition, goal=1)


@pytest.mark.second
@pytest.mark.parametrize(("seats", "edition"), OPTIONS)
def test_cards_that_it_cannot_know_do_not_change_its_choice(seats: int, edition: str) -> None:
    for seed in range(6):
        rng = Random(seed)
        state = GAME.new_state(seats, edition=edition, goal=1)
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            seen, legal = state.observation(mover), state.legal_actions()
            action = RulesBot(Random(seed)).choose(seen, legal)
            if rng.random() < 0.2:
                twin = GAME.determinize(seen, rng)
                assert RulesBot(Random(seed)).choose(twin.observation(mover), twin.legal_actions()) == action
            state.apply(action if rng.random() < 0.7 else rng.choice(legal))


def test_the_same_seeds_play_the_same_match() -> None:
    first, second = (play_match([RulesBot(Random(1)), RulesBot(Random(2))], Random(3)) for _ in range(2))
    assert first.rounds == second.rounds


@pytest.mark.second
@pytest.mark.parametrize(("seats", "matches", "enough"), [(2, 30, 24), (3, 24, 18)])
def test_beats_random_play_by_a_clear_margin(seats: int, matches: int, enough: int) -> None:
    won = 0.0
    for seed in range(matches):
        mine = seed % seats
        bots: list[Bot] = [(RulesBot if seat == mine else RandomBot)(Random(seed)) for seat in range(seats)]
        won += play_match(bots, Random(seed)).returns()[mine]
    assert won >= enough
