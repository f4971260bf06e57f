"""The rope on the felt: three fields on each side, the track below them, and the barrel on it.

Seat 0's side is at the left, as on the track and in the race; nothing turns round when the keyboard is handed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rich.cells import cell_len

from herrlof.game import NOBODY
from herrlof.games.how_ruck import reading, words
from herrlof.games.how_ruck.actions import FIELDS, SEATS
from herrlof.games.how_ruck.cards import COLOURS
from herrlof.games.how_ruck.tug import PRINTED, TRACK, Rope, Tug, strengths, top_value
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.boards.how_ruck.faces import COLOURS as TINTS
from herrlof.tui.boards.how_ruck.faces import face_of
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, width_of
from herrlof.tui.widgets.cards import SIZES, XL, CardState, S, Size, draw_card, draw_place
from herrlof.tui.widgets.fitting import longest

CALL: Final = "HOW-RUCK!"
SHORTEST: Final = 3
"""Cells of a name that are left at least where strokes stand beside it."""
WHOLE: Final = 10
"""Cells of a name that strokes leave whole."""
LEAST, ROOMY = 4, 7
"""The rows that a felt needs beside the cards, and how many more make it roomy."""
PEOPLE_FROM: Final = 101
"""The columns from which on men and ladies hold the rope."""
PULLER: Final = ".##.. .##.. ##... ##### ##... .##.. #..#. #..##"
"""Who pulls towards the left, in half cells."""
LEANING: Final = "##... ##... ##... ##### ##... .##.. .#.#. ##.##"
"""The same while this side pulls."""
BARREL: Final = ("▐█▌", "▐███▌", "     ", "▐███▌")
PLAIN: Final = ("[#]", "[###]", "[###]", "[###]")
HOOP: Final = "═══"
OLD: Final = ("░░░", "░░░░░", "░░░░░", "░░░░░")
"""The barrel, its form where a terminal knows ASCII alone, and where it was: on a low felt, and in three rows."""


@dataclass(frozen=True, slots=True)
class RopeScene:
    """What the felt shows."""

    names: Sequence[str]
    ends: Sequence[str]
    """What stands at each end of the rope: whose it is."""
    rope: Rope
    barrel: int | None
    """Where the barrel is; None before it is on the track."""
    came: int | None = None
    """Whence it has just come."""
    call: bool = False
    """Whether the call lies over the fields."""
    preview: Tug | None = None
    """What the choice in focus would make of it."""
    targets: Mapping[int, Tug | None] = field(default_factory=dict)
    """The fields that can be chosen, and what each would make of it; None: there is more to choose first."""
    focus: int | None = None
    fresh: frozenset[int] = frozenset()
    """The fields on which a card has come to lie since the table stood still."""
    marked: frozenset[int] = frozenset()
    """Fields to be looked at, such as the one from which a card is being moved."""


def pull_mark(before: int, now: int) -> str:
    """Return how far something goes along the track: `← 2` to seat 0, `1 →` to seat 1, or that both are level."""
    fields, seat = reading.pull(before, now)
    return labels.Labels.level if not fields else f"{fields} →" if seat else f"← {fields}"


def card_size(felt: Rect) -> Size:
    """Return the largest cards of which six fit side by side, with four rows for strengths, names and the track."""
    for size in reversed(SIZES):
        if size.height + 4 <= felt.height and FIELDS * (size.width + 1) + 2 <= felt.width:
            return size
    return S


class _Rows(NamedTuple):
    """The rows of the felt."""

    head: int
    cards: int
    names: int
    rope: int
    numbers: int


def _rows(felt: Rect, size: Size) -> _Rows:
    """Return where everything stands: on a low felt row by row, else with room for shadows and a tall barrel."""
    spare = felt.height - size.height - LEAST
    if spare < ROOMY:
        edge = int(spare > 2)
        head, numbers = felt.y + edge, felt.bottom - 1 - edge
        return _Rows(head, head + 1, head + 1 + size.height, numbers - 1, numbers)
    edge = 1 + (spare - ROOMY) // 4
    head, numbers = felt.y + edge, felt.bottom - 1 - edge
    return _Rows(head, head + 2, head + 3 + size.height, numbers - 2, numbers)


def draw_rope(canvas: Canvas, felt: Rect, scene: RopeScene) -> list[tuple[Rect, int]]:
    """Draw the felt; return where each field can be clicked."""
    canvas.fill(felt, "felt")
    size = card_size(felt)
    rows, middle = _rows(felt, size), felt.x + felt.width // 2
    apart = next((apart for apart in (3, 2) if FIELDS * (size.width + apart) + 3 <= felt.width), 1)
    pitch = size.width + apart
    gap = max(1, min(4, (felt.width - FIELDS * pitch) // 3))
    lefts = (middle - gap - COLOURS * pitch + apart, middle + 1 + gap)
    places = []
    for number in range(FIELDS):
        side, colour = divmod(number, COLOURS)
        place = Rect(lefts[side] + colour * pitch, rows.cards, size.width, size.height)
        places.append((place, number))
        _draw_field(canvas, place, rows.names, size, pitch, number, scene)
    _draw_strengths(canvas, Rect(lefts[0], rows.head, places[-1][0].right - lefts[0], 1), middle, scene)
    if scene.call:
        high = 7 if size is XL else 5
        strip = Rect(felt.x, rows.cards + size.height // 2 - high // 3, felt.width, high // 2 + high // 7 + 1)
        canvas.fill(strip, "accent")
        figures.big_centre(canvas, strip, strip.y + (strip.height - high // 2) // 2, CALL, "on", "accent", high)
    _draw_track(canvas, felt, middle, rows, scene)
    return places


def _draw_strengths(canvas: Canvas, row: Rect, middle: int, scene: RopeScene) -> None:
    """Write whose side is how strong, a stroke a point, and between them what a How-Ruck! would pull now."""
    before = strengths(scene.rope)
    after = strengths(scene.preview.rope) if scene.preview is not None else before
    pull = reading.strength_lead(after)
    label = labels.pull_label(pull)
    x = middle - cell_len(label) // 2
    canvas.put(x, row.y, label, "accent" if pull.fields or after != before else "dim", "felt", True)
    right = x + cell_len(label)
    for seat in range(SEATS):
        more = pull.fields if pull.seat == seat else 0
        same = after[seat] - more
        stroke = "╱" if seat else "╲"
        strokes: list[Part] = [(stroke * more, "accent", True), (stroke * same, "text", False)]
        called = scene.names[seat].upper()
        least = max(SHORTEST, min(WHOLE, cell_len(called))) + after[seat] + 2
        whole = (row.right - right if seat else x - row.x) - 2
        now: list[Part] = [(str(after[seat]), "text", True)]
        value = now
        if after[seat] != before[seat]:
            now = [(str(after[seat]), "accent", True)]
            value = [(str(before[seat]), "dim", False), ("→", "dim", False), *now]
        if whole - width_of(value) < least <= whole - width_of(now):
            value = now  # the strokes tell the rest
        room = whole - width_of(value)
        if room < least:
            strokes = []
        name: Part = (cut(called, room - (after[seat] + 2 if strokes else 0)), "accent", True)
        if seat:
            canvas.parts(right + 1, row.y, strokes, "felt")
            canvas.right(row.right, row.y, [*value, (" ", "text", False), name], "felt")
        else:
            canvas.right(x - 1, row.y, strokes[::-1], "felt")
            canvas.parts(row.x, row.y, [name, (" ", "text", False), *value], "felt")


def _draw_field(canvas: Canvas, place: Rect, below: int, size: Size, pitch: int, number: int, scene: RopeScene) -> None:
    """Draw a field with its top card, and below it its colour or what choosing it would make."""
    pile, tint = scene.rope[number], f"{TINTS[number % COLOURS]}-tint"
    here = number == scene.focus or number in scene.marked
    lit = not scene.targets or number in scene.targets or here
    if pile:
        state = CardState(lit, shadow=True, wins=here and below > place.bottom)
        draw_card(canvas, place.x, place.y, face_of(pile[-1]), size, state, "felt")
    else:
        draw_place(canvas, place.x, place.y, size, str(PRINTED), number in scene.targets, ink=tint)
    canvas.fill(place._replace(y=below, width=pitch, height=1), "felt")
    text, ink, ground, bold = words.colour_name(number % COLOURS), tint if lit else "dim", "felt", False
    if here and (not pile or below == place.bottom):
        canvas.put(place.x, place.bottom, canvas.look.focus * size.width, "accent", "felt")
    if here and below == place.bottom:
        return
    if scene.preview is not None and number in scene.preview.removed:
        text, ink, bold = labels.Labels.goes, "bad", True
    elif number in scene.targets:
        tug = scene.targets[number]
        text, ink, bold = labels.Labels.moves_from, "accent", True
        if tug is not None:
            first, second = strengths(tug.rope)
            mark = pull_mark(first, second)
            text = longest([f"{first}:{second} {mark}", f"{first}:{second} {mark.replace(' ', '')}", mark], pitch - 1)
    elif number in scene.fresh:
        text, ink, ground, bold = f" {labels.Labels.new} ", "on", "accent", True
    canvas.centre(place._replace(y=below), below, cut(text, pitch), ink, ground, bold)


def _draw_track(canvas: Canvas, felt: Rect, middle: int, rows: _Rows, scene: RopeScene) -> None:
    """Draw the rope from end to end, the barrel on it and its way, and below it whose the ends are and the fields."""
    tall = rows.numbers - rows.rope > 1
    people = tall and felt.width >= PEOPLE_FROM and rows.rope - 3 > rows.names and not canvas.look.ascii
    step = 5 if people else min(6, (felt.width - 2) // TRACK)
    left, right = middle - step * TRACK // 2, middle + step * TRACK // 2
    y = rows.rope

    def centre(number: int) -> int:
        halves = (2 * max(1, min(TRACK, number)) - TRACK - 1) * step
        return middle + int((halves + (1 if halves > 0 else -1)) / 2)  # rather from the middle, whose mark is seen

    begin, end = (felt.x + 2, felt.right - 2) if people else (left, right + 1)
    canvas.put(begin, y, "━" * (end - begin), "rope", "felt")
    for x in (left, right):
        canvas.put(x, y, "┃", "text", "felt", True)
    for row in range(y - tall, y + tall + 1):
        canvas.put(middle, row, "┃", "text", "felt", True)
    room = 2 * step + (step > 3)  # up to the column before the first number
    canvas.put(left, rows.numbers, cut(scene.ends[0].upper(), room), "accent", "felt", True)
    canvas.right(right + 1, rows.numbers, [(cut(scene.ends[1].upper(), room), "accent", True)], "felt")
    stands = scene.barrel
    goal = scene.preview.barrel if scene.preview is not None and stands is not None else stands
    for number in range(3, TRACK - 1):
        here = number in (stands, goal)
        ink = "text" if number == stands else "accent" if here else "dim"
        canvas.centre(Rect(centre(number) - 1, y, 3, 1), rows.numbers, str(number), ink, "felt", here)
    if people:
        _draw_people(canvas, left, right, y, scene)
    if stands is None or goal is None:
        return
    came = stands if scene.came is None else scene.came
    for start, to, sign in ((came, stands, "━"), (stands, goal, "←" if goal < stands else "→")):
        if start != to:
            first, last = sorted((centre(start), centre(to)))
            canvas.put(first, y, sign * (last - first + 1), "accent", "felt", True)
            canvas.put(middle, y, "┃", "text", "felt", True)  # the way does not hide it
    barrel = PLAIN if canvas.look.ascii else BARREL
    for number, drawing, ink in ((came, OLD, "dim"), (stands, barrel, "rope")):
        if number != stands or drawing is barrel:
            lines = drawing[1:] if tall else drawing[:1]
            for row, line in enumerate(lines, y - len(lines) // 2):
                canvas.put(centre(number) - len(line) // 2, row, line, ink, "felt", True)
    if tall and barrel is BARREL:
        canvas.fill(Rect(centre(stands) - 2, y, 5, 1), "rope")
        canvas.put(centre(stands) - 1, y, HOOP, "on", "rope")


def _draw_people(canvas: Canvas, left: int, right: int, y: int, scene: RopeScene) -> None:
    """Draw who holds the rope: one for each field, over each his strength; they lean further when their side pulls."""
    pulled = NOBODY if scene.came is None or scene.barrel is None else reading.pull(scene.came, scene.barrel).seat
    for number, pile in enumerate(scene.rope):
        side, colour = divmod(number, COLOURS)
        x = right + 2 + colour * 6 if side else left - 19 + colour * 6
        drawn = (LEANING if pulled == side else PULLER).split()
        drawn = [line[::-1] if side else line for line in drawn]
        figures.paint(canvas, x, y - 2, drawn, f"{TINTS[colour]}-tint", "felt")
        canvas.centre(Rect(x, y, 5, 1), y - 3, str(top_value(pile)), "text", "felt", True)
