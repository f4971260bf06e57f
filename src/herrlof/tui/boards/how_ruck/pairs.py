"""Pairs while teams are built, at the table and in the race: the open one, what was kept and given, those left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from rich.cells import cell_len

from herrlof.games.how_ruck import reading
from herrlof.games.how_ruck.actions import SEATS
from herrlof.games.how_ruck.cards import Card
from herrlof.games.how_ruck.observation import Observation
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.boards.how_ruck.faces import chip_face, face_of
from herrlof.tui.boards.how_ruck.side import draw_kinds
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import XL, XXL, CardState, Face, L, M, S, chip, draw_back, draw_card, put_chip
from herrlof.tui.widgets.fitting import first_that_fits, text_of
from herrlof.tui.widgets.pieces import panel

TALL: Final = 34
"""Rows of a window from which on the cards of a pair are as large as they get."""
GOOD_ROWS: Final = 8
"""The rows of what is good, its title among them."""
TURN_SECONDS: Final = 0.2
"""How long a card that somebody else has sorted is seen on its edge."""


def draw_pair(
    canvas: Canvas,
    rect: Rect,
    pair: Sequence[Card],
    keys: Sequence[str],
    ground: str,
    focus: int | None = None,
    ready: bool = True,
    note: str = "",
) -> list[Rect]:
    """Draw a pair with the keys that keep its cards, face down where there are none; return where its cards are.

    The keys are lit once they are `ready`; a note stands above.
    """
    sizes = [size for size in (XXL, XL, L, M, S) if size.height < XL.height or canvas.height >= TALL]
    fits = (size for size in sizes if size.height + 2 <= rect.height and size.width * 2 + 3 < rect.width)
    size = next(fits, S)
    column = min(rect.width // 2, size.width * 2 + 1)
    x, top = rect.x + (rect.width - 2 * column) // 2, rect.y + max(0, (rect.height - size.height - 2) // 2)
    canvas.centre(rect, top - 1, note, "accent", ground)
    places, apart = [], ground == "felt" or size.height >= XL.height
    for place, key in enumerate(keys):
        cell = Rect(x + place * column, top + size.height, column, 1)
        card = Rect(cell.x + (column - size.width) // 2, top, size.width, size.height)
        if pair:
            draw_card(canvas, card.x, top, face_of(pair[place]), size, CardState(focused=place == focus), ground)
        else:
            draw_back(canvas, card.x, top, size.width, size.height, ground)
        places.append(card)
        below = cell._replace(y=cell.y + (apart and cell.bottom < rect.bottom))
        if below == cell:
            canvas.fill(cell, ground)  # without the shadow of a white card
        text, ink = f" {key} ", ("on", "accent") if ready else ("dim", ground)
        canvas.centre(below, below.y, text, *ink, ready)
    return places


def draw_open(
    canvas: Canvas, felt: Rect, seen: Observation, focus: int | None, letters: str, is_open: bool
) -> list[Rect]:
    """Draw the pair that is sorted on the felt, open or face down, and which one it is; return where its cards are."""
    canvas.fill(felt, "felt")
    title = labels.pair_title(reading.pair_number(seen))
    if seen.phase == "split":
        title = labels.pairs_title(max(seen.pairs_left))
    canvas.centre(felt, felt.y, title, "accent", "felt", True)
    keys = [labels.keeps(letter) for letter in letters] or [""] * SEATS
    below = felt._replace(y=felt.y + 1, height=felt.height - 1)
    return draw_pair(canvas, below, seen.pair if is_open else (), keys, "felt", focus, bool(letters))


def draw_chips(canvas: Canvas, rect: Rect, kept: Iterable[Card], given: Iterable[Card]) -> None:
    """Draw what was kept and what was given away, each in half of the rows."""
    label = labels.RaceLabels
    column = max(map(cell_len, (label.kept, label.given))) + 1
    half, both = rect.height // 2, [tuple(kept), tuple(given)]

    def in_rows(cards: Iterable[Card], short: bool) -> list[list[Face]]:
        rows, x = list[list[Face]]([[]]), 0
        for face in (chip_face(card, short) for card in cards):
            size = cell_len(chip(face, canvas.look.ascii))
            if column + x + size > rect.width:
                rows, x = [*rows, []], 0
            rows[-1].append(face)
            x += size + 1
        return rows

    @cache
    def form(short: bool) -> list[list[list[Face]]]:
        return [in_rows(cards, short) for cards in both]

    short = first_that_fits((False, True), half, lambda short: max(map(len, form(short))))
    for y, title, rows in zip((rect.y, rect.y + half), (label.kept, label.given), form(short), strict=True):
        canvas.put(rect.x, y, title, "dim", "surface")
        for row, faces in enumerate(rows[:half], y):
            x = rect.x + column
            for face in faces:
                x = put_chip(canvas, x, row, face) + 1


def draw_sorted(canvas: Canvas, side: Rect, seen: Observation, shown: bool) -> None:
    """Draw beside a pair what its player has sorted so far, where that is shown, and what is good."""
    wide = int(text_of(side.inset(1)) != side.inset(1))
    rows = 1 + min(6, max(2, side.height - GOOD_ROWS - 1 - wide))
    inner = panel(canvas, side._replace(height=rows), labels.Labels.sorted)
    if shown:
        draw_chips(canvas, inner.inset(wide), seen.kept, seen.given)
    rows += wide
    good = side._replace(y=side.y + rows, height=side.height - rows)
    draw_kinds(canvas, good, (), labels.RaceLabels.good, labels.good_cards())


def draw_turning(canvas: Canvas, x: int, y: int, width: int, height: int, ground: str) -> None:
    """Draw a card on its edge, in the middle of where it lay."""
    for row in range(y, y + height):
        canvas.put(x + width // 2, row, "▐", "weave", ground)


def draw_waiting(canvas: Canvas, felt: Rect, seen: Observation, turns: bool) -> None:
    """Draw the pairs that somebody else sorts, face down, and one that `turns`; or that the teams are shuffled."""
    canvas.fill(felt, "felt")
    label, left = labels.Labels, reading.pairs_to_sort(seen)
    y = felt.y + felt.height // 2
    if seen.phase not in ("keep", "split"):
        canvas.centre(felt, y, label.shuffled, "dim", "felt")
        return
    canvas.centre(felt, y - 3, label.sorting, "dim", "felt")
    x = felt.x + (felt.width - (left + turns) * 5) // 2
    for number in range(left):
        draw_back(canvas, x + number * 5, y - 1, S.width, S.height, "felt")
    if turns:
        draw_turning(canvas, x + left * 5, y - 1, S.width, S.height, "felt")
