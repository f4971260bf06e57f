"""What stands at a card on the table, for whoever reads it."""

from __future__ import annotations

import pytest

from herrlof.games import GAMES
from herrlof.games.herrlof.words import HerrlofSpeaker
from herrlof.tui.widgets.tricks import slot_label, waiting_label

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


def test_an_empty_place_says_what_is_to_be_done_there() -> None:
    assert waiting_label(0, on_turn=True, last=False) == "to lead"
    assert waiting_label(1, on_turn=True, last=True) == "to play"
    assert waiting_label(2, on_turn=False, last=True) == "plays last"
    assert waiting_label(1, on_turn=False, last=False) == ""
