"""The panels of the table as text: what they say, and that they fit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from herrlof.tui.boards.herrlof.pad import race, running_totals, score_table
from herrlof.tui.cards import Look
from rich.cells import cell_len

from herrlof.game import NOBODY
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.state import HerrlofState
from herrlof.tui.boards.herrlof import drawing
from tests.tui.driving import in_play, walk

UNICODE, ASCII = Look(), Look(ascii=True)
SHORT = ("Anna", "Ben", "Cleo")
LONG = ("W" * 20, "龍" * 10, "ﷺ\u0301" + "m" * 15)
"""Names of twenty cells, of narrow, wide and odd letters."""


def positions(seats: int, seed: int, every: int = 7) -> Iterator[HerrlofState]:
    """Yield positions of a random match."""
    rng = Random(seed)
    state = HerrlofState(seats, "english", 60)
    step = 0
    while walk(state, rng):
        step += 1
        if step % every == 0:
            yield state


def views(seats: int, seed: int, every: int = 7) -> Iterator[Observation]:
    """Yield what each seat and an onlooker see at these positions."""
    for state in positions(seats, seed, every):
        for seat in (NOBODY, *range(seats)):
            yield state.observation(seat)


def test_the_header_says_where_the_match_stands() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", turned="G9", deck="Y1 Y2")
    text = drawing.header(table.seen(0), UNICODE, 80).plain
    for words in ("Round 1", "Trick 1 of 3", "Trump ■ GREEN G", "Deck 2", "to 50"):
        assert words in text
    assert "English edition" in drawing.header(table.seen(0), UNICODE, 120).plain
    assert "GREEN G" in drawing.header(table.seen(0), ASCII, 60).plain
    assert drawing.header(table.seen(0), ASCII, 60).plain.isascii()
    table = in_play("B7", "B8", turned="V")
    assert "no trump" in drawing.header(table.seen(0), UNICODE, 60).plain
    assert "Trick" not in drawing.header(HerrlofState().observation(0), UNICODE, 80).plain


@pytest.mark.parametrize("look", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_header_and_the_table_fit(seats: int, width: int, look: Look) -> None:
    for names in (SHORT, LONG):
        for seen in views(seats, 1, every=23):
            assert drawing.header(seen, look, width).cell_len <= width
            for height in (5, 6, 12):
                held = drawing.on_table(seen)
                rows = drawing.table(seen, names, look, width - 2, height, held).plain.split("\n")
                assert len(rows) <= height
                assert all(cell_len(row) <= width - 2 for row in rows)
            assert drawing.numbers(seen, 3, width - 2).cell_len <= width - 2


@pytest.mark.parametrize(
    ("names", "width"),
    [
        (SHORT, 80),
        (SHORT, 120),
        (LONG, 120),
        (SHORT, 60),
        (LONG, 80),
        (LONG, 60),
    ],
    ids=["short-80", "short-120", "long-120", "short-60", "long-80", "long-60"],
)
def test_the_lines_of_the_seats_fit(names: tuple[str, ...], width: int) -> None:
    for seats in (2, 3):
        for seen in views(seats, 2, every=11):
            for seat in range(seats):
                line = drawing.seat_line(seen, seat, names[:seats], UNICODE, width)
                assert line.cell_len <= width, line.plain


def test_the_line_of_a_seat_tells_what_all_may_know() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", predict=(2, 3), moves=["0: play B7", "1: play B8"])
    other = drawing.seat_line(table.seen(0), 1, SHORT[:2], UNICODE, 80).plain
    assert other.startswith("▸Ben ")
    assert "tricks 1  ▮" in other
    assert "predicted" in other
    assert "3" not in other.split("predicted")[1].replace("░", "").replace("2 cards", "")
    assert "2 cards ░░" in other
    own = drawing.seat_line(table.seen(0), 0, SHORT[:2], ASCII, 80).plain
    assert "predicted 2: 2 more, 2 tricks to play" in own
    assert own.isascii()


def test_the_finished_trick_shows_its_winner_or_that_it_is_destroyed() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", moves=["0: play B7", "1: play B8"])
    seen = table.seen(0)
    assert "Ben wins" in drawing.table(seen, SHORT[:2], UNICODE, 40, 6, seen.last_trick).plain
    assert "Ben leads" in drawing.table(seen, SHORT[:2], UNICODE, 40, 6, None).plain
    table = in_play("B7 G4 R5", "V G2 R8", moves=["0: play B7", "1: play V"])
    seen = table.seen(0)
    assert "destroyed" in drawing.table(seen, SHORT[:2], UNICODE, 40, 6, seen.last_trick).plain


def test_the_turned_card_is_explained_before_the_predictions() -> None:
    for turned, words in (("G7", "green 7: trump"), ("H", "Hagalaz: no trump")):
        table = in_play("B7 G4 R5", "B8 G2 R8", turned=turned)
        table.state.phase = "predict"
        text = drawing.table(table.seen(0), SHORT[:2], UNICODE, 40, 6, None).plain
        assert words in text
        assert "Ben dealt;" in text
        assert "Anna leads first." in text


def test_the_score_table_and_the_race_follow_the_rounds() -> None:
    for state in positions(2, 5, every=40):
        seen = state.observation(NOBODY)
        if not seen.rounds:
            assert "no round is over yet" in score_table(seen, SHORT[:2], UNICODE, 46).plain
            continue
        rows = score_table(seen, SHORT[:2], UNICODE, 46).plain.split("\n")
        assert len(rows) == 2 + len(seen.rounds)
        for row, done in zip(rows[2:], seen.rounds, strict=True):
            numbers = list(map(int, row.split()))
            assert numbers[0] == done.number
            assert (numbers[1], numbers[4]) == done.predictions
            assert (numbers[2], numbers[5]) == done.tricks
        assert (numbers[3], numbers[6]) == seen.scores
        for seat in (0, 1):
            assert running_totals(seen, seat)[-1] == seen.scores[seat]
            assert len(running_totals(seen, seat)) == len(seen.rounds)
        for names in (SHORT[:2], LONG[:2]):
            assert all(cell_len(row) <= 46 for row in score_table(seen, names, UNICODE, 46).plain.rstrip().split("\n"))


@pytest.mark.parametrize("names", [SHORT, LONG], ids=["short", "long"])
def test_the_race_fits_the_pad_even_after_ten_rounds(names: tuple[str, ...]) -> None:
    """The pad has 72 columns, and wraps what is longer."""
    for seats in (2, 3):
        last = None
        rng = Random(3)
        state = HerrlofState(seats, "english", 500)
        while walk(state, rng):
            last = state
        seen = last.observation(NOBODY)
        assert len(seen.rounds) == 10
        rows = race(seen, names[:seats], UNICODE).plain.split("\n")
        assert len(rows) == seats
        assert all(str(score) in row for score, row in zip(seen.scores, rows, strict=True))
        if names is SHORT:
            assert all(cell_len(row) <= 72 for row in rows)


def test_the_log_is_in_order_and_ends_with_the_newest() -> None:
    from herrlof.game import Event

    news = [Event("predicted", seat % 2) for seat in range(9)]
    text = drawing.log(news, SHORT[:2], UNICODE, 4).plain.split("\n")
    assert text == [" Ben has predicted.", " Anna has predicted."] * 2 or len(text) == 4
    assert text[-1] == " Anna has predicted."
    assert drawing.log([], SHORT[:2], UNICODE, 4).plain == ""
    assert drawing.log(news, SHORT[:2], UNICODE, 0).plain == ""
