"""The rules page, rule by rule and example by example, in the text codes of the contract.

Every hand is given in full: what a player does not hold matters as much as what he holds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from herrlof.game import IllegalAction
from herrlof.games.herrlof import scoring
from tests.games.herrlof.table import Table

CHANCE, TERMINAL = -1, -4
BLUE, GREEN, RED, YELLOW, NO_TRUMP = 0, 1, 2, 3, -1
EDITIONS = ("english", "dutch")
PLAIN = [f"{colour}{number}" for number in (2, 4, 5, 7, 8) for colour in "YRGB"]
POWERS = [f"{colour}{number}" for number in (1, 3, 6, 9) for colour in "YRGB"]
ALL_CARDS = PLAIN + POWERS + ["V"] * 3 + ["H"] * 3
HAND_SIZE = {2: 15, 3: 11}
DECK_SIZE = {2: 11, 3: 8}


# -- setting a table -------------------------------------------------------------------------------


def full_hands(hands: Sequence[str], turned: str, deck: str, without: Mapping[int, str] | None = None) -> list[str]:
    """The hands filled up with cards that are left, plain numbers first.

    without[seat]: the letters of cards (B G R Y V H) that this seat does not get beyond those named.
    """
    without = without or {}
    seats = len(hands)
    filled = [hand.split() for hand in hands]
    left = list(ALL_CARDS)
    for card in " ".join([*hands, turned, deck]).split():
        left.remove(card)
    for seat in sorted(range(seats), key=lambda seat: -len(without.get(seat, ""))):
        for card in list(left):
            if len(filled[seat]) < HAND_SIZE[seats] and card[0] not in without.get(seat, ""):
                filled[seat].append(card)
                left.remove(card)
        assert len(filled[seat]) == HAND_SIZE[seats], "the test asks for an impossible hand"
    return [" ".join(hand) for hand in filled]


def table_with(
    *hands: str,
    turned: str = "H",
    deck: str = "",
    without: Mapping[int, str] | None = None,
    edition: str = "english",
) -> Table:
    """A table at which seat 0 leads, with these cards, everybody having predicted 0."""
    seats = len(hands)
    table = Table(seats=seats, edition=edition, first_dealer=seats - 1)
    table.deal(full_hands(hands, turned, deck, without), turned=turned, deck=deck)
    table.predict(*[0] * seats)
    assert table.mover() == 0
    return table


def cards_of(table: Table, seat: int) -> list[str]:
    """The hand of a seat, as one sorted list whatever the engine's order is."""
    return sorted(table.state.hands_text(seat))


def plays(cards: Sequence[str]) -> set[str]:
    """The actions that play these cards."""
    return {f"play {card}" for card in cards}


def following(table: Table, colour: str) -> set[str]:
    """What the mover may play when it holds the colour to follow."""
    return plays([card for card in cards_of(table, table.mover()) if card[0] in (colour, "V", "H")])


def tricks(table: Table) -> tuple[int, ...]:
    """The tricks held by each seat."""
    return tuple(table.state.tricks_won)


def scores(table: Table) -> tuple[int, ...]:
    """The score of each seat."""
    return tuple(table.state.scores)


def winners(table: Table) -> tuple[int, ...]:
    """The seats that have won the match."""
    return tuple(sorted(table.state.winners))


def play(table: Table, *cards: str) -> None:
    """Play these cards in order, whoever has the turn, and pass whenever that is possible."""
    for card in cards:
        table.do(f"{table.mover()}: play {card}")
        while table.mover() >= 0 and "pass" in table.legal():
            table.do(f"{table.mover()}: pass")


# -- whole rounds with a known result --------------------------------------------------------------
#
# No trump, and nobody holds a colour that another player leads: every lead wins. A 9 hands the lead to the
# next player. So the leader first loses the wished number of tricks to Valknut, then wins its share, the last
# of it with the 9; then the next player does the same.


def round_hands(seats: int, leader: int, destroyed: int) -> list[list[str]]:
    """The hands for such a round, by seat."""
    blues = [f"B{number}" for number in range(1, 7)]
    own = [[f"{colour}{number}" for number in range(1, 10)] for colour in "GRY"]
    if seats == 2:
        piles = [own[0] + ["V"] * destroyed + blues[destroyed:], own[1] + own[2][:6]]
    else:
        piles = [own[0] + ["V"] * destroyed + blues[destroyed:2], own[1] + blues[2:4], own[2] + blues[4:6]]
    hands: list[list[str]] = [[] for _ in range(seats)]
    for place, pile in enumerate(piles):
        hands[(leader + place) % seats] = pile
    return hands


def deal_round(table: Table, leader: int, predictions: Sequence[int], destroyed: int = 0) -> list[list[str]]:
    """Deal such a round, enter the predictions, and return the hands."""
    hands = round_hands(len(predictions), leader, destroyed)
    table.deal([" ".join(hand) for hand in hands], turned="H")
    assert table.mover() == leader  # R2, R6: the player left of the dealer comes first
    table.predict(*predictions)
    return hands


def play_round(table: Table, leader: int, made: Sequence[int], predictions: Sequence[int], destroyed: int = 0) -> None:
    """A whole round in which seat s makes made[s] tricks and has predicted predictions[s]."""
    seats = len(made)
    assert sum(made) + destroyed == HAND_SIZE[seats], "the test asks for an impossible round"
    hands = deal_round(table, leader, predictions, destroyed)
    order = [(leader + place) % seats for place in range(seats)]
    order = [seat for seat in order if made[seat]]
    nines = {seat: next(card for card in hands[seat] if card[1:] == "9") for seat in order}

    def throw(seat: int) -> str:
        """A card that is not needed: blue first; the 9 last, but first if nobody leads after this seat."""
        hand = hands[seat]
        keep_nine = seat in order[:-1]
        choice = sorted(
            (card for card in hand if card != "V"),
            key=lambda card: (card[1:] == "9") if keep_nine else (card[1:] != "9"),
        )
        blue = [card for card in choice if card[0] == "B" and (keep_nine or choice[0][1:] != "9")]
        card = blue[0] if blue else choice[0]
        hand.remove(card)
        return card

    def trick(card: str) -> None:
        """The mover leads this card, and the others throw one away."""
        lead = table.mover()
        hands[lead].remove(card)
        play(table, card)
        for place in range(1, seats):
            play(table, throw((lead + place) % seats))

    for _ in range(destroyed):
        trick("V")
    for seat in order:
        for left in range(made[seat], 0, -1):
            assert table.mover() == seat
            hand_over = left == 1 and seat != order[-1]
            led = [card for card in hands[seat] if card[1:] != "9" and (seats == 2 or card[0] != "B")]
            trick(nines[seat] if hand_over or not led else led[0])
    assert table.mover() in (CHANCE, TERMINAL)


def rotated(leader: int, *shares: int) -> list[int]:
    """Shares given from the leader on, as a list by seat."""
    seats = len(shares)
    return [shares[(seat - leader) % seats] for seat in range(seats)]


# -- deck and deal ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_r1_every_deal_uses_the_42_cards(seats: int) -> None:
    table = Table(seats=seats)
    table.deal(["V"] * seats, turned="R5", deck="H B1")
    seen = [*table.state.deck_text(), "R5"]
    for seat in range(seats):
        seen += cards_of(table, seat)
    assert len(seen) == 42
    assert Counter(seen) == Counter(ALL_CARDS)
    assert Counter(seen)["V"] == 3
    assert Counter(seen)["H"] == 3


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("first_dealer", [0, 1])
def test_r2_any_player_may_be_the_first_dealer(seats: int, first_dealer: int) -> None:
    table = Table(seats=seats, first_dealer=first_dealer)
    table.deal([""] * seats)
    assert table.state.dealer == first_dealer
    assert table.mover() == (first_dealer + 1) % seats


@pytest.mark.parametrize("seats", [2, 3])
def test_r2_the_deal_passes_to_the_left(seats: int) -> None:
    table = Table(seats=seats, goal=999, first_dealer=0)
    for number in range(4):
        table.deal([""] * seats)
        assert table.state.dealer == number % seats
        assert table.state.round_number == number + 1
        assert table.mover() == (number + 1) % seats
        table.predict(*[0] * seats)
        table.play_out()


@pytest.mark.parametrize(("seats", "hand", "deck"), [(2, 15, 11), (3, 11, 8)])
def test_r3_hands_and_deck(seats: int, hand: int, deck: int) -> None:
    table = Table(seats=seats)
    table.deal([""] * seats, turned="G4", deck="Y2 Y5")
    assert [len(cards_of(table, seat)) for seat in range(seats)] == [hand] * seats
    assert len(table.state.deck_text()) == deck
    assert list(table.state.deck_text())[:2] == ["Y2", "Y5"]
    assert "G4" not in table.state.deck_text()
    assert all("G4" not in cards_of(table, seat) for seat in range(seats))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("turned", "trump"),
    [("B1", BLUE), ("G9", GREEN), ("R3", RED), ("Y6", YELLOW), ("V", NO_TRUMP), ("H", NO_TRUMP)],
)
def test_r3_the_turned_card_names_the_trump(seats: int, turned: str, trump: int) -> None:
    table = Table(seats=seats)
    table.deal([""] * seats, turned=turned)
    assert table.state.trump == trump


@pytest.mark.parametrize("seats", [2, 3])
def test_r3_every_round_has_its_own_trump(seats: int) -> None:
    table = Table(seats=seats, goal=999)
    for turned, trump in (("B2", BLUE), ("H", NO_TRUMP), ("Y9", YELLOW)):
        table.deal([""] * seats, turned=turned)
        assert table.state.trump == trump
        assert tricks(table) == (0,) * seats
        table.predict(*[0] * seats)
        table.play_out()


def test_r4_a_3_keeps_the_size_of_the_deck() -> None:
    table = table_with("B3", "B7", turned="R2", deck="Y4 Y5")
    table.do("0: play B3", "0: draw")
    assert len(table.state.deck_text()) == 10
    table.do("0: discard Y4")
    assert len(table.state.deck_text()) == 11


def test_r4_only_a_second_valknut_takes_a_card_from_the_deck() -> None:
    two = table_with("V", "V", turned="R2", deck="Y4 Y5")
    two.do("0: play V")
    assert len(two.state.deck_text()) == 11
    two.do("1: play V")
    assert len(two.state.deck_text()) == 10
    three = table_with("V", "V", "V", turned="R2", deck="Y4 Y5")
    three.do("0: play V", "1: play V", "2: play V")
    assert len(three.state.deck_text()) == 7


# -- prediction ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "most"), [(2, 15), (3, 11)])
def test_r5_the_range_does_not_depend_on_the_others(seats: int, most: int) -> None:
    table = Table(seats=seats, first_dealer=0)
    table.deal([""] * seats)
    anything = {f"predict {number}" for number in range(most + 1)}
    for place in range(seats):
        assert table.mover() == (1 + place) % seats
        assert table.legal() == anything
        table.do(f"{table.mover()}: predict {most}")
    assert not any(move.startswith("predict") for move in table.legal())


def test_r5_a_prediction_is_never_changed() -> None:
    table = table_with("B7", "R4")
    table.refused("0: predict 3")


def test_r5_a_prediction_stays_secret_until_the_round_is_over() -> None:
    tables = []
    for prediction in (15, 14):  # both too many: one trick is destroyed, and seat 0 wins some
        table = Table(seats=2, first_dealer=0)
        deal_round(table, 1, [0, prediction], destroyed=3)
        assert "1: predict ?" in table.history(0)
        assert f"1: predict {prediction}" not in table.history(0)
        assert f"1: predict {prediction}" in table.history(1)
        assert "0: predict ?" in table.history(1)
        play(table, "V", "R1")
        tables.append(table)
    assert tables[0].seen(0) == tables[1].seen(0)
    assert tables[0].seen(1) != tables[1].seen(1)
    for table in tables:
        table.play_out()
    assert scores(tables[0]) == scores(tables[1])
    assert tables[0].seen(0) != tables[1].seen(0)


def test_r5_the_third_player_learns_nothing_either() -> None:
    tables = []
    for predictions in ([4, 5, 6], [1, 2, 6]):
        table = Table(seats=3, first_dealer=2)
        deal_round(table, 0, predictions)
        assert "0: predict ?" in table.history(2)
        assert "1: predict ?" in table.history(2)
        assert "2: predict 6" in table.history(2)
        tables.append(table)
    assert tables[0].seen(2) == tables[1].seen(2)


# -- playing a card --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("dealer", [0, 1])
def test_r6_the_player_left_of_the_dealer_leads_any_card(seats: int, dealer: int) -> None:
    table = Table(seats=seats, first_dealer=dealer)
    leader = (dealer + 1) % seats
    hands = ["H"] * seats
    hands[leader] = "B2 G2 R2 Y2 V"
    table.deal(hands, turned="B5")
    table.predict(*[1] * seats)
    assert table.mover() == leader
    assert table.state.leader == leader
    assert table.legal() == plays(cards_of(table, leader))


def test_r6_play_goes_round_to_the_left() -> None:
    table = Table(seats=3, first_dealer=0)
    table.deal(full_hands(["B2", "B4", "B5"], "H", ""), turned="H")
    table.predict(0, 0, 0)
    table.do("1: play B4", "2: play B5", "0: play B2")
    assert table.mover() == 2


def test_r7_follow_or_valknut_or_hagalaz() -> None:
    table = table_with("G7", "G2 G9 R8 B3 Y1 V H", turned="B5")
    table.do("0: play G7")
    assert table.mover() == 1
    assert table.legal() == following(table, "G")
    assert {"play G2", "play G9", "play V", "play H"} <= table.legal()
    assert "play R8" not in table.legal()
    assert "play B3" not in table.legal()


def test_r7_the_refusal_names_the_rule() -> None:
    table = table_with("G7", "G2 R8 B3", turned="B5")
    table.do("0: play G7")
    assert "(R7)" in table.refused("1: play R8")
    assert "(R7)" in table.refused("1: play B3")
    assert table.mover() == 1


def test_r7_without_the_colour_any_card() -> None:
    table = table_with("G7", "R8 B3 Y1 V H", turned="B5", without={1: "G"})
    table.do("0: play G7")
    assert table.legal() == plays(cards_of(table, 1))
    assert len(cards_of(table, 1)) == 15


@pytest.mark.parametrize("led", ["V", "H"])
def test_r7_after_a_led_valknut_or_hagalaz_any_card(led: str) -> None:
    table = table_with(led, "B2 G2 R2 Y2 V H", turned="B5")
    table.do(f"0: play {led}")
    assert table.legal() == plays(cards_of(table, 1))


@pytest.mark.parametrize("led", ["V", "H"])
def test_r7_the_first_coloured_card_binds_the_third_player(led: str) -> None:
    table = table_with(led, "Y5", "Y2 R8 V H", turned="R5")
    table.do(f"0: play {led}", "1: play Y5")
    assert table.mover() == 2
    assert table.legal() == following(table, "Y")
    assert "(R7)" in table.refused("2: play R8")


@pytest.mark.parametrize("second", ["V", "H"])
def test_r7_the_led_colour_still_binds_after_a_valknut_or_hagalaz(second: str) -> None:
    table = table_with("Y5", f"{second} Y4", "Y2 R8 V H", turned="R5")
    table.do("0: play Y5", f"1: play {second}")
    assert table.legal() == following(table, "Y")


def test_r7_the_led_colour_counts_not_the_second_one() -> None:
    table = table_with("Y5", "G8", "Y2 G4", turned="R5", without={1: "Y"})
    table.do("0: play Y5", "1: play G8")
    assert table.legal() == following(table, "Y")
    assert "play G4" not in table.legal()


@pytest.mark.parametrize(("first", "second"), [("H", "H"), ("H", "V"), ("V", "H"), ("V", "V")])
def test_r7_two_colourless_cards_leave_the_third_player_free(first: str, second: str) -> None:
    table = table_with(first, second, "B2 G2 R2 Y2", turned="R5")
    table.do(f"0: play {first}", f"1: play {second}")
    assert table.legal() == plays(cards_of(table, 2))


def test_r7_identical_cards_are_one_choice() -> None:
    table = table_with("V V V H H H", "", turned="R5")
    assert {"play V", "play H"} <= table.legal()
    assert len(table.legal()) == 9 + 2


def test_r8_no_duty_to_trump() -> None:
    table = table_with("G7", "B8 B2 Y5", turned="B5", without={1: "G"})
    table.do("0: play G7")
    assert {"play B8", "play B2", "play Y5"} <= table.legal()
    table.do("1: play Y5")
    assert tricks(table) == (1, 0)


def test_r8_no_duty_to_beat() -> None:
    table = table_with("G7", "G8 G2", turned="B5")
    table.do("0: play G7")
    assert {"play G8", "play G2"} <= table.legal()
    table.do("1: play G2")
    assert tricks(table) == (1, 0)


# -- the 3 -----------------------------------------------------------------------------------------


def test_r9_draw_and_discard() -> None:
    table = table_with("G3 B2", "G7", deck="R4 Y5")
    table.do("0: play G3")
    assert table.mover() == 0
    assert table.legal() == {"draw", "pass"}
    before = cards_of(table, 0)
    assert len(before) == 14
    table.do("0: draw")
    assert table.mover() == 0
    assert cards_of(table, 0) == sorted([*before, "R4"])
    assert table.state.deck_text()[0] == "Y5"
    assert table.legal() == {f"discard {card}" for card in cards_of(table, 0)}
    table.do("0: discard B2")
    assert table.state.deck_text()[-1] == "B2"
    assert table.state.deck_text()[0] == "Y5"
    assert "B2" not in cards_of(table, 0)
    assert "R4" in cards_of(table, 0)
    assert len(cards_of(table, 0)) == 14
    assert table.mover() == 1
    assert table.legal() == following(table, "G")


def test_r9_the_drawn_card_may_go_back() -> None:
    table = table_with("G3", "G7", deck="R4 Y5")
    before = cards_of(table, 0)
    before.remove("G3")
    table.do("0: play G3", "0: draw", "0: discard R4")
    assert cards_of(table, 0) == before
    assert table.state.deck_text()[-1] == "R4"
    assert table.mover() == 1


def test_r9_passing_changes_nothing() -> None:
    table = table_with("G3", "G7", deck="R4 Y5")
    deck = list(table.state.deck_text())
    table.do("0: play G3", "0: pass")
    assert list(table.state.deck_text()) == deck
    assert len(cards_of(table, 0)) == 14
    assert table.mover() == 1


def test_r9_before_the_next_player_and_before_the_trick_is_settled() -> None:
    table = table_with("G7", "G3", turned="B5", deck="R4")
    table.do("0: play G7", "1: play G3")
    assert table.mover() == 1
    assert table.legal() == {"draw", "pass"}
    assert tricks(table) == (0, 0)
    table.do("1: draw", "1: discard R4")
    assert tricks(table) == (1, 0)
    assert table.mover() == 0


def test_r9_in_the_middle_of_a_trick_of_three() -> None:
    table = table_with("G7", "G3", "G8", deck="R4")
    table.do("0: play G7", "1: play G3", "1: draw", "1: discard R4", "2: play G8")
    assert tricks(table) == (0, 0, 1)


@pytest.mark.parametrize(("first", "second", "drawer"), [("V", "B3", 1), ("B3", "V", 0)])
def test_r9_in_a_destroyed_trick_too(first: str, second: str, drawer: int) -> None:
    table = table_with(first, second, deck="R4")
    table.do(f"0: play {first}")
    if drawer == 1:
        table.do(f"1: play {second}")
    assert table.legal() == {"draw", "pass"}
    table.do(f"{drawer}: draw", f"{drawer}: discard R4")
    if drawer == 0:
        table.do(f"1: play {second}")
    assert tricks(table) == (0, 0)
    assert table.mover() == 0


def test_r9_a_winning_3_too() -> None:
    table = table_with("G3", "G2", deck="R4")
    table.do("0: play G3", "0: draw", "0: discard R4", "1: play G2")
    assert tricks(table) == (1, 0)


def test_r9_a_drawn_card_can_be_played_in_the_same_round() -> None:
    table = table_with("G3 B2", "G2", deck="V")
    table.do("0: play G3", "0: draw", "0: discard B2", "1: play G2")
    assert "play V" in table.legal()


def test_r9_nobody_else_learns_the_cards() -> None:
    tables = []
    for deck in ("R4 Y5", "Y5 R4"):
        table = table_with("G3 B2 B7", "G8", "G5", deck=deck)
        tables.append(table)
        table.do("0: play G3")
    assert tables[0].seen(0) == tables[1].seen(0)  # the choice is made before the card is seen
    for table, thrown in zip(tables, ("B2", "B7"), strict=True):
        drawn = table.state.deck_text()[0]
        table.do("0: draw", f"0: discard {thrown}")
        assert f"0: draw {drawn}" in table.history(0)
        assert f"0: discard {thrown}" in table.history(0)
        for seat in (1, 2):
            assert "0: draw ?" in table.history(seat)
            assert "0: discard ?" in table.history(seat)
            assert f"0: draw {drawn}" not in table.history(seat)
            assert f"0: discard {thrown}" not in table.history(seat)
    assert tables[0].seen(1) == tables[1].seen(1)
    assert tables[0].seen(2) == tables[1].seen(2)
    assert tables[0].seen(0) != tables[1].seen(0)


@pytest.mark.parametrize(
    ("orders", "threes"),
    [
        (
            (
                "G1 G2 G4 G5 G6 G7 G8 B1 B2 B3 B4 B5 B6 G9 G3",
                "R1 R2 R4 R5 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 Y6 R3",
            ),
            ("G3", "R3"),
        ),
        (
            (
                "G1 G2 G4 G5 G6 G7 G8 B1 B2 G9 G3",
                "B3 B4 R1 R2 R4 R5 R6 R7 R8 R9 R3",
                "B5 B6 Y1 Y2 Y4 Y5 Y6 Y7 Y8 Y9 Y3",
            ),
            ("G3", "R3", "Y3"),
        ),
    ],
)
def test_r10_a_3_as_the_last_card_asks_nothing(orders: tuple[str, ...], threes: tuple[str, ...]) -> None:
    seats = len(orders)
    table = Table(seats=seats, first_dealer=seats - 1, goal=999)
    table.deal(list(orders), turned="H")
    table.predict(*[0] * seats)
    for cards in list(zip(*[order.split() for order in orders], strict=True))[:-1]:
        assert table.mover() == 0  # seat 0 wins every trick
        play(table, *cards)
    assert [cards_of(table, seat) for seat in range(seats)] == [[three] for three in threes]
    for place in range(seats):
        seat = (1 + place) % seats  # the 9 has handed the lead to seat 1
        assert table.mover() == seat
        assert table.legal() == {f"play {threes[seat]}"}
        table.do(f"{seat}: play {threes[seat]}")
    assert table.mover() == CHANCE  # the round is over
    made = HAND_SIZE[seats] - 1
    assert scores(table) == ((made, 1) if seats == 2 else (made, 1, 10))


def test_r10_a_3_as_the_last_but_one_card_still_asks() -> None:
    table = Table(seats=2, first_dealer=1, goal=999)
    mine = "G1 G2 G4 G5 G6 G7 G8 B1 B2 B3 B4 B5 B6 G3 G9"
    theirs = "R1 R2 R4 R5 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 R3 Y6"
    table.deal([mine, theirs], turned="H", deck="B9")
    table.predict(0, 0)
    for pair in list(zip(mine.split(), theirs.split(), strict=True))[:-2]:
        play(table, *pair)
    table.do("0: play G3")
    assert table.legal() == {"draw", "pass"}
    table.do("0: draw")
    assert table.legal() == {"discard G9", "discard B9"}
    table.do("0: discard G9", "1: play R3")
    assert table.legal() == {"draw", "pass"}
    table.do("1: pass", "0: play B9", "1: play Y6")
    assert table.mover() == CHANCE
    assert scores(table) == (15, 10)


# -- who wins the trick ----------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), [("V", "G2"), ("G2", "V")])
def test_r11_a_valknut_destroys_the_trick(first: str, second: str) -> None:
    table = table_with(first, second, turned="R5")
    table.do(f"0: play {first}", f"1: play {second}")
    assert tricks(table) == (0, 0)
    assert table.mover() == 0
    assert table.state.leader == 0
    assert len(table.state.deck_text()) == 11
    assert table.state.trump == RED


def test_r11_everybody_still_plays_and_follows() -> None:
    table = table_with("G5", "V G4", "G2 R8 V H", turned="R5")
    table.do("0: play G5", "1: play V")
    assert table.mover() == 2
    assert table.legal() == following(table, "G")
    table.do("2: play G2")
    assert tricks(table) == (0, 0, 0)
    assert table.mover() == 0


@pytest.mark.parametrize("power", ["B1", "B6", "B9"])
def test_r11_no_other_power_acts(power: str) -> None:
    table = table_with(f"{power} G2", "V G8", "H G5", turned="B2")
    table.do("0: play G2", "1: play G8", "2: play G5")  # seat 1 holds a trick that a 1 could take
    assert table.mover() == 1
    table.do("1: play V", "2: play H", f"0: play {power}")
    assert tricks(table) == (0, 1, 0)
    assert table.mover() == 1  # neither the player of the Hagalaz nor the one left of the 9
    assert table.legal() == plays(cards_of(table, 1))


def test_r11_a_hagalaz_in_a_destroyed_trick_does_not_lead() -> None:
    table = table_with("V", "H")
    table.do("0: play V", "1: play H")
    assert table.mover() == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_r11_nobody_scores_a_destroyed_trick(edition: str) -> None:
    table = Table(seats=2, edition=edition, goal=999, first_dealer=1)
    play_round(table, 0, [6, 6], [0, 0], destroyed=3)
    assert scores(table) == (6, 6)


@pytest.mark.parametrize(
    ("turned", "trump"), [("Y4", YELLOW), ("B9", BLUE), ("R7", RED), ("H", NO_TRUMP), ("V", NO_TRUMP)]
)
def test_r12_two_valknut_turn_a_new_trump(turned: str, trump: int) -> None:
    table = table_with("V", "V", turned="R5", deck=f"{turned} G4", without={0: "V", 1: "V"})
    table.do("0: play V")
    assert table.state.trump == RED
    table.do("1: play V")
    assert table.state.trump == trump
    assert table.state.deck_text()[0] == "G4"
    assert len(table.state.deck_text()) == 10
    assert tricks(table) == (0, 0)
    assert table.mover() == 0


def test_r12_the_new_trump_decides_later_tricks() -> None:
    table = table_with("V G8", "V Y2", turned="R5", deck="Y4", without={1: "G"})
    play(table, "V", "V", "G8", "Y2")
    assert tricks(table) == (0, 1)


def test_r12_no_trump_decides_nothing() -> None:
    table = table_with("V G8", "V R2", turned="R5", deck="H", without={1: "G"})
    play(table, "V", "V", "G8", "R2")
    assert tricks(table) == (1, 0)


def test_r12_valknut_in_different_tricks_turn_nothing() -> None:
    table = table_with("V V", "G2 G4", turned="R5", deck="Y4", without={1: "V"})
    play(table, "V", "G2", "V", "G4")
    assert table.state.trump == RED
    assert len(table.state.deck_text()) == 11


def test_r12_three_valknut_turn_one_card() -> None:
    table = table_with("V", "V", "V", turned="R5", deck="Y4 G4")
    table.do("0: play V", "1: play V", "2: play V")
    assert table.state.trump == YELLOW
    assert table.state.deck_text()[0] == "G4"
    assert tricks(table) == (0, 0, 0)
    assert table.mover() == 0


@pytest.mark.parametrize(
    ("turned", "cards", "winner"),
    [
        ("R4", ("G7", "G8"), 1),
        ("R4", ("G8", "G7"), 0),
        ("R4", ("G2", "Y8"), 0),  # another colour
        ("R4", ("G8", "R2"), 1),  # a trump
        ("R4", ("R2", "R8"), 1),
        ("R4", ("R2", "Y8"), 0),
        ("V", ("G2", "R8"), 0),  # no trump
        ("R4", ("G2", "H"), 0),
        ("R4", ("H", "G2"), 1),
        ("R4", ("H", "H"), 0),
        ("H", ("H", "H"), 0),
    ],
)
def test_r13_who_wins_between_two(turned: str, cards: tuple[str, str], winner: int) -> None:
    without = {1: cards[0][0]} if cards[1][0] not in (cards[0][0], "H") and cards[0] != "H" else {}
    table = table_with(*cards, turned=turned, without=without)
    play(table, *cards)
    assert tricks(table) == tuple(int(seat == winner) for seat in (0, 1))


@pytest.mark.parametrize(
    ("turned", "cards", "winner"),
    [
        ("R4", ("G7", "G8", "G2"), 1),
        ("R4", ("G7", "R2", "R5"), 2),  # the higher of two trumps
        ("R4", ("G7", "R5", "R2"), 1),
        ("R4", ("R2", "G8", "Y8"), 0),
        ("H", ("G5", "Y8", "G7"), 2),  # the colour led, not the highest number
        ("H", ("G5", "Y7", "Y8"), 0),
        ("R4", ("G2", "R2", "G8"), 1),
        ("H", ("H", "G2", "Y8"), 1),  # the second card sets the colour
        ("H", ("H", "G2", "G4"), 2),
        ("R4", ("H", "G8", "R2"), 2),
        ("R4", ("H", "H", "G2"), 2),  # any coloured card beats a Hagalaz
        ("R4", ("G2", "H", "H"), 0),
        ("R4", ("H", "H", "H"), 0),  # only Hagalaz: the first
    ],
)
def test_r13_who_wins_among_three(turned: str, cards: tuple[str, str, str], winner: int) -> None:
    coloured = [card[0] for card in cards if card != "H"]
    follow = coloured[0] if coloured else ""
    without = {seat: follow for seat in range(3) if cards[seat] != "H" and cards[seat][0] != follow}
    table = table_with(*cards, turned=turned, without=without)
    play(table, *cards)
    assert tricks(table) == tuple(int(seat == winner) for seat in range(3))


def test_r22_the_new_trump_comes_before_the_next_card() -> None:
    table = table_with("V", "V", "G3", turned="B4", deck="R2 Y8 Y5")
    table.do("0: play V")
    assert table.state.trump == BLUE
    table.do("1: play V")
    assert table.mover() == 2
    assert table.state.trump == RED
    assert list(table.state.deck_text())[:2] == ["Y8", "Y5"]
    table.do("2: play G3", "2: draw")
    assert "Y8" in cards_of(table, 2)
    table.do("2: discard Y8")
    assert table.state.trump == RED
    assert table.mover() == 0


def test_r22_a_3_before_the_second_valknut_draws_first() -> None:
    table = table_with("V", "G3", "V", turned="B4", deck="R2 Y8 Y5")
    table.do("0: play V", "1: play G3", "1: draw")
    assert "R2" in cards_of(table, 1)
    table.do("1: discard R2", "2: play V")
    assert table.state.trump == YELLOW
    assert table.state.deck_text()[0] == "Y5"
    assert table.state.deck_text()[-1] == "R2"


def test_r22_a_third_valknut_turns_nothing() -> None:
    table = table_with("V", "V", "V", turned="B4", deck="R2 Y8")
    table.do("0: play V", "1: play V")
    deck = list(table.state.deck_text())
    table.do("2: play V")
    assert table.state.trump == RED
    assert list(table.state.deck_text()) == deck


# -- after the trick -------------------------------------------------------------------------------


def test_r14_a_1_takes_a_trick() -> None:
    table = table_with("G2 B1", "G8 H", turned="R5")
    play(table, "G2", "G8")
    table.do("1: play H", "0: play B1")
    assert table.mover() == 0
    assert table.legal() == {"take-trick 1", "pass"}
    assert tricks(table) == (1, 1)
    table.do("0: take-trick 1")
    assert tricks(table) == (2, 0)
    assert table.mover() == 1  # the Hagalaz


def test_r14_it_is_a_choice() -> None:
    table = table_with("G2 B1", "G8 H", turned="R5")
    play(table, "G2", "G8")
    table.do("1: play H", "0: play B1", "0: pass")
    assert tricks(table) == (1, 1)
    assert table.mover() == 1


def test_r14_no_trick_no_question() -> None:
    table = table_with("B1", "H", turned="R5")
    table.do("0: play B1", "1: play H")
    assert tricks(table) == (1, 0)
    assert table.mover() == 1
    assert table.legal() == plays(cards_of(table, 1))


def test_r14_a_destroyed_trick_cannot_be_taken() -> None:
    table = table_with("V B1", "G8 H", turned="R5")
    table.do("0: play V", "1: play G8", "0: play B1", "1: play H")
    assert tricks(table) == (1, 0)
    assert table.mover() == 1
    assert "pass" not in table.legal()


def test_r14_a_losing_1_asks_nothing() -> None:
    table = table_with("G8 G5", "G2 G1", turned="R5")
    play(table, "G8", "G2")
    table.do("0: play G5", "1: play G1")
    assert tricks(table) == (2, 0)
    assert table.mover() == 0


def test_r14_a_trump_1_wins_and_takes() -> None:
    table = table_with("G8 Y8", "R1 Y2", turned="R5", without={1: "G"})
    play(table, "Y8", "Y2")
    table.do("0: play G8", "1: play R1")
    assert tricks(table) == (1, 1)
    assert table.mover() == 1
    assert table.legal() == {"take-trick 0", "pass"}
    table.do("1: take-trick 0")
    assert tricks(table) == (0, 2)
    assert table.mover() == 1


def test_r14_own_tricks_are_no_reason_to_ask() -> None:
    table = table_with("G8 B1", "G2 H", turned="R5")
    play(table, "G8", "G2")
    table.do("0: play B1", "1: play H")
    assert tricks(table) == (2, 0)
    assert table.mover() == 1
    assert "pass" not in table.legal()


def test_r14_with_three_the_winner_chooses() -> None:
    for choice, result in (("take-trick 1", (2, 0, 1)), ("take-trick 2", (2, 1, 0)), ("pass", (1, 1, 1))):
        table = table_with("G2 Y4 B1", "G8 Y2 R2", "G4 Y8 H", turned="V", without={1: "B"})
        table.do("0: play G2", "1: play G8", "2: play G4")
        table.do("1: play Y2", "2: play Y8", "0: play Y4")
        table.do("2: play H", "0: play B1", "1: play R2")
        assert tricks(table) == (1, 1, 1)
        assert table.mover() == 0
        assert table.legal() == {"take-trick 1", "take-trick 2", "pass"}
        table.do(f"0: {choice}")
        assert tricks(table) == result
        assert table.mover() == 2


def test_r14_with_three_only_from_a_player_who_has_one() -> None:
    table = table_with("G2 B1", "G8 H", "G4 H", turned="V")
    table.do("0: play G2", "1: play G8", "2: play G4")
    table.do("1: play H", "2: play H", "0: play B1")
    assert tricks(table) == (1, 1, 0)
    assert table.legal() == {"take-trick 1", "pass"}
    table.do("0: take-trick 1")
    assert tricks(table) == (2, 0, 0)
    assert table.mover() == 2


def test_r14_after_the_last_trick_too() -> None:
    table = Table(seats=2, first_dealer=1, goal=999)
    deal_round(table, 0, [0, 0])
    # Seat 0 leads green, ends with the 9; seat 1 leads all but its red 1, thrown cards first.
    play(table, "G9", "R9")
    assert table.mover() == 1
    for mine, theirs in zip(
        ("Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "R2", "R3", "R4", "R5", "R6", "R7", "R8"),
        ("B1", "B2", "B3", "B4", "B5", "B6", "G1", "G2", "G3", "G4", "G5", "G6", "G7"),
        strict=True,
    ):
        play(table, mine, theirs)
    assert tricks(table) == (1, 13)
    table.do("1: play R1", "0: play G8")
    assert table.mover() == 1
    assert table.legal() == {"take-trick 0", "pass"}
    assert scores(table) == (0, 0)
    table.do("1: take-trick 0")
    assert scores(table) == (10, 15)
    assert table.mover() == CHANCE


def test_r15_a_6_steals_and_returns() -> None:
    table = table_with("G6 B7", "G2 R4", turned="B5")
    table.do("0: play G6", "1: play G2")
    assert table.mover() == 0
    assert table.legal() == {"steal 1", "pass"}
    assert tricks(table) == (1, 0)
    table.do("0: steal 1")
    assert table.mover() == CHANCE
    table.do("blind R4")
    assert table.mover() == 0
    assert "R4" in cards_of(table, 0)
    assert "R4" not in cards_of(table, 1)
    assert len(cards_of(table, 0)) == 15
    assert len(cards_of(table, 1)) == 13
    assert table.legal() == {f"return {card}" for card in cards_of(table, 0)}
    table.do("0: return B7")
    assert "R4" in cards_of(table, 0)
    assert "B7" in cards_of(table, 1)
    assert "B7" not in cards_of(table, 0)
    assert len(cards_of(table, 0)) == len(cards_of(table, 1)) == 14
    assert tricks(table) == (1, 0)
    assert table.mover() == 0


def test_r15_no_card_is_drawn_that_is_not_in_that_hand() -> None:
    table = table_with("G6 B7", "G2 R4", turned="B5")
    table.do("0: play G6", "1: play G2", "0: steal 1")
    with pytest.raises(IllegalAction, match="R15"):
        table.do("blind B7")
    table.do("blind R4")


def test_r15_the_drawn_card_may_go_back() -> None:
    table = table_with("G6", "G2 R4", turned="B5")
    table.do("0: play G6", "1: play G2")
    before = [cards_of(table, seat) for seat in (0, 1)]
    table.do("0: steal 1", "blind R4", "0: return R4")
    assert [cards_of(table, seat) for seat in (0, 1)] == before
    assert table.mover() == 0


def test_r15_it_is_a_choice() -> None:
    table = table_with("G6", "G2", turned="B5")
    table.do("0: play G6", "1: play G2")
    before = [cards_of(table, seat) for seat in (0, 1)]
    table.do("0: pass")
    assert [cards_of(table, seat) for seat in (0, 1)] == before
    assert table.mover() == 0


def test_r15_a_losing_6_asks_nothing() -> None:
    table = table_with("G6", "G8", turned="B5")
    table.do("0: play G6", "1: play G8")
    assert table.mover() == 1
    assert table.legal() == plays(cards_of(table, 1))


@pytest.mark.parametrize("victim", [0, 2])
def test_r15_with_three_the_winner_chooses(victim: int) -> None:
    table = table_with("G2 R4", "G6 B7", "G5 R8", turned="B5")
    table.do("0: play G2", "1: play G6", "2: play G5")
    assert table.mover() == 1
    assert table.legal() == {"steal 0", "steal 2", "pass"}
    card = {0: "R4", 2: "R8"}[victim]
    other = 2 - victim
    untouched = cards_of(table, other)
    table.do(f"1: steal {victim}", f"blind {card}", "1: return B7")
    assert card in cards_of(table, 1)
    assert "B7" in cards_of(table, victim)
    assert cards_of(table, other) == untouched
    assert [len(cards_of(table, seat)) for seat in range(3)] == [10, 10, 10]
    assert table.mover() == 1


def test_r15_only_the_two_players_learn_the_cards() -> None:
    tables = []
    for drawn, back in (("R4", "B7"), ("R8", "Y2")):
        table = table_with("G6 B7 Y2", "G2 R4 R8", "G5", turned="B5")
        table.do("0: play G6", "1: play G2", "2: play G5")
        table.do("0: steal 1", f"blind {drawn}", f"0: return {back}")
        for seat in (0, 1):
            assert f"-1: blind {drawn}" in table.history(seat)
            assert f"0: return {back}" in table.history(seat)
        assert "-1: blind ?" in table.history(2)
        assert "0: return ?" in table.history(2)
        assert "0: steal 1" in table.history(2)
        assert f"-1: blind {drawn}" not in table.history(2)
        assert f"0: return {back}" not in table.history(2)
        tables.append(table)
    assert tables[0].seen(2) == tables[1].seen(2)
    assert tables[0].seen(0) != tables[1].seen(0)
    assert tables[0].seen(1) != tables[1].seen(1)


def test_r15_after_the_last_trick_there_is_nothing_to_steal() -> None:
    table = Table(seats=2, first_dealer=1, goal=999)
    deal_round(table, 0, [0, 0])
    for mine, theirs in zip(
        ("G1", "G2", "G3", "G4", "G5", "G7", "G8", "B1", "B2", "B3", "B4", "B5", "B6"),
        ("Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "R1", "R2", "R3", "R4", "R5", "R7", "R8"),
        strict=True,
    ):
        play(table, mine, theirs)
    table.do("0: play G9", "1: play R9", "1: play R6", "0: play G6")
    assert table.mover() == CHANCE
    assert scores(table) == (14, 1)


def test_r16_the_winner_leads() -> None:
    table = table_with("G5 Y2", "G8 Y4", turned="B5")
    play(table, "G5", "G8")
    assert table.mover() == table.state.leader == 1
    play(table, "Y4", "Y2")
    assert table.mover() == table.state.leader == 1


@pytest.mark.parametrize(
    ("cards", "leads"),
    [
        (("V", "G2"), 0),  # destroyed
        (("G2", "V"), 0),
        (("V", "H"), 0),
        (("V", "V"), 0),
        (("H", "G2"), 0),  # a Hagalaz: the loser
        (("G2", "H"), 1),
        (("H", "H"), 1),
        (("G9", "G2"), 1),  # won with a 9: the loser
        (("G2", "G9"), 0),
        (("G9", "H"), 1),
        (("H", "G9"), 0),
        (("G9", "Y4"), 1),
        (("Y9", "B2"), 1),  # the 9 lost to a trump: the winner
        (("G8", "G2"), 0),
    ],
)
def test_r16_who_leads_next_between_two(cards: tuple[str, str], leads: int) -> None:
    free = cards[0][0] in "VH" or cards[1][0] in "VH" + cards[0][0]
    table = table_with(*cards, turned="B5", without={} if free else {1: cards[0][0]})
    play(table, *cards)
    assert table.mover() == leads
    assert table.state.leader == leads


@pytest.mark.parametrize(
    ("cards", "leads"),
    [
        (("V", "G9", "H"), 0),  # destroyed: before Hagalaz and 9
        (("G9", "H", "V"), 0),
        (("G9", "G4", "H"), 2),  # Hagalaz before the 9
        (("G4", "H", "G9"), 1),
        (("H", "G4", "G9"), 0),
        (("G4", "H", "H"), 2),  # the last Hagalaz
        (("H", "G4", "H"), 2),
        (("H", "H", "G4"), 1),
        (("H", "H", "H"), 2),
        (("G9", "G4", "G2"), 1),  # won with a 9: left of the winner
        (("G4", "G9", "G2"), 2),
        (("G4", "G2", "G9"), 0),
        (("G8", "Y9", "G2"), 0),  # a 9 that lost
        (("G4", "G8", "G2"), 1),
        (("G4", "G2", "G8"), 2),
    ],
)
def test_r16_who_leads_next_among_three(cards: tuple[str, str, str], leads: int) -> None:
    without = {1: "G"} if cards[1] == "Y9" else {}
    table = table_with(*cards, turned="B5", without=without)
    play(table, *cards)
    assert table.mover() == leads
    assert table.state.leader == leads


def test_r17_the_power_comes_before_the_lead() -> None:
    table = table_with("G2 B1", "G8 H", turned="R5")
    play(table, "G2", "G8")
    table.do("1: play H", "0: play B1")
    assert table.mover() == 0
    assert not any(move.startswith("play") for move in table.legal())
    table.do("0: take-trick 1")
    assert table.mover() == 1
    assert all(move.startswith("play") for move in table.legal())


def test_r17_a_6_and_a_hagalaz() -> None:
    table = table_with("G6", "H", turned="R5")
    table.do("0: play G6", "1: play H")
    assert table.mover() == 0
    assert table.legal() == {"steal 1", "pass"}
    table.do("0: pass")
    assert table.mover() == 1


def test_r17_only_the_latest_trick_is_kept() -> None:
    after_first, after_second = [], []
    for first in (("G4", "G2"), ("Y4", "Y2")):
        table = table_with("G4 Y4 G8", "G2 Y2 G5", turned="B5")
        play(table, *first)
        after_first.append(table.state.last_trick)
        play(table, "G8", "G5")
        after_second.append(table.state.last_trick)
    assert after_first[0] != after_first[1]
    assert after_second[0] == after_second[1]
    assert after_second[0] != after_first[0]


def test_r17_trick_counts_are_always_up_to_date() -> None:
    table = table_with("G4 Y4 G7", "G2 Y5 G8", turned="B5")
    assert tricks(table) == (0, 0)
    play(table, "G4", "G2")
    assert tricks(table) == (1, 0)
    play(table, "Y4", "Y5")
    assert tricks(table) == (1, 1)
    table.do("1: play G8")
    assert tricks(table) == (1, 1)
    table.do("0: play G7")
    assert tricks(table) == (1, 2)


# -- scoring and the end ---------------------------------------------------------------------------


@pytest.mark.parametrize("made", range(16))
@pytest.mark.parametrize("exact", [True, False])
def test_r18_points_for_two(made: int, exact: bool) -> None:
    prediction = made if exact else (made + 1) % 16
    plain = made + (10 if exact else 0)
    english = plain + (5 if made in (3, 4, 5) else 0)
    dutch = plain + (5 if made in (3, 4) else 0)
    assert scoring.points(prediction, made, 2, "english") == english
    assert scoring.points(prediction, made, 2, "dutch") == dutch


@pytest.mark.parametrize("made", range(12))
@pytest.mark.parametrize("edition", EDITIONS)
def test_r18_points_for_three(made: int, edition: str) -> None:
    assert scoring.points(made, made, 3, edition) == made + 10
    assert scoring.points((made + 1) % 12, made, 3, edition) == made


@pytest.mark.parametrize(
    ("edition", "made", "predictions", "result"),
    [
        ("english", (4, 11), (4, 0), (19, 11)),
        ("dutch", (4, 11), (4, 0), (19, 11)),
        ("english", (3, 12), (4, 12), (8, 22)),
        ("dutch", (3, 12), (4, 12), (8, 22)),
        ("english", (5, 10), (5, 9), (20, 10)),
        ("dutch", (5, 10), (5, 9), (15, 10)),
        ("english", (5, 10), (6, 10), (10, 20)),
        ("dutch", (5, 10), (6, 10), (5, 20)),
        ("english", (2, 13), (3, 13), (2, 23)),
        ("english", (6, 9), (6, 6), (16, 9)),
        ("dutch", (15, 0), (15, 0), (25, 10)),
        ("english", (15, 0), (14, 1), (15, 0)),
    ],
)
def test_r18_a_round_of_two(
    edition: str, made: tuple[int, int], predictions: tuple[int, int], result: tuple[int, int]
) -> None:
    table = Table(seats=2, edition=edition, goal=999, first_dealer=1)
    play_round(table, 0, made, predictions)
    assert scores(table) == result


@pytest.mark.parametrize("edition", EDITIONS)
def test_r18_a_round_of_three_has_no_five_points(edition: str) -> None:
    table = Table(seats=3, edition=edition, goal=999, first_dealer=2)
    play_round(table, 0, (4, 4, 3), (4, 0, 0))
    assert scores(table) == (14, 4, 3)
    play_round(table, 1, (3, 5, 3), (0, 5, 3))
    assert scores(table) == (17, 19, 16)


def test_r18_scores_add_up() -> None:
    table = Table(seats=2, edition="english", goal=999, first_dealer=1)
    play_round(table, 0, (4, 11), (4, 0))
    play_round(table, 1, (2, 13), (2, 0))
    assert scores(table) == (31, 24)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r19_the_goal_of_two_is_50(edition: str) -> None:
    table = Table(seats=2, edition=edition, first_dealer=1)
    for number, (prediction, total) in enumerate([(7, 17), (7, 34), (0, 41), (0, 48)]):
        play_round(table, number % 2, (7, 7), (prediction, prediction), destroyed=1)
        assert scores(table) == (total, total)
        assert table.mover() == CHANCE
    play_round(table, 0, (2, 13), (2, 0))
    assert scores(table) == (60, 61)
    assert table.mover() == TERMINAL
    assert winners(table) == (1,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r19_the_goal_of_three_is_40(edition: str) -> None:
    table = Table(seats=3, edition=edition, first_dealer=2)
    totals = [(14, 14, 13), (27, 28, 27), (31, 31, 31), (35, 35, 34), (38, 39, 38)]
    wanted = [
        ((4, 4, 3), (4, 4, 3)),
        ((3, 4, 4), (3, 4, 4)),
        ((4, 3, 4), (0, 0, 0)),
        ((4, 4, 3), (0, 0, 0)),
        ((3, 4, 4), (0, 0, 0)),
    ]
    for number, (made, predictions) in enumerate(wanted):
        play_round(table, number % 3, made, predictions)
        assert scores(table) == totals[number]
        assert table.mover() == CHANCE
    play_round(table, 2, (2, 1, 8), (0, 0, 0))
    assert scores(table) == (40, 40, 46)
    assert table.mover() == TERMINAL
    assert winners(table) == (2,)


@pytest.mark.parametrize(("goal", "over"), [(17, True), (18, False)])
def test_r19_reaching_the_goal_exactly_is_enough(goal: int, over: bool) -> None:
    table = Table(seats=2, goal=goal, first_dealer=1)
    play_round(table, 0, (7, 8), (7, 0))
    assert scores(table) == (17, 8)
    assert table.mover() == (TERMINAL if over else CHANCE)


def test_r19_nobody_wins_before_the_end() -> None:
    table = Table(seats=2, goal=18, first_dealer=1)
    play_round(table, 0, (7, 8), (7, 0))
    assert winners(table) == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_r19_three_players_stop_after_ten_rounds(edition: str) -> None:
    table = Table(seats=3, edition=edition, first_dealer=2)
    for number in range(10):
        assert table.mover() == CHANCE
        leader = number % 3
        shares = (4, 4, 3) if number < 9 else (5, 3, 3)
        play_round(table, leader, rotated(leader, *shares), [0, 0, 0])
    assert max(scores(table)) < 40
    assert scores(table) == (38, 36, 36)
    assert table.mover() == TERMINAL
    assert winners(table) == (0,)


def test_r19_two_players_stop_after_ten_rounds_too() -> None:
    table = Table(seats=2, goal=999, first_dealer=1)
    for number in range(10):
        assert table.mover() == CHANCE
        play_round(table, number % 2, (6, 9), (0, 0))
    assert scores(table) == (60, 90)
    assert table.mover() == TERMINAL
    assert winners(table) == (1,)


@pytest.mark.parametrize(
    ("points", "correct", "made", "leaders"),
    [
        ((50, 52), (4, 0), (9, 2), (1,)),
        ((52, 50), (0, 4), (2, 9), (0,)),
        ((52, 52), (2, 3), (9, 2), (1,)),
        ((52, 52), (3, 3), (9, 2), (0,)),
        ((52, 52), (3, 3), (7, 7), (0, 1)),
        ((40, 41, 39), (5, 0, 5), (9, 1, 1), (1,)),
        ((41, 41, 39), (1, 2, 5), (9, 1, 1), (1,)),
        ((41, 41, 39), (2, 2, 5), (3, 2, 6), (0,)),
        ((41, 39, 41), (2, 5, 2), (3, 5, 3), (0, 2)),
        ((41, 41, 41), (2, 1, 2), (3, 5, 3), (0, 2)),
        ((41, 41, 41), (2, 2, 2), (3, 5, 3), (1,)),
        ((41, 41, 41), (2, 2, 2), (3, 3, 3), (0, 1, 2)),
    ],
)
def test_r20_the_order_of_the_tie_breaks(
    points: tuple[int, ...], correct: tuple[int, ...], made: tuple[int, ...], leaders: tuple[int, ...]
) -> None:
    assert tuple(sorted(scoring.leaders(points, correct, made))) == leaders


@pytest.mark.parametrize("edition", EDITIONS)
def test_r20_the_highest_score_wins_not_the_first_to_the_goal(edition: str) -> None:
    table = Table(seats=2, edition=edition, goal=10, first_dealer=1)
    play_round(table, 0, (2, 13), (2, 0))
    assert scores(table) == (12, 13)
    assert table.mover() == TERMINAL
    assert winners(table) == (1,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r20_then_most_correct_predictions(edition: str) -> None:
    table = Table(seats=2, edition=edition, goal=12, first_dealer=1)
    play_round(table, 0, (2, 12), (2, 0), destroyed=1)
    assert scores(table) == (12, 12)
    assert table.mover() == TERMINAL
    assert winners(table) == (0,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r20_correct_predictions_count_over_the_whole_match(edition: str) -> None:
    table = Table(seats=2, edition=edition, goal=25, first_dealer=1)
    play_round(table, 0, (7, 8), (7, 0))
    assert scores(table) == (17, 8)
    play_round(table, 1, (2, 11), (0, 0), destroyed=2)
    assert scores(table) == (19, 19)
    assert table.mover() == CHANCE
    play_round(table, 0, (7, 7), (0, 0), destroyed=1)
    assert scores(table) == (26, 26)
    assert table.mover() == TERMINAL
    assert winners(table) == (0,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r20_two_correct_predictions_beat_one(edition: str) -> None:
    table = Table(seats=2, edition=edition, goal=29, first_dealer=1)
    play_round(table, 0, (7, 7), (7, 7), destroyed=1)
    play_round(table, 1, (2, 12), (2, 0), destroyed=1)
    assert scores(table) == (29, 29)
    assert table.mover() == TERMINAL
    assert winners(table) == (0,)


@pytest.mark.parametrize(("edition", "made", "destroyed"), [("english", (5, 10), 0), ("dutch", (4, 9), 2)])
def test_r20_then_most_tricks_in_the_last_round(edition: str, made: tuple[int, int], destroyed: int) -> None:
    table = Table(seats=2, edition=edition, goal=9, first_dealer=1)
    play_round(table, 0, made, (0, 0), destroyed=destroyed)
    assert scores(table) == (made[1], made[1])
    assert table.mover() == TERMINAL
    assert winners(table) == (1,)


def test_r20_english_the_win_is_shared() -> None:
    table = Table(seats=2, edition="english", goal=17, first_dealer=1)
    play_round(table, 0, (7, 7), (7, 7), destroyed=1)
    assert scores(table) == (17, 17)
    assert table.mover() == TERMINAL
    assert winners(table) == (0, 1)


def test_r20_english_two_of_three_share_the_win() -> None:
    table = Table(seats=3, edition="english", goal=14, first_dealer=2)
    play_round(table, 0, (4, 4, 3), (4, 4, 3))
    assert scores(table) == (14, 14, 13)
    assert table.mover() == TERMINAL
    assert winners(table) == (0, 1)


def test_r20_dutch_another_game_is_played() -> None:
    table = Table(seats=2, edition="dutch", goal=17, first_dealer=1)
    play_round(table, 0, (7, 7), (7, 7), destroyed=1)
    assert table.mover() == CHANCE
    assert winners(table) == ()


def test_r20_dutch_all_three_play_another_game() -> None:
    table = Table(seats=3, edition="dutch", goal=14, first_dealer=2)
    play_round(table, 0, (4, 4, 3), (4, 4, 3))
    assert table.mover() == CHANCE
    play_round(table, 1, (3, 4, 4), (3, 0, 0))
    assert scores(table) == (13, 4, 4)
    assert table.mover() == CHANCE
    play_round(table, 2, (4, 3, 4), (0, 3, 0))
    assert scores(table) == (17, 17, 8)
    assert table.mover() == TERMINAL
    assert winners(table) == (0,)


def test_r21_the_edition_decides() -> None:
    results = {}
    for edition in EDITIONS:
        table = Table(seats=2, edition=edition, goal=999, first_dealer=1)
        play_round(table, 0, (5, 10), (0, 0))
        results[edition] = scores(table)
    assert results == {"english": (10, 10), "dutch": (5, 10)}


def test_r21_there_are_two_editions() -> None:
    with pytest.raises(ValueError, match=r"."):
        Table(seats=2, edition="klingon")


def test_r23_the_extra_game_starts_from_nothing() -> None:
    table = Table(seats=2, edition="dutch", goal=30, first_dealer=0)
    play_round(table, 1, (7, 7), (7, 7), destroyed=1)
    play_round(table, 0, (7, 7), (7, 7), destroyed=1)
    assert table.mover() == CHANCE
    # The last dealer was seat 1, so seat 0 deals and seat 1 leads.
    play_round(table, 1, (7, 8), (7, 0))
    assert scores(table) == (17, 8)
    table.deal(["", ""])
    assert table.state.round_number == 2


def test_r23_round_number_and_dealer_of_the_extra_game() -> None:
    table = Table(seats=3, edition="dutch", goal=27, first_dealer=2)
    play_round(table, 0, (4, 4, 3), (4, 4, 3))
    play_round(table, 1, (4, 4, 3), (4, 4, 3))
    table.deal(["", "", ""])
    assert scores(table) == (0, 0, 0)
    assert tricks(table) == (0, 0, 0)
    assert table.state.round_number == 1
    assert table.state.dealer == 1
    assert table.mover() == 2


def test_r23_correct_predictions_of_the_first_game_no_longer_count() -> None:
    table = Table(seats=3, edition="dutch", goal=15, first_dealer=2)
    play_round(table, 0, (5, 5, 1), (0, 0, 1))
    play_round(table, 1, (5, 5, 1), (0, 0, 0))
    play_round(table, 2, (5, 5, 1), (0, 0, 0))  # 15, 15 and 13: seats 0 and 1 are level in everything
    assert table.mover() == CHANCE
    play_round(table, 0, (2, 5, 4), (0, 0, 0))
    assert scores(table) == (2, 5, 4)
    play_round(table, 1, (4, 5, 2), (4, 0, 2))
    assert scores(table) == (16, 10, 16)
    assert table.mover() == TERMINAL
    assert winners(table) == (0,)  # one exact prediction each in this game, and more tricks in the last round


def test_r23_ten_more_rounds() -> None:
    table = Table(seats=2, edition="dutch", goal=999, first_dealer=1)
    for number in range(20):
        assert table.mover() == CHANCE
        made = (7, 7) if number < 19 else (6, 8)
        play_round(table, number % 2, made, (0, 0), destroyed=1)
    assert scores(table) == (69, 71)
    assert table.mover() == TERMINAL
    assert winners(table) == (1,)


@pytest.mark.parametrize("goal", [0, -1, 1000])
def test_r23_the_goal_has_bounds(goal: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        Table(seats=2, goal=goal)


@pytest.mark.parametrize(("goal", "ends"), [(1, TERMINAL), (999, CHANCE)])
def test_r23_the_bounds_themselves_are_goals(goal: int, ends: int) -> None:
    table = Table(seats=2, goal=goal, first_dealer=1)
    play_round(table, 0, (7, 8), (0, 0))
    assert table.mover() == ends


# -- worked examples -------------------------------------------------------------------------------


def test_e1_a_colour_that_was_not_led() -> None:
    table = table_with("G7", "R8", turned="B5", without={1: "G"})
    table.do("0: play G7", "1: play R8")
    assert tricks(table) == (1, 0)
    assert table.mover() == 0


def test_e2_a_low_trump_is_enough() -> None:
    table = table_with("G7", "B3", turned="B5", without={1: "G"})
    table.do("0: play G7", "1: play B3")
    assert table.legal() == {"draw", "pass"}
    table.do("1: pass")
    assert tricks(table) == (0, 1)
    assert table.mover() == 1


def test_e3_a_valknut_in_the_trick() -> None:
    table = table_with("R5", "V", turned="R4")
    table.do("0: play R5", "1: play V")
    assert tricks(table) == (0, 0)
    assert table.mover() == 0


def test_e4_a_1_beats_a_hagalaz() -> None:
    table = table_with("G2 B1", "G9 H", turned="R4")
    play(table, "G2", "G9")  # Bjorn wins a trick and hands the lead to Astrid
    assert tricks(table) == (0, 1)
    table.do("0: play B1", "1: play H")
    assert tricks(table) == (1, 1)
    assert table.legal() == {"take-trick 1", "pass"}
    table.do("0: take-trick 1")
    assert tricks(table) == (2, 0)
    assert table.mover() == 1


def test_e4_before_bjorn_has_a_trick() -> None:
    table = table_with("B1", "H", turned="R4")
    table.do("0: play B1", "1: play H")
    assert tricks(table) == (1, 0)
    assert table.mover() == 1


def test_e5_a_3_and_a_6_in_one_trick() -> None:
    table = table_with("R3 B2 Y7", "R6 G4", turned="R4", deck="Y8")
    table.do("0: play R3", "0: draw", "0: discard B2")
    assert table.mover() == 1
    table.do("1: play R6")
    assert tricks(table) == (0, 1)
    assert table.legal() == {"steal 0", "pass"}
    table.do("1: steal 0", "blind Y7", "1: return G4")
    assert "Y7" in cards_of(table, 1)
    assert "G4" in cards_of(table, 0)
    assert table.mover() == 1


def test_e6_a_9_gives_the_lead_away() -> None:
    table = table_with("G9", "Y4", turned="R4", without={1: "G"})
    table.do("0: play G9", "1: play Y4")
    assert tricks(table) == (1, 0)
    assert table.mover() == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_e7_four_predicted_and_four_made(edition: str) -> None:
    assert scoring.points(4, 4, 2, edition) == 19
    table = Table(seats=2, edition=edition, first_dealer=1)
    play_round(table, 0, (4, 11), (4, 0))
    assert scores(table) == (19, 11)


@pytest.mark.parametrize(("edition", "result"), [("english", 10), ("dutch", 5)])
def test_e8_five_tricks_in_two_editions(edition: str, result: int) -> None:
    assert scoring.points(6, 5, 2, edition) == result
    table = Table(seats=2, edition=edition, first_dealer=1)
    play_round(table, 0, (5, 10), (6, 0))
    assert scores(table) == (result, 10)


def test_e9_a_hagalaz_goes_before_a_9() -> None:
    table = table_with("G9", "G4", "H")
    table.do("0: play G9", "1: play G4", "2: play H")
    assert tricks(table) == (1, 0, 0)
    assert table.mover() == 2


def test_e10_the_colour_comes_second() -> None:
    table = table_with("H", "G5", "G7 Y9", turned="V")
    table.do("0: play H", "1: play G5")
    assert "(R7)" in table.refused("2: play Y9")
    table.do("2: play G7")
    assert tricks(table) == (0, 0, 1)
    assert table.mover() == 0


def test_e11_two_valknut_and_a_3() -> None:
    table = table_with("V", "V", "G3 B2", turned="B4", deck="R2 Y8")
    table.do("0: play V", "1: play V")
    assert table.state.trump == RED
    table.do("2: play G3", "2: draw")
    assert "Y8" in cards_of(table, 2)
    table.do("2: discard B2")
    assert tricks(table) == (0, 0, 0)
    assert table.mover() == 0
