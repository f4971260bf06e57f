"""What stands at a card on the table, for whoever reads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import COLOUR_OF, VALKNUT, parse_card
from herrlof.games.herrlof.tricks import Trick
from herrlof.games.herrlof.words import HerrlofSpeaker
from herrlof.tui.boards.herrlof.labels import BoardSpeaker
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.widgets.tricks import slot_label, waiting_label
from tests.tui.driving import at_table, in_play

SPEAKER = HerrlofSpeaker(GAMES["herrlof"].new_state(2).observation(0), ("Anna", "Ben"))


@pytest.mark.parametrize(
    ("seat", "place", "won", "said"),
    [
        (0, 0, False, "You led"),
        (1, 0, False, "Ben led"),
        (0, 1, False, "You"),
        (1, 1, False, "Ben"),
        (0, 1, True, "You won"),
        (1, 0, True, "Ben won"),
    ],
)
def test_a_card_on_the_table_says_whose_it_is(seat: int, place: int, won: bool, said: str) -> None:
    assert slot_label(SPEAKER, seat, place, won) == said


@pytest.mark.parametrize(
    ("turned", "said"),
    [
        ("B1 G2", "Now green is trump."), ("G1 G2", "Green stays trump."),
        ("G1 H", "Now no trump."), ("V H", "Still no trump."),
    ],
)  # fmt: skip
def test_of_a_new_trump_it_is_said_whether_it_is_another_one(turned: str, said: str) -> None:
    cards = tuple(map(parse_card, turned.split()))
    seen = replace(GAMES["herrlof"].new_state(2).observation(0), turned=cards)
    trick = Trick(0, (VALKNUT, VALKNUT), NOBODY, NOBODY, 0)
    speaker = BoardSpeaker(seen, ("You", "Kolbit"))
    assert speaker.why_won(trick, COLOUR_OF[cards[-1]]) == f"Destroyed by two Valknut. {said}"


def test_an_empty_place_says_what_is_to_be_done_there() -> None:
    assert waiting_label(0, on_turn=True, last=False) == "to lead"
    assert waiting_label(1, on_turn=True, last=True) == "to play"
    assert waiting_label(2, on_turn=False, last=True) == "plays last"
    assert waiting_label(1, on_turn=False, last=False) == ""


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids="{0[0]}x{0[1]}".format)
async def test_that_no_colour_has_been_led_is_said_once(size: tuple[int, int]) -> None:
    led = in_play("B8 G4 R7", "H G2 R8", turned="B1", dealer=0, moves=["1: play H"])
    async with at_table(led, "Anna", "bot:random", size=size) as sitting:
        assert sitting.text().lower().count("no colour has been led yet") == 1


async def test_how_many_numbers_came_true_is_said_once() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1), goal=10), "Anna", "bot:random", size=(80, 24)) as sitting:
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert sitting.text().lower().count("came true") == 1
