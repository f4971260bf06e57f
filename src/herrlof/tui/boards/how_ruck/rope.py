"""The rope on the felt: three fields on each side, the track below them, and the barrel on it.

Seat 0's side is at the left, as on the track and in the race; nothing turns round when the keyboard is handed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.cells import cell_len

from herrlof.games.how_ruck import reading, words
from herrlof.games.how_ruck.actions import FIELDS
from herrlof.games.how_ruck.cards import COLOURS
from herrlof.games.how_ruck.tug import PRINTED, STARTS, TRACK, Rope, Tug, strengths
from herrlof.tui.boards.how_ruck.faces import COLOURS as TINTS
from herrlof.tui.boards.how_ruck.faces import face_of
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.cards import SIZES, XL, CardState, S, Size, draw_card, draw_place

BARREL: Final = ("▐█▌", "[#]")
"""The barrel on a low felt, and where a terminal knows ASCII alone."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the felt shows."""

    names: Sequence[str]
    rope: Rope
    barrel: int | None
    """Where the barrel is drawn, which may still be on its way; None before it is on the track."""
    preview: Tug | None = None
    """What the choice in focus would make of it."""
    targets: Mapping[int, Tug | None] = field(default_factory=dict)
    """The fields that can be chosen, and what each would make of it; None: there is more to choose first."""
    focus: int | None = None
    fresh: frozenset[int] = frozenset()
    """The fields on which a card has come to lie since the table stood still."""
    marked: frozenset[int] = frozenset()
    """Fields to be looked at, such as the one from which a card is being moved."""


def pull_mark(rope: Rope) -> str:
    """Return what a How-Ruck! would pull: `←2` towards seat 0, `→1` towards seat 1, `=` where nobody is stronger."""
    first, second = strengths(rope)
    return "=" if first == second else f"{'←' if first > second else '→'}{abs(first - second)}"


def card_size(felt: Rect) -> Size:
    """Return the largest cards of which six fit side by side, with four rows for names, labels and the track."""
    for size in reversed(SIZES):
        if size.height + 4 <= felt.height and FIELDS * (size.width + 1) + 2 <= felt.width:
            return size
    return S


def draw_rope(canvas: Canvas, felt: Rect, scene: Scene) -> list[tuple[Rect, int]]:
    """Draw the felt; return where each field can be clicked."""
    canvas.fill(felt, "felt")
    size = card_size(felt)
    pitch = min(size.width + 3, (felt.width - 2) // FIELDS)
    spare = felt.height - size.height - 4
    big = spare >= 9
    tall = spare >= 3
    top = felt.y + (1 + 5 if big else 1) + max(0, (spare - (8 if big else 3)) // 2 if spare > 3 else spare // 3)
    width = COLOURS * pitch - (pitch - size.width)
    middle = felt.x + felt.width // 2
    apart = 1 + (pitch - size.width) // 2
    lefts = [middle - apart - width, middle + apart]
    sides = [Rect(left, felt.y, width, felt.height) for left in lefts]
    _draw_strengths(canvas, felt, sides, scene, top, big)
    places = []
    for number in range(FIELDS):
        x = lefts[number // COLOURS] + number % COLOURS * pitch
        places.append((Rect(x, top, size.width, size.height), number))
        _draw_field(canvas, x, top, size, pitch, number, scene)
    _draw_track(canvas, felt, scene, tall)
    return places


def _draw_strengths(canvas: Canvas, felt: Rect, sides: Sequence[Rect], scene: Scene, top: int, big: bool) -> None:
    """Write whose side is how strong, and between them what a How-Ruck! would pull now."""
    before = strengths(scene.rope)
    after = strengths(scene.preview.rope) if scene.preview is not None else before
    y = top - 6 if big else top - 1
    for seat, side in enumerate(sides):
        value: list[Part] = [(str(after[seat]), "text", True)]
        if after[seat] != before[seat]:
            value = [(str(before[seat]), "dim", False), ("→", "dim", False), (str(after[seat]), "accent", True)]
        room = side.width - sum(cell_len(text) for text, _, _ in value) - 2
        name: Part = (cut(scene.names[seat].upper(), room), "accent", True)
        if big:
            canvas.centre(side, y - 1, name[0], "accent", "felt", True)
            text = str(after[seat])
            ink = "text" if after[seat] == before[seat] else "accent"
            x = side.x + (side.width - figures.big_width(text)) // 2
            figures.big(canvas, x, y + 1, text, ink, "felt")
        elif seat:
            canvas.right(side.right, y, [*value, (" ", "text", False), name], "felt")
        else:
            canvas.parts(side.x, y, [name, (" ", "text", False), *value], "felt")
    rope = scene.preview.rope if scene.preview is not None else scene.rope
    pull = words.pull_label(reading.strength_lead(strengths(rope)))
    ink = "text" if after == before else "accent"
    canvas.centre(felt, y + 2 if big else y, pull, ink, "felt", True)


def _draw_field(canvas: Canvas, x: int, y: int, size: Size, pitch: int, number: int, scene: Scene) -> None:
    """Draw a field with its top card, and below it its colour or what choosing it would make."""
    pile = scene.rope[number]
    colour = number % COLOURS
    here = number == scene.focus
    chooses = bool(scene.targets)
    lit = not chooses or number in scene.targets or here
    if pile:
        draw_card(canvas, x, y, face_of(pile[-1]), size, CardState(lit, shadow=True), "felt")
    else:
        draw_place(canvas, x, y, size, str(PRINTED), number in scene.targets)
    below = y + size.height
    place = Rect(x, below, size.width, 1)
    removed = scene.preview is not None and number in scene.preview.removed
    if here or number in scene.marked:
        canvas.put(x, below, canvas.look.focus * size.width, "accent", "felt")
        return
    if size is XL and canvas.look.theme in ("dark", "light"):
        place = place._replace(y=below + 1)
    if removed:
        canvas.centre(place, place.y, words.labels().goes, "bad", "felt", True)
    elif number in scene.targets:
        tug = scene.targets[number]
        if tug is None:
            canvas.centre(place, place.y, words.labels().moves_from, "accent", "felt", True)
            return
        first, second = strengths(tug.rope)
        mark = pull_mark(tug.rope)
        text = mark if size is S else f"{first}:{second} {mark}"
        if cell_len(text) > pitch:
            text = mark
        canvas.centre(place, place.y, text, "accent", "felt", True)
    elif number in scene.fresh:
        canvas.centre(place, place.y, words.labels().new, "accent", "felt", True)
    else:
        name = words.colour_name(colour)
        under = f"+{len(pile) - 1}" if len(pile) > 1 and cell_len(name) + 2 < pitch else ""
        ink = f"{TINTS[colour]}-tint" if lit else "dim"
        canvas.centre(place, place.y, name + under, ink, "felt")


def _draw_track(canvas: Canvas, felt: Rect, scene: Scene, tall: bool) -> None:
    """Draw the rope with the barrel, the way a pull would take it, and the numbers of the fields."""
    cell = min(8, felt.width // TRACK)
    left = felt.x + (felt.width - cell * TRACK) // 2
    y = felt.bottom - (3 if tall else 2)
    plain = canvas.look.ascii

    def centre(number: int) -> int:
        return left + (max(1, min(TRACK, number)) - 1) * cell + cell // 2

    canvas.put(left, y, ("=" if plain else "━") * (cell * TRACK), "weave", "felt")
    middle = left + cell * TRACK // 2
    if cell % 2 == 0:
        canvas.put(middle, y, "┃", "text", "felt", True)
    numbers = y + (2 if tall else 1)
    barrel = scene.barrel
    goal = scene.preview.barrel if scene.preview is not None and barrel is not None else barrel
    stands, comes = (None if field is None else max(1, min(TRACK, field)) for field in (barrel, goal))
    for number in range(1, TRACK + 1):
        here, there = number == stands, number == comes != stands
        ink = "text" if here else "accent" if there else "dim"
        place = Rect(centre(number) - 2, numbers, 5, 1)
        canvas.centre(place, numbers, str(number), ink, "felt", here or there)
    if barrel is None or goal is None:
        for start in STARTS:
            canvas.put(centre(start), y, "·", "dim", "felt")
        return
    if goal != barrel:
        begin, end = sorted((centre(barrel), centre(goal)))
        sign = "←" if goal < barrel else "→"
        canvas.put(begin, y, sign * (end - begin + 1), "accent", "felt", True)
    x = centre(barrel)
    if tall:
        canvas.fill(Rect(x - 2, y - 1, 5, 3), "brown")
        for row, text in enumerate(("╭───╮", "│ ● │", "╰───╯")):
            canvas.put(x - 2, y - 1 + row, text, "brown-ink", "brown", True)
    else:
        canvas.put(x - 1, y, BARREL[plain], "brown-tint", "felt", True)


__all__ = ["Scene", "card_size", "draw_rope", "pull_mark"]
