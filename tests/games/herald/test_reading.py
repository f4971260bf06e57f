"""What a position of Herald means: outlooks, threats, what beats what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from herrlof.game import NOBODY
from herrlof.games.herald import reading
from herrlof.games.herald.cards import CHEST, GOLD, HERALD, MAGE, NO_CARD, QUEEN, SILVER, parse_card
from herrlof.games.herald.scoring import Round
from herrlof.games.herald.tricks import CIRCLE_BEATS, MAGE_LED
from tests.games.herald.table import dealt


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


@pytest.mark.parametrize(
    ("code", "points", "figures", "colours", "herald"),
    [
        ("SH", (6, 7), (), (GOLD,), True),
        ("BA", (10,), (), (GOLD, SILVER), True),
        ("GK", (), (QUEEN, CHEST), (), True),
        ("HERALD", (), (MAGE,), (), False),
        ("CHEST", (), (), (), True),
        ("SM", (1, 3), (), (GOLD,), False),
    ],
)
def test_what_beats_a_card_is_said_by_points_but_where_others_of_them_do_not(
    code: str, points: tuple[int, ...], figures: tuple[int, ...], colours: tuple[int, ...], herald: bool
) -> None:
    assert reading.beaters(parse_card(code), led=False) == (points, figures, colours, herald)


def test_nothing_beats_a_mage_that_was_led() -> None:
    assert reading.beaters(parse_card("GM"), led=True) == ((), (), (), False)


def test_a_finished_trick_lies_there_while_it_is_held() -> None:
    table = dealt("GK SQ", "BQ BA")
    table.do("0: play GK", "1: play BQ")
    seen = table.seen(0)
    assert reading.trick_on_table(seen, held=True) == seen.last_trick is not None
    assert reading.trick_on_table(seen, held=False) is None
    table.do(f"{table.mover()}: play {'SQ' if table.mover() == 0 else 'BA'}")
    assert reading.trick_on_table(table.seen(0), held=True) is None


def test_points_of_the_game_on_the_table_are_not_told_before_it_is_over() -> None:
    assert reading.points_before(0, dealt("GK", "BQ").seen(0)) is None
    rounds = (Round(0, (7, 9), (1, 2), 0), Round(1, (4, 2), (2, 1), 1))
    seen = replace(dealt("GK", "BQ").seen(0), rounds=rounds)
    assert [reading.points_before(0, replace(seen, phase=phase)) for phase in ("play", "deal")] == [11, 7]
