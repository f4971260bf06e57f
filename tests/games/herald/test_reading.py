"""What a position of Herald means: outlooks, threats, what beats what."""

from __future__ import annotations

from herrlof.game import NOBODY
from herrlof.games.herald import reading
from herrlof.games.herald.cards import FIGURE_NAMES, HERALD, MAGE, NO_CARD, parse_card
from herrlof.games.herald.tricks import CIRCLE_BEATS, MAGE_LED
from tests.games.herald.table import Table


def dealt(*hands: str) -> Table:
    table = Table(len(hands))
    table.deal(*hands)
    return table


def test_what_a_led_card_does() -> None:
    seen = dealt("SK SM", "BQ", "GK").seen(0)
    assert reading.outlook(parse_card("SM"), seen) == (True, NO_CARD, MAGE_LED, "H10")
    assert reading.outlook(parse_card("SK"), seen) == (True, NO_CARD, reading.NO_REASON, "H4")


def test_what_put_a_card_ahead() -> None:
    table = dealt("GK", "SQ", "BA")
    table.do("0: play GK")
    assert reading.card_ahead(table.seen(1)) == (True, NO_CARD, reading.NO_REASON, "H5")
    table.do("1: play SQ")
    assert reading.card_ahead(table.seen(2)) == (True, parse_card("GK"), CIRCLE_BEATS, "H7")
    assert reading.outlook(parse_card("BA"), table.seen(2)).leads is False


def test_who_has_yet_to_play() -> None:
    table = dealt("GK", "SQ", "BA")
    assert [reading.players_to_come(table.seen(seat)) for seat in (0, NOBODY)] == [2, 3]
    assert reading.players_after(table.seen(0)) == 2
    table.do("0: play GK")
    assert [reading.players_to_come(table.seen(seat)) for seat in (0, 1, 2, NOBODY)] == [2, 1, 1, 2]
    assert [reading.has_played(seat, table.seen(1)) for seat in range(3)] == [True, False, False]
    assert [reading.may_foresee(table.seen(seat)) for seat in range(3)] == [False, True, True]


def test_the_herald_is_not_named_for_a_mage() -> None:
    assert reading.beaten(MAGE, led=True) == ((), False)
    assert HERALD not in reading.beaten(MAGE, led=False).figures
    assert reading.beaten(MAGE, led=False).better_colour
    king = FIGURE_NAMES.index("King")
    assert reading.beating(king)[king] == "better colour"
    assert reading.beating(king)[HERALD] == "wins"
