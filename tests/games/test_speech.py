"""What stands at a card on the table, for whoever reads it."""

from __future__ import annotations

import pytest

from herrlof.games import GAMES
from herrlof.games.speech import (
    away_label,
    goes_on,
    not_played_yet,
    place_name,
    refused,
    slot_label,
    uncounted,
    waiting_label,
    without_verb,
)

NAMES = ("Anna", "Ben")


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
    seen = GAMES["herrlof"].new_state(2).observation(0)
    assert slot_label(seat, place, won, seen, NAMES) == said


def test_an_empty_place_says_whose_it_is_and_what_is_to_be_done_there() -> None:
    seen = GAMES["herrlof"].new_state(2).observation(0)
    assert [place_name(seat, seen, NAMES) for seat in (0, 1)] == ["you", "Ben"]
    assert waiting_label(0, on_turn=True, last=False) == "to lead"
    assert waiting_label(1, on_turn=True, last=True) == "to play"
    assert waiting_label(2, on_turn=False, last=True) == "plays last"
    assert waiting_label(1, on_turn=False, last=False) == ""


def test_a_refusal_is_told_as_a_sentence() -> None:
    assert not_played_yet() == "not played yet"
    assert refused("this card does not follow") == "No: this card does not follow."


def test_a_text_code_without_its_verb() -> None:
    assert [without_verb(code) for code in ("play B7", "play R2 own", "pass")] == ["B7", "R2 own", ""]
    assert away_label() == "away"


def test_what_goes_on_and_what_is_not_counted_are_whole_sentences() -> None:
    assert goes_on() == "Enter goes on."
    assert goes_on("Ben wins.") == "Ben wins. Enter goes on."
    assert uncounted() == "Nothing is counted before the end."
