"""Who is played against: the lowest level that nobody here has beaten without help, for every face."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from random import Random

import pytest

from herrlof.cli.table import chosen
from herrlof.games import GAMES
from herrlof.records.help import Branch, Help
from herrlof.records.listing import RecordSummary
from herrlof.records.names import PROGRAM, Seat
from herrlof.records.settings import GameSettings, Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch, opponent, usual_seats
from herrlof.table.match import Match

ANNA = Settings(name="Anna")


def finished(storage: Storage, *bots: str, won: bool = True, hint: bool = False) -> Path:
    """Play a small match of Anna's against bots at random until it ended as wanted, and return its record."""
    for seed in range(100):
        journal = storage.new_journal()
        seats = [Seat("Anna"), *(Seat(f"Bot {n}", key) for n, key in enumerate(bots))]
        match, rng = Match(GAMES["herfor"], seats, journal=journal, size=5), Random(seed)
        if hint:
            match.play(match.mover, match.legal()[0])
            match.note_hint(0)
        while not match.over:
            match.play(match.mover, rng.choice(match.legal()))
        journal.close()
        if (match.returns()[0] == 1) == won:
            return journal.path
        storage.delete(journal.path)
    raise AssertionError("nobody ever won")


def due(storage: Storage) -> str:
    return opponent("herfor", ANNA, storage)


@pytest.mark.second
def test_the_opponent_rises_as_levels_are_beaten() -> None:
    storage = Storage()
    assert due(storage) == "barn"
    finished(storage, "barn", won=False)
    assert due(storage) == "barn"
    finished(storage, "barn")
    assert due(storage) == "skosvein"
    finished(storage, "matsvein")
    assert due(storage) == "skosvein", "the lowest that was not beaten"
    finished(storage, "skosvein")
    assert due(Storage()) == "hestasvein"


def test_what_was_found_is_kept_for_the_first_frame_and_needs_no_record() -> None:
    storage = Storage()
    path = finished(storage, "barn")
    assert opponent("herfor", ANNA, storage, look=False) == "barn", "nothing has looked yet"
    assert due(storage) == "skosvein"
    storage.delete(path)
    assert opponent("herfor", ANNA, Storage(), look=False) == "skosvein"


def test_a_file_that_cannot_be_read_costs_nothing_but_a_look_at_the_records() -> None:
    storage = Storage()
    finished(storage, "barn")
    assert due(storage) == "skosvein"
    for name in ("won.json", "beaten.json"):
        (storage.data / name).write_text("[", "utf-8")
    assert due(storage) == "skosvein"


def test_a_win_with_a_hint_does_not_count() -> None:
    storage = Storage()
    finished(storage, "barn", hint=True)
    assert due(storage) == "barn"


def test_an_old_record_against_rules_is_listed_and_beats_no_level() -> None:
    storage = Storage()
    finished(storage, "rules")
    (found,) = storage.matches()
    assert (found.seats[1].bot, found.state) == ("rules", "finished")
    assert found.beaten == {"rules"}
    assert due(storage) == "barn"


SEATS = (Seat("Anna"), Seat("Bot", "barn"))


@pytest.mark.parametrize(
    ("changes", "beaten"),
    [
        ({}, {"barn"}),
        ({"seats": (Seat("Anna"), Seat("Bot", "barn*4"))}, {"barn"}),
        ({"seats": (Seat("Anna"), Seat("Ben"), Seat("Bot", "barn")), "returns": (0.0, 1.0, 0.0)}, {"barn"}),
        ({"help": Help(agreed=True)}, {"barn"}),
        ({"returns": (0.5, 0.5)}, set()),
        ({"returns": (0.0, 1.0)}, set()),
        ({"returns": ()}, set()),
        ({"stood_in": True}, set()),
        ({"problem": "It is damaged."}, set()),
        ({"help": Help(take_backs=1)}, set()),
        ({"help": Help(branch=Branch("x", 1))}, set()),
        ({"seats": (Seat("Prog", None, PROGRAM), Seat("Bot", "barn"))}, set()),
    ],
    ids=str,
)
def test_a_bot_is_beaten_by_a_person_alone_to_the_end_and_without_help(
    changes: dict[str, object], beaten: set[str]
) -> None:
    summary = RecordSummary(Path("x"), "finished", seats=SEATS, returns=(1.0, 0.0))
    assert summary._replace(**changes).beaten == beaten  # type: ignore[arg-type]


def test_all_ways_into_a_match_offer_the_same_opponent() -> None:
    storage = Storage()
    finished(storage, "barn")
    assert NewMatch.quick("herfor", ANNA, storage).seats[1] == Seat("Skosvein", "skosvein")
    flags = Namespace(game="herfor", seat=None, deal=None, hints=None, **dict.fromkeys(("size", "negative")))
    assert [seat.bot for seat in chosen(flags).seats] == [None, "skosvein"]
    before = GameSettings(seats=(Seat("Anna"), Seat("Barn", "barn")))
    assert usual_seats("herfor", Settings(games={"herfor": before}), storage)[1] == Seat("Skosvein", "skosvein")
    named = GameSettings(seats=(Seat("Anna"), Seat("Loki", "rules")))
    assert usual_seats("herfor", Settings(games={"herfor": named}), storage)[1] == Seat("Loki", "skosvein")
    gone = GameSettings(seats=(Seat("Anna"), Seat("Loki", "gone")))
    assert usual_seats("herfor", Settings(games={"herfor": gone}), storage)[1] == Seat("Loki")
