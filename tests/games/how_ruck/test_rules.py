"""The rules page, rule by rule and example by example, in the text codes of the contract."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL, IllegalAction, InvalidAction
from herrlof.games.how_ruck.actions import CODES, RACES, encode_chance
from herrlof.games.how_ruck.cards import CARD_CODES, DECK, HAS_TEXT, VALUE_OF
from herrlof.games.how_ruck.race import CLOCKS, PAIR_SECONDS, judge
from herrlof.games.how_ruck.state import HowRuckState
from herrlof.table.match import Match, Seat
from herrlof.table.simultaneous import SimultaneousTurn
from tests.games.how_ruck.table import GAME, Table, at_the_rope, codes

SCOTS = [card for card in DECK if CARD_CODES[card][0] in "RBGWN"]


def hands(seat: int, hand: str, other: str = "B1") -> tuple[str, str]:
    """Return both hands, by seat, where this seat holds `hand`."""
    return (hand, other) if seat == 0 else (other, hand)


def raced(outcome: str, choice: int = 1) -> Table:
    """Return a table at which both have sorted, and the clock has said this."""
    table = Table(race="clock")
    table.deal()
    table.sort(choice)
    table.chance(outcome)
    return table


# -- cards and board -------------------------------------------------------------------------------


def test_k1_the_deck_has_45_scots_and_10_actions() -> None:
    assert len(DECK) == 55
    assert len(SCOTS) == 45
    men = Counter(CARD_CODES[card] for card in SCOTS if CARD_CODES[card][0] in "RBG")
    assert men == {f"{c}{v}{text}": 1 + (not text) for c in "RBG" for v in range(4) for text in ("", "!")}
    assert Counter(codes(SCOTS).split()) - men == {"W0": 2, "W2": 2, "W3": 2, "W4": 2, "N": 1}
    assert {CARD_CODES[card]: VALUE_OF[card] for card in SCOTS if CARD_CODES[card][0] in "WN"} == {
        "W0": 0, "W2": 2, "W3": 3, "W4": 4, "N": 6,
    }  # fmt: skip
    actions = Counter(CARD_CODES[card] for card in DECK) - Counter(CARD_CODES[card] for card in SCOTS)
    assert len(actions) == 10
    assert set(actions.values()) == {1}
    assert not any(HAS_TEXT[card] for card in DECK if CARD_CODES[card][-1] != "!")


def test_k2_an_empty_field_counts_2_and_only_top_cards_count() -> None:
    assert at_the_rope("R0").state.strengths == (6, 6)
    table = at_the_rope(rope={"0 red": "R3", "0 blue": "B1 W4", "1 green": "W4 G0"})
    assert table.state.strengths == (9, 4)


@pytest.mark.parametrize(
    ("barrel", "move", "winner"),
    [(3, "0: play adrenaline", 0), (2, "0: play adrenaline", 0), (4, "0: play adrenaline", None),
     (10, "1: play adrenaline", 1), (11, "1: play adrenaline", 1), (9, "1: play adrenaline", None)],
)  # fmt: skip
def test_k3_who_has_the_barrel_on_or_past_the_own_end_wins(barrel: int, move: str, winner: int | None) -> None:
    mover = int(move[0])
    table = at_the_rope(*hands(mover, "adrenaline R1"), barrel=barrel, mover=mover)
    table.do(move)
    assert [done.winner for done in table.state.rounds] == ([] if winner is None else [winner])
    assert table.state.barrel == barrel + (2 if mover else -2)


@pytest.mark.parametrize("goal", range(1, 6))
def test_k4_the_goal_says_how_many_barrels_win_the_match(goal: int) -> None:
    for seed in range(4):
        rng, state = Random(seed), GAME.new_state(2, goal=goal, teams="dealt")
        won = [0, 0]
        while state.current_player() != TERMINAL:
            assert max(won) < goal
            if state.current_player() == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                state.apply(rng.choice(state.legal_actions()))
            won = [sum(done.winner == seat for done in state.rounds) for seat in (0, 1)]
            assert tuple(won) == state.scores
        assert max(won) == goal
        assert state.winners == (won.index(goal),)
        assert state.returns() == tuple(float(seat in state.winners) for seat in (0, 1))


# -- team building ---------------------------------------------------------------------------------


def test_k5_each_gets_20_cards_and_sorts_them_in_pairs_from_the_top() -> None:
    table = Table(race="clock")
    table.deal("R0 R1 R2 R3", "B0 B1")
    assert [len(pile) for pile in table.state.piles] == [20, 20]
    assert len(table.state.aside) == 15
    assert codes(table.seen(0).pair) == "R0 R1"
    table.do("0: keep 2", "0: keep 1")
    assert (codes(table.seen(0).kept), codes(table.seen(0).given)) == ("R1 R2", "R0 R3")
    assert table.legal() == {"keep 1", "keep 2"}
    table.do(*["0: keep 1"] * 8)
    assert codes(table.seen(1).pair) == "B0 B1"


@pytest.mark.parametrize("faster", [0, 1])
def test_k5_the_faster_player_sorts_what_is_left_starts_and_has_the_barrel(faster: int) -> None:
    table = raced(f"race {faster} 7")
    slower, state = 1 - faster, table.state
    assert [len(cards) for cards in (state.kept[slower], state.given[slower], state.kept[faster])] == [7, 7, 10]
    assert table.legal() == {"split 1", "split 2"}
    assert table.mover() == faster
    assert table.seen(faster).pairs_left[slower] == 3
    left = [codes(state.piles[slower][n : n + 2]).split() for n in (0, 2, 4)]
    table.do(f"{faster}: split 1", f"{faster}: split 2", f"{faster}: split 2")
    assert codes(state.kept[faster][10:]).split() == [left[0][0], left[1][1], left[2][1]]
    assert codes(state.given[faster][10:]).split() == [left[0][1], left[1][0], left[2][0]]
    assert [len(table.team(seat)) for seat in (0, 1)] == [20, 20]
    table.shuffle()
    assert table.mover() == state.leader == faster
    assert state.barrel == (6, 7)[faster]


def test_k5_nothing_is_left_to_sort_when_the_other_had_the_last_pair_in_hand() -> None:
    table = raced("race 0 10")
    assert table.state.phase == "stacks"
    assert [len(cards) for cards in table.state.kept] == [10, 10]


def test_k5_what_was_sorted_in_time_stays_sorted() -> None:
    table = Table(race="clock")
    table.deal("R0 R1 R2 R3")
    table.sort(2)
    table.chance("race 1 1")
    assert (codes(table.state.kept[0]), codes(table.state.given[0])) == ("R1", "R0")
    assert codes(table.seen(1).pair) == "R2 R3"  # in the order in which they lay, whatever was done and undone


@pytest.mark.parametrize(
    ("outcome", "undone"), [("race 0 7", {1: [7, 8, 9]}), ("race 1 10", {0: []}), ("race even", {})]
)
def test_k5_what_the_slower_one_had_not_placed_in_time_is_undone(outcome: str, undone: dict[int, list[int]]) -> None:
    assert GAME.undone(GAME.decode_chance(outcome)) == undone


@pytest.mark.parametrize(("clock", "share"), [("normal", 1.0), ("gentle", 0.75), ("slow", 0.5)])
def test_k6_the_clock_goes_as_the_preference_says(clock: str, share: float) -> None:
    race = GAME.race({"clock": clock})
    assert (race.moves, race.least, race.rate) == (10, 0.8, share)


@pytest.mark.parametrize("code", ["race 0 1", "race 0 10", "race 1 1", "race 1 10", "race even"])
def test_k6_the_clock_says_who_was_first_and_what_the_other_had_placed(code: str) -> None:
    assert GAME.encode_chance(GAME.decode_chance(code)) == code
    assert GAME.decode_chance(code) in RACES


@pytest.mark.parametrize(
    "code", ["race", "race 0", "race 0 0", "race 0 11", "race 2 5", "race 0 08", "race -1 5", "race 0 5 5", "race odd"]
)
def test_k6_a_race_that_cannot_be_is_refused(code: str) -> None:
    with pytest.raises(InvalidAction):
        GAME.decode_chance(code)


@pytest.mark.parametrize("kind", ["blind R2 R2", "blind adrenalin", "stacks R2 / R2", "deal R2", "race even even"])
def test_k6_other_chance_that_cannot_be_is_refused_too(kind: str) -> None:
    with pytest.raises(InvalidAction):
        GAME.decode_chance(kind)


def test_k6_no_deal_and_no_stacks_hold_a_card_too_often() -> None:
    deal = codes(DECK)
    assert GAME.decode_chance(f"deal {deal}") == ("deal", DECK)
    with pytest.raises(InvalidAction, match="not 3 cards R0"):
        GAME.decode_chance("deal " + deal.replace("R1", "R0", 1))
    with pytest.raises(InvalidAction):
        GAME.decode_chance("stacks " + " ".join(["N"] * 20 + ["/"] + ["W0"] * 20))
    with pytest.raises(InvalidAction):
        GAME.decode_chance("stacks " + " ".join(deal.split()[:41]))


def test_k6_both_sort_at_the_same_time_and_see_nothing_of_each_other() -> None:
    """Whatever seat 0 has kept, seat 1 sees the same; the table lets both move, and records it afterwards."""
    looks = []
    for choice in (1, 2):
        table = Table(race="clock")
        table.deal()
        table.do(*[f"0: keep {choice}"] * 10)
        looks.append([])
        while table.mover() == 1:
            looks[-1].append(table.seen(1))
            table.do("1: keep 1")
    assert looks[0] == looks[1]

    match = Match(GAME, [Seat("Ailsa"), Seat("Bruce")], seed=bytes(32))
    match.advance()
    assert GAME.next_measured_kind(match.observe(NOBODY)) == "race"
    turns: list[SimultaneousTurn] = [match.simultaneous_turn(seat) for seat in (0, 1)]
    for place in range(10):
        for turn in turns:
            assert len(turn.observe().pair) == 2
            turn.play(turn.legal()[place % 2])
    assert all(turn.done for turn in turns)
    for turn in turns:
        for action in turn.actions:
            match.play(turn.seat, action)
    assert match.measured_kind == "race"
    match.advance("race 1 8")
    assert match.mover == 1
    assert not GAME.next_measured_kind(match.observe(NOBODY))


def test_k6_the_slower_player_forgets_the_undone_pairs() -> None:
    table = raced("race 0 6")
    assert len(table.seen(1).kept) == len(table.seen(1).given) == 6
    table.do(*["0: split 1"] * 4)
    assert len(table.seen(1).kept) == len(table.seen(1).given) == 6
    assert len(table.seen(0).kept) == 14
    for event in table.events:
        if event.kind == "split":
            assert not event.seen_by(1).values
        if event.kind == "sorted" and event.seat == 1:
            assert len(event.values) == 12


def test_k6_every_race_is_possible_where_it_is_drawn() -> None:
    table = Table(race="clock")
    table.deal()
    table.sort()
    assert table.seen(NOBODY).pairs_left == table.seen(NOBODY).pile_sizes == (0, 0)
    rng = Random(1)
    assert {table.state.sample_chance(rng) for _ in range(400)} == set(RACES)


def test_k7_without_haste_both_sort_everything_and_lots_decide() -> None:
    table = Table(race="even")
    table.deal(aside="R1 B3")
    assert not GAME.next_measured_kind(table.seen(NOBODY))
    table.sort()
    assert table.state.phase == "stacks"
    assert (table.state.leader, table.state.barrel) == (1, 7)


@pytest.mark.parametrize("race", ["clock", "even"])
@pytest.mark.parametrize(("aside", "leader", "barrel"), [("R3 R1", 0, 7), ("R1 R3", 1, 6)])
def test_k7_dealt_teams_are_played_from_the_top_and_the_other_has_the_barrel(
    race: str, aside: str, leader: int, barrel: int
) -> None:
    table = Table(race=race, teams="dealt")
    table.deal("R0 B0 G0 W0 N R2 G2 G3", "B3", aside)
    assert (table.mover(), table.state.barrel) == (leader, barrel)
    assert sorted(table.hand(0).split()) == sorted(["R0", "B0", "G0", "W0", "N", "R2"])
    assert codes(table.state.piles[0]).startswith("G2 G3")
    assert table.seen(0).kept == table.seen(0).given == ()
    assert not GAME.next_measured_kind(table.seen(NOBODY))


@pytest.mark.parametrize(
    ("aside", "leader", "draws"),
    [
        ("R2 R1", 0, 1), ("B1 G2", 1, 1),
        ("W2 R2", 0, 1), ("R2 B2", 0, 1), ("B2 G2", 0, 1), ("G2 B2", 1, 1), ("R2 W2", 1, 1), ("R3 N", 1, 1),
        ("G0 adrenaline", 0, 1), ("monstrous G0", 1, 1), ("adrenaline R1", 1, 1), ("W0 how-ruck", 0, 1),
        ("R2 R2! B1 B3", 1, 2), ("adrenaline how-ruck G0 W0", 1, 2),
        ("R0 R0 R1 R1 R2 R2 R3 R3 B0 B0 B1 B1 B2 B2 N", 0, 7),
    ],
)  # fmt: skip
def test_k8_lots_are_decided_by_value_and_then_by_colour(aside: str, leader: int, draws: int) -> None:
    table = Table(teams="dealt")
    table.deal(aside=aside)
    assert table.state.leader == leader
    assert len(table.seen(NOBODY).lots) == draws
    assert [codes(lots) for lots in table.seen(1).lots] == [
        " ".join(aside.split()[2 * n : 2 * n + 2]) for n in range(draws)
    ]


def test_k8_an_even_race_is_decided_by_lots_too() -> None:
    table = Table(race="clock")
    table.deal(aside="N R1")
    table.sort()
    table.chance("race even")
    assert (table.state.leader, table.state.barrel, table.state.phase) == (0, 6, "stacks")


def test_k9_the_team_is_what_was_kept_and_received_and_six_are_in_hand() -> None:
    table = Table()
    table.deal("R0 R1 R2 R3", "B0 B1 B2 B3")
    table.sort(1)
    assert {"R0", "R2", "B1", "B3"} <= set(codes(table.team(0)).split())
    assert {"B0", "B2", "R1", "R3"} <= set(codes(table.team(1)).split())
    outcome = table.state.sample_chance(Random(1))
    stacks = outcome.values
    assert [sorted(stacks[:20]), sorted(stacks[20:])] == [sorted(table.team(seat)) for seat in (0, 1)]
    table.chance(encode_chance(outcome))
    for seat, stack in enumerate((stacks[:20], stacks[20:])):
        assert sorted(table.state.hands[seat]) == sorted(stack[:6])
        assert table.state.piles[seat] == stack[6:]


def test_every_action_has_one_code() -> None:
    assert len(set(CODES.of.values())) == len(CODES.of) == 133
    assert [GAME.decode(GAME.encode(action)) for action in range(133)] == list(range(133))


# -- tug of war ------------------------------------------------------------------------------------


def test_k10_a_turn_is_one_card_and_one_drawn() -> None:
    table = at_the_rope("R0 R1", "B0 B1", piles=("R2 R3", "B2"))
    table.do("0: play R0 own")
    assert (table.hand(0), codes(table.state.piles[0]), table.mover()) == ("R1 R2", "R3", 1)
    table.do("1: play B0 own", "0: play R1 own", "1: play B1 own")
    assert (table.hand(0), table.hand(1)) == ("R2 R3", "B2")
    table.do("0: play R2 own")
    assert (table.hand(0), table.mover()) == ("R3", 1)
    assert all(code.split()[0] in ("play", "discard") for code in table.legal())


def test_k10_who_has_no_card_left_is_skipped() -> None:
    table = at_the_rope("R0 R1 R2", "")
    table.do("0: play R0 own", "0: play R1 own")
    assert table.mover() == 0


def test_k11_men_keep_their_colour_and_white_cards_go_anywhere() -> None:
    table = at_the_rope("R2 B0! W0 W3 N W3 R2")
    fields = [f"{side} {colour}" for side in ("own", "other") for colour in ("red", "blue", "green")]
    white = {f"play {card} {field}" for card in ("W0", "W3", "N") for field in fields}
    assert table.legal() == {"play R2 own", "play R2 other", "play B0! own", "play B0! other"} | white


@pytest.mark.parametrize("seat", [0, 1])
def test_k11_a_card_covers_what_lies_there_on_either_side(seat: int) -> None:
    table = at_the_rope("R2 W3", "R2 W3", rope={"0 red": "R1", "1 red": "W0"}, mover=seat)
    table.do(f"{seat}: play R2 own")
    assert table.field(f"{seat} red").split()[-1] == "R2"
    table = at_the_rope("R2 W3", "R2 W3", rope={"0 red": "R1", "1 blue": "W0", "0 blue": "B1"}, mover=seat)
    table.do(f"{seat}: play W3 other blue")
    assert table.field(f"{1 - seat} blue").split()[1:] == ["W3"]


@pytest.mark.parametrize(("seat", "barrel"), [(0, 5), (1, 6)])
def test_k12_a_how_ruck_compares_after_placing(seat: int, barrel: int) -> None:
    table = at_the_rope(*hands(seat, "R3! R1"), barrel=6 if seat == 0 else 5, mover=seat)
    table.do(f"{seat}: play R3! own")
    assert table.state.barrel == barrel


def test_k12_the_stronger_side_pulls_whoever_called_it() -> None:
    table = at_the_rope("R0! R1", "B1", rope={"1 blue": "W4"}, barrel=6)
    table.do("0: play R0! own")
    assert table.state.barrel == 6 + 4
    assert [event.values for event in table.told("pulled")] == [(4, 8, 6, 10)]


def test_k12_level_sides_leave_the_barrel_where_it_is() -> None:
    table = at_the_rope("R2! R1", "B1")
    table.do("0: play R2! own")
    assert table.state.barrel == 6
    assert [event.seat for event in table.told("pulled")] == [NOBODY]


def test_k12_the_text_works_only_when_the_card_is_played() -> None:
    rope = {"0 red": "R3! W0", "1 red": "R0!", "0 blue": "W4"}
    table = at_the_rope("mucho-macho R1", "change-sides B1", rope=rope)
    table.do("0: play mucho-macho")  # uncovers one
    table.do("1: play change-sides", "1: move own red")  # and moves one
    assert table.field("0 red") == "R3! R0!"
    assert table.state.barrel == 6
    assert not table.told("pulled")


def test_k13_an_action_may_be_played_without_effect() -> None:
    for code in codes(DECK[45:]).split():
        table = at_the_rope(f"{code} R1", "B1 G1", rope={"0 red": "R3", "1 red": "W4 N"}, barrel=8)
        before = table.state.rope, table.state.barrel
        assert {f"play {code}", f"discard {code}"} <= table.legal()
        table.do(f"0: discard {code}")
        assert (table.state.rope, table.state.barrel) == before
        assert (codes(table.state.discards), table.mover()) == (code, 1)
        assert len(table.hand(1).split()) == 2


@pytest.mark.parametrize(("seat", "barrel"), [(0, 5), (1, 9)])
def test_k13_adrenaline_moves_the_barrel_two_fields_towards_the_player(seat: int, barrel: int) -> None:
    table = at_the_rope(*hands(seat, "adrenaline R1"), barrel=7, mover=seat)
    table.do(f"{seat}: play adrenaline")
    assert table.state.barrel == barrel


def test_k13_a_dirty_trick_steals_blind_and_plays_at_once() -> None:
    table = at_the_rope("dirty-trick R1", "B3 N", piles=("G0 G1", "G2"))
    table.do("0: play dirty-trick")
    assert table.state.chance_kind() == "blind"
    rng = Random(1)
    assert {codes(table.state.sample_chance(rng).values) for _ in range(40)} == {"B3", "N"}
    with pytest.raises(IllegalAction, match="K13"):
        table.chance("blind R1")
    table.chance("blind B3")
    assert table.mover() == 0
    assert table.legal() == {"play B3 own", "play B3 other"}
    assert table.hand(0) == "R1"
    table.do("0: play B3 own")
    assert table.field("0 blue") == "B3"
    assert (table.hand(0), table.hand(1)) == ("R1 G0", "N")  # one refill, and none for the robbed player
    assert codes(table.state.piles[1]) == "G2"
    assert table.mover() == 1


def test_k13_a_stolen_action_can_be_played_or_discarded_but_not_kept() -> None:
    table = at_the_rope("dirty-trick R1", "adrenaline B1", barrel=8)
    table.do("0: play dirty-trick")
    table.chance("blind adrenaline")
    assert table.legal() == {"play adrenaline", "discard adrenaline"}
    table.do("0: play adrenaline")
    assert table.state.barrel == 6
    assert codes(table.state.discards) == "dirty-trick adrenaline"


def test_k13_a_stolen_card_asks_for_its_own_second_step() -> None:
    table = at_the_rope("dirty-trick R1", "good-bye B1", rope={"1 red": "W4"})
    table.do("0: play dirty-trick")
    table.chance("blind good-bye")
    table.do("0: play good-bye", "0: name 4")
    assert table.field("1 red") == ""
    assert table.mover() == 1


def test_k13_a_dirty_trick_against_an_empty_hand_does_nothing() -> None:
    table = at_the_rope("dirty-trick R1", "", piles=("G0", ""))
    table.do("0: play dirty-trick")
    assert (table.mover(), table.hand(0)) == (0, "R1 G0")
    assert [(event.kind, event.seat) for event in table.events] == [("played", 0), ("nothing", 0), ("drew", 0)]


def test_k13_the_last_card_of_a_hand_can_be_stolen() -> None:
    table = at_the_rope("dirty-trick R1", "B1")
    table.do("0: play dirty-trick")
    table.chance("blind B1")
    table.do("0: play B1 other")
    assert table.mover() == 0


def test_k13_how_ruck_and_weak_wins_compare_at_once() -> None:
    rope = {"0 red": "R3", "1 blue": "B0"}
    for card, barrel in (("how-ruck", 4), ("weak-wins", 10)):
        table = at_the_rope(f"{card} R1", "B1", rope=rope, barrel=7)
        table.do(f"0: play {card}")
        assert table.state.barrel == barrel
        assert table.told("pulled")[0].seat == int(card == "weak-wins")
    table = at_the_rope("weak-wins R1", "B1")
    table.do("0: play weak-wins")
    assert table.state.barrel == 6


def test_k13_mucho_macho_discards_ladies_the_white_0_too_but_not_nessie() -> None:
    rope = {"0 red": "W4", "0 blue": "W0", "1 red": "N", "1 green": "G3", "1 blue": "W3 B1"}
    table = at_the_rope("mucho-macho R1", "B2", rope=rope)
    table.do("0: play mucho-macho")
    assert codes(table.state.discards) == "mucho-macho W4 W0"
    assert [table.field(name) for name in ("0 red", "0 blue", "1 red", "1 green", "1 blue")] == [
        "", "", "N", "G3", "W3 B1",
    ]  # fmt: skip


@pytest.mark.parametrize(("seat", "barrel"), [(0, 6), (1, 7)])
def test_k13_the_rope_breaks_and_the_barrel_is_on_the_own_start_field(seat: int, barrel: int) -> None:
    table = at_the_rope(*hands(seat, "rope-breaks R1"), barrel=10, mover=seat)
    table.do(f"{seat}: play rope-breaks")
    assert table.state.barrel == barrel
    assert table.mover() == 1 - seat


def test_k13_changing_sides_moves_a_top_card_of_either_side() -> None:
    rope = {"0 red": "R1 R2", "1 blue": "W3", "1 red": "B0 R0"}
    table = at_the_rope("change-sides G1", "G2", rope={**rope, "1 red": "R0"})
    table.do("0: play change-sides")
    assert table.mover() == 0
    assert table.legal() == {
        "move own red", "move other red", "move other blue to red", "move other blue to blue",
        "move other blue to green",
    }  # fmt: skip
    other = Table()
    other.state = table.state.clone()
    table.do("0: move own red")
    assert (table.field("0 red"), table.field("1 red")) == ("R1", "R0 R2")
    other.do("0: move other blue to red")
    assert (other.field("0 red"), other.field("1 blue")) == ("R1 R2 W3", "")
    assert other.mover() == 1


@pytest.mark.parametrize("field", ["own red", "own green", "other red", "other green"])
@pytest.mark.parametrize("colour", ["red", "blue", "green"])
def test_k13_a_white_card_that_changes_sides_goes_to_any_field(field: str, colour: str) -> None:
    side, at = field.split()
    table = at_the_rope("change-sides R1", "B1", rope={f"{'01'[side == 'other']} {at}": "W4"})
    table.do("0: play change-sides", f"0: move {field} to {colour}")
    assert table.field(f"{'10'[side == 'other']} {colour}") == "W4"


def test_k13_changing_sides_is_seen_from_the_mover() -> None:
    table = at_the_rope("R1", "change-sides G2", rope={"1 green": "N"}, mover=1)
    table.do("1: play change-sides", "1: move own green to green")
    assert (table.field("1 green"), table.field("0 green")) == ("", "N")


def test_k13_changing_sides_without_any_top_card_does_nothing() -> None:
    table = at_the_rope("change-sides G1", "G2")
    table.do("0: play change-sides")
    assert table.mover() == 1
    assert codes(table.state.discards) == "change-sides"


@pytest.mark.parametrize(("value", "gone"), [(0, "R0 W0"), (1, ""), (2, "B2"), (3, "G3"), (4, ""), (5, ""), (6, "N")])
def test_k13_good_bye_discards_the_top_cards_of_a_value_on_both_sides(value: int, gone: str) -> None:
    rope = {"0 red": "R0", "1 red": "W0", "0 blue": "B2", "1 green": "G3", "1 blue": "N"}
    table = at_the_rope("good-bye G1", "G2", rope=rope)
    table.do("0: play good-bye")
    assert table.legal() == {f"name {number}" for number in range(7)}
    table.do(f"0: name {value}")
    assert codes(table.state.discards) == f"good-bye {gone}".strip()
    assert table.mover() == 1


def test_k13_good_bye_asks_even_at_an_empty_rope() -> None:
    table = at_the_rope("good-bye G1", "G2")
    table.do("0: play good-bye", "0: name 2")
    assert table.state.strengths == (6, 6)


@pytest.mark.parametrize("seat", [0, 1])
def test_k13_monstrous_catches_nessie_on_the_other_side(seat: int) -> None:
    table = at_the_rope(*hands(seat, "monstrous G1"), rope={f"{1 - seat} blue": "B1 N"}, mover=seat)
    table.do(f"{seat}: play monstrous")
    assert [(done.winner, done.reason) for done in table.state.rounds] == [(seat, "monstrous")]


def test_k13_monstrous_does_not_catch_a_covered_nessie() -> None:
    table = at_the_rope("monstrous G1", "G2", rope={"1 blue": "N B1"})
    table.do("0: play monstrous")
    assert not table.state.rounds


def test_k13_reinforcements_bring_three_cards_and_then_one() -> None:
    table = at_the_rope("reinforcements G1", "G2", piles=("R0 R1 R2 R3 B0", ""))
    table.do("0: play reinforcements")
    assert table.hand(0) == "R0 R1 R2 R3 G1"
    assert codes(table.state.piles[0]) == "B0"
    assert [codes(event.values) for event in table.told("drew")] == ["R0 R1 R2", "R3"]


def test_k13_nothing_comes_back_from_the_discard_pile_before_the_next_round() -> None:
    table = at_the_rope("mucho-macho R1 R2", "B1", rope={"0 red": "W4"})
    table.do("0: play mucho-macho", "1: play B1 own", "0: play R1 own", "0: play R2 own")
    assert codes(table.state.discards) == "mucho-macho W4"
    table.deal()
    assert table.state.discards == ()


def test_k14_a_barrel_at_an_end_ends_the_round_at_once_whoever_moved_it() -> None:
    table = at_the_rope("R1! R2", "B1", piles=("G1", ""), rope={"1 red": "W4", "1 blue": "W4"}, barrel=9)
    table.do("0: play R1! own")
    assert [(done.winner, done.reason, done.path[-1]) for done in table.state.rounds] == [(1, "end", 9 + 10 - 5)]
    assert table.state.scores == (0, 1)
    assert table.state.phase == "deal"


@pytest.mark.parametrize(("barrel", "winner"), [(6, 0), (7, 1), (2, 0), (11, 1)])
def test_k14_when_all_cards_are_played_the_half_decides(barrel: int, winner: int) -> None:
    table = at_the_rope("R1", "B1", barrel=barrel)
    table.do("0: play R1 own", "1: play B1 own")
    assert [(done.winner, done.reason) for done in table.state.rounds] == [(winner, "half")]


def test_k14_the_next_round_begins_with_all_55_cards() -> None:
    table = at_the_rope("R1", "", barrel=6)
    table.do("0: play R1 own")
    assert (table.state.phase, table.state.round_number) == ("deal", 2)
    assert sorted(table.state.sample_chance(Random(1)).values) == sorted(DECK)
    assert table.field("0 red") == "R1"  # it stays in sight until then
    table.deal()
    assert not any(table.state.rope)
    assert table.state.log == []


def test_k15_what_is_uncovered_counts_and_is_not_hit_by_the_same_effect() -> None:
    rope = {"0 red": "W4 W3", "1 blue": "B3 W2 W0"}
    table = at_the_rope("mucho-macho R1", "good-bye B1", rope=rope)
    table.do("0: play mucho-macho")
    assert (table.field("0 red"), table.field("1 blue")) == ("W4", "B3 W2")
    assert table.state.strengths == (8, 6)
    table = at_the_rope("R1", "good-bye B1", rope={"0 red": "R2 R2", "1 red": "G1"}, mover=1)
    table.do("1: play good-bye", "1: name 2")
    assert table.field("0 red") == "R2"


def test_k16_hands_and_piles_are_secret_and_their_sizes_public() -> None:
    table = at_the_rope("R0 R1", "B0", piles=("R2", "B1 B2"))
    for seat, hand in ((NOBODY, ""), (0, "R0 R1"), (1, "B0")):
        seen = table.seen(seat)
        assert (seen.hand_sizes, seen.pile_sizes) == ((2, 1), (1, 2))
        assert codes(seen.hand) == hand


def test_k16_the_giver_knows_what_was_given_and_nobody_else() -> None:
    table = Table()
    table.deal("R0 R1", "B0 B1")
    table.sort(1)
    table.shuffle()
    assert codes(table.seen(0).given).startswith("R1 ")
    assert codes(table.seen(1).given).startswith("B1 ")
    assert table.seen(NOBODY).given == table.seen(NOBODY).kept == ()
    for event in table.told("sorted") + table.told("drew"):
        assert not event.seen_by(1 - event.seat).values
        assert not event.seen_by(NOBODY).values
        assert event.seen_by(event.seat).values


def test_k17_a_stolen_card_is_shown_to_both() -> None:
    table = at_the_rope("dirty-trick R1", "B3 N")
    table.do("0: play dirty-trick")
    table.chance("blind N")
    assert [codes([table.seen(seat).stolen]) for seat in (0, 1, NOBODY)] == ["N"] * 3
    assert [codes(event.seen_by(NOBODY).values) for event in table.told("stole")] == ["N"]


def at_times(*seconds: float) -> list[float]:
    """Return the times of pairs that took so many seconds each."""
    found, now = [], 0.0
    for second in seconds:
        now += second
        found.append(now)
    return found


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (at_times(*[1.0] * 10), at_times(*[2.0] * 10), "race 0 6"),
        (at_times(*[2.0] * 10), at_times(*[1.0] * 10), "race 1 6"),
        (at_times(*[1.0] * 10), [], "race 0 1"),
        ([], at_times(*[1.0] * 10), "race 1 1"),
        (at_times(*[1.0] * 10), at_times(*[1.0] * 9), "race 0 10"),
        (at_times(*[1.0] * 10), at_times(*[1.0] * 9, 1.2), "race 0 10"),
        (at_times(*[1.0] * 10), at_times(*[1.0] * 9, 1.04), "race even"),
        (at_times(*[1.0] * 9, 1.06), at_times(*[1.0] * 10), "race 1 10"),
    ],
)
def test_k18_times_are_compared_to_a_tenth_of_a_second(first: list[float], second: list[float], code: str) -> None:
    assert encode_chance(judge((first, second))) == code


def test_k18_somebody_has_to_have_sorted_everything() -> None:
    with pytest.raises(ValueError, match="nobody has sorted"):
        judge(([1.0], [2.0]))


def test_k18_a_gentle_clock_counts_a_part_of_the_seconds() -> None:
    (clock,) = [option for option in GAME.preferences if option.name == "clock"]
    assert tuple(clock.choices(2)) == tuple(CLOCKS)
    assert CLOCKS == {"normal": 1.0, "gentle": 0.75, "slow": 0.5}
    assert PAIR_SECONDS == 0.8


@pytest.mark.parametrize("faster", [0, 1])
def test_k19_pairs_put_off_are_left_and_sorted_in_the_order_of_the_pile(faster: int) -> None:
    slower = 1 - faster
    table = Table(race="clock")
    table.deal()
    pile = codes(table.state.piles[slower]).split()
    table.sort(2)
    table.chance(f"race {faster} 6 later 2 5")
    placed = [0, 2, 3, 5, 6, 7]
    seen = table.seen(slower)
    assert codes(seen.kept).split() == [pile[2 * n + 1] for n in placed]
    assert codes(seen.given).split() == [pile[2 * n] for n in placed]
    for event in table.told("sorted"):
        if event.seat == slower:
            assert event.values == (*seen.kept, *seen.given)
    assert table.seen(faster).placed == 6
    assert table.seen(NOBODY).pairs_left[slower] == 4
    for n in (1, 4, 8, 9):
        assert codes(table.seen(faster).pair).split() == pile[2 * n : 2 * n + 2]
        table.do(f"{faster}: split 1")
    assert [len(table.team(seat)) for seat in (0, 1)] == [20, 20]
    table.shuffle()
    assert table.mover() == faster


@pytest.mark.parametrize("code", ["race 0 7 later 3", "race 1 1 later 1 2 3 4 5 6 7 8 9", "race 0 9 later 9"])
def test_k19_the_clock_says_which_pairs_were_put_off(code: str) -> None:
    assert GAME.encode_chance(GAME.decode_chance(code)) == code


@pytest.mark.parametrize(
    "code",
    [
        "race 0 7 later", "race 0 7 later ", "race 0 7 later 0", "race 0 7 later 03", "race 0 7 later 3 3",
        "race 0 7 later 5 3", "race 0 7 later 8", "race 0 9 later 3 5", "race 0 10 later 1", "race even later 1",
        "race 0 7 3", "race 0 7 later 3 later 5", "race 0 7 later x",
    ],
)  # fmt: skip
def test_k19_pairs_that_cannot_have_been_put_off_are_refused(code: str) -> None:
    """A pair that lies below all that were placed is left like any other: it has no code of its own."""
    with pytest.raises(InvalidAction):
        GAME.decode_chance(code)


@pytest.mark.parametrize(
    ("order", "in_time", "code"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 6, "race 0 7"),
        ([1, 2, 4, 5, 6, 7, 8], 6, "race 0 7 later 3"),
        ([1, 2, 4, 5, 6, 7, 8, 9, 10, 3], 6, "race 0 7 later 3"),
        ([2, 3, 4, 5, 7, 8, 9, 10, 6, 1], 8, "race 0 9 later 1"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 10, 9], 8, "race 0 9 later 9"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 10, 9], 7, "race 0 8"),
        ([1, 2, 4, 5, 6, 7, 8, 9, 10, 3], 9, "race 0 10"),
    ],
)
def test_k19_the_pairs_count_in_the_order_in_which_they_were_placed(order: list[int], in_time: int, code: str) -> None:
    times = [1.0] * in_time + [3.0] * (len(order) - in_time)
    assert encode_chance(judge(([2.0] * 10, times), (range(1, 11), order))) == code


# -- the worked examples ---------------------------------------------------------------------------


def test_e1_two_teams_compare() -> None:
    rope = {"0 red": "R2", "0 blue": "B1", "0 green": "G3", "1 red": "R3", "1 blue": "B2", "1 green": "W4"}
    table = at_the_rope("how-ruck R1", "B0", rope=rope, barrel=6)
    assert table.state.strengths == (6, 9)
    table.do("0: play how-ruck")
    assert table.state.barrel == 9


def test_e2_an_empty_rope_is_level() -> None:
    table = at_the_rope("how-ruck R1", "B0")
    table.do("0: play how-ruck")
    assert (table.state.strengths, table.state.barrel) == ((6, 6), 6)


def test_e3_a_weak_man_on_the_other_side() -> None:
    table = at_the_rope("R0! R1", "B0", rope={"1 red": "R3"}, barrel=6)
    assert table.state.strengths == (6, 7)
    table.do("0: play R0! other")
    assert table.field("1 red") == "R3 R0!"
    assert (table.state.strengths, table.state.barrel) == ((6, 4), 4)


def test_e4_adrenaline_on_field_3_wins_the_round() -> None:
    table = at_the_rope("adrenaline R1", "B0", barrel=3)
    table.do("0: play adrenaline")
    assert table.state.barrel == 1
    assert [done.winner for done in table.state.rounds] == [0]


def test_e5_ladies_leave_and_nessie_stays() -> None:
    table = at_the_rope("R1", "mucho-macho B0", rope={"0 blue": "B1 W4", "1 green": "N"}, mover=1)
    assert table.state.strengths == (8, 10)
    table.do("1: play mucho-macho")
    assert table.state.strengths == (5, 10)


def test_e6_monstrous_without_nessie_opposite() -> None:
    table = at_the_rope("monstrous R1", "B0", rope={"0 red": "N"})
    table.do("0: play monstrous")
    assert not table.state.rounds
    assert [event.kind for event in table.events] == ["played", "nothing"]


def test_e7_the_last_reinforcements() -> None:
    table = at_the_rope("reinforcements R1", "B0", piles=("G0 G1", ""))
    table.do("0: play reinforcements")
    assert (table.hand(0), table.state.piles[0]) == ("R1 G0 G1", ())


def test_e8_alone_at_the_rope() -> None:
    table = at_the_rope("R1 R2", "", barrel=7)
    table.do("0: play R1 own", "0: play R2 own")
    assert [(done.winner, done.reason) for done in table.state.rounds] == [(1, "half")]


def test_e9_stopped_in_the_seventh_pair() -> None:
    table = raced("race 1 7")
    assert (table.mover(), table.state.barrel, table.seen(1).pairs_left) == (1, 7, (3, 0))
    table.do("1: split 1", "1: split 1", "1: split 1")
    table.shuffle()
    assert table.mover() == 1
    assert [len(hand) for hand in table.state.hands] == [6, 6]


def test_e10_the_stolen_reinforcements() -> None:
    table = at_the_rope("dirty-trick R1", "reinforcements B0", piles=("G0 G1 G2 G3 W0", "W2"))
    table.do("0: play dirty-trick")
    table.chance("blind reinforcements")
    table.do("0: play reinforcements")
    assert (table.hand(0), table.hand(1)) == ("R1 G0 G1 G2 G3", "B0")
    assert table.mover() == 1


def test_e11_a_tie_of_lots() -> None:
    table = Table()
    table.deal(aside="B2 B2 G0 adrenaline")
    table.sort()
    assert table.state.leader == 0
    assert len(table.seen(0).lots) == 2


def test_the_summary_of_a_position_stays_as_it_is() -> None:
    """Records hold its hash: a single other letter, and no old match could be checked."""
    table = Table(race="clock")
    assert HowRuckState().summary() == GAME.new_state().summary() == table.state.summary()
    assert table.state.summary() == (
        "race=clock teams=built goal=3 round=1 scores=0.0 rounds=- winners=- phase=deal player=-1 leader=-1 placed=10 "
        "lots=0 aside=- piles=-/- kept=-/- given=-/- hands=-/- stolen=- rope=-/-/-/-/-/- barrel=0 discards=- log=- "
        "path=-"
    )
    table = at_the_rope("R1! adrenaline", "N dirty-trick", ("R0 R2", "B0"), {"0 red": "R3 W4"}, goal=2)
    table.state.aside = ()
    table.do("0: play R1! own", "1: play dirty-trick")
    table.chance("blind adrenaline")
    assert table.state.summary() == (
        "race=even teams=dealt goal=2 round=1 scores=0.0 rounds=- winners=- phase=stolen player=1 leader=0 placed=10 "
        "lots=0 aside=- piles=R2/B0 kept=-/- given=-/- hands=R0/N stolen=adrenaline rope=R3.W4.R1!/-/-/-/-/- barrel=7 "
        "discards=dirty-trick log=10.339.541 path=6.7.7.7"
    )
    table.state.barrel = 11
    table.do("1: play adrenaline")
    table.state.rounds *= 2
    assert table.state.summary() == (
        "race=even teams=dealt goal=2 round=2 scores=0.1 rounds=0:1:end:6.7.7.7.13:0.7|0:1:end:6.7.7.7.13:0.7 "
        "winners=- phase=deal player=-1 leader=-1 placed=10 lots=0 aside=- piles=-/- kept=-/- given=-/- hands=-/- "
        "stolen=- rope=R3.W4.R1!/-/-/-/-/- barrel=13 discards=dirty-trick.adrenaline log=10.339.541.338 path=6.7.7.7.13"
    )
