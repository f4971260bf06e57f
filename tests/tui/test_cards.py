"""Cards as characters: told apart without colour, in columns that hold whatever a name is made of."""

from __future__ import annotations

import pytest
from herrlof.tui.boards.herrlof.words import FACES
from herrlof.tui.cards import (
    LARGE,
    LETTERS,
    MEDIUM,
    PLAIN_COLOURS,
    RICH_COLOURS,
    SHAPES,
    STRIP,
    Canvas,
    Face,
    Held,
    Look,
    card_at,
    chart,
    draw_card,
    draw_hand,
    hand_places,
)
from rich.cells import cell_len

UNICODE, ASCII = Look(), Look(ascii=True)
LOOKS = pytest.mark.parametrize("look", [UNICODE, ASCII], ids=["unicode", "ascii"])
HANDS = [FACES[place] for place in (0, 2, 5, 8, 9, 11, 14, 17, 18, 20, 23, 26, 27, 36, 37, 37)]
"""Sixteen cards, the most that a hand ever holds."""


def drawn(face: Face | None, look: Look, size: tuple[int, int] = MEDIUM, **state: bool) -> list[str]:
    """Return a card alone, as rows of plain text."""
    canvas = Canvas(*size)
    draw_card(canvas, 0, 0, face, look, size=size, **state)
    return canvas.text().plain.split("\n")


def hand(look: Look, count: int = 16, focus: int | None = None, width: int = 80, playable: bool = True) -> list[str]:
    """Return the rows of a hand."""
    cards = [Held(face, playable) for face in HANDS[:count]]
    return draw_hand(cards, focus, width, look).plain.split("\n")


def test_the_six_signs_differ_in_letter_and_in_shape() -> None:
    assert len(set(LETTERS)) == len(set(SHAPES)) == 6
    assert len(set(RICH_COLOURS[:4])) == len(set(PLAIN_COLOURS[:4])) == 4
    assert all(cell_len(shape) == 1 for shape in SHAPES)


@LOOKS
@pytest.mark.parametrize("size", [MEDIUM, LARGE])
def test_no_two_cards_look_alike_without_colour(look: Look, size: tuple[int, int]) -> None:
    assert len({"\n".join(drawn(face, look, size)) for face in FACES}) == len(FACES) == 38
    assert len({face.inline(look).plain for face in FACES}) == 38


@LOOKS
def test_a_card_carries_rank_letter_shape_and_its_power(look: Look) -> None:
    for number, face in enumerate(FACES):
        text = "".join(drawn(face, look))
        assert LETTERS[face.sign] in text
        assert face.rank in text
        assert (SHAPES[face.sign] in text) == (not look.ascii)
        assert ("*" in text) == (number < 36 and number % 9 + 1 in (1, 3, 6, 9))


def test_ascii_cards_are_ascii() -> None:
    rows = hand(ASCII, focus=3) + hand(ASCII, width=60, playable=False) + [ASCII.pile, ASCII.back, ASCII.bars]
    assert all(row.isascii() for row in rows)


@LOOKS
def test_an_unplayable_card_has_a_gap_in_its_top_edge(look: Look) -> None:
    playable, unplayable = drawn(FACES[6], look), drawn(FACES[6], look, playable=False)
    assert playable[0] != unplayable[0]
    assert unplayable[0][1] == look.box[-1]
    assert playable[1:] == unplayable[1:]


@LOOKS
def test_sixteen_cards_fill_eighty_columns_exactly(look: Look) -> None:
    rows = hand(look)
    assert all(cell_len(row) == 80 for row in rows)
    assert rows[1] == (look.box[0] + look.box[1] * 3 + look.box[2]) * 16
    assert hand_places(16, None, 80) == list(range(0, 80, 5))


@LOOKS
@pytest.mark.parametrize("focus", [None, *range(16)])
def test_at_sixty_columns_every_card_shows_its_rank_and_letter_and_the_focused_one_is_whole(
    look: Look, focus: int | None
) -> None:
    rows = hand(look, focus=focus, width=60)
    places = hand_places(16, focus, 60)
    assert all(cell_len(row) == 60 for row in rows)
    assert places == sorted(places)
    assert places[-1] + MEDIUM[0] <= 60
    for number, (place, face) in enumerate(zip(places, HANDS, strict=True)):
        top = 0 if number == focus else 1
        assert face.rank in rows[top + 1][place : place + STRIP]
        assert LETTERS[face.sign] in rows[top + 2][place : place + STRIP]
        if number == focus:
            alone = drawn(face, look)
            assert [row[place : place + MEDIUM[0]] for row in rows[:4]] == alone


def on_top(x: int, count: int, focus: int | None, width: int, size: tuple[int, int]) -> int | None:
    """Return which card's drawing is seen at a column: the focused one lies above, else the last one drawn."""
    places = hand_places(count, focus, width, size)
    overlapping = count * size[0] > width
    shown = []
    for number, place in enumerate(places):
        whole = not overlapping or number in (focus, count - 1)
        if place <= x < place + (size[0] if whole else STRIP):
            shown.append(number)
    return focus if focus in shown else shown[-1] if shown else None


@pytest.mark.parametrize(("width", "size"), [(80, MEDIUM), (60, MEDIUM), (130, LARGE), (66, MEDIUM)])
@pytest.mark.parametrize("count", [1, 2, 11, 12, 15, 16])
def test_a_column_belongs_to_the_card_that_is_seen_there(width: int, size: tuple[int, int], count: int) -> None:
    for focus in (None, *range(count)):
        for x in range(width):
            assert card_at(x, count, focus, width, size) == on_top(x, count, focus, width, size), (focus, x)


def test_a_fresh_card_is_marked() -> None:
    cards = [Held(HANDS[0]), Held(HANDS[1], fresh=True)]
    for focus in (None, 0, 1):
        text = draw_hand(cards, focus, 80, UNICODE).plain
        assert text.count("new") == 1


def test_the_focused_card_stands_a_row_higher() -> None:
    still, raised = hand(UNICODE, 3), hand(UNICODE, 3, focus=1)
    assert still[0].strip() == ""
    assert raised[0] == "     ┌───┐" + " " * 70
    assert raised[1][:5] == still[1][:5]


def test_wide_letters_take_their_two_columns() -> None:
    canvas = Canvas(12, 1)
    canvas.put(0, 0, "龍王|")
    canvas.put(10, 0, "龍龍")
    text = canvas.text().plain
    assert text == "龍王|     龍"
    assert cell_len(text) == 12
    for x in range(-3, 12):
        canvas = Canvas(9, 1)
        canvas.put(x, 0, "a龍b\u0301龍")
        assert cell_len(canvas.text().plain) == 9


def test_an_empty_place_shows_a_question() -> None:
    assert "?" in "".join(drawn(None, UNICODE))


def test_the_chart_rises_with_the_score_and_is_full_at_the_goal() -> None:
    for look in (UNICODE, ASCII):
        bars = chart(range(61), 50, look)
        assert len(bars) == 61
        heights = [look.bars.index(bar) for bar in bars]
        assert heights == sorted(heights)
        assert heights[0] == 0
        assert heights[50:] == [7] * 11
        assert heights[49] == 7
    assert chart([], 50, UNICODE) == ""
    assert chart([0, 1], 0, UNICODE)
