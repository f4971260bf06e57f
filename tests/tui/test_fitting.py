"""What gives way where a window is short: what has to be there stays, and nothing takes more than there is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from herrlof.game import Row
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect, cut_parts, width_of
from herrlof.tui.widgets.cards import XL, L, M, S
from herrlof.tui.widgets.charts import two_columns
from herrlof.tui.widgets.fitting import (
    Block,
    Column,
    below_free_row,
    beside,
    fitted,
    fitted_line,
    fitted_lines,
    gap_for,
    largest,
    longest,
    text_of,
)
from herrlof.tui.widgets.layout import layout
from herrlof.tui.widgets.pieces import news_panel, score_sheet, strip
from tests.tui.driving import rows_of

COLUMNS = st.lists(
    st.builds(Column, st.integers(1, 12), st.integers(0, 20), st.integers(0, 3), st.booleans()), min_size=1, max_size=8
)
TEXTS = st.text("ab wide…你", max_size=20)


@given(COLUMNS, st.integers(1, 120))
def test_columns_take_no_more_than_the_room_and_go_whole_in_their_order(columns: list[Column], room: int) -> None:
    widths = fitted(columns, room)
    shown = [number for number, width in enumerate(widths) if width]
    kept = [number for number, column in enumerate(columns) if not column.drop]
    assert set(kept) <= set(shown)
    gone = [columns[number].drop for number in range(len(columns)) if number not in shown]
    assert all(columns[number].drop <= min(gone, default=9) for number in shown)
    least = sum(columns[number].least for number in kept) + 2 * (len(kept) - 1)
    if least <= room:
        assert sum(widths) + 2 * (len(shown) - 1) <= room
        assert all(widths[number] >= columns[number].least for number in shown)


@given(st.lists(TEXTS, min_size=1, max_size=4), st.integers(0, 40))
def test_the_longest_form_that_has_room_is_taken(forms: list[str], room: int) -> None:
    found = longest(forms, room)
    assert found in forms
    assert cell_len(found) <= room or all(cell_len(form) > room for form in forms)


@given(st.integers(1, 80), st.integers(1, 40), st.integers(1, 40))
def test_two_regions_stand_beside_each_other_or_one_has_all(width: int, left: int, least: int) -> None:
    first, second = beside(Rect(2, 3, width, 4), left, least)
    if left + 2 + least > width:
        assert (first, second) == (Rect(2, 3, width, 4), None)
    else:
        assert second is not None
        assert (first.x, first.width, second.x, second.right) == (2, left, 2 + left + 2, 2 + width)
        assert second.width >= least


@given(st.integers(1, 12), st.integers(1, 12))
def test_the_largest_drawing_that_has_room_both_ways_is_taken(width: int, height: int) -> None:
    found = largest(((9, 3), (4, 4), (2, 1)), Rect(0, 0, width, height), lambda form: form)
    assert found == ((9, 3) if width >= 9 and height >= 3 else (4, 4) if width >= 4 and height >= 4 else (2, 1))


def test_a_larger_window_has_larger_cards() -> None:
    hands = [layout(*window, 1).hand_size for window in ((100, 30), (120, 40), (160, 50), (200, 60))]
    assert hands == [S, M, L, XL]


@given(st.integers(1, 60))
def test_a_text_stands_within_its_panel_where_that_leaves_it_enough(width: int) -> None:
    inner = Rect(4, 0, width, 3)
    assert text_of(inner) == (Rect(5, 0, width - 2, 3) if width >= 33 else inner)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=6), st.integers(1, 60))
def test_pieces_stand_closer_before_they_do_not_fit(sizes: list[int], room: int) -> None:
    gap = gap_for(sizes, room, (3, 1))
    assert gap == (3 if sum(sizes) + 3 * (len(sizes) - 1) <= room else 1)


@given(st.lists(TEXTS, max_size=4), st.integers(1, 30))
def test_pieces_that_are_cut_say_so(texts: list[str], width: int) -> None:
    parts = [(text, "text", False) for text in texts]
    found = cut_parts(parts, width)
    assert width_of(found) <= width
    assert found == parts or found[-1][0].endswith("…")


@given(st.integers(1, 20), st.integers(0, 25))
def test_a_free_row_takes_no_row_from_what_is_below(height: int, rows: int) -> None:
    found = below_free_row(Rect(3, 4, 10, height), rows)
    assert found.bottom == 4 + height
    assert found.height >= min(rows, height)


def test_where_there_is_no_room_nothing_is_left() -> None:
    for room in (0, -3):
        assert not fitted_line([Block([("Anna to move", "dim", False)], 1)], room)


def test_paragraphs_go_whole_and_the_first_is_cut_last() -> None:
    blocks = [Block([("one two three", "text", True)]), Block([("four five", "text", False)], drop=1)]
    assert ["".join(text for text, _, _ in line) for line in fitted_lines(blocks, 7, 3)] == ["one two", "three"]
    assert ["".join(text for text, _, _ in line) for line in fitted_lines(blocks, 7, 1)] == ["one tw…"]


@given(st.lists(st.tuples(TEXTS, st.integers(0, 3)), max_size=5), st.integers(1, 60))
def test_a_line_lets_whole_pieces_go_in_their_order(texts: list[tuple[str, int]], room: int) -> None:
    blocks = [Block([(text, "text", False)], drop) for text, drop in texts]
    found = fitted_line(blocks, room)
    assert all(left + width_of(parts) <= room for left, parts in found)
    if all(drop for _text, drop in texts):
        wanted = [text for text, _drop in texts]
        assert all(parts[0][0] in wanted for _left, parts in found), "what may go is not cut"


@pytest.mark.parametrize("height", range(3, 12))
def test_a_list_says_how_much_of_it_has_no_room(height: int) -> None:
    names = [f"row {number}" for number in range(1, 9)]
    sheet, facts = Canvas(40, 12, Look()), Canvas(40, 12, Look())
    score_sheet(sheet, Rect(0, 0, 40, height), [Row("", ("Ann",)), *(Row(name, ("7",)) for name in names)])
    two_columns(facts, Rect(0, 0, 40, height), "Facts", [(name, "7") for name in names])
    for canvas, arrow, kept in ((sheet, "↑", names[-(height - 2) :]), (facts, "↓", names[: height - 1])):
        title, *rows = rows_of(canvas)
        assert [name for name in names if any(name in row for row in rows)] == kept
        told = re.findall(rf"{arrow} (\d) more $", title)
        assert told == ([str(8 - len(kept))] if len(kept) < 8 else [])


@pytest.mark.parametrize(
    ("height", "shown"),
    [
        (5, ["One two three", "four.", "Five six seven", "eight nine.", "Ten."]),
        (4, ["One two three", "four.", "Five six seven", "eight nine."]),
        (3, ["One two three", "four.", "Five six seve…"]),
        (2, ["One two three…", "Five six seve…"]),
        (1, ["One two three…"]),
    ],
)
def test_what_the_coach_says_first_is_cut_last_and_leaves_a_row_to_the_next(height: int, shown: list[str]) -> None:
    canvas = Canvas(17, height, Look())
    told = ("One two three four.", "Five six seven eight nine.", "", "Ten.")
    strip(canvas, Rect(0, 0, 17, height), [[(text, "text", False)] if text else [] for text in told])
    assert [row[2:].rstrip() for row in rows_of(canvas)] == shown


def test_news_that_have_no_room_end_in_a_sign() -> None:
    for height, shown in ((4, ["One two three", "four five six."]), (2, ["One two three…"])):
        canvas = Canvas(18, height, Look())
        news_panel(canvas, Rect(0, 0, 18, height), ["One two three four five six."])
        assert [row.strip() for row in rows_of(canvas)[1:] if row.strip()] == shown
