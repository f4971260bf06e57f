"""One definition of a fit name, a fit cut and a bot's key, whoever asks."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herrlof.records.lines import dumps
from herrlof.records.models import SeatModel, Start
from herrlof.records.names import (
    MAX_CELLS,
    MAX_LETTERS,
    Seat,
    cells,
    clean_cut,
    clean_name,
    clean_seats,
    is_bot_key,
    printable,
)
from herrlof.records.settings import GameSettings, Settings, read_settings, settings_text
from herrlof.records.storage import Storage
from herrlof.table.match import Match
from herrlof.table.resume import replayed
from tests.disks import GAME, Memory, new_match, play_on, resumed

NASTY = st.text(
    st.sampled_from("aZ é\t\n\x00\x1b\x7f\x9b\u00a0\u0301\u0958\u200d\u200f\u202e\u2028\u3000\ud800猫🃏\U0003fffe")
    | st.characters(),
    max_size=40,
)


def refusal(use: Callable[[], object]) -> str:
    """Return with which sentence something is refused; nothing if it is not."""
    try:
        use()
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.second
@given(NASTY)
def test_a_clean_name_is_fit_for_everything(text: str) -> None:
    if refused := refusal(lambda: clean_name(text)):
        assert refused.isprintable()
        return
    name = clean_name(text)
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    assert name.replace(" ", "").isprintable()
    assert 0 < cells(name) <= MAX_CELLS
    assert len(name) <= MAX_LETTERS
    assert SeatModel(name=name, bot=None, how="here").name == name
    settings = Settings(name, games={"herrlof": GameSettings((Seat(name),))})
    assert read_settings(settings_text(settings).encode()) == settings


@given(NASTY)
def test_a_clean_cut_is_recorded_and_read_as_it_is(text: str) -> None:
    if refused := refusal(lambda: clean_cut(text)):
        assert refused.isascii()
        return
    cut = clean_cut(text)
    assert clean_cut(cut) == cut
    assert len(cut) <= MAX_LETTERS
    assert Start.model_validate(json.loads(dumps({"event": "start", "cuts": [cut], "cut_hashes": []}))).cuts == [cut]


GROWING = ("\u0958", "\u0344", "\ufb2c", "\U0001d160")
"""Characters that NFC writes as two or three."""


@pytest.mark.parametrize("letter", GROWING)
def test_what_grows_when_it_is_composed_is_counted_after_that(letter: str) -> None:
    grown = unicodedata.normalize("NFC", letter)
    assert len(grown) > 1
    most = MAX_LETTERS // len(grown)
    assert len(clean_cut(letter * most)) == most * len(grown)
    with pytest.raises(ValueError, match=f"A cut has at most {MAX_LETTERS} characters, not "):
        clean_cut(letter * (most + 1))


def test_a_name_of_one_letter_and_three_hundred_marks_is_no_name() -> None:
    for marks in (199, 200, 300, 799, 100_000):
        name = "q" + "\u0301" * marks
        if marks < 200:
            assert cells(clean_name(name)) == 1
        else:
            with pytest.raises(ValueError, match=f"A name has at most {MAX_LETTERS} characters"):
                clean_name(name)


def test_a_mark_after_what_is_left_out_is_composed() -> None:
    assert clean_name("e\u200d\u0301") == "é"
    assert clean_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize("key", ["", "a b", "\x1b", "é", "x" * 41, 3, None])
def test_what_is_no_key_of_a_bot(key: object) -> None:
    assert not is_bot_key(key)
    if isinstance(key, str):
        with pytest.raises(ValueError, match="isn't the key of a bot"):
            clean_seats([Seat("Anna"), Seat("Ben", key)])


def test_two_players_have_two_names() -> None:
    with pytest.raises(ValueError, match="Two players are called 'anna'"):
        clean_seats([Seat("Anna"), Seat(" anna ")])


@given(st.lists(NASTY, min_size=2, max_size=2), st.lists(NASTY, max_size=2))
def test_a_match_that_was_played_can_always_be_read(names: list[str], cuts: list[str]) -> None:
    if refused := refusal(lambda: Match(GAME, [Seat(name) for name in names], seed=bytes(32)).cut(cuts)):
        assert refused.isprintable()
        return
    memory = Memory()
    match = Match(GAME, [Seat(name) for name in names], journal=memory, seed=bytes(32))
    match.cut(cuts)
    play_on(match, moves=4)
    again = replayed(memory.record())
    assert (again.seats, again.cuts, again.moves) == (match.seats, match.cuts, match.moves)


def test_text_from_outside_is_shown_without_what_a_terminal_obeys() -> None:
    assert printable("\x1b]0;owned\x07Ann\u202ea\udcff") == "?]0;owned?Ann?a?"
    assert len(printable("x" * 1000)) == MAX_LETTERS


def test_a_name_that_is_kept_is_one_that_can_be_resumed(storage: Storage) -> None:
    journal = storage.new_journal()
    match = play_on(new_match(journal), moves=3)
    journal.close()
    again, journal = resumed(storage, journal.path)
    journal.close()
    assert again.seats == match.seats


def test_no_letter_is_dropped_where_the_locale_cannot_read_it() -> None:
    """In a C locale the system hands over bytes that Python cannot read, each as half a character."""
    assert clean_name("Jörg".encode().decode("ascii", "surrogateescape")) == "Jörg"
    assert clean_name("Þórr, Zoë".encode().decode("ascii", "surrogateescape")) == "Þórr, Zoë"
    for odd in ("Jörg".encode("latin-1").decode("ascii", "surrogateescape"), "J\ud800rg\udc80", "\udcff"):
        told = refusal(lambda odd=odd: clean_name(odd))  # type: ignore[misc]
        assert told is not None
        assert "can't be read here: type it in UTF-8" in told
        assert told.isprintable()
