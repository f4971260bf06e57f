"""The rules page, rule by rule and example by example, in the text codes of the contract."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL, Event, InvalidAction, Outcome
from herrlof.games.herald.cards import (
    CARD_CODES,
    DECK,
    FIGURE_OF,
    FIGURE_ROWS,
    KINDS,
    NO_CARD,
    POINTS_OF,
    parse_card,
)
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.scoring import colours_in, judge, piles_of, points_in
from herrlof.games.herald.state import HeraldState
from herrlof.games.herald.tricks import BEATEN_LED, BEATS, beaten_by
from tests.games.herald.table import GAME, Table, cards, codes, last_tricks, winner_of

SEATS = range(2, 7)


def beaten(ahead: str, led: bool = True) -> set[str]:
    """Return the codes of the cards that beat this one."""
    return set(codes(beaten_by(parse_card(ahead), led)).split())


def every(figure: str) -> set[str]:
    """Return a figure in its three colours."""
    return {colour + figure for colour in "GSB"}


def played(seats: int, seed: int = 1, games: int = 1) -> Table:
    """Return a table at which a random match is over."""
    table, rng = Table(seats, games), Random(seed)
    while table.mover() != TERMINAL:
        if table.mover() == CHANCE:
            table.state.apply_chance(table.state.sample_chance(rng), table.events)
        else:
            table.state.apply(rng.choice(table.state.legal_actions()), table.events)
    return table


# -- cards and players -----------------------------------------------------------------------------


def test_h1_there_are_60_cards_and_240_points() -> None:
    assert len(DECK) == 60
    assert points_in(DECK) == 240
    found = Counter(FIGURE_ROWS[FIGURE_OF[card]].name for card in DECK)
    assert found == {
        "Herald": 1, "Chest": 1, "Shield": 3, "King": 3, "Queen": 3, "Archer": 3, "Armoured Pawn": 1, "Horse": 6,
        "Catapult": 3, "Tower": 6, "Pawn": 27, "Mage": 3,
    }  # fmt: skip
    assert {row.name: row.points for row in FIGURE_ROWS} == {
        "Herald": 25, "Chest": 11, "Shield": 10, "King": 10, "Queen": 10, "Archer": 7, "Armoured Pawn": 6, "Horse": 5,
        "Catapult": 4, "Tower": 3, "Pawn": 1, "Mage": 0,
    }  # fmt: skip
    for colour in "GSB":
        copies = Counter(CARD_CODES[card][1] for card in DECK if CARD_CODES[card][1:] in "SKQAHCTPM"
                         and CARD_CODES[card][0] == colour)  # fmt: skip
        assert copies == {"S": 1, "K": 1, "Q": 1, "A": 1, "H": 2, "C": 1, "T": 2, "P": 9, "M": 1}


def test_h1_every_card_has_a_code_that_names_it() -> None:
    assert [parse_card(code) for code in CARD_CODES] == list(range(KINDS))
    with pytest.raises(InvalidAction, match="no card"):
        parse_card("GX")
    assert list(POINTS_OF) == sorted(POINTS_OF)


@pytest.mark.parametrize("seats", SEATS)
def test_h2_everybody_draws_and_plays_equally_often(seats: int) -> None:
    table = played(seats)
    draws = Counter(event.seat for event in table.told("drew"))
    plays = Counter(event.seat for event in table.told("played"))
    assert draws == dict.fromkeys(range(seats), (60 - 5 * seats) // seats)
    assert plays == dict.fromkeys(range(seats), 60 // seats)


def test_h2_there_are_two_to_six_seats() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


# -- play ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_h3_five_cards_go_round_one_at_a_time_from_the_dealers_left(seats: int) -> None:
    state = GAME.new_state(seats)
    state.apply_chance(GAME.decode_chance(f"dealer {seats - 2}"))
    deck = list(DECK)
    Random(seats).shuffle(deck)
    state.apply_chance(Outcome("deal", tuple(deck)))
    first = seats - 1
    for turn in range(seats):
        assert state.hands[(first + turn) % seats] == deck[turn : 5 * seats : seats]
    assert state.stock[::-1] == deck[5 * seats :]
    assert state.current_player() == state.leader == first


def test_h3_chance_picks_the_dealer_unless_an_option_does() -> None:
    state = GAME.new_state(6)
    assert (state.current_player(), state.chance_kind()) == (CHANCE, "dealer")
    found = {GAME.encode_chance(state.sample_chance(Random(seed))) for seed in range(60)}
    assert found == {f"dealer {seat}" for seat in range(6)}
    assert GAME.new_state(6, first_dealer=2).chance_kind() == "deal"
    assert GAME.new_state(6, first_dealer=2).dealer == 2


def test_h3_a_deal_that_cannot_be_is_refused() -> None:
    deal = f"deal {codes(DECK)}"
    assert GAME.decode_chance(deal) == ("deal", DECK)
    for wrong in (deal.replace("GK", "GQ"), deal[:-7], f"{deal} GP", "dealer 6", "dealer -1", "dealer 01", "deal"):
        with pytest.raises(InvalidAction):
            GAME.decode_chance(wrong)


def test_h4_any_card_may_be_played_and_the_winner_draws_first_and_leads() -> None:
    table = Table(3)
    table.deal("GP SP BP GT GK", "GA GC GH ST SK", "BT BC BH BA BK", stock="GM SM BM CHEST")
    assert table.legal() == {"play GP", "play SP", "play BP", "play GT", "play GK"}
    table.do("0: play GP", "1: play SK")
    assert table.legal() == {"play BT", "play BC", "play BH", "play BA", "play BK"}
    table.do("2: play BT")
    assert table.state.tricks_won == [0, 0, 1]
    assert [table.hand(seat) for seat in (2, 0, 1)] == ["GM BC BH BA BK", "SM SP BP GT GK", "BM ST GC GH GA"]
    assert table.mover() == table.state.leader == 2
    assert codes(table.state.stock[-1:]) == "CHEST"
    assert [event.seat for event in table.told("drew")] == [2, 0, 1]


@pytest.mark.parametrize("seats", SEATS)
def test_h4_the_last_five_tricks_are_played_without_drawing(seats: int) -> None:
    table = played(seats)
    kinds = [event.kind for event in table.events]
    assert kinds.count("stock-gone") == 1
    after = kinds[kinds.index("stock-gone") :]
    assert "drew" not in after
    assert (after.count("trick"), after.count("played")) == (5, 5 * seats)
    assert kinds.count("trick") == 60 // seats
    assert GAME.progress(table.seen(NOBODY)) == {"trick": 60 // seats}


# -- who is ahead ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ahead", "winners"),
    [
        ("BP", every("T") | every("C")), ("BT", every("C") | every("H") | {"ARMOUR"}),
        ("BC", every("H") | every("A") | {"ARMOUR"}), ("BH", every("A") | {"ARMOUR"}), ("ARMOUR", every("A")),
        ("BA", every("S") | every("K") | every("Q")), ("CHEST", set()),
    ],
)  # fmt: skip
def test_h5_a_card_beats_one_that_is_up_to_three_points_lower(ahead: str, winners: set[str]) -> None:
    same = {code for code in CARD_CODES if code[1:] == ahead[1:]} if len(ahead) == 2 else {ahead}
    assert beaten(ahead) - same == winners | {"HERALD"}


def test_h5_0_is_beaten_by_1_and_3_and_10_by_11() -> None:
    assert beaten("GM", led=False) == every("P") | every("T") | {"HERALD"}
    for code in every("S") | every("K") | every("Q"):
        assert "CHEST" in beaten(code)


@pytest.mark.parametrize("figure", "SKQAHCTP")
def test_h6_gold_beats_silver_and_silver_bronze_and_the_earlier_stays(figure: str) -> None:
    gold, silver, bronze = (colour + figure for colour in "GSB")
    for first in (gold, silver, bronze):
        for second in (gold, silver, bronze):
            assert winner_of(f"{first} {second}") == min(first, second, key=lambda code: "GSB".index(code[0]))


def test_h6_of_the_same_two_cards_the_earlier_wins() -> None:
    table = Table(3)
    table.deal("GH", "GH", "BP")
    table.trick("GH GH BP")
    assert table.state.tricks_won == [1, 0, 0]


def test_h6_colour_never_counts_between_figures() -> None:
    for ahead in range(KINDS):
        for card in range(KINDS):
            if FIGURE_OF[ahead] == FIGURE_OF[card]:
                continue
            same = [other for other in range(KINDS) if FIGURE_OF[other] == FIGURE_OF[card]]
            assert {BEATS[ahead][other] for other in same} == {BEATS[ahead][card]}


def test_h7_shield_beats_queen_beats_king_beats_shield() -> None:
    for winner, loser in ("SQ", "QK", "KS"):
        for one in every(winner):
            for other in every(loser):
                assert winner_of(f"{other} {one}") == one
                assert winner_of(f"{one} {other}") == one


def test_h8_the_herald_beats_all_and_a_mage_alone_beats_it() -> None:
    for code in CARD_CODES:
        if code != "HERALD":
            assert winner_of(f"{code} HERALD") == ("HERALD" if code[1:] != "M" else code)
    assert beaten("HERALD") == every("M")


def test_h9_a_mage_not_led_beats_the_herald_and_a_lesser_mage_and_is_then_a_0() -> None:
    for mage in every("M"):
        assert {code for code in CARD_CODES if winner_of(f"{code} {mage}") == mage} == {"HERALD", mage}
        assert beaten(mage, led=False) >= every("P") | every("T")
    assert beaten("GM", led=False) & every("M") == set()
    assert beaten("SM", led=False) & every("M") == {"GM"}
    assert winner_of("HERALD BM SM") == "SM"
    assert winner_of("HERALD BM BC") == "BM"


def test_h10_a_mage_that_is_led_wins_whatever_follows() -> None:
    for mage in every("M"):
        assert not any(BEATEN_LED[parse_card(mage)])
        assert winner_of(f"{mage} HERALD GM GP GT CHEST") == mage
    table = Table(3)
    table.deal("BM", "HERALD GP", "GM CHEST")
    table.do("0: play BM")
    assert {"play HERALD", "play GP"} <= table.legal()
    table.do("1: play HERALD", "2: play GM")
    assert table.state.tricks_won == [1, 0, 0]
    assert table.state.points == [25, 0, 0]


# -- the end ---------------------------------------------------------------------------------------


def test_h11_most_points_in_the_cards_won_win() -> None:
    table = last_tricks("GK GP", "HERALD ST")
    table.trick("GP ST")
    assert table.mover() == 1
    table.trick("HERALD GK")
    assert table.state.scores == (0, 39)
    assert table.state.winners == (1,)
    assert table.state.returns() == (0.0, 1.0)


def test_h11_points_are_nowhere_but_in_what_was_played_until_the_end() -> None:
    """The scores are those of finished games; what is seen has counts, and no points of its own."""
    table = Table(2)
    table.deal("GK", "GQ")
    table.trick("GK GQ")
    assert table.state.points == [0, 20]
    seen = table.seen(0)
    assert seen.scores == (0, 0)
    assert seen.tricks_won == (0, 1)
    assert [codes(trick.cards) for trick in seen.tricks] == ["GK GQ"]
    assert "points" not in {field.name for field in fields(Observation)}


@pytest.mark.parametrize(
    ("piles", "winners", "decided"),
    [
        (["HERALD", "GP GP GP"], (0,), "herald"),
        (["BP", "SP"], (1,), "silver"),
        (["GP BP", "SP GP"], (1,), "silver"),
        (["CHEST", "GP SP"], (1,), "silver"),
        (["CHEST GM", "GP SP"], (0,), "gold"),
        (["BP", "ARMOUR"], (0,), "bronze"),
        (["GP SP BP", "GM SK BA"], (0, 1), ""),
        (["ARMOUR", ""], (0, 1), ""),
    ],
)
def test_h12_level_points_are_decided_by_the_herald_and_then_by_colours(
    piles: list[str], winners: tuple[int, ...], decided: str
) -> None:
    verdict = judge((50, 50), [cards(pile) for pile in piles])
    assert (verdict.winners, verdict.level, verdict.decided) == (winners, (0, 1), decided)


def test_h12_a_herald_that_nobody_level_has_won_decides_nothing() -> None:
    verdict = judge((50, 40, 50), [cards("GP"), cards("HERALD"), cards("GP GP")])
    assert (verdict.winners, verdict.level, verdict.decided) == ((2,), (0, 2), "gold")
    assert judge((50, 60), [cards("HERALD"), cards("GP")]).decided == "points"


def test_h12_the_chest_is_gold_and_two_cards_have_no_colour() -> None:
    assert colours_in(cards("CHEST GP GM SP BH BM HERALD ARMOUR")) == (3, 1, 2)


def test_h13_a_match_of_several_games_adds_points_up_and_passes_the_deal_on() -> None:
    table = played(3, seed=4, games=3)
    rounds = table.state.rounds
    assert [done.dealer for done in rounds] == [2, 0, 1]
    assert [sum(done.points) for done in rounds] == [240] * 3
    assert table.state.scores == tuple(map(sum, zip(*[done.points for done in rounds], strict=True)))
    assert [event.seat for event in table.told("dealt")] == [2, 0, 1]
    assert len(table.told("dealer")) == 0
    assert table.state.winners == judge(table.state.scores, piles_of(table.state.tricks, 3)).winners


def test_h13_level_sums_are_decided_by_the_last_game() -> None:
    table = last_tricks("GK", "HERALD", games=2, scores=(135, 100))
    table.trick("GK HERALD")
    assert table.state.scores == (135, 135)
    assert table.state.winners == (1,)


def test_h13_one_game_is_the_default_and_nine_are_the_most() -> None:
    assert GAME.new_state(2).games == 1
    (games, dealer) = GAME.options
    assert list(games.choices(2)) == list(range(1, 10))
    assert list(dealer.choices(4)) == [0, 1, 2, 3]
    assert dealer.default(4) is None


def test_h14_a_seat_knows_its_hand_and_all_that_was_played_and_no_other_card() -> None:
    table = Table(2)
    table.deal("GK SP", "GQ BP", stock="CHEST HERALD")
    table.trick("GK GQ")
    seen, other, nobody = table.seen(0), table.seen(1), table.seen(NOBODY)
    assert codes([seen.drawn]) == "HERALD"
    assert "HERALD" in codes(seen.hand)
    assert codes([other.drawn]) == "CHEST"
    assert (nobody.hand, nobody.drawn) == ((), -1)
    assert seen.hand_sizes == other.hand_sizes == (5, 5)
    assert seen.stock_size == 48
    assert seen.tricks == other.tricks == nobody.tricks
    (mine,) = [event for event in table.told("drew") if event.seat == 0]
    assert mine.seen_by(1).values == ()
    table.do("1: play BP")
    assert (table.seen(1).drawn, codes(table.seen(1).trick), table.seen(1).ahead) == (-1, "BP", 0)
    assert codes([table.seen(0).drawn]) == "HERALD"


# -- worked examples -------------------------------------------------------------------------------


@pytest.mark.parametrize("led", ["GP"])
def test_e1_a_gold_pawn_is_beaten_by_towers_and_catapults(led: str) -> None:
    for code in every("T") | every("C"):
        assert winner_of(f"{led} {code}") == code
    for code in every("H") | every("Q"):
        assert winner_of(f"{led} {code}") == led


def test_e2_king_queen_shield_king() -> None:
    table = Table(4)
    table.deal("GK", "SQ", "BS", "BK")
    table.trick("GK SQ BS BK")
    assert table.state.tricks_won == [0, 0, 0, 1]


def test_e3_silver_king_led() -> None:
    assert winner_of("SK BK") == "SK"
    assert winner_of("SK BK GK") == "GK"


def test_e4_herald_mage_bronze_pawn() -> None:
    table = Table(3)
    table.deal("HERALD", "GM", "BP")
    table.trick("HERALD GM BP")
    assert table.state.points == [0, 0, 26]


def test_e5_a_led_mage_takes_the_herald() -> None:
    table = Table(2)
    table.deal("SM", "HERALD")
    table.trick("SM HERALD")
    assert table.state.points == [25, 0]


def test_e6_a_bronze_catapult_beats_a_gold_tower() -> None:
    assert winner_of("GT BC") == "BC"


def test_e7_only_the_herald_beats_the_chest() -> None:
    assert beaten("CHEST") == {"HERALD"}


def test_e8_three_tens_beat_an_archer_and_the_chest_does_not() -> None:
    for code in every("S") | every("K") | every("Q"):
        assert winner_of(f"BA {code}") == code
    assert winner_of("BA CHEST") == "BA"


def test_e9_the_first_of_two_gold_horses_stays_ahead() -> None:
    table = Table(2)
    table.deal("GH", "GH")
    table.trick("GH GH")
    assert table.state.points == [10, 0]


@pytest.mark.parametrize("seats", SEATS)
def test_e10_points_add_up_to_240(seats: int) -> None:
    for seed in range(5):
        assert sum(played(seats, seed).state.scores) == 240


def test_e11_a_step_at_a_time() -> None:
    table = Table(5)
    table.deal("GP", "GC", "GA", "GS", "CHEST")
    table.trick("GP GC GA GS CHEST")
    assert table.state.points == [0, 0, 0, 0, 33]
    assert winner_of("GP CHEST") == "GP"


def test_e12_a_lesser_mage() -> None:
    assert winner_of("HERALD SM BM") == "SM"
    assert winner_of("HERALD SM BM GM") == "GM"


def test_a_crash_report_names_no_card() -> None:
    assert repr(Table(4, 2).state) == "<Herald 4 seats, game 1 of 2, deal>"


def test_the_summary_of_a_position_stays_as_it_is() -> None:
    """Records hold its hash: a single other letter, and no old match could be checked."""
    assert HeraldState().summary() == GAME.new_state().summary() == GAME.new_state(2).summary()
    assert Table(3).state.summary() == (
        "seats=3 games=1 game=1 dealer=2 scores=0.0.0 rounds=- winners=- phase=deal player=-1 hands=-/-/- stock=- "
        "leader=-1 ahead=0 points=0.0.0 tricks=0.0.0 log=-"
    )
    table = last_tricks("GK GP", "HERALD ST", games=2)
    table.trick("GP ST")
    assert table.state.summary() == (
        "seats=2 games=2 game=2 dealer=1 scores=0.0 rounds=- winners=- phase=play player=1 hands=GK/HERALD stock=- "
        "leader=1 ahead=0 points=0.4 tricks=0.1 log=GP.ST"
    )
    table.trick("HERALD GK")
    assert table.state.summary() == (
        "seats=2 games=2 game=2 dealer=1 scores=0.39 rounds=1:0.39:0.2:1 winners=1 phase=over player=-4 hands=-/- "
        "stock=- leader=1 ahead=0 points=0.39 tricks=0.2 log=GP.ST.HERALD.GK"
    )


def test_a_trick_and_the_end_are_told_event_by_event() -> None:
    table = last_tricks("GK GP", "HERALD ST")
    gp, st, gk, herald = cards("GP ST GK HERALD")
    table.state.stock = [gk, herald]
    table.state.hands = [[gp], [st]]
    table.trick("GP ST")
    table.trick("HERALD GK")
    assert table.events == [
        Event("played", 0, (gp, 0, NO_CARD, NOBODY)),
        Event("played", 1, (st, 1, gp, 0)),
        Event("trick", 1, (0, gp, st)),
        Event("drew", 1, (herald,), (1,)),
        Event("drew", 0, (gk,), (0,)),
        Event("stock-gone", NOBODY),
        Event("played", 1, (herald, 0, NO_CARD, NOBODY)),
        Event("played", 0, (gk, 1, herald, 0)),
        Event("trick", 1, (1, herald, gk)),
        Event("scored", NOBODY, (0, 39)),
        Event("won", NOBODY, (1,)),
    ]


def test_who_deals_first_is_told() -> None:
    state, events = GAME.new_state(3), list[Event]()
    state.apply_chance(GAME.decode_chance("dealer 2"), events)
    assert events == [Event("dealer", 2)]
    assert state.phase == "deal"
