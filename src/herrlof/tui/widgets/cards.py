"""Cards: faces in four sizes, filled; their states, chips for a line of text, backs and places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from herrlof.messages import pgettext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.figures import FONTS, paint, pixels
from herrlof.tui.widgets.fitting import largest


class Size(NamedTuple):
    """How large a card is drawn."""

    name: str
    width: int
    height: int


S: Final = Size("S", 4, 3)
M: Final = Size("M", 7, 5)
L: Final = Size("L", 9, 7)
XL: Final = Size("XL", 11, 9)
XXL: Final = Size("XXL", 19, 13)
"""A pair that is sorted against the clock, and nothing else: figures are twice as large as on XL."""
SIZES: Final = (S, M, L, XL)
LOW: Final = Size("low", 7, 3)
"""As wide as M and as low as S: the whole name, and no drawing."""
STRIP: Final = 3
"""Columns of a card that another one overlaps."""


class Face(NamedTuple):
    """What stands on a card. Rank, shape, letter and colour: no two cards differ by colour alone."""

    colour: str
    """A colour of the palette that cards can have."""
    rank: str
    """One or two signs, or nothing."""
    shape: str
    letter: str
    word: str = ""
    """What it can do, or what it is worth; on cards of size M and larger, and on S where it is two signs at most."""
    marked: bool = False
    """Whether the small sizes show its mark: there is more to say about this card."""
    art: str = ""
    """What is drawn on the large sizes: a rank, or the name of a drawing."""
    title: tuple[str, ...] = ()
    """What it is called, in lines that stand in its middle instead of a drawing."""
    footed: bool = False
    """Whether M has the drawing too, and the word or the name stands at the foot."""
    name: str = ""
    """What it is called, below the drawing that tells it."""
    short: str = ""
    """The same in six columns, on M and in a line."""
    mark: str = "*"


class CardState(NamedTuple):
    """How a card is drawn."""

    lit: bool = True
    """It may be played; else it is drained."""
    focused: bool = False
    """It stands one row higher, on a bar."""
    new: bool = False
    hem: bool = False
    """A double line along its foot: it stands above the others."""
    wins: bool = False
    shadow: bool = False
    divided: bool = False
    """Its left neighbour touches it."""
    back: bool = False
    """It was played, and taken back."""


PLAIN: Final = CardState()


def draw_card(
    canvas: Canvas, x: int, y: int, face: Face, size: Size, state: CardState = PLAIN, ground: str = "bg", only: int = 99
) -> None:
    """Draw a card with its upper left corner at (x, y); in focus it stands a row higher. `only`: its first columns."""
    look = canvas.look
    fill = face.colour if state.lit else "off"
    ink = f"{face.colour}-ink" if state.lit else f"{face.colour}-tint"
    width, height = min(size.width, only), size.height
    top = y - 1 if state.focused else y
    canvas.fill(Rect(x, top, width, height), fill, ink=ink)

    def put(column: int, row: int, text: str, bold: bool = False) -> None:
        canvas.put(x + column, top + row, text[: max(0, width - column)], ink, fill, bold and state.lit)

    whole = size is not S and only > STRIP
    head = f"{face.rank}{face.shape}" if face.rank else face.letter if look.ascii else face.shape
    put(1, 0, "" if face.title and whole else head, True)
    if size is S:
        put(1, 1, f"{face.letter}{face.mark * face.marked}", True)
        put(1, 2, face.short[: size.width - 1] or (face.word if len(face.word) < 3 else ""), True)
    else:
        put(size.width - 1 - cell_len(face.letter), 0, face.letter, True)
        if whole:
            _middle(canvas, x, top, face, size, fill, ink, state)
    if state.hem:
        put(1, height - 1, "═" * (size.width - 2))
    elif size is not S and not face.footed:
        tail = f"{face.shape}{face.rank}"
        put(size.width - 1 - cell_len(tail), height - 1, tail, True)
    if state.divided:
        for row in range(height):
            canvas.put(x, top + row, "▏", "bg", fill)
    canvas.stripe(x, top, face.colour, height)
    if state.shadow and size is XL and ground == "felt":
        draw_shadow(canvas, x, y, size.width, height, ground)
    if face.colour == "ivory" and state.lit and width == size.width:
        draw_shadow(canvas, x, top, width, height, ground, "edge")
    if state.focused:
        canvas.put(x, top + height, look.focus * width, "accent", ground)
    if state.new or state.back:
        where = top + height if state.focused else top - 1
        canvas.fill(Rect(x, where, width, 1), "accent")
        tag = pgettext("cell:4", "back") if state.back else pgettext("cell:4", "new")
        canvas.put(x + (width - cell_len(tag)) // 2, where, tag[:width], "on", "accent", True)
    if state.wins:
        canvas.put(x, top - 1, "▄" * width, "accent", ground)
        canvas.put(x, top + height, "▀" * width, "accent", ground)


def draw_raised(
    canvas: Canvas, rect: Rect, faces: Callable[[], Sequence[Face]], small: Sequence[Face], ground: str
) -> None:
    """Draw cards in the middle of a region, every other one raised by a row: `small` ones where M has no room."""
    count = len(small)
    size = largest((M, S), rect, lambda size: (count * (size.width + 1) + 2, size.height + 1))
    width = size.width + (size is M)
    x, y = rect.x + (rect.width - count * width + 1) // 2, rect.y + max(0, (rect.height - size.height - 1) // 2)
    for number, face in enumerate(faces() if size is M else small):
        draw_card(canvas, x + number * width, y + (number % 2 == 0), face, size, ground=ground)


def draw_row(canvas: Canvas, rect: Rect, faces: Sequence[Face], ground: str) -> None:
    """Draw cards side by side in the largest size for which a region has room, up to M."""
    count = len(faces)
    size = largest((M, S), rect, lambda size: (count * (size.width + 1) - 1, size.height))
    for number, face in enumerate(faces):
        draw_card(canvas, rect.x + number * (size.width + 1), rect.y, face, size, ground=ground)


def draw_shadow(
    canvas: Canvas, x: int, y: int, width: int, height: int, ground: str = "felt", ink: str = "shadow"
) -> None:
    """Draw the shadow of a card, shifted by a cell, where there are colours enough."""
    if not canvas.look.shadows:
        return
    canvas.put(x + 1, y + height, "▀" * width, ink, ground)
    for row in range(1, height):
        canvas.put(x + width, y + row, "▌", ink, ground)


def _middle(canvas: Canvas, x: int, y: int, face: Face, size: Size, fill: str, ink: str, state: CardState) -> None:
    """Draw what stands in the middle of a card of size M and larger."""
    rect, bold, large = Rect(x, y, size.width, size.height), state.lit, size.height >= XL.height
    foot = y + size.height - (1 if size is M else 2)
    if face.title:
        first = y + size.height // 4
        for row, line in enumerate(face.title, first):
            canvas.centre(rect, row, line, ink, fill, bold)
        if size is not M:
            canvas.centre(rect, first + len(face.title) + large, "─" * (size.width - 4), ink, fill)
        canvas.put(x + (size.width - cell_len(face.word) + 1) // 2, foot, face.word, ink, fill)
        return
    if size is M and not face.footed:
        canvas.centre(rect, y + 2, face.word or face.shape, ink, fill)
        return
    narrow = size.width == M.width
    lines = wrapped([(face.short if narrow else face.name, ink, bold)], size.width - 1)
    height = next((height for height in ((10, 7) if large else (6, 5)) if _drawn(face.art, height)), 0)
    if canvas.look.ascii or not height or size is LOW:
        text = "" if face.name else face.art if len(face.art) < 3 else face.letter
        canvas.centre(rect, y + size.height // 2, text, ink, fill, True)
    else:
        first = y + (1 if size is M else 2)
        if state.focused and size is not M and face.name and len(lines) == 1:
            first += 1  # there is a free row below: a picture that stays where it was is not sent again
        drawn = pixels(face.art, height, size is XXL)
        paint(canvas, x + (size.width - len(drawn[0])) // 2, first, drawn, ink, fill)
    canvas.centre(rect, foot, face.word, ink, fill, bold and face.footed)
    below = y + 1 + (size.height // 2 if canvas.look.ascii else size.height - 1)
    for row, parts in enumerate(lines, below - len(lines)):
        columns = sum(cell_len(text) for text, _, _ in parts)
        canvas.parts(x + (size.width - columns + narrow) // 2, row, parts, fill)


def _drawn(art: str, height: int) -> bool:
    """Whether there is a drawing of this height, or a figure for each of its signs."""
    return bool(art) and (art in FONTS[height] or all(sign in FONTS[height] for sign in art))


def draw_back(
    canvas: Canvas, x: int, y: int, width: int, height: int, ground: str = "bg", shadow: bool = False
) -> None:
    """Draw the lattice of a face-down card, or of a whole curtain."""
    for row in range(height):
        pair = "╱╲" if row % 2 == 0 else "╲╱"
        canvas.put(x, y + row, (pair * (width // 2 + 1))[:width], "weave", "back")
    if shadow:
        draw_shadow(canvas, x, y, width, height, ground)


def draw_place(
    canvas: Canvas, x: int, y: int, size: Size, name: str, yours: bool, room: int = 0, ink: str = "dim"
) -> None:
    """Draw where a card will lie: four corners and a name; it is no card. The name may have more `room` in columns."""
    name_ink, ink = ("accent", "accent") if yours else ("dim", ink)
    right, bottom = x + size.width - 1, y + size.height - 1
    for column, row, sign in ((x, y, "┌"), (right, y, "┐"), (x, bottom, "└"), (right, bottom, "┘")):
        canvas.put(column, row, sign, ink, "felt", yours)
    text = cut(name, max(size.width, room))
    canvas.centre(Rect(x, y, size.width, size.height), y + size.height // 2, text, name_ink, "felt", yours)


def chip(face: Face, ascii_only: bool = False, named: bool = False) -> str:
    """Return a card in a line of text: ` 6■G* `, or where it has a name with that, ` 5◆G Horse `."""
    shape = " " if ascii_only and face.rank else "" if ascii_only else face.shape
    name = f" {face.short}" if named and face.short else ""
    return f" {face.rank}{shape}{face.letter}{face.mark * face.marked}{name} "


def put_chip(canvas: Canvas, x: int, y: int, face: Face, width: int = 0, named: bool = False) -> int:
    """Write a card as a chip in its colours, at least so many columns wide; return the column after it."""
    text = chip(face, canvas.look.ascii, named)
    return canvas.chip(x, y, f"{text:<{width}}", face.colour)


def tinted(face: Face) -> Part:
    """Return a card as a piece of a line in the tint of its colour."""
    return f"{face.rank}{face.shape}{face.letter}{face.mark * face.marked}", f"{face.colour}-tint", True
